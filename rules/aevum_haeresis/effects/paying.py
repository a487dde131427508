"""Paying costs (section 6): everything is named first, then paid as one step (AH-COST.19)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.aevum_haeresis.board.cards import controlled, in_conflict, passives, record, stat
from rules.aevum_haeresis.board.deck import change_gold, change_souls, discard, kinds
from rules.aevum_haeresis.board.ending import Rules, check
from rules.aevum_haeresis.board.targets import casters, hosts, legal, wanted
from rules.aevum_haeresis.board.verge import leave, set_ready
from rules.aevum_haeresis.content.effects import Ability, Tax
from rules.aevum_haeresis.content.load import Card
from rules.aevum_haeresis.content.ops import Cost, Op
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


def ability_of(match: Haeresis, card: str, number: int) -> Ability:
    """Return one of a card's abilities."""
    return record(match, card).abilities[number]


def effect_of(match: Haeresis, step: PayStep) -> list[Op]:
    """Return what is being paid for."""
    if step.how == "ability":
        return ability_of(match, step.card, step.ability).do
    return record(match, step.card).do


def cost_of(match: Haeresis, step: PayStep) -> Cost:
    """Return the cost with what makes it higher or lower (AH-COST.2)."""
    if step.how != "ability":
        cost = record(match, step.card).cost
        free = match.state.players[step.seat].free
        return cost.model_copy(update={"gold": max(0, cost.gold - free)}) if free else cost
    ability = ability_of(match, step.card, step.ability)
    if ability.kind != "heresy":
        return ability.cost
    tax = sum(p.gold for _, lies, p in passives(match) if isinstance(p, Tax) and lies.controller != step.seat)
    return ability.cost.model_copy(update={"gold": ability.cost.gold + tax}) if tax else ability.cost


def playable(match: Haeresis, card: Card, how: str) -> bool:
    """Tell whether a card of this kind can be played here at all (AH-PLAY.2 to PLAY.8, ICON.2 to ICON.4)."""
    state = match.state
    fighting = in_conflict(match)
    if card.type == "heretic":
        return how == "row" and state.phase == "enlistment"
    if card.type == "hunter":
        return how == "dem"
    if card.type == "story":
        return fighting and state.man is not None and getattr(card.band, state.man.type).colour == "white"
    if how == "dem":
        return True
    return ("conflict" if fighting else "enlistment") in card.rows


def payable(match: Haeresis, step: PayStep) -> bool:
    """Tell whether every cost can be met; there is no partial payment (AH-COST.2, COST.3)."""
    card = record(match, step.card)
    if step.how != "ability" and not playable(match, card, step.how):
        return False
    player = match.state.players[step.seat]
    cost = cost_of(match, step)
    hand = len(player.hand) - (step.how == "dem")
    if player.gold < cost.gold or player.souls < cost.souls or hand < cost.cards:
        return False
    if cost.turn and not match.state.cards[step.card].ready:
        return False
    return all(options for _, options, compulsory in questions(match, step) if compulsory)


def questions(match: Haeresis, step: PayStep) -> Iterator[tuple[str, list[str], bool]]:
    """Yield what has to be named, in order: what, among which, and whether somebody must be."""
    card = record(match, step.card)
    cost = cost_of(match, step)
    if step.how != "ability" and card.type == "story":
        yield "caster", casters(match, step.seat, card), True
    effect = effect_of(match, step)
    source = "" if step.how == "ability" else step.card
    named: set[str] = set()
    goals = wanted(match, card, effect) if step.how != "ability" else wanted(match, _PLAIN(card), effect)
    for number, target in enumerate(goals):
        options = legal(match, step.seat, target, source)
        for place in range(target.count):
            key = f"target{number}.{place}"
            yield (
                key,
                [name for name in options if name not in named or target.count == 1],
                place == 0 and not target.may,
            )
    if step.how != "ability" and card.attachment is not None:
        yield "host", _hosts(match, step, card), True
    if cost.sacrifice:
        heretics = [n for n in controlled(match, step.seat) if record(match, n).type == "heretic" and n != step.host]
        yield "sacrifice", heretics, True
    if cost.turn_own:
        yield "turned", [n for n in controlled(match, step.seat) if match.state.cards[n].ready], True
    hand = [name for name in match.state.players[step.seat].hand if name != step.card]
    for place in range(cost.cards):
        yield f"discard{place}", kinds([name for name in hand if name not in step.discards]), True


def _hosts(match: Haeresis, step: PayStep, card: Card) -> list[str]:
    """A host that would be lost by paying the other costs can't be named (AH-COST.13)."""
    found = hosts(match, step.seat, card)
    if not cost_of(match, step).sacrifice:
        return found
    heretics = [name for name in controlled(match, step.seat) if record(match, name).type == "heretic"]
    return [name for name in found if name not in heretics or len(heretics) > 1]


def _PLAIN(card: Card) -> Card:  # noqa: N802 - a view of the card without its band
    return card.model_copy(update={"type": "event"}) if card.type == "story" else card


@HAERESIS.step(PayStep)
class PayRules(Rules[PayStep]):
    """Ask for everything a payment names; a single possibility is taken without asking."""

    def run(self, match: Haeresis, step: PayStep) -> bool:
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
        same = [name for name, key in zip(step.targets, _keys(step), strict=False) if key == what.split(".")[0]]
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


def _keys(step: PayStep) -> list[str]:
    return step.keys


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
        from rules.aevum_haeresis.effects.resolve import come_about  # effects may ask for payments themselves

        come_about(match, paid)
