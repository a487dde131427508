"""The log: turns events into sentences whose fields in braces are filled in from the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from rules.kernel.words.translation import Translator

#: A function that returns the log's sentence about an event, or None for an event that isn't logged.
Line = Callable[[Translator, Any], str | None]


@dataclass(frozen=True, slots=True)
class Log:
    """Builds functions that return the log's sentence about an event.

    The methods are named like those of `Translator`, but don't take an event or a language; the function that they
    return does. `fields` maps a name in braces to the name of an event's field, and to a function that returns the
    field's value as text. A sentence can take a name from a different field (`player="owner"`). Any other name is
    filled with the event's field of the same name, unchanged.
    """

    fields: Mapping[str, tuple[str, Callable[[Translator, Any], Any]]]

    def t(self, sentence: str, **taken: str) -> Line:
        """Return a log function that uses this sentence for every event."""
        return lambda say, body: say.t(sentence, **self._read(say, body, sentence, taken))

    def n(self, singular: str, plural: str, count: str, **taken: str) -> Line:
        """Return a log function that uses a singular or a plural sentence. `count` is the event's field for {n}."""

        def line(say: Translator, body: Any) -> str:
            found = self._read(say, body, plural, {"n": count, **taken})
            return say.n(singular, plural, found.pop("n"), **found)

        return line

    def by(self, field: str, sentences: Mapping[Any, str | None], **taken: str) -> Line:
        """Return a log function that chooses the sentence by the value of one of the event's fields."""

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
