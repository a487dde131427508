"""Words: the door through which game.py speaks. What is said stands in the modules named *_text.py."""

from __future__ import annotations

from typing import Any

from rules.dark_providence.state import Providence
from rules.dark_providence.view import ProvidenceView
from rules.kernel.actions import Action
from rules.kernel.decisions import Prompt
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Event
from rules.kernel.result import Result
from rules.kernel.text import ActionText, Entry, Say


def event_line(say: Say, event: Event) -> str | None:
    return event.body.kind


def prompt_line(say: Say, view: ProvidenceView, prompt: Prompt) -> str:
    return prompt.key


def action_text(say: Say, view: ProvidenceView, action: Action) -> ActionText:
    return ActionText(str(action)[:80])


def option_text(say: Say, view: ProvidenceView, action_type: type[Action], field: str, value: Any) -> str:
    return str(value)


def option_choices(say: Say, option: str) -> list[tuple[str, str]] | None:
    return None


def board_text(say: Say, view: ProvidenceView) -> str:
    return view.phase


def alt_text(say: Say, view: ProvidenceView) -> str:
    return view.phase


def hand_text(say: Say, view: ProvidenceView) -> str:
    return view.phase


def look_up(say: Say) -> list[Entry]:
    return []


def result_text(say: Say, result: Result) -> str:
    return str(result.winners)


def why_illegal(match: Providence, seat: int, action: Action) -> IllegalAction:
    return IllegalAction("You can't do that now.")
