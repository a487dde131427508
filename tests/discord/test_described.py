"""Requests and answers of the in-process simulated Discord are checked against Discord's API description."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.discord import api_checks
from tests.discord.room import Room

BUTTON = {"type": 2, "style": 1, "custom_id": "x", "label": "Go"}


def take_differences(room: Room) -> list[str]:
    """Return the differences from Discord's API description found so far, and clear the list."""
    found, room.env.strict.wrong = room.env.strict.wrong, []
    return found


def ask(room: Room, method: str, path: str, body: Any, params: Any = None) -> Any:
    return router.dispatch(room.env.backend, method, path, json=body, params=params)


WRONG: list[tuple[str, str, Any, Any, str]] = [
    ("POST", "/messages", {"content": "x", "allowed_mentions": {"user": []}}, None, "$.allowed_mentions.user: no"),
    (
        "POST", "/messages", {"content": "x", "components": [{"type": 1, "components": [BUTTON | {"emojy": 1}]}]},
        None, "$.components[0].components[0].emojy: no such key",
    ),
    ("POST", "/messages", {"content": "x", "nonce": 1.5}, None, "$.nonce: 1.5 is not"),
    ("GET", "/messages", None, {"most": 5}, "?most: no such key"),
    ("POST", "/threads", {"name": "x", "type": 11, "tipe": 11}, None, "$.tipe: no such key"),
]  # fmt: skip


async def test_a_request_that_does_not_fit_is_told_each_time(room: Room) -> None:
    for method, path, body, params, place in 2 * WRONG:
        with suppress(BackendError):  # simcord itself may reject the invalid request
            ask(room, method, f"/channels/{room.table.id}{path}", body, params)
        found = take_differences(room)
        assert any(place in one for one in found), (place, found)


async def test_an_answer_that_does_not_fit_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_checks, "_passed_kinds", {})
    route = f"/channels/{room.table.id}/messages"
    ask(room, "POST", route, {"content": "x"})
    assert take_differences(room) == []
    fill = api_checks.fill_message

    def badly(backend: Any, message: dict[str, Any]) -> None:
        fill(backend, message)
        del message["pinned"]
        message["author"]["nom"] = "x"

    monkeypatch.setattr(api_checks, "fill_message", badly)
    ask(room, "POST", route, {"content": "x"})
    found = take_differences(room)
    assert any("'pinned' is a required property" in one for one in found)
    assert any("$.author.nom: no such key" in one for one in found)


async def test_an_interaction_that_does_not_fit_is_told(room: Room) -> None:
    emit = room.env.backend.emit

    def badly(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        return emit(event, payload | {"made_up": 1}, *args, **kwargs)

    room.env.backend.emit = badly  # type: ignore[method-assign]
    await room.slash(room.people[0], "help")
    assert any("made_up" in one for one in take_differences(room))


async def test_a_kind_of_object_is_looked_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def look() -> list[str]:
        looks.append(1)
        return []

    first, second = {"a": [{"b": 1}]}, {"a": [{"b": 2}, {"b": 3}]}
    for value in (first, second, {"a": [{"b": "x"}]}, {"a": [{"b": 1}, {"b": "x"}]}):
        api_checks._check_once("a test of looking once", value, look)
    assert len(looks) == 2
