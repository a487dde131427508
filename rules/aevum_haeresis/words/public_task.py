"""Says in one line what the players must decide, as far as this is public."""

from __future__ import annotations

from rules.aevum_haeresis.state.view import HaeresisView, ManoeuvreView
from rules.aevum_haeresis.words.names import (
    MANOEUVRES,
    PHASES,
    card_name,
    manoeuvre_name,
    reason_text,
    window_name,
)
from rules.kernel.words.translation import N_, Translator

#: The tasks of the phases without more specific public facts.
TASKS = {
    "setup": N_("Setting up: who begins, opening hands, the Location"),
    "prologue": N_("Prologue: draw cards, gain gold, get Ready"),
    "epilogue": N_("Epilogue: discard a card or keep all"),
}


def public_task(say: Translator, view: HaeresisView, icons: bool = False) -> str:
    """Return what must be decided now or, after the end of the match, why it ended."""
    if view.over:
        return reason_text(say, view.reason, view.winner)
    if view.window:
        return say.t("{window}: Deus Ex Machina?", window=window_name(say, view.window))
    if view.chapter:
        return _chapter(say, view)
    if view.manoeuvre is not None:
        return _manoeuvre(say, view.manoeuvre)
    if view.phase == "enlistment":
        return say.t("Enlistment: lay cards face down in a Story row")
    if view.phase == "plot":
        kinds = [f"{{{kind}}} " * icons + manoeuvre_name(say, kind) for kind in MANOEUVRES]
        return say.join_alternatives([*kinds, say.t("Heresy"), say.t("Pass")])
    return say.t(TASKS.get(view.phase) or PHASES[view.phase])


def _chapter(say: Translator, view: HaeresisView) -> str:
    opened = [card for seat in view.to_act for card in view.players[seat].open]
    if len(opened) != 1:
        return say.t("Chapter {n}", n=view.chapter)
    return say.t("Chapter {n}: pay for {card}?", n=view.chapter, card=card_name(say, opened[0]))


def _manoeuvre(say: Translator, man: ManoeuvreView) -> str:
    name = manoeuvre_name(say, man.type)
    if man.blocked:
        return say.t("Conflict: lay up to 3 cards face down")
    if not man.teams[man.initiator]:
        return say.t("{manoeuvre}: who is in the team?", manoeuvre=name)
    return say.t("{manoeuvre}: who blocks?", manoeuvre=name)
