"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from rules.edge_of_darkness.seen.refusals import why_illegal
from rules.edge_of_darkness.words.actions import action_text
from rules.edge_of_darkness.words.board import alt_text, board_text
from rules.edge_of_darkness.words.events import event_line
from rules.edge_of_darkness.words.look_up import look_up
from rules.edge_of_darkness.words.options import option_choices, option_text
from rules.edge_of_darkness.words.questions import prompt_line
from rules.edge_of_darkness.words.results import result_text

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
