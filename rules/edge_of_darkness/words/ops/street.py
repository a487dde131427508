"""The words of verbs on the Street."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words.amounts import Speaker


def _draw(by: Speaker, op: ops.Draw) -> str:
    return by.say.n("Draw {n} card from the Street", "Draw {n} cards from the Street", op.count)


def _take_street(by: Speaker, op: ops.TakeStreet) -> str:
    return by.say.t("Take a Street card of your choice into your hand and refill the Street")


def _sink_street(by: Speaker, op: ops.SinkStreet) -> str:
    return by.say.t("Put a Street card under the stack and refill the Street")


def _delay_street(by: Speaker, op: ops.DelayStreet) -> str:
    return by.say.t("Move a Street card to the end of the Street next to the stack")


TEXT: dict[type[Any], Callable[..., str]] = {
    ops.Draw: _draw,
    ops.TakeStreet: _take_street,
    ops.SinkStreet: _sink_street,
    ops.DelayStreet: _delay_street,
}
