"""The log: builds its lines from sentences whose fields in braces are filled in from an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from rules.kernel.words.translation import Translator

#: Return an event's line of the log, or None for an event that isn't logged.
Line = Callable[[Translator, Any], str | None]


@dataclass(frozen=True, slots=True)
class Log:
    """Builds functions that return log lines; its methods are like `Translator`'s, without the event and the language.

    `fields` maps a name in braces to a field of the event and a function that puts its value into words. A sentence can
    take a name from another field (`player="owner"`). Any other name is filled with the event's field of that name,
    unchanged.
    """

    fields: Mapping[str, tuple[str, Callable[[Translator, Any], Any]]]

    def t(self, sentence: str, **taken: str) -> Line:
        """Return a line function that uses the same sentence for every event."""
        return lambda say, body: say.t(sentence, **self._read(say, body, sentence, taken))

    def n(self, singular: str, plural: str, count: str, **taken: str) -> Line:
        """Return a line function with a singular and a plural sentence; {n} is the event's field `count`."""

        def line(say: Translator, body: Any) -> str:
            found = self._read(say, body, plural, {"n": count, **taken})
            return say.n(singular, plural, found.pop("n"), **found)

        return line

    def by(self, field: str, sentences: Mapping[Any, str | None], **taken: str) -> Line:
        """Return a line function whose sentence depends on the value of one field."""

        def line(say: Translator, body: Any) -> str | None:
            sentence = sentences[getattr(body, field)]
            return sentence and say.t(sentence, **self._read(say, body, sentence, taken))

        return line

    def _read(self, say: Translator, body: Any, sentence: str, taken: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _, name, _, _ in Formatter().parse(sentence):
            if name:
                field, said = self.fields.get(name, (name, None))
                value = getattr(body, taken.get(name, field))
                found[name] = said(say, value) if said else value
        return found
