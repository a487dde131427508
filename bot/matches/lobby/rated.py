"""Whether a match is rated. The rating rules are in `bot.features.ratings`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.matches.service_results import MatchInfo
from bot.matches.settings.servers import ServerSettings
from bot.store.statements import users_and_servers
from bot.store.statements.rows import EVERYWHERE
from bot.store.transactions import Reader
from rules.kernel.content.packs import BASE, pack_in
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


async def has_ladder(db: Reader, guild_id: int) -> bool:
    """Return whether a server has ladders. The global ladder, whose id is EVERYWHERE, always exists."""
    return (
        guild_id == EVERYWHERE or ServerSettings.from_json(await users_and_servers.guild_settings(db, guild_id)).ladder
    )


async def check_ladder(db: Reader, guild_id: int) -> None:
    """Raise Refusal if a server has no ladders."""
    if not await has_ladder(db, guild_id):
        raise Refusal(N_("This server has no ladder. The server's managers can turn one on with `/settings`."))


def can_be_rated(options: Mapping[str, Any], seats: int) -> bool:
    """Return whether a match can be rated: it needs the game's built-in content pack, and more than one seat."""
    return pack_in(options) == BASE and seats > 1


def is_rated(info: MatchInfo) -> bool:
    """Return whether a match is rated. For a lobby, assume that at least one more player will join."""
    return bool(info.rated) and can_be_rated(info.options, max(2, len(info.seats)))


def is_rated_alone(info: MatchInfo) -> bool:
    """Return whether a match is rated and has only one human player, so no one else could agree to a request."""
    return bool(info.rated) and sum(seat.is_human for seat in info.seats) == 1
