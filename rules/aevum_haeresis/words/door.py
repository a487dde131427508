"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.aevum_haeresis.flow.order_words import usual_orders
from rules.aevum_haeresis.seen.refusals import why_illegal
from rules.aevum_haeresis.words.actions import action_text
from rules.aevum_haeresis.words.board import alt_text, board_text
from rules.aevum_haeresis.words.events import event_line
from rules.aevum_haeresis.words.hand import hand_text
from rules.aevum_haeresis.words.look_up import look_up
from rules.aevum_haeresis.words.options import option_choices, option_text
from rules.aevum_haeresis.words.questions import prompt_line
from rules.aevum_haeresis.words.results import result_text

__all__ = [
    "action_text",
    "alt_text",
    "board_text",
    "event_line",
    "hand_text",
    "look_up",
    "option_choices",
    "option_text",
    "prompt_line",
    "result_text",
    "usual_orders",
    "why_illegal",
]
