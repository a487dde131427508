"""Encoded pictures are small, valid PNG files with a common palette. Equal pictures give equal files."""

from io import BytesIO
from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.edge_of_darkness import board, locations, player_strips, street, tower
from render.pen import canvas, png_encoding, text_audit, theme
from render.registry import GAMES

#: The distinct marks of seats and Guilds. Each mark is a colour and a shape.
MARKS = tuple(dict.fromkeys(theme.SEATS + theme.GUILDS))
MEGABYTE = 1_000_000


def opened(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return Image.open(BytesIO(data))


def test_the_palette_holds_the_theme():
    colours = png_encoding.colours()
    assert len(colours) <= png_encoding.COLOURS
    tokens = [theme.TABLE, theme.PARCHMENT, theme.PARCHMENT_LIT, theme.INK, theme.BLIGHT, theme.GOLD, theme.MUTED]
    tokens += [*theme.ACCENTS.values()] + [mark.colour for mark in theme.SEATS + theme.GUILDS]
    for token in tokens:
        nearest = min(max(abs(a - b) for a, b in zip(token, colour, strict=True)) for colour in colours)
        assert nearest <= 4, token


@pytest.mark.parametrize("colour", [*theme.ACCENTS.values(), *(mark.colour for mark in MARKS)])
def test_accents_and_seats_survive_on_the_table_and_in_the_light(colour):
    """Mapping to the palette keeps a colour recognisable: as a fill, mixed with the table's colour, and lightened."""
    wanted = [colour, *(theme.mix(theme.TABLE, colour, share) for share in (0.4, 0.7)),
              *(theme.mix(colour, theme.WHITE, share) for share in (0.3, 0.6))]  # fmt: skip
    image = Image.new("RGB", (len(wanted), 1))
    image.putdata(wanted)
    result = opened(render.encode(image)).convert("RGB")
    mapped = [result.getpixel((place, 0)) for place in range(len(wanted))]
    for before, after in zip(wanted, mapped, strict=True):
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) <= 24, (before, after)
    assert mapped[0] != mapped[1] != mapped[2]


@pytest.mark.parametrize(("marks", "count"), [(theme.SEATS, 5), (theme.GUILDS, 4)])
def test_no_two_games_seats_or_guilds_share_a_colour_after_mapping(marks, count):
    colours = [*theme.ACCENTS.values(), *(mark.colour for mark in marks)]
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    assert len(set(png_encoding.to_palette(image).tobytes())) == len(colours)
    assert len({mark.shape for mark in marks}) == len(marks) == count


#: For three kinds of colour blindness (no cones for long, middle or short waves) at full strength, the matrix that
#: simulates it in linear red, green and blue. From Machado, Oliveira and Fernandes 2009.
COLOUR_BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen_by(blindness, colour):
    light = [(part / 255) ** 2.2 for part in colour]
    parts = (sum(share * part for share, part in zip(row, light, strict=True)) for row in COLOUR_BLINDNESS[blindness])
    return [255 * min(1, max(0, part)) ** (1 / 2.2) for part in parts]


@pytest.mark.parametrize("size", [(1, 1), (3, 1), (1, 7), (33, 5)])
def test_every_mapped_pixel_is_in_the_file(size):
    image = Image.new("P", size)
    image.putpalette(png_encoding.palette().getpalette())
    image.putdata([number * 7 % png_encoding.COLOURS for number in range(size[0] * size[1])])
    data = png_encoding.encode(image)
    opened(data).verify()
    result = opened(data)
    assert (result.size, result.tobytes()) == (size, image.tobytes())
    assert result.getpalette() == png_encoding.palette().getpalette()


@pytest.mark.parametrize("blindness", COLOUR_BLINDNESS)
def test_colour_blind_readers_tell_the_guilds_apart(blindness):
    for one, other in combinations(theme.GUILDS, 2):
        assert dist(seen_by(blindness, one.colour), seen_by(blindness, other.colour)) > 40


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_is_small_and_keeps_its_size(played, seats):
    view, events = played(seats, 1, 120)
    image = render.board(view, events=events)
    data = render.encode(image)
    assert len(data) < MEGABYTE
    assert opened(data).size == image.size
    assert image.width == theme.BOARD


@pytest.fixture
def unmapped(monkeypatch):
    """Return a function that draws a board in full colour, without mapping its sections to the palette."""

    def draw(view, events=()):
        text_audit.forget()
        with monkeypatch.context() as patch:
            for module in (board, canvas, locations, street, player_strips, tower):
                patch.setattr(module, "to_palette", lambda image: image)
            image = GAMES[view.game].board(view, "en", None, events)
        text_audit.forget()
        return image

    return draw


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_putting_mapped_sections_together_is_mapping_the_whole(played, unmapped, seats):
    """A board is the same whether its sections or the whole board are mapped to the palette.

    Only the soft edges of outlines and labels may differ slightly, because they are drawn on pixels that are already
    mapped.
    """
    view, events = played(seats, 1, 120)
    full = unmapped(view, events)
    assert full.mode == "RGB"
    apart = ImageChops.difference(
        png_encoding.to_palette(full).convert("RGB"), render.board(view, events=events).convert("RGB")
    )
    differing = sum(count for count, colour in apart.getcolors(1 << 24) if any(colour))
    assert differing <= 60 * seats
    assert max(most for _, most in apart.getextrema()) <= 60


def test_mapped_colours_stay_close(played, unmapped):
    view, _ = played(3, 2, 100)
    image = unmapped(view)
    mapped = opened(render.encode(render.board(view))).convert("RGB")
    before, after = image.resize((200, 200)), mapped.resize((200, 200))
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).mean) < 4


def test_the_palette_is_complete_before_threads_share_it():
    png_encoding.palette.cache_clear()
    shared = png_encoding.palette()
    assert shared.palette is not None
    assert not shared.palette.dirty
    assert list(shared.palette.colors)[: len(png_encoding.colours())] == png_encoding.colours()
