"""The post that shows a match's review in its channel after one of the players has shared the review."""

from __future__ import annotations

import discord

from bot.discord.delivery.idempotent_send import OutgoingMessage
from bot.discord.delivery.post_kinds import DeliveryContext, PostKind
from bot.discord.match_context import MatchContext, accent_colour, channel_reader
from bot.discord.ui import controls
from bot.features.reviews import panel
from bot.features.reviews.service.reviews import Reviews
from bot.matches.service_results import MatchInfo
from bot.store.statements.rows import OutboxRow


def kinds(context: DeliveryContext) -> dict[str, PostKind]:
    """Return the kinds of outbox messages that this module delivers, keyed by name."""
    return {"review": PostKind(ReviewPosts(context).shared)}


class ReviewPosts:
    """Posts shared reviews in the channels of their matches."""

    def __init__(self, context: DeliveryContext) -> None:
        self._bot, self._sender = context.bot, context.sender

    async def shared(self, row: OutboxRow, info: MatchInfo) -> None:
        """Post a shared review, unless the end of the match has been undone and the match continues."""
        found = await self._bot.service.part(Reviews).stored(info)
        if found is None or not found.shared or row.payload["seq"] != info.seq:
            return
        table = await self._bot.service.matches.table_of(info)
        reader = await channel_reader(self._bot, info)
        parts = await panel.public_post(MatchContext(self._bot, table, 0, None, reader), found)
        view = controls.box(*parts, accent=accent_colour(table.match.game))
        files = [part for part in parts if isinstance(part, discord.File)]
        await self._sender.send(info.channel_id, OutgoingMessage("", view, files=files), row)
