"""Plays matches of real games in processes that are killed at random moments; run by test_kills.

python -m tests.faults.kill_games FOLDER MOVES KILLS SEED GAME=DATABASE...

GAME-FORMAT, such as `aevum_haeresis-draft`, is a match where players first build their decks. Each process has the
real service, store and delivery worker. It is killed with SIGKILL while it opens the database, commits or delivers.
Posts go to a file in the folder, which is checked at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import selectors
import signal
import sys
import time
import traceback
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import rules
from bot import wiring
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo, MoveResult, Table, Vote
from bot.notifications.delivery import DeliveryWorker
from bot.store import outbox, work_queue
from bot.store.engine_interface import Address, is_server
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow, OutboxRow
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests import database_access
from tests.conformance.random_play import ends
from tests.matches.journal_replay import replay_journal

CHANNEL = 7
#: Number of seconds that a recently active player has for a move before they are pinged.
GRACE = 60
#: Percentage of steps that undo a move directly, and percentage that ask the other players to agree to an undo.
TAKES_BACK, ASKS_BACK = 6, 2
#: Percentage of processes that are killed while they open the database.
ENDS_EARLY = 10
#: Maximum number of seconds that a process lives if it will be killed while it opens the database. Other processes live
#: for some moves.
OPENING = 0.03
#: Maximum number of seconds that a process survives after the randomly chosen number of moves.
MOVE = 0.03


class Clock:
    """A clock that the match advances. After a crash, it continues from the latest time in the database."""

    def __init__(self) -> None:
        self.time = 1_800_000_000

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return float(self.time)


class Channel:
    """A messenger that appends each post to a file as a line, including repeated posts."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def deliver(self, row: OutboxRow) -> None:
        post = {"nonce": row.nonce, "kind": row.kind, "seat": row.seat, "payload": row.payload}
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(handle, json.dumps(post).encode() + b"\n")
        finally:
            os.close(handle)
        # This pause lets the process die when the post is sent but the delivery isn't saved yet.
        await asyncio.sleep(0.002)

    def posts(self) -> list[dict[str, Any]]:
        """Return the posts that Discord would show. Posts with the same nonce are repeats, which it shows only once."""
        if not self._path.exists():
            return []  # the process was killed before its first post
        lines = map(json.loads, self._path.read_text().splitlines())
        return list({line["nonce"]: line for line in lines}.values())


class Match:
    """A match of a real game with random moves."""

    def __init__(self, folder: Path, played: str, database: Address, life: int, seed: int) -> None:
        game, _, way = played.partition("-")
        self.database = database
        self.channel = Channel(folder / f"{played}.posts")
        self.game = rules.GAMES[game]
        self.options = {"format": way} if way else {}
        self.clock = Clock()
        self.random = random.Random(f"{seed} {played} {life}")

    async def open(self, store: Store) -> None:
        self.store = store
        rows = await database_access.rows(
            store.read, "SELECT created_at, coalesce(finished_at, 0) AS finished_at FROM outbox"
        )
        self.clock.time = max([self.clock.time, *(max(row.values()) for row in rows)])
        if isinstance(self.database, str):
            # The leases of the killed process are ended, as if they had expired.
            async with store.write() as tx:
                await work_queue.end_leases(tx)
        self.service = MatchService(
            store, self.clock, {self.game.id: self.game}, ServiceOptions(seed=lambda: "seed", grace=GRACE)
        )
        self.worker = DeliveryWorker(store, self.channel, self.clock)

    async def begin(self, _: int) -> None:
        """Start a match of three players, or of the game's player count that is closest to three."""
        async with await Store.open(self.database) as store:
            await self.open(store)
            info = await self.service.lobby.open(
                LobbyRequest(game=self.game.id, guild_id=1, channel_id=CHANNEL, locale="en", options=self.options),
                user_id=101,
                name="A",
            )
            for user_id in range(102, 101 + min(self.game.seats, key=lambda seats: abs(seats - 3))):
                await self.service.lobby.join(info.id, user_id, f"P{user_id}")
            await self.service.lobby.start(info.id, 101)

    async def play(self, moves: int, told: int) -> None:
        """Play until the process dies or the journal has `moves` entries; write each acknowledged move to `told`."""
        async with await Store.open(self.database) as store:
            await self.open(store)
            os.write(told, b"open\n")
            self.worker.start()
            await asyncio.sleep(0)  # let the worker start before the first move
            while (table := await self.service.matches.table(1)).seq < moves:
                outcome = await self._step(table)
                if outcome is not None:
                    os.write(told, f"{outcome.table.seq}\n".encode())
                self.clock.time += self.random.choice((1, 20, 100))
            await self.worker.stop()

    async def _step(self, table: Table) -> MoveResult | None:
        """Make a random move or undo, and never a move that would end the match; return the result, if any."""
        info, match = table.info, table.match
        dice = self.random.randrange(100)
        try:
            if dice < TAKES_BACK:
                return await self.service.undo.take_back(1, self.random.choice(info.seats).user_id)
            if dice < TAKES_BACK + ASKS_BACK:
                return await self._go_back(info)
        except Refusal:
            pass
        if info.deadline is not None and self.random.randrange(3) == 0:
            self.clock.time = max(self.clock.time, info.deadline)
            await self.service.play.expire_deadline(1)
            return None
        seat, decision = self.random.choice(sorted(match.decisions().items()))
        action = self.random.choice(decision.actions)
        if ends(match, seat, action):
            with contextlib.suppress(Refusal):  # the undo is refused if the randomly chosen player has nothing to undo
                return await self._go_back(info)
            return None
        outcome = await self.service.play.act(1, info.seats[seat].user_id, action, table.seq)
        return None if outcome.deferred_until is not None else outcome

    async def _go_back(self, info: MatchInfo) -> MoveResult | None:
        """Let a random player ask for an undo, and let all others agree; return the result."""
        asked = await self.service.votes.ask(1, self.random.choice(info.seats).user_id, "undo")
        while isinstance(asked, Vote):
            asked = await self.service.votes.answer(1, info.seats[asked.missing[0]].user_id, True)
        return asked

    async def check(self, acknowledged: int, last: bool, told: int) -> None:
        """Assert that no acknowledged move or post is lost or doubled; if `last`, first deliver the remaining posts."""
        async with await Store.open(self.database) as store:
            await self.open(store)
            seq = await replay_journal(store, 1, self.game)
            assert seq >= acknowledged, f"move {acknowledged} was acknowledged, and only {seq} are there"
            assert isinstance(self.database, str) or await database_access.pragma(store, "integrity_check") == "ok"
            if last:
                self.clock.time += 2 * GRACE
                await self.worker.drain()
                assert (await outbox.counts(store.read))["due"] == 0
            await self._check_posts(await self.service.matches.get(1), await journal.since(store.read, 1, 0))
            os.write(told, str(seq).encode())

    async def _check_posts(self, info: MatchInfo, rows: list[JournalRow]) -> None:
        posts = self.channel.posts()
        status = {
            row["nonce"]: row["status"]
            for row in await database_access.rows(self.store.read, "SELECT nonce, status FROM outbox")
        }
        assert set(status.values()) <= {"done", "due"}
        assert {nonce for nonce in status if status[nonce] == "done"} <= {post["nonce"] for post in posts}, "lost"
        assert [post for post in posts if post["nonce"] not in status] == [], "posted, and not kept under its nonce"
        calls = [post["payload"] for post in posts if post["kind"] == "turn"]
        for seat in info.seats:
            own = [call["seq"] for call in calls if seat.seat in call["seats"]]
            for earlier, later in itertools.pairwise(own):
                between = [row for row in rows if earlier < row.seq <= later]
                assert any(row.seat == seat.seat or row.kind == "undo" for row in between), "somebody was called twice"
            if seat.waiting_since is not None and seat.pinged_epoch is not None and "due" not in status.values():
                assert own[-1:] >= [seat.pinged_seq], "somebody was not told that it is their turn"


def fork_process(work: Callable[[int], Coroutine[Any, Any, None]]) -> tuple[int, int]:
    """Run `work` in a new process; return the process's id and the file descriptor of its output."""
    here, there = os.pipe()
    child = os.fork()
    if child:
        os.close(there)
        return child, here
    os.close(here)
    code = 1
    try:
        asyncio.run(work(there))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def run_to_end(work: Callable[[int], Coroutine[Any, Any, None]]) -> str:
    """Run `work` in a new process until it ends without an error; return its output."""
    child, told = fork_process(work)
    with os.fdopen(told) as pipe:
        text = pipe.read()
    assert os.waitpid(child, 0)[1] == 0, "see above"
    return text


def kill_at_random(child: int, told: int, dice: random.Random, moves: int) -> tuple[str, bool]:
    """Kill a process at a random moment; return its output, and whether it was still running when it was killed."""
    text = b""
    early = dice.randrange(100) < ENDS_EARLY
    wanted = 0 if early else 1 + dice.randrange(moves)
    with selectors.DefaultSelector() as selector:
        selector.register(told, selectors.EVENT_READ)
        while text.count(b"\n") < wanted:
            selector.select()
            part = os.read(told, 65536)
            if not part:
                break
            text += part
    time.sleep(dice.random() * (OPENING if early else MOVE))
    os.kill(child, signal.SIGKILL)
    while part := os.read(told, 65536):
        text += part
    os.close(told)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0, "see above"
    # The last line is dropped because it may be incomplete. Only moves with complete lines count as acknowledged.
    return text.decode().rpartition("\n")[0], os.WIFSIGNALED(status)


def play_with_kills(folder: Path, played: str, database: Address, moves: int, kills: int, seed: int) -> str:
    """Play `moves` moves in processes, and kill up to `kills` of them; check the database after each process."""
    dice, first = random.Random(f"{seed} {played}"), Match(folder, played, database, 0, seed)
    # Load the rules once here, so that the forked processes needn't load them.
    match = first.game.new(min(first.game.seats), seed, first.options)
    first.game.load(match.dump()).decisions()
    run_to_end(first.begin)
    seq, died = 1, 0
    for life in range(1, kills + 1):
        table = Match(folder, played, database, life, seed)
        left = max(1, (moves - seq) // (kills + 1 - life))
        text, was_killed = kill_at_random(*fork_process(partial(table.play, moves)), dice, 2 * left)
        died += was_killed
        acknowledged = max((int(line) for line in text.splitlines() if line != "open"), default=seq)
        seq = int(run_to_end(partial(table.check, acknowledged, False)))
    table = Match(folder, played, database, kills + 1, seed)
    run_to_end(partial(table.play, moves))
    seq = int(run_to_end(partial(table.check, seq, True)))
    return f"{played}: {seq} moves, {died} times killed"


def main(folder: Path, moves: int, kills: int, seed: int, games: list[str]) -> None:
    for told in games:
        played, _, place = told.partition("=")
        database = place if is_server(place) else Path(place)
        print(play_with_kills(folder, played, database, moves, kills, seed), flush=True)


if __name__ == "__main__":
    wiring.register()
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]), sys.argv[5:])
