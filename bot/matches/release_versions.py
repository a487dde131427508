"""Versions of saved matches and of releases, so older processes don't touch what newer ones have saved."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from bot.store import named_numbers
from bot.store.statements import command_groups
from bot.store.store import Store
from rules.kernel.game import AnyGame

#: The version of a match's saved data other than its state: journal entries, posts and their contents. Raise it with
#: each change that the previous release can't read.
ROWS_VERSION = 5


#: Each part of a release's version number is less than this.
_PART = 1000


def version_of(game: AnyGame) -> int:
    """Return the version that matches of a game have when this process saves them.

    This is the sum of the game's version and ROWS_VERSION. Neither of them ever falls, so a newer release never saves a
    lower version.
    """
    return game.version + ROWS_VERSION


@cache
def release_number() -> int:
    """Return this release's version as a single number, which rises with each release."""
    major, minor, patch = (int(part) for part in version("tenebrae").split(".")[:3])
    return (major * _PART + minor) * _PART + patch


class CommandSet:
    """Records which release has registered its commands with Discord, so an older release doesn't replace them."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number

    async def is_ours(self) -> bool:
        """Return whether this release may register its commands.

        If the database is a file, return True: only with a database server can different releases run at the same
        time.
        """
        if self._store.path is not None:
            return True
        return await named_numbers.get(self._store.read, named_numbers.COMMANDS) <= self._number

    async def save_registered(self) -> None:
        """Record that this release has registered its commands."""
        if await named_numbers.get(self._store.read, named_numbers.COMMANDS) != self._number:
            async with self._store.write() as tx:
                await named_numbers.set_number(tx, named_numbers.COMMANDS, self._number)

    async def give_up(self) -> None:
        """Let the next process that starts register all commands, whatever its release."""
        async with self._store.write() as tx:
            await named_numbers.set_number(tx, named_numbers.COMMANDS, 0)
            await command_groups.mark_outdated(tx)
