"""`/replay` shows a finished match board by board, and a running match only as far as the viewer may see it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.components import walk_components

import rules
from bot.app.subprocesses import WorkerError
from bot.discord.http import error_codes
from bot.features.profiles.service.results import ResultRecorder
from bot.features.replays.panel import export as replay_export
from bot.features.replays.service.export_queue import ExportRequest, ReplayExportQueue
from rules.kernel.data.actions import Action
from tests.conformance.random_play import fewest_seats, new, walk
from tests.discord.features.profiles.test_commands import ELSEWHERE, finish, labels
from tests.discord.room import PlainPictures, Room, components, message_text, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take

#: The moves of a whole match as (seat, action): taking two coins, a roll that only seat 0 sees, and secret bids.
END = ((0, Take(2)), (0, Roll()), (0, Done()), (1, Bid(1)), (0, Bid(3)))


@asynccontextmanager
async def tiny(
    folder: Path, patch: pytest.MonkeyPatch, *moves: tuple[int, Action], turns: int = 1
) -> AsyncGenerator[Room]:
    """Run the bot on a simulated Discord where two players of the tiny game have made these moves."""
    async with open_tiny_room(folder, patch, 2, turns) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        await play(room, *moves)
        yield room


async def play(room: Room, *moves: tuple[int, Action]) -> None:
    for seat, action in moves:
        room.clock.time += 60
        info = await room.info()
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
    await room.bot.part(ResultRecorder).drain()
    await room.settle()


async def open_replay(room: Room, who: Any, **options: Any) -> Any:
    return (await room.slash(who, "replay", **options)).response


async def press_component(room: Room, who: Any, panel: Any, custom_id: str, *values: str) -> str:
    """Send a press of a component that the panel needn't have any more; return the bot's answer as JSON."""
    room.press(who, panel, custom_id, list(values) or None)
    await room.settle()
    own = f"/messages/{panel.id}"  # edits of the panel itself only rename its menu
    sent = [one.json for one in room.env.http_requests if "/webhooks/" in one.path and not one.path.endswith(own)]
    return json.dumps(sent[-1], ensure_ascii=False)


def board_position(panel: Any) -> str:
    """Return the position of the board that a panel shows, such as "3/7"."""
    return message_text(panel).splitlines()[1].rpartition(" · ")[2]


def menu(panel: Any, what: str) -> dict[str, Any]:
    return next(item for item in components(panel) if item["custom_id"].partition("~")[0].endswith(f":{what}"))


def options(panel: Any, what: str) -> list[str]:
    return [option["label"] for option in menu(panel, what)["options"]]


def pictures(room: Room, panel: Any) -> list[tuple[str, Any]]:
    """Return the file name and the contents of each picture in a panel."""
    return [(file.filename, room.env.backend.cdn.get(file.url)) for file in panel.attachments]


def component_data(panel: Any) -> list[dict[str, Any]]:
    """Return a copy of a panel's components as JSON data."""
    return deepcopy([part if isinstance(part, dict) else part.to_dict() for part in panel.components])


def all_content(room: Room, panel: Any) -> str:
    """Return everything that a panel contains as text, including custom_ids, alt texts and picture bytes."""
    plain = component_data(panel)
    for part in plain:
        _remove_addresses(part)
    return f"{json.dumps(plain, ensure_ascii=False)} {pictures(room, panel)}"


def _remove_addresses(part: Any) -> None:
    """Remove URLs and ids from components, because they differ even between messages with equal content."""
    for found in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _remove_addresses(found)
    if isinstance(part, dict):
        for name in ("url", "proxy_url", "attachment_id", "id", "media"):
            part.pop(name, None)


# -- stepping -------------------------------------------------------------------------------------------------


async def test_a_finished_match_is_stepped_through_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        dora = room.people[3]
        panel = await open_replay(room, dora)
        assert panel.flags.ephemeral
        assert message_text(panel).startswith("### Tiny · Replay\n**The beginning** · Board 1 of 5")
        assert "The match begins." in message_text(panel)
        first = pictures(room, panel)
        assert [name for name, _ in first] == ["board.png"]
        await room.click(dora, panel, label="Next")
        assert board_position(panel) == "Board 2 of 5"
        assert pictures(room, panel) != first
        await room.restart()
        await room.click(dora, panel, label="Last")
        assert board_position(panel) == "Board 5 of 5"
        assert [item["disabled"] for item in components(panel)[:4]] == [False, False, True, True]
        await room.click(dora, panel, label="Back")
        assert board_position(panel) == "Board 4 of 5"
        await room.select(dora, panel, ["1"], menu(panel, "round")["custom_id"])
        assert board_position(panel) == "Board 2 of 5"
        await room.select(
            dora, panel, [menu(panel, "point")["options"][-1]["value"]], menu(panel, "point")["custom_id"]
        )
        assert board_position(panel) == "Board 5 of 5"
        assert "As a spectator" in message_text(panel)
        await room.click(dora, panel, label="First")
        assert pictures(room, panel) == first
        log = await room.click(dora, panel, label="What has happened so far")
        assert "The match begins." in private_answer(log)
        for forged in ("t1:replay:1:s:0:no", "t1:replay:1:s:x:on", "t1:replay:1:x:0:on", "t1:replay:1:s", "t1:replay"):
            assert "out of date" in await press_component(room, dora, panel, forged)
        for value in ("x", "²", "-1"):
            assert "out of date" in await press_component(room, dora, panel, "t1:replay:1:s:0:round", value)
        await press_component(room, dora, panel, "t1:replay:1:s:999999999999:on")
        assert board_position(panel) == "Board 5 of 5"


async def test_after_the_end_it_is_seen_through_anybodys_eyes_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        dora, first = room.people[3], (await room.info()).seats[0].name
        room.bot.pictures = PlainPictures()
        panel = await open_replay(room, dora)
        assert options(panel, "eyes")[0] == "As a spectator"
        assert options(panel, "eyes")[-1] == "Everything face up"
        await room.click(dora, panel, label="Next")
        await room.select(dora, panel, ["all"], menu(panel, "eyes")["custom_id"])
        assert board_position(panel) == "Board 2 of 6"
        assert "Everything face up" in message_text(panel)
        await room.click(dora, panel, label="Next")
        await room.select(dora, panel, ["0"], menu(panel, "eyes")["custom_id"])
        assert f"As {first} saw it" in message_text(panel)
        assert board_position(panel).startswith("Board 3 of")
        told = private_answer(await room.click(dora, panel, label="The board in words"))
        assert f"As {first} saw it" in told
        await room.select(dora, panel, ["s"], menu(panel, "eyes")["custom_id"])
        assert board_position(panel) == "Board 2 of 5"


async def test_each_line_of_the_log_leads_to_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(TINY, event_line=lambda _, event: str(event.body))
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1, game) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        await play(room, (0, Take(2)), (0, Roll()), (0, Take(1)), (0, Done()), (1, Bid(1)), (0, Bid(3)))
        dora = room.people[3]
        log = (await room.slash(dora, "match log")).response
        lines = menu_of_log(log)
        assert [line["label"] for line in lines["options"]] == [
            "The match begins.",
            "Took(seat=0, count=2)",
            "Took(seat=0, count=1)",
        ]
        values = [line["value"] for line in lines["options"]]
        for value, board in zip(values, ("Board 1 of", "Board 2 of", "Board 3 of"), strict=True):
            panel = (await room.select(dora, log, [value], lines["custom_id"])).response
            assert board_position(panel).startswith(board)
        own = await room.seated(0)
        mine = (await room.slash(own, "match log")).response
        seen = menu_of_log(mine)["options"]
        assert [line["label"].split("(")[0] for line in seen][1:] == ["Took", "Saw", "Took"]
        panel = (await room.select(own, mine, [seen[2]["value"]], menu_of_log(mine)["custom_id"])).response
        assert board_position(panel).startswith("Board 3 of")
        assert "Saw(" in message_text(panel)
        for value in ("0", "99", "x"):
            forged = room.press(dora, log, lines["custom_id"], [value])
            await room.settle()
            assert "out of date" in private_answer(forged)


def menu_of_log(log: Any) -> dict[str, Any]:
    return next(item for item in components(log) if ":replaylog:" in item["custom_id"])


async def test_it_opens_from_the_closing_post_and_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        ana, dora = room.people[0], room.people[3]
        closing = next(post for post in room.posts() if "Rematch" in labels(post))
        assert board_position((await room.click(dora, closing, label="Replay")).response) == "Board 1 of 5"
        listed = (await room.slash(ana, "history")).response
        one = (await room.click(ana, listed, label="Look back")).response
        assert board_position((await room.click(ana, one, label="Replay")).response) == "Board 1 of 5"


@pytest.mark.parametrize("game", rules.GAMES)
async def test_every_game_is_stepped_through_in_every_language(room: Room, game: str) -> None:
    rng = random.Random(3)
    await room.adopt(new(game, fewest_seats(game), 3))
    info = await room.info()
    for _ in range(12):
        if (match := await room.match()).over:
            break
        seat, decision = next(iter(match.decisions().items()))
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, rng.choice(decision.actions))
    if (await room.info()).status == "playing":
        await room.bot.service.play.end(info.id, room.people[0].id, is_admin=True)
    await room.settle()
    for who, locale, title in zip(room.people, ("en-US", "hu", "es-ES"), ("Replay", "Visszajátszás", ""), strict=False):
        room.locales[who.id] = locale
        panel = await open_replay(room, who)
        assert title in message_text(panel)
        for step in ("on", "last", "back"):
            await room.click(who, panel, custom_id=menu(panel, step)["custom_id"])
        assert [name for name, _ in pictures(room, panel)][:1] == ["board.png"]


async def test_with_everything_face_up_all_hands_stand_side_by_side(room: Room) -> None:
    match = new("dark_providence", 3, 3)
    moves = list(walk(match.copy(), 3))
    for seat, action in moves[:-1]:
        match.apply(seat, action)
    await room.adopt(match)
    await play(room, moves[-1])
    panel = await open_replay(room, room.people[4])
    await room.select(room.people[4], panel, ["all"], menu(panel, "eyes")["custom_id"])
    assert [name for name, _ in pictures(room, panel)] == ["board.png", "hand-1.png", "hand-2.png", "hand-3.png"]
    assert "Bence: " in all_content(room, panel)
    galleries = [part for part in walk_components(component_data(panel)) if part.get("items")]
    assert [len(gallery["items"]) for gallery in galleries] == [1, 3]


# -- running matches ------------------------------------------------------------------------------------------


async def test_a_running_match_tells_no_one_what_others_did_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, (0, Take(1))) as room:
        first, second, dora = await room.seated(0), await room.seated(1), room.people[3]
        before = {who.id: all_content(room, await open_replay(room, who)) for who in (second, dora)}
        own = await open_replay(room, first)
        assert (board_position(own), options(own, "eyes")) == (
            "Board 2 of 2",
            ["As a spectator", f"As {first.user.global_name} saw it"],
        )
        await play(room, (0, Roll()), (0, Roll()), (0, Roll()))
        for who in (second, dora):
            assert all_content(room, await open_replay(room, who)) == before[who.id]
        await room.click(first, own, label="Last")
        assert board_position(own) == "Board 5 of 5"
        await room.select(first, own, ["s"], menu(own, "eyes")["custom_id"])
        assert board_position(own) == "Board 2 of 2"
        panel = await open_replay(room, dora)
        assert "it is still being played" in message_text(panel)
        assert not any(item["custom_id"].endswith((":eyes", ":point")) for item in components(panel))
        for forged in ("0:1:on", "1:1:on", "all:1:last", "7:0:first"):
            assert "look through those eyes" in await press_component(room, dora, panel, f"t1:replay:1:{forged}")
        for value in ("0", "1", "all"):
            assert "look through those eyes" in await press_component(room, dora, panel, "t1:replay:1:s:1:eyes", value)
        assert "look through those eyes" in await press_component(room, second, own, "t1:replaywords:1:0:3")
        assert "look through those eyes" in await press_component(room, second, own, "t1:replayfile:1:all:3:page")


@pytest.mark.parametrize("game", rules.GAMES)
async def test_what_a_spectator_and_a_seat_see_is_the_same_in_every_world_of_theirs(room: Room, game: str) -> None:
    seats = fewest_seats(game)
    match, rng = new(game, seats, 5), random.Random(5)
    moves = list(walk(match.copy(), 5))
    for seat, action in moves[: min(12, len(moves) // 2)]:
        match.apply(seat, action)
    assert not match.over
    await room.adopt(match)
    seated = (await room.info()).seats
    for number, viewer in enumerate((None, 0), 1):
        world = match.worlds(viewer, rng)
        other = room.guild.create_text_channel(f"world-{number}")
        players = [(one.user_id, one.name) for one in seated]
        await room.bot.service.transfer.adopt(
            world.dump(), players=players, guild_id=room.guild.id, channel_id=other.id
        )
        await room.settle()
        who = room.people[4] if viewer is None else room.person(seated[viewer].user_id)
        ours, theirs = await open_replay(room, who), (await room.slash(who, "replay", other)).response
        told = all_content(room, theirs).replace(f":{number + 1}:", ":1:").replace(f"match {number + 1}", "match 1")
        assert told.replace(f"story:{number + 1}", "story:1") == all_content(room, ours)


async def test_who_gave_up_a_seat_and_who_presses_after_the_table_went_back_sees_no_more_than_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, (0, Roll()), turns=2) as room:
        first, carla, dora = await room.seated(0), room.people[2], room.people[3]
        info = await room.info()
        own = await open_replay(room, first)
        await room.bot.service.seat_transfer.offer_seat(info.id, first.id)
        await room.bot.service.seat_transfer.take_seat(info.id, carla.id, "Carla", 0)
        await room.settle()
        assert "look through those eyes" in await press_component(room, first, own, menu(own, "back")["custom_id"])
        assert "As a spectator" in message_text(await open_replay(room, first))
        await play(room, (0, Done()), (1, Done()), (0, Bid(1)), (1, Bid(3)))
        panel = await open_replay(room, dora)
        await room.select(dora, panel, ["all"], menu(panel, "eyes")["custom_id"])
        assert "Everything face up" in message_text(panel)
        await room.bot.service.repair.rewind(info.id, 2, "again")
        await room.settle()
        assert "look through those eyes" in await press_component(room, dora, panel, menu(panel, "first")["custom_id"])


# -- permissions ----------------------------------------------------------------------------------------------

NOT_FOR_YOU = "There's no such match here that you can see"


async def test_only_members_of_its_channel_and_players_see_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        ana, dora = room.people[0], room.people[3]
        panel = await open_replay(room, dora)
        other = room.guild.create_text_channel("other")
        outside = (await room.slash(dora, "replay", other, match="#1")).response
        assert board_position(outside) == "Board 1 of 5"
        channel = room.bot.get_channel(room.table.id)
        hidden = discord.PermissionOverwrite(view_channel=False)
        await channel.set_permissions(channel.guild.default_role, overwrite=hidden)
        await room.settle()
        for match in ("1", "2", "99999999999999999999999"):
            assert NOT_FOR_YOU in private_answer(await room.slash(dora, "replay", other, match=match))
        assert board_position((await room.slash(ana, "replay", other, match="1")).response) == "Board 1 of 5"
        assert [one["value"] for one in await dora.autocomplete(other, "replay", "match", "")] == []
        assert [one["value"] for one in await ana.autocomplete(other, "replay", "match", "")] == ["1"]
        assert NOT_FOR_YOU in private_answer(await dora.user.slash("replay", match="1"))
        assert board_position((await ana.user.slash("replay", match="1")).response) == "Board 1 of 5"
        assert "Choose a match" in private_answer(await room.slash(dora, "replay", other, match="tiny"))
        assert "No match has been played" in private_answer(await room.slash(dora, "replay", other))
        assert panel.flags.ephemeral
        for forged in ("t1:story:1", "t1:story:2", "t1:log:1:0:-1", "t1:openreplay:1"):
            assert NOT_FOR_YOU in await press_component(room, dora, outside, forged)
        monkeypatch.setattr(discord.Guild, "channels", property(lambda _: []))
        assert NOT_FOR_YOU in private_answer(await room.slash(dora, "replay", other, match="1"))


async def test_a_match_of_another_server_is_its_players_alone(room: Room) -> None:
    ana, dora = room.people[0], room.people[3]
    match_id = await finish(room, 1, 2, guild=ELSEWHERE)
    assert NOT_FOR_YOU in private_answer(await room.slash(dora, "replay", match=str(match_id)))
    assert "hasn't begun" in private_answer(await room.slash(ana, "replay", match=str(match_id)))
    await room.start(2)
    choices = await ana.autocomplete(room.table, "replay", "match", "")
    assert [one["name"].split(" · ")[1] for one in choices] == ["it is still being played", "1970-01-01"]
    assert [one["value"] for one in await ana.autocomplete(room.table, "replay", "match", "#1")] == ["1"]
    assert await dora.autocomplete(room.table, "replay", "match", "") == []


async def test_the_match_before_is_shown_while_the_next_one_has_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        await room.click(
            room.people[0], next(post for post in room.posts() if "Rematch" in labels(post)), label="Rematch"
        )
        assert "match 1" in message_text(await open_replay(room, room.people[3]))
        assert "hasn't begun" in private_answer(await room.slash(room.people[3], "replay", match="2"))


# -- export as a file -----------------------------------------------------------------------------------------


#: The key of an interaction that holds the maximum size in bytes of an attached file.
LIMIT = "attachment_size_limit"


class FakeExportQueue(ReplayExportQueue):
    """An export queue that returns a fixed file once `may_end` returns True, and collects its requests in `wanted`."""

    def __init__(self, data: bytes = b"<!doctype html>") -> None:
        super().__init__("nowhere")
        self.data, self.wanted = data, list[ExportRequest]()
        self.may_end: Callable[[], bool] = lambda: True

    async def _run(self, wanted: ExportRequest) -> bytes:
        self.wanted.append(wanted)
        await until(self.may_end)
        if not self.data:
            raise WorkerError("exit code 1")
        return self.data


async def until(happened: Callable[[], Any]) -> None:
    """Let the bot work until `happened` returns a true value."""
    for _ in range(100_000):
        if happened():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never happened")


def answer_and_files(room: Room, sent: Any) -> tuple[str, list[str]]:
    """Return the text of the last answer to a press, and the names of the files attached to it."""
    return private_answer(sent), [file.filename for file in sent.followups[-1].attachments]


async def test_a_file_comes_as_a_private_answer_and_holds_what_the_panel_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        room.bot.parts[ReplayExportQueue] = making = FakeExportQueue()
        dora = room.people[3]
        panel = await open_replay(room, dora)
        sent = await room.click(dora, panel, label="As a page")
        assert "takes a few minutes" in message_text(sent.response)
        assert answer_and_files(room, sent) == ("Your replay: open it in a browser.", ["tenebrae-replay-1.html"])
        assert sent.followups[-1].ephemeral
        sent = await room.click(dora, panel, label="As a moving picture")
        assert answer_and_files(room, sent) == ("Your replay.", ["tenebrae-replay-1.webp"])
        assert making.wanted == [ExportRequest(1, dora.id, None, "en", kind) for kind in ("page", "picture")]
        making.data = b""
        assert "couldn't make the file" in private_answer(await room.click(dora, panel, label="As a page"))
        emit = room.env.backend.emit
        monkeypatch.setattr(room.env.backend, "emit", lambda event, payload: emit(event, payload | {LIMIT: 5}))
        making.data = b"far too large"
        assert answer_and_files(room, await room.click(dora, panel, label="As a page")) == (
            "The file has 1 MB, more than Discord accepts here; the other kind of file may be smaller.",
            [],
        )
        assert "out of date" in await press_component(room, dora, panel, "t1:replayfile:1:s:0:virus")


async def test_a_person_gets_one_file_at_a_time_and_none_that_they_may_not_see_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        room.bot.parts[ReplayExportQueue] = making = FakeExportQueue()
        gone = list[bool]()
        making.may_end = lambda: bool(gone)
        dora = room.people[3]
        panel = await open_replay(room, dora)
        await room.select(dora, panel, ["all"], menu(panel, "eyes")["custom_id"])
        first = room.press(dora, panel, "t1:replayfile:1:all:0:page")
        await until(lambda: making.wanted)
        second = room.press(dora, panel, "t1:replayfile:1:s:0:page")
        await until(lambda: second.response is not None and message_text(second.response))
        assert "still making your last file" in private_answer(second)
        await room.bot.service.repair.rewind(1, 2, "again")
        gone.append(True)
        await room.settle()
        assert "look through those eyes" in private_answer(first)
        assert len(making.wanted) == 1


async def test_a_file_that_takes_too_long_comes_as_a_private_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        room.bot.parts[ReplayExportQueue] = making = FakeExportQueue()
        monkeypatch.setattr(replay_export, "PRIVATE_AFTER", 0)
        dora = room.people[3]
        panel = await open_replay(room, dora)
        room.env.inject_error("POST", "/webhooks/*", status=401, code=error_codes.TOKEN_EXPIRED)
        making.may_end = lambda: "I'll send it as a private message" in str(room.env.http_requests[-1].json)
        await room.click(dora, panel, label="As a page")
        letter = room.mail(dora)[-1]
        assert letter.content == "Your replay: open it in a browser."
        assert [file.filename for file in letter.attachments] == ["tenebrae-replay-1.html"]
        room.env.inject_error("POST", "/webhooks/*", status=401, code=error_codes.TOKEN_EXPIRED)
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=error_codes.CANNOT_DM)
        making.may_end = lambda: True
        await room.click(dora, panel, label="As a moving picture")
        assert room.mail(dora)[-1] == letter
