"""Every decision pings its player once, where the player prefers it; moves made by standing orders ping no one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import render.registry
import rules
from bot.notifications.delivery import DeliveryWorker
from bot.notifications.preferences import PingMode
from bot.store.statements import journal
from rules.kernel.words.standing_orders import words_of
from rules.kernel.words.translation import Translator
from tests.discord.delivery.test_pings import pings_since
from tests.discord.room import Room, open_room
from tests.e2e.visibility_checks import Pictures

SEATS = {"aevum_haeresis": 2, "dark_providence": 3, "edge_of_darkness": 3}
#: The ping preference of each player, in seat order.
PING_MODES = (PingMode.CHANNEL, PingMode.PRIVATE, PingMode.BOTH)
#: Number of moves in each game's match, and the pauses between moves that are drawn at random, in seconds.
MOVES, PAUSES = 40, (3, 20, 90, 4000, 20_000)


class PingLog:
    """Records who was pinged about each decision, and fails if a user is pinged twice for the same decision."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seen = len(room.env.http_requests)
        #: The pings so far, each as (user id, "channel" or "private", time when the user's turn began).
        self.rang: list[tuple[int, str, int]] = []

    async def look(self) -> None:
        loud, mail = pings_since(self.room, self.seen)
        self.seen = len(self.room.env.http_requests)
        since = {seat.user_id: seat.waiting_since for seat in (await self.room.info()).seats}
        names = {person.name: person.id for person in self.room.people}
        for user, place in [*((user, "channel") for user in loud), *((names[name], "private") for name in mail)]:
            waits = since[user]
            assert waits is not None, "it rings for nobody whom nothing waits for"
            assert (user, place, waits) not in self.rang
            self.rang.append((user, place, waits))


async def play(room: Room, seed: int) -> tuple[PingLog, int]:
    """Play random moves and set random standing orders; return the pings and the number of moves the orders made."""
    luck, service = random.Random(seed), room.bot.service
    worker = DeliveryWorker(room.store, room.bot.deliverer, room.clock)
    watch, info = PingLog(room), await room.info()
    for _ in range(MOVES):
        table = await service.matches.table(info.id)
        if table.match.over:
            break
        for seat in table.info.seats:
            every = sorted(words_of(table.match.game.order_groups(Translator(), table.match, seat.seat)))
            if every and luck.random() < 0.1:
                await service.play.set_orders(info.id, seat.user_id, [luck.choice(every)])
        table = await service.matches.table(info.id)
        seat, decision = luck.choice(sorted(table.match.decisions().items()))
        await service.play.act(info.id, table.info.seats[seat].user_id, luck.choice(decision.actions), seq=table.seq)
        for pause in (0, luck.choice(PAUSES)):
            room.clock.time += pause
            await worker.drain()
            await watch.look()
    for pause in (PAUSES[-1], PAUSES[-1]):
        # Deliver pending pings now, so that they aren't counted in the next match.
        room.clock.time += pause
        await worker.drain()
        await watch.look()
    rows = await journal.since(room.store.read, info.id, 0)
    return watch, sum(row.kind == "order" for row in rows)


@pytest.mark.parametrize("call_after", [0, 60])
async def test_a_decision_rings_once_and_what_orders_answer_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call_after: int
) -> None:
    for game in rules.GAMES:
        monkeypatch.setitem(render.registry.GAMES, game, Pictures())
    ordered = 0
    async with open_room(tmp_path / "a.sqlite", luck="once", call_after=call_after, board_pause=15) as room:
        with room.env.time_context():
            for person, prefs in zip(room.people, PING_MODES, strict=False):
                await room.rings(prefs, person)
            await room.bot.delivery.stop()
            await room.bot.deadlines.stop()  # reminders would ping a second time for the same decision
            for number, (game, seats) in enumerate(SEATS.items()):
                room.game, room.table = game, room.guild.create_text_channel(game)
                room.bot.delivery.start()
                await room.start(seats)
                await room.bot.delivery.stop()
                watch, by_order = await play(room, number)
                ordered += by_order
                places = {(user, place) for user, place, _ in watch.rang}
                expected = {(room.people[0].id, "channel"), (room.people[1].id, "private")}
                assert expected <= places
                assert (room.people[0].id, "private") not in places
            room.bot.delivery.start()
    assert ordered
