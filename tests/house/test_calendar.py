"""Matches by post in simulated time: when players visit, and what `tenebrae calendar` reports."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from random import Random
from typing import Any

import pytest

import rules
from bot.cli.lab import match_duration
from bot.cli.lab.match_duration import DAY, MONDAY, CalendarAverages, MatchCalendar, Routine
from bot.cli.lab.planning_strength import PlanningStrength
from bot.cli.lab.postal_series import PostalTable, SeriesSettings
from bot.computers.policies import random_policy
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine import planned_turns
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.engine.planning_interface import Planning
from rules.kernel.game import AnyGame
from tests.game_helpers import each
from tests.house.operator_helpers import Run
from tests.kernel import duel

#: Time zones with different daylight saving: in either hemisphere, at midnight, by half an hour, or never.
ZONES = ("Europe/Budapest", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kolkata")
EVERY_HOUR = Routine(24, waking=(0, 24))
USUAL = SeriesSettings.read("usual")
SOLO = next(game for game in rules.GAMES.values() if 1 in game.seats)
#: A three-player game that sometimes asks all players at the same time.
THREE = next(game for game in rules.GAMES.values() if 3 in game.seats)
#: The tiny game, where seats can also give a standing order to pass whenever passing is offered.
ORDERED = replace(
    duel.GAME,
    orders={"pass": "Pass wherever that is offered"},
    ordered=lambda _match, _seat, orders: Pass() if "pass" in orders else None,
)

#: Settings that give both seats a standing order to pass.
PASSING = SeriesSettings.read("pass", ORDERED.orders)
both_ways = each(("number", "habits"), [(number, habits) for number in range(8) for habits in (USUAL, PASSING)])


def course(
    game: AnyGame, seats: int, routine: Routine, number: int = 1, habits: SeriesSettings = USUAL
) -> MatchCalendar:
    return match_duration.play(game, seats, habits, routine, number, random_policy)


# -- visits ---------------------------------------------------------------------------------------------------


@each("number", range(150))
def test_no_one_looks_in_outside_waking_hours(number: int) -> None:
    """Players visit only during their waking hours, in any time zone and at any time of year."""
    rng = Random(number)
    begin = rng.randrange(24)
    end = rng.choice([hour for hour in range(25) if hour != begin])
    routine = Routine(rng.uniform(0.2, 50), tuple(rng.sample(ZONES, 3)), (begin, end))
    seat, since = rng.randrange(5), MONDAY + timedelta(seconds=rng.randrange(365 * DAY))
    looks = [look for look, _ in islice(routine.visits(seat, rng, since), 20)]
    assert looks == sorted(looks)
    assert looks[0] >= since.timestamp()
    for look in looks:
        hour = datetime.fromtimestamp(look, routine.zone(seat)).hour
        assert begin <= hour < end if begin < end else hour >= begin or hour < end


@each("waking", [(8, 22), (22, 6), (0, 24)])
def test_people_look_in_as_often_as_stated(waking: tuple[int, int]) -> None:
    routine, days = Routine(3, ("Europe/Budapest",), waking), 300
    looks = takewhile(lambda look: look[0] < MONDAY.timestamp() + days * DAY, routine.visits(0, Random(5)))
    assert sum(1 for _ in looks) / days == pytest.approx(3, abs=0.2)


def test_seats_take_the_zones_in_turn() -> None:
    assert [str(Routine(4, ZONES[:2]).zone(seat)) for seat in range(3)] == [*ZONES[:2], ZONES[0]]


# -- figures --------------------------------------------------------------------------------------------------


@both_ways
def test_each_hand_over_rings_everyone_once(number: int, habits: SeriesSettings) -> None:
    """A seat is pinged once when it must act, and not again before it has answered."""
    table = PostalTable(ORDERED, 2, habits, number, random_policy)
    rung = Counter(waiting := list(table.match.decisions()))
    hand_overs = 1
    while waiting:
        table.answer(waiting[-1])
        new = [seat for seat in table.match.decisions() if seat not in waiting]
        waiting = list(table.match.decisions())
        rung.update(new)
        hand_overs += bool(new)
        assert table.demands.pings == rung.total()
        assert table.demands.handovers == hand_overs
    assert table.match.over


@both_ways
def test_people_visit_when_they_are_rung_and_every_day_is_waited_for(number: int, habits: SeriesSettings) -> None:
    found = course(ORDERED, 2, Routine(1 + number, ZONES), number, habits)
    # Each ping is answered in a visit, and in each visit the player makes at least one decision.
    assert found.demands.handovers <= found.demands.pings <= found.visits <= found.demands.decisions
    assert sum(found.waits.values()) == pytest.approx(found.days)
    assert set(found.waits) <= set(found.demands.decisions_by_question)


def test_a_day_waited_for_several_counts_once() -> None:
    found = course(THREE, 3, Routine(4))
    assert sum(found.waits.values()) == pytest.approx(found.days)
    assert found.demands.handovers < found.demands.pings


def test_between_people_who_look_in_every_hour_a_match_ends_in_hours() -> None:
    assert 0 < course(duel.GAME, 2, EVERY_HOUR).days < 1


def test_a_solo_player_waits_for_no_one() -> None:
    figures = CalendarAverages.from_calendars([found := course(SOLO, 1, EVERY_HOUR)], 1)
    assert (found.days, found.visits, found.demands.pings) == (0, 1, 1)
    assert (figures.messages, figures.waits) == (3, {})


@each("number", range(8))
def test_what_an_order_answers_is_not_waited_for(number: int) -> None:
    without, ordered = (
        course(ORDERED, 2, Routine(4), number, one) for one in (replace(PASSING, ignores_orders=True), PASSING)
    )
    assert without.demands.ordered == 0 < ordered.demands.ordered
    assert without.waits.keys() - ordered.waits.keys() == {"burn", "mulligan"}


@each("game", [game for game in rules.GAMES.values() if game.planning != Planning()])
def test_players_plan_in_worlds_of_their_own_and_only_what_is_news(game: AnyGame) -> None:
    seen: list[Any] = []

    def policy(match: Match[Any], seat: int, decision: Decision, rng: Random) -> Action:
        seen.append(match)
        return random_policy(match, seat, decision, rng)

    table = PostalTable(
        game, max(seats for seats in game.seats if seats < 4), SeriesSettings.read("usual plan"), 1, policy
    )
    planned = 0
    for _ in range(60):
        waiting = list(table.match.decisions())
        for seat in set(range(table.match.state.seats)) - set(waiting):
            before = table.match.dump()
            seen.clear()
            planned += table.plan(seat)
            assert table.match not in seen
            assert table.match.dump() == before
            # Planning a second time changes nothing, because nothing has happened in between.
            assert not table.plan(seat)
        if table.match.over:
            break
        table.answer(waiting[0])
    assert planned > 3


@each("seats", [3, 5])
def test_with_plans_fewer_of_the_answers_are_waited_for(seats: int) -> None:
    game = rules.GAMES["dark_providence"]
    without, planned = (
        match_duration.play(game, seats, one, Routine(4), 2)
        for one in (replace(USUAL, ignores_orders=True), SeriesSettings.read("end_turn plan", game.orders))
    )
    assert without.demands.ordered == 0 < planned.demands.ordered
    rung, rung_with_plans = (
        one.demands.pings / (one.demands.decisions + one.demands.ordered) for one in (without, planned)
    )
    assert rung_with_plans < 0.75 * rung
    assert planned.demands.pings <= planned.visits


def test_figures_of_a_series() -> None:
    table = PostalTable(duel.GAME, 2, USUAL, 1, random_policy)
    rings, hand_overs = table.demands.pings, table.demands.handovers
    courses = [MatchCalendar(days, 6, table.demands, {"bid": days / 4, "burn": days * 3 / 4}) for days in (1, 2, 6)]
    figures = CalendarAverages.from_calendars(courses, 2)
    assert figures == CalendarAverages(
        3, 2, 1, 6, 3, rings / 2, hand_overs + 2, hand_overs, {"burn": 0.75, "bid": 0.25}
    )
    assert list(figures.waits) == ["burn", "bid"]
    assert figures.row("x") == "| x | 3.0 | 2.0 | 1.0-6.0 | 3.0 | 0.5 | 3.0 | 1.0 | `burn` 75%, `bid` 25% |"


# -- the command ----------------------------------------------------------------------------------------------


def test_the_same_command_prints_the_same(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "duel", duel.GAME)
    words = ("calendar", "duel", "--seats", 2, "--visits-a-day", 6, "--zones", "Europe/Budapest,America/New_York")
    words += ("--waking", "22-6", "--matches", 2, "--seed", 3, "--workers", 1)
    first, again, table = command(*words, "--json"), command(*words, "--json"), command(*words)
    assert (first.code, first.out) == (0, again.out)
    facts = json.loads(first.out)
    assert (facts["game"], facts["seats"], facts["matches"], facts["seed"]) == ("duel", 2, 2, 3)
    assert (facts["visits_a_day"], facts["zones"], facts["waking"]) == (
        6,
        ["Europe/Budapest", "America/New_York"],
        [22, 6],
    )
    # This game has no standing orders, so the figures with and without them must be the same.
    assert facts["without_orders"] == facts["with_orders"]
    assert sum(facts["with_orders"]["waits"].values()) == pytest.approx(1, abs=0.001)
    assert f" {facts['with_orders']['days_mean']:.1f} |" in table.out.splitlines()[-1]


@each(
    ("option", "value"),
    [("--visits-a-day", 0), ("--waking", "8"), ("--waking", "8-25"), ("--waking", "9-9"), ("--zones", "Mars/Base"),
     ("--zones", ""), ("--zones", "Europe"), ("--orders", "often"), ("--seats", 9)],
)  # fmt: skip
def test_what_can_not_be_is_told_in_a_sentence(command: Run, option: str, value: object) -> None:
    answer = command("calendar", SOLO.id, "--seats", 1, option, value)
    assert answer.code == 2
    assert str(value) in answer.sentence


def test_a_zone_is_as_far_ahead_as_it_says() -> None:
    (wakes, sleeps), *_ = islice(Routine(4, ("America/New_York",)).days(0, MONDAY + timedelta(days=1)), 2)
    # midnight in UTC is still Monday evening in New York, when the player is awake
    assert datetime.fromtimestamp(wakes, UTC) == MONDAY + timedelta(days=1)
    assert datetime.fromtimestamp(sleeps, UTC) == MONDAY + timedelta(days=1, hours=3)


# -- planning -------------------------------------------------------------------------------------------------


def test_players_name_other_answers_where_a_plan_allows_them() -> None:
    """A step that may have alternatives gets some, all of the same kind, and nothing more than the panel allows."""
    game = rules.GAMES["dark_providence"]
    table, several = PostalTable(game, 3, SeriesSettings.read("usual plan"), 1), 0
    for _ in range(40):
        waiting = next(iter(table.match.decisions()))
        for seat in set(range(3)) - {waiting}:
            table.plan(seat)
            for step in planned_turns.steps_of(table.match, table.orders_of(seat)):
                kinds = {type(one.action) for one in step.answers}
                assert len(kinds) == 1
                assert len({one.action for one in step.answers}) == len(step.answers) <= planned_turns.MAX_ANSWERS
                several += len(step.answers) > 1 and issubclass(kinds.pop(), game.planning.first_of)
        table.answer(waiting)
    assert several > 10


def test_players_plan_the_turn_after_the_next_too() -> None:
    game = rules.GAMES["dark_providence"]
    table, turns = PostalTable(game, 3, SeriesSettings.read("usual plan"), 1), Counter[int]()
    for _ in range(40):
        waiting = next(iter(table.match.decisions()))
        for seat in set(range(3)) - {waiting}:
            table.plan(seat)
            turns[len({step.turn for step in planned_turns.steps_of(table.match, table.orders_of(seat))})] += 1
        table.answer(waiting)
    assert turns[2] > turns[1] > 0


def test_only_the_named_players_plan() -> None:
    game = rules.GAMES["dark_providence"]
    alone = replace(SeriesSettings.read("usual plan"), planners=(2,))
    table, planned = PostalTable(game, 3, alone, 1), Counter[int]()
    for _ in range(30):
        waiting = next(iter(table.match.decisions()))
        planned.update(seat for seat in set(range(3)) - {waiting} if table.plan(seat))
        table.answer(waiting)
    assert set(planned) == {2}


def test_the_only_player_who_plans_wins_a_share_with_an_interval() -> None:
    found = PlanningStrength(3, 150, 35)
    assert found.to_text() == (
        "The one planning player won 35 of 150 matches, 23.3% (17.3% to 30.7%); an equal share is 33.3%."
    )
    assert found.facts() == {"matches": 150, "won": 35, "interval": [0.1728, 0.3072], "equal_share": 0.3333}


def test_the_calendar_says_what_planning_costs(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "duel", duel.GAME)
    words = ("calendar", "duel", "--seats", 2, "--matches", 1, "--workers", 1, "--strength", 6)
    assert "The one planning player won" in command(*words, "--orders", "usual plan").out
    assert "plans won" not in command(*words).out
    planning = json.loads(command(*words, "--orders", "usual plan", "--json").out)["planning"]
    assert (planning["matches"], planning["equal_share"]) == (6, 0.5)
