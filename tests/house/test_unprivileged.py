"""`tenebrae doctor` reports each file and folder that the bot's user lacks a necessary permission for.

Root may read and write everything, so the command runs as an unprivileged user. Only tests that run as root can switch
to that user.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.unprivileged_commands import NOBODY

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="the tests don't run as root")


def give_to_unprivileged_user(path: Path, mode: int) -> None:
    """Make the unprivileged user the owner of a file, and set the file's mode."""
    somebody = pwd.getpwnam(NOBODY)
    os.chown(path, somebody.pw_uid, somebody.pw_gid)
    path.chmod(mode)


def unreadable_settings(folder: Path) -> dict[str, str]:
    (folder / ".env").write_text(f"TENEBRAE_TOKEN={TOKEN}\n")
    (folder / ".env").chmod(0o600)
    return {}


def token_readable_by_all(folder: Path) -> dict[str, str]:
    (folder / ".env").write_text(f"TENEBRAE_TOKEN={TOKEN}\n")
    give_to_unprivileged_user(folder / ".env", 0o604)
    return {}


def folder_of_another_user(folder: Path) -> dict[str, str]:
    made = folder / "data"
    made.mkdir(mode=0o755)
    return {"TENEBRAE_DATABASE": str(made / "tenebrae.sqlite")}


def folder_that_cannot_be_entered(folder: Path) -> dict[str, str]:
    made = folder / "data" / "inner"
    made.mkdir(parents=True)
    made.parent.chmod(0o700)
    return {"TENEBRAE_DATABASE": str(made / "tenebrae.sqlite")}


def database_of_another_user(folder: Path) -> dict[str, str]:
    (folder / "a.sqlite").chmod(0o600)
    return {"TENEBRAE_DATABASE": "a.sqlite"}


def read_only_database(folder: Path) -> dict[str, str]:
    give_to_unprivileged_user(folder / "a.sqlite", 0o400)
    return {"TENEBRAE_DATABASE": "a.sqlite"}


def backups_of_another_user(folder: Path) -> dict[str, str]:
    (folder / "backups").mkdir(mode=0o755)
    return {"TENEBRAE_BACKUPS": "backups"}


def packs_of_another_user(folder: Path) -> dict[str, str]:
    (folder / "packs").mkdir(mode=0o700)
    return {"TENEBRAE_PACKS": "packs"}


#: For each fault: a function that causes it, the subject that fails in doctor's report, and part of the failing line.
BROKEN: dict[str, tuple[Callable[[Path], dict[str, str]], str, str]] = {
    ".env can't be read": (unreadable_settings, "settings", "The file .env can't be read: Permission denied."),
    "others may read .env": (token_readable_by_all, "settings", "run chmod 600 .env"),
    "the database's folder can't be written": (folder_of_another_user, "database", "can't be written to by this user"),
    "the database's folder can't be reached": (folder_that_cannot_be_entered, "database", "data/inner"),
    "the database is another's": (database_of_another_user, "database", "a.sqlite is read-only or may not be opened"),
    "the database can't be written": (read_only_database, "database", "; give it to the user who runs the bot"),
    "the folder of backups is another's": (backups_of_another_user, "backups", "make the bot's user its owner"),
    "the folder of packs can't be read": (packs_of_another_user, "packs", "can't be read"),
}


@pytest.fixture(scope="module")
def found(filled: Path) -> dict[str, tuple[int, str, str]]:
    """Return doctor's exit code, output and errors for each fault. A single process runs all commands, to save time."""
    top = Path(tempfile.mkdtemp())  # the unprivileged user can't enter pytest's temporary folders
    top.chmod(0o755)
    loads = top / "loads"
    loads.mkdir()
    wanted = []
    try:
        for number, (arrange, _, _) in enumerate(BROKEN.values()):
            folder = top / str(number)
            folder.mkdir()
            give_to_unprivileged_user(folder, 0o755)
            shutil.copy(filled, folder / "a.sqlite")
            env = {"TENEBRAE_TOKEN": TOKEN} | arrange(folder)
            wanted.append(
                {"folder": str(folder), "arguments": ["doctor", "--offline"], "env": env, "loads": str(loads)}
            )
        done = subprocess.run(
            [sys.executable, "-m", "tests.house.unprivileged_commands"],
            cwd=ROOT, input=json.dumps(wanted), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return dict(zip(BROKEN, json.loads(done.stdout), strict=True))
    finally:
        shutil.rmtree(top)


@pytest.mark.parametrize("broken", BROKEN)
def test_what_a_user_may_not_do_is_told_in_one_line(found: dict[str, tuple[int, str, str]], broken: str) -> None:
    _, about, words = BROKEN[broken]
    code, out, err = found[broken]
    (line,) = [line for line in out.splitlines() if line.startswith("WRONG")]
    assert (code, err) == (1, "")
    assert line.split(maxsplit=2)[1] == about
    assert words in line
    assert TOKEN not in out
