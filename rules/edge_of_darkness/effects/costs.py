"""Checks whether a cost can be paid, and which unresolved cards can be discarded (sections 18 and 23 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.edge_of_darkness.board.amounts import amount_of, token_count
from rules.edge_of_darkness.board.sleeving import must_sleeve
from rules.edge_of_darkness.content.effects import Clause, add_up
from rules.edge_of_darkness.content.ops import Pay
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import Source


def unresolved(match: EdgeMatch, seat: int, keep: str = "") -> list[str]:
    """Return the hand cards, except `keep`, whose effects are all unused this turn (EOD-DISCAGENT.2)."""
    hand, used = match.state.players[seat].hand, match.state.turn.used
    if not (used or keep):
        return list(hand)
    out = {keep, *[name.partition("/")[0] for name in used]}
    return [card for card in hand if card not in out]


def must_still_sleeve(match: EdgeMatch, seat: int) -> bool:
    """Return whether the seat must still sleeve an advancement in its current Action turn (EOD-ACTION.4)."""
    state = match.state
    return state.phase == "action" and state.turn.seat == seat and not state.turn.sleeved and must_sleeve(match, seat)


def discardable(match: EdgeMatch, seat: int, count: int, keep: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the sets of `count` unresolved cards that the seat may discard now. The card `keep` is in none of them.

    If a sleeving is mandatory, sets that would make it impossible are excluded (EOD-ACTION.11).
    """
    sets = combinations(unresolved(match, seat, keep), count)
    if must_still_sleeve(match, seat):
        return (spent for spent in sets if must_sleeve(match, seat, spent))
    return sets


def can_discard(match: EdgeMatch, seat: int, count: int, keep: str = "") -> bool:
    """Return whether the seat may discard `count` unresolved cards other than `keep`."""
    return can_spare(
        match, seat, unresolved(match, seat, keep), count, must_still_sleeve_card=must_still_sleeve(match, seat)
    )


def can_spare(match: EdgeMatch, seat: int, cards: list[str], count: int, *, must_still_sleeve_card: bool) -> bool:
    """Return whether this many of these unresolved cards may be discarded.

    `must_still_sleeve_card` is the result of `must_still_sleeve`.
    """
    if len(cards) < count:
        return False
    return not must_still_sleeve_card or any(must_sleeve(match, seat, spent) for spent in combinations(cards, count))


def price_of(match: EdgeMatch, seat: int, source: Source, cost: Pay) -> int:
    """Return a cost's current price in tokens; a negative price counts as 0."""
    return max(0, amount_of(match, seat, source, cost.amount))


def with_present_prices(match: EdgeMatch, seat: int, source: Source, clause: Clause) -> Clause:
    """Return a copy of a clause with its prices fixed at their current values."""
    if not clause.tokens:
        return clause
    now = [
        cost.model_copy(update={"amount": price_of(match, seat, source, cost)}) if isinstance(cost, Pay) else cost
        for cost in clause.cost
    ]
    return clause.model_copy(update={"cost": now})


def can_pay(match: EdgeMatch, seat: int, source: Source, clause: Clause, coins: int = 0, cards: int = 0) -> bool:
    """Return whether the seat can pay the whole cost of a clause.

    `coins` and `cards` are reserved for other costs: Coins for the card's owner, and cards for a Street effect.
    """
    player = match.state.players[seat]
    # Agents are checked first, because most abilities need Agents, and most players have none at the Location.
    if clause.agents > player.agents.get(source.home, 0) or clause.retired + clause.sent > player.pool:
        return False
    if clause.cards and not can_discard(match, seat, clause.cards + cards, source.what):
        return False
    prices = clause.prices
    if prices is None:
        prices = add_up((cost.what, price_of(match, seat, source, cost)) for cost in clause.tokens)
    for what, price in prices.items():
        if token_count(match, seat, what) - (coins if what == "coins" else 0) < price:
            return False
    return True
