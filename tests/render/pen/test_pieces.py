"""The pieces in a picture stay with it, and have the right places in the picture on which it is pasted."""

import pytest
from PIL import Image

import render
from render.pen import pieces
from render.pen.canvas import lay_card, stacked
from render.pen.picture_cache import Cache
from render.pen.pieces import Piece, carry_turned, lay_part, mark, pieces_of
from render.pen.pixel_compression import compress, decompress
from render.pen.png_encoding import to_palette
from render.sheets.row_stack import GAP, Row, Rows


def picture(size: tuple[int, int] = (100, 80)) -> Image.Image:
    """Return a picture with one piece."""
    image = Image.new("RGB", size)
    mark(image, (10, 20, 40, 60), "card:watch", "The {guild0} Watch {cube}")
    return image


def test_a_piece_has_its_rectangle_its_key_and_its_name_without_icons():
    assert pieces_of(picture()) == [Piece(10, 20, 30, 40, "card:watch", "The Watch")]


def test_a_picture_without_pieces_has_none():
    assert pieces_of(Image.new("RGB", (5, 5))) == []


def test_a_pasted_part_brings_its_pieces_at_any_depth():
    inner, outer = Image.new("RGB", (200, 200)), Image.new("RGB", (300, 300))
    mark(outer, (0, 0, 300, 300), "tower", "Tower")
    lay_part(inner, picture(), (5, 7))
    lay_part(outer, inner, (50, 60))
    assert pieces_of(outer)[1] == Piece(65, 87, 30, 40, "card:watch", "The Watch")
    assert pieces_of(inner) == [Piece(15, 27, 30, 40, "card:watch", "The Watch")]


def test_sections_and_cards_bring_their_pieces():
    image = stacked([picture(), picture()])
    assert [(piece.x, piece.y) for piece in pieces_of(image)] == [(10, 20), (10, 100)]
    image = Image.new("RGB", (300, 300))
    lay_card(image, picture().convert("RGBA"), 100, 100)
    assert [(piece.x, piece.y) for piece in pieces_of(image)] == [(110, 120)]


def test_a_copy_has_pieces_of_its_own():
    image = picture()
    copy = image.copy()
    mark(copy, (0, 0, 5, 5), "bag", "Bag")
    assert len(pieces_of(copy)) == 2
    assert len(pieces_of(image)) == 1


def test_pieces_stay_in_the_palette_and_in_compressed_parts():
    image = to_palette(picture())
    again = decompress(compress((image, "note")))[0]
    assert again.tobytes() == image.tobytes()
    assert pieces_of(again) == pieces_of(image) == pieces_of(picture())


def test_the_cache_keeps_pieces_of_a_part_that_it_compresses():
    cache = Cache(100_000)
    for number in range(12):
        cache.put(number, (picture((100, 80)), ""), 1.0)
    assert all(pieces_of(found[0]) == pieces_of(picture()) for number in range(12) if (found := cache.get(number)))


def test_a_section_cut_from_a_picture_has_none_of_its_pieces():
    assert pieces_of(picture().crop((0, 0, 50, 50))) == []
    assert pieces_of(picture().resize((50, 40))) == []


@pytest.mark.parametrize(("size", "first"), [(50, (5, 10, 15, 20)), ((100, 200), (10, 80, 30, 40))])
def test_a_resized_picture_has_scaled_pieces(size, first):
    piece = pieces_of(render._resized(picture(), size))[0]  # pyright: ignore[reportPrivateUsage]
    assert (piece.x, piece.y, piece.width, piece.height) == first


def test_a_turned_picture_has_turned_pieces():
    image = Image.new("RGB", (100, 80))
    carry_turned(image, picture(), 90, 1)
    # The middle of the piece is 25 pixels left of the middle of the picture, and afterwards 25 pixels above it.
    assert [(piece.x + piece.width / 2, piece.y + piece.height / 2) for piece in pieces_of(image)] == [(50, 15)]


def _lay(image: Image.Image, y: int, key: str) -> None:
    mark(image, (3, y, 13, y + 20), key, key)


def test_rows_have_their_pieces():
    image = Rows(60, [Row(20, _lay, ("one",)), Row(30, _lay, ("two",))]).image()
    assert pieces_of(image) == [Piece(3, GAP, 10, 20, "one", "one"), Piece(3, 2 * GAP + 20, 10, 20, "two", "two")]


def test_pieces_are_no_part_of_a_png():
    bare = Image.new("RGB", (100, 80))
    assert render.encode(picture()) == render.encode(bare)
    assert pieces.INFO_KEY not in bare.info
