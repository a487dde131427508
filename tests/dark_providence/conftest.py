"""What holds for every test of this game."""

from __future__ import annotations

import pytest

from tests.dark_providence import table


@pytest.fixture(autouse=True)
def checked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check arranged positions, but those of tests that are marked as unreachable."""
    monkeypatch.setattr(table, "CHECKED", request.node.get_closest_marker("unreachable") is None)
