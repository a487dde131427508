"""What keeps posts from going out: faults of Discord's side, what is said of them, and when to try again."""

from __future__ import annotations

import logging

import discord

from bot.discord.support import codes
from bot.matches import REFUSED, MatchInfo, Outbox, Retry, Undeliverable
from rules.kernel.words.text import N_, Say

log = logging.getLogger("bot.discord")

#: Seconds to the next try where somebody in the server must do something first; we hear of most of what they do.
SEE_TO_IT = 600
#: Seconds to the next try of a call that was refused for what it is; the next move brings another one by itself.
TAKE_IT = 3600

NOT_ALLOWED = "not allowed to post"
LOCKED = "the thread is locked"
GONE = "the channel is gone"
#: What is said of each to those who play; moves count all the same.
_SENTENCES = {
    NOT_ALLOWED: N_(
        "I can't post in this match's channel: I need to view it, send messages and attach files there."
        " Your moves count all the same, and posts go out once I may."
    ),
    LOCKED: N_(
        "This match's thread is locked, so I can't post there. Your moves count all the same, and posts go out once"
        " it is unlocked."
    ),
    GONE: N_(
        "This match's channel is gone, so nobody is called there any more; you can play on from private messages."
    ),
}
_REFUSED = N_(
    "Discord refuses the post in this match's channel that says whose turn it is, so nobody was called there;"
    " your moves count all the same, and I keep trying."
)
_NO_SERVER = N_(
    "I am no longer in the server of this match, so I can't post there. Your moves count all the same, and posts go"
    " out once I am back."
)


class Troubles:
    """What keeps each match's posts from its channel right now, as far as this process has met it."""

    def __init__(self, client: discord.Client, outbox: Outbox) -> None:
        self._client = client
        self._outbox = outbox
        self._met: dict[int, tuple[int, str]] = {}

    def met(self, info: MatchInfo, reason: str) -> None:
        """Remember why something could not be posted in a match's channel."""
        if reason in _SENTENCES:
            if info.id not in self._met:
                log.warning("a match's channel is out of reach", extra={"match": info.id, "reason": reason})
            self._met[info.id] = (info.guild_id, reason)

    def over(self, info: MatchInfo) -> None:
        """Forget it: something was posted there."""
        self._met.pop(info.id, None)

    async def sentence(self, say: Say, info: MatchInfo) -> str | None:
        """Return what players should know of it, or None when posts go out."""
        met = self._met.get(info.id)
        if met is None:
            return say.t(_REFUSED) if await self._outbox.has_refused_call(info.id) else None
        gone = met[1] == NOT_ALLOWED and self._client.get_guild(info.guild_id) is None
        return say.t(_NO_SERVER if gone else _SENTENCES[met[1]])

    async def look_again(self, guild_id: int) -> None:
        """Try at once what could not be posted in a server: something has changed there."""
        here = {match_id for match_id, (guild, _) in self._met.items() if guild == guild_id}
        await self._outbox.hurry(guild_id, here, tuple(_SENTENCES))


def is_refusal(error: discord.HTTPException) -> bool:
    """Tell whether a post was refused for what it is: another that says the same may be taken."""
    return isinstance(verdict(error), Undeliverable) and error.code not in (codes.UNKNOWN_CHANNEL, *codes.DM_CLOSED)


def kept_refusal(error: discord.HTTPException) -> Retry:
    """Return what keeps a refused call until it is taken: nobody has been called."""
    return Retry(TAKE_IT, f"{REFUSED}: {verdict(error)}")


def verdict(error: discord.HTTPException) -> Retry | Undeliverable:
    """Tell a fault that may pass from one that won't."""
    if error.status == 429:
        after = error.response.headers.get("Retry-After")
        return Retry(float(after) if after else None)
    if error.status >= 500:
        return Retry()
    if error.code in (codes.THREAD_ARCHIVED, codes.THREAD_LOCKED):
        return Retry(SEE_TO_IT, LOCKED)
    if error.code == codes.UNKNOWN_CHANNEL:
        return Undeliverable(GONE)
    if error.status == 401 or not error.code:
        # A token that was replaced, or what stands before Discord and knows nothing of posts.
        return Retry(SEE_TO_IT)
    if error.status == 403:
        return Retry(SEE_TO_IT, NOT_ALLOWED)
    return Undeliverable(f"{error.status} {error.code} {error.text}")
