"""`/watch follow`: followers receive a match's public events in private messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

import rules
from bot.discord.match_context import reader_in
from bot.features.follow.service.follows import Follows
from bot.notifications.preferences import PingMode
from tests.conformance.random_play import fewest_seats
from tests.discord.room import Room, both_doors, components, message_text, open_room, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import TINY, Bid, Done, Take

#: A variant of the tiny game where a round ends each time four more coins have been taken.
ROUNDS = replace(TINY, round=lambda view: 1 + sum(view.coins) // 4)
NO_DMS: dict[str, Any] = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with a running two-player match of the tiny game that lasts two turns."""
    async with open_tiny_room(tmp_path, monkeypatch, 2, 2, ROUNDS) as made:
        await made.click(made.people[0], made.lobby(), label="Start")
        yield made


async def act_as_seat(room: Room, seat: int, *actions: Any) -> None:
    info = await room.info()
    for action in actions:
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
    await room.settle()


def mail(room: Room, who: int) -> list[discord.Message]:
    """Return a user's private messages, newest first."""
    channel = room.people[who].user.dm_channel
    return [] if channel is None else list(channel.history())


def labels(message: Any) -> list[str]:
    return [item.get("label", "") for item in components(message)]


async def test_a_spectator_follows_from_the_status_and_stops_from_a_line(room: Room) -> None:
    carla = room.people[2]
    status = (await room.slash(carla, "match status")).response
    assert "Follow" in labels(status)
    shown = (await room.click(carla, status, label="Follow")).response
    assert "after each round" in message_text(shown)
    assert labels(shown) == ["Each round", "Turning points", "Stop following"]
    await act_as_seat(room, 0, Take(2), Take(2))
    (line,) = mail(room, 2)
    seat = (await room.info()).seats[0].name
    assert line.content.splitlines()[:3] == [
        f"**Tiny**, <#{room.table.id}>",
        "**Round 1 is over.**",
        f"Coins: {seat} 4, {(await room.info()).seats[1].name} 0",
    ]
    assert labels(line) == ["Since my last look", "Stop following", "Fewer messages"]
    assert "no longer follow" in private_answer(await carla.user.click(line, label="Stop following"))
    await act_as_seat(room, 0, Take(2), Take(2))
    assert len(mail(room, 2)) == 1
    assert "don't follow" in private_answer(await carla.user.click(line, label="Stop following"))


async def test_once_more_it_shows_what_one_hears_of_and_changes_it(room: Room) -> None:
    carla = room.people[2]
    assert "after each round" in private_answer(await room.slash(carla, "watch follow"))
    again = (await room.slash(carla, "watch follow")).response
    turned = (await room.click(carla, again, label="Turning points")).response
    assert "lead changes or jumps" in message_text(turned)
    assert "lead changes or jumps" in private_answer(await room.slash(carla, "watch follow"))
    await act_as_seat(room, 0, Take(2), Done())
    (line,) = mail(room, 2)
    first, second = (await room.info()).names
    assert f"**{first} takes the lead (2, {second} 0).**" in line.content
    assert "after each round" in private_answer(await room.slash(carla, "watch follow", about="rounds"))


async def test_followers_learn_of_the_end_without_earlier_secrets(room: Room) -> None:
    await room.slash(room.people[2], "watch follow")
    await act_as_seat(room, 0, Take(1), Done())
    await act_as_seat(room, 1, Done())
    await act_as_seat(room, 0, Bid(1))
    assert mail(room, 2) == []
    await act_as_seat(room, 1, Bid(3))
    (line,) = mail(room, 2)
    assert "The match is over." in line.content
    info = await room.bot.service.matches.in_channel(room.table.id, live=False)
    assert info is not None
    assert await room.bot.service.part(Follows).get(info.id, room.people[2].id) is None
    assert "over" in private_answer(await room.slash(room.people[2], "watch follow"))


async def test_players_and_lobbies_are_told_why_not(room: Room) -> None:
    told = private_answer(await room.slash(room.people[0], "watch follow"))
    assert told == "You're playing in this match, so I ping you anyway, as chosen in `/settings`."
    assert "Follow" not in labels((await room.slash(room.people[0], "match status")).response)
    other = room.guild.create_text_channel("other")
    assert "no match" in private_answer(await room.slash(room.people[2], "watch follow", other)).lower()
    await room.slash(room.people[2], "match new", other, game="tiny")
    assert "hasn't begun" in private_answer(await room.slash(room.people[3], "watch follow", other))


async def test_closed_private_messages_stop_it_with_a_word_at_the_next_command(room: Room) -> None:
    carla = room.people[2]
    await room.slash(carla, "watch follow")
    room.env.inject_error("POST", "/users/@me/channels", times=None, **NO_DMS)
    await act_as_seat(room, 0, Take(2), Take(2))
    assert mail(room, 2) == []
    room.env.backend.faults.clear()
    await act_as_seat(room, 0, Take(2), Take(2))
    assert mail(room, 2) == [], "they hear nothing until they know"
    told = await room.slash(carla, "match board")
    (word,) = [one for one in told.followups if "couldn't write to you" in one.content]
    assert f"<#{room.table.id}>" in word.content
    assert word.flags.ephemeral
    assert not [one for one in (await room.slash(carla, "match board")).followups if one.content]
    assert "after each round" in private_answer(await room.slash(carla, "watch follow"))
    await act_as_seat(room, 0, Take(2), Take(2))
    assert ["Round 3 is over" in one.content for one in mail(room, 2)] == [True]


async def test_a_press_brings_that_word_too(room: Room) -> None:
    carla = room.people[2]
    await room.slash(carla, "watch follow")
    room.env.inject_error("POST", "/users/@me/channels", times=None, **NO_DMS)
    await act_as_seat(room, 0, Take(2), Take(2))
    room.env.backend.faults.clear()
    call = room.last_call()
    told = await room.click(carla, call, custom_id=components(call)[0]["custom_id"])
    (word,) = [one for one in told.followups if "couldn't write to you" in one.content]
    assert word.flags.ephemeral


@both_doors
async def test_who_no_longer_sees_the_channel_hears_nothing(room: Room) -> None:
    _, _, carla, dora = room.people[:4]
    for person in (carla, dora):
        await room.slash(person, "watch follow")
    room.guild.remove_member(carla)
    await room.show(to_all=False, but=[person.id for person in room.people[:2]])
    await act_as_seat(room, 0, Take(2), Take(2))
    assert (mail(room, 2), mail(room, 3)) == ([], [])


async def test_it_is_silent_for_players_without_pings(room: Room) -> None:
    _, _, carla, dora = room.people[:4]
    await room.rings(PingMode.NEVER, carla)
    for person in (carla, dora):
        await room.slash(person, "watch follow")
    await act_as_seat(room, 0, Take(2), Take(2))
    assert [mail(room, who)[0].flags.suppress_notifications for who in (2, 3)] == [True, False]


async def test_a_line_speaks_its_readers_language(room: Room) -> None:
    for person, locale in zip(room.people[2:], ("en-US", "hu", "es-ES"), strict=True):
        room.locales[person.id] = locale
        await room.slash(person, "watch follow")
    await act_as_seat(room, 0, Take(2), Take(2))
    told = [mail(room, who)[0].content.splitlines()[1] for who in (2, 3, 4)]
    assert told == ["**Round 1 is over.**", "**1. kör véget ért.**", "**La ronda 1 ha terminado.**"]


@pytest.mark.parametrize("game", rules.GAMES)
async def test_lines_hold_nothing_that_only_some_may_know(tmp_path: Path, game: str) -> None:
    """Two users follow a built-in game's match; none of their messages contains a secret or says whose turn it is."""
    async with open_room(tmp_path / "tenebrae.sqlite", luck="a room", painted=False) as room:
        room.game = game
        with room.env.time_context():
            await room.start(fewest_seats(rules.GAMES[game]))
            lines, secret = await _messages_and_secrets(room)
    assert lines
    assert not [line for line in secret if any(line in told for told in lines)]
    assert not [told for told in lines if "Waiting" in told or "your move" in told]


async def _messages_and_secrets(room: Room) -> tuple[list[str], set[str]]:
    """Play a match with two followers; return the messages they got and the lines that only some players may see."""
    info = await room.info()
    watchers = room.people[3:]
    for what, person in zip(("rounds", "turns"), watchers, strict=True):
        await room.bot.service.part(Follows).follow(info.id, person.id, what)
    secret: set[str] = set()
    for number in range(60):
        now = await room.bot.service.matches.table(info.id)
        say, decisions = reader_in("en", now.info).text, now.match.decisions()
        if not decisions:
            break  # the match is over
        seat, decision = next(iter(decisions.items()))
        action = decision.actions[number % len(decision.actions)]
        await room.bot.service.play.act(info.id, now.info.seats[seat].user_id, action)
        then = await room.bot.service.matches.table(info.id)
        events = [event for event in then.position.events if event.to is not None]
        secret |= {line for event in events if (line := then.match.game.event_line(say, event))}
    await room.bot.wait_until_idle()
    return [one.content for who in (3, 4) for one in mail(room, who)], secret
