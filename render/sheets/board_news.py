"""The latest events on a board: labels at the changes, and up to two lines of news."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from rules.kernel.data.events import Body, Event
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.translation import Translator

#: Maximum number of lines of news on a board.
NEWS_LINES = 2

Changes = TypeVar("Changes")
Kind = TypeVar("Kind", bound=Body)


class Marks(Generic[Changes]):
    """The functions that mark changes on a game's board, by class of event. Other classes of events mark nothing."""

    def __init__(self) -> None:
        self._marks: dict[type[Body], Callable[[Changes, Translator, Any], None]] = {}

    def on(self, kind: type[Kind], mark: Callable[[Changes, Translator, Kind], None]) -> None:
        """Register the function that marks the changes made by a class of event."""
        self._marks[kind] = mark

    @property
    def kinds(self) -> set[type[Body]]:
        """The classes of events whose changes are marked."""
        return set(self._marks)

    def read(
        self,
        changes: Changes,
        say: Translator,
        events: Sequence[Event],
        viewer: int | None,
        event_line: Callable[[Translator, Event], str | None],
    ) -> list[tuple[Body, str]]:
        """Mark the changes made by the events that this viewer may know about.

        Return the events that have a text line in the news, each with its line.
        """
        event_lines: list[tuple[Body, str]] = []
        for event in events:
            if not event.seen_by(viewer):
                continue
            if mark := self._marks.get(type(event.body)):
                mark(changes, say, event.body)
            if line := event_line(say, event):
                event_lines.append((event.body, without_full_stop(line)))
        return event_lines
