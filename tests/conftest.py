"""What several folders of tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

import pytest

from tests.engines import address as address
from tests.engines import database as database
from tests.engines import pytest_terminal_summary as pytest_terminal_summary
from tests.engines import server as server

# Nothing that is imported and collected is garbage, and to look for it took a quarter of the time of collecting.
gc.disable()


def pytest_collection(session: pytest.Session) -> None:
    """Let each of several processes begin with other modules, and find those compiled that the others began with.

    In a fresh clone each of them compiled every test, which takes longer than to collect them.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        root = session.config.rootpath
        files = sorted(file for place in session.config.args for file in (root / place).rglob("test_*.py"))
        share = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for file in files[share:]:
            with suppress(Exception):  # what is wrong with it is told when its tests are collected
                import_module(".".join(file.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage again, among what the tests make, but not every 700 objects: to look takes time, too."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


class FakeClock:
    """A clock that a test sets."""

    def __init__(self, at: int = 1_700_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def passed(self) -> float:
        return float(self.at)

    def advance(self, seconds: int) -> None:
        self.at += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(scope="session", autouse=True)
def sure() -> Iterator[str]:
    """Let nothing wait until the disk has it, as only a power cut could tell and no test cuts the power, and let no bot
    that starts draw boards in the background, as most tests look at none; return how sure a commit is otherwise.
    """
    from bot import warm_up
    from bot.store import opening

    as_it_runs = opening.SYNCHRONOUS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "SYNCHRONOUS", "OFF")
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(warm_up, "steps", lambda: iter(()))
        yield as_it_runs


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let bots that start note their databases in a folder of the tests, and not in this user's home."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="module", autouse=True)
def damage_of_tests() -> Iterator[None]:
    """Let the damaged rows that a module's tests meet go with them: the owner of another test's bot would be told."""
    from bot.store import decoding

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "_met", {})
        yield


@pytest.fixture(scope="module", autouse=True)
def packs_of_tests() -> Iterator[None]:
    """Let the content packs that a module's tests install go with them: other tests count the packs that there are."""
    import rules

    kept = [
        where for game in rules.GAMES.values() if (own := game.packs) for where in (own.added, own.frozen, own.placed)
    ]
    before = [{**where} for where in kept]
    yield
    for where, then in zip(kept, before, strict=True):
        where.clear()
        where.update(then)
