"""Bytes: real PNG, one palette, small, always the same."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render import png, theme

MEGABYTE = 1_000_000


def opened(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return Image.open(BytesIO(data))


def test_the_palette_holds_the_theme():
    colours = png.colours()
    assert len(colours) <= png.COLOURS
    tokens = [theme.TABLE, theme.PARCHMENT, theme.INK, theme.BLIGHT, theme.GOLD, theme.MUTED]
    tokens += [*theme.ACCENTS.values()] + [seat.colour for seat in theme.SEATS]
    for token in tokens:
        nearest = min(max(abs(a - b) for a, b in zip(token, colour, strict=True)) for colour in colours)
        assert nearest <= 4, token


@pytest.mark.parametrize("colour", [*theme.ACCENTS.values(), *(seat.colour for seat in theme.SEATS)])
def test_accents_and_seats_survive_on_the_table_and_in_the_light(colour):
    """A fill, a soft edge on the table and a tint towards the light are still that colour after mapping."""
    wanted = [colour, *(theme.mix(theme.TABLE, colour, share) for share in (0.4, 0.7)),
              *(theme.mix(colour, theme.WHITE, share) for share in (0.3, 0.6))]  # fmt: skip
    image = Image.new("RGB", (len(wanted), 1))
    image.putdata(wanted)
    result = opened(render.encode(image)).convert("RGB")
    mapped = [result.getpixel((place, 0)) for place in range(len(wanted))]
    for before, after in zip(wanted, mapped, strict=True):
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) <= 24, (before, after)
    assert mapped[0] != mapped[1] != mapped[2]


def test_no_two_games_or_seats_share_a_colour_after_mapping():
    colours = [*theme.ACCENTS.values(), *(seat.colour for seat in theme.SEATS)]
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    assert len(set(png.to_palette(image).tobytes())) == len(colours)
    assert len({seat.shape for seat in theme.SEATS}) == len(theme.SEATS) == 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_is_small_and_keeps_its_size(played, seats):
    view, events = played(seats, 1, 120)
    image = render.board(view, events=events)
    data = render.encode(image)
    assert len(data) < MEGABYTE
    assert opened(data).size == image.size
    assert image.width == theme.WIDTH


def test_mapped_colours_stay_close(played):
    view, _ = played(3, 2, 100)
    image = render.board(view)
    mapped = opened(render.encode(image)).convert("RGB")
    before, after = image.resize((200, 200)), mapped.resize((200, 200))
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).mean) < 4
