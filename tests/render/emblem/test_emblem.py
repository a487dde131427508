"""City crests and vistas: all are distinct, and the same id always leads to the same picture."""

from PIL import ImageChops, ImageStat

from render.emblem.city_vistas import vista
from render.emblem.crests import coat_of_arms, crest
from render.pen import text_audit
from rules.edge_of_darkness.content.load import base


def differ(one, other):
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def test_emblems_are_the_same_for_ever():
    first = crest("the_forge", 80).tobytes(), vista("marie", 200, 60).tobytes()
    text_audit.forget()
    assert (crest("the_forge", 80).tobytes(), vista("marie", 200, 60).tobytes()) == first


def test_the_ten_places_of_each_setup_have_crests_of_their_own():
    content = base()
    for setup in content.setups.values():
        seen = {coat_of_arms(place)[:2] for place in setup.locations}
        assert len(seen) == 10, setup.id


def test_cards_have_pictures_of_their_own():
    pictures = {vista(starter, 120, 40).tobytes() for starter in base().starters}
    assert len(pictures) == len(base().starters)


def test_both_sides_of_a_card_differ():
    assert differ(vista("marie", 200, 60), vista("marie", 200, 60, blight=True)) > 10
    assert differ(crest("the_forge", 80), crest("the_forge", 80, blight=True)) > 10
