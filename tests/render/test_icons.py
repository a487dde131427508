"""Icons, crests and vistas: drawn, distinct, always the same."""

import itertools

import pytest
from PIL import Image, ImageChops, ImageStat

from render.emblem import crest, vista
from render.emblem.crest import arms
from render.icons import NAMES, icon
from render.pen import audit, theme
from rules.edge_of_darkness.content.load import base


def differ(one, other):
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


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
    drawn = {}
    for name in NAMES:
        ground = theme.PANEL
        tile = Image.new("RGB", (48, 48), ground)
        tile.paste(icon(name, 48), (0, 0), icon(name, 48))
        drawn[name] = tile
    for one, other in itertools.combinations(NAMES, 2):
        assert differ(drawn[one], drawn[other]) > 4, (one, other)


def test_seats_differ_by_shape_and_not_by_colour_alone():
    shapes = [icon(f"seat{seat}", 64).getchannel("A") for seat in range(len(theme.SEATS))]
    for one, other in itertools.combinations(shapes, 2):
        assert differ(one, other) > 10


def test_emblems_are_the_same_for_ever():
    first = crest("the_forge", 80).tobytes(), vista("marie", 200, 60).tobytes()
    audit.forget()
    assert (crest("the_forge", 80).tobytes(), vista("marie", 200, 60).tobytes()) == first


def test_the_ten_places_of_each_setup_have_crests_of_their_own():
    content = base()
    for setup in content.setups.values():
        seen = {arms(place)[:2] for place in setup.locations}
        assert len(seen) == 10, setup.id


def test_cards_have_pictures_of_their_own():
    pictures = {vista(starter, 120, 40).tobytes() for starter in base().starters}
    assert len(pictures) == len(base().starters)


def test_both_sides_of_a_card_differ():
    assert differ(vista("marie", 200, 60), vista("marie", 200, 60, blight=True)) > 10
    assert differ(crest("the_forge", 80), crest("the_forge", 80, blight=True)) > 10
