"""Section 33 of RULES.md: the states that the engine passes through without asking any seat."""

from __future__ import annotations

import random

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    NIGHT,
    NOON,
    deck,
    hold,
    new,
    put,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Announce, Done, Pass, PayFor, PlayDem, Throw, UseHeresy, Waive
from rules.kernel.content.decks import Deck
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.aevum_haeresis.plot_helpers import (
    answer_sealed,
    both_waive,
    continue_to_action,
    fighter,
    filler,
    join,
    lay_row,
    manoeuvre,
    passes,
    script,
    sorcerer,
    use,
)
from tests.aevum_haeresis.states import enlist, fighting, questions, table
from tests.aevum_haeresis.table import card, heretic, lay, pay, take_away, time, waive, window
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act, kinds_of, of_kinds, rule

GAIN = [{"op": "gold", "amount": 1}]
KILL = [{"op": "destroy", "target": {"what": "heretic", "scope": "anywhere"}}]


def free_events(match, seat, count):
    name = card(match, "free_event", type="event", do=GAIN)
    return hold(match, seat, *[name] * count)


# -- setup and Prologue ---------------------------------------------------------------------------------------


@rule("AH-SM.1", "AH-DCS.1")
@pytest.mark.parametrize("faulty", [None, 0, 1])
def test_a_match_begins_only_with_two_legal_decks(faulty):
    found = base().decks["drowned_saints"]
    own = {found.damned: 1, found.camp: 1, **dict.fromkeys(found.locations, 1)}
    cards = {**own, **found.plot, **found.heretics, **found.background}
    short = {name: count for name, count in cards.items() if name != found.locations[0]}
    decks = tuple(Deck(short if seat == faulty else cards, "", "base") for seat in (0, 1))
    if faulty is None:
        assert kind(GAME.new_with_decks(2, "x", {}, decks).state.players[1].damned) == found.damned
    else:
        with pytest.raises(IllegalAction):
            GAME.new_with_decks(2, "x", {}, decks)


@rule("AH-SM.2", "AH-SETUP.1", "AH-SETUP.6", "AH-SETUP.7", "AH-SETUP.8")
def test_setup_lays_everything_out_before_the_first_question():
    match = new("setup")
    for player in match.state.players:
        assert {player.damned, player.camp} <= set(match.state.cards)
        assert (len(player.plot), len(player.heretics), len(player.hand)) == (43, 16, 9)
        assert (player.gold, player.souls, player.execution, len(player.locations)) == (5, 1, 0, 4)
    assert [decision.prompt.key for decision in match.decisions().values()] == ["active"]


@rule("AH-SM.2", "AH-SETUP.2")
def test_the_decks_are_shuffled():
    orders = {tuple(new(f"shuffle {seed}").state.players[0].plot) for seed in range(4)}
    assert len(orders) == 4


@rule("AH-SM.10", "AH-SM.11", "AH-SM.12", "AH-SM.81")
def test_the_prologue_draws_pays_and_readies_and_asks_nothing_before_its_window():
    match = table(BELA)
    spent = fighter(match, ANNA, ready=False, gold_icon=-1)
    passes(match)
    answer_sealed(match)
    events = waive(match, 2)
    assert questions(match) == {ANNA: "prologue_end"}
    kinds = kinds_of(events, "drew", "gold_changed", "turned")
    assert kinds == ["drew"] * 4 + ["gold_changed"] * 2 + ["turned"]
    anna, bela = match.state.players
    assert (len(anna.hand), len(bela.hand), len(anna.heretics), len(bela.plot)) == (9, 9, 10, 25)
    assert (anna.gold, bela.gold) == (7, 8)
    assert match.state.cards[spent].ready


@rule("AH-SM.10", "AH-PROLOGUE.6", "AH-WIN.13")
@pytest.mark.parametrize("empty", [{ANNA}, {BELA}, {ANNA, BELA}])
def test_the_draw_of_the_prologue_may_end_the_game(empty):
    match = table(BELA)
    for seat in empty:
        deck(match, seat, plot=5)
    passes(match)
    answer_sealed(match)
    waive(match, 2)
    assert match.over
    assert match.state.winner == (BELA if empty == {ANNA} else ANNA)  # in the new Round, Anna is Active
    assert [player.gold for player in match.state.players] == [5, 5]


@rule("AH-SM.13", "AH-SM.14", "AH-WIN.9")
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_souls_are_looked_at_after_each_start_of_round_effect(seat):
    match = table(BELA)
    for one in (ANNA, BELA):
        ability = {"kind": "start", "do": [{"op": "souls", "amount": 1}]}
        heretic(match, one, f"early_{one}", abilities=[ability])
    set_player(match, seat, souls=9)
    passes(match)
    answer_sealed(match)
    waive(match, 2)
    assert (match.over, match.state.winner) == (True, seat)
    assert match.state.players[BELA].souls == (10 if seat == BELA else 1)


# -- Enlistment -------------------------------------------------------------------------------------------------


@rule("AH-SM.22", "AH-SM.25")
def test_chapters_are_revealed_in_pairs_by_themselves_then_singly():
    match = enlist(ANNA)
    short, long = free_events(match, ANNA, 1), free_events(match, BELA, 3)
    lay(match, ANNA, *short)
    events = lay(match, BELA, *long)
    assert [body.seat for body in of_kinds(events, "chapter_revealed")] == [ANNA, BELA]
    script(match, *both_waive("chapter_revealed"), (ANNA, "offer", PayFor(short[0])), *both_waive("chapter_paid"))
    script(match, (BELA, "offer", PayFor(long[0])), *both_waive("chapter_paid"))
    for name in long[1:]:
        assert match.state.open[BELA] == [name]
        script(match, *both_waive("chapter_revealed"), (BELA, "offer", PayFor(name)), *both_waive("chapter_paid"))
    script(match, *both_waive("enlistment_end"), (ANNA, "act", Pass()))
    assert match.state.passes == 1


@rule("AH-SM.23", "AH-SM.24", "AH-WIN.9")
def test_souls_are_looked_at_when_an_enlisted_card_has_come_about():
    match = enlist(ANNA)
    set_player(match, BELA, souls=9)
    name = event(match, BELA, "saint", do=[{"op": "souls", "amount": 1}])
    lay(match, ANNA)
    lay(match, BELA, name)
    waive(match)
    pay(match)
    assert (match.over, match.state.winner, window(match)) == (True, BELA, "")


# -- Plot -------------------------------------------------------------------------------------------------------


@rule("AH-SM.31", "AH-SM.32", "AH-SM.33", "AH-SM.34")
def test_a_heresy_runs_through_its_four_states():
    match = table(ANNA)
    with arrange(match) as state:
        state.passes = 1
    name = sorcerer(match, ANNA, GAIN, cost={"souls": 1})
    act(match, UseHeresy(f"{name}/0"))
    assert (match.state.passes, match.state.players[ANNA].souls, match.state.cards[name].used) == (0, 0, ["0"])
    script(match, *both_waive("heresy_paid"))
    assert match.state.players[ANNA].gold == 6
    script(match, *both_waive("heresy_resolved"))
    assert (time(match), questions(match)) == (NOON, {BELA: "act"})


@rule("AH-SM.32", "AH-WIN.8")
def test_an_effect_that_ends_the_game_leaves_no_window():
    match = table(ANNA)
    deck(match, BELA, plot=2)
    use(match, sorcerer(match, ANNA, [{"op": "mill", "count": 2}]))
    waive(match, 2)
    assert (match.over, match.state.winner, time(match)) == (True, ANNA, 0)


@rule("AH-SM.33")
@pytest.mark.parametrize("souls", [9, 10])
def test_the_end_of_an_action_burns_conflict_long_cards_and_looks_at_souls(souls):
    match = table(ANNA)
    feast = put(match, BELA, card(match, "feast", type="event", duration="conflict"), until="conflict")
    set_player(match, BELA, souls=souls)
    use(match, sorcerer(match, ANNA, GAIN))
    waive(match, 3)
    assert feast in match.state.cards
    waive(match)
    assert feast in match.state.players[BELA].pyre
    assert match.over == (souls == 10)


@rule("AH-SM.34", "AH-TIME.9")
def test_every_track_advances_at_the_end_of_an_action():
    match = table(ANNA)
    lamp = put(match, BELA, card(match, "lamp", type="event", duration="track", track=[0, 2, 0, 0]), time=0)
    use(match, sorcerer(match, ANNA, GAIN))
    waive(match)
    assert (match.state.cards[lamp].time, time(match), match.state.players[BELA].gold) == (1, NOON, 7)


@rule("AH-SM.70", "AH-WIN.9", "AH-WIN.10", "AH-PLOT.10")
@pytest.mark.parametrize("taken", [False, True])
def test_a_pass_counts_opens_its_window_and_looks_at_souls_when_it_is_closed(taken):
    match = table(ANNA)
    set_player(match, ANNA, souls=9)
    saint = hunter(match, ANNA, "saint", do=[{"op": "souls", "amount": 1}])
    taker = hunter(match, BELA, "taker", do=[{"op": "souls", "amount": -1, "who": "opponent"}])
    script(match, (ANNA, "act", Pass()), (ANNA, "pass_declared", PlayDem(saint)), (ANNA, "pass_declared", Waive()))
    assert (match.state.passes, match.state.players[ANNA].souls, match.over) == (1, 10, False)
    if taken:
        act(match, PlayDem(taker))
    act(match, Waive())
    assert match.over != taken
    if taken:
        assert questions(match) == {BELA: "act"}


@rule("AH-SM.70", "AH-SM.80")
def test_the_second_pass_leads_to_the_epilogue():
    match = table(ANNA)
    script(
        match, (ANNA, "act", Pass()), *both_waive("pass_declared"), (BELA, "act", Pass()), *both_waive("pass_declared")
    )
    assert questions(match) == {ANNA: "epilogue_discard", BELA: "epilogue_discard"}


@rule("AH-SM.30", "AH-SM.40")
def test_an_announcement_sets_the_passes_back_and_tells_everyone():
    match = table(ANNA)
    act(match, Pass())
    waive(match)
    events = act(match, Announce("plunder"))
    assert [body.manoeuvre for body in of_kinds(events, "announced")] == ["plunder"]
    assert (match.state.passes, questions(match)) == (0, {ANNA: "manoeuvre_announced"})


@rule("AH-SM.41", "AH-MAN.20")
def test_without_an_eligible_team_the_manoeuvre_goes_straight_to_its_end():
    match = table(ANNA)
    for player in match.state.players:
        take_away(match, player.damned)
    heretic(match, ANNA, "loner", icons={"recruit": 1})
    killer = hunter(match, BELA, "killer", do=KILL)
    act(match, Announce("recruit"))
    script(match, (ANNA, "manoeuvre_announced", Waive()), (BELA, "manoeuvre_announced", PlayDem(killer)))
    act(match, Waive())
    assert (time(match), questions(match)) == (NOON, {BELA: "act"})


@rule("AH-SM.33", "AH-SM.41", "AH-WIN.9")
def test_an_action_without_a_team_ends_with_its_soul_check_too():
    match = table(ANNA)
    set_player(match, BELA, souls=9)
    for player in match.state.players:
        take_away(match, player.damned)
    heretic(match, ANNA, "loner", icons={"recruit": 1})
    killer = hunter(match, BELA, "killer", do=[*KILL, {"op": "souls", "amount": 1}])
    act(match, Announce("recruit"))
    script(match, (ANNA, "manoeuvre_announced", Waive()), (BELA, "manoeuvre_announced", PlayDem(killer)))
    assert not match.over
    act(match, Waive())
    assert (match.over, match.state.winner, time(match)) == (True, BELA, 0)


@rule("AH-SM.50")
def test_unopposed_spent_and_consequence_follow_unasked():
    match = table(ANNA)
    name = fighter(match, ANNA)
    act(match, Announce("plunder"))
    waive(match)
    join(match, name)
    events = act(match, Done(), BELA)
    kinds = kinds_of(events, "turned", "milled", "time_advanced")
    assert kinds == ["turned", "milled", "time_advanced"]
    assert questions(match) == {BELA: "act"}


@rule("AH-SM.62", "AH-SM.65", "AH-SM.66", "AH-SM.67")
def test_the_chapters_of_a_conflict_run_by_themselves_between_the_questions():
    match = fighting(ANNA)
    filler(match, ANNA)
    events = script(
        match,
        *lay_row(ANNA, "tale_0.0.1"),
        *lay_row(BELA, "filler.1.1", "tale_1.1.1"),
        *both_waive("chapter_revealed"),
        (ANNA, "offer", PayFor("tale_0.0.1")),
        *both_waive("chapter_paid"),
        *both_waive("chapter_revealed"),
        (BELA, "offer", PayFor("tale_1.1.1")),
        *both_waive("chapter_paid"),
        *both_waive("conflict_end"),
    )
    kinds = kinds_of(events, "chapter_revealed", "gold_changed", "evaluated")
    assert kinds == ["chapter_revealed"] * 2 + ["gold_changed", "chapter_revealed", "gold_changed", "evaluated"]
    assert set(match.decisions()) == {ANNA, BELA}


@rule("AH-SM.65", "AH-WIN.8")
def test_the_game_may_end_between_the_two_effects_of_a_chapter():
    match = fighting(ANNA)
    mill = story(match, ANNA, "mill_tale", do=[{"op": "mill", "count": 2}])
    deck(match, BELA, plot=2)
    lay(match, ANNA, mill)
    lay(match, BELA, "tale_1.1.1")
    waive(match)
    pay(match)
    pay(match)
    waive(match)
    assert (match.over, match.state.players[BELA].gold) == (True, 5)


@rule("AH-SM.69")
def test_the_settlement_of_a_conflict_runs_by_itself():
    match = fighting(ANNA)
    lay(match, ANNA)
    lay(match, BELA)
    waive(match)
    kinds = [body.kind for body in answer_sealed(match)]
    order = [kinds.index(kind) for kind in ("gold_changed", "turned", "succeeded", "souls_changed")]
    assert order == sorted(order)
    assert questions(match) == {ANNA: "consequences_done"}


@rule("AH-SM.81", "AH-SM.99", "AH-EPILOGUE.7")
def test_the_end_of_the_round_exchanges_the_roles_and_goes_on():
    match = table(ANNA)
    passes(match)
    answer_sealed(match, Throw("filler.0.1"))
    set_player(match, ANNA, rose=True)
    waive(match, 2)
    assert (match.state.active, match.state.round, match.state.players[ANNA].rose) == (BELA, 3, False)
    assert not match.over


@rule("AH-SM.99", "AH-ROUND.6")
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end_and_take_no_further_input(seed):
    match = GAME.new(2, f"random {seed}")
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(sorted(match.decisions()))
        match.apply(seat, rng.choice(match.decisions()[seat].actions))
    assert match.state.reason in ("deck", "souls", "execution")
    assert match.decisions() == {}
    for seat in (ANNA, BELA):
        with pytest.raises(IllegalAction):
            match.apply(seat, Waive())


@rule("AH-SM.34", "AH-SM.93", "AH-CONFLICT.31")
def test_past_night_the_location_is_chosen_before_anything_else():
    match = table(ANNA)
    set_card(match, match.state.location, time=NIGHT)
    mine, other = fighter(match, ANNA), fighter(match, BELA)
    manoeuvre(match, "accuse", [mine], [other])
    lay(match, ANNA)
    lay(match, BELA)
    waive(match)
    answer_sealed(match)
    script(match, *both_waive("consequences_done"))
    assert questions(match) == {BELA: "location"}
    act(match, match.decisions()[BELA].actions[0])
    assert questions(match) == {ANNA: "conflict_time_advanced"}
    assert time(match) == 0


@rule("AH-SM.34")
def test_two_actions_advance_twice():
    match = table(ANNA)
    use(match, sorcerer(match, ANNA, GAIN, "one"))
    waive(match)
    use(match, sorcerer(match, BELA, GAIN, "two"))
    continue_to_action(match)
    assert time(match) == EVENING
