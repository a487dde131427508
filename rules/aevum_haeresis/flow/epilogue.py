"""The Epilogue: the sealed discard, and the end of the Round (section 19)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards_in_play import expire, set_controller
from rules.aevum_haeresis.board.decks_and_resources import discard, kinds
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.effects.refusals import not_held
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Done, Throw
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.sealed_choices import Sealed, SealedTable
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.translation import N_, Translator

#: The players are asked whether to continue after this many consecutive Rounds without an action (AH-PBP.26).
MAX_IDLE_ROUNDS = 5


def begin(match: Haeresis, _step: Sequence) -> None:
    """Start the Epilogue, and trigger abilities that take effect at its start."""
    match.state.phase = "epilogue"
    queue_triggered(match, "moment", match.state.active, word="epilogue_start")


def round_end(match: Haeresis, _step: Sequence) -> None:
    """Trigger abilities at the end of the Round, before the Round's temporary effects end (AH-EPILOGUE.4)."""
    queue_triggered(match, "moment", match.state.active, word="round_end")


def discards(match: Haeresis, _step: Sequence) -> None:
    """Ask players who have a hand, in a sealed choice, whether to discard a card (AH-EPILOGUE.1, EPILOGUE.2, PBP.6)."""
    match.push(Sealed("epilogue_discard", [seat for seat in (0, 1) if match.state.players[seat].hand]))


@HAERESIS.sealed("epilogue_discard", accepts=[Throw, Done])
class EpilogueDiscard(SealedTable):
    """A player's choice to discard one card from the hand, or none (AH-EPILOGUE.1, DCS.16)."""

    rules = ("AH-EPILOGUE.1", "AH-EPILOGUE.2", "AH-PROLOGUE.2")

    prompt = "epilogue_discard"
    not_now = N_("You can discard a card this way only in the Epilogue.")
    not_now_rule = "AH-EPILOGUE.1"

    def choices(self, match: Haeresis, step: Sealed, seat: int) -> list[Action]:
        return [Done(), *map(Throw, kinds(match.state.players[seat].hand))]

    def reveal(self, match: Haeresis, step: Sealed, chosen: dict[int, Action]) -> None:
        for seat in (match.state.active, 1 - match.state.active):
            action = chosen.get(seat)
            if isinstance(action, Throw):
                discard(match, seat, [action.card])

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("Epilogue: discard a card? In the next Prologue you draw Plot cards until you hold 9.")

    def why_not(self, match: Haeresis, step: Sealed, seat: int, action: Action) -> Reason:
        return not_held(match, seat, action.card) if isinstance(action, Throw) else None


def end_of_round(match: Haeresis, _step: Sequence) -> None:
    """End the Round's temporary effects, reset used abilities, and swap the roles (AH-EPILOGUE.4 to EPILOGUE.7)."""
    state = match.state
    state.heresies.clear()
    for card, placed in state.cards.items():
        placed.used.clear()
        if placed.returns_to >= 0:
            back, placed.returns_to = placed.returns_to, -1
            set_controller(match, card, back)
    expire(match, "round")
    check(match)
    for player in state.players:
        player.rose, player.free = False, 0
    state.tally.successes = [0, 0]
    state.active = 1 - state.active
    _count_idle(match)


def _count_idle(match: Haeresis) -> None:
    """Count consecutive Rounds without an action; after each `MAX_IDLE_ROUNDS`, ask whether to continue (AH-PBP.26)."""
    tally = match.state.tally
    tally.idle = 0 if tally.busy else tally.idle + 1
    tally.busy = False
    if tally.idle and tally.idle % MAX_IDLE_ROUNDS == 0:
        match.emit(EVERYONE, events.Stalled(tally.idle))
