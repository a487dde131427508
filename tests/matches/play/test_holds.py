"""Decisions that take effect only when their time is over: until then, answers are stored and survive a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo
from bot.notifications.delivery import DeliveryWorker
from bot.store.engine_interface import Address
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.game import AnyGame
from tests.matches.room import ANNA, BELA, ManualClock, Messenger
from tests.matches.timed_game import MINUTE, TICKING, TIMED
from tests.matches.tiny_game import Done, Take


class Table:
    """A match with the services of one process. A second instance on the same store simulates a restart."""

    def __init__(self, store: Store, game: AnyGame, clock: ManualClock) -> None:
        self.store = store
        self.clock = clock
        self.messenger = Messenger()
        self.service = MatchService(store, clock, {game.id: game}, ServiceOptions(seed=lambda: "seed"))
        self.keeper = DeadlineScheduler(self.service, clock)
        self.worker = DeliveryWorker(store, self.messenger, clock)
        self.game = game

    async def begin(self, turns: int = 4) -> MatchInfo:
        info = await self.service.lobby.open(
            LobbyRequest(game=self.game.id, guild_id=1, channel_id=1, locale="en", options={"turns": turns}),
            user_id=ANNA,
            name="A",
        )
        await self.service.lobby.join(info.id, BELA, "B")
        return await self.service.lobby.start(info.id, ANNA)

    async def later(self, seconds: int) -> None:
        self.clock.time += seconds
        await self.keeper.drain()

    async def told(self) -> list[tuple[str, Any]]:
        """Deliver the due posts, and return those in the channel as (kind, seats)."""
        self.messenger.clear()
        await self.worker.drain()
        return [(row.kind, row.payload.get("seats")) for row in self.messenger.rows if row.kind not in ("ring", "hand")]


async def seq(table: Table) -> int:
    return (await table.service.matches.get(1)).seq


async def test_an_early_answer_is_kept_and_counts_when_the_time_is_over(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        outcome = await table.service.play.act(1, info.seats[0].user_id, Done(), info.seq)
        assert outcome.deferred_until == table.clock.time + 10 * MINUTE
        assert await seq(table) == info.seq
        await table.later(10 * MINUTE - 1)
        assert await seq(table) == info.seq
        await table.later(1)
        row = await journal.entry(store.read, 1, info.seq + 1)
        assert row is not None
        assert (row.kind, row.seat, row.at) == ("order", 0, table.clock.time)


async def test_what_is_not_the_held_answer_counts_at_once_and_the_time_runs_again(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        await table.later(9 * MINUTE)
        outcome = await table.service.play.act(1, info.seats[0].user_id, Take(2))
        assert outcome.deferred_until is None
        assert outcome.table.info.deadline == table.clock.time + 10 * MINUTE
        await table.later(9 * MINUTE)
        assert await seq(table) == info.seq + 1
        await table.later(MINUTE)
        assert await seq(table) == info.seq + 2


@pytest.mark.parametrize("game", [TIMED, TICKING])
async def test_by_hand_or_by_order_others_see_the_same_at_the_same_times(tmp_path: Path, game: AnyGame) -> None:
    async def history(path: Path, by: str) -> Any:
        async with await Store.open(path) as store:
            table = Table(store, game, ManualClock())
            info = await table.begin()
            told = [await table.told()]
            if by == "order":
                for user in (ANNA, BELA):
                    await table.service.play.set_orders(1, user, ["pass"])
            told.append(await table.told())
            for _ in range(8):
                if by == "hand" and (await table.service.matches.get(1)).status == "playing":
                    waiting = (await table.service.matches.table(1)).match.decisions()
                    for seat in waiting:
                        if waiting[seat].prompt.key == "play":
                            await table.service.play.act(1, info.seats[seat].user_id, Done())
                await table.later(5 * MINUTE)
                told.append(await table.told())
            rows = await journal.since(store.read, 1, 0)
            return told, [(row.seq, row.at, row.kind, row.seat, row.action, row.events) for row in rows[1:]]

    by_hand = await history(tmp_path / "hand", "hand")
    assert by_hand == await history(tmp_path / "order", "order")
    assert len(by_hand[1]) >= 2
    if game is TIMED:
        assert by_hand == await history(tmp_path / "nobody", "nobody")


async def test_a_decision_that_ticks_waits_for_its_answer(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TICKING, ManualClock())
        info = await table.begin()
        quarter = 15 * MINUTE
        assert info.deadline is not None
        assert info.deadline % quarter == 0
        await table.later(info.deadline - table.clock.time)
        now = await table.service.matches.get(1)
        assert (now.seq, now.deadline) == (info.seq, table.clock.time + quarter)
        await table.service.play.act(1, info.seats[0].user_id, Done())
        await table.later(quarter - 1)
        assert await seq(table) == info.seq
        await table.later(1)
        assert await seq(table) == info.seq + 1


async def test_a_restart_in_a_held_decision_loses_neither_answer_nor_time(address: Address) -> None:
    clock = ManualClock()
    async with await Store.open(address) as store:
        table = Table(store, TIMED, clock)
        info = await table.begin(turns=2)
        await table.service.play.act(1, info.seats[0].user_id, Done())
    clock.time += 25 * MINUTE
    async with await Store.open(address) as store:
        table = Table(store, TIMED, clock)
        assert await seq(table) == info.seq
        await table.keeper.drain()
        now = await table.service.matches.get(1)
        # The next decision gets its full time even if the bot was off in between.
        assert (now.seq, now.deadline) == (info.seq + 1, clock.time + 10 * MINUTE)
        await table.later(10 * MINUTE)
        now = await table.service.matches.get(1)
        assert (now.seq, now.deadline) == (info.seq + 2, None)


@pytest.mark.parametrize(("game", "held"), [(TIMED, 10 * MINUTE), (TICKING, 15 * MINUTE)])
@pytest.mark.parametrize("restarts", [False, True])
async def test_a_clock_that_is_set_back_holds_nothing_longer(
    address: Address, game: AnyGame, held: int, restarts: bool
) -> None:
    """The system clock was hours ahead during one move and is correct again, before or after a restart of the bot."""
    clock = ManualClock()
    async with await Store.open(address) as store:
        table = Table(store, game, clock)
        info = await table.begin()
        clock.time += 6 * 60 * MINUTE
        await table.service.play.act(1, info.seats[0].user_id, Take(1))
        await table.service.play.act(1, info.seats[0].user_id, Done())
        clock.time -= 6 * 60 * MINUTE
        if not restarts:
            await table.keeper.drain()
            await table.later(held)
            assert await seq(table) == info.seq + 2
            return
    async with await Store.open(address) as store:
        table = Table(store, game, clock)
        await table.keeper.drain()
        assert await seq(table) == info.seq + 1
        await table.later(held)
        assert await seq(table) == info.seq + 2


async def test_a_decision_that_has_ticked_is_held_no_longer_by_a_clock_that_is_set_back(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TICKING, ManualClock())
        info = await table.begin()
        # However late a player answers, the answer takes effect only at the next quarter hour.
        await table.later(6 * 60 * MINUTE)
        await table.service.play.act(1, info.seats[0].user_id, Done())
        await table.later(-5 * 60 * MINUTE)
        assert await seq(table) == info.seq
        await table.later(15 * MINUTE)
        assert await seq(table) == info.seq + 1


async def test_no_one_is_called_while_a_decision_is_held_and_everyone_once_it_is_not(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        await table.begin(turns=2)
        assert "turn" not in dict(await table.told())
        await table.later(10 * MINUTE)
        assert "turn" not in dict(await table.told())
        await table.later(10 * MINUTE)
        # Bids are secret, but they don't wait for a set time, so both players are notified together.
        assert ("turn", [0, 1]) in await table.told()


async def test_only_who_must_be_asked_is_told_in_private(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        await table.told()
        rings = [row for row in table.messenger.rows if row.kind == "ring"]
        assert [(row.seat, row.payload["loud"]) for row in rings] == [(0, True)]
        await table.service.play.set_orders(1, info.seats[1].user_id, ["pass"])
        await table.later(10 * MINUTE)
        await table.told()
        assert not any(row.kind == "ring" for row in table.messenger.rows)


async def test_an_order_for_something_else_is_carried_out_at_once(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        outcome = await table.service.play.set_orders(1, info.seats[0].user_id, ["take", "pass"])
        assert outcome is not None
        assert outcome.table.seq == info.seq + 1
        assert (await table.service.matches.table(1)).match.state.coins == [1, 0]
        await table.later(10 * MINUTE)
        assert await seq(table) == info.seq + 2


async def test_the_keeper_ends_what_is_due_by_itself(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.scheduler_base.POLL_INTERVAL", 0.01)
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        table.keeper.start()
        table.clock.time += 10 * MINUTE
        while await seq(table) == info.seq:
            pass
        await table.keeper.stop()


async def test_a_match_that_stumbles_keeps_no_other_from_going_on(
    address: Address, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Store.open(address) as store:
        table = Table(store, TIMED, ManualClock())
        info = await table.begin()
        other = await table.service.lobby.open(
            LobbyRequest(game=table.game.id, guild_id=1, channel_id=2, locale="en", options={"turns": 4}),
            user_id=ANNA,
            name="A",
        )
        await table.service.lobby.join(other.id, BELA, "B")
        other = await table.service.lobby.start(other.id, ANNA)
        for one in (info, other):
            await table.service.play.act(one.id, one.seats[0].user_id, Done(), one.seq)
        meet_deadline = table.service.play.expire_deadline

        async def stumbles(match_id: int) -> None:
            if match_id == info.id:
                raise LookupError("a twig")
            await meet_deadline(match_id)

        monkeypatch.setattr(table.service.play, "expire_deadline", stumbles)
        await table.later(10 * MINUTE)
        assert (await table.service.matches.get(other.id)).seq == other.seq + 1
        assert "a twig" in caplog.text
