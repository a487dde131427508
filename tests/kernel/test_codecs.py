"""Actions and events are converted to plain data and back, and faulty content files cause clear error messages."""

import json
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import rules
from rules.kernel.content.pack_files import MAX_BYTES
from rules.kernel.content.records import read
from rules.kernel.data.actions import from_json, to_json
from rules.kernel.data.events import Body, Event, in_stored_form
from rules.kernel.data.events import from_json as event_from_json
from rules.kernel.data.events import to_json as event_to_json
from rules.kernel.data.frozen_records import immutable
from rules.kernel.errors import ContentError, IllegalAction, SaveError
from rules.kernel.words.translation import Translator
from tests.kernel.duel import GAME, Bid, Dealt, Mulligan, Won


@pytest.mark.parametrize("action", [Bid(3), Mulligan((1, 2)), Mulligan(())])
def test_an_action_survives_json(action):
    assert GAME.action_from_json(json.loads(json.dumps(to_json(action)))) == action


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"verb": "fly"},
        {"verb": "bid"},
        {"verb": "bid", "card": "3"},
        {"verb": "bid", "card": True},
        {"verb": "bid", "card": 3, "more": 1},
        {"verb": "mulligan", "cards": ["1"]},
        {"verb": "mulligan", "cards": 1},
    ],
)
def test_what_is_no_action_is_refused(data):
    with pytest.raises(IllegalAction):
        from_json(GAME.actions, data)


@pytest.mark.parametrize("event", [Event(None, Won(1)), Event((1,), Dealt((4,)))])
def test_an_event_survives_json(event):
    assert GAME.event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_no_event_has_a_field_named_as_its_address():
    with pytest.raises(TypeError, match="address"):

        class Sent(Body):
            to: str


def test_an_unknown_event_is_refused():
    with pytest.raises(SaveError):
        GAME.event_from_json({"kind": "flew", "to": None})


@immutable
class Grown(Body, kind="grown"):
    """An event class that got an additional field in a later release."""

    card: int
    names: tuple[str, ...] | None = None


def test_a_field_of_a_later_release_may_be_missing_in_the_journal():
    kept = {"kind": "grown", "to": None, "card": 3}
    assert event_from_json({"grown": Grown}, kept) == Event(None, Grown(3))
    made = event_to_json(Event(None, Grown(3, ("a",))))
    assert in_stored_form(made, kept, {"grown": Grown}) == kept
    assert in_stored_form(made, made, {"grown": Grown}) == made
    for damaged in ({"kind": "grown", "to": None}, kept | {"more": 1}):
        with pytest.raises(SaveError):
            event_from_json({"grown": Grown}, damaged)


def test_what_an_event_has_gained_since_the_first_release_is_none_where_a_journal_lacks_it():
    had = {("used", "slip"), ("turned", "usual")}
    others = {
        (kind, field.name)
        for game in rules.GAMES.values()
        for kind, body in game.events.items()
        for field in fields(body)
        if field.default is not MISSING and field.default is not None
    }
    assert others == had


def test_gold_that_the_first_release_has_told_of_is_told():
    game = rules.GAMES["aevum_haeresis"]
    event = game.event_from_json({"kind": "gold_changed", "to": None, "seat": 0, "amount": -1, "total": 2})
    assert game.event_line(Translator("en"), event)


def test_a_content_fault_names_file_and_place(tmp_path: Path):
    (tmp_path / "cards.json").write_text('[{"cost": 1}, {"cost": "many"}]')
    with pytest.raises(ContentError, match=r"cards\.json, line 1: 1\.cost: "):
        read(tmp_path, "cards.json", TypeAdapter(list[dict[str, int]]))


@pytest.mark.parametrize("text", ["", "[", "[" * 200_000, "\x00"])
def test_a_broken_content_file_is_named(tmp_path: Path, text: str):
    (tmp_path / "cards.json").write_text(text)
    with pytest.raises(ContentError, match=r"cards\.json"):
        read(tmp_path, "cards.json", TypeAdapter(list[int]))


def test_a_missing_or_huge_content_file_is_named(tmp_path: Path):
    with pytest.raises(ContentError, match=r"cards\.json can't be read"):
        read(tmp_path, "cards.json", TypeAdapter(list[int]))
    (tmp_path / "cards.json").write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(ContentError, match=r"cards\.json is too large"):
        read(tmp_path, "cards.json", TypeAdapter(list[int]))
