"""In matches with a clock, posts show the deadlines, but don't reveal who must still make a secret choice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

import render.registry
import rules
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.notifications.preferences import PingMode
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.matches.timed_game import MINUTE, PLAIN, TICKING, TIMED
from tests.matches.tiny_game import Bid, Done, Take

HOURS = 3600
AEVUM = rules.GAMES["aevum_haeresis"]


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    game = getattr(request, "param", PLAIN)
    if game is not AEVUM:
        monkeypatch.setitem(render.registry.GAMES, game.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {game.id: game}) as made:
        await made.rings(PingMode.BOTH)
        yield made


async def clock(room: Room) -> str:
    """Return the Discord timestamp that posts should show for the match's deadline."""
    return f"<t:{(await room.info()).deadline}:R>"


async def act(room: Room, action: Action) -> None:
    """Make this move for the player whose turn it is."""
    info, who = await room.info(), await room.to_move()
    await room.bot.service.play.act(info.id, who.id, action)
    await room.settle()


@pytest.mark.parametrize("room", [AEVUM], indirect=True)
async def test_a_duel_by_the_clock_tells_everyone_until_when_there_is_time(room: Room) -> None:
    await room.open_lobby(2)
    host = room.people[0]
    await room.bot.service.lobby.set_pace(
        (await room.info()).id, host.id, TimeControl(TimeControlKind.STEADY, 24 * HOURS)
    )
    await room.click(host, room.lobby(), label="Start")
    info, who, other = await room.info(), await room.to_move(), await room.not_to_move()
    until = f"<t:{room.clock.time + 24 * HOURS}:f>"
    first = room.last_call().content
    assert first.startswith(f"<@{who.id}> ")
    assert f"Deadline: {until}." in first
    assert "Seal of all randomness" in first
    assert rules.GAMES[info.game].in_short(Translator(), 2, {})[0] in first
    status = private_answer(await room.slash(other, "match status"))
    assert "to move" in status
    assert until in status
    assert f"You have time until {until}" in room.mail(who)[-1].content
    assert f"You have time until {until}" in private_answer(await room.slash(who, "act"))
    waits = private_answer(await room.slash(other, "act"))
    assert "Waiting for" in waits
    assert until in waits


async def test_everyone_asked_is_called_once_and_each_has_a_clock(room: Room) -> None:
    await room.open_lobby(2)
    await room.bot.service.lobby.set_pace(
        (await room.info()).id, room.people[0].id, TimeControl(TimeControlKind.STEADY, 24 * HOURS)
    )
    await room.click(room.people[0], room.lobby(), label="Start")
    await act(room, Take(1))
    for _ in range(4):
        room.clock.time += MINUTE
        await act(room, Done())
    # Both players must bid, and each has their own deadline.
    call = room.last_call().content
    assert "Deadlines: " in call
    assert f" <t:{room.clock.time + 24 * HOURS}:f>" in call, "whoever has just been asked has a whole turn"
    assert call.count(" <t:") == 2
    calls = [post.id for post in room.posts() if "<@" in post.content]
    await act(room, Bid(1))
    assert [post.id for post in room.posts() if "<@" in post.content] == calls


@pytest.mark.parametrize("room", [TIMED, TICKING], indirect=True)
async def test_where_no_one_may_be_named_a_post_opens_the_match_and_tells_of_the_decision(room: Room) -> None:
    await room.start(2)
    (opening,) = [post for post in room.posts() if "Seal of all randomness" in post.content]
    assert "<@" not in opening.content
    ticking = room.game == "ticking"
    times = "every 15 minutes" if ticking else await clock(room)
    assert (
        f"A decision is open. It's secret who has answered. {'It closes' if ticking else 'The clock'}"
        in opening.content
    )
    assert times in opening.content
    for who in (await room.to_move(), await room.not_to_move()):
        assert times in private_answer(await room.slash(who, "match status"))
        assert times in private_answer(await room.slash(who, "act"))
    assert times in room.mail(await room.to_move())[-1].content


@pytest.mark.parametrize("room", [TIMED], indirect=True)
async def test_the_post_shows_the_time_of_the_present_decision(room: Room) -> None:
    await room.start(2)
    before = await clock(room)
    room.clock.time += 10 * MINUTE
    await room.bot.deadlines.drain()
    await room.settle()
    (opening,) = [post for post in room.posts() if "Seal of all randomness" in post.content]
    assert await clock(room) != before
    assert await clock(room) in opening.content
    assert before not in opening.content


async def test_the_private_message_of_a_seat_that_a_computer_takes_is_closed_once(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    (letter,) = room.mail(who)
    assert components(letter)
    await room.bot.computer_moves.stop()  # otherwise the computer would move at once
    await room.slash(who, "match computer", level="easy")
    (letter,) = room.mail(who)
    assert not components(letter)
    assert "A computer plays for you" in letter.content
    assert "/match return" in letter.content
    assert not letter.attachments
    info = await room.info()
    await room.bot.service.play.concede(info.id, other.id)
    await room.settle()
    (letter,) = room.mail(who)
    assert "The match is over. " in letter.content, "and says who has won"
    assert not components(letter)


async def test_no_private_message_can_be_pressed_after_the_host_has_ended_the_match(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    host = room.people[0]
    await room.click(host, (await room.slash(host, "match end")).response, label="End the match")
    (letter,) = room.mail(who)
    assert not components(letter)
    assert "Ana has ended this match." in letter.content


async def test_others_see_the_local_time_of_the_player_to_move_unless_hidden(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    await room.bot.service.people.choose_zone(who.id, "Asia/Kathmandu")
    there = f"It's {datetime.fromtimestamp(room.clock.time, ZoneInfo('Asia/Kathmandu')):%H:%M} there"
    assert there in private_answer(await room.slash(other, "match status"))
    await room.slash(who, "settings", hide=True)
    assert there not in private_answer(await room.slash(other, "match status"))
