"""The value of a position for a seat, for computer players that look one action ahead.

The matches come from `worlds`: the others' allegiances in them are a guess that fits what the seat knows.
"""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, side_of
from rules.dark_providence.board.allegiance import gate_vp, is_dissenter, track_vp
from rules.dark_providence.board.board import asset_city
from rules.dark_providence.board.sanity import limit
from rules.dark_providence.content.limits import THRESHOLD
from rules.dark_providence.content.records import Asset
from rules.dark_providence.effects.acquiring import influence_on
from rules.dark_providence.flow.scoring import result, scores
from rules.dark_providence.solo.old_one import goal_reached
from rules.dark_providence.state.state import Providence
from rules.kernel.words.text import N_

#: The value of a win, in points; a loss is as much below 0.
WIN = 60.0
#: The value of things in points, found by playing greedy players against each other.
SUPPLY, LIMBO, POOL = 0.2, 0.1, 0.03
HAND = 0.15
AGENT, MIGHT = 0.7, 0.2
ICON, POWER = 0.25, 0.4
#: The share of a city's VP that may be lost again.
CITY_RISK = 0.35
#: The share of a target's value that counts for the seat with the most influence there, and for one behind it.
LEADING, TRAILING = 0.6, 0.25
RIVAL = 0.5
#: What the value of a position consists of, by what is said of a move that leads to more of it than others.
END = N_("It decides the match for you.")
POINTS = N_("It comes to more points than the other choices.")
INFLUENCE = N_("It leaves more of your influence where you can acquire something good.")
MARKERS = N_("It leaves you more influence markers to place.")
AGENTS = N_("It makes your agents stronger.")
CARDS = N_("It gives you better cards.")
MADNESS = N_("It keeps madness away from you.")
RIVALS = N_("It gives the others less.")
OLD_ONE = N_("It holds the Great Old One back.")


def evaluate(match: Providence, seat: int) -> float:
    """Return how good this position is for a seat; the end of the game counts as won or lost."""
    return sum(terms(match, seat).values())


def terms(match: Providence, seat: int) -> dict[str, float]:
    """Return what the value of this position for a seat consists of."""
    if match.state.ending:
        return {END: _end_value(match, seat)}
    return {
        POINTS: _points(match, seat),
        INFLUENCE: _influence_value(match, seat),
        **_resources_value(match, seat),
        MADNESS: -_madness_risk(match, seat),
        RIVALS if match.state.old_one is None else OLD_ONE: -RIVAL * _rivals(match, seat),
    }


def _end_value(match: Providence, seat: int) -> float:
    outcome = result(match)
    won = seat in outcome.winners
    return (WIN if won else -WIN) + outcome.rows[seat].total


def _points(match: Providence, seat: int) -> float:
    """Return the points if the game ended now; while the end is far, cities count less: they can be lost."""
    state = match.state
    cities = sum(match.content.cities[city].control for city, place in state.places.items() if place.controller == seat)
    far = max(0.0, 1.0 - state.players[seat].vp / THRESHOLD[state.seats])
    return sum(scores(match, seat).values()) - CITY_RISK * far * cities


def _rivals(match: Providence, seat: int) -> float:
    """Return the score of the best rival; in solo play that of the Great Old One, with how close its goal is."""
    state = match.state
    if state.old_one is not None:
        amount = match.content.old_ones[state.old_one.card].goal.amount
        return state.old_one.vp + 12.0 * (goal_reached(match) / amount) ** 2
    return max(_visible_score(match, other) for other in range(state.seats) if other != seat)


def _visible_score(match: Providence, seat: int) -> float:
    """Return an estimate of another seat's points: its VP, and what a reveal would add."""
    return match.state.players[seat].vp + gate_vp(match, seat) + track_vp(match, seat)


def _influence_value(match: Providence, seat: int) -> float:
    """Return the value of a seat's influence on what it may acquire in a later turn."""
    total = 0.0
    for target, marks in match.state.marks.items():
        if not marks[seat] or target in match.state.locks:
            continue
        value = target_value(match, seat, target)
        totals = influence_on(match, target)
        best = max((count for owner, count in enumerate(totals) if owner != seat), default=0)
        ahead = totals[seat] - best
        share = LEADING + 0.05 * min(ahead, 3) if ahead > 0 else TRAILING * totals[seat] / (best + 1)
        total += value * share
    return total


def target_value(match: Providence, seat: int, target: str) -> float:
    """Return the value of acquiring a target."""
    state, content = match.state, match.content
    if target in state.places:
        if state.places[target].controller == seat:
            return 0.5
        return (1.0 - CITY_RISK / 2) * content.cities[target].control + _card_value(content.city_cards[target])
    if target in content.mythos:
        mythos = content.mythos[target]
        cultist = state.players[seat].allegiance == "cultist"
        return 1.0 + mythos.vp + (mythos.green if cultist else 0) + 0.8 * len(mythos.powers) + len(mythos.ongoing)
    asset = content.assets[target]
    pink = asset.pink if state.players[seat].allegiance == "investigator" else 0
    return _card_value(asset) + asset.vp + pink + (1.5 if asset.agent and asset_city(state, target) else 0)


def _card_value(card: Asset) -> float:
    return ICON * 2 * sum(card.icons.values()) + POWER * 2 * len(card.powers)


def _resources_value(match: Providence, seat: int) -> dict[str, float]:
    """Return the value of markers, cards and agents, which bring points later."""
    state, cards = match.state, match.content.cards
    player = state.players[seat]
    owned = [*player.hand, *player.deck, *player.discard]
    might = sum(side_of(match, agent).force + side_of(match, agent).arcane for agent in agents_of(state, seat))
    return {
        MARKERS: SUPPLY * min(player.supply, 10) + LIMBO * player.limbo + POOL * player.pool,
        AGENTS: AGENT * len(agents_of(state, seat)) + MIGHT * might,
        CARDS: HAND * len(player.hand)
        + sum(ICON * sum(cards[card].icons.values()) + POWER * len(cards[card].powers) for card in owned),
    }


def _madness_risk(match: Providence, seat: int) -> float:
    """Return the cost of MADNESS tokens: madness ends the game for all but cultists; a revealed dissenter loses VP."""
    player = match.state.players[seat]
    if player.allegiance == "cultist":
        return 0.2 * player.madness
    near = player.madness / limit(match, seat)
    risk = 6.0 * near**2
    total = player.vp + 1.0
    if is_dissenter(player.allegiance):
        risk *= 1.3
    return risk * max(0.3, 1.0 - total / THRESHOLD[match.state.seats])
