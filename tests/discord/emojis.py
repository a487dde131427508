"""Creates emoji icons that count as uploaded, for tests that have no simulated Discord."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
import rules
from bot.discord.emoji import EmojiIcons

#: The largest possible Discord id.
MAX_ID = 2**63 - 1


def uploaded_icons(games: Iterable[Any] = tuple(rules.GAMES.values())) -> EmojiIcons:
    """Return the games' emoji icons as if all were uploaded, with names and ids of maximum length."""
    signs = EmojiIcons(games)
    signs.use_emojis(
        {name: discord.PartialEmoji(name=f"{name}_123abc", id=MAX_ID - n) for n, name in enumerate(signs.names)}
    )
    return signs
