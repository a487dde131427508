"""What one press costs: readings of the match's row and views built, with all that is delivered because of it."""

from __future__ import annotations

from threading import current_thread, main_thread
from typing import Any

import pytest

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


async def press(room: Room, who: Any, panel: Any) -> None:
    """Press the first button of a panel, or choose the first entry of its first menu."""
    first = next(item for item in components(panel) if item["custom_id"].split(":")[1] in ("act", "pick"))
    if "options" in first:
        await room.select(who, panel, [first["options"][0]["value"]], custom_id=first["custom_id"])
    else:
        await room.click(who, panel, custom_id=first["custom_id"])


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
        await press(room, who, panel)
        rows, views, posted = counts["rows"], counts["views"], await kinds(room, last["id"])
        assert (await room.info()).seq == before.seq + 1
        assert views <= VIEWS
        # Whatever is posted is posted as the match stands then.
        assert rows == ROWS - 1 + len(posted)
        ordinary += posted == ["board"]
        passing += "turn" in posted
        if posted == ["board"]:
            assert rows <= ROWS
