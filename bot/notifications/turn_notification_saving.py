"""Saves notifications: after a change of a match, for a board in a new channel, and in place of unreadable ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import MatchInfo, Position, SeatInfo
from bot.notifications import match_posts, turn_notification_decisions, turn_notification_posts
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import QuietHours
from bot.notifications.turn_notification_decisions import Change
from bot.store import outbox, work_queue
from bot.store.statements import journal, matches, users_and_servers, votes
from bot.store.statements.rows import JournalRow, OutboxRow
from bot.store.transactions import Reader, Transaction


async def notify_after_move(tx: Transaction, change: Change) -> tuple[SeatInfo, ...]:
    """Save the posts that a change requires, and when each seat was asked to act. Return the updated seats."""
    change = await _with_stored_data(tx, change)
    decided = turn_notification_decisions.decide_notifications(change)
    info, now = change.info, change.row.at
    await matches.set_waiting(tx, info.id, decided.changed)
    if decided.check_at is not None:
        await work_queue.schedule(tx, "times", [info.id], decided.check_at, now)
    if decided.reminder_is_over and info.reminder_message_id is not None:
        await matches.set_reminder_message(tx, info.id, None)
    await outbox.enqueue(tx, info.id, decided.posts, now=now, withdrawn=decided.obsolete, waiting=change.undelivered)
    return decided.seats


async def _with_stored_data(tx: Transaction, change: Change) -> Change:
    """Return the change together with everything from the database that its notifications depend on."""
    info = change.info
    undone = (
        await journal.last_time(tx, info.id, "undo")
        if turn_notification_decisions.notified_before_undo(info, change.after)
        else None
    )
    change = replace(change, undelivered=tuple(await outbox.waiting_keys(tx, info.id)), undone_at=undone)
    if turn_notification_decisions.counts_events(change):
        change = replace(
            change,
            entries=tuple(
                await journal.since(tx, info.id, turn_notification_decisions.earliest_reported_entry(change))
            ),
        )
    return replace(
        change, prefs_by_user=await _preferences_of(tx, turn_notification_decisions.seats_to_consult(change))
    )


async def _preferences_of(db: Reader, seats: Collection[SeatInfo]) -> dict[int, NotificationPrefs]:
    """Return the notification preferences of these seats' players, by user id."""
    users = await users_and_servers.several(db, [seat.user_id for seat in seats]) if seats else {}
    return {user_id: NotificationPrefs.from_user(user) for user_id, user in users.items()}


async def quiet_hours_by_seat(db: Reader, seats: Collection[SeatInfo]) -> dict[int, QuietHours | None]:
    """Return the quiet hours of these seats' players, by seat."""
    all_prefs = await _preferences_of(db, seats)
    return {seat.seat: all_prefs[seat.user_id].quiet_hours for seat in seats}


async def repost_board(tx: Transaction, info: MatchInfo, position: Position, now: int) -> None:
    """Queue a board for the new channel of a running match. It notifies all players whose turn it is."""
    waiting = turn_notification_posts.undelivered_calls(await outbox.waiting_keys(tx, info.id))
    seats = [seat.seat for seat in info.seats if seat.is_awaited]
    if seats and find_hidden_hold(position.match) is None:
        after = min(
            [turn_notification_posts.last_reported_entry(info.seats), *(row.payload["after"] for row in waiting)]
        )
        payload = turn_notification_posts.notification_payload(info, position.seq, seats, after)
        posts = [outbox.Post("turn", payload, coalesce_key="turn")]
    else:
        posts = [outbox.Post("board", {"seq": position.seq}, coalesce_key="board")]
    posts += [match_posts.seat_question(seat, position.seq) for seat in info.seats if seat.is_in_question]
    await outbox.enqueue(tx, info.id, [*posts, *match_posts.direct_messages(info, position.seq)], now=now)


async def replace_notification(tx: Transaction, match_id: int, kind: str, number: int | None, now: int) -> bool:
    """Replace a public or private turn notification whose row can't be read. Return whether that was necessary."""
    info = await matches.get(tx, match_id) if kind in ("turn", "ring") else None
    if info is None or info.status != "playing" or info.unreadable:
        return False
    awaited_seats = [seat for seat in info.seats if seat.is_awaited and not seat.is_away]
    if kind == "ring":
        posts = [match_posts.push_notification(seat, info.seq) for seat in awaited_seats if seat.seat == number]
    else:
        posts = await _lost_notification(tx, info, awaited_seats)
    await outbox.enqueue(tx, match_id, posts, now=now)
    return bool(posts)


async def _lost_notification(tx: Transaction, info: MatchInfo, awaited_seats: Sequence[SeatInfo]) -> list[outbox.Post]:
    """Return a new turn notification for those of the `awaited_seats` that a lost notification named.

    They are the seats marked as notified at a later entry than the last one reported in the channel.
    """
    last_notification = await outbox.last_reporting_post(tx, info.id)
    after = 0 if last_notification is None else last_notification.payload["seq"]
    # A seat that must not be notified in public has neither a `pinged_epoch` nor a `pinged_seq`.
    pinged = {seat.seat: seat.pinged_seq for seat in awaited_seats if seat.pinged_epoch is not None and seat.pinged_seq}
    late = {seat: seq for seat, seq in pinged.items() if seq > after}
    if not late:
        return []
    since = after if last_notification is not None else min(late.values()) - 1
    return [
        outbox.Post(
            "turn", turn_notification_posts.notification_payload(info, info.seq, late, since), coalesce_key="turn"
        )
    ]


async def still_due(db: Reader, row: OutboxRow) -> OutboxRow | None:
    """Return the row to deliver now, or None if no one is left to notify.

    From the second attempt on, a turn notification leaves out seats that have moved meanwhile.
    """
    if row.kind != "turn" or not row.attempts:
        return row
    info = await matches.get(db, row.match_id)
    if info is None or info.status != "playing":
        return None
    seats_still_waiting = [s for s in info.seats if s.seat in row.payload["seats"] and s.waiting_since is not None]
    if not seats_still_waiting:
        return None
    payload = row.payload | {
        "seats": [s.seat for s in seats_still_waiting],
        "users": [s.user_id for s in seats_still_waiting],
    }
    return replace(row, payload=payload)


async def close_settled_votes(
    tx: Transaction, info: MatchInfo, previous: Position | None, position: Position, rows: Sequence[JournalRow]
) -> None:
    """Close the votes that a move settles.

    The end of the match settles all votes. Any other move settles take-back votes, and votes about a seat that has
    moved. A hidden move doesn't close votes, because that would reveal it.
    """
    now = rows[-1].at
    if position.over:
        await match_posts.end_votes(tx, info, now)
    elif turn_notification_decisions.is_public(previous, position) or _waits_for_others(previous, position):
        movers = turn_notification_posts.moving_seats(rows, 0)
        for open_vote in await votes.still_open(tx, info.id):
            if open_vote.kind == match_posts.UNDO_VOTE or open_vote.data.get("seat") in movers:
                await match_posts.close_vote(tx, open_vote, "lapsed", now, why="moved")


def _waits_for_others(previous: Position | None, position: Position) -> bool:
    """Return whether it is now the turn of different seats than before, and everyone may see that."""
    hidden = find_hidden_hold(position.match) is not None or (previous and find_hidden_hold(previous.match) is not None)
    return not hidden and (previous is None or previous.waiting_seats != position.waiting_seats)
