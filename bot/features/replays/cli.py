"""The command `tenebrae replay`, which writes a match as a web page, an animation or single boards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

import render
import rules
from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.cli.transfer_command import write
from bot.features.replays.files.export import ANIMATION, HTML_PAGE, boards, make_file
from bot.features.replays.service.replay_steps import OPEN_VIEWER, Viewer, read, viewers
from bot.matches.service_results import MatchInfo
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from bot.store.statements import matches
from bot.store.transactions import Reader
from rules.kernel.words.translation import LOCALES

SPECTATOR = "spectator"


def viewer_of(text: str) -> Viewer:
    """Return the viewer named on the command line: a spectator, a seat (counted from 1), or all.

    Raises ConfigError for any other text.
    """
    if text in (SPECTATOR, OPEN_VIEWER):
        return None if text == SPECTATOR else OPEN_VIEWER
    if not text.isdecimal() or not int(text):
        raise ConfigError(f"{text!r} is nobody's view; write spectator, all, or a seat's number, from 1.")
    return int(text) - 1


def make(
    settings: Settings,
    match_id: int,
    viewer: Viewer,
    locale: str,
    files: Mapping[str, Path | None],
    folder: Path | None,
    say: Callable[[str], None],
    *,
    secrets: bool,
) -> None:
    """Write a match's replay files, even while the bot is running. Raises StartError."""
    if locale not in LOCALES:
        raise ConfigError(f"There is no language {locale!r}; the languages are: {', '.join(LOCALES)}.")
    if not any(files.values()) and folder is None:
        raise ConfigError("Say what to make: --page FILE, --picture FILE, --boards FOLDER, or several of them.")

    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"{folder} can't be written: {error.strerror}.") from None

    async def work(db: Reader, info: MatchInfo) -> None:
        for kind in (HTML_PAGE, ANIMATION):
            if (target_file := files.get(kind)) is not None:
                data = await make_file(db, rules.GAMES[info.game], info, viewer, locale, kind)
                write(target_file, data)
                say(f"{target_file}: {len(data):,} bytes.")
        if folder is not None:
            say(f"{folder}: {await _boards(db, info, viewer, locale, folder)} boards.")

    try:
        asyncio.run(_run_on_match(settings, match_id, partial(check_viewer, viewer=viewer, secrets=secrets), work))
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


async def _run_on_match(
    settings: Settings,
    match_id: int,
    check: Callable[[MatchInfo], None],
    work: Callable[[Reader, MatchInfo], Awaitable[None]],
) -> None:
    async with read_snapshot(settings.database) as db:
        info = await matches.get(db, match_id)
        if info is None:
            raise StartError(f"There is no match {match_id}; `/match status` in its channel shows its number.")
        if info.started_at is None:
            raise StartError(f"Match {match_id} has not begun.")
        if info.game not in rules.GAMES:
            raise StartError(f"The game {info.game} of match {match_id} is not installed.")
        check(info)
        await work(db, info)


def check_viewer(info: MatchInfo, viewer: Viewer, *, secrets: bool) -> None:
    """Raise ConfigError if the seat doesn't exist, or if the view contains secrets that were not requested."""
    if isinstance(viewer, int) and viewer >= len(info.seats):
        raise ConfigError(f"Match {info.id} has no seat {viewer + 1}: its seats are 1 to {len(info.seats)}.")
    if not secrets and viewer not in viewers(info, None):
        raise ConfigError(
            f"Match {info.id} was not played to its end, so this view holds what others may not know;"
            " --secrets makes it all the same."
        )


async def _boards(db: Reader, info: MatchInfo, viewer: Viewer, locale: str, folder: Path) -> int:
    """Write the boards of all steps into a folder, drawn as in the channel; return the number of boards."""
    count = 0
    async for step, draw in boards(await read(db, rules.GAMES[info.game], info), viewer, locale):
        write(folder / f"board-{step.number + 1:04}.png", render.encode(draw()))
        count += 1
    return count
