"""Updates for a match's followers, queued in the same transaction as the move.

Updates are built only from public data: the public view, open scores and public journal entries. An update waits for
the end of quiet hours, or for the time of the follower's daily message. A newer update replaces a waiting one and
covers everything since the last delivered update.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.features.follow import statements as follows
from bot.features.follow.model import FollowRow
from bot.matches.history.score_timeline import has_lead_changed
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import MOVE_KINDS, MatchInfo, Position
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store import outbox
from bot.store.statements import users_and_servers
from bot.store.statements.rows import JournalRow, OutboxRow
from bot.store.transactions import Transaction


class PublicStanding(NamedTuple):
    """The public state of a match: the last completed round, and the scores."""

    round: int
    points: tuple[float, ...]
    #: Whether the match is between two turns. During a turn, the scores may go up and down.
    is_between_turns: bool
    over: bool

    @classmethod
    def from_position(cls, position: Position, mover: int | None = None) -> PublicStanding:
        """Return the public standing after a move by seat `mover`.

        While it is secret who acts, the match counts as between turns after every move.
        """
        match, number = position.match, position.match.game.round(position.views[None])
        is_between_turns = position.over or mover not in position.waiting_seats or find_hidden_hold(match) is not None
        points: Sequence[float] = next(iter(match.game.tally(match).values()), ())
        # The number of the last completed round. The current round counts as completed only when the game is over. The
        # number is 0 before the first round ends, and in games without rounds.
        finished = number if position.over else max(0, number - 1)
        return cls(finished, tuple(map(float, points)), is_between_turns, position.over)


def update_key(user_id: int) -> str:
    """Return the key of a follower's queued update. A newer update with the same key replaces it."""
    return f"follow:{user_id}"


def is_news(follow: FollowRow, finished: int, points: Sequence[float]) -> bool:
    """Return whether the last completed round, or the change of the lead, is news to a follower."""
    return finished > follow.round if follow.what == "rounds" else has_lead_changed(follow.points, points)


def due_at(prefs: NotificationPrefs, now: int) -> int:
    """Return when a follower's update is due: now, after quiet hours, or at the time of their daily message."""
    return prefs.next_digest(now) if prefs.ping_mode is PingMode.DAILY else after_quiet_hours(prefs.quiet_hours, now)


async def write_move_updates(
    tx: Transaction, info: MatchInfo, previous: Position | None, position: Position, rows: Sequence[JournalRow]
) -> None:
    """Queue updates about a new position, and withdraw the queued updates that are no longer true."""
    if not info.followed or (previous is not None and previous.public_text == position.public_text):
        return
    row, now = rows[-1], rows[-1].at
    standing = PublicStanding.from_position(position, row.seat)
    waiting = {one.coalesce_key: one for one in await outbox.waiting_keys(tx, info.id) if one.kind == "follow"}
    followers = await follows.of_match(tx, info.id)
    updates: dict[int, Mapping[str, Any]] = {}
    withdrawn: list[str] = []
    for follow in followers:
        payload = _update_for(follow, standing, row, waiting.get(update_key(follow.user_id)))
        if payload is not None:
            updates[follow.user_id] = payload
        elif not _is_still_true(follow, standing, row):
            withdrawn.append(update_key(follow.user_id))
    await _queue_updates(tx, info.id, updates, now, withdrawn, list(waiting.values()))


def _is_still_true(follow: FollowRow, standing: PublicStanding, row: JournalRow) -> bool:
    """Return whether a queued update is still true.

    Updates about the lead count as true until the current turn ends.
    """
    is_mid_turn = follow.what == "turns" and row.kind in MOVE_KINDS and not standing.is_between_turns
    return standing.over or is_mid_turn or is_news(follow, standing.round, standing.points)


def _update_for(
    follow: FollowRow, standing: PublicStanding, row: JournalRow, queued: OutboxRow | None
) -> Mapping[str, Any] | None:
    """Return the update about a move for a follower; None if nothing is new or the news is already queued."""
    if row.kind not in MOVE_KINDS and not standing.over:
        return None  # an undo needs no separate update, because the next update covers it
    line: dict[str, Any] = {
        "user_id": follow.user_id,
        "seq": row.seq,
        "round": standing.round,
        "points": standing.points,
    }
    if standing.over:
        return line | {"over": True}
    if not is_news(follow, standing.round, standing.points) or (
        follow.what == "turns" and not standing.is_between_turns
    ):
        return None
    if follow.what == "rounds" and queued is not None and queued.payload["round"] == standing.round:
        return None
    return line


async def write_end_updates(tx: Transaction, info: MatchInfo, row: JournalRow) -> None:
    """Queue updates about a running match that ended before its game was over.

    If the match was frozen or hadn't begun, remove its followers instead.
    """
    if info.status != "playing":
        await follows.forget(tx, info.id)
    elif info.followed:
        line: dict[str, Any] = {"seq": row.seq, "round": 0, "points": [], "over": True}
        updates = {follow.user_id: line | {"user_id": follow.user_id} for follow in await follows.of_match(tx, info.id)}
        await _queue_updates(tx, info.id, updates, row.at)


async def _queue_updates(
    tx: Transaction,
    match_id: int,
    updates: Mapping[int, Mapping[str, Any]],
    now: int,
    withdrawn: Sequence[str] = (),
    waiting: Sequence[OutboxRow] | None = None,
) -> None:
    if not updates and not withdrawn:
        return
    users = await users_and_servers.several(tx, list(updates)) if updates else {}
    posts = [
        outbox.Post(
            "follow",
            dict(line),
            coalesce_key=update_key(user),
            not_before=due_at(NotificationPrefs.from_user(users[user]), now),
        )
        for user, line in updates.items()
    ]
    await outbox.enqueue(tx, match_id, posts, now=now, withdrawn=withdrawn, waiting=waiting)
