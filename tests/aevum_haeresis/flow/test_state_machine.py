"""The states in section 33 of RULES.md where a seat must act: the seat, the legal actions, and the next question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, location, new, set_card
from rules.aevum_haeresis.state.actions import (
    Announce,
    BeActive,
    Choose,
    CountFirst,
    Decline,
    Done,
    DrawFrom,
    Join,
    Keep,
    Lay,
    Mulligan,
    Pass,
    PayFor,
    PlayDem,
    PutLocation,
    Throw,
    UseHeresy,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import answer_sealed, filler, passes, sorcerer
from tests.aevum_haeresis.states import (
    Way,
    acting,
    announced,
    both_ends,
    choosing,
    chosen,
    declined,
    discarding,
    drawing,
    enlist,
    fight_half_laid,
    fight_offered,
    fight_paid,
    fighter_of,
    fighting,
    half_laid,
    hand,
    in_second_half,
    in_window,
    kept,
    lays,
    leader,
    night_over,
    offered,
    only,
    placing,
    questions,
    seat_of,
    table,
    tale_of,
    team_chosen,
)
from tests.aevum_haeresis.table import card, heretic, lay, time, waive
from tests.game_helpers import act, offers, rule


@dataclass(frozen=True)
class StateCase:
    """A state: how to reach it, the seat that must act, the question, the legal actions, and what follows some actions.

    Seats are "A" (Active) or "P" (Passive).
    """

    id: str
    reach: Callable[[int], Haeresis]
    whose: str
    key: str
    legal: Callable[[Haeresis, int], set[Action]]
    then: tuple[tuple[Way, str, str], ...]


ANNOUNCE: set[Action] = {Announce(kind) for kind in ("plunder", "recruit", "accuse")}
DRAWS: set[Action] = {DrawFrom(name) for name in ("none", "plot", "heretic")}

STATES = (
    StateCase("AH-SM.4", chosen, "A", "mulligan", lambda m, s: {Keep(), Mulligan()}, (
        (only(Keep()), "P", "mulligan"), (only(Mulligan()), "P", "mulligan"))),
    StateCase("AH-SM.5", kept, "P", "mulligan", lambda m, s: {Keep(), Mulligan()}, (
        (only(Keep()), "A", "location"), (only(Mulligan()), "A", "location"))),
    StateCase("AH-SM.6", placing, "A", "location", lambda m, s: {*map(PutLocation, m.state.players[s].locations)}, (
        (lambda m, s: PutLocation(m.state.players[s].locations[2]), "A", "row"),)),
    StateCase("AH-SM.20", enlist, "A", "row", hand, ((lays, "A", "row"), (only(Done()), "P", "row"))),
    StateCase("AH-SM.21", half_laid, "P", "row", hand, ((lays, "P", "row"), (only(Done()), "A", "chapter_revealed"))),
    StateCase("AH-SM.23", offered, "A", "offer", lambda m, s: {PayFor(f"feast_{s}.{s}.1"), Decline()}, (
        (lambda m, s: PayFor(f"feast_{s}.{s}.1"), "A", "chapter_paid"), (only(Decline()), "P", "offer"))),
    StateCase("AH-SM.24", declined, "P", "offer", lambda m, s: {PayFor(f"feast_{s}.{s}.1"), Decline()}, (
        (lambda m, s: PayFor(f"feast_{s}.{s}.1"), "A", "chapter_paid"), (only(Decline()), "A", "enlistment_end"))),
    StateCase("AH-SM.30", acting, "A", "act", lambda m, s: {UseHeresy(f"sorcerer.{s}.1/0"), Pass(), *ANNOUNCE}, (
        (lambda m, s: UseHeresy(f"sorcerer.{s}.1/0"), "A", "heresy_paid"),
        (only(Announce("accuse")), "A", "manoeuvre_announced"), (only(Pass()), "A", "pass_declared"))),
    StateCase("AH-SM.41", announced, "P", "team", lambda m, s: {Join(fighter_of(s)), Join(leader(m, s))}, (
        (lambda m, s: Join(fighter_of(s)), "P", "team"),)),
    StateCase("AH-SM.42", team_chosen, "A", "team", lambda m, s: {Join(fighter_of(s)), Join(leader(m, s)), Done()}, (
        (lambda m, s: Join(fighter_of(s)), "A", "team"), (only(Done()), "A", "act"))),
    StateCase("AH-SM.60", fighting, "A", "row", hand, ((lays, "A", "row"), (only(Done()), "P", "row"))),
    StateCase("AH-SM.61", fight_half_laid, "P", "row", hand, (
        (lays, "P", "row"), (only(Done()), "A", "chapter_revealed"))),
    StateCase("AH-SM.63", fight_offered, "A", "offer", lambda m, s: {PayFor(tale_of(s)), Decline()}, (
        (lambda m, s: PayFor(tale_of(s)), "P", "offer"), (only(Decline()), "P", "offer"))),
    StateCase("AH-SM.64", fight_paid, "P", "offer", lambda m, s: {PayFor(tale_of(s)), Decline()}, (
        (lambda m, s: PayFor(tale_of(s)), "A", "chapter_paid"), (only(Decline()), "A", "chapter_paid"))),
    StateCase("AH-SM.91", in_window, "A", "pass_declared", lambda m, s: {PlayDem(f"hound_{s}.{s}.1"), Waive()}, (
        (lambda m, s: PlayDem(f"hound_{s}.{s}.1"), "A", "pass_declared"), (only(Waive()), "P", "pass_declared"))),
    StateCase("AH-SM.92", in_second_half, "P", "pass_declared", lambda m, s: {PlayDem(f"hound_{s}.{s}.1"), Waive()}, (
        (lambda m, s: PlayDem(f"hound_{s}.{s}.1"), "P", "pass_declared"), (only(Waive()), "P", "act"))),
    StateCase("AH-SM.93", night_over, "P", "location", lambda m, s: {*map(PutLocation, m.state.players[s].locations)}, (
        (lambda m, s: PutLocation(m.state.players[s].locations[0]), "P", "act"),)),
    StateCase("AH-SM.94", choosing, "A", "choose", lambda m, s: {Choose("0"), Choose("2")}, (
        (only(Choose("2")), "A", "heresy_resolved"),)),
)  # fmt: skip
cases = pytest.mark.parametrize(
    ("stop", "active"),
    [
        pytest.param(stop, active, marks=rule(stop.id), id=f"{stop.id}-{active}")
        for stop in STATES
        for active in (ANNA, BELA)
    ],
)


@rule("AH-SM.20", "AH-SM.91", "AH-SM.92")
@cases
def test_exactly_the_player_named_is_asked_and_for_exactly_the_legal_choices(stop, active):
    match = stop.reach(active)
    seat = seat_of(stop.whose, active)
    assert match.state.active == active
    assert questions(match) == {seat: stop.key}
    assert set(match.decisions()[seat].actions) == stop.legal(match, seat)
    with pytest.raises(IllegalAction):
        match.apply(1 - seat, match.decisions()[seat].actions[0])


@cases
def test_each_choice_leads_to_the_state_that_follows(stop, active):
    for way, role, key in stop.then:
        match = stop.reach(active)
        seat = seat_of(stop.whose, active)
        act(match, way(match, seat), seat)
        assert questions(match) == {seat_of(role, active): key}, way(stop.reach(active), seat)


# -- further states ---------------------------------------------------------------------------------------------


@rule("AH-SM.3", "AH-DCS.2")
def test_the_player_picked_decides_who_is_active():
    picked = set()
    for seed in range(12):
        match = new(f"pick {seed}")
        ((seat, decision),) = match.decisions().items()
        picked.add(seat)
        assert (decision.prompt.key, set(decision.actions)) == ("active", {BeActive(0), BeActive(1)})
        act(match, BeActive(seed % 2))
        assert (match.state.active, questions(match)) == (seed % 2, {seed % 2: "mulligan"})
    assert picked == {ANNA, BELA}


@rule("AH-SM.4", "AH-SM.5", "AH-SM.6")
def test_mulligans_and_the_first_location_do_their_work():
    match = chosen(BELA)
    act(match, Mulligan())
    act(match, Keep())
    anna, bela = match.state.players
    assert [(len(p.hand), len(p.plot), len(p.heretics)) for p in (anna, bela)] == [(9, 43, 16), (7, 44, 17)]
    act(match, PutLocation(bela.locations[3]))
    assert (match.state.placer, time(match), match.state.round, match.state.phase) == (BELA, 0, 1, "enlistment")


@rule("AH-SM.41", "AH-SM.42")
def test_a_team_may_be_any_of_the_eligible_one_at_least_for_the_initiator():
    match = announced(ANNA)
    act(match, Join(leader(match, BELA)))
    assert set(match.decisions()[BELA].actions) == {Join(fighter_of(BELA)), Done()}
    act(match, Done())
    act(match, Join(leader(match, ANNA)))
    act(match, Done())
    assert questions(match) == {ANNA: "row"}


@rule("AH-SM.60", "AH-SM.61")
def test_a_conflict_row_ends_at_three_cards():
    match = fighting(ANNA)
    filler(match, ANNA, 3)
    for number in range(3):
        act(match, Lay(f"filler.0.{number + 1}"))
    assert set(match.decisions()[ANNA].actions) == {Done()}


@rule("AH-SM.21", "AH-SM.61")
@pytest.mark.parametrize(("reach", "key"), [(enlist, "enlistment_end"), (fighting, "conflict_end")])
def test_with_both_rows_empty_the_closing_window_is_next(reach, key):
    match = reach(ANNA)
    act(match, Done())
    act(match, Done())
    assert questions(match) == {ANNA: key}


@rule("AH-SM.23", "AH-SM.24", "AH-SM.63", "AH-SM.64")
@pytest.mark.parametrize("fight", [False, True])
@pytest.mark.parametrize("unable", [ANNA, BELA])
def test_who_cannot_pay_is_not_asked(fight, unable):
    match = fighting(ANNA) if fight else enlist(ANNA)
    good = tale_of if fight else lambda seat: f"feast_{seat}.{seat}.1"
    for seat in (ANNA, BELA):
        lay(match, seat, f"filler.{seat}.1" if seat == unable else good(seat))
    waive(match)
    assert questions(match) == {1 - unable: "offer"}
    assert f"filler.{unable}.1" in match.state.players[unable].pyre or unable == BELA
    act(match, Decline())
    assert questions(match) == {ANNA: "conflict_end" if fight else "enlistment_end"}
    assert f"filler.{unable}.1" in match.state.players[unable].pyre


@rule("AH-SM.68", "AH-DCS.14")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_draw_is_asked_of_both_at_once(active):
    match = drawing(active)
    assert questions(match) == {ANNA: "conflict_draw", BELA: "conflict_draw"}
    assert all(set(decision.actions) == DRAWS for decision in match.decisions().values())
    act(match, DrawFrom("plot"), 1 - active)
    assert questions(match) == {active: "conflict_draw"}
    act(match, DrawFrom("none"), active)
    assert questions(match) == {active: "consequences_done"}
    assert [len(player.hand) for player in match.state.players] == [3 + (seat != active) for seat in (ANNA, BELA)]


@rule("AH-SM.80", "AH-DCS.16")
@pytest.mark.parametrize("active", [ANNA, BELA])
def test_the_discard_is_asked_of_both_at_once(active):
    match = discarding(active)
    assert questions(match) == {ANNA: "epilogue_discard", BELA: "epilogue_discard"}
    for seat in (ANNA, BELA):
        assert set(match.decisions()[seat].actions) == {Done(), Throw(f"filler.{seat}.1")}
    answer_sealed(match)
    assert questions(match) == {active: "epilogue_discard"}


@rule("AH-SM.13", "AH-SM.14", "AH-PROLOGUE.10", "AH-GEN.8")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_order_of_start_of_round_effects_is_asked_only_when_there_is_one(count):
    match = table(BELA)
    for seat in (ANNA, BELA):
        for number in range(count):
            ability = {"kind": "start", "do": [{"op": "souls", "amount": 1 + number}]}
            heretic(match, seat, f"early_{seat}_{number}", abilities=[ability])
    passes(match)
    answer_sealed(match)
    waive(match, 2)
    if count == 2:
        for seat in (ANNA, BELA):  # in the new Round, Anna is Active
            assert questions(match) == {seat: "start"}
            options = {f"early_{seat}_{number}.{seat}.1/0" for number in range(2)}
            assert set(match.decisions()[seat].actions) == {*map(Choose, options)}
            before = match.state.players[seat].souls
            act(match, Choose(f"early_{seat}_1.{seat}.1/0"))
            assert match.state.players[seat].souls == before + 3
    assert questions(match) == {ANNA: "prologue_end"}
    assert [player.souls for player in match.state.players] == [1 + sum(range(count + 1))] * 2


@rule("AH-SM.95", "AH-SM.99", "AH-WIN.15", "AH-DCS.18")
@pytest.mark.parametrize("active", [ANNA, BELA])
@pytest.mark.parametrize("first", ["deck", "souls"])
def test_the_active_player_orders_a_win_and_a_loss_and_then_all_is_over(active, first):
    match = both_ends(active)
    assert questions(match) == {active: "count_first"}
    winners = {"deck": active, "souls": 1 - active}
    assert set(match.decisions()[active].actions) == {CountFirst(f"{why}/{who}") for why, who in winners.items()}
    act(match, CountFirst(f"{first}/{winners[first]}"))
    assert (match.over, match.state.winner, match.state.reason) == (True, winners[first], first)
    assert (questions(match), match.state.stack) == ({}, [])
    assert match.result is not None
    assert match.result.winners == [winners[first]]
    for seat in (ANNA, BELA):
        with pytest.raises(IllegalAction):
            match.apply(seat, Pass())


@rule("AH-SM.94", "AH-GEN.10")
def test_a_choice_offers_only_what_can_be_fulfilled_and_its_way_comes_about():
    match = choosing(ANNA)
    act(match, Choose("2"))
    assert match.state.players[ANNA].souls == 2
    unwell = choosing(ANNA)
    set_card(unwell, leader(unwell, ANNA), damage=1)
    assert Choose("1") in unwell.decisions()[ANNA].actions


@rule("AH-SM.93", "AH-LOC.6")
def test_used_up_locations_return_before_the_choice():
    match = acting(ANNA)
    location(match, card(match, "last", type="location", track=[1, 1, 1, 1]), BELA, time=3)
    gone = [*match.state.players[BELA].locations]
    deck(match, BELA, locations=0)
    act(match, UseHeresy("sorcerer.0.1/0"))
    waive(match)
    assert questions(match) == {ANNA: "location"}
    assert {*match.state.players[BELA].locations} == {*gone, "last.1.1"}
    act(match, offers(match)[0])
    waive(match)
    set_card(match, match.state.location, time=3)
    act(match, UseHeresy(f"{sorcerer(match, BELA, [{'op': 'heal'}], 'other')}/0"))
    waive(match)
    assert questions(match) == {BELA: "location"}
    assert set(match.decisions()[BELA].actions) == {*map(PutLocation, gone), PutLocation("last.1.1")}
