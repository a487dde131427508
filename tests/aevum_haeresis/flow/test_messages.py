"""How many messages a Round takes in the channel, with the orders everybody starts with and players who think."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.matches import MatchService
from bot.store import Store
from bot.tools.simulation import greedily
from rules.aevum_haeresis.game import GAME
from tests.aevum_haeresis.post import Post

#: So many whole Rounds are played: the later ones of a match take as many messages.
ROUNDS = 3
#: What the bot waits before it calls somebody who is about, as it is set from the start.
GRACE = 60
#: How long an answer takes from somebody who is there, and from somebody who has to come, in seconds.
THERE, AWAY = (5, 50), (20 * 60, 8 * 3600)
#: Kinds of posts that are messages of their own; the others are edits, or private.
MESSAGES = ("turn", "story", "notice")


async def rounds(folder: Path, share: float) -> list[int]:
    """Begin a match in which this share of the answers comes at once; return the messages of each Round."""
    rng, found = random.Random(0), Counter[int]()
    async with await Store.open(folder / "tenebrae.sqlite") as store:
        post = Post(store)
        post.service = MatchService(store, post.clock, {GAME.id: GAME}, seed=lambda: "messages 0", grace=GRACE)
        await post.begin()
        last = None
        while (match := await post.match()).state.round <= ROUNDS:
            decisions = match.decisions()
            # Who moves on within the own turn is there; of several who may answer first, it is who answered last.
            seat = last if last in decisions else min(decisions)
            there = seat == last or rng.random() < share
            await post.later(rng.randint(*THERE if there else AWAY))
            found[match.state.round] += await sent(post)
            await post.act(seat, greedily(match, seat, decisions[seat], rng))
            last = seat
            found[(await post.match()).state.round] += await sent(post)
    del found[ROUNDS + 1]
    return list(found.values())


async def sent(post: Post) -> int:
    """Deliver what is due; return how many messages it makes in the channel."""
    return sum(kind in MESSAGES for _, kind, *_ in await post.public())


@pytest.mark.slow
@pytest.mark.parametrize(("share", "most"), [(0.0, 24), (0.5, 12)], ids=["always away", "there for every other answer"])
async def test_a_round_takes_few_messages_in_the_channel(
    tmp_path: Path, record_property: Callable[[str, object], None], share: float, most: int
) -> None:
    found = await rounds(tmp_path, share)
    median = statistics.median(found)
    record_property("messages a round, median", median)
    print(
        f"\n{share:.0%} of the answers at once: median {median} messages a Round of {len(found)}, at most {max(found)}"
    )
    assert len(found) == ROUNDS
    assert median < most
