"""Measures each test's CPU seconds for `make costs`. Unlike elapsed time, they hardly depend on the machine's load.

A subprocess's time is charged to the test that runs when it ends, so a shared server is charged to the last test.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

import pytest

#: Number of tests in the report of the most expensive tests.
LISTED_TESTS = 40
_costs: dict[str, float] = {}


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and its finished children."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test, including the setup of its fixtures."""
    before = _cpu_seconds()
    try:
        return (yield)
    finally:
        _costs[item.nodeid] = _cpu_seconds() - before


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the most expensive tests and the total for each folder."""
    folders: defaultdict[str, float] = defaultdict(float)
    for test, seconds in _costs.items():
        folders["/".join(test.split("/")[:2])] += seconds
    for what, found in (("tests", _costs), ("folders", folders)):
        terminalreporter.section(f"what {what} cost the processor, in seconds")
        for name, seconds in sorted(found.items(), key=lambda one: -one[1])[:LISTED_TESTS]:
            terminalreporter.line(f"{seconds:8.2f}  {name}")
