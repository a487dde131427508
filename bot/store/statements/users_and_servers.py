"""The saved data of users and servers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import bindparam, select

from bot.store.decoding import decoded_or
from bot.store.statements.rows import UserRow, dump_json
from bot.store.tables import guilds, users
from bot.store.transactions import Reader, Transaction

_PEOPLE = select(users).where(users.c.user_id.in_(bindparam("ids", expanding=True)))


async def user(db: Reader, user_id: int) -> UserRow:
    """Return a user's saved data, or defaults if nothing is saved."""
    return (await several(db, [user_id]))[user_id]


async def several(db: Reader, user_ids: Collection[int]) -> dict[int, UserRow]:
    """Return the saved data of several users, by user id."""
    user_by_id = {user_id: UserRow(user_id, prefs={}) for user_id in user_ids}
    for row in await db.all(_PEOPLE, {"ids": list(user_ids)}):
        prefs = decoded_or("users.prefs", row.prefs, row.user_id, dict[str, Any]())
        user_by_id[row.user_id] = UserRow(row.user_id, row.locale, row.dm_channel_id, bool(row.dm_closed), prefs)
    return user_by_id


async def set_locale(tx: Transaction, user_id: int, locale: str) -> None:
    """Save the language of a user's Discord client."""
    await tx.upsert(users, {"user_id": user_id, "locale": locale})


async def set_dm_channel(tx: Transaction, user_id: int, channel_id: int | None) -> None:
    """Save the id of a user's private channel with the bot."""
    await tx.upsert(users, {"user_id": user_id, "dm_channel_id": channel_id})


async def set_dm_closed(tx: Transaction, user_id: int, closed: bool) -> None:
    """Save whether a user refuses private messages."""
    await tx.upsert(users, {"user_id": user_id, "dm_closed": int(closed)})


async def set_prefs(tx: Transaction, user_id: int, prefs: dict[str, Any]) -> None:
    """Replace a user's settings."""
    await tx.upsert(users, {"user_id": user_id, "prefs": dump_json(prefs)})


async def guild_settings(db: Reader, guild_id: int) -> dict[str, Any]:
    """Return a server's settings; an empty dict if none are saved."""
    settings = await db.value(select(guilds.c.settings).where(guilds.c.guild_id == guild_id))
    return decoded_or("guilds.settings", settings, guild_id, None) or {}


async def set_guild_settings(tx: Transaction, guild_id: int, settings: dict[str, Any]) -> None:
    """Replace a server's settings."""
    await tx.upsert(guilds, {"guild_id": guild_id, "settings": dump_json(settings)})
