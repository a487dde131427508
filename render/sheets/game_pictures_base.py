"""The base class of a game's pictures. It draws the game's views, and replaces characters in player names that the
fonts lack.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from PIL import Image

from render.pen import theme
from render.pen.canvas import table
from render.pen.theme import Colour, SeatMark
from render.sheets.board_part_interface import BoardPart
from render.sheets.choice_tiles import WIDTH
from render.sheets.row_stack import Rows
from render.sheets.summary_sheet import draw_summary
from render.text.drawable_characters import drawable
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import BASE, View, pack_of
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import Translator

Seen = TypeVar("Seen", bound=View)


def say_for(locale: str, names: Sequence[str] | None, seats: int, pack: str = BASE) -> Translator:
    """Return the translator for a picture.

    Characters that the fonts or the icon syntax can't show are removed from names.
    """
    shown = [drawable(name) for name in names or ()]
    plain = Translator(locale, pack=pack)
    return plain.with_names(
        [shown[seat] if seat < len(shown) and shown[seat] else plain.seat(seat) for seat in range(seats)]
    )


class GamePictures(ABC, Generic[Seen]):
    """The pictures of a game in the form that the bot needs. Subclasses draw the pictures from the game's own views."""

    view_type: type[Seen]
    #: The colour of headings.
    accent: Colour = theme.INK_SOFT
    #: The enlarged parts of the board, by id.
    parts: Mapping[str, BoardPart[Seen]] = {}

    def board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw the board."""
        return self.draw_board(self._checked_view(view), say_for(locale, names, view.seats, pack_of(view)), events)

    def chat_board(self, view: View, locale: str, names: Sequence[str] | None, events: Sequence[Event]) -> Image.Image:
        """Draw the chat board: what matters for the next decision, legible in a channel."""
        return self.draw_chat_board(self._checked_view(view), say_for(locale, names, view.seats, pack_of(view)), events)

    def part_names(self, view: View, locale: str, names: Sequence[str] | None) -> dict[str, str]:
        """Return the names of this board's parts by id, leaving out empty parts."""
        game_view, say = self._checked_view(view), say_for(locale, names, view.seats, pack_of(view))
        return {part_id: part.name(game_view, say) for part_id, part in self.parts.items() if part.rows(game_view, say)}

    def part(self, view: View, part_id: str, locale: str, names: Sequence[str] | None) -> Rows:
        """Return the rows of an enlarged part of the board. Raise KeyError for an unknown id."""
        return Rows(
            WIDTH, self.parts[part_id].rows(self._checked_view(view), say_for(locale, names, view.seats, pack_of(view)))
        )

    def hand(self, view: View, locale: str, names: Sequence[str] | None, seat: int | None) -> Rows:
        """Return rows with a seat's cards.

        If `seat` is None, show the viewer's cards or, for a spectator, the cards of a seat that must act.
        """
        game_view = self._checked_view(view)
        chosen = next(choice for choice in (seat, game_view.viewer, self.acting(game_view)) if choice is not None)
        return self.draw_hand(game_view, chosen, say_for(locale, names, view.seats, pack_of(view)))

    def choice(self, view: View, decision: Decision | None, locale: str, names: Sequence[str] | None) -> Rows | None:
        """Return the rows of a picture of the viewer's options or of a compact hand.

        Return None if there is no such picture.
        """
        game_view = self._checked_view(view)
        if game_view.viewer is None:
            return None
        return self.draw_choice(
            game_view, game_view.viewer, decision, say_for(locale, names, view.seats, pack_of(view))
        )

    def score(self, view: View, result: Result, locale: str, names: Sequence[str] | None) -> Image.Image:
        """Draw the score sheet."""
        return self.draw_score(self._checked_view(view), result, say_for(locale, names, view.seats, pack_of(view)))

    def marks(self, view: View) -> list[SeatMark]:
        """Return the colours and shapes of the players, and then of the automated opponents."""
        return self.draw_marks(self._checked_view(view))

    def draw_marks(self, view: Seen) -> list[SeatMark]:
        """Return the colours and shapes of the game's players.

        By default, these are their seats' colours and shapes.
        """
        return list(theme.SEATS[: view.seats])

    def sheet(self, name: str, sheet: Sheet, say: Translator) -> Image.Image:
        """Draw a summary or player aid, with the game's name in its banner."""
        return draw_summary(name, sheet.title(say), sheet, self.accent, self.banner)

    def banner(self, wide: int, tall: int) -> Image.Image:
        """Draw the scene at the top of a sheet."""
        return table(wide, tall)

    def _checked_view(self, view: View) -> Seen:
        if not isinstance(view, self.view_type):
            raise TypeError(f"not a {self.view_type.__name__}: {type(view).__name__}")
        return view

    @abstractmethod
    def draw_board(self, view: Seen, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the board and outline what the latest events, `events`, changed."""

    def draw_chat_board(self, view: Seen, say: Translator, events: Sequence[Event]) -> Image.Image:
        """Draw the chat board. By default, this is the whole board."""
        return self.draw_board(view, say, events)

    @abstractmethod
    def acting(self, view: Seen) -> int:
        """Return the seat whose hand is shown to a spectator."""

    @abstractmethod
    def draw_hand(self, view: Seen, seat: int, say: Translator) -> Rows:
        """Return the rows of the picture of a seat's cards, as far as the viewer may see them."""

    def draw_choice(self, view: Seen, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
        """Return the rows of a seat's options, or of a compact hand if there is no decision.

        Return None if the game has no such picture.
        """
        return None

    @abstractmethod
    def draw_score(self, view: Seen, result: Result, say: Translator) -> Image.Image:
        """Draw the score sheet."""

    @abstractmethod
    def card(self, entry_id: str, say: Translator) -> Image.Image:
        """Draw a look-up result. Raise KeyError for an unknown id."""

    @abstractmethod
    def legend(self, say: Translator) -> Image.Image:
        """Draw the legend: every icon with its meaning."""
