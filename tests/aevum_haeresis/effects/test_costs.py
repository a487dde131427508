"""Section 6 of RULES.md: costs, which are paid in full or not at all."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, scene, set_player
from rules.aevum_haeresis.state.actions import Choose, PayFor, UseHeresy
from tests.aevum_haeresis.scenes import (
    MIXED_COST,
    SOUL,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pay,
    question,
    skulls,
    souls,
)
from tests.aevum_haeresis.table import heretic, take_away, waive
from tests.aevum_haeresis.window_helpers import GAIN, dem, event, heresy, seats_of, story, use
from tests.game_helpers import act, asked, kinds_of, look, of_kinds, offers, rule

PAIN = {"op": "damage", "amount": 1, "target": {"what": "heretic", "scope": "anywhere"}}


def is_offered(match, cost=None, *, hand=0, name="dear", **fields):
    """Reveal an Event of Anna's with this cost, and return whether Anna is asked to pay.

    Check that the Event is in the Pyre if she isn't asked.
    """
    hold_unplayable(match, ANNA, hand)
    made = event(match, ANNA, name, cost=cost or {}, **{"do": [GAIN], **fields})
    enlist(match, anna=[made])
    waive(match)
    assert (question(match)[1] == "offer") is not is_in_pyre(match, ANNA, made)
    return question(match)[1] == "offer"


def resources(match):
    player = match.state.players[ANNA]
    return player.gold, player.souls, len(player.hand)


# -- full payment or none -------------------------------------------------------------------------------------


@rule("AH-COST.1", "AH-COST.2", "AH-COST.3", "AH-KEY.21")
@pytest.mark.parametrize(
    ("gold", "souls", "hand", "can"), [(2, 1, 1, True), (1, 1, 1, False), (2, 0, 1, False), (2, 1, 0, False)]
)
def test_every_cost_must_be_met_or_nothing_is_taken(gold, souls, hand, can):
    match = scene()
    set_player(match, ANNA, gold=gold, souls=souls)
    assert is_offered(match, MIXED_COST, hand=hand) is can
    if can:
        pay(match)
        assert resources(match) == (1, 0, 0)  # the effect gave Anna 1 gold
    else:
        assert resources(match) == (gold, souls, hand)


@rule("AH-COST.2", "AH-HC.56")
def test_an_exemption_covers_only_the_part_it_names():
    match = scene()
    set_player(match, ANNA, gold=0, free=3)
    assert not is_offered(match, {"gold": 3}, do=[PAIN])  # Anna's exemption covers the 3 gold, but there is no target
    match = scene()
    set_player(match, ANNA, gold=1, free=3)
    assert is_offered(match, {"gold": 4, "souls": 1})
    pay(match)
    assert resources(match) == (1, 0, 0)


@rule("AH-COST.2")
def test_an_exemption_is_used_up_by_the_next_card():
    match = scene()
    levy = event(match, ANNA, "levies", do=[{"op": "free", "gold": 3}], duration="round")
    first, second = (event(match, ANNA, name, cost={"gold": 3}) for name in ("first", "second"))
    enlist(match, anna=[levy, first, second])
    for expected in (5, 5, 2):
        pay(match)
        assert match.state.players[ANNA].gold == expected


# -- gold, souls, cards ---------------------------------------------------------------------------------------


@rule("AH-COST.4", "AH-COST.5", "AH-KEY.3")
@pytest.mark.parametrize("what", ["gold", "souls"])
@seats_of
def test_gold_and_souls_are_paid_from_the_own_stock(what, seat):
    match = scene(seat)
    set_player(match, seat, **{what: 4})
    set_player(match, 1 - seat, **{what: 9})
    made = event(match, seat, "dear", cost={what: 3})
    enlist(match, **{"anna" if seat == ANNA else "bela": [made]})
    pay(match)
    assert getattr(match.state.players[seat], what) == 1
    assert getattr(match.state.players[1 - seat], what) == 9


@rule("AH-COST.6", "AH-COST.14", "AH-HC.44")
def test_a_card_cost_is_discarded_from_the_hand_by_own_choice():
    match = scene()
    kept, thrown, other = hold(match, ANNA, "cold_hands", "eel_sermon", "old_road_tale")
    made = event(match, ANNA, "dear", cost={"cards": 2})
    enlist(match, anna=[made])
    waive(match)
    act(match, PayFor(made))
    assert {one.option for one in offers(match)} == {kept, thrown, other}
    act(match, Choose(thrown))
    assert {one.option for one in offers(match)} == {kept, other}
    act(match, Choose(other))
    assert match.state.players[ANNA].hand == [kept]
    assert is_in_pyre(match, ANNA, thrown)
    assert is_in_pyre(match, ANNA, other)


@rule("AH-COST.20", "AH-RES.3")
def test_souls_can_be_paid_with_ten_of_them():
    match = scene()
    souls(match, 9)
    grace = heretic(
        match, ANNA, "grace", abilities=[*heresy(SOUL), *dem(cost={"souls": 1}, windows=["heresy_resolved"])]
    )
    act(match, UseHeresy(f"{grace}/0"))
    assert match.state.players[ANNA].souls == 10
    use(match, grace, 1)
    assert match.state.players[ANNA].souls == 9
    assert not match.over


# -- casters --------------------------------------------------------------------------------------------------


@rule("AH-COST.7", "AH-COST.8", "AH-HC.15", "AH-DIS.14")
def test_a_story_names_a_caster_of_the_own_team():
    match = scene()
    leader = match.state.players[ANNA].damned
    monk = heretic(match, ANNA, "monk", icons={"plunder": 1})
    heretic(match, ANNA, "idle", icons={"plunder": 1})
    tale = story(match, ANNA, do=[GAIN])
    fight(match, team=[leader, monk], anna=[tale])
    act(match, PayFor(tale))
    assert {one.option for one in offers(match)} == {leader, monk}
    (paid,) = of_kinds(act(match, Choose(leader)), "paid_for")
    assert paid.caster == leader


@rule("AH-COST.8")
@pytest.mark.parametrize(
    ("need", "able"),
    [({"stat": "plunder", "least": 2}, "strong"), ({"what": "heretic"}, "both"), ({"what": "damned"}, "")],
)
def test_a_caster_meets_what_the_card_asks_of_it(need, able):
    match = scene()
    weak = heretic(match, ANNA, "weak", icons={"plunder": 1})
    strong = heretic(match, ANNA, "strong", icons={"plunder": 2})
    tale = story(match, ANNA, do=[GAIN], need=need)
    fight(match, team=[weak, strong], anna=[tale])
    if not able:
        assert is_in_pyre(match, ANNA, tale)
        return
    (paid,) = of_kinds(pay(match, *([strong] if able == "both" else [])), "paid_for")
    assert paid.caster == strong


@rule("AH-COST.8", "AH-COST.3", "AH-CONFLICT.16")
def test_without_a_character_left_in_the_team_a_story_cannot_be_paid_for():
    match = scene()
    monk = heretic(match, ANNA, "monk", icons={"plunder": 1}, health=1)
    tale, omen = story(match, ANNA, do=[GAIN]), event(match, ANNA, "omen", do=[GAIN])
    kill = event(match, BELA, "kill", do=[PAIN])
    fight(match, team=[monk], bela=[kill], anna=[omen, tale])
    pay(match)
    pay(match)
    assert is_in_pyre(match, ANNA, monk)
    assert is_in_pyre(match, ANNA, tale)
    # at least 1 gold came from the Event in Chapter 1, which needed no caster
    assert match.state.players[ANNA].gold >= 6


@rule("AH-COST.9")
def test_one_character_can_cast_several_stories_of_a_conflict():
    match = scene()
    leader = match.state.players[ANNA].damned
    tales = [story(match, ANNA, f"tale_{number}", do=[GAIN]) for number in range(3)]
    fight(match, anna=tales)
    found = [of_kinds(pay(match), "paid_for")[0].caster for _ in tales]
    assert found == [leader] * 3


# -- targets and hosts ----------------------------------------------------------------------------------------


@rule("AH-COST.10", "AH-KEY.4")
@pytest.mark.parametrize("there", [True, False])
def test_what_affects_a_target_needs_one_when_it_is_paid_for(there):
    match = scene()
    if there:
        heretic(match, BELA, "victim")
    assert is_offered(match, do=[PAIN]) is there
    if there:
        (paid,) = of_kinds(pay(match), "paid_for")
        assert paid.targets == ("victim.1.1",)


@rule("AH-COST.10")
@pytest.mark.parametrize("there", [True, False])
def test_a_target_that_only_may_be_named_is_no_cost(there):
    match = scene()
    if there:
        heretic(match, BELA, "victim")
    assert is_offered(match, do=[{**PAIN, "target": {**PAIN["target"], "may": True}}, GAIN])
    events = pay(match, *(["nobody"] if there else []))
    assert not of_kinds(events, "damaged")
    assert match.state.players[ANNA].gold == 6


@rule("AH-COST.10", "AH-COST.19")
def test_the_target_is_named_at_payment_and_before_the_opponent_decides():
    match = scene()
    first, second = heretic(match, BELA, "first"), heretic(match, BELA, "second")
    blow = event(match, ANNA, "blow", do=[PAIN])
    fight(match, anna=[blow], bela=[event(match, BELA, "alms", do=[GAIN])])
    (paid,) = of_kinds(pay(match, second), "paid_for")
    assert paid.targets == (second,)
    assert asked(match) == (BELA, "offer")
    assert [one.targets for one in look(match, BELA).paid] == [[second]]
    assert first in match.state.cards


@rule("AH-COST.11", "AH-HC.18")
@pytest.mark.parametrize(("skull", "targets"), [(False, False), (True, False), (False, True)])
def test_a_story_without_an_applying_skull_needs_no_target_unless_its_text_does(skull, targets):
    match = scene()
    monk = heretic(match, BELA, "monk", icons={"plunder": 1}, health=1)
    text = [{"op": "spend", "target": {"what": "heretic"}}] if targets else [GAIN]
    kill = event(match, ANNA, "kill", do=[PAIN])
    tale = story(match, ANNA, band=skulls(skull=skull), do=text)
    fight(match, block=[monk], anna=[kill, tale])
    pay(match)
    assert (question(match)[1] == "offer") is not (skull or targets)


@rule("AH-COST.12", "AH-KEY.5")
@pytest.mark.parametrize(("host", "there"), [("own", True), ("own", False), ("opposing", True)])
def test_an_attachment_needs_a_character_it_may_be_attached_to(host, there):
    match = scene()
    if not there:
        take_away(match, match.state.players[ANNA].damned)
    bond = {"type": "curse", "host": host}
    assert is_offered(match, duration="attached", attachment=bond) is there
    if there:
        (paid,) = of_kinds(pay(match), "paid_for")
        assert paid.host == match.state.players[ANNA if host == "own" else BELA].damned


@rule("AH-COST.13", "AH-HC.33")
def test_the_attaching_comes_after_the_other_costs():
    match = scene()
    set_player(match, ANNA, gold=1)
    assert is_offered(match, {"gold": 1}, duration="attached", attachment={"type": "relic"}, do=[])
    events = kinds_of(pay(match), "gold_changed", "entered")
    assert events == ["gold_changed", "entered"]


@rule("AH-COST.13", "AH-SAC.4")
def test_a_host_that_would_be_lost_by_paying_cannot_be_named():
    match = scene()
    take_away(match, match.state.players[ANNA].damned)
    heretic(match, ANNA, "lonely")
    cost = {"sacrifice": True}
    bond = {"duration": "attached", "attachment": {"type": "relic"}, "do": []}
    assert not is_offered(match, cost, **bond)
    second = heretic(match, ANNA, "second")
    assert is_offered(match, cost, name="dearer", **bond)
    act(match, offers(match, PayFor)[0])
    events = act(match, Choose(second))  # only the first Heretic is left to be sacrificed
    assert of_kinds(events, "sacrificed")[0].card == "lonely.0.1"
    assert match.state.cards["dearer.0.1"].host == second


@rule("AH-COST.13")
def test_the_only_heretic_is_no_host_where_it_must_be_sacrificed():
    match = scene()
    lamb = heretic(match, ANNA, "lamb")
    assert is_offered(match, {"sacrifice": True}, duration="attached", attachment={"type": "relic"}, do=[])
    pay(match)
    assert is_in_pyre(match, ANNA, lamb)
    assert match.state.cards["dear.0.1"].host == match.state.players[ANNA].damned
