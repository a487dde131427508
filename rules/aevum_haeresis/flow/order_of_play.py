"""The order of play as sequences of labelled lines, like the numbered lists in the rules (sections 9 to 19 and 33).

Each line is a function in the module of its phase. Saves contain the labels.
"""

from __future__ import annotations

from rules.aevum_haeresis.flow import (
    chapters,
    choice,
    conflict,
    deck_building,
    draft,
    effect,
    end,
    epilogue,
    location,
    manoeuvre,
    paying,
    plot,
    prologue,
    setup,
    story_rows,
    triggered_ability_order,
)
from rules.aevum_haeresis.flow.step_base import for_active, for_passive, sequence
from rules.aevum_haeresis.flow.windows import window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sequence import Sequence

#: Modules whose steps are pushed during play and aren't part of a sequence. Importing the modules registers the steps.
ANY_TIME = (location, paying, effect, choice, triggered_ability_order)


def first_round(match: Haeresis, _step: Sequence) -> None:
    """Start the first Round, which has no Prologue and starts with the Enlistment (AH-SETUP.16, ROUND.3)."""
    match.emit(EVERYONE, events.RoundBegan(1, match.state.active))
    match.push(Sequence("enlistment"), Sequence("plot"), Sequence("epilogue"))


def play_round(match: Haeresis, _step: Sequence) -> str:
    """Start a Round: Prologue, Enlistment, Plot, Epilogue. This step repeats for every Round (AH-ROUND.2, ROUND.6)."""
    state = match.state
    state.round += 1
    match.emit(EVERYONE, events.RoundBegan(state.round, state.active))
    match.push(Sequence("prologue"), Sequence("enlistment"), Sequence("plot"), Sequence("epilogue"))
    return "round"


sequence(
    "game",
    {
        "draft": draft.draft,
        "build": deck_building.build,
        "lay_out": setup.lay_out,
        "choose_active": setup.choose_active,
        "mulligans": setup.mulligans,
        "first_location": setup.first_location,
        "first_round": first_round,
        "round": play_round,
        "end_match": end.end_match,
    },
    last="end_match",
)

sequence(
    "prologue",
    {
        "draw_cards": prologue.draw_cards,
        "income": prologue.gain_income,
        "ready_all": prologue.ready_all,
        "start_effects": prologue.start_effects,
        "window": window("prologue_end"),
    },
)

sequence(
    "enlistment",
    {
        "active_row": story_rows.active_row,
        "passive_row": story_rows.passive_row,
        "reveal": story_rows.reveal,
        "active_pays": for_active(chapters.offer_card),
        "active_enters": for_active(chapters.resolve_paid),
        "active_window": for_active(chapters.paid_window),
        "passive_pays": for_passive(chapters.offer_card),
        "passive_enters": for_passive(chapters.resolve_paid),
        "passive_window": for_passive(chapters.paid_window),
        "again": chapters.next_chapter,
        "end_window": window("enlistment_end"),
    },
)

sequence("plot", {"first_actor": plot.first_actor, "act": plot.act, "next_actor": plot.next_actor})

sequence("pass", {"window": window("pass_declared"), "after_pass": plot.after_pass})

sequence(
    "heresy",
    {
        "plan": plot.plan,
        "paid_window": window("heresy_paid"),
        "heresy_effect": plot.heresy_effect,
        "resolved_window": window("heresy_resolved"),
        "action_end": plot.action_end,
        "advance": plot.advance,
    },
)

sequence(
    "manoeuvre",
    {
        "plan": manoeuvre.plan,
        "announced_window": window("manoeuvre_announced"),
        "team": manoeuvre.team,
        "block": manoeuvre.block,
        "opposed": manoeuvre.opposed,
        "unopposed": manoeuvre.unopposed,
        "action_end": plot.action_end,
        "advance": plot.advance,
        "after_conflict": manoeuvre.after_conflict,
    },
)

sequence(
    "conflict",
    {
        "active_row": story_rows.active_row,
        "passive_row": story_rows.passive_row,
        "reveal": story_rows.reveal,
        "active_pays": for_active(chapters.offer_card),
        "passive_pays": for_passive(chapters.offer_card),
        "paid_window": conflict.paid_window,
        "active_enters": for_active(chapters.resolve_paid),
        "passive_enters": for_passive(chapters.resolve_paid),
        "again": chapters.next_chapter,
        "end_window": window("conflict_end"),
        "evaluate": conflict.evaluate,
        "draws": conflict.draws,
        "settle": conflict.settle,
        "done_window": window("consequences_done"),
        "over": conflict.over,
    },
)

sequence(
    "epilogue",
    {
        "begin": epilogue.begin,
        "discards": epilogue.discards,
        "window": window("epilogue_discard"),
        "round_end": epilogue.round_end,
        "end_of_round": epilogue.end_of_round,
    },
)
