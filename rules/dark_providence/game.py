"""The entry point of Dark Providence: the record of its parts that the rest of the project uses."""

from __future__ import annotations

from rules.dark_providence.bots import balance, evaluate, policy
from rules.dark_providence.content import load
from rules.dark_providence.examples import PROVIDENCE_EXAMPLES
from rules.dark_providence.examples.lessons import POSITIONS
from rules.dark_providence.flow import choose, order, orders, paying, scoring, setup, turn
from rules.dark_providence.seen import invariants, views, worlds
from rules.dark_providence.solo import cultist_resources, cultists
from rules.dark_providence.state.actions import ACTIONS, FIELDS, MULTI_CHOICE_ACTIONS, SENTENCES
from rules.dark_providence.state.events import EVENTS
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.state import State
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import (
    actions,
    board,
    events,
    guide,
    hand,
    language,
    look_up,
    names,
    options,
    ping_texts,
    recap,
    results,
    reveal_warnings,
    sheets,
    signs,
    visible_table,
)
from rules.kernel.engine import plans
from rules.kernel.game import Game

#: These modules are imported only to register their steps.
REGISTERED = (turn, paying, choose, cultists, cultist_resources)

#: Deck building on a map of cities, with secret allegiances or, in solo play, against a Great Old One.
GAME = Game[State, ProvidenceView](
    id="dark_providence",
    command="providence",
    seats=setup.SEATS,
    state_type=State,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    order_of_play=order.PROVIDENCE,
    fields=FIELDS,
    sentences=SENTENCES,
    several=MULTI_CHOICE_ACTIONS,
    foreseen=turn.ends_with,
    set_up=setup.new_state,
    view=views.view,
    worlds=worlds.worlds,
    piles=worlds.piles,
    round=lambda view: view.round,
    result=scoring.result,
    played=scoring.played,
    played_text=results.played,
    tally=scoring.tally,
    is_sound=invariants.is_sound,
    content_of=setup.content_of,
    check_content=load.check,
    language=language.language,
    packs=load.PACKS,
    add_pack=load.add_pack,
    orders=orders.ORDERS,
    order_groups=orders.groups,
    ordered=orders.ordered,
    standing=plans.unexpired_orders,
    planning=orders.PLANNING,
    appraising=evaluate.APPRAISING,
    evaluate=evaluate.APPRAISING.evaluate,
    terms=evaluate.APPRAISING.terms,
    candidates=policy.candidates,
    default_action=policy.default_action,
    groups=balance.groups,
    length=balance.length,
    title=look_up.title,
    short=ping_texts.short,
    moment=ping_texts.moment,
    turn_named=ping_texts.TURN,
    turns_heading=ping_texts.TURNS,
    task=ping_texts.task,
    blurb=look_up.blurb,
    set_note=look_up.set_note,
    opening=board.opening,
    in_short=guide.in_short,
    sheets=sheets.sheets,
    hint=guide.hint,
    event_line=events.event_line,
    recap=recap.RECAP,
    action_text=actions.action_text,
    signed=signs.SIGNED,
    leading=signs.LEADING,
    warning=actions.warning,
    uncovers=reveal_warnings.uncovers,
    passes=reveal_warnings.passes,
    option_text=options.option_text,
    option_choices=options.option_choices,
    option_fits=options.option_fits,
    first_match={"leads": "random", "random_cities": True},
    first_options=("leads", "random_cities", "old_one"),
    board_text=board.board_text,
    alt_text=board.alt_text,
    hand_text=hand.hand_text,
    look_up=look_up.look_up,
    on_table=visible_table.on_table,
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
