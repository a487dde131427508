"""What a position is worth to a seat, for players who look one action ahead.

Called on matches out of `worlds`: the allegiances of others in them are a guess that fits what the seat knows.
"""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of, side_of
from rules.dark_providence.board.allegiance import gate_vp, is_dissenter, track_vp
from rules.dark_providence.board.board import asset_city, kind_of
from rules.dark_providence.board.sanity import limit
from rules.dark_providence.content.load import Asset
from rules.dark_providence.effects.acquiring import influence_on
from rules.dark_providence.effects.paying import icons
from rules.dark_providence.flow.scoring import result, scores
from rules.dark_providence.state.actions import Choose, DiscardCard, Done, EndTurn, Pay, PlaceInfluence, TakeBack
from rules.dark_providence.state.state import THRESHOLD, Providence
from rules.dark_providence.state.steps import PayStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision

#: Winning and losing, in points.
WIN = 60.0
#: What things are worth, in points: found by playing greedy players against each other.
SUPPLY, LIMBO, POOL = 0.2, 0.1, 0.03
HAND = 0.15
AGENT, MIGHT = 0.7, 0.2
ICON, POWER = 0.25, 0.4
#: What may be lost of a city's VP again.
SHAKY = 0.35
#: The share of a target's worth that most influence there promises, and that a part of it does.
PROMISE, HOPE = 0.6, 0.25
RIVAL = 0.5


def appraise(match: Providence, seat: int) -> float:
    """Return how good this position is for a seat; the end of the game counts as won or lost."""
    if match.state.ending:
        return _end_value(match, seat)
    own = _points(match, seat) + _promises(match, seat) + _means(match, seat) - _fears(match, seat)
    return own - RIVAL * _rivals(match, seat)


def _end_value(match: Providence, seat: int) -> float:
    outcome = result(match)
    won = seat in outcome.winners
    return (WIN if won else -WIN) + outcome.rows[seat].total


def _points(match: Providence, seat: int) -> float:
    """Points if the game ended now; cities may be lost again while the end is far."""
    state = match.state
    cities = sum(match.content.cities[city].control for city, place in state.places.items() if place.controller == seat)
    far = max(0.0, 1.0 - state.players[seat].vp / THRESHOLD[state.seats])
    return sum(scores(match, seat).values()) - SHAKY * far * cities


def _rivals(match: Providence, seat: int) -> float:
    """The best of the others; in solo play the Great Old One and how near its goal is."""
    state = match.state
    if state.old_one is not None:
        from rules.dark_providence.solo.old_one import goal_reached

        amount = match.content.old_ones[state.old_one.card].goal.amount
        return state.old_one.vp + 12.0 * (goal_reached(match) / amount) ** 2
    return max(_standing(match, other) for other in range(state.seats) if other != seat)


def _standing(match: Providence, seat: int) -> float:
    """Roughly the points of another seat: what is on the track, and what a reveal would add."""
    return match.state.players[seat].vp + gate_vp(match, seat) + track_vp(match, seat)


def _promises(match: Providence, seat: int) -> float:
    """What own influence promises: acquiring is the first action of a later turn."""
    total = 0.0
    for target, marks in match.state.marks.items():
        if not marks[seat] or target in match.state.locks:
            continue
        worth = target_worth(match, seat, target)
        totals = influence_on(match, target)
        best = max((count for owner, count in enumerate(totals) if owner != seat), default=0)
        ahead = totals[seat] - best
        share = PROMISE + 0.05 * min(ahead, 3) if ahead > 0 else HOPE * totals[seat] / (best + 1)
        total += worth * share
    return total


def target_worth(match: Providence, seat: int, target: str) -> float:
    """Return what acquiring a target would bring."""
    state, content = match.state, match.content
    if target in state.places:
        if state.places[target].controller == seat:
            return 0.5
        return (1.0 - SHAKY / 2) * content.cities[target].control + _card_worth(content.city_cards[target])
    if target in content.mythos:
        mythos = content.mythos[target]
        cultist = state.players[seat].allegiance == "cultist"
        return 1.0 + mythos.vp + (mythos.green if cultist else 0) + 0.8 * len(mythos.powers) + len(mythos.ongoing)
    asset = content.assets[target]
    pink = asset.pink if state.players[seat].allegiance == "investigator" else 0
    return _card_worth(asset) + asset.vp + pink + (1.5 if asset.agent and asset_city(state, target) else 0)


def _card_worth(card: Asset) -> float:
    return ICON * 2 * sum(card.icons.values()) + POWER * 2 * len(card.powers)


def _means(match: Providence, seat: int) -> float:
    """Markers, cards and agents: what later points are made of."""
    state, cards = match.state, match.content.cards
    player = state.players[seat]
    owned = [*player.hand, *player.deck, *player.discard]
    might = sum(side_of(match, agent).force + side_of(match, agent).arcane for agent in agents_of(state, seat))
    return (
        SUPPLY * min(player.supply, 10)
        + LIMBO * player.limbo
        + POOL * player.pool
        + HAND * len(player.hand)
        + AGENT * len(agents_of(state, seat))
        + MIGHT * might
        + sum(ICON * sum(cards[card].icons.values()) + POWER * len(cards[card].powers) for card in owned)
    )


def _fears(match: Providence, seat: int) -> float:
    """Madness ends the game for all but cultists, and a shown dissenter pays for it."""
    player = match.state.players[seat]
    if player.allegiance == "cultist":
        return 0.2 * player.madness
    near = player.madness / limit(match, seat)
    fear = 6.0 * near**2
    total = player.vp + 1.0
    if is_dissenter(player.allegiance):
        fear *= 1.3
    return fear * max(0.3, 1.0 - total / THRESHOLD[match.state.seats])


#: How many of a kind of action are tried out, the most promising ones.
TRIED: dict[type[Action], int] = {PlaceInfluence: 4, DiscardCard: 1, Pay: 5, TakeBack: 4, Choose: 8}


def promising(match: Providence, seat: int, actions: list[Action]) -> list[Action]:
    """Leave out what is hardly ever best: most targets of influence, discards and ways to pay."""
    found: list[Action] = []
    ranked: dict[type[Action], list[Action]] = {}
    for action in actions:
        if type(action) in TRIED:
            ranked.setdefault(type(action), []).append(action)
        else:
            found.append(action)
    for kind, alike in ranked.items():
        if len(alike) > TRIED[kind]:
            alike.sort(key=lambda action: _rank(match, seat, action), reverse=True)
        found += alike[: TRIED[kind]]
    return found


def _rank(match: Providence, seat: int, action: Action) -> float:
    """Return how promising an action looks among others of its kind."""
    cards = match.content.cards
    match action:
        case PlaceInfluence():
            return _promise(match, seat, action.target)
        case DiscardCard():
            return -sum(cards[action.card].icons.values())
        case Pay():
            top = match.state.stack[-1]
            exact = isinstance(top, PayStep) and (top.exact or top.use == "track")
            spent = _spent(match, action)
            return -spent if exact else len(action.cards) + spent / 100
        case TakeBack():
            return action.count + (action.target == "limbo") / 2
        case Choose():
            target = action.option.rpartition("/")[2]
            return _promise(match, seat, target) if kind_of(match.state, target) else 0.0
        case _:
            return 0.0


def _promise(match: Providence, seat: int, target: str) -> float:
    """Return how much a target is worth for each marker that is missing there."""
    totals = influence_on(match, target)
    best = max((count for owner, count in enumerate(totals) if owner != seat), default=0)
    missing = best + 1 - totals[seat]
    worth = target_worth(match, seat, target)
    return worth / (1 + missing) if missing > 0 else 0.3 * worth


def habit(match: Providence, decision: Decision) -> Action:
    """Return a sensible answer to a question inside an action: how a trial of that action goes on."""
    actions = decision.actions
    top = match.state.stack[-1]
    if isinstance(top, PayStep) and isinstance(actions[0], Pay):
        pays = [action for action in actions if isinstance(action, Pay)]
        if top.exact or top.use == "track":
            return min(pays, key=lambda pay: (len(pay.cards), _spent(match, pay)))
        return max(pays, key=lambda pay: (min(_icons(match, top, pay), top.most), -len(pay.cards)))
    if isinstance(actions[0], TakeBack):
        return max(
            (a for a in actions if isinstance(a, TakeBack)), key=lambda take: (take.target == "limbo", take.count)
        )
    stops = [action for action in actions if isinstance(action, Done | EndTurn)]
    return stops[0] if stops else actions[0]


def _icons(match: Providence, step: PayStep, pay: Pay) -> int:
    return sum(icons(match, card, step.icon) for card in pay.cards)


def _spent(match: Providence, pay: Pay) -> int:
    return sum(sum(match.content.cards[card].icons.values()) for card in pay.cards)
