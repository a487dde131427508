"""Texts about a late or departed player's seat: the question to the other players, and the new player's summary."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits, safe_names
from bot.discord.ui.controls import Style
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import MatchInfo, SeatInfo, without_undone
from bot.table.play import event_words

#: Maximum number of journal entries read for the summary that a new player gets, and maximum number of lines in it.
MAX_ENTRIES, MAX_LINES = 400, 15


def question(reader: ReaderContext, info: MatchInfo, seat: SeatInfo) -> ui.LayoutView:
    """Return the post that asks the other players what should happen to a seat, with buttons for the answers."""
    say, label, where = reader.text, reader.label, (info.id, seat.seat)
    lines = [_open_seat_sentence(reader, seat) if seat.open_since is not None else _late_sentence(reader, seat)]
    buttons: list[ui.Item[Any]] = []
    if seat.open_since is not None:
        buttons.append(controls.button(label.t("Take the seat"), "takeseat", *where, style=Style.primary))
    if seat.open_since is not None and seat.open_for is None:
        buttons.append(controls.button(label.t("List seat"), "listseat", *where))
    if seat.stand_in_at is not None:
        at = f"<t:{seat.stand_in_at}:R>"
        lines.append(
            say.t("A computer will take this turn {time}, unless {who} moves first.", time=at, who=_name(reader, seat))
        )
    if seat.late_since is not None and (seat.open_since is None or seat.stand_in_at is not None):
        buttons.append(controls.button(label.t("Wait"), "latewait", *where))
    if seat.stand_in_at is None and seat.is_awaited:
        buttons.append(controls.button(label.t("Let computer move"), "latecomputer", *where))
    if seat.late_since is not None and seat.open_since is None:
        buttons.append(controls.button(label.t("New player"), "latenew", *where))
    return controls.layout(ui.Container(controls.text("\n".join(lines)), controls.row(*buttons)))


def _name(reader: ReaderContext, seat: SeatInfo) -> str:
    return reader.text.seat(seat.seat)


def _open_seat_sentence(reader: ReaderContext, seat: SeatInfo) -> str:
    say, who = reader.text, _name(reader, seat)
    if seat.open_for is not None:
        return say.t(
            "{person}, will you take over for {who}? The seat is reserved for you. You get everything in it, "
            "and a summary.",
            person=f"<@{seat.open_for}>",
            who=who,
        )
    return say.t(
        "{who}'s seat is open. Anyone in this server can take it over and play on, unless they've had "
        "another seat in this match.",
        who=who,
    )


def _late_sentence(reader: ReaderContext, seat: SeatInfo) -> str:
    say = reader.text
    since = seat.waiting_since or seat.late_since
    return say.t(
        "The match has been waiting for {who} since {time}. What now?", who=_name(reader, seat), time=f"<t:{since}:f>"
    )


async def summary(ctx: MatchContext) -> str:
    """Return the summary for the new player of a seat: the events so far that this seat may know."""
    say = ctx.reader.text
    entries = without_undone(await ctx.bot.service.history.log(ctx.info, None, MAX_ENTRIES, viewer=ctx.seat))
    former_seat_note = next(
        (entry.about["left"] for entry in reversed(entries) if entry.kind == "seat" and entry.seat == ctx.seat), ""
    )
    title, channel = ctx.game.title(say), f"<#{ctx.info.channel_id}>"
    head = [
        say.t(
            "You've taken over for {left} in {game}, {channel}. `/hand` shows your cards, `/match log` "
            "everything that has happened. So far:",
            left=safe_names.safe_name(former_seat_note),
            game=title,
            channel=channel,
        ),
        *ctx.game.in_short(say, len(ctx.info.seats), ctx.info.options),
    ]
    room = limits.CONTENT - len("\n".join(head)) - 1
    return limits.truncate_lines(
        [*head, *event_words.recap_lines(ctx.game, ctx.reader.signed, (), entries, room, MAX_LINES)], limits.CONTENT
    )
