"""The log: sentences whose fields in braces are read off an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from rules.kernel.words.text import Say

#: Return how an event is told, or None when it is not worth a line.
Line = Callable[[Say, Any], str | None]


@dataclass(frozen=True, slots=True)
class Log:
    """Speaks like `Say`, but of an event that is yet to come.

    `fields` says for a name in braces which field of an event it means and how that is said. A sentence may take it
    from another field (`player="owner"`). Any other name is a field of the event, as it is.
    """

    fields: Mapping[str, tuple[str, Callable[[Say, Any], Any]]]

    def t(self, sentence: str, **taken: str) -> Line:
        """Tell every event of a class with the same sentence."""
        return lambda say, body: say.t(sentence, **self._read(say, body, sentence, taken))

    def n(self, singular: str, plural: str, count: str, **taken: str) -> Line:
        """Tell an event with a sentence that depends on {n}, the number in its field `count`."""

        def line(say: Say, body: Any) -> str:
            found = self._read(say, body, plural, {"n": count, **taken})
            return say.n(singular, plural, found.pop("n"), **found)

        return line

    def by(self, field: str, sentences: Mapping[Any, str | None], **taken: str) -> Line:
        """Tell an event with the sentence for the value of one field."""

        def line(say: Say, body: Any) -> str | None:
            sentence = sentences[getattr(body, field)]
            return sentence and say.t(sentence, **self._read(say, body, sentence, taken))

        return line

    def _read(self, say: Say, body: Any, sentence: str, taken: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for _, name, _, _ in Formatter().parse(sentence):
            if name:
                field, said = self.fields.get(name, (name, None))
                value = getattr(body, taken.get(name, field))
                found[name] = said(say, value) if said else value
        return found
