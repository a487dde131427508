"""How a call begins: the match in short, where it stands, and what a seat is to do, from what everybody sees."""

from __future__ import annotations

from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import MANOEUVRES
from rules.kernel.words.text import N_, Say

#: What is to be done in each phase, where nothing more is known to everybody.
_TASKS = {
    "draft": N_("take cards of a packet"),
    "building": N_("build your deck"),
    "setup": N_("who begins, hand or Location"),
    "prologue": N_("your effects at its start"),
    "enlistment": N_("lay your Chapters"),
    "plot": N_("your action"),
    "epilogue": N_("end of the Round"),
}


#: Where a match stands before its first Round.
_BEFORE = {"draft": N_("draft"), "building": N_("building decks"), "setup": N_("set-up")}
#: A Round by its number, and a heading over Rounds.
ROUND, ROUNDS = N_("Round {n}"), N_("Rounds")
#: What one player does in a row, by its number, and a heading over several.
TURN, TURNS = N_("player turn {n}"), N_("Player turns")


def short(say: Say) -> str:
    """Return the game's name where there is little room."""
    return say.t("Aevum")


def moment(say: Say, view: HaeresisView) -> str:
    """Return where the match stands."""
    return say.t(_BEFORE[view.phase]) if view.phase in _BEFORE else say.t(ROUND, n=view.round)


def task(say: Say, view: HaeresisView, seat: int) -> str:
    """Return what is to be done now, by the phase and by what lies open."""
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
