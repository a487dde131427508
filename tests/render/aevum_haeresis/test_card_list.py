"""Lists of cards in words: legible on a phone, complete, and with the subject of a question."""

from dataclasses import replace

import pytest

from render.aevum_haeresis.card_list import TALLEST, TEXT, WIDE, entries, facts_of, list_rows, text_of, without_text
from render.aevum_haeresis.card_wording import face
from render.aevum_haeresis.pictures import PICTURES
from render.aevum_haeresis.title_lists import title_columns, title_rows
from render.pen import text_audit
from render.pen.pieces import pieces_of
from render.sheets.choice_tiles import WIDTH
from render.sheets.hand_parts import Pile
from render.sheets.row_stack import Rows
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.aevum_haeresis.tables import NAMES, cards_with_long_names, played
from tests.render.matches_to_draw import play_random_moves, random_moves

#: The width of a picture in an answer on a phone, the width of one without a panel around it, and the smallest legible
#: text size, all in points.
PHONE, WHOLE_PHONE, LETTERS = 255, 340, 11


def faces(locale="en", **more):
    say = Translator(locale)
    return [face(say, base(), card, **more) for card in base().cards.values()]


def tells(found, card, locale="en"):
    """Return whether every word of a card's text was drawn, with or without the names of its abilities."""
    drawn = {word for text in found.texts for word in text.split()}
    record = base().cards[kind_of(card)]
    texts = (text_of(face(Translator(locale), base(), record, heads=heads)) for heads in (True, False))
    return any(set(text.split()) <= drawn for text in texts)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_fits_and_is_whole(unpainted, locale):
    for heads in (True, False):
        shown = entries(faces(locale, copies=4, use="idle", now="Now: it fits this window.", heads=heads))
        for dense in (False, True):
            with text_audit.audit() as found:
                Rows(WIDTH, list_rows(shown, WIDTH, dense)).image()
            assert (found.cuts, found.overflows) == ([], [])
            assert min(found.sizes) * PHONE >= LETTERS * WIDTH
            assert {face.cost for face in faces(locale) if face.cost} <= found.texts


def test_cards_with_the_same_text_have_it_once():
    shown = faces()
    found = entries(shown)
    assert sum(len(entry.faces) for entry in found) == len(shown)
    texts = [(entry.faces[0].type, entry.text) for entry in found if entry.text]
    assert len(set(texts)) == len(texts) < sum(bool(text_of(one)) for one in shown)
    assert not without_text(found[0]).text


def test_numbers_are_told_for_every_type():
    told = {one.type: facts_of(one) for one in faces()}
    assert "{health}" in told["heretic"]
    assert "{dawn}" in told["location"]
    assert told["hunter"] == "{hunter}"


def test_what_can_be_used_now_is_told_apart_from_what_can_not():
    one = faces()[0]
    drawn = {
        Rows(WIDTH, list_rows(entries([replace(one, use=use)]), WIDTH, True)).image().tobytes()
        for use in ("", "now", "idle")
    }
    assert len(drawn) == 3
    copies = Rows(WIDTH, list_rows(entries([replace(one, copies=2)]), WIDTH, True)).image().tobytes()
    assert copies not in drawn


@pytest.mark.parametrize("locale", LOCALES)
def test_an_opening_hand_says_what_each_card_does(unpainted, locale):
    for seed in range(1, 5):
        for match, _ in random_moves("aevum_haeresis", 2, "hand", seed, 3):
            for seat, decision in match.decisions().items():
                if decision.prompt.key not in ("active", "mulligan"):
                    continue
                view = match.view(seat)
                for rows in (PICTURES.choice(view, decision, locale, NAMES), PICTURES.hand(view, locale, NAMES, seat)):
                    with text_audit.audit() as found:
                        image = rows.image()
                    assert image.height <= TALLEST * image.width
                    assert min(found.sizes) * PHONE >= LETTERS * image.width
                    assert all(tells(found, card, locale) for card in view.players[seat].hand)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_packet_says_what_each_card_does(unpainted, locale):
    for seed in range(1, 5):
        match, _ = play_random_moves("aevum_haeresis", 2, "packet", seed, 0, (("format", "draft"),))
        for seat, decision in match.decisions().items():
            view = match.view(seat)
            for rows in (PICTURES.choice(view, decision, locale, NAMES), PICTURES.hand(view, locale, NAMES, seat)):
                with text_audit.audit() as found:
                    image = rows.image()
                assert (found.cuts, found.overflows) == ([], [])
                assert min(found.sizes) * PHONE >= LETTERS * image.width
                assert image.height <= 3 * image.width
                assert all(tells(found, card, locale) for card in view.limited.packet)


def test_each_card_of_a_packet_is_a_piece():
    match, _ = play_random_moves("aevum_haeresis", 2, "packet", 1, 0, (("format", "draft"),))
    for seat, decision in match.decisions().items():
        view = match.view(seat)
        for rows in (PICTURES.choice(view, decision, "en", NAMES), PICTURES.hand(view, "en", NAMES, seat)):
            keys = {piece.key for piece in pieces_of(rows.image())}
            assert keys == {f"card:{card}" for card in view.limited.packet}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_pool_is_legible_in_two_columns(unpainted, locale):
    view = sealed_pool()
    with text_audit.audit() as found:
        image = PICTURES.hand(view, locale, NAMES, view.viewer).image()
    assert (found.cuts, found.overflows) == ([], [])
    assert min(found.sizes) * WHOLE_PHONE >= LETTERS * image.width
    assert image.height <= 3 * image.width


@pytest.mark.parametrize("locale", LOCALES)
def test_a_deck_is_legible_in_a_panel(unpainted, locale):
    match, _ = play_random_moves("aevum_haeresis", 2, "packet", 1, 0, (("format", "sealed"),))
    seat, decision = next(iter(match.decisions().items()))
    with text_audit.audit() as found:
        image = PICTURES.choice(match.view(seat), decision, locale, NAMES).image()
    assert (found.cuts, found.overflows) == ([], [])
    assert min(found.sizes) * PHONE >= LETTERS * image.width


def test_each_title_of_a_pool_is_a_piece():
    view = sealed_pool()
    shown = {piece.key for piece in pieces_of(PICTURES.hand(view, "hu", NAMES, view.viewer).image())}
    assert shown == {f"card:{card}" for card in (*view.limited.drafted, *view.limited.deck)}


def sealed_pool():
    """Return the view of a player who builds a deck from boosters."""
    match, _ = play_random_moves("aevum_haeresis", 2, "packet", 1, 0, (("format", "sealed"),))
    return match.view(min(match.decisions()))


def test_a_title_that_is_too_long_for_its_column_goes_on_below():
    name = "3 × A title that is far too long for half of a picture"
    pile = Pile("event", "Events", (f"{name}\t2{{gold}}", "Bribe\t1{gold}"), keys=("card:long", "card:bribe"))
    first, second = pieces_of(Rows(WIDE, title_columns([pile])).image())
    assert (first.name, second.name) == (name, "Bribe")
    assert first.height > second.height
    assert first.y + first.height == second.y


def test_a_list_with_one_title_has_its_cost_at_the_right_edge():
    pile = Pile("story", "Stories", ("Palimpsest\t1{gold}",), keys=("card:palimpsest",))
    (one,) = pieces_of(Rows(WIDTH, title_rows([pile], WIDTH)).image())
    assert one.width > WIDTH // 2


def test_an_answer_window_shows_the_cards_it_is_about_and_the_own_gold(unpainted):
    seen = 0
    for match, _ in random_moves("aevum_haeresis", 2, "window", 3, 400):
        for seat, decision in match.decisions().items():
            view = match.view(seat)
            about = [card for player in view.players for card in player.open]
            if decision.prompt.key != "window" or not about:
                continue
            with text_audit.audit() as found:
                PICTURES.choice(view, decision, "en", NAMES).image()
            assert any(f"{view.players[seat].gold}{{gold}}" in text for text in found.texts)
            assert all(tells(found, card) for card in about)
            seen += 1
    assert seen > 10


def test_the_longest_hand_is_dense(unpainted):
    view = played(1, 40)[0].view(0)
    cards = [f"{card.id}.0.0" for card in cards_with_long_names("es", "heretic", "story", "event", "hunter")][:14]
    full = view.players[0].model_copy(update={"hand": cards, "hand_count": 14})
    tall = PICTURES.hand(view.model_copy(update={"players": [full, view.players[1]]}), "es", NAMES, 0).image().height
    assert tall < 4 * WIDTH
    assert TEXT * PHONE >= LETTERS * WIDTH
