"""The cost of one press, including its posts: reads of the match's row, views built, and SQL statements."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

import pytest

import rules
from bot.store.statements.rows import MatchRow
from rules.kernel.engine.match import Match
from tests import database_access
from tests.discord.room import Room, components

#: Number of times that a press reads the match's row: for the panel, for the move, and for the delivered board.
ROWS = 3
#: Number of views of the new position that a press builds: the public view and three seats' views. Views of the old
#: position are cached.
VIEWS = 4


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Counts how often a match's row is read ("rows") and how many views are built ("views") during the test."""
    made = {"rows": 0, "views": 0}
    of, view = MatchRow.from_row, Match.view

    def counted_of(*args: Any) -> MatchRow:
        made["rows"] += 1
        return of(*args)

    def counted_view(match: Match[Any], seat: int | None) -> Any:
        # Views built by another thread, which draws pictures in advance, aren't counted.
        made["views"] += current_thread() is main_thread()
        return view(match, seat)

    monkeypatch.setattr(MatchRow, "from_row", counted_of)
    monkeypatch.setattr(Match, "view", counted_view)
    return made


async def press(who: Any, panel: Any) -> Any:
    """Press the panel's first button for a move or, if a menu for moves comes first, choose the menu's middle entry."""
    verbs = ("act", "pick", "sure")
    first = next(item for item in components(panel) if item["custom_id"].split(":")[1] in verbs)
    if "options" in first:
        entry = first["options"][len(first["options"]) // 2]
        return await who.select(panel, [entry["value"]], custom_id=first["custom_id"])
    return await who.click(panel, custom_id=first["custom_id"])


async def kinds(room: Room, after: int) -> list[str]:
    rows = await database_access.rows(
        room.store.read, "SELECT kind FROM outbox WHERE id > :after ORDER BY id", after=after
    )
    return [row["kind"] for row in rows]


async def test_one_press_is_one_reading_and_one_view_a_seat(room: Room, counts: dict[str, int]) -> None:
    await room.start(3)
    ordinary = passing = 0
    while ordinary < 4 or not passing:
        before = await room.info()
        (last,) = await database_access.rows(room.store.read, "SELECT max(id) AS id FROM outbox")
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        counts |= {"rows": 0, "views": 0}
        await press(who, panel)
        await room.bot.wait_until_idle()
        rows, views, posted = counts["rows"], counts["views"], await kinds(room, last["id"])
        assert (await room.info()).seq == before.seq + 1
        assert views <= VIEWS
        # Each delivery reads the match's row, because a post shows the match as it is when the post is delivered.
        assert rows == ROWS - 1 + len(posted)
        ordinary += posted == ["board"]
        passing += "turn" in posted
        if posted == ["board"]:
            assert rows <= ROWS


#: Maximum number of SQL statements for a move without its posts, and for each post, including BEGIN, COMMIT and the
#: commit number. Two statements of a move are for the next panel, which shows the reader's other matches and players'
#: local times. tests/discord/delivery/test_request_costs.py checks the average per move with its posts.
MAX_MOVE_STATEMENTS, MAX_POST_STATEMENTS = 12, 10
#: Background tasks that look for due work across all matches. Their SQL statements aren't counted, because how many
#: there are depends on timing.
POLLING_TASKS = ("delivery", "holds", "posts", "times", "thinking", "results", "packing")


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """Collect the bot's SQL statements for matches, leaving out statements of the test itself and of POLLING_TASKS."""
    statements: list[str] = []
    test = asyncio.current_task()

    async def hear(statement: str) -> None:
        task = asyncio.current_task()
        if task is not None and task is not test and task.get_name() not in POLLING_TASKS:
            statements.append(statement)

    with database_access.on_each_statement(hear):
        yield statements


@pytest.mark.parametrize("game", rules.GAMES)
async def test_an_act_and_its_posts_take_few_statements(room: Room, game: str) -> None:
    room.game = game
    await room.start(2)
    called = False
    while not called:
        (last,) = await database_access.rows(room.store.read, "SELECT max(id) AS id FROM outbox")
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        with counted_statements() as statements:
            answer = (await press(who, panel)).response
            if any(":sure:" in item["custom_id"] for item in components(answer)):
                await press(who, answer)
            await room.bot.wait_until_idle()
        posted = await kinds(room, last["id"])
        assert len(statements) <= MAX_MOVE_STATEMENTS + MAX_POST_STATEMENTS * len(posted), "\n".join(statements)
        called = "turn" in posted
