"""Saves: equal states give equal bytes, older versions are migrated, and anything else is refused with one sentence."""

import json

import pytest

import rules
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError
from tests.kernel.duel import GAME

SEQUENCE = next(iter(GAME.order_of_play.sequences))


def test_a_save_gives_back_the_same_match():
    match = GAME.new(2, "a")
    match.apply(0, Pass())
    again = GAME.load(match.dump())
    assert again.dump() == match.dump()
    assert again.decisions() == match.decisions()


def test_an_old_save_is_migrated_step_by_step():
    envelope = json.loads(GAME.new(2, "a").dump())
    envelope["version"] = 1
    envelope["state"]["score"] = [2, 1]
    del envelope["state"]["points"]
    assert GAME.load(json.dumps(envelope).encode()).state.points == [2, 1]


def changed(**changes: object) -> bytes:
    return json.dumps(json.loads(GAME.new(2, "a").dump()) | changes).encode()


def with_state(**changes: object) -> bytes:
    return changed(state=json.loads(GAME.new(2, "a").dump())["state"] | changes)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        changed(game="another"),
        changed(version="3"),
        changed(version=0),
        changed(state=None),
        changed(state={}),
        with_state(stack=[{"kind": "no_such_step"}]),
        with_state(stack=[]),
        with_state(stack=[{"kind": "sequence", "name": "no_such_sequence"}]),
        with_state(stack=[{"kind": "sequence", "name": SEQUENCE, "line": "no_such_line"}]),
        with_state(stack=[{"kind": "window", "name": "no_such_window", "order": [0]}]),
        with_state(stack=[{"kind": "secret", "name": "no_such_secret", "owed": [0]}]),
        with_state(seats=99),
        changed(version=1, state={"score": None}),
    ],
)
def test_what_is_no_save_is_refused_in_one_sentence(data):
    with pytest.raises(SaveError, match=r"^[A-Z][^\n]*\.$"):
        GAME.load(data)


def test_a_save_from_a_newer_version_says_so():
    with pytest.raises(SaveError, match="newer version"):
        GAME.load(changed(version=4))


def test_a_game_that_is_not_installed_is_refused():
    with pytest.raises(SaveError, match="game isn't installed"):
        Match.load("no_such_game", b"{}")


def test_every_registered_game_answers_to_its_id():
    for name, game in rules.GAMES.items():
        assert game.id == name
        assert name.isidentifier()
