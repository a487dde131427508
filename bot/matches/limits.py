"""How much one person, or one server, may take of what all share."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import Transaction, matches
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


@dataclass(frozen=True, slots=True)
class Limits:
    """How many matches there may be at the same time; 0 for no limit."""

    person: int = 0
    server: int = 0

    async def check_person(self, tx: Transaction, user_id: int, name: str | None = None) -> None:
        """Raise Refusal when a person may sit at no further table; with a name it speaks of them to somebody else."""
        if not self.person:
            return
        await tx.alone(f"matches of person {user_id}")
        if await matches.live_of(tx, user_id) >= self.person:
            if name is not None:
                raise Refusal(N_("{name} sits at as many tables as one person may here."), name=name)
            raise Refusal(
                N_("You sit at as many tables as one person may here ({n}); finish or leave one first."), n=self.person
            )

    async def check_server(self, tx: Transaction, guild_id: int) -> None:
        """Raise Refusal when a server may have no further match."""
        if not self.server:
            return
        await tx.alone(f"matches of server {guild_id}")
        if await matches.live_in(tx, guild_id) >= self.server:
            raise Refusal(
                N_("This server has as many matches as it may have at once ({n}); finish or end one first."),
                n=self.server,
            )


#: The longest sentence that somebody gives as a reason or says is wrong.
LONGEST_SENTENCE = 300


def checked_sentence(words: str) -> str:
    """Return a person's own words in one line that the database accepts: not too long, and valid Unicode.

    Raises Refusal when there are none.
    """
    line = " ".join(words.encode("utf-8", "replace").decode("utf-8").replace("\0", " ").split())[:LONGEST_SENTENCE]
    if not line:
        raise Refusal(N_("Say it in a sentence."))
    return line


def check_rest(times: list[int], now: int, *, most: int, span: int, sentence: str) -> None:
    """Raise Refusal with this sentence when something was done `most` times within the last `span` seconds.

    `times` are when it was done, oldest first. The sentence names the `minutes` until it may be done again. What was
    done later than now, before the clock was set back, doesn't count: it would do so for as long as that was wrong.
    """
    recent = [at for at in times if now - span < at <= now]
    if len(recent) >= most:
        raise Refusal(sentence, minutes=max(1, -(-(recent[-most] + span - now) // 60)))
