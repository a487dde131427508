"""When Discord refuses a post, the affected players are told so in a sentence, and no post is lost or duplicated."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.cli import match_description
from bot.discord.client import TenebraeBot
from bot.discord.http import delivery_failures
from bot.discord.match_context import MatchContext
from bot.discord.ui.locale import ReaderContext
from bot.notifications.delivery import Retry, Undeliverable
from bot.store import outbox
from bot.store.statements import users_and_servers
from tests import database_access
from tests.discord.room import Room, message_text, notice_in
from tests.faults.sentence_checks import act, calls, end_turn, is_clear, later, mail_path, panel_of, paths

#: The beginning of the message about missing permissions, which members of the server can fix.
NOT_ALLOWED = "I can't post in this match's channel"
FAULTS = [(500, 0, ""), (503, 0, ""), (429, 0, ""), (401, 0, ""), (403, 0, ""), (403, 50013, NOT_ALLOWED),
          (403, 50001, NOT_ALLOWED)]  # fmt: skip


async def due(room: Room) -> int:
    return (await outbox.counts(room.store.read))["due"]


async def test_whatever_discord_answers_the_match_goes_on_and_the_call_comes_once(room: Room) -> None:
    for status, code, told in FAULTS:
        before, seq = len(room.posts()), (await room.info()).seq
        room.env.inject_error("POST", paths(room), status=status, code=code, message="no", times=None)
        await end_turn(room)
        assert (await room.info()).seq == seq + 1, status
        assert calls(room, before) == []
        panel = await panel_of(room, await room.to_move())
        said = notice_in(panel) if told else ""
        assert said.startswith(told), (status, code)
        assert not told or is_clear(said)
        room.env.backend.faults.clear()
        await later(room, 601)
        assert len(calls(room, before)) == 1, (status, code)
        assert await due(room) == 0
        panel = await panel_of(room, await room.to_move())
        assert NOT_ALLOWED not in message_text(panel)


@pytest.mark.parametrize(
    ("status", "code", "headers", "told"),
    [
        (429, 0, {"Retry-After": "29.5"}, Retry(29.5)),
        (429, 0, {}, Retry()),
        (500, 0, {}, Retry()),
        (401, 0, {}, Retry()),
        (404, 0, {}, Retry(600)),
        (400, 50083, {}, Retry(600, delivery_failures.THREAD_LOCKED)),
        (400, 160005, {}, Retry(600, delivery_failures.THREAD_LOCKED)),
        (403, 50013, {}, Retry(600, delivery_failures.NOT_ALLOWED)),
        (404, 10003, {}, Retry(600, delivery_failures.CHANNEL_GONE)),
        (400, 160006, {}, Retry(600, delivery_failures.THREADS_FULL)),
        (400, 50035, {}, Undeliverable("400 50035 no")),
    ],
)
def test_what_may_pass_is_tried_again_and_only_what_cannot_is_given_up(
    status: int, code: int, headers: dict[str, str], told: Exception
) -> None:
    response: Any = SimpleNamespace(status=status, reason="no", headers=headers)
    found = delivery_failures.delivery_error(discord.HTTPException(response, {"code": code, "message": "no"}))
    assert (type(found), str(found)) == (type(told), str(told))
    assert getattr(found, "after_seconds", None) == getattr(told, "after_seconds", None)


async def test_a_long_rate_limit_is_waited_out_by_the_clock(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = TenebraeBot(room.bot.settings, room.store, games=room.games)
    assert bare.http.max_ratelimit_timeout == 30
    bare.pictures.close()
    request, limited = room.bot.http.request, 1

    async def held(route: Any, **kwargs: Any) -> Any:
        nonlocal limited
        if route.method == "POST" and route.url.endswith(paths(room)) and limited:
            limited -= 1
            raise discord.RateLimited(120.0)
        return await request(route, **kwargs)

    monkeypatch.setattr(room.bot.http, "request", held)
    before = len(room.posts())
    await end_turn(room)
    await later(room, 118)
    assert (limited, calls(room, before)) == (0, [])
    await later(room, 2)
    assert len(calls(room, before)) == 1


async def test_an_expired_interaction_does_nothing_and_the_next_press_works(room: Room) -> None:
    who, seq = await room.to_move(), (await room.info()).seq
    panel = await panel_of(room, who)
    room.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, message="Unknown interaction")
    await who.user.click(panel, label="done")
    await room.settle()
    assert (await room.info()).seq == seq
    await who.user.click(panel, label="done")
    assert (await room.info()).seq == seq + 1


async def test_when_only_the_answer_fails_the_move_counts_and_the_person_is_told_where_to_look(room: Room) -> None:
    who, seq = await room.to_move(), (await room.info()).seq
    panel = await panel_of(room, who)
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=502, message="bad gateway", times=None)
    result = await who.user.click(panel, label="done")
    await room.settle()
    assert (await room.info()).seq == seq + 1
    told = result.followups[-1].content
    assert told.startswith("Your move counts")
    assert is_clear(told)
    room.env.backend.faults.clear()
    assert len(calls(room)) == 2


async def test_an_old_board_that_cannot_be_removed_makes_no_second_call(room: Room) -> None:
    room.bot.service.matches._grace = 60
    await end_turn(room)
    await end_turn(room)
    room.env.inject_error("DELETE", f"{paths(room)}/*", status=500, message="no", times=None)
    room.env.inject_error("DELETE", f"{paths(room)}/*", status=403, code=50013, message="no", times=None)
    await end_turn(room)
    before = len(room.posts())
    for _ in range(4):
        await later(room, 700)
    assert len(calls(room, before)) == 1
    assert await due(room) == 0


async def test_private_channels_of_another_bot_are_replaced(room: Room) -> None:
    """With another application's token, the bot can't use the private channels stored in its database."""
    who = await room.not_to_move()
    async with room.store.write() as tx:
        await users_and_servers.set_dm_channel(tx, who.id, 4242)
    await end_turn(room)
    assert (await users_and_servers.user(room.store.read, who.id)).dm_channel_id == who.user.dm_channel.id
    assert room.mail(who)[-1].components


async def test_a_person_without_a_server_in_common_is_as_one_with_closed_mail(room: Room) -> None:
    who = await room.not_to_move()
    for method, path in (("POST", mail_path(who)), ("PATCH", f"{mail_path(who)}/*")):
        room.env.inject_error(method, path, status=403, code=50278, message="no mutual guilds", times=None)
    await end_turn(room)
    notices = [message_text(post) for post in room.posts() if "can't send you private messages" in message_text(post)]
    assert len(notices) == 1
    assert is_clear(notices[0])
    assert await due(room) == 0


# -- turn notifications refused for their contents ------------------------------------------------------------

REFUSED = {
    "en-US": "Discord refuses my post about whose turn it is",
    "hu": "A Discord visszautasítja a bejegyzésemet",
    "es-ES": "Discord rechaza mi mensaje",
}


#: Number of versions of a turn notification that the bot tries: full, without picture, text only, and shorter ones.
VERSIONS = 5


def posted(room: Room, since: int) -> list[Any]:
    """Return the bodies of the bot's requests to post in the channel, including those refused by Discord."""
    return [
        request.json
        for request in room.env.http_requests[since:]
        if request.method == "POST" and request.path == paths(room)
    ]


async def board_is_current(room: Room) -> bool:
    """Return whether the picture on the live board shows the match's current position."""
    table = await room.bot.service.matches.table((await room.info()).id)
    message = next(post for post in room.posts() if post.id == table.info.board_message_id)
    events = await room.bot.service.history.last_visible_events(table, None)
    file = await MatchContext(room.bot, table, 0, None, ReaderContext("en", table.info.names)).chat_board(events)
    assert file is not None
    return room.env.backend.cdn.get(message.attachments[0].url) == file.fp.read()


@pytest.mark.parametrize("code", [200000, 50055, 50006, 50035])
async def test_a_refused_call_is_kept_and_told_until_it_is_made(
    room: Room, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    before, since = len(room.posts()), len(room.env.http_requests)
    room.env.inject_error("POST", paths(room), status=400, code=code, message="no", times=None)
    await act(room, "take")
    await end_turn(room)
    whole, *_, brief = posted(room, since)
    waited_for = await room.to_move()
    assert whole["attachments"]
    assert not brief.get("attachments")
    assert brief["content"].startswith(f"<@{waited_for.id}> Tiny: your move.")
    assert brief["allowed_mentions"]["users"] == [waited_for.id]
    assert "a call was refused" in caplog.text
    assert str(code) in caplog.text
    assert await board_is_current(room)
    (row,) = await database_access.rows(room.store.read, "SELECT * FROM outbox WHERE status = 'due'")
    assert (row["kind"], row["attempts"]) == ("turn", 1)
    assert row["error"].startswith(f"refused: 400 {code}")
    shown = await match_description.lines(room.store.read, (await room.info()).id, 1, secrets=False)
    assert any(line.startswith("  turn: 1 try, again ") and f"refused: 400 {code}" in line for line in shown)
    for locale in REFUSED:
        room.locales[waited_for.id] = locale
        told = notice_in(await panel_of(room, waited_for))
        assert told.startswith(REFUSED[locale])
        assert is_clear(told)
    room.locales[waited_for.id] = "en-US"
    assert REFUSED["en-US"] in room.mail(waited_for)[-1].content
    # After a restart the bot still knows that the turn notification was refused.
    await room.restart()
    await room.settle()
    assert REFUSED["en-US"] in message_text(await panel_of(room, waited_for))
    await later(room, 3601)
    assert calls(room, before) == []
    assert await due(room) == 1
    room.env.backend.faults.clear()
    await later(room, 3601)
    assert len(calls(room, before)) == 1
    assert (await outbox.counts(room.store.read))["due"] == (await outbox.counts(room.store.read))["dead"] == 0
    assert REFUSED["en-US"] not in message_text(await panel_of(room, waited_for))


async def test_a_call_that_is_taken_without_its_picture_and_story_is_a_call(room: Room) -> None:
    before = len(room.posts())
    room.env.inject_error("POST", paths(room), status=400, code=200000, message="no")
    await end_turn(room)
    waited_for = await room.to_move()
    (call,) = room.posts()[before:]
    assert call.content.startswith(f"<@{waited_for.id}> Tiny: your move.")
    assert call.id == (await room.info()).board_message_id
    assert call.components
    # If the post was first sent without its picture, the picture has been added by now.
    assert await board_is_current(room)
    assert await due(room) == 0
    assert REFUSED["en-US"] not in message_text(await panel_of(room, waited_for))
    await act(room, "take")
    assert await board_is_current(room)


async def test_the_next_player_after_a_refused_call_is_called_at_once(room: Room) -> None:
    before = len(room.posts())
    room.env.inject_error("POST", paths(room), status=400, code=200000, message="no", times=VERSIONS)
    await end_turn(room)
    assert calls(room, before) == []
    await end_turn(room)
    waited_for = await room.to_move()
    (call,) = calls(room, before)
    assert call.startswith(f"<@{waited_for.id}> Tiny: your move.")
    # The refused turn notification is never retried, since the new notification includes its news.
    await later(room, 3601)
    assert len(calls(room, before)) == 1
    assert await due(room) == 0


async def test_a_refused_call_is_made_by_a_move_within_the_turn(room: Room) -> None:
    """A seat whose turn notification was refused doesn't count as notified, so the next post notifies its player."""
    before = len(room.posts())
    room.env.inject_error("POST", paths(room), status=400, code=200000, message="no", times=VERSIONS)
    await end_turn(room)
    waited_for = await room.to_move()
    await act(room, "take")
    (call,) = calls(room, before)
    assert call.startswith(f"<@{waited_for.id}> Tiny: your move.")


async def test_a_refused_private_message_is_told_of(room: Room) -> None:
    who = await room.not_to_move()
    room.env.inject_error("POST", mail_path(who), status=400, code=240000, message="no", times=None)
    await end_turn(room)
    notices = [message_text(post) for post in room.posts() if "can't send you private messages" in message_text(post)]
    assert len(notices) == 1
    assert (await outbox.counts(room.store.read))["dead"] == 0
