"""The pictures of each game: the only table that names the games."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PIL import Image

from render.aevum_haeresis.pictures import PICTURES as AEVUM_HAERESIS
from render.dark_providence.pictures import PICTURES as DARK_PROVIDENCE
from render.edge_of_darkness.pictures import PICTURES as EDGE_OF_DARKNESS
from render.pen.theme import SeatMark
from render.sheets.rows import Rows
from rules.kernel.content.decks import Deck
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.sheets import Sheet
from rules.kernel.words.text import Say


class Pictures(Protocol):
    """What a game must be able to draw."""

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw the whole board."""
        ...

    def part_names(self, view: View, locale: str, names: Sequence[str] | None) -> dict[str, str]:
        """Return the names of the parts of the board that can be shown enlarged, by their ids."""
        ...

    def part(self, view: View, part_id: str, locale: str, names: Sequence[str] | None) -> Rows:
        """Lay out a part of the board, enlarged; raises KeyError when there is none with this id."""
        ...

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Rows:
        """Lay out one seat's cards."""
        ...

    def choice(self, view: View, asked: Decision | None, locale: str, names: Sequence[str] | None) -> Rows | None:
        """Lay out what the viewer chooses from, or a compact hand; None where that is not to be seen."""
        ...

    def card(self, entry_id: str, say: Say) -> Image.Image:
        """Draw one thing that can be looked up; raises KeyError when there is none."""
        ...

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        """Draw the final score sheet."""
        ...

    def legend(self, say: Say) -> Image.Image:
        """Draw what the icons mean."""
        ...

    def sheet(self, name: str, sheet: Sheet, say: Say) -> Image.Image:
        """Draw a summary or an aid under the game's name."""
        ...


@runtime_checkable
class DeckPictures(Protocol):
    """What a game with decks can draw in addition."""

    def deck(self, deck: Deck, say: Say) -> Image.Image:
        """Draw all cards of a deck, finished or not, on one sheet."""
        ...


@runtime_checkable
class DeckLists(Protocol):
    """What a game can draw in addition, in which a seat may know what lies in its decks."""

    def lists(self, view: View, locale: str, names: Sequence[str] | None) -> Rows:
        """Lay out what lies in the viewer's decks."""
        ...


@runtime_checkable
class MarkedPlayers(Protocol):
    """What a game whose players have other colours and shapes than those of their seats tells in addition."""

    def marks(self, view: View) -> list[SeatMark]:
        """Return the mark of each player, and after them that of whoever plays against the seats."""
        ...


GAMES: dict[str, Pictures] = {
    "edge_of_darkness": EDGE_OF_DARKNESS,
    "dark_providence": DARK_PROVIDENCE,
    "aevum_haeresis": AEVUM_HAERESIS,
}
