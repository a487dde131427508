"""Exports matches to files and imports them while the bot is stopped."""

from __future__ import annotations

import asyncio
import gzip
import os
import tempfile
import zlib
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.matches.match_files import MAX_FILE_BYTES
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.store.errors import StoreError
from bot.store.store import Store
from rules.kernel.content.packs import BASE, without_hash
from rules.kernel.words.translation import LOCALES

T = TypeVar("T")


def players_of(text: str) -> list[tuple[int, str]]:
    """Parse `id:name,id:name` in seat order; raises ConfigError."""
    players: list[tuple[int, str]] = []
    for part in text.split(","):
        number, _, name = part.strip().partition(":")
        if not number.isdecimal() or not name or not 0 < int(number) < 2**63:
            raise ConfigError(f"{part.strip()!r} is not a player; write id:name, separated by commas, seat by seat.")
        players.append((int(number), name))
    return players


def export(settings: Settings, match_id: int, out: Path, force: bool, own_pack: bool) -> str:
    """Write a match to a file, and return the message to print. An existing file is replaced only if `force`.

    A match with its server's own content pack is exported only if `own_pack`.
    """

    async def work(service: MatchService) -> bytes:
        check_pack(await service.matches.get(match_id), own_pack)
        return await service.transfer.export(match_id)

    # Check this before the export, because the export is recorded in the journal even if its file can't be written.
    if os.path.lexists(out) and not force:
        raise ConfigError(f"There is a file {out} already; --force replaces it.")
    write(out, asyncio.run(with_service(settings, work)))
    return f"Match {match_id} is in {out}; the file holds every secret of the match, so only you can read it."


def check_pack(info: MatchInfo, own_pack: bool) -> None:
    """Raise ConfigError if a match uses its server's own content pack, unless `own_pack` allows that."""
    if info.pack != BASE and not own_pack:
        raise ConfigError(
            f"Match {info.id} is played with the content pack {without_hash(info.pack)!r}, which belongs to its server,"
            " and the file would name its cards."
            " --own-pack writes it anyway; don't give it to anyone outside that server."
        )


def write(out: Path, data: bytes) -> None:
    """Atomically write a file that only its owner may read; raises ConfigError."""
    with atomic_file(out) as file:
        file.write(data)


def write_new(file: Path, data: bytes) -> Path:
    """Write a file that mustn't exist yet, and return its path; raises ConfigError."""
    try:
        with file.open("xb") as out:
            out.write(data)
    except FileExistsError:
        raise ConfigError(f"{file} already exists.") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file} can't be written: {getattr(error, 'strerror', None) or error}.") from None
    return file


@contextmanager
def atomic_file(out: Path) -> Generator[BinaryIO]:
    """Yield a writable file that only its owner may read. It appears under its name only if the block succeeds.

    Raises ConfigError.
    """
    try:
        handle, part = tempfile.mkstemp(".part", out.name, out.absolute().parent)
        try:
            with open(handle, "wb") as file:
                yield file
            os.replace(part, out)
        finally:
            Path(part).unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"{out} can't be written: {error.strerror or error}.") from None


def adopt(settings: Settings, file: Path, guild_id: int, channel_id: int, players: str, locale: str) -> int:
    """Import a match from a file into a channel. Return the number of the new match."""
    seated = players_of(players)
    if locale not in LOCALES:
        raise ConfigError(f"There is no language {locale!r}; the languages are: {', '.join(LOCALES)}.")
    for name, number in (("server", guild_id), ("channel", channel_id)):
        if not 0 < number < 2**63:
            raise ConfigError(f"{number} is not the id of a {name}.")
    data = read(file)

    async def work(service: MatchService) -> int:
        info = await service.transfer.adopt(
            data, guild_id=guild_id, channel_id=channel_id, players=seated, locale=locale
        )
        return info.id

    return asyncio.run(with_service(settings, work))


def give_up_commands(settings: Settings) -> None:
    """Let the next process that starts register its commands, even if they replace those of a newer version."""
    asyncio.run(with_service(settings, lambda service: service.command_set.give_up()))


def read(file: Path) -> bytes:
    """Return a file's content, cut off slightly above the maximum size of a saved match; raises ConfigError.

    Files whose names end in .gz, such as those in tests/saves, are decompressed.
    """
    try:
        if file.exists() and not file.is_file():
            raise ConfigError(f"{file} is not a file.")
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            return stream.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError, EOFError, zlib.error) as error:
        raise ConfigError(f"{file} can't be read: {getattr(error, 'strerror', None) or error}.") from None


async def with_service(settings: Settings, work: Callable[[MatchService], Awaitable[T]]) -> T:
    """Return the result of calling `work` with the match service while the bot is stopped; raises StartError."""
    # Imported only here, because it loads all features and discord.py.
    from bot import wiring

    wiring.register()
    try:
        async with await Store.open(settings.database, create=False) as store:
            return await work(MatchService(store, store.clock))
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
