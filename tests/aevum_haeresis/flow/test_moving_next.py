"""Section 36 of RULES.md: the player who moves next is asked immediately, while the rival is still online."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.cli.lab.postal_series import PostalTable, SeriesSettings
from bot.computers.policies import greedy_policy
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    NIGHT,
    acting,
    enlisting,
    hold,
    put,
    set_card,
    set_player,
)
from rules.aevum_haeresis.flow.standing_orders import DEFAULT_ORDERS, FIRST_ORDERS, SECOND_ORDERS
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import (
    Announce,
    Done,
    DrawFrom,
    Join,
    Pass,
    PayFor,
    PlayDem,
    PutLocation,
    UseHeresy,
    Waive,
)
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.order_helpers import act_minimally, continue_to_half, ordered_action
from tests.aevum_haeresis.plot_helpers import join, to_draw
from tests.aevum_haeresis.scenes import continue_until, to_discards
from tests.aevum_haeresis.table import card, heretic, lay
from tests.aevum_haeresis.table import window as window_of
from tests.aevum_haeresis.window_helpers import (
    close_window,
    dem,
    fight,
    heresy,
    hunter,
    opened,
    scene_with_cards,
    until,
)
from tests.game_helpers import act, asked, rule
from tests.saves.corpus import corpus

ICONS = dict.fromkeys(MANOEUVRES, 1)


def ready(**options: object) -> tuple[Haeresis, str, str]:
    """Return a match where Anna may act and both players have characters, and the ids of Anna's two Heretics."""
    match = scene_with_cards(**options)
    first, second = (heretic(match, ANNA, name, icons=ICONS) for name in ("first", "second"))
    heretic(match, BELA, "rival", icons=ICONS)
    return match, first, second


# -- windows, draws and discards ------------------------------------------------------------------------------


@rule("AH-PBP.33", "AH-PBP.7")
@pytest.mark.parametrize("reacts", [False, True])
def test_a_window_asks_the_rival_of_who_has_acted_whatever_is_held(reacts: bool):
    for lead in (Pass(), Announce("recruit")):
        match, _, _ = ready()
        if reacts:
            hunter(match, ANNA)
            hunter(match, BELA)
        act(match, lead)
        assert ordered_action(match, ANNA, *SECOND_ORDERS) == Waive()
        assert ordered_action(continue_to_half(match, BELA), BELA, *SECOND_ORDERS) is None


@rule("AH-PBP.33", "AH-PBP.7")
@pytest.mark.parametrize("reacts", [False, True])
def test_a_rivals_action_asks_once_at_the_announcement_whatever_is_held(reacts: bool):
    asks: list[str] = []
    match, _, _ = ready()
    if reacts:
        hunter(match, BELA)
    act(match, Announce("recruit"))
    while len(match.decisions()) == 1:  # until both players draw
        seat, key = asked(match)
        if seat == BELA and key == "window" and ordered_action(match, BELA, *DEFAULT_ORDERS) is None:
            asks.append(window_of(match))
        act_minimally(match)
    assert asks == ["manoeuvre_announced"]
    match, _, _ = ready()
    act(match, Pass())
    assert ordered_action(continue_to_half(match, BELA), BELA, *DEFAULT_ORDERS) == Waive()


@rule("AH-PBP.6", "AH-PBP.7", "AH-PBP.33")
@pytest.mark.parametrize("stop", ["stop:next", "stop:opening"])
@pytest.mark.parametrize("held", ["witch_finders_boy", "old_road_tale"])
def test_no_window_asks_a_player_who_visibly_cannot_pay_for_any_reaction(stop: str, held: str):
    for gold, answer in ((0, Waive()), (1, None)):
        match, _, _ = ready()
        set_player(match, BELA, gold=gold)
        hold(match, BELA, held)
        act(match, Announce("recruit"))
        assert ordered_action(continue_to_half(match, BELA), BELA, stop) == answer
        # A stop at this very window asks all the same.
        assert ordered_action(match, BELA, "stop:manoeuvre_announced") is None


@rule("AH-PBP.6", "AH-PBP.7")
def test_without_gold_a_card_in_play_that_can_react_still_asks():
    match, _, _ = ready()
    set_player(match, BELA, gold=0)
    heretic(match, BELA, "witch", abilities=dem())
    act(match, Announce("recruit"))
    assert ordered_action(continue_to_half(match, BELA), BELA, *DEFAULT_ORDERS) is None


def test_at_most_three_in_twenty_decisions_leave_no_choice():
    found: Counter[bool] = Counter()

    def choose(match: Haeresis, seat: int, decision: Decision, rng: random.Random) -> Action:
        found[len(decision.actions) == 1] += 1
        return greedy_policy(match, seat, decision, rng)

    for number in range(12):
        table = PostalTable(GAME, 2, SeriesSettings.read("usual"), number, choose)
        while not table.match.over:
            table.answer(next(iter(table.match.decisions())))
    assert found[True] <= 0.15 * found.total()


@rule("AH-PBP.33")
def test_after_two_passes_the_window_asks_the_next_rounds_first_player():
    match, _, _ = ready()
    act(match, Pass())
    close_window(match)
    act(match, Pass(), BELA)
    assert ordered_action(match, ANNA, "stop:next") == Waive()
    assert ordered_action(continue_to_half(match, BELA), BELA, "stop:next") is None


@rule("AH-PBP.33")
def test_a_rival_who_can_only_pass_is_not_called_for_a_window():
    match = scene_with_cards()
    heretic(match, ANNA, icons=ICONS)
    set_card(match, match.state.players[BELA].damned, ready=False)
    set_card(match, match.state.players[BELA].camp, used=["0"])
    act(match, Announce("recruit"))
    # Béla would pass automatically, and then Anna would act again, so Béla doesn't move next.
    assert ordered_action(match, ANNA, "stop:next") is None
    assert ordered_action(continue_to_half(match, BELA), BELA, "stop:next") == Waive()


@rule("AH-PBP.33")
def test_between_phases_a_window_asks_who_begins_the_next_one():
    for place, asks in (("enlistment_end", ANNA), ("prologue_end", BELA), ("chapter_revealed", None)):
        match = opened(place)
        for seat in (match.state.active, 1 - match.state.active):
            answer = None if seat == (asks if place != "prologue_end" else match.state.active) else Waive()
            assert ordered_action(continue_to_half(match, seat), seat, "stop:next") == answer


@rule("AH-PBP.33", "AH-PBP.11")
def test_draw_and_discard_are_asked_of_who_moves_next_and_done_for_the_other():
    match = scene_with_cards()
    heretic(match, BELA, icons=ICONS)
    to_draw(fight(match))
    assert ordered_action(match, ANNA, *DEFAULT_ORDERS) == DrawFrom("heretic")
    assert ordered_action(match, BELA, *DEFAULT_ORDERS) is None
    match = to_discards(scene_with_cards())
    assert ordered_action(match, ANNA, *DEFAULT_ORDERS) == Done()
    assert ordered_action(match, BELA, *DEFAULT_ORDERS) is None


@rule("AH-PBP.33", "AH-COST.21")
def test_what_costs_nothing_is_played_and_the_rest_is_asked_about():
    match = scene_with_cards()
    free, dear = hold(match, ANNA, card(match, "free"), card(match, "dear", cost={"gold": 1}))
    enlisting(match)
    lay(match, ANNA, free, dear)
    until(match, "chapter_revealed")
    while window_of(match):
        act(match, Waive())
    assert ordered_action(match, ANNA, "plan:free") == PayFor(free)
    act(match, PayFor(free))
    while window_of(match):
        act(match, Waive())
    lay(match, BELA) if asked(match)[1] == "row" else None
    assert asked(match) == (ANNA, "offer")
    assert ordered_action(match, ANNA, "plan:free") is None
    assert ordered_action(match, ANNA, "plan:pay") == PayFor(dear)
    assert ordered_action(match, ANNA, *DEFAULT_ORDERS) == PayFor(dear)


@rule("AH-PBP.33", "AH-COST.21")
@pytest.mark.parametrize("cost", [{"souls": 1}, {"sacrifice": True}])
def test_souls_and_sacrifices_are_never_paid_unasked(cost: dict[str, object]):
    match = scene_with_cards()
    heretic(match, ANNA)
    (dear,) = hold(match, ANNA, card(match, "dear", type="event", cost=cost))
    enlisting(match)
    lay(match, ANNA, dear)
    until(match, "chapter_revealed")
    while window_of(match):
        act(match, Waive())
    lay(match, BELA) if asked(match)[1] == "row" else None
    assert asked(match) == (ANNA, "offer")
    assert ordered_action(match, ANNA, *DEFAULT_ORDERS) is None
    assert ordered_action(match, ANNA, "plan:pay") == PayFor(dear)


@rule("AH-PBP.33")
def test_matches_keep_the_orders_they_began_with():
    assert GAME.default_orders(scene_with_cards()) == DEFAULT_ORDERS
    old = [GAME.load(saved.data) for saved in corpus(GAME.id) if saved.step == "act"]
    assert GAME.default_orders(old[0]) == FIRST_ORDERS
    assert not old[0].state.options.plan_ahead
    match = scene_with_cards()
    with arrange(match) as state:
        state.reading = 2
    assert GAME.default_orders(match) == SECOND_ORDERS


# -- the team ---------------------------------------------------------------------------------------------------


@rule("AH-PBP.9")
def test_a_team_is_asked_for_with_the_announcement_and_shown_after_the_window():
    match, first, second = ready(plan_ahead=True)
    act(match, Announce("recruit"))
    assert asked(match) == (ANNA, "team")
    before = match.view(BELA).model_dump()
    act(match, Join(first))
    after = match.view(BELA).model_dump()
    assert before == after
    assert act(match, Done()) == []
    assert window_of(match) == "manoeuvre_announced"
    assert match.view(BELA).manoeuvre.teams == [[], []]
    close_window(match)
    assert match.state.man is not None
    assert match.state.man.teams[ANNA] == [first]
    assert asked(match) == (BELA, "team")
    assert second not in match.state.man.teams[ANNA]


@rule("AH-PBP.9", "AH-CONFLICT.19")
def test_who_plans_a_team_sees_it_and_its_icons():
    match, first, second = ready(plan_ahead=True)
    act(match, Announce("recruit"))
    act(match, Join(first))
    act(match, Join(second))
    seen = match.view(ANNA)
    assert seen.manoeuvre is not None
    assert seen.manoeuvre.teams == [[first, second], []]
    icons = seen.manoeuvre.icons[ANNA]
    assert icons == 2 * ICONS["recruit"]
    said = GAME.action_text(Translator("en"), seen, Done()).detail
    assert said == f"Your team has {icons} icons."
    for other in (BELA, None):
        hidden = match.view(other).manoeuvre
        assert hidden is not None
        assert (hidden.teams, hidden.icons) == ([[], []], [0, 0])


@rule("AH-PBP.9", "AH-MAN.7")
@pytest.mark.parametrize("seat", [ANNA, BELA])
def test_after_a_reaction_the_team_is_asked_for_again(seat: int):
    match, first, _ = ready(plan_ahead=True)
    mine = hunter(match, seat)
    act(match, Announce("recruit"))
    join(match, first)
    continue_to_half(match, seat)
    act(match, PlayDem(mine))
    close_window(match)
    assert asked(match) == (ANNA, "team")
    assert match.state.man is not None
    assert match.state.man.teams == [[], []]
    join(match, first)
    assert asked(match) == (BELA, "team")


@rule("AH-PBP.9", "AH-PBP.19")
def test_no_one_else_can_tell_the_planned_team():
    match = scene_with_cards(plan_ahead=True)
    first = put(match, ANNA, "candle_thief")
    put(match, ANNA, "flail_bearer")
    act(match, Announce("plunder"))
    join(match, first)
    assert match.state.man is not None
    plans = {
        tuple(world.state.man.plan) for n in range(40) if (world := match.worlds(BELA, random.Random(n))).state.man
    }
    assert len(plans) > 1
    assert all(plans)
    own = match.worlds(ANNA, random.Random(1)).state.man
    assert own is not None
    assert own.plan == [first]


# -- the next Location ------------------------------------------------------------------------------------------


def at_night(**options: object) -> Haeresis:
    """Return a match at Night where Béla may act and must then play the next Location."""
    match, _, _ = ready(plan_ahead=True, **options)
    set_card(match, match.state.location, time=NIGHT)
    return acting(match, BELA)


@rule("AH-PBP.32", "AH-LOC.4")
@pytest.mark.parametrize("heretical", [False, True])
def test_the_next_location_is_asked_for_with_the_action_that_ends_the_night(heretical: bool):
    match = at_night()
    if heretical:
        witch = heretic(match, BELA, "witch", abilities=heresy())
        act(match, UseHeresy(f"{witch}/0"))
    else:
        act(match, Announce("recruit"))
        join(match, match.state.players[BELA].damned)
    assert asked(match) == (BELA, "location")
    meant = match.state.players[BELA].locations[1]
    before = match.view(ANNA).model_dump()
    assert act(match, PutLocation(meant)) == []
    assert match.state.players[BELA].next_location == meant
    seen = match.view(ANNA).model_dump()
    assert {name for name in seen if seen[name] != before[name]} <= {"to_act", "window", "pending"}
    until(match, "pass_declared")
    assert match.state.location == meant
    assert match.state.players[BELA].next_location == ""


@rule("AH-PBP.32")
def test_the_next_location_may_be_left_open():
    match = at_night()
    act(match, Announce("recruit"))
    join(match, match.state.players[BELA].damned)
    act(match, Done())
    continue_until(match, "location")
    assert asked(match) == (BELA, "location")
    assert Done() not in match.decisions()[BELA].actions


@rule("AH-PBP.32")
def test_who_does_not_put_the_next_location_is_not_asked_for_it():
    match, first, _ = ready(plan_ahead=True)
    set_card(match, match.state.location, time=NIGHT)
    act(match, Announce("recruit"))
    assert asked(match) == (ANNA, "team")
    join(match, first)
    assert match.state.players[ANNA].next_location == ""


# -- card texts in the hand -------------------------------------------------------------------------------------


@rule("AH-PBP.21")
def test_a_card_names_its_windows_and_the_order_that_offers_it():
    for pace, told in (
        (
            "stops",
            "With the order “Where I move next anyway, at the start of a manoeuvre or phase” or the stop “Manoeuvre",
        ),
        ("trust", "I ask you whenever you can play it."),
        ("ask_all", "I ask you there each time."),
    ):
        match = scene_with_cards(pace=pace)
        hold(match, ANNA, "hound_master")
        text = GAME.hand_text(Translator(), match.view(ANNA))
        assert "In windows: when a manoeuvre is announced or after a Heresy is paid for." in text
        assert told in text
    hold(match, ANNA, "parish_accuser")
    assert "In any Deus Ex Machina window." in GAME.hand_text(Translator(), match.view(ANNA))
