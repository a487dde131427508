"""Checks that every player who had to act was notified of that in time, unless a fault prevented it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.simulated.change_record import SavedChange, SavedEntries
from tests.simulated.event_plan import DAY
from tests.simulated.simulated_tables import SimulatedMatch
from tests.sockets.discord_data import EPOCH

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation

#: Maximum number of seconds until a player who must act is notified.
SOON = 900
#: Additional seconds that a turn notification may take: PATIENCE after a fault, and REPAIRED after a channel was
#: closed, because no event may tell the bot that the channel is open again.
PATIENCE, REPAIRED = 3000, DAY + 3600
#: Kinds of journal entries that let the seat that made them act again without a turn notification, because its player
#: is active or was notified before.
NEEDS_NO_CALL = ("act", "withdraw", "back", "away", "undo")


@dataclass(frozen=True)
class Turn:
    """A period when a seat must act and its player needs a turn notification."""

    seat: int
    seq: int
    since: float
    until: float


def uncalled(
    sim: Simulation, table: SimulatedMatch, notes: Sequence[SavedChange], rows: Sequence[Any]
) -> Iterator[str]:
    """Yield a sentence for each seat that had to act for longer than SOON seconds without a turn notification."""
    made = {post.nonce: _at(sim, post.message_id) for post in sim.watch.posts}
    own = [row for row in rows if row["match_id"] == table.match_id and row["nonce"] in made]
    told = [(row, json.loads(row["payload"])) for row in own]
    calls = [(made[row["nonce"]], about["seats"]) for row, about in told if row["kind"] == "turn" or "held" in about]
    stood = [*_stood(notes), *sim.watch.hindered_at({table.channel.id, *(one.id for one in table.left)})]
    for turn in turns(notes, sim.nature.loop.time()):
        free = _length_outside(turn.since, turn.until, stood)
        if free > SOON and not any(turn.since - 1 <= at <= turn.until and turn.seat in seats for at, seats in calls):
            yield f"seat {turn.seat} had to act from entry {turn.seq} on, for {free:.0f} s, and was not called"


def turns(notes: Sequence[SavedChange], end: float) -> Iterator[Turn]:
    """Yield a Turn for each period when a seat must act, which lasts until it acts or no longer has to."""
    since: dict[int, tuple[float, int]] = {}
    known: dict[int, int | None] = {}
    # For each seat, the turn that an undo ended, with the time of the undo. If the undone turn soon starts again, its
    # notification still counts.
    back: dict[int, tuple[float, tuple[float, int]]] = {}
    for note in notes:
        if note.kind != "entry":
            continue
        entry: SavedEntries = note.about
        there = {row.seat for row in entry.rows if row.kind in NEEDS_NO_CALL}
        undone = any(row.kind == "undo" for row in entry.rows)
        for seat in entry.seats:
            number = seat.seat
            waits = seat.waiting_since if seat.away_since is None and not entry.is_hidden else None
            anew = waits is not None and waits != known.get(number)
            late = any(row.kind == "late" and row.seat == number for row in entry.rows)
            if number in since and undone and waits is None:
                back[number] = note.at, since[number]
            if number in since and (waits is None or anew or late or number in there):
                yield Turn(number, since[number][1], since.pop(number)[0], note.at)
            if waits is not None and (anew or late) and number not in there and not undone:
                taken, turn = back.pop(number, (-SOON, (note.at, entry.seq)))
                since[number] = turn if note.at - taken <= SOON else (note.at, entry.seq)
            known[number] = waits
        if entry.is_over:
            break
    for number, (at, seq) in since.items():
        yield Turn(number, seq, at, end)


def _at(sim: Simulation, message_id: int) -> float:
    """Return when a message was posted, in seconds since the start of the simulation."""
    return ((message_id >> 22) + EPOCH) / 1000 - sim.nature.begin


def _stood(notes: Sequence[SavedChange]) -> Iterator[tuple[float, float]]:
    """Yield the (start, end) of each period when a match was paused or its channel was unreachable."""
    begun: dict[str, float] = {}
    ends: Mapping[str, str] = {"resume": "pause", "unpark": "park"}
    for note in notes:
        if note.kind in ("pause", "park"):
            begun.setdefault(note.kind, note.at)
        elif note.kind in ends and ends[note.kind] in begun:
            yield begun.pop(ends[note.kind]), note.at
    for at in begun.values():
        yield at, float("inf")


def _length_outside(since: float, until: float, stood: Sequence[tuple[float, float]]) -> float:
    """Return the length of a period, leaving out its overlaps with the periods `stood`."""
    left, at = 0.0, since
    for begin, end in sorted(stood):
        left += max(0.0, min(begin, until) - at)
        at = max(at, min(end, until))
    return left + max(0.0, until - at)
