"""What one press costs: readings of the match's row and views built, with all that is delivered because of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

import pytest

import rules
from bot.store.rows import MatchRow
from rules.kernel.engine.match import Match
from tests import sql
from tests.discord.room import Room, components

#: One for the panel, one for `act`, one for the board that is delivered.
ROWS = 3
#: What everybody sees and what each of three seats sees of the new position; the old one's are remembered.
VIEWS = 4


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count how often the row of a match is read and a view of one is built."""
    made = {"rows": 0, "views": 0}
    of, view = MatchRow.of, Match.view

    def counted_of(*args: Any) -> MatchRow:
        made["rows"] += 1
        return of(*args)

    def counted_view(match: Match[Any], seat: int | None) -> Any:
        # Another thread draws samples for the pictures to come.
        made["views"] += current_thread() is main_thread()
        return view(match, seat)

    monkeypatch.setattr(MatchRow, "of", counted_of)
    monkeypatch.setattr(Match, "view", counted_view)
    return made


async def press(who: Any, panel: Any) -> Any:
    """Press the first button of a panel, or choose an entry of its first menu, from the middle."""
    verbs = ("act", "pick", "sure")
    first = next(item for item in components(panel) if item["custom_id"].split(":")[1] in verbs)
    if "options" in first:
        entry = first["options"][len(first["options"]) // 2]
        return await who.select(panel, [entry["value"]], custom_id=first["custom_id"])
    return await who.click(panel, custom_id=first["custom_id"])


async def kinds(room: Room, after: int) -> list[str]:
    rows = await sql.rows(room.store.read, "SELECT kind FROM outbox WHERE id > :after ORDER BY id", after=after)
    return [row["kind"] for row in rows]


async def test_one_press_is_one_reading_and_one_view_a_seat(room: Room, counts: dict[str, int]) -> None:
    await room.start(3)
    ordinary = passing = 0
    while ordinary < 4 or not passing:
        before = await room.info()
        (last,) = await sql.rows(room.store.read, "SELECT max(id) AS id FROM outbox")
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        counts |= {"rows": 0, "views": 0}
        await press(who, panel)
        await room.bot.idle()
        rows, views, posted = counts["rows"], counts["views"], await kinds(room, last["id"])
        assert (await room.info()).seq == before.seq + 1
        assert views <= VIEWS
        # Whatever is posted is posted as the match stands then.
        assert rows == ROWS - 1 + len(posted)
        ordinary += posted == ["board"]
        passing += "turn" in posted
        if posted == ["board"]:
            assert rows <= ROWS


#: Statements of an act without posts, and of each post, with BEGIN, COMMIT and the number of each commit. Each post is
#: saved by itself. What an act with its posts takes on average by post is in tests/discord/posts/test_requests.py. Two
#: of an act are for the panel after it: what else waits for its reader, and what time it is for those who are awaited.
ACT, POST = 12, 10
#: Tasks that look for what is due in any match, and take it: how often depends on the time.
LOOKING = ("delivery", "holds", "posts", "times", "thinking", "results", "packing")


@contextmanager
def counted() -> Iterator[list[str]]:
    """Collect the statements for one match, without those of the test itself."""
    statements: list[str] = []
    test = asyncio.current_task()

    async def hear(statement: str) -> None:
        task = asyncio.current_task()
        if task is not None and task is not test and task.get_name() not in LOOKING:
            statements.append(statement)

    with sql.hearing(hear):
        yield statements


@pytest.mark.parametrize("game", rules.GAMES)
async def test_an_act_and_its_posts_take_few_statements(room: Room, game: str) -> None:
    room.game = game
    await room.start(2)
    called = False
    while not called:
        (last,) = await sql.rows(room.store.read, "SELECT max(id) AS id FROM outbox")
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        with counted() as statements:
            answer = (await press(who, panel)).response
            if any(":sure:" in item["custom_id"] for item in components(answer)):
                await press(who, answer)
            await room.bot.idle()
        posted = await kinds(room, last["id"])
        assert len(statements) <= ACT + POST * len(posted), "\n".join(statements)
        called = "turn" in posted
