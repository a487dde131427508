"""Summary sheets: short rule summaries and player aids of a game, with the same text in messages and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules.kernel.words.translation import N_, Translator


class Kind(Enum):
    """The kinds of summary sheets that a game can have, in reading order. The value is the message id of the title."""

    HOW = N_("How to play")
    TURN = N_("Turn summary")
    AID = N_("Player aid")
    END = N_("End and scoring")


@dataclass(frozen=True, slots=True)
class Line:
    """A short line of a summary sheet, and the icon beside it in a picture. The text may contain **bold** words."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in a summary sheet, and the lines below it. If the section is numbered, its lines are steps."""

    title: str
    lines: tuple[Line, ...]
    numbered: bool = False

    def texts(self) -> list[str]:
        """Return the lines as they are shown. In a numbered section, each starts with its number."""
        if not self.numbered:
            return [line.text for line in self.lines]
        return [f"{number}. {line.text}" for number, line in enumerate(self.lines, 1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A summary sheet: one page about a game."""

    kind: Kind
    sections: tuple[Section, ...]
    #: The message id of a title that replaces the usual title of this kind of sheet; "" to use the usual title.
    named: str = ""

    def title(self, say: Translator) -> str:
        """Return the sheet's title."""
        return say.t(self.named or self.kind.value)

    def text(self) -> str:
        """Return the whole sheet as a message."""
        return "\n".join("\n".join([f"### {section.title}", *section.texts()]) for section in self.sections)

    def plain(self) -> str:
        """Return the whole sheet as text for a screen reader."""
        parts = [" ".join([f"{section.title}:", *section.texts()]) for section in self.sections]
        return " ".join(parts).replace("**", "")


def section(title: str, *lines: tuple[str, str], numbered: bool = False) -> Section:
    """Build a section from its title and its lines. Each line is a pair of icon and text."""
    return Section(title, tuple(Line(icon, text) for icon, text in lines), numbered)
