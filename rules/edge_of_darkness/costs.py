"""Whether a price can be paid, and which unresolved cards may be discarded (sections 18 and 23 of RULES.md)."""

from __future__ import annotations

from itertools import combinations

from rules.edge_of_darkness.amounts import amount_of, held
from rules.edge_of_darkness.ops import Cost, Pay, PayAgents, PayCard
from rules.edge_of_darkness.sleeving import must_sleeve
from rules.edge_of_darkness.state import EdgeMatch
from rules.edge_of_darkness.steps import Source


def unresolved(match: EdgeMatch, seat: int, keep: str = "") -> list[str]:
    """Return the hand cards, `keep` left out, of which no effect was resolved this turn (EOD-DISCAGENT.2)."""
    hand, used = match.state.players[seat].hand, match.state.turn.used
    out = {keep, *[name.partition("/")[0] for name in used]}
    return [card for card in hand if card not in out]


def owes_sleeving(match: EdgeMatch, seat: int) -> bool:
    """Tell whether this is the seat's Action turn and its mandatory sleeving is still to come (EOD-ACTION.4)."""
    state = match.state
    return state.phase == "action" and state.turn.seat == seat and not state.turn.sleeved and must_sleeve(match, seat)


def discardable(match: EdgeMatch, seat: int, count: int, keep: str = "") -> list[tuple[str, ...]]:
    """Return the sets of unresolved cards, `keep` left out, that may be discarded now.

    A set that would make an owed mandatory sleeving impossible is left out too (EOD-ACTION.11).
    """
    sets = combinations(unresolved(match, seat, keep), count)
    if owes_sleeving(match, seat):
        return [spent for spent in sets if must_sleeve(match, seat, spent)]
    return list(sets)


def can_discard(match: EdgeMatch, seat: int, count: int, keep: str = "") -> bool:
    """Tell whether there is a set that may be discarded."""
    return can_spare(match, seat, unresolved(match, seat, keep), count, owes=owes_sleeving(match, seat))


def can_spare(match: EdgeMatch, seat: int, cards: list[str], count: int, *, owes: bool) -> bool:
    """Tell whether so many of these unresolved cards may be discarded; `owes` as `owes_sleeving` tells."""
    if len(cards) < count:
        return False
    return not owes or any(must_sleeve(match, seat, spent) for spent in combinations(cards, count))


def price_of(match: EdgeMatch, seat: int, source: Source, cost: Pay) -> int:
    """Return how many tokens a price takes now; one that would fall below 0 is free."""
    return max(0, amount_of(match, seat, source, cost.amount))


def costs_payable(
    match: EdgeMatch, seat: int, source: Source, costs: list[Cost], coins: int = 0, cards: int = 0
) -> bool:
    """Tell whether these prices can be paid in full together.

    `coins` and `cards` are already promised: to a card's owner, and for a Street effect.
    """
    player = match.state.players[seat]
    totals = {"coins": coins}
    agents = retired = 0
    discards = cards
    for cost in costs:
        if isinstance(cost, Pay):
            totals[cost.what] = totals.get(cost.what, 0) + price_of(match, seat, source, cost)
        elif isinstance(cost, PayAgents):
            agents += cost.count
            if agents > player.agents.get(source.home, 0):
                return False  # at once: most abilities ask for Agents, and most players have none there
        elif isinstance(cost, PayCard):
            discards += cost.count
        else:
            retired += cost.count
    if retired > player.pool:
        return False
    if discards > cards and not can_discard(match, seat, discards, source.what):
        return False
    return all(held(match, seat, what) >= total for what, total in totals.items())
