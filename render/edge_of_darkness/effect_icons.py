"""Effects as icons: the short form for cards on the board, made from the same records as the rules.

This notation needs no language, such as `2{coin} {arrow} {train}`. Large cards and `/card` have sentences instead.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rules.edge_of_darkness.content import effects, ops

TOKENS: dict[ops.Thing, str] = {
    "coins": "{coin}",
    "influence": "{influence}",
    "goodwill": "{goodwill}",
    "reputation": "{reputation}",
    "battle": "{battle}",
}
COUNTED: dict[ops.CountName, str] = {
    "agents_here": "{agent}",
    "rival_agents_here": "{rivals}",
    "agents_out": "{agent}{location}",
    "places_held": "{location}",
    "pool_agents": "{pool}{agent}",
    "untrained_agents": "{untrained}",
    "hand_cards": "{hand}",
    "own_hand": "{slip}{hand}",
    "neutral_hand": "{choice}{hand}",
    "zone_cubes": "{zone}",
    "tower_cubes": "{tower}{cube}",
    "guild_cards": "{slip}",
    "hall_cards": "{hall}",
    "card_slots": "{card}",
    "black_cubes": "{tower}{cube_black}",
    "spaces_down": "{defence}",
    "coins": "{coin}",
    "influence": "{influence}",
    "goodwill": "{goodwill}",
    "reputation": "{reputation}",
    "battle": "{battle}",
    "slips_left": "{claim}",
    "rivals": "{rivals}{choice}",
}
PER, OR, EITHER, ALSO = "×", "/", " / ", "  "


def amount(value: ops.Amount, token: str, sign: str = "") -> str:
    """Return an amount as icons: `2{coin}`, or `1{coin}×{agent}` if it depends on a count."""
    if isinstance(value, int):
        return f"{sign}{value}{token}"
    each = COUNTED[value.count]
    if value.plus > 0:
        return f"{sign}{value.plus}{token} {'−' if value.times < 0 else '+'}{abs(value.times)}{PER}{each}"
    rest = f" −{-value.plus}" if value.plus else ""
    return f"{sign}{value.times}{token}{PER}{each}{rest}"


# -- verbs ------------------------------------------------------------------------------------------------------

Sign = Callable[[Any], str]


def _always(icons: str) -> Sign:
    """Return a function that writes an operation without a number."""
    return lambda op: icons


def _some(icons: str) -> Sign:
    """Return a function that writes an operation with a number: 1 is left out, and `≤` means up to."""

    def write(op: ops.Dispatch | ops.Return | ops.Train | ops.Draw | ops.MoveCube) -> str:
        if isinstance(op, ops.Dispatch | ops.Return) and op.up_to:
            return f"{icons}≤{op.count}"
        return icons if op.count == 1 else f"{icons}{op.count}"

    return write


def _anywhere(icons: str) -> Sign:
    """Return a function that writes an operation on Agents at several Locations."""

    def write(op: ops.Station | ops.Withdraw | ops.Gather | ops.Expel) -> str:
        return icons if op.count == 1 else f"{icons}≤{op.count}"

    return write


def _change(sign: str, icons: str) -> Sign:
    """Return a function that writes an operation that adds or removes something."""

    def write(
        op: ops.Cubes
        | ops.ClearZone
        | ops.ClearTray
        | ops.SeedCube
        | ops.RaiseDefence
        | ops.LowerDefence
        | ops.Untrain,
    ) -> str:
        return f"{sign}{op.count}{icons}"

    return write


#: The function that writes each kind of operation as icons.
SIGNS: dict[type[ops.Record], Sign] = {
    ops.Gain: lambda op: amount(op.amount, TOKENS[op.what]),
    ops.Lose: lambda op: amount(op.amount, TOKENS[op.what], "−"),
    ops.Rivals: lambda op: "{rivals}" + amount(op.amount, TOKENS[op.what], "−"),
    ops.RivalsGain: lambda op: "{rivals}" + amount(op.amount, TOKENS[op.what], "+"),
    ops.Take: lambda op: "{rivals}{arrow}" + amount(op.amount, TOKENS[op.what]),
    ops.Dispatch: _some("{dispatch}"),
    ops.Return: _some("{return}"),
    ops.Station: _anywhere("{dispatch}{location}"),
    ops.Withdraw: _anywhere("{return}{location}"),
    ops.Gather: _anywhere("{agent}{swap}"),
    ops.Train: _some("{train}"),
    ops.Untrain: _change("−", "{agent}"),
    ops.Expel: _anywhere("{rivals}{return}"),
    ops.Claim: lambda op: "{claim}" + OR.join(f"{{{place}}}" for place in op.places),
    ops.Hunt: _always("{hunt}"),
    ops.Slay: lambda op: f"{{hunt}}{{damage}}≤{op.damage}",
    ops.Draw: _some("{draw}"),
    ops.TakeStreet: _always("{street}{arrow}{hand}"),
    ops.Salvage: _always("{discard}{arrow}{hand}"),
    ops.CallHome: _always("{street}/{discard}{arrow}{hall}"),
    ops.Cubes: _change("+", "{cube}{zone}"),
    ops.ClearZone: _change("−", "{cube}{zone}"),
    ops.ClearTray: _change("−", "{cube}{tower}"),
    ops.MoveCube: _some("{cube}{swap}"),
    ops.SeedCube: _change("+", "{cube}{tower}"),
    ops.EmptyTray: _always("{cube}{tower}{arrow}{aside}"),
    ops.Banish: _always("{tower}{arrow}{discard}"),
    ops.SwapTower: _always("{tower}{swap}"),
    ops.SinkStreet: _always("{street}{sink}"),
    ops.DelayStreet: _always("{street}{delay}"),
    ops.Sleeve: _always("{sleeve}"),
    ops.FetchHall: _always("{hall}{arrow}{hand}"),
    ops.RaiseDefence: _change("+", "{defence}"),
    ops.LowerDefence: _change("−", "{defence}"),
    ops.Reduce: lambda op: amount(op.amount, "{shield}"),
}


# -- effects ----------------------------------------------------------------------------------------------------


def price(cost: ops.Cost) -> str:
    """Return a cost as icons."""
    match cost:
        case ops.Pay():
            return amount(cost.amount, TOKENS[cost.what])
        case ops.Retire():
            return f"−{cost.count}{{agent}}"
        case ops.SendAgents():
            return f"{{dispatch}}{cost.count}"
        case ops.PayAgents():
            return f"{{return}}{cost.count}"
        case ops.PayCard():
            return f"{{discard}}{cost.count}"


def condition(record: ops.Condition) -> str:
    """Return a condition as icons: what it counts, and the required number or the comparison with other players."""
    counted, least, most = COUNTED[record.count], record.least, record.most
    if record.who in ("most", "fewest"):
        return f"{counted}{'>' if record.who == 'most' else '<'}{{rivals}}"
    counted = "{rivals}" + counted if record.who == "rival" else counted
    if most == 99:
        return f"{counted}≥{least}"
    return f"{counted}={least}" if least == most else f"{counted}≤{most}" if not least else f"{counted}={least}–{most}"


def operations(does: Iterable[ops.Op]) -> str:
    """Return operations as icons, in order."""
    return ALSO.join(SIGNS[type(op)](op) for op in does)


def clause(record: effects.Clause) -> str:
    """Return a clause of an effect as icons: its condition, its costs, its operations."""
    parts = [f"{condition(record.when)}:"] if record.when else []
    if record.cost:
        parts += [*(price(cost) for cost in record.cost), "{arrow}"]
    each = [f"{PER}{COUNTED[record.each.count]}≤{record.each.most}"] if record.each else []
    return " ".join([*parts, operations(record.do), *each])


def effect(record: effects.Effect) -> str:
    """Return an effect as icons: its clauses in order, or its alternatives."""
    return (EITHER if record.mode == "one" else ALSO).join(clause(part) for part in record.clauses)


def rewards(does: Iterable[ops.Op]) -> str:
    """Return rewards as icons; equal ones are added up."""
    return _added_up(does, ops.Gain, "")


def penalty(does: Iterable[ops.Op]) -> str:
    """Return the cost of a failed defence as icons; equal parts are added up."""
    return _added_up(does, ops.Lose, "−")


def _added_up(does: Iterable[ops.Op], kind: type[ops.Gain | ops.Lose], sign: str) -> str:
    sums: dict[str, int] = {}
    others: list[ops.Op] = []
    for op in does:
        if isinstance(op, kind) and isinstance(op.amount, int):
            sums[TOKENS[op.what]] = sums.get(TOKENS[op.what], 0) + op.amount
        else:
            others.append(op)
    counted = [f"{sign}{count}{token}" for token, count in sums.items()]
    return ALSO.join([*counted, operations(others)] if others else counted)
