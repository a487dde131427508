"""Versions of saved matches: during a rolling deploy, older processes leave alone what newer ones saved."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from bot.store import metadata as facts
from bot.store.statements import command_groups as groups
from bot.store.store import Store
from rules.kernel.game import AnyGame

#: The version of a match's saved data other than its state: journal entries, posts and their contents. Raise it with a
#: change that breaks the release before.
ROWS_VERSION = 5


#: The room for each part of a release's number.
_PART = 1000


def version_of(game: AnyGame) -> int:
    """Return the version in which this process saves matches of a game.

    It rises with the game's own and with ROWS, and neither ever falls: a newer release saves a higher one.
    """
    return game.version + ROWS_VERSION


@cache
def release_number() -> int:
    """Return this release's number, which rises with each release."""
    major, minor, patch = (int(part) for part in version("tenebrae").split(".")[:3])
    return (major * _PART + minor) * _PART + patch


class CommandSet:
    """The release that has registered the commands with Discord: an older one does not replace them."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number

    async def is_ours(self) -> bool:
        """Return whether this release may register its commands.

        Only on a server do processes of several releases run side by side; a file has one process.
        """
        if self._store.path is not None:
            return True
        return await facts.get(self._store.read, facts.COMMANDS) <= self._number

    async def save_registered(self) -> None:
        """Save that the registered commands are this release's."""
        if await facts.get(self._store.read, facts.COMMANDS) != self._number:
            async with self._store.write() as tx:
                await facts.set_number(tx, facts.COMMANDS, self._number)

    async def give_up(self) -> None:
        """Let the next process that starts register its commands, whatever its release, and those of servers."""
        async with self._store.write() as tx:
            await facts.set_number(tx, facts.COMMANDS, 0)
            await groups.renew(tx)
