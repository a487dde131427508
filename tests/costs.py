"""What tests cost the processor, in seconds of its time: `make costs`. Other work on the machine changes them little.

What a process of a test has cost is counted where it ends: a server of the tests with the last test that runs.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator

import pytest

#: How many tests are listed.
MOST = 40
_costs: dict[str, float] = {}


def _spent() -> float:
    """Return the processor's seconds that this process has had, with those of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Count a test, and the fixtures that are made for it first."""
    before = _spent()
    try:
        return (yield)
    finally:
        _costs[item.nodeid] = _spent() - before


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the costliest tests, and the folders."""
    folders: defaultdict[str, float] = defaultdict(float)
    for test, seconds in _costs.items():
        folders["/".join(test.split("/")[:2])] += seconds
    for what, found in (("tests", _costs), ("folders", folders)):
        terminalreporter.section(f"what {what} cost the processor, in seconds")
        for name, seconds in sorted(found.items(), key=lambda one: -one[1])[:MOST]:
            terminalreporter.line(f"{seconds:8.2f}  {name}")
