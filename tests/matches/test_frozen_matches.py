"""If the rules raise an error in a match, only that match is frozen, and the log contains none of its secrets."""

import logging

import pytest

from bot.features.owner.service.frozen import traceback_outline
from bot.store.statements import matches
from bot.store.statements.matches import NewPosition
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, Room
from tests.matches.tiny_game import Boom, Take


async def test_bug_freezes_one_match(room: Room, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    broken, other = await room.match(wild=True), await room.match(channel_id=8)
    await room.by(broken, 0, Take(2))
    seed = (await room.service.matches.table(broken.id)).match.state.chance.seed
    await room.posts()
    async with refused("frozen"):
        await room.by(broken, 0, Boom())
    info = await room.service.matches.get(broken.id)
    assert (info.status, info.seq) == ("frozen", 2)
    assert info.error_id is not None
    # The position before the failed move is intact and can be loaded.
    assert await room.coins(broken.id) == [2, 0]
    assert [row.kind for row in await room.posts()] == ["notice"]
    assert room.messenger.rows[0].payload["args"] == {"error_id": info.error_id}
    async with refused(info.error_id):
        await room.by(broken, 0, Take(1))
    async with refused(info.error_id):
        await room.service.undo.take_back(broken.id, broken.seats[0].user_id)
    assert (await room.by(other, 0, Take(1))).table.seq == 2
    assert "tiny_game.py" in caplog.text
    assert "KeyError" in caplog.text
    assert info.error_id in [getattr(record, "error_id", None) for record in caplog.records]
    assert "424242" not in caplog.text
    assert seed not in caplog.text
    report = await matches.error_text(room.store.read, broken.id)
    assert report is not None
    assert "424242" in report
    told = traceback_outline(report)
    assert told[-1] == "KeyError"
    assert any(place.startswith("tiny_game.py:") for place in told)
    assert "424242" not in str(told)


def test_nothing_but_places_and_classes_is_told_of_a_report() -> None:
    report = """Traceback (most recent call last):
  File "/opt/home/eva/lib/rules/a_game/flow/step.py", line 7, in draw
    card = deck["a dragon"]
           ~~~~^^^^^^^^^^^^
KeyError: 'a dragon'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/opt/home/eva/lib/bot/matches/play/service.py", line 40, in act
    raise Odd("two lines")
bot.Odd: a dragon
  File "not/a/place.py", line 1, in a_dragon
Dragon: in hand
"""
    assert traceback_outline(report) == [
        "rules/a_game/flow/step.py:7 draw",
        "KeyError",
        "bot/matches/play/service.py:40 act",
        "bot.Odd",
    ]


async def test_frozen_match_holds_its_channel_until_it_is_ended(room: Room):
    info = await room.match(wild=True)
    async with refused("frozen"):
        await room.by(info, 0, Boom())
    assert await room.service.matches.waiting_for(info.seats[0].user_id) == []
    async with refused("already has a match"):
        await room.lobby()
    assert (await room.service.play.end(info.id, ANNA, is_admin=False)).status == "ended"
    await room.lobby()


async def test_save_that_cannot_be_opened(room: Room):
    info = await room.match()
    async with room.store.write() as tx:
        await matches.advance(tx, info.id, NewPosition(2, b"{}", "playing", 5, version=1))
    async with refused("frozen"):
        await room.service.matches.table(info.id)
    assert (await room.service.matches.get(info.id)).status == "frozen"
