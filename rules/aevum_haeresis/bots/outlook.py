"""Estimates a seat's chance to win and its likely actions, for hard computer players."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import eligible, in_conflict, stat
from rules.aevum_haeresis.bots import evaluate, heuristics, policy
from rules.aevum_haeresis.bots.heuristics import PRICES
from rules.aevum_haeresis.bots.verbs import of_effect
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.effects.cost_rules import cost_of, effect_of, payable
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis
from rules.aevum_haeresis.state.steps import ActStep, PayStep, RowStep
from rules.kernel.data.actions import Action
from rules.kernel.engine.win_chance import Outlook

#: The terms of a position's value that predict the winner. The remaining terms are about actions in progress.
TERMS = {
    "race": evaluate.RACE,
    "gold": evaluate.GOLD,
    "held": evaluate.HELD,
    "own": evaluate.OWN,
    "rival": evaluate.RIVAL,
    "ways": evaluate.WAYS,
}


def quiet(match: Haeresis) -> bool:
    """Return whether the position is settled, that is, a seat must choose an action of the Plot phase."""
    return isinstance(match.state.stack[-1], ActStep)


def features(match: Haeresis, seat: int) -> dict[str, float]:
    """Return those terms of the position's value that predict the winner, by name."""
    found = evaluate.terms(match, seat)
    return {name: found.get(term, 0.0) for name, term in TERMS.items()}


def likely(match: Haeresis, seat: int, offered: list[Action]) -> Action:
    """Return the most promising of these actions of the Plot phase."""
    return max(offered, key=lambda action: _estimate(match, seat, action))


def _estimate(match: Haeresis, seat: int, action: Action) -> float:
    """Return the estimated value of an action, without trying it."""
    match action:
        case actions.Announce():
            return _of_manoeuvre(match, seat, next(kind for kind in MANOEUVRES if kind == action.manoeuvre))
        case actions.UseHeresy():
            card, _, number = action.card.partition("/")
            step = PayStep(seat, card, "ability", int(number))
            cost = heuristics.of_cost(match, seat, cost_of(match, step))
            return of_effect(match, seat, effect_of(match, step)) - cost
        case _:
            return 0.0


def _of_manoeuvre(match: Haeresis, seat: int, kind: Manoeuvre) -> float:
    """Return the expected value of a manoeuvre, minus the value of the characters that it needs."""
    block = sum(stat(match, card, kind) for card in eligible(match, 1 - seat, kind))
    own, used = 0, 0.0
    for card in sorted(eligible(match, seat, kind), key=lambda card: -stat(match, card, kind)):
        if own >= max(1, block):
            break
        own += stat(match, card, kind)
        used += PRICES()["ready"] * sum(stat(match, card, icon) for icon in heuristics.ICONS)
    odds = evaluate.odds(match, seat, kind, own, block)
    return odds * heuristics.at_stake(match, CurrentManoeuvre(kind, seat)) - used


def tried(match: Haeresis, seat: int, offered: list[Action]) -> list[Action]:
    """Return the actions that a hard computer player tries.

    These are the actions that all computer players try. When a row is laid in a Conflict, hard computer players also
    try to lay each affordable card and to finish the row.
    """
    usual = policy.candidates(match, seat, offered)
    if not isinstance(match.state.stack[-1], RowStep) or not in_conflict(match):
        return usual
    lays = [one for one in offered if isinstance(one, actions.Lay) and payable(match, PayStep(seat, one.card, "row"))]
    return list(dict.fromkeys([*usual, actions.Done(), *lays])) if lays else usual


OUTLOOK = Outlook[Haeresis](
    game="aevum_haeresis", quiet=quiet, features=features, likely=likely, tried=tried
)  # fmt: skip
