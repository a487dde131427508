"""`/watch review`: a computer's review of a finished match is private to its players until one of them shares it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app.job_queue import wait_for_result
from bot.app.subprocesses import WorkerError
from bot.features.profiles.service.results import ResultRecorder
from bot.features.reviews.service import analysis as review_analysis
from bot.features.reviews.service.queue import MAX_QUEUE, FinishedMatch, ReviewQueue
from bot.store.statements import matches
from bot.store.transactions import Reader
from rules.kernel.data.actions import Action
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import ActionText
from tests.discord.room import Room, components, message_text, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import TINY, Bid, Done, Take

#: The tiny game, whose computer players only end turns and bid, so the matches that they simulate always end.
GAME = replace(TINY, candidates=lambda _match, _seat, actions: [one for one in actions if isinstance(one, Done | Bid)])


class InProcessReviewQueue(ReviewQueue):
    """A review queue in this process: once `go` is set, it raises the errors in `faults`, and then creates reviews."""

    def __init__(self, db: Reader) -> None:
        super().__init__("nowhere")
        self.db, self.made, self.faults = db, 0, list[Exception]()
        self.go = asyncio.Event()
        self.go.set()

    async def _run(self, wanted: FinishedMatch) -> bytes:
        await self.go.wait()
        if self.faults:
            raise self.faults.pop()
        self.made += 1
        info = await matches.get(self.db, wanted.match)
        assert info is not None
        assert info.seq == wanted.seq
        return (await review_analysis.make_review(self.db, GAME, info)).dumped().encode()


@pytest_asyncio.fixture
async def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with a two-player match of the tiny game that ends as soon as both seats bid."""
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1, GAME) as room:
        room.bot.parts[ReviewQueue] = InProcessReviewQueue(room.store.read)
        await room.click(room.people[0], room.lobby(), label="Start")
        await act(room, 0, Take(2), Done())
        yield room


async def act(room: Room, seat: int, *actions: Action) -> None:
    for action in actions:
        await room.bot.service.play.act((await room.info()).id, (await room.seated(seat)).id, action)
    await room.bot.wait_until_idle()


async def finish(room: Room) -> None:
    """Let both seats bid, which ends the match."""
    await act(room, 0, Bid(2))
    await act(room, 1, Bid(3))


async def wait_for_answer(pressed: Any) -> Any:
    """Wait until the bot has answered a press, and return the answer."""
    for _ in range(1000):
        if pressed.response is not None and message_text(pressed.response):
            return pressed.response
        await asyncio.sleep(0.005)
    raise AssertionError("no answer")


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item.get("label")]


async def test_who_played_sees_the_worst_moves_first_and_no_one_else_does(tiny: Room) -> None:
    first, second = await tiny.seated(0), await tiny.seated(1)
    assert "isn't over yet" in private_answer(await tiny.slash(first, "watch review"))
    await finish(tiny)
    before = len(tiny.posts())
    panel = (await tiny.slash(second, "watch review")).response
    assert panel.flags.ephemeral
    told = message_text(panel)
    assert "checked 4 moves" in told
    assert "**bid**\nThe computer: **bid**\n-# Worth about 2 points more." in told
    assert "1 point more" not in told, "that is the other's move"
    shown = tiny.bot.charts.asked[-1]
    assert shown.panels[0].lines == [[0, 2, 1.5], [0, -2, -1.5]]
    assert any(" 0 → −2." in str(part) for part in panel.components)
    menu, _ = [item for item in components(panel) if item.get("options")]
    assert [entry["label"][-3:] for entry in menu["options"]] == ["(2)", "(1)", "(1)"]
    await tiny.select(second, panel, ["-1"], menu["custom_id"])
    told = message_text(panel)
    assert told.index("2 points more") < told.index("1 point more")
    await tiny.slash(first, "watch review")
    assert tiny.bot.part(ReviewQueue).made == 1, "it is kept"
    stranger = tiny.people[3]
    assert "Only its players" in private_answer(await tiny.slash(stranger, "watch review"))
    info = await tiny.info()
    for forged in (f"t1:review:{info.id}", "t1:review:99", "t1:review:x", f"t1:reviewpage:{info.id}:0:0"):
        pressed = tiny.press(stranger, tiny.posts()[-1], forged)
        await tiny.settle()
        assert "bid" not in private_answer(pressed)
    assert len(tiny.posts()) == before, "nobody else has seen anything of it"


async def test_no_figures_are_told_in_a_game_that_is_not_valued_in_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = replace(GAME, valued_in_points=False)
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1, game) as room:
        room.bot.parts[ReviewQueue] = InProcessReviewQueue(room.store.read)
        await room.click(room.people[0], room.lobby(), label="Start")
        await act(room, 0, Take(2), Done())
        await finish(room)
        told = message_text((await room.slash(await room.seated(1), "watch review")).response)
        assert "-# That would have been a step closer to winning." in told
        assert "point" not in told
        assert room.bot.charts.asked[-1].panels[0].last == []


async def test_without_points_a_reason_takes_the_place_of_the_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_review = review_analysis.make_review

    async def with_reason(db: Reader, game: Any, info: Any) -> Any:
        review = await make_review(db, game, info)
        return replace(
            review, missed=[replace(missed, why="It makes your row worth more.") for missed in review.missed]
        )

    monkeypatch.setattr(review_analysis, "make_review", with_reason)
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1, replace(GAME, valued_in_points=False)) as room:
        room.bot.parts[ReviewQueue] = InProcessReviewQueue(room.store.read)
        await room.click(room.people[0], room.lobby(), label="Start")
        await act(room, 0, Take(2), Done())
        await finish(room)
        told = message_text((await room.slash(await room.seated(1), "watch review")).response)
        assert "-# It makes your row worth more." in told
        assert "closer to winning" not in told


async def test_half_a_point_is_singular_and_a_move_has_its_whole_name_and_its_effect_besides_its_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_review = review_analysis.make_review

    async def half_a_point(db: Reader, game: Any, info: Any) -> Any:
        review = await make_review(db, game, info)
        return replace(review, missed=[replace(missed, by=0.5) for missed in review.missed])

    monkeypatch.setattr(review_analysis, "make_review", half_a_point)
    words = ActionText("Acquire: Washington D.C.", "Your marker there goes to Limbo. Influence 2. To your hand.")
    game = replace(GAME, action_text=lambda *_: words)
    async with open_tiny_room(tmp_path, monkeypatch, 2, 1, game) as room:
        room.bot.parts[ReviewQueue] = InProcessReviewQueue(room.store.read)
        await room.click(room.people[0], room.lobby(), label="Start")
        await act(room, 0, Take(2), Done())
        await finish(room)
        second = await room.seated(1)
        told = message_text((await room.slash(second, "watch review")).response)
        assert "**Acquire: Washington D.C.** (Your marker there goes to Limbo. Influence 2)\n" in told
        assert "Worth about ½ point more." in told
        room.locales[second.id] = "es-ES"
        assert "½ punto más." in message_text((await room.slash(second, "watch review")).response)


async def test_it_is_shown_in_the_channel_once_and_then_everyone_may_look_through_it(tiny: Room) -> None:
    first, stranger = await tiny.seated(0), tiny.people[3]
    await finish(tiny)
    panel = (await tiny.slash(first, "watch review")).response
    before = len(tiny.posts())
    (custom_id,) = [item["custom_id"] for item in components(panel) if item.get("label") == "Show in the channel"]
    for _ in range(2):
        tiny.press(first, panel, custom_id)
    await tiny.settle()
    (post,) = tiny.posts()[before:]
    assert "2 points more" in message_text(post)
    assert tiny.bot.charts.asked[-1].numbers, "with its picture"
    (chart,) = post.attachments
    assert (chart.description or "").startswith("How the computer saw it. Points ahead of the table's average. ")
    assert labels(post) == ["Look through it"]
    assert "Show in the channel" not in labels(panel)
    again = tiny.press(first, panel, custom_id)
    await tiny.settle()
    assert "already in its channel" in private_answer(again)
    looked = (await tiny.click(stranger, post, label="Look through it")).response
    assert looked.flags.ephemeral
    assert "2 points more" in message_text(looked)
    assert "Show in the channel" not in labels(looked)
    stolen = tiny.press(stranger, looked, custom_id)
    await tiny.settle()
    assert "Only a match's players can share" in private_answer(stolen)


async def test_it_is_shown_in_the_language_of_the_channel_not_of_who_shares_it(tiny: Room) -> None:
    second = await tiny.seated(1)
    await finish(tiny)
    tiny.locales[second.id] = "es-ES"
    panel = (await tiny.slash(second, "watch review")).response
    before = len(tiny.posts())
    await tiny.click(second, panel, label="Mostrar en el canal")
    await tiny.settle()
    (post,) = tiny.posts()[before:]
    assert "2 points more" in message_text(post)


async def test_the_match_before_is_reviewed_while_the_next_one_has_not_begun(tiny: Room) -> None:
    first = await tiny.seated(0)
    await finish(tiny)
    await tiny.bot.part(ResultRecorder).drain()
    await tiny.slash(first, "match new", game=tiny.game)
    assert (await tiny.info()).started_at is None
    assert "checked 4 moves" in message_text((await tiny.slash(first, "watch review")).response)


async def test_a_match_that_was_ended_before_tells_nothing(tiny: Room) -> None:
    info = await tiny.info()
    await tiny.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await tiny.bot.wait_until_idle()
    refused = private_answer(await tiny.slash(await tiny.seated(0), "watch review"))
    assert "hidden information stays hidden" in refused
    assert tiny.bot.part(ReviewQueue).made == 0


async def test_a_waiting_user_sees_their_position_and_equal_requests_share_a_result(tiny: Room) -> None:
    await finish(tiny)
    queue, info = tiny.bot.part(ReviewQueue), await tiny.info()
    queue.go.clear()
    other = queue.submit(FinishedMatch(999, 1), 1)
    queue.faults.append(WorkerError("no such match"))
    pressed = [tiny.press(await tiny.seated(seat), tiny.posts()[-1], f"t1:review:{info.id}") for seat in (0, 1)]
    for one in pressed:
        told = message_text(await wait_for_answer(one))
        assert "1 other review comes first" in told
        # A review takes at most 150 seconds, and two are under way.
        assert f"<t:{tiny.clock.time + 300}:R>" in told
    queue.go.set()
    await tiny.settle()
    assert [("1 point more" in private_answer(one), "2 points more" in private_answer(one)) for one in pressed] == [
        (True, False),
        (False, True),
    ]
    assert queue.made == 1
    assert isinstance(other.exception(), WorkerError)


async def test_when_the_computer_fails_it_is_one_sentence_and_the_next_try_works(tiny: Room) -> None:
    await finish(tiny)
    first = await tiny.seated(0)
    tiny.bot.part(ReviewQueue).faults.append(WorkerError("exit code 9"))
    told = private_answer(await tiny.slash(first, "watch review"))
    assert told == "I couldn't make the review; try again in a few minutes."
    assert "exit code 9" in tiny.errors.found.pop()
    assert "point" in private_answer(await tiny.slash(first, "watch review"))


async def test_the_queue_has_an_end_and_one_place_for_a_person(tiny: Room) -> None:
    queue = tiny.bot.part(ReviewQueue)
    queue.go.clear()
    tasks = [queue.submit(FinishedMatch(100 + number, 1), number) for number in range(MAX_QUEUE)]
    assert queue.submit(FinishedMatch(100, 1), 77) is tasks[0]
    assert [queue.queue_position(FinishedMatch(100 + number, 1)) for number in range(MAX_QUEUE)] == list(
        range(MAX_QUEUE)
    )
    with pytest.raises(Refusal, match="making many reviews"):
        queue.submit(FinishedMatch(99, 1), 99)
    with pytest.raises(Refusal, match="another review for you"):
        queue.submit(FinishedMatch(99, 1), 0)
    await queue.close()
    for task in tasks:
        with pytest.raises(WorkerError, match="the bot stops"):
            await wait_for_result(task)
    assert queue.queue_position(FinishedMatch(100, 1)) is None


async def test_the_board_before_a_move_is_a_step_of_the_replay_as_its_player_saw_it(tiny: Room) -> None:
    await finish(tiny)
    second, info = await tiny.seated(1), await tiny.info()
    panel = (await tiny.slash(second, "watch review")).response
    _, boards = [item for item in components(panel) if item.get("options")]
    (entry,) = boards["options"]
    assert entry["label"] == f"1. {info.names[1]}"
    shown = (await tiny.select(second, panel, [entry["value"]], boards["custom_id"])).response
    assert shown.flags.ephemeral
    assert "Replay" in message_text(shown)
    assert info.names[1] in message_text(shown)
    for forged in ("x", "1", "1.9", "9999.1"):
        pressed = tiny.press(second, panel, boards["custom_id"], [forged])
        await tiny.settle()
        assert private_answer(pressed)


async def test_a_user_without_access_to_the_channel_learns_of_no_review(tiny: Room) -> None:
    await finish(tiny)
    first, info = await tiny.seated(0), await tiny.info()
    panel = (await tiny.slash(first, "watch review")).response
    await tiny.click(first, panel, label="Show in the channel")
    elsewhere = tiny.env.create_guild("Elsewhere")
    other = elsewhere.create_text_channel("other")
    guest = elsewhere.add_member(tiny.people[3].user)
    refused = private_answer(await tiny.slash(guest, "watch review", other))
    assert "No match has been played in this channel yet" in refused
    for number in (info.id, 99):
        pressed = tiny.press(guest, (await guest.slash(other, "help")).response, f"t1:review:{number}")
        await tiny.settle()
        assert "There's no such match here that you can see" in private_answer(pressed)
