"""The picture of a seat's own cards: a hand of any size fits, and another seat's picture reveals nothing."""

import random

import pytest

import render
from render.aevum_haeresis import card_tiles, choice_picture
from render.aevum_haeresis.card_list import TEXT
from render.aevum_haeresis.pictures import PICTURES, read_decks, read_holding
from render.pen import text_audit
from render.sheets.choice_tiles import WIDTH, Tile, _plan
from render.sheets.game_pictures_base import say_for
from render.sheets.row_stack import GAP
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.lessons import POSITIONS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, put, scene
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Join
from rules.aevum_haeresis.words.names import card_name
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import LOCALES
from tests.game_helpers import act
from tests.render.aevum_haeresis.tables import NAMES, ODD, cards_with_long_names, crowded, played
from tests.render.text_only_pictures import text_only


def say():
    return say_for("en", NAMES, 2)


@pytest.mark.parametrize("locale", LOCALES)
def test_hands_of_any_size_fit(plain, locale):
    hands = [(played(1, moves)[0].view(0), locale, NAMES, seat) for moves in (0, 40, 200) for seat in (0, 1)]
    with text_only(), text_audit.audit() as found:
        tall = [PICTURES.hand(*hand).image().height for hand in hands]
    assert not found.overflows
    assert min(found.sizes) >= TEXT
    assert len(render.encode(PICTURES.hand(*hands[tall.index(max(tall))]).image())) < 1_000_000


def test_the_fullest_hand_fits(unpainted):
    view = played(1, 40)[0].view(0)
    cards = [f"{card.id}.0.0" for card in cards_with_long_names("es", "heretic", "story", "event", "hunter")]
    player = view.players[0].model_copy(update={
        "hand": cards[:14] + cards[:3], "hand_count": 17, "own_row": [[card] for card in cards[14:23]],
        "peeked": cards[30:40], "pyre": cards[40:90],
    })  # fmt: skip
    for held in (player, player.model_copy(update={"hand": None})):
        with text_audit.audit() as found:
            full = view.model_copy(update={"players": [held, view.players[1]]})
            PICTURES.hand(full, "es", ODD, 0).image()
            PICTURES.lists(full, "es", ODD).image()
        assert not found.overflows
        assert set(found.cuts) <= {ODD[0]}
        assert min(found.sizes) >= TEXT


@pytest.mark.parametrize("seat", [0, 1])
def test_another_seats_hand_is_the_same_whatever_is_hidden(seat):
    match, other = played(3, 120)[0], 1 - seat
    seen = PICTURES.hand(match.view(seat), "en", NAMES, other).image().tobytes()
    assert match.view(seat).players[other].hand is None
    worlds = [GAME.worlds(match, seat, random.Random(n)) for n in range(4)]
    assert any(world.state.players[other].plot != match.state.players[other].plot for world in worlds)
    for world in worlds:
        assert PICTURES.hand(world.view(seat), "en", NAMES, other).image().tobytes() == seen


def test_the_order_of_the_own_decks_changes_no_pixel():
    match = played(3, 120)[0]
    seen = PICTURES.lists(match.view(0), "en", NAMES).image().tobytes()
    for n in range(4):
        assert PICTURES.lists(GAME.worlds(match, 0, random.Random(n)).view(0), "en", NAMES).image().tobytes() == seen


def test_a_hand_shows_all_its_cards_with_their_costs():
    view = played(1, 0)[0].view(0)
    player = view.players[0]
    assert player.hand
    holding = read_holding(view, player, say())
    assert holding.hand is not None
    assert sum(card.copies for card in holding.hand) == len(player.hand)
    assert all(card.cost for card in holding.hand)


def test_what_a_card_can_do_now_is_for_its_owner_only():
    for moves in range(5, 60):
        view = played(4, moves)[0].view(0)
        if view.pending is not None and view.pending.key == "row" and view.players[0].hand:
            break
    holding = read_holding(view, view.players[0], say())
    assert holding.hand is not None
    assert {card.use for card in holding.hand} <= {"now", "idle"}
    assert any(card.use for card in holding.hand)
    stranger = view.model_copy(update={"viewer": 1})
    foreign = read_holding(stranger, view.players[0], say())
    assert foreign.hand is not None
    assert not any(card.use or card.now for card in foreign.hand)


def test_a_spectator_gets_the_hand_of_who_is_to_act_as_backs():
    view = played(1, 80)[0].view(None)
    acting = PICTURES.hand(view, "en", NAMES, view.to_act[0]).image()
    assert PICTURES.hand(view, "en", NAMES, None).image().tobytes() == acting.tobytes()
    assert read_holding(view, view.players[0], say()).hand is None


def test_locations_in_the_own_deck_show_their_soul_numbers():
    view = played(1, 60)[0].view(0)
    piles = {pile.icon: pile.lines for pile in read_decks(view, view.players[0], say())}
    first = view.players[0].own_locations[0].split(".")[0]
    assert "·".join(map(str, base().cards[first].track)) in "".join(piles["location"])


def test_who_lays_in_a_conflict_sees_both_teams_and_then_what_can_be_played(monkeypatch):
    match = POSITIONS["conflict"]()
    hold(match, 0, "well_whisperer")
    for module in (choice_picture, card_tiles):
        monkeypatch.setattr(module, "as_rows", lambda tiles, _columns: list(tiles))
    monkeypatch.setattr(choice_picture, "hand_list", lambda *_, **how: [how])
    monkeypatch.setattr(choice_picture, "first_that_fits", list)
    layouts = choice_picture.Choices(match.view(0), 0, say()).rows(match.decisions()[0])
    shown = [[tile.title for tile in layout if isinstance(tile, Tile)] for layout in layouts]
    assert shown[0][:2] == shown[-2][:2] == ["{seat0} Initiator", "{seat1} Blockers"]
    assert "Well Whisperer" in shown[0]
    assert "Well Whisperer" not in shown[-2]
    assert {"Cold Hands", "Whispered Psalm"} <= {*shown[-2]}
    assert [layout[-1] for layout in layouts[1:4]] == [
        {"heads": True, "idle": True}, {"heads": False, "idle": True}, {"heads": False, "idle": False}
    ]  # fmt: skip


@pytest.mark.parametrize("locale", LOCALES)
def test_the_role_of_a_team_is_on_one_line_with_its_icons(locale):
    view = POSITIONS["conflict"]().view(0)
    tiles = choice_picture.Choices(view, 0, say_for(locale, NAMES, 2))
    for seat in (0, 1):
        one_column = (WIDTH - 3 * GAP) // 2
        (cell,) = [cell for _, cell in tiles.teams()[1].what[2] if cell.key == f"team:{seat}"]
        assert (cell.below, _plan(cell, one_column).title) == (False, (cell.title,))


@pytest.mark.parametrize(("locale", "below"), [("en", False), ("hu", True)])
def test_totals_of_two_digits_are_below_the_roles_where_these_are_long(locale, below):
    tiles = choice_picture.Choices(crowded(locale, viewer=0), 0, say_for(locale, NAMES, 2))
    cells = [cell for _, cell in tiles.teams()[1].what[2]]
    assert [(cell.below, cell.plate) for cell in cells] == [(below, "17{recruit}"), (below, "22{recruit}")]


@pytest.mark.parametrize("card", ["news_from_afar", "candle_thief", "old_road_tale"])
def test_no_line_of_a_card_repeats_the_icon_of_its_type(card):
    tiles = choice_picture.Choices(scene().view(ANNA), ANNA, say())
    record = base().cards[card]
    alone = f"{{{record.type}}}"
    assert alone not in [part.text for part in tiles.record(record, True).parts]
    assert tiles.record(record, False).parts[0].text == tiles.facts(record)


@pytest.mark.parametrize(("chapter", "numbers"), [(0, ["1.", "2."]), (3, ["4.", "5."])])
def test_a_row_that_is_being_revealed_keeps_the_numbers_of_its_chapters(monkeypatch, chapter, numbers):
    monkeypatch.setattr(choice_picture, "as_rows", lambda tiles, _columns: list(tiles))
    monkeypatch.setattr(choice_picture, "first_that_fits", lambda layouts: next(iter(layouts)))
    match = scene()
    row = [[card] for card in hold(match, ANNA, "cold_hands", "long_vigil")]
    with arrange(match) as state:
        player = state.players[ANNA]
        player.hand = [card for card in player.hand if [card] not in row]
        player.row, state.chapter = row, chapter
    shown = choice_picture.Choices(match.view(ANNA), ANNA, say()).rows(None)
    (tile,) = [tile for tile in shown if isinstance(tile, Tile) and tile.key == f"row:{ANNA}"]
    assert [part.text.split()[0] for part in tile.parts] == numbers


def test_while_no_team_is_known_the_picture_shows_both_sides(monkeypatch):
    monkeypatch.setattr(card_tiles, "as_rows", lambda tiles, _columns: list(tiles))
    match = scene(plan_ahead=True)
    first, rival = put(match, ANNA, "candle_thief"), put(match, BELA, "hired_knife")
    act(match, Announce("plunder"))

    def shown():
        _, *tiles = choice_picture.Choices(match.view(ANNA), ANNA, say()).teams()
        return {tile.key: " ".join(part.text for part in tile.parts) for tile in tiles}

    before = shown()
    assert [*before] == ["verge:0", "verge:1"]
    assert "Candle Thief" in before["verge:0"]
    assert card_name(say(), rival) in before["verge:1"]
    act(match, Join(first))
    assert [*shown()] == ["team:0", "team:1"]
