"""The hostile tests use the fixtures of the Discord layer's tests, in simulated time."""

from __future__ import annotations

import pytest

import render.registry
from tests.discord.conftest import pytest_runtest_call
from tests.e2e.visibility_checks import Pictures

__all__ = ["plain_pictures", "pytest_runtest_call"]


@pytest.fixture
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace real pictures by stub pictures, which cost nothing to draw, since these tests check only messages."""
    for game in render.registry.GAMES:
        monkeypatch.setitem(render.registry.GAMES, game, Pictures())
