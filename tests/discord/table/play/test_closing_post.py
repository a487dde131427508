"""The post that announces the end of a match, and its buttons."""

from __future__ import annotations

import asyncio
import io
import random
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import ui
from PIL import Image

import render.registry
import rules
from bot.app import timeouts
from bot.app.charts import ChartRenderer
from bot.app.subprocesses import WorkerError
from bot.discord.emoji import NO_ICONS
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import LogEntry, Position, Table
from bot.notifications.delivery import BACKOFF
from bot.table.play import closing_posts, phone_layout
from rules.kernel.engine.chance import seal
from rules.kernel.words.translation import LOCALES, Translator
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.discord.ui.test_limits import info_of
from tests.e2e.visibility_checks import Pictures
from tests.game_helpers import each
from tests.matches.tiny_game import TINY, Bid, Done, Take

#: The labels of the buttons below the closing post of a match that was played to its end.
BUTTONS = [
    "Rematch",
    "Board",
    "The luck",
    "Turning points",
    "Hidden information",
    "What has happened so far",
    "Replay",
]
#: The height of the channel on two screens of a phone 390 x 844 pixels wide, and of a chart on it, in CSS pixels.
TWO_SCREENS, CHART_HEIGHT = 2 * 735, 215


@pytest_asyncio.fixture
async def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with a two-player match of the tiny game shortly before its end."""
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {TINY.id: TINY}, luck="a room") as room:
        await room.open_lobby(2)
        service, (ana, *_) = room.bot.service, room.people
        await service.lobby.set_options((await room.info()).id, ana.id, {"turns": 2})
        await room.click(ana, room.lobby(), label="Start")
        for action in (Take(2), Done(), Take(1)):
            await act(room, action)
        yield room


async def act(room: Room, action: Any, seat: int | None = None) -> None:
    table = await room.now()
    user = table.info.seats[min(table.match.decisions()) if seat is None else seat].user_id
    await room.bot.service.play.act(table.info.id, user, action)
    await room.bot.wait_until_idle()


async def finish(room: Room) -> Any:
    """Play the match to its end and return the last post."""
    await act(room, Done())
    await act(room, Bid(1), 0)
    await act(room, Bid(3), 1)
    return room.posts()[-1]


def pictures(post: Any) -> list[str]:
    return [file.filename for file in post.attachments]


async def test_it_tells_who_won_how_it_went_and_what_was_hidden(tiny: Room) -> None:
    post = await finish(tiny)
    told = message_text(post)
    names = [seat.name for seat in (await tiny.info()).seats]
    assert f"**{names[0]}** wins!" in told
    assert f"{names[0]} takes the lead (2, {names[1]} 0)." in told
    assert "Nothing." not in told, "that is behind a button"
    assert pictures(post) == ["score.png", "curve.png"]
    scores, course = [file.description or "" for file in post.attachments]
    assert scores.startswith("Final scores.")
    assert course == f"How it went. Coins. {names[0]}: 0 → 1; {names[1]}: 0 → −2."
    assert [item["label"] for item in components(post)] == BUTTONS
    (asked,) = tiny.bot.charts.asked  # type: ignore[attr-defined]
    assert asked.names == names
    assert asked.panels[0].lines == [[0, 2, 2, 2, 1], [0, 0, 1, 1, -2]]


async def test_its_buttons_tell_what_turned_the_match_and_what_was_hidden(tiny: Room) -> None:
    call = tiny.last_call()
    for verb in ("turned", "uncovered"):
        pressed = tiny.press(tiny.people[0], call, f"t1:{verb}:{(await tiny.info()).id}")
        await tiny.settle()
        assert private_answer(pressed) == "This match isn't over yet."
    post = await finish(tiny)
    spectator = tiny.people[4]
    turned = private_answer(await tiny.click(spectator, post, label="Turning points"))
    assert "**1.** " in turned
    first, second = (await tiny.info()).names
    assert f"{first} takes the lead (2, {second} 0)." in turned
    assert "Nothing." in private_answer(await tiny.click(spectator, post, label="Hidden information"))


@pytest.mark.parametrize("locale", LOCALES)
@each("name", rules.GAMES)
def test_it_fits_two_screens_of_a_phone(name: str, locale: str) -> None:
    game = rules.GAMES[name]
    match, luck = game.new(game.seats[0], "two screens", game.first_match), random.Random(7)
    log: list[LogEntry] = []
    while not match.over:
        seat, decision = sorted(match.decisions().items())[0]
        log.append(LogEntry(len(log), 1, seat, match.apply(seat, luck.choice(decision.actions))))
    info = replace(info_of(game, match.state.seats, locale), id=1)
    reader = ReaderContext(locale, ["Annamária", "Bence", "Carla"][: match.state.seats], NO_ICONS)
    score = render.score(match.view(None), match.result, locale, reader.label.names)
    wide, high = score.size
    files = [discord.File(io.BytesIO(), name) for name in (closing_posts.SCORE_FILE, closing_posts.CHART_FILE)]
    table = Table(info, Position.from_match(match, len(log), ()))
    lines = [f"-# **{number}.** Round 20: Annamária takes the lead (123, Bence 122)." for number in (1, 2, 3)]
    story = closing_posts.ClosingStory(lines, files[1])
    post = closing_posts.view(table, reader, (log[:-8], log[-8:]), story, files, again=True)
    texts = [item.content for item in post.walk_children() if isinstance(item, ui.TextDisplay)]
    rows = [item for item in post.walk_children() if isinstance(item, ui.ActionRow)]
    height = sum(map(phone_layout.of_text, texts)) + CHART_HEIGHT + phone_layout.ROW_WIDTH * high // wide
    height += sum(phone_layout.of_buttons(button.label or "" for button in row.children) for row in rows)
    assert height + phone_layout.FRAME <= TWO_SCREENS


async def test_nothing_of_it_is_shown_before_the_end(tiny: Room) -> None:
    before = [message_text(post) for post in tiny.posts()]
    await finish(tiny)
    seed = (await tiny.match()).state.chance.seed
    assert not any("hidden" in told or "Nothing." in told or seed in told for told in before)
    assert not any("curve.png" in pictures(post) for post in tiny.posts()[:-1])


async def test_a_picture_that_fails_is_left_out(tiny: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> bytes:
        raise WorkerError("the process has died")

    monkeypatch.setattr(tiny.bot.charts, "draw", fails)
    monkeypatch.setattr(tiny.bot.pictures, "score", fails)
    post = await finish(tiny)
    assert pictures(post) == []
    assert "takes the lead" in message_text(post)
    assert len(tiny.errors.found) == 2
    tiny.errors.found.clear()


async def hangs(*_: Any) -> bytes:
    await asyncio.Event().wait()
    return b""


def hang_pictures(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the drawing of every picture hang, and shorten the timeouts to a hundredth."""
    monkeypatch.setattr(room.bot.charts, "draw", hangs)
    monkeypatch.setattr(room.bot.pictures, "_cached_bytes", hangs)
    for name in ("DELIVERY", "PICTURES", "CHART", "CLOSING_PARTS", "LAST_BOARD"):
        monkeypatch.setattr(timeouts, name, getattr(timeouts, name) / 100)


async def test_it_comes_though_every_picture_hangs(tiny: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    hang_pictures(tiny, monkeypatch)
    tried: list[str] = []
    deliver = tiny.bot.delivery._deliverer.deliver

    async def noted(row: Any) -> Any:
        tried.append(f"{row.kind} {row.attempts}")
        return await deliver(row)

    monkeypatch.setattr(tiny.bot.delivery._deliverer, "deliver", noted)
    post = await finish(tiny)
    assert "The match is over." in message_text(post)
    assert "takes the lead" in message_text(post)
    assert pictures(post) == []
    assert [item["label"] for item in components(post)] == BUTTONS
    # The closing post ("score") is delivered at its first attempt, right after the board.
    assert tried[tried.index("score 0") - 1] == "board 0"
    assert "score 1" not in tried


async def test_it_comes_at_the_second_try_without_what_broke_the_first(
    tiny: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_: Any) -> Any:
        raise ValueError("a fault in the course")

    monkeypatch.setattr(tiny.bot.service.history, "score_timeline", breaks)
    assert not components(await finish(tiny))
    tiny.errors.found.clear()
    tiny.clock.time += BACKOFF[0]
    await tiny.bot.delivery.drain()
    post = tiny.posts()[-1]
    assert next(item["label"] for item in components(post)) == "Rematch"
    assert pictures(post) == []


async def test_it_names_the_game_and_the_match(tiny: Room) -> None:
    told = message_text(await finish(tiny))
    assert f"{TINY.title(Translator())} · match {(await tiny.info()).id}" in told


async def test_the_last_call_says_that_the_match_is_over_though_the_closing_post_is_late(tiny: Room) -> None:
    call = tiny.last_call()
    tiny.env.inject_error("POST", f"/channels/{tiny.table.id}/messages", status=503, message="no", times=None)
    await finish(tiny)
    now = next(post for post in tiny.posts() if post.id == call.id)
    assert "your" in call.content
    assert f"The match is over. {(await tiny.info()).seats[0].name} wins." in now.content
    assert "<@" not in now.content
    assert "your move" not in now.content
    assert not components(now)
    assert tiny.posts()[-1].id == call.id
    tiny.errors.found.clear()


async def test_a_draw_is_told_with_the_course_and_without_scores(tiny: Room) -> None:
    votes, info = tiny.bot.service.votes, await tiny.info()
    asked = await votes.ask(info.id, info.seats[0].user_id, "draw")
    await votes.answer(info.id, info.seats[1].user_id, True, asked.id)
    await tiny.bot.wait_until_idle()
    post = tiny.posts()[-1]
    assert "The match ends in a draw: everyone has agreed." in message_text(post)
    assert "hidden" not in message_text(post)
    assert pictures(post) == ["curve.png"]
    labels = [item["label"] for item in components(post)]
    assert labels == [label for label in BUTTONS if label not in ("The luck", "Hidden information")]
    pressed = tiny.press(tiny.people[0], post, f"t1:uncovered:{info.id}")
    await tiny.settle()
    assert "what was hidden stays hidden" in private_answer(pressed)
    assert "when the match is over" in private_answer(await luck(tiny, info.id))


async def lobby(room: Room) -> Any:
    """Return the post of the lobby that is currently open."""
    number = (await room.info()).lobby_message_id
    return next(post for post in room.posts() if post.id == number)


async def luck(room: Room, match_id: int) -> Any:
    """Press the button "The luck" of the latest post, even if the post doesn't have it; return the result."""
    pressed = room.press(room.people[0], room.posts()[-1], f"t1:luck:{match_id}")
    await room.settle()
    return pressed


async def test_the_luck_is_told_in_private_with_its_seal(tiny: Room) -> None:
    post = await finish(tiny)
    told = private_answer(await tiny.click(tiny.people[4], post, label="The luck"))
    seed = (await tiny.match()).state.chance.seed
    assert f"`{seed}`" in told
    assert seal(seed) in told
    assert any(seal(seed) in message_text(one) for one in tiny.posts())


async def test_a_rematch_opens_a_lobby_and_asks_the_others(tiny: Room) -> None:
    post = await finish(tiny)
    old = await tiny.info()
    ana, bence, carla = tiny.people[:3]
    assert "Only players of this match can ask" in private_answer(await tiny.click(carla, post, label="Rematch"))
    pinged = pinged_users(tiny)
    assert "asked the others to join again" in private_answer(await tiny.click(bence, post, label="Rematch"))
    info = await tiny.info()
    assert (info.status, info.host_id, info.rematch_of) == ("lobby", bence.id, old.id)
    assert info.options == old.options
    asked = tiny.posts()[-1]
    assert re.match(rf"<@{ana.id}>: Bence asks for a rematch", asked.content)
    assert pinged_users(tiny) == [*pinged, str(ana.id)]
    assert "already has a match" in private_answer(await tiny.click(ana, post, label="Rematch"))
    await tiny.click(ana, await lobby(tiny), label="Join")
    assert "Seats move by one" in message_text(await lobby(tiny))
    await tiny.click(bence, await lobby(tiny), label="Start")
    assert [seat.user_id for seat in (await tiny.info()).seats] == [old.seats[1].user_id, old.seats[0].user_id]


async def test_a_rematch_is_a_command_too(tiny: Room) -> None:
    bence = tiny.people[1]
    assert "isn't over yet" in private_answer(await tiny.slash(bence, "match rematch"))
    await finish(tiny)
    old = await tiny.info()
    assert "asked the others to join again" in private_answer(await tiny.slash(bence, "match rematch"))
    assert (await tiny.info()).rematch_of == old.id


async def test_who_has_ended_a_match_is_told_once_with_its_end(tiny: Room) -> None:
    info, before = await tiny.info(), len(tiny.posts())
    await tiny.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await tiny.bot.wait_until_idle()
    (post,) = tiny.posts()[before:]
    assert f"{info.names[0]} has ended this match." in message_text(post)


async def test_a_sleeping_player_is_asked_for_a_rematch_silently(tiny: Room) -> None:
    post = await finish(tiny)
    ana, bence = tiny.people[:2]
    hour = tiny.clock.time % 86_400 // 3_600
    await tiny.bot.service.people.choose_zone(ana.id, "UTC")
    await tiny.bot.service.people.choose_quiet(ana.id, hour, (hour + 2) % 24)
    before = pinged_users(tiny)
    await tiny.click(bence, post, label="Rematch")
    assert f"<@{ana.id}>" in tiny.posts()[-1].content
    assert pinged_users(tiny) == before


@pytest.mark.painted
async def test_the_pictures_are_drawn_and_the_course_in_a_process_of_its_own(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The timeout is raised, because drawing may take longer on a busy machine.
    monkeypatch.setattr(timeouts, "CLOSING_PARTS", timeouts.DELIVERY)
    room.bot.charts = ChartRenderer(patience=timeouts.DELIVERY)
    room.game = "aevum_haeresis"
    await room.start(2)
    info = await room.info()
    await room.bot.service.play.concede(info.id, info.host_id)
    await room.bot.wait_until_idle()
    post = room.posts()[-1]
    assert pictures(post) == ["score.png", "curve.png"]
    drawn = [Image.open(io.BytesIO(room.env.backend.cdn.get(file.url))) for file in post.attachments]
    assert all(image.format == "PNG" and min(image.size) > 500 for image in drawn)
