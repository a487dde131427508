"""Replay files are created by the command line, and by a worker process for users who are entitled to them."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

import rules
from bot.app.job_queue import wait_for_result
from bot.app.settings import ConfigError, Settings, StartError
from bot.app.subprocesses import WorkerError
from bot.features.replays import cli as tool
from bot.features.replays.files.animation import (
    FRAME_MS,
    LAST_FRAME_MS,
    TURNING_POINT_MS,
    AnimationBuilder,
    choose_steps,
)
from bot.features.replays.files.export import ANIMATION, HTML_PAGE, make_file
from bot.features.replays.service.export_queue import MAX_QUEUE, ExportRequest, ReplayExportQueue
from bot.features.replays.service.replay_steps import OPEN_VIEWER
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo
from bot.store.read_only import read_snapshot
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.features.replays.longest_matches import played
from tests.matches.features.replays.test_page import boards, streams
from tests.matches.room import ANNA, BELA, NAMES, ManualClock


@pytest.fixture
async def begun(path: Path) -> MatchInfo:
    """Start a match in a database file, make two moves, and close the file; return the match."""
    async with await Store.open(path) as store:
        service = MatchService(store, ManualClock(), options=ServiceOptions(seed=lambda: "replayed"))
        info = await service.lobby.open(
            LobbyRequest(game="edge_of_darkness", guild_id=1, channel_id=7, locale="en", options={}),
            user_id=ANNA,
            name="Anna",
        )
        await service.lobby.join(info.id, BELA, NAMES[BELA])
        info = await service.lobby.start(info.id, ANNA)
        for _ in range(2):
            table = await service.matches.table(info.id)
            seat, decision = next(iter(table.match.decisions().items()))
            await service.play.act(info.id, info.seats[seat].user_id, decision.actions[0])
        return await service.matches.get(info.id)


def frames(data: bytes) -> int:
    return getattr(Image.open(io.BytesIO(data)), "n_frames", 1)


async def test_the_command_makes_a_page_a_picture_and_boards(begun: MatchInfo, path: Path, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, database=path)  # pyright: ignore[reportCallIssue]
    files = {HTML_PAGE: tmp_path / "a.html", ANIMATION: tmp_path / "a.webp"}
    told: list[str] = []

    def make(viewer: int | None, *, secrets: bool, match: int = begun.id, locale: str = "hu") -> None:
        tool.make(settings, match, viewer, locale, files, tmp_path / "boards", told.append, secrets=secrets)

    await asyncio.to_thread(make, None, secrets=False)
    pages = boards(files[HTML_PAGE].read_bytes())
    single = [Image.open(io.BytesIO(file.read_bytes())) for file in sorted((tmp_path / "boards").iterdir())]
    assert [image.tobytes() for image in single] == [image.tobytes() for image in pages]
    assert frames(files[ANIMATION].read_bytes()) >= 2
    assert len(told) == 3
    for wrong in ({"viewer": 0}, {"viewer": 7, "secrets": True}, {"viewer": None, "locale": "xx"}):
        with pytest.raises(ConfigError):
            await asyncio.to_thread(lambda wrong=wrong: make(**{"secrets": False, **wrong}))  # type: ignore[arg-type]
    with pytest.raises(StartError, match="no match 99"):
        await asyncio.to_thread(lambda: make(None, secrets=False, match=99))
    with pytest.raises(ConfigError, match="no seat 8: its seats are 1 to 2"):
        await asyncio.to_thread(make, 7, secrets=True)
    assert [tool.viewer_of(text) for text in ("spectator", "2", "all")] == [None, 1, OPEN_VIEWER]
    with pytest.raises(ConfigError, match="nobody's view"):
        tool.viewer_of("0")


async def test_a_process_makes_the_file_for_entitled_users(begun: MatchInfo, path: Path) -> None:
    filing = ReplayExportQueue(path)
    seat = begun.seat_of(ANNA)
    mine = await wait_for_result(filing.submit(ExportRequest(begun.id, ANNA, seat, "es", HTML_PAGE), ANNA))
    async with read_snapshot(path) as db:
        assert mine == await make_file(db, rules.GAMES[begun.game], begun, seat, "es", HTML_PAGE)
    assert b"Anna" in streams(mine)["words-es"]
    with pytest.raises(WorkerError):
        await wait_for_result(filing.submit(ExportRequest(begun.id, BELA, seat, "es", HTML_PAGE), BELA))


async def test_one_file_at_a_time_for_a_person_and_none_when_the_bot_stops(path: Path) -> None:
    filing = ReplayExportQueue(path)
    waiting = [filing.submit(ExportRequest(1, ANNA, None, "en", HTML_PAGE), ANNA)]
    with pytest.raises(Refusal, match="still making your last file"):
        filing.check(ANNA)
    waiting += [
        filing.submit(ExportRequest(1, number, None, "en", HTML_PAGE), number) for number in range(MAX_QUEUE - 1)
    ]
    with pytest.raises(Refusal, match="making many files"):
        filing.check(BELA)
    await filing.close()
    for one in waiting:
        with pytest.raises(WorkerError, match="the bot stops"):
            await wait_for_result(one)
    filing.check(ANNA)


def test_a_moving_picture_is_as_small_as_it_must_be_and_ends_with_the_end() -> None:
    def picture(largest: int) -> Image.Image:
        moving = AnimationBuilder(largest)
        for colour in range(12):
            moving.add(Image.effect_noise((300, 200 + colour), 40 + colour))
        data = moving.webp()
        assert len(data) <= largest
        return Image.open(io.BytesIO(data))

    whole, small = picture(10_000_000), picture(200_000)
    assert (whole.n_frames, whole.size) == (12, (300, 211))  # type: ignore[attr-defined]
    assert 2 <= small.n_frames < 12  # type: ignore[attr-defined]


def test_the_boards_of_turning_points_stand_longer_and_the_last_one_longest() -> None:
    moving = AnimationBuilder()
    for grey, stands in ((0, FRAME_MS), (90, TURNING_POINT_MS), (180, FRAME_MS), (250, FRAME_MS)):
        moving.add(Image.new("RGB", (40, 40), (grey, grey, grey)), stands)
    image = Image.open(io.BytesIO(moving.webp()))
    stood: list[int] = []
    for frame in ImageSequence.Iterator(image):
        frame.load()
        stood.append(frame.info["duration"])
    assert stood == [FRAME_MS, TURNING_POINT_MS, FRAME_MS, LAST_FRAME_MS]


async def test_a_moving_picture_has_a_board_for_each_turn() -> None:
    steps = await played("edge_of_darkness", 2, 12).steps(None)
    numbers = choose_steps(steps)
    assert numbers[0] == 0
    assert numbers[-1] == steps[-1].number
    assert {steps[number].turn for number in numbers} == {step.turn for step in steps}
    assert choose_steps(steps, 3) == [0, numbers[round((len(numbers) - 1) / 2)], numbers[-1]]
    inside = next(step.number for step in steps if step.number not in numbers)
    assert choose_steps(steps, 3, {inside}) == sorted({0, inside, numbers[-1]})
