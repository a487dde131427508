"""The words of single operations and amounts, out of which card text is put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from rules.edge_of_darkness.content.ops import (
    Banish,
    CallHome,
    Claim,
    ClearTray,
    ClearZone,
    Cubes,
    DelayStreet,
    Dispatch,
    Draw,
    EmptyTray,
    FetchHall,
    Gain,
    Gather,
    Hunt,
    Lose,
    LowerDefence,
    MoveCube,
    Op,
    PayAgents,
    RaiseDefence,
    Reduce,
    Retire,
    Return,
    Rivals,
    Salvage,
    SeedCube,
    SinkStreet,
    Sleeve,
    Station,
    SwapTower,
    TakeStreet,
    Train,
    Untrain,
    Withdraw,
)
from rules.edge_of_darkness.words.amounts import Speaker, amount_text, some
from rules.kernel.words.text import N_, Say

_CLAIM_PLACES = {
    "hand": N_("in your hand"),
    "street": N_("in the Street"),
    "tower": N_("in the tower"),
    "discard": N_("in the Discard pile"),
}


def either(say: Say, parts: Sequence[str]) -> str:
    """Join words as alternatives: "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return say.t("{first} or {last}", first=", ".join(parts[:-1]), last=parts[-1])


def lower(text: str) -> str:
    """Return a fragment for the middle of a sentence."""
    return text[:1].lower() + text[1:]


# -- operations ---------------------------------------------------------------------------------------------


def _gain(by: Speaker, *ops: Gain) -> str:
    return by.say.t("Gain {things}", things=_things(by, ops))


def _lose(by: Speaker, *ops: Lose) -> str:
    return by.say.t("Lose {things}", things=_things(by, ops))


def _things(by: Speaker, ops: Sequence[Gain | Lose]) -> str:
    return by.say.join([amount_text(by, op.what, op.amount) for op in ops])


def _rivals(by: Speaker, op: Rivals) -> str:
    return by.say.t("Each other player loses {things}", things=some(by, op.what, op.amount))


def agents_text(say: Say, n: int) -> str:
    """Return a number of Agents, as the object of a sentence."""
    return say.n("{n} Agent", "{n} Agents", n)


def _agents(by: Speaker, n: int, up_to: bool = False) -> str:
    text = f"{n}{{agent}}" if by.icons else agents_text(by.say, n)
    return by.say.t("up to {things}", things=text) if up_to and n > 1 else text


def _dispatch(by: Speaker, op: Dispatch) -> str:
    agents = _agents(by, op.count, op.up_to)
    return by.at(N_("Dispatch {agents} to {place}"), N_("Dispatch {agents} there"), agents=agents)


def return_text(by: Speaker, op: Return | PayAgents) -> str:
    """Return how Agents come back, as an operation or as a price."""
    up_to = isinstance(op, Return) and op.up_to
    agents = _agents(by, op.count, up_to)
    return by.at(N_("Return {agents} from {place}"), N_("Return {agents} from there"), agents=agents)


def _station(by: Speaker, op: Station) -> str:
    return by.say.t("Dispatch {agents} to any Locations", agents=_agents(by, op.count, up_to=True))


def _withdraw(by: Speaker, op: Withdraw) -> str:
    return by.say.t("Return {agents} from any Locations", agents=_agents(by, op.count, up_to=True))


def _gather(by: Speaker, op: Gather) -> str:
    agents = _agents(by, op.count, up_to=True)
    if op.count == 1:
        return by.at(
            N_("Move {agents} from another Location to {place}"),
            N_("Move {agents} there from another Location"),
            agents=agents,
        )
    return by.at(
        N_("Move {agents} from other Locations to {place}"),
        N_("Move {agents} there from other Locations"),
        agents=agents,
    )


def untrain_text(by: Speaker, op: Untrain | Retire) -> str:
    """Return how trained Agents are lost, as an operation or as a price."""
    return by.say.t("Untrain {agents} from your pool", agents=_agents(by, op.count))


def _train(by: Speaker, op: Train) -> str:
    return by.say.t("Train {agents}", agents=_agents(by, op.count))


def _claim(by: Speaker, op: Claim) -> str:
    places = [by.say.t(_CLAIM_PLACES[place]) for place in op.places]
    return by.say.t("Claim a Neutral card {places}", places=either(by.say, places))


def _hunt(by: Speaker, op: Hunt) -> str:
    return by.say.t("You may hunt threats this turn")


def _draw(by: Speaker, op: Draw) -> str:
    return by.say.n("Draw {n} card from the Street", "Draw {n} cards from the Street", op.count)


def _take_street(by: Speaker, op: TakeStreet) -> str:
    return by.say.t("Take a Street card of your choice into your hand and refill the Street")


def _salvage(by: Speaker, op: Salvage) -> str:
    return by.say.t("Take a card from the Discard pile into your hand")


def _call_home(by: Speaker, op: CallHome) -> str:
    return by.say.t("Put a card of your Guild from the Street or the Discard pile into your Guild Hall")


def _cubes(by: Speaker, op: Cubes) -> str:
    return by.say.n(
        "Draw {n} cube from the bag into your Threat Zone",
        "Draw {n} cubes from the bag into your Threat Zone",
        op.count,
    )


def _one_or_up_to(by: Speaker, one: str, many: str, n: int) -> str:
    """Return the sentence for one thing, which has no "up to", or the one for several."""
    return by.say.t(one) if n == 1 else by.say.t(many, n=n)


def _clear_zone(by: Speaker, op: ClearZone) -> str:
    return _one_or_up_to(
        by,
        N_("Set aside 1 cube from your Threat Zone"),
        N_("Set aside up to {n} cubes from your Threat Zone"),
        op.count,
    )


def _clear_tray(by: Speaker, op: ClearTray) -> str:
    return _one_or_up_to(
        by, N_("Set aside 1 cube from the trays"), N_("Set aside up to {n} cubes from the trays"), op.count
    )


def _move_cube(by: Speaker, op: MoveCube) -> str:
    return _one_or_up_to(by, N_("Move 1 cube to another tray"), N_("Move up to {n} cubes to other trays"), op.count)


def _seed_cube(by: Speaker, op: SeedCube) -> str:
    return _one_or_up_to(
        by, N_("Put 1 set-aside cube into a tray"), N_("Put up to {n} set-aside cubes into trays"), op.count
    )


def _empty_tray(by: Speaker, op: EmptyTray) -> str:
    return by.say.t("Set aside all cubes of one tray")


def _banish(by: Speaker, op: Banish) -> str:
    return by.say.t("Discard a tower card without its rewards and set aside the cubes of its tray")


def _swap_tower(by: Speaker, op: SwapTower) -> str:
    return by.say.t("Exchange two tower cards; the cubes stay in their trays")


def _sink_street(by: Speaker, op: SinkStreet) -> str:
    return by.say.t("Put a Street card under the stack and refill the Street")


def _delay_street(by: Speaker, op: DelayStreet) -> str:
    return by.say.t("Move a Street card to the end of the Street next to the stack")


def _sleeve(by: Speaker, op: Sleeve) -> str:
    return by.say.t("Sleeve one more advancement onto a card in your hand")


def _fetch_hall(by: Speaker, op: FetchHall) -> str:
    return by.say.t("Take a card from your Guild Hall into your hand")


def _raise_defence(by: Speaker, op: RaiseDefence) -> str:
    return by.say.n("Move your Defense token up {n} space", "Move your Defense token up {n} spaces", op.count)


def _lower_defence(by: Speaker, op: LowerDefence) -> str:
    return by.say.n("Move your Defense token down {n} space", "Move your Defense token down {n} spaces", op.count)


def _reduce(by: Speaker, op: Reduce) -> str:
    return by.say.t("Reduce the Damage by {points}", points=amount_text(by, "reduce", op.amount))


#: How each operation reads; gains, and losses, take several in a row.
OP_TEXT: dict[type[Any], Callable[..., str]] = {
    Gain: _gain,
    Lose: _lose,
    Rivals: _rivals,
    Dispatch: _dispatch,
    Return: return_text,
    Station: _station,
    Withdraw: _withdraw,
    Gather: _gather,
    Train: _train,
    Untrain: untrain_text,
    Claim: _claim,
    Hunt: _hunt,
    Draw: _draw,
    TakeStreet: _take_street,
    Salvage: _salvage,
    CallHome: _call_home,
    Cubes: _cubes,
    ClearZone: _clear_zone,
    ClearTray: _clear_tray,
    MoveCube: _move_cube,
    SeedCube: _seed_cube,
    EmptyTray: _empty_tray,
    Banish: _banish,
    SwapTower: _swap_tower,
    SinkStreet: _sink_street,
    DelayStreet: _delay_street,
    Sleeve: _sleeve,
    FetchHall: _fetch_hall,
    RaiseDefence: _raise_defence,
    LowerDefence: _lower_defence,
    Reduce: _reduce,
}


def ops_fragments(by: Speaker, ops: Sequence[Op]) -> list[str]:
    """Return operations as fragments without a full stop; gains in a row become one, and so do losses."""
    found: list[str] = []
    for kind, row in groupby(ops, type):
        same: list[Any] = list(row)
        if kind in (Gain, Lose):
            found.append(OP_TEXT[kind](by, *same))
        else:
            found += [OP_TEXT[kind](by, op) for op in same]
    return found
