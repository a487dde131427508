"""Discord's limits for messages and commands, and functions that cut texts to these limits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.kernel.words.translation import truncate_keeping_icons

COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMANDS = 100
#: Maximum number of subcommands in a group, and of options in a command.
CHILDREN = 25
CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
#: Maximum total length of all names, descriptions and values of a command.
COMMAND_TOTAL = 8000
CONTENT = 2000
#: Maximum total length of all texts in a layout.
LAYOUT = 4000
#: Maximum number of components in a layout, including nested ones.
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
#: Maximum length of a form's title, and of a field's label.
FORM_TITLE = 45
#: Maximum length of the placeholder in an empty form field.
FORM_HINT = 100
#: Maximum length of a number typed in a form. This is the bot's own limit.
FORM_LINE = 20
#: Maximum length of a multi-line form field.
FORM_TEXT = 4000
NONCE = 25
THREAD_NAME = 100
#: Maximum length of a search text. The rest is ignored because comparing long texts is slow.
SEARCH_TEXT = 100
#: Maximum size in bytes of a file that a bot may upload in any server, boosted or not.
UPLOAD_BYTES = 8_000_000


#: The punctuation mark between two sentences, but not the full stop in a number or an abbreviation.
_SENTENCE = re.compile(r"(?<=[^\W_A-Z]|[)”»])[.!?](?= [^\W_a-z])")


#: The space between two sentences, but not the space after an initial, an ordinal number or an abbreviation such as
#: "St.".
_BETWEEN = re.compile(r"(?<=[.?!])(?<!\b[A-Z]\.)(?<!\b[A-Z][a-z]\.)(?<!\b\d\.) (?![a-záéíñóöőúüű])")


def sentences(text: str) -> list[str]:
    """Split a text into sentences."""
    return _BETWEEN.split(text)


def truncate(text: str, limit: int) -> str:
    """If a text is too long, cut it after a sentence or, if that isn't possible, after a word, and add an ellipsis."""
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
    """Join as many lines as fit within the limit. An ellipsis replaces the lines that don't fit."""
    kept_lines: list[str] = []
    room = limit
    for line in lines:
        if len(line) + 1 > room - 2:
            if kept_lines:
                kept_lines.append("…")
                return "\n".join(kept_lines)
            return truncate(line, limit)
        kept_lines.append(line)
        room -= len(line) + 1
    return "\n".join(kept_lines)


def pages(text: str, limit: int = CONTENT - 100) -> list[str]:
    """Split a long text into pages of at most `limit` characters. Pages end at line ends if possible."""
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
