"""What several folders of tests share."""

from __future__ import annotations

import pytest


class FakeClock:
    """A clock that a test sets."""

    def __init__(self, at: int = 1_700_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def advance(self, seconds: int) -> None:
        self.at += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()
