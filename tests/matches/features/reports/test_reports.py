"""A report gets a number and stores the current state of the match; the owner's answer reaches the reporter."""

from __future__ import annotations

import json

import pytest

from bot.features.reports import statements as reports
from bot.features.reports.service import MAX_ANSWER_LENGTH, MIN_REPORT_INTERVAL, Reports
from bot.matches.match_files import open_file
from bot.matches.quotas import MAX_REASON_LENGTH
from rules.kernel.errors import Refusal
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, DORA, Room
from tests.matches.tiny_game import TINY, Boom, Take


async def test_the_match_is_kept_as_it_was_and_its_journal_knows_nothing_of_it(room: Room) -> None:
    info = await room.match(2)
    await room.by(info, 0, Take(2))
    await room.posts()
    number = await room.service.part(Reports).make(info.id, DORA, " My coins\n are  gone\x00 ")
    row = await room.service.part(Reports).get(number)
    assert row is not None
    assert (row.match_id, row.seq, row.user_id, row.words) == (info.id, 2, DORA, "My coins are gone")
    assert [(post.kind, post.payload) for post in await room.posts()] == [("report", {"report": number})]
    await room.by(info, 0, Take(1))
    data = await reports.file(room.store.read, number)
    assert data is not None
    assert "digest" in json.loads(data)
    assert open_file({"tiny": TINY}, data).state.coins == [2, 0]
    assert (await room.service.matches.get(info.id)).seq == 3


async def test_a_lobby_and_a_frozen_match_can_be_reported(room: Room) -> None:
    lobby = await room.lobby(channel_id=8)
    number = await room.service.part(Reports).make(lobby.id, ANNA, "I can't start.")
    assert await reports.file(room.store.read, number) is None
    info = await room.match(wild=True)
    with pytest.raises(Refusal, match="frozen"):
        await room.by(info, 0, Boom())
    number = await room.service.part(Reports).make(info.id, ANNA, "It froze.")
    assert await reports.file(room.store.read, number) is not None


async def test_one_open_report_of_a_person_and_match_an_hour(room: Room) -> None:
    info, other = await room.match(), await room.match(channel_id=8)
    service = room.service.part(Reports)
    first = await service.make(info.id, ANNA, "One.")
    async with refused(f"Your report {first} "):
        await service.make(info.id, ANNA, "Two.")
    await service.make(info.id, BELA, "Two.")
    await service.make(other.id, ANNA, "Two.")
    room.clock.time += MIN_REPORT_INTERVAL - 1
    async with refused("less than an hour old"):
        await service.make(info.id, ANNA, "Three.")
    room.clock.time += 1
    second = await service.make(info.id, ANNA, "Three.")
    await service.answer(second, "Mended.")
    await service.make(info.id, ANNA, "Four.")


@pytest.mark.parametrize("words", ["", " \n\t", "\x00"])
async def test_a_report_says_something(room: Room, words: str) -> None:
    info = await room.match()
    async with refused("Write one sentence"):
        await room.service.part(Reports).make(info.id, ANNA, words)
    assert await room.service.part(Reports).waiting() == 0


async def test_long_and_broken_words_are_cut_and_mended(room: Room) -> None:
    info = await room.match()
    number = await room.service.part(Reports).make(info.id, ANNA, "\ud800" + "x" * 5_000)
    row = await room.service.part(Reports).get(number)
    assert row is not None
    assert row.words == "?" + "x" * (MAX_REASON_LENGTH - 1)


async def test_an_answer_waits_until_its_person_has_got_it(room: Room) -> None:
    info = await room.match()
    service = room.service.part(Reports)
    number = await service.make(info.id, ANNA, "One.")
    await room.posts()
    assert (await service.waiting(), await service.undelivered_answers(ANNA)) == (1, [])
    await service.answer(number, " Look again.\n")
    assert await service.waiting() == 0
    assert [(post.kind, post.payload) for post in await room.posts()] == [("answer", {"report": number})]
    (row,) = await service.undelivered_answers(ANNA)
    assert (row.id, row.answer, await service.undelivered_answers(BELA)) == (number, "Look again.", [])
    await service.save_delivered(row)
    assert await service.undelivered_answers(ANNA) == []


async def test_answers_that_cannot_be(room: Room) -> None:
    service = room.service.part(Reports)
    number = await service.make((await room.match()).id, ANNA, "One.")
    for text in ("", "  ", "x" * (MAX_ANSWER_LENGTH + 1)):
        async with refused("1 to 1500 characters"):
            await service.answer(number, text)
    for missing in (number + 1, 0, -1, 2**63):
        async with refused(f"There's no report {missing}"):
            await service.answer(missing, "Hello.")
