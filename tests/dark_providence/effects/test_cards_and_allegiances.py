"""Operations on cards and allegiances: peek, unmask, destroy_asset, fetch and purge."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import agent, hold, lay, turn
from rules.dark_providence.state.actions import Choose, Done, Travel
from rules.dark_providence.state.state import Piece
from tests.dark_providence.made_up_cards import action_card, choices, choose, give, places_of_card
from tests.dark_providence.table import act, done, offers, refused
from tests.game_helpers import of_kinds, rule


def player(match, seat=0):
    return match.state.players[seat]


# -- peek and unmask ------------------------------------------------------------------------------------------------


@rule("DP-HC.45")
def test_a_look_at_an_allegiance_is_for_the_looker_alone_and_reveals_nothing():
    match = turn()
    use = action_card(match, {"op": "peek"})
    act(match, use)
    assert offers(match) == [Choose("1"), Choose("2")]
    events = match.apply(0, Choose("2"))
    private = [(event.to, event.body.kind) for event in events if event.to is not None]
    assert private == [((0,), "saw_allegiance")]
    assert not player(match, 2).revealed
    assert player(match, 2).seen == [0]
    # only one allegiance is still unknown, so it is looked at automatically
    act(match, action_card(match, {"op": "peek"}, card="other"))
    assert player(match, 1).seen == [0]


def test_what_is_known_need_not_be_looked_at():
    match = turn(2)
    player(match, 1).revealed = True
    assert refused(match, action_card(match, {"op": "peek"}))
    match = turn(2)
    player(match, 1).shown = True
    assert refused(match, action_card(match, {"op": "peek"}))
    assert refused(turn(1), action_card(turn(1), {"op": "peek"}))


def test_another_player_must_reveal_the_allegiance():
    match = turn()
    player(match, 1).shown = True
    act(match, action_card(match, {"op": "unmask"}))
    assert offers(match) == [Choose("1"), Choose("2")]
    events = choose(match, "1")
    assert player(match, 1).revealed
    assert not player(match, 1).scored
    assert of_kinds(events, "revealed")[0].seat == 1
    act(match, action_card(match, {"op": "unmask"}, card="other"))
    assert player(match, 2).revealed
    match = turn(2)
    player(match, 1).revealed = True
    assert refused(match, action_card(match, {"op": "unmask"}))


@rule("DP-SOLO.47")
def test_alone_a_hidden_cultist_is_unmasked():
    match = turn(1)
    old_one = match.state.old_one
    assert old_one is not None
    vp = old_one.vp
    act(match, action_card(match, {"op": "unmask"}))
    assert choices(match) == ["cultist_1", "cultist_2"]
    choose(match, "cultist_2")
    assert [cultist.revealed for cultist in old_one.cultists] == [False, True]
    assert old_one.vp == vp - 3


# -- destroy_asset --------------------------------------------------------------------------------------------------


def test_a_face_up_asset_of_choice_is_destroyed_or_none():
    match = turn()
    lay(match, "chicago", "tommy_guns", "cover_up")
    act(match, action_card(match, {"op": "vp"}, {"op": "destroy_asset"}))
    assert set(choices(match)) == {place.stack[0] for place in match.state.places.values()}
    choose(match, "tommy_guns")
    assert places_of_card(match, "tommy_guns") == ["destroyed"]
    assert match.state.places["chicago"].stack == ["cover_up"]
    act(match, action_card(match, {"op": "vp"}, {"op": "destroy_asset"}, card="other"))
    done(match)
    assert match.state.destroyed == ["tommy_guns"]


# -- fetch and purge ------------------------------------------------------------------------------------------------


def test_cards_of_the_own_discard_pile_come_back_to_the_hand_like_ones_named_once():
    match = turn()
    hold(match, 0, "monday_contacts_1", "monday_contacts_2", "monday_favour", zone="discard")
    hold(match, 1, "tommy_guns", zone="discard")
    act(match, action_card(match, {"op": "fetch", "count": 2}))
    assert offers(match) == [Choose("monday_contacts_1"), Choose("monday_favour")]  # the card in use can't fetch itself
    choose(match, "monday_contacts_1")
    assert offers(match) == [Choose("monday_contacts_2"), Choose("monday_favour"), Done()]
    done(match)
    assert player(match).hand == ["monday_contacts_1"]
    match = turn()
    assert refused(match, action_card(match, {"op": "fetch"}))


@rule("DP-DESTROY.1", "DP-DESTROY.6")
def test_cards_of_the_hand_are_destroyed_and_nothing_is_drawn_for_them():
    match = turn()
    give(match, 0, "scrap")
    give(match, 0, "dust")
    deck = list(player(match).deck)
    act(match, action_card(match, {"op": "purge", "count": 2}, {"op": "vp"}))
    choose(match, "scrap")
    done(match)
    assert places_of_card(match, "scrap") == ["destroyed"]
    assert player(match).hand == ["dust"]
    assert player(match).deck == deck
    assert player(match).vp == 1


@rule("DP-HC.49")
def test_without_the_deep_ones_card_they_stay_on_the_map_and_are_no_ones():
    match = turn()
    hold(match, 0, "deep_ones")
    match.state.agents["deep_one_1"] = Piece(-1, "chicago")
    act(match, action_card(match, {"op": "purge"}))
    assert places_of_card(match, "deep_ones") == ["destroyed"]
    assert match.state.agents["deep_one_1"] == Piece(-1, "chicago")
    give(match, 0, "purse", wealth=9)
    assert offers(match, Travel) == [Travel("monday")]


@rule("DP-ACT.5")
def test_a_card_that_only_purges_cannot_be_used_on_itself():
    match = turn()
    use = action_card(match, {"op": "purge", "count": 2})
    assert refused(match, use)
    give(match, 0, "scrap")
    act(match, use)
    assert places_of_card(match, "tool") == ["discard 0"]
    assert places_of_card(match, "scrap") == ["destroyed"]


@rule("DP-DESTROY.2", "DP-DESTROY.3")
def test_an_agents_card_takes_the_agent_along_and_a_city_card_goes_back_to_area_e():
    match = turn()
    agent(match, 0, "carl_jung", "chicago", zone="hand")
    deck = list(player(match).deck)
    act(match, action_card(match, {"op": "purge"}))
    assert "carl_jung" not in match.state.agents
    assert places_of_card(match, "carl_jung") == ["destroyed"]
    assert (player(match).hand, player(match).deck) == ([], deck)
    match = turn()
    hold(match, 0, "boston")
    act(match, action_card(match, {"op": "purge"}))
    assert places_of_card(match, "boston") == ["area e"]
    match = turn()
    assert refused(match, action_card(match, {"op": "purge"}))
