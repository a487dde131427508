"""The first words of a ping: the game's short name, the public state of play, and a seat's task."""

from __future__ import annotations

from rules.dark_providence.state.view import ProvidenceView
from rules.kernel.words.translation import N_, Translator

#: The name of a turn with its number, and the heading above a list of turns.
TURN, TURNS = N_("player turn {n}"), N_("Player turns")


def short(say: Translator) -> str:
    """Return the game's short name."""
    return say.t("Providence")


def moment(say: Translator, view: ProvidenceView) -> str:
    """Return the state of play: the set-up or the current round."""
    return say.t("set-up") if view.phase == "setup" else say.t("round {n}", n=view.round)


def task(say: Translator, view: ProvidenceView, seat: int) -> str:
    """Return the seat's current task, such as "your turn, 2 actions".

    The chosen action isn't mentioned, because other players may not know it before it is paid for.
    """
    if view.phase == "play" and view.turn is not None and view.turn.seat == seat:
        left = view.turn.actions
        return say.n("your turn, {n} action", "your turn, {n} actions", left) if left > 0 else say.t("your turn")
    if view.phase == "setup":
        return say.t("colour, lead agent or city")
    return say.t("make your choice")
