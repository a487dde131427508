"""The payments that can be chosen together with an action, because they don't depend on its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dark_providence.flow.paying import is_named_one_by_one, payments, prompt_args
from rules.dark_providence.state.actions import PlaceInfluence
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.steps import PayStep
from rules.dark_providence.state.view import PendingView, ProvidenceView
from rules.dark_providence.words.actions import action_text
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import ActionText, Translator


def follow_ups(
    say: Translator, match: Providence, view: ProvidenceView
) -> Mapping[type[Action], Sequence[tuple[Action, ActionText]]]:
    """Return the payments for placing influence, if the viewer may place some and can pay in several ways."""
    seat = view.viewer
    decision = None if seat is None else match.decisions().get(seat)
    if seat is None or decision is None or not any(isinstance(action, PlaceInfluence) for action in decision.actions):
        return {}
    step = PayStep(seat, "influence", "influence", most=match.state.players[seat].supply)
    sets = [] if is_named_one_by_one(match, step) else payments(match, step)
    if len(sets) < 2:
        return {}
    asked = view.model_copy(update={"pending": PendingView(key="pay", args=prompt_args(match, step))})
    return {PlaceInfluence: [(payment, action_text(say, asked, payment)) for payment in sets]}
