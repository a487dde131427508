"""The option `pace` in section 36 of RULES.md: messages and their timing reveal neither hands nor orders."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.cli.lab.simulation import random_policy
from bot.store.store import Store
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA
from rules.aevum_haeresis.flow.standing_orders import DEFAULT_ORDERS
from rules.aevum_haeresis.state.actions import Pass, PlayDem, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.words.standing_orders import words_of
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.postal_match import PostalMatch, match_before_pass, messages
from tests.aevum_haeresis.window_helpers import fight, until
from tests.game_helpers import rule
from tests.matches.room import ManualClock

MINUTE = 60
HALF, TICK = 10 * MINUTE, 15 * MINUTE
#: The number of Rounds whose messages are counted.
ROUNDS = 3


@pytest_asyncio.fixture
async def post(path: Path) -> AsyncIterator[PostalMatch]:
    async with await Store.open(path) as store:
        yield PostalMatch(store)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "post.sqlite"


def usable(match: Haeresis) -> set[str]:
    return {action.verb for action in match.decisions()[BELA].actions}


# -- stops -----------------------------------------------------------------------------------------------------


@rule("AH-PBP.7", "AH-PBP.12", "AH-PBP.19")
@pytest.mark.parametrize("stop", [(), ("stop:pass_declared",)])
async def test_a_hand_with_a_dem_and_one_without_leave_the_same_journal_and_posts(
    tmp_path: Path, stop: tuple[str, ...]
):
    found: list[Any] = []
    for reacts in (False, True):
        async with await Store.open(tmp_path / str(reacts)) as store:
            post = PostalMatch(store)
            await post.adopt(match_before_pass(reacts))
            await post.order(BELA, *stop)
            told = [await post.public()]
            await post.act(ANNA, Pass())
            told.append(await post.public())
            match = await post.match()
            assert await post.asked() == (BELA, "window" if stop else "act")
            assert not stop or usable(match) == ({"waive", "play"} if reacts else {"waive"})
            if stop:
                await post.act(BELA, Waive())
                told.append(await post.public())
            await post.act(BELA, Pass())
            told.append(await post.public())
            found.append((told, await post.entries()))
    assert found[0] == found[1]
    kinds = [row[2] for row in found[0][1]]
    assert kinds.count("order") >= 2


@rule("AH-PBP.1", "AH-PBP.2", "AH-PBP.16", "AH-PBP.30")
async def test_a_run_of_windows_is_closed_in_one_go_and_told_in_one_message(post: PostalMatch):
    await post.adopt(match_before_pass(False))
    await post.public()
    before = (await post.service.matches.get(1)).seq
    for seat in (ANNA, BELA):
        await post.order(seat, *DEFAULT_ORDERS)
    await post.order(BELA, "discard:none")
    outcome = await post.act(ANNA, Pass())
    assert outcome.table.seq == before + 3
    assert [kind for _, kind, *_ in await post.public()] == ["board", "turn"]
    outcome = await post.act(BELA, Pass())
    # The last entries of a Round are the window after the Pass, the discards, and the window after the discards.
    entries = await post.entries(before + 3)
    assert (entries[0][2], entries[0][3], outcome.table.seq) == ("act", BELA, entries[-1][0])
    assert [(row[2], row[4]["verb"]) for row in entries[1:7]] == [
        ("order", verb) for verb in ("waive", "waive", "done", "done", "waive", "waive")
    ]
    assert [kind for _, kind, *_ in await post.public()].count("turn") <= 1


@rule("AH-PBP.12")
async def test_the_next_player_is_asked_where_a_conflict_can_be_turned(post: PostalMatch):
    await post.adopt(until(fight(match_before_pass(False)), "conflict_end"))
    assert await post.asked() == (ANNA, "window")
    await post.act(ANNA, Waive())
    # Béla's only character is fighting, so Anna moves next and Béla isn't asked in his half of the window.
    assert await post.asked() == (ANNA, "conflict_draw")


# -- the option pace="uniform" ---------------------------------------------------------------------------------

#: Béla's possible reactions in his half of the window after a Pass, while the time for this half is running.
ANSWERS: dict[str, Callable[[PostalMatch], Any]] = {
    "nothing": lambda post: post.service.matches.get(1),
    "waives": lambda post: post.act(BELA, Waive()),
    "waives twice": lambda post: twice(post),
    "rests": lambda post: post.order(BELA, "rest:round@1"),
    "is to be asked": lambda post: post.order(BELA, "stop:pass_declared", "if:dem"),
}


#: The minutes when the matches are compared, and the minute when Béla answers. Each player's half of the window takes
#: ten minutes, and Béla's half is the second.
CHECKED_MINUTES = (1, 9, 10, 11, 13, 14, 19, 20, 21, 25)
ANSWER_MINUTE = 13


async def twice(post: PostalMatch) -> None:
    for _ in range(2):
        await post.act(BELA, Waive())


@rule("AH-PBP.12", "AH-PBP.13", "AH-PBP.14", "AH-PBP.20")
async def test_at_the_uniform_pace_each_half_takes_its_time_whatever_is_answered(tmp_path: Path):
    found: dict[tuple[bool, str], Any] = {}
    for reacts in (False, True):
        for name, answer in ANSWERS.items():
            async with await Store.open(tmp_path / f"{reacts}{name}") as store:
                post = PostalMatch(store)
                await post.adopt(match_before_pass(reacts, pace="uniform"))
                if name == "rests":
                    await answer(post)
                await post.act(ANNA, Pass())
                told = [await post.public()]
                for minute, later in pairwise((0, *CHECKED_MINUTES)):
                    await post.later((later - minute) * MINUTE)
                    if later == ANSWER_MINUTE and name != "rests":
                        await answer(post)
                    told.append(await post.public())
                found[reacts, name] = told, await post.entries()
    first = found[False, "nothing"]
    assert all(one == first for one in found.values())
    told, entries = first
    begun = entries[0][1]
    assert [(row[1] - begun, row[2], row[3]) for row in entries[2:]] == [
        (HALF, "order", ANNA),
        (2 * HALF, "order", BELA),
    ]
    # When the window closes, a single event in the log reports that no one acted.
    assert entries[2][5] == ()
    assert entries[3][5][0]["kind"] == "nobody_acted"
    # No one is pinged about the window. Only the next action pings a player.
    calls = [(at - begun, seats) for posts in told for at, kind, _, seats in posts if kind == "turn"]
    assert calls == [(2 * HALF, [BELA])]


@rule("AH-PBP.14")
async def test_a_dem_is_told_at_once_and_the_half_runs_again(post: PostalMatch):
    await post.adopt(match_before_pass(True, pace="uniform"))
    await post.act(ANNA, Pass())
    await post.later(HALF)
    await post.later(4 * MINUTE)
    offers = (await post.match()).decisions()[BELA].actions
    await post.act(BELA, next(action for action in offers if isinstance(action, PlayDem)))
    assert "played_dem" in {event["kind"] for event in (await post.entries())[-1][5]}
    while (await post.asked())[1] != "window":  # in every window, the key of the question is "window"
        (seat, decision), *_ = (await post.match()).decisions().items()
        await post.act(seat, decision.actions[0])
    assert (await post.service.matches.get(1)).deadline == post.clock.time + HALF
    await post.later(HALF - 1)
    assert await post.asked() == (BELA, "window")
    await post.later(1)
    assert await post.asked() == (BELA, "act")
    assert not any(event["kind"] == "nobody_acted" for row in await post.entries() for event in row[5])


@rule("AH-PBP.14", "AH-PBP.29")
async def test_a_restart_in_a_window_keeps_its_time_and_what_was_answered(path: Path):
    clock = ManualClock()
    async with await Store.open(path) as store:
        post = PostalMatch(store, clock)
        await post.adopt(match_before_pass(False, pace="uniform", half_minutes=30))
        await post.act(ANNA, Pass())
        assert (await post.act(ANNA, Waive())).deferred_until == clock.time + 30 * MINUTE
    async with await Store.open(path) as store:
        post = PostalMatch(store, clock)
        await post.later(30 * MINUTE - 1)
        assert await post.asked() == (ANNA, "window")
        await post.later(1)
        assert await post.asked() == (BELA, "window")


# -- the option pace="ask_all" ---------------------------------------------------------------------------------


@rule("AH-PBP.12", "AH-PBP.13", "AH-PBP.31")
async def test_where_all_is_asked_windows_close_at_ticks_alone(tmp_path: Path):
    found: list[Any] = []
    for name in ("by hand", "by order"):
        async with await Store.open(tmp_path / name) as store:
            post = PostalMatch(store)
            post.clock.time += 7
            await post.adopt(match_before_pass(True, pace="ask_all"))
            if name == "by order":
                for seat in (ANNA, BELA):
                    await post.order(seat, "rest:round@1")
            await post.act(ANNA, Pass())
            told = [await post.public()]
            for minute in range(45):
                await post.later(MINUTE)
                seat, key = await post.asked()
                if name == "by hand" and key == "window" and minute % 3 == 0:
                    await post.act(seat, Waive())
                told.append(await post.public())
            found.append((told, await post.entries()))
    assert found[0] == found[1]
    closings = [row[1] for row in found[0][1] if row[2] == "order"]
    assert len(closings) == 2
    assert all(at % TICK < MINUTE for at in closings)


@rule("AH-PBP.12")
async def test_where_all_is_asked_an_unanswered_window_stays_open(post: PostalMatch):
    await post.adopt(match_before_pass(False, pace="ask_all", tick_minutes=1))
    await post.order(BELA)
    await post.act(ANNA, Pass())
    for _ in range(20):
        await post.later(MINUTE)
    assert await post.asked() == (ANNA, "window")
    await post.act(ANNA, Waive())
    assert await post.asked() == (ANNA, "window")
    await post.later(MINUTE)
    assert await post.asked() == (BELA, "window")


@rule("AH-PBP.17")
@pytest.mark.parametrize("pace", ["uniform", "ask_all"])
async def test_a_window_names_no_one(post: PostalMatch, pace: str):
    await post.adopt(match_before_pass(False, pace=pace))
    await post.act(ANNA, Pass())
    assert (await post.service.matches.get(1)).deadline is not None
    assert not any(kind == "turn" for _, kind, *_ in await post.public() if kind == "turn")


@rule("AH-PBP.5", "AH-PBP.15")
@pytest.mark.parametrize("pace", ["stops", "uniform", "ask_all"])
async def test_a_reaction_left_for_the_second_half_waits_for_the_first(post: PostalMatch, pace: str):
    await post.adopt(match_before_pass(True, pace=pace))
    if pace == "stops":
        await post.order(ANNA, "stop:pass_declared")
    order = next(name for name in await offered(post, BELA) if name.startswith("do:pass_declared:"))
    await post.order(BELA, order, "rest:round@1")
    await post.act(ANNA, Pass())
    assert await post.asked() == (ANNA, "window")
    await post.act(ANNA, Waive())
    await post.later(TICK)
    await post.later(TICK)
    played = [row for row in await post.entries() if row[4] and row[4].get("verb") == "play"]
    assert [(row[2], row[3]) for row in played] == [("order", BELA)]
    assert order not in ((await post.service.matches.get(1)).seats[BELA].standing or ())


async def offered(post: PostalMatch, seat: int) -> list[str]:
    match = await post.match()
    return list(words_of(match.game.order_groups(Translator(), match, seat)))


# -- the number of messages ------------------------------------------------------------------------------------


@rule("AH-PBP.1", "AH-PBP.2", "AH-PBP.30")
async def test_with_the_orders_everyone_starts_with_a_round_needs_few_messages(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    each: list[int] = []
    together: list[int] = []
    async with await Store.open(tmp_path / "tenebrae.sqlite") as store:
        post = PostalMatch(store, seed="post 0")
        await post.begin()
        for counts in (await messages(post, random_policy, 0, ROUNDS)).values():
            each += [counts[ANNA], counts[BELA]]
            together.append(counts[-1])
    record_property("messages a player and round, median", statistics.median(each))
    record_property("messages a round, median", statistics.median(together))
    print(f"\nmessages a round: {statistics.median(each)} a player, {statistics.median(together)} all in all (medians)")
    assert len(together) >= ROUNDS
    assert statistics.median(each) < 12
