"""The "whenever" effects of mythos cards, and optional effects with a cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.dark_providence.examples.position_builder import agent, fill_bag, hold, lay, mark, own, show, turn
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    Done,
    EndTurn,
    Strike,
    UseBonus,
    UseCard,
    WorkGate,
)
from rules.dark_providence.state.state import Providence
from rules.kernel.words.translation import Translator
from tests.dark_providence.made_up_cards import action_card, bonus_card, city, icons, places_of_card
from tests.dark_providence.table import act, mythos, offers
from tests.game_helpers import look, of_kinds, rule

VP = {"op": "vp", "amount": 1}
DRAW = {"op": "draw"}


def own_mythos_with_effect(match: Providence, trigger: str, *ops: Any, seat: int = 0, card: str = "omen") -> str:
    """Give a seat a mythos card with an effect that this occasion triggers."""
    power = {"timing": "whenever", "trigger": trigger, "ways": [list(ops)]}
    own(match, seat, mythos(match, card, [power]))
    return card


def a_city(match: Providence) -> None:
    mark(match, 0, "detroit", 1)
    city(match, "detroit", control=0)
    act(match, AcquireTarget("detroit"))


def an_asset(match: Providence) -> None:
    lay(match, "chicago", "dynamite")
    mark(match, 0, "dynamite", 1)
    act(match, AcquireTarget("dynamite"))


def a_mythos_card(match: Providence) -> None:
    show(match, "nikola_tesla")
    mark(match, 0, "nikola_tesla", 1)
    act(match, AcquireTarget("nikola_tesla"))


def a_gate(face: str) -> Callable[[Providence], None]:
    def worked(match: Providence) -> None:
        city(match, "arkham", gate=0)
        act(match, action_card(match, {"op": "gate", "face": face, "any_agent": True}))
        act(match, WorkGate("arkham", face, "monday"))

    return worked


def a_murder(match: Providence) -> None:
    agent(match, 1, "wyatt_earp", "arkham")
    city(match, "arkham", control=0)
    act(match, action_card(match, {"op": "assassinate", "any_agent": True}))
    act(match, Strike("wyatt_earp", "monday"))


def madness(match: Providence) -> None:
    fill_bag(match, 0, 12)
    act(match, action_card(match, {"op": "sanity"}))


OCCASIONS: dict[str, Callable[[Providence], None]] = {
    "got_city": a_city,
    "got_asset": an_asset,
    "got_mythos": a_mythos_card,
    "opened": a_gate("open"),
    "closed": a_gate("close"),
    "killed": a_murder,
    "maddened": madness,
}


@rule("DP-CARD.20")
@pytest.mark.parametrize("trigger", OCCASIONS)
def test_a_mythos_card_works_on_its_occasion_and_on_no_other(trigger: str) -> None:
    for happens, cause in OCCASIONS.items():
        if {happens, trigger} <= {"opened", "closed", "maddened"} and happens != trigger:
            continue  # gates can't be tested separately from madness, because opening or closing a gate may cause both
        match = turn()
        own_mythos_with_effect(match, trigger, VP)
        cause(match)
        assert match.state.players[0].vp == (happens == trigger), happens


def test_the_victims_owner_is_the_one_who_lost_an_agent() -> None:
    match = turn()
    own_mythos_with_effect(match, "lost_agent", VP, seat=1)
    own_mythos_with_effect(match, "lost_agent", VP, seat=0, card="portent")
    a_murder(match)
    assert [player.vp for player in match.state.players] == [0, 1, 0]


def test_a_card_just_acquired_is_no_occasion_of_its_own() -> None:
    match = turn()
    power = {"timing": "whenever", "trigger": "got_mythos", "ways": [[VP]]}
    show(match, mythos(match, "omen", [power]))
    mark(match, 0, "omen", 1)
    act(match, AcquireTarget("omen"))
    assert match.state.players[0].vp == 0


def test_an_occasion_on_which_nothing_can_be_done_is_passed_over_in_silence() -> None:
    match = turn()
    own_mythos_with_effect(match, "got_city", {"op": "calm"})
    mark(match, 0, "detroit", 1)
    assert of_kinds(act(match, AcquireTarget("detroit")), "used") == []


def test_whose_occasion_it_is_chooses_also_in_anothers_turn() -> None:
    match = turn()
    own_mythos_with_effect(match, "lost_agent", {"op": "influence", "count": 2}, seat=1)
    a_murder(match)
    assert set(match.decisions()) == {1}
    act(match, Choose("boston"))
    assert (match.state.marks["boston"][1], match.state.turn.seat) == (2, 0)


def test_cards_played_in_anothers_turn_go_to_their_owners_discard_pile() -> None:
    match = turn()
    books = icons(match, 1, "arcane", 2)
    city(match, "boston", gate=2)
    own_mythos_with_effect(match, "lost_agent", {"op": "gate", "face": "open", "any_agent": True}, seat=1)
    a_murder(match)
    act(match, WorkGate("boston", "open", "tuesday"))
    assert match.state.places["boston"].gate_owner == 1
    assert places_of_card(match, books[0]) == ["discard 1"]


def test_a_player_without_the_icons_for_a_cost_is_asked_all_the_same() -> None:
    match = turn()
    match.state.turn.actions = 1
    hold(match, 0, "dynamite")
    priced = {"op": "pay", "cost": {"cost": "icons", "what": "wealth", "amount": 2}, "do": [VP]}
    act(match, action_card(match, {"op": "pool"}, priced))
    assert offers(match) == [Done()]
    act(match, Done())
    assert (match.state.turn.seat, match.state.players[0].vp) == (1, 0)


def test_a_price_may_be_declined_if_something_else_is_done() -> None:
    match = turn()
    priced = {"op": "pay", "cost": {"cost": "vp", "amount": 1}, "do": [{"op": "draw", "count": 3}]}
    act(match, action_card(match, priced, {"op": "pool"}))
    assert set(offers(match)) == {Choose("pay"), Done()}
    act(match, Done())
    player = match.state.players[0]
    assert (player.vp, len(player.hand), player.pool) == (0, 0, 11)


def test_a_price_is_not_asked_for_what_would_do_nothing() -> None:
    match = turn()
    use = action_card(match, {"op": "pay", "cost": {"cost": "vp", "amount": 1}, "do": [{"op": "calm"}]})
    assert use not in offers(match)


def test_a_bonus_action_may_have_a_price_for_one_card() -> None:
    match = turn()
    hold(match, 0, "dynamite")
    act(match, bonus_card(match, {"op": "pay", "cost": {"cost": "discard"}, "do": [DRAW]}))
    if offers(match, Choose):
        act(match, Choose("pay"))
    assert ("dynamite" in match.state.players[0].discard, match.state.turn.actions) == (True, 2)
    assert UseBonus("bonus_tool") not in offers(match)


def test_a_condition_that_does_not_hold_makes_a_card_useless() -> None:
    match = turn()
    use = action_card(match, {"op": "if", "when": {"count": "agents", "least": 2}, "do": [DRAW]})
    assert use not in offers(match)
    agent(match, 0, "moses_fleet", "boston")
    assert use in offers(match)


def test_a_condition_may_hold_a_price() -> None:
    match = turn()
    priced = {"op": "pay", "cost": {"cost": "vp", "amount": 1}, "do": [{"op": "draw", "count": 2}]}
    held = {"op": "if", "when": {"count": "cities"}, "do": [DRAW], "otherwise": [priced, {"op": "pool"}]}
    act(match, action_card(match, held))
    act(match, Choose("pay"))
    player = match.state.players[0]
    assert (player.vp, len(player.hand), player.pool) == (-1, 2, 11)


def test_the_end_of_the_turn_is_an_occasion_only_if_the_game_goes_on() -> None:
    for ending, vp in (([], 1), (["ritual"], 0)):
        match = turn()
        own_mythos_with_effect(match, "turn_ends", VP)
        match.state.ending[:] = ending
        if ending:
            match.start()
        else:
            act(match, EndTurn())
        assert match.state.players[0].vp == vp


def test_the_great_old_one_counts_as_the_rival() -> None:
    match = turn(1)
    use = action_card(match, {"op": "if", "when": {"count": "vp", "least": 5, "who": "rival"}, "do": [DRAW]})
    assert use in offers(match)
    assert match.state.old_one is not None
    match.state.old_one.vp = 4
    assert use not in offers(match)


@pytest.mark.parametrize("op", ["spy", "mill", "ruin", "rival_discards", "haunt"])
@rule("DP-SOLO.20")
def test_no_one_else_has_cards_or_nerves_in_solo_play(op: str) -> None:
    match = turn(1)
    assert action_card(match, {"op": op}) not in offers(match)
    assert UseCard("tool") not in offers(match)


@pytest.mark.parametrize(("op", "told"), [("spy", "This shows you Bo's hand"), ("mill", "This turns up cards from")])
def test_what_a_look_uncovers_is_told_before(op: str, told: str) -> None:
    match = turn(2)
    hold(match, 1, "dynamite")
    use = action_card(match, {"op": op})
    view, say = look(match, 0), Translator("en", ["Ana", "Bo"])
    found = [match.game.uncovers(say, view, body) for body in act(match, use)]
    assert any(line.startswith(told) for line in found)


def test_of_two_cards_on_one_occasion_the_second_waits_until_the_first_is_done() -> None:
    match = turn()
    own_mythos_with_effect(match, "lost_agent", {"op": "influence", "count": 1}, seat=1)
    own_mythos_with_effect(match, "lost_agent", {"op": "influence", "count": 2}, seat=1, card="portent")
    a_murder(match)
    assert [step.kind for step in match.state.stack].count("occasion") == 1
    act(match, Choose("boston"))
    act(match, Choose("chicago"))
    assert (match.state.marks["boston"][1], match.state.marks["chicago"][1]) == (1, 2)
