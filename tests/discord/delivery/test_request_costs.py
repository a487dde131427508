"""A match by post needs few requests to Discord, whose rate limit all matches share, and few SQL statements."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

import render.registry
import rules
from bot.app.settings import Settings
from bot.notifications.delivery import DeliveryWorker
from tests import database_access
from tests.discord.room import Room, open_room
from tests.e2e.visibility_checks import Pictures

#: Maximum average number of requests to Discord per sitting, not counting answers to interactions.
MAX_REQUESTS = 5.0
#: Maximum average number of SQL statements per move, including those for its posts.
MAX_STATEMENTS = 21
SEATS = {"aevum_haeresis": 2, "dark_providence": 3, "edge_of_darkness": 3}
#: Number of moves that are played in each game.
MOVES = 18
#: Seconds that pass before each move, seconds that pass in a break between two sittings, and seconds between the checks
#: for due posts at the start of a break.
MOVE_PAUSE, SITTING_PAUSE, CHECK_INTERVALS = 5, 1800, (15, 45, 30)


def request_count(room: Room) -> int:
    """Count the requests to Discord so far, except answers to interactions, which its rate limit doesn't cover."""
    own = [one for one in room.env.http_requests if not one.path.startswith(("/interactions", "/webhooks"))]
    return len(own)


async def play_sittings(room: Room, seed: int) -> int:
    """Play MOVES moves by post; return the number of sittings (series of moves that one player makes in a row)."""
    luck, play = random.Random(seed), room.bot.service.play
    worker = DeliveryWorker(room.store, room.bot.deliverer, room.clock)
    await room.bot.delivery.stop()
    match_id, last, sat = (await room.info()).id, None, 0
    for _ in range(MOVES):
        table = await room.bot.service.matches.table(match_id)
        decisions = table.match.decisions()
        seat = min(decisions)
        if seat != last:
            await pass_time(room, worker, last is not None)
            last, sat = seat, sat + 1
        room.clock.time += MOVE_PAUSE
        await play.act(match_id, table.info.seats[seat].user_id, luck.choice(decisions[seat].actions), seq=table.seq)
        await worker.drain()
    await pass_time(room, worker, True)
    room.bot.delivery.start()
    return sat


async def pass_time(room: Room, worker: DeliveryWorker, is_break: bool) -> None:
    for seconds in (*CHECK_INTERVALS, SITTING_PAUSE) if is_break else ():
        room.clock.time += seconds
        await worker.drain()


def statement_count(statements: list[str]) -> int:
    """Count SQL statements, except those that begin or end a transaction and those that find no due work.

    On SQLite, the statement that numbers each commit counts as the end of a transaction.
    """
    bounds = ("BEGIN", "COMMIT", "UPDATE commits")
    within = [one for one in statements if not one.startswith(bounds)]
    empty = [one for one, then in pairwise(statements) if one.startswith("WITH found") and then == "COMMIT"]
    return len(within) - len(empty)


async def test_a_sitting_costs_few_requests_and_an_act_few_statements_in_every_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in rules.GAMES:
        monkeypatch.setitem(render.registry.GAMES, game, Pictures())
    usual = Settings.model_fields
    waits = {name: usual[name].default for name in ("call_after", "board_pause")}
    spent: dict[str, float] = {}
    stated: dict[str, float] = {}
    async with open_room(tmp_path / "a.sqlite", luck="sittings", **waits) as room:
        with room.env.time_context():
            for number, (game, seats) in enumerate(SEATS.items()):
                room.game, room.table = game, room.guild.create_text_channel(game)
                await room.start(seats)
                before = request_count(room)
                with database_access.recorded_statements() as statements:
                    sat = await play_sittings(room, number)
                assert sat < MOVES / 2, "people make several moves in a row"
                spent[game] = (request_count(room) - before) / sat
                stated[game] = statement_count(statements) / MOVES
    assert max(spent.values()) <= MAX_REQUESTS, spent
    assert max(stated.values()) <= MAX_STATEMENTS, stated
