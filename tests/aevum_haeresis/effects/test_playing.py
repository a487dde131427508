"""Section 7 of RULES.md: playing cards from the hand."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, enlisting, hold, scene, set_card
from rules.aevum_haeresis.state.actions import Announce, Choose, Join, Lay, Pass, PlayDem, UseHeresy, Waive
from tests.aevum_haeresis.scenes import (
    MIXED_COST,
    continue_until,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pay,
    question,
    recruit,
    skulls,
)
from tests.aevum_haeresis.table import card, heretic, take_away, waive, window
from tests.aevum_haeresis.window_helpers import GAIN, dem, event, heresy, hunter, minimal_action
from tests.game_helpers import act, asked, of_kinds, offers, rule

LEVEL = pytest.mark.parametrize("place", ["enlistment", "conflict"])
TYPES = pytest.mark.parametrize("type_", ["heretic", "hunter", "story", "event"])


def hold_affordable(match, seat, type_, name="mine", **fields):
    """Give a seat an affordable card of this type in hand. Return its id."""
    made = {
        "story": {"band": skulls(skull=False), "do": [GAIN]},
        "event": {"do": [GAIN]},
        "hunter": {"do": [GAIN]},
        "heretic": {},
    }[type_]
    return hold(match, seat, card(match, name, type=type_, **{**made, **fields}))[0]


def laid(match, place, mine):
    return enlist(match, anna=[mine]) if place == "enlistment" else fight(match, anna=[mine])


PLAYABLE = {("heretic", "enlistment"), ("event", "enlistment"), ("event", "conflict"), ("story", "conflict")}


@rule("AH-PLAY.2", "AH-PLAY.3", "AH-PLAY.4", "AH-PLAY.5", "AH-PLAY.9", "AH-HC.14", "AH-HC.47")
@LEVEL
@TYPES
def test_which_types_can_be_played_from_which_row(type_, place):
    match = scene()
    mine = hold_affordable(match, ANNA, type_)
    laid(match, place, mine)
    assert ((question(match)[1] == "offer"), is_in_pyre(match, ANNA, mine)) == (
        (True, False) if (type_, place) in PLAYABLE else (False, True)
    )
    assert match.state.players[ANNA].gold >= 5


@rule("AH-PLAY.10", "AH-STORY.1", "AH-HC.47")
@LEVEL
@TYPES
def test_any_card_of_the_hand_can_be_laid(type_, place):
    match = scene()
    mine = hold_affordable(match, ANNA, type_, cost={"gold": 9})
    if place == "enlistment":
        enlisting(match)
    else:
        act(match, Announce("plunder"))
        waive(match)
        for seat in (ANNA, BELA):
            act(match, Join(match.state.players[seat].damned), seat)
    assert offers(match, Lay) == [Lay(mine)]


@rule("AH-PLAY.1")
def test_the_hand_is_not_played_from_outside_rows_and_windows():
    match = scene()
    for type_ in ("heretic", "hunter", "story", "event"):
        hold_affordable(match, ANNA, type_, type_, **({"dem": ["conflict_end"]} if type_ != "heretic" else {}))
    assert {type(one) for one in offers(match)} == {Announce, UseHeresy, Pass}
    act(match, Pass())
    assert not offers(match, PlayDem)  # the cards can be played only in another window
    fight(acting(match, ANNA))
    continue_until(match, "conflict_end")
    assert {one.card for one in offers(match, PlayDem)} == {"event.0.1", "hunter.0.1", "story.0.1"}


@rule("AH-PLAY.5")
@pytest.mark.parametrize(("rows", "place", "can"), [
    (["conflict"], "enlistment", False), (["conflict"], "conflict", True),
    (["enlistment"], "enlistment", True), (["enlistment"], "conflict", False),
])  # fmt: skip
def test_a_text_can_restrict_the_rows_of_an_event(rows, place, can):
    match = scene()
    mine = hold_affordable(match, ANNA, "event", rows=rows)
    laid(match, place, mine)
    assert (question(match)[1] == "offer") is can


@rule("AH-PLAY.5", "AH-COST.7", "AH-HC.15", "AH-DIS.14")
def test_an_event_in_a_conflict_needs_neither_caster_nor_icon():
    match = scene()
    mine = hold_affordable(match, ANNA, "event")
    monk = heretic(match, ANNA, "monk", icons={"plunder": 1})
    fight(match, team=[monk], anna=[mine])
    take_away(match, monk)
    (paid,) = of_kinds(pay(match), "paid_for")
    assert paid.caster == ""
    assert match.state.players[ANNA].gold >= 6


@rule("AH-ICON.2", "AH-ICON.3", "AH-ICON.4")
@pytest.mark.parametrize(("kind_", "can"), [("plunder", True), ("recruit", False), ("accuse", False)])
def test_a_story_is_played_only_where_its_icon_is_white(kind_, can):
    match = scene()
    band = {"plunder": {"colour": "white"}, "recruit": {"colour": "black"}}
    tale = hold_affordable(match, ANNA, "story", band=band, cost={"gold": 1})
    fight(match, kind_, anna=[tale])
    assert (question(match)[1] == "offer") is can
    if not can:
        assert is_in_pyre(match, ANNA, tale)
        assert match.state.players[ANNA].gold >= 5


@rule("AH-PLAY.6", "AH-DEM.5")
@pytest.mark.parametrize("windows", [["heresy_paid"], ["pass_declared", "heresy_resolved"]])
def test_what_stands_after_the_deus_ex_machina_limits_its_windows(windows):
    match = scene()
    hold_affordable(match, ANNA, "event", dem=windows)
    saint = heretic(match, ANNA, "saint", abilities=[*heresy(), *dem(windows=windows)])
    hold_unplayable(match, BELA, 1)
    found = []
    for action in (UseHeresy(f"{saint}/0"), Announce("plunder"), Pass()):
        acting(match, ANNA)
        set_card(match, saint, used=[])
        act(match, action)
        while window(match):
            if asked(match)[0] == ANNA and {one.card for one in offers(match) if one != Waive()} == {
                "mine.0.1",
                f"{saint}/1",
            }:
                found.append(window(match))
            act(match, Waive())
    assert sorted(found) == sorted(windows)


@rule("AH-PLAY.7", "AH-COST.2")
def test_a_card_played_by_deus_ex_machina_pays_all_its_costs():
    match = scene()
    leader = match.state.players[ANNA].damned
    tale = hold_affordable(
        match, ANNA, "story", dem=["chapter_revealed"], cost=MIXED_COST, band=skulls(), modifier=1, do=[]
    )
    (thrown,) = hold_unplayable(match, ANNA, 1)
    bond = {"duration": "attached", "attachment": {"type": "relic"}, "dem": ["chapter_revealed"], "do": []}
    relic = hold_affordable(match, ANNA, "event", "relic", **bond)
    fight(match, bela=hold_unplayable(match, BELA, 1))
    act(match, PlayDem(tale))
    act(match, Choose(thrown))
    player = match.state.players[ANNA]
    assert (player.gold, player.souls, player.hand) == (3, 0, [relic])
    assert match.state.cards[match.state.players[BELA].damned].damage == 3
    act(match, PlayDem(relic))
    assert match.state.cards[relic].host == leader


@rule("AH-PLAY.7", "AH-HUNT.2")
@pytest.mark.parametrize("cost", [{"gold": 6}, {"souls": 2}, {"cards": 1}, {"sacrifice": True}])
def test_what_cannot_be_paid_for_is_not_offered_in_a_window(cost):
    match = scene()
    hunter(match, ANNA, cost=cost)
    act(match, Pass())
    assert offers(match) == [Waive()]


@rule("AH-PLAY.7", "AH-COST.6")
@pytest.mark.parametrize("others", [1, 2])
def test_a_card_played_from_the_hand_does_not_pay_for_itself(others):
    match = scene()
    hound = hunter(match, ANNA, cost={"cards": 2})
    hold_unplayable(match, ANNA, others)
    act(match, Pass())
    assert (PlayDem(hound) in offers(match)) is (others == 2)


@rule("AH-PLAY.8", "AH-HC.14")
def test_a_story_with_deus_ex_machina_is_played_only_inside_a_conflict_with_an_able_character():
    match = scene()
    names = ["pass_declared", "manoeuvre_announced", "chapter_revealed", "conflict_end", "consequences_done"]
    names += ["conflict_time_advanced"]
    tale = hold_affordable(match, ANNA, "story", dem=names)
    hold_unplayable(match, BELA, 1)
    found = []
    act(match, Announce("plunder"))
    while match.state.man is not None or window(match):
        seat, _ = question(match)
        if seat == ANNA and PlayDem(tale) in offers(match, seat=ANNA):
            found.append(window(match))
        able = [Join(match.state.players[seat].damned)]
        action = next((one for one in able if one in offers(match, seat=seat)), minimal_action(match))
        act(match, action, seat)
    assert found == ["conflict_end", "consequences_done"]
    enlist(match, bela=match.state.players[BELA].hand)
    assert window(match) == "chapter_revealed"
    assert not offers(match, PlayDem)


@rule("AH-PLAY.8", "AH-COST.8")
def test_without_a_team_of_ones_own_such_a_story_cannot_be_played():
    match = scene()
    monk = heretic(match, ANNA, "monk", icons={"plunder": 1}, health=1)
    tale = hold_affordable(match, ANNA, "story", dem=["conflict_end"])
    kill = event(match, BELA, "kill", do=[{"op": "damage", "target": {"what": "heretic"}}])
    fight(match, team=[monk], bela=[kill])
    pay(match)
    continue_until(match, "conflict_end")
    assert is_in_pyre(match, ANNA, monk)
    assert PlayDem(tale) not in offers(match)


@rule("AH-PLAY.9", "AH-HC.47", "AH-MAN.23")
def test_no_heretic_joins_a_conflict_under_way():
    match = scene()
    monk = recruit(match, ANNA, "monk", icons={"plunder": 5})
    heretic(match, ANNA, "late", icons={"plunder": 5})
    fight(match, anna=[monk])
    assert is_in_pyre(match, ANNA, monk)
    continue_until(match, "conflict_draw")
    assert match.state.man is not None
    assert match.state.man.teams[ANNA] == [match.state.players[ANNA].damned]
