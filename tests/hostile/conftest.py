"""The hostile tests play in the rooms of the Discord layer's tests, in simulated time."""

from __future__ import annotations

from tests.discord.conftest import pytest_runtest_call

__all__ = ["pytest_runtest_call"]
