"""The steps of a replay have the same boards, with the same changes, as the posts in the match's channel.

The page shows the whole board, and the channel the chat board, so the chat boards are drawn from the page's steps.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest
from PIL import Image

import render
import rules
from bot.cli.lab.simulation import POLICIES
from bot.computers.policies import Policy, random_policy
from bot.features.replays.files.export import HTML_PAGE, PlainMatchDescriber, make_file
from bot.features.replays.files.step_drawing import board
from bot.features.replays.service.replay_steps import RenderedStep, read
from bot.store.read_only import read_snapshot
from rules.kernel.game import AnyGame
from tests.conformance.random_play import CAP, fewest_seats, new
from tests.discord.room import Room, open_room, pass_time
from tests.matches.features.replays.longest_matches import LONGEST
from tests.matches.features.replays.test_page import boards

#: Number of moves in a short match.
FEW = 8
#: Maximum number of moves whose changes one posted board may mark.
MAX_MARKED_MOVES = 400


def pixel_digest(image: Image.Image) -> bytes:
    """Return a hash of a picture's pixels, which needs less memory than all the pictures of a long match."""
    return blake2b(image.tobytes()).digest()


def chat_board(step: RenderedStep, words: PlainMatchDescriber) -> bytes:
    """Return a hash of the chat board of a replay's step."""
    say = words.then(step)
    return pixel_digest(render.chat_board(step.view, say.locale, say.names, list(step.marked_events)))


async def posted_boards(
    room: Room, policy: Policy, rng: random.Random, most: int = CAP
) -> list[tuple[int, list[bytes]]]:
    """Play on; for each move, return its journal number and hashes of the boards posted since the previous move."""
    sent, known = room.env.backend.cdn._blobs, 0
    found: list[tuple[int, list[bytes]]] = []
    while True:
        ours = [data for url, data in list(sent.items())[known:] if f"/{room.table.id}/" in url and "board" in url]
        info = await room.info()
        found.append((info.seq, [pixel_digest(Image.open(io.BytesIO(data))) for data in ours]))
        known = len(sent)
        match = await room.match()
        if match.over or len(found) > most:
            return found
        seat, decision = rng.choice(sorted(match.decisions().items()))
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, policy(match, seat, decision, rng))
        await room.bot.wait_until_idle()
        if (await room.info()).seq == info.seq:
            # A secret answer takes effect only when the decision's time is over.
            await pass_time(room, (await room.info()).deadline)


def digests_with_other_marks(steps: Sequence[RenderedStep], words: PlainMatchDescriber) -> Iterator[bytes]:
    """Yield hashes of the last step's board: without markers, then with the changes of more and more steps marked.

    The last post of a match has no marks, and a post about several moves marks the changes of all of them.
    """
    for first in range(len(steps), max(-1, len(steps) - MAX_MARKED_MOVES), -1):
        events = [event for step in steps[first:] for entry in step.entries for event in entry.events]
        yield chat_board(replace(steps[-1], marked_events=events), words)


async def check_boards(room: Room, game: AnyGame, sent: Sequence[tuple[int, list[bytes]]], file: Path) -> None:
    """Assert that a match's replay page shows the boards of its steps, and that its channel shows their chat boards."""
    info = await room.info()
    async with read_snapshot(file) as db:
        page = [pixel_digest(image) for image in boards(await make_file(db, game, info, None, "en", HTML_PAGE))]
        steps = [step async for step in (await read(db, game, info)).positions(None)]
    words = PlainMatchDescriber(game, info, "en")
    assert page == [pixel_digest(board(step, words.then(step))) for step in steps]
    chat_boards = [chat_board(step, words) for step in steps]
    same = others = last = 0
    for seq, pictures in sent:
        number = max(step.step.number for step in steps if step.step.seq <= seq)
        for picture in pictures:
            if picture in chat_boards[last : number + 1]:
                same += 1
            else:
                others += 1
                # A post that follows a pause marks the changes of several moves.
                way = range(number, last - 1, -1)
                assert any(picture in digests_with_other_marks(steps[: at + 1], words) for at in way), number
        last = number
    print(f"{game.id}: {len(sent)} moves, {len(page)} steps, {same} equal, {others} with marks of several moves")
    assert same > others


@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_page_has_the_boards_that_the_channel_showed(name: str, tmp_path: Path) -> None:
    game, file = rules.GAMES[name], tmp_path / "tenebrae.sqlite"
    async with open_room(file, {name: game}, luck="a room") as room:
        with room.env.time_context():
            await room.start(fewest_seats(room.game))
            await check_boards(room, game, await posted_boards(room, random_policy, random.Random(4), FEW), file)


@pytest.mark.soak
@pytest.mark.parametrize("name", LONGEST)
async def test_the_page_of_the_longest_match_has_the_boards_that_the_channel_showed(name: str, tmp_path: Path) -> None:
    game, file = rules.GAMES[name], tmp_path / "tenebrae.sqlite"
    seats, number, policy = LONGEST[name]
    async with open_room(file, {name: game}, luck="a room") as room:
        with room.env.time_context():
            await room.adopt(new(name, seats, number))
            await check_boards(room, game, await posted_boards(room, POLICIES[policy], random.Random(number)), file)
