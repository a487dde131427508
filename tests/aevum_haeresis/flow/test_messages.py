"""The number of channel messages per Round, with the initial orders and thinking players."""

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
from tests.aevum_haeresis.postal_match import Post

#: The number of whole Rounds to play; later ones take as many messages.
ROUNDS = 3
#: The bot's default delay before it calls an active player.
GRACE = 60
#: Seconds until an answer, from a present player and from an absent one.
THERE, AWAY = (5, 50), (20 * 60, 8 * 3600)
#: Kinds of posts that are separate messages; the others are edits, or private.
MESSAGES = ("turn", "story", "notice")


async def rounds(folder: Path, share: float) -> list[int]:
    """Begin a match in which this share of the answers is immediate; return the messages of each Round."""
    rng, found = random.Random(0), Counter[int]()
    async with await Store.open(folder / "tenebrae.sqlite") as store:
        post = Post(store)
        post.service = MatchService(
            store, post.clock, {GAME.id: GAME}, ServiceOptions(seed=lambda: "messages 0", grace=GRACE)
        )
        await post.begin()
        last = None
        while (match := await post.match()).state.round <= ROUNDS:
            decisions = match.decisions()
            # A player who continues their own turn is present; if several may answer first, it is the last one to
            # answer.
            seat = last if last in decisions else min(decisions)
            there = seat == last or rng.random() < share
            await post.later(rng.randint(*THERE if there else AWAY))
            found[match.state.round] += await sent(post)
            await post.act(seat, greedy_policy(match, seat, decisions[seat], rng))
            last = seat
            found[(await post.match()).state.round] += await sent(post)
    del found[ROUNDS + 1]
    return list(found.values())


async def sent(post: Post) -> int:
    """Deliver due posts; return the number of channel messages."""
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
