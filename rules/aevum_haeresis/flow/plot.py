"""The Plot phase: Heresies, manoeuvres, Passes (sections 14 to 18)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import eligible, passives, record, soul_number, stat
from rules.aevum_haeresis.board.deck import change_gold, change_souls, mill, raise_execution
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.effects.paying import payable
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Announce, Done, Join, Pass, UseHeresy
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis, Man
from rules.aevum_haeresis.state.steps import ActStep, PayStep, TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide
from rules.kernel.engine.sequence import Sequence

#: Cards discarded by Plunder besides the soul number (AH-CONS.3).
PLUNDER = 4


def heresies(match: Haeresis, seat: int) -> list[str]:
    """Return the Heresies a seat can activate now, as "card/ability" (AH-HERESY.1 to HERESY.9)."""
    state = match.state
    found: list[str] = []
    for card, lies in state.cards.items():
        user = state.placer if card == state.location else lies.controller
        if user != seat:
            continue
        for number, ability in enumerate(record(match, card).abilities):
            if ability.kind != "heresy" or str(number) in lies.used:
                continue
            if payable(match, PayStep(seat, card, "ability", number)):
                found.append(f"{card}/{number}")
    return found


@HAERESIS.step(ActStep)
class ActRules(Rules[ActStep]):
    """Choose a Heresy, a manoeuvre, or Pass (AH-PLOT.3)."""

    def decisions(self, match: Haeresis, step: ActStep) -> dict[int, Decision]:
        offers: list[Action] = [*map(UseHeresy, heresies(match, step.seat)), Pass()]
        offers += [Announce(kind) for kind in MANOEUVRES if eligible(match, step.seat, kind)]
        return {step.seat: decide("act", offers, passes=match.state.passes)}

    def take(self, match: Haeresis, step: ActStep, seat: int, action: Action) -> None:
        state = match.state
        match.finish(step)
        if isinstance(action, Pass):
            state.passes += 1
            state.in_action = True
            match.emit(EVERYONE, events.Passed(seat))
            match.push(Sequence("pass", seat=seat))
            return
        state.passes = 0
        state.in_action = state.tally.busy = True
        if isinstance(action, UseHeresy):
            card, number = action.card.split("/")
            state.cards[card].used.append(number)
            match.emit(EVERYONE, events.UsedHeresy(seat, card))
            match.push(PayStep(seat, card, "ability", int(number)), Sequence("heresy", seat=seat))
        else:
            assert isinstance(action, Announce)
            kind: Manoeuvre = next(kind for kind in MANOEUVRES if kind == action.manoeuvre)
            state.man = Man(kind, seat)
            state.tally.manoeuvres[seat] += 1
            match.emit(EVERYONE, events.Announced(seat, kind))
            match.push(Sequence("manoeuvre", seat=seat))


@HAERESIS.step(TeamStep)
class TeamRules(Rules[TeamStep]):
    """Choose a team character by character (AH-MAN.7, MAN.12)."""

    def advance(self, match: Haeresis, step: TeamStep) -> bool:
        if super().advance(match, step):
            return True
        if self._free(match, step):
            return False
        self._done(match, step)
        return True

    def _free(self, match: Haeresis, step: TeamStep) -> list[str]:
        man = match.state.man
        assert man is not None
        return [card for card in eligible(match, step.seat, man.type) if card not in man.teams[step.seat]]

    def decisions(self, match: Haeresis, step: TeamStep) -> dict[int, Decision]:
        man = match.state.man
        assert man is not None
        offers: list[Action] = [Join(card) for card in self._free(match, step)]
        if step.blocking or man.teams[step.seat]:
            offers.append(Done())
        return {step.seat: decide("team", offers, blocking=step.blocking, manoeuvre=man.type)}

    def take(self, match: Haeresis, step: TeamStep, seat: int, action: Action) -> None:
        man = match.state.man
        assert man is not None
        if isinstance(action, Join):
            man.teams[seat].append(action.card)
        else:
            self._done(match, step)

    def _done(self, match: Haeresis, step: TeamStep) -> None:
        man = match.state.man
        assert man is not None
        match.finish(step)
        match.emit(EVERYONE, events.TeamChosen(step.seat, step.blocking, tuple(man.teams[step.seat])))


def icons_of(match: Haeresis, seat: int) -> int:
    """Return the icons of the manoeuvre's type on a team, with what it counts more (AH-CONFLICT.19)."""
    man = match.state.man
    assert man is not None
    if not man.teams[seat]:
        return 0
    more = sum(mod.amount for mod in match.state.mods if mod.stat == "team" and mod.seat == seat)
    return max(0, more + sum(stat(match, card, man.type) for card in man.teams[seat]))


def barred(match: Haeresis) -> bool:
    """Tell whether an unopposed manoeuvre is unsuccessful (AH-MAN.21)."""
    man = match.state.man
    assert man is not None
    return man.failed or any(
        isinstance(passive, Bar) and passive.manoeuvre == man.type and lies.controller != man.initiator
        for _, lies, passive in passives(match)
    )


def consequence(match: Haeresis) -> None:
    """Carry out the Consequence of a successful manoeuvre (AH-CONS.1 to CONS.10)."""
    man = match.state.man
    assert man is not None
    seat, other = man.initiator, 1 - man.initiator
    number = soul_number(match) + man.extra[seat]
    match.emit(EVERYONE, events.Succeeded(seat, man.type))
    bounties = [
        passive
        for _, lies, passive in passives(match)
        if isinstance(passive, Bounty) and passive.manoeuvre == man.type and (
            passive.whose == "both" or lies.controller == seat
        ) and not (passive.without_damned and match.state.players[seat].damned in man.teams[seat])
    ]  # fmt: skip
    if man.type == "recruit":
        change_souls(match, seat, number + sum(bounty.souls for bounty in bounties))
    elif man.type == "plunder":
        mill(match, other, PLUNDER + number + sum(bounty.cards for bounty in bounties))
        change_souls(match, seat, sum(bounty.souls for bounty in bounties))
    else:
        raise_execution(match, other, 1)
        change_souls(match, seat, sum(bounty.souls for bounty in bounties))
    change_gold(match, seat, sum(bounty.gold for bounty in bounties))
    check(match)
