"""What is to happen in a simulation: drawn from a seed, kept as JSON, and made shorter where it fails."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

HOUR, DAY = 3600, 86400
#: The clocks that any table may have.
PACES = ("friendly", "steady", "daily", "bank")

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
    """A table: its game, how many people sit there, how many turns they play, by which clock."""

    game: str
    people: int
    turns: int
    pace: str


@dataclass(frozen=True)
class Plan:
    """A whole simulation."""

    seed: str
    engine: str = "sqlite"
    processes: int = 1
    days: int = 20
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
    days = 20
    games = dice.sample(["tiny", "timed", "plain"], dice.choice([2, 3, 3]))
    tables = tuple(
        Seating(
            game,
            dice.choice([2, 3]),
            dice.randint(3, 9),
            dice.choice([*PACES, *(["hasty"] * 4 if game == "plain" else [])]),
        )
        for game in games
    )
    draws = DRAWS if engine == "sqlite" else DRAWS | SERVED
    happenings = [_happening(dice, dice.choice([1, 2, 4]), draws) for _ in range(dice.randint(4, 20))]
    happenings.sort(key=lambda one: one.at)
    processes = 1 if engine == "sqlite" else dice.choice([2, 3])
    zones = tuple(dice.choice(ZONES) for _ in range(3))
    return Plan(seed, engine, processes, days, tables, tuple(happenings), zones)


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
    # The machine's clock is set.
    "clock": lambda dice: (dice.choice([-7200, -3600, -90, 45, 3600, 86400]),),
    "clock at a move": lambda dice: (dice.choice([-7200, -3600, -600, 600, 3600]), dice.randint(1, 90)),
    # A person's private messages are closed for so many seconds.
    "closed": lambda dice: (dice.randint(0, 2), dice.choice([HOUR, 2 * DAY])),
    # Somebody deletes one of the bot's newest posts of a channel.
    "deleted": lambda dice: (dice.randint(0, 2), dice.randint(0, 2)),
    # The bot may not post in a channel for so many seconds.
    "denied": lambda dice: (dice.randint(0, 2), dice.choice([600, 5 * HOUR])),
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
