"""A damaged value in any column affects only its row; posts, notifications and clocks of other matches continue."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable
from pathlib import Path

import pytest
from sqlalchemy import Text
from sqlalchemy.exc import IntegrityError

from bot.features.cups.model import CupRules
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.features.follow.service.follows import Follows
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.features.owner.service.announcements import Announcements
from bot.features.profiles.service.results import ResultRecorder
from bot.features.reviews import statements as reviews
from bot.features.reviews.statements import ReviewRow
from bot.matches.archiver import Archiver
from bot.matches.clocks import service as clocks_service
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from bot.matches.play.match_verification import verify
from bot.matches.processes import Processes
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service_results import MatchInfo
from bot.store import decoding
from bot.store.decoding import COLUMN_TYPES
from bot.store.store import Store
from bot.store.tables import metadata
from bot.store.unreadable_values import unreadable
from rules.kernel.content.decks import Deck, save
from rules.kernel.errors import Refusal
from tests import database_access
from tests.computers.in_process_chooser import InProcessChooser
from tests.matches.room import ANNA, BELA, CILI, DORA, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll

PACE = TimeControl(TimeControlKind.STEADY, 48 * 3600)
#: A value that no decoder accepts.
DAMAGED = '{"'
#: Columns with a fixed set of values, which are damaged like the columns with JSON.
WORDS = ("clock_rest", "computer", "kind", "locale", "stand_in", "standing")
#: The columns that are damaged one at a time: (table, column).
COLUMNS = [
    (table.name, column.name)
    for table in metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, Text) and (f"{table.name}.{column.name}" in COLUMN_TYPES or column.name in WORDS)
]


async def refusal_msgid(done: Awaitable[object]) -> str:
    """Return the message id of the refusal that `done` raises."""
    with pytest.raises(Refusal) as caught:
        await done
    return caught.value.msgid


async def begun(room: Room, channel_id: int) -> MatchInfo:
    """Start a three-player match that has clocks and a computer in the last seat."""
    info = await room.lobby(BELA, CILI, channel_id=channel_id, turns=9)
    await room.service.lobby.set_pace(info.id, ANNA, PACE)
    info = await room.service.lobby.start(info.id, ANNA)
    await room.service.computers.hand_over(info.id, info.seats[2].user_id, None, "easy", gone=False)
    return await room.service.matches.get(info.id)


def schedulers(room: Room) -> list[DeadlineScheduler | ComputerMoveScheduler | ResultRecorder | Archiver]:
    bots = ComputerMoveScheduler(room.service, InProcessChooser({"tiny": TINY}), room.clock, seconds=lambda: 0.0)
    shared = [kind(room.service, room.clock) for kind in (DeadlineScheduler, ResultRecorder, Archiver)]
    return [bots, *shared]


async def fill(room: Room) -> None:
    """Put a row into every table that has text columns; matches 1 and 2 are running, match 3 is over."""
    service = room.service
    first, _ = await begun(room, 7), await begun(room, 8)
    over = await room.match(2, channel_id=9, turns=1)
    await room.by(over, 0, Done())
    for seat in (0, 1):
        await room.by(over, seat, Bid(1 + seat))
    await ResultRecorder(service, room.clock).drain()
    await room.by(first, 0, Roll())
    await service.votes.ask(first.id, first.seats[0].user_id, "pause", days=3)
    await service.part(Follows).follow(first.id, DORA, "rounds")
    wanted = OpenTableRequest(game="tiny", guild_id=1, channel_id=5, locale="en")
    open_table = await service.part(OpenTables).open(wanted, CILI, "Cili")
    await service.part(OpenTables).invite(open_table.id, CILI, {DORA: "Dóra"})
    cup = await service.part(Cups).open(CupRequest("tiny", 1, 7, "Cup", CupRules(options={"turns": 1})), CILI)
    for user_id in (CILI, DORA):
        await service.part(Cups).enter(cup.id, user_id, str(user_id))
    await service.part(Cups).begin(cup.id, CILI)
    await service.part(TournamentEngine).mark_notice_sent(cup.id, "begun")
    news = await service.part(Announcements).draft({"en": "Hello"}, by=1)
    await service.part(Announcements).send(news.id, by=1)
    await service.people.set_language(ANNA, "en")
    await service.people.choose_words(ANNA, True)
    await service.servers.choose_language(1, "en", by=1)
    await Processes(room.store, room.clock).send_heartbeat("1", "gateway", {"answers": 0})
    async with room.store.write() as tx:
        await reviews.save(tx, ReviewRow(over.id, over.seq, '{"places":[],"missed":[]}', None))
        await database_access.run(
            tx,
            "INSERT INTO packs (guild_id, game, name, hash, user_id, at) VALUES (1, 'tiny', 'own', 'x', 1, 1)",
        )
        await database_access.run(
            tx,
            "INSERT INTO decks (user_id, game, name, key, cards, changed_at)"
            " VALUES (:user, 'tiny', 'D', 'd', :cards, 1)",
            user=ANNA,
            cards=save(Deck({"a": 1}, name="D")),
        )


#: Tables whose damaged rows belong to match 3, which is finished.
OF_THE_LAST = ("finished", "results", "reviews")


async def damage(store: Store, table: str, column: str) -> int:
    """Damage a column in one match's rows, or in all rows if they belong to no match; return the number of rows."""
    of_match = "match_id" in metadata.tables[table].c and table not in ("seeks", "cup_matches")
    number = 3 if table in OF_THE_LAST else 1
    condition = f"match_id = {number}" if of_match else "id = 1" if table == "matches" else "1 = 1"
    try:
        async with store.write() as tx:
            return await database_access.run(
                tx, f"UPDATE {table} SET {column} = :value WHERE {condition}", value=DAMAGED
            )
    except IntegrityError:
        return 0  # the database accepts only known values in this column


async def goes_on(room: Room) -> None:
    """Play a round of match 2 and run every scheduler; assert that none of the match's work is delayed or missing."""
    bots, times, *others = schedulers(room)
    for seat in (0, 1):
        await room.by(await room.service.matches.get(2), seat, Done())
        await bots.drain()
        called = [row.payload["seats"] for row in await room.posts() if (row.match_id, row.kind) == (2, "turn")]
        assert called == [[1 - seat]]
    info = await room.service.matches.get(2)
    waited = info.seats[0]
    assert 2 in [one.match_id for one in await room.service.matches.waiting_for(waited.user_id)]
    assert 2 in [one.id for one in await room.service.matches.of_server(1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clocks_service, "MIN_OUTAGE", 100 * 3600)
        room.clock.time += 50 * 3600
        await times.drain()
    info = await room.service.matches.get(2)
    assert info.seats[waited.seat].late_since is not None, "no clock ran out"
    for scheduler in others:
        await scheduler.drain()
    for shared in (
        room.service.part(Cups).of_server(1),
        room.service.part(OpenTables).open_in(1),
        room.service.part(Announcements).newest(9),
    ):
        await shared
    await room.service.processes.list_all()
    await room.service.servers.changes(1, 9)


async def test_damage_in_any_column_harms_no_other_match(tmp_path: Path) -> None:
    filled, failed, tried = tmp_path / "filled.sqlite3", list[Exception](), set[str]()
    async with await Store.open(filled) as store:
        await fill(Room(store))
    for table, column in COLUMNS:
        path = tmp_path / f"{table}.{column}.sqlite3"
        shutil.copy(filled, path)
        async with await Store.open(path) as store:
            if not await damage(store, table, column):
                continue
            tried.add(f"{table}.{column}")
            try:
                # The time limit makes the test fail if a scheduler doesn't end.
                async with asyncio.timeout(30):
                    await check_reports(store, table, column)
                    await goes_on(Room(store))
            except Exception as error:
                error.add_note(f"with {table}.{column} damaged")
                failed.append(error)
    if failed:
        raise ExceptionGroup(f"{len(failed)} columns", failed)
    assert COLUMN_TYPES.keys() - tried == set()


async def check_reports(store: Store, table: str, column: str) -> None:
    """Assert that `tenebrae doctor` and `tenebrae verify` each report the damaged value in one sentence."""
    name = f"{table}.{column}"
    if name not in COLUMN_TYPES:
        return
    found = [str(error) async for error in unreadable(store.read)]
    assert found, "doctor finds nothing"
    assert all(one.startswith(f"In the table {table}, {column} of row ") for one in found)
    if ("match_id" in metadata.tables[table].c and table != "seeks") or table == "matches":
        number = 3 if table in OF_THE_LAST else 1
        faults = await verify(store.read, {"tiny": TINY}, number)
        assert found[0] in faults


async def test_a_post_that_cannot_be_read_is_given_up_and_counted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_reported", {})
    first, second = await room.match(2, channel_id=7, turns=9), await room.match(2, channel_id=8, turns=9)
    async with room.store.write() as tx:
        await database_access.run(
            tx, "UPDATE outbox SET payload = :value WHERE match_id = :one", value=DAMAGED, one=first.id
        )
    posted = await room.posts()
    assert second.id in {row.match_id for row in posted}
    assert {row.kind for row in posted if row.match_id == first.id} <= {"turn", "ring"}
    rows = await database_access.rows(
        room.store.read,
        "SELECT DISTINCT status, error FROM outbox WHERE match_id = :one AND status <> 'done'",
        one=first.id,
    )
    assert [(row.status, row.error) for row in rows] == [("dead", "unreadable")]
    assert decoding.unreadable_count() > 0
    assert room.store.unwritable is None
    # The match's posts resume with its next move.
    await room.by(first, 0, Done())
    assert "turn" in {row.kind for row in await room.posts() if row.match_id == first.id}


@pytest.mark.parametrize("first_call", [True, False])
async def test_the_seats_of_a_call_that_cannot_be_read_are_called_by_another_one(
    room: Room, monkeypatch: pytest.MonkeyPatch, first_call: bool
) -> None:
    monkeypatch.setattr(decoding, "_reported", {})
    info, seat = await room.match(2, channel_id=7, turns=9), 0
    if not first_call:
        await room.posts()
        await room.by(info, 0, Done())
        seat = 1
    (call,) = [row for row in await waiting_calls(room) if row["kind"] == "turn"]
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE outbox SET payload = :value WHERE id = :id", value=DAMAGED, id=call["id"])
    posts = [row for row in await room.posts() if row.kind == "turn"]
    assert [row.payload["seats"] for row in posts] == [[seat]]
    assert posts[0].payload == json.loads(call["payload"]), "it does not say what the first one said"
    # The player is notified only once.
    assert not [row for row in await room.posts() if row.kind == "turn"]


async def waiting_calls(room: Room) -> list[dict[str, object]]:
    found = await database_access.rows(room.store.read, "SELECT id, kind, payload FROM outbox WHERE status = 'due'")
    return [dict(row) for row in found]


async def test_a_match_whose_row_cannot_be_read_is_frozen_with_an_error_id(room: Room) -> None:
    info = await room.match(2, turns=9)
    await room.posts()
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET options = :value", value=DAMAGED)
    with pytest.raises(Refusal) as caught:
        await room.by(info, 0, Done())
    assert "is frozen" in caught.value.msgid
    frozen = await room.service.matches.in_channel(7)
    assert frozen is not None
    assert (frozen.status, frozen.error_id) == ("frozen", caught.value.args_by_name["error_id"])
    assert "notice" in room.messenger.kinds() or "notice" in {row.kind for row in await room.posts()}
    assert "damaged" in await refusal_msgid(room.service.repair.rewind(info.id, 1, "why"))
    assert await verify(room.store.read, {"tiny": TINY}, info.id) == [
        f"In the table matches, options of row {info.id} can't be read."
    ]
    # The match can be ended although its options can't be read.
    await room.service.play.end(info.id, ANNA, is_admin=True)
    assert (await room.service.matches.get(info.id)).status == "ended"


async def test_a_lobby_whose_row_cannot_be_read_is_frozen_too(room: Room) -> None:
    info = await room.lobby(BELA)
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET pace = :value", value="7")
    assert "is frozen" in await refusal_msgid(room.service.lobby.start(info.id, ANNA))
    assert "is frozen" in await refusal_msgid(room.service.lobby.join(info.id, CILI, "Cili"))


async def test_a_damaged_byte_of_a_file_harms_its_own_text_alone(path: Path) -> None:
    async with await Store.open(path) as store:
        room = Room(store)
        first, second = await room.match(2, channel_id=7), await room.match(2, channel_id=8)
        async with store.write() as tx:
            await database_access.run(
                tx, "UPDATE outbox SET payload = CAST(X'7BFF' AS TEXT) WHERE match_id = :one", one=first.id
            )
        posted = await room.posts()
        assert second.id in {row.match_id for row in posted}
        assert {row.kind for row in posted if row.match_id == first.id} == {"turn"}
