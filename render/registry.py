"""The pictures of each game. The table in this module is the only place that names the games."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PIL import Image

from render.aevum_haeresis.pictures import PICTURES as AEVUM_HAERESIS
from render.dark_providence.pictures import PICTURES as DARK_PROVIDENCE
from render.edge_of_darkness.pictures import PICTURES as EDGE_OF_DARKNESS
from render.pen.theme import SeatMark
from render.sheets.row_stack import Rows
from rules.kernel.content.decks import Deck
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import Translator


class Pictures(Protocol):
    """The pictures that every game must have."""

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw the whole board."""
        ...

    def part_names(self, view: View, locale: str, names: Sequence[str] | None) -> dict[str, str]:
        """Return the names of the board parts that can be enlarged, by id."""
        ...

    def part(self, view: View, part_id: str, locale: str, names: Sequence[str] | None) -> Rows:
        """Return the rows of an enlarged part of the board. Raise KeyError for an unknown id."""
        ...

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Rows:
        """Return the rows of the picture of one seat's cards."""
        ...

    def choice(self, view: View, decision: Decision | None, locale: str, names: Sequence[str] | None) -> Rows | None:
        """Return the rows of a picture of the viewer's options or of a compact hand.

        Return None if there is no such picture.
        """
        ...

    def card(self, entry_id: str, say: Translator) -> Image.Image:
        """Draw a look-up result. Raise KeyError for an unknown id."""
        ...

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        """Draw the final score sheet."""
        ...

    def legend(self, say: Translator) -> Image.Image:
        """Draw the legend: every icon with its meaning."""
        ...

    def sheet(self, name: str, sheet: Sheet, say: Translator) -> Image.Image:
        """Draw a summary or player aid, with the game's name in its banner."""
        ...


@runtime_checkable
class ChatBoards(Protocol):
    """The pictures of a game whose boards are too large for a channel."""

    def chat_board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw what matters for the next decision, legible in a channel."""
        ...


@runtime_checkable
class DeckPictures(Protocol):
    """The pictures of a game with decks."""

    def deck(self, deck: Deck, say: Translator) -> Image.Image:
        """Draw all cards of a deck, which may be unfinished, on one sheet."""
        ...


@runtime_checkable
class DeckLists(Protocol):
    """The pictures of a game whose seats may know which cards are left in their decks."""

    def lists(self, view: View, locale: str, names: Sequence[str] | None) -> Rows:
        """Return the rows of a picture of the cards left in the viewer's own decks."""
        ...


@runtime_checkable
class MarkedPlayers(Protocol):
    """A game where a player's colour and shape aren't those of the player's seat."""

    def marks(self, view: View) -> list[SeatMark]:
        """Return the colours and shapes of the players, and then of the automated opponents."""
        ...


GAMES: dict[str, Pictures] = {
    "edge_of_darkness": EDGE_OF_DARKNESS,
    "dark_providence": DARK_PROVIDENCE,
    "aevum_haeresis": AEVUM_HAERESIS,
}
