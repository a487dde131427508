"""The number of messages in the channel per Round if players keep the initial standing orders and play sensibly."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli.lab.simulation import greedy_policy
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.store.store import Store
from rules.aevum_haeresis.game import GAME
from tests.aevum_haeresis.postal_match import PostalMatch

#: The number of whole Rounds to play. Later Rounds need about the same number of messages.
ROUNDS = 3
#: The default number of seconds that the bot waits before it pings an active player.
GRACE = 60
#: How many seconds a player takes to answer, as a range: for a player who is online, and for one who is away.
THERE, AWAY = (5, 50), (20 * 60, 8 * 3600)
#: The kinds of posts that are separate messages. Other posts are edits or private messages.
MESSAGES = ("turn", "story", "notice")


async def rounds(folder: Path, share: float) -> list[int]:
    """Play a match where this share of the answers comes without delay. Return the number of messages in each Round."""
    rng, found = random.Random(0), Counter[int]()
    async with await Store.open(folder / "tenebrae.sqlite") as store:
        post = PostalMatch(store)
        post.service = MatchService(
            store, post.clock, {GAME.id: GAME}, ServiceOptions(seed=lambda: "messages 0", grace=GRACE)
        )
        await post.begin()
        last = None
        while (match := await post.match()).state.round <= ROUNDS:
            decisions = match.decisions()
            # The player who moved last is online and continues if possible. Otherwise, the first seat that must decide
            # answers.
            seat = last if last in decisions else min(decisions)
            there = seat == last or rng.random() < share
            await post.later(rng.randint(*THERE if there else AWAY))
            found[match.state.round] += await sent(post)
            await post.act(seat, greedy_policy(match, seat, decisions[seat], rng))
            last = seat
            found[(await post.match()).state.round] += await sent(post)
    del found[ROUNDS + 1]
    return list(found.values())


async def sent(post: PostalMatch) -> int:
    """Deliver all pending posts. Return the number of messages in the channel."""
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
