"""Story rows: laid face down, revealed Chapter by Chapter, paid for or burned (sections 12, 13 and 17)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import in_conflict, passives
from rules.aevum_haeresis.board.deck import kinds, to_pyre
from rules.aevum_haeresis.content.effects import Twin
from rules.aevum_haeresis.effects.paying import payable
from rules.aevum_haeresis.effects.resolve import come_about
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Decline, Done, Lay, LayBeside, PayFor
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import CHAPTERS, Haeresis
from rules.aevum_haeresis.state.steps import OfferStep, PayStep, RowStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide


@HAERESIS.step(RowStep)
class RowRules(Rules[RowStep]):
    """Lay cards one after the other; once done, the row can't be changed (AH-STORY.1 to STORY.9)."""

    def advance(self, match: Haeresis, step: RowStep) -> bool:
        if super().advance(match, step):
            return True
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
            offers += map(Lay, hand)
        if not fighting and len(player.row) == 1 and len(player.row[0]) == 1 and _twin(match):
            offers += map(LayBeside, hand)
        return {step.seat: decide("row", [*offers, Done()], row=tuple(card for ch in player.row for card in ch))}

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


def _twin(match: Haeresis) -> bool:
    return any(isinstance(passive, Twin) for _, _, passive in passives(match))


def rows_left(match: Haeresis) -> bool:
    """Tell whether a card is left in either row."""
    return any(player.row for player in match.state.players)


def reveal_chapter(match: Haeresis) -> None:
    """Both cards of the next Chapter are turned up together (AH-STORY.10, STORY.12)."""
    state = match.state
    state.chapter += 1
    state.paid = []
    state.tally.bought = [[], []]
    for seat, player in enumerate(state.players):
        state.open[seat] = player.row.pop(0) if player.row else []
        if state.open[seat]:
            match.emit(EVERYONE, events.ChapterRevealed(seat, state.chapter, tuple(state.open[seat])))
    match.reveal()


@HAERESIS.step(OfferStep)
class OfferRules(Rules[OfferStep]):
    """Pay for a revealed card or let it go; one that can't be paid for goes by itself (AH-COST.16, COST.21)."""

    def advance(self, match: Haeresis, step: OfferStep) -> bool:
        if super().advance(match, step):
            return True
        if not step.cards:
            match.finish(step)
            return True
        if payable(match, PayStep(step.seat, step.cards[0], "row")):
            return False
        self._burn(match, step)
        return True

    def decisions(self, match: Haeresis, step: OfferStep) -> dict[int, Decision]:
        return {step.seat: decide("offer", [PayFor(step.cards[0]), Decline()], card=step.cards[0])}

    def take(self, match: Haeresis, step: OfferStep, seat: int, action: Action) -> None:
        if isinstance(action, PayFor):
            card = step.cards.pop(0)
            match.state.open[seat].remove(card)
            match.push(PayStep(seat, card, "row"))
        else:
            self._burn(match, step)

    def _burn(self, match: Haeresis, step: OfferStep) -> None:
        card = step.cards.pop(0)
        match.state.open[step.seat].remove(card)
        to_pyre(match, [card])
        match.state.tally.let_go.append(card)
        match.emit(EVERYONE, events.NotPaid(step.seat, card))


def offer(match: Haeresis, seat: int) -> None:
    """Ask a player about the card of the Chapter; of two the second is asked about when the first has come about."""
    if match.state.open[seat]:
        match.push(OfferStep(seat, match.state.open[seat][:1]))


def come_about_all(match: Haeresis, seat: int) -> None:
    """What a player paid for in this Chapter comes about (AH-ENLIST.7, CONFLICT.10)."""
    state = match.state
    own = [paid for paid in state.paid if paid.seat == seat]
    state.tally.bought[seat] += [paid.card for paid in own]
    for paid in reversed(own):
        come_about(match, paid)
