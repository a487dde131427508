"""Checks of moves, posts and turn notifications at the end of a soak test, when no more work is due."""

from __future__ import annotations

import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import rules
from bot.matches.play import match_verification
from bot.matches.service_results import MatchInfo
from bot.store import outbox
from bot.store.engine_interface import Address
from bot.store.statements import journal, matches
from bot.store.statements.rows import JournalRow
from bot.store.store import Store
from bot.store.transactions import Reader
from tests import database_access
from tests.soak.disruptions import delays
from tests.soak.people import Attempt, PlayingGroup


@dataclass(frozen=True, slots=True)
class Post:
    """A message that the bot has posted."""

    nonce: str
    channel_id: int
    message_id: int
    #: When the message was posted, in Unix seconds.
    at: float = 0.0


async def faults(address: Address, tables: Iterable[PlayingGroup], posts: Sequence[Post]) -> list[str]:
    """Return a sentence for each move, turn notification or post that is missing, wrong or duplicated."""
    attempts: dict[int, list[Attempt]] = defaultdict(list)
    for table in tables:
        for attempt in table.attempts:
            attempts[attempt.match_id].append(attempt)
    async with await Store.open(address) as store:
        db = store.read
        found = [f"{number} posts are {status}" for status, number in (await outbox.counts(db)).items()
                 if number and status != "done"]  # fmt: skip
        rows = await database_access.rows(db, "SELECT id, match_id, kind, seat, nonce, payload FROM outbox ORDER BY id")
        found += [*wrong_posts(rows, posts)]
        made = {post.nonce for post in posts}
        for match in await database_access.rows(db, "SELECT id FROM matches ORDER BY id"):
            match_id = match["id"]
            calls = [json.loads(row["payload"]) for row in rows
                     if row["match_id"] == match_id and row["kind"] == "turn" and row["nonce"] in made]  # fmt: skip
            found += [f"match {match_id}: {one}" for one in await _match(db, match_id, attempts[match_id], calls)]
    return found


async def delays_of_calls(address: Address, posts: Sequence[Post], disrupted_at: Sequence[float]) -> list[float]:
    """Return how many seconds late each turn notification was, sorted; see `disruptions.delays`."""
    async with await Store.open(address) as store:
        rows = await database_access.rows(
            store.read, "SELECT kind, nonce, created_at, not_before, attempts FROM outbox"
        )
    return sorted(delays(rows, {post.nonce: post.at for post in posts}, disrupted_at))


async def _match(db: Reader, match_id: int, attempts: Sequence[Attempt], calls: list[dict[str, Any]]) -> list[str]:
    info = await matches.get(db, match_id)
    assert info is not None
    found = ["it is frozen"] if info.status == "frozen" else []
    found += await match_verification.verify(db, rules.GAMES, match_id)
    rows = await journal.since(db, match_id, 0)
    found += wrong_moves(attempts, [row.seat for row in rows if row.kind == "act"])
    found += wrong_calls(info, rows, calls)
    return found


def wrong_moves(attempts: Sequence[Attempt], acted: Sequence[int | None]) -> list[str]:
    """Return a sentence if the moves of a match don't agree with the presses.

    `acted` has the seats that moved, in order. Each acknowledged press must be among them exactly once. A press whose
    outcome is unknown may be among them or not, and its move may have come long after the person gave up waiting.
    """
    acknowledged = [number for number, one in enumerate(attempts) if one.acknowledged]
    # All possible values of how many of the moves so far come from acknowledged presses. The other moves come from
    # presses whose outcome is unknown.
    reached = {0}
    for number, seat in enumerate(acted):
        ours = {made + 1 for made in reached if [attempts[one].seat for one in acknowledged[made:][:1]] == [seat]}
        made_by_seat = acted[: number + 1].count(seat)
        for made in reached:
            pressed = attempts[: [*acknowledged, len(attempts)][made]]
            known = sum(attempts[one].seat == seat for one in acknowledged[:made])
            if made_by_seat - known <= sum(one.seat == seat and not one.acknowledged for one in pressed):
                ours.add(made)
        reached = ours
        if not reached:
            return [
                f"move {number + 1} of {len(acted)} was pressed by nobody, was made twice, or one before it is lost"
            ]
    return [] if len(acknowledged) in reached else ["an acknowledged move is lost"]


def wrong_calls(info: MatchInfo, rows: Sequence[JournalRow], calls: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each turn notification that is missing or repeated.

    A seat is notified once for each of its decisions.
    """
    for seat in info.seats:
        own = [call["seq"] for call in calls if seat.seat in call["seats"]]
        for earlier, later in itertools.pairwise(own):
            between = [row for row in rows if earlier < row.seq <= later]
            if not any(row.seat == seat.seat or row.kind == "undo" for row in between):
                yield f"seat {seat.seat} was called at {earlier} and again at {later}"
        if seat.waiting_since is not None and seat.pinged_epoch is not None and not own[-1:] >= [seat.pinged_seq]:
            yield f"seat {seat.seat} was not told that it is its turn"


def wrong_posts(rows: Sequence[Any], posts: Sequence[Post]) -> Iterator[str]:
    """Yield a sentence for each post that was sent twice, or after a newer post of the same match, kind and seat."""
    known = {row["nonce"]: row for row in rows}
    for nonce, number in Counter(post.nonce for post in posts).items():
        if number > 1:
            yield f"{number} posts under the nonce of {dict(known.get(nonce, {'nonce': nonce}))}"
    last: dict[Any, int] = {}
    for post in sorted(posts, key=lambda post: post.message_id):
        row = known.get(post.nonce)
        if row is None:
            continue
        lane = (row["match_id"], row["kind"], row["seat"])
        if row["id"] < last.get(lane, 0):
            yield f"row {row['id']} was posted after row {last[lane]} of {lane}"
        last[lane] = max(last.get(lane, 0), row["id"])
