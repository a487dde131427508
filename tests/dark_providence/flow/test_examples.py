"""Section 32.1 and 32.2: the printed examples of acquiring, recovering, buying, travelling and meddling."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.routes import costs
from rules.dark_providence.state.actions import (
    AcquireTarget,
    BuyInfluence,
    DiscardCard,
    Done,
    FreeMove,
    GoTo,
    Meddle,
    RecoverInfluence,
    TakeBack,
    Travel,
)
from tests.dark_providence.making import city, give, icons, payments, power
from tests.dark_providence.table import (
    act,
    agent,
    asset,
    control,
    fetch,
    hold,
    lay,
    leave,
    mark,
    mythos,
    offers,
    pay,
    refused,
    show,
    turn,
)
from tests.table import rule

MONDAY, TUESDAY, THURSDAY, FRIDAY = 0, 1, 3, 4


# -- acquiring an agent (EX.3 to 5) ---------------------------------------------------------------------------------


def earp(*below):
    """Return Friday's turn with Wyatt Earp in New Orleans: the most influence only there."""
    match = turn(5, seat=FRIDAY)
    lay(match, "new_orleans", "wyatt_earp", *below)
    lay(match, "chicago", "returners", "tommy_guns")
    mark(match, FRIDAY, "wyatt_earp", 2)
    mark(match, MONDAY, "wyatt_earp", 1)
    for target in ("atlanta", "returners"):
        mark(match, FRIDAY, target, 1)
        mark(match, TUESDAY, target, 2)
    return match


@rule("DP-EX.3")
def test_friday_acquires_wyatt_earp():
    match = earp("cover_up")
    act(match, AcquireTarget("wyatt_earp"))
    state, friday = match.state, match.state.players[FRIDAY]
    assert friday.limbo == 2
    assert friday.discard == ["wyatt_earp"]
    assert (state.agents["wyatt_earp"].owner, state.agents["wyatt_earp"].city) == (FRIDAY, "new_orleans")
    assert state.places["new_orleans"].stack == ["cover_up"]
    assert state.marks == {"atlanta": [0, 2, 0, 0, 1], "returners": [0, 2, 0, 0, 1]}


@rule("DP-EX.4")
def test_friday_may_not_acquire_wyatt_earp_second_locked_or_with_six_agents_nor_the_others():
    match = earp("cover_up")
    assert offers(match, AcquireTarget) == [AcquireTarget("wyatt_earp")]
    assert refused(match, AcquireTarget("atlanta"))
    assert refused(match, AcquireTarget("returners"))
    match.state.locks.append("wyatt_earp")
    assert refused(match, AcquireTarget("wyatt_earp"))
    match.state.locks.clear()
    give(match, FRIDAY, "scrap")
    act(match, DiscardCard("scrap"))
    assert refused(match, AcquireTarget("wyatt_earp"))
    match = earp("cover_up")
    for name in ("adsila_chavos", "alice_ochs", "carl_jung", "eliot_ness", "moses_fleet"):
        agent(match, FRIDAY, name, "detroit")
    assert refused(match, AcquireTarget("wyatt_earp"))


@rule("DP-EX.5")
def test_wyatt_earp_was_the_last_card_of_new_orleans():
    match = earp()
    match.state.ritual = 4
    row = len(match.state.row)
    act(match, AcquireTarget("wyatt_earp"))
    assert match.state.ritual == 6
    assert len(match.state.row) == row + 1
    assert match.state.places["new_orleans"].stack == []


# -- acquiring a city (EX.6 to 8) -----------------------------------------------------------------------------------


def atlanta(zone="deck"):
    """Return Monday's turn with the most markers on Tuesday's Atlanta, whose card is in a zone of Tuesday's."""
    match = turn(5, seat=MONDAY)
    city(match, "atlanta", control=4)
    control(match, TUESDAY, "atlanta")
    if zone == "area e":
        fetch(match, "atlanta")
        match.state.area_e.append("atlanta")
    else:
        hold(match, TUESDAY, "atlanta", zone=zone)
    match.state.players[TUESDAY].vp = 7
    mark(match, MONDAY, "atlanta", 3)
    mark(match, FRIDAY, "atlanta", 1)
    return match


@rule("DP-EX.6")
def test_monday_acquires_tuesdays_atlanta():
    match = atlanta()
    rest = [card for card in match.state.players[TUESDAY].deck if card != "atlanta"]
    supply = match.state.players[FRIDAY].supply
    act(match, AcquireTarget("atlanta"))
    monday, tuesday, friday = (match.state.players[seat] for seat in (MONDAY, TUESDAY, FRIDAY))
    assert monday.limbo == 3
    assert (friday.supply, friday.limbo) == (supply + 1, 0)
    assert match.state.places["atlanta"].controller == MONDAY
    assert (monday.controls, tuesday.controls) == (11, 12)
    assert (monday.vp, tuesday.vp) == (4, 3)
    assert monday.discard == ["atlanta"]
    assert sorted(tuesday.deck) == sorted(rest)
    assert tuesday.deck != rest


@pytest.mark.parametrize(("zone", "drawn"), [("hand", 1), ("discard", 0), ("area e", 0)])
@rule("DP-EX.7")
def test_the_atlanta_card_was_somewhere_else(zone, drawn):
    match = atlanta(zone)
    tuesday = match.state.players[TUESDAY]
    deck = list(tuesday.deck)
    act(match, AcquireTarget("atlanta"))
    assert tuesday.hand == deck[:drawn]
    assert tuesday.deck == deck[drawn:]
    assert tuesday.discard == []
    assert tuesday.vp == 3
    assert match.state.players[MONDAY].discard == ["atlanta"]


@rule("DP-EX.8")
def test_agents_decide_who_has_the_most_influence_in_atlanta():
    def scene(monday, friday):
        match = turn(5, seat=MONDAY)
        mark(match, MONDAY, "atlanta", monday)
        mark(match, FRIDAY, "atlanta", friday)
        return match

    match = scene(1, 2)
    match.state.agents["monday"].city = "atlanta"
    assert refused(match, AcquireTarget("atlanta"))
    match = scene(1, 2)
    agent(match, MONDAY, "alice_ochs", "atlanta")
    assert AcquireTarget("atlanta") in offers(match)
    match = scene(0, 0)
    for name in ("alice_ochs", "carl_jung", "eliot_ness"):
        agent(match, MONDAY, name, "atlanta")
    assert refused(match, AcquireTarget("atlanta"))
    match = scene(1, 0)
    assert AcquireTarget("atlanta") in offers(match)
    match.state.agents["friday"].city = "atlanta"
    assert refused(match, AcquireTarget("atlanta"))


# -- acquiring a mythos card (EX.9 and 10) --------------------------------------------------------------------------


def yog_sothoth():
    """Return Thursday's turn after Yog-Sothoth was acquired as the first action."""
    match = turn(5, seat=THURSDAY)
    mythos(match, "yog_sothoth", [power({"op": "actions", "count": 1}, timing="acquired")])
    show(match, "hastur", "yog_sothoth", "silver_key")
    mark(match, THURSDAY, "yog_sothoth", 2)
    mark(match, THURSDAY, "hastur", 1)
    act(match, AcquireTarget("yog_sothoth"))
    return match


@rule("DP-EX.9")
def test_thursday_acquires_yog_sothoth_and_has_two_actions_left():
    match = yog_sothoth()
    assert match.state.players[THURSDAY].mythos == ["yog_sothoth"]
    assert match.state.players[THURSDAY].limbo == 2
    assert match.state.row == ["hastur", "silver_key"]
    assert match.state.turn.actions == 2


@rule("DP-EX.10")
def test_the_additional_action_is_no_second_acquisition():
    match = yog_sothoth()
    assert refused(match, AcquireTarget("hastur"))


# -- recovering and buying (EX.11 to 14) ----------------------------------------------------------------------------


def recovering(limbo, *values, **markers):
    match = turn(5, seat=THURSDAY)
    show(match, "offering")
    player = match.state.players[THURSDAY]
    leave(match, THURSDAY, supply=player.supply - limbo)
    for target, count in markers.items():
        mark(match, THURSDAY, target, count)
    return match, player, icons(match, THURSDAY, "recover", *values)


@rule("DP-EX.11")
def test_thursday_recovers_four_markers():
    match, player, cards = recovering(2, 2, 2, offering=1, boston=1)
    before = player.supply
    leave(match, THURSDAY, supply=before - 1)
    act(match, RecoverInfluence())
    pay(match, *cards)
    for target, count in (("limbo", 2), ("offering", 1), ("boston", 1)):
        act(match, TakeBack(target, count))
    assert player.supply == before - 1 + 4
    assert player.limbo == 1
    assert match.state.marks == {}
    assert match.state.turn.actions == 1
    assert sorted(player.discard) == sorted(cards)


@rule("DP-EX.12")
def test_thursday_has_fewer_markers_out_than_icons():
    match, player, cards = recovering(1, 2, 2, offering=1, boston=1)
    act(match, RecoverInfluence())
    assert tuple(cards) in payments(match)
    pay(match, *cards)
    assert player.supply == 6
    match, player, cards = recovering(1, 2, 2, offering=1)
    act(match, RecoverInfluence())
    assert payments(match) == [(card,) for card in cards]
    match, player, _ = recovering(1, 1, offering=1)
    act(match, RecoverInfluence())
    assert {offer.target for offer in offers(match)} == {"limbo", "offering"}


def buying(pool, *values):
    match = turn(5, seat=FRIDAY)
    leave(match, FRIDAY, pool=pool)
    return match, match.state.players[FRIDAY], icons(match, FRIDAY, "wealth", *values)


@rule("DP-EX.13")
def test_friday_buys_two_markers_for_five_wealth():
    match, player, cards = buying(2, 2, 3)
    act(match, BuyInfluence())
    pay(match, *cards)
    assert (player.supply, player.pool) == (8, 0)
    assert match.state.turn.actions == 1
    match, player, (one, four) = buying(12, 1, 4)
    act(match, BuyInfluence())
    assert (one, four) not in payments(match)


@rule("DP-EX.14")
def test_friday_cannot_buy_what_is_not_there_nor_with_idle_cards():
    match, player, (two, three) = buying(1, 2, 3)
    act(match, BuyInfluence())
    assert payments(match) == [(two,), (three,)]
    pay(match, three)
    assert (player.supply, player.pool) == (7, 0)
    assert refused(buying(0, 2, 3)[0], BuyInfluence())
    assert refused(buying(5, 1)[0], BuyInfluence())
    match, player, (two, other, one) = buying(5, 2, 2, 1)
    act(match, BuyInfluence())
    assert tuple(sorted((two, other, one))) not in payments(match)
    assert (two, other) in payments(match)


# -- travelling (EX.15 to 17) ---------------------------------------------------------------------------------------


def travelling(*values):
    match = turn(5, seat=MONDAY)
    match.state.agents["monday"].city = "pittsburgh"
    agent(match, MONDAY, "moses_fleet", "charleston")
    return match, icons(match, MONDAY, "wealth", *values)


@rule("DP-EX.15")
def test_monday_moves_two_agents_for_four_wealth():
    match, cards = travelling(1, 3)
    assert costs(match, "pittsburgh")["indianapolis"] == 1
    assert costs(match, "charleston")["new_orleans"] == 3
    for name, target in (("monday", "indianapolis"), ("moses_fleet", "new_orleans")):
        act(match, Travel(name))
        act(match, GoTo(target))
    assert match.state.agents["monday"].city == "indianapolis"
    assert match.state.agents["moses_fleet"].city == "new_orleans"
    assert sorted(match.state.players[MONDAY].discard) == sorted(cards)
    assert match.state.turn.actions == 1


@rule("DP-EX.16")
def test_monday_cannot_move_both_for_three_nor_play_both_cards_for_one():
    match, (one, two) = travelling(1, 2)
    act(match, Travel("monday"))
    act(match, GoTo("indianapolis"))
    if Travel("moses_fleet") in offers(match):
        act(match, Travel("moses_fleet"))
        assert GoTo("new_orleans") not in offers(match)
    match, (one, two) = travelling(1, 2)
    act(match, Travel("monday"))
    act(match, GoTo("indianapolis"))
    act(match, Done())
    assert payments(match) == [(one,), (two,)]


@rule("DP-EX.17")
def test_lillian_la_france_walks_once_a_turn_without_card_or_action():
    match, _ = travelling()
    agent(match, MONDAY, "lillian_la_france", "chicago")
    act(match, FreeMove("indianapolis"))
    assert match.state.agents["lillian_la_france"].city == "indianapolis"
    assert match.state.turn.actions == 2
    assert match.state.players[MONDAY].discard == []
    assert refused(match, FreeMove("chicago"))


# -- meddling (EX.18 and 19) ----------------------------------------------------------------------------------------


def meddling(ritual, orleans=2, rose=1):
    """Return Tuesday's turn with New Orleans and James Horus Rose in hand."""
    match = turn(5, seat=TUESDAY)
    match.state.ritual = ritual
    asset(match, "new_orleans", icons={"ritual_up": orleans})
    asset(match, "james_horus_rose", icons={"ritual_up": rose})
    hold(match, TUESDAY, "new_orleans", "james_horus_rose")
    return match


@rule("DP-EX.18")
def test_tuesday_moves_the_ritual_by_three():
    match = meddling(1)
    act(match, Meddle("ritual", "up"))
    pay(match, "new_orleans", "james_horus_rose")
    assert match.state.ritual == 4


@rule("DP-EX.19")
def test_tuesday_plays_no_idle_card_and_no_mixed_ones_and_may_end_the_game():
    match = meddling(11)
    act(match, Meddle("ritual", "up"))
    assert payments(match) == [("james_horus_rose",), ("new_orleans",)]
    match = meddling(1)
    give(match, TUESDAY, "other", investigation_down=1)
    match.state.investigation = 3
    act(match, Meddle("ritual", "up"))
    assert not any("other" in cards for cards in payments(match))
    match = meddling(10)
    fetch(match, "james_horus_rose")
    match.state.stock.append("james_horus_rose")
    act(match, Meddle("ritual", "up"))
    assert match.state.ritual == 12
    assert match.over
