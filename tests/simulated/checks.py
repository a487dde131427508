"""What must be true once everything has come to rest."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bot.matches import MatchInfo, hidden_hold, verify
from bot.matches.pace import Pace
from bot.store import JournalRow, journal, matches
from tests import sql
from tests.simulated.games import GAMES, told_by
from tests.simulated.process import POLL
from tests.soak.audit import wrong_calls, wrong_moves, wrong_posts

if TYPE_CHECKING:
    from tests.simulated.people import Seats
    from tests.simulated.run import Simulation


#: Seconds that people may give each other besides.
MORE = 3 * 86400
#: Seconds within which whoever must act is called.
SOON = 900


def looked_up(sim: Simulation, statement: str, **values: Any) -> list[Any]:
    """Ask the database what it is asked by no process, so that none has a part in it."""
    return sim.disk.looked_up(statement, **values)


def due(sim: Simulation) -> list[str]:
    """Return what is to be done now and has not been."""
    rows = looked_up(sim, "SELECT kind FROM outbox WHERE status = 'due' AND not_before <= :now", now=int(time.time()))
    return [f"{row['kind']} is due" for row in rows]


async def found(sim: Simulation) -> list[str]:
    """Return a sentence for everything that is wrong."""
    bot: Any = next(one.bot for one in sim.processes if one.is_up)
    db = bot.store.read
    ask = "SELECT id, match_id, kind, seat, nonce, payload, status, coalesce_key FROM outbox ORDER BY id"
    rows = await sql.rows(db, ask)
    wrong = list(wrong_posts([_in_its_lane(row) for row in rows], sim.watch.posts))
    wrong += [
        f"post {row['id']} {row['kind']} is {row['status']}" for row in rows if row["status"] not in ("done", "due")
    ]
    for table in sim.tables:
        wrong += [f"{table.game}: {one}" for one in await _table(sim, bot, table, rows)]
    return [*wrong, *_unanswered(sim)]


def _in_its_lane(row: Any) -> dict[str, Any]:
    """Return a row with the kind that it keeps the order of: a ring at the end of somebody's night waits by itself."""
    key = row["coalesce_key"] or ""
    return dict(row) | ({"kind": key} if key.startswith("wake:") else {})


async def _table(sim: Simulation, bot: Any, table: Seats, rows: Sequence[Any]) -> list[str]:
    db = bot.store.read
    info = await matches.get(db, table.match_id)
    assert info is not None
    entries = await journal.since(db, info.id, 0)
    made = {post.nonce for post in sim.watch.posts}
    turns = [row for row in rows if row["match_id"] == info.id and row["kind"] == "turn"]
    calls = [json.loads(row["payload"]) for row in turns if row["nonce"] in made]
    wrong = ["it is frozen"] if info.status == "frozen" else []
    wrong += [*await verify.verify(db, GAMES, info.id), *_moves(table, info, entries)]
    wrong += [*wrong_calls(info, entries, calls), *_called_again(info, entries, calls), *_clocks(info)]
    if info.status == "playing":
        now = await bot.service.matches.table(info.id)
        if not sim.watch.deleted:
            wrong += _boards(table, now)
        if hidden_hold(now.match) is None:
            wrong += _called(sim, table, info, turns)
    elif not sim.watch.deleted and not any("match is over" in post.words for post in table.channel.posts()):
        wrong.append("nobody was told that it is over")
    return wrong


def _moves(table: Seats, info: MatchInfo, rows: Sequence[JournalRow]) -> Iterator[str]:
    """Yield what is wrong with the moves of each seat: an acknowledged one is there once, and no other.

    An answer that counts only when its time is over stands in the journal as an order, as does the one of whoever gave
    none: any of these may be somebody's press.
    """
    for seat in info.seats:
        pressed = [one for one in table.attempts if one.seat == seat.seat]
        own = [row.kind for row in rows if row.kind in ("act", "order") and row.seat == seat.seat]
        faults: list[str] = []
        for counted in itertools.product((False, True), repeat=own.count("order")):
            kept = iter(counted)
            faults = wrong_moves(pressed, [seat.seat for kind in own if kind == "act" or next(kept)])
            if not faults:
                break
        for one in faults:
            yield f"seat {seat.seat}: {one}"


def _boards(table: Seats, now: Any) -> list[str]:
    """Return what is wrong with the last board of a channel."""
    boards = [shown for post in table.channel.posts() for one in post.attachments
              if (shown := told_by(one.data)) is not None and shown["kind"] == "board"]  # fmt: skip
    if not boards:
        return ["no board is shown"]
    if boards[-1]["view"] != json.loads(now.view(None).model_dump_json()):
        return [f"the last board shows {boards[-1]['view']}, not the position"]
    return []


def _called(sim: Simulation, table: Seats, info: MatchInfo, rows: Sequence[Any]) -> Iterator[str]:
    """Yield who must act and does not see that in the channel."""
    turns = [(json.loads(row["payload"]), row) for row in rows]
    posted = {post.nonce: post.message_id for post in sim.watch.posts}
    for seat in info.seats:
        if seat.waiting_since is None or not seat.has_person:
            continue
        if seat.pinged_epoch is None:
            yield f"seat {seat.seat} must act and is not called"
            continue
        call = next((row for told, row in turns if told["seq"] == seat.pinged_seq and seat.seat in told["seats"]), None)
        if call is None:
            yield f"seat {seat.seat} must act, and its call is gone"
        elif call["status"] == "done" and posted.get(call["nonce"]) not in {
            *table.channel.messages,
            *sim.watch.deleted,
        }:
            yield f"the call of seat {seat.seat} is not in the channel"


def _called_again(info: MatchInfo, rows: Sequence[JournalRow], calls: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield who was not called again after the clock had answered for them and they had to act once more."""
    for seat in info.seats:
        own = [row for row in rows if row.seat == seat.seat and row.kind in ("act", "late")]
        for number, row in enumerate(own):
            later = own[number + 1] if number + 1 < len(own) else None
            goes_on = info.status == "playing" and seat.waiting_since is not None
            waits = goes_on if later is None else later.at - row.at > SOON
            until = 2**60 if later is None else later.seq
            told = any(row.seq <= call["seq"] < until and seat.seat in call["seats"] for call in calls)
            if row.kind == "late" and waits and not told:
                yield f"seat {seat.seat} was not called after the clock had answered for it at {row.seq}"


def meanwhile(sim: Simulation) -> None:
    """See to it that no call waits longer than whoever is about needs to come by themselves."""
    ask = "SELECT id FROM outbox WHERE status = 'due' AND kind = 'turn' AND attempts = 0 AND not_before > :at"
    waits = {row["id"] for row in looked_up(sim, ask, at=int(time.time()) + SOON)}
    now, known = sim.nature.loop.time(), sim.withheld
    for row in waits:
        # A clock that was set is noticed at the next look for work.
        if now - known.setdefault(row, now) > 2 * POLL:
            sim.watch.say(f"the call {row} is withheld since {known[row]:.0f}")
    for row in known.keys() - waits:
        del known[row]


def _clocks(info: MatchInfo) -> Iterator[str]:
    """Yield what can't be right about an account of time."""
    pace = Pace.of(info.pace)
    for seat in info.seats:
        most = pace.seconds + MORE
        if seat.clock_left is not None and not 0 <= seat.clock_left <= most:
            yield f"seat {seat.seat} has {seat.clock_left} s of {pace.seconds} on its clock"


def _unanswered(sim: Simulation) -> Iterator[str]:
    """Yield what people asked that was never answered though nothing stood in the way."""
    for guest in sim.guests:
        for one in guest.asked:
            machine = sim.heard.get(one.token)
            if machine is None or machine.killed or any(one.token in path for path in sim.network.befallen):
                continue
            if one.answered is None:
                yield f"{guest.person.name} got no answer to {one.data.get('name') or one.data.get('custom_id')}"
            elif one.promised and one.original is not None and sim.find(one.original) is not None:
                yield f"{guest.person.name} sees {one.data.get('name') or one.data.get('custom_id')} thinking for ever"
