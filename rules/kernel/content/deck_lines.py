"""Reads a deck from plain text: one card per line, comments, a name. Errors are reported with their line numbers.

The accepted forms of a line are in `deck_readings`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rapidfuzz import fuzz, process

from rules.kernel.content.deck_line_readings import TITLES, Reading, cleaned, heading, names_no_card, readings
from rules.kernel.errors import Refusal, TenebraeError
from rules.kernel.words.translation import N_, Later, Localised, Translator

#: Limits for the text of a deck: total bytes, lines, and characters per line.
MOST_BYTES = 16_000
MOST_LINES = 300
LONGEST_LINE = 200
#: Maximum number of copies of one card that a text can list. A game's deck rules set lower limits.
MOST_COPIES = 99
#: Maximum number of errors reported for one text. An unrelated text, pasted by mistake, could have hundreds.
MOST_FAULTS = 8
#: The minimum similarity of a suggested name, from 0 to 100.
MIN_SIMILARITY = 75

#: Characters that keyboards, phones and copied texts use in place of an apostrophe.
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘‛ʼʹ′`´＇"))
#: Letters that Unicode doesn't decompose into a base letter and an accent.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_HEADER = re.compile(r"(name|pack)\s*:\s*(.*)", re.IGNORECASE)


class DeckError(Refusal):
    """The text can't be read as a deck. There is one message for each error; `str()` returns the first one.

    The fields of a message may contain text from the player: escape them before showing them.
    """

    def __init__(self, faults: Sequence[TenebraeError]) -> None:
        super().__init__(faults[0].msgid, **faults[0].args_by_name)
        self.faults = tuple(faults)


def refuse(msgid: str, **args: object) -> DeckError:
    """Return a DeckError with a single message that concerns the whole text."""
    return DeckError([TenebraeError(msgid, **args)])


@dataclass(frozen=True, slots=True)
class Line:
    """A line that may name a card, with its possible readings, the most probable first.

    `heading` is the line's text as a heading, in case the line turns out to be one.
    """

    number: int
    readings: Sequence[Reading]
    heading: str


@dataclass(slots=True)
class Listing:
    """The lines of a deck's text before any cards are looked up."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    lines: list[Line] = field(default_factory=list[Line])
    faults: list[TenebraeError] = field(default_factory=list[TenebraeError])


def normalised(words: str) -> str:
    """Return the text without case, accents and punctuation, so that a name is found in any spelling."""
    text = unicodedata.normalize("NFKD", words.translate(_APOSTROPHES)).casefold().translate(_LETTERS)
    kept = "".join(char if char.isalnum() else " " for char in text if not unicodedata.combining(char))
    return " ".join(kept.split())


def parse(text: str) -> Listing:
    """Split a deck's text into lines and interpret each line; raises DeckError if the text is much too long."""
    # Editors count only these line ends. `str.splitlines` recognizes more, which would shift the line numbers in
    # errors.
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    if len(text.encode("utf-8", "replace")) > MOST_BYTES or len(lines) > MOST_LINES:
        raise refuse(
            N_("A list can have at most {lines} lines and {bytes} bytes; leave out anything that isn't a card."),
            lines=MOST_LINES,
            bytes=MOST_BYTES,
        )
    listing = Listing()
    for number, line in enumerate(lines, 1):
        _read(listing, number, cleaned(line))
    return listing


def _read(listing: Listing, number: int, line: str) -> None:
    """Add a card line, a header or an error to the listing; skip blank lines, comments and headings."""
    if not line:
        return
    if len(line) > LONGEST_LINE:
        fault = N_("Line {line} is longer than {most} characters; write one card a line.")
        listing.faults.append(TenebraeError(fault, line=number, most=LONGEST_LINE))
        return
    header = _HEADER.fullmatch(line)
    if header is not None:
        listing.headers[header[1].casefold()] = header[2].strip()
        return
    if not names_no_card(line):
        listing.lines.append(Line(number, readings(line), heading(line)))


class Names:
    """An index that finds cards by their names in any language."""

    def __init__(
        self,
        cards: Mapping[str, Iterable[str]],
        headings: Iterable[str] = (),
        localised: Mapping[str, Localised] | None = None,
    ) -> None:
        """Index the cards by all their names. Lines that consist only of one of the `headings` are skipped.

        If `localised` is given, suggestions show card names in the reader's language.
        """
        self._localised = localised or {}
        self._headings = frozenset(map(normalised, (*TITLES, *headings)))
        self._ids: dict[str, set[str]] = {}
        self._shown: dict[str, str] = {}
        for card, names in cards.items():
            for name in (*names, card):
                self._ids.setdefault(normalised(name), set()).add(card)
                self._shown.setdefault(normalised(name), name)
        self._cards = frozenset(cards)

    def find(self, words: str) -> set[str]:
        """Return the ids of all cards with this name. If the text is itself a card id, only that card matches."""
        return {words} if words in self._cards else self._ids.get(normalised(words), set())

    def means(self, name: str, card: str) -> bool:
        """Return whether this name, written in a deck list, would be read as this card and as no other."""
        lines = parse(f"1x {name}").lines
        return len(lines) == 1 and self._meant(lines[0]) == Reading(1, name) and self.find(name) == {card}

    def _meant(self, line: Line) -> Reading:
        """Return the first reading of a line that names a known card; if there is none, the most probable reading."""
        return next((reading for reading in line.readings if self.find(reading.words)), line.readings[0])

    def similar(self, words: str) -> list[str]:
        """Return up to three similar names, each belonging to a different card."""
        return list(dict.fromkeys(self._similar_cards(words).values()))[:3]

    def _similar_cards(self, words: str) -> dict[str, str]:
        """Return the ids of cards with similar names, the most similar first, each with the name that matched."""
        hits = process.extract(
            normalised(words), self._shown.keys(), scorer=fuzz.WRatio, limit=12, score_cutoff=MIN_SIMILARITY
        )
        found: dict[str, str] = {}
        for key, _, _ in hits:
            for card in self._ids[key]:
                found.setdefault(card, self._shown[key])
        return found

    def _suggested(self, say: Translator, found: Mapping[str, str]) -> str:
        names = (say.name(self._localised[card]) if card in self._localised else found[card] for card in found)
        return " / ".join(list(dict.fromkeys(names))[:3])

    def count(self, listing: Listing) -> dict[str, int]:
        """Return the number of copies of each card in a deck list; raises DeckError that lists all faulty lines."""
        counts: dict[str, int] = {}
        faults = list(listing.faults)
        for line in listing.lines:
            reading = self._meant(line)
            cards = self.find(reading.words)
            if not cards and normalised(line.heading) in self._headings:
                continue
            card = next(iter(cards), "")
            copies = counts.get(card, 0) + reading.copies
            if reading.copies < 1 or copies > MOST_COPIES:
                fault = N_("Line {line}: the number of copies goes from 1 to {most}.")
                faults.append(TenebraeError(fault, line=line.number, most=MOST_COPIES))
            elif len(cards) != 1:
                faults.append(self._unknown(line.number, reading.words, cards, suggest=len(faults) < MOST_FAULTS))
            else:
                counts[card] = copies
        if faults:
            raise DeckError(list(_first_faults(faults)))
        return counts

    def _unknown(self, number: int, words: str, cards: set[str], *, suggest: bool) -> TenebraeError:
        args = {"line": number, "words": words}
        if cards:
            several = N_("Line {line}: several cards are called “{words}”; write one of these instead: {names}.")
            return TenebraeError(several, **args, names=", ".join(sorted(cards)))
        found = self._similar_cards(words) if suggest else {}
        if found:
            near = N_("Line {line}: there is no card called “{words}”; did you mean {names}?")
            return TenebraeError(near, **args, names=Later(partial(self._suggested, found=found)))
        return TenebraeError(N_("Line {line}: there is no card called “{words}”; `/card` finds its name."), **args)


def _first_faults(faults: list[TenebraeError]) -> Iterator[TenebraeError]:
    """Yield the first errors in line order, then a message with the number of remaining errors."""
    faults.sort(key=lambda fault: int(fault.args_by_name["line"]))
    yield from faults[:MOST_FAULTS]
    if len(faults) > MOST_FAULTS:
        yield TenebraeError(N_("More lines with errors: {n}."), n=len(faults) - MOST_FAULTS)
