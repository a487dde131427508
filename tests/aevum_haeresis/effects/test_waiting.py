"""Reactive abilities: when they take effect, their order, and that a chain of reactions ends."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import stat
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, put, set_player
from rules.aevum_haeresis.state.actions import Announce, Choose, Pass
from tests.aevum_haeresis.plot_helpers import continue_to_action, duel, fighter, manoeuvre, remove_abilities
from tests.aevum_haeresis.scenes import played
from tests.aevum_haeresis.table import card, heretic, waive
from tests.game_helpers import act, asked, of_kinds, offers, rule

GAIN: dict[str, Any] = {"op": "gold", "amount": 1}
DRAW: dict[str, Any] = {"op": "draw"}


def when(event: str, *do: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return an ability that reacts to this event.

    The keyword `ability` has further fields of the ability. All other keywords restrict the event.
    """
    return {"kind": "when", "do": list(do), **fields.pop("ability", {}), "when": {"event": event, **fields}}


@rule("AH-DATA.15", "AH-GEN.18")
def test_it_takes_effect_after_its_whole_trigger():
    match = remove_abilities(duel())
    heretic(match, ANNA, abilities=[when("gold_gained", {"op": "souls", "amount": 1})])
    events = played(match, ANNA, GAIN, DRAW)
    kinds = [body.kind for body in events]
    assert kinds.index("drew") < kinds.index("set_off") < kinds.index("souls_changed")


@rule("AH-DATA.15")
def test_abilities_that_set_each_other_off_come_to_an_end():
    match = remove_abilities(duel())
    heretic(match, ANNA, "one", abilities=[when("gold_gained", DRAW)])
    heretic(match, ANNA, "two", abilities=[when("drew", GAIN)])
    events = played(match, ANNA, GAIN)
    assert [body.card.split(".")[0] for body in of_kinds(events, "set_off")] == ["one", "two"]
    assert match.state.players[ANNA].gold == 7
    assert not match.state.due


@rule("AH-DATA.15", "AH-GEN.7", "AH-GEN.8")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_active_players_come_first_and_ones_own_in_the_order_one_likes(active: int):
    match = remove_abilities(duel(active))
    names = {seat: heretic(match, seat, f"both_{seat}", abilities=[when("passed", GAIN, who="any")]) for seat in (0, 1)}
    second = heretic(match, active, "second", abilities=[when("passed", DRAW, who="any")])
    act(match, Pass())
    assert asked(match) == (active, "due")
    assert offers(match) == [Choose(f"{names[active]}/0"), Choose(f"{second}/0")]
    events = act(match, Choose(f"{second}/0"))
    assert [body.card for body in of_kinds(events, "set_off")] == [second, names[active], names[1 - active]]


def test_of_like_abilities_nothing_is_asked():
    match = remove_abilities(duel())
    heretic(match, ANNA, abilities=[when("left", GAIN, of="opposing", what="heretic")])
    for name in ("one", "two"):
        heretic(match, BELA, name, health=1)
    both = {"what": "heretic", "whose": "opposing", "scope": "anywhere", "count": 2}
    played(match, ANNA, {"op": "damage", "amount": 1, "target": both})
    act(match, Choose("one.1.1"))
    act(match, Choose("two.1.1"))
    assert match.state.players[ANNA].gold == 7


@rule("AH-DATA.15", "AH-HC.16")
def test_it_takes_effect_though_its_card_has_left():
    match = remove_abilities(duel())
    heretic(match, ANNA, "dying", health=1, abilities=[when("damaged", {"op": "souls", "amount": 1}, of="this")])
    target = {"what": "heretic", "whose": "opposing", "scope": "anywhere"}
    played(match, BELA, {"op": "damage", "amount": 3, "target": target})
    assert match.state.players[ANNA].souls == 2


@rule("AH-DATA.15")
def test_its_conditions_and_its_limit_count_when_it_begins():
    match = remove_abilities(duel())
    poor = [{"condition": "count", "count": "gold", "most": 5}]
    heretic(
        match, ANNA, abilities=[when("passed", {"op": "gold", "amount": 3}, who="any", ability={"conditions": poor})]
    )
    limited = {"limit": "round"}
    heretic(match, BELA, "limited", abilities=[when("passed", DRAW, who="any", ability=limited)])
    act(match, Pass())
    waive(match)
    assert (match.state.players[ANNA].gold, len(match.state.players[BELA].hand)) == (8, 1)
    manoeuvre(match, "accuse", [match.state.players[BELA].damned])
    continue_to_action(match)
    act(match, Pass())
    waive(match)
    assert (match.state.players[ANNA].gold, len(match.state.players[BELA].hand)) == (8, 1)


@pytest.mark.parametrize(("deed", "role"), [("initiate", ANNA), ("block", BELA)])
def test_what_cannot_be_done_is_not_offered(deed: str, role: int):
    match = remove_abilities(duel())
    forbids = {"passive": "cannot", "deed": deed, "of": "own", "manoeuvre": "recruit"}
    put(match, role, card(match, "oath", type="event", duration="round", passives=[forbids]))
    for seat in (ANNA, BELA):
        fighter(match, seat, name=f"fighter_{seat}")
    if deed == "initiate":
        assert Announce("recruit") not in offers(match)
        assert Announce("plunder") in offers(match)
        return
    manoeuvre(match, "recruit", ["fighter_0.0.1"])
    assert match.state.man is None


def test_numbers_counted_by_a_passive_follow_what_is_counted():
    match = remove_abilities(duel())
    growing = {"passive": "alter", "stat": "damage", "amount": {"count": "souls", "each": 2, "most": 5}, "of": "self"}
    monk = heretic(match, ANNA, "monk", passives=[growing])
    for souls, damage in ((0, 1), (1, 3), (2, 5), (9, 6)):
        set_player(match, ANNA, souls=souls)
        assert stat(match, monk, "damage") == damage
