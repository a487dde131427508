"""Draws pictures of views: boards, hands, cards and score sheets.

All functions are pure and never see a game's state.
"""

from collections.abc import Sequence

from PIL import Image

from render.pen import theme
from render.pen.pieces import Piece, carry_scaled, pieces_of
from render.pen.pillow_wrappers import scaled
from render.pen.png_encoding import encode, to_palette
from render.pen.theme import SeatMark
from render.registry import GAMES, ChatBoards, DeckLists, DeckPictures, MarkedPlayers
from rules.kernel.content.decks import Deck
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import Translator

__all__ = [
    "Piece",
    "board",
    "card",
    "chat_board",
    "choice",
    "choice_png",
    "deck",
    "draws_decks",
    "encode",
    "hand",
    "hand_png",
    "legend",
    "marks",
    "part",
    "part_names",
    "part_png",
    "pieces",
    "score",
    "sheet",
]

Size = int | tuple[int, int]


def _resized(image: Image.Image, size: Size) -> Image.Image:
    """Scale a picture to a width, or fit it into a box and fill the rest of the box with the table's colour."""
    if size in (image.width, image.size):
        return image
    # Scaling blends colours, which isn't possible in a palette image.
    image = image.convert("RGB")
    if isinstance(size, int):
        out = scaled(image, (size, round(image.height * size / image.width)))
        carry_scaled(out, image, 0, 0, size / image.width)
        return out
    wide, tall = size
    share = min(wide / image.width, tall / image.height)
    inner = scaled(image, (round(image.width * share), round(image.height * share)))
    out = Image.new("RGB", size, theme.TABLE)
    left, top = (wide - inner.width) // 2, (tall - inner.height) // 2
    out.paste(inner, (left, top))
    carry_scaled(out, image, left, top, share)
    return out


def board(
    view: View,
    size: Size | None = None,
    locale: str = "en",
    names: Sequence[str] | None = None,
    events: Sequence[Event] = (),
) -> Image.Image:
    """Draw the board of any game and outline what the last `events` changed.

    If `size` is None, the picture keeps its natural size.

    The picture is in mode "P" with the theme's palette, ready to encode. Convert it to "RGB" to draw on it.
    """
    image = GAMES[view.game].board(view, locale, names, events)
    return to_palette(image if size is None else _resized(image, size))


def chat_board(
    view: View, locale: str = "en", names: Sequence[str] | None = None, events: Sequence[Event] = ()
) -> Image.Image:
    """Draw the board of any game for a channel: whose turn it is, what the last `events` changed, what is on offer, and
    how everyone stands. A game without such a picture gets its whole board.

    The picture is in mode "P" with the theme's palette, ready to encode.
    """
    pictures = GAMES[view.game]
    draw = pictures.chat_board if isinstance(pictures, ChatBoards) else pictures.board
    return to_palette(draw(view, locale, names, events))


def part_names(view: View, locale: str = "en", names: Sequence[str] | None = None) -> dict[str, str]:
    """Return the names of the board parts that can be enlarged, by id."""
    return GAMES[view.game].part_names(view, locale, names)


def part(view: View, part_id: str, locale: str = "en", names: Sequence[str] | None = None) -> Image.Image:
    """Draw an enlarged part of a board. Raise KeyError for an unknown id."""
    return GAMES[view.game].part(view, part_id, locale, names).image()


def part_png(view: View, part_id: str, locale: str = "en", names: Sequence[str] | None = None) -> bytes:
    """Return an enlarged part of a board as PNG bytes. Raise KeyError for an unknown id."""
    return GAMES[view.game].part(view, part_id, locale, names).png()


def hand(view: View, locale: str = "en", names: Sequence[str] | None = None, seat: int | None = None) -> Image.Image:
    """Draw the viewer's own cards or, if hands are public, those of another seat."""
    return GAMES[view.game].hand(view, locale, names, seat).image()


def hand_png(view: View, locale: str = "en", names: Sequence[str] | None = None) -> bytes:
    """Return the viewer's hand as PNG bytes. This is fast if most rows of the picture were encoded recently."""
    return GAMES[view.game].hand(view, locale, names, None).png()


def choice(
    view: View, decision: Decision | None, locale: str = "en", names: Sequence[str] | None = None
) -> Image.Image | None:
    """Draw the viewer's options, or a compact hand. Return None if the game has no such picture."""
    rows = GAMES[view.game].choice(view, decision, locale, names)
    return None if rows is None else rows.image()


def choice_png(view: View, decision: Decision | None, locale: str = "en", names: Sequence[str] | None = None) -> bytes:
    """Return the viewer's options or a compact hand as PNG bytes, or b"" if the game has no such picture."""
    rows = GAMES[view.game].choice(view, decision, locale, names)
    return b"" if rows is None else rows.png()


def card(game_id: str, entry_id: str, locale: str = "en", pack: str = BASE) -> Image.Image:
    """Draw the card, place or threat with this look-up id. Raise KeyError for an unknown id."""
    return GAMES[game_id].card(entry_id, Translator(locale, pack=pack))


def draws_decks(game_id: str) -> bool:
    """Return whether a game can draw pictures of decks."""
    return isinstance(GAMES[game_id], DeckPictures)


def lists_decks(game_id: str) -> bool:
    """Return whether a game can draw the cards left in a seat's decks."""
    return isinstance(GAMES[game_id], DeckLists)


def lists_png(view: View, locale: str = "en", names: Sequence[str] | None = None) -> bytes:
    """Return a picture of the viewer's own decks as PNG bytes. Raise KeyError if the game has no such picture."""
    painter = GAMES[view.game]
    if not isinstance(painter, DeckLists):
        raise KeyError(view.game)
    return painter.lists(view, locale, names).png()


def deck(game_id: str, deck: Deck, locale: str = "en") -> Image.Image:
    """Draw a deck's cards on one sheet. Raise KeyError if the game has no decks."""
    painter = GAMES[game_id]
    if not isinstance(painter, DeckPictures):
        raise KeyError(game_id)
    return painter.deck(deck, Translator(locale))


def score(view: View, result: Result, locale: str = "en", names: Sequence[str] | None = None) -> Image.Image:
    """Draw the final score sheet."""
    return GAMES[view.game].score(view, result, locale, names)


def pieces(image: Image.Image) -> list[Piece]:
    """Return the pieces in a picture that a function of this module has drawn, so that a page can lay areas with titles
    over the picture. A piece is listed before the pieces inside it.
    """
    return pieces_of(image)


def marks(view: View) -> list[SeatMark]:
    """Return the colours and shapes of the players, and then of the automated opponents."""
    painter = GAMES[view.game]
    return painter.marks(view) if isinstance(painter, MarkedPlayers) else list(theme.SEATS[: view.seats])


def legend(game_id: str, locale: str = "en") -> Image.Image:
    """Draw the legend of a game: every icon with its meaning."""
    return GAMES[game_id].legend(Translator(locale))


def sheet(game_id: str, name: str, sheet: Sheet, locale: str = "en") -> Image.Image:
    """Draw a summary or player aid, with the game's name in its banner."""
    return GAMES[game_id].sheet(name, sheet, Translator(locale))
