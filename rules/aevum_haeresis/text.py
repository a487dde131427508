"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.aevum_haeresis.action_text import action_text
from rules.aevum_haeresis.board_text import alt_text, board_text
from rules.aevum_haeresis.event_text import event_line
from rules.aevum_haeresis.hand_text import hand_text
from rules.aevum_haeresis.lookup_text import look_up
from rules.aevum_haeresis.option_text import option_choices, option_text
from rules.aevum_haeresis.order_text import usual_orders
from rules.aevum_haeresis.prompt_text import prompt_line
from rules.aevum_haeresis.refusals import why_illegal
from rules.aevum_haeresis.result_text import result_text

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
