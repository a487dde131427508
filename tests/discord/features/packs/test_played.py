"""After a match with a server's own content pack, profiles, history and replay show the pack only in that server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

import rules
from bot.features.profiles.service.results import ResultRecorder
from rules.kernel.content.packs import frozen_name
from tests.discord.room import Room, message_text, open_room, private_answer

GAME = "aevum_haeresis"
PACK = Path(__file__).parents[3] / "packs" / GAME / "from_the_rulebook"


@pytest_asyncio.fixture
async def over(tmp_path: Path) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, restarted after a match has ended and its content pack has been removed."""
    own = rules.GAMES[GAME].packs
    assert own is not None
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME: rules.GAMES[GAME]}, luck="pack", painted=False) as room:
        ana, service = room.people[0], room.bot.service
        row = await service.packs.add(room.guild.id, GAME, "ours", own.freeze(PACK), "", by=1)
        room.game = GAME
        await room.open_lobby(2)
        info = await room.info()
        await service.lobby.set_options(info.id, ana.id, {"pack": frozen_name("ours", row.hash)})
        for who in room.people[:2]:
            await room.slash(who, "deck use", deck="Hollow Hill")
        await room.click(ana, room.lobby(), label="Start")
        for _ in range(6):
            table = await room.now()
            seat, decision = min(table.match.decisions().items())
            await service.play.act(info.id, table.info.seats[seat].user_id, decision.actions[0])
        await service.play.concede(info.id, ana.id)
        await service.packs.remove(room.guild.id, GAME, "ours", by=1)
        await room.bot.part(ResultRecorder).drain()
        await room.settle()
        own._recent.clear()
        own._fixed.clear()
        await room.restart()
        yield room


async def test_profile_and_history_of_such_a_match_tell_its_pack_only_in_its_server(over: Room) -> None:
    ana, bence = over.people[:2]
    for where in (over, None):
        show = over.slash if where else slash_privately
        told = message_text((await show(ana, "history")).response)
        assert "place 2 of 2, 1 point\n" in told
        assert ("Content pack: From the rulebook" in told) == (where is not None)
        profile = (await show(ana, "profile")).response
        read = await (ana if where else ana.user).click(profile, label="In words")
        await over.bot.wait_until_idle()
        assert "Aevum Haeresis: 1 match" in message_text(read.response)
        assert "Thick Skin" not in message_text(read.response)
    assert "## Ana" in message_text((await over.slash(bence, "profile", person=ana)).response)


async def test_such_a_match_is_looked_back_on_with_its_cards_and_goes_into_no_file_for_others(over: Room) -> None:
    ana, dora = over.people[0], over.people[3]
    past = (await over.slash(ana, "history")).response
    panel = (await over.click(ana, past, label="Look back")).response
    assert "2\\. Ana: 1" in message_text(panel)
    for who in (ana, dora):
        panel = (await over.slash(who, "replay")).response
        assert "Round 1, the beginning" in message_text(panel)
        assert "Content pack: From the rulebook" in message_text(panel)
        await over.click(who, panel, label="Last")
        shown = private_answer(await over.click(who, panel, label="The board in words"))
        assert "Thick Skin (Damned): Health 12 of 12" in shown
    assert "only its players can get a file" in private_answer(await over.click(dora, panel, label="As a page"))
    assert "Thick Skin" not in message_text((await ana.user.slash("card", name="Thick Skin", game=GAME)).response)


async def slash_privately(who: Any, command: str) -> Any:
    return await who.user.slash(command)
