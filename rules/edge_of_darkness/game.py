"""The entry point of Edge of Darkness: the record of its parts that the rest of the project uses."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.bots import draft_standing_orders, evaluate, match_statistics, policy, values
from rules.edge_of_darkness.content import load
from rules.edge_of_darkness.examples import EDGE_EXAMPLES
from rules.edge_of_darkness.examples.lessons import POSITIONS
from rules.edge_of_darkness.flow import (
    action_turn_free_part,
    discard,
    draft,
    effect,
    effect_choices,
    host_picked_locations,
    order_of_play,
    planning,
    scoring,
    setup,
    sleeve,
    standing_order_groups,
    standing_orders,
)
from rules.edge_of_darkness.seen import determinization, invariants, views
from rules.edge_of_darkness.state.actions import (
    ACTIONS,
    CONCLUDING_ACTIONS,
    FIELDS,
    MULTI_CHOICE_ACTIONS,
    REVEALING_ACTIONS,
    SENTENCES,
)
from rules.edge_of_darkness.state.events import EVENTS, RoundBegan
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.state import State
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words import (
    actions,
    board,
    card_language,
    events,
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

#: These modules are imported only to register their steps.
REGISTERED = (effect_choices, discard, draft, effect, sleeve)


def _with_first_reading(state: dict[str, Any]) -> dict[str, Any]:
    """Keep the original interpretation of the rules for a saved match of version 1."""
    return state | {"reading": 1}


#: A game with Guilds, Agents, a cube tower, and one shared deck whose cards are crafted during play.
GAME = Game[State, EdgeView](
    id="edge_of_darkness",
    command="edge",
    seats=setup.SEATS,
    version=2,
    migrations={1: _with_first_reading},
    state_type=State,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    order_of_play=order_of_play.EDGE,
    fields=FIELDS,
    sentences=SENTENCES,
    concluding=CONCLUDING_ACTIONS,
    several=MULTI_CHOICE_ACTIONS,
    at_once=effect_choices.at_once,
    foreseen=lambda _match, action: isinstance(action, REVEALING_ACTIONS),
    gains=action_turn_free_part.gains,
    set_up=setup.new_state,
    view=views.view,
    worlds=determinization.worlds,
    piles=determinization.piles,
    own_points=scoring.scores,
    own_points_text=results.own_points,
    turn_starts=(RoundBegan,),
    round=lambda view: view.round,
    result=scoring.result,
    played=scoring.played,
    played_text=results.played,
    played_titles=results.PLAYED_TITLES,
    tally=scoring.tally,
    is_sound=invariants.is_sound,
    content_of=setup.content_of,
    check_content=load.check,
    language=card_language.language,
    packs=load.PACKS,
    add_pack=load.add_pack,
    orders=standing_orders.ORDERS,
    default_orders=standing_orders.default_orders,
    order_groups=standing_order_groups.groups,
    ordered=standing_orders.ordered,
    standing=standing_orders.active_orders,
    lapsed=standing_order_groups.lapsed,
    foresight=draft_standing_orders.foresight,
    planning=planning.PLANNING,
    pricing=values.PRICES,
    evaluate=evaluate.evaluate,
    terms=evaluate.terms,
    candidates=policy.candidates,
    default_action=policy.default_action,
    groups=match_statistics.groups,
    length=match_statistics.length,
    variety=match_statistics.variety,
    pieces=match_statistics.pieces,
    used=match_statistics.used,
    title=look_up.title,
    short=ping_texts.short,
    moment=ping_texts.moment,
    task=ping_texts.task,
    call_answer=ping_texts.call_answer,
    blurb=look_up.blurb,
    set_note=look_up.set_note,
    in_short=newcomer_help.in_short,
    sheets=summary_sheets.sheets,
    hint=newcomer_help.hint,
    move_reason=move_reasons.move_reason,
    event_line=events.event_line,
    recap=recap.RECAP,
    action_text=actions.action_text,
    signed=text_icons.SIGNED,
    leading=text_icons.LEADING,
    uncovers=reveal_warnings.uncovers,
    option_text=options.option_text,
    option_choices=options.option_choices,
    option_fits=options.option_fits,
    option_note=options.option_note,
    option_picks=host_picked_locations.option_picks,
    first_match={"setup": "embers_first_spark"},
    first_options=("setup", "guilds"),
    board_text=board.board_text,
    whole_board_text=board.whole_board_text,
    alt_text=board.alt_text,
    hand_text=board.hand_text,
    look_up=look_up.look_up,
    on_table=lookup_zones.on_table,
    result_text=results.result_text,
    reasons=results.reasons,
    uncovered=results.uncovered,
    examples=EDGE_EXAMPLES.by_rule,
    positions=POSITIONS,
    example_names=lambda _say: ["A", "B", "C", "D"],
)
