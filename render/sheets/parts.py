"""Parts of a board, enlarged: what it has no room for, in letters that are read on a phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from render.sheets.rows import Row
from rules.kernel.data.view import View
from rules.kernel.words.text import Say

Seen = TypeVar("Seen", bound=View)


@dataclass(frozen=True, slots=True)
class BoardPart(Generic[Seen]):
    """A part of a game's board: its name, and its rows; one without rows is not offered."""

    name: Callable[[Seen, Say], str]
    rows: Callable[[Seen, Say], Sequence[Row]]
