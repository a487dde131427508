"""What the boards do with events: each game's readers mark what changed, and its lines become the news."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rules.kernel.data.events import Event
from rules.kernel.words.text import Say

#: Lines of news on a board.
NEWS_LINES = 2

Changes = TypeVar("Changes")


def read_events(
    found: Changes,
    say: Say,
    events: Sequence[Event],
    viewer: int | None,
    readers: Mapping[str, Callable[[Changes, Say, Any], None]],
    event_line: Callable[[Say, Event], str | None],
) -> list[tuple[str, str]]:
    """Mark in `found` what changed by the events this viewer may know; return the kind and line of those told."""
    told: list[tuple[str, str]] = []
    for event in events:
        if not event.seen_by(viewer):
            continue
        reader = readers.get(event.body.kind)
        if reader is not None:
            reader(found, say, event.body)
        line = event_line(say, event)
        if line:
            told.append((event.body.kind, line.rstrip(".")))
    return told
