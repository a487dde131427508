"""With a full, read-only or damaged disk, players get one sentence, nothing is half saved, and later presses work."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main as cli
from bot.matches.transaction_hook import TransactionHook
from bot.store import outbox
from bot.store.errors import CommitOutcomeUnknown, StoreError
from bot.store.migrations import VERSION
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from tests import database_access
from tests.discord.room import Room, message_text
from tests.faults.sentence_checks import is_clear, later, on_disk, press_of
from tests.matches import room as service_room
from tests.matches.journal_replay import replay_journal
from tests.matches.tiny_game import TINY, Take

ROOT = Path(__file__).parents[2]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are of POSIX systems")


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """During the block, let no file grow beyond this size in bytes, as if the disk were full."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """During the block, keep the write-ahead log from growing, so that no commit can be saved."""
    with files_no_longer_than(log_of(store.path).stat().st_size):
        yield


# -- in the middle of a move ------------------------------------------------------------------------------


@posix_only
async def test_a_disk_that_fills_up_at_any_point_of_a_move_leaves_match_and_memory_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    async with await Store.open(path) as store:
        room = service_room.Room(store)
        info = await room.match(turns=900)
        refused = 0
        for more in range(0, 60_000, 2048):
            before, table = await on_disk(store, info.id), await room.service.matches.table(info.id)
            left = await outbox.counts(store.read)
            seat = table.match.state.stack[-1].seat
            # After a checkpoint SQLite overwrites the log from its start, so commits may fit even within the limit.
            size = log_of(path).stat().st_size
            told = ""
            try:
                with files_no_longer_than(size + more):
                    await room.by(info, seat, Take(1))
            except StoreError as error:
                told = str(error)
            if told:
                refused += 1
                assert is_clear(told)
                assert await on_disk(store, info.id) == before
                assert (await room.service.matches.table(info.id)).match.dump() == table.match.dump()
                assert await outbox.counts(store.read) == left
                assert (await room.by(info, seat, Take(1), table.seq)).table.seq == table.seq + 1
            assert (await room.service.matches.table(info.id)).seq == table.seq + 1
        assert refused >= 3
        await room.posts()
        assert (await outbox.counts(store.read))["due"] == 0
        await replay_journal(store, info.id, TINY)


@posix_only
async def test_a_full_disk_at_the_end_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    store = await Store.open(path)
    room = service_room.Room(store)
    info = await room.match()
    await room.by(info, 0, Take(2))
    saved = await on_disk(store, info.id)
    with files_no_longer_than(path.stat().st_size):
        await store.close()
    async with await Store.open(path) as store:
        assert await on_disk(store, info.id) == saved


async def test_on_a_full_disk_a_press_is_told_people_can_still_look_and_the_next_press_works(room: Room) -> None:
    who, seq = await room.to_move(), (await room.info()).seq
    panel = (await room.slash(who, "act")).response
    before = await on_disk(room.store, 1)
    with full_disk(room.store):
        result = await room.choose(who, panel, "take")
        told = result.followups[-1].content
        assert "can't save anything right now" in told
        assert is_clear(told)
        assert await on_disk(room.store, 1) == before
        # Users can still look at everything, even if their language can't be saved.
        room.locales[room.people[3].id] = "hu"
        for person, command in ((who, "hand"), (room.people[3], "match status"), (room.people[3], "match board")):
            assert "save" not in message_text((await room.slash(person, command)).response)
    await room.choose(who, panel, "take")
    assert (await room.info()).seq == seq + 1
    assert all("can't be written" in line or "could not be saved" in line for line in room.errors.found)
    room.errors.found.clear()


async def test_a_post_that_could_not_be_written_down_is_not_made_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up right after a turn notification is posted, so the bot can't record that it was posted."""
    deliver, disk = room.bot.deliverer.deliver, ExitStack()

    async def too_late(row: OutboxRow) -> TransactionHook | None:
        hook = await deliver(row)
        if row.kind == "turn" and not filled.is_set():
            disk.enter_context(full_disk(room.store))
            filled.set()
        return hook

    filled = asyncio.Event()
    monkeypatch.setattr(room.bot.deliverer, "deliver", too_late)
    before = len(room.posts())
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    with disk:
        room.press(who, panel, *press_of(panel, "done"))
        await filled.wait()
        await asyncio.wait(room.bot.delivery._tasks.values())
    for _ in range(3):
        await later(room, 1000)
    assert len([post for post in room.posts()[before:] if "your move" in message_text(post)]) == 1
    assert (await outbox.counts(room.store.read))["due"] == 0
    assert all("can't be" in line for line in room.errors.found)
    room.errors.found.clear()


async def test_a_database_that_turned_read_only_is_told_until_it_can_be_written_again(room: Room) -> None:
    who, seq = await room.to_move(), (await room.info()).seq
    panel = (await room.slash(who, "act")).response
    await database_access.pragma(room.store, "query_only = ON")
    result = await room.choose(who, panel, "take")
    assert "can't save anything right now" in result.followups[-1].content
    assert (await room.info()).seq == seq
    await database_access.pragma(room.store, "query_only = OFF")
    await room.choose(who, panel, "take")
    assert (await room.info()).seq == seq + 1
    assert all("read-only" in line for line in room.errors.found)
    room.errors.found.clear()


async def test_a_press_with_a_lost_commit_is_told_where_to_check_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object, **__: object) -> None:
        raise CommitOutcomeUnknown("The database can't be written: its server does not answer.")

    who, seq = await room.to_move(), (await room.info()).seq
    panel = (await room.slash(who, "act")).response
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.service.play, "act", lost)
        result = await room.choose(who, panel, "take")
    assert "In a minute, `/act` shows it" in result.followups[-1].content
    await room.choose(who, panel, "take")
    assert (await room.info()).seq == seq + 1


async def test_a_damaged_save_freezes_its_match_alone(room: Room) -> None:
    other = room.guild.create_text_channel("other")
    await room.slash(room.people[2], "match new", channel=other, game=room.game)
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET state = :state WHERE id = 1", state=b"rust")
    room.bot.service.matches.forget(1)
    told = message_text((await room.slash(await room.seated(0), "act")).response)
    assert "frozen" in told
    assert (await room.info()).status == "frozen"
    assert "joined the table" in message_text((await room.slash(room.people[3], "match join", channel=other)).response)
    assert all("rust" not in line for line in room.errors.found)
    room.errors.found.clear()


# -- at the start -----------------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Return a function that runs `tenebrae run` with a database and returns its exit code and error message."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENEBRAE_TOKEN", "x")

    def start(path: Path) -> tuple[int, str]:
        monkeypatch.setenv("TENEBRAE_DATABASE", str(path))
        monkeypatch.setattr(sys, "argv", ["tenebrae", "run"])
        with pytest.raises(SystemExit) as left:
            cli.main()
        told = capsys.readouterr()
        assert told.out == ""
        assert isinstance(left.value.code, int)
        (begins, *rest) = told.err.splitlines()
        assert "message=starting" in begins
        return left.value.code, "\n".join(rest)

    return start


@contextmanager
def another_process(path: Path) -> Iterator[None]:
    hold = (
        "import asyncio, sys\nfrom bot.store.store import Store\n"
        "async def main():\n    await Store.open(sys.argv[1])\n    print('open', flush=True)\n    input()\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield
        process.kill()


def test_the_bot_does_not_start_on_a_database_that_is_not_right_and_says_why(tmp_path: Path, started: Any) -> None:
    path = tmp_path / "t.db"

    async def made() -> None:
        await (await Store.open(path)).close()

    asyncio.run(made())
    found: dict[str, str] = {}
    with another_process(path):
        found["in use by another process"] = _told(started, path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    found["written by a newer version"] = _told(started, path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION}")
    database.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + os.urandom(4096) + whole[len(whole) // 2 + 4096 :])
    found["damaged; restore it from a backup"] = _told(started, path)
    path.unlink()
    path.mkdir()
    found["is a folder"] = _told(started, path)
    for part, sentence in found.items():
        assert part in sentence
        assert is_clear(sentence, names=str(path)), sentence


def _told(started: Any, path: Path) -> str:
    code, sentence = started(path)
    assert code == 3
    return sentence


# -- a log that can't be written ---------------------------------------------------------------------------

SPEAK = """
import asyncio, logging, os, sys
from bot.app import logs
from bot.store.store import Store
from tests.matches.room import Room
from tests.matches.tiny_game import Take
async def main():
    logs.set_up("INFO")
    async with await Store.open(sys.argv[1]) as store:
        room = Room(store)
        info = await room.match()
        for number in range(20):
            if number == 0:
                os.dup2(os.open("/dev/full", os.O_WRONLY), 2)
            elif number == 10:
                os.close(2)
            logging.getLogger("bot").warning("x" * 2000)
            logging.getLogger("bot").error("%d", "no number")
            await room.by(info, 0, Take(1))
        print((await room.service.matches.get(info.id)).seq, flush=True)
asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_log_that_cannot_be_written_stops_no_one_from_playing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SPEAK, str(tmp_path / "t.db")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout == "21\n", done.stderr
