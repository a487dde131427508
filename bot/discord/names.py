"""Players' names made safe: nothing a person calls themselves may ping, format or break a message."""

from __future__ import annotations

import unicodedata

import discord

#: Discord's own limit on display names.
LONGEST = 32
#: A letter may carry this many combining marks; more is "zalgo" that runs over the lines around it.
MARKS = 2


def clean(name: str, longest: int = LONGEST) -> str:
    """Return the name without control, direction and invisible characters, for places without markdown."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            char, marks = " ", 0
        elif category[0] == "C":
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > MARKS:
                continue
        else:
            marks = 0
        kept.append(char)
    text = " ".join("".join(kept).split())
    return text[:longest].strip() or "?"


def safe(name: str, longest: int = LONGEST) -> str:
    """Return the name for message text: clean, and with everything Discord would interpret escaped."""
    text = discord.utils.escape_markdown(clean(name, longest), ignore_links=False)
    # A bare address in a name would become a link, "<@1>" a mention and "<t:1>" a date.
    text = text.replace("://", ": //").replace("<", "\\<")
    return discord.utils.escape_mentions(text)
