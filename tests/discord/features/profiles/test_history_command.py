"""`/history` lists a user's own finished matches page by page, each with a button that opens its replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.profiles.service.results import ResultRecorder
from tests.discord.features.profiles.test_commands import ELSEWHERE, finish, labels
from tests.discord.room import GAME, Room, components, message_text, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.finished_matches import store_finished_match


async def test_a_user_without_finished_matches_is_told_what_to_do(room: Room) -> None:
    ana = room.people[0]
    assert "`/match new` opens one" in private_answer(await room.slash(ana, "history"))
    await finish(room, 1, 2)
    nothing = private_answer(await room.slash(ana, "history", person=room.people[2]))
    assert "a match like that" in nothing


async def test_matches_are_listed_with_place_points_people_and_a_link(room: Room) -> None:
    ana = room.people[0]
    match_id = await finish(room, 2, 1, results_have={"total": 45.5})
    await finish(room, 1, 2, number=2, guild=ELSEWHERE, ending="draw")
    panel = (await room.slash(ana, "history")).response
    assert panel.flags.ephemeral
    newest, oldest = message_text(panel).split("**[")[1:]
    assert f"https://discord.com/channels/{ELSEWHERE}/2" in newest
    assert "a draw" in newest
    assert f"Edge of Darkness](https://discord.com/channels/{room.guild.id}/1)** <t:1001:d>" in oldest
    assert "place 2 of 2, 45½ points" in oldest
    assert "with Bence" in oldest
    ids = [item["custom_id"] for item in components(panel)]
    assert ids == ["t1:lookback:2", f"t1:lookback:{match_id}"]


async def test_a_computer_is_named_in_the_readers_language(room: Room) -> None:
    ana = room.people[0]
    # The computer's name is stored in the channel's language, but readers see it in their own language.
    match_id = await store_finished_match(room.store, 1, {ana.id: 1, -2: 2}, game=GAME, guild=room.guild.id)
    panel = (await room.slash(ana, "history")).response
    assert "with Computer 2 (easy)" in message_text(panel)
    await room.click(ana, panel, custom_id=f"t1:lookback:{match_id}")
    assert "Computer 2 (easy)" in message_text(panel)


async def test_pages_keep_what_was_asked_for(room: Room) -> None:
    ana, bence = room.people[:2]
    for number in range(1, 13):
        await finish(room, 1, 2, *[3] * (number % 2), number=number)
    await store_finished_match(room.store, 20, {ana.id: 1}, game="gone", guild=room.guild.id)
    panel = (await room.slash(ana, "history", game=GAME, person=bence)).response
    assert "12 matches · Edge of Darkness · with <@" in message_text(panel)
    assert message_text(panel).count("<t:") == 10
    await room.click(ana, panel, label="Next")
    assert message_text(panel).count("<t:") == 2
    assert "12 matches · Edge of Darkness" in message_text(panel)
    await room.click(ana, panel, label="Previous")
    assert message_text(panel).count("<t:") == 10
    everything = (await room.slash(ana, "history")).response
    assert "13 matches" in message_text(everything)
    assert "**[gone](" in message_text(everything)
    assert "won, alone" in message_text(everything)
    for forged in ("t1:history:-:0:999", f"t1:history:{GAME}:x:0", "t1:history:-", "t1:history:-:0:-5"):
        room.press(ana, everything, forged)
        await room.settle()
    assert message_text(everything).count("<t:") == 10


async def test_looking_back_shows_former_players_to_each_other(room: Room) -> None:
    ana, _, carla = room.people[:3]
    match_id = await finish(room, 1, 2, results_have={"total": 30.0})
    panel = (await room.slash(ana, "history")).response
    shown = (await room.click(ana, panel, label="Look back")).response
    assert "1\\. Ana: 30\n2\\. Bence: 30" in message_text(shown)
    assert "What has happened so far" in labels(shown)
    forged = room.press(carla, panel, f"t1:lookback:{match_id}")
    await room.settle()
    assert "out of date" in private_answer(forged)


async def test_a_match_is_there_as_soon_as_it_has_ended(room: Room) -> None:
    await room.start(2)
    info = await room.info()
    host = room.person(info.host_id)
    await room.bot.service.play.end(info.id, host.id, is_admin=True)
    await room.bot.part(ResultRecorder).drain()
    await room.settle()
    panel = (await room.slash(host, "history")).response
    assert "ended early" in message_text(panel)
    shown = (await room.click(host, panel, label="Look back")).response
    assert "Ana" in message_text(shown)
    log = await room.click(host, shown, label="What has happened so far")
    assert "has ended this match" in private_answer(log)


async def test_it_opens_from_the_profile_and_in_private_messages(room: Room) -> None:
    ana = room.people[0]
    await finish(room, 1, 2)
    panel = (await room.slash(ana, "profile")).response
    opened = (await room.click(ana, panel, label="My matches")).response
    assert "Your finished matches" in message_text(opened)
    assert "won: place 1 of 2" in message_text((await ana.user.slash("history")).response)


async def test_a_match_played_to_its_end_has_its_scores_as_a_picture_or_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1) as room:
        ana = room.people[0]
        await room.click(ana, room.lobby(), label="Start")
        while (table := await room.now()).info.status == "playing":
            seat, decision = next(iter(table.match.decisions().items()))
            user = table.info.seats[seat].user_id
            await room.bot.service.play.act(table.info.id, user, decision.actions[0])
        await room.bot.part(ResultRecorder).drain()
        panel = (await room.slash(ana, "history")).response
        shown = (await room.click(ana, panel, label="Look back")).response
        assert [file.filename for file in shown.attachments] == ["score.png"]
        assert "1\\. " in message_text(shown)
        await room.bot.service.people.choose_words(ana.id, True)
        told = (await room.click(ana, panel, label="Look back")).response
        assert not told.attachments
        assert "```" in message_text(told)
