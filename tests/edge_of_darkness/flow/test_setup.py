"""Section 6 of RULES.md (SETUP): the table before the first pick of the prologue."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import ChooseGuild, Pick
from rules.edge_of_darkness.state.state import State
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.checked_matches import play
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import act, offers, rule

CONTENT = base()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@rule("EOD-SETUP.1", "EOD-SETUP.2")
def test_the_supply_of_tokens_and_sleeves_is_no_part_of_a_match():
    match = new(2)
    names = set(State.__dataclass_fields__)
    assert not names & {"bank", "coins", "influence", "reputation", "sleeves", "extension"}
    assert set(match.state.supply) == {
        slip.id for name in match.state.locations for slip in CONTENT.locations[name].slips
    }


@rule("EOD-SETUP.3", "EOD-SETUP.33", "EOD-HC.9")
@SEATS
def test_guilds_are_all_different_and_dealt_in_seat_order_or_at_random(seats):
    for seed in range(5):
        guilds = [player.guild for player in new(seats, f"guilds {seed}").state.players]
        assert guilds == list(CONTENT.guilds)[:seats]
    dealt = [tuple(p.guild for p in new(seats, f"guilds {n}", guilds="random").state.players) for n in range(40)]
    assert all(len(set(guilds)) == seats for guilds in dealt)
    assert {guilds[0] for guilds in dealt} == set(CONTENT.guilds)


@rule("EOD-SETUP.3", "EOD-SETUP.33", "EOD-HC.9", "EOD-DEC.1")
def test_players_may_choose_their_guilds_in_seat_order_but_never_the_same():
    match = new(3, guilds="chosen")
    wanted = ["gilded_leaves", "anointed", "carnival_of_shadows"]
    free = set(CONTENT.guilds)
    for seat, guild in enumerate(wanted):
        assert list(match.decisions()) == [seat]
        assert {action.guild for action in offers(match)} == free, "no way to decline"
        for taken in wanted[:seat]:
            with pytest.raises(IllegalAction, match="taken"):
                match.apply(seat, ChooseGuild(taken))
        act(match, ChooseGuild(guild))
        free.remove(guild)
        assert len({player.guild for player in match.state.players}) == 3
        for owner, player in enumerate(match.state.players):
            assert {match.state.cards[card].owner for card in player.starters} == {owner}
    assert offers(match, Pick)
    for seat, guild in enumerate(wanted):
        player = match.state.players[seat]
        assert player.guild == guild
        assert {CONTENT.starters[card].guild for card in player.starters} == {guild}
        assert all(match.state.cards[card].owner == seat for card in player.starters)
    assert len(match.state.cards) == 27


@rule("EOD-SETUP.33")
@pytest.mark.parametrize("seed", range(3))
def test_a_match_with_chosen_guilds_can_be_played_to_the_end(seed):
    match = new(4, f"chosen {seed}", guilds="chosen")
    assert sum(1 for _ in play(match, seed)) > 40
    assert sorted(player.guild for player in match.state.players) == sorted(CONTENT.guilds)
    assert len(match.state.cards) == 33


@rule("EOD-SETUP.4", "EOD-SETUP.5", "EOD-SETUP.6", "EOD-SETUP.7", "EOD-SETUP.8", "EOD-SETUP.10", "EOD-SETUP.11")
@SEATS
def test_what_each_player_starts_with(seats):
    for player in new(seats).view(None).players:
        roles = sorted(CONTENT.starters[card.id].role for card in player.starters)
        assert roles == ["citizen", "citizen", "citizen", "patrician"]
        assert {CONTENT.starters[card.id].guild for card in player.starters} == {player.guild}
        assert player.slips == 7
        assert (player.influence, player.coins) == (4, 5)
        assert (player.pool, player.untrained, player.agents) == (4, 6, {})


@rule("EOD-SETUP.12")
def test_starters_lie_beside_the_board_in_no_hand_and_no_deck():
    match = new(3)
    for player in match.state.players:
        assert len(player.starters) == 4
        assert player.hand == player.hall == []
        assert not set(player.starters) & {*match.state.deck, *match.state.discard, *match.state.tower}


@rule("EOD-SETUP.13", "EOD-SETUP.14")
@SEATS
def test_defense_starts_on_top_and_there_is_no_goodwill_or_reputation_yet(seats):
    for player in new(seats).view(None).players:
        assert player.moved_down == 0
        assert player.defence_value == max(CONTENT.board.defence_track)
        assert (player.goodwill, player.reputation) == (0, 0)


@rule("EOD-SETUP.16", "EOD-SETUP.18", "EOD-SETUP.19", "EOD-SETUP.21")
@pytest.mark.parametrize(("seats", "full", "left"), [(2, 45, 37), (3, 60, 50), (4, 75, 63)])
def test_the_bag_holds_black_and_the_colours_in_play_less_two_a_player_and_four_in_the_tower(seats, full, left):
    for seed in range(5):
        view = new(seats, f"bag {seed}").view(None)
        assert sum(view.bag) == left
        assert [sum(player.zone) for player in view.players] == [2] * seats
        assert sum(sum(spot.cubes) for spot in view.tower) == 4
        assert sum(view.bag) + 2 * seats + 4 == full
        everywhere = zip(view.bag, *[p.zone for p in view.players], *[s.cubes for s in view.tower], strict=True)
        assert [sum(colour) for colour in everywhere] == [15] * (seats + 1)


@rule("EOD-SETUP.17", "EOD-CUBE.8")
@SEATS
def test_there_are_as_many_colours_as_players_and_black(seats):
    view = new(seats).view(None)
    assert len(view.bag) == seats + 1
    assert {len(player.zone) for player in view.players} == {seats + 1}


@rule("EOD-SETUP.18", "EOD-CUBE.1", "EOD-CUBE.9", "EOD-INFO.7")
def test_the_first_cubes_are_random_and_of_any_colour():
    zones = [new(3, f"zone {seed}").state.players[0].zone for seed in range(80)]
    seen = Counter(colour for zone in zones for colour, count in enumerate(zone) for _ in range(count))
    assert set(seen) == {0, 1, 2, 3}
    assert all(20 <= count <= 60 for count in seen.values()), "a quarter of 160 each"


@rule("EOD-SETUP.34", "EOD-HC.10", "EOD-DROP.7", "EOD-DROP.4")
def test_each_of_the_first_cubes_lands_in_any_tray_alike():
    trays = [[sum(tray) for tray in new(2, f"tray {seed}").state.trays] for seed in range(150)]
    landed = [sum(column) for column in zip(*trays, strict=True)]
    assert sum(landed) == 600
    assert all(150 <= count <= 250 for count in landed), "a third of 600 each"
    assert any(4 in tray for tray in trays), "independent of each other: all four may land together"


@rule("EOD-SETUP.20")
@SEATS
def test_four_cubes_in_one_tray_do_not_attack(seats):
    for seed in range(60):
        match = new(seats, f"four {seed}")
        if max(sum(tray) for tray in match.state.trays) == 4:
            assert match.decisions()[match.state.first].prompt.key == "pick"
            assert all(player.moved_down == player.reputation == 0 for player in match.state.players)
            return
    raise AssertionError("no seed dropped all four cubes into one tray")


@rule("EOD-SETUP.22", "EOD-SETUP.23", "EOD-SETUP.24", "EOD-SETUP.25")
@pytest.mark.parametrize(("seats", "marks"), [(4, {2, 3, 4}), (3, {2, 3}), (2, {2})])
def test_neutral_cards_marked_for_more_players_are_removed(seats, marks):
    used = [name for name, card in new(seats).state.cards.items() if card.owner < 0]
    wanted = [s.id for s in CONTENT.starters.values() if s.guild is None and s.players in marks]
    assert sorted(used) == sorted(wanted)
    assert len(used) == {4: 17, 3: 15, 2: 12}[seats]


@rule("EOD-SETUP.26", "EOD-SETUP.27")
@pytest.mark.parametrize(("seats", "pile"), [(4, 14), (3, 12), (2, 9)])
def test_three_random_neutral_cards_go_to_the_tower_and_the_others_to_the_discard_pile(seats, pile):
    towers: set[str] = set()
    for seed in range(30):
        state = new(seats, f"tower {seed}").state
        assert len(set(state.tower)) == 3
        assert len(state.discard) == pile
        assert all(state.cards[card].owner < 0 for card in [*state.tower, *state.discard])
        towers |= set(state.tower)
    assert len(towers) >= len(state.tower + state.discard) - 1, "any Neutral card may come there"


@rule("EOD-SETUP.28", "EOD-SETUP.29", "EOD-DEC.2")
def test_ten_locations_come_from_a_recommended_set_up_a_random_one_or_a_free_choice():
    for setup in CONTENT.setups.values():
        assert new(2, setup=setup.id).state.locations == list(setup.locations)
    named = list(CONTENT.locations)[5:15]
    assert new(2, setup=", ".join(named)).state.locations == named
    for wrong in ("nowhere", ",".join(named[:9]), ",".join([*named[:9], named[0]]), ",".join([*named, "watchtower"])):
        with pytest.raises(IllegalAction):
            new(2, setup=wrong)
    assert new(2).state.locations == list(next(iter(CONTENT.setups.values())).locations)


@rule("EOD-SETUP.28")
def test_the_order_of_the_locations_has_no_rules_effect():
    named = list(next(iter(CONTENT.setups.values())).locations)
    there, back = (new(2, "same", setup=",".join(names)) for names in (named, named[::-1]))
    assert set(offers(there, Pick)) == set(offers(back, Pick))
    assert there.state.bag == back.state.bag


@rule("EOD-SETUP.30", "EOD-CARD.7")
def test_each_location_has_its_own_kind_of_advancement():
    university = CONTENT.locations["guildmark_university"]
    assert university.contact.name.en == "University Professor"
    assert all(CONTENT.slip_home[slip.id].id == "guildmark_university" for slip in university.slips)
    view = new(2).view(None)
    lying = next(place for place in view.locations if place.id == "guildmark_university")
    assert set(lying.supply) == {slip.id for slip in university.slips}


@rule("EOD-SETUP.31")
def test_the_round_marker_starts_on_the_prologue():
    view = new(2).view(None)
    assert (view.round, view.phase) == (0, "prologue")


@rule("EOD-SETUP.32", "EOD-INFO.7")
@SEATS
def test_the_first_player_is_random(seats):
    firsts = Counter(new(seats, f"first {seed}").state.first for seed in range(90))
    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) >= 10
    match = new(seats)
    assert list(match.decisions()) == [match.state.first]


def test_the_same_seed_sets_up_the_same_match():
    assert new(3, "again").dump() == new(3, "again").dump()
    assert new(3, "again").dump() != new(3, "other").dump()


def test_an_unknown_option_is_refused():
    with pytest.raises(IllegalAction):
        GAME.new(2, "x", {"tokens": 3})
