"""Section 32 of RULES.md: each keyword's main effect. The tests of other sections cover the keywords' other rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import controlled, income
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    enlisting,
    hold,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Announce, Choose, Done, DrawFrom, Join, Pass, UseHeresy
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.scenes import announce_unblocked
from tests.aevum_haeresis.table import card, heretic, lay, pay, plain_location, time, waive
from tests.aevum_haeresis.window_helpers import (
    ANY_HERETIC,
    WOUND,
    event,
    fight,
    heresy,
    hunter,
    is_asked,
    play,
    scene_with_cards,
    story,
)
from tests.game_helpers import act, asked, of_kinds, offers, rule


def use_made_up_heresy(match: Any, *ops: dict[str, Any], seat: int = ANNA) -> list[Any]:
    """Let a seat use a made-up Heretic whose Heresy has this effect. Return the events."""
    witch = heretic(match, seat, f"witch_{len(match.state.cards)}", health=9, abilities=heresy(*ops))
    return act(match, UseHeresy(f"{witch}/0"))


@rule("AH-KEY.1", "AH-GEN.11", "CF-32")
@pytest.mark.parametrize("has", [0, 1, 5])
def test_hand_over_the_other_gives_what_there_is(has: int):
    match = scene()
    set_player(match, BELA, gold=has)
    use_made_up_heresy(match, {"op": "hand_over", "gold": 2})
    given = min(2, has)
    assert [player.gold for player in match.state.players] == [5 + given, has - given]


@rule("AH-KEY.2", "AH-GEN.15", "AH-PLOT.3")
def test_an_action_is_a_manoeuvre_a_heresy_or_a_pass():
    match = scene_with_cards()
    hunter(match, ANNA)
    heretic(match, ANNA, abilities=heresy())
    assert {type(action) for action in offers(match)} == {Announce, UseHeresy, Pass}


@rule("AH-KEY.4", "AH-COST.10")
def test_a_target_is_named_when_the_card_is_paid_for():
    match = enlisting(scene_with_cards())
    for name in ("one", "two"):
        heretic(match, BELA, name)
    (mine,) = hold(match, ANNA, card(match, "bolt", type="event", do=[WOUND]))
    lay(match, ANNA, mine)
    lay(match, BELA)
    waive(match)
    events = pay(match, "two.1.1")
    assert [body.targets for body in of_kinds(events, "paid_for")] == [("two.1.1",)]


@rule("AH-KEY.6", "AH-KEY.7", "AH-READY.1", "AH-READY.3")
def test_ready_characters_may_take_part_in_a_manoeuvre_and_spent_ones_may_not():
    match = scene()
    monk = heretic(match, ANNA, icons={"recruit": 1})
    act(match, Announce("recruit"))
    assert Join(monk) in offers(match)
    match = scene()
    monk = heretic(match, ANNA, icons={"recruit": 1}, ready=False)
    act(match, Announce("recruit"))
    assert Join(monk) not in offers(match)


@rule("AH-KEY.9", "AH-LIFE.4", "AH-PLAY.2")
@pytest.mark.parametrize("fighting", [False, True])
def test_a_heretic_is_summoned_from_the_row_of_the_enlistment_only(fighting: bool):
    match = scene()
    (knife,) = hold(match, ANNA, "hired_knife")
    match = fight(match) if fighting else enlisting(match)
    lay(match, ANNA, knife)
    if fighting:
        assert knife in match.state.players[ANNA].pyre
    else:
        pay(match)
        assert match.state.cards[knife].controller == ANNA


@rule("AH-KEY.12", "AH-STORY.2", "AH-STORY.5")
def test_a_chapter_holds_one_card_and_is_revealed_for_both_together():
    match = enlisting(scene_with_cards())
    lay(match, ANNA, *hold(match, ANNA, "cold_hands", "eel_sermon"))
    events = lay(match, BELA, *hold(match, BELA, "cut_him_down"))
    revealed = of_kinds(events, "chapter_revealed")
    assert [(body.seat, body.chapter, len(body.cards)) for body in revealed] == [(ANNA, 1, 1), (BELA, 1, 1)]


@rule("AH-KEY.14", "AH-ROUND.1", "AH-ROUND.4")
def test_a_round_is_over_when_both_have_passed_in_a_row():
    match = scene()
    act(match, Pass())
    use_made_up_heresy(match, {"op": "heal"}, seat=BELA)
    act(match, Pass())
    assert match.state.round == 2
    act(match, Pass())
    assert match.state.round == 3


@rule("AH-KEY.18", "AH-GEN.14")
def test_characters_are_damned_and_heretics():
    match = scene_with_cards()
    monk = heretic(match, ANNA)
    put(match, ANNA, card(match, "lamp", type="event", duration="track", track=[1] * 4), time=0)
    put(match, ANNA, card(match, "hound", type="hunter"), host=match.state.location)
    assert controlled(match, ANNA) == [match.state.players[ANNA].damned, monk]
    target = {"what": "character", "whose": "any", "scope": "anywhere"}
    wolf = hunter(match, ANNA, "wolf", do=[{"op": "spend", "target": target}])
    act(match, Pass())
    play(match, wolf)
    named = {action.option for action in offers(match)}
    assert named == {monk, *(player.damned for player in match.state.players)}


@rule("AH-KEY.19", "AH-EXEC.1", "AH-EXEC.2", "AH-WIN.4")
def test_execution_rises_by_a_successful_accusation_and_the_third_level_loses():
    match = scene()
    set_player(match, BELA, execution=1)
    announce_unblocked(match, "accuse")
    assert match.state.players[BELA].execution == 2
    act(match, Pass())
    set_player(match, BELA, rose=False)
    set_card(match, match.state.players[ANNA].damned, ready=True)
    act(match, Announce("accuse"))
    act(match, Join(match.state.players[ANNA].damned))
    act(match, Done())
    assert (match.over, match.state.winner, match.state.reason) == (True, ANNA, "execution")


@rule("AH-KEY.20", "AH-CONFLICT.1", "AH-MAN.13")
@pytest.mark.parametrize("blocked", [True, False])
def test_a_conflict_is_a_manoeuvre_that_is_blocked(blocked: bool):
    match = scene()
    if blocked:
        fight(match)
        assert is_asked(match, "conflict_draw")
        assert match.state.man is not None
        assert match.state.man.blocked
    else:
        announce_unblocked(match)
        assert asked(match) == (BELA, "act")


@rule("AH-KEY.21", "AH-COST.1", "AH-COST.3")
def test_a_cost_is_met_whole_or_not_at_all():
    match = enlisting(scene())
    set_player(match, ANNA, gold=4)
    (dear,) = hold(match, ANNA, card(match, "dear", cost={"gold": 4, "souls": 2}))
    lay(match, ANNA, dear)
    assert dear in match.state.players[ANNA].pyre
    assert (match.state.players[ANNA].gold, match.state.players[ANNA].souls) == (4, 1)


@rule("AH-KEY.22", "AH-CONS.1", "AH-CONS.2", "AH-CONS.3", "AH-CONS.7")
@pytest.mark.parametrize("kind", ["recruit", "plunder", "accuse"])
def test_a_successful_manoeuvre_has_its_consequence(kind: str):
    match = scene()
    plain_location(match, 2, 1, 3, 0)
    announce_unblocked(match, kind)
    found = match.state.players[ANNA].souls, len(match.state.players[BELA].plot), match.state.players[BELA].execution
    assert found == {"recruit": (3, 30, 0), "plunder": (1, 24, 0), "accuse": (1, 30, 1)}[kind]


@rule("AH-KEY.24", "AH-ZONE.3", "AH-ZONE.4")
def test_the_pyre_takes_what_is_discarded_used_up_destroyed_or_sacrificed():
    match = enlisting(scene())
    monk, victim = heretic(match, ANNA, "monk"), heretic(match, BELA, "victim")
    levy, cost = hold(match, ANNA, card(match, "feast", type="event", do=[WOUND], cost={"cards": 1}), "cold_hands")
    lay(match, ANNA, levy)
    waive(match)
    pay(match, victim)
    assert {levy, cost} <= {*match.state.players[ANNA].pyre}
    assert victim in match.state.players[BELA].pyre
    use_made_up_heresy(acting(match, ANNA), {"op": "sacrifice", "who": "me"})
    act(match, Choose(monk))
    assert monk in match.state.players[ANNA].pyre


@rule("AH-KEY.25", "AH-MAN.1", "AH-MAN.2")
def test_the_three_manoeuvres_are_actions():
    match = scene()
    assert {action.manoeuvre for action in offers(match, Announce)} == {"plunder", "recruit", "accuse"}
    announce_unblocked(match)
    assert (time(match), asked(match)) == (1, (BELA, "act"))


@rule("AH-KEY.26", "AH-ZONE.1", "AH-ZONE.2")
def test_on_the_verge_a_card_takes_effect_and_not_before():
    match = enlisting(scene())
    (almsgiver,) = hold(match, ANNA, "veiled_almsgiver")
    assert income(match, ANNA) == 3
    lay(match, ANNA, almsgiver)
    assert income(match, ANNA) == 3
    events = pay(match)
    assert [body.card for body in of_kinds(events, "entered")] == [almsgiver]
    assert income(match, ANNA) == 4


@rule("AH-KEY.28", "AH-LIFE.17", "AH-CARD.10")
def test_a_camp_brings_gold_in_the_prologue_and_has_an_ability():
    match = scene()
    camp = match.state.players[ANNA].camp
    hold(match, ANNA, "cold_hands")
    assert UseHeresy(f"{camp}/0") in offers(match)
    with arrange(match) as state:
        player = state.players[ANNA]
        player.plot += player.hand
        player.hand = []
    act(match, Pass())
    act(match, Pass())
    assert match.state.players[ANNA].gold == 5 + match.content.cards[camp.partition(".")[0]].income


@rule("AH-KEY.29", "AH-GEN.10", "CF-33")
@pytest.mark.parametrize("gold", [0, 3])
def test_who_must_choose_cannot_choose_what_cannot_be_fulfilled(gold: int):
    match = scene()
    set_player(match, BELA, gold=gold)
    hold(match, BELA, "levy")
    lose, discard = {"op": "gold", "amount": -1, "who": "opponent"}, {"op": "discard", "who": "opponent"}
    use_made_up_heresy(match, {"op": "choice", "who": "opponent", "ways": [[lose], [discard]]})
    waive(match)
    if gold:
        assert asked(match) == (BELA, "choose")
        assert len(offers(match)) == 2
    else:
        assert match.state.players[BELA].hand == []


@rule("AH-KEY.29", "AH-DCS.17")
def test_an_effect_asks_the_players_it_names():
    match = scene_with_cards()
    for name in ("one", "two"):
        heretic(match, BELA, name)
    tale = story(match, ANNA, do=[{"op": "damage", "target": ANY_HERETIC}])
    feast = event(match, BELA, do=[{"op": "gold", "amount": 1}])
    assert {tale, feast} <= {*match.state.players[ANNA].hand, *match.state.players[BELA].hand}
    wolf = hunter(match, ANNA, do=[{"op": "sacrifice"}])
    act(match, Pass())
    play(match, wolf)
    assert asked(match) == (BELA, "choose")
    assert Done() not in offers(match)
    assert DrawFrom("none") not in offers(match)
