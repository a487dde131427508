"""Payments (section 6): the player makes all choices first, then pays everything at once (AH-COST.19)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import controlled, is_known, participants, record, stat
from rules.aevum_haeresis.board.cards_in_play import put_counters, sacrifice, set_ready
from rules.aevum_haeresis.board.decks_and_resources import change_gold, change_souls, discard
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.targets import target_of, targets_to_name
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.effects.card_resolution import begin_resolving
from rules.aevum_haeresis.effects.cost_rules import ability_of, cost_of, effect_of, questions, without_band
from rules.aevum_haeresis.effects.refusals import no_target, not_held, not_sacrificed
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.state import Haeresis, Paid
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import PayStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import card_name, record_of
from rules.aevum_haeresis.words.ops import QUESTIONS
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: The option that is saved if the player names no character as an optional target.
NOBODY = ""
#: The texts of the questions of a payment, by the key of the choice.
_PAYING = {
    "caster": N_("{card}: who is the caster?"),
    "target": N_("{card}: who is the target?"),
    "host": N_("{card}: who do you attach it to?"),
    "sacrifice": N_("{card}: which Heretic do you sacrifice to pay for it?"),
    "turned": N_("{card}: which of your characters becomes Spent to pay for it?"),
    "discard": N_("{card}: which card from your hand do you discard to pay for it?"),
}


#: The rules behind the questions of a payment, by the key of the choice.
_RULES = {
    "caster": ("AH-COST.8", "AH-COST.9"),
    "target": ("AH-COST.10",),
    "host": ("AH-ATT.1", "AH-ATT.2", "AH-COST.13"),
    "sacrifice": ("AH-SAC.4", "AH-SAC.1"),
    "turned": ("AH-COST.15", "AH-COST.14"),
    "discard": ("AH-COST.6", "AH-COST.14"),
}


@HAERESIS.step(PayStep, asks=["name"], accepts=[Choose])
class PayRules(Rules[PayStep]):
    """Asks for every choice of a payment in order. The only option of a mandatory choice is chosen without asking."""

    def go_on(self, match: Haeresis, step: PayStep) -> bool:
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
        """Return a question without the cards already named for the same target.

        If the player has chosen to name no more cards for this target, no options are left.
        """
        what, options, compulsory = question
        if not what.startswith("target") or what.endswith(".0"):
            return question
        same = [name for name, key in zip(step.targets, step.keys, strict=False) if key == what.split(".")[0]]
        return what, [] if NOBODY in same else [name for name in options if name not in same], compulsory

    def is_sound(self, match: Haeresis, step: PayStep) -> bool:
        if not is_known(match, step.card):
            return False
        abilities = record(match, step.card).abilities
        return step.how != "ability" or (step.card in match.state.cards and step.ability in range(len(abilities)))

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

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        args = asked.args
        what, card = str(args["what"]), str(args["card"])
        if what == "target":
            line = _target_line(view, card, int(args["ability"]), int(args["goal"]))
        else:
            line = _PAYING[what]
        return say.t(line, card=card_name(say, card))

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        what, how, card = (str(asked.args[name]) for name in ("what", "how", "card"))
        reach = (_reach_rule(how, record_of(view, card).type),) if what == "target" else ()
        return (*_RULES[what], *reach, "AH-COST.19")

    def why_not(self, match: Haeresis, step: PayStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Choose):
            return None
        args = match.decisions()[seat].prompt.args
        option = action.option
        match args["what"]:
            case "discard":
                return _not_discarded(match, step, option)
            case "sacrifice":
                return not_sacrificed(match, seat, option)
            case "turned":
                if option in controlled(match, seat):
                    return IllegalAction("That character is already Spent; choose a Ready one.", rule="AH-COST.15")
                return IllegalAction("Choose a Ready character of yours.", rule="AH-COST.15")
            case "caster":
                if option in participants(match, seat):
                    return IllegalAction(
                        "That character doesn't meet the Story's condition for its caster.", rule="AH-COST.8"
                    )
                return IllegalAction("The caster must be a character of your team in this Conflict.", rule="AH-COST.8")
            case "host":
                return IllegalAction("You can't attach it to that; read the card with /card.", rule="AH-COST.12")
            case _:
                return _not_named(match, step, int(args["goal"]), option)


def _reach_rule(how: str, kind: str) -> str:
    """Return the id of the rule that says which characters this type of card can target during a Conflict."""
    if kind == "story" and how != "ability":
        return "AH-CONFLICT.14"
    return "AH-CONFLICT.15" if kind == "event" else "AH-DEM.32"


def _target_line(view: HaeresisView, name: str, ability: int, goal: int) -> str:
    """Return the text of the question about target number `goal`, counting the skull's target first."""
    card, man = record_of(view, name), view.manoeuvre
    skull = ability < 0 and card.type == "story" and man is not None and getattr(card.band, man.type).skull
    if skull and goal == 0:
        return N_("{card}: who does the caster strike?")
    effect = card.do if ability < 0 else card.abilities[ability].do
    named = [op.op for op in effect if target_of(op) is not None]
    place = goal - skull
    return QUESTIONS[named[place]] if 0 <= place < len(named) else _PAYING["target"]


def _not_discarded(match: Haeresis, step: PayStep, option: str) -> IllegalAction:
    if option == step.card or option in step.discards:
        return IllegalAction("That card is already part of the payment; choose another one.", rule="AH-COST.6")
    return not_held(match, step.seat, option)


def _not_named(match: Haeresis, step: PayStep, goal: int, option: str) -> IllegalAction:
    if option in step.targets:
        return IllegalAction("You've already chosen that; choose another one.", rule="AH-COST.10")
    card = record(match, step.card)
    story = step.how != "ability" and card.type == "story"
    goals = targets_to_name(match, card if step.how != "ability" else without_band(card), effect_of(match, step))
    return no_target(match, step.seat, goals[goal], story, option)


def pay(match: Haeresis, step: PayStep) -> None:
    """Pay the whole cost at once. After this, nothing can prevent the effect (AH-COST.17, COST.19)."""
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
        queue_triggered(match, "played", step.seat, step.card, word=record(match, step.card).type)
    if cost.gold:
        change_gold(match, step.seat, -cost.gold)
    if cost.souls:
        change_souls(match, step.seat, -cost.souls)
    if step.how == "dem":
        player.hand.remove(step.card)
    if step.how != "ability":
        state.table.append(step.card)
    discard(match, step.seat, step.discards)
    if cost.counters:
        put_counters(match, step.card, -cost.counters)
    if cost.turn:
        set_ready(match, step.card, False)
    if step.turned:
        set_ready(match, step.turned, False)
    if step.sacrifice:
        sacrifice(match, step.seat, step.sacrifice)
        check(match)
    paid = Paid(step.seat, step.card, step.ability, step.caster, step.host, list(step.targets), might)
    if step.how == "row":
        state.paid.append(paid)
    elif step.how == "ability" and ability_of(match, step.card, step.ability).kind == "heresy":
        state.heresy = paid
    else:
        begin_resolving(match, paid)
