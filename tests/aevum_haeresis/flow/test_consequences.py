"""Section 18 of RULES.md: Consequences and the Execution level."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    MORNING,
    NIGHT,
    NOON,
    deck,
    put,
    set_card,
    set_player,
)
from rules.aevum_haeresis.state.actions import Announce, Join, Pass, PlayDem
from tests.aevum_haeresis.plot_helpers import (
    TYPES,
    answer_sealed,
    continue_to_action,
    duel,
    fighter,
    filler,
    manoeuvre,
    next_round,
    sorcerer,
    use,
)
from tests.aevum_haeresis.table import card, lay, locations, plain_location, time, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter
from tests.game_helpers import act, asked, look, of_kinds, rule

SOULS = (2, 1, 3, 0)


def raising(amount=1, who="opponent"):
    """Return an effect that changes an Execution level by this amount."""
    return [{"op": "execution", "amount": amount, "who": who}]


def accuse(match, seat):
    """Let a seat accuse with a new fighter, without a block. Return the events."""
    if asked(match)[0] != seat:
        act(match, Pass())
        waive(match)
    events = manoeuvre(match, "accuse", [fighter(match, seat)])
    return events + continue_to_action(match)


def levels(match):
    return [player.execution for player in match.state.players]


@rule("AH-CONS.1")
@pytest.mark.parametrize("kind", TYPES)
def test_a_successful_blocker_causes_no_consequence(kind):
    match = duel()
    manoeuvre(match, kind, [fighter(match, ANNA)], [fighter(match, BELA, 2)])
    events = answer_sealed(match) + waive(match)
    assert not of_kinds(events, "succeeded")
    anna, bela = match.state.players
    assert (anna.souls, bela.souls, len(anna.plot), len(bela.plot)) == (1, 1, 30, 30)
    assert levels(match) == [0, 0]


@rule("AH-CONS.2", "AH-CONS.8", "AH-CONS.10")
@pytest.mark.parametrize("at", [MORNING, NOON, EVENING, NIGHT])
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_recruit_gives_the_soul_number_of_the_time_of_the_action(at, seat):
    match = duel(seat, at)
    events = manoeuvre(match, "recruit", [fighter(match, seat)])
    assert match.state.players[seat].souls == 1 + SOULS[at]
    assert of_kinds(events, "succeeded")
    assert match.state.players[1 - seat].souls == 1


@rule("AH-CONS.3", "AH-CONS.4", "AH-CONS.5", "AH-CONS.8", "AH-CONS.10", "AH-HC.24", "AH-DIS.13")
@pytest.mark.parametrize("at", [MORNING, NOON, EVENING, NIGHT])
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_plunder_discards_four_and_the_soul_number_from_the_top_unasked_and_face_up(at, seat):
    match = duel(seat, at)
    other = match.state.players[1 - seat]
    top = other.plot[: 4 + SOULS[at]]
    below = other.plot[4 + SOULS[at] :]
    before = len(other.pyre)
    events = manoeuvre(match, "plunder", [fighter(match, seat)])
    assert other.pyre[before:] == top
    assert other.plot == below
    assert [body.cards for body in of_kinds(events, "milled")] == [tuple(top)]
    assert set(top) <= set(look(match, seat).players[1 - seat].pyre)
    assert len(match.state.players[seat].plot) == 30


@rule("AH-CONS.3", "AH-CONS.7", "AH-CONS.2")
@pytest.mark.parametrize("kind", TYPES)
def test_a_conflict_won_brings_the_same_consequences(kind):
    match = duel()
    manoeuvre(match, kind, [fighter(match, ANNA, 2)], [fighter(match, BELA)])
    answer_sealed(match)
    anna, bela = match.state.players
    found = (anna.souls - 1, 30 - len(bela.plot), bela.execution)
    assert found == {"recruit": (2, 0, 0), "plunder": (0, 6, 0), "accuse": (0, 0, 1)}[kind]


@rule("AH-CONS.6", "AH-WIN.7", "AH-WIN.8")
@pytest.mark.parametrize(("cards", "over"), [(5, True), (6, True), (7, False)])
def test_a_deck_of_no_more_cards_is_discarded_whole_and_its_owner_loses_at_once(cards, over):
    match = duel()
    bela = match.state.players[BELA]
    deck(match, BELA, plot=cards)
    manoeuvre(match, "plunder", [fighter(match, ANNA)])
    assert (match.over, len(bela.plot)) == (over, max(0, cards - 6))
    if over:
        assert (match.state.winner, time(match)) == (ANNA, MORNING)


@rule("AH-CONS.6", "AH-WIN.7")
def test_a_deck_plundered_empty_in_a_conflict_ends_it_before_the_window():
    match = duel()
    deck(match, BELA, plot=6)
    manoeuvre(match, "plunder", [fighter(match, ANNA)], [fighter(match, BELA)])
    filler(match, BELA)
    answer_sealed(match)
    assert (match.over, match.state.reason, window(match)) == (True, "deck", "")


@rule("AH-CONS.9", "AH-HC.46")
def test_the_number_is_read_from_the_location_in_play_at_that_moment():
    match = duel()
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    new = card(match, "marsh", type="location", track=[3, 0, 0, 0])
    locations(match, BELA, new)
    fire = event(match, BELA, "fire", do=[{"op": "burn"}], rows=[], dem=["conflict_end"])
    set_card(match, match.state.location, time=NOON)
    manoeuvre(match, "recruit", [mine], [other])
    lay(match, BELA)
    act(match, PlayDem(fire))
    waive(match)
    answer_sealed(match)
    assert match.state.players[ANNA].souls == 1 + 3
    assert time(match) == NOON


@rule("AH-CONS.9")
def test_what_changes_soul_numbers_counts_and_never_makes_them_negative():
    match = duel(time=NOON)
    for number in range(2):
        put(match, BELA, card(match, f"accuser_{number}", type="hunter", passives=[
            {"passive": "soul_number", "amount": -1}]), host=match.state.location)  # fmt: skip
    manoeuvre(match, "plunder", [fighter(match, ANNA)])
    assert len(match.state.players[BELA].plot) == 26


@rule("AH-CONS.10")
@pytest.mark.parametrize(("kind", "milled"), [("recruit", 0), ("plunder", 4)])
def test_with_soul_number_zero_the_manoeuvre_is_successful_all_the_same(kind, milled):
    match = duel(time=NIGHT)
    manoeuvre(match, kind, [fighter(match, ANNA)], [fighter(match, BELA)])
    events = answer_sealed(match)
    assert of_kinds(events, "succeeded")
    assert match.state.players[ANNA].souls == 1
    assert len(match.state.players[BELA].plot) == 30 - milled


@rule("AH-CONS.7", "AH-EXEC.2")
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_a_successful_accusation_raises_the_opponents_level_by_one(seat):
    match = duel(seat)
    manoeuvre(match, "accuse", [fighter(match, seat)])
    assert levels(match) == [1 - seat == ANNA, 1 - seat == BELA]


@rule("AH-EXEC.1", "AH-EXEC.7", "AH-WIN.4", "AH-KEY.19")
def test_the_level_runs_from_nought_to_three_and_three_is_the_end():
    match = duel()
    assert [player.execution for player in look(match, ANNA).players] == [0, 0]
    found = []
    for _ in range(3):
        accuse(match, ANNA)
        found.append(match.state.players[BELA].execution)
        if not match.over:
            next_round(match)
    assert found == [1, 2, 3]
    assert (match.over, match.state.winner) == (True, ANNA)


@rule("AH-EXEC.5", "AH-HC.25")
@pytest.mark.parametrize("first", ["card", "accusation"])
def test_the_limit_covers_cards_and_accusations_alike(first):
    match = duel()
    name = sorcerer(match, ANNA, raising())
    if first == "card":
        use(match, name)
        accuse(match, ANNA)
    else:
        accuse(match, ANNA)
        act(match, Pass())
        use(match, name)
    assert levels(match) == [0, 1]


@rule("AH-EXEC.5", "AH-EXEC.8")
def test_a_card_may_lower_the_level_which_does_not_renew_the_rise():
    match = duel()
    accuse(match, ANNA)
    use(match, sorcerer(match, BELA, raising(-1, "me"), "pardoner"))
    assert levels(match) == [0, 0]
    accuse(match, ANNA)
    assert levels(match) == [0, 0]


@rule("AH-EXEC.5", "AH-GEN.13")
def test_lowering_stops_at_nought_and_uses_up_no_rise():
    match = duel()
    use(match, sorcerer(match, ANNA, raising(-3), "pardoner"))
    assert levels(match) == [0, 0]
    accuse(match, ANNA)
    assert levels(match) == [0, 1]


@rule("AH-EXEC.6")
def test_further_accusations_are_offered_and_succeed_without_effect():
    match = duel()
    accuse(match, ANNA)
    events = accuse(match, ANNA)
    assert of_kinds(events, "succeeded")
    assert not of_kinds(events, "execution_changed")


@rule("AH-EXEC.7", "AH-WIN.8")
@pytest.mark.parametrize("left", [[{"op": "souls", "amount": 3}], []])
def test_three_by_a_card_loses_before_any_window(left):
    match = duel()
    filler(match, BELA)
    set_player(match, BELA, execution=2)
    name = sorcerer(match, ANNA, [*raising(), *left])
    use(match, name)
    waive(match)
    assert (match.over, match.state.winner, match.state.reason) == (True, ANNA, "execution")
    assert match.state.players[ANNA].souls == 1


@rule("AH-EXEC.7", "AH-EXEC.5", "AH-WIN.13")
def test_both_at_three_at_once_the_active_player_wins_regardless_of_cause():
    match = duel(BELA)
    for seat in (ANNA, BELA):
        set_player(match, seat, execution=2)
    act(match, Pass())
    use(match, sorcerer(match, ANNA, raising(1, "both")))
    assert (match.over, match.state.winner) == (True, BELA)


@rule("AH-EXEC.8")
def test_the_level_does_not_fall_by_itself():
    match = duel()
    accuse(match, ANNA)
    next_round(match)
    next_round(match)
    assert levels(match) == [0, 1]


@rule("AH-EXEC.3", "AH-EPILOGUE.6")
def test_the_limit_is_lifted_for_both_players_by_the_epilogue():
    match = duel()
    accuse(match, ANNA)
    accuse(match, BELA)
    assert [player.rose for player in match.state.players] == [True, True]
    next_round(match)
    assert [player.rose for player in match.state.players] == [False, False]


@rule("AH-CONS.2", "AH-CONS.3")
def test_a_stronger_consequence_by_a_card_is_for_its_own_initiator_only():
    match = duel()
    extra = [{"op": "extra", "amount": 2}]
    card_a = event(match, ANNA, "mine", do=extra, rows=[], dem=["manoeuvre_announced"])
    card_b = hunter(match, BELA, "theirs", do=extra)
    name = fighter(match, ANNA)
    plain_location(match, 1, 1, 1, 1)
    act(match, Announce("recruit"))
    act(match, PlayDem(card_a))
    act(match, PlayDem(card_b))
    waive(match)
    act(match, Join(name))
    continue_to_action(match)
    assert match.state.players[ANNA].souls == 1 + 1 + 2
