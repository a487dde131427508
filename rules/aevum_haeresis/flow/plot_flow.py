"""The actions of the Plot phase, line by line: Pass, Heresy, manoeuvre, Conflict (sections 14 to 18 and 33.4, 33.5)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import eligible
from rules.aevum_haeresis.board.deck import change_gold
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.verge import advance_time, expire, set_ready
from rules.aevum_haeresis.effects.resolve import come_about
from rules.aevum_haeresis.flow.lines import (
    active_enters,
    active_pays,
    active_row,
    again,
    passive_enters,
    passive_pays,
    passive_row,
    reveal,
    window,
)
from rules.aevum_haeresis.flow.plot import barred, consequence, icons_of
from rules.aevum_haeresis.flow.rules import guarded
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ActStep, EffectStep, TeamStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sealed import Sealed
from rules.kernel.engine.sequence import Lines, Sequence

# -- Plot -----------------------------------------------------------------------------------------------------


def first_actor(match: Haeresis, _step: Sequence) -> None:
    """The Active player takes the first action (AH-PLOT.1)."""
    state = match.state
    state.phase = "plot"
    state.actor, state.passes, state.chapter = state.active, 0, 0


def act(match: Haeresis, _step: Sequence) -> None:
    """One action (AH-PLOT.2, PLOT.3)."""
    match.push(ActStep(match.state.actor))


def next_actor(match: Haeresis, _step: Sequence) -> str | None:
    """The right to act goes to the other player, until both have passed in a row (AH-PLOT.6, PLOT.7)."""
    state = match.state
    if state.passes >= 2:
        return None
    state.actor = 1 - state.actor
    return "act"


PLOT: Lines = guarded({"first_actor": first_actor, "act": act, "next_actor": next_actor})


def after_pass(match: Haeresis, _step: Sequence) -> None:
    """A Pass is an action too: the soul check comes at its end, after the window (AH-WIN.9, AH-SM.70)."""
    match.state.in_action = False
    check(match, souls=True)


PASS: Lines = guarded({"window": window("pass_declared"), "after_pass": after_pass})


def heresy_effect(match: Haeresis, _step: Sequence) -> None:
    """The effect comes about, whatever has become of the card (AH-HERESY.11, HERESY.15)."""
    paid, match.state.heresy = match.state.heresy, None
    if paid is not None:
        come_about(match, paid)


def action_end(match: Haeresis, _step: Sequence) -> None:
    """What lasted for the Conflict ends; then the soul check (AH-CONFLICT.26, CONFLICT.29, HERESY.13, MAN.17)."""
    state = match.state
    expire(match, "conflict")
    state.in_action = False
    state.chapter = 0
    check(match, souls=True)


def advance(match: Haeresis, _step: Sequence) -> None:
    """The time of day advances (AH-TIME.2)."""
    advance_time(match)
    check(match)


HERESY: Lines = guarded(
    {
        "paid_window": window("heresy_paid"),
        "heresy_effect": heresy_effect,
        "resolved_window": window("heresy_resolved"),
        "action_end": action_end,
        "advance": advance,
    }
)


# -- manoeuvres -----------------------------------------------------------------------------------------------


def team(match: Haeresis, step: Sequence) -> str | None:
    """The initiator's team; with nobody eligible left the manoeuvre is unsuccessful (AH-MAN.7, MAN.20)."""
    man = match.state.man
    assert man is not None
    if not eligible(match, step.seat, man.type):
        match.emit(EVERYONE, events.Failed(step.seat, man.type))
        return "action_end"
    match.push(TeamStep(step.seat, False))
    return None


def block(match: Haeresis, step: Sequence) -> None:
    """The other player may block (AH-MAN.12)."""
    match.push(TeamStep(1 - step.seat, True))


def opposed(match: Haeresis, step: Sequence) -> str | None:
    """With blockers a Conflict arises (AH-MAN.13, MAN.14)."""
    man = match.state.man
    assert man is not None
    if not man.teams[1 - step.seat]:
        return None
    man.blocked = True
    match.push(Sequence("conflict", seat=step.seat))
    return "action_end"


def unopposed(match: Haeresis, step: Sequence) -> None:
    """The team becomes Spent, the Consequence is carried out (AH-MAN.15, MAN.16, MAN.21)."""
    man = match.state.man
    assert man is not None
    for card in list(man.teams[step.seat]):
        set_ready(match, card, False, usual=True)
    if barred(match):
        match.emit(EVERYONE, events.Failed(step.seat, man.type))
    else:
        consequence(match)


def after_conflict(match: Haeresis, _step: Sequence) -> None:
    """After a Conflict a window follows the advance of time (AH-CONFLICT.31)."""
    man, match.state.man = match.state.man, None
    if man is not None and man.blocked:
        open_window(match, "conflict_time_advanced")


MANOEUVRE: Lines = guarded(
    {
        "announced_window": window("manoeuvre_announced"),
        "team": team,
        "block": block,
        "opposed": opposed,
        "unopposed": unopposed,
        "action_end": action_end,
        "advance": advance,
        "after_conflict": after_conflict,
    }
)


# -- Conflict ---------------------------------------------------------------------------------------------------


def paid_window(match: Haeresis, _step: Sequence) -> None:
    """One window for the Chapter, if anything was paid for (AH-CONFLICT.9)."""
    if match.state.paid:
        open_window(match, "chapter_paid")


def evaluate(match: Haeresis, _step: Sequence) -> None:
    """Compare the icons of the two teams (AH-CONFLICT.19 to CONFLICT.22)."""
    man = match.state.man
    assert man is not None
    own, other = icons_of(match, man.initiator), icons_of(match, 1 - man.initiator)
    man.successful = man.initiator if own >= other else 1 - man.initiator
    match.emit(EVERYONE, events.Evaluated(man.initiator, own, other))


def draws(match: Haeresis, _step: Sequence) -> None:
    """Each player may draw a card; both choose sealed (AH-CONFLICT.23, GEN.9)."""
    match.push(Sealed("conflict_draw", [0, 1]))


def settle(match: Haeresis, _step: Sequence) -> None:
    """Gold for the successful survivors, everybody Spent, then the Consequence (AH-CONFLICT.24 to CONFLICT.27)."""
    man = match.state.man
    assert man is not None
    if man.teams[man.successful]:
        change_gold(match, man.successful, 1)
    for card in [*man.teams[0], *man.teams[1]]:
        set_ready(match, card, False, usual=True)
    for later in reversed(man.later):
        if later.seat == man.successful:
            match.push(EffectStep(later.seat, later.card, list(later.ops)))
    if man.successful == man.initiator:
        consequence(match)


CONFLICT: Lines = guarded(
    {
        "active_row": active_row,
        "passive_row": passive_row,
        "reveal": reveal,
        "active_pays": active_pays,
        "passive_pays": passive_pays,
        "paid_window": paid_window,
        "active_enters": active_enters,
        "passive_enters": passive_enters,
        "again": again,
        "end_window": window("conflict_end"),
        "evaluate": evaluate,
        "draws": draws,
        "settle": settle,
        "done_window": window("consequences_done"),
    }
)
