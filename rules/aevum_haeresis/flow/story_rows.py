"""Story rows: players lay them face down, one after the other, and reveal them by Chapter (sections 12, 13 and 17)."""

from __future__ import annotations

from functools import cache

from rules.aevum_haeresis.board.card_lookup import in_conflict, passives
from rules.aevum_haeresis.board.decks_and_resources import kinds
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content.effects import Twin
from rules.aevum_haeresis.effects.refusals import not_held
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Done, Lay, LayBeside
from rules.aevum_haeresis.state.state import CHAPTERS, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import RowStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.amounts import CardWriter, gold
from rules.aevum_haeresis.words.names import MANOEUVRES, card_name, content_of, me, sentences
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: Actions that are offered very often, so they are cached.
_LAY, _DONE = cache(Lay), Done()


def active_row(match: Haeresis, _step: Sequence) -> None:
    """Ask the Active player to lay a row (AH-ENLIST.1, CONFLICT.3)."""
    state = match.state
    state.chapter = 0
    state.tally.let_go = []
    if state.man is None:
        state.phase = "enlistment"
    queue_triggered(match, "moment", state.active, word="enlistment_start" if state.man is None else "conflict_start")
    match.push(RowStep(state.active))


def passive_row(match: Haeresis, _step: Sequence) -> None:
    """Ask the Passive player to lay a row, knowing the size of the Active player's row (AH-ENLIST.2, CONFLICT.4)."""
    match.push(RowStep(1 - match.state.active))


@HAERESIS.step(RowStep, asks=["row"], accepts=[Lay, LayBeside, Done])
class RowRules(Rules[RowStep]):
    """Lets a player lay a row, one card at a time. A finished row can't be changed (AH-STORY.1 to STORY.9)."""

    not_now = N_("You can lay cards only in Enlistment and in a Conflict, when it's your turn to lay.")
    not_now_rule = "AH-STORY.1"

    def go_on(self, match: Haeresis, step: RowStep) -> bool:
        if match.state.players[step.seat].hand:
            return False
        self._done(match, step)
        return True

    def decisions(self, match: Haeresis, step: RowStep) -> dict[int, Decision]:
        player = match.state.players[step.seat]
        fighting = in_conflict(match)
        hand = kinds(player.hand)
        offers: list[Action] = []
        if not fighting or len(player.row) < CHAPTERS:
            offers += map(_LAY, hand)
        if not fighting and len(player.row) == 1 and len(player.row[0]) == 1 and _twin(match):
            offers += map(LayBeside, hand)
        return {step.seat: decide("row", [*offers, _DONE], row=tuple(card for ch in player.row for card in ch))}

    def take(self, match: Haeresis, step: RowStep, seat: int, action: Action) -> None:
        player = match.state.players[seat]
        if isinstance(action, Lay):
            player.hand.remove(action.card)
            player.row.append([action.card])
        elif isinstance(action, LayBeside):
            player.hand.remove(action.card)
            player.row[0].append(action.card)
        else:
            self._done(match, step)

    def _done(self, match: Haeresis, step: RowStep) -> None:
        match.finish(step)
        match.emit(EVERYONE, events.LaidRow(step.seat, sum(map(len, match.state.players[step.seat].row))))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        if view.manoeuvre is not None:
            line = say.t(
                "Conflict ({manoeuvre}): lay up to 3 cards face down as Chapters.",
                manoeuvre=say.t(MANOEUVRES[view.manoeuvre.type]),
            )
        else:
            line = say.t("Enlistment: lay any number of cards face down as Chapters.")
        theirs = ""
        if me(view).seat != view.active:
            other = view.players[1 - me(view).seat]
            laid, who = sum(other.row), say.seat(other.seat)
            theirs = (
                say.n("{player} laid {n} card.", "{player} laid {n} cards.", laid, player=who)
                if laid
                else say.t("{player} laid no cards.", player=who)
            )
        return sentences([line, theirs, _laid(say, view, list(asked.args["row"]))])

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        if view.manoeuvre is None:
            return ("AH-ENLIST.1", "AH-ENLIST.2", "AH-STORY.2", "AH-PLAY.10")
        first = "AH-CONFLICT.3" if me(view).seat == view.active else "AH-CONFLICT.4"
        return (first, "AH-STORY.9", "AH-PLAY.4", "AH-PLAY.5", "AH-CONFLICT.12")

    def why_not(self, match: Haeresis, step: RowStep, seat: int, action: Action) -> Reason:
        player = match.state.players[seat]
        match action:
            case Lay():
                if action.card in player.hand and in_conflict(match) and len(player.row) >= CHAPTERS:
                    return IllegalAction(
                        "A row in a Conflict has at most {n} Chapters; end it.", rule="AH-STORY.9", n=CHAPTERS
                    )
                return not_held(match, seat, action.card)
            case LayBeside():
                if in_conflict(match) or not _twin(match):
                    return IllegalAction(
                        "A Chapter holds one card, unless a card in play says otherwise.", rule="AH-STORY.2"
                    )
                if len(player.row) != 1 or len(player.row[0]) != 1:
                    return IllegalAction(
                        "Only the first Chapter may hold a second card, before the next one is laid.", rule="AH-STORY.2"
                    )
                return not_held(match, seat, action.card)
            case _:
                return None


def _twin(match: Haeresis) -> bool:
    return bool(passives(match, Twin))


def _laid(say: Translator, view: HaeresisView, laid: list[str]) -> str:
    """Return a sentence that lists the cards in the viewer's row, or the viewer's gold if the row is empty."""
    if not laid:
        return say.t("You have {gold}.", gold=gold(CardWriter(say, content_of(view)), me(view).gold))
    return say.t("So far: {cards}.", cards=", ".join(card_name(say, card) for card in laid))


def reveal(match: Haeresis, _step: Sequence) -> str | None:
    """Reveal the next Chapter; if there is none, go to the last window (AH-ENLIST.4, 10, CONFLICT.5, CONFLICT.11)."""
    man = match.state.man
    if not any(player.row for player in match.state.players):
        if man is None:
            queue_triggered(match, "moment", match.state.active, word="enlistment_end")
        return "end_window"
    if man is not None:
        man.rage, man.next_rage = man.next_rage, [0, 0]
    _reveal_chapter(match)
    open_window(match, "chapter_revealed")
    return None


def _reveal_chapter(match: Haeresis) -> None:
    """Reveal both players' cards of the next Chapter at the same time (AH-STORY.10, STORY.12)."""
    state = match.state
    state.chapter += 1
    state.paid = []
    state.tally.bought = [[], []]
    for seat, player in enumerate(state.players):
        state.open[seat] = player.row.pop(0) if player.row else []
        if state.open[seat]:
            match.emit(EVERYONE, events.ChapterRevealed(seat, state.chapter, tuple(state.open[seat])))
    match.reveal()
    queue_triggered(match, "moment", state.active, word="chapter_revealed")
