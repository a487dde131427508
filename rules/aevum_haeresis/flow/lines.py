"""Lines that several sequences of the order of play share: windows, Story rows and their Chapters (section 13)."""

from __future__ import annotations

from collections.abc import Callable

from rules.aevum_haeresis.content.ops import WindowName
from rules.aevum_haeresis.flow.rows import come_about_all, offer, reveal_chapter, rows_left
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import RowStep
from rules.kernel.engine.sequence import Sequence


def window(name: WindowName) -> Callable[[Haeresis, Sequence], None]:
    """A line that opens a window of Deus Ex Machina."""
    return lambda match, _step: open_window(match, name)


def active_row(match: Haeresis, _step: Sequence) -> None:
    """The Active player lays the whole row (AH-ENLIST.1, CONFLICT.3)."""
    state = match.state
    state.chapter = 0
    state.tally.let_go = []
    if state.man is None:
        state.phase = "enlistment"
    match.push(RowStep(state.active))


def passive_row(match: Haeresis, _step: Sequence) -> None:
    """Then the Passive player, knowing how many (AH-ENLIST.2, CONFLICT.4)."""
    match.push(RowStep(1 - match.state.active))


def reveal(match: Haeresis, _step: Sequence) -> str | None:
    """Reveal the next Chapter, or go on to the end (AH-ENLIST.4, ENLIST.10, CONFLICT.5, CONFLICT.11)."""
    if not rows_left(match):
        return "end_window"
    man = match.state.man
    if man is not None:
        man.rage, man.next_rage = man.next_rage, [0, 0]
    reveal_chapter(match)
    open_window(match, "chapter_revealed")
    return None


def active_pays(match: Haeresis, _step: Sequence) -> None:
    """The Active player decides about the revealed card (AH-ENLIST.6, CONFLICT.7)."""
    offer(match, match.state.active)


def passive_pays(match: Haeresis, _step: Sequence) -> None:
    """Then the Passive player (AH-ENLIST.9, CONFLICT.8)."""
    offer(match, 1 - match.state.active)


def active_enters(match: Haeresis, _step: Sequence) -> None:
    """A card paid for enters and comes about at once (AH-ENLIST.7)."""
    come_about_all(match, match.state.active)


def passive_enters(match: Haeresis, _step: Sequence) -> None:
    """The same for the Passive player's."""
    come_about_all(match, 1 - match.state.active)


def again(match: Haeresis, _step: Sequence) -> str:
    """On to the next Chapter."""
    match.state.paid = []
    return "reveal"
