"""What a position is worth to a seat, for players who look one action ahead.

Called on matches out of `worlds`: the order of the stack and the luck to come in them are a guess.
"""

from __future__ import annotations

from rules.edge_of_darkness.board.cards import filled, guild_cards
from rules.edge_of_darkness.bots import prospects
from rules.edge_of_darkness.bots.danger import danger
from rules.edge_of_darkness.bots.feeds import counts_in_play
from rules.edge_of_darkness.bots.worth import HALL, Worth
from rules.edge_of_darkness.flow.scoring import AWARDS, result, scores, standing
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch

#: Winning and losing, in points.
WIN = 50.0
#: How much the best of the others counts.
RIVAL = 0.45
#: What Agents out and Locations held are worth where something counts them: for each, and how many at most.
SPREAD = {"agents_out": (0.12, 3), "places_held": (0.2, 4)}
#: The share of a final award that the leader can count on when the match begins and when it ends.
EARLY, LATE = 0.3, 1.0


def evaluate(match: EdgeMatch, seat: int) -> float:
    """Return how good this position is for a seat."""
    if match.state.over:
        return _final(match, seat)
    worth = Worth(match, seat)
    own = _standing(worth) + _served(worth) + _awards(match, seat)
    if worth.running or match.state.phase == "assembly":
        own += prospects.hand(worth, worth.player.hand)
    others = [_standing(Worth(match, other)) for other in range(match.state.seats) if other != seat]
    return own - RIVAL * max(others) - 0.1 * sum(others) / len(others)


def _final(match: EdgeMatch, seat: int) -> float:
    outcome = result(match)
    best = max(row.total for row in outcome.rows if row.seat != seat)
    return (WIN if seat in outcome.winners else -WIN) + outcome.rows[seat].total - best


def _standing(worth: Worth) -> float:
    """What a seat has: its points now, what its tokens, Agents and cards promise, and what threatens it."""
    match, seat, player = worth.match, worth.seat, worth.player
    value = sum(scores(match, seat).values())
    for what in ("coins", "influence", "goodwill"):
        count: int = getattr(player, what)
        value += worth.tokens(what, count) - count / 4
    value += worth.pool(player.pool)
    value += sum(worth.own(card) for card in guild_cards(match.state, seat))
    value += sum(HALL if worth.later else filled(match.state.cards[name]) / 4 for name in player.hall)
    return value - danger(match, seat)


def _served(worth: Worth) -> float:
    """What the Agents on Locations promise."""
    agents = worth.player.agents
    value = sum(worth.agents(home, count) for home, count in agents.items())
    counted = counts_in_play(worth.match)
    for what, many in (("agents_out", sum(agents.values())), ("places_held", len(agents))):
        if what in counted:
            each, most = SPREAD[what]
            value += each * min(many, most) * min(1.0, worth.later / 3)
    return value


def _awards(match: EdgeMatch, seat: int) -> float:
    """What the final awards would bring, as far as they are certain by now."""
    state = match.state
    share = EARLY + (LATE - EARLY) * state.round / ROUNDS
    value = 0.0
    for category in AWARDS:
        values = [standing(match, number, category) for number in range(state.seats)]
        best = max(other for number, other in enumerate(values) if number != seat)
        value += 2.0 if values[seat] > best else 1.0 if values[seat] == best else 0.0
    return share * value
