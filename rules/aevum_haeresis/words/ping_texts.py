"""The texts at the start of a notification: the game's short name, the state of play, and what a seat must do."""

from __future__ import annotations

from rules.aevum_haeresis.state.actions import Waive
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import MANOEUVRES
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_, Translator

#: A seat's task in each phase, used if nothing more specific is public.
_TASKS = {
    "draft": N_("take cards from a pack"),
    "building": N_("build your deck"),
    "setup": N_("who begins, hand or Location"),
    "prologue": N_("your effects at its start"),
    "enlistment": N_("lay your Chapters"),
    "plot": N_("your action"),
    "epilogue": N_("end of the Round"),
}


#: Names for the state of play before the first Round.
_BEFORE = {"draft": N_("draft"), "building": N_("building decks"), "setup": N_("set-up")}
#: The name of a Round, and the heading for several Rounds.
ROUND, ROUNDS = N_("Round {n}"), N_("Rounds")
#: The name of a turn, and the heading for several turns.
TURN, TURNS = N_("player turn {n}"), N_("Player turns")


def short(say: Translator) -> str:
    """Return the game's short name."""
    return say.t("Aevum")


def moment(say: Translator, view: HaeresisView) -> str:
    """Return a short text about the public state of play."""
    return say.t(_BEFORE[view.phase]) if view.phase in _BEFORE else say.t(ROUND, n=view.round)


def task(say: Translator, view: HaeresisView, seat: int) -> str:
    """Return what a seat must do, as far as the phase and public cards show it."""
    if view.window:
        return say.t("answer or let it pass")
    fights = view.manoeuvre is not None and view.manoeuvre.blocked
    if view.chapter > 0 and (fights or view.phase == "enlistment"):
        return say.t("Chapter {n}", n=view.chapter)
    if view.manoeuvre is not None:
        name = say.t(MANOEUVRES[view.manoeuvre.type])
        if fights:
            return say.t("the Conflict ({manoeuvre})", manoeuvre=name)
        if view.manoeuvre.initiator == seat:
            return say.t("your manoeuvre ({manoeuvre})", manoeuvre=name)
        return say.t("who blocks ({manoeuvre})", manoeuvre=name)
    return say.t(_TASKS[view.phase]) if view.phase in _TASKS else ""


def call_answer(say: Translator, view: HaeresisView, _seat: int) -> tuple[Action, str] | None:
    """Return the answer that lets a window go by. It isn't legal for questions about the effects in a window."""
    return (Waive(), say.t("Waive")) if view.window else None
