"""Icons: all are drawn, all are distinct, and no two differ only in colour."""

import itertools
import re

import pytest
from PIL import Image, ImageChops

from render.icons import NAMES, icon
from render.pen import theme

#: Regular expressions for the names of icons that identify a seat or a Guild.
OF_MARKS = {"seat": r"(seat|cube|agent)\d", "guild": r"guild.*\d"}


def differ(one, other):
    """Return the mean difference per pixel between two pictures, added up over the colour bands."""
    return sum(ImageChops.difference(one, other).tobytes()) / (one.width * one.height)


@pytest.mark.parametrize("size", [22, 64])
@pytest.mark.parametrize("ink", [theme.PALE, theme.INK])
def test_every_icon_is_drawn_inside_its_square(size, ink):
    for name in NAMES:
        image = icon(name, size, ink)
        assert image.size == (size, size)
        box = image.getchannel("A").getbbox()
        assert box is not None, name
        assert (box[2] - box[0]) * (box[3] - box[1]) > size * size * 0.25, name


def test_no_two_icons_look_alike():
    """All icons are distinct, but seat icons may resemble Guild icons: no game identifies players with both."""
    drawn = {}
    for name in NAMES:
        tile = Image.new("RGB", (48, 48), theme.PANEL)
        tile.paste(icon(name, 48), (0, 0), icon(name, 48))
        drawn[name] = tile
    seats, guilds = ({name for name in NAMES if re.fullmatch(marks, name)} for marks in OF_MARKS.values())
    assert seats
    assert guilds
    for one, other in itertools.combinations(NAMES, 2):
        if not ({one, other} & seats and {one, other} & guilds):
            assert differ(drawn[one], drawn[other]) > 4, (one, other)


@pytest.mark.parametrize(("kind", "marks"), [("seat", theme.SEATS), ("guild", theme.GUILDS)])
def test_seats_and_guilds_differ_by_shape_and_not_by_colour_alone(kind, marks):
    shapes = [icon(f"{kind}{number}", 64).getchannel("A").convert("RGB") for number in range(len(marks))]
    for one, other in itertools.combinations(shapes, 2):
        assert differ(one, other) > 10
