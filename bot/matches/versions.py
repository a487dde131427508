"""The versions in which matches are saved: while a deploy rolls, older processes leave alone what newer ones saved."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from bot.store import Store, facts, groups
from rules.kernel.game import AnyGame

#: The version of what is saved of a match besides its state: entries of the journal, posts, and what they hold. Raise
#: it with a change that the release before can't work with.
ROWS = 5


#: What a part of a release's number has room for.
_PART = 1000


def version_of(game: AnyGame) -> int:
    """Return the version in which this process saves matches of a game.

    It rises with the game's own and with ROWS, and neither ever falls: what a newer release saves has a higher one.
    """
    return game.version + ROWS


@cache
def release() -> int:
    """Return the number of this release: a later one has a higher one."""
    major, minor, patch = (int(part) for part in version("tenebrae").split(".")[:3])
    return (major * _PART + minor) * _PART + patch


class CommandSet:
    """Which release has registered the commands with Discord: an older one does not put its own in their place."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number

    async def is_ours(self) -> bool:
        """Tell whether this release may register its commands.

        Processes of several releases work side by side on a server only. A file is one process's alone.
        """
        if self._store.path is not None:
            return True
        return await facts.get(self._store.read, facts.COMMANDS) <= self._number

    async def registered(self) -> None:
        """Save that the commands are those of this release."""
        if await facts.get(self._store.read, facts.COMMANDS) != self._number:
            async with self._store.write() as tx:
                await facts.put(tx, facts.COMMANDS, self._number)

    async def give_up(self) -> None:
        """Let the next process that starts register its commands, of whatever release it is, and those of servers."""
        async with self._store.write() as tx:
            await facts.put(tx, facts.COMMANDS, 0)
            await groups.renew(tx)
