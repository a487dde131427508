"""Section 27 of RULES.md: sanity tests and madness."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.dark_providence.board.sanity import draw_token, sanity_test
from rules.dark_providence.effects.assassination_checks import is_lead_vulnerable
from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, lay, mark, own, show, turn
from rules.dark_providence.state.actions import AcquireTarget, EndTurn, PlaceInfluence, UseCard, WorkGate
from tests.dark_providence.made_up_cards import MADNESS, SANE, city, give, icons, marker, places_of_card, power
from tests.dark_providence.scenes import causes, finish, scored, triggers
from tests.dark_providence.table import act, new, pay, set_allegiance
from tests.game_helpers import assert_sound, look, of_kinds, rule

RITE = power({"op": "gate", "face": "open", "any_agent": True})
DISSENTERS = ("ex_investigator", "ex_cultist")
SANE_SIDES = ("investigator", *DISSENTERS)


def scene(allegiance="cultist", madness=0, bag=MADNESS, revealed=False):
    """Return Monday's turn in Chicago. The card "rite" in hand can open the city's gate, whose value is 1."""
    match = turn()
    set_allegiance(match, 0, allegiance, revealed=revealed)
    city(match, "chicago", gate=1)
    marker(match, "monday", arcane=1)
    match.state.agents["monday"].city = "chicago"
    match.state.players[0].madness = madness
    fill_bag(match, *bag)
    give(match, 0, "rite", RITE)
    return match


def open_gate(match, actor="monday"):
    """Open the gate with the card "rite". Return the events."""
    assert_sound(match)
    return [*act(match, UseCard("rite")), *act(match, WorkGate("chicago", "open", actor))]


def tokens(match, seat=0):
    player = match.state.players[seat]
    return player.sane, player.madness


# -- when a sanity test is made -------------------------------------------------------------------------------


@rule("DP-SANITY.1")
@pytest.mark.parametrize(("card", "tests"), [("ghouls", 1), ("dynamite", 0)])
def test_acquiring_a_primary_asset_takes_a_test_only_if_the_card_shows_it(card, tests):
    match = turn()
    lay(match, "chicago", card)
    mark(match, 0, card, 1)
    events = act(match, AcquireTarget(card))
    assert len(of_kinds(events, "took_token")) == tests
    assert sum(tokens(match)) == tests


@rule("DP-SANITY.1")
@pytest.mark.parametrize(("card", "tests"), [("lost_city", 1), ("silver_key", 0)])
def test_acquiring_a_mythos_card_takes_a_test_only_if_the_card_shows_it(card, tests):
    match = turn()
    show(match, card)
    mark(match, 0, card, 1)
    events = act(match, AcquireTarget(card))
    assert len(of_kinds(events, "took_token")) == tests


@rule("DP-SANITY.1")
def test_other_actions_take_no_test():
    match = turn()
    (card,) = icons(match, 0, "influence", 1)
    events = act(match, PlaceInfluence("chicago"))
    events += pay(match, card)
    events += act(match, EndTurn())
    assert not of_kinds(events, "took_token")
    assert match.state.bag == [6, 12]


@rule("DP-SANITY.2")
@pytest.mark.parametrize("face", ["open", "close"])
def test_opening_or_closing_a_gate_takes_a_test(face):
    match = scene(bag=SANE)
    give(match, 0, "other", power({"op": "gate", "face": face, "any_agent": True}))
    act(match, UseCard("other"))
    events = act(match, WorkGate("chicago", face, "monday"))
    (token,) = of_kinds(events, "took_token")
    assert (token.seat, token.madness) == (0, False)


# -- drawing a token ------------------------------------------------------------------------------------------


@rule("DP-SANITY.3")
def test_one_token_is_drawn_out_of_the_bag_at_random():
    drawn: Counter[int] = Counter()
    match = new(2)
    for number in range(400):
        fill_bag(match, 6, 12)
        match.state.chance.seed = f"bag {number}"
        kind = draw_token(match)
        assert kind is not None
        assert sum(match.state.bag) == 17
        assert match.state.bag[kind] == (5, 11)[kind]
        drawn[kind] += 1
    assert 100 < drawn[0] < 170  # 133 draws of a sanity token are expected: 6 of the 18 tokens, in 400 draws
    assert drawn[0] + drawn[1] == 400


@rule("DP-SANITY.4")
@pytest.mark.parametrize(("bag", "kept"), [((6, 0), (1, 0)), ((0, 12), (0, 1))])
def test_the_token_stays_on_the_players_board_for_all_to_see(bag, kept):
    match = scene(bag=bag)
    open_gate(match)
    act(match, EndTurn())
    assert tokens(match) == kept
    assert sum(match.state.bag) == sum(bag) - 1
    shown = look(match).players[0]
    assert (shown.sane, shown.madness) == kept
    assert look(match).bag == match.state.bag


@rule("DP-SANITY.5")
def test_a_sane_token_has_no_effect():
    match = scene("investigator", madness=2, bag=SANE)
    agent(match, 0, "moses_fleet", "chicago")
    before = (match.state.players[0].vp, len(match.state.agents), match.state.players[0].revealed)
    open_gate(match, "moses_fleet")
    assert (match.state.players[0].vp, len(match.state.agents), match.state.players[0].revealed) == before
    assert not match.state.ending
    assert match.state.turn.actions == 1


@rule("DP-SANITY.6", "DP-MAD.1")
@pytest.mark.parametrize(("before", "mad"), [(0, False), (1, False), (2, True)])
def test_the_third_madness_drives_mad_at_once(before, mad):
    match = scene(madness=before)
    events = open_gate(match)
    assert match.state.players[0].madness == before + 1
    assert bool(of_kinds(events, "went_mad")) == mad
    assert match.state.players[0].revealed == mad


@rule("DP-SANITY.6")
def test_a_card_can_let_a_mind_bear_more():
    match = scene("investigator", madness=2)
    own(match, 0, "elder_sign")
    events = open_gate(match)
    assert match.state.players[0].madness == 3
    assert not of_kinds(events, "went_mad")
    sanity_test(match, 0)
    assert match.state.ending == ["madness"]


@rule("DP-SANITY.6")
def test_sane_tokens_do_not_count_towards_madness():
    match = scene("investigator", madness=1)
    match.state.players[0].sane = 4
    fill_bag(match, *MADNESS)
    open_gate(match)
    assert not match.state.ending


@rule("DP-SANITY.7")
def test_madness_at_a_gate_destroys_the_recruited_agent_who_acted():
    match = scene(madness=1)
    agent(match, 0, "moses_fleet", "chicago", zone="discard")
    agent(match, 0, "carl_jung", "chicago", zone="discard")
    open_gate(match, "moses_fleet")
    assert "moses_fleet" not in match.state.agents
    assert places_of_card(match, "moses_fleet") == ["destroyed"]
    assert "carl_jung" in match.state.agents
    assert match.state.places["chicago"].gate_owner == 0


@rule("DP-SANITY.8")
@pytest.mark.parametrize("card", ["ghouls", "joseph_curwen"])
def test_madness_of_an_acquired_card_destroys_no_agent(card):
    match = scene()
    agent(match, 0, "moses_fleet", "chicago")
    lay(match, "chicago", card)
    mark(match, 0, card, 1)
    before = {*match.state.agents}
    act(match, AcquireTarget(card))
    assert match.state.players[0].madness == 1
    assert before <= {*match.state.agents}
    assert match.state.destroyed == []


@rule("DP-SANITY.9", "DP-HC.37")
def test_a_mad_cultist_keeps_drawing_without_further_effect():
    match = scene(madness=2)
    open_gate(match)
    assert match.state.players[0].revealed
    vp = match.state.players[0].vp
    assert_sound(match)
    for madness in (4, 5):
        sanity_test(match, 0)
        assert match.state.players[0].madness == madness
    assert not match.state.ending
    assert match.state.players[0].vp == vp
    assert match.state.turn.actions == 1


@rule("DP-SANITY.9", "DP-HC.37")
def test_a_mad_cultists_recruited_agents_still_die_at_gates():
    match = scene(madness=3, revealed=True)
    agent(match, 0, "moses_fleet", "chicago", zone="discard")
    events = open_gate(match, "moses_fleet")
    assert match.state.players[0].madness == 4
    assert "moses_fleet" not in match.state.agents
    assert not of_kinds(events, "went_mad")
    assert not match.state.ending


@rule("DP-SANITY.10", "DP-COMP.19", "DP-COMP.20")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_at_first_twelve_of_eighteen_tokens_are_madness(seats):
    match = new(seats)
    assert match.state.bag == [6, 12]
    assert look(match).bag == [6, 12]


@rule("DP-SANITY.10")
def test_the_chances_change_with_every_token_drawn():
    match = turn()
    seen = [tuple(match.state.bag)]
    for _ in range(18):
        mad = sanity_test(match, 0)
        before, after = seen[-1], tuple(match.state.bag)
        assert after == ((before[0], before[1] - 1) if mad else (before[0] - 1, before[1]))
        seen.append(after)
    assert seen[-1] == (0, 0)


@rule("DP-HC.36", "DP-LIMIT.4")
def test_with_an_empty_bag_a_test_has_no_effect():
    match = scene("investigator", madness=2, bag=(0, 0))
    agent(match, 0, "moses_fleet", "chicago")
    events = open_gate(match, "moses_fleet")
    assert not of_kinds(events, "took_token")
    assert tokens(match) == (0, 2)
    assert "moses_fleet" in match.state.agents
    assert match.state.places["chicago"].gate == "open"
    assert not match.state.ending


# -- madness --------------------------------------------------------------------------------------------------


@rule("DP-MAD.2")
@pytest.mark.parametrize("allegiance", ["cultist", *SANE_SIDES])
def test_who_goes_mad_reveals_the_allegiance(allegiance):
    match = scene(allegiance, madness=2)
    events = open_gate(match)
    assert causes(events)[0] == (0, allegiance, "madness")
    assert look(match, 1).players[0].allegiance == allegiance


@rule("DP-MAD.2")
def test_an_allegiance_that_lies_open_is_not_revealed_again():
    match = scene("investigator", madness=2, revealed=True)
    assert not [cause for cause in causes(open_gate(match)) if cause[0] == 0]


@rule("DP-MAD.3", "DP-ALLEG.7")
def test_with_a_mad_cultist_play_goes_on_and_the_card_stays_open():
    match = scene(madness=2)
    open_gate(match)
    act(match, EndTurn())
    assert not match.state.ending
    assert match.state.turn.seat == 1
    assert match.state.players[0].revealed
    assert look(match).players[0].revealed


@rule("DP-MAD.4", "DP-END.2", "DP-ALLEG.5")
@pytest.mark.parametrize("allegiance", SANE_SIDES)
def test_madness_of_anyone_else_ends_the_game_at_once(allegiance):
    match = scene(allegiance, madness=2)
    events = open_gate(match)
    assert triggers(events) == ["madness"]
    assert match.over
    assert match.state.players[0].hand == []  # the game is over, so seat 0 draws no card at the end of the turn


@rule("DP-MAD.4")
def test_madness_from_an_acquired_card_ends_the_game_too():
    match = scene("ex_cultist", madness=2)
    lay(match, "chicago", "ghouls")
    mark(match, 0, "ghouls", 1)
    act(match, AcquireTarget("ghouls"))
    assert match.over


@rule("DP-MAD.5", "DP-HC.38")
@pytest.mark.parametrize("allegiance", SANE_SIDES)
def test_the_acting_agent_is_destroyed_before_the_end_steps(allegiance):
    match = scene(allegiance, madness=2)
    hold(match, 0, "harry_houdini", zone="discard")
    agent(match, 0, "harry_houdini", "chicago", zone="discard")
    events = open_gate(match, "harry_houdini")
    kinds = [body.kind for body in events if body.kind in ("agent_lost", "match_ended")]
    assert kinds == ["agent_lost", "match_ended"]
    assert places_of_card(match, "harry_houdini") == ["destroyed"]
    assert "pink" not in scored(match, 0)


@rule("DP-MAD.6", "DP-HC.38")
@pytest.mark.parametrize("allegiance", SANE_SIDES)
def test_a_third_madness_ends_the_game_for_who_was_revealed_before_too(allegiance):
    match = scene(allegiance, madness=2, revealed=True)
    assert triggers(open_gate(match)) == ["madness"]
    assert match.over


@rule("DP-MAD.7")
def test_a_cultist_revealed_by_madness_is_safe_from_the_assassination_of_the_lead_agent():
    match = scene(madness=2)
    match.state.players[0].vp = 5
    assert is_lead_vulnerable(match, "monday")
    open_gate(match)
    assert not is_lead_vulnerable(match, "monday")


@rule("DP-HC.89", "DP-HC.45")
@pytest.mark.parametrize("allegiance", DISSENTERS)
def test_a_dissenter_gone_mad_has_no_bonus_and_the_penalty(allegiance):
    match = scene(allegiance, madness=2)
    open_gate(match)
    points = scored(match, 0)
    assert points["penalty"] == -3
    assert "unrevealed" not in points


@rule("DP-HC.45", "DP-SCORE.1")
def test_a_cultist_gone_mad_has_no_bonus():
    match = scene(madness=2)
    open_gate(match)
    finish(match)
    assert "unrevealed" not in scored(match, 0)
