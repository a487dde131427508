"""The budget of Discord requests: turn notifications go before boards, boards before hands; refusals slow the bot."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.discord.http.outgoing_rate_limiter import (
    CALLS_ONLY_REFUSALS,
    STOP_REFUSALS,
    TOKEN_LIFETIME,
    Priority,
    RateBudget,
    RateBudgetExhausted,
)
from bot.notifications.request_budget import (
    BATCH_SIZE,
    OPENING_BURST,
    OPENINGS_PER_SECOND,
    REFUSALS_FORGOTTEN_PER_SECOND,
    REQUESTS_PER_SECOND,
    BudgetBalance,
    LocalRequestBudget,
)


class SleepClock:
    """A clock that advances only when code sleeps on it, by the time slept."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.at += seconds
        await asyncio.sleep(0)


class CountingBudget(LocalRequestBudget):
    """A shared request budget that counts in `asked` how often processes draw on it."""

    asked = 0

    async def spend(
        self, *, requests: int = 0, openings: int = 0, refusals: int = 0, pause: float = 0
    ) -> BudgetBalance:
        self.asked += 1
        return await super().spend(requests=requests, openings=openings, refusals=refusals, pause=pause)


@pytest.fixture
def time() -> SleepClock:
    return SleepClock()


@pytest.fixture
def shared(time: SleepClock) -> CountingBudget:
    return CountingBudget(time.now)


@pytest.fixture
def budget(time: SleepClock, shared: CountingBudget) -> RateBudget:
    return RateBudget(shared, now=time.now, sleep=time.sleep)


async def test_calls_pass_before_boards_and_boards_before_hands(budget: RateBudget) -> None:
    passed: list[Priority] = []

    async def ask(rank: Priority) -> None:
        await budget.acquire(rank)
        passed.append(rank)

    await asyncio.gather(*(ask(rank) for rank in 3 * (Priority.HAND, Priority.BOARD, Priority.CALL)))
    assert passed == sorted(passed)


async def test_processes_together_ask_no_more_than_is_allowed_and_their_database_seldom(
    time: SleepClock, shared: CountingBudget
) -> None:
    both = [RateBudget(shared, now=time.now, sleep=time.sleep) for _ in range(2)]
    begun, asked = time.at, 200
    for number in range(asked):
        await both[number % 2].acquire(Priority.BOARD)
    assert time.at - begun >= (asked - 3 * BATCH_SIZE) / REQUESTS_PER_SECOND
    assert shared.asked <= asked / BATCH_SIZE + 2


async def test_what_one_process_kept_and_did_not_use_is_given_back(time: SleepClock, shared: CountingBudget) -> None:
    for _ in range(20):
        await RateBudget(shared, now=time.now, sleep=time.sleep).acquire(Priority.CALL)
    crowded = time.at
    time.at += 60
    lone = RateBudget(shared, now=time.now, sleep=time.sleep)
    for _ in range(20):
        before = time.at
        await lone.acquire(Priority.CALL)
        assert time.at == before
        time.at += TOKEN_LIFETIME
    assert crowded > 1000


async def test_a_pause_that_one_process_hears_of_holds_for_all(time: SleepClock, shared: CountingBudget) -> None:
    first, second = (RateBudget(shared, now=time.now, sleep=time.sleep) for _ in range(2))
    await first.pause(5)
    begun = time.at
    await second.acquire(Priority.CALL)
    assert time.at >= begun + 5
    await first.pause(120)
    time.at += TOKEN_LIFETIME
    for rank in Priority:
        with pytest.raises(RateBudgetExhausted) as told:
            await second.acquire(rank)
        assert told.value.retry_after > 100
    time.at += 121
    await second.acquire(Priority.HAND)


async def test_many_refusals_leave_only_calls_and_still_more_leave_nothing(
    time: SleepClock, budget: RateBudget, shared: CountingBudget, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bot")
    for _ in range(CALLS_ONLY_REFUSALS + BATCH_SIZE):
        budget.count_refusal()
    with pytest.raises(RateBudgetExhausted):
        await budget.acquire(Priority.BOARD)
    await budget.acquire(Priority.CALL)
    # Another process that shares the budget learns of the refusals when it draws its first batch of requests.
    other = RateBudget(shared, now=time.now, sleep=time.sleep)
    for _ in range(BATCH_SIZE):
        await other.acquire(Priority.CALL)
    assert other.recent_refusals >= CALLS_ONLY_REFUSALS
    with pytest.raises(RateBudgetExhausted):
        await other.acquire(Priority.HAND)
    for _ in range(STOP_REFUSALS):
        budget.count_refusal()
    with pytest.raises(RateBudgetExhausted):
        await budget.acquire(Priority.CALL)
    time.at += (CALLS_ONLY_REFUSALS / 2 + BATCH_SIZE + STOP_REFUSALS) / REFUSALS_FORGOTTEN_PER_SECOND + 1
    await budget.acquire(Priority.HAND)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR", "WARNING"]
    assert "only calls are posted" in caplog.text


async def test_private_channels_are_opened_slowly(time: SleepClock, budget: RateBudget) -> None:
    for _ in range(OPENING_BURST):
        await budget.acquire(Priority.HAND, opens=True)
    begun = time.at
    await budget.acquire(Priority.CALL, opens=True)
    assert time.at >= begun + 0.9 / OPENINGS_PER_SECOND


async def test_who_would_wait_too_long_for_a_private_channel_tries_later_and_takes_nothing(
    budget: RateBudget, shared: CountingBudget
) -> None:
    await shared.spend(openings=100)
    for _ in range(2):
        with pytest.raises(RateBudgetExhausted) as told:
            await budget.acquire(Priority.HAND, opens=True)
    assert told.value.retry_after <= 101 / OPENINGS_PER_SECOND
    await budget.acquire(Priority.HAND)


async def test_a_fault_reaches_all_waiting_callers(budget: RateBudget, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(**_: object) -> BudgetBalance:
        raise OSError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(budget._request_budget, "spend", broken)
        found = await asyncio.gather(*(budget.acquire(Priority.CALL) for _ in range(3)), return_exceptions=True)
        assert [str(error) for error in found] == ["gone"] * 3
    await budget.acquire(Priority.CALL)
