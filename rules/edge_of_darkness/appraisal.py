"""What a position is worth to a seat, for players who look one action ahead.

Called on matches out of `worlds`: the order of the stack and the luck to come in them are a guess.
"""

from __future__ import annotations

from rules.edge_of_darkness import prospects
from rules.edge_of_darkness.amounts import amount_of
from rules.edge_of_darkness.cards import damage, filled, guild_cards, threats
from rules.edge_of_darkness.cubes import THRESHOLD
from rules.edge_of_darkness.effects import Clause, Pay, PayAgents, PayCard, Reduce
from rules.edge_of_darkness.feeds import counts_in_play
from rules.edge_of_darkness.nominal import of_op
from rules.edge_of_darkness.scoring import result, scores, trained
from rules.edge_of_darkness.state import ROUNDS, SPOTS, EdgeMatch, Player
from rules.edge_of_darkness.steps import Source
from rules.edge_of_darkness.worth import HALL, Worth

#: Winning and losing, in points.
WIN = 50.0
#: How much the best of the others counts.
RIVAL = 0.45
#: The chance to turn an attack away with help.
HELPED = 0.7
#: What Agents out and Locations held are worth where something counts them: for each, and how many at most.
SPREAD = {"agents_out": (0.12, 3), "places_held": (0.2, 4)}
#: An own or black cube on its way to the tower.
LOOSE = 0.06
#: The share of a final award that the leader can count on when the match begins and when it ends.
EARLY, LATE = 0.3, 1.0


def appraise(match: EdgeMatch, seat: int) -> float:
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
    owned = [0] * state.seats
    for card in state.cards.values():
        if card.owner >= 0:
            owned[card.owner] += 1
    value = 0.0
    for values in (
        [player.reputation for player in state.players],
        [trained(player) for player in state.players],
        owned,
        [-player.moved_down for player in state.players],
    ):
        best = max(other for number, other in enumerate(values) if number != seat)
        value += 2.0 if values[seat] > best else 1.0 if values[seat] == best else 0.0
    return share * value


# -- what threatens ----------------------------------------------------------------------------------------------


def danger(match: EdgeMatch, seat: int) -> float:
    """Return what the tower's trays, the cubes on their way and an attack under way may cost a seat."""
    state = match.state
    shield = shields(match, seat)
    value = sum(tray_danger(match, seat, spot, shield) for spot in range(SPOTS))
    for player in state.players:
        value += LOOSE * (player.zone[seat] + player.zone[-1] + player.staged[seat] + player.staged[-1])
    return value


def tray_danger(match: EdgeMatch, seat: int, spot: int, shield: tuple[int, int]) -> float:
    """Return what a tray is likely to cost a seat; below 0 when it is sure to turn the attack away."""
    state = match.state
    tray, name = state.trays[spot], state.tower[spot]
    total = sum(tray)
    if not total:
        return 0.0
    full = min(1.0, total / THRESHOLD[state.seats])
    against = max(tray[seat], tray[-1])
    others = max(count for colour, count in enumerate(tray[:-1]) if colour != seat)
    hit = min(1.0, max(0.0, 0.45 + 0.25 * (against - others)))
    if not hit:
        return 0.0
    cost = _cost(match, seat, name, shield) if name else 2.0
    return full * full * hit * cost


def _cost(match: EdgeMatch, seat: int, name: str, shield: tuple[int, int]) -> float:
    """What an attack of a card costs a seat that is hit."""
    card = match.state.cards[name]
    track, down = match.content.board.defence_track, match.state.players[seat].moved_down
    lost = track[down] - track[min(down + 1, len(track) - 1)]
    lost -= sum(of_op(op) for _, threat in threats(match.content, card) for op in threat.unless_defended)
    strength = damage(match.content, card)
    if strength <= 0:
        return -1.0
    sure, helped = shield
    if sure >= strength:
        return -1.0
    return lost - (lost + 1.0) * HELPED if sure + helped >= strength else lost


def shields(match: EdgeMatch, seat: int) -> tuple[int, int]:
    """Return by how much Locations reduce Damage by themselves, and by how much more they could for a price."""
    sure, helped = 0, 0
    player = match.state.players[seat]
    for home in match.state.locations:
        ability = match.content.locations[home].ability
        if not ability or ability.timing == "turn":
            continue
        for clause in ability.effect.clauses:
            amounts = [op.amount for op in clause.do if isinstance(op, Reduce)]
            by = sum(amount_of(match, seat, Source(home, "", home), amount) for amount in amounts)
            if ability.timing == "standing":
                sure += by
            else:
                times = _affordable(player, home, clause)
                helped += by * (min(times, ability.uses) if ability.uses else times)
    return sure, helped


def _affordable(player: Player, home: str, clause: Clause) -> int:
    """Return how often a seat could pay for a clause; often enough when it costs nothing."""
    times = 9
    for cost in clause.cost:
        if isinstance(cost, PayAgents):
            times = min(times, player.agents.get(home, 0) // cost.count)
        elif isinstance(cost, PayCard):
            times = min(times, len(player.hand) // cost.count)
        elif isinstance(cost, Pay) and isinstance(cost.amount, int) and cost.amount > 0:
            times = min(times, getattr(player, cost.what) // cost.amount)
    return times
