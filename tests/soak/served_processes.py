"""Soak test: processes of `tenebrae serve` on one database are killed and frozen during play. test_served runs it.

python -m tests.soak.served_processes [--engine sqlite] [--minutes 20] [--kill-every 5] [--roll] [--balancer] ...

The processes and the PostgreSQL server are real. Discord is the simulated server of tests/sockets, which runs in this
process, signs the interactions and records all posts. At the end, when no more work is due, the journal and the posts
are compared with the answers that people saw.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

import rules
from bot import wiring
from bot.discord.health import HEALTH_PATH, READY_PATH
from bot.discord.interactions_endpoint import INTERACTIONS
from bot.store import outbox
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from tests.conformance.random_play import fewest_seats
from tests.postgres import Server
from tests.soak import announcement_soak, idle_checks
from tests.soak.disruptions import LATE, Disruptions
from tests.soak.filled_database import furnish
from tests.soak.haproxy import NAMES, Balancer
from tests.soak.metrics_scraper import EVERY, Scraper
from tests.soak.people import PlayingGroup, all_at_once, at_pace
from tests.sockets import messages
from tests.sockets.discord_data import GUILD, PEOPLE, Channel, Message
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player

ROOT = Path(__file__).parents[2]
#: Maximum seconds for a process to start, for a process to stop, and for all due work to be done at the end.
STARTS, STOPS, RESTS = 90.0, 60.0, 300.0
#: The processes count as idle if together they use less than this many CPU seconds per second.
IDLE = 0.2
#: Seconds between two bursts of moves.
BURST_EVERY = 5.0
#: The text on the health page of a process that is stopping.
STOPPING = "stopping"


class Process:
    """A process of `tenebrae serve` or `run`, which can be killed and started again."""

    def __init__(
        self,
        number: int,
        address: Address,
        discord: LocalDiscord,
        folder: Path,
        door: str = "serve",
        program: Sequence[str | Path] = (sys.executable, "-m", "bot"),
        cwd: Path = ROOT,
    ) -> None:
        self._command, self._cwd = [*program, door], cwd
        self.port = _free_port()
        self._metrics = _free_port()
        self.deaths = 0
        self._running: subprocess.Popen[bytes] | None = None
        self._log = (folder / f"serve-{number}.log").open("ab")
        self._settings = {
            "TOKEN": discord.token, "DATABASE": str(address), "DISCORD_API": discord.api, "PORT": str(self.port),
            "METRICS": str(self._metrics),
            "CALL_AFTER": "0", "PACE": "0", "MATCHES_PER_PERSON": "0", "MATCHES_PER_SERVER": "0",
            "SIGNS": "false",
        }  # fmt: skip

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def figures(self) -> str:
        """The base URL of the process's metrics."""
        return f"http://127.0.0.1:{self._metrics}"

    def start(self) -> None:
        settings = {f"TENEBRAE_{name}": value for name, value in self._settings.items()}
        self._running = subprocess.Popen(
            self._command, cwd=self._cwd, env=os.environ | settings, stdout=self._log, stderr=self._log
        )

    async def is_up(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, f"it has ended by itself: see {self._log.name}"
        with suppress(aiohttp.ClientError, TimeoutError):
            timeout = aiohttp.ClientTimeout(total=5)
            async with aiohttp.ClientSession(timeout=timeout) as session, session.get(self.url + HEALTH_PATH) as answer:
                return answer.status == 200
        return False

    async def said(self, page: str) -> tuple[int, str]:
        """Wait until a page of a stopping process no longer has status 200; return its status and text."""
        async with asyncio.timeout(STOPS), aiohttp.ClientSession() as session:
            while True:
                async with session.get(self.url + page) as answer:
                    found = answer.status, await answer.text()
                if found[0] != 200:
                    return found
                await asyncio.sleep(0.05)

    async def up(self) -> None:
        end = time.monotonic() + STARTS
        while not await self.is_up():
            assert time.monotonic() < end, f"it does not start: see {self._log.name}"
            await asyncio.sleep(0.1)

    def kill(self) -> None:
        """Kill the process without warning, as a power failure would."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()
        self.deaths += 1

    def send(self, number: int) -> None:
        """Send the process a signal."""
        assert self._running is not None
        self._running.send_signal(number)

    async def stop(self) -> None:
        """Ask the process to stop, and check that it does so without an error."""
        assert self._running is not None
        self._running.send_signal(signal.SIGTERM)
        await asyncio.to_thread(self._running.wait, STOPS)
        assert self._running.returncode == 0, self._running.returncode

    def cpu(self) -> float:
        """Return how many CPU seconds the process has used."""
        assert self._running is not None
        told = Path(f"/proc/{self._running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return how much memory the process uses, in MB."""
        assert self._running is not None
        lines = Path(f"/proc/{self._running.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def end(self) -> None:
        if self._running is not None and self._running.poll() is None:
            self.kill()
        self._log.close()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


async def replaced_again_and_again(
    processes: Sequence[Process], every: float, dice: random.Random, enough: asyncio.Event
) -> None:
    """Stop and restart one process after another until `enough` is set, each time while another process is up.

    A stopping process accepts requests for a while longer, and its health page says that it is stopping.
    """
    while not enough.is_set():
        up = [one for one in processes if await one.is_up()]
        if len(up) < min(2, len(processes)):
            await asyncio.sleep(0.5)
            continue
        with suppress(TimeoutError):
            await asyncio.wait_for(enough.wait(), every)
            return
        victim = dice.choice(up)
        stopping = asyncio.create_task(victim.stop())
        assert await victim.said(READY_PATH) == (503, STOPPING), "it doesn't say that it stops"
        await stopping
        victim.deaths += 1
        victim.start()


@contextmanager
def every_post_kept() -> Iterator[list[idle_checks.Post]]:
    """During the block, collect every message that the bot posts, including messages that are deleted later."""
    made: list[idle_checks.Post] = []
    known: set[int] = set()
    make = messages.make

    def kept(*args: Any, **kwargs: Any) -> Message:
        message = make(*args, **kwargs)
        if message.id not in known and message.nonce is not None:
            known.add(message.id)
            made.append(idle_checks.Post(str(message.nonce), message.channel_id, message.id, time.time()))
        for attachment in message.attachments:
            attachment.data = b""  # frees the pictures' data, which would fill the memory
        return message

    messages.make = kept
    try:
        yield made
    finally:
        messages.make = make


async def forget(discord: LocalDiscord) -> None:
    """Every few seconds, delete old data of the simulated Discord server, which would otherwise fill the memory."""
    while True:
        await asyncio.sleep(5)
        discord.rest.calls.clear()
        old = [one for one in discord.world.interactions.values() if discord.world.now() - one.at > 960]
        for one in old:
            del discord.world.interactions[one.token]


async def at_rest(address: Address) -> None:
    """Wait until no post and no announcement is due."""
    async with asyncio.timeout(RESTS):
        while True:
            with suppress(StoreError):
                async with read_snapshot(address) as db:
                    if (await outbox.counts(db))["due"] == 0 and not await announcement_soak.are_under_way(db):
                        return
            await asyncio.sleep(1)


async def soak(options: argparse.Namespace, address: Address, folder: Path, server: Server | None) -> dict[str, Any]:
    """Let people play while processes die, then wait until no work is due; return the measurements and the faults."""
    dice = random.Random(options.seed)
    discord = LocalDiscord()
    # Requests aren't checked against Discord's API description, which would take as much CPU as the bot; tests/sockets
    # does it.
    discord.rest.described = None
    await discord.start()
    processes = [Process(number, address, discord, folder) for number in range(options.processes)]
    channels = [discord.world.new_channel() for _ in range(options.tables)]
    if options.open:
        opened = await furnish(address, options.open, same_people=True)
        channels = [Channel(number, server=discord.world.servers[GUILD]) for number in opened]
        discord.world.channels |= {channel.id: channel for channel in channels}
    tables: list[PlayingGroup] = []
    for number, channel in enumerate(channels):
        game = list(rules.GAMES)[number % len(rules.GAMES)]
        # Players don't wait until the bot is idle, because it runs in another process.
        people = [Player(discord, person, _nothing) for person in PEOPLE[: fewest_seats(game)]]
        seats = PlayingGroup(discord, channel, game, people, f"{options.seed} {number}", plays=bool(options.open))
        tables.append(seats)
    disruptions = Disruptions(processes, server, options.kill_every, dice)
    scraper = Scraper([one.figures for one in processes], lambda: disruptions.is_frozen)
    beside = [asyncio.create_task(forget(discord))]
    balancer = Balancer(_free_port(), [one.port for one in processes], folder) if options.balancer else None
    try:
        with every_post_kept() as posts:
            for one in processes:
                one.start()
            for one in processes:
                await one.up()
            discord.endpoint.urls = [door + INTERACTIONS for door in await _doors(processes, balancer)]
            discord.rest.application.endpoint_url = discord.endpoint.urls[0]
            enough = asyncio.Event()
            ended = None
            if options.kill_every and options.roll:
                ended = asyncio.create_task(replaced_again_and_again(processes, options.kill_every, dice, enough))
            elif options.kill_every:
                ended = asyncio.create_task(disruptions.run(enough))
            news = asyncio.create_task(announcement_soak.announce(address))
            beside += [asyncio.create_task(scraper.run()), news]
            await _warm(processes)
            begun, cpu = time.monotonic(), sum(one.cpu() for one in processes)
            together, others = tables[: options.burst], tables[options.burst :]
            await asyncio.gather(
                all_at_once(together, BURST_EVERY, options.minutes * 60) if together else _nothing(),
                at_pace(others, options.rate, options.minutes * 60, dice),
            )
            seconds, cpu = time.monotonic() - begun, sum(one.cpu() for one in processes) - cpu
            news.cancel()
            await asyncio.wait({news})
            enough.set()
            if ended is not None:
                await ended
            for one in processes:
                await one.up()
            await at_rest(address)
            await asyncio.sleep(3 * EVERY)  # wait until all metrics have been scraped once more
            for one in processes:
                await one.stop()
    finally:
        for task in beside:
            task.cancel()
        _end(processes, balancer)
        await discord.stop()
    wrong = [*discord.rest.violations, *scraper.faults]
    calls = await idle_checks.delays_of_calls(address, posts, disruptions.at)
    if not options.open:  # matches copied into the database can't be checked, because they have no start
        wrong += await idle_checks.faults(address, tables, posts)
        wrong += [f"a call came {delay:.0f} s late" for delay in calls if delay > LATE]
    wrong += await announcement_soak.faults(address, posts)
    counts = sum((table.counts for table in tables), Counter[str]())
    waits = [wait for table in tables for wait in table.waits]
    in_time = sorted(wait for wait in waits if wait is not None)
    wrong += _lost(len(waits) - len(in_time)) if options.roll else []
    # The counts of a killed process are lost, so compare the counts only if no process was killed.
    wrong += [] if options.kill_every else _differ(scraper.total("tenebrae_acts_total", by="act"), counts)
    return {
        "wrong": wrong,
        **counts,
        "seconds": round(seconds),
        "moves a second": round(counts["moves"] / seconds, 2),
        **({"stopped": sum(one.deaths for one in processes)} if options.roll else disruptions.counts),
        # The CPU time of a killed process is lost, so show the sum only if no process was killed.
        "CPU a move with its posts, ms": round(1000 * cpu / max(1, counts["moves"])) if not options.kill_every else "-",
        "posts": len(posts),
        "calls": len(calls),
        "calls, seconds after a disruption or since they were due": [round(part, 1) for part in _parts(calls)],
        "figures scraped": scraper.pages,
        "slowest, ms": round(scraper.slowest * 1000),
        "never acknowledged": len(waits) - len(in_time),
        "not taken": dict(Counter(discord.endpoint.faults)),
        "press to acknowledged, ms": [round(1000 * part) for part in _parts(in_time)],
    }


async def _doors(processes: Sequence[Process], balancer: Balancer | None) -> list[str]:
    """Return the URLs that receive interactions: one per process, or only the balancer's, which is started first."""
    if balancer is None:
        return [one.url for one in processes]
    await balancer.start()
    return [balancer.url]


async def _warm(processes: Sequence[Process]) -> None:
    """Wait until new processes have drawn boards in advance, so only moves are measured."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        before = sum(one.cpu() for one in processes)
        await asyncio.sleep(1)
        if sum(one.cpu() for one in processes) - before <= IDLE:
            return


def _end(processes: Sequence[Process], balancer: Balancer | None) -> None:
    for one in processes:
        one.end()
    if balancer is not None:
        balancer.end()


def _differ(acts: float, counts: Counter[str]) -> list[str]:
    """Return a sentence if the metrics don't count as many moves as people made.

    The number of moves is only known within limits, because the outcome of some presses is unknown.
    """
    if counts["moves"] <= acts <= counts["moves"] + counts["unknown"] + counts["unanswered"]:
        return []
    return [f"figures tell of {acts:.0f} moves, and people have made {counts['moves']}"]


def _lost(number: int) -> list[str]:
    return [f"{number} presses and commands were lost while processes were replaced"] if number else []


def _parts(values: list[float]) -> tuple[float, float, float]:
    """Return the median, the 99th percentile and the maximum of sorted values."""
    if not values:
        return 0.0, 0.0, 0.0
    return statistics.median(values), values[min(len(values) - 1, int(len(values) * 0.99))], values[-1]


async def _nothing() -> None:
    pass


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.served_processes")
    parser.add_argument("--engine", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--processes", type=int, help="3, and on SQLite 1")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second")
    parser.add_argument("--kill-every", type=float, default=5.0, help="seconds; 0 for never")
    parser.add_argument("--roll", action="store_true", help="tell them to stop instead, as a rolling deploy does")
    parser.add_argument("--balancer", action="store_true", help="put HAProxy before them, which has two")
    parser.add_argument(
        "--burst", type=int, default=0, help="how many of the tables move at the same time, every 5 seconds"
    )
    parser.add_argument("--tables", type=int, default=45)
    parser.add_argument("--open", type=int, default=0, help="begin with this many matches that are already running")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    many = len(NAMES) if options.balancer else 3
    options.processes = options.processes or (many if options.engine == "postgresql" else 1)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    # When the server is killed, commits that it has acknowledged must survive.
    server = Server(synchronous_commit="on") if options.engine == "postgresql" else None
    try:
        address = folder / "tenebrae.sqlite" if server is None else server.address(server.make())
        found = asyncio.run(soak(options, address, folder, server))
    finally:
        if server is not None:
            server.stop()
    for name, value in found.items():
        if name != "wrong":
            print(f"{name}: {value}")
    for sentence in found["wrong"]:
        print(f"WRONG: {sentence}")
    print(f"logs: {folder}")
    sys.exit(bool(found["wrong"]))


if __name__ == "__main__":
    wiring.register()
    main()
