"""Lists of cards in words: legible on a phone, complete, and with the subject of a question."""

from dataclasses import replace

import pytest

from render.aevum_haeresis.card_list import TALLEST, TEXT, entries, facts_of, list_rows, text_of, without_text
from render.aevum_haeresis.card_wording import face
from render.aevum_haeresis.draft_picture import TALLEST_POOL
from render.aevum_haeresis.pictures import PICTURES
from render.pen import text_audit
from render.sheets.choice_tiles import WIDTH
from render.sheets.row_stack import Rows
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.words.names import kind_of
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.aevum_haeresis.tables import NAMES, cards_with_long_names, played
from tests.render.matches_to_draw import play_random_moves, random_moves

#: The width of a picture in an answer on a phone, and the smallest legible text size, both in points.
PHONE, LETTERS = 255, 11


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
                assert image.height <= TALLEST_POOL * image.width
                assert all(tells(found, card, locale) for card in view.limited.packet)


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
