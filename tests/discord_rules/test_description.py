"""Requests and answers are checked against Discord's published API description at every depth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.discord_rules import openapi, trim
from tests.game_helpers import each

POST = "/channels/1/messages"
AGENT = {
    "User-Agent": "DiscordBot (https://example.org, 1.0)",
    "Authorization": "Bot x",
    "Content-Type": "application/json",
}


def deep(**more: Any) -> dict[str, Any]:
    button = {"type": 2, "style": 1, "custom_id": "x", "label": "Go", **more}
    return {"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 1, "components": [button]}]}]}


@each(
    ("method", "path", "body", "query", "told"),
    [
        ("POST", POST, deep(emojy=None), {}, "$.components[0].components[0].components[0].emojy: no such key"),
        ("POST", POST, {"content": "x", "allowed_mentions": {"user": []}}, {}, "$.allowed_mentions.user: no such key"),
        ("GET", POST, None, {"limit": "0"}, "?limit: 0 is less than the minimum"),
        ("GET", POST, None, {"most": "5"}, "?most: no such key"),
        ("PATCH", "/channels/1", {"archive": True}, {}, "$.archive: no such key"),
        ("POST", "/channels/1/threads", {"name": "x", "tipe": 11}, {}, "$.tipe: no such key"),
        ("POST", f"{POST}/2/threads", {"name": "x" * 101}, {}, "$.name: "),
        ("PUT", "/channels/1/thread-members/2", {"x": 1}, {}, "a body where none is described"),
        ("GET", "/channels/1/letters", None, {}, "Discord describes no such request"),
    ],
)
def test_a_fault_is_told_with_its_place(method: str, path: str, body: Any, query: dict[str, str], told: str) -> None:
    kind = None if body is None else "application/json"
    faults = openapi.description().faults(method, path, kind, body, query)
    assert any(told in fault for fault in faults), (told, faults)


@each(
    ("name", "value", "told"),
    [
        ("User-Agent", "curl/8", "the User-Agent"),
        ("Authorization", "x", "an Authorization"),
        ("X-Audit-Log-Reason", "x" * 600, "a reason"),
        ("Content-Type", "text/plain", "the Content-Type"),
    ],
)
def test_headers_are_looked_at(name: str, value: str, told: str) -> None:
    body = {"content": "x"}
    described = openapi.description()
    assert described.faults("POST", POST, "application/json", body, {}, AGENT) == []
    faults = described.faults("POST", POST, "application/json", body, {}, AGENT | {name: value})
    assert [fault for fault in faults if told in fault]


def test_answers_lack_nothing_that_is_required_and_name_nothing_else() -> None:
    faults = openapi.description().answer_faults("GET", "/users/@me/guilds", 200, [{"id": "1", "nom": "x"}])
    assert any("'name' is a required property" in fault for fault in faults)
    assert any("$[0].nom: no such key" in fault for fault in faults)
    assert openapi.description().answer_faults("GET", "/users/@me/guilds", 200, []) == []
    assert "the status 204" in openapi.description().answer_faults("GET", POST, 204, None)[0]


def test_a_shape_of_an_answer_is_held_against_the_description_once() -> None:
    described = openapi.description()
    one = {"id": "1", "name": "x", "icon": None, "banner": None, "owner": False, "permissions": "0", "features": []}
    assert described.answer_faults("GET", "/users/@me/guilds", 200, [one]) == []
    before = described.answers
    assert described.answer_faults("GET", "/users/@me/guilds", 200, [one | {"id": "2"}] * 3) == []
    assert described.answers == before


def test_a_missing_description_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(openapi, "PLACE", tmp_path / "openapi.json")
    openapi.description.cache_clear()
    with pytest.raises(FileNotFoundError):
        openapi.description()
    openapi.description.cache_clear()


def test_the_description_is_kept_as_the_tool_trims_it_with_its_licence() -> None:
    """The stored API description is exactly what the trim tool writes, so trimming it again changes nothing."""
    kept = trim.PLACE.read_text("utf-8")
    assert trim.written(trim.trimmed(json.loads(kept))) == kept
    assert len(kept.encode()) < 400_000
    assert "MIT License" in trim.PLACE.with_suffix(".LICENSE").read_text("utf-8")
