"""Paying (section 6): everything is named first, then paid as one step (AH-COST.19)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import stat
from rules.aevum_haeresis.board.deck import change_gold, change_souls, discard
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.verge import leave, set_ready
from rules.aevum_haeresis.effects.paying import ability_of, cost_of, questions
from rules.aevum_haeresis.effects.resolve import come_about
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis, Paid
from rules.aevum_haeresis.state.steps import PayStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide

#: Nobody is named where a target may be left out.
NOBODY = ""


@HAERESIS.step(PayStep, asks=["name"], accepts=[Choose])
class PayRules(Rules[PayStep]):
    """Ask for everything a payment names; a single possibility is taken without asking."""

    def advance(self, match: Haeresis, step: PayStep) -> bool:
        if super().advance(match, step):
            return True
        question = self._next(match, step)
        while question is not None:
            what, options, compulsory = question
            if len(options) > 1 or (options and not compulsory):
                return False
            self._answer(step, what, options[0] if options else NOBODY)
            question = self._next(match, step)
        match.finish(step)
        pay(match, step)
        return True

    def _next(self, match: Haeresis, step: PayStep) -> tuple[str, list[str], bool] | None:
        for number, question in enumerate(questions(match, step)):
            if number == step.asked:
                return self._without_named(step, question)
        return None

    def _without_named(self, step: PayStep, question: tuple[str, list[str], bool]) -> tuple[str, list[str], bool]:
        """A target with a count names different cards; after "nobody" there is nobody else either."""
        what, options, compulsory = question
        if not what.startswith("target") or what.endswith(".0"):
            return question
        same = [name for name, key in zip(step.targets, step.keys, strict=False) if key == what.split(".")[0]]
        return what, [] if NOBODY in same else [name for name in options if name not in same], compulsory

    def decisions(self, match: Haeresis, step: PayStep) -> dict[int, Decision]:
        question = self._next(match, step)
        assert question is not None
        what, options, compulsory = question
        offers = [Choose(option) for option in options]
        if not compulsory:
            offers.append(Choose("nobody"))
        goal = int(what.removeprefix("target").split(".")[0]) if what.startswith("target") else -1
        asked = what.rstrip("0123456789.")
        return {
            step.seat: decide("name", offers, what=asked, card=step.card, how=step.how, ability=step.ability, goal=goal)
        }

    def take(self, match: Haeresis, step: PayStep, seat: int, action: Action) -> None:
        assert isinstance(action, Choose)
        question = self._next(match, step)
        assert question is not None
        self._answer(step, question[0], NOBODY if action.option == "nobody" else action.option)

    def _answer(self, step: PayStep, what: str, option: str) -> None:
        step.asked += 1
        if what.startswith("target"):
            step.targets.append(option)
            step.keys.append(what.split(".")[0])
        elif what.startswith("discard"):
            step.discards.append(option)
        else:
            setattr(step, what, option)


def pay(match: Haeresis, step: PayStep) -> None:
    """Take all costs; from then on nothing prevents the effect (AH-COST.17, COST.19)."""
    state = match.state
    cost = cost_of(match, step)
    player = state.players[step.seat]
    might = stat(match, step.caster, "damage") if step.caster else 0
    match.emit(
        EVERYONE, events.PaidFor(step.seat, step.card, step.ability, step.caster, tuple(step.targets), step.host)
    )
    if step.how != "ability":
        player.free = 0
        state.tally.busy = True
    if cost.gold:
        change_gold(match, step.seat, -cost.gold)
    if cost.souls:
        change_souls(match, step.seat, -cost.souls)
    if step.how == "dem":
        player.hand.remove(step.card)
    if step.how != "ability":
        state.table.append(step.card)
    discard(match, step.seat, step.discards)
    if cost.turn:
        set_ready(match, step.card, False)
    if step.turned:
        set_ready(match, step.turned, False)
    if step.sacrifice:
        match.emit(EVERYONE, events.Sacrificed(step.seat, step.sacrifice))
        leave(match, step.sacrifice)
        check(match)
    paid = Paid(step.seat, step.card, step.ability, step.caster, step.host, list(step.targets), might)
    if step.how == "row":
        state.paid.append(paid)
    elif step.how == "ability" and ability_of(match, step.card, step.ability).kind == "heresy":
        state.heresy = paid
    else:
        come_about(match, paid)
