"""The actions that a computer player tries out, and its answers to the questions that follow an action."""

from __future__ import annotations

from rules.dark_providence.board.piece_placement import target_kind
from rules.dark_providence.bots.features import target_value
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.effects.icon_payment import icon_count
from rules.dark_providence.state.actions import Choose, DiscardCard, Done, EndTurn, Pay, PlaceInfluence, TakeBack
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import PayStep, TurnStep
from rules.kernel.data.actions import Action

#: The maximum number of actions tried out for each kind, best-ranked first. Other kinds have no limit.
MAX_TRIED: dict[type[Action], int] = {PlaceInfluence: 4, DiscardCard: 1, Pay: 5, TakeBack: 4, Choose: 8}


def candidates(match: Providence, seat: int, actions: list[Action]) -> list[Action]:
    """Return the actions worth trying: the best-ranked of each kind in MAX_TRIED, and all actions of other kinds."""
    chosen: list[Action] = []
    ranked: dict[type[Action], list[Action]] = {}
    for action in actions:
        if type(action) in MAX_TRIED:
            ranked.setdefault(type(action), []).append(action)
        else:
            chosen.append(action)
    for kind, same_kind in ranked.items():
        if len(same_kind) > MAX_TRIED[kind]:
            same_kind.sort(key=lambda action: _rank(match, seat, action), reverse=True)
        chosen += same_kind[: MAX_TRIED[kind]]
    return chosen


def _rank(match: Providence, seat: int, action: Action) -> float:
    """Return an action's rank within its kind. Higher is better."""
    cards = match.content.cards
    match action:
        case PlaceInfluence():
            return _value_per_marker(match, seat, action.target)
        case DiscardCard():
            return -sum(cards[action.card].icons.values())
        case Pay():
            top = match.state.stack[-1]
            exact = isinstance(top, PayStep) and (top.exact or top.use == "track")
            spent = _icons_spent(match, action)
            return -spent if exact else len(action.cards) + spent / 100
        case TakeBack():
            return action.count + (action.target == "limbo") / 2
        case Choose():
            target = action.option.rpartition("/")[2]
            return _value_per_marker(match, seat, target) if target_kind(match.state, target) else 0.0
        case _:
            return 0.0


def _value_per_marker(match: Providence, seat: int, target: str) -> float:
    """Return a target's value divided by one more than the number of markers that the seat still needs there."""
    totals = influence_on(match, target)
    best = max((count for owner, count in enumerate(totals) if owner != seat), default=0)
    missing = best + 1 - totals[seat]
    value = target_value(match, seat, target)
    return value / (1 + missing) if missing > 0 else 0.3 * value


def default_action(match: Providence, seat: int) -> Action | None:
    """Return the seat's answer to the next question of an action it is trying out; None if the action is complete."""
    top = match.state.stack[-1] if match.state.stack else None
    decision = match.decisions().get(seat)
    if decision is None or isinstance(top, TurnStep):
        return None
    actions = decision.actions
    if isinstance(top, PayStep) and isinstance(actions[0], Pay):
        pays = [action for action in actions if isinstance(action, Pay)]
        if top.exact or top.use == "track":
            return min(pays, key=lambda pay: (len(pay.cards), _icons_spent(match, pay)))
        return max(pays, key=lambda pay: (min(_icons(match, top, pay), top.most), -len(pay.cards)))
    if isinstance(actions[0], TakeBack):
        return max(
            (a for a in actions if isinstance(a, TakeBack)), key=lambda take: (take.target == "limbo", take.count)
        )
    stop_actions = [action for action in actions if isinstance(action, Done | EndTurn)]
    return stop_actions[0] if stop_actions else actions[0]


def _icons(match: Providence, step: PayStep, pay: Pay) -> int:
    return sum(icon_count(match, card, step.icon) for card in pay.cards)


def _icons_spent(match: Providence, pay: Pay) -> int:
    return sum(sum(match.content.cards[card].icons.values()) for card in pay.cards)
