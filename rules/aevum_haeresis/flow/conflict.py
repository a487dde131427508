"""Conflicts: the Chapters' windows, the comparison of icons, the sealed draw, the outcome (sections 17 and 33.5)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import manoeuvre
from rules.aevum_haeresis.board.cards_in_play import set_ready
from rules.aevum_haeresis.board.decks_and_resources import change_gold, draw
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.manoeuvres import consequence, icons_of, succeed
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Done, DrawFrom
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import EffectStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import me
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.sealed_choices import Sealed, SealedTable
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator


def paid_window(match: Haeresis, _step: Sequence) -> None:
    """Open a window after the payments for a Chapter, if a player has paid for a card (AH-CONFLICT.9)."""
    if match.state.paid:
        open_window(match, "chapter_paid")


def evaluate(match: Haeresis, _step: Sequence) -> None:
    """Compare the icons of the two teams (AH-CONFLICT.19 to CONFLICT.22)."""
    man = manoeuvre(match)
    own, other = icons_of(match, man.initiator), icons_of(match, 1 - man.initiator)
    man.successful = man.initiator if own >= other else 1 - man.initiator
    match.emit(EVERYONE, events.Evaluated(man.initiator, own, other))
    succeed(match, man.successful)


def draws(match: Haeresis, _step: Sequence) -> None:
    """Ask both players, in a sealed choice, whether to draw a card (AH-CONFLICT.23, GEN.9)."""
    match.push(Sealed("conflict_draw", [0, 1]))


@HAERESIS.sealed("conflict_draw", accepts=[DrawFrom])
class ConflictDraw(SealedTable):
    """A player's choice to draw a card from one of two decks, or no card (AH-CONFLICT.23, DCS.14)."""

    rules = ("AH-CONFLICT.23", "AH-HC.6")

    prompt = "conflict_draw"
    not_now = N_("You can draw a card this way only after a Conflict.")
    not_now_rule = "AH-CONFLICT.23"

    def choices(self, match: Haeresis, step: Sealed, seat: int) -> list[Action]:
        player = match.state.players[seat]
        found: list[Action] = [DrawFrom("none")]
        if player.plot:
            found.append(DrawFrom("plot"))
        if player.heretics:
            found.append(DrawFrom("heretic"))
        return found

    def reveal(self, match: Haeresis, step: Sealed, chosen: dict[int, Action]) -> None:
        for seat in (match.state.active, 1 - match.state.active):
            action = chosen[seat]
            if isinstance(action, DrawFrom) and action.deck != "none":
                draw(match, seat, action.deck, 1)
        check(match)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.n(
            "After the Conflict: draw a card? Your Plot deck has {n} card left.",
            "After the Conflict: draw a card? Your Plot deck has {n} cards left.", me(view).plot,
        )  # fmt: skip

    def why_not(self, match: Haeresis, step: Sealed, seat: int, action: Action) -> Reason:
        player = match.state.players[seat]
        match action:
            case Done():
                return IllegalAction("Choose a deck to draw from, or none.", rule="AH-CONFLICT.23")
            case DrawFrom("heretic") if not player.heretics:
                return IllegalAction("Your Heretic deck is empty.", rule="AH-CONFLICT.23")
            case DrawFrom("plot") if not player.plot:
                return IllegalAction("Your Plot deck is empty.", rule="AH-CONFLICT.23")
            case DrawFrom():
                return IllegalAction("Draw from the Plot deck, the Heretic deck, or not at all.", rule="AH-CONFLICT.23")
            case _:
                return None


def settle(match: Haeresis, _step: Sequence) -> None:
    """Finish the Conflict: gold, Spent participants, delayed effects, Consequence (AH-CONFLICT.24 to CONFLICT.27).

    The successful player gains gold if a character of the team has survived.
    """
    man = manoeuvre(match)
    if man.teams[man.successful]:
        change_gold(match, man.successful, 1, conflict=True)
    for card in [*man.teams[0], *man.teams[1]]:
        set_ready(match, card, False, usual=True)
    for later in reversed(man.later):
        if later.seat == man.successful:
            match.push(EffectStep(later.seat, later.card, list(later.ops)))
    if man.successful == man.initiator:
        consequence(match)


def over(match: Haeresis, _step: Sequence) -> None:
    """Trigger abilities that take effect at the end of the Conflict, before temporary effects end (AH-CONFLICT.26)."""
    queue_triggered(match, "moment", match.state.active, word="conflict_end")
