"""Effects as icons: the short form for cards on the board, generated from the same records as the rules.

The notation, such as `2{coin} {arrow} {train}`, is the same in every language. Large cards and `/card` have sentences
instead.
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


def amount_icons(value: ops.Amount, token: str, sign: str = "") -> str:
    """Return an amount as icons, such as `2{coin}`, or `1{coin}×{agent}` for an amount that depends on a count."""
    if isinstance(value, int):
        return f"{sign}{value}{token}"
    each = COUNTED[value.count]
    if value.plus > 0:
        return f"{sign}{value.plus}{token} {'−' if value.times < 0 else '+'}{abs(value.times)}{PER}{each}"
    rest = f" −{-value.plus}" if value.plus else ""
    return f"{sign}{value.times}{token}{PER}{each}{rest}"


# -- verbs ------------------------------------------------------------------------------------------------------

Sign = Callable[[Any], str]


def _without_number(icons: str) -> Sign:
    """Return a function that writes an operation as these icons, without a number."""
    return lambda op: icons


def _with_number(icons: str) -> Sign:
    """Return a function that writes an operation as these icons and a number. The number 1 is left out, and `≤` means
    "up to".
    """

    def write(op: ops.Dispatch | ops.Return | ops.Train | ops.Draw | ops.MoveCube) -> str:
        if isinstance(op, ops.Dispatch | ops.Return) and op.up_to:
            return f"{icons}≤{op.count}"
        return icons if op.count == 1 else f"{icons}{op.count}"

    return write


def _at_several_locations(icons: str) -> Sign:
    """Return a function that writes an operation as these icons and the maximum number of Locations.

    The number 1 is left out.
    """

    def write(op: ops.Station | ops.Withdraw | ops.Gather | ops.Expel) -> str:
        return icons if op.count == 1 else f"{icons}≤{op.count}"

    return write


def _with_sign(sign: str, icons: str) -> Sign:
    """Return a function that writes an operation as a plus or minus sign, a number and these icons."""

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
    ops.Gain: lambda op: amount_icons(op.amount, TOKENS[op.what]),
    ops.Lose: lambda op: amount_icons(op.amount, TOKENS[op.what], "−"),
    ops.Rivals: lambda op: "{rivals}" + amount_icons(op.amount, TOKENS[op.what], "−"),
    ops.RivalsGain: lambda op: "{rivals}" + amount_icons(op.amount, TOKENS[op.what], "+"),
    ops.Take: lambda op: "{rivals}{arrow}" + amount_icons(op.amount, TOKENS[op.what]),
    ops.Dispatch: _with_number("{dispatch}"),
    ops.Return: _with_number("{return}"),
    ops.Station: _at_several_locations("{dispatch}{location}"),
    ops.Withdraw: _at_several_locations("{return}{location}"),
    ops.Gather: _at_several_locations("{agent}{swap}"),
    ops.Train: _with_number("{train}"),
    ops.Untrain: _with_sign("−", "{agent}"),
    ops.Expel: _at_several_locations("{rivals}{return}"),
    ops.Claim: lambda op: "{claim}" + OR.join(f"{{{place}}}" for place in op.places),
    ops.Hunt: _without_number("{hunt}"),
    ops.Slay: lambda op: f"{{hunt}}{{damage}}≤{op.damage}",
    ops.Draw: _with_number("{draw}"),
    ops.TakeStreet: _without_number("{street}{arrow}{hand}"),
    ops.Salvage: _without_number("{discard}{arrow}{hand}"),
    ops.CallHome: _without_number("{street}/{discard}{arrow}{hall}"),
    ops.Cubes: _with_sign("+", "{cube}{zone}"),
    ops.ClearZone: _with_sign("−", "{cube}{zone}"),
    ops.ClearTray: _with_sign("−", "{cube}{tower}"),
    ops.MoveCube: _with_number("{cube}{swap}"),
    ops.SeedCube: _with_sign("+", "{cube}{tower}"),
    ops.EmptyTray: _without_number("{cube}{tower}{arrow}{aside}"),
    ops.Banish: _without_number("{tower}{arrow}{discard}"),
    ops.SwapTower: _without_number("{tower}{swap}"),
    ops.SinkStreet: _without_number("{street}{sink}"),
    ops.DelayStreet: _without_number("{street}{delay}"),
    ops.Sleeve: _without_number("{sleeve}"),
    ops.FetchHall: _without_number("{hall}{arrow}{hand}"),
    ops.RaiseDefence: _with_sign("+", "{defence}"),
    ops.LowerDefence: _with_sign("−", "{defence}"),
    ops.Reduce: lambda op: amount_icons(op.amount, "{shield}"),
}


# -- effects ----------------------------------------------------------------------------------------------------


def cost_icons(cost: ops.Cost) -> str:
    """Return a cost as icons."""
    match cost:
        case ops.Pay():
            return amount_icons(cost.amount, TOKENS[cost.what])
        case ops.Retire():
            return f"−{cost.count}{{agent}}"
        case ops.SendAgents():
            return f"{{dispatch}}{cost.count}"
        case ops.PayAgents():
            return f"{{return}}{cost.count}"
        case ops.PayCard():
            return f"{{discard}}{cost.count}"


def condition_icons(record: ops.Condition) -> str:
    """Return a condition as icons: what is counted, and the required number or the comparison with other players."""
    counted, least, most = COUNTED[record.count], record.least, record.most
    if record.who in ("most", "fewest"):
        return f"{counted}{'>' if record.who == 'most' else '<'}{{rivals}}"
    counted = "{rivals}" + counted if record.who == "rival" else counted
    if most == 99:
        return f"{counted}≥{least}"
    return f"{counted}={least}" if least == most else f"{counted}≤{most}" if not least else f"{counted}={least}–{most}"


def operation_icons(operations: Iterable[ops.Op]) -> str:
    """Return operations as icons, in order."""
    return ALSO.join(SIGNS[type(op)](op) for op in operations)


def clause_icons(record: effects.Clause) -> str:
    """Return a clause of an effect as icons: its condition, costs and operations."""
    parts = [f"{condition_icons(record.when)}:"] if record.when else []
    if record.cost:
        parts += [*(cost_icons(cost) for cost in record.cost), "{arrow}"]
    each = [f"{PER}{COUNTED[record.each.count]}≤{record.each.most}"] if record.each else []
    return " ".join([*parts, operation_icons(record.do), *each])


def icons_of(record: effects.Effect) -> str:
    """Return an effect as icons: its clauses in order, or its alternatives."""
    return (EITHER if record.mode == "one" else ALSO).join(clause_icons(part) for part in record.clauses)


def reward_icons(rewards: Iterable[ops.Op]) -> str:
    """Return rewards as icons, with equal rewards added up."""
    return _sum_equal(rewards, ops.Gain, "")


def penalty_icons(penalties: Iterable[ops.Op]) -> str:
    """Return the cost of a failed defence as icons, with equal parts added up."""
    return _sum_equal(penalties, ops.Lose, "−")


def _sum_equal(operations: Iterable[ops.Op], kind: type[ops.Gain | ops.Lose], sign: str) -> str:
    sums: dict[str, int] = {}
    others: list[ops.Op] = []
    for op in operations:
        if isinstance(op, kind) and isinstance(op.amount, int):
            sums[TOKENS[op.what]] = sums.get(TOKENS[op.what], 0) + op.amount
        else:
            others.append(op)
    counted = [f"{sign}{count}{token}" for token, count in sums.items()]
    return ALSO.join([*counted, operation_icons(others)] if others else counted)
