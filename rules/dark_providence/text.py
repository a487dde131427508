"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.dark_providence.action_text import action_text
from rules.dark_providence.board_text import alt_text, board_text, opening
from rules.dark_providence.event_text import event_line
from rules.dark_providence.hand_text import hand_text
from rules.dark_providence.lookup_text import look_up
from rules.dark_providence.option_text import option_choices, option_text
from rules.dark_providence.prompt_text import prompt_line
from rules.dark_providence.refusals import why_illegal
from rules.dark_providence.result_text import result_text

__all__ = [
    "action_text",
    "alt_text",
    "board_text",
    "event_line",
    "hand_text",
    "look_up",
    "opening",
    "option_choices",
    "option_text",
    "prompt_line",
    "result_text",
    "why_illegal",
]
