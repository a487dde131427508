"""The possible meanings of a line in a pasted deck list: a card and its number of copies, in the usual formats.

A line can often be read in several ways, because card names may contain numbers. The readings are tried in order, and
the first reading that names a card is used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_TIMES = "x×✕✖*"
#: Words between a number and a name, as in "4x", "4 copies of" and the Hungarian "4 db".
_UNIT = rf"(?:[{_TIMES}]|(?:db|darab|pcs|copies(?: of)?|copias(?: de)?)\b\.?)"
_NUMBER = r"([0-9]+)"
#: Formats with the number of copies before the name: "4x Name", "4xName", "x4 Name", "(4) Name", "[4x] Name", "4,
#: Name", "4: Name", "4 - Name".
_BEFORE = (
    re.compile(rf"{_NUMBER}\s*{_UNIT}\s+(\S.*)", re.IGNORECASE),
    re.compile(rf"{_NUMBER}\s+(\S.*)"),
    re.compile(rf"{_NUMBER}\s*[{_TIMES}]\s*(\S.*)", re.IGNORECASE),
    re.compile(rf"[{_TIMES}]\s*{_NUMBER}\s+(\S.*)", re.IGNORECASE),
    re.compile(rf"[(\[]\s*[{_TIMES}]?\s*{_NUMBER}\s*{_UNIT}?\s*[)\]]\s*(\S.*)", re.IGNORECASE),
    re.compile(rf"\"?{_NUMBER}\s*{_UNIT}?\"?\s*[,;:|=–—-]\s*(\S.*)", re.IGNORECASE),
)
#: Formats with the number of copies after the name: "Name x4", "Name 4x", "Name (4)", "Name [x4]", "Name, 4", "Name:
#: 4", "Name - 4 copies".
_AFTER = (
    re.compile(rf"(.*\S)(?:\s+x|\s*[×✕✖*])\s*{_NUMBER}", re.IGNORECASE),
    re.compile(rf"(.*\S)\s*[(\[]\s*[{_TIMES}]?\s*{_NUMBER}\s*{_UNIT}?\s*[)\]]", re.IGNORECASE),
    re.compile(rf"(.*\S)\s*[,;:|=–—-]\s*[{_TIMES}]?\s*\"?{_NUMBER}\s*{_UNIT}?\"?", re.IGNORECASE),
    re.compile(rf"(.*\S)\s+{_NUMBER}\s*{_UNIT}?", re.IGNORECASE),
)
#: A card name followed by a note in brackets. If no card has the whole text as its name, the note is ignored.
_NOTE = re.compile(r"(.*\S)\s*[(\[][^()\[\]]*[)\]]")
#: A list bullet: "- Name", "• Name", "- [x] Name", "1. Name", "1. 4 Name". The hyphen in "-4x Name" isn't a bullet: it
#: makes the number of copies negative.
_BULLET = r"(?:[-+*]\s|[•·▪▫◦‣⁃∙●○◆◇■□★☆✓✔☐☑→>–—]\ufe0f?\s*)"
_ORDINAL = r"[0-9]{1,3}[.)](?:\s*(?=\D|[0-9]+\s*[x×*])|\s+(?=[0-9]+\s+\S))"
_POINT = re.compile(rf"(?:{_BULLET}\s*(?:\[[ xX]?\]\s*)?|{_ORDINAL})(?=\S)")
#: Markdown characters around a line, as in bold or struck-through text.
_MARKS = "*_`~|"
#: The total number of cards after a heading: "Animals (4)", "Animals: 4 cards".
_TOTAL = re.compile(r"\s*[(\[:,–—-]?\s*[0-9]+\s*(?:cards?|lap|kártya|cartas?)?\s*[)\]]?$", re.IGNORECASE)
#: A horizontal rule, which may contain a heading: "--- Animals ---", "== Animals ==".
_RULE = re.compile(r"([-=~])\1")
#: Column separators, and the words found in table headers.
_COLUMNS = re.compile(r"[\t,;|]")
_HEADS = frozenset({
    *("amount", "card", "cards", "copies", "count", "id", "name", "number", "pcs", "qty", "quantity", "type"),
    *("collector number", "cost", "edition", "language", "pack", "rarity", "set", "set code"),
    *("darab", "db", "kártya", "lap", "lapok", "mennyiség", "név", "típus"),
    *("csomag", "készlet", "kiadás", "költség", "nyelv", "sorszám", "szám"),
    *("cantidad", "carta", "cartas", "copias", "nombre", "tipo"),
    *("colección", "coste", "edición", "idioma", "número", "paquete"),
})  # fmt: skip
#: Titles that people write above a deck list.
TITLES = (
    *("deck", "decklist", "deck list", "main deck", "my deck"),
    *("pakli", "paklilista", "fő pakli", "kártyalista"),
    *("baraja", "mazo", "mazo principal", "lista de cartas", "lista del mazo"),
)
#: Full-width digits, and the full-width letter x used for "times".
_WIDE = str.maketrans("０１２３４５６７８９ｘＸ", "0123456789xx")


class Reading(NamedTuple):
    """One possible reading of a line: the number of copies, and the words that name the card."""

    copies: int
    words: str


def cleaned(line: str) -> str:
    """Return a line without invisible characters, with plain spaces. Tabs are kept because they separate columns."""
    seen = "".join(char for char in line if char == "\t" or unicodedata.category(char) != "Cf")
    return "".join(" " if unicodedata.category(char) == "Zs" else char for char in seen).strip()


def unmarked(line: str) -> str:
    """Return a line without list bullets and Markdown characters, and with ASCII digits."""
    line = line.translate(_WIDE)
    point = _POINT.match(line)
    return line[point.end() if point else 0 :].strip(_MARKS + " ").rstrip(",; ")


def names_no_card(line: str) -> bool:
    """Return whether a line can't name a card.

    Such lines are comments, marked headings, horizontal rules, code fences and table headers.
    """
    if line.startswith(("#", "//", "```", "~~~")) or (line.startswith("[") and line.endswith("]")):
        return True
    if not any(map(str.isalnum, line)) or _RULE.match(line) or unmarked(line).endswith(":"):
        return True
    columns = [column.strip(' "').casefold() for column in _COLUMNS.split(unmarked(line))]
    return len(columns) > 1 and all(column in _HEADS for column in columns)


def heading(line: str) -> str:
    """Return the text of a line as a heading, without the number of cards that may follow it."""
    return _TOTAL.sub("", unmarked(line))


def readings(line: str) -> list[Reading]:
    """Return the possible meanings of a line, the most probable first."""
    for comment in (" #", "\t#", " //"):
        line = line.split(comment)[0].rstrip()
    line = unmarked(line)
    found = [*_counted(line), Reading(1, line)]
    found += [Reading(one.copies, note[1]) for one in found if (note := _NOTE.fullmatch(one.words)) is not None]
    return list(dict.fromkeys(found))


def _counted(line: str) -> Iterator[Reading]:
    """Yield the readings of a line that treat one of its numbers as the number of copies."""
    for pattern in _BEFORE:
        if (match := pattern.fullmatch(line)) is not None:
            yield Reading(_number(match[1]), match[2])
    for pattern in _AFTER:
        if (match := pattern.fullmatch(line)) is not None:
            yield Reading(_number(match[2]), match[1])
    columns = [column.strip(' "') for column in line.split("\t" if "\t" in line else ";" if ";" in line else ",")]
    numbers = [column for column in columns if re.fullmatch(r"[0-9]+", column)]
    # In "4,Name,Set,12" the last number is the card's number within its set, not the number of copies.
    in_a_set = len(columns) > 3 and numbers == [columns[0], columns[-1]]
    if len(columns) > 1 and (len(numbers) <= 1 or in_a_set):
        count = _number(numbers[0]) if numbers else 1
        yield from (Reading(count, column) for column in columns if column and column not in numbers)


def _number(digits: str) -> int:
    return int(digits[:9])
