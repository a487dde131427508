"""kill -9 in the middle of committing: what was acknowledged is there, and nothing is half there."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.store import Address, Store, journal
from tests import sql
from tests.matches.replaying import replayed
from tests.matches.room import Room
from tests.matches.tiny_game import TINY

ROOT = Path(__file__).parents[2]


def acknowledged_until_killed(address: Address, match_id: int, seconds: float) -> int:
    """Let a process play, kill it, and return the number of the last move that it acknowledged."""
    command = [sys.executable, "-m", "tests.matches.crash_child", str(address), str(match_id)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        first = max(int(child.stdout.readline()) for _ in range(8))
        time.sleep(seconds)
        child.kill()
        lines = child.stdout.read().split("\n")
    # The last piece may be torn; what stands before a line's end was acknowledged.
    return max((int(line) for line in lines[:-1]), default=first)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX systems")
async def test_acknowledged_moves_outlive_the_process(address: Address):
    async with await Store.open(address) as store:
        match_id = (await Room(store).match(turns=1000)).id
    last = 1
    for seconds in (0.05, 0.11, 0.173):
        acknowledged = acknowledged_until_killed(address, match_id, seconds)
        async with await Store.open(address) as store:
            seq = await replayed(store, match_id, TINY)
            assert acknowledged <= seq <= acknowledged + 1
            assert seq > last
            last = seq
            assert any(row.kind == "undo" for row in await journal.since(store.read, match_id, 0))
            assert isinstance(address, str) or await sql.pragma(store, "integrity_check") == "ok"
    async with await Store.open(address) as store:
        room = Room(store)
        rows = await room.posts()
        assert all(row.payload.get("seq", last) <= last for row in rows)


@pytest.mark.skipif(sys.platform == "win32", reason="forks are of POSIX systems")
def test_killed_before_any_statement_of_any_change_leaves_all_of_it_or_nothing(tmp_path: Path):
    command = [sys.executable, "-m", "tests.matches.crash_points", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert "a chain of orders" in done.stdout
    assert "adopt" in done.stdout
