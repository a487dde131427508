"""The features of a position for a seat: the numbers that the evaluation weighs.

The matches come from `worlds`, so the other players' allegiances are guesses that fit what the seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rules.dark_providence.board.agents import agents_of, is_lead, side_of
from rules.dark_providence.board.allegiance import gate_vp, is_dissenter, reveal_gain, track_of, track_vp
from rules.dark_providence.board.piece_placement import asset_city
from rules.dark_providence.board.sanity import madness_limit
from rules.dark_providence.bots.power_values import ATTACKABLE, attackable_features, powers_value
from rules.dark_providence.content.component_counts import THRESHOLD
from rules.dark_providence.content.records import Asset, Content
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.flow.scoring import excluded, scores
from rules.dark_providence.solo.old_one import goal_reached
from rules.dark_providence.state.state import Player, Providence
from rules.kernel.words.translation import N_

#: The average share of a city's VP that its controller later loses.
CITY_RISK = 0.35
#: The value in points of a resource icon on a card that the seat could acquire.
ICON = 0.5
#: Markers beyond this number add no value, because they are rarely placed.
MAX_USEFUL_MARKERS = 10
#: Sentences that explain moves; each is used for several features.
POINTS = N_("It's worth more points than the other choices.")
INFLUENCE = N_("It keeps more of your influence where you can acquire something good.")
MARKERS = N_("It leaves you more influence markers to place.")
AGENTS = N_("It makes your agents stronger.")
CARDS = N_("It gives you better cards.")
MADNESS = N_("It keeps madness away from you.")
RIVALS = N_("It gives the others less.")
OLD_ONE = N_("It holds the Great Old One back.")
#: The resources that have their own feature. Track icons are summed in `track_icons`, all remaining icons in
#: `other_icons`.
ICONS = ("influence", "recover", "wealth", "force", "arcane")
#: Each feature, with the sentence that explains a move that improves it.
EXPLANATIONS = {
    "points": POINTS,
    "cities_at_risk": POINTS,
    "may_reveal": POINTS,
    "excluded": POINTS,
    "led": INFLUENCE,
    "led_by": INFLUENCE,
    "trailed": INFLUENCE,
    "supply": MARKERS,
    "limbo": MARKERS,
    "pool": MARKERS,
    "agents": AGENTS,
    "might": AGENTS,
    "hand": CARDS,
    **{f"{icon}_icons": CARDS for icon in ICONS},
    "track_icons": CARDS,
    "other_icons": CARDS,
    "powers": CARDS,
    "cards": CARDS,
    "mythos": CARDS,
    "madness": MADNESS,
    "actions": "",
    "rival": RIVALS,
    "rivals": RIVALS,
    "rival_reveals": RIVALS,
    "rivals_led": RIVALS,
    "rivals_supply": RIVALS,
    **dict.fromkeys(ATTACKABLE, RIVALS),
    "old_one": OLD_ONE,
}


def features(match: Providence, seat: int) -> dict[str, float]:
    """Return the features of a position for a seat. Solo and multiplayer matches have the same feature names."""
    return {
        **_points(match, seat),
        **_influence(match, seat),
        **_resources(match, seat),
        **_rivals(match, seat),
        **_attackable_possessions(match, seat),
    }


def phase(match: Providence, _seat: int) -> float:
    """Return how close the leader is to the VP that trigger the end of the game, from 0 to 1."""
    return min(1.0, max(0.0, max(player.vp for player in match.state.players) / THRESHOLD[match.state.seats]))


def _points(match: Providence, seat: int) -> dict[str, float]:
    """Return the features that describe the seat's own score if the game ended now.

    `cities_at_risk` is high while the end of the game is far away, because cities can still be lost.
    """
    state = match.state
    player, threshold = state.players[seat], THRESHOLD[state.seats]
    cities = sum(match.content.cities[city].control for city, place in state.places.items() if place.controller == seat)
    share_left = max(0.0, 1.0 - player.vp / threshold)
    return {
        "points": sum(scores(match, seat).values()),
        "cities_at_risk": share_left * cities,
        "may_reveal": float(not player.revealed and player.vp + reveal_gain(match, seat) >= threshold),
        "madness": madness_risk(match, seat),
    }


def _rivals(match: Providence, seat: int) -> dict[str, float]:
    """Return the features that describe the scores of the other players or, in solo play, of the Great Old One."""
    state = match.state
    values = dict.fromkeys(("rival", "rivals", "rival_reveals", "rivals_supply", "excluded", "old_one"), 0.0)
    if state.old_one is not None:
        amount = match.content.old_ones[state.old_one.card].goal.amount
        return values | {"old_one": state.old_one.vp + 12.0 * (goal_reached(match) / amount) ** 2}
    others = [other for other in range(state.seats) if other != seat]
    visible_scores = {other: _visible_score(match, other) for other in others}
    totals = [float(visible_scores.get(one, _visible_score(match, seat))) for one in range(state.seats)]
    return values | {
        "rival": max(visible_scores.values()),
        "rivals": sum(visible_scores.values()) / len(visible_scores),
        "rival_reveals": float(any(visible_scores[one] >= THRESHOLD[state.seats] for one in others)),
        "rivals_supply": sum(min(state.players[one].supply, MAX_USEFUL_MARKERS) for one in others) / len(others),
        "excluded": float(state.seats > 2 and seat in excluded(match, totals)),
    }


#: For each feature about possessions that some cards can attack, the function that counts a player's possessions.
_RIVAL_POSSESSIONS: dict[str, Callable[[Providence, int], float]] = {
    "rivals_agents": lambda match, seat: sum(
        1 + side_of(match, agent).force + side_of(match, agent).arcane
        for agent in agents_of(match.state, seat)
        if not is_lead(match, agent)
    ),
    "rivals_hand": lambda match, seat: len(match.state.players[seat].hand),
    "rivals_cards": lambda match, seat: sum(owner == seat for owner in match.state.owners.values()),
    "rivals_madness": lambda match, seat: match.state.players[seat].madness,
    "rivals_limbo": lambda match, seat: match.state.players[seat].limbo,
}


def _attackable_possessions(match: Providence, seat: int) -> dict[str, float]:
    """Return the features that count the other players' possessions that cards of this pack can attack."""
    counts, names = dict.fromkeys(ATTACKABLE, 0.0), attackable_features(match.content)
    for name in names if match.state.seats > 1 else ():
        counts[name] = float(
            sum(_RIVAL_POSSESSIONS[name](match, other) for other in range(match.state.seats) if other != seat)
        )
    return counts


def _visible_score(match: Providence, seat: int) -> float:
    """Return an estimate of another seat's points: its VP plus the VP that a reveal would add."""
    return match.state.players[seat].vp + gate_vp(match, seat) + track_vp(match, seat)


def _influence(match: Providence, seat: int) -> dict[str, float]:
    """Return the features about targets where the seat leads or trails, because it might acquire them later."""
    led = led_by = trailed = rivals_led = 0.0
    for target, marks in match.state.marks.items():
        if target in match.state.locks:
            continue
        totals = influence_on(match, target)
        best = max((count for owner, count in enumerate(totals) if owner != seat), default=0)
        lead = totals[seat] - best
        value = target_value(match, seat, target)
        if lead < 0:
            rivals_led += value
        if not marks[seat]:
            continue
        if lead > 0:
            led += value
            led_by += value * min(lead, 3)
        else:
            trailed += value * totals[seat] / (best + 1)
    return {"led": led, "led_by": led_by, "trailed": trailed, "rivals_led": rivals_led}


def target_value(match: Providence, seat: int, target: str) -> float:
    """Return the value in points of acquiring a target."""
    state, content = match.state, match.content
    if target in state.places:
        if state.places[target].controller == seat:
            return 0.5
        return (1.0 - CITY_RISK / 2) * content.cities[target].control + _card_value(content, content.city_cards[target])
    if target in content.mythos:
        mythos = content.mythos[target]
        cultist = state.players[seat].allegiance == "cultist"
        return 1.0 + mythos.vp + (mythos.green if cultist else 0) + powers_value(content, mythos) + len(mythos.ongoing)
    asset = content.assets[target]
    pink = asset.pink if state.players[seat].allegiance == "investigator" else 0
    return _card_value(content, asset) + asset.vp + pink + (1.5 if asset.agent and asset_city(state, target) else 0)


def _card_value(content: Content, card: Asset) -> float:
    return ICON * sum(card.icons.values()) + powers_value(content, card)


def _resources(match: Providence, seat: int) -> dict[str, float]:
    """Return the features that describe a seat's markers, cards and agents, which bring points later."""
    state = match.state
    player = state.players[seat]
    sides = [side_of(match, agent) for agent in agents_of(state, seat)]
    turn = state.turn
    return {
        "supply": min(player.supply, MAX_USEFUL_MARKERS),
        "limbo": player.limbo,
        "pool": player.pool,
        "agents": len(sides),
        "might": sum(side.force + side.arcane for side in sides),
        "hand": len(player.hand),
        **_cards(match, seat, player),
        "mythos": len(player.mythos),
        "actions": float(turn.actions) * (1 if turn.seat == seat else -1),
    }


def _cards(match: Providence, seat: int, player: Player) -> dict[str, float]:
    """Return the features that describe a seat's cards: how many icons and powers they have.

    No feature depends on particular cards, because each pack has different cards.
    """
    cards, icons, powers = match.content.cards, Counter[str](), 0
    owned = [*player.hand, *player.deck, *player.discard]
    for name in owned:
        icons.update(cards[name].icons)
        powers += len(cards[name].powers)
    own = track_of(match, seat)
    track = icons[f"{own}_up"] + icons[f"{own}_down"]
    counted = {f"{icon}_icons": float(icons[icon]) for icon in ICONS}
    other = icons.total() - track - sum(counted.values())
    return {**counted, "track_icons": float(track), "other_icons": other, "powers": float(powers), "cards": len(owned)}


def madness_risk(match: Providence, seat: int) -> float:
    """Return the danger of a seat's MADNESS tokens.

    If a player other than a cultist goes mad, the game ends. Dissenters also lose VP.
    """
    player = match.state.players[seat]
    if player.allegiance == "cultist":
        return 0.2 * player.madness
    progress = player.madness / madness_limit(match, seat)
    risk = 6.0 * progress**2
    total = player.vp + 1.0
    if is_dissenter(player.allegiance):
        risk *= 1.3
    return risk * max(0.3, 1.0 - total / THRESHOLD[match.state.seats])
