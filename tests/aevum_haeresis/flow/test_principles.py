"""Section 1 of RULES.md: precedence of rules, roles, and general conventions."""

from __future__ import annotations

import random

import pytest

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    deck,
    hold,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Choose, DrawFrom, Pass, Throw, UseHeresy
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.scenes import (
    announce_unblocked,
    continue_until,
    enlist,
    fight,
    hold_unplayable,
    is_in_pyre,
    pass_round,
    pay,
    played,
    question,
    souls,
    to_discards,
)
from tests.aevum_haeresis.table import background, card, empty_pyre, heretic, waive, window
from tests.aevum_haeresis.window_helpers import (
    dem,
    event,
    heresy,
    hunter,
    minimal_action,
    play,
    scene_with_cards,
    seats_of,
    use,
)
from tests.game_helpers import act, asked, look, of_kinds, offers, rule

SPOILS = {"op": "gold", "amount": 3}


@rule("AH-GEN.1", "AH-HC.42", "AH-MAN.4")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_a_game_has_exactly_two_players(seats):
    with pytest.raises(IllegalAction):
        GAME.new(seats, "any")
    match = scene()
    assert match.state.seats == len(match.state.players) == 2
    announce_unblocked(match, "plunder")
    assert [len(player.plot) < 30 for player in match.state.players] == [False, True]


@rule("AH-GEN.2", "AH-GEN.3", "AH-KEY.11")
def test_what_a_card_says_of_its_stay_prevails_over_its_type():
    match = scene()
    guest, steady = hunter(match, ANNA, "guest"), hunter(match, ANNA, "steady", stays=True)
    act(match, Pass())
    for one in (guest, steady):
        play(match, one)
    pass_round(match)
    assert is_in_pyre(match, ANNA, guest)
    assert match.state.cards[steady].host == match.state.location


@rule("AH-GEN.4")
def test_windows_that_only_one_of_the_two_texts_grants_exist_both():
    match = scene_with_cards()
    act(match, Pass())
    assert window(match) == "pass_declared"  # only the sequence of play mentions this window
    continue_until(match, "act")
    windows = []
    fight(match)
    while match.state.man is not None or window(match):
        windows.append(window(match))
        match_step(match)
    # only the main text mentions the first window, and only the sequence of play mentions the second
    assert {"conflict_end", "conflict_time_advanced"} <= set(windows)


def match_step(match):
    seat, _ = question(match)
    act(match, minimal_action(match), seat)


@rule("AH-GEN.5", "AH-ROUND.5")
@seats_of
def test_roles_hold_for_a_whole_round_despite_actions_and_passes(seat):
    match = scene(seat)
    hold_unplayable(match, 1 - seat, 1)
    order = []
    for action in (Pass, None, Pass, Pass):
        order.append((question(match)[0], match.state.active))
        if action is None:
            announce_unblocked(match, "plunder")
        else:
            act(match, Pass())
        waive(match)
        assert match.state.active == seat
    assert order == [(seat, seat), (1 - seat, seat), (seat, seat), (1 - seat, seat)]
    pass_round(match)
    assert match.state.active == 1 - seat


@rule("AH-GEN.6")
@seats_of
def test_either_player_can_be_the_initiator(seat):
    match = scene()
    acting(match, seat)
    announce_unblocked(match, "plunder")
    assert match.state.active == ANNA
    assert len(match.state.players[1 - seat].plot) < 30 == len(match.state.players[seat].plot)


@rule("AH-GEN.7")
@seats_of
@pytest.mark.parametrize("user", [ANNA, BELA])
def test_the_active_players_effects_come_first(seat, user):
    match = scene(seat)
    for one in (ANNA, BELA):
        hold_unplayable(match, one, 1)
    events = played(match, user, {**SPOILS, "who": "both"})
    assert [body.seat for body in of_kinds(events, "gold_changed")] == [seat, 1 - seat]


@rule("AH-GEN.8", "AH-PROLOGUE.10", "AH-HC.31")
@seats_of
def test_a_player_orders_the_own_effects_of_the_same_moment(seat):
    match = scene(1 - seat)
    for one in (ANNA, BELA):
        set_player(match, one, gold=0)
    saint = heretic(match, seat, "saint", abilities=[{"kind": "start", "do": [{"op": "hand_over", "gold": 5}]}])
    monk = heretic(match, seat, "monk", abilities=[{"kind": "start", "do": [{**SPOILS, "who": "opponent"}]}])
    put(match, 1 - seat, card(match, "ruin", type="hunter", gold_icon=-5), host=match.state.location)
    continue_until(match, "start")
    assert asked(match) == (seat, "start")
    assert {action.option for action in offers(match)} >= {f"{saint}/0", f"{monk}/0"}
    before = match.state.players[seat].gold
    act(match, Choose(f"{monk}/0"))
    continue_until(match, "row")
    assert match.state.players[seat].gold == before + 3
    assert match.state.players[1 - seat].gold == 0


@rule("AH-GEN.9", "AH-HC.31", "AH-DCS.16")
def test_a_step_of_both_players_is_sealed_and_applied_together():
    match = scene()
    mine, theirs = hold_unplayable(match, ANNA, 1)[0], hold_unplayable(match, BELA, 1)[0]
    act(match, Pass())
    to_discards(match)
    assert set(match.decisions()) == {ANNA, BELA}
    events = act(match, Throw(theirs), BELA)
    assert not events
    assert theirs in match.state.players[BELA].hand
    assert theirs not in look(match, ANNA).players[BELA].pyre
    act(match, Throw(mine), ANNA)
    assert theirs in match.state.players[BELA].pyre
    assert mine in match.state.players[ANNA].pyre


@rule("AH-GEN.9", "AH-WIN.13")
def test_a_step_of_both_players_is_followed_by_one_check():
    match = scene()
    for seat in (ANNA, BELA):
        deck(match, seat, plot=1)
    fight(match)
    act(match, DrawFrom("plot"), ANNA)
    assert len(match.state.players[ANNA].plot) == 1
    act(match, DrawFrom("plot"), BELA)
    assert match.state.winner == ANNA


@rule("AH-GEN.10", "AH-KEY.29")
def test_what_cannot_be_fulfilled_cannot_be_chosen():
    ways = [
        [{"op": "discard", "who": "opponent"}],
        [{"op": "gold", "amount": -1, "who": "opponent"}],
        [{"op": "souls", "amount": -1, "who": "opponent"}],
        [{"op": "draw", "deck": "heretic"}],
    ]
    match = scene()
    set_player(match, BELA, gold=0)
    deck(match, ANNA, heretics=0)
    souls(match, 1, 0)
    hold_unplayable(match, BELA, 1)
    played(match, ANNA, {"op": "choice", "ways": ways})
    assert match.state.players[BELA].hand == []  # the only remaining option is taken automatically


@rule("AH-GEN.10")
@pytest.mark.parametrize(
    ("way", "arranged"),
    [
        ({"op": "raise", "what": "heretic"}, lambda match: empty_pyre(match, ANNA)),
        ({"op": "heal", "amount": 2}, lambda match: None),
        ({"op": "hand_over"}, lambda match: set_player(match, BELA, gold=0)),
        ({"op": "sacrifice"}, lambda match: None),
        ({"op": "call", "card": "drowned_pilgrim"}, lambda match: background(match, ANNA)),
        ({"op": "execution", "amount": -1, "who": "me"}, lambda match: None),
        ({"op": "execution", "amount": 1}, lambda match: set_player(match, BELA, rose=True)),
        ({"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}, lambda match: None),
    ],
)
def test_a_way_of_which_nothing_can_come_is_not_offered(way, arranged):
    match = scene()
    arranged(match)
    played(match, ANNA, {"op": "choice", "ways": [[way], [SPOILS]]})
    assert match.state.players[ANNA].gold == 8
    assert asked(match)[1] != "choose"


@rule("AH-GEN.10")
def test_of_no_way_that_can_be_fulfilled_none_is_asked_for():
    match = scene()
    ways = [[{"op": "heal", "amount": 1}], [{"op": "sacrifice"}]]
    played(match, ANNA, {"op": "choice", "ways": ways}, SPOILS)
    assert match.state.players[ANNA].gold == 8


@rule("AH-GEN.11", "AH-KEY.1")
@pytest.mark.parametrize(("rich", "moved"), [(5, 2), (1, 1), (0, 0)])
def test_who_has_nothing_to_hand_over_hands_nothing_over(rich, moved):
    match = scene()
    set_player(match, BELA, gold=rich)
    played(match, ANNA, {"op": "hand_over", "gold": 2})
    assert [player.gold for player in match.state.players] == [5 + moved, rich - moved]


@rule("AH-GEN.12", "AH-HC.30")
@pytest.mark.parametrize("pile", ["plot", "heretic"])
def test_an_effect_is_carried_out_as_far_as_it_goes(pile):
    match = scene()
    deck(match, ANNA, **{"plot" if pile == "plot" else "heretics": 1})
    played(match, ANNA, {"op": "draw", "deck": pile, "count": 2}, SPOILS)
    assert len(match.state.players[ANNA].hand) == 1
    assert match.state.players[ANNA].gold == 8


@rule("AH-GEN.12", "AH-COST.3")
def test_costs_are_never_paid_as_far_as_possible():
    match = scene()
    made = event(match, ANNA, "bribe", cost={"gold": 6}, do=[SPOILS])
    enlist(match, anna=[made])
    waive(match)
    assert is_in_pyre(match, ANNA, made)
    assert match.state.players[ANNA].gold == 5


@rule("AH-GEN.13", "AH-HC.29")
def test_nothing_falls_below_zero():
    match = scene()
    set_player(match, BELA, gold=2)
    leader = match.state.cards[match.state.players[ANNA].damned]
    set_card(match, match.state.players[ANNA].damned, damage=1)
    played(
        match,
        ANNA,
        {"op": "gold", "amount": -9, "who": "opponent"},
        {"op": "souls", "amount": -9, "who": "opponent"},
        {"op": "execution", "amount": -3},
        {"op": "heal", "amount": 5},
    )
    other = match.state.players[BELA]
    assert (other.gold, other.souls, other.execution, leader.damage) == (0, 0, 0, 0)


@rule("AH-GEN.14", "AH-KEY.18")
def test_only_damned_and_heretics_are_characters():
    match = scene()
    monk = heretic(match, BELA, "monk")
    put(match, BELA, card(match, "hound", type="hunter"), host=match.state.location)
    put(match, BELA, "heirloom_blade", host=monk)
    put(match, BELA, "eternal_lamp", time=0)
    target = {"whose": "any", "scope": "anywhere"}
    made = event(match, ANNA, "plague", do=[{"op": "damage", "target": target}])
    enlist(match, anna=[made])
    waive(match)
    pay(match)
    leaders = {player.damned for player in match.state.players}
    assert {action.option for action in offers(match, Choose)} == {monk, *leaders}


@rule("AH-GEN.15", "AH-KEY.2")
def test_an_action_is_a_manoeuvre_a_heresy_or_a_pass_and_nothing_else():
    match = scene_with_cards()
    hound = hunter(match, ANNA)
    saint = heretic(match, ANNA, "saint", abilities=[*dem(), *heresy()])
    kinds = {type(action) for action in offers(match)}
    assert kinds == {Announce, UseHeresy, Pass}
    acting(match, BELA)
    act(match, Pass())
    play(match, hound)
    use(match, saint)
    waive(match)
    assert asked(match) == (ANNA, "act")  # neither the Hunter nor the saint counted as an action of Anna's
    assert match.state.cards[match.state.location].time == 0


@rule("AH-GEN.16", "AH-CARD.17")
def test_only_texts_of_cards_use_a_die_and_it_is_the_servers():
    results = set()
    for seed in range(12):
        match = scene()
        with arrange(match) as state:
            state.chance.seed = str(seed)
        rows = [[6, [SPOILS]]]
        (rolled,) = of_kinds(played(match, ANNA, {"op": "roll", "rows": rows}), "rolled")
        results.add(rolled.result)
        assert match.state.players[ANNA].gold == 8
    assert results <= set(range(1, 7))
    assert len(results) > 2
    match = scene()
    before = match.chance.draws
    announce_unblocked(match, "plunder")
    fight(match, team=[heretic(match, BELA, icons={"plunder": 1})], block=[heretic(match, ANNA, icons={"plunder": 1})])
    pass_round(match)
    assert match.chance.draws == before


@rule("AH-GEN.17")
@pytest.mark.parametrize("seed", range(3))
def test_a_match_that_ends_has_exactly_one_winner(seed):
    match, rng = GAME.new(2, seed), random.Random(seed)
    while not match.over:
        seat = rng.choice(sorted(match.decisions()))
        match.apply(seat, rng.choice(match.decisions()[seat].actions))
    assert match.result is not None
    assert match.result.winners == [match.state.winner]
    assert sorted(row.rank for row in match.result.rows) == [1, 2]


@rule("AH-GEN.18", "AH-HC.16")
def test_each_effect_is_carried_out_before_the_next_one():
    match = scene()
    drawing = event(match, ANNA, "omen", do=[{"op": "discard", "who": "both"}, SPOILS])
    other = event(match, BELA, "echo", do=[{"op": "gold", "amount": 1}])
    for seat in (ANNA, BELA):
        hold_unplayable(match, seat, 1)
        hold(match, seat, "cold_hands")
    fight(match, anna=[drawing], bela=[other])
    continue_until(match, "offer")
    pay(match)
    pay(match)
    waive(match)
    assert asked(match) == (ANNA, "choose")
    act(match, offers(match)[0])
    assert asked(match) == (BELA, "choose")
    gold = [player.gold for player in match.state.players]
    events = act(match, offers(match)[0])
    assert [(body.seat, body.amount) for body in of_kinds(events, "gold_changed")] == [(ANNA, 3), (BELA, 1)]
    assert gold == [5, 5]
