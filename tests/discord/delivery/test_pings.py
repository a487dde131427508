"""A turn notification pings its player once, where they prefer it; a private message with a hand doesn't ping."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
import pytest_asyncio

import render.registry
from bot.discord.delivery import post_texts
from bot.discord.match_context import reader_in
from bot.matches.lobby.opening import LobbyRequest
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.reminder_times import FRIENDLY_REMINDERS
from bot.store import outbox
from bot.store.statements import users_and_servers
from tests.discord.room import Room, components, message_text, pass_time, private_answer, sent_text
from tests.discord.tiny_room import open_tiny_room
from tests.e2e.visibility_checks import Pictures
from tests.matches.tiny_game import TINY, Done, Take, TinyView


class HandView(TinyView):
    hand: list[int]


def _view(match: Any, seat: int | None) -> Any:
    return HandView(**TINY.view(match, seat).model_dump(), hand=[] if seat is None else [seat])


#: A variant of the tiny game where every player has a card that no one else can see.
SECRETS = replace(TINY, view=_view)


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 40, getattr(request, "param", TINY)) as made:
        yield made


async def begin(room: Room) -> None:
    await room.click(room.people[0], room.lobby(), label="Start")


async def act(room: Room, *actions: Any) -> Any:
    """Let the player whose turn it is make these moves; return the player whose turn it is afterwards."""
    info, who = await room.info(), await room.to_move()
    for action in actions:
        await room.bot.service.play.act(info.id, who.id, action)
    await room.settle()
    return await room.to_move()


def pings_since(room: Room, since: int = 0) -> tuple[list[int], list[str]]:
    """Return the ids of users pinged in channels, and the names of users who got a private message that pings.

    Requests before index `since` are ignored.
    """
    loud: list[int] = []
    mail: list[str] = []
    names = {person.user.dm_channel.id: person.name for person in room.people}
    for request in room.env.http_requests[since:]:
        *_, channel, kind = ["", "", *request.path.split("/")]
        body = request.json or {}
        if request.method != "POST" or kind != "messages" or "`/help`" in sent_text(body):
            continue
        if int(channel) in names:
            mail += [names[int(channel)]] * (not (body.get("flags") or 0) & 1 << 12)
        else:
            loud += map(int, body["allowed_mentions"].get("users", []))
    return loud, mail


@pytest.mark.parametrize("ring", PingMode)
async def test_a_call_rings_once_and_where_its_person_wants(room: Room, ring: PingMode) -> None:
    await begin(room)
    other = await room.not_to_move()
    await room.rings(ring, other)
    since = len(room.env.http_requests)
    assert (await act(room, Done())).id == other.id
    in_channel = [other.id] if ring in (PingMode.CHANNEL, PingMode.BOTH) else []
    in_private = [other.name] if ring in (PingMode.PRIVATE, PingMode.BOTH) else []
    assert pings_since(room, since) == (in_channel, in_private)
    # The post always mentions the player. If it isn't supposed to ping, it's sent with the flag that suppresses
    # notifications.
    call = room.last_call()
    assert call.content.startswith(f"<@{other.id}> Tiny: your move.")
    assert call.flags.suppress_notifications == (not in_channel)


@pytest.mark.parametrize("room", [SECRETS], indirect=True)
async def test_a_hand_comes_without_a_sound_and_is_edited_until_discord_takes_no_more_edits(room: Room) -> None:
    await begin(room)
    first, second = await room.to_move(), await room.not_to_move()
    assert room.mail(second) == []
    (letter,) = room.mail(first)
    assert letter.flags.suppress_notifications
    assert letter.attachments
    await act(room, Done())
    await act(room, Done())
    room.clock.time += 3600
    await act(room, Done())
    await act(room, Done())
    assert [one.id for one in room.mail(first)] == [letter.id]
    path = f"/channels/{letter.channel.id}/messages/{letter.id}"
    await act(room, Done())
    room.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=None)
    await act(room, Done())
    (newer,) = room.mail(first)
    assert newer.id != letter.id
    assert newer.flags.suppress_notifications
    assert pings_since(room)[1] == []


@pytest.mark.parametrize("room", [SECRETS], indirect=True)
async def test_a_private_call_is_a_new_message_in_the_place_of_the_old_one(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await begin(room)
    first = await room.to_move()
    seen = set()
    for _ in range(3):
        (letter,) = room.mail(first)
        assert not letter.flags.suppress_notifications
        assert components(letter)
        seen.add(letter.id)
        await act(room, Done())
        (letter,) = room.mail(first)
        assert "It's not your turn." in letter.content
        await act(room, Done())
    assert len(seen) == 3
    assert pings_since(room)[0] == []


async def test_a_private_reminder_tells_since_when_the_match_waits(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await begin(room)
    first = await room.to_move()
    since = (await room.info()).seats[0].waiting_since
    (letter,) = room.mail(first)
    assert "has been waiting for you" not in letter.content
    await pass_time(room, room.clock.time + FRIENDLY_REMINDERS[0])
    await room.settle()
    (reminder,) = room.mail(first)
    assert reminder.id != letter.id
    assert f"The match has been waiting for you since <t:{since}:f>." in reminder.content


class SameHandPictures(Pictures):
    """Stub pictures that look the same for every hand."""

    def hand(self, view: Any, locale: str, names: Any, seat: int | None) -> Any:
        return self._hand(None)


@pytest.mark.parametrize("room", [SECRETS], indirect=True)
async def test_what_has_not_changed_is_not_sent_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(render.registry.GAMES, TINY.id, SameHandPictures())
    await room.rings(PingMode.PRIVATE)
    await begin(room)
    first = await room.to_move()
    path = f"/channels/{first.user.dm_channel.id}/messages/{room.mail(first)[0].id}"

    def edits() -> list[Any]:
        requests = room.env.http_requests
        return [request.json for request in requests if (request.method, request.path) == ("PATCH", path)]

    await act(room, Take(1))
    assert edits() == [], "neither words nor picture have changed"
    await act(room, Done())
    (edit,) = edits()
    assert "attachments" not in edit
    assert room.mail(first)[0].attachments


@pytest.mark.parametrize("room", [SECRETS], indirect=True)
async def test_a_private_message_whose_picture_is_refused_comes_in_words(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    who = room.people[0], room.people[1]
    for one in who:
        path = f"/channels/{one.user.dm_channel.id}/messages"
        room.env.inject_error("POST", path, status=400, code=240000, message="no")
    await begin(room)
    (letter,) = room.mail(await room.to_move())
    assert not letter.attachments
    assert components(letter)


async def test_a_call_that_the_channel_refuses_comes_privately_once(room: Room) -> None:
    await begin(room)
    other = await room.not_to_move()
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
    await act(room, Done())
    (letter,) = room.mail(other)
    assert "I can't post in this match's channel" in letter.content
    assert not letter.flags.suppress_notifications
    for _ in range(2):
        room.clock.time += 700
        room.bot.delivery.wake()
        await room.settle()
    assert [one.id for one in room.mail(other)] == [letter.id]
    room.env.backend.faults.clear()
    room.clock.time += 4000
    room.bot.delivery.wake()
    await room.settle()
    assert room.last_call().content.startswith(f"<@{other.id}> Tiny: your move.")
    assert room.last_call().flags.suppress_notifications


async def test_a_player_with_closed_private_messages_is_called_in_the_channel(room: Room) -> None:
    await begin(room)
    other = await room.not_to_move()
    await room.rings(PingMode.PRIVATE, other)
    path = f"/channels/{other.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, message="no", times=None)
    since = len(room.env.http_requests)
    await act(room, Done())
    # The private message failed, so a post in the channel pings the player.
    assert pings_since(room, since)[0] == [other.id]
    assert "can't send you private messages" in room.posts()[-1].content
    await act(room, Done())
    since = len(room.env.http_requests)
    await act(room, Done())
    assert pings_since(room, since)[0] == [other.id]
    assert room.last_call().content.startswith(f"<@{other.id}> Tiny: your move.")


@pytest.mark.parametrize(("status", "code"), [(403, 20026), (400, 40003)])
async def test_no_private_channel_is_opened_for_a_while_once_discord_takes_it_for_spam(
    room: Room, status: int, code: int
) -> None:
    await room.rings(PingMode.PRIVATE)
    async with room.store.write() as tx:
        for person in room.people:
            await users_and_servers.set_dm_channel(tx, person.id, None)
    await room.restart()
    await begin(room)
    assert [len(room.mail(person)) for person in room.people[:2]].count(1) == 1
    room.env.inject_error("POST", "/users/@me/channels", status=status, code=code, message="no", times=None)

    async def tried(seconds: int) -> int:
        since = len(room.env.http_requests)
        room.clock.time += seconds
        room.bot.delivery.wake()
        await room.settle()
        return sum(request.path == "/users/@me/channels" for request in room.env.http_requests[since:])

    # Opening a private channel with the second player fails. The bot retries after 5 and 30 minutes, then daily.
    await act(room, Done())
    assert [await tried(seconds) for seconds in (300, 301, 1800, 1801, 40_000, 46_401)] == [0, 1, 0, 1, 0, 1]
    room.env.backend.faults.clear()
    await tried(86_401)
    assert [len(room.mail(person)) for person in room.people[:2]] == [1, 1]
    assert "can't send you" not in str([post.content for post in room.posts()])


async def test_a_digest_tells_of_all_matches_once_a_day_while_they_wait(room: Room) -> None:
    await begin(room)
    other = await room.not_to_move()
    await room.bot.service.people.set_ping_mode(other.id, PingMode.DAILY, 6)
    elsewhere = room.guild.create_text_channel("elsewhere")
    lobby = room.bot.service.lobby
    info = await lobby.open(
        LobbyRequest(game=TINY.id, guild_id=room.guild.id, channel_id=elsewhere.id, locale="en", options={"turns": 40}),
        user_id=other.id,
        name="O",
    )
    await lobby.join(info.id, room.people[4].id, "Emil")
    info = await lobby.start(info.id, other.id)
    await act(room, Done())
    if info.seats[0].user_id != other.id:
        await room.bot.service.play.act(info.id, info.seats[0].user_id, Done())
    await room.settle()
    assert room.mail(other) == []
    at = NotificationPrefs(PingMode.DAILY, 6).next_digest(room.clock.time)
    for day in range(2):
        room.clock.time = at + day * 86400
        room.bot.delivery.wake()
        await room.settle()
        digests = room.mail(other)
        assert len(digests) == day + 1
        assert "It's your turn in 2 matches." in digests[-1].content
        assert {f"<#{room.table.id}>", f"<#{elsewhere.id}>"} <= set(digests[-1].content.replace(",", "").split())
        assert not digests[-1].flags.suppress_notifications
    result = await other.user.click(room.mail(other)[-1], label="Your move: 1")
    await room.bot.wait_until_idle()
    assert result.response.components
    await act(room, Done())
    await room.bot.service.play.act(info.id, other.id, Done())
    room.clock.time += 3 * 86400
    room.bot.delivery.wake()
    await room.settle()
    assert len(room.mail(other)) == 2
    assert (await outbox.counts(room.store.read))["due"] == 0


async def test_settings_say_where_a_person_is_called(room: Room) -> None:
    ana = room.people[0]
    assert private_answer(await room.slash(ana, "settings")).splitlines()[:2] == [
        "**Where I ping you**",
        "In the channel",
    ]
    told = private_answer(await room.slash(ana, "settings", calls="daily", hour=7)).splitlines()
    assert told[1] == "Once a day, in one private message about all matches"
    at = int(told[2].split(":")[2])
    assert datetime.fromtimestamp(at, UTC).hour == 7
    assert 0 < at - room.clock.time <= 86400
    # Choosing a language afterwards doesn't change the ping preference.
    await room.slash(ana, "settings", mine="hu")
    assert "Naponta egyszer" in private_answer(await room.slash(ana, "settings"))
    user = await users_and_servers.user(room.store.read, ana.id)
    assert NotificationPrefs.from_user(user) == NotificationPrefs(PingMode.DAILY, 7)
    assert "Nunca" in private_answer(await room.slash(ana, "settings", calls="never", mine="es"))


async def test_an_undo_request_respects_ping_preferences(room: Room) -> None:
    await begin(room)
    first, other = await room.to_move(), await room.not_to_move()
    await act(room, Done())
    await act(room, Take(1))
    for ring in (PingMode.NEVER, PingMode.CHANNEL):
        await room.rings(ring, other)
        since = len(room.env.http_requests)
        await room.undo(first)
        assert pings_since(room, since)[0] == ([] if ring is PingMode.NEVER else [other.id])
        request = next(post for post in reversed(room.posts()) if " asks to " in message_text(post))
        assert isinstance(request, discord.Message)
        await room.click(other, request, label="Refuse")


async def test_no_one_is_rung_in_quiet_hours_but_when_they_end(room: Room) -> None:
    await begin(room)
    other, zone = await room.not_to_move(), ZoneInfo("Europe/Budapest")
    await room.bot.service.people.choose_zone(other.id, zone.key)
    night = datetime.fromtimestamp(room.clock.time, zone).replace(hour=23, minute=0, second=0) + timedelta(days=1)
    room.clock.time = int(night.timestamp())
    since = len(room.env.http_requests)
    await act(room, Take(1), Done())
    assert room.posts()[-1].content.startswith(f"<@{other.id}> "), "the call stands there all the same"
    assert pings_since(room, since)[0] == []
    room.clock.time = int((night + timedelta(hours=9)).timestamp()) - 1
    room.bot.delivery.wake()
    await room.settle()
    assert pings_since(room, since)[0] == []
    room.clock.time += 1
    room.bot.delivery.wake()
    await room.settle()
    assert pings_since(room, since)[0] == [other.id]
    assert "your move" in room.posts()[-1].content


async def test_several_matches_that_wait_in_the_morning_ring_once(room: Room) -> None:
    await begin(room)
    other = await room.not_to_move()
    first, first_call = room.table, await room.info()
    room.table = room.guild.create_text_channel("tuesday")
    await room.open_lobby(2)
    await begin(room)
    second_call = await room.info()
    await room.bot.service.people.choose_zone(other.id, "UTC")
    room.clock.time += (23 * 3600 - room.clock.time) % 86400
    for info in (first_call, second_call):
        for action in (Take(1), Done()):
            seat = next(seat for seat in info.seats if seat.user_id != other.id)
            if seat.seat in (await room.bot.service.matches.table(info.id)).match.decisions():
                await room.bot.service.play.act(info.id, seat.user_id, action)
    await room.settle()
    since = len(room.env.http_requests)
    room.clock.time += 9 * 3600
    room.bot.delivery.wake()
    await room.settle()
    assert pings_since(room, since)[0] == [other.id]
    # The first channel still has its turn notification, so the player has been notified of both matches.
    told = [channel.history()[-1].content.startswith(f"<@{other.id}> ") for channel in (first, room.table)]
    assert told == [True, True]


async def test_a_channel_shows_one_message_that_reminds_and_none_once_the_move_is_made(room: Room) -> None:
    await begin(room)
    who = await room.to_move()
    since = room.clock.time
    before = {message.id for message in room.posts()}
    shown: list[list[str]] = []
    for day in (1, 3, 7):
        await pass_time(room, since + day * 86_400)
        await room.settle()
        new = [message for message in room.posts() if message.id not in before]
        # From the third day, one of the new messages asks the other players what to do about the late player.
        asked = [message for message in new if not message.mentions]
        assert len(asked) == (day > 1)
        (last,) = [message for message in new if message not in asked]
        shown.append([last.content])
        assert [user.id for user in last.mentions] == [who.id]
        assert [item["label"] for item in components(last)] == ["Your move", "Fewer messages"]
    words = f"<@{who.id}> Tiny: your move. The match has been waiting for you since <t:{since}:f>."
    assert shown == [[words]] * 3
    await act(room, Take(1), Done())
    assert "has been waiting for you" not in "".join(message.content for message in room.posts())


@pytest.mark.parametrize("day", [datetime(2027, 3, 27, tzinfo=UTC), datetime(2027, 10, 30, tzinfo=UTC)])
async def test_across_daylight_saving_a_digest_comes_once_a_day_to_the_minute(room: Room, day: datetime) -> None:
    budapest = ZoneInfo("Europe/Budapest")
    await begin(room)
    room.clock.time = int(day.timestamp())
    other = await room.not_to_move()
    await room.bot.service.people.choose_zone(other.id, "Europe/Budapest")
    await room.bot.service.people.set_ping_mode(other.id, PingMode.DAILY, 8)
    await act(room, Done())
    for number in range(3):
        due = datetime.combine(day.date() + timedelta(days=number), time(8), budapest)
        for before, mails in ((60, number), (0, number + 1), (-7200, number + 1)):
            room.clock.time = int(due.timestamp()) - before
            room.bot.delivery.wake()
            await room.settle()
            assert len(room.mail(other)) == mails


async def test_every_ring_can_be_made_less(room: Room) -> None:
    """Turn notifications, private pings and digests have a button that privately shows a user their ping settings."""
    await begin(room)
    ana = room.people[0]
    await room.rings(PingMode.PRIVATE)
    who = await act(room, Done())
    digest = post_texts.digest(reader_in("en", None), room.bot.games, [], 0)[1]
    assert [item["label"] for item in components(room.last_call())] == ["Your move", "Board", "Fewer messages"]
    assert [item["label"] for item in components(room.mail(who)[-1])] == ["Your move", "Fewer messages"]
    assert [item.label for item in digest.children if isinstance(item, discord.ui.Button)] == ["Fewer messages"]
    panel = (await room.click(ana, room.last_call(), label="Fewer messages")).response
    assert panel.ephemeral
    assert "Where I ping you" in message_text(panel)
    await room.select(ana, panel, ["daily"], "t1:setting:calls")
    await room.select(ana, panel, ["7"], "t1:setting:hour")
    assert NotificationPrefs.from_user(await users_and_servers.user(room.store.read, ana.id)) == NotificationPrefs(
        PingMode.DAILY, 7
    )
    await room.select(ana, panel, ["never"], "t1:setting:calls")
    assert not [item for item in components(panel) if item["custom_id"] == "t1:setting:hour"]
