"""Discord's limits, and functions that respect them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.kernel.words.translation import truncate_keeping_icons

COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMANDS = 100
#: Subcommands of a group, options of a command, choices of an option.
CHILDREN = 25
CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
#: Names, descriptions and values of a whole command together.
COMMAND_TOTAL = 8000
CONTENT = 2000
#: All texts of a layout together.
LAYOUT = 4000
#: All components of a layout together, including nested ones.
COMPONENTS = 40
CUSTOM_ID = 100
BUTTON_LABEL = 80
ROWS = 5
BUTTONS_PER_ROW = 5
SELECT_OPTIONS = 25
OPTION_LABEL = 100
OPTION_DESCRIPTION = 100
PLACEHOLDER = 150
ALT_TEXT = 1024
#: A form's title and the label of its line.
FORM_TITLE = 45
#: The placeholder in an empty field of a form.
FORM_HINT = 100
#: The length of a number in a form.
FORM_LINE = 20
#: The length of a form's larger field.
FORM_TEXT = 4000
NONCE = 25
THREAD_NAME = 100
#: The length of a search text. The rest is ignored, since comparisons take time.
SEARCH_TEXT = 100
#: The bytes that a bot may upload in every server.
UPLOAD_BYTES = 8_000_000


#: The end of a sentence before another one, but not of an ordinal number or an abbreviation.
_SENTENCE = re.compile(r"(?<=[^\W_A-Z]|[)”»])[.!?](?= [^\W_a-z])")


#: The space between two sentences, but not after an initial, a short name such as "St." or an ordinal number.
_BETWEEN = re.compile(r"(?<=[.?!])(?<!\b[A-Z]\.)(?<!\b[A-Z][a-z]\.)(?<!\b\d\.) (?![a-záéíñóöőúüű])")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _BETWEEN.split(text)


def truncate(text: str, limit: int) -> str:
    """Return the text. If it is too long, cut it after a whole sentence or at least a word, with an ellipsis."""
    if len(text) <= limit:
        return text
    cut = truncate_keeping_icons(text, limit - 1)
    ends = [found.end() for found in _SENTENCE.finditer(cut) if found.end() > limit // 2]
    if ends:
        return f"{cut[: ends[-1]]} …"
    space = cut.rfind(" ")
    if space > limit * 2 // 3:
        cut = cut[:space]
    return cut.rstrip(" ,;:.-\\") + "…"


def truncate_lines(lines: Sequence[str], limit: int) -> str:
    """Join as many lines as fit; an ellipsis replaces the others."""
    kept: list[str] = []
    room = limit
    for line in lines:
        if len(line) + 1 > room - 2:
            if kept:
                kept.append("…")
                return "\n".join(kept)
            return truncate(line, limit)
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(kept)


def pages(text: str, limit: int = CONTENT - 100) -> list[str]:
    """Split a long text into messages, at line ends if possible."""
    result: list[str] = []
    page = ""
    for line in text.split("\n"):
        while len(line) > limit:
            head = truncate_keeping_icons(line, limit)
            line = line[len(head) :]
            if page:
                result.append(page)
                page = ""
            result.append(head)
        if len(page) + len(line) + 1 > limit:
            result.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    if page.strip():
        result.append(page)
    return result or [""]
