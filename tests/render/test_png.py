"""Bytes: real PNG, one palette, small, fast, always the same."""

from io import BytesIO
from time import thread_time

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
    tokens += [*theme.ACCENTS.values()][:1] + [seat.colour for seat in theme.SEATS]
    for token in tokens:
        nearest = min(max(abs(a - b) for a, b in zip(token, colour, strict=True)) for colour in colours)
        assert nearest <= 4, token


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


def test_composing_and_encoding_a_warm_board_costs_at_most_twice_the_bare_encoding(played):
    view, events = played(3, 1, 120)
    mapped = png.to_palette(render.board(view, events=events))

    def fastest(work):
        times = []
        for _ in range(9):
            start = thread_time()
            work()
            times.append(thread_time() - start)
        return min(times)

    bare = fastest(lambda: mapped.save(BytesIO(), "PNG", compress_level=png.LEVEL))
    whole = fastest(lambda: render.encode(render.board(view, events=events)))
    assert whole < 2.5 * bare  # measured 1.7; the slack is for a busy machine
