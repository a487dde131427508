"""Makes players' names safe: no name may ping people, format text or garble a message."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from functools import lru_cache

import discord

#: Maximum length of a display name, which is Discord's own limit.
MAX_NAME_LENGTH = 32
#: The number of safe names in the cache. Every panel shows the names of all its match's players.
MAX_CACHED_NAMES = 1024
#: Maximum length of a quote of a person's own words.
MAX_QUOTE_LENGTH = 60
#: Maximum number of combining marks on a letter. Text with more ("zalgo") covers the lines above and below.
MAX_COMBINING_MARKS = 2
#: Invisible characters that Unicode classifies as letters (Hangul fillers, the empty Braille pattern, joiners, Khmer
#: vowels), and some characters that are as wide as a sentence.
_NO_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufdfd\u2e3b\U00012219\U0001242b")
#: Discord's markup, both anywhere in a line and at the start of a line. Each is escaped with a backslash.
_MARKUP = re.compile(r"([\\*_~|`<\[\]])|^\s*([-+>#])|^\s*\d+([.)])", re.MULTILINE)
#: An ordinal number at the start of a line, such as the Hungarian "2. Fejezet".
_ORDINAL = re.compile(r"^(\d+)\. ")
#: Discord turns an invitation into a link even if it doesn't start with "https://".
_INVITATION = re.compile(r"(discord(?:app)?\.\w+)/", re.IGNORECASE)
#: These characters isolate a right-to-left name, so that the text around the name keeps its order.
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
#: Discord's markup to be removed from a text: escaping backslashes, bold, underline, code, small print and timestamps.
_ESCAPED = re.compile(r"\\(.)|\*\*|__|`|(?m:^-# )|<t:(\d+):\w>")


def clean_name(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return a name without control, direction and invisible characters, for texts without markdown."""
    kept_chars: list[str] = []
    # Drop combining marks at the start, because they would attach to the text before the name.
    marks = MAX_COMBINING_MARKS
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            char, marks = " ", MAX_COMBINING_MARKS
        elif category[0] == "C" or char in _NO_LETTERS:
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > MAX_COMBINING_MARKS:
                continue
        else:
            marks = 0
        kept_chars.append(char)
    text = " ".join("".join(kept_chars).split())
    return text[:longest].strip() or "?"


@lru_cache(MAX_CACHED_NAMES)
def safe_name(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """Return a name for use in message text: cleaned, and with all of Discord's markup escaped."""
    cleaned = clean_name(name, longest)
    # Without this, Discord would turn a URL in a name into a link.
    text = _INVITATION.sub(r"\1 /", cleaned.replace("://", ": //"))
    text = discord.utils.escape_mentions(escape(text))
    backwards = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in cleaned)
    return f"{_ISOLATE}{text}{_POP_ISOLATE}" if backwards else text


def escape(text: str) -> str:
    """Return a text with Discord's markup escaped."""
    return _MARKUP.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text)


def without_list(line: str) -> str:
    """Return a line whose ordinal number at the start makes no list, as Discord would give it another number."""
    return _ORDINAL.sub(r"\1\\. ", line)


def quote(words: str) -> str:
    """Return text that a person wrote, shortened and escaped for use in a quote."""
    return safe_name(words, MAX_QUOTE_LENGTH)


def strip_markdown(text: str) -> str:
    """Return the text of a message without Discord's markup."""
    return _ESCAPED.sub(lambda found: found[1] or (_time(int(found[2])) if found[2] else ""), text)


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
