"""Pictures made of rows: the image and the PNG are the same, and unchanged rows are not drawn again."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import render
import rules
from render.pen import png_encoding, theme
from render.pen.canvas import TABLE_STRIP_HEIGHT
from render.sheets.row_stack import GAP, Row, Rows
from tests.render.matches_to_draw import play_random_moves, random_moves

WIDE = 300


def opened(data: bytes) -> Image.Image:
    Image.open(BytesIO(data)).verify()
    return Image.open(BytesIO(data))


def fill_row(image: Image.Image, y: int, tall: int, drawn: list[int]) -> None:
    """Fill a row with a colour, and record in `drawn` that it was drawn."""
    drawn.append(tall)
    image.paste(theme.GOLD, (GAP, y, WIDE - GAP, y + tall))


class EqualList(list[int]):
    """A list that records the heights of drawn rows.

    All instances compare equal, so rows that differ only in this list count as unchanged.
    """

    def __hash__(self) -> int:  # type: ignore[override]
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualList)


@pytest.mark.parametrize("game_id", rules.GAMES)
def test_the_bytes_of_a_hand_hold_its_picture(game_id: str) -> None:
    seats = min(rules.GAMES[game_id].seats)
    match, _ = play_random_moves(game_id, seats, "rows", 3, 60, ())
    for seat in range(seats):
        view = match.view(seat)
        drawn = png_encoding.to_palette(render.hand(view))
        assert opened(render.hand_png(view)).convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


@pytest.mark.parametrize("game_id", rules.GAMES)
def test_what_was_packed_before_a_move_changes_no_hand_after_it(game_id: str) -> None:
    seats = min(rules.GAMES[game_id].seats)
    for match, _ in random_moves(game_id, seats, "rows", 5, 12):
        view = match.view(next(iter(match.decisions()), 0))
        shown = opened(render.hand_png(view)).convert("RGB").tobytes()
        assert shown == png_encoding.to_palette(render.hand(view)).convert("RGB").tobytes()


def test_a_row_that_looks_as_before_is_not_drawn_again() -> None:
    drawn = EqualList()
    before = Rows(WIDE, [Row(tall, fill_row, (tall, drawn)) for tall in (40, 50, 60)])
    before.png()
    assert list(drawn) == [40, 50, 60]
    after = Rows(WIDE, [Row(tall, fill_row, (tall, drawn)) for tall in (40, 70, 60)])
    after.png()
    assert list(drawn)[3:] == [70], "the last row is lower down than before, but looks the same there"
    assert opened(after.png()).size == (WIDE, after.tall) == (WIDE, 40 + 70 + 60 + 4 * GAP)


def test_a_row_is_not_drawn_again_because_the_one_above_it_looks_different() -> None:
    drawn = EqualList()
    for word in ("one", "two"):
        upper = Row(90, lambda image, y, word, noted: fill_row(image, y, 90, noted), (word, drawn))
        Rows(WIDE, [upper, Row(35, fill_row, (35, drawn))]).png()
    assert list(drawn) == [90, 35, 90]


def test_a_row_below_others_shows_their_shadow() -> None:
    """The shadow of a piece in one row falls on the row below."""
    plain, shaded = (
        Rows(WIDE, [Row(80, fill_row, (80, EqualList()), things), Row(30, fill_row, (30, EqualList()))]).image()
        for things in ((), ((GAP, WIDE - GAP),))
    )
    gap = (GAP + 20, GAP + 80, WIDE - GAP - 20, 2 * GAP + 80)
    assert sum(shaded.crop(gap).convert("L").tobytes()) < sum(plain.crop(gap).convert("L").tobytes())
    assert shaded.crop((0, 0, WIDE, GAP + 80)).tobytes() == plain.crop((0, 0, WIDE, GAP + 80)).tobytes()


@pytest.mark.parametrize("tall", [1, TABLE_STRIP_HEIGHT - GAP, TABLE_STRIP_HEIGHT, 9 * TABLE_STRIP_HEIGHT])
def test_pictures_of_any_height_are_whole(tall: int) -> None:
    rows = Rows(WIDE, [Row(tall, fill_row, (tall, EqualList()))])
    assert opened(rows.png()).convert("RGB").tobytes() == png_encoding.to_palette(rows.image()).convert("RGB").tobytes()
