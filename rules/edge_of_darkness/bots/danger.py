"""What threatens a seat: the tower's trays, the cubes on their way, and what turns attacks away."""

from __future__ import annotations

from rules.edge_of_darkness.board.amounts import amount_of
from rules.edge_of_darkness.board.cards import damage, threats
from rules.edge_of_darkness.board.cubes import THRESHOLD
from rules.edge_of_darkness.bots.nominal import of_op
from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.ops import Pay, PayAgents, PayCard, Reduce
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch, Player
from rules.edge_of_darkness.state.steps import Source

#: The chance to turn an attack away with help.
HELPED = 0.7
#: An own or black cube on its way to the tower.
LOOSE = 0.06


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
