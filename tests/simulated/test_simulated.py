"""Simulations of the whole bot with random faults, and tests of the simulation itself."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.matches.service_results import Position, SeatInfo
from rules.kernel.words.translation import Translator
from tests.hostile.hidden_cards import hidden
from tests.simulated.card_leaks import WatchedMatch, card_names
from tests.simulated.change_record import SavedChange, SavedEntries
from tests.simulated.clock_reference import ReferenceClock, ReferenceClocks
from tests.simulated.event_loop import Machine, SimulatedLoop, Stuck, never
from tests.simulated.event_plan import DAY, Plan, PlannedEvent, PlannedMatch, random_plan
from tests.simulated.history_shrinking import shrunk
from tests.simulated.old_faults import FORMER_FAULTS, FormerFault, thinks_for_ever
from tests.simulated.simulation import SimulationResult, simulate

ROOT = Path(__file__).parents[2]
#: The seeds that normal test runs simulate. `make soak` simulates SIM_SEEDS seeds instead.
SEEDS = ("1", "2", "3")
SHORT = Plan("short", tables=(PlannedMatch("tiny", 3, 3, "friendly"),), days=1)


@cache
def of_seed(seed: str) -> SimulationResult:
    """Return the result of a seed's simulation, which several tests share."""
    return simulate(random_plan(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_doubled_told_or_forgotten_under_the_faults_of_a_seed(seed: str) -> None:
    assert of_seed(seed).wrong == []


@pytest.mark.soak
def test_nothing_is_lost_doubled_told_or_forgotten_under_the_faults_of_many_seeds() -> None:
    many = os.environ.get("SIM_SEEDS", "300")
    # Each simulation runs in a subprocess, because the tasks of dead simulated processes are never freed.
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulated", f"1-{many}"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("fault", FORMER_FAULTS, ids=[one.name for one in FORMER_FAULTS])
def test_a_fault_that_was_once_in_the_bot_is_found_again(fault: FormerFault, monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulate(fault.plan).wrong == [], "without the fault all is well"
    fault.put_back(monkeypatch)
    assert any(fault.said in sentence for sentence in simulate(fault.plan).wrong)


def test_the_same_seed_twice_gives_the_same_trace_byte_for_byte(tmp_path: Path) -> None:
    here = "\n".join(of_seed("1").trace) + "\n"
    there = tmp_path / "trace"
    # A new process has other memory addresses and string hashes, and has run no simulations before.
    command = [sys.executable, "-m", "tests.simulated", "1", "--trace", str(there)]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "7"}, capture_output=True)
    assert there.read_bytes() == here.encode()


def test_a_kept_history_is_read_as_it_was_written() -> None:
    plan = random_plan("3")
    assert Plan.of(plan.text()) == plan


def test_a_failing_history_shrinks_to_what_it_takes() -> None:
    plan = replace(SHORT, tables=random_plan("3").tables, happenings=random_plan("3").happenings)
    needed = {plan.happenings[2], plan.happenings[7]}
    tried: list[Plan] = []

    def fails(one: Plan) -> bool:
        tried.append(one)
        return needed <= {*one.happenings}

    least = shrunk(plan, fails)
    assert {*least.happenings} == needed
    assert len(least.tables) == 1
    assert len(tried) < 60


def test_a_real_failing_history_shrinks_to_a_short_one_that_still_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    old = next(one for one in FORMER_FAULTS if one.put_back is thinks_for_ever)
    old.put_back(monkeypatch)
    more = [
        PlannedEvent(700, "slow disk", (30,)),
        PlannedEvent(900, "deleted", (0, 0)),
        PlannedEvent(5000, "clock", (45,)),
    ]
    tables = (*old.plan.tables, PlannedMatch("plain", 2, 2, "friendly"))
    plan = replace(old.plan, tables=tables, happenings=(*old.plan.happenings, *more))

    @cache
    def fails(one: Plan) -> bool:
        return any(old.said in sentence for sentence in simulate(one).wrong)

    assert fails(plan)
    least = shrunk(plan, fails)
    assert least.happenings == old.plan.happenings
    assert len(least.tables) == 1
    assert fails(least)


# -- checks --------------------------------------------------------------------------------------------------


def test_names_of_other_players_cards_are_found_in_a_readers_text() -> None:
    match = rules.GAMES["aevum_haeresis"].new(2, "names")
    table = WatchedMatch(Position.from_match(match, 1, ()))
    table.goes_on(table.position)
    finds, kinds = card_names(match.game.id)
    held = {one.split(".")[0] for one in hidden(match, 1)}
    name = next(name for name, ids in kinds.items() if ids & held & table.known[0] and not ids & table.known[1])
    assert finds.findall(f"You draw {name}.") == [name]
    assert list(table.leaks(1, f"You draw {name}.")) == [name]
    assert list(table.leaks(None, f"You draw {name}.")) == [name]
    assert list(table.leaks(0, f"You draw {name}.")) == []


def test_what_was_hidden_may_be_told_once_the_match_is_over_but_not_what_no_one_has_drawn() -> None:
    match = rules.GAMES["aevum_haeresis"].new(2, "names")
    table = WatchedMatch(Position.from_match(match, 1, ()))
    match.concede(0)
    told = " ".join(match.game.uncovered(Translator("en"), match))
    below = " ".join(name for name in card_names(match.game.id)[1] if name not in told)
    assert list(table.leaks(None, told))
    table.goes_on(Position.from_match(match, 2, ()))
    assert list(table.leaks(None, told)) == []
    assert list(table.leaks(None, below))


def test_a_clock_that_has_lost_or_gained_time_is_found() -> None:
    def entry(at: int, seq: int, kind: str, seat: Any, called: frozenset[int]) -> SavedChange:
        row = SimpleNamespace(kind=kind, seat=0)
        return SavedChange(
            at, 1, "entry", SavedEntries(seq, (row,), (seat,), frozenset({0}), called, is_over=False, is_hidden=False)
        )

    def wrong(shown: int) -> list[str]:
        seat = SeatInfo(0, 911, "Ana", waiting_since=10, clock_left=DAY)
        later = replace(seat, clock_since=20 + shown)
        notes = [entry(10, 1, "start", seat, frozenset({0})), SavedChange(20, 1, "called", (5, frozenset({0}))),
                 entry(3620, 2, "order", later, frozenset())]  # fmt: skip
        time_control = TimeControl(TimeControlKind.STEADY, DAY)
        return list(ReferenceClocks(time_control, [ReferenceClock(0, "", time_control)], 0).wrong(notes))

    assert wrong(0) == []
    assert len(wrong(60)) == len(wrong(-60)) == 1


# -- the loop ------------------------------------------------------------------------------------------------


@pytest.fixture
def loop() -> Iterator[SimulatedLoop]:
    made = SimulatedLoop(random.Random(0))
    yield made
    made.close()


def test_time_passes_only_where_everyone_waits(loop: SimulatedLoop) -> None:
    async def days() -> float:
        await asyncio.sleep(20 * 86400)
        return asyncio.get_running_loop().time()

    assert loop.run_until_complete(days()) == 20 * 86400


def test_a_wait_for_nothing_is_found(loop: SimulatedLoop) -> None:
    with pytest.raises(Stuck):
        loop.run_until_complete(never())
    asyncio.all_tasks(loop).pop().cancel()
    loop.run_until_complete(asyncio.sleep(0))


def test_a_process_that_dies_does_nothing_more_not_even_what_it_would_do_at_the_end(loop: SimulatedLoop) -> None:
    machine, done = Machine(1), list[str]()

    async def works() -> None:
        try:
            await asyncio.sleep(10)
            done.append("work")
        finally:
            done.append("at the end")

    async def lives() -> None:
        loop.run_as(machine, works())
        await asyncio.sleep(5)
        machine.die()
        await asyncio.sleep(20)

    loop.run_until_complete(lives())
    assert done == []


def test_tasks_that_are_ready_go_in_an_order_that_the_seed_draws() -> None:
    def order(seed: int) -> list[int]:
        made, went = SimulatedLoop(random.Random(seed)), list[int]()

        async def one(number: int) -> None:
            went.append(number)

        async def all_of_them() -> None:
            await asyncio.gather(*(one(number) for number in range(6)))

        made.run_until_complete(all_of_them())
        made.close()
        return went

    assert order(1) == order(1)
    assert len({tuple(order(seed)) for seed in range(10)}) > 5


def test_a_day_on_which_nothing_happens_is_clean() -> None:
    found = simulate(replace(SHORT, happenings=(PlannedEvent(60, "slow", (60,)),)))
    assert found.wrong == []
    assert found.counts["moves"] > 0
