"""The kinds of posts in the outbox, and the function that delivers each kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from bot.app.registry_class import Registry
from bot.discord.bot import Bot
from bot.discord.delivery.idempotent_send import Sender
from bot.discord.delivery.ping_recipients import PingRecipients
from bot.matches.service_results import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.store.statements.rows import OutboxRow


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The services that all functions for delivering posts share."""

    bot: Bot
    sender: Sender
    pings: PingRecipients


@dataclass(frozen=True, slots=True)
class PostKind:
    """A kind of row in the outbox."""

    #: Posts, edits or sends a row's message, and returns the changes to save in the transaction that marks the row as
    #: done.
    deliver: Callable[[OutboxRow, MatchInfo], Awaitable[TransactionHook | None]]
    #: What a row of this kind is sent to: the match's channel, a person, or an outdated message of the match that must
    #: be changed or deleted. A failure to reach a person doesn't mean that the channel can't be used.
    target: Literal["match", "person", "leftover"] = "match"
    #: Whether rows of this kind ping someone, except rows whose payload sets `loud` to false. The requests of rows that
    #: ping go first.
    pings: bool = False


#: Functions of the core or of a feature, each of which returns kinds of posts by their name in the outbox.
KINDS = Registry[Callable[[DeliveryContext], Mapping[str, PostKind]]]("kinds of posts")


def kinds_of(context: DeliveryContext) -> dict[str, PostKind]:
    """Return all kinds of posts by name. Fails if two kinds have the same name."""
    kind_by_name: dict[str, PostKind] = {}
    for factory in KINDS:
        for name, kind in factory(context).items():
            assert name not in kind_by_name, f"two kinds of posts are called {name}"
            kind_by_name[name] = kind
    return kind_by_name
