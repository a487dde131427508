"""Each command's result is counted in the metrics and logged in a single line that names no user."""

from __future__ import annotations

import logging

import pytest
from prometheus_client import CollectorRegistry, Histogram

from bot.app import metrics
from bot.discord.http import interaction_metrics
from bot.store.errors import StoreError
from tests.discord.room import Room


def command_counts() -> dict[str, float]:
    """Return how many commands the metrics have counted so far, by result."""
    (family,) = metrics.INTERACTIONS.collect()
    of_commands = [one for one in family.samples if one.labels["kind"] == "command"]
    return {one.labels["result"]: one.value for one in of_commands}


async def test_a_command_is_counted_by_outcome(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.discord")
    who = room.people[0]

    async def fails(*_: object, **__: object) -> None:
        raise StoreError("The database can't be read: the disk is full or fails.")

    before = command_counts()
    await room.slash(who, "help")
    await room.slash(who, "undo")  # refused, because there is no match in the channel
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.service.matches, "in_channel", fails)
        await room.slash(who, "undo")
    after = command_counts()
    assert {result: after[result] - before.get(result, 0) for result in ("done", "refused", "storage")} == {
        "done": 1,
        "refused": 1,
        "storage": 1,
    }
    told = [record for record in caplog.records if record.getMessage() == "answered"]
    assert [(one.what, one.result) for one in told] == [  # type: ignore[attr-defined]
        ("help", "done"),
        ("undo", "refused"),
        ("undo", "storage"),
    ]
    assert str(who.id) not in "".join(map(str, (vars(one) for one in told)))


def test_codes_that_the_bot_does_not_know_are_one_label() -> None:
    assert {"50007", "10062", "20026", "160007"} <= interaction_metrics._KNOWN
    assert len(interaction_metrics._KNOWN) < 50


def test_the_time_within_which_most_was_done_is_the_end_of_its_bucket() -> None:
    seconds = Histogram("a_test_seconds", "For a test.", ["kind"], registry=CollectorRegistry(), buckets=(1, 5, 60))
    assert metrics.quantile(seconds, 0.95) is None
    for _ in range(19):
        seconds.labels("board").observe(0.5)
    seconds.labels("board").observe(4)
    seconds.labels("other").observe(3600)
    assert metrics.quantile(seconds, 0.95, kinds=("board", "turn")) == 1
    assert metrics.quantile(seconds, 0.99, kinds=("board",)) == 5
    assert metrics.quantile(seconds, 0.99) is None, "longer than any bucket"
