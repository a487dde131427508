"""Deleting a user's data leaves no trace in any table, any archived journal or any page of the database file."""

from __future__ import annotations

import json
import lzma
import re
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, select

from bot.app.clock import DAY, HOUR
from bot.app.settings import Settings
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.decks import statements as decks
from bot.features.follow.service.follows import Follows
from bot.features.notes.service import Notes
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.features.owner.service.blocklist import Blocklist
from bot.features.owner.statements import announcements
from bot.features.privacy.service.data_categories import DATA_INVENTORY
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.features.privacy.statements import personal_data
from bot.features.profiles.service.results import ResultRecorder
from bot.features.ratings.service.ladders import Ratings
from bot.features.reports.service import Reports
from bot.matches.archiver import Archiver
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.play.match_verification import verify
from bot.matches.seats.erased_user_ids import ALIASES, FIRST_ALIAS
from bot.matches.service_results import SEED_FIELD, MatchInfo, Vote
from bot.matches.settings.retention_periods import RetentionPeriods
from bot.store import tables
from bot.store.statements import archives, brought_decks, journal, option_consents, packs, settings_audit_log
from bot.store.statements import users_and_servers as people
from bot.store.store import Store
from bot.store.tables import metadata
from tests import database_access
from tests.matches.cup_room import RULES, CupRoom
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES
from tests.matches.tiny_game import TINY, Bid, Done, Roll

#: The id and name of the deleted user. Neither occurs anywhere else by chance.
EVA, NAME = 760_123_456_789_012_345, "Zwentibőld"
#: Tables without columns for user ids, such as positions, due work, and settings of servers and the bot.
TABLES_WITHOUT_USERS = {
    "contents", *("facts", "guilds", "snapshots", "work", "undo_requests", "archives", "finished", "lists", "ladders"),
    *("cup_matches", "reviews", "groups", "budget", "erasures", "caps", "processes", "announced"),
}  # fmt: skip
#: Name endings of columns whose ids aren't user ids.
NON_USER_ID_ENDINGS = ("guild_id", "channel_id", "message_id", "match_id", "cup_id", "seek_id", "announcement_id",
    "error_id", "invitation_id")  # fmt: skip


@pytest.fixture
async def hall(address: Any):
    async with await Store.open(address) as store:
        yield CupRoom(store)


@pytest.fixture
async def in_file(path: Path):
    async with await Store.open(path) as store:
        yield CupRoom(store)


async def erased(room: CupRoom, user_id: int = EVA) -> None:
    """Delete all data of a user step by step, as the bot does, and deliver the due posts."""
    await room.service.part(Privacy).erase(user_id)
    await run_erasure(room)


async def run_erasure(room: CupRoom, max_steps: int = 50) -> int:
    for done in range(max_steps):
        row = await room.service.part(Privacy).due()
        if row is None:
            await room.worker.drain()
            room.clock.time += 60
            row = await room.service.part(Privacy).due()
            if row is None:
                return done
        await room.service.part(Privacy).advance(row)
    return max_steps


def _byte_forms(value: Any) -> Iterator[bytes]:
    """Yield a database value as bytes, both unchanged and decompressed."""
    if isinstance(value, bytes | memoryview):
        data = bytes(value)
        yield data
        for unpack in (zlib.decompress, lzma.decompress):
            try:
                yield unpack(data)
            except (zlib.error, lzma.LZMAError):
                continue
    elif value is not None:
        yield str(value).encode()


async def columns_with_traces(store: Store) -> dict[str, set[str]]:
    """Return the columns that contain the deleted user's id or name, by table."""
    found: dict[str, set[str]] = {}
    for table in metadata.sorted_tables:
        for row in await store.read.all(select(table)):
            for column, value in zip(table.columns, row, strict=True):
                content = b"".join(_byte_forms(value))
                if str(EVA).encode() in content or NAME.encode() in content:
                    found.setdefault(table.name, set()).add(column.name)
    return found


async def finished_match(room: CupRoom) -> MatchInfo:
    """Play a rated match to its end, with Eva as a player, and archive it."""
    service = room.service
    await service.servers.choose_ladder(1, ladder=True)
    info = await _table(room, 71, (ANNA, EVA))
    await service.lobby.set_rated(info.id, ANNA, True)
    info = await service.lobby.start(info.id, ANNA)
    await service.part(Notes).save(info.id, EVA, "mine")
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    for seat in (0, 1):
        await room.by(info, seat, Bid(1 + seat))
    await room.worker.drain()
    await ResultRecorder(service, room.clock).drain()
    await Archiver(service, room.clock).archive(info.id)
    return info


async def _table(room: CupRoom, channel_id: int, users: tuple[int, ...]) -> MatchInfo:
    first, *others = users
    names = NAMES | {EVA: NAME}
    lobby = room.service.lobby
    info = await lobby.open(
        LobbyRequest(game="tiny", guild_id=1, channel_id=channel_id, locale="hu", options={"turns": 1}),
        user_id=first,
        name=names[first],
    )
    for user in others:
        info = await lobby.join(info.id, user, names[user])
    return info


async def everything_used(room: CupRoom) -> dict[str, MatchInfo]:
    """Put data of Eva into every table that can contain a user's data; return the ids of the matches used, by name."""
    service, store = room.service, room.store
    over = await finished_match(room)
    await service.part(Ratings).set_listed(EVA, 0, shown=True)
    await service.part(Ratings).catch_up()
    runs = await service.lobby.start((await _table(room, 72, (EVA, BELA, ANNA))).id, EVA)
    await service.game_masters.order(runs.id, EVA, NAME, "pause", "Rest", days=1)
    watched = await service.lobby.start((await _table(room, 73, (ANNA, BELA))).id, ANNA)
    await service.game_masters.order(watched.id, EVA, NAME, "pause", "Rest", days=1)
    await service.game_masters.order(watched.id, EVA, NAME, "resume", "Resume")
    await service.part(Follows).follow(watched.id, EVA, "rounds")
    await service.seat_transfer.invite(watched.id, ANNA, EVA)
    given = await service.lobby.start((await _table(room, 74, (ANNA, EVA, BELA))).id, ANNA)
    await service.seat_transfer.offer_seat(given.id, EVA)
    await service.seat_transfer.take_seat(given.id, DORA, "Dóra", given.seat_of(EVA) or 0)
    lobby = await _table(room, 75, (EVA, CILI))
    alone = await _table(room, 76, (EVA,))
    number = await service.part(Reports).make(watched.id, EVA, "It is wrong")
    await service.part(Reports).answer(number, "No")
    await service.servers.choose_language(1, "hu", by=EVA)
    await service.player_blocks.block(EVA, CILI)
    await service.player_blocks.block(DORA, EVA)
    open_table = await service.part(OpenTables).open(
        OpenTableRequest(game="tiny", guild_id=1, channel_id=50, locale="en"), EVA, NAME
    )
    await service.part(OpenTables).invite(open_table.id, EVA, {DORA + 1: "Edit"})
    cup = await room.cup(ANNA, BELA, begun=False)
    await service.part(Cups).enter(cup.id, EVA, NAME)
    await service.part(Cups).begin(cup.id, 900)
    await room.kept(cup.id)
    hosted = await service.part(Cups).open(CupRequest("tiny", 1, 7, "Another cup", RULES), EVA)
    await service.part(Cups).enter(hosted.id, ANNA, "Anna")
    await service.part(Blocklist).ban("person", EVA, by=ANNA, reason=f"{NAME} was rude")
    await service.part(Blocklist).ban("server", 99, by=EVA)
    async with store.write() as tx:
        await announcements.add(tx, EVA, {"en": "Hello"}, 1)
        await packs.save(tx, packs.PackRow(1, "tiny", "ours", "0" * 32, {}, "", EVA, 1), b"")
        await people.set_dm_channel(tx, EVA, 9)
        await decks.add(tx, EVA, "tiny", NAME, '{"cards":[]}', 1)
        await brought_decks.bring(tx, lobby.id, EVA, '{"cards":[]}')
        await option_consents.agree(tx, lobby.id, EVA, "all")
        await tx.upsert(tables.looks, {"match_id": watched.id, "user_id": EVA, "seq": 1})
        await tx.upsert(tables.cups, {"id": cup.id, **await _row(store, tables.cups, cup.id), "told": f'["{EVA}"]'})
    return {"over": over, "runs": runs, "watched": watched, "given": given, "lobby": lobby, "alone": alone}


async def _row(store: Store, table: Table, number: int) -> dict[str, Any]:
    row = await store.read.one(select(table).where(table.c.id == number))
    assert row is not None
    return dict(row._mapping)


async def test_nothing_is_left_of_an_erased_user(hall: CupRoom) -> None:
    used = await everything_used(hall)
    before = await columns_with_traces(hall.store)
    kept = {
        table.name
        for table in (*personal_data.DELETED_ROWS, *personal_data.ALIASED_COLUMNS, *personal_data.TEXT_COLUMNS)
    } | {"archives"}
    assert kept - before.keys() == set(), "the test leaves no trace in these tables: it proves nothing of them"
    columns = {f"{table.name}.{column}" for table, names in erased_columns() for column in names}
    assert columns - {f"{table}.{column}" for table, names in before.items() for column in names} == set()
    assert before.keys() - kept == set()
    await erased(hall)
    assert await columns_with_traces(hall.store) == {}
    assert await hall.service.part(Privacy).due() is None
    of = hall.service.matches
    runs, alone, lobby = [await of.get(used[name].id) for name in ("runs", "alone", "lobby")]
    assert [(seat.name, seat.open_since is not None) for seat in runs.seats if seat.user_id >= FIRST_ALIAS] == [
        ("Valaki", True)
    ]
    assert runs.host_id in (ANNA, BELA)
    assert FIRST_ALIAS <= max(seat.user_id for seat in runs.seats) < FIRST_ALIAS + ALIASES
    assert (alone.status, lobby.status, lobby.host_id, len(lobby.seats)) == ("ended", "lobby", CILI, 1)


async def test_who_is_not_served_is_known_by_a_digest_alone_once_they_are_erased(hall: CupRoom) -> None:
    bars = hall.service.part(Blocklist)
    await bars.ban("person", EVA, by=ANNA, reason="Rude")
    await erased(hall)
    await bars.read()
    row = bars.of_person(EVA)
    assert row is not None
    assert (row.reason, row.subject >= FIRST_ALIAS) == ("", True)
    assert bars.of_person(EVA + 1) is None
    async with refused("has blocked you"):
        await _table(hall, 80, (EVA,))
    await bars.lift("person", EVA, by=ANNA)
    assert bars.of_person(EVA) is None
    assert await bars.list_all() == []


def test_every_table_is_known_to_hold_people_or_no_one() -> None:
    known = {
        table.name
        for table in (*personal_data.DELETED_ROWS, *personal_data.ALIASED_COLUMNS, *personal_data.TEXT_COLUMNS)
    }
    assert {table.name for table in metadata.sorted_tables} == known | TABLES_WITHOUT_USERS
    assert known & TABLES_WITHOUT_USERS == set()


def erased_columns() -> Iterator[tuple[Table, Collection[str]]]:
    """Yield each table with the columns that the deletion searches for user ids."""
    yield from (
        (table, (column,))
        for known in (personal_data.DELETED_ROWS, personal_data.ROWS_OF_OTHERS)
        for table, column in known.items()
    )
    yield from personal_data.ALIASED_COLUMNS.items()


def test_every_column_with_an_id_is_known_to_be_of_a_person_or_of_a_thing() -> None:
    people = [(table, column) for table, columns in erased_columns() for column in columns]
    ids = [column for table in metadata.sorted_tables for column in table.c if column.name.endswith("_id")]
    unknown = [
        str(one) for one in ids if not one.name.endswith(NON_USER_ID_ENDINGS) and (one.table, one.name) not in people
    ]
    assert unknown == [], (
        "add it to bot/features/privacy/statements/personal_data.py, or its ending to NON_USER_ID_ENDINGS if it names"
        " no person"
    )


def file_bytes(store: Store) -> bytes:
    """Return the bytes of a database file and its write-ahead log."""
    assert store.path is not None
    return b"".join(file.read_bytes() for file in store.path.parent.glob(f"{store.path.name}*") if file.is_file())


async def test_no_page_of_the_file_keeps_what_was_deleted(in_file: CupRoom) -> None:
    await everything_used(in_file)
    await in_file.store.scrub()
    number = EVA.to_bytes(8, "big")
    assert number in file_bytes(in_file.store)
    assert NAME.encode() in file_bytes(in_file.store)
    await erased(in_file)
    left = file_bytes(in_file.store)
    assert number not in left
    assert NAME.encode() not in left
    assert str(EVA).encode() not in left


class SimulatedCrash(BaseException):
    """Raised to simulate a crash of the process."""


async def test_an_erasure_that_died_anywhere_is_carried_on_and_done_once(in_file: CupRoom) -> None:
    """The process that deletes a user's data crashes again and again, each time a few SQL statements later."""
    used = await everything_used(in_file)
    await in_file.service.part(Privacy).erase(EVA)
    deaths, patience = 0, 5
    while (row := await in_file.service.part(Privacy).due()) is not None:
        left = patience

        async def hear(statement: str) -> None:
            nonlocal left
            if statement == "ROLLBACK":
                return  # let the rollback through, because a real crash would also roll back
            left -= 1
            if left == 0:
                raise SimulatedCrash

        try:
            with database_access.on_each_statement(hear):
                await in_file.service.part(Privacy).advance(row)
        except SimulatedCrash:
            deaths, patience = deaths + 1, patience + 7
        await in_file.worker.drain()
    assert deaths > 10
    assert await columns_with_traces(in_file.store) == {}
    opened = [row for row in await journal.since(in_file.store.read, used["runs"].id, 0) if row.kind == "open"]
    assert len(opened) == 1


async def test_others_read_someone_in_their_logs_and_their_matches_still_add_up(in_file: CupRoom) -> None:
    used = await everything_used(in_file)
    await erased(in_file)
    service, read = in_file.service, in_file.store.read
    for name in ("over", "runs", "watched", "given"):
        assert await verify(read, {"tiny": TINY}, used[name].id) == []
    over = await service.matches.get(used["over"].id)
    assert sorted(over.names) == ["Anna", "Valaki"]
    assert [one.name for one in over.seats if one.user_id >= FIRST_ALIAS] == ["Valaki"]
    log = await service.history.log(await service.matches.get(used["given"].id))
    assert {name for entry in log for name in entry.former.values()} == {"Valaki"}
    orders = await service.game_masters.entries(await service.matches.get(used["watched"].id))
    assert [row.action["by"] for row in orders if row.action and "by" in row.action] == ["Valaki", "Valaki"]


async def test_the_ladder_counts_as_if_they_had_left_it(in_file: CupRoom) -> None:
    await finished_match(in_file)
    ratings = in_file.service.part(Ratings)
    await ratings.catch_up()
    assert (await ratings.ladder("tiny", 1, 0, 8, ANNA)).rows != ()
    await erased(in_file)
    await ratings.catch_up()
    assert await ratings.differing_ladders() == []
    page = await ratings.ladder("tiny", 1, 0, 8, ANNA)
    assert page.rows == ()


async def test_a_cup_goes_on_without_them(in_file: CupRoom) -> None:
    view = await in_file.cup(ANNA, BELA, CILI, begun=False)
    await in_file.service.part(Cups).enter(view.id, EVA, NAME)
    await in_file.kept((await in_file.service.part(Cups).begin(view.id, 900)).id)
    await erased(in_file)
    view = await in_file.played(await in_file.service.part(Cups).view(view.id), ANNA, BELA, CILI)
    assert (view.status, view.champion and view.champion.name) == ("over", "Anna")
    assert [one.state for one in view.standings if one.name == "Somebody"] == ["dropped"]


async def test_an_erased_user_is_asked_nothing_twice_and_may_start_over(in_file: CupRoom) -> None:
    await in_file.service.part(Privacy).erase(EVA)
    async with refused("already deleting your data"):
        await in_file.service.part(Privacy).erase(EVA)
    await run_erasure(in_file)
    info = await _table(in_file, 70, (EVA, ANNA))
    assert info.host_id == EVA
    assert await in_file.service.part(Privacy).due() is None


async def test_a_match_of_a_newer_version_holds_up_no_one_else(in_file: CupRoom) -> None:
    info = await _table(in_file, 70, (EVA, ANNA))
    async with in_file.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET version = 9999")
    await in_file.service.part(Privacy).erase(EVA)
    await in_file.service.part(Privacy).erase(DORA)
    while (row := await in_file.service.part(Privacy).due()) is not None:
        await in_file.service.part(Privacy).advance(row)
    assert await in_file.service.part(Privacy).is_being_erased(EVA)
    assert not await in_file.service.part(Privacy).is_being_erased(DORA)
    async with in_file.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET version = 0")
    in_file.clock.time += HOUR
    await run_erasure(in_file)
    assert await columns_with_traces(in_file.store) == {}
    assert (await in_file.service.matches.get(info.id)).names == ("Anna",)


# -- exported data ----------------------------------------------------------------------------------------------------


async def test_everyone_gets_what_is_kept_of_them_and_nothing_that_others_hide(in_file: CupRoom) -> None:
    used = await everything_used(in_file)
    mine = await in_file.service.part(Privacy).export_data(EVA)
    known = {table.name for table in (*personal_data.DELETED_ROWS, *personal_data.ALIASED_COLUMNS)}
    assert mine.keys() == known
    assert mine["blocks"] == [{"user_id": EVA, "other_id": CILI, "at": in_file.clock.time}], "not who blocks her"
    assert {row["user_id"] for row in mine["seats"]} == {EVA}, "nobody else's orders"
    assert "seed" not in mine["cups"][0]
    assert "file" not in mine["reports"][0]
    own = [row for row in mine["journal"] if row["match_id"] == used["over"].id]
    assert {row["kind"] for row in own} >= {"act"}
    assert all(row["user_id"] == EVA and "chance" not in row and "events" not in row for row in own)
    ordered = [row["action"] for row in mine["journal"] if row["match_id"] == used["watched"].id]
    assert [(one["gm"], one["by"], one["reason"]) for one in ordered] == [
        ("pause", NAME, "Rest"), ("resume", NAME, "Resume"),
    ], "she never had a seat there"  # fmt: skip
    json.dumps(mine)


async def test_what_a_game_master_ordered_in_a_packed_match_of_others_is_given_too(in_file: CupRoom) -> None:
    service = in_file.service
    info = await service.lobby.start((await _table(in_file, 73, (ANNA, BELA))).id, ANNA)
    await service.game_masters.order(info.id, EVA, NAME, "end", "Enough")
    await Archiver(service, in_file.clock).archive(info.id)
    assert await archives.read_archive(in_file.store.read, info.id) is not None
    mine = await service.part(Privacy).export_data(EVA)
    assert [(row["match_id"], row["kind"], row["action"]["reason"]) for row in mine["journal"]] == [
        (info.id, "end", "Enough")
    ]
    await erased(in_file)
    assert await service.part(Privacy).export_data(EVA) == {}


async def test_a_journal_repacked_by_another_erasure_loses_both_users(
    in_file: CupRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, store, real = await finished_match(in_file), in_file.store, personal_data.archive_without

    async def late(*args: Any) -> Any:
        made = await real(*args)
        if made is not None:
            other = await real(store.read, info.id, personal_data.ErasedUser(ANNA, FIRST_ALIAS))
            assert other is not None
            async with store.write() as tx:
                assert await archives.replace(tx, info.id, other.change)
            monkeypatch.setattr(personal_data, "archive_without", real)
        return made

    monkeypatch.setattr(personal_data, "archive_without", late)
    await erased(in_file)
    archive = await archives.read_archive(store.read, info.id)
    assert archive is not None
    who = {row["user_id"] for row in archive.rows} - {None}
    assert FIRST_ALIAS in who
    assert not who & {ANNA, EVA}


async def test_the_luck_of_a_match_that_one_took_back_is_not_told(in_file: CupRoom) -> None:
    info = await in_file.match()
    await in_file.by(info, 0, Roll())
    vote = await in_file.service.votes.ask(info.id, info.seats[0].user_id, "undo")
    assert isinstance(vote, Vote)
    await in_file.service.votes.answer(info.id, info.seats[1].user_id, True, vote.id)
    row = (await journal.page(in_file.store.read, info.id, None, 1))[-1]
    assert SEED_FIELD in (row.action or {})
    for seat in info.seats:
        told = await in_file.service.part(Privacy).export_data(seat.user_id)
        assert not any(SEED_FIELD in (one["action"] or {}) for one in told["journal"])


# -- retention --------------------------------------------------------------------------------------------------------


async def test_a_server_that_removed_the_bot_is_erased_after_its_time(hall: CupRoom) -> None:
    await everything_used(hall)
    await hall.service.unreachable_channels.server_left(1)
    hall.clock.time += 90 * DAY - 1
    assert await hall.service.part(Privacy).due() is None
    hall.clock.time += 1
    while (row := await hall.service.part(Privacy).due()) is not None:
        await hall.service.part(Retention).erase_server(row)
    left = {
        table.name for table in metadata.sorted_tables if await hall.store.read.one(select(table).limit(1)) is not None
    }
    everybodys = {
        *("facts", "users", "blocks", "invitations", "decks", "ladder_choices", "ladders", "bars"),
        *("announcements", "changes"),
    }
    assert left <= everybodys
    assert await hall.service.part(Retention).unscheduled_servers() == set()


async def test_a_server_that_comes_back_in_time_keeps_everything(in_file: CupRoom) -> None:
    info = await in_file.match()
    await in_file.service.unreachable_channels.server_left(1)
    await in_file.service.unreachable_channels.server_is_back(1)
    in_file.clock.time += 400 * DAY
    assert await in_file.service.part(Privacy).due() is None
    assert (await in_file.service.matches.get(info.id)).parked_at is None


async def test_old_matches_go_if_the_operator_wants_it_and_ladders_are_counted_without_them(path: Path) -> None:
    async with await Store.open(path) as store:
        room = CupRoom(store, kept=RetentionPeriods(matches=30, reports=10))
        over = await finished_match(room)
        await room.service.part(Ratings).catch_up()
        number = await room.service.part(Reports).make(over.id, ANNA, "Odd")
        await room.service.part(Reports).answer(number, "No")
        runs = await room.match()
        room.clock.time += 11 * DAY
        assert not await room.service.part(Retention).sweep()
        assert await room.service.part(Reports).get(number) is None
        assert (await room.service.matches.get(over.id)).id == over.id
        room.clock.time += 20 * DAY
        assert await room.service.part(Retention).sweep()
        assert not await room.service.part(Retention).sweep()
        async with refused("no longer exists"):
            await room.service.matches.get(over.id)
        assert (await room.service.matches.get(runs.id)).status == "playing"
        await room.service.part(Ratings).catch_up()
        assert (await room.service.part(Ratings).ladder("tiny", 1, 0, 8, ANNA)).rows == ()


async def test_without_a_setting_nothing_that_ended_goes_but_tables_that_were_looked_for(in_file: CupRoom) -> None:
    over = await finished_match(in_file)
    in_file.clock.time += 4000 * DAY
    assert not await in_file.service.part(Retention).sweep()
    assert (await in_file.service.matches.get(over.id)).status == "over"


def test_the_data_inventory_names_every_table_and_is_in_the_docs() -> None:
    known = {
        table.name
        for table in (*personal_data.DELETED_ROWS, *personal_data.ALIASED_COLUMNS, *personal_data.TEXT_COLUMNS)
    } | {
        "archives",
        "erasures",
    }
    named = [name for one in DATA_INVENTORY for name in one.tables]
    assert sorted(named) == sorted(known)
    page = (Path(__file__).parents[4] / "docs" / "privacy.md").read_text(encoding="utf-8")
    rows = [f"| {one.what} | {one.why} | {one.until} |" for one in DATA_INVENTORY]
    assert "\n".join(rows) in page
    (until,) = [one.until for one in DATA_INVENTORY if "changes" in one.tables]
    assert [int(number) for number in re.findall(r"\d+", until)] == [
        settings_audit_log.MAX_CHANGES,
        settings_audit_log.MAX_OWNER_ORDERS,
    ]
    fields = [name for name in Settings.model_fields if name.startswith("keep_")]
    defaults = [f"| `TENEBRAE_{name.upper()}` | `{Settings.model_fields[name].default}` |" for name in fields]
    assert [row for row in defaults if row not in page] == []
    assert RetentionPeriods(*(Settings.model_fields[name].default for name in fields)) == RetentionPeriods()
