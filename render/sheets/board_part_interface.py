"""Enlarged parts of a board. They show more details than fit on the board, in letters large enough for a phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from render.sheets.row_stack import Row
from rules.kernel.data.view import View
from rules.kernel.words.translation import Translator

Seen = TypeVar("Seen", bound=View)


@dataclass(frozen=True, slots=True)
class BoardPart(Generic[Seen]):
    """An enlarged part of a board: its name, and the function that returns its rows.

    A part without rows is not offered.
    """

    name: Callable[[Seen, Translator], str]
    rows: Callable[[Seen, Translator], Sequence[Row]]
