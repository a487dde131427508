"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.edge_of_darkness.action_text import action_text
from rules.edge_of_darkness.board_text import alt_text, board_text
from rules.edge_of_darkness.event_text import event_line
from rules.edge_of_darkness.lookup_text import look_up
from rules.edge_of_darkness.option_text import option_choices, option_text
from rules.edge_of_darkness.prompt_text import prompt_line
from rules.edge_of_darkness.refusals import why_illegal
from rules.edge_of_darkness.result_text import result_text

__all__ = [
    "action_text",
    "alt_text",
    "board_text",
    "event_line",
    "look_up",
    "option_choices",
    "option_text",
    "prompt_line",
    "result_text",
    "why_illegal",
]
