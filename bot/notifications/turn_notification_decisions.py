"""Decides which notifications a change of a match needs: which seats to notify, and which posts to create.

This module doesn't read or write the database. `bot.notifications.turn_notification_saving` collects what the decision
depends on, and saves the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from bot.matches.clocks.time_control import TimeControl
from bot.matches.play.move_batch import Deadline
from bot.matches.service_results import MOVE_KINDS, SEATING_KINDS, MatchInfo, Position, SeatInfo, last_of_several
from bot.notifications import clock_updates, match_posts, reminder_times, turn_notification_posts
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.turn_notification_posts import Presence, TurnNotification, last_reported_entry
from bot.store import outbox
from bot.store.statements.rows import JournalRow, OutboxRow
from rules.kernel.data.events import Event

#: In a solo match, a move with more public events than this is reported in its own post, a "story".
MIN_STORY_EVENTS = 6
#: In a game without rounds, the moves of computers are posted once there are this many moves with public events.
COMPUTER_MOVES_PER_POST = 40
#: If a decision returns within this many seconds after a take-back, the first notification of it still counts. After a
#: longer time, the player may have looked meanwhile and seen that it was no longer their turn.
CALL_VALID_SECONDS = 900
#: After an answer that a player gave in a call, the next player's call waits for this many seconds.
TAKE_BACK_SECONDS = 20


class CallPolicy(Enum):
    """Which seats are notified after a change."""

    NEW = "every seat whose turn has begun"
    AFTER_ANSWER = "the same, once the player who has answered in the call has had time to take the answer back"
    NOT_ACTOR = "the same, except the seat that took back its own move"
    AGAIN = "the same, and the seat of the entry, whose player is back"
    AFRESH = "every seat whose turn it is, even if it was notified before, because all went back together"


@dataclass(frozen=True, slots=True)
class PositionSummary:
    """Those parts of a position that notifications depend on."""

    seq: int
    waiting_seats: tuple[int, ...] = ()
    epoch: int = 0
    over: bool = False
    #: Whether it is hidden which seats have answered the open decision.
    answers_hidden: bool = False
    #: The number of the round; 0 or None in a game without rounds.
    round: int | None = None
    #: The public view as text, and what each seat knows in addition, as one text for each seat.
    public_text: str = ""
    private_texts: tuple[str, ...] = ()
    #: The seats that know something secret.
    seats_with_secrets: frozenset[int] = frozenset()
    #: The events that led to this position.
    events: tuple[Event, ...] = ()

    @classmethod
    def from_position(cls, position: Position, *, hidden: bool) -> PositionSummary:
        """Build the summary of a position. `hidden` says whether it is hidden who has answered the open decision."""
        return cls(
            seq=position.seq,
            waiting_seats=position.waiting_seats,
            epoch=position.match.epoch,
            over=position.over,
            answers_hidden=hidden,
            round=position.match.game.round(position.views[None]),
            public_text=position.public_text,
            private_texts=position.private_texts,
            seats_with_secrets=position.seats_with_secrets,
            events=position.events,
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a match, with everything that its notifications depend on."""

    #: The match before the change.
    info: MatchInfo
    #: The position before the change; None if it isn't known.
    before: PositionSummary | None
    after: PositionSummary
    #: The journal entries between the two positions.
    rows: tuple[JournalRow, ...]
    calls: CallPolicy = CallPolicy.NEW
    deadline: Deadline = field(default_factory=Deadline)
    presence: Presence = field(default_factory=Presence)
    #: Edits wait until there has been no change for this many seconds.
    pause: int = 0
    #: The undelivered posts that have a key.
    undelivered: tuple[OutboxRow, ...] = ()
    #: The preferences of the players in `seats_to_consult`, by user id.
    prefs_by_user: Mapping[int, NotificationPrefs] = field(default_factory=dict[int, NotificationPrefs])
    #: When a move was last taken back. Loaded only if `notified_before_undo` returns a seat.
    undone_at: int | None = None
    #: The entries after `earliest_reported_entry`. Loaded only if `counts_events` is true.
    entries: tuple[JournalRow, ...] = ()

    @property
    def row(self) -> JournalRow:
        """The last journal entry of the change."""
        return self.rows[-1]

    @property
    def earliest_call(self) -> int:
        """The time until which an answer given in a call can be taken back before anyone is called; 0 for no wait.

        There is no wait if the player can't take the answer back alone, because it revealed something or another seat
        has acted since.
        """
        is_free = self.rows[0].epoch_before == self.row.epoch_after
        return self.row.at + TAKE_BACK_SECONDS if self.calls is CallPolicy.AFTER_ANSWER and is_free else 0

    @property
    def awaited_players(self) -> frozenset[int]:
        """The seats of people who must act now and aren't away."""
        absent = {seat.seat for seat in self.info.seats if seat.is_away}
        return frozenset(self.after.waiting_seats) - self.info.computers - absent


@dataclass(frozen=True, slots=True)
class Notifications:
    """The result of the decision: the posts to create, and the seats with new notifications and clocks."""

    #: All seats, and those that have changed.
    seats: tuple[SeatInfo, ...]
    changed: tuple[SeatInfo, ...]
    posts: tuple[outbox.Post, ...]
    #: The keys of undelivered posts that are no longer needed.
    obsolete: tuple[str, ...]
    #: When to check the match for its next reminder; None if an earlier check is already scheduled.
    check_at: int | None
    #: True if no one has been reminded of the current decisions, so the message with an older reminder must be removed.
    reminder_is_over: bool


def is_public(before: Position | PositionSummary | None, after: Position | PositionSummary) -> bool:
    """Return whether anything public has changed between two positions."""
    return before is None or before.public_text != after.public_text or any(event.to is None for event in after.events)


def notified_before_undo(info: MatchInfo, after: PositionSummary) -> frozenset[int]:
    """Return the seats whose turn begins with a decision that they were already notified of before a take-back."""
    return frozenset(
        seat.seat
        for seat in info.seats
        if seat.waiting_since is None and seat.seat in after.waiting_seats and seat.pinged_epoch == after.epoch
    )


def seats_to_consult(change: Change) -> list[SeatInfo]:
    """Return the seats whose players' preferences may influence the decision."""
    return [
        seat
        for seat in change.info.seats
        if seat.seat in change.after.waiting_seats and seat.computer is None and _may_be_notified(change, seat)
    ]


def _may_be_notified(change: Change, seat: SeatInfo) -> bool:
    """Return whether a seat may get a notification or a reminder. If so, its player's preferences are needed."""
    was_hidden = change.before is not None and change.before.answers_hidden
    if (
        was_hidden
        or seat.waiting_since is None
        or seat.late_since is not None
        or seat.seat in change.deadline.seats_to_ask
    ):
        return True
    kinds = {row.kind for row in change.rows if row.seat == seat.seat}
    return bool(kinds) and (seat.clock_since is None or seat.remind_at is None or not kinds <= {"act", "order"})


def earliest_reported_entry(change: Change) -> int:
    """Return the number of the last journal entry that has certainly been reported in the channel."""
    calls = turn_notification_posts.undelivered_calls(change.undelivered)
    return min([last_reported_entry(change.info.seats), *(row.payload["after"] for row in calls)])


def counts_events(change: Change) -> bool:
    """Return whether moves are reported in batches, because the game has no rounds to report."""
    if change.row.kind not in MOVE_KINDS or change.before is None or change.after.over or change.after.round:
        return False
    return bool(change.deadline.uncalled_seats) or _is_computers_only(change)


def decide_notifications(change: Change) -> Notifications:
    """Return the posts that a change requires, and the seats with their new turns, notifications and clocks.

    Players who are probably still there have a little time to move before they are notified. Edits wait for a break
    between moves.
    """
    change = _without_old_calls(change)
    info, after, row = change.info, change.after, change.row
    seats = seats_after(change)
    called = frozenset(number for number, seat in seats.items() if seat.pinged_seq == after.seq)
    callable_seats = change.awaited_players - change.deadline.uncalled_seats
    call = turn_notification_posts.decide_call(
        info, after.seq, callable_seats, called, change.undelivered, change.presence, change.earliest_call
    )
    for number, told_before in call.withdrawn.items():
        # The withdrawn notification was never delivered, so the next one must report everything since the previous one.
        seats[number] = replace(seats[number], pinged_seq=told_before, pinged_epoch=None)
    posts = _channel_posts(change, call, min([last_reported_entry(seats.values()), *call.withdrawn.values()]))
    if any(post.kind == "story" for post in posts):
        # The story reports all events so far, so the next post continues from here.
        seats = {number: replace(seat, pinged_seq=after.seq) for number, seat in seats.items()}
    seats = clock_updates.updated_clocks(
        clock_updates.ClockChange(info, change.rows, call.seats, change.prefs_by_user), seats
    )
    rings = _private_calls(change, called, call.not_before)
    edits = _private_edits(change, seats.values(), {post.seat for post in rings})
    posts += [*rings, *edits, *_settled_questions(change, seats.values())]
    reminder_is_over = not any(map(reminder_times.was_reminded, seats.values()))
    if reminder_is_over and info.reminder_message_id is not None:
        posts.append(match_posts.removal(info.channel_id, info.reminder_message_id))
    obsolete = turn_notification_posts.obsolete_private_notifications(
        change.undelivered, change.awaited_players, change.presence
    )
    return Notifications(
        seats=tuple(seats[seat.seat] for seat in info.seats),
        changed=tuple(seats[seat.seat] for seat in info.seats if seats[seat.seat] != seat),
        posts=tuple(_with_delayed_edits(change, posts)),
        obsolete=("turn", *obsolete, *turn_notification_posts.obsolete_edits(posts)),
        check_at=_next_check(info, seats.values(), row.at),
        reminder_is_over=reminder_is_over,
    )


def _without_old_calls(change: Change) -> Change:
    """Return the change. If its decision returns too long after a take-back, earlier notifications are discarded.

    The seats that must make the decision are then notified again.
    """
    already_called = notified_before_undo(change.info, change.after)
    if not already_called or change.undone_at is None or change.row.at - change.undone_at <= CALL_VALID_SECONDS:
        return change
    seats = (replace(seat, pinged_epoch=None) if seat.seat in already_called else seat for seat in change.info.seats)
    return replace(change, info=replace(change.info, seats=tuple(seats)))


def seats_after(change: Change) -> dict[int, SeatInfo]:
    """Return the seats after the change by number, with updated turns and notifications."""
    was_hidden = change.before is not None and change.before.answers_hidden
    default_answered = {row.seat for row in change.rows if row.kind == "late"}
    seat_by_number: dict[int, SeatInfo] = {}
    for before in change.info.seats:
        seat = _as_not_notified(before, change.rows) if was_hidden else before
        after = _after_change(change, seat)
        if seat.seat in default_answered and seat.waiting_since is not None and after.waiting_since is not None:
            # The clock answered for an absent player, so they don't know yet that there is another decision.
            after = after if seat.seat in change.deadline.uncalled_seats else _as_notified(after, change.after)
        seat_by_number[seat.seat] = after
    return seat_by_number


def _as_not_notified(seat: SeatInfo, rows: Sequence[JournalRow]) -> SeatInfo:
    """Return the seat marked as not notified, unless its player has just moved.

    The seat couldn't be notified in public while it was hidden who had answered.
    """
    if rows[0].kind == "act" and rows[0].seat == seat.seat:
        return seat
    return replace(seat, waiting_since=None, pinged_epoch=None)


def _after_change(change: Change, seat: SeatInfo) -> SeatInfo:
    """Return the seat after its turn has begun, continued or ended. If its turn begins, it is marked as notified."""
    row, calls = change.row, change.calls
    if calls is CallPolicy.AFRESH:
        seat = replace(seat, pinged_epoch=None)
    if seat.seat not in change.after.waiting_seats or seat.computer is not None:
        return reminder_times.without_reminders(replace(seat, waiting_since=None, nudged_at=None))
    if seat.waiting_since is not None:
        return _notified_again(change, seat) if calls is CallPolicy.AGAIN and seat.seat == row.seat else seat
    seat = replace(seat, waiting_since=row.at)
    if seat.seat in change.deadline.uncalled_seats:
        return reminder_times.without_reminders(seat)  # a notification would show others that this seat must answer
    if seat.is_away:
        return reminder_times.without_reminders(seat)
    if not TimeControl.from_json(change.info.pace).has_clock:
        seat = reminder_times.with_first_reminder(seat, row.at)
    # The same epoch means that a take-back has brought the same decision again. The seat was already notified of it.
    if seat.pinged_epoch == change.after.epoch or (calls is CallPolicy.NOT_ACTOR and seat.seat == row.seat):
        return seat
    return _as_notified(seat, change.after)


def _notified_again(change: Change, seat: SeatInfo) -> SeatInfo:
    """Return the seat of a player who is back, marked as notified again and with its reminders restarted."""
    seat = (
        seat
        if TimeControl.from_json(change.info.pace).has_clock
        else reminder_times.with_first_reminder(seat, change.row.at)
    )
    return _as_notified(seat, change.after)


def _as_notified(seat: SeatInfo, after: PositionSummary) -> SeatInfo:
    """Return the seat marked as notified at this position."""
    return replace(seat, pinged_seq=after.seq, pinged_epoch=after.epoch)


def _channel_posts(change: Change, call: TurnNotification, last_reported_seq: int) -> list[outbox.Post]:
    """Return the posts to the channel: the board, a turn notification or a story, and the closing post."""
    after, posts = change.after, list[outbox.Post]()
    if _shows_board(change):
        posts.append(outbox.Post("board", {"seq": after.seq}, coalesce_key="board"))
    if call.post is not None:
        posts.append(call.post)
    elif not after.over and _needs_story(change, last_reported_seq):
        posts.append(outbox.Post("story", {"seq": after.seq, "after": last_reported_seq}))
    if after.over:
        # The closing post comes before the private messages, because drawing their pictures may take a while.
        posts.append(outbox.Post("score", {"seq": after.seq, "after": last_reported_seq}, coalesce_key="score"))
    return posts


def _is_move(change: Change) -> bool:
    """Return whether the change is a move, or the take-back of a hidden move, which must remain hidden as well."""
    before = change.before
    if change.row.kind in MOVE_KINDS:
        return True
    if change.row.kind != "undo" or change.calls is not CallPolicy.NOT_ACTOR or before is None:
        return False
    return not is_public(before, change.after) and all(event.to is not None for event in before.events)


def _shows_board(change: Change) -> bool:
    """Return whether to edit the message with the board.

    An edit shows everyone that something has happened, so there is none after a hidden move.
    """
    if not _is_move(change) or change.after.over:
        return True
    return is_public(change.before, change.after) and not _only_computers_are_next(change)


def _only_computers_are_next(change: Change) -> bool:
    """Return whether a computer has moved and only computers must act next. Their moves are then reported together."""
    waiting = set(change.after.waiting_seats)
    return change.row.kind == "computer" and bool(waiting) and waiting <= change.info.computers


def _is_computers_only(change: Change) -> bool:
    """Return whether computers play all seats and the match continues."""
    return len(change.info.computers) == len(change.info.seats) and _only_computers_are_next(change)


def _needs_story(change: Change, last_reported_seq: int) -> bool:
    """Return whether a move must be posted as a story, because the next notification may come much later or never."""
    before, after = change.before, change.after
    if change.row.kind == "start":
        return bool(change.deadline.uncalled_seats)
    if change.row.kind not in MOVE_KINDS:
        return False
    if len(change.info.seats) == 1 and sum(event.to is None for event in after.events) > MIN_STORY_EVENTS:
        return True
    if before is None or not (change.deadline.uncalled_seats or _is_computers_only(change)):
        return False
    if after.round:
        return after.round != before.round
    unreported_entries = (row for row in change.entries if row.seq > last_reported_seq)
    return (
        sum(any(event["to"] is None for event in row.events) for row in unreported_entries) >= COMPUTER_MOVES_PER_POST
    )


def _private_calls(change: Change, called: frozenset[int], until: int) -> list[outbox.Post]:
    """Return the private notifications for the `called` seats, and for seats that can't be notified in public."""
    after, row = change.after, change.row
    seats_to_ask = change.deadline.seats_to_ask & change.awaited_players
    if row.kind in SEATING_KINDS:
        seats_to_ask &= called
    posts = (
        turn_notification_posts.private_notification(
            seat,
            after.seq,
            change.prefs_by_user[seat.user_id],
            until,
            row.at,
            must_notify=seat.seat in seats_to_ask,
            has_secrets=seat.seat in after.seats_with_secrets,
        )
        for seat in change.info.seats
        if seat.seat in called | seats_to_ask and seat.computer is None
    )
    return [post for post in posts if post is not None]


def _private_edits(change: Change, seats: Iterable[SeatInfo], notified: set[int | None]) -> list[outbox.Post]:
    """Return the edits of all private messages that have changed.

    The `notified` seats get a new message instead of an edit.
    """
    acted, deadline, over = _is_move(change), change.deadline, change.after.over
    retimed = deadline.at != change.info.deadline
    shows_clock = change.awaited_players if retimed else _last_to_answer(seats, deadline)
    posts: list[outbox.Post] = []
    for seat in change.info.seats:
        must_update = not acted or over or seat.seat in shows_clock or bool(shows_clock and deadline.uncalled_seats)
        changes = (must_update and seat.computer is None) or _private_message_changes(change, seat)
        if changes and seat.dm_message_id is not None and seat.seat not in notified:
            posts.append(match_posts.direct_message(seat, change.after.seq))
    return posts


def _last_to_answer(seats: Iterable[SeatInfo], deadline: Deadline) -> frozenset[int]:
    """Return the last seat that must still answer, as a set: empty if there are several, or if that is hidden.

    The private message of that seat says that it is the last.
    """
    last = None if deadline.uncalled_seats else last_of_several(seats)
    return frozenset[int]() if last is None else frozenset((last.seat,))


def _private_message_changes(change: Change, seat: SeatInfo) -> bool:
    """Return whether a seat's private message changes.

    It changes if the seat has moved, its turn has begun or ended, or it sees something new.
    """
    before, after = change.before, change.after
    if seat.computer is not None:
        return _computer_message_changes(change, seat)
    if before is None or (seat.seat in after.waiting_seats) != (seat.waiting_since is not None):
        return True
    if before.private_texts[seat.seat] != after.private_texts[seat.seat]:
        return True
    has_private_event = any(event.to is not None and seat.seat in event.to for event in after.events)
    return has_private_event or any(row.seat == seat.seat for row in change.rows)


def _computer_message_changes(change: Change, seat: SeatInfo) -> bool:
    """Return whether the private message of a seat that a computer plays changes.

    It changes if the computer has just taken over, or if the match has ended.
    """
    if not seat.is_human or seat.dm_message_id is None:
        return False
    ends = change.before is not None and change.before.over != change.after.over
    return ends or (change.row.kind == "hand" and change.row.seat == seat.seat)


def _settled_questions(change: Change, seats: Iterable[SeatInfo]) -> list[outbox.Post]:
    """Return the posts that remove the questions about late seats that no longer need an answer."""
    return [
        match_posts.seat_question(seat, change.after.seq)
        for seat in seats
        if seat.open_message_id is not None and (change.after.over or not seat.is_in_question)
    ]


def _with_delayed_edits(change: Change, posts: Iterable[outbox.Post]) -> list[outbox.Post]:
    """Return the posts. Unless the match is over, their edits are delayed until there is a break between moves."""
    still_moving = frozenset(row.seat for row in change.rows if row.kind in MOVE_KINDS) & change.awaited_players
    pause = 0 if change.after.over else change.pause
    return [
        turn_notification_posts.delayed_edit(post, change.undelivered, change.row.at, pause, still_moving)
        for post in posts
    ]


def _next_check(info: MatchInfo, seats: Iterable[SeatInfo], now: int) -> int | None:
    """Return when to check the match for its next reminder; None if an earlier check is already scheduled.

    A check scheduled for a time in the past doesn't count, because it was for a late seat.
    """
    due, scheduled = reminder_times.next_reminder(seats), reminder_times.next_reminder(info.seats)
    return None if due is None or (scheduled is not None and now < scheduled <= due) else due
