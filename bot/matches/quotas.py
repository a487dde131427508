"""Limits on the matches of a user or a server, on the length of texts, and on how often something may be done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.app.clock import Clock
from bot.matches.quota_overrides import QuotaOverrides
from bot.store.statements import matches
from bot.store.transactions import Reader, Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

_NOT_SERVED = N_("The bot's owner has blocked you.")
#: The message about someone who can't get a seat. It is the same for every reason, so it doesn't reveal the reason.
CANNOT_SEAT_THEM = N_("They can't sit at this table now. Ask someone else.")

#: A function that returns which of these users are banned.
BanCheck: TypeAlias = Callable[[Reader, Collection[int]], Awaitable[set[int]]]


@dataclass(frozen=True, slots=True)
class Quotas:
    """Checks the limits on matches, and whether users are banned."""

    overrides: QuotaOverrides
    clock: Clock
    #: Ban checks that query the database; `bot.wiring` fills the list.
    ban_checks: list[BanCheck] = field(default_factory=list[BanCheck])
    #: Ban checks that use only this process's memory; `bot.wiring` fills the list.
    known_bans: list[Callable[[int], bool]] = field(default_factory=list[Callable[[int], bool]])

    async def check_person(self, tx: Transaction, user_id: int, name: str | None = None) -> None:
        """Raise Refusal if a user is banned or has reached their limit of matches.

        If `name` is given, the message is about the user with this name, and is shown to someone else.
        """
        if await self.banned_among(tx, [user_id]):
            raise Refusal(_NOT_SERVED if name is None else CANNOT_SEAT_THEM)
        most = self.overrides.count("matches_per_person")
        if not most:
            return
        await tx.wait_for_lock(f"matches of person {user_id}")
        if await matches.count_of_user(tx, user_id) >= most:
            if name is not None:
                raise Refusal(N_("{name} has reached the limit of tables here."), name=name)
            raise Refusal(N_("You've reached the limit of tables here ({n}). Finish or leave one first."), n=most)

    async def check_guest(self, db: Reader, user_id: int) -> None:
        """Raise Refusal if an invited user is banned. The message is for the player who invites them."""
        if await self.banned_among(db, [user_id]):
            raise Refusal(CANNOT_SEAT_THEM)

    async def banned_among(self, db: Reader, user_ids: Collection[int]) -> set[int]:
        """Return which of these users are banned."""
        return {user for check in self.ban_checks for user in await check(db, user_ids)}

    def is_barred(self, user_id: int) -> bool:
        """Return whether a user is banned, as far as this process knows."""
        return any(check(user_id) for check in self.known_bans)

    async def check_server(self, tx: Transaction, guild_id: int) -> None:
        """Raise Refusal if a server has reached its limit of matches."""
        most = self.overrides.count("matches_per_server")
        if not most:
            return
        await tx.wait_for_lock(f"matches of server {guild_id}")
        if await matches.count_of_server(tx, guild_id) >= most:
            raise Refusal(N_("This server has reached its limit of matches ({n}). Finish or end one first."), n=most)


#: Maximum length of a reason or a report, in characters.
MAX_REASON_LENGTH = 300


def storable_text(words: str) -> str:
    """Return a text without the characters that a database can't store: invalid Unicode and the null character.

    Each of these characters is replaced by another one, so the length stays the same.
    """
    return words.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def checked_sentence(words: str) -> str:
    """Return a user's text as a single line that the database accepts, shortened if it is too long.

    Raises Refusal if the text is empty.
    """
    line = " ".join(storable_text(words).split())[:MAX_REASON_LENGTH]
    if not line:
        raise Refusal(N_("Write one sentence."))
    return line


def check_rate(times: list[int], now: int, *, limit: int, span: int, sentence: str) -> None:
    """Raise Refusal with this sentence if something was done `limit` times in the last `span` seconds.

    `times` says when it was done, oldest first. The sentence has a placeholder `minutes` for the time left to wait.
    Times in the future were recorded before the clock was set back. They don't count, because otherwise they might
    count for a very long time.
    """
    recent = [at for at in times if now - span < at <= now]
    if len(recent) >= limit:
        raise Refusal(sentence, minutes=max(1, -(-(recent[-limit] + span - now) // 60)))
