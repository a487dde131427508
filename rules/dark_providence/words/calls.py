"""How a call begins: the match in short, where it stands, and what a seat is to do, from what everybody sees."""

from __future__ import annotations

from rules.dark_providence.state.view import ProvidenceView
from rules.kernel.words.text import N_, Say

#: What one player does in a row, by its number, and a heading over several.
TURN, TURNS = N_("player turn {n}"), N_("Player turns")


def short(say: Say) -> str:
    """Return the game's name where there is little room."""
    return say.t("Providence")


def moment(say: Say, view: ProvidenceView) -> str:
    """Return where the match stands."""
    return say.t("set-up") if view.phase == "setup" else say.t("round {n}", n=view.round)


def task(say: Say, view: ProvidenceView, seat: int) -> str:
    """Return what is to be done now. Within a turn nobody hears of an action before it is paid for."""
    if view.phase == "play" and view.turn is not None and view.turn.seat == seat:
        left = view.turn.actions
        return say.n("your turn, {n} action", "your turn, {n} actions", left) if left > 0 else say.t("your turn")
    if view.phase == "setup":
        return say.t("colour, lead agent or city")
    return say.t("make your choice")
