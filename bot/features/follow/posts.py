"""Private messages to a match's followers about the end of a round, a new leader, or the result."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.discord.delivery import post_texts
from bot.discord.delivery.dm_channels import DMChannels
from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.http import delivery_failures, error_codes
from bot.discord.match_context import MatchContext, reader_in, waiting_line
from bot.discord.server_directory import ChannelVisibility
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.features.follow import panel as follow_panel
from bot.features.follow.model import FollowRow
from bot.features.follow.service.follows import Follows
from bot.features.follow.service.news import is_news
from bot.matches.history.score_timeline import lead_of
from bot.matches.service_results import LogEntry, MatchInfo, Table
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.quiet_hours import after_quiet_hours
from bot.store.statements.rows import OutboxRow
from bot.table.history import lead_words
from bot.table.play import event_words
from rules.kernel.words.results import points
from rules.kernel.words.translation import Translator, capital

log = logging.getLogger("bot.discord")

#: Buttons that features add first below a message. The number is that of the last entry that the follower knew before.
TOOLS = Toolbar[[MatchContext, int]]("messages to followers")
#: Maximum number of lines about events in one message.
MAX_EVENT_LINES = 4
#: Followers with these settings don't want pings, but they have asked for these messages, so send them silently.
_SILENT_MODES = (PingMode.DAILY, PingMode.NEVER)


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    return {"follow": PostKind(FollowMessages(context).follow, target="person")}


class FollowMessages:
    """Delivers queued messages to followers of matches."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender = context.bot, context.sender
        self._follows = context.bot.service.part(Follows)
        self._private_channels = DMChannels(context.bot)

    async def follow(self, row: OutboxRow, info: MatchInfo) -> TransactionHook | None:
        """Send a follower an update about a match, unless it is out of date or they may no longer see the match."""
        user_id, match_is_over = int(row.payload["user_id"]), bool(row.payload.get("over"))
        follow = await self._follows.get(info.id, user_id)
        if follow is None or follow.lost_at is not None:
            return None
        if info.seat_of(user_id) is not None:
            return self._follows.end(follow)  # they have joined the match, so they now get a player's messages instead
        table = await self._bot.service.matches.table_of(info)
        if not _is_current(follow, row, table):
            return None
        place = await self._visible_channel(info, user_id)
        if place is None:
            return self._follows.end(follow) if match_is_over else None
        prefs = await self._bot.service.people.prefs(user_id)
        if _must_wait(row, prefs, self._bot.clock.now()):
            return self._follows.postpone(row, prefs)
        return await self._send_update(row, table, follow, place, prefs)

    async def _visible_channel(self, info: MatchInfo, user_id: int) -> int | None:
        """Return a channel of the match that the person can see; None if they can see none."""
        visibility = await ChannelVisibility.of_member(self._bot, info.guild_id, user_id)
        places = [info.channel_id, info.watching_channel_id]
        if visibility is not None:
            for place in places:
                if place is not None and await visibility.is_visible(place):
                    return place
        return None

    async def _send_update(
        self, row: OutboxRow, table: Table, follow: FollowRow, channel_id: int, prefs: NotificationPrefs
    ) -> TransactionHook | None:
        """Send a follower a private update. The same update is never sent twice.

        If the update can't be delivered, the follower is told about it when they next use a command.
        """
        info, user_id = table.info, follow.user_id
        locale = await self._bot.service.people.private_locale(user_id, info.locale)
        reader = reader_in(locale, info, await self._bot.icons_for(user_id))
        entries = await self._bot.service.history.since(info, follow.told_seq)
        before, since = event_words.split_events(entries, follow.told_seq)
        entries_before_and_since = before, [entry for entry in since if entry.seq <= row.payload["seq"]]
        words = update_text(table, reader, follow, row, entries_before_and_since, channel_id)
        tools = TOOLS.buttons(MatchContext(self._bot, table, user_id, None, reader), follow.told_seq)
        stop = follow_panel.stop_button(reader.label, info.id)
        buttons = controls.rows([*tools, stop, post_texts.fewer_button(reader)])

        async def send(channel: discord.PartialMessageable) -> None:
            post = OutgoingMessage(words, buttons, silent=prefs.ping_mode in _SILENT_MODES)
            await self._sender.send(channel.id, post, row)

        try:
            await self._private_channels.reach(user_id, send)
        except discord.HTTPException as error:
            return await self._handle_refusal(error, follow)
        return self._follows.mark_delivered(follow, row)

    async def _handle_refusal(self, error: discord.HTTPException, follow: FollowRow) -> TransactionHook | None:
        if error.code in error_codes.DM_SPAM:
            raise await self._private_channels.note_spam_refusal(error) from error
        if delivery_failures.is_refusal(error):
            log.warning(
                "a private line was refused: %s",
                delivery_failures.delivery_error(error),
                extra={"match": follow.match_id},
            )
            return None
        if error.code not in (*error_codes.DM_CLOSED, *error_codes.DM_OF_PREVIOUS_BOT):
            raise error
        return self._follows.mark_lost(follow)


def _is_current(follow: FollowRow, row: OutboxRow, table: Table) -> bool:
    """Return whether an update is still true and is still news to its reader."""
    if row.payload.get("over"):
        return table.match.over or table.info.status == "ended"
    return is_news(follow, row.payload["round"], row.payload["points"])


def _must_wait(row: OutboxRow, prefs: NotificationPrefs, now: int) -> bool:
    """Return whether an update must wait longer because its reader has changed their settings since it was queued."""
    if prefs.ping_mode is PingMode.DAILY:
        return row.not_before <= row.created_at  # otherwise, the update has already waited for the daily message
    return after_quiet_hours(prefs.quiet_hours, now) > now


def update_text(
    table: Table,
    reader: ReaderContext,
    follow: FollowRow,
    row: OutboxRow,
    entries: tuple[Sequence[LogEntry], Sequence[LogEntry]],
    channel_id: int,
) -> str:
    """Return the text of an update: what happened, the points, and the latest moves.

    The text uses only public facts.
    """
    say, game = reader.text, table.match.game
    lines = [f"**{game.title(say)}**, <#{channel_id}>"]
    if row.payload.get("over"):
        result = table.match.result
        lines.append(f"**{say.t('The match is over.')}**")
        if result is None:
            lines.append(waiting_line(say, table))
        else:
            lines += [" ".join([game.winners(say, result), *game.reasons(say, result)]), *game.places(say, result)]
        return limits.truncate_lines(lines, limits.CONTENT)
    names, numbers = (
        lead_words.scoring_names(say, game, table.view(None)),
        [float(one) for one in row.payload["points"]],
    )
    if follow.what == "rounds":
        round_text = say.t(game.round_named, n=row.payload["round"])
        lines.append(f"**{capital(say.t('{round} is over.', round=round_text))}**")
    else:
        lead_line = lead_words.lead_change(say, names, lead_of(follow.points), lead_of(numbers), numbers)
        lines.append(f"**{capital(lead_line)}**")
    lines += standings(say, table, names, numbers)
    room = limits.CONTENT - len("\n".join(lines)) - 1
    return "\n".join([*lines, *event_words.recap_lines(game, reader.signed, *entries, room, MAX_EVENT_LINES)])


def standings(say: Translator, table: Table, names: Sequence[str], numbers: Sequence[float]) -> list[str]:
    """Return a list with one line of all players' points, highest first; empty for a game without points."""
    if not numbers or len(numbers) != len(names):
        return []
    title = next(iter(table.match.game.tally(table.match)))
    ranked = sorted(zip(names, numbers, strict=True), key=lambda name_and_score: -name_and_score[1])
    return [f"{say.t(title)}: {', '.join(f'{name} {points(say, number)}' for name, number in ranked)}"]
