"""A deck as plain text: one card per line, comments, a name. Each fault is told with its line number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

from rules.kernel.errors import Refusal, TenebraeError
from rules.kernel.words.text import N_

#: A text that is larger than this, or has more or longer lines, is not a deck.
MOST_BYTES = 16_000
MOST_LINES = 300
LONGEST_LINE = 200
#: Copies of one card that a text can ask for; the game says how many a deck may hold.
MOST_COPIES = 99
#: The most faults reported for one text: somebody who has pasted something else need not read them all.
MOST_FAULTS = 8
#: Names less similar than this are not suggested.
GOOD = 75

_LINE = re.compile(r"(?:([0-9]+)(?:\s*[x×*]\s+|\s+))?(\S.*)", re.IGNORECASE)
_HEADER = re.compile(r"(name|pack)\s*:\s*(.*)", re.IGNORECASE)


class DeckError(Refusal):
    """A text is not a deck. There is one sentence per fault; the error's own is the first.

    Their fields may hold a person's own words: make them safe where they are shown.
    """

    def __init__(self, faults: Sequence[TenebraeError]) -> None:
        super().__init__(faults[0].msgid, **faults[0].args_by_name)
        self.faults = tuple(faults)


def refuse(msgid: str, **args: object) -> DeckError:
    """Return the refusal of a whole text."""
    return DeckError([TenebraeError(msgid, **args)])


@dataclass(frozen=True, slots=True)
class Line:
    """One line that asks for a card."""

    number: int
    count: int
    words: str


@dataclass(slots=True)
class Listing:
    """What a text says, before the cards are looked up."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    lines: list[Line] = field(default_factory=list[Line])
    faults: list[TenebraeError] = field(default_factory=list[TenebraeError])


def plain(words: str) -> str:
    """Return words without case, accents and punctuation, so that a name is found in any spelling."""
    text = unicodedata.normalize("NFKD", words).casefold()
    kept = "".join(char if char.isalnum() else " " for char in text if not unicodedata.combining(char) and char != "’")
    return " ".join(kept.replace("'", "").split())


def parse(text: str) -> Listing:
    """Read the lines of a text; raises DeckError if it is far too large for a deck."""
    # Numbered as in editors, which know fewer line ends than Python.
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    if len(text.encode("utf-8", "replace")) > MOST_BYTES or len(lines) > MOST_LINES:
        raise refuse(
            N_("A list has at most {lines} lines and {bytes} bytes; leave out what is not a card."),
            lines=MOST_LINES,
            bytes=MOST_BYTES,
        )
    listing = Listing()
    for number, line in enumerate(lines, 1):
        _read(listing, number, line.strip())
    return listing


def _read(listing: Listing, number: int, line: str) -> None:
    """Read one line: nothing, a comment, a heading, a header, or a card."""
    if not line or line.startswith("#") or (line.startswith("[") and line.endswith("]")):
        return
    if len(line) > LONGEST_LINE:
        fault = N_("Line {line} is longer than {most} characters; write one card a line.")
        listing.faults.append(TenebraeError(fault, line=number, most=LONGEST_LINE))
        return
    header = _HEADER.fullmatch(line)
    if header is not None:
        listing.headers[header[1].casefold()] = header[2].strip()
        return
    line = line.split(" #")[0].rstrip()
    match = _LINE.fullmatch(line)
    if line.endswith(":") or match is None:
        return
    count = int(match[1][:9]) if match[1] else 1
    if not 1 <= count <= MOST_COPIES:
        fault = N_("Line {line}: the number of copies goes from 1 to {most}.")
        listing.faults.append(TenebraeError(fault, line=number, most=MOST_COPIES))
        return
    listing.lines.append(Line(number, count, match[2]))


class Names:
    """Every name of every card, in all languages, and its id."""

    def __init__(self, cards: Mapping[str, Iterable[str]]) -> None:
        self._ids: dict[str, set[str]] = {}
        self._shown: dict[str, str] = {}
        for card, names in cards.items():
            for name in (*names, card):
                self._ids.setdefault(plain(name), set()).add(card)
                self._shown.setdefault(plain(name), name)
        self._cards = frozenset(cards)

    def find(self, words: str) -> set[str]:
        """Return the cards with this name; an id means its own card alone."""
        return {words} if words in self._cards else self._ids.get(plain(words), set())

    def means(self, name: str, card: str) -> bool:
        """Tell whether a name in a list stands for this card and no other."""
        return [line.words for line in parse(f"1x {name}").lines] == [name] and self.find(name) == {card}

    def like(self, words: str) -> list[str]:
        """Return up to three names of different cards that may be meant."""
        hits = process.extract(plain(words), self._shown.keys(), scorer=fuzz.WRatio, limit=12, score_cutoff=GOOD)
        found: dict[str, str] = {}
        for key, _, _ in hits:
            for card in self._ids[key]:
                found.setdefault(card, self._shown[key])
        return list(dict.fromkeys(found.values()))[:3]

    def count(self, listing: Listing) -> dict[str, int]:
        """Return how many copies of each card a text asks for; raises DeckError naming each line at fault."""
        counts: dict[str, int] = {}
        faults = list(listing.faults)
        for line in listing.lines:
            cards = self.find(line.words)
            if len(cards) != 1:
                faults.append(self._unknown(line, cards, suggest=len(faults) < MOST_FAULTS))
                continue
            (card,) = cards
            counts[card] = counts.get(card, 0) + line.count
            if counts[card] > MOST_COPIES:
                fault = N_("Line {line}: the number of copies goes from 1 to {most}.")
                faults.append(TenebraeError(fault, line=line.number, most=MOST_COPIES))
        if faults:
            raise DeckError(list(_told(faults)))
        return counts

    def _unknown(self, line: Line, cards: set[str], *, suggest: bool) -> TenebraeError:
        args = {"line": line.number, "words": line.words}
        if cards:
            several = N_("Line {line}: several cards are called “{words}”; write one of these instead: {names}.")
            return TenebraeError(several, **args, names=", ".join(sorted(cards)))
        names = self.like(line.words) if suggest else []
        if names:
            near = N_("Line {line}: there is no card called “{words}”; did you mean {names}?")
            return TenebraeError(near, **args, names=" / ".join(names))
        return TenebraeError(N_("Line {line}: there is no card called “{words}”; `/card` finds its name."), **args)


def _told(faults: list[TenebraeError]) -> Iterator[TenebraeError]:
    """Yield the first faults in the order of their lines, then how many more there are."""
    faults.sort(key=lambda fault: int(fault.args_by_name["line"]))
    yield from faults[:MOST_FAULTS]
    if len(faults) > MOST_FAULTS:
        yield TenebraeError(N_("Further lines with faults: {n}."), n=len(faults) - MOST_FAULTS)
