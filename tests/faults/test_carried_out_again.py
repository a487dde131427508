"""Every kind of post is delivered correctly after a crash or a broken connection at any point of its delivery."""

from __future__ import annotations

import copy
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
import pytest_asyncio

import render.registry
from bot.app import timeouts
from bot.discord.delivery import outbox_deliverer as delivery_posts
from bot.features.follow.service.follows import Follows
from bot.features.reports.service import Reports
from bot.features.reviews.service.reviews import MissedMove, Review, Reviews
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service_results import MatchInfo
from bot.notifications import match_posts
from bot.notifications.nudges import NUDGE_INTERVAL
from bot.notifications.preferences import PingMode
from bot.notifications.reminder_times import FRIENDLY_REMINDERS
from bot.store import outbox, work_queue
from bot.store.statements import matches, users_and_servers
from bot.store.tables import metadata
from rules.kernel.data.actions import to_json
from tests import database_access
from tests.discord.room import Room, message_text, open_room
from tests.e2e.visibility_checks import Pictures
from tests.faults.breaking_discord import BreakingConnection, SimulatedCrash, due_post_kinds
from tests.matches.tiny_game import TINY, Bid, Done, Take

#: Number of seconds that a recently active player has for a move before they are pinged.
GRACE = 60
#: The names of all tables, each after the tables that it refers to.
TABLES = [table.name for table in metadata.sorted_tables]
#: Seconds until another process takes over: immediately, or when Discord has forgotten the post's nonce.
SOON, LATE = 0, 2000


class Channel:
    """A match in its own channel, whose posts are delivered only when the test calls `post`."""

    def __init__(self, room: Room, line: BreakingConnection) -> None:
        self.room = room
        self.line = line
        self.info: MatchInfo
        self.service = room.bot.service

    async def open(self) -> None:
        self.channel = self.room.guild.create_text_channel("by-post")
        ana, bence = self.room.people[:2]
        self.info = await self.service.lobby.open(
            LobbyRequest(
                game="tiny", guild_id=self.room.guild.id, channel_id=self.channel.id, locale="en", options={"turns": 9}
            ),
            user_id=ana.id,
            name="Ana",
        )
        await self.service.lobby.join(self.info.id, bence.id, "Bence")

    async def start(self, **options: Any) -> None:
        await self.service.lobby.set_options(self.info.id, self.info.host_id, options)
        self.info = await self.service.lobby.start(self.info.id, self.info.host_id)

    async def act(self, *actions: Any) -> None:
        for action in actions:
            table = await self.service.matches.table(self.info.id)
            user_id = table.info.seats[min(table.match.decisions())].user_id
            await self.service.play.act(self.info.id, user_id, action)

    async def put(self, kind: str, payload: dict[str, Any], seat: int | None = None) -> None:
        async with self.room.store.write() as tx:
            await outbox.enqueue(tx, self.info.id, [outbox.Post(kind, payload, seat)], now=self.room.clock.now())

    async def post(self) -> None:
        await self.line.worker().drain()

    async def go_on(self) -> None:
        """Change the match, if its status allows that: set an option in a lobby, or make a move in a running match."""
        status = (await self.service.matches.get(self.info.id)).status
        if status == "lobby":
            await self.service.lobby.set_options(self.info.id, self.info.host_id, {"turns": 8})
        elif status == "playing":
            await self.act(Take(1))

    async def seen(self) -> dict[str, Any]:
        """Return everything that is visible on Discord, with ids replaced so that different matches can be compared."""
        backend, info = self.room.env.backend, await self.service.matches.get(self.info.id)
        seats = sorted(info.seats, key=lambda seat: seat.seat)
        names = {str(seat.user_id): f"seat {seat.seat}" for seat in seats} | {s.name: f"seat {s.seat}" for s in seats}
        mail = [self.room.person(seat.user_id).user.dm_channel.id for seat in seats]
        names |= {str(channel): f"mail of {seat.seat}" for channel, seat in zip(mail, seats, strict=True)}
        names[str(info.channel_id)] = "here"
        pattern = re.compile("|".join(names))

        def shown(channel_id: int, kept: int | None) -> list[Any]:
            return sorted(
                (
                    pattern.sub(lambda found: names[found[0]], message_text(message)),
                    bool(message.components),
                    [backend.cdn.get(file["url"]) for file in message.attachments],
                    message.id == kept,
                )
                for message in backend.messages.get(channel_id, {}).values()
                if channel_id == info.channel_id or f"<#{info.channel_id}>" in message_text(message)
            )

        kept = info.lobby_message_id if info.status == "lobby" else info.board_message_id
        found: dict[str, Any] = {"channel": shown(info.channel_id, kept)}
        found["mail"] = [shown(channel, seat.dm_message_id) for channel, seat in zip(mail, seats, strict=True)]
        found["rows"] = {status for status, _ in await outbox.counts_by_kind(self.room.store.read, info.id)}
        found["closed"] = [
            (await users_and_servers.user(self.room.store.read, seat.user_id)).dm_closed for seat in seats
        ]
        # Messages may have pinged even if they were deleted later, so all posts that were sent are compared as well.
        found["made"] = sorted(pattern.sub(lambda found: names[found[0]], path) for path in self.line.made)
        return found


# -- due posts, by kind ---------------------------------------------------------------------------------------


async def a_lobby(_: Channel) -> None:
    pass


async def a_lobby_again(at: Channel) -> None:
    await at.post()
    await at.service.lobby.set_options(at.info.id, at.info.host_id, {"turns": 7})


async def a_start(at: Channel) -> None:
    await at.post()
    await at.start()


async def a_call(at: Channel) -> None:
    await at.start()
    await at.post()
    await at.act(Take(1), Done())


async def a_call_in_the_place_of_the_board(at: Channel) -> None:
    """Both players have just moved, so the live board shows the turn first; the turn notification replaces it later."""
    at.service.matches._grace = GRACE
    await at.start()
    await at.post()
    await at.act(Take(1), Done())
    await at.post()
    await at.act(Take(2), Done())
    await at.post()
    await at.act(Take(1))
    at.room.clock.time += GRACE
    assert "turn" not in await due_post_kinds(at.room.store)
    await at.act(Done())
    await at.post()
    at.room.clock.time += GRACE
    assert await due_post_kinds(at.room.store) == ["turn"]


async def a_board(at: Channel) -> None:
    await at.start()
    await at.post()
    await at.act(Take(1))


async def a_board_that_is_lost(at: Channel) -> None:
    await at.start()
    await at.post()
    info = await at.service.matches.get(at.info.id)
    assert info.board_message_id is not None
    at.room.env.backend.delete_message(info.channel_id, info.board_message_id)
    await at.act(Take(1))


async def a_reminder(at: Channel) -> None:
    await at.start()
    await at.post()
    at.room.clock.time += FRIENDLY_REMINDERS[0]
    await at.room.bot.service.reminders.remind(at.info.id)


async def a_second_reminder(at: Channel) -> None:
    """The player moves after the first reminder, since otherwise the post about a late player would come as well."""
    await a_reminder(at)
    await at.post()
    await at.act(Take(1))
    await at.post()
    at.room.clock.time += FRIENDLY_REMINDERS[1] - FRIENDLY_REMINDERS[0]
    await at.room.bot.service.reminders.remind(at.info.id)


async def a_reminder_of_somebody_who_has_acted(at: Channel) -> None:
    await a_reminder(at)
    await at.act(Take(1), Done())


async def a_nudge(at: Channel) -> None:
    await at.start()
    await at.post()
    at.room.clock.time += NUDGE_INTERVAL
    await at.service.nudges.ask(at.info.id, at.info.seats[1].user_id)


async def a_nudge_after_a_reminder(at: Channel) -> None:
    await a_reminder(at)
    await at.post()
    at.room.clock.time += NUDGE_INTERVAL
    await at.service.nudges.ask(at.info.id, at.info.seats[1].user_id)


async def a_story(at: Channel) -> None:
    await at.start()
    await at.post()
    await at.act(Take(1))
    await at.post()
    await at.put("story", {"seq": 2, "after": 1})


async def ring(at: Channel, *, loud: bool) -> None:
    """Queue a private message to the first seat; if `loud`, the message pings."""
    payload = {"seq": 1, "user_id": at.info.seats[0].user_id, "loud": loud, "daily": 0}
    await at.put("ring", payload, 0)


async def a_private_call(at: Channel) -> None:
    """The first seat's player gets their first private message."""
    await at.start()
    await at.post()
    await ring(at, loud=True)


async def a_private_call_after_another(at: Channel) -> None:
    """A private message that pings replaces the player's previous private message."""
    await a_private_call(at)
    await at.post()
    await ring(at, loud=True)


async def a_silent_private_call(at: Channel) -> None:
    """A turn notification that doesn't ping edits the existing private message."""
    await a_private_call(at)
    await at.post()
    await ring(at, loud=False)


async def lose_letter(at: Channel) -> None:
    seat = (await at.service.matches.get(at.info.id)).seats[0]
    assert seat.dm_message_id is not None
    at.room.env.backend.delete_message(at.room.person(seat.user_id).user.dm_channel.id, seat.dm_message_id)


async def a_silent_private_call_whose_message_is_lost(at: Channel) -> None:
    await a_silent_private_call(at)
    await lose_letter(at)


async def a_private_message(at: Channel) -> None:
    await a_private_call(at)
    await at.post()
    await at.put("hand", {"seq": 1, "user_id": at.info.seats[0].user_id}, 0)


async def a_private_message_that_is_lost(at: Channel) -> None:
    await a_private_message(at)
    await lose_letter(at)


async def a_private_call_that_is_not_taken(at: Channel) -> None:
    await a_private_call(at)
    mail = at.room.person(at.info.seats[0].user_id).user.dm_channel.id
    at.room.env.inject_error("POST", f"/channels/{mail}/messages", status=403, code=50007, times=None)


async def a_notice(at: Channel) -> None:
    await at.start()
    await at.post()
    seat = at.info.seats[0]
    payload = {"msgid": "{who} waits.", "args": {}, "seats": {"who": 0}, "users": [seat.user_id]}
    await at.put("notice", payload)


async def a_vote(at: Channel) -> None:
    """Both players have moved, and one asks for an undo."""
    await at.start()
    await at.post()
    await at.act(Take(1), Done(), Take(1))
    await at.post()
    await at.service.votes.ask(at.info.id, at.info.seats[0].user_id, "undo")


async def a_vote_that_was_answered(at: Channel) -> None:
    await a_vote(at)
    await at.post()
    await at.service.votes.answer(at.info.id, at.info.seats[1].user_id, False)


async def a_seat_that_is_offered(at: Channel) -> None:
    await at.start()
    await at.post()
    await at.service.seat_transfer.offer_seat(at.info.id, at.info.seats[1].user_id)


async def a_seat_that_is_late(at: Channel) -> None:
    """A post asks the others about a late player; when they choose a computer for the turn, the post is edited."""
    await a_reminder(at)
    await at.post()
    at.room.clock.time += FRIENDLY_REMINDERS[1] - FRIENDLY_REMINDERS[0]
    await at.service.seat_clocks.expire_clocks(at.info.id)
    await at.service.reminders.remind(at.info.id)
    await at.post()
    await at.service.lateness.schedule_substitute(at.info.id, at.info.seats[1].user_id, 0)
    await at.post()
    await at.service.lateness.wait(at.info.id, at.info.seats[1].user_id, 0)


async def a_seat_that_is_taken(at: Channel) -> None:
    """A newcomer takes a seat: the post offering it and the old player's message vanish; the newcomer is notified."""
    await at.start()
    await at.post()
    await at.put("ring", {"seq": 1, "user_id": at.info.seats[0].user_id, "loud": True, "daily": 0}, 0)
    await at.post()
    await at.service.seat_transfer.offer_seat(at.info.id, at.info.seats[0].user_id)
    await at.post()
    carla = at.room.people[2]
    await at.service.seat_transfer.take_seat(at.info.id, carla.id, "Carla", 0)


async def a_seat_whose_person_is_back(at: Channel) -> None:
    await a_seat_that_is_offered(at)
    await at.post()
    await at.act(Done(), Take(1))


async def a_ring_for_a_vote(at: Channel) -> None:
    """A vote pings the other player later, because they had quiet hours when it started."""
    await at.start()
    await at.post()
    asked = await at.service.votes.ask(at.info.id, at.info.seats[0].user_id, "draw")
    await at.post()
    await at.put("vote", {"vote": asked.id}, 1)


async def a_pause_that_is_over(at: Channel) -> None:
    await at.start()
    await at.post()
    ana, bence = (seat.user_id for seat in at.info.seats)
    asked = await at.service.votes.ask(at.info.id, ana, "pause")
    await at.post()
    await at.service.votes.answer(at.info.id, bence, True, asked.id)
    await at.post()
    await at.service.pausing.resume_by_player(at.info.id, ana)  # the player to act resumes, so no one is pinged


async def a_report(at: Channel) -> None:
    await reported(at)


async def an_answer(at: Channel) -> None:
    number = await reported(at)
    await at.post()
    await at.service.part(Reports).answer(number, "It is not.")


async def reported(at: Channel) -> int:
    """Let the first player report the match to the second, who owns the bot. Return the report's number."""
    await at.start()
    await at.post()
    return await at.service.part(Reports).make(at.info.id, at.room.people[0].id, "It is odd.")


async def a_score(at: Channel) -> None:
    await at.start(turns=1)
    await at.post()
    await at.act(Take(1), Done())
    await at.post()
    await at.act(Bid(1), Bid(2))


async def a_draw(at: Channel) -> None:
    """The players agree to a draw in the middle of a turn, so the closing post has no scores."""
    await at.start()
    await at.post()
    await at.act(Take(1))
    await at.post()
    ana, bence = (seat.user_id for seat in at.info.seats)
    asked = await at.service.votes.ask(at.info.id, ana, "draw")
    await at.post()
    await at.service.votes.answer(at.info.id, bence, True, asked.id)


async def a_removal(at: Channel) -> None:
    await at.start()
    await at.post()
    message = at.room.env.backend.create_message(at.channel.id, at.room.bot.user.id, "An old board.")
    await at.put("removal", {"channel_id": at.channel.id, "message_id": message.id})


async def a_closed_request(at: Channel) -> None:
    await at.start()
    await at.post()
    message = at.room.env.backend.create_message(at.channel.id, at.room.bot.user.id, "A request.")
    await at.put("closed", {"channel_id": at.channel.id, "message_id": message.id})


async def what_is_told_to_those_who_watch(at: Channel) -> None:
    """Spectators get the closing post. Their earlier posts aren't compared, because these vary with the time."""
    await a_score(at)
    await at.post()
    async with at.room.store.write() as tx:
        await matches.set_watching(tx, at.info.id, at.room.guild.create_text_channel("watching").id)
    at.info = await at.service.matches.get(at.info.id)
    await at.put("watch", {"seq": 3, "after": 1, "over": True})


async def a_player_who_is_let_in(at: Channel) -> None:
    thread = await at.room.bot.http.start_thread_without_message(
        at.channel.id, name="private", auto_archive_duration=1440, type=12
    )
    async with at.room.store.write() as tx:
        await matches.move(tx, at.info.id, int(thread["id"]))
    await at.start()
    await at.post()
    await at.put("member", {"user_id": at.info.seats[0].user_id})


async def an_invitation(at: Channel) -> None:
    await at.post()
    await at.service.lobby.invite(at.info.id, at.info.host_id, at.room.people[2].id)


async def a_line_to_a_follower(at: Channel) -> None:
    await at.start()
    await at.post()
    await at.service.part(Follows).follow(at.info.id, at.room.people[2].id, "turns")
    await at.act(Take(2), Done())


async def a_line_to_a_follower_without_private_messages(at: Channel) -> None:
    await a_line_to_a_follower(at)
    at.room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)


async def a_shared_review(at: Channel) -> None:
    await a_score(at)
    await at.post()
    info, moved = await at.service.matches.get(at.info.id), to_json(Bid(0))
    one = MissedMove(3, 2, 0, 1, moved, moved, 2.0, "", decides=False)
    await at.service.part(Reviews).store(info, Review(missed=[one], looked_at=1).dumped())
    await at.service.part(Reviews).share(info, info.host_id)


#: Functions that play a match until a certain post is due, each with the kind of that post.
CASES: dict[Callable[[Channel], Awaitable[None]], str] = {
    a_lobby: "lobby",
    a_lobby_again: "lobby",
    a_start: "turn",
    a_call: "turn",
    a_call_in_the_place_of_the_board: "turn",
    a_board: "board",
    a_board_that_is_lost: "board",
    a_reminder: "reminder",
    a_second_reminder: "reminder",
    a_reminder_of_somebody_who_has_acted: "reminder",
    a_nudge: "nudge",
    a_nudge_after_a_reminder: "nudge",
    a_story: "story",
    a_private_call: "ring",
    a_private_call_after_another: "ring",
    a_silent_private_call: "ring",
    a_silent_private_call_whose_message_is_lost: "ring",
    a_private_call_that_is_not_taken: "ring",
    a_private_message: "hand",
    a_private_message_that_is_lost: "hand",
    a_notice: "notice",
    a_vote: "vote",
    a_vote_that_was_answered: "vote",
    a_ring_for_a_vote: "vote",
    a_pause_that_is_over: "vote",
    a_seat_that_is_offered: "seat",
    a_seat_that_is_late: "seat",
    a_seat_whose_person_is_back: "seat",
    a_seat_that_is_taken: "seated",
    a_score: "score",
    a_draw: "score",
    a_removal: "removal",
    a_closed_request: "closed",
    a_report: "report",
    an_answer: "answer",
    what_is_told_to_those_who_watch: "watch",
    a_player_who_is_let_in: "member",
    an_invitation: "invite",
    a_line_to_a_follower: "follow",
    a_line_to_a_follower_without_private_messages: "follow",
    a_shared_review: "review",
}


class DueDelivery:
    """A match with a due post, and snapshots of the database and Discord that each attempt starts from.

    Restoring the snapshots is quicker than playing the match until the post is due.
    """

    def __init__(self, room: Room, line: BreakingConnection) -> None:
        self.at = Channel(room, line)
        self._room = room
        self._discord = room.env.backend

    async def reach(self, case: Callable[[Channel], Awaitable[None]]) -> None:
        """Open a channel, play the case up to its due post, and take the snapshots."""
        room = self._room
        self._discord.faults.clear()
        room.bot.service.matches._grace = 0
        async with room.store.write() as tx:
            for person in room.people[:2]:
                await users_and_servers.set_dm_closed(tx, person.id, False)
        await self.at.open()
        await case(self.at)
        assert CASES[case] in await due_post_kinds(room.store)
        await database_access.run_script(room.store, [f"DROP TABLE IF EXISTS kept_{table}" for table in TABLES])
        await database_access.run_script(
            room.store, [f"CREATE TABLE kept_{table} AS SELECT * FROM {table}" for table in TABLES]
        )
        self._faults = copy.deepcopy(self._discord.faults)
        self._messages = {place: copy.deepcopy(self._discord.messages.get(place, {})) for place in self._places()}
        self._times = room.clock.time, self._discord.clock._latest
        self._nonces = self.at.line.nonces.copy()

    async def again(self) -> Channel:
        """Restore the snapshots of the database and Discord, and return the channel."""
        emptied = [f"DELETE FROM {table}" for table in reversed(TABLES)]
        filled = [f"INSERT INTO {table} SELECT * FROM kept_{table}" for table in TABLES]
        await database_access.run_script(self._room.store, emptied + filled)
        self._discord.faults[:] = copy.deepcopy(self._faults)
        for place in self._places():  # empties private channels that were opened after the snapshot
            self._discord.messages[place] = copy.deepcopy(self._messages.get(place, {}))
        self._room.clock.time, self._discord.clock._latest = self._times
        self.at.line.nonces = self._nonces.copy()
        return self.at

    def _places(self) -> list[int]:
        info = self.at.info
        places = [self.at.channel.id, info.channel_id, info.watching_channel_id, *self._discord.dm_channels.values()]
        return [place for place in places if place is not None]


class FailingDelivery:
    """Delivers the due post with a failure at some point. If `goes_on`, the match changes before the retry."""

    def __init__(self, beginning: DueDelivery, *, kills: bool, goes_on: bool, after: int) -> None:
        self.beginning = beginning
        self.kills = kills
        self.goes_on = goes_on
        self.after = after

    async def __call__(self, moment: int | None) -> dict[str, Any]:
        """Deliver with a fault at point `moment` (no fault if None), and retry; return all that users can then see."""
        at = await self.beginning.again()
        room, line = at.room, at.line
        line.fail(moment, kills=self.kills)
        worker = line.worker()
        with suppress(SimulatedCrash):
            await worker.drain()
        self.moments, self.failed = line.moments, line.failed
        line.mend()
        room.clock.time += self.after
        if self.failed and self.kills:
            # As after a restart, the next process takes over the work.
            async with room.store.write() as tx:
                await work_queue.end_leases(tx)
                # The post is marked as possibly sent. Otherwise the next move would replace it, and the results would
                # differ.
                await database_access.run(tx, "UPDATE outbox SET uncertain = 1 WHERE status = 'due'")
            worker = line.worker()
        if self.goes_on:
            await at.go_on()
        rounds = 0
        while await due_post_kinds(room.store):
            rounds += 1
            assert rounds < 1000, "it does not come to rest"
            room.clock.time += 5
            await worker.drain()
        await worker.stop()
        seen = await at.seen()
        if self.goes_on:
            # Contents of pictures in private messages are ignored, because another player's move doesn't update the
            # pictures.
            seen["mail"] = [[(*words, len(pictures), kept) for *words, pictures, kept in one] for one in seen["mail"]]
        return seen


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def host(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Room]:
    """The bot shared by all cases, each of which has its own match and channel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(render.registry.GAMES, TINY.id, Pictures())
        async with open_room(tmp_path_factory.mktemp("again") / "tenebrae.sqlite", {TINY.id: TINY}) as made:
            made.bot.service.lobby._seed = lambda: "seed"
            for name in ("matches_per_person", "matches_per_server"):  # each case has its own match
                patch.setitem(made.bot.service.quota_overrides._settings, name, 0)
            # Background tasks are stopped, because their requests and transactions would count as points of failure.
            for scheduler in made.bot.schedulers:
                await scheduler.stop()
            # A retry normally doesn't wait for pictures. Here it does, so that its result can be compared.
            patch.setattr(delivery_posts, "_picture_seconds", lambda *_: timeouts.PICTURES)
            await made.rings(PingMode.CHANNEL)
            owner = SimpleNamespace(id=made.people[1].id)
            patch.setattr(made.bot, "application_info", AsyncMock(return_value=SimpleNamespace(owner=owner, team=None)))
            yield made
            made.errors.found.clear()  # each test has already checked the bot's errors


@pytest.fixture
def room(host: Room) -> Iterator[Room]:
    """The shared bot. The test fails if the bot logs an error."""
    host.errors.found.clear()
    yield host
    assert host.errors.found == []


#: The ways to fail, by name: whether the process dies, whether the match changes, and the seconds before the retry.
#: Only `make soak` tries all of them for every case.
WAYS = {
    f"{how}, {meanwhile}, {when}": (how == "killed", meanwhile == "played on", SOON if when == "soon" else LATE)
    for how in ("killed", "cut off")
    for meanwhile in ("at rest", "played on")
    for when in ("soon", "late")
}
ALWAYS = {"killed, at rest, soon", "killed, played on, late", "cut off, played on, late"}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "ways", [ALWAYS, pytest.param(WAYS.keys() - ALWAYS, marks=pytest.mark.soak)], ids=["always", "soak"]
)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
async def test_a_post_that_is_carried_out_again_leaves_what_one_carried_out_once_leaves(
    room: Room, monkeypatch: pytest.MonkeyPatch, case: Callable[[Channel], Awaitable[None]], ways: set[str]
) -> None:
    beginning = DueDelivery(room, BreakingConnection(room, monkeypatch))
    await beginning.reach(case)
    for way in sorted(ways):
        kills, goes_on, after = WAYS[way]
        run = FailingDelivery(beginning, kills=kills, goes_on=goes_on, after=after)
        whole = await run(None)
        assert whole["rows"] == {"done"}
        failures = 0
        for moment in range(run.moments):
            assert await run(moment) == whole, f"{way}, after a failure at moment {moment}"
            failures += run.failed
        # Only the first run may open a private channel, so later runs can have fewer points of failure.
        assert failures >= 1, way


def test_every_kind_of_post_is_carried_out_again() -> None:
    assert set(CASES.values()) == set(match_posts.POST_KINDS)
