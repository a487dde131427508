"""What is to happen in a simulation: drawn from a seed, kept as JSON, and made shorter where it fails."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

HOUR, DAY = 3600, 86400
#: The clocks that any table may have.
PACES = ("friendly", "steady", "daily", "bank", "tight")
#: The small games, of which a simulation has a few tables, and the real ones, of which one may stand beside them.
SMALL, REAL = ("tiny", "timed", "plain"), ("edge_of_darkness", "dark_providence", "aevum_haeresis")
#: Where a table may be.
PLACES = ("channel", "channel", "thread")

#: Requests that faults befall, by their method and a part of their path, and how often each is drawn.
REQUESTS = {
    ("POST", "/messages"): 5,
    ("PATCH", "/channels/"): 3,
    ("DELETE", "/channels/"): 3,
    ("POST", "/callback"): 3,
    ("PATCH", "/webhooks/"): 4,
    ("POST", "/webhooks/"): 1,
    ("POST", "/users/@me/channels"): 1,
    ("GET", "/channels/"): 1,
}
#: Time zones; in the first days of a simulation summer time ends in Europe.
ZONES = ("", "", "Europe/Budapest", "America/New_York")
#: How many seats the real games have at most.
MOST = {"edge_of_darkness": 4, "dark_providence": 5, "aevum_haeresis": 2}
#: What befalls a request.
BEFALLS = ("500", "503", "lost", "lost", "500 after", "429", "429 of all", "429 shared", "dies before", "dies after")


@dataclass(frozen=True)
class Happening:
    """One thing that happens at a time, in seconds since the beginning."""

    at: int
    kind: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Seating:
    """A table: its game, how many people sit there, how many turns they play, by which clock, where, and with how many
    computers.
    """

    game: str
    people: int
    turns: int
    pace: str
    place: str = "channel"
    computers: int = 0


@dataclass(frozen=True)
class Plan:
    """A whole simulation."""

    seed: str
    engine: str = "sqlite"
    processes: int = 1
    days: int = 20
    #: A day in October or in March: some days before clocks are set in many countries.
    begin: str = "autumn"
    tables: tuple[Seating, ...] = ()
    happenings: tuple[Happening, ...] = ()
    #: The time zones that people have told, in which nobody rings them at night; empty for those who told none.
    zones: tuple[str, ...] = ()
    #: Visits that people leave out, by person and number, once a history is shortened.
    skipped: tuple[tuple[int, int], ...] = ()

    def text(self) -> str:
        """Return it as JSON."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def of(cls, text: str) -> Plan:
        """Return what was written."""
        told = json.loads(text)
        told["tables"] = tuple(Seating(**one) for one in told["tables"])
        told["happenings"] = tuple(Happening(one["at"], one["kind"], tuple(one["args"])) for one in told["happenings"])
        told["zones"] = tuple(told["zones"])
        told["skipped"] = tuple(tuple(one) for one in told["skipped"])
        return cls(**told)

    def with_only(self, happenings: Sequence[Happening]) -> Plan:
        """Return the same with these happenings alone."""
        return replace(self, happenings=tuple(happenings))


def drawn(seed: str, engine: str = "sqlite") -> Plan:
    """Return the simulation of a seed."""
    dice = random.Random(f"{seed}/plan")
    games = dice.sample(SMALL, dice.choice([1, 2, 3]))
    tables = [_seating(dice, game) for game in games]
    if dice.random() < 0.3:
        tables[0] = _real(dice, dice.choice(REAL))
    draws = DRAWS | (FILED if engine == "sqlite" else SERVED)
    happenings = [_happening(dice, dice.choice([1, 2, 4, 8]), draws) for _ in range(dice.randint(4, 24))]
    happenings.sort(key=lambda one: one.at)
    processes = 1 if engine == "sqlite" else dice.choice([2, 3])
    zones = tuple(dice.choice(ZONES) for _ in range(3))
    begin = dice.choice(["autumn", "spring"])
    return Plan(seed, engine, processes, 20, begin, tuple(tables), tuple(happenings), zones)


def _seating(dice: random.Random, game: str) -> Seating:
    paces = [*PACES, *["hasty"] * 4] if game == "plain" else [*PACES]
    pace = dice.choice(paces)
    return Seating(game, dice.choice([2, 3]), dice.randint(3, 9), pace, dice.choice(PLACES), 0)


def _real(dice: random.Random, game: str) -> Seating:
    """Return a table at which a real game is played, as far as it gets; it has turns of its own."""
    people = 2 if game == "aevum_haeresis" else dice.choice([2, 3])
    computers = dice.choice([0, 1]) if people < MOST[game] else 0
    return Seating(game, people, 0, dice.choice(PACES), dice.choice(PLACES), computers)


def _request(dice: random.Random) -> tuple[Any, ...]:
    ((method, part),) = dice.choices(list(REQUESTS), list(REQUESTS.values()))
    return method, part, dice.choice(BEFALLS)


def _happening(dice: random.Random, days: int, draws: Mapping[str, Any]) -> Happening:
    at = int(dice.uniform(600, days * DAY))
    kind = dice.choice(list(draws))
    return Happening(at, kind, draws[kind](dice))


#: What may happen, and with what.
DRAWS: dict[str, Any] = {
    # Discord can't be reached, is in trouble, or is slow, for so many seconds.
    "away": lambda dice: (dice.choice([60, 900, 3 * HOUR, 9 * HOUR]),),
    "troubled": lambda dice: (dice.choice([30, 300, 2400]),),
    "slow": lambda dice: (dice.choice([60, 1800]),),
    # The next request of a kind.
    "request": _request,
    "another": _request,
    # A process dies when it has asked for so many things, from now on or from when it is asked for something.
    "death": lambda dice: (dice.randint(0, 2), dice.randint(1, 120)),
    "death at work": lambda dice: (dice.randint(0, 2), dice.randint(1, 40)),
    # A process is stopped as hosts do: at once, or so soon after it was asked for something.
    "stop": lambda dice: (dice.randint(0, 2),),
    "stop at work": lambda dice: (dice.randint(0, 2), round(dice.uniform(0, 0.6), 3)),
    # The disk.
    "slow disk": lambda dice: (dice.choice([30, 600]),),
    "full disk": lambda dice: (dice.choice([20, 900, 2 * HOUR]),),
    # The next commits fail.
    "commit": lambda dice: (dice.choice([1, 1, 3]),),
    # A process dies after so many steps of its tasks, wherever these wait, from when it is asked for something.
    "death at a step": lambda dice: (dice.randint(0, 2), dice.randint(1, 150)),
    # The machine's clock is set.
    "clock": lambda dice: (dice.choice([-7200, -3600, -90, 45, 3600, 86400]),),
    "clock at a move": lambda dice: (dice.choice([-7200, -3600, -600, 600, 3600]), dice.randint(1, 90)),
    # A person's private messages are closed for so many seconds.
    "closed": lambda dice: (dice.randint(0, 2), dice.choice([HOUR, 2 * DAY])),
    # Somebody deletes one of the bot's newest posts of a channel, or one that a person has got privately.
    "deleted": lambda dice: (dice.randint(0, 2), dice.randint(0, 2)),
    "deleted mail": lambda dice: (dice.randint(0, 2),),
    # The bot lacks a right in a channel for so many seconds: to post, to send files, to see it at all.
    "denied": lambda dice: (dice.randint(0, 2), dice.choice(["post", "files", "see"]), dice.choice([600, 5 * HOUR])),
    # A table's thread is archived, or locked as well for so many seconds.
    "archived": lambda dice: (dice.randint(0, 2),),
    "locked": lambda dice: (dice.randint(0, 2), dice.choice([HOUR, 30 * HOUR])),
    # A table's channel is deleted; so many seconds later one of its people brings the match to another.
    "channel gone": lambda dice: (dice.randint(0, 2), dice.choice([600, 20 * HOUR])),
    # The bot is removed from the server, and comes back after so many seconds.
    "removed": lambda dice: (dice.choice([HOUR, 2 * DAY]),),
    # A person leaves the server, and comes back after so many seconds.
    "leaves": lambda dice: (dice.randint(0, 2), dice.choice([5 * HOUR, 2 * DAY])),
    # A person does something else than to move, at a table.
    "deed": lambda dice: (dice.randint(0, 2), dice.randint(0, 2), dice.choice(DEEDS)),
    "deed too": lambda dice: (dice.randint(0, 2), dice.randint(0, 2), dice.choice(DEEDS)),
}
#: What may happen besides where the database is a file.
FILED: dict[str, Any] = {
    # The next commits are made, and the disk says that they failed.
    "unsure commit": lambda dice: (dice.choice([1, 1, 3]),),
}
#: What may happen besides where several processes are on a server.
SERVED: dict[str, Any] = {
    # The server ends all connections, and takes new ones after so many seconds; or it does not answer for so long.
    "restart": lambda dice: (dice.choice([0, 5, 900]),),
    "hang": lambda dice: (dice.choice([3, 8, 60, 600]),),
    # A process loses all its connections to the server.
    "cut": lambda dice: (dice.randint(0, 2),),
    # The next commits are done, but their answers are lost, and their connections.
    "commit lost": lambda dice: (dice.choice([1, 1, 3]),),
    # The clock of a process's own machine is wrong by so many seconds from now on.
    "own clock": lambda dice: (dice.randint(0, 2), dice.choice([-7200, -90, 0, 40, 3600, 86400])),
}
#: What people do besides.
DEEDS = (
    *("away", "back", "pause", "resume", "extend", "undo", "ask to undo", "orders", "computer", "return", "nudge"),
    *("hand", "text", "log", "status", "board", "waiting", "ring privately", "ring here"),
)
