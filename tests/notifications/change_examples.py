"""Short functions that build example changes of a match, for tests of the notification rules.

In the default change of a friendly three-player match, seat 0 makes a public move that ends its turn. The turn passes
to seat 1, whose player has no private message yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from bot.app.clock import DAY
from bot.matches.play.move_batch import Deadline
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.turn_notification_decisions import (
    Change,
    Notifications,
    PositionSummary,
    decide_notifications,
    seats_to_consult,
)
from bot.notifications.turn_notification_posts import Presence
from bot.store.statements.rows import JournalRow, OutboxRow
from rules.kernel.data.events import Event
from tests.matches.tiny_game import Took

#: An example's differences from the default change: fields of `Change`, or `seats`, `wishes` (preferences by seat) and
#: `match`.
Part = Mapping[str, Any]

NOW = int(datetime(2026, 1, 15, 12, tzinfo=UTC).timestamp())
PUBLIC = Event(None, Took(0, 1))
BEFORE = PositionSummary(5, (0,), epoch=1, public_text="before", private_texts=("", "", ""))
AFTER = PositionSummary(6, (1,), epoch=2, public_text="after", private_texts=("", "", ""), events=(PUBLIC,))


def seat(number: int, **more: Any) -> SeatInfo:
    return SeatInfo(number, 100 + number, f"player {number}", **more)


def awaited(number: int, **more: Any) -> SeatInfo:
    """Return a seat whose turn it is, and whose player was notified a minute ago, at journal entry 4."""
    usual = {"waiting_since": NOW - 60, "pinged_seq": 4, "pinged_epoch": 1, "clock_since": NOW - 60}
    return seat(number, **{**usual, "remind_at": NOW + DAY, **more})


def computer(number: int, **more: Any) -> SeatInfo:
    return replace(seat(number, computer="hard", **more), user_id=-number - 1)


def at(*seats: SeatInfo) -> Part:
    """Return an override with these seats in place of the default seats with the same numbers."""
    given = {one.seat: one for one in seats}
    return {"seats": tuple(given.get(one.seat, one) for one in (awaited(0), seat(1), seat(2)))}


def only(*seats: SeatInfo) -> Part:
    """Return an override with a match that has only these seats."""
    return {"seats": seats}


def before(**fields: Any) -> Part:
    return {"before": replace(BEFORE, **fields)}


def after(*waiting: int, **fields: Any) -> Part:
    """Return an override with a new position where these seats must act."""
    return {"after": replace(AFTER, waiting_seats=waiting, **fields)}


def entry(kind: str, by: int | None = 0, seq: int = 6, public: bool = True) -> JournalRow:
    return JournalRow(seq, NOW, kind, by, events=({"to": None if public else [0]},))


def by(kind: str, number: int | None = 0, **more: Any) -> Part:
    """Return an override with a journal entry of this kind by this seat, in place of a move."""
    return {"rows": (entry(kind, number),), **more}


def wish(number: int, ring: PingMode = PingMode.CHANNEL, **more: Any) -> Part:
    return {"wishes": {number: NotificationPrefs(ring, **more)}}


def match(**fields: Any) -> Part:
    return {"match": fields}


def undelivered(kind: str, *seats: int, key: str = "turn", not_before: int = 0, **more: Any) -> Part:
    """Return an override with an undelivered post for these seats. The channel's last post showed entry 3."""
    payload = {"seats": list(seats), "after": 3, "daily": 0, **more}
    number = seats[0] if kind == "ring" else None
    row = OutboxRow(1, 1, kind, number, payload, key, "nonce", "due", 0, not_before, NOW - 60, None)
    return {"undelivered": (row,)}


def present(*seats: int) -> Part:
    """Return an override where these seats moved recently (seat 0 just now) and are notified a minute later."""
    return {"presence": Presence(NOW + 60, frozenset(seats), frozenset({0}))}


STARTS: Part = {"before": None, **only(seat(0), seat(1), seat(2)), **by("start", None)}
STAYS = after(0)
OVER = after(over=True)

#: Seats 0 and 1 choose in secret, and seat 1 must still be asked. An answer changes nothing that other seats see.
SECRET: Part = {"deadline": Deadline(NOW + DAY, frozenset({0, 1}), frozenset({1}))}
CHOOSING: Part = {
    **only(awaited(0, pinged_seq=None, pinged_epoch=None), awaited(1, pinged_seq=None, pinged_epoch=None), seat(2)),
    **before(waiting_seats=(0, 1), answers_hidden=True),
    **match(deadline=NOW + DAY),
}
ANSWER: Part = {
    **CHOOSING,
    **SECRET,
    **after(0, 1, epoch=1, answers_hidden=True, public_text="before", events=(Event((0,), Took(0, 1)),)),
}


@dataclass(frozen=True)
class Example:
    """An example of a notification rule: a change of a match, and the expected result."""

    rule: str
    expected: Any
    change: Part

    def decided(self) -> Notifications:
        """Decide the change's notifications, given only the preferences that the bot would load for this change."""
        fields = {**at(), "before": BEFORE, "after": AFTER, **by("act"), "wishes": {}, "match": {}, **self.change}
        seats, all_prefs, known = fields.pop("seats"), fields.pop("wishes"), fields.pop("match")
        usual = {"id": 1, "game": "tiny", "guild_id": 1, "channel_id": 2, "status": "playing", "host_id": 100}
        nothing = dict.fromkeys(("lobby_message_id", "board_message_id", "error_id", "started_at", "ended_at"))
        row = {**usual, **nothing, "locale": "en", "options": {}, "seq": 5, "created_at": 0, "seats": seats, **known}
        change = Change(MatchInfo(**row), **fields)
        users = {one.user_id: all_prefs.get(one.seat, NotificationPrefs()) for one in seats_to_consult(change)}
        return decide_notifications(replace(change, prefs_by_user=users))


def example(rule: str, expected: Any, *parts: Part) -> Example:
    """Return an example of a rule: the default change with these overrides."""
    return Example(rule, expected, {name: value for part in parts for name, value in part.items()})


def rule_of(one: Example) -> str:
    return one.rule
