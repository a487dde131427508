"""Pictures of every kind of card, look-up pages, card backs and the legend."""

import pytest

import render
from render.dark_providence import card_face_reader, cards
from render.dark_providence.card_face_reader import allegiance_face, asset_face, mythos_face
from render.dark_providence.cards import LARGE, card_back
from render.dark_providence.hand_cards import MIN_TEXT, HandCard, card_height, hand_card
from render.dark_providence.legend import MEANINGS
from render.dark_providence.lookup import faces_of
from render.dark_providence.pictures import PICTURES
from render.dark_providence.piece_reader import read_pieces
from render.dark_providence.player_board import BACK_SIZE
from render.emblem import dark_providence as emblem
from render.pen import text_audit, theme
from rules.dark_providence.content.component_counts import SIDES
from rules.dark_providence.content.load import base
from rules.dark_providence.game import GAME
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.matches_to_draw import play_random_moves


def everything():
    """Return the ids, without a prefix for the kind, of all cards that have a picture."""
    content = base()
    kinds = (
        content.assets, content.city_cards, content.starting, content.mythos, content.old_ones, content.leads,
        content.cultists, content.controls, SIDES,
    )  # fmt: skip
    return list(dict.fromkeys(card for kind in kinds for card in kind))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_on_everything_in_the_content_fit_and_its_signs_are_in_the_legend(unpainted, locale):
    with text_audit.audit() as found:
        for entry in everything():
            assert PICTURES.card(entry, Translator(locale)).width > 700, entry
    assert not found.overflows
    assert not found.cuts
    assert min(found.sizes) >= theme.TEXT_MIN
    assert found.icons <= set(MEANINGS)


def test_everything_in_the_content_has_a_picture():
    for entry in everything():
        for face in faces_of(entry, Translator("en")):
            assert len(set(cards.art(face, 90, 40).tobytes())) > 20, entry


def test_everything_that_can_be_looked_up_has_a_picture_of_one_card():
    entries = GAME.look_up(Translator("en"))
    assert len(entries) > 120
    for entry in entries:
        (face,) = faces_of(entry.id, Translator("en")) if "_" in entry.id else faces_of(entry.id, Translator("en"))[:1]
        assert face.name == entry.name, entry.id


def test_a_name_that_two_kinds_share_shows_both_cards():
    kinds = [face.kind for face in faces_of("cthulhu", Translator("en"))]
    assert kinds == ["Mythos card", "Great Old One"]
    assert [face.kind for face in faces_of("old_one_cthulhu", Translator("en"))] == kinds[1:]
    assert [face.kind for face in faces_of("mythos_cthulhu", Translator("en"))] == kinds[:1]


@pytest.mark.parametrize("entry", ["no such card", "", "old_one_", "mythos_boston", "allegiance_traitor"])
def test_an_unknown_card_is_a_key_error(entry):
    with pytest.raises(KeyError):
        PICTURES.card(entry, Translator("en"))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_fits_as_it_is_held(unpainted, locale):
    content = base()
    with text_audit.audit() as found:
        for card in [*content.assets, *content.city_cards, *content.starting]:
            held(HandCard(asset_face(card, locale, usable="action"), 2))
        for card in content.mythos:
            held(HandCard(mythos_face(card, locale)))
        for side in SIDES:
            held(HandCard(allegiance_face(side, locale)))
    assert not found.overflows
    assert not found.cuts
    assert min(found.sizes) >= MIN_TEXT


def held(card):
    return hand_card(card, card_height(card, 96), 96)


def test_what_can_be_done_now_is_told_apart_from_what_can_not():
    plain, now, idle = (
        held(HandCard(asset_face("skeleton_key", "en", usable=usable))).tobytes()
        for usable in (None, "recover,action", "")
    )
    assert len({plain, now, idle}) == 3


@pytest.mark.parametrize("size", [LARGE.size, BACK_SIZE])
def test_two_card_backs_never_differ_by_a_pixel(size):
    first = card_back(size).tobytes()
    text_audit.forget()
    assert card_back(size).tobytes() == first


def test_points_and_signs_are_those_of_the_record():
    content = base()
    assert card_face_reader.worth(content.assets["wyatt_earp"]) == (("vp_pink", content.assets["wyatt_earp"].pink),)
    assert card_face_reader.worth(content.assets["keziah_mason"]) == (("sanity", 0),)
    assert card_face_reader.worth(content.mythos["cthulhu"]) == (
        ("vp_green", content.mythos["cthulhu"].green),
        ("sanity", 0),
    )
    assert card_face_reader.worth(content.city_cards["rlyeh"]) == (("sanity", 0),)


def test_a_marker_shows_force_and_arcane_of_both_sides():
    agent = base().assets["joseph_curwen"].agent
    assert agent is not None
    marker = card_face_reader.marker(agent)
    assert marker is not None
    assert marker.original == (agent.original.force, agent.original.arcane)
    assert marker.returned == (agent.returned.force, agent.returned.arcane)


def test_a_starting_card_looks_the_same_in_every_deck():
    assert (
        asset_face("monday_contacts_1", "hu") == asset_face("tuesday_contacts_2", "hu") == asset_face("contacts", "hu")
    )


def test_cards_have_pictures_of_their_own():
    content = base()
    people = {emblem.portrait(card, 120, 60).tobytes() for card in [*content.leads, *content.cultists]}
    assert len(people) == len(content.leads) + len(content.cultists)
    things = [card for card, record in content.assets.items() if record.agent is None]
    assert len({emblem.thing(card, 120, 60).tobytes() for card in things}) > len(things) * 0.9
    assert len({emblem.skyline(city, 120, 60).tobytes() for city in content.cities}) == len(content.cities)
    assert len({emblem.horror(card, 120, 60).tobytes() for card in content.mythos}) == len(content.mythos)


def test_pictures_are_the_same_for_ever():
    def drawn():
        return (
            emblem.portrait("monday", 200, 90).tobytes(), emblem.thing("dynamite", 200, 90).tobytes(),
            emblem.skyline("boston", 200, 90).tobytes(), emblem.horror("hastur", 200, 90).tobytes(),
            emblem.seal("cultist", 200, 90).tobytes(),
        )  # fmt: skip

    first = drawn()
    text_audit.forget()
    assert drawn() == first


@pytest.mark.parametrize("locale", LOCALES)
def test_the_legend_fits(locale):
    with text_audit.audit() as found:
        image = PICTURES.legend(Translator(locale))
    assert not found.overflows
    assert not found.cuts
    assert len(render.encode(image)) < 1_000_000


def test_a_look_up_picture_has_its_cards_and_signs_as_pieces():
    kinds = set()
    for entry in everything():
        image = PICTURES.card(entry, Translator("hu"))
        found = render.pieces(image)
        faces = faces_of(entry, Translator("hu"))
        shown = [piece for piece in found if not piece.key.startswith("sign:")]
        assert [piece.name for piece in shown] == [face.name for face in faces]
        assert len({piece.key for piece in shown}) == len(shown)
        kinds |= {piece.key.partition(":")[0] for piece in shown}
        signs = [piece.key.removeprefix("sign:") for piece in found[len(shown) :]]
        assert set(signs) <= set(MEANINGS)
        assert signs or len(faces) > 1
        assert all(piece.x >= 0 and piece.x + piece.width <= image.width for piece in found)
        assert all(piece.y + piece.height <= image.height for piece in found)
    assert kinds == {"card", "old_one", "lead", "cultist", "control_card", "allegiance"}


def test_no_sign_of_a_card_is_explained_with_the_meaning_that_it_has_elsewhere():
    for entry, sign in (("old_one_hastur", "end"), ("cultist_1", "city")):
        assert f"sign:{sign}" not in {piece.key for piece in render.pieces(PICTURES.card(entry, Translator("en")))}
    assert "sign:end" in {piece.key for piece in render.pieces(PICTURES.card("impostor", Translator("en")))}


def test_the_legend_explains_the_special_markers_of_cities():
    view = play_random_moves("dark_providence", 2, "cards", 1, 30)[0].view(None)
    update = {"cthulhu": True, "martial_law": True, "whateleys": 2}
    assert {icon for icon, _ in read_pieces(view.cities[0].model_copy(update=update))} <= set(MEANINGS)
    assert "first" in MEANINGS
