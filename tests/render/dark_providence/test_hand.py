"""Pictures of player boards: a hand of any size fits, and another seat's board reveals nothing."""

import random

import pytest

import render
from render.dark_providence.hand_cards import MIN_TEXT
from render.dark_providence.pictures import PICTURES, read_player_board
from render.dark_providence.player_board import MAX_TALL, grouped
from render.pen import text_audit
from render.sheets.game_pictures_base import say_for
from rules.dark_providence.content.load import base
from rules.dark_providence.game import GAME
from rules.kernel.words.translation import LOCALES
from tests.render.matches_to_draw import play_random_moves
from tests.render.text_only_pictures import text_only

NAMES = ("Anna", "Bartholomew the Long", "Csűrős Őrs", "Ñuño ¿Quién?", "W" * 32)


def played(seats, seed, moves):
    """Play a number of random moves. Return the match."""
    return play_random_moves("dark_providence", seats, "hand", seed, moves)[0]


def drawn(view, locale="en", seat=None):
    return PICTURES.hand(view, locale, NAMES, seat).image()


def fits(found):
    return not found.overflows and min(found.sizes) >= MIN_TEXT


@pytest.mark.parametrize(("locale", "seats"), [*((locale, 3) for locale in LOCALES), ("en", 1), ("es", 2), ("hu", 5)])
def test_hands_of_any_size_fit(locale, seats):
    views = [played(seats, seed, moves).view(0) for seed, moves in enumerate((0, 12, 60, 200, 500))]
    boards = [(view, locale, seat) for view in views for seat in (None, seats - 1)]
    with text_only(), text_audit.audit() as found:
        tall = [drawn(*board).height for board in boards]
    assert fits(found)
    assert max(tall) <= MAX_TALL
    assert len(render.encode(drawn(*boards[tall.index(max(tall))]))) < 1_000_000


def test_equal_cards_are_drawn_once_with_their_resources_in_words():
    view = played(3, 2, 60).view(0)
    hand = view.players[0].model_copy(update={"hand": ["monday_contacts_1", "monday_contacts_2", "wyatt_earp"]})
    board = read_player_board(view, hand, say())
    cards = grouped(board.hand, dict(board.resources))
    assert [(card.face.name, card.count) for card in cards] == [("Contacts", 2), ("Wyatt Earp", 1)]
    assert cards[0].resources == ("1{influence} Influence", "1{wealth} Wealth")


def test_the_fullest_player_board_fits(unpainted):
    content = base()
    longest = sorted(content.cards, key=lambda card: -len(content.cards[card].name.hu))
    view = played(5, 1, 40).view(4)
    player = view.players[4]
    crowd = player.model_copy(
        update={
            "hand": longest[:11], "hand_count": 11, "discard": longest[11:40], "discard_count": 29,
            "mythos": list(content.mythos), "crypt": longest[:22], "sane": 6, "madness": 12, "supply": 19, "vp": 103,
        }
    )  # fmt: skip
    for hand in (crowd, crowd.model_copy(update={"hand": None})):
        full = view.model_copy(update={"players": [*view.players[:4], hand]})
        with text_audit.audit() as found:
            drawn(full, "hu", 4)
        assert fits(found)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_another_seats_board_is_the_same_whatever_is_hidden(seats):
    match = played(seats, 3, 120)
    seen, shown = drawn(match.view(0), seat=1).tobytes(), match.view(0).players[1]
    assert shown.hand is None
    others = [GAME.worlds(match, 0, random.Random(n)) for n in range(4)]
    assert any(other.state.players[1].hand != match.state.players[1].hand for other in others)
    for other in others:
        assert drawn(other.view(0), seat=1).tobytes() == seen


def test_an_allegiance_is_a_back_until_it_may_be_seen():
    view = played(3, 2, 60).view(0)
    hidden, known = read_player_board(view, view.players[1], say()), read_player_board(view, view.players[0], say())
    assert hidden.allegiance is None
    assert known.allegiance is not None
    assert known.allegiance.seed == view.players[0].allegiance
    revealed = view.players[1].model_copy(update={"allegiance": "ex_cultist", "revealed": True})
    face = read_player_board(view, revealed, say()).allegiance
    assert face is not None
    assert face.seed == "ex_cultist"


def say():
    return say_for("en", NAMES, 3)


def test_what_a_card_can_do_now_is_for_its_owner_only():
    match = next(match for seed in range(30) if any(lines(match := played(3, seed, 40), 0)))
    assert {use for use in lines(match, 0) if use} <= {"now", "idle"}
    over = match.view(1)
    hand = over.players[0].model_copy(update={"hand": match.state.players[0].hand})
    board = read_player_board(over, hand, say())
    assert board.hand is not None
    assert not any(line.use for face in board.hand for line in face.lines)


def lines(match, seat):
    """Return the field `use` of each line on the seat's hand cards, which states whether the line can be used now."""
    view = match.view(seat)
    return [line.use for face in read_player_board(view, view.players[seat], say()).hand or () for line in face.lines]


def test_a_spectator_gets_the_board_of_whose_turn_it_is():
    match = played(3, 1, 80)
    view = match.view(None)
    assert view.turn is not None
    assert drawn(view).tobytes() == drawn(view, seat=view.turn.seat).tobytes()


def test_a_steady_mind_has_one_space_more():
    view = played(2, 1, 40).view(0)
    player = view.players[0].model_copy(update={"mythos": []})
    sign = player.model_copy(update={"mythos": ["elder_sign"]})
    assert read_player_board(view, sign, say()).limit == read_player_board(view, player, say()).limit + 1


def test_texts_of_mythos_cards_are_left_out_before_that_of_the_allegiance():
    view = played(3, 2, 60).view(0)
    many = view.players[0].model_copy(update={"mythos": list(base().mythos)[:8]})
    pieces = render.pieces(drawn(view.model_copy(update={"players": [many, *view.players[1:]]})))
    assert not [piece for piece in pieces if piece.key.removeprefix("card:") in many.mythos]
    (allegiance,) = [piece for piece in pieces if piece.key == "allegiance:0"]
    assert allegiance.height > 200
