"""`/waiting` lists the most urgent match first, and the panel after a turn leads to the next match."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from bot.table.clocks.durations import duration_words
from rules.kernel.words.translation import Translator
from tests import database_access
from tests.discord.room import Room, components, message_text, private_answer

HOUR, DAY = 3600, 86_400


async def two_tables(room: Room) -> tuple[Any, Any]:
    """Start two matches of the same two users, an hour apart; return both channels. `room.table` becomes the second."""
    first = room.table
    await room.start(2)
    room.clock.time += HOUR
    room.table = room.guild.create_text_channel("tuesday")
    await room.start(2)
    return first, room.table


async def wait_only(room: Room, channel: Any, who: Any, *, since: int, ends_at: int | None = None) -> int:
    """Make the match wait for this user alone since `since`, with a clock that ends at `ends_at`; return its id."""
    info = await room.bot.service.matches.in_channel(channel.id)
    assert info is not None
    left = None if ends_at is None else ends_at - room.clock.time
    pace = json.dumps({} if ends_at is None else {"kind": "steady", "seconds": 2 * DAY})
    async with room.store.write() as tx:
        await database_access.run(tx, f"UPDATE seats SET waiting_since = NULL WHERE match_id = {info.id}")
        await database_access.run(
            tx,
            f"UPDATE seats SET waiting_since = {since}, clock_left = {left or 'NULL'},"
            f" clock_since = {'NULL' if left is None else room.clock.time}"
            f" WHERE match_id = {info.id} AND user_id = {who.id}",
        )
        await database_access.run(tx, f"UPDATE matches SET pace = '{pace}' WHERE id = {info.id}")
    return info.id


async def test_the_longest_wait_comes_first_and_a_clock_before_it(room: Room) -> None:
    first, second = await two_tables(room)
    who, now = room.people[0], room.clock.time
    await wait_only(room, first, who, since=now - DAY)
    await wait_only(room, second, who, since=now - HOUR)
    told = private_answer(await room.slash(who, "waiting"))
    assert told.index(f"<#{first.id}>") < told.index(f"<#{second.id}>")
    assert f"<t:{now - DAY}:f>" in told
    await wait_only(room, second, who, since=now - HOUR, ends_at=now + 5 * HOUR)
    told = private_answer(await room.slash(who, "waiting"))
    assert told.index(f"<#{second.id}>") < told.index(f"<#{first.id}>")
    assert f"until <t:{now + 5 * HOUR}:f>" in told


async def test_a_clock_that_rests_at_night_ends_so_much_later(room: Room) -> None:
    await room.start(2)
    evening = int(datetime(2027, 6, 1, 21, tzinfo=UTC).timestamp())
    room.clock.time = evening
    who = await room.to_move()
    match_id = await wait_only(room, room.table, who, since=evening, ends_at=evening + 6 * HOUR)
    async with room.store.write() as tx:
        await database_access.run(tx, f"UPDATE seats SET clock_rest = 'Europe/London 22 8' WHERE match_id = {match_id}")
    # It is 22:00 in London, where the user's clock rests until 8:00, so the remaining six hours start then.
    (one,) = await room.bot.service.matches.waiting_for(who.id)
    assert one.ends_at == evening + 16 * HOUR


async def test_who_is_late_comes_first_and_reads_when_their_time_was_over(room: Room) -> None:
    first, second = await two_tables(room)
    who, now = room.people[0], room.clock.time
    await wait_only(room, first, who, since=now, ends_at=now + HOUR)
    late = await wait_only(room, second, who, since=now - DAY, ends_at=now)
    async with room.store.write() as tx:
        over = f"clock_since = {now - DAY}, clock_left = 0, late_since = {now - HOUR}"
        await database_access.run(tx, f"UPDATE seats SET {over} WHERE match_id = {late} AND user_id = {who.id}")
    told = private_answer(await room.slash(who, "waiting"))
    assert told.index(f"<#{second.id}>: until <t:{now - HOUR}:f>") < told.index(f"<#{first.id}>")


async def test_each_line_leads_to_the_board(room: Room) -> None:
    await room.start(2)
    info, who = await room.info(), await room.to_move()
    told = private_answer(await room.slash(who, "waiting"))
    assert f"(https://discord.com/channels/{room.guild.id}/{room.table.id}/{info.board_message_id})" in told


async def test_a_panel_without_a_question_leads_to_the_next_match_in_its_place(room: Room) -> None:
    first, second = await two_tables(room)
    decisions = (await room.match()).decisions()
    info = await room.info()
    who = room.person(next(seat.user_id for seat in info.seats if seat.seat not in decisions))
    awaited = await wait_only(room, first, who, since=room.clock.time - 5 * HOUR)
    panel = (await room.slash(who, "act")).response
    (button,) = [item for item in components(panel) if item["label"].startswith("Next: ")]
    assert button["label"] == "Next: Edge, waiting 5 h"
    await room.click(who, panel, custom_id=button["custom_id"])
    assert button["custom_id"] == f"t1:panel:{awaited}"
    assert f"**Edge of Darkness**, <#{first.id}>" in message_text(panel)
    # The old panel now shows the first match, so a panel of the second match opens as another message and closes
    # nothing.
    other = (await room.slash(who, "act", second)).response
    assert other.id != panel.id
    assert f"**Edge of Darkness**, <#{first.id}>" in message_text(panel)
    assert not [one for one in room.env.http_requests if one.method == "DELETE"]


async def test_with_a_clock_it_says_what_is_left(room: Room) -> None:
    first, second = await two_tables(room)
    decisions = (await room.match()).decisions()
    who = room.person(next(seat.user_id for seat in (await room.info()).seats if seat.seat not in decisions))
    await wait_only(room, first, who, since=room.clock.time, ends_at=room.clock.time + 2 * HOUR + 5)
    panel = (await room.slash(who, "act", second)).response
    assert "Next: Edge, 2 h left" in [item["label"] for item in components(panel)]


async def test_who_has_nothing_else_to_do_is_led_nowhere(room: Room) -> None:
    await room.start(2)
    panel = (await room.slash(await room.not_to_move(), "act")).response
    assert not [item for item in components(panel) if item["label"].startswith("Next: ")]


def test_a_time_is_told_in_whole_minutes_hours_or_days() -> None:
    times = (-5, 59, 60, HOUR - 1, HOUR, 3 * DAY - 1, 3 * DAY, 8 * DAY)
    assert [duration_words(Translator(), seconds) for seconds in times] == [
        "0 min", "0 min", "1 min", "59 min", "1 h", "71 h", "3 days", "8 days",
    ]  # fmt: skip


async def test_a_visitor_sees_since_when_and_where_the_others_must_move(room: Room) -> None:
    await room.start(2)
    mover, other = await room.to_move(), await room.not_to_move()
    assert "To move since" not in private_answer(await room.slash(other, "act"))
    since = room.clock.time
    room.clock.time += 5 * HOUR
    await room.bot.service.people.choose_zone(mover.id, "UTC")
    told = private_answer(await room.slash(other, "act"))
    name, here = mover.user.global_name, datetime.fromtimestamp(room.clock.time, UTC)
    assert f"-# {name}: To move since <t:{since}:f>. It's {here:%H:%M} there" in told
    assert "To move since" not in private_answer(await room.slash(mover, "act"))
