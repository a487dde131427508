"""Pictures of hands: what each card does in words, legible on a phone."""

import pytest

import render
from render.edge_of_darkness.card_tiles import counts_tile, hand_layouts, words_tiles
from render.edge_of_darkness.choice_picture import _street_tile
from render.edge_of_darkness.hand import MAX_TALL
from render.edge_of_darkness.view_reader import slip_of
from render.pen import text_audit
from render.sheets.choice_tiles import tile_rows
from render.sheets.game_pictures_base import say_for
from render.sheets.row_stack import Rows
from rules.edge_of_darkness.content.load import Ability
from rules.edge_of_darkness.examples.drafting import HAND
from rules.edge_of_darkness.examples.position_builder import assembling
from rules.edge_of_darkness.state.actions import UseAbility
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import LOCALES
from tests.edge_of_darkness.table import GAME, effect, free_part, rewrite
from tests.game_helpers import act
from tests.render.conftest import NAMES
from tests.render.text_only_pictures import text_only

#: A phone shows a picture at most 340 points wide, and letters of less than 11 points are illegible.
WIDE, LETTERS = 340, 11
MOMENTS = (0, 25, 80, 150, 260)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("locale", LOCALES)
def test_hands_of_any_size_are_read_on_a_phone(played, seats, locale):
    names = ("W" * 32, *NAMES[1:])
    views = [played(seats, seed, moves, 1)[0] for seed, moves in enumerate(MOMENTS)]
    with text_only(), text_audit.audit() as found:
        pictures = [render.hand(view, locale, names, seat) for view in views for seat in range(seats)]
    assert not found.overflows
    assert {cut for cut in found.cuts if cut not in names} == set()
    assert min(found.sizes) * WIDE / pictures[0].width >= LETTERS
    assert all(image.height <= 1.6 * image.width for image in pictures)


def test_a_hand_is_a_small_file(played):
    view, _ = played(3, 1, 100)
    assert len(render.encode(render.hand(view, "hu", NAMES))) < 400_000


def test_each_effect_is_told_in_words_once(played):
    view, _ = played(3, 8, 100)
    say = say_for("en", NAMES, 3)
    for player in view.players:
        tiles = words_tiles(view, player.seat, player.hand, say, brief=False)
        texts = [part.text for tile in tiles for part in tile.parts]
        slips = [slot.slip for card in player.hand for slot in card.slots if slot.slip]
        for slip in slips:
            assert texts.count(slip_of(slip, "en").full) == 1
            assert slip_of(slip, "en").name in texts


def test_the_price_of_another_players_card_is_told(played):
    told = 0
    for moves in range(60, 260, 10):
        view, _ = played(3, 8, moves)
        for player in view.players:
            tiles = words_tiles(view, player.seat, player.hand, say_for("en", NAMES, 3), brief=True)
            for card, tile in zip(player.hand, tiles, strict=True):
                prices = [part.text for part in tile.parts if part.text.startswith("Pay 1 Coin to ")]
                assert bool(prices) is (card.owner not in (None, player.seat))
                told += len(prices)
    assert told > 3


def test_a_long_hand_has_less_text(played):
    view, _ = played(2, 1, 170)
    player = max(view.players, key=lambda player: len(player.hand))
    many = [*player.hand, *(card for card in view.street if card), *player.hall]
    say = say_for("hu", NAMES, 2)
    talls = [Rows(765, tile_rows(*layout, (0, 0, 0))).tall for layout in hand_layouts(view, player.seat, many, say)]
    words, brief_words, *icons = talls
    assert words > brief_words > max(icons)
    assert words > MAX_TALL > min(icons)


def test_counts_have_names_and_zeros_are_left_out(played):
    view, _ = played(2, 1, 40)
    for player in view.players:
        text = " ".join(part.text for part in counts_tile(view, player, say_for("en", NAMES, 2)).parts)
        for what, word in (("coins", "Coins"), ("influence", "Influence"), ("goodwill", "Goodwill")):
            count = getattr(player, what)
            assert (f"{count}{{{what.removesuffix('s')}}} {word}" in text) is bool(count)


def test_the_draft_shows_the_cubes_that_each_card_brings(played):
    view, _ = played(3, 8, 100)
    say = say_for("en", NAMES, 3)
    cards = [card for card in (*view.street, view.sixth) if card is not None]
    assert {bool(card.cubes) for card in cards} == {True, False}
    for number, card in enumerate(cards):
        texts = [part.text for part in _street_tile(view, card, say, "1st", number, 1, "all").parts]
        assert any(text.endswith(f"+{card.cubes}{{cube}}") for text in texts) is (card.cubes > 0)


def test_the_draft_names_the_cards_that_one_holds_already():
    match = assembling(hand=HAND)
    with text_audit.audit() as found:
        render.choice(match.view(0), match.decisions()[0], "en", NAMES)
    assert "Your cards" in found.texts


@pytest.mark.parametrize("verb", ["banish", "empty_tray", "swap_tower"])
def test_a_choice_among_tower_cards_that_can_be_left_shows_the_tower(verb):
    match = free_part(hand=["nell_the_lamplighter"])
    place = match.state.locations[0]
    rewrite(match, place, ability=Ability(effect=effect({"op": verb})))
    with arrange(match) as state:
        for tray in state.trays:
            state.bag = [left - 1 + one for left, one in zip(state.bag, tray, strict=True)]
            tray[:] = [1] * len(tray)
    act(match, UseAbility(place))
    ((seat, decision),) = match.decisions().items()
    assert isinstance(decision.actions[0], Pass)
    view = match.view(seat)
    with text_only(), text_audit.audit() as found:
        render.choice(view, decision)
    say = say_for("en", NAMES, 2)
    standing = [match.content.starters[card].threat for card in match.state.tower if card]
    assert standing
    assert {say.name(threat.name) for threat in standing} <= found.texts


def test_a_choice_of_set_aside_cubes_shows_these_cubes():
    match = free_part()
    place = match.state.locations[0]
    rewrite(match, place, ability=Ability(effect=effect({"op": "seed_cube"})))
    with arrange(match) as state:
        state.aside, state.bag = [1] * 3, [left - 1 for left in state.bag]
    act(match, UseAbility(place))
    ((seat, decision),) = match.decisions().items()
    with text_only(), text_audit.audit() as found:
        render.choice(match.view(seat), decision)
    assert "aside" in found.icons
    assert "zone" not in found.icons


def test_the_choice_of_a_guild_shows_the_guilds_and_not_a_hand_that_is_not_chosen_yet():
    match = GAME.new(2, "guilds", {"guilds": "chosen"})
    ((seat, decision),) = match.decisions().items()
    with text_only(), text_audit.audit() as found:
        assert render.choice(match.view(seat), decision) is not None
    say = say_for("en", NAMES, 2)
    assert {say.name(match.content.guilds[action.guild].name) for action in decision.actions} <= found.texts


@pytest.mark.parametrize("locale", LOCALES)
def test_an_effect_that_takes_one_line_is_told_in_words_on_every_card(played, locale):
    view, _ = played(3, 8, 100)
    say = say_for(locale, NAMES, 3)
    cards = [card for card in view.street if card is not None]
    tiles = words_tiles(view, 0, cards, say, brief=False)
    starters = [tile.parts[0].text for tile in tiles]
    assert len(set(starters)) < len(starters)
    assert all(text.endswith(".") for text in starters)


def test_the_agents_at_locations_are_counted_on_their_own(played):
    for moves in range(40, 260, 20):
        view, _ = played(3, 8, moves)
        for player in view.players:
            text = " · ".join(part.text for part in counts_tile(view, player, say_for("en", NAMES, 3)).parts)
            placed = sum(player.agents.values())
            assert (" at Locations" in text) is bool(placed)
            assert not placed or f"{placed}{{guild_agent" in text
            assert "+" not in text
