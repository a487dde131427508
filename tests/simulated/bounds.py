"""Tables and memory stay within what follows from the people, matches and moves that there are: time adds nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bot.store.tables import metadata

if TYPE_CHECKING:
    from tests.simulated.run import Simulation

#: How many rows a table may have for each person, match, entry of a journal and use of the bot, besides a few.
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
    # All posts are kept in a simulation: those of moves, of questions, and reminders, of which a wait has a few.
    "outbox": (0, 20, 14, 4),
}
#: How many rows each of the others may have: facts, and what belongs to the one server.
OTHERS = 8
#: How many things memory may hold for each person and match, and besides, in any one place.
EACH, BESIDES = 40, 100
#: Places that have a limit of their own, above what a simulation reaches: the last interactions, and the last posts.
LIMITED = {"_heard": 4096, "_sent": 1024, "_boards": 2048}
#: As deep as places are looked for.
DEEP = 9


def overflown(sim: Simulation, bot: Any, entries: int) -> Iterator[str]:
    """Yield which table or memory holds more than it may."""
    people, matches = len(sim.guests), len(sim.tables)
    uses = sum(len(guest.asked) for guest in sim.guests)
    for table in metadata.tables:
        found = sim.disk.looked_up(f"SELECT COUNT(*) AS number FROM {table}")
        rows = found[0]["number"]
        each = ROWS.get(table, (0, 0, 0, 0))
        most = OTHERS + sum(a * b for a, b in zip(each, (people, matches, entries, uses), strict=True))
        if rows > most:
            yield f"the table {table} has {rows} rows, which should be {most:.0f} at most"
    for place, size in held(bot):
        most = LIMITED.get(place.rpartition(".")[2], BESIDES + EACH * (people + matches))
        if size > most:
            yield f"{place} holds {size} things, which should be {most} at most"


def held(whole: Any, name: str = "bot") -> Iterator[tuple[str, int]]:
    """Yield every place in the memory of a bot that holds several things, and how many; what never changes is none."""
    seen: set[int] = set()
    ahead = deque([(name, whole, 0)])
    while ahead:
        place, one, depth = ahead.popleft()
        if id(one) in seen or depth > DEEP:
            continue
        seen.add(id(one))
        if isinstance(one, dict | list | set | deque):
            yield place, len(one)
            inside = [*one.values()] if isinstance(one, dict) else [*one]
            ahead.extend((f"{place}[]", each, depth + 1) for each in inside[:20])
        elif type(one).__module__.startswith("bot."):
            ahead.extend((f"{place}.{key}", value, depth + 1) for key, value in _parts(one))


def _parts(one: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        for key in getattr(kind, "__slots__", ()):
            if hasattr(one, key):
                yield key, getattr(one, key)
