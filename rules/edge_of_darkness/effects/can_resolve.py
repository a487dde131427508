"""Whether an effect can be used now: it can be paid for and would change something (EOD-USE.7, USE.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.board.amounts import amount_of, held, holds
from rules.edge_of_darkness.board.sleeving import kinds
from rules.edge_of_darkness.content.effects import Clause, Effect
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
    RaiseDefence,
    Reduce,
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
from rules.edge_of_darkness.effects.costs import discardable, payable
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source

#: Where effects can help to hunt: in the own Action turn.
_HUNTING = ("turn", "reward")


def claimable(match: EdgeMatch, seat: int, op: Claim) -> list[str]:
    """Return the Neutral cards in the places the text names (EOD-CLAIM.3, CLAIM.4, CLAIM.8)."""
    state = match.state
    if not state.players[seat].slips:
        return []
    zones = {
        "hand": state.players[seat].hand,
        "street": deck.street_cards(state) if "street" in op.places else [],
        "tower": state.tower,
        "discard": state.discard,
    }
    places = [zones[place] for place in zones if place in op.places]
    return [card for place in places for card in place if card and state.cards[card].owner < 0]


def homeward(match: EdgeMatch, seat: int) -> list[str]:
    """Return the seat's own Guild cards in the Street and the Discard pile, which can be called home."""
    state = match.state
    return [card for card in [*state.street, *state.discard] if card and state.cards[card].owner == seat]


def elsewhere(match: EdgeMatch, seat: int, home: str) -> list[str]:
    """Return the Locations other than `home` where the seat has Agents."""
    return [place for place in match.state.locations if place != home and match.state.players[seat].agents.get(place)]


def _gain(match: EdgeMatch, seat: int, source: Source, op: Gain, use: str) -> bool:
    """A printed number may be negative, and then takes what is there (EOD-ICON.9)."""
    if op.what == "battle" and use not in _HUNTING:
        return False
    amount = amount_of(match, seat, source, op.amount)
    return amount > 0 or (amount < 0 and held(match, seat, op.what) > 0)


def _lose(match: EdgeMatch, seat: int, source: Source, op: Lose, use: str) -> bool:
    return amount_of(match, seat, source, op.amount) > 0 and held(match, seat, op.what) > 0


def _rivals(match: EdgeMatch, seat: int, source: Source, op: Rivals, use: str) -> bool:
    return any(getattr(player, op.what) for other, player in enumerate(match.state.players) if other != seat)


def _dispatch(match: EdgeMatch, seat: int, source: Source, op: Dispatch, use: str) -> bool:
    return bool(source.home) and match.state.players[seat].pool > 0


def _return(match: EdgeMatch, seat: int, source: Source, op: Return, use: str) -> bool:
    return match.state.players[seat].agents.get(source.home, 0) > 0


def _train(match: EdgeMatch, seat: int, source: Source, op: Train, use: str) -> bool:
    return match.state.players[seat].untrained > 0


def _pool(match: EdgeMatch, seat: int, source: Source, op: Op, use: str) -> bool:
    return match.state.players[seat].pool > 0


def _withdraw(match: EdgeMatch, seat: int, source: Source, op: Withdraw, use: str) -> bool:
    return bool(match.state.players[seat].agents)


def _gather(match: EdgeMatch, seat: int, source: Source, op: Gather, use: str) -> bool:
    return bool(source.home) and bool(elsewhere(match, seat, source.home))


def _salvage(match: EdgeMatch, seat: int, source: Source, op: Salvage, use: str) -> bool:
    return bool(match.state.discard)


def _call_home(match: EdgeMatch, seat: int, source: Source, op: CallHome, use: str) -> bool:
    return bool(homeward(match, seat))


def _seed(match: EdgeMatch, seat: int, source: Source, op: SeedCube, use: str) -> bool:
    return any(match.state.aside)


def _banish(match: EdgeMatch, seat: int, source: Source, op: Banish, use: str) -> bool:
    return any(match.state.tower)


def _lower(match: EdgeMatch, seat: int, source: Source, op: LowerDefence, use: str) -> bool:
    return match.state.players[seat].moved_down < len(match.content.board.defence_track) - 1


def _claim(match: EdgeMatch, seat: int, source: Source, op: Claim, use: str) -> bool:
    return bool(claimable(match, seat, op))


def _hunt(match: EdgeMatch, seat: int, source: Source, op: Hunt, use: str) -> bool:
    turn = match.state.turn
    return use in _HUNTING and (not turn.may_hunt or (turn.hunted and not match.state.options.hunt_repeatable))


def _draw(match: EdgeMatch, seat: int, source: Source, op: Draw | TakeStreet, use: str) -> bool:
    return bool(deck.street_cards(match.state))


def _cubes(match: EdgeMatch, seat: int, source: Source, op: Cubes, use: str) -> bool:
    return any(match.state.bag)


def _clear_zone(match: EdgeMatch, seat: int, source: Source, op: ClearZone, use: str) -> bool:
    return any(match.state.players[seat].zone)


def _trays(match: EdgeMatch, seat: int, source: Source, op: Op, use: str) -> bool:
    return any(any(tray) for tray in match.state.trays)


def _swap(match: EdgeMatch, seat: int, source: Source, op: SwapTower, use: str) -> bool:
    return sum(1 for card in match.state.tower if card) > 1


def _street(match: EdgeMatch, seat: int, source: Source, op: Op, use: str) -> bool:
    return any(match.state.street) and (bool(match.state.deck) or isinstance(op, DelayStreet))


def _sleeve(match: EdgeMatch, seat: int, source: Source, op: Sleeve, use: str) -> bool:
    return bool(kinds(match, match.state.players[seat].hand))


def _fetch(match: EdgeMatch, seat: int, source: Source, op: FetchHall, use: str) -> bool:
    return bool(match.state.players[seat].hall)


def _raise(match: EdgeMatch, seat: int, source: Source, op: RaiseDefence, use: str) -> bool:
    return match.state.players[seat].moved_down > 0


def _reduce(match: EdgeMatch, seat: int, source: Source, op: Reduce, use: str) -> bool:
    return use == "defence" and amount_of(match, seat, source, op.amount) > 0


TABLE: dict[type[Any], Callable[[EdgeMatch, int, Source, Any, str], bool]] = {
    Gain: _gain,
    Lose: _lose,
    Rivals: _rivals,
    Dispatch: _dispatch,
    Return: _return,
    Station: _pool,
    Withdraw: _withdraw,
    Gather: _gather,
    Train: _train,
    Untrain: _pool,
    Claim: _claim,
    Hunt: _hunt,
    Draw: _draw,
    TakeStreet: _draw,
    Salvage: _salvage,
    CallHome: _call_home,
    Cubes: _cubes,
    ClearZone: _clear_zone,
    ClearTray: _trays,
    MoveCube: _trays,
    SeedCube: _seed,
    EmptyTray: _trays,
    Banish: _banish,
    SwapTower: _swap,
    SinkStreet: _street,
    DelayStreet: _street,
    Sleeve: _sleeve,
    FetchHall: _fetch,
    RaiseDefence: _raise,
    LowerDefence: _lower,
    Reduce: _reduce,
}


def would_change(match: EdgeMatch, seat: int, source: Source, op: Op, use: str) -> bool:
    """Tell whether the operation would change anything now."""
    return TABLE[type(op)](match, seat, source, op, use)


def viable(
    match: EdgeMatch, seat: int, source: Source, clause: Clause, use: str, coins: int = 0, cards: int = 0
) -> bool:
    """Tell whether a clause can be paid and would change anything (EOD-USE.7, USE.8).

    `coins` and `cards` are already promised: to a card's owner, and for a Street effect. Agents that come
    back as a price are a change by themselves; tokens and cards given away for nothing are not (EOD-USE.8).
    """
    if use == "turn" and clause.sure:
        return True
    if clause.when and not holds(match, seat, clause.when, source):
        return False
    if clause.cost:
        if not payable(match, seat, source, clause, coins, cards):
            return False
        if clause.agents:
            return True
    discards = clause.cards + cards
    if discards:
        return _survives(match, seat, source, clause, use, discards)
    return _changes(match, seat, source, clause.do, use)


def _changes(match: EdgeMatch, seat: int, source: Source, ops: Iterable[Op], use: str) -> bool:
    # Not any(), here and below: asked for every effect on the table with every listing of actions, a generator
    # each time would cost a twentieth of all the time that the rules take.
    for op in ops:  # noqa: SIM110
        if TABLE[type(op)](match, seat, source, op, use):
            return True
    return False


def _survives(match: EdgeMatch, seat: int, source: Source, clause: Clause, use: str, discards: int) -> bool:
    """Tell whether a clause would still change something when so many hand cards have been discarded for it."""
    if _changes(match, seat, source, clause.steady, use):
        return True
    if len(clause.steady) == len(clause.do) or not _changes(match, seat, source, clause.do, use):
        return False
    player = match.state.players[seat]
    hand = player.hand
    try:
        for spent in discardable(match, seat, discards, source.what):
            player.hand = [card for card in hand if card not in spent]
            if _changes(match, seat, source, clause.do, use):
                return True
    finally:
        player.hand = hand
    return False


def effect_viable(
    match: EdgeMatch, seat: int, source: Source, effect: Effect, use: str, coins: int = 0, cards: int = 0
) -> bool:
    """Tell whether any part of an effect can be resolved."""
    for clause in effect.clauses:  # noqa: SIM110
        if viable(match, seat, source, clause, use, coins, cards):
            return True
    return False
