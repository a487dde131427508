"""Texts about players' clocks, local times and quiet hours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.app.clock import HOUR
from bot.matches.clocks import seat_clock
from bot.matches.clocks.time_control import OnTimeout, TimeControl, TimeControlKind
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications.preferences import NotificationPrefs
from bot.notifications.quiet_hours import zone_of
from bot.table.clocks.durations import duration_words
from rules.kernel.words.translation import N_, Translator

#: Texts that say what happens when a player's time runs out.
TIMEOUT_WORDS = {
    OnTimeout.LATE: N_("The others choose: wait, a computer, or a new player"),
    OnTimeout.ANSWER: N_("I give the simplest answer"),
    OnTimeout.TURN: N_("A computer plays this turn"),
    OnTimeout.HOLD: N_("A computer plays until they return"),
    OnTimeout.CONCEDE: N_("They concede"),
}

#: Short names of the time controls that fit in a menu on a phone.
SHORT_PACES = {
    TimeControlKind.FRIENDLY: N_("Friendly"),
    TimeControlKind.STEADY: N_("{time} a turn"),
    TimeControlKind.BANK: N_("Bank of {time}"),
}


def pace_words(say: Translator, time_control: TimeControl) -> str:
    """Return a short description of a match's time control."""
    time, back = duration_words(say, time_control.seconds), duration_words(say, time_control.back)
    match time_control.kind:
        case TimeControlKind.FRIENDLY:
            return say.t("friendly, with no deadlines")
        case TimeControlKind.STEADY:
            return say.t("steady, {time} for each turn", time=time)
        case TimeControlKind.BANK:
            return say.t("a bank of {time}, with {back} back each turn", time=time, back=back)


def short_pace(say: Translator, time_control: TimeControl) -> str:
    """Return the name of a time control, short enough for a menu on a phone."""
    return say.t(SHORT_PACES[time_control.kind], time=duration_words(say, time_control.seconds))


def pace_lines(say: Translator, info: MatchInfo) -> list[str]:
    """Return a line about a match's time control and, if it has a clock, a line about running out of time."""
    time_control = TimeControl.from_json(info.pace)
    lines = [f"**{say.t('Pace')}:** {pace_words(say, time_control)}."]
    if time_control.has_clock:
        lines.append(f"**{say.t('When time runs out')}:** {say.t(TIMEOUT_WORDS[time_control.end])}.")
    return lines


def clock_end(info: MatchInfo, seat: SeatInfo) -> int | None:
    """Return when a seat's time runs out; None if the match has no clock or the seat's clock is stopped.

    As long as the player's turn notification isn't delivered, the time is calculated as if it had been delivered when
    the wait started.
    """
    if not TimeControl.from_json(info.pace).has_clock or seat_clock.is_paused(info, seat):
        return None
    return seat_clock.ends_at(seat_clock.restarted_clock(seat, seat.waiting_since or info.created_at))


def clock_line(say: Translator, info: MatchInfo, seats: Iterable[int]) -> list[str]:
    """Return lines about the deadlines of awaited players; empty if the match has no clock.

    Call this only if it is public that the match waits for these players.
    """
    if not TimeControl.from_json(info.pace).has_clock:
        return []
    awaited_seats = [seat for seat in info.seats if seat.seat in seats and seat.waiting_since is not None]
    late = [say.seat(seat.seat) for seat in awaited_seats if seat.late_since is not None]
    ends = {seat.seat: f"<t:{end}:f>" for seat in awaited_seats if (end := clock_end(info, seat)) is not None}
    lines = [say.t("Out of time: {names}.", names=say.join(late))] if late else []
    if len(set(ends.values())) == 1:
        lines.append(say.t("Deadline: {time}.", time=next(iter(ends.values()))))
    elif ends:
        each = say.join([f"{say.seat(seat)} {time}" for seat, time in ends.items()])
        lines.append(say.t("Deadlines: {each}.", each=each))
    return lines


def own_line(say: Translator, info: MatchInfo, seat: SeatInfo) -> list[str]:
    """Return a line that tells a player their own deadline; empty if there is no clock or no one waits for them."""
    if not TimeControl.from_json(info.pace).has_clock or seat.waiting_since is None:
        return []
    if seat.late_since is not None:
        return [say.t("You're out of time, but you can still move.")]
    end = clock_end(info, seat)
    if end is None:
        return [say.t("Your clock is stopped.")]
    return [say.t("You have time until {time}, {in_time}.", time=f"<t:{end}:f>", in_time=f"<t:{end}:R>")]


def local_time_note(say: Translator, prefs: NotificationPrefs, now: int) -> str:
    """Return a sentence about a person's local time and quiet hours; "" if their time zone is unknown or hidden."""
    zone = zone_of(prefs.zone)
    if zone is None or prefs.hides_time:
        return ""
    local = datetime.fromtimestamp(now, zone)
    night = None if prefs.quiet_hours is None else prefs.quiet_hours.night_at(now)
    if night is None:
        return say.t("It's {time} there.", time=f"{local:%H:%M}")
    morning = datetime.fromtimestamp(night[1], zone)
    return say.t(
        "It's {time} there, with quiet hours until {morning}.", time=f"{local:%H:%M}", morning=f"{morning:%H:%M}"
    )


def waiting_lines(
    say: Translator,
    info: MatchInfo,
    seats: Iterable[int],
    all_prefs: Mapping[int, NotificationPrefs],
    now: int,
    *,
    since: bool = False,
) -> list[str]:
    """Return a line for each awaited seat with the player's deadline, local time and quiet hours.

    An example is "Bence: time until Tuesday 18:00. It is 03:10 there; quiet until 08:00." If `since`, a line about a
    player who has been awaited for at least an hour also shows when the wait started. It must be public that the match
    waits for these seats.
    """
    lines: list[str] = []
    for seat in (seat for seat in info.seats if seat.seat in seats and seat.computer is None):
        end, prefs = clock_end(info, seat), all_prefs.get(seat.user_id)
        deadline_text = "" if end is None else say.t("Deadline: {time}.", time=f"<t:{end}:f>")
        at = seat.waiting_since if since and now - (seat.waiting_since or now) >= HOUR else None
        waiting_text = "" if at is None else say.t("To move since {time}.", time=f"<t:{at}:f>")
        text = " ".join(
            filter(None, [waiting_text, deadline_text, "" if prefs is None else local_time_note(say, prefs, now)])
        )
        if text:
            lines.append(f"{say.seat(seat.seat)}: {text}")
    return lines
