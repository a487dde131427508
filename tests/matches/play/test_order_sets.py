"""Several standing orders of a seat: initial orders, orders that lapse, and long series of moves that orders make."""

from __future__ import annotations

import time

import pytest

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play import move_batch
from bot.matches.play.move_batch import orders_of
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo
from bot.notifications.delivery import DeliveryWorker
from bot.store.engine_interface import Address
from bot.store.statements import journal
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests import database_access
from tests.matches.choosy_game import CHOOSY
from tests.matches.room import ANNA, BELA, ManualClock, Messenger
from tests.matches.tiny_game import Done, Take


async def begin(store: Store, turns: int = 9) -> tuple[MatchService, MatchInfo]:
    service = MatchService(store, ManualClock(), {"choosy": CHOOSY}, ServiceOptions(seed=lambda: "seed"))
    info = await service.lobby.open(
        LobbyRequest(game="choosy", guild_id=1, channel_id=1, locale="en", options={"turns": turns}),
        user_id=ANNA,
        name="A",
    )
    await service.lobby.join(info.id, BELA, "B")
    return service, await service.lobby.start(info.id, ANNA)


async def left(service: MatchService, seat: int) -> tuple[str, ...]:
    table = await service.matches.table(1)
    return orders_of(table.match, table.info.seats[seat])


async def test_everyone_starts_with_the_same_orders_and_may_leave_none(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        assert [seat.standing for seat in info.seats] == [None, None]
        assert await left(service, 0) == ("ask:poor",)
        await service.play.set_orders(1, info.seats[0].user_id, [])
        assert await left(service, 0) == ()
        assert await left(service, 1) == ("ask:poor",)


async def test_orders_of_one_kind_leave_the_others_alone(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        user = info.seats[1].user_id
        await service.play.set_orders(1, user, ["pass"], ["pass", "roll"])
        await service.play.set_orders(1, user, ["ask:poor", "ask:rich"], ["ask:poor", "ask:rich"])
        assert set(await left(service, 1)) == {"ask:poor", "ask:rich", "pass"}
        await service.play.set_orders(1, user, [], ["pass", "roll"])
        assert set(await left(service, 1)) == {"ask:poor", "ask:rich"}
        with pytest.raises(Refusal, match="no such standing order"):
            await service.play.set_orders(1, user, ["coins:99@9"], [])
        assert set(await left(service, 1)) == {"ask:poor", "ask:rich"}


async def test_an_order_that_has_lapsed_is_dropped_with_the_move_that_ended_it(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        users = [seat.user_id for seat in info.seats]
        await service.play.set_orders(1, users[1], ["coins:1@9", "coins:3@9"], [])
        assert set(await left(service, 1)) == {"ask:poor", "coins:1@9", "coins:3@9"}
        await service.play.act(1, users[0], Done())
        assert await left(service, 1) == ("ask:poor",)
        # The order lapses in the middle of a series of its moves, when the seat has three coins.
        outcome = await service.play.set_orders(1, users[1], ["coins:3@8"])
        assert outcome is not None
        assert (await service.matches.table(1)).match.state.coins == [0, 3]
        assert await left(service, 1) == ()


async def test_a_single_order_of_an_earlier_version_is_still_there(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        async with store.write() as tx:
            await database_access.run(tx, "UPDATE seats SET standing = 'pass' WHERE seat = 1")
        assert await left(service, 1) == ("pass",)
        outcome = await service.play.act(1, info.seats[0].user_id, Done())
        assert outcome.table.position.waiting_seats == (0,)


async def test_a_long_chain_is_one_position_with_one_message_and_every_entry(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store, turns=300)
        messenger = Messenger()
        worker = DeliveryWorker(store, messenger, service.matches.clock)
        users = [seat.user_id for seat in info.seats]
        await service.play.set_orders(1, users[1], ["pass"])
        await worker.drain()
        messenger.clear()
        begun = time.perf_counter()
        outcome = await service.play.set_orders(1, users[0], ["pass"])
        seconds = time.perf_counter() - begun
        await worker.drain()
        assert outcome is not None
        assert outcome.table.seq == info.seq + 300
        assert outcome.table.position.waiting_seats == (0, 1)
        assert messenger.kinds().count("board") <= 1
        assert messenger.kinds().count("turn") == 1
        rows = await journal.since(store.read, 1, info.seq)
        assert [row.seq for row in rows] == list(range(info.seq + 1, info.seq + 301))
        game = CHOOSY
        bare = game.load(await journal.snapshot(store.read, 1, info.seq) or b"")
        for row in rows:
            assert row.seat is not None
            bare.apply(row.seat, game.action_from_json(row.action or {}))
        assert bare.dump() == (await service.matches.table(1)).match.dump()
        assert seconds < 60


async def test_a_loop_of_orders_ends(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        outcome = await service.play.set_orders(1, info.seats[0].user_id, ["roll"])
        assert outcome is not None
        assert outcome.table.seq == info.seq + move_batch.MAX_ORDERED_ANSWERS


async def test_conceding_ends_the_match(address: Address) -> None:
    async with await Store.open(address) as store:
        service, info = await begin(store)
        await service.play.act(1, info.seats[0].user_id, Take(1))
        with pytest.raises(Refusal):
            await service.play.concede(1, 999)
        # A player can concede even if it isn't their turn.
        outcome = await service.play.concede(1, info.seats[1].user_id)
        assert outcome.table.match.over
        assert (await service.matches.get(1)).status == "over"
        entry = (await service.history.log(await service.matches.get(1)))[-1]
        assert (entry.kind, entry.seat, entry.known) == ("concede", 1, True)
        with pytest.raises(Refusal):
            await service.play.concede(1, info.seats[0].user_id)
