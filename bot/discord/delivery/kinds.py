"""The kinds of posts, each with the function that delivers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from bot.app.registry import Registry
from bot.discord.bot import Bot
from bot.discord.delivery.idempotent_send import Sender
from bot.discord.delivery.ping_recipients import PingRecipients
from bot.matches.records import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.store.statements.rows import OutboxRow


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The services that all deliverers share."""

    bot: Bot
    sender: Sender
    pings: PingRecipients


@dataclass(frozen=True, slots=True)
class PostKind:
    """One kind of row in the outbox."""

    #: Posts, edits or sends a row, and returns the changes to save with it.
    deliver: Callable[[OutboxRow, MatchInfo], Awaitable[TransactionHook | None]]
    #: Where it goes: the channel of the match, a person (which reveals nothing about that channel), or to a message
    #: that the match has left behind.
    about: Literal["match", "person", "leftover"] = "match"


#: Each returns the kinds of one part of the core or one feature, by their names in the outbox.
KINDS = Registry[Callable[[DeliveryContext], Mapping[str, PostKind]]]("kinds of posts")


def kinds_of(context: DeliveryContext) -> dict[str, PostKind]:
    """Return all kinds of posts; no two have the same name."""
    found: dict[str, PostKind] = {}
    for made in KINDS:
        for name, kind in made(context).items():
            assert name not in found, f"two kinds of posts are called {name}"
            found[name] = kind
    return found
