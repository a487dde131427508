"""The kinds of posts in the outbox, each with the function that delivers it."""

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
    """The services that the functions for all kinds of posts share."""

    bot: Bot
    sender: Sender
    pings: PingRecipients


@dataclass(frozen=True, slots=True)
class PostKind:
    """One kind of row in the outbox."""

    #: Delivers a row by posting, editing or sending a message, and returns the changes to save with it.
    deliver: Callable[[OutboxRow, MatchInfo], Awaitable[TransactionHook | None]]
    #: Where rows of this kind go: to the match's channel, to a person (whose failures say nothing about it), or
    #: to an outdated message of the match.
    target: Literal["match", "person", "leftover"] = "match"
    #: Whether rows of this kind ping someone, unless the payload has a false `loud`; their requests come first.
    pings: bool = False


#: Functions that return the kinds of posts of one part of the core or of one feature, by their names in the outbox.
KINDS = Registry[Callable[[DeliveryContext], Mapping[str, PostKind]]]("kinds of posts")


def kinds_of(context: DeliveryContext) -> dict[str, PostKind]:
    """Return all kinds of posts by name; fails if two have the same name."""
    found: dict[str, PostKind] = {}
    for made in KINDS:
        for name, kind in made(context).items():
            assert name not in found, f"two kinds of posts are called {name}"
            found[name] = kind
    return found
