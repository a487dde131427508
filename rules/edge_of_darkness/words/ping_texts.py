"""The first words of a ping: the game's short name, the public state of play, and a seat's task."""

from __future__ import annotations

from rules.edge_of_darkness.state.actions import Draft
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_, Translator

#: The task that a ping mentions, by question. Choices within effects share a general task.
_TASKS = {
    "guild": N_("choose a Guild"),
    "pick": N_("take an advancement"),
    "pick_effect": N_("use the effect or not"),
    "hall": N_("a Starter for the Guild Hall"),
    "free": N_("your Action turn"),
    "discard": N_("discard cards"),
    "sleeve_kind": N_("sleeve an advancement"),
    "sleeve_onto": N_("sleeve an advancement"),
    "reshuffle": N_("reshuffle or not"),
    "defend": N_("you are attacked"),
}


def short(say: Translator) -> str:
    """Return the game's short name."""
    return say.t("Edge")


def moment(say: Translator, view: EdgeView) -> str:
    """Return the state of play: the prologue or the current round."""
    if view.phase == "prologue":
        return say.t("prologue")
    return say.t("round {n} of {rounds}", n=view.round, rounds=view.rounds)


def task(say: Translator, view: EdgeView, seat: int) -> str:
    """Return the task of a seat's turn, such as "draft 2 cards"; "" if the match has no open question.

    A ping is read while the turn continues, so it doesn't name the choices within an Action turn or a pick.
    """
    if view.pending is not None and view.phase == "action" and seat == view.active:
        return say.t(_TASKS["free"])
    if view.pending is not None and view.phase == "prologue" and view.pending.key not in ("guild", "hall"):
        return say.t(_TASKS["pick"])
    return _question(say, view)


def _question(say: Translator, view: EdgeView) -> str:
    """Return what the open question asks for; "" if there is none."""
    if view.pending is None:
        return ""
    if view.pending.key == "draft":
        return say.n("draft {n} card", "draft {n} cards", int(view.pending.args["count"]))
    return say.t(_TASKS.get(view.pending.key, N_("choose for an effect")))


def call_answer(say: Translator, view: EdgeView, _seat: int) -> tuple[Action, str] | None:
    """Return the draft of the first cards, as long as no card is marked to be skipped."""
    pending = view.pending
    if pending is None or pending.key != "draft" or pending.args["skipped"]:
        return None
    return Draft(), say.n("Draft the first card", "Draft the first {n}", int(pending.args["count"]))


def asked(say: Translator, view: EdgeView, icon: str = "") -> str:
    """Return what the seat that decides is asked to do, as all players see it; `icon` follows an amount of Damage."""
    if view.over or view.pending is None or not view.to_act:
        return ""
    key, args = view.pending.key, view.pending.args
    if key == "free":
        in_use = view.turn is not None and view.turn.sleeved
        return say.t(N_("use effects or end the turn") if in_use else N_("sleeve and use effects"))
    if key == "defend":
        left = max(0, int(args["damage"]) - int(args["reduced"]))
        return say.t("defend against {damage} Damage", damage=f"{left}{icon}")
    return _question(say, view)
