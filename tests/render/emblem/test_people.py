"""Emblems of people, things and Great Old Ones: no two look alike, even if they are only 60 pixels high."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

import rules.aevum_haeresis.content.load as haeresis
import rules.dark_providence.content.load as providence
import rules.edge_of_darkness.content.load as edge
from render.emblem import aevum_haeresis, dark_providence, edge_of_darkness, heretic_looks
from render.emblem.backdrops import BACKDROPS
from render.emblem.emblem_person import EXTINCT, MODERN, Look, draw_figure, draw_stage, random_look
from render.emblem.headgear import HATS, TALL_HATS
from render.emblem.held_things import FRAMES, THINGS
from render.emblem.old_ones import OLD_ONES
from render.emblem.postures import POSTURES
from render.icons.bold_silhouettes import FIGURES
from render.pen import text_audit
from render.pen.png_encoding import to_palette

#: The minimum mean difference between two emblems, from 0 to 255, for square emblems and for strips. Two emblems that
#: differ only in the hat or in the object in the hand usually have a difference below 20, and emblems that differ in
#: posture or sky have about 30. When each faction had only one bust and one sky, the most similar emblems differed by
#: 2. Strips differ less because they consist mostly of sky.
SQUARE, STRIP = 20, 8
CHARACTERS = ("damned", "heretic", "hunter")


def characters():
    return {card.id: card for card in haeresis.base().cards.values() if card.type in CHARACTERS}


def drawn_for_providence():
    content = providence.base()
    agents = [card for card, record in content.assets.items() if record.agent]
    return {
        **dict.fromkeys(content.starting, dark_providence.thing),
        **dict.fromkeys([*agents, *content.leads, *content.cultists], dark_providence.portrait),
        **dict.fromkeys(content.old_ones, dark_providence.horror),
    }


def emblems(game, wide, tall):
    """Return all emblems of the game, by id."""
    if game == "edge_of_darkness":
        return {seed: edge_of_darkness.face(seed, wide, tall) for seed in edge.base().starters}
    if game == "dark_providence":
        return {seed: paint(seed, wide, tall) for seed, paint in drawn_for_providence().items()}
    return {
        seed: aevum_haeresis.emblem(seed, card.type, card.faction, wide, tall) for seed, card in characters().items()
    }


GAMES = ("edge_of_darkness", "dark_providence", "aevum_haeresis")
PEOPLE = {
    "edge_of_darkness": edge_of_darkness.PEOPLE,
    "dark_providence": dark_providence.PEOPLE,
    "aevum_haeresis": heretic_looks.PEOPLE,
}


def as_on_phone(image, wide, tall):
    """Return a picture as a phone shows it: small, and in the palette's colours."""
    return to_palette(image).convert("RGB").resize((wide, tall), Image.Resampling.LANCZOS)


def differ(one, other):
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "small", "least"), [((120, 120), (60, 60), SQUARE), ((516, 118), (60, 14), STRIP)])
def test_any_two_emblems_of_a_game_are_told_apart_at_60_pixels(game, size, small, least):
    seen = {seed: as_on_phone(image, *small) for seed, image in emblems(game, *size).items()}
    close = [(one, other) for one, other in combinations(seen, 2) if differ(seen[one], seen[other]) < least]
    assert close == []


@pytest.mark.parametrize("game", GAMES)
def test_no_two_of_a_game_share_posture_head_and_what_they_hold(game):
    seen = [(look.posture, look.hat, look.thing) for look in PEOPLE[game].values()]
    assert len(set(seen)) == len(seen)


def test_everyone_of_the_content_is_in_the_tables_and_no_one_else():
    assert set(edge_of_darkness.PEOPLE) == set(edge_of_darkness.SKIES) == set(edge.base().starters)
    assert set(heretic_looks.PEOPLE) == set(characters())
    providence_all = set(dark_providence.PEOPLE) | set(dark_providence.RELICS) | set(OLD_ONES)
    assert providence_all == set(drawn_for_providence())
    assert set(dark_providence.SKIES) == providence_all - set(OLD_ONES)


def test_the_tables_use_words_that_are_known():
    for table in (*PEOPLE.values(), heretic_looks.CROWD):
        for seed, look in table.items():
            known = look.posture in POSTURES and look.hat in HATS and look.thing in THINGS and look.behind in BACKDROPS
            assert known, seed
    for seed, (figure, frame, behind) in dark_providence.RELICS.items():
        known = (figure in THINGS or figure in FIGURES) and frame in FRAMES and behind in BACKDROPS
        assert known, seed
    assert set(TALL_HATS) <= set(HATS)


@pytest.mark.parametrize("game", GAMES)
def test_emblems_are_the_same_for_ever(game):
    first = {seed: image.tobytes() for seed, image in emblems(game, 60, 60).items()}
    text_audit.forget()
    assert {seed: image.tobytes() for seed, image in emblems(game, 60, 60).items()} == first


def test_people_of_other_packs_have_looks_by_their_ids():
    looks = [random_look(f"card_{number}", MODERN) for number in range(100)]
    assert looks == [random_look(f"card_{number}", MODERN) for number in range(100)]
    assert len({(look.posture, look.hat, look.thing) for look in looks}) == 100
    small = [as_on_phone(edge_of_darkness.face(f"card_{number}", 120, 120), 60, 60) for number in range(30)]
    assert all(differ(one, other) >= SQUARE for one, other in combinations(small, 2))


def words_of(look):
    return {look.posture, look.hat, look.thing, look.behind}


def test_no_one_is_out_of_their_time():
    """No emblem, whether defined in a table or random, mixes eras, such as a halberd beside a motor car."""
    known = {*POSTURES, *HATS, *THINGS, *BACKDROPS}
    assert known >= MODERN | EXTINCT
    assert not MODERN & EXTINCT
    for game, table in PEOPLE.items():
        if game != "dark_providence":
            assert not MODERN & set().union(*map(words_of, table.values())), game
    for number in range(200):
        for without in (MODERN, EXTINCT):
            assert not without & words_of(random_look(f"card_{number}", without))


@pytest.mark.parametrize(("posture", "hat"), [(posture, hat) for posture in ("bust", "raised") for hat in HATS])
def test_no_hat_is_cut_off_above(posture, hat):
    """There is room above every hat: drawing the person leaves the first row of pixels unchanged."""
    sky = (0, 0, 0), (0, 0, 0), (255, 255, 255)
    image, stage = draw_stage("nobody", "none", sky, 96, 96)
    above = image.crop((0, 0, image.width, 1)).tobytes()
    draw_figure(stage.pen, Look(posture, hat, "none", "none"), sky)
    assert image.crop((0, 0, image.width, 1)).tobytes() == above
