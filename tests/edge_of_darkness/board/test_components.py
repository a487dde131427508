"""Section 2 of RULES.md (COMP): the pieces in the box. Pieces that the rules don't use are not modelled."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.state import Card, Player, State, Turn
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.checked_matches import check_random_match
from tests.edge_of_darkness.scenes import play_turn_from, simple_free_part, stage
from tests.edge_of_darkness.table import GAME, after_prologue
from tests.game_helpers import of_kinds, rule

CONTENT = base()


def words_of_the_state():
    """Return all English words that occur in the names of the fields of a match's state and options."""
    names = [field.name for kind in (State, Player, Card, Turn) for field in fields(kind)]
    return {part for name in [*names, *Options.model_fields] for part in name.split("_")}


@rule("EOD-COMP.1", "EOD-COMP.11", "EOD-COMP.13", "EOD-COMP.15", "EOD-COMP.18", "EOD-HC.4", "EOD-EXN.11", "EOD-SETUP.9")
@pytest.mark.parametrize("piece", ["extension", "sleeves", "reference", "pad", "scoring", "aid"])
def test_pieces_without_rules_effect_are_no_part_of_a_match(piece):
    assert piece not in words_of_the_state()


@rule("EOD-COMP.1", "EOD-COMP.4", "EOD-GEN.3")
def test_all_share_one_board_with_one_street_one_tower_and_one_bag():
    state = after_prologue(4).state
    for shared in ("street", "deck", "discard", "tower", "bag", "aside"):
        assert hasattr(state, shared)
        assert not any(hasattr(player, shared) for player in state.players)


@rule("EOD-COMP.2", "EOD-COMP.20", "EOD-SETUP.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_has_a_board_of_another_guild_and_one_defense_token(seats):
    assert len(CONTENT.guilds) == 4
    players = after_prologue(seats).view(None).players
    assert len({player.guild for player in players}) == len(players) == seats
    for player in players:
        assert player.guild in CONTENT.guilds
        assert player.defence_value == CONTENT.board.defence_track[player.moved_down]


@rule("EOD-COMP.3", "EOD-COMP.12")
def test_the_pack_fills_the_box():
    assert len(CONTENT.locations) == 37
    assert sum(slip.copies for slip in CONTENT.slips.values()) == 286
    for slip in CONTENT.slips.values():
        assert CONTENT.slip_home[slip.id].contact.name.en
        assert slip.threat.name.en


@rule("EOD-COMP.4", "EOD-SETUP.15", "EOD-DROP.2")
def test_one_tower_of_three_trays_takes_whatever_is_dropped():
    match = simple_free_part(3)
    stage(match, 0, 2, 0, 1, 3)
    (dropped,) = of_kinds(play_turn_from(match, "drop_cubes"), "dropped_cubes")
    assert len(match.state.trays) == len(dropped.trays) == 3
    assert sum(dropped.trays) == 6
    assert [sum(tray) for tray in match.state.trays] == list(dropped.trays)
    assert match.state.players[0].staged == [0, 0, 0, 0]


@rule("EOD-COMP.5", "EOD-COMP.6", "EOD-COMP.8", "EOD-SETUP.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fifteen_cubes_a_colour_ten_agents_and_seven_slips_a_player(seats):
    match = new(seats)
    view = match.view(None)
    counted = [sum(row) for row in zip(view.bag, *[spot.cubes for spot in view.tower],
                                       *[player.zone for player in view.players], strict=True)]  # fmt: skip
    assert counted == [15] * (seats + 1)
    for player in view.players:
        assert player.untrained + player.pool == 10
        assert player.slips == 7


@rule("EOD-COMP.7")
def test_there_is_one_first_player_and_one_round_at_a_time():
    def check(match):
        view = match.view(None)
        assert view.first in range(view.seats)
        assert view.round in range(9)

    match = check_random_match(check, 2, 1)
    assert match.state.round == 8


@rule("EOD-COMP.9", "EOD-COMP.10")
def test_four_players_use_all_thirty_three_starters():
    cards = new(4).state.cards
    roles = [(CONTENT.starters[name].role, card.owner < 0) for name, card in cards.items()]
    assert roles.count(("citizen", True)) == 11
    assert roles.count(("patrician", True)) == 6
    assert roles.count(("citizen", False)) == 12
    assert roles.count(("patrician", False)) == 4


@rule("EOD-COMP.14", "EOD-DEC.2", "EOD-SETUP.29")
def test_a_random_set_up_draws_ten_different_locations_and_any_may_come():
    drawn = [new(2, f"random {seed}", setup="random").state.locations for seed in range(60)]
    assert all(len(set(names)) == len(names) == 10 for names in drawn)
    assert {name for names in drawn for name in names} == set(CONTENT.locations)
    assert len({tuple(names) for names in drawn}) > 30


@rule("EOD-COMP.21")
def test_the_rulebook_and_the_text_of_every_piece_can_be_looked_up():
    assert "EOD-COMP.21" in GAME.digest()
    found = {(entry.name, entry.kind) for entry in GAME.look_up(Translator("en", []))}
    names = {name for name, _ in found}
    text = json.dumps([entry.text for entry in GAME.look_up(Translator("en", []))])
    for location in CONTENT.locations.values():
        assert location.name.en in names
        assert location.contact.name.en in names
        for slip in location.slips:
            assert slip.threat.name.en in names or slip.threat.name.en in text
