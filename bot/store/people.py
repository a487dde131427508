"""What is saved about people and servers."""

from __future__ import annotations

import json
from typing import Any

from bot.store.connection import Reader, Transaction
from bot.store.rows import UserRow, to_text


async def user(db: Reader, user_id: int) -> UserRow:
    """Return what is known of a person; defaults for an unknown one."""
    row = await db.one("SELECT * FROM users WHERE user_id = ?", (user_id,))
    if row is None:
        return UserRow(user_id, prefs={})
    return UserRow(user_id, row["locale"], row["dm_channel_id"], bool(row["dm_closed"]), json.loads(row["prefs"]))


async def set_locale(tx: Transaction, user_id: int, locale: str) -> None:
    """Save the language that a person uses Discord in."""
    await _set(tx, user_id, "locale", locale)


async def set_dm_channel(tx: Transaction, user_id: int, channel_id: int | None) -> None:
    """Save the private channel to a person."""
    await _set(tx, user_id, "dm_channel_id", channel_id)


async def set_dm_closed(tx: Transaction, user_id: int, closed: bool) -> None:
    """Save whether a person takes private messages."""
    await _set(tx, user_id, "dm_closed", int(closed))


async def set_prefs(tx: Transaction, user_id: int, prefs: dict[str, Any]) -> None:
    """Replace a person's settings."""
    await _set(tx, user_id, "prefs", to_text(prefs))


async def guild_settings(db: Reader, guild_id: int) -> dict[str, Any]:
    """Return a server's settings; empty for a new one."""
    row = await db.one("SELECT settings FROM guilds WHERE guild_id = ?", (guild_id,))
    return {} if row is None else json.loads(row["settings"])


async def set_guild_settings(tx: Transaction, guild_id: int, settings: dict[str, Any]) -> None:
    """Replace a server's settings."""
    await tx.run(
        """INSERT INTO guilds (guild_id, settings) VALUES (?, ?)
           ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings""",
        (guild_id, to_text(settings)),
    )


async def _set(tx: Transaction, user_id: int, column: str, value: str | int | None) -> None:
    await tx.run(
        f"""INSERT INTO users (user_id, {column}) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET {column} = excluded.{column}""",  # noqa: S608 - our own words
        (user_id, value),
    )
