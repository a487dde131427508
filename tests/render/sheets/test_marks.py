"""Outlines and labels that mark changed pieces on a board, and the text in the board's header."""

import pytest
from PIL import Image, ImageChops

from render.pen import theme
from render.pen.png_encoding import to_palette
from render.pen.text_audit import audit
from render.sheets.board_header import write_headline, write_news
from render.sheets.change_marks import LABEL_HEIGHT, lay_outline, lay_tag

EMBER = theme.ACCENTS["edge_of_darkness"]


def canvas(wide=400, tall=200):
    return Image.new("RGB", (wide, tall), theme.TABLE)


def touched(image):
    return ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, theme.TABLE)).getbbox()


def test_an_outline_lies_around_its_box():
    image = canvas()
    lay_outline(image, (50, 40, 250, 140), EMBER)
    assert touched(image) == (47, 37, 253, 143)
    assert image.getpixel((150, 90)) == theme.TABLE


def test_a_label_hangs_from_its_upper_right_corner():
    image = canvas()
    lay_tag(image, 300, 50, "acquired", 300, EMBER)
    left, top, right, bottom = touched(image)
    assert (top, right, bottom) == (50, 300, 50 + LABEL_HEIGHT)
    assert 150 < left < 250


@pytest.mark.parametrize(("right", "top"), [(20, -30), (300, 195)])
def test_a_label_is_kept_inside_the_picture(right, top):
    image = canvas()
    lay_tag(image, right, top, "acquired", 300, EMBER)
    box = touched(image)
    assert box[3] - box[1] == LABEL_HEIGHT
    assert box[0] >= 0


def test_a_label_keeps_to_its_room():
    image = canvas()
    with audit() as found:
        lay_tag(image, 300, 50, "a very long story of what happened here", 120, EMBER)
    box = touched(image)
    assert box[2] - box[0] <= 120
    assert found.cuts


def test_a_label_can_be_laid_on_a_mapped_picture():
    image = to_palette(canvas())
    lay_tag(image, 300, 50, "new", 300, EMBER)
    assert (image.mode, touched(image) is not None) == ("P", True)


def drawn(write, *args):
    image = canvas(900, 120)
    write(image, 10, 10, *args)
    return image.tobytes()


def test_news_is_told_in_as_many_lines_as_can_be_read():
    first, second = "Ana placed 2 influence in Arkham", "Bence travelled to Boston"
    assert drawn(write_news, (first, second), 880) == drawn(write_news, (f"{first} · {second}",), 880)
    assert drawn(write_news, (first, second), 400) == drawn(write_news, (first,), 400)
    assert drawn(write_news, (), 400) == canvas(900, 120).tobytes()


def test_a_name_that_the_title_letters_lack_is_written_in_others():
    with audit() as found:
        write_headline(canvas(900, 120), 10, 10, "Жанна's turn", 880)
    assert list(found.sizes) == [theme.HEADLINE]
    assert drawn(write_headline, "Жанна's turn", 880) != drawn(write_headline, "'s turn", 880)
