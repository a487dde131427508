"""The plan of a simulation: its matches and events, drawn at random from a seed and stored as JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

HOUR, DAY = 3600, 86400
#: The time controls that a match can have, by their names in `simulated_tables.PACES`.
PACES = ("friendly", "steady", "daily", "bank", "tight")
#: A simulation has one to three of the small games. One of the real games may replace one of them.
SMALL, REAL = ("tiny", "timed", "plain"), ("edge_of_darkness", "dark_providence", "aevum_haeresis")
#: The kinds of places where a match may be played; a repeated entry is more likely.
PLACES = ("channel", "channel", "thread")

#: How likely each kind of request is to fail, as weights by method and part of the path.
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
#: Time zones that people may have. Clocks change in some of them during a simulation.
ZONES = ("", "", "Europe/Budapest", "America/New_York")
#: Maximum number of seats of each real game.
MOST = {"edge_of_darkness": 4, "dark_providence": 5, "aevum_haeresis": 2}
#: The faults that a request can have; see `faulty_discord.PendingRequest`.
REQUEST_FAULTS = (
    "500",
    "503",
    "lost",
    "lost",
    "500 after",
    "429",
    "429 of all",
    "429 shared",
    "dies before",
    "dies after",
)


@dataclass(frozen=True)
class PlannedEvent:
    """An event of a plan; `at` is in seconds since the start of the simulation."""

    at: int
    kind: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True)
class PlannedMatch:
    """A match of the plan: its game, number of people, turns, time control, place, and number of computer players."""

    game: str
    people: int
    turns: int
    pace: str
    place: str = "channel"
    computers: int = 0


@dataclass(frozen=True)
class Plan:
    """Everything that decides how a simulation runs."""

    seed: str
    engine: str = "sqlite"
    processes: int = 1
    days: int = 20
    #: "autumn" or "spring": the simulation starts some days before clocks change in many countries.
    begin: str = "autumn"
    tables: tuple[PlannedMatch, ...] = ()
    happenings: tuple[PlannedEvent, ...] = ()
    #: The time zone that each person sets, which gives them quiet hours; empty if they set no zone.
    zones: tuple[str, ...] = ()
    #: Visits of people that a shrunk plan leaves out, as (person, number of the visit).
    skipped: tuple[tuple[int, int], ...] = ()

    def text(self) -> str:
        """Return the plan as JSON."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def of(cls, text: str) -> Plan:
        """Return the plan that this JSON text describes."""
        told = json.loads(text)
        told["tables"] = tuple(PlannedMatch(**one) for one in told["tables"])
        told["happenings"] = tuple(
            PlannedEvent(one["at"], one["kind"], tuple(one["args"])) for one in told["happenings"]
        )
        told["zones"] = tuple(told["zones"])
        told["skipped"] = tuple(tuple(one) for one in told["skipped"])
        return cls(**told)

    def with_only(self, happenings: Sequence[PlannedEvent]) -> Plan:
        """Return a copy of the plan with only these events."""
        return replace(self, happenings=tuple(happenings))


def random_plan(seed: str, engine: str = "sqlite") -> Plan:
    """Return the random plan of a seed, which is always the same for this seed."""
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


def _seating(dice: random.Random, game: str) -> PlannedMatch:
    paces = [*PACES, *["hasty"] * 4] if game == "plain" else [*PACES]
    pace = dice.choice(paces)
    return PlannedMatch(game, dice.choice([2, 3]), dice.randint(3, 9), pace, dice.choice(PLACES), 0)


def _real(dice: random.Random, game: str) -> PlannedMatch:
    """Return a planned match of a real game. It needn't end: it is played as far as the simulated days allow."""
    people = 2 if game == "aevum_haeresis" else dice.choice([2, 3])
    computers = dice.choice([0, 1]) if people < MOST[game] else 0
    return PlannedMatch(game, people, 0, dice.choice(PACES), dice.choice(PLACES), computers)


def _request(dice: random.Random) -> tuple[Any, ...]:
    ((method, part),) = dice.choices(list(REQUESTS), list(REQUESTS.values()))
    return method, part, dice.choice(REQUEST_FAULTS)


def _happening(dice: random.Random, days: int, draws: Mapping[str, Any]) -> PlannedEvent:
    at = int(dice.uniform(600, days * DAY))
    kind = dice.choice(list(draws))
    return PlannedEvent(at, kind, draws[kind](dice))


#: The possible events by kind, each with a function that draws its arguments.
DRAWS: dict[str, Any] = {
    # Discord is unreachable ("away"), answers with errors or is slow for this many seconds.
    "away": lambda dice: (dice.choice([60, 900, 3 * HOUR, 9 * HOUR]),),
    "troubled": lambda dice: (dice.choice([30, 300, 2400]),),
    "slow": lambda dice: (dice.choice([60, 1800]),),
    # The next request of a certain kind fails.
    "request": _request,
    "another": _request,
    # A process dies after this many external requests, counted from now or from the next interaction.
    "death": lambda dice: (dice.randint(0, 2), dice.randint(1, 120)),
    "death at work": lambda dice: (dice.randint(0, 2), dice.randint(1, 40)),
    # A host stops a process, either at once or this many seconds after its next interaction.
    "stop": lambda dice: (dice.randint(0, 2),),
    "stop at work": lambda dice: (dice.randint(0, 2), round(dice.uniform(0, 0.6), 3)),
    # The disk is slow or full for this many seconds.
    "slow disk": lambda dice: (dice.choice([30, 600]),),
    "full disk": lambda dice: (dice.choice([20, 900, 2 * HOUR]),),
    # The next few commits fail.
    "commit": lambda dice: (dice.choice([1, 1, 3]),),
    # A process dies after this many steps of its tasks, counted from the next interaction.
    "death at a step": lambda dice: (dice.randint(0, 2), dice.randint(1, 150)),
    # The machine's clock is set forwards or back by this many seconds, at once or soon after a move.
    "clock": lambda dice: (dice.choice([-7200, -3600, -90, 45, 3600, 86400]),),
    "clock at a move": lambda dice: (dice.choice([-7200, -3600, -600, 600, 3600]), dice.randint(1, 90)),
    # A person blocks private messages for this many seconds.
    "closed": lambda dice: (dice.randint(0, 2), dice.choice([HOUR, 2 * DAY])),
    # One of the bot's newest posts is deleted, in a channel or among the private messages.
    "deleted": lambda dice: (dice.randint(0, 2), dice.randint(0, 2)),
    "deleted mail": lambda dice: (dice.randint(0, 2),),
    # For this many seconds, the bot lacks a permission in a channel: to post, to attach files, or to see the channel.
    "denied": lambda dice: (dice.randint(0, 2), dice.choice(["post", "files", "see"]), dice.choice([600, 5 * HOUR])),
    # A match's thread is archived, or it is archived and locked for this many seconds.
    "archived": lambda dice: (dice.randint(0, 2),),
    "locked": lambda dice: (dice.randint(0, 2), dice.choice([HOUR, 30 * HOUR])),
    # A match's channel is deleted. After this many seconds, a player moves the match to another channel.
    "channel gone": lambda dice: (dice.randint(0, 2), dice.choice([600, 20 * HOUR])),
    # The bot is removed from the server, and added again after this many seconds.
    "removed": lambda dice: (dice.choice([HOUR, 2 * DAY]),),
    # A person leaves the server, and returns after this many seconds.
    "leaves": lambda dice: (dice.randint(0, 2), dice.choice([5 * HOUR, 2 * DAY])),
    # A person does something in a match that isn't a move; see DEEDS.
    "deed": lambda dice: (dice.randint(0, 2), dice.randint(0, 2), dice.choice(DEEDS)),
    "deed too": lambda dice: (dice.randint(0, 2), dice.randint(0, 2), dice.choice(DEEDS)),
}
#: Events that are possible only with SQLite.
FILED: dict[str, Any] = {
    # The next few commits succeed, although the disk reports errors.
    "unsure commit": lambda dice: (dice.choice([1, 1, 3]),),
}
#: Events that are possible only with several processes on a PostgreSQL server.
SERVED: dict[str, Any] = {
    # The server closes all connections and accepts new connections after this many seconds, or it hangs for this many
    # seconds.
    "restart": lambda dice: (dice.choice([0, 5, 900]),),
    "hang": lambda dice: (dice.choice([3, 8, 60, 600]),),
    # A process loses all its connections to the server.
    "cut": lambda dice: (dice.randint(0, 2),),
    # The next few commits succeed, but the connections are lost before the server answers.
    "commit lost": lambda dice: (dice.choice([1, 1, 3]),),
    # From now on, the clock of one process's machine is wrong by this many seconds.
    "own clock": lambda dice: (dice.randint(0, 2), dice.choice([-7200, -90, 0, 40, 3600, 86400])),
}
#: Actions of people that aren't moves, by their names in `player_actions`.
DEEDS = (
    *("away", "back", "pause", "resume", "extend", "undo", "ask to undo", "orders", "computer", "return", "nudge"),
    *("hand", "text", "log", "status", "board", "waiting", "ring privately", "ring here"),
)
