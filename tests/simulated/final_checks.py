"""The checks at the end of a simulation, when no more work is due."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.discord.http.delivery_failures import CHANNEL_GONE
from bot.matches.clocks.time_control import TimeControl
from bot.matches.play import match_verification
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import MatchInfo
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from tests import database_access
from tests.simulated.bot_process import OUTAGE, POLL
from tests.simulated.call_checks import SOON, uncalled
from tests.simulated.change_record import SavedChange
from tests.simulated.clock_reference import ReferenceClock, ReferenceClocks, outages
from tests.simulated.faulty_database import Disk
from tests.simulated.games import GAMES, view_in
from tests.simulated.size_bounds import oversized
from tests.soak.idle_checks import wrong_calls, wrong_moves, wrong_posts

if TYPE_CHECKING:
    from tests.simulated.simulated_tables import SimulatedMatch
    from tests.simulated.simulation import Simulation


#: Maximum number of seconds from a change to its commit, used to find the changes saved by commits that reported
#: errors.
SAVED = 3


def looked_up(sim: Simulation, statement: str, **values: Any) -> list[Any]:
    """Query the database directly, without using a simulated process or simulated time."""
    return sim.disk.looked_up(statement, **values)


def due(sim: Simulation) -> list[str]:
    """Return a sentence for each post that is due or will be retried after a failure."""
    ask = "SELECT kind FROM outbox WHERE status = 'due' AND (not_before <= :now OR error IS NOT NULL)"
    rows = looked_up(sim, ask, now=int(time.time()))
    return [f"{row['kind']} is due" for row in rows]


async def all_faults(sim: Simulation) -> list[str]:
    """Run all final checks; return a sentence for each fault of the bot."""
    bot: Any = next(one.bot for one in sim.processes if one.is_up)
    db = bot.store.read
    ask = "SELECT * FROM outbox ORDER BY id"
    rows = await database_access.rows(db, ask)
    wrong = [*wrong_posts([_in_its_lane(row) for row in rows], sim.watch.posts), *sim.watch.leaks()]
    wrong += [f"post {row['id']} {row['kind']} is dead: {row['error']}" for row in rows if _is_lost(sim, row)]
    for table in sim.tables:
        wrong += [f"{table.game}: {one}" for one in await _table(sim, bot, table, rows)]
    entries = sum(one["seq"] for one in looked_up(sim, "SELECT seq FROM matches"))
    return [*wrong, *_unanswered(sim), *oversized(sim, bot, entries)]


def _is_lost(sim: Simulation, row: Any) -> bool:
    """Return whether a post was given up for a reason other than the deletion of its channel."""
    left = any(table.left or table.channel.gone for table in sim.tables if table.match_id == row["match_id"])
    return row["status"] == "dead" and not (left and row["error"] == CHANNEL_GONE)


def _in_its_lane(row: Any) -> dict[str, Any]:
    """Return an outbox row whose `kind` is its ordering group: a ping after quiet hours has a separate group."""
    key = row["coalesce_key"] or ""
    return dict(row) | ({"kind": key} if key.startswith("wake:") else {})


async def _table(sim: Simulation, bot: Any, table: SimulatedMatch, rows: Sequence[Any]) -> list[str]:
    db = bot.store.read
    info = await matches.get(db, table.match_id)
    assert info is not None
    entries = await journal.since(db, info.id, 0)
    made = {post.nonce: post.channel_id for post in sim.watch.posts}
    turns = [row for row in rows if row["match_id"] == info.id and row["kind"] == "turn"]
    called = [(json.loads(row["payload"]), made[row["nonce"]]) for row in turns if row["nonce"] in made]
    wrong = ["it is frozen"] if info.status == "frozen" else []
    wrong += [*await match_verification.verify(db, GAMES, info.id), *_moves(table, info, entries)]
    wrong += [*_wrong_calls(table, info, entries, called)]
    notes = changes_of(sim, info.id, entries, turns)
    if notes is not None:
        wrong += [*_clocks(sim, info, notes), *uncalled(sim, table, notes, rows)]
    if info.status == "playing":
        now = await bot.service.matches.table(info.id)
        if not sim.watch.deleted:
            wrong += _boards(table, now)
        if find_hidden_hold(now.match) is None:
            wrong += _called(sim, table, info, turns)
    elif not sim.watch.deleted and not any("match is over" in post.words for post in table.channel.posts()):
        wrong.append("nobody was told that it is over")
    return wrong


def _wrong_calls(
    table: SimulatedMatch, info: MatchInfo, rows: Sequence[JournalRow], called: Sequence[tuple[dict[str, Any], int]]
) -> Iterator[str]:
    """Yield a match's wrong turn notifications. A new channel repeats them, so each channel is checked separately."""
    # In channels that the match has left, no current notification is expected, so only earlier ones are checked.
    nobody = replace(info, seats=tuple(replace(seat, pinged_epoch=None) for seat in info.seats))
    for channel in table.left:
        yield from wrong_calls(nobody, rows, [call for call, where in called if where == channel.id])
    here = [call for call, where in called if where == table.channel.id]
    yield from wrong_calls(nobody if table.channel.gone else info, rows, here)


def _moves(table: SimulatedMatch, info: MatchInfo, rows: Sequence[JournalRow]) -> Iterator[str]:
    """Yield a sentence for each seat whose moves in the journal differ from the moves that its player made.

    In the journal, an answer that takes effect when its time is over is an "order", and so is the bot's default answer.
    An "order" may therefore stem from a player's press, but doesn't have to.
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


def _boards(table: SimulatedMatch, now: Any) -> list[str]:
    """Return a sentence if the last board in a match's channel doesn't show the current position."""
    boards = [shown for post in table.channel.posts() for one in post.attachments
              if (shown := view_in(one.data)) is not None and shown["kind"] == "board"]  # fmt: skip
    if not boards:
        return ["no board is shown"]
    if boards[-1]["view"] != json.loads(now.view(None).model_dump_json()):
        return [f"the last board shows {boards[-1]['view']}, not the position"]
    return []


def _called(sim: Simulation, table: SimulatedMatch, info: MatchInfo, rows: Sequence[Any]) -> Iterator[str]:
    """Yield a sentence for each player who must act but isn't notified by a post in the channel."""
    turns = [(json.loads(row["payload"]), row) for row in rows]
    posted = {post.nonce: post.message_id for post in sim.watch.posts}
    for seat in info.seats:
        if seat.waiting_since is None or not seat.is_human:
            continue
        if seat.pinged_epoch is None:
            yield f"seat {seat.seat} must act and is not called"
            continue
        # A later notification may have replaced an undelivered one. It then also names the players of the replaced one.
        calls = [row for told, row in turns if told["seq"] >= seat.pinged_seq and seat.seat in told["seats"]]
        call = calls[-1] if calls else None
        if call is None:
            yield f"seat {seat.seat} must act, and its call is gone"
        elif call["status"] == "done" and posted.get(call["nonce"]) not in {
            *table.channel.messages,
            *sim.watch.deleted,
        }:
            # If the notification's message was deleted, a later post must name the player.
            later = [
                table.channel.messages.get(posted.get(row["nonce"], 0)) for _, row in turns if row["id"] > call["id"]
            ]
            if not any(post is not None and f"<@{seat.user_id}>" in post.words for post in later):
                yield f"the call of seat {seat.seat} is not in the channel"


def check_call_delays(sim: Simulation) -> None:
    """Check that no turn notification is scheduled later than the delay for active players allows."""
    if not any(one.is_up for one in sim.processes):
        sim.watch.hindered(SOON)
    ask = "SELECT id FROM outbox WHERE status = 'due' AND kind = 'turn' AND attempts = 0"
    # Notifications that Discord refused are left out, because they are retried later.
    ask += " AND error IS NULL AND not_before > :at"
    waits = {row["id"] for row in looked_up(sim, ask, at=int(time.time()) + SOON)}
    now, known = sim.nature.loop.time(), sim.withheld
    for row in waits:
        # After a clock change, the scheduled time is corrected at the next check for due work.
        if now - known.setdefault(row, now) > 2 * POLL:
            sim.watch.say(f"the call {row} is withheld since {known[row]:.0f}")
    for row in known.keys() - waits:
        del known[row]


def _clocks(sim: Simulation, info: MatchInfo, notes: Sequence[SavedChange]) -> Iterator[str]:
    """Yield a sentence for each clock that differs from its reference clock."""
    time_control = TimeControl.from_json(info.pace)
    # Clocks are checked only with SQLite, because a PostgreSQL server has its own clock, which the reference ignores.
    if not time_control.has_clock or sim.plan.engine != "sqlite":
        return
    zones = {guest.person.id: zone for guest, zone in zip(sim.guests, sim.plan.zones, strict=False)}
    accounts = [ReferenceClock(seat.seat, zones.get(seat.user_id, ""), time_control) for seat in info.seats]
    yield from ReferenceClocks(time_control, accounts, sim.nature.begin).wrong(notes)


def changes_of(
    sim: Simulation, match_id: int, rows: Sequence[JournalRow], turns: Sequence[Any]
) -> list[SavedChange] | None:
    """Return all recorded changes of a match in order, or None if the outcome of some commits is unknown."""
    diary = sim.watch.diary
    notes = [one for one in diary.notes if one.match_id in (None, match_id)]
    entries = {one.about.seq for one in notes if one.kind == "entry"}
    called = {one.about[0] for one in notes if one.kind == "called"}
    saved = {row.seq: row for row in rows}
    finished = {row["id"]: row["finished_at"] for row in turns}
    made = sim.disk.made_unsure if isinstance(sim.disk, Disk) else []
    for one in diary.unsure:
        if one.match_id not in (None, match_id):
            continue
        if any(0 <= at - one.at < SAVED for at in made):
            notes.append(one)
            continue
        if one.kind == "entry":
            if one.about.seq not in entries and saved.get(one.about.seq) == one.about.rows[-1]:
                notes.append(one)
        elif one.kind == "called":
            if one.about[0] not in called and finished.get(one.about[0]) is not None:
                return None
        elif one.kind not in ("reached", "shift_times"):
            return None
    notes.sort(key=lambda one: one.at)
    return sorted([*notes, *outages(notes, OUTAGE)], key=lambda one: one.at)


def _unanswered(sim: Simulation) -> Iterator[str]:
    """Yield a sentence for each interaction that got no answer although no fault prevented it."""
    for guest in sim.guests:
        for one in guest.asked:
            machine = sim.heard.get(one.token)
            if machine is None or machine.killed or any(one.token in path for path in sim.network.befallen):
                continue
            if one.answered is None:
                yield f"{guest.person.name} got no answer to {one.data.get('name') or one.data.get('custom_id')}"
            elif one.promised and one.original is not None and sim.find(one.original) is not None:
                yield f"{guest.person.name} sees {one.data.get('name') or one.data.get('custom_id')} thinking for ever"
