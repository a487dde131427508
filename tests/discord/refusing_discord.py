"""Makes the in-process simulated Discord refuse the messages whose contents meet a test's condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import simcord.http.router
from simcord.backend.errors import BackendError
from simcord.components import walk_components

from tests.discord.room import Room

Body = dict[str, Any]


def parts_of(body: Body) -> list[Body]:
    """Return all components of a message, followed by the options of its menus."""
    found = list(walk_components(body.get("components") or []))
    return [*found, *(option for one in found for option in one.get("options") or ())]


def has_emoji(body: Body) -> bool:
    return any(part.get("emoji") for part in parts_of(body))


def has_picture(body: Body) -> bool:
    return bool(body.get("attachments")) or any(part["type"] == 12 for part in parts_of(body) if "type" in part)


def has_controls(body: Body) -> bool:
    return any(part.get("custom_id") for part in parts_of(body))


class SelectedRefusals:
    """Makes Discord refuse each message that `refuses` returns True for, and collects these messages in `refused`."""

    def __init__(self, room: Room, patch: pytest.MonkeyPatch) -> None:
        self.refuses: Callable[[Body], bool] = lambda _: False
        self.error, self.path = BackendError(400, 50035, "Invalid Form Body"), ""
        self.refused: list[Body] = []
        check = simcord.http.router._check_faults

        def strict(backend: Any, method: str, path: str) -> None:
            check(backend, method, path)
            body = room.env.http_requests[-1].json
            body = body.get("data", body) if isinstance(body, dict) else {}
            is_message = {"content", "components"} & set(body) and self.path in path
            if method in ("POST", "PATCH") and is_message and self.refuses(body):
                self.refused.append(body)
                raise self.error

        patch.setattr(simcord.http.router, "_check_faults", strict)
