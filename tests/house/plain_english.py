"""Counts constructions that read as translated, in docstrings, comments, pages and the bot's English messages.

`python -m tests.house.plain_english` prints the counts for each folder. With arguments such as `rules "so many"`, it
prints each occurrence. With `--lower`, which is part of `make format`, it lowers the limits in plain_english.toml to
the current counts. Limits can therefore only fall.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMITS = Path(__file__).with_suffix(".toml")
#: Pages whose constructions aren't limited by number: pages for players, and the release history.
OTHERS = (
    "CHANGELOG.md", "docs/cards/", "docs/cups.md", "docs/own-cards.md", "docs/playing.md", "docs/privacy.md",
    "docs/ratings.md", "docs/screens.md", "docs/templates/", "docs/three-weeks.md",
)  # fmt: skip
#: Maximum share of a page's sentences, and of the bot's messages, that may contain a construction.
MAX_PAGE_SHARE, MAX_MESSAGE_SHARE = 0.02, 0.01
FOLDERS = {
    "bot": ("bot/**/*.py", "tools/**/*.py", "hatch_build.py"),
    "render": ("render/**/*.py",),
    "rules": ("rules/**/*.py", "data/**/*.py"),
    "tests": ("tests/**/*.py", ".ci/*.py"),
    "pages": ("*.md", "docs/**/*.md", "rules/*/RULES.md", "data/**/README.md"),
}


def pattern(words: str) -> re.Pattern[str]:
    """Return a pattern that finds these lower-case words even if a line break separates them."""
    return re.compile(words.replace(" ", r"\s+"))


#: Each construction's name, with the pattern that finds it and better alternatives.
CONSTRUCTIONS = {
    "somebody": (
        pattern(r"\b(?:some|no|every|any)body\b"),
        "someone, no one, everyone, anyone; or a noun: a player, each seat",
    ),
    "whoever": (
        pattern(r"\b(?:whoever|whomever|whom|those who)\b"),
        "a noun: the player who asked, the host, the owner, players",
    ),
    "by which": (
        pattern(r"\b(?:by|of|in|to|for|with|from|on|at|after|before|under|over) (?:which|whose)\b"),
        "a second sentence, or a verb: uses, has, says",
    ),
    "of what": (
        pattern(r"\b(?:by|of|in|to|for|with|from|on|at|about|after|before|into|than|beside) what(?:ever)?\b"),
        "a noun: the rows, the result, the cards that were drawn",
    ),
    "tells whether": (
        pattern(r"\b(?:tells?|told|telling) (?:of|what|whether|how|who|whom|whose|why|where|which|when|that)\b"),
        "returns, shows, says, prints, reports; or a person who is told: tells the host that",
    ),
    "goes on": (
        pattern(r"\b(?:goes? on|went on|going on|in the midst|(?:has|have|had|work) in hand)\b(?! (?:top|the|a)\b)"),
        "continues, keeps, is running, is still",
    ),
    "so many": (
        pattern(r"\bso (?:many|long|much|few|often)\b(?! (?:that|as)\b)"),
        "a number, this many, that often, for this long",
    ),
    "anew": (
        pattern(r"\b(?:anew|besides|lest|thereof|whereby|wherein|thereby|whereupon|therein)\b"),
        "again; also, as well as, in addition; or else",
    ),
    "is to be": (pattern(r"\b(?:is|are|was|were) to be\b"), "should be, must be, will be, or a verb in the future"),
    "comes of": (pattern(r"\b(?:comes?|came|becomes?|became) of\b"), "the result of, the outcome, how it ended"),
    "of its own": (
        pattern(r"\bof (?:(?:its|their|his|her|our|your|my) own|ours|theirs|yours|hers|mine)\b"),
        "its own, separate, dedicated: its own thread, a separate process",
    ),
    "rings": (
        pattern(r"\b(?:rung|rang|rings? (?:for|them|him|her|you|people|players?|nobody|no one|somebody))\b"),
        "ping, pinged, notify",
    ),
    "What is": (
        pattern(r"\A(?:what(?:ever)?|who|whom|whoever|whether)\b(?![^.]*\?)"),
        "begin with a noun or a verb: The cards that…, Database figures for…, Return…",
    ),
}
#: Phrases that match a construction but that a native speaker would also write, each with the reason.
EXCEPTIONS = {
    pattern(r"\b(?:each|one|two|both|all|most|many|some|any|none|half) of which\b"): "the usual relative clause",
    pattern(r"\b(?:one|two|any|some|none|each|side) of (?:its|their|your) own\b"): "one out of several that they have",
    pattern(r"\b(?:is|are|was|were|be|been)(?: \w+)? told that\b"): "a person who is told something",
    pattern(r"\b(?:a|an|no) \w+ of (?:yours|your own)\b"): "the usual possessive",
}

STRING_OR_COMMENT = re.compile(
    r'(?P<doc>(?<![^\n])[ \t]*r?"{3}(?P<text>(?:\\.|[^\\])*?)"{3}(?=[ \t]*(?:\n|\Z)))'
    r'|(?P<quote>"{3}|\'{3})(?:\\.|[^\\])*?(?P=quote)|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    r"|(?P<comment>(?<![^\n])[ \t]*\#[^\n]*(?:\n[ \t]*\#[^\n]*)*|\#[^\n]*)",
    re.DOTALL,
)
COMMENT_SIGN = re.compile(r"^[ \t]*#:?[ \t]*", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PARAGRAPH = re.compile(r"(?:^(?! {4}).*\S.*\n?)+", re.MULTILINE)
#: Parts of a text that aren't prose: code, quotations, and the targets of links.
QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*(?:\n[^\"\n]*)?\"|\]\([^)\s]*\)", re.DOTALL)


def of_module(source: str) -> Iterator[tuple[int, str]]:
    """Yield each docstring and each block of comments in a module, with the number of its first line."""
    line = end = 0
    for match in STRING_OR_COMMENT.finditer(source):
        line += source.count("\n", end, match.start())
        end = match.start()
        if match["doc"]:
            yield line + 1, match["text"]
        elif match["comment"]:
            yield line + 1, COMMENT_SIGN.sub("", match["comment"])


def of_page(source: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph of a page without the code in it, with the number of its first line."""
    source = FENCED.sub(lambda code: "\n" * code[0].count("\n"), source)
    for match in PARAGRAPH.finditer(source):
        yield source.count("\n", 0, match.start()) + 1, match[0]


@dataclass(frozen=True, slots=True)
class Finding:
    """An occurrence of a construction."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


def sentence(text: str, at: int) -> str:
    """Return the sentence that contains a position in a text, joined into a single line."""
    start = max((match.end() for match in re.finditer(r"[.:;?|]\s", text[:at])), default=0)
    stop = re.compile(r"[.:;?](?=\s)|\||\Z").search(text, at)
    return " ".join(text[start : stop.end() if stop else None].split())


def findings(path: str, line: int, text: str) -> Iterator[tuple[str, Finding]]:
    """Yield the name and the location of each construction in a text that starts on line `line` of a file."""
    searched = text.lower()
    for native in (QUOTED, *EXCEPTIONS):
        searched = native.sub(lambda match: re.sub(r"\S", "_", match[0]), searched)
    for name, (construction, _) in CONSTRUCTIONS.items():
        for match in construction.finditer(searched):
            at = match.start()
            yield name, Finding(path, line + text.count("\n", 0, at), sentence(text, at))


@cache
def found(folder: str) -> dict[str, list[Finding]]:
    """Return the occurrences in a folder, by construction. Those in recently changed files come first."""
    files = {file for pattern in FOLDERS[folder] for file in ROOT.glob(pattern)}
    by_name: dict[str, list[Finding]] = {name: [] for name in CONSTRUCTIONS}
    for file in sorted(files, key=lambda file: (-file.stat().st_mtime, file)):
        path = file.relative_to(ROOT).as_posix()
        if not path.startswith(OTHERS):
            texts = (of_module if file.suffix == ".py" else of_page)(file.read_text(encoding="utf-8"))
            for name, finding in (found for line, text in texts for found in findings(path, line, text)):
                by_name[name].append(finding)
    return by_name


def sentences(text: str) -> list[str]:
    """Return the sentences, list items and table cells of a text that contain a word."""
    parts = re.split(r"(?<=[.!?:;])\s+|\n(?=[-*|#]|\s*\n)|\|", text)
    return [part for part in parts if re.search(r"[A-Za-z]{2}", part)]


def construction_names(text: str) -> set[str]:
    """Return the names of the constructions in a text."""
    return {name for name, _ in findings("", 1, text)}


def translated_sounding(texts: Iterable[str]) -> list[str]:
    """Return the texts that contain a construction."""
    return [text for text in texts if construction_names(text)]


def page_sentences(file: Path) -> list[str]:
    """Return all sentences of a page without the code in it."""
    return [found for _, text in of_page(file.read_text(encoding="utf-8")) for found in sentences(text)]


def limits() -> dict[str, dict[str, int]]:
    """Return how many times each construction may occur, by folder and by the construction's name."""
    return tomllib.loads(LIMITS.read_text(encoding="utf-8"))


def counts() -> dict[str, dict[str, int]]:
    """Return how many times each construction occurs, by folder and by the construction's name."""
    return {folder: {name: len(places) for name, places in found(folder).items()} for folder in FOLDERS}


def excess(folder: str, name: str, allowed: int, places: list[Finding]) -> str:
    """Return a complaint if a construction occurs more often than allowed, otherwise an empty string."""
    if len(places) <= allowed:
        return ""
    listed = "\n".join(f"  {place}" for place in places[: len(places) - allowed + 10])
    return (
        f'{folder}: "{name}" occurs {len(places)} times, {allowed} allowed. Say instead: {CONSTRUCTIONS[name][1]}.\n'
        f"The places, in the files changed last:\n{listed}"
    )


def table(by_folder: dict[str, dict[str, int]]) -> str:
    """Return the counts as TOML, with a section for each folder."""
    rows = {
        folder: "".join(f'"{name}" = {count}\n' for name, count in row.items()) for folder, row in by_folder.items()
    }
    return "\n".join(f"[{folder}]\n{rows[folder]}" for folder in rows)


def lowered(allowed: dict[str, dict[str, int]], now: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Return the limits, with each limit that exceeds the current count lowered to that count."""
    return {
        folder: {name: min(limit, now[folder][name]) for name, limit in row.items()} for folder, row in allowed.items()
    }


def main(arguments: list[str]) -> None:
    """Print the counts or the occurrences, or write lowered limits."""
    if arguments == ["--lower"]:
        LIMITS.write_text(table(lowered(limits(), counts())), encoding="utf-8")
    elif unknown := {*arguments[:1]} - {*FOLDERS} | {*arguments[1:]} - {*CONSTRUCTIONS}:
        sys.exit(
            f"There is no {sorted(unknown)}; name a folder of {[*FOLDERS]}, then constructions of {[*CONSTRUCTIONS]}."
        )
    elif arguments:
        for name in arguments[1:] or CONSTRUCTIONS:
            print(f"{name}: {CONSTRUCTIONS[name][1]}")
            print("\n".join(f"  {place}" for place in found(arguments[0])[name]))
    else:
        print(table(counts()), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
