"""Aevum Haeresis as the rest of the project sees it: the object that combines the parts of the game."""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.board import ending, match_result
from rules.aevum_haeresis.bots import evaluate, heuristics, match_statistics, next_action_orders, outlook, policy
from rules.aevum_haeresis.content import decklist, load
from rules.aevum_haeresis.examples import HAERESIS_EXAMPLES
from rules.aevum_haeresis.examples.lessons import POSITIONS
from rules.aevum_haeresis.flow import (
    deadlines,
    deck_building,
    order_of_play,
    planned_story_rows,
    setup,
    standing_order_groups,
    standing_orders,
)
from rules.aevum_haeresis.seen import determinization, invariants, views
from rules.aevum_haeresis.state.actions import (
    ACTIONS,
    CONCLUDING_ACTIONS,
    FIELDS,
    MULTI_CHOICE_ACTIONS,
    REVEALING_ACTIONS,
    SENTENCES,
)
from rules.aevum_haeresis.state.events import EVENTS, RoundBegan
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import State
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words import (
    actions,
    board,
    card_language,
    events,
    hand,
    look_up,
    lookup_zones,
    move_reasons,
    newcomer_help,
    options,
    ping_texts,
    recap,
    results,
    reveal_warnings,
    summary_sheets,
    text_icons,
)
from rules.kernel.game import Game

#: Importing this module registers every step and sequence.
REGISTERED = (order_of_play,)


def _first_reading(state: dict[str, Any]) -> dict[str, Any]:
    """Migrate a state of version 1: the match keeps the old starting orders, and the option `plan_ahead` is off."""
    return state | {"reading": 1, "options": state["options"] | {"plan_ahead": False}}


def _without_counters(state: dict[str, Any]) -> dict[str, Any]:
    """Migrate a state of version 2, which has no counters or triggered abilities: the new fields start empty."""
    return state


#: The game, through which the rest of the project uses these rules.
GAME = Game[State, HaeresisView](
    id="aevum_haeresis",
    command="heresy",
    seats=setup.SEATS,
    version=3,
    migrations={1: _first_reading, 2: _without_counters},
    state_type=State,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    order_of_play=HAERESIS,
    fields=FIELDS,
    sentences=SENTENCES,
    concluding=CONCLUDING_ACTIONS,
    several=MULTI_CHOICE_ACTIONS,
    foreseen=lambda _match, action: isinstance(action, REVEALING_ACTIONS),
    set_up=setup.new_state,
    set_up_with_decks=setup.new_state,
    decks=decklist.HaeresisDecks(),
    view=views.view,
    worlds=determinization.worlds,
    redeal=determinization.redeal,
    piles=determinization.piles,
    own_points=match_result.own_points,
    own_points_text=results.own_points,
    turn_starts=(RoundBegan,),
    round=lambda view: view.round,
    result=match_result.result,
    played=match_result.played,
    played_text=results.played,
    played_titles=results.PLAYED_TITLES,
    tally=match_result.tally,
    is_sound=invariants.is_sound,
    concede=ending.concede,
    content_of=setup.content_of,
    check_content=load.check,
    language=card_language.language,
    packs=load.PACKS,
    add_pack=load.add_pack,
    default_orders=standing_orders.starting_orders,
    order_groups=standing_order_groups.groups,
    ordered=standing_orders.ordered,
    standing=standing_orders.standing,
    foresight=next_action_orders.foresight,
    planning=planned_story_rows.PLANNING,
    building=deck_building.BUILDING,
    hold=deadlines.hold,
    plainest=deadlines.plainest,
    pricing=heuristics.PRICES,
    outlook=outlook.OUTLOOK,
    evaluate=evaluate.evaluate,
    valued_in_points=False,
    terms=evaluate.terms,
    candidates=policy.candidates,
    default_action=policy.default_action,
    groups=match_statistics.groups,
    length=match_statistics.length,
    ending=match_statistics.ending,
    first=match_statistics.first,
    reactions=match_statistics.reactions,
    title=look_up.title,
    short=ping_texts.short,
    moment=ping_texts.moment,
    round_named=ping_texts.ROUND,
    rounds_heading=ping_texts.ROUNDS,
    turn_named=ping_texts.TURN,
    turns_heading=ping_texts.TURNS,
    task=ping_texts.task,
    call_answer=ping_texts.call_answer,
    blurb=look_up.blurb,
    set_note=look_up.set_note,
    opening=standing_order_groups.usual_orders,
    in_short=newcomer_help.in_short,
    sheets=summary_sheets.sheets,
    hint=newcomer_help.hint,
    move_reason=move_reasons.move_reason,
    event_line=events.event_line,
    recap=recap.RECAP,
    action_text=actions.action_text,
    signed=text_icons.SIGNED,
    leading=text_icons.LEADING,
    warning=actions.warning,
    uncovers=reveal_warnings.uncovers,
    option_text=options.option_text,
    option_choices=options.option_choices,
    option_fits=options.option_fits,
    option_note=options.option_note,
    consent=options.consent,
    first_match={"ready_decks": "first"},
    first_options=("format", "ready_decks", "pace"),
    board_text=board.board_text,
    whole_board_text=board.whole_board_text,
    alt_text=board.alt_text,
    hand_text=hand.hand_text,
    look_up=look_up.look_up,
    on_table=lookup_zones.on_table,
    result_text=results.result_text,
    reasons=results.reasons,
    places=results.places,
    uncovered=results.uncovered,
    examples=HAERESIS_EXAMPLES.by_rule,
    positions=POSITIONS,
    example_names=lambda _say: ["Anna", "Béla"],
)
