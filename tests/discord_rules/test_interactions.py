"""The interactions of the simulated Discord server match Discord's documentation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord_rules.interactions import event_faults
from tests.sockets.discord_data import ANA, AUTOCOMPLETE, CHANNEL, COMMAND, COMPONENT, FORM, Message, World
from tests.sockets.endpoint import PING

CALLED = {"id": "1", "name": "hand", "type": 1, "options": [{"name": "x", "type": 3, "value": "y"}]}
DATA: dict[int, dict[str, Any]] = {
    COMMAND: CALLED,
    AUTOCOMPLETE: CALLED,
    COMPONENT: {"custom_id": "x", "component_type": 2},
    FORM: {"custom_id": "x", "components": []},
}


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("kind", DATA)
def test_each_kind_has_all_that_it_needs(kind: int, private: bool) -> None:
    world = World()
    channel = world.private_channel(ANA).id if private else CHANNEL
    source = Message(world.next_id(), channel) if kind == COMPONENT else None
    event = world.event(world.interact(kind, ANA, channel, DATA[kind], source))
    assert event_faults(event) == []
    for name in ("locale", "context", "app_permissions", "attachment_size_limit", "user" if private else "member"):
        assert event_faults({key: value for key, value in event.items() if key != name}), name
    assert event_faults(event | {"app_permissions": 8})
    assert event_faults(event | {"made_up": 1})


def test_a_ping_needs_less() -> None:
    assert event_faults(PING) == []
