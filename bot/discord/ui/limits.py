"""Discord's limits for messages and commands, and functions that cut texts to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.kernel.words.translation import truncate_keeping_icons

COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMANDS = 100
#: The most subcommands of a group, and the most options of a command.
CHILDREN = 25
CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
#: The most characters of all names, descriptions and values of a command together.
COMMAND_TOTAL = 8000
CONTENT = 2000
#: The most characters of all texts in a layout together.
LAYOUT = 4000
#: The most components of a layout, including nested ones.
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
#: The most characters of a form's title, and of a field's label.
FORM_TITLE = 45
#: The most characters of the placeholder in an empty field of a form.
FORM_HINT = 100
#: The most characters of a number typed in a form. This limit is ours.
FORM_LINE = 20
#: The most characters of a multi-line field of a form.
FORM_TEXT = 4000
NONCE = 25
THREAD_NAME = 100
#: The most characters of a search text. The rest is ignored, because comparisons of long texts are slow.
SEARCH_TEXT = 100
#: The most bytes of a file that a bot may upload in any server, boosted or not.
UPLOAD_BYTES = 8_000_000


#: The punctuation at the end of a sentence that another one follows, but not the point of a number or an abbreviation.
_SENTENCE = re.compile(r"(?<=[^\W_A-Z]|[)”»])[.!?](?= [^\W_a-z])")


#: The space between two sentences, but not after an initial, an abbreviation such as "St." or an ordinal number.
_BETWEEN = re.compile(r"(?<=[.?!])(?<!\b[A-Z]\.)(?<!\b[A-Z][a-z]\.)(?<!\b\d\.) (?![a-záéíñóöőúüű])")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _BETWEEN.split(text)


def truncate(text: str, limit: int) -> str:
    """Return a text; if it is too long, cut it after a sentence, or at least after a word, and add an ellipsis."""
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
    """Join as many lines as fit within the limit; an ellipsis replaces the others."""
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
    """Split a long text into pages of at most `limit` characters, at line ends if possible."""
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
