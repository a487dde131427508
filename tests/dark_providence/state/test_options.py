"""Section 35.11 of RULES.md: every option with its default and its alternatives, and the fixed numbers."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from rules.dark_providence.content import load as contents
from rules.dark_providence.effects.assassination_checks import is_lead_vulnerable
from rules.dark_providence.examples.position_builder import agent, hold, lay, leave, mark, sides, stand, turn
from rules.dark_providence.flow.scoring import scores
from rules.dark_providence.state.actions import AcquireTarget, BuyInfluence, FreeMove, Meddle, Travel
from rules.dark_providence.state.options import Options
from rules.dark_providence.words.names import COLOURS
from rules.kernel.errors import IllegalAction
from tests.dark_providence import solo_scenes as solo
from tests.dark_providence.made_up_cards import icons, payments
from tests.dark_providence.scenes import finish, outcome, vp
from tests.dark_providence.table import GAME, act, new, offers
from tests.game_helpers import look, rule
from tests.saves.corpus import corpus

RULES = Path(contents.__file__).parents[1] / "RULES.md"


def written():
    """Return each option in the table of RULES.md, with its default and the text about the alternative."""
    table = RULES.read_text().split("### 35.11", 1)[1].split("### 35.12", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| (\w+)[^|]* \| ([^|]+) \|", table, re.MULTILINE)
    return {name: (default, other) for name, default, other in rows}


@rule("DP-HC.92")
def test_every_switch_of_the_rules_is_an_option_with_its_ruling_as_default():
    found = written()
    assert len(found) == 11
    for name, (default, _) in found.items():
        value = Options.model_fields[name].default
        assert str(value).lower() == default
    assert {*Options.model_fields} - {*found} == {
        "pack", "leads", "colours", "starting_player", "random_cities", "dissenters", "old_one",
    }  # fmt: skip


@rule("DP-HC.92")
def test_what_is_no_option_or_no_value_of_one_is_refused():
    for options in ({"minimality": "least"}, {"no_such": 1}, {"starting_player": 4}, {"tie_elimination": ""}):
        with pytest.raises(IllegalAction):
            GAME.new(3, "seed", options)


@rule("DP-HC.6", "DP-HC.64")
def test_a_match_saved_under_other_defaults_keeps_the_rulings_it_began_with():
    saved = next(saved for saved in corpus("dark_providence") if saved.release == "0.1" and saved.step == "buy")
    options = GAME.load(saved.data).state.options
    assert (options.minimality, options.solo_agents_defend) == ("irredundant", True)
    assert Options().minimality == "fewest"


def test_matches_with_dissenters_are_saved_as_before_there_was_an_option():
    assert b"dissenters" not in new(3).dump()
    assert GAME.load(new(3).dump()).state.options.dissenters
    assert not GAME.load(new(3, dissenters=False).dump()).state.options.dissenters


# -- each option ----------------------------------------------------------------------------------------------


@rule("DP-HC.3", "DP-SETUP.19")
@pytest.mark.parametrize(("option", "counts"), [(True, (6, 12)), (False, (7, 11))])
def test_vp_marker_from_supply(option, counts):
    match = new(3, vp_marker_from_supply=option)
    for player in look(match).players:
        assert (player.supply, player.pool) == counts


@rule("DP-HC.5", "DP-TRACK.8")
def test_the_values_of_the_tracks_are_data():
    match = turn()
    sides(match, "investigator", "cultist", "ex_cultist")
    match.state.investigation, match.state.ritual = 3, 5
    assert (scores(match, 0)["track"], scores(match, 1)["track"]) == (3, 5)
    steep = match.content.board.model_copy(update={"tracks": [0, 2, 3, 4, 6, 9, 12]})
    match.content = dataclasses.replace(match.content, board=steep)
    assert (scores(match, 0)["track"], scores(match, 1)["track"]) == (4, 9)
    icons(match, 0, "ritual_up", 1)
    act(match, Meddle("ritual", "up"))
    assert match.state.ending == ["ritual"]  # these tracks end at their sixth space, which the ritual has just reached


@rule("DP-HC.6", "DP-CARD.12")
@pytest.mark.parametrize("option", ["irredundant", "fewest"])
def test_minimality(option):
    match = turn(minimality=option)
    one, other, two = icons(match, 0, "wealth", 1, 1, 2)
    leave(match, 0, pool=1)
    act(match, BuyInfluence())
    if option == "irredundant":  # the player may also pay with both cards worth 1, although the one worth 2 suffices
        assert payments(match) == sorted([tuple(sorted((one, other))), (two,)])
    else:  # the card worth 2 is the only way to pay, so the payment is automatic
        assert match.state.players[0].discard == [two]


@rule("DP-HC.12", "DP-ACQ.5")
@pytest.mark.parametrize(("option", "can"), [(True, False), (False, True)])
def test_deep_ones_give_influence(option, can):
    match = turn(deep_ones_give_influence=option)
    hold(match, 1, "deep_ones", zone="discard")
    agent(match, 1, "deep_one_1", "chicago")
    mark(match, 0, "chicago", 1)
    assert (AcquireTarget("chicago") in offers(match)) == can
    chicago = next(city for city in look(match).cities if city.id == "chicago")
    assert chicago.totals == ([1, 1, 0] if option else [1, 0, 0])


@rule("DP-HC.24", "DP-AGENT.8")
@pytest.mark.parametrize("option", ["free", "travel"])
def test_free_move(option):
    match = turn(free_move=option)
    agent(match, 0, "lillian_la_france", "boston")
    assert bool(offers(match, FreeMove)) == (option == "free")
    assert (Travel("lillian_la_france") in offers(match)) == (option == "travel")
    assert Travel("monday") not in offers(match)
    if option == "travel":
        act(match, Travel("lillian_la_france"))
        act(match, offers(match)[0])
        assert match.state.agents["lillian_la_france"].city != "boston"
        assert match.state.turn.actions == 1
        assert match.state.turn.free_move
        assert Travel("lillian_la_france") not in offers(match)


@rule("DP-HC.27", "DP-ASSASSINATE.21")
@pytest.mark.parametrize(("option", "away", "beside"), [("board", False, False), ("city", True, False)])
def test_lead_protection(option, away, beside):
    match = turn(lead_protection=option)
    vp(match, 0, 5)
    assert is_lead_vulnerable(match, "tuesday")
    agent(match, 1, "moses_fleet", "chicago")
    assert is_lead_vulnerable(match, "tuesday") == away
    match.state.agents["tuesday"].city = "chicago"
    assert is_lead_vulnerable(match, "tuesday") == beside


@rule("DP-HC.39", "DP-REVEAL.12")
@pytest.mark.parametrize("option", [False, True])
def test_failed_reveals(option):
    match = turn(failed_reveals=option)
    vp(match, 3)
    assert any(offer.verb == "reveal" for offer in offers(match)) == option


@rule("DP-HC.88", "DP-VIS.14")
@pytest.mark.parametrize("option", [True, False])
def test_discard_open(option):
    match = turn(discard_open=option)
    cards = ["dynamite", "ghouls", "fbi"]
    hold(match, 1, *cards, zone="discard")
    for viewer in (None, 0, 2):
        shown = look(match, viewer).players[1]
        assert shown.discard == (cards if option else ["fbi"])
        assert shown.discard_count == 3
    assert look(match, 1).players[1].discard == cards
    finish(match)
    assert look(match).players[1].discard == cards


@rule("DP-HC.51", "DP-WIN.6")
@pytest.mark.parametrize(("option", "ranks"), [("all_lower", [1, 2, 2]), ("lowest_only", [1, 2, 3])])
def test_tie_elimination(option, ranks):
    match = turn(tie_elimination=option)
    sides(match, "investigator", "cultist", "ex_cultist")
    finish(match)
    assert [row.rank for row in outcome(match).rows] == ranks


@rule("DP-HC.63")
@pytest.mark.parametrize(
    ("option", "marks"), [("city_space", {"arkham": [0, 7, 0]}), ("primary_asset", {"exorcism": [0, 5, 0]})]
)
def test_solo_influence(option, marks):
    match = solo.scene(solo_influence=option)
    lay(match, "boston", "tommy_guns", "cover_up")
    lay(match, "arkham", "exorcism", "debt_collectors")
    solo.card(match, "tommy_guns", icons={"influence": 3})
    solo.card(match, "exorcism", icons={"influence": 2})
    mark(match, 1, "tommy_guns", 1)
    solo.take(match, 1, "asset")
    assert match.state.marks == marks


@rule("DP-HC.64")
@pytest.mark.parametrize("option", [True, False])
def test_solo_agents_defend(option):
    match = solo.scene(solo_agents_defend=option)
    match.state.agents["monday"].city = "boston"
    mark(match, 1, "boston", 1)
    solo.take(match, 1, "city")
    assert (match.state.places["boston"].controller == 1) == (not option)


@rule("DP-HC.67")
@pytest.mark.parametrize(("option", "city"), [(True, "new_york"), (False, "boston")])
def test_solo_failure_travels(option, city):
    match = solo.scene(solo_failure_travels=option)
    lay(match, "boston", "tommy_guns")
    solo.card(match, "tommy_guns", icons={"influence": 2})
    mark(match, 1, "tommy_guns", 1)
    stand(match, 1, "boston")
    assert solo.failed(solo.take(match, 1, "asset"))
    assert solo.cultist_city(match, 1) == city


# -- the fixed numbers ----------------------------------------------------------------------------------------


@rule("DP-CONT.28")
def test_the_numbers_of_the_rules():
    match = turn()
    player = look(match).players[0]
    assert match.state.turn.actions == 2
    assert (player.supply + player.pool + 1, player.frames + 1) == (19, 6)
    assert {seats: look(turn(seats)).threshold for seats in range(1, 6)} == {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}
    icons(match, 0, "wealth", 5)
    act(match, BuyInfluence())
    assert match.state.players[0].supply == 6 + 2  # 2 new markers were bought with 5 WEALTH, for 2 WEALTH each


@rule("DP-CONT.27", "DP-HC.92")
def test_five_colours_one_for_each_player():
    match = new(5)
    assert sorted(player.colour for player in look(match).players) == [0, 1, 2, 3, 4]
    assert len({*COLOURS}) == 5


@rule("DP-CONT.29")
@pytest.mark.parametrize(("seats", "stack", "row", "deck"), [(2, 3, 3, 4), (3, 3, 3, 4), (4, 4, 4, 5), (5, 4, 4, 5)])
def test_stacks_row_and_allegiance_deck_by_number_of_players(seats, stack, row, deck):
    match = new(seats)
    view = look(match)
    assert {city.stack for city in view.cities} == {stack}
    assert (len(view.row), view.mythos_deck) == (row, 24 - row)
    assert view.stock == 60 - 12 * stack
    # With 4 or 5 players, one of the two dissenter cards is out of play and lies with the cards set aside.
    assert seats + len(match.state.aside) == deck + (1 if seats > 3 else 0)


@rule("DP-CONT.29")
def test_stacks_row_and_allegiance_in_solo_play():
    match = new(1)
    view = look(match)
    assert {city.stack for city in view.cities} == {2}
    assert (len(view.row), view.mythos_deck) == (2, 21 - 2)
    assert (match.state.players[0].allegiance, match.state.aside) == ("investigator", [])
