"""The posts that a change of a match queues, and which players are notified."""

import pytest

from bot.app.clock import DAY, HOUR
from bot.notifications.preferences import PingMode
from bot.notifications.quiet_hours import QuietHours
from bot.notifications.turn_notification_decisions import (
    CALL_VALID_SECONDS,
    COMPUTER_MOVES_PER_POST,
    MIN_STORY_EVENTS,
    CallPolicy,
)
from bot.notifications.turn_notification_posts import MAX_EDIT_DELAY
from bot.store.outbox import Post
from rules.kernel.data.events import Event
from tests.matches.tiny_game import Took
from tests.notifications.change_examples import (
    ANSWER,
    CHOOSING,
    NOW,
    OVER,
    PUBLIC,
    SECRET,
    STARTS,
    STAYS,
    Example,
    after,
    at,
    awaited,
    before,
    by,
    computer,
    entry,
    example,
    match,
    only,
    present,
    rule_of,
    seat,
    undelivered,
    wish,
)


def short(post: Post) -> str:
    """Summarize a post, such as "call 1 after 4 in 60": kind, seats, last known journal entry, delay in seconds."""
    payload = post.payload
    words = ["call" if post.kind == "turn" else post.kind]
    words += [str(number) for number in payload.get("seats", [] if post.seat is None else [post.seat])]
    if post.kind == "ring":
        words.append("daily" if payload["daily"] else "loud" if payload["loud"] else "silent")
    if "after" in payload:
        words.append(f"after {payload['after']}")
    words += [f"mailed {number}" for number in payload.get("mailed", [])]
    return " ".join([*words, f"in {post.not_before - NOW}"] if post.not_before else words)


#: Seat 1 was notified of this decision before an undo returned to it.
CALLED_BEFORE = at(seat(1, pinged_seq=4, pinged_epoch=2))
#: An undo returns the turn from seat 1 to seat 0.
GONE_BACK = {**at(seat(0, pinged_seq=4), awaited(1)), **STAYS, "calls": CallPolicy.NOT_ACTOR}

CALLS = [
    example("the player whose turn it becomes is called", "board; call 1 after 4"),
    example("players whose turn it becomes share a call", "board; call 1 2 after 4", after(1, 2)),
    example("a player who was called and must still act isn't called again", "board", STAYS),
    example("the first player is called at the start", "board; call 1 after 0", STARTS),
    example(
        "an undelivered call is made with the news since the last",
        "board; call 0 after 3",
        STAYS,
        undelivered("turn", 0),
    ),
    example("a player who acts before the call is made needs none", "board; call 1 after 3", undelivered("turn", 0)),
    example(
        "a call is made without the player who has acted",
        "board; call 2 after 3",
        at(awaited(2)),
        after(2),
        undelivered("turn", 0, 2),
    ),
    example(
        "a call remembers who got a private message in its place",
        "board; call 0 after 3 mailed 0",
        STAYS,
        undelivered("turn", 0, mailed=[0]),
    ),
    example("a computer isn't called", "board", at(computer(1))),
    example(
        "a player for whom a computer stands in isn't called", "board", at(seat(1, computer="hard", stand_in="turn"))
    ),
    example("a player who is away isn't called", "board", at(seat(1, away_since=NOW - DAY))),
    example("an open seat isn't called", "board", at(seat(1, open_since=NOW - DAY))),
    example("a turn that comes again was called", "board", CALLED_BEFORE, {"undone_at": NOW - CALL_VALID_SECONDS}),
    example(
        "a turn that comes again late is called again",
        "board; call 1 after 4",
        CALLED_BEFORE,
        {"undone_at": NOW - CALL_VALID_SECONDS - 1},
    ),
    example("a player who takes back their own move isn't called", "board", GONE_BACK, by("undo", 0)),
    example("a player whose move another takes back is called", "board; call 0 after 4", GONE_BACK, by("undo", 1)),
    example(
        "a table that goes back is called", "board; call 1 after 4", CALLED_BEFORE, by("undo", calls=CallPolicy.AFRESH)
    ),
    example(
        "a player who is back is called for the turn that waited",
        "board; call 1 after 4",
        at(seat(0), awaited(1)),
        by("here", 1, calls=CallPolicy.AGAIN),
    ),
    example(
        "a player for whom the clock answered is called for what follows", "board; call 0 after 4", STAYS, by("late")
    ),
    example("no one is called when the match is over", "board; score after 4", OVER),
    example("the result has an undelivered call's news", "board; score after 3", OVER, undelivered("turn", 0)),
]

PRESENT = [
    example("a player who moved lately gets a moment", "board; call 1 after 4 in 60", present(0, 1)),
    example("a player who didn't is called at once", "board; call 1 after 4", present(0)),
    example("a call waits only if all its players are there", "board; call 1 2 after 4", after(1, 2), present(0, 1)),
    example(
        "a player who acts while their call waits needs none for the next decision",
        "board",
        STAYS,
        present(0),
        undelivered("turn", 0, shown=True, not_before=NOW + 9),
    ),
    example(
        "a call that waits already waits no longer for another player",
        "board; call 1 2 after 3 in 9",
        at(awaited(2)),
        after(1, 2),
        present(0, 1),
        undelivered("turn", 2, shown=True, not_before=NOW + 9),
    ),
    example(
        "a ping waits like the call",
        "board; call 1 after 4 in 60; ring 1 loud in 60",
        present(0, 1),
        wish(1, PingMode.BOTH),
    ),
]

KNOWING = after(1, seats_with_secrets=frozenset({1}))
NIGHT = QuietHours("UTC", 10, 20)
PREFERENCES = [
    example("a private ping on request", "board; call 1 after 4; ring 1 loud", wish(1, PingMode.PRIVATE)),
    example("a ping in both places on request", "board; call 1 after 4; ring 1 loud", wish(1, PingMode.BOTH)),
    example("no private message for a player who wants no pings", "board; call 1 after 4", wish(1, PingMode.NEVER)),
    example(
        "a message a day on request", f"board; call 1 after 4; ring 1 daily in {6 * HOUR}", wish(1, PingMode.DAILY)
    ),
    example(
        "a private message is renewed silently", "board; call 1 after 4; ring 1 silent", at(seat(1, dm_message_id=8))
    ),
    example("a secret is shown in private, silently", "board; call 1 after 4; ring 1 silent", KNOWING),
    example(
        "a ping waits for the end of quiet hours",
        f"board; call 1 after 4; ring 1 loud in {8 * HOUR}",
        wish(1, PingMode.PRIVATE, quiet_hours=NIGHT),
    ),
    example(
        "a silent message doesn't wait for the end of quiet hours",
        "board; call 1 after 4; ring 1 silent",
        KNOWING,
        wish(1, quiet_hours=NIGHT),
    ),
    example("a player who need not act gets no ping", "board; call 1 after 4", wish(2, PingMode.BOTH)),
]

SECRETS = [
    example("a secret choice begins without a call", "board; story after 0; ring 1 loud", STARTS, after(0, 1), SECRET),
    example("a secret answer shows nothing in the channel", "ring 1 loud", ANSWER),
    example(
        "a secret answer that is taken back shows nothing either",
        "ring 1 loud",
        ANSWER,
        after(0, 1, epoch=1, answers_hidden=True, public_text="before", events=()),
        before(waiting_seats=(0, 1), answers_hidden=True, events=(Event((0,), Took(0, 1)),)),
        by("undo", calls=CallPolicy.NOT_ACTOR),
    ),
    example("a player who wants no pings is asked silently", "ring 1 silent", ANSWER, wish(1, PingMode.NEVER)),
    example(
        "a change of players asks no one again",
        "board",
        ANSWER,
        by("away", 2),
    ),
    example("after a secret choice a player who must act is called", "board; call 1 after 0", CHOOSING),
    example("a player who acts on after their secret choice isn't called", "board", CHOOSING, at(), STAYS),
]

COMPUTERS = {**only(computer(0), computer(1)), **by("computer")}
MANY = tuple(entry("computer", seq=number + 1) for number in range(COMPUTER_MOVES_PER_POST))
STORIES = [
    example(
        "a long solo move is a story",
        "board; story after 4",
        only(awaited(0)),
        after(0, events=(PUBLIC,) * (MIN_STORY_EVENTS + 1)),
    ),
    example("a short solo move isn't", "board", only(awaited(0)), after(0, events=(PUBLIC,) * MIN_STORY_EVENTS)),
    example("a computer's move waits for the next computer's", "", at(computer(0), computer(1)), by("computer")),
    example("a round of computers is told", "story after 0", COMPUTERS, before(round=1), after(1, round=2)),
    example("a computer's move within a round isn't", "", COMPUTERS, before(round=1), after(1, round=1)),
    example("without rounds, many computers' moves are told", "story after 0", COMPUTERS, {"entries": MANY}),
    example("without rounds, fewer aren't", "", COMPUTERS, {"entries": MANY[1:]}),
    example("a hidden move isn't counted", "", COMPUTERS, {"entries": (*MANY[1:], entry("computer", public=False))}),
    example("a move isn't told twice", "", COMPUTERS, only(computer(0, pinged_seq=1), computer(1)), {"entries": MANY}),
]

#: Seats 0 and 2 have private messages, which can be edited.
MAILED = at(awaited(0, dm_message_id=7), seat(2, dm_message_id=9))
PAUSE = {"pause": 20}
EDITS = [
    example("the mover's private message changes", "board; call 1 after 4; hand 0", MAILED),
    example(
        "an event for a player changes their private message",
        "board; call 1 after 4; hand 0; hand 2",
        MAILED,
        after(1, events=(PUBLIC, Event((2,), Took(0, 1)))),
    ),
    example(
        "so does a new secret",
        "board; call 1 after 4; hand 0; hand 2",
        MAILED,
        after(1, private_texts=("", "", "a card")),
    ),
    example("a take-back changes every one", "board; call 1 after 4; hand 0; hand 2", MAILED, by("undo")),
    example("the end changes every one", "board; score after 4; hand 0; hand 2", MAILED, OVER),
    example(
        "the last of several players to answer reads that they are",
        "board; hand 0; hand 2",
        at(awaited(0, dm_message_id=7), awaited(1), awaited(2, dm_message_id=9)),
        after(2),
    ),
    example(
        "a new time to answer changes those of all who must act",
        "board; hand 0; hand 2",
        at(awaited(0, dm_message_id=7), awaited(2, dm_message_id=9)),
        after(0, 2),
        match(deadline=NOW + DAY),
    ),
    example(
        "the one of a player for whom a computer takes over changes",
        "board; hand 1",
        at(seat(1, computer="hard", dm_message_id=8)),
        STAYS,
        by("hand", 1),
    ),
    example("a computer's doesn't change", "board", at(seat(1, computer="hard", dm_message_id=8)), STAYS, by("undo")),
    example("edits wait for a break in play", "board in 20; call 1 after 4; hand 0 in 20", MAILED, PAUSE),
    example(
        "a panel that is played on waits longest", f"board in 20; hand 0 in {MAX_EDIT_DELAY}", MAILED, STAYS, PAUSE
    ),
    example(
        "edits wait no longer than that since the first",
        f"board in {MAX_EDIT_DELAY - 80}; call 1 after 4",
        PAUSE,
        undelivered("board", key="board", since=NOW - 80),
    ),
    example("the end holds back no edit", "board; score after 4; hand 0; hand 2", MAILED, OVER, PAUSE),
    example(
        "a question about a late seat goes with its move",
        "board; call 1 after 4; seat 0",
        at(awaited(0, late_since=NOW - 9, open_message_id=5)),
    ),
    example("a question about an open seat stays", "board", at(seat(1, open_since=NOW - 9, open_message_id=5))),
    example("a reminder goes with the turn", "board; call 1 after 4; removal", match(reminder_message_id=3)),
    example("a reminder stays until then", "board", at(awaited(0, reminded=1)), STAYS, match(reminder_message_id=3)),
]


@pytest.mark.parametrize("one", [*CALLS, *PRESENT, *PREFERENCES, *SECRETS, *STORIES, *EDITS], ids=rule_of)
def test_told(one: Example):
    assert "; ".join(map(short, one.decided().posts)) == one.expected


LATER = {"not_before": NOW + 9}
OBSOLETE = [
    example("an undelivered call is always replaced", ["turn"]),
    example("a private call goes when its player acts", ["turn", "ring:0"], undelivered("ring", 0, key="ring:0")),
    example("a private call stays while its player must act", ["turn"], STAYS, undelivered("ring", 0, key="ring:0")),
    example(
        "a private call that waits goes when its player is there",
        ["turn", "ring:0"],
        STAYS,
        present(0),
        undelivered("ring", 0, key="ring:0", **LATER),
    ),
    example(
        "a digest stays though its player is there",
        ["turn"],
        STAYS,
        present(0),
        undelivered("ring", 0, key="digest:0", daily=NOW + 9, **LATER),
    ),
    example("a private call replaces an edit", ["turn", "hand:1"], wish(1, PingMode.PRIVATE)),
    example("a digest replaces no edit", ["turn"], wish(1, PingMode.DAILY)),
]


@pytest.mark.parametrize("one", OBSOLETE, ids=rule_of)
def test_obsolete(one: Example):
    assert list(one.decided().obsolete) == one.expected
