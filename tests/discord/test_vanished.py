"""One of three players stops playing, is reminded and then replaced by a newcomer, and the match ends properly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import render.registry
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.play.match_verification import verify
from bot.notifications.preferences import PingMode
from tests.discord.room import Room, components, message_text, open_room, private_answer, sent_text
from tests.e2e.visibility_checks import Pictures
from tests.matches.room import reached_hourly
from tests.matches.tiny_game import TINY, Bid, Done, Take

HOUR, DAY = 3600, 86_400


class ChannelPings:
    """Finds the messages that the bot sent to ping a user."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def of(self, who: Any) -> list[str]:
        """Return the first line of each message that pinged a user, oldest first, with timestamps replaced by <t>."""
        found: list[str] = []
        for request in self._room.env.http_requests:
            body = request.json if isinstance(request.json, dict) else {}
            allowed = (body.get("allowed_mentions") or {}).get("users") or []
            if request.method == "POST" and str(who.id) in map(str, allowed):
                found.append(re.sub(r"<t:\d+:\w>", "<t>", sent_text(body).splitlines()[0]))
        return found


async def pass_time(room: Room, keeper: DeadlineScheduler, seconds: int) -> None:
    """Let time pass as if the bot were online throughout, and each hour handle the deadlines that are due."""
    with reached_hourly():
        for _ in range(seconds // HOUR):
            room.clock.time += HOUR
            await room.bot.service.seat_clocks.record_heartbeat()
            await keeper.drain()
            await room.bot.wait_until_idle()


async def move(room: Room, who: Any, *actions: Any) -> None:
    info = await room.info()
    for action in actions:
        await room.bot.service.play.act(info.id, who.id, action)
    await room.settle()


def question(room: Room) -> Any:
    """Return the channel's post that asks what to do about the late player; fail if it isn't the only one."""
    found = [post for post in room.posts() if any(":late" in item["custom_id"] for item in components(post))]
    assert len(found) == 1
    return found[0]


async def test_a_player_vanishes_and_someone_new_ends_the_match(
    address: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())
    async with open_room(address, {TINY.id: TINY}, luck="vanished") as room:
        await room.bot.deadlines.stop()
        keeper, rings = DeadlineScheduler(room.bot.service, room.clock), ChannelPings(room)
        ana, bence, carla, dora = room.people[:4]
        await room.rings(PingMode.CHANNEL)
        await room.start(3)
        info = await room.info()
        first, second, third = (room.person(seat.user_id) for seat in info.seats)
        assert {first.id, second.id, third.id} == {ana.id, bence.id, carla.id}
        await move(room, first, Take(2), Done())

        # The second player stops playing. Reminders come after one day and three days, then the others are asked what
        # to do.
        called = rings.of(second)
        await pass_time(room, keeper, 3 * DAY)
        reminded = rings.of(second)[len(called) :]
        assert len(called) == 1
        assert len(reminded) == 2
        assert all("has been waiting for you since" in words for words in reminded), reminded
        assert (await room.info()).seats[1].late_since is not None
        assert [item["label"] for item in components(question(room))] == [
            "Wait", "Let computer move", "New player",
        ]  # fmt: skip
        assert "The others decide that" in private_answer(await room.click(second, question(room), label="Wait"))

        # The players choose a computer for the turn, change their minds, and look for a replacement.
        await room.click(first, question(room), label="Let computer move")
        assert len(rings.of(second)) == len(called) + len(reminded) + 1
        assert "no computer" in private_answer(await room.click(third, question(room), label="Wait"))
        assert "asked the others in the channel" in private_answer(
            await room.click(first, question(room), label="New player")
        )
        vote = next(post for post in room.posts() if any("vote" in one["custom_id"] for one in components(post)))
        await room.click(third, vote, label="Agree")
        offer = next(post for post in room.posts() if any("takeseat" in one["custom_id"] for one in components(post)))

        # No one is pinged about the open seat, even if it stays open for days.
        before = {who.id: len(rings.of(who)) for who in (first, second, third)}
        await pass_time(room, keeper, 2 * DAY)
        assert {who.id: len(rings.of(who)) for who in (first, second, third)} == before

        # A newcomer takes the seat, is pinged once, sees the seat's cards and plays on.
        await room.click(dora, offer, label="Take the seat")
        assert (await room.info()).seats[1].user_id == dora.id
        assert len(rings.of(dora)) == 1
        assert not any("takeseat" in item["custom_id"] for post in room.posts() for item in components(post))
        assert not any(":late" in item["custom_id"] for post in room.posts() for item in components(post))
        await move(room, dora, Take(2), Done())
        await move(room, third, Take(1), Done())
        await move(room, first, Take(1), Done())
        for who in (first, dora, third):
            await move(room, who, Bid(1))

        # The result names the newcomer in the seat, and replaying the journal gives the same result.
        info = await room.info()
        assert info.status == "over"
        assert (await room.match()).state.coins == [2, 1, 0]
        score = next(post for post in room.posts() if "The match is over" in message_text(post))
        assert "Dora" in message_text(score) or score.attachments
        assert await verify(room.store.read, {TINY.id: TINY}, info.id) == []
        log = message_text((await room.slash(first, "match log")).response)
        gone = second.user.global_name or second.name
        assert f"Dora takes over for {gone}." in log
        assert "not playing" in private_answer(await room.slash(second, "hand"))
        # No one was pinged twice for the same reason. The reasons were turns, the vote, the computer that the players
        # chose, and the two reminders.
        assert [len(rings.of(who)) for who in (first, second, third, dora)] == [2, 4, 3, 2]
        quiet = {who.id: len(rings.of(who)) for who in room.people}
        await pass_time(room, keeper, 2 * DAY)
        assert {who.id: len(rings.of(who)) for who in room.people} == quiet
