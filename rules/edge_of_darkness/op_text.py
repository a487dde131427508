"""The words of single operations and amounts, out of which card text is put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.effects import (
    Amount,
    Claim,
    ClearTray,
    ClearZone,
    Count,
    Cubes,
    DelayStreet,
    Dispatch,
    Draw,
    FetchHall,
    Gain,
    Hunt,
    Lose,
    MoveCube,
    Op,
    PayAgents,
    RaiseDefence,
    Reduce,
    Return,
    Rivals,
    SinkStreet,
    Sleeve,
    SwapTower,
    Train,
)
from rules.kernel.text import N_, Say

_ICONS = {"coins": "{coin}", "reduce": "{shield}"}
_CLAIM_PLACES = {
    "hand": N_("in your hand"),
    "street": N_("in the Street"),
    "tower": N_("in the tower"),
    "discard": N_("in the Discard pile"),
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, a form and the Location that the effect is tied to."""

    say: Say
    place: str
    icons: bool


# -- amounts ------------------------------------------------------------------------------------------------


def things(say: Say, what: str, n: int) -> str:
    """Return a number of tokens, as the object of a sentence: "2 Coins"."""
    match what:
        case "coins":
            return say.n("{n} Coin", "{n} Coins", n)
        case "influence":
            return say.n("{n} Influence", "{n} Influence", n)
        case "goodwill":
            return say.n("{n} Goodwill", "{n} Goodwill", n)
        case "reputation":
            return say.n("{n} Reputation", "{n} Reputation", n)
        case "battle":
            return say.n("{n} Battle Strength", "{n} Battle Strength", n)
        case _:
            return say.n("{n} point", "{n} points", n)


def _some(by: Speaker, what: str, n: int) -> str:
    return f"{n}{_ICONS.get(what, f'{{{what}}}')}" if by.icons else things(by.say, what, n)


def _per(by: Speaker, count: str) -> str:
    say, place = by.say, by.place
    match count:
        case "agents_here":
            return say.t("for each of your Agents at {place}", place=place)
        case "rival_agents_here":
            return say.t("for each Agent of other Guilds at {place}", place=place)
        case "own_hand":
            return say.t("for each card of your Guild in your hand")
        case "neutral_hand":
            return say.t("for each Neutral card in your hand")
        case "zone_cubes":
            return say.t("for each cube in your Threat Zone")
        case "tower_cubes":
            return say.t("for each cube of your colour in the tower")
        case _:
            return say.t("for each card of your Guild")


def amount_text(by: Speaker, what: str, amount: Amount) -> str:
    """Return an amount, fixed or counted: "1 Coin plus 1 Coin for each Neutral card in your hand (at most 4)"."""
    if isinstance(amount, int):
        return _some(by, what, amount)
    say = by.say
    text = say.t("{things} {per}", things=_some(by, what, abs(amount.times)), per=_per(by, amount.count))
    plus = _some(by, what, abs(amount.plus))
    if amount.times < 0:
        text = say.t("{things}, less {fewer}", things=plus, fewer=text)
    elif amount.plus < 0:
        text = say.t("{things}, less {fewer}", things=text, fewer=plus)
    elif amount.plus:
        text = say.t("{things} plus {more}", things=plus, more=text)
    return text + _bounds(say, amount)


def _bounds(say: Say, amount: Count) -> str:
    bounds = [say.t("at least {n}", n=amount.least)] if amount.least else []
    bounds += [say.t("at most {n}", n=amount.most)] if amount.most < 99 else []
    return f" ({', '.join(bounds)})" if bounds else ""


def either(say: Say, parts: Sequence[str]) -> str:
    """Join words as alternatives: "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return say.t("{first} or {last}", first=", ".join(parts[:-1]), last=parts[-1])


def lower(text: str) -> str:
    """Return a fragment for the middle of a sentence."""
    return text[:1].lower() + text[1:]


# -- operations ---------------------------------------------------------------------------------------------


def _rivals(by: Speaker, op: Rivals) -> str:
    return by.say.t("Each other player loses {things}", things=_some(by, op.what, op.amount))


def agents(say: Say, n: int) -> str:
    """Return a number of Agents, as the object of a sentence."""
    return say.n("{n} Agent", "{n} Agents", n)


def _agents(by: Speaker, n: int, up_to: bool = False) -> str:
    text = f"{n}{{agent}}" if by.icons else agents(by.say, n)
    return by.say.t("up to {things}", things=text) if up_to and n > 1 else text


def _dispatch(by: Speaker, op: Dispatch) -> str:
    return by.say.t("Dispatch {agents} to {place}", agents=_agents(by, op.count, op.up_to), place=by.place)


def return_text(by: Speaker, op: Return | PayAgents) -> str:
    """Return how Agents come back, as an operation or as a price."""
    up_to = isinstance(op, Return) and op.up_to
    return by.say.t("Return {agents} from {place}", agents=_agents(by, op.count, up_to), place=by.place)


def _train(by: Speaker, op: Train) -> str:
    return by.say.t("Train {agents}", agents=_agents(by, op.count))


def _claim(by: Speaker, op: Claim) -> str:
    places = [by.say.t(_CLAIM_PLACES[place]) for place in op.places]
    return by.say.t("Claim a Neutral card {places}", places=either(by.say, places))


def _hunt(by: Speaker, op: Hunt) -> str:
    return by.say.t("You may hunt threats this turn")


def _draw(by: Speaker, op: Draw) -> str:
    return by.say.n("Draw {n} card from the Street", "Draw {n} cards from the Street", op.count)


def _cubes(by: Speaker, op: Cubes) -> str:
    return by.say.n(
        "Draw {n} cube from the bag into your Threat Zone",
        "Draw {n} cubes from the bag into your Threat Zone",
        op.count,
    )


def _clear_zone(by: Speaker, op: ClearZone) -> str:
    return by.say.n(
        "Set aside {n} cube from your Threat Zone", "Set aside up to {n} cubes from your Threat Zone", op.count
    )


def _clear_tray(by: Speaker, op: ClearTray) -> str:
    return by.say.n("Set aside {n} cube from the trays", "Set aside up to {n} cubes from the trays", op.count)


def _move_cube(by: Speaker, op: MoveCube) -> str:
    return by.say.n("Move {n} cube to another tray", "Move up to {n} cubes to other trays", op.count)


def _swap_tower(by: Speaker, op: SwapTower) -> str:
    return by.say.t("Exchange two tower cards; the cubes stay in their trays")


def _sink_street(by: Speaker, op: SinkStreet) -> str:
    return by.say.t("Put a Street card under the stack and refill the Street")


def _delay_street(by: Speaker, op: DelayStreet) -> str:
    return by.say.t("Move a Street card to the end of the Street")


def _sleeve(by: Speaker, op: Sleeve) -> str:
    return by.say.t("Sleeve one more advancement onto a card in your hand")


def _fetch_hall(by: Speaker, op: FetchHall) -> str:
    return by.say.t("Take a card from your Guild Hall into your hand")


def _raise_defence(by: Speaker, op: RaiseDefence) -> str:
    return by.say.n("Move your Defense token up {n} space", "Move your Defense token up {n} spaces", op.count)


def _reduce(by: Speaker, op: Reduce) -> str:
    return by.say.t("Reduce the Damage by {points}", points=amount_text(by, "reduce", op.amount))


#: How each operation reads; gains and losses are put together in `ops_fragments`.
OP_TEXT: dict[type[Any], Callable[[Speaker, Any], str]] = {
    Rivals: _rivals,
    Dispatch: _dispatch,
    Return: return_text,
    Train: _train,
    Claim: _claim,
    Hunt: _hunt,
    Draw: _draw,
    Cubes: _cubes,
    ClearZone: _clear_zone,
    ClearTray: _clear_tray,
    MoveCube: _move_cube,
    SwapTower: _swap_tower,
    SinkStreet: _sink_street,
    DelayStreet: _delay_street,
    Sleeve: _sleeve,
    FetchHall: _fetch_hall,
    RaiseDefence: _raise_defence,
    Reduce: _reduce,
}


def ops_fragments(by: Speaker, ops: Sequence[Op]) -> list[str]:
    """Return operations as fragments without a full stop; gains in a row become one, and so do losses."""
    found: list[str] = []
    for kind, row in groupby(ops, type):
        same: list[Any] = list(row)
        if kind in (Gain, Lose):
            listed = by.say.join([amount_text(by, op.what, op.amount) for op in same])
            found.append(by.say.t("Gain {things}" if kind is Gain else "Lose {things}", things=listed))
        else:
            found += [OP_TEXT[kind](by, op) for op in same]
    return found
