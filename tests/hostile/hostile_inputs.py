"""Hostile and naive user input: words and numbers."""

from __future__ import annotations

from hypothesis import strategies as st

#: Hostile names and other short texts, by a description of the fault.
WORDS: dict[str, str] = {
    "everyone": "@everyone",
    "here": "x @here x",
    "a member": "<@123456789012345678>",
    "a member, old": "<@!123456789012345678>",
    "a role": "<@&123456789012345678>",
    "a channel": "<#123456789012345678>",
    "a command": "</match end:123456789012345678>",
    "a date": "<t:1700000000:R>",
    "an emoji of a server": "<a:x:123456789012345678>",
    "bold": "**bold**",
    "one star": "*",
    "a fence": "```",
    "a quoted fence": "> ```ansi\n\x1b[31mred",
    "hidden": "||spoiler||",
    "a heading": "# Big",
    "small": "-# small",
    "a list": "- item\n1. item",
    "a link": "[click](https://evil.example/x)",
    "markup in a link": "[**](x)",
    "a tick in a link": "[`](x)",
    "a bare link": "https://evil.example/x",
    "an invitation": "discord.gg/evil",
    "backslashes": "\\" * 9,
    "a format": "{0} {n} %s %(x)s ${HOME}",
    "a statement": "'; DROP TABLE matches; --",
    "right to left": "\u202egnp.exe",
    "isolates": "\u2066\u2067abc",
    "zero width": "a\u200b\u200c\u200d\u2060\ufeffb",
    "nothing seen": "\u200b\u2062\u00ad",
    "a blank letter": "\u3164",
    "blank braille": "\u2800\u2800",
    "only marks": "\u0301" * 100,
    "zalgo": "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319" * 9,
    "wide": "\uff37" * 32,
    "one wide character": "\ufdfd" * 32,
    "emoji": "👩‍👩‍👧‍👦🏴‍☠️" * 4,
    "tags": "\U000e0041\U000e0042",
    "Arabic": "مرحبا بالعالم",
    "control": "a\x00b\x07c\x1b[2Jd\x7f\x9b",
    "lines": "a\r\nlevel=error message=forged\u2028\u2029\x85b",
    "half a character": "\ud800x",
    "private": "\ue000\uf8ff",
    "spaces": " \t\u00a0\u3000 ",
    "digits of other scripts": "١٢٣",
    "a very long word": "W" * 6000,
    "many words": "cube agent street tower " * 250,
}

#: Texts to enter where a number is expected.
NUMBERS: tuple[str, ...] = (
    "0", "-0", "-1", "1", "2", "3", "7", "99", "+1", " 1", "1 ", "1_0", "0x1", "1e3", "1.0", "٣", "²", "½", "𝟙", "",
    str(2**31), str(2**53), str(2**63 - 1), str(2**63), str(-(2**63)), "9" * 80, "-", "--1", "nan", "inf", "None",
)  # fmt: skip

texts = st.one_of(st.sampled_from(sorted(WORDS.values())), st.text(max_size=40), st.sampled_from(NUMBERS))
#: Numbers that Discord accepts in a number option: integers that a double represents exactly.
WHOLE = (0, 1, -1, 2, 3, 7, 24, 25, 99, 2**31, 2**53 - 1, 1 - 2**53)
