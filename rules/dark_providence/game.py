"""The entry point of Dark Providence: the record of its parts that the rest of the project uses."""

from __future__ import annotations

from rules.dark_providence.bots import evaluate, match_statistics, policy
from rules.dark_providence.content import load
from rules.dark_providence.examples import PROVIDENCE_EXAMPLES
from rules.dark_providence.examples.lessons import POSITIONS
from rules.dark_providence.flow import (
    effect_choices,
    order_of_play,
    paying,
    payments_beside_actions,
    scoring,
    setup,
    standing_orders,
    turn,
)
from rules.dark_providence.seen import determinization, invariants, views
from rules.dark_providence.solo import cultist_resources, cultists
from rules.dark_providence.state.actions import ACTIONS, CONCLUDING_ACTIONS, FIELDS, MULTI_CHOICE_ACTIONS, SENTENCES
from rules.dark_providence.state.events import EVENTS, TurnBegan
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.state import State
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import (
    actions,
    board,
    card_language,
    events,
    hand,
    look_up,
    lookup_zones,
    move_reasons,
    names,
    newcomer_help,
    options,
    ping_texts,
    recap,
    results,
    reveal_warnings,
    summary_sheets,
    text_icons,
)
from rules.kernel.engine import planned_turns
from rules.kernel.game import Game

#: These modules are imported only to register their steps.
REGISTERED = (turn, paying, effect_choices, cultists, cultist_resources)

#: Deck building on a map of cities, with secret allegiances or, in solo play, against a Great Old One.
GAME = Game[State, ProvidenceView](
    id="dark_providence",
    command="providence",
    seats=setup.SEATS,
    state_type=State,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    order_of_play=order_of_play.PROVIDENCE,
    fields=FIELDS,
    sentences=SENTENCES,
    concluding=CONCLUDING_ACTIONS,
    several=MULTI_CHOICE_ACTIONS,
    foreseen=turn.ends_with,
    follow_ups=payments_beside_actions.follow_ups,
    set_up=setup.new_state,
    view=views.view,
    worlds=determinization.worlds,
    piles=determinization.piles,
    own_points=scoring.own_points,
    own_points_text=results.own_points,
    turn_starts=(TurnBegan,),
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
    order_groups=standing_orders.groups,
    ordered=standing_orders.ordered,
    standing=planned_turns.unexpired_orders,
    planning=standing_orders.PLANNING,
    appraising=evaluate.APPRAISING,
    evaluate=evaluate.APPRAISING.evaluate,
    terms=evaluate.APPRAISING.terms,
    candidates=policy.candidates,
    default_action=policy.default_action,
    groups=match_statistics.groups,
    length=match_statistics.length,
    title=look_up.title,
    short=ping_texts.short,
    moment=ping_texts.moment,
    turn_named=ping_texts.TURN,
    turns_heading=ping_texts.TURNS,
    task=ping_texts.task,
    blurb=look_up.blurb,
    set_note=look_up.set_note,
    opening=board.opening,
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
    passes=reveal_warnings.passes,
    option_text=options.option_text,
    option_choices=options.option_choices,
    option_fits=options.option_fits,
    first_match={"leads": "random", "random_cities": True, "dissenters": False},
    first_options=("leads", "random_cities", "dissenters", "old_one"),
    board_text=board.board_text,
    whole_board_text=board.whole_board_text,
    alt_text=board.alt_text,
    hand_text=hand.hand_text,
    look_up=look_up.look_up,
    on_table=lookup_zones.on_table,
    result_text=results.result_text,
    winners=results.winners,
    reasons=results.reasons,
    places=results.places,
    rival=results.rival,
    uncovered=results.uncovered,
    examples=PROVIDENCE_EXAMPLES.by_rule,
    positions=POSITIONS,
    example_names=names.lead_names,
)
