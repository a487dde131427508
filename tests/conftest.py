"""Setup shared by all tests."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from bot import wiring
from bot.app import logs
from tests.database_fixtures import address as address
from tests.database_fixtures import database as database
from tests.database_fixtures import pytest_terminal_summary as pytest_terminal_summary
from tests.database_fixtures import server as server

if TYPE_CHECKING:
    from playwright.async_api import Browser

# Imports and test collection leave hardly any garbage, but the garbage collector took a quarter of their time.
gc.disable()
wiring.register()


def pytest_collection(session: pytest.Session) -> None:
    """Let each pytest worker start importing the test modules at a different one.

    In a fresh clone, every process would otherwise compile every test module, which takes longer than collecting the
    tests.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        root = session.config.rootpath
        files = sorted(file for place in session.config.args for file in (root / place).rglob("test_*.py"))
        share = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for file in files[share:]:
            with suppress(Exception):  # pytest reports an import error when it collects the module
                import_module(".".join(file.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Turn garbage collection on again, with a higher threshold than Python's default of 700 objects to save time."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium. Tests that use it are skipped where it isn't installed."""
    from tools import headless_browser  # imported here because few tests need it, and it imports Playwright

    program = headless_browser.program()
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    async with headless_browser.opened(program) as running:
        yield running


class FakeClock:
    """A clock that a test can set."""

    def __init__(self, at: int = 1_700_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def monotonic(self) -> float:
        return float(self.at)

    def advance(self, seconds: int) -> None:
        self.at += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(scope="session", autouse=True)
def usual_sync_mode() -> Iterator[str]:
    """Turn off disk syncs and the warm-up that draws boards; yield SQLite's normal sync mode.

    Data that hasn't reached the disk is lost only in a power cut, and most tests don't need a board.
    """
    from bot.app import warm_up
    from bot.store import sqlite_opening

    as_it_runs = sqlite_opening.SYNCHRONOUS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_opening, "SYNCHRONOUS", "OFF")
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(warm_up, "steps", lambda: iter(()))
        yield as_it_runs


@pytest.fixture(scope="session", autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make bots record their database addresses in a temporary folder instead of the user's home."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def restore_logging() -> Iterator[None]:
    """Restore the logging configuration after each test, because commands change it and later tests read the log."""
    handlers = list(logging.getLogger().handlers)
    levels = {name: logging.getLogger(name).level for name in (None, *logs.NOISY_LIBRARIES)}
    yield
    logging.getLogger().handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture(scope="module", autouse=True)
def forget_damaged_rows() -> Iterator[None]:
    """Give each test module an empty record of damaged rows, so its bots don't report other modules' rows."""
    from bot.store import decoding

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "_reported", {})
        yield


@pytest.fixture(scope="module", autouse=True)
def remove_installed_packs() -> Iterator[None]:
    """Remove the content packs that a test module has installed, since other tests count the packs."""
    import rules

    kept = [
        where
        for game in rules.GAMES.values()
        if (own := game.packs)
        for where in (own.added, own.frozen, own.server_packs)
    ]
    before = [{**where} for where in kept]
    yield
    for where, then in zip(kept, before, strict=True):
        where.clear()
        where.update(then)
