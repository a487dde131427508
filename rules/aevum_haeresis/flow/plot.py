"""The Plot phase: alternating actions, Heresies and Passes (sections 14, 15, 33.3 and 33.4)."""

from __future__ import annotations

from functools import cache

from rules.aevum_haeresis.board.card_lookup import abilities, controlled, manoeuvres, stat
from rules.aevum_haeresis.board.cards_in_play import advance_time, expire
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.effects.amounts import may_use
from rules.aevum_haeresis.effects.card_resolution import begin_resolving
from rules.aevum_haeresis.effects.cost_rules import ability_of, payable
from rules.aevum_haeresis.flow.location import plan_location
from rules.aevum_haeresis.flow.refusals import Reason, ability_named, unpayable, unusable
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Announce, Pass, UseHeresy
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import ActStep, PayStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import me
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator


def first_actor(match: Haeresis, _step: Sequence) -> None:
    """Let the Active player take the first action (AH-PLOT.1)."""
    state = match.state
    state.phase = "plot"
    state.actor, state.passes, state.chapter = state.active, 0, 0
    queue_triggered(match, "moment", state.active, word="plot_start")


def act(match: Haeresis, _step: Sequence) -> None:
    """Ask the current player for an action (AH-PLOT.2, PLOT.3)."""
    match.push(ActStep(match.state.actor))


def next_actor(match: Haeresis, _step: Sequence) -> str | None:
    """Let the other player take the next action, unless both have passed in a row (AH-PLOT.6, PLOT.7)."""
    state = match.state
    if state.passes >= 2:
        queue_triggered(match, "moment", state.active, word="plot_end")
        return None
    state.actor = 1 - state.actor
    return "act"


#: Actions that are offered very often, so they are cached.
_ANNOUNCE, _PASS = cache(Announce), Pass()

# -- the choice of an action --------------------------------------------------------------------------------------


def heresies(match: Haeresis, seat: int) -> list[str]:
    """Return the Heresies that a seat can activate now, as "card/ability" (AH-HERESY.1 to HERESY.9)."""
    return [
        f"{card}/{number}"
        for card, number, ability, placed in abilities(match, seat, "heresy")
        if str(number) not in placed.used
        and may_use(match, seat, card, number, ability)
        and payable(match, PayStep(seat, card, "ability", number))
    ]


@HAERESIS.step(ActStep, asks=["act"], accepts=[UseHeresy, Announce, Pass])
class ActRules(Rules[ActStep]):
    """Lets a player choose a Heresy, a manoeuvre or Pass (AH-PLOT.3)."""

    not_now = N_("You can do that only in the Plot phase, when it's your turn to act.")
    not_now_rule = "AH-PLOT.3"

    def decisions(self, match: Haeresis, step: ActStep) -> dict[int, Decision]:
        offers: list[Action] = [*map(UseHeresy, heresies(match, step.seat)), _PASS]
        offers += map(_ANNOUNCE, manoeuvres(match, step.seat))
        return {step.seat: decide("act", offers, passes=match.state.passes)}

    def take(self, match: Haeresis, step: ActStep, seat: int, action: Action) -> None:
        state = match.state
        match.finish(step)
        if isinstance(action, Pass):
            forced = match.answered is not None and match.answered.actions == [_PASS]
            state.passes += 1
            state.in_action = True
            match.emit(EVERYONE, events.Passed(seat, forced))
            queue_triggered(match, "passed", seat)
            match.push(Sequence("pass", seat=seat))
            return
        state.passes = 0
        state.in_action = state.tally.busy = True
        if isinstance(action, UseHeresy):
            card, number = action.card.split("/")
            state.cards[card].used.append(number)
            if ability_of(match, card, int(number)).limit == "game":
                state.cards[card].done.append(number)
            state.heresies.append(action.card)
            match.emit(EVERYONE, events.UsedHeresy(seat, card))
            queue_triggered(match, "used_heresy", seat, card)
            match.push(PayStep(seat, card, "ability", int(number)), Sequence("heresy", seat=seat))
        else:
            assert isinstance(action, Announce)
            kind = _manoeuvre(action.manoeuvre)
            assert kind is not None
            state.man = CurrentManoeuvre(kind, seat)
            state.tally.manoeuvres[seat] += 1
            match.emit(EVERYONE, events.Announced(seat, kind))
            queue_triggered(match, "announced", seat, word=kind)
            match.push(Sequence("manoeuvre", seat=seat))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        line = say.t("Your action: a manoeuvre, a Heresy, or Pass.")
        if int(asked.args["passes"]):
            other = say.seat(1 - me(view).seat)
            line += " " + say.t("{player} has passed: if you pass too, the Plot phase ends.", player=other)
        return line

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        rules = ("AH-PLOT.3", "AH-MAN.1", "AH-HERESY.1", "AH-PLOT.4", "AH-PLOT.5")
        return (*rules, "AH-PLOT.7") if int(asked.args["passes"]) else rules

    def why_not(self, match: Haeresis, step: ActStep, seat: int, action: Action) -> Reason:
        match action:
            case UseHeresy():
                return _no_heresy(match, seat, action.card)
            case Announce():
                return _not_announced(match, seat, _manoeuvre(action.manoeuvre))
            case _:
                return None


def _manoeuvre(name: str) -> Manoeuvre | None:
    return next((known for known in MANOEUVRES if known == name), None)


def _no_heresy(match: Haeresis, seat: int, option: str) -> Reason:
    state, card = match.state, option.partition("/")[0]
    if card not in state.cards:
        return IllegalAction("That card is not in play.", rule="AH-HERESY.4")
    found = ability_named(match, option, "heresy")
    if found is None:
        return IllegalAction("That card has no Heresy.", rule="AH-CARD.14")
    if card == state.location and state.placer != seat:
        return IllegalAction("Only the player who placed the Location can use its Heresy.", rule="AH-HERESY.3")
    if card != state.location and state.cards[card].controller != seat:
        return IllegalAction("You don't control that card.", rule="AH-HERESY.2")
    if str(found[0]) in state.cards[card].used:
        return IllegalAction("That Heresy has already been used this Round.", rule="AH-HERESY.4")
    return unusable(match, seat, card, found) or unpayable(match, PayStep(seat, card, "ability", found[0]))


def _not_announced(match: Haeresis, seat: int, kind: Manoeuvre | None) -> IllegalAction:
    if kind is None:
        return IllegalAction("The manoeuvres are Plunder, Recruit and Accusation.", rule="AH-MAN.1")
    if any(stat(match, card, kind) > 0 for card in controlled(match, seat)):
        return IllegalAction("All your characters with an icon of that manoeuvre are Spent.", rule="AH-MAN.5")
    return IllegalAction("None of your characters has an icon of that manoeuvre.", rule="AH-MAN.5")


# -- steps after the choice ---------------------------------------------------------------------------------------


def after_pass(match: Haeresis, _step: Sequence) -> None:
    """Check whether souls decide the game after a Pass, because a Pass is also an action (AH-WIN.9, AH-SM.70)."""
    match.state.in_action = False
    check(match, souls=True)


def plan(match: Haeresis, step: Sequence) -> None:
    """Ask the acting player for the next Location in advance if this Heresy will end the Night (AH-PBP.32)."""
    plan_location(match, step.seat)


def heresy_effect(match: Haeresis, _step: Sequence) -> None:
    """Resolve the effect of a paid Heresy, even if its card has left (AH-HERESY.11, HERESY.15)."""
    paid, match.state.heresy = match.state.heresy, None
    if paid is not None:
        begin_resolving(match, paid)


def action_end(match: Haeresis, _step: Sequence) -> None:
    """End the action and the effects of its Conflict, then check souls (AH-CONFLICT.26, 29, HERESY.13, MAN.17)."""
    state = match.state
    expire(match, "conflict")
    state.in_action = False
    state.chapter = 0
    check(match, souls=True)


def advance(match: Haeresis, _step: Sequence) -> None:
    """Advance the time of day by one after an action (AH-TIME.2)."""
    advance_time(match)
    check(match)
