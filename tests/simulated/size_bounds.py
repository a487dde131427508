"""Checks that database and memory grow only with people, matches and moves, but not with time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from cachetools import Cache

from bot.store.tables import metadata

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

#: Maximum number of rows of a table per person, per match, per journal entry, and per use of the bot.
ROWS: Mapping[str, tuple[float, float, float, float]] = {
    "users": (1, 0, 0, 0),
    "blocks": (0, 0, 0, 0),
    "ratings": (6, 0, 0, 0),
    "rating_points": (0, 6, 0, 0),
    "matches": (0, 1, 0, 0),
    "seats": (0, 5, 0, 0),
    "archives": (0, 1, 0, 0),
    "finished": (0, 1, 0, 0),
    "results": (0, 6, 0, 0),
    "reviews": (0, 1, 0, 0),
    "work": (0, 6, 0, 0),
    "looks": (0, 3, 0, 0),
    "votes": (0, 0, 0, 1),
    "invitations": (0, 0, 0, 1),
    "journal": (0, 0, 1, 0),
    "snapshots": (0, 0, 1, 0),
    # Simulations never delete delivered posts, such as posts about moves, answers to questions, and reminders.
    "outbox": (0, 20, 14, 4),
}
#: Maximum number of further rows in any table, for metadata and for the data of the only Discord server.
OTHERS = 8
#: Maximum number of objects in a collection in memory: the number for each person and match, and a constant to add.
EACH, BESIDES = 40, 100
#: Collections with their own limit, which simulations don't reach: the latest interactions and posts.
LIMITED = {"_heard": 4096, "_sent": 1024, "_boards": 2048}
#: Maximum depth of the search for collections in the bot's objects.
DEEP = 9


def oversized(sim: Simulation, bot: Any, entries: int) -> Iterator[str]:
    """Yield a sentence for each table or collection that is larger than allowed."""
    people, matches = len(sim.guests), len(sim.tables)
    uses = sum(len(guest.asked) for guest in sim.guests)
    for table in metadata.tables:
        found = sim.disk.looked_up(f"SELECT COUNT(*) AS number FROM {table}")
        rows = found[0]["number"]
        each = ROWS.get(table, (0, 0, 0, 0))
        most = OTHERS + sum(a * b for a, b in zip(each, (people, matches, entries, uses), strict=True))
        if rows > most:
            yield f"the table {table} has {rows} rows, which should be {most:.0f} at most"
    for place, size in collections_in(bot):
        most = LIMITED.get(place.rpartition(".")[2], BESIDES + EACH * (people + matches))
        if size > most:
            yield f"{place} holds {size} things, which should be {most} at most"


def collections_in(whole: Any, name: str = "bot") -> Iterator[tuple[str, int]]:
    """Yield the path and size of every mutable collection in the bot's objects."""
    seen: set[int] = set()
    ahead = deque([(name, whole, 0)])
    while ahead:
        place, one, depth = ahead.popleft()
        if id(one) in seen or depth > DEEP:
            continue
        seen.add(id(one))
        if isinstance(one, dict | Cache | list | set | deque):
            yield place, len(one)
            # Copy a cache before reading it, because reading changes which entry the cache drops next.
            inside = [*copy(one).values()] if isinstance(one, dict | Cache) else [*one]
            ahead.extend((f"{place}[]", each, depth + 1) for each in inside[:20])
        elif type(one).__module__.startswith("bot."):
            ahead.extend((f"{place}.{key}", value, depth + 1) for key, value in _parts(one))


def _parts(one: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        for key in getattr(kind, "__slots__", ()):
            if hasattr(one, key):
                yield key, getattr(one, key)
