"""Effects in icons: the short form on board-size cards, made from the same records as the rules.

It is notation, not language: `2{coin} {arrow} {train}` reads alike for everybody; the sentences
in words stand on the large cards and in `/card`.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

TOKENS = {
    "coins": "{coin}",
    "influence": "{influence}",
    "goodwill": "{goodwill}",
    "reputation": "{reputation}",
    "battle": "{battle}",
}
COUNTED = {
    "agents_here": "{agent}",
    "rival_agents_here": "{rivals}",
    "agents_out": "{agent}{location}",
    "places_held": "{location}",
    "pool_agents": "{pool}{agent}",
    "own_hand": "{slip}{hand}",
    "neutral_hand": "{choice}{hand}",
    "zone_cubes": "{zone}",
    "tower_cubes": "{tower}{cube}",
    "guild_cards": "{slip}",
    "hall_cards": "{hall}",
    "card_slots": "{card}",
    "black_cubes": "{tower}{cube_black}",
    "spaces_down": "{defence}",
}
PLACES = {"hand": "{hand}", "street": "{street}", "tower": "{tower}", "discard": "{discard}"}
PER = "×"
OR = "/"
EITHER = " / "
ALSO = "  "


class Piece(Protocol):
    """A cost or an operation of an effect record; what it holds depends on its kind."""

    def model_dump(self) -> dict[str, object]:
        """Give the piece as plain data."""
        ...


class ClauseLike(Protocol):
    """A part of an effect: costs and operations."""

    @property
    def when(self) -> Piece | None: ...
    @property
    def cost(self) -> Sequence[Piece]: ...

    @property
    def do(self) -> Sequence[Piece]: ...


class EffectLike(Protocol):
    """An effect record."""

    @property
    def mode(self) -> str: ...

    @property
    def clauses(self) -> Sequence[ClauseLike]: ...


def _number(value: object) -> int:
    return value if isinstance(value, int) else 1


def amount(value: object, token: str, sign: str = "") -> str:
    """Write an amount of something: `2{coin}`, or `1{coin}×{agent}` when it depends on a count."""
    if not isinstance(value, dict):
        return f"{sign}{value}{token}"
    counted: dict[str, object] = value  # pyright: ignore[reportUnknownVariableType]
    times, plus, each = _number(counted["times"]), _number(counted["plus"]), COUNTED[str(counted["count"])]
    if not plus:
        return f"{sign}{times}{token}{PER}{each}"
    if plus < 0:
        return f"{sign}{times}{token}{PER}{each} −{-plus}"
    return f"{sign}{plus}{token} {'−' if times < 0 else '+'}{abs(times)}{PER}{each}"


def cost(piece: Piece) -> str:
    """Write a cost."""
    data = piece.model_dump()
    if data["cost"] == "pay":
        return amount(data["amount"], TOKENS[str(data["what"])])
    if data["cost"] == "retire":
        return f"−{data['count']}{{agent}}"
    return f"{{{'return' if data['cost'] == 'return' else 'discard'}}}{data['count']}"


def _counted(data: dict[str, object], icon: str) -> str:
    """Write an icon and how many, leaving out 1."""
    most = "≤" if data.get("up_to") else ""
    count = _number(data.get("count", 1))
    return f"{icon}{most}{count}" if most or count != 1 else icon


PLAIN = {
    "dispatch": "{dispatch}",
    "return": "{return}",
    "train": "{train}",
    "hunt": "{hunt}",
    "draw": "{draw}",
    "swap_tower": "{tower}{swap}",
    "sink_street": "{street}{sink}",
    "delay_street": "{street}{delay}",
    "move_cube": "{cube}{swap}",
    "sleeve": "{sleeve}",
    "fetch_hall": "{hall}{arrow}{hand}",
    "take_street": "{street}{arrow}{hand}",
    "salvage": "{discard}{arrow}{hand}",
    "call_home": "{street}/{discard}{arrow}{hall}",
    "empty_tray": "{cube}{tower}{arrow}{aside}",
    "banish": "{tower}{arrow}{discard}",
}


#: What is added or taken away, with its sign.
SIGNED = {
    "cubes": ("+", "{cube}{zone}"),
    "clear_zone": ("−", "{cube}{zone}"),
    "clear_tray": ("−", "{cube}{tower}"),
    "seed_cube": ("+", "{cube}{tower}"),
    "raise_defence": ("+", "{defence}"),
    "lower_defence": ("−", "{defence}"),
    "untrain": ("−", "{agent}"),
}
#: What may touch Agents at several Locations.
ANYWHERE = {"station": "{dispatch}{location}", "withdraw": "{return}{location}", "gather": "{agent}{swap}"}


def operation(piece: Piece) -> str:
    """Write one operation."""
    data = piece.model_dump()
    kind = str(data["op"])
    if kind == "gain":
        return amount(data["amount"], TOKENS[str(data["what"])])
    if kind == "lose":
        return amount(data["amount"], TOKENS[str(data["what"])], "−")
    if kind == "rivals_lose":
        return "{rivals}" + amount(data["amount"], TOKENS[str(data["what"])], "−")
    if kind == "claim":
        places = data["places"]
        assert isinstance(places, list)
        return "{claim}" + OR.join(PLACES[str(place)] for place in places)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if kind == "reduce":
        return amount(data["amount"], "{shield}")
    if kind in SIGNED:
        sign, icons = SIGNED[kind]
        return f"{sign}{data['count']}{icons}"
    if kind in ANYWHERE:
        return ANYWHERE[kind] if data["count"] == 1 else f"{ANYWHERE[kind]}≤{data['count']}"
    return _counted(data, PLAIN[kind])


def operations(pieces: Iterable[Piece]) -> str:
    """Write operations in order."""
    return ALSO.join(operation(piece) for piece in pieces)


def _condition(piece: Piece) -> str:
    data = piece.model_dump()
    return f"{COUNTED[str(data['count'])]}≥{data['least']}:"


def effect(record: EffectLike) -> str:
    """Write an effect: its clauses in order, or its alternatives."""
    parts: list[str] = []
    for clause in record.clauses:
        price = " ".join(cost(piece) for piece in clause.cost)
        does = operations(clause.do)
        text = f"{price} {{arrow}} {does}" if price else does
        parts.append(f"{_condition(clause.when)} {text}" if clause.when else text)
    return (EITHER if record.mode == "one" else ALSO).join(parts)


def rewards(pieces: Iterable[Piece]) -> str:
    """Write rewards with equal things added up."""
    sums: dict[str, int] = {}
    others: list[str] = []
    for piece in pieces:
        data = piece.model_dump()
        if data["op"] == "gain" and isinstance(data["amount"], int):
            token = TOKENS[str(data["what"])]
            sums[token] = sums.get(token, 0) + data["amount"]
        else:
            others.append(operation(piece))
    return ALSO.join([*(f"{count}{token}" for token, count in sums.items()), *others])
