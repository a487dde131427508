"""Finds the differences between two texts of a board, and describes them for screen readers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rules.kernel.words.translation import Translator

#: Maximum number of lines in the list of changes. The list is followed by the whole board, where each change is marked.
MAX_LINES = 15
#: Minimum similarity of two lines with different names to count as versions of the same line, and maximum length of a
#: name.
MIN_SIMILARITY, MAX_NAME_LENGTH = 0.6, 60
#: Maximum length of an old line that is quoted in full because the new line has nothing in common with it.
MAX_QUOTE_LENGTH = 120
#: The bullet at the start of a list item.
_BULLET = re.compile(r"^(?:[•-] )?")
_NUMBERED = re.compile(r"\d+")
#: Patterns that match the gaps between the parts of a line (outside brackets), and the end of the words that identify a
#: line.
_PART, _HEAD = re.compile(r"(?<=[,;.]) (?![^(]*\))"), re.compile(r"[:(\[;,]| \d")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a text: its number, its words without a bullet, and the subject of its paragraph, such as a player."""

    number: int
    words: str
    about: str

    @property
    def head(self) -> str:
        """The words at the start of the line, which identify the same line in another version of the text."""
        return _HEAD.split(self.words, maxsplit=1)[0].strip()

    @property
    def name(self) -> str:
        """The player or place that the line starts with, before a colon; "" if there is none."""
        name, colon, _ = self.words.partition(":")
        name = name.partition(" (")[0] if name.count("(") > name.count(")") else name
        return name if colon and len(name) <= MAX_NAME_LENGTH and not re.search("[.;]", name) else ""


@dataclass(frozen=True, slots=True)
class BoardDiff:
    """The new or changed lines of a text, each with the old line that it replaces (or None), and the removed lines."""

    new: Sequence[tuple[TextLine, TextLine | None]]
    gone: Sequence[TextLine]


def _lines(text: str, people: Collection[str]) -> list[TextLine]:
    """Split a text into lines.

    If a paragraph has a line for each of several `people`, none of them counts as the paragraph's subject.
    """
    text_lines: list[TextLine] = []
    about, first = "", True
    for number, line in enumerate(text.splitlines()):
        words = _BULLET.sub("", line, count=1)
        text_lines.append(TextLine(number, words, "" if first else about))
        if not words:
            first = True
        elif first:
            title = text_lines[-1].name.partition(" (")[0] or words
            about, first = title if len(title) <= MAX_NAME_LENGTH and not re.search("[.;:]", title) else "", False
    several = {line.about for line in text_lines if line.about in people and line.name in people}
    return [replace(line, about="") if line.about in several else line for line in text_lines]


def diff_texts(old: str, new: str, people: Collection[str] = ()) -> BoardDiff:
    """Return the changes from an old text to a new one. A line that has only moved doesn't count as a change."""
    before, after = _lines(old, people), _lines(new, people)
    removed_lines, added = _unmatched(before, after)
    pairs = dict[int, TextLine]()
    for alike in (_has_same_words, _has_same_head, _is_similar):
        for line in added:
            match = (
                next((candidate for candidate in removed_lines if alike(candidate, line)), None)
                if line.number not in pairs
                else None
            )
            if match is not None:
                pairs[line.number] = match
                removed_lines.remove(match)
    line_pairs = [(line, pairs.get(line.number)) for line in added]
    return BoardDiff([(line, was) for line, was in line_pairs if was is None or was.words != line.words], removed_lines)


def _unmatched(before: Sequence[TextLine], after: Sequence[TextLine]) -> tuple[list[TextLine], list[TextLine]]:
    """Compare two texts in order; return the lines that only the old text has, and those that only the new one has."""
    words = [[line.words for line in lines] for lines in (before, after)]
    removed_lines: list[TextLine] = []
    added: list[TextLine] = []
    for how, a, b, c, d in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if how != "equal":
            removed_lines += [line for line in before[a:b] if line.words]
            added += [line for line in after[c:d] if line.words]
    return removed_lines, added


def _has_same_words(one: TextLine, other: TextLine) -> bool:
    return one.words == other.words


def _has_same_head(one: TextLine, other: TextLine) -> bool:
    return one.head == other.head and one.about == other.about


def _is_similar(one: TextLine, other: TextLine) -> bool:
    return one.about == other.about and SequenceMatcher(None, one.words, other.words).ratio() >= MIN_SIMILARITY


def diff_lines(say: Translator, changes: BoardDiff) -> list[str]:
    """Return a line of text for each change, in the order of the board's text, with removed lines at the end."""
    lines = [_change_sentence(say, line, was) for line, was in changes.new]
    lines += [say.t("gone: {line}", line=_with_subject(line, line.words)) for line in changes.gone]
    if len(lines) <= MAX_LINES:
        return lines
    hidden_count = len(lines) - MAX_LINES + 1
    return [*lines[: MAX_LINES - 1], say.n("{n} more line has changed.", "{n} more lines have changed.", hidden_count)]


def mark_changes(say: Translator, text: str, changes: BoardDiff) -> str:
    """Return the whole new text, with a word before each new or changed line that marks it."""
    lines = text.splitlines()
    for line, was in changes.new:
        bullet = lines[line.number][: len(lines[line.number]) - len(line.words)]
        words = say.t("new: {line}", line=line.words) if was is None else say.t("changed: {line}", line=line.words)
        lines[line.number] = bullet + words
    return "\n".join(lines)


def _change_sentence(say: Translator, line: TextLine, was: TextLine | None) -> str:
    """Return a sentence about a changed line that quotes the new and the old parts but not the unchanged ones."""
    if was is None:
        return say.t("new: {line}", line=_with_subject(line, line.words))
    new_parts, old_parts = _PART.split(line.words), _PART.split(was.words)
    now, removed_parts = _parts_not_in(new_parts, old_parts), _parts_not_in(old_parts, new_parts)
    if len(now) == len(new_parts) and len(was.words) <= MAX_QUOTE_LENGTH:
        return say.t(
            "changed: {line} Before: {before}",
            line=_with_full_stop(_with_subject(line, line.words)),
            before=_with_full_stop(was.words),
        )
    if len(now) == len(new_parts) or not now + removed_parts:
        return say.t("changed: {line}", line=_with_subject(line, line.words))
    if not now:
        return say.t("gone: {line}", line=_with_name(line, removed_parts, old_parts))
    words = _with_name(line, now, new_parts)
    if not removed_parts:
        return say.t("new: {line}", line=words)
    return say.t("changed: {line} Before: {before}", line=words, before=_with_full_stop(" ".join(removed_parts)))


def _with_name(line: TextLine, parts: Sequence[str], all_parts: Sequence[str]) -> str:
    """Return some parts of a line, preceded by the line's name unless they already start with the name."""
    words = " ".join(parts)
    return _with_full_stop(
        _with_subject(line, words if parts[0] == all_parts[0] or not line.name else f"{line.name}: {words}")
    )


def _with_subject(line: TextLine, words: str) -> str:
    """Return a line's words, preceded by the subject of its paragraph, such as the owner of a hand.

    A paragraph of similar lines, such as numbered spots, has no subject, because its first line is a line like all the
    others.
    """
    alike = _NUMBERED.sub("", line.about) == _NUMBERED.sub("", line.name)
    return words if alike or not line.about else f"{line.about}, {words}"


def _parts_not_in(parts: Sequence[str], other_parts: Iterable[str]) -> list[str]:
    """Return the parts that are not among `other_parts`, ignoring punctuation at their ends."""
    normalized_parts = {part.rstrip(",;.") for part in other_parts}
    return [part for part in parts if part.rstrip(",;.") not in normalized_parts]


def _with_full_stop(words: str) -> str:
    """Return the words with a full stop at the end, replacing any other punctuation there."""
    return words.rstrip(",;.") + "."
