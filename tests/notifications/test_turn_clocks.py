"""How a change of a match updates each seat's record: its last notification, its clock, and its reminders."""

import pytest

from bot.app.clock import DAY, HOUR
from bot.notifications.quiet_hours import QuietHours
from bot.notifications.turn_notification_decisions import CallPolicy
from tests.notifications.change_examples import (
    NOW,
    SECRET,
    STARTS,
    STAYS,
    Example,
    after,
    at,
    awaited,
    by,
    computer,
    example,
    match,
    rule_of,
    seat,
    undelivered,
    wish,
)

NIGHT = QuietHours("UTC", 10, 20)
CLOCK = match(pace={"kind": "steady", "seconds": DAY})
SHORT = match(pace={"kind": "steady", "seconds": 8 * HOUR})
BANK = {"kind": "bank", "seconds": 10 * DAY, "back": HOUR}
BANKED = at(awaited(0, clock_left=DAY))
BACK = {**by("here", 1), **at(seat(0), awaited(1, clock_since=None, clock_left=HOUR))}

#: The expected result of each example is a seat number, and some of that seat's fields after the change.
SEATS = [
    example(
        "a call is made at this position and epoch", (1, {"pinged_seq": 6, "pinged_epoch": 2, "waiting_since": NOW})
    ),
    example("a withdrawn call was not made", (0, {"pinged_seq": 3, "pinged_epoch": None}), undelivered("turn", 0)),
    example("a story is told to every seat", (2, {"pinged_seq": 6}), STARTS, after(0, 1), SECRET),
    example("a nudge is forgotten with the turn", (0, {"nudged_at": None}), at(awaited(0, nudged_at=NOW - 9))),
    example("in a friendly match time counts at once", (1, {"clock_since": NOW, "remind_at": NOW + DAY})),
    example("a clock waits for the delivery of the call", (1, {"clock_left": DAY, "clock_since": None}), CLOCK),
    example("a clock starts at once without a call", (1, {"clock_since": NOW}), after(0, 1), CLOCK, SECRET),
    example("a short clock stops in quiet hours", (1, {"clock_rest": NIGHT.text}), wish(1, quiet_hours=NIGHT), SHORT),
    example("a long clock runs in quiet hours", (1, {"clock_rest": None}), wish(1, quiet_hours=NIGHT), CLOCK),
    example("a suspended match starts no clock", (1, {"clock_since": None}), match(paused_at=NOW - HOUR)),
    example("an absent player's clock stands", (1, {"clock_since": None}), at(seat(1, away_since=NOW - DAY))),
    example("an absent player isn't reminded", (1, {"remind_at": None}), at(seat(1, away_since=NOW - DAY))),
    example("a clock ends with the turn", (0, {"clock_since": None, "waiting_since": None, "remind_at": None}), CLOCK),
    example("a move adds to the bank", (0, {"clock_left": DAY - 60 + HOUR}), BANKED, match(pace=BANK)),
    example("the clock's answer adds nothing", (0, {"clock_left": DAY - 60}), BANKED, by("late"), match(pace=BANK)),
    example(
        "a suspension takes nothing from the bank",
        (0, {"clock_left": DAY - 40 + HOUR}),
        BANKED,
        match(pace=BANK, paused_at=NOW - 20),
    ),
    example(
        "a late player who must move again gets a turn's time",
        (0, {"late_since": None, "clock_left": DAY, "clock_since": NOW}),
        at(awaited(0, late_since=NOW - 9)),
        STAYS,
        CLOCK,
    ),
    example("the clock of a player who is back runs", (1, {"clock_since": NOW, "clock_left": HOUR}), BACK, CLOCK),
    example("if they are called, it waits", (1, {"clock_since": None}), BACK, CLOCK, {"calls": CallPolicy.AGAIN}),
]


@pytest.mark.parametrize("one", SEATS, ids=rule_of)
def test_seat(one: Example):
    number, fields = one.expected
    seat_after = one.decided().seats[number]
    assert {name: getattr(seat_after, name) for name in fields} == fields


CHECKS = [
    example("a match is checked when its first reminder is due", NOW + DAY, at(seat(0))),
    example("an earlier check comes anyway", None, at(awaited(0, remind_at=NOW + 9))),
    example("a check that is overdue doesn't count", NOW + DAY, at(awaited(0, remind_at=NOW - 9))),
    example("a later check would come too late", NOW + DAY, at(awaited(0, remind_at=NOW + 2 * DAY))),
    example("no one to remind needs no check", None, at(computer(1))),
]


@pytest.mark.parametrize("one", CHECKS, ids=rule_of)
def test_check_of_reminders(one: Example):
    assert one.decided().check_at == one.expected


def test_only_changed_seats_are_saved():
    assert [one.seat for one in example("", None).decided().changed] == [0, 1]
