"""Every picture has rectangles, keys and names of its pieces, at the right places."""

from __future__ import annotations

import re
from collections.abc import Generator
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

import render
import rules
from render import Piece
from render.pen import text_audit
from render.pen.picture_cache import PICTURES
from render.text import text_layout
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import play_random_moves
from tests.render.pictures_of_match import pictures

NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?", "Eva")
#: The games whose pictures have pieces, each with the language of the test of its texts.
GAMES = {"edge_of_darkness": "hu", "dark_providence": "es", "aevum_haeresis": "en"}
MOMENTS = (3, 90, 300, 100_000)
#: The entry of Pillow's `info` where these tests record the text in a picture.
TEXTS = "texts"
#: A text's rectangle and the text itself.
Text = tuple[int, int, int, int, str]


def drawn(game: str, locale: str) -> Generator[tuple[str, Image.Image]]:
    """Yield all pictures of random positions. Each language gets its own number of players and viewer."""
    seats, turn = rules.GAMES[game].seats, LOCALES.index(locale)
    count = (max(seats), min(seats), seats[len(seats) // 2])[turn % 3]
    for number, moves in enumerate(MOMENTS):
        match, events = play_random_moves(game, count, "pieces", turn, moves)
        viewer = (None, 0, count - 1)[(number + turn) % 3]
        yield from pictures(match, events, viewer, locale, NAMES)


def inside(one: Piece, other: Piece) -> bool:
    return (
        other.x <= one.x
        and other.y <= one.y
        and one.x + one.width <= other.x + other.width
        and one.y + one.height <= other.y + other.height
    )


def apart(one: Piece, other: Piece) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES)
def test_rectangles_lie_in_the_picture_and_overlap_only_if_one_contains_the_other(game: str, locale: str) -> None:
    for name, image in drawn(game, locale):
        found = render.pieces(image)
        assert found or game not in GAMES, name
        whole = Piece(0, 0, image.width, image.height, "", "")
        assert not [piece for piece in found if not inside(piece, whole) or min(piece.width, piece.height) < 8], name
        pairs = combinations(found, 2)
        overlaps = [(a, b) for a, b in pairs if not (apart(a, b) or inside(a, b) or inside(b, a))]
        assert not overlaps, (name, overlaps[:3])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES)
def test_every_piece_has_a_key_and_a_name_without_icons(game: str, locale: str) -> None:
    keys: dict[str, set[str]] = {}
    for name, image in drawn(game, locale):
        found = render.pieces(image)
        assert all(re.fullmatch(r"[a-z_]+(:[a-z0-9_/#-]+)*", piece.key) for piece in found), (name, found)
        assert all(piece.name.strip() and not set(piece.name) & set("{}") for piece in found), (name, found)
        containers = [piece for piece in found if piece.key.partition(":")[0] in ("seat", "city", "place", "tower")]
        assert len({piece.key for piece in containers}) == len(containers), (name, containers)
        keys[name] = {piece.key for piece in found}
    assert game not in GAMES or keys["score"] >= {"seat:0"}


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_of_a_legend_is_a_piece_with_its_meaning(game: str) -> None:
    found = [render.pieces(render.legend(game, locale)) for locale in LOCALES]
    keys = [[piece.key for piece in pieces] for pieces in found]
    assert len(keys[0]) > 20
    assert keys[0] == keys[1] == keys[2]
    assert all(re.fullmatch(r"sign:[^\s:]+", key) for key in keys[0]), keys[0]
    assert all(piece.name.strip() and not set(piece.name) & set("{}") for pieces in found for piece in pieces)


@pytest.mark.parametrize("game", GAMES)
def test_keys_are_the_same_in_all_languages(game: str) -> None:
    view = play_random_moves(game, max(rules.GAMES[game].seats), "pieces", 1, 150)[0].view(None)
    found = [render.pieces(render.board(view, None, locale, NAMES)) for locale in LOCALES]
    keys = [sorted(piece.key for piece in pieces) for pieces in found]
    assert keys[0] == keys[1] == keys[2]
    assert {piece.name for piece in found[0]} != {piece.name for piece in found[1]}


@pytest.mark.parametrize("game", GAMES)
def test_a_resized_board_has_resized_rectangles(game: str) -> None:
    view = play_random_moves(game, max(rules.GAMES[game].seats), "pieces", 1, 150)[0].view(None)
    whole, small = render.board(view), render.board(view, 600)
    share = small.width / whole.width
    for one, other in zip(render.pieces(whole), render.pieces(small), strict=True):
        assert (one.key, one.name) == (other.key, other.name)
        assert abs(one.x * share - other.x) <= 1
        assert abs(one.width * share - other.width) <= 1


# -- the text inside a piece ----------------------------------------------------------------------------------------


def with_texts(image: Image.Image, x: int, y: int) -> list[Text]:
    """Return the texts in a part of a picture that is at a point."""
    size, texts = image.info.get(TEXTS, (image.size, ()))
    found = texts if size == image.size else ()
    return [(x0 + x, y0 + y, x1 + x, y1 + y, text) for x0, y0, x1, y1, text in found]


def add_texts(image: Image.Image, texts: list[Text]) -> None:
    if texts:
        image.info[TEXTS] = (image.size, (*with_texts(image, 0, 0), *texts))


@pytest.fixture
def recorded_texts(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Record the text in each picture with its place, without any help of the functions that record pieces."""
    paste, crop = Image.Image.paste, Image.Image.crop

    def recorded(image: Image.Image, x0: int, x1: int, y0: int, y1: int, text: str, room: int | None) -> None:
        add_texts(image, [(x0, y0, x1, y1, text)])

    def pasted(image: Image.Image, part: Any, box: Any = None, mask: Any = None) -> None:
        paste(image, part, box, mask)
        if isinstance(part, Image.Image):
            add_texts(image, with_texts(part, *(box or (0, 0))[:2]))

    def cropped(image: Image.Image, box: Any = None) -> Image.Image:
        part = crop(image, box)
        texts = with_texts(image, -round(box[0]), -round(box[1])) if box else with_texts(image, 0, 0)
        part.info = {key: value for key, value in part.info.items() if key != TEXTS}
        add_texts(part, texts)
        return part

    text_audit.forget()
    monkeypatch.setattr(PICTURES, "limit", 2**40)  # compressed pictures would lose the record
    monkeypatch.setattr(text_layout, "_check_overflow", recorded)
    monkeypatch.setattr(Image.Image, "paste", pasted)
    monkeypatch.setattr(Image.Image, "crop", cropped)
    yield
    text_audit.forget()


def letters(text: str) -> str:
    return re.sub(r"\{\w+\}|[^\w…]|\d", "", text).casefold()


def text_in(image: Image.Image, piece: Piece) -> str:
    """Return the letters of all text in a piece's rectangle, line by line."""
    texts = sorted(set(with_texts(image, 0, 0)), key=lambda text: (text[1], text[0]))
    return "".join(
        letters(text)
        for x0, y0, x1, y1, text in texts
        if piece.x <= (x0 + x1) / 2 <= piece.x + piece.width and piece.y <= (y0 + y1) / 2 <= piece.y + piece.height
    )


@pytest.mark.parametrize(("game", "locale"), GAMES.items())
def test_the_text_in_a_card_includes_its_name(recorded_texts: None, game: str, locale: str) -> None:
    match, events = play_random_moves(game, max(rules.GAMES[game].seats), "pieces", 2, 150)
    named = 0
    for picture, image in pictures(match, events, 0, locale, NAMES):
        for piece in render.pieces(image):
            if piece.key.partition(":")[0] not in ("card", "city", "place", "seat"):
                continue
            inside = text_in(image, piece)
            first = letters(re.split(r" \+ | · ", piece.name)[0])
            if re.search(r"[^\W\d_]", inside) and "…" not in inside:
                assert first in inside, (picture, piece, inside)
                named += 1
    assert named > 30
