"""Section 5 of RULES.md: the seven card types, and how long their cards stay in play."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import kind, stat
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    hold,
    location,
    new,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import (
    Announce,
    Choose,
    Decline,
    Done,
    Join,
    Pass,
    PlayDem,
    PutLocation,
    UseHeresy,
)
from tests.aevum_haeresis.scenes import (
    announce_unblocked,
    continue_until,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    question,
    recruit,
    skulls,
    to_discards,
)
from tests.aevum_haeresis.table import card, heretic, plain_location, waive
from tests.aevum_haeresis.window_helpers import GAIN, event, heresy, hunter, play, seats_of, story
from tests.game_helpers import act, asked, kinds_of, of_kinds, offers, rule

lasting = pytest.mark.parametrize("type_", ["story", "event"])
HURT = {"op": "damage", "target": {"scope": "anywhere"}}


def damage_by_event(match, seat, victim, amount, name="blow"):
    """Let an Event in this seat's Enlistment row deal damage to a character."""
    made = event(match, seat, name, do=[{**HURT, "amount": amount}])
    enlist(match, **{"anna" if seat == ANNA else "bela": [made]})
    others = [one for one in match.state.cards if match.content.cards[kind(one)].type in ("damned", "heretic")]
    own = [one for one in others if match.state.cards[one].controller == match.state.cards[victim].controller]
    pay(match, *([victim] if len(own) > 1 else []))


def damage_by_stories(match, victim, *damages, block=()):
    """Let Anna's Stories deal these amounts of damage, one Story in each Chapter of a Conflict."""
    knight = heretic(match, ANNA, "knight", icons={"plunder": 1}, damage=0)
    tales = [
        story(match, ANNA, f"tale_{number}", band=skulls(), modifier=damage) for number, damage in enumerate(damages)
    ]
    fight(match, team=[knight], block=[victim, *block], anna=tales)
    for _ in damages:
        if question(match)[1] == "offer":
            pay(match, *([victim] if block else []))


# -- Damned ---------------------------------------------------------------------------------------------------------


@rule("AH-LIFE.1", "AH-SETUP.1")
def test_the_damned_lies_face_up_from_the_start_and_is_in_no_deck():
    match = new()
    for player in match.state.players:
        assert player.damned in match.state.cards
        hidden = [*player.plot, *player.heretics, *player.hand, *player.locations, *player.background]
        assert "damned" not in {match.content.cards[kind(one)].type for one in hidden}


@rule("AH-LIFE.2", "AH-WIN.5", "AH-DMG.5")
@pytest.mark.parametrize(("blow", "falls"), [(4, False), (5, True), (9, True)])
def test_the_damned_stays_until_its_collected_damage_reaches_its_health(blow, falls):
    match = scene()
    leader = match.state.players[BELA].damned
    set_card(match, leader, damage=11)  # the Damned's Health is 16
    pass_round(match)
    assert match.state.cards[leader].damage == 11
    damage_by_event(match, ANNA, leader, blow)
    assert is_in_pyre(match, BELA, leader) is falls
    assert not match.over


@rule("AH-LIFE.3", "AH-HC.1")
def test_a_player_goes_on_without_the_damned():
    match = scene()
    leader = match.state.players[BELA].damned
    relic = put(match, BELA, "saints_knuckle", host=leader)
    monk = heretic(match, BELA, "monk", icons={"plunder": 1})
    damage_by_event(match, ANNA, leader, 20)
    assert is_in_pyre(match, BELA, leader)
    assert is_in_pyre(match, BELA, relic)
    acting(match, BELA)
    # the icons for the other manoeuvres were only on the Damned
    assert [one.manoeuvre for one in offers(match, Announce)] == ["plunder"]
    announce_unblocked(match, "plunder", monk)
    pass_round(match)
    waive(match)
    assert asked(match)[1] == "row"  # the Damned is gone, so its start-of-Round effect asks nothing
    assert match.state.players[BELA].gold == 9  # the Camp still pays its income
    assert not match.over


# -- Heretic --------------------------------------------------------------------------------------------------------


@rule("AH-LIFE.4", "AH-KEY.9", "AH-PLAY.2")
def test_a_heretic_enters_only_from_the_enlistment_row_and_paid_for():
    match = scene()
    paid, let_go = recruit(match, ANNA, "paid", cost={"gold": 3}), recruit(match, ANNA, "let_go")
    enlist(match, anna=[paid, let_go])
    pay(match)
    assert paid in match.state.cards
    assert match.state.players[ANNA].gold == 2
    act(match, Decline())
    assert is_in_pyre(match, ANNA, let_go)


@rule("AH-LIFE.5", "AH-DMG.4")
@pytest.mark.parametrize(("damages", "falls"), [((2, 2), False), ((3,), True), ((2, 4), True)])
def test_a_heretic_stays_until_one_instance_reaches_its_health(damages, falls):
    match = scene()
    victim = heretic(match, BELA, "victim", icons={"plunder": 1}, health=3)
    damage_by_stories(match, victim, *damages)
    assert is_in_pyre(match, BELA, victim) is falls
    if not falls:
        assert match.state.cards[victim].damage == 0


@rule("AH-LIFE.5")
def test_an_effect_can_send_a_heretic_to_the_pyre_without_damage():
    match = scene()
    victim = heretic(match, BELA, "victim", health=9)
    made = event(match, ANNA, "ban", do=[{"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}])
    enlist(match, anna=[made])
    assert not of_kinds(pay(match), "damaged")
    assert is_in_pyre(match, BELA, victim)


# -- Hunter ---------------------------------------------------------------------------------------------------------


@rule("AH-LIFE.6", "AH-PLAY.3", "AH-HUNT.8")
@pytest.mark.parametrize("place", ["enlistment", "conflict"])
def test_a_hunter_in_a_row_goes_to_the_pyre_without_being_asked_for(place):
    match = scene()
    hound = hunter(match, ANNA)
    if place == "enlistment":
        enlist(match, anna=[hound])
    else:
        fight(match, anna=[hound])
    assert is_in_pyre(match, ANNA, hound)
    assert match.state.players[ANNA].gold == 5


@rule("AH-LIFE.6", "AH-PLAY.1")
def test_a_hunter_is_played_from_the_hand_in_a_window_alone():
    match = scene()
    hound = hunter(match, ANNA)
    assert not offers(match, PlayDem)
    act(match, Pass())
    play(match, hound)
    assert hound in match.state.cards


@rule("AH-LIFE.7", "AH-HUNT.4")
@seats_of
def test_a_hunters_upper_block_comes_first_and_then_it_is_attached(seat):
    match = scene(seat)
    cut = {"passive": "alter", "stat": "health", "amount": -1, "of": "opposing"}
    hound = hunter(match, seat, do=[{"op": "damage", "amount": 2, "target": {"what": "heretic"}}], passives=[cut])
    victim = heretic(match, 1 - seat, "victim", health=3)
    act(match, Pass())
    events = play(match, hound)
    assert kinds_of(events, "damaged", "entered") == ["damaged", "entered"]
    # the Hunter's damage comes before its effect on Health, so 2 damage doesn't kill a victim with Health 3
    assert victim in match.state.cards
    assert stat(match, victim, "health") == 2
    assert match.state.cards[hound].host == match.state.location


@rule("AH-LIFE.8", "AH-DIS.16")
def test_a_hunter_goes_at_the_end_of_the_round_or_with_its_location():
    match = scene()
    first, second = hunter(match, ANNA, "first"), hunter(match, ANNA, "second")
    location(match, "causeway_village", ANNA, time=3)
    act(match, Announce("plunder"))
    play(match, first)
    waive(match)
    act(match, Join(match.state.players[ANNA].damned))
    act(match, Done())
    continue_until(match, "act")
    assert is_in_pyre(match, ANNA, first)
    hold_unplayable(match, ANNA, 1)
    act(match, Pass())
    waive(match)
    act(match, Pass())
    play(match, second)
    to_discards(match)
    assert second in match.state.cards
    pass_round(match)
    assert is_in_pyre(match, ANNA, second)


# -- Story and Event --------------------------------------------------------------------------------------------------


def play_with_duration(match, type_, duration, name="mine", **fields):
    """Let Anna play a Story or Event with this duration in a Conflict. Return its id."""
    rows = {"rows": ["conflict"]} if type_ == "event" else {"band": skulls(skull=False)}
    until = {"conflict": "conflict", "round": "round"}.get(duration, "round")
    ops = [{"op": "gold", "amount": 1}] if duration == "immediate" else []
    ops += [] if duration == "immediate" else [{"op": "shield", "amount": 1, "until": until}]
    made = hold(match, ANNA, card(match, name, type=type_, duration=duration, do=ops, **rows, **fields))[0]
    fight(match, anna=[made])
    pay(match)
    return made


@rule("AH-LIFE.9", "AH-LIFE.13", "AH-STORY.14")
@lasting
def test_an_immediate_effect_is_followed_by_the_pyre(type_):
    match = scene()
    made = play_with_duration(match, type_, "immediate")
    assert match.state.players[ANNA].gold == 6
    assert is_in_pyre(match, ANNA, made)


@rule("AH-LIFE.10", "AH-LIFE.14", "AH-EPILOGUE.4")
@lasting
def test_what_lasts_for_the_round_stays_aside_to_its_end(type_):
    match = scene()
    made = play_with_duration(match, type_, "round")
    continue_until(match, "act")
    assert match.state.cards[made].until == "round"
    hold_unplayable(match, BELA, 1)
    to_discards(match)
    assert made in match.state.cards
    continue_until(match, "row")
    assert is_in_pyre(match, ANNA, made)


@rule("AH-LIFE.11", "AH-LIFE.14", "AH-HC.32", "AH-CONFLICT.26")
@lasting
def test_what_lasts_for_the_conflict_stays_aside_to_its_end(type_):
    match = scene()
    hold_unplayable(match, BELA, 1)
    made = play_with_duration(match, type_, "conflict")
    for place in ("conflict_end", "consequences_done"):
        continue_until(match, place)
        assert match.state.cards[made].until == "conflict"
        assert match.state.mods
    continue_until(match, "conflict_time_advanced")
    assert is_in_pyre(match, ANNA, made)
    assert not match.state.mods


@rule("AH-LIFE.12", "AH-LIFE.15", "AH-HC.32", "AH-DIS.20", "AH-ATT.10")
@lasting
@pytest.mark.parametrize("duration", ["conflict", "round"])
def test_no_one_can_interact_with_what_lasts(type_, duration):
    match = scene()
    monk = heretic(match, ANNA, "monk")
    blade = put(match, ANNA, "saints_knuckle", host=monk)
    for what in ("character", "attachment", "hunter"):
        target = {"what": what, "whose": "any", "scope": "anywhere"}
        event(match, BELA, f"ban_{what}", do=[{"op": "destroy", "target": target}], dem=["conflict_end"])
    made = play_with_duration(match, type_, duration)
    continue_until(match, "conflict_end")
    assert made in match.state.cards
    assert {one.card for one in offers(match, PlayDem)} == {"ban_attachment.1.1", "ban_character.1.1"}
    act(match, PlayDem("ban_attachment.1.1"))
    assert is_in_pyre(match, ANNA, blade)
    act(match, PlayDem("ban_character.1.1"))
    assert made not in {one.option for one in offers(match, Choose)}


@rule("AH-LIFE.16", "AH-ATT.3", "AH-KEY.5")
def test_an_attachment_stays_as_long_as_it_says_or_its_host_does():
    match = scene()
    monk = heretic(match, ANNA, "monk", health=2)
    attached = {"type": "event", "duration": "attached", "do": [GAIN]}
    lasting_, short = (
        card(match, f"thing_{until}", attachment={"type": "relic", "most": 3, "until": until}, **attached)
        for until in ("game", "round")
    )
    enlist(match, anna=hold(match, ANNA, lasting_, short))
    pay(match, monk)
    pay(match, monk)
    assert {one for one, placed in match.state.cards.items() if placed.host == monk} == {
        f"{lasting_}.0.1",
        f"{short}.0.1",
    }
    pass_round(acting(match, ANNA))
    assert is_in_pyre(match, ANNA, f"{short}.0.1")
    assert match.state.cards[f"{lasting_}.0.1"].host == monk
    damage_by_event(match, BELA, monk, 2)
    assert is_in_pyre(match, ANNA, f"{lasting_}.0.1")


# -- Camp and Location ------------------------------------------------------------------------------------------------


@rule("AH-LIFE.17", "AH-SETUP.1")
def test_the_camp_enters_at_setup_and_nothing_can_be_done_to_it():
    match = scene()
    camps = {player.camp for player in match.state.players}
    assert camps <= set(new().state.cards)
    destroy = {"op": "destroy", "target": {"whose": "any", "scope": "anywhere"}}
    enlist(match, anna=[event(match, ANNA, "ban", do=[destroy])])
    pay(match)
    assert not camps & {one.option for one in offers(match, Choose)}


@rule("AH-LIFE.18", "AH-HERESY.4")
def test_the_heresy_of_the_camp_can_be_used_once_a_round():
    match = scene(BELA)
    camp = f"{match.state.players[BELA].camp}/0"  # the Heresy of Béla's Camp: pay 2 gold to ready a character
    set_player(match, BELA, gold=9)
    for _ in range(2):
        heretic(match, BELA, ready=False)
    assert UseHeresy(camp) in offers(match)
    act(match, UseHeresy(camp))
    if asked(match)[1] == "name":
        act(match, offers(match)[0])
    continue_until(match, "act")
    acting(match, BELA)
    assert UseHeresy(camp) not in offers(match)


@rule("AH-LIFE.19", "AH-SETUP.15")
def test_the_first_location_enters_at_setup():
    match = GAME.new(2, "any")
    for _ in range(3):
        seat, _ = question(match)
        act(match, offers(match)[0], seat)
    assert (question(match)[1], match.state.location) == ("location", "")
    act(match, offers(match)[0])
    assert match.state.cards[match.state.location].time == 0


@rule("AH-LIFE.20", "AH-TIME.5")
def test_a_location_stays_to_the_end_of_its_night_and_is_replaced():
    match = scene()
    first = plain_location(match, 2, 1, 3, 0, time=2)
    announce_unblocked(match, "plunder")
    assert match.state.cards[first].time == 3
    announce_unblocked(match, "plunder")
    assert is_in_pyre(match, ANNA, first)
    act(match, offers(match, PutLocation)[0])
    assert match.state.cards[match.state.location].time == 0


@rule("AH-LIFE.21", "AH-HERESY.3")
@seats_of
def test_the_heresy_of_a_location_is_its_placers_and_once_a_round(seat):
    match = scene()
    place = location(match, card(match, "chapel", type="location", track=[1] * 4, abilities=heresy()), seat)
    acting(match, 1 - seat)
    assert UseHeresy(f"{place}/0") not in offers(match)
    acting(match, seat)
    act(match, UseHeresy(f"{place}/0"))
    continue_until(match, "act")
    assert match.state.players[seat].gold == 6
    acting(match, seat)
    assert UseHeresy(f"{place}/0") not in offers(match)
