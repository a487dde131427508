"""The hook for commit messages: after `make hooks`, git refuses a commit whose message breaks the rules."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOK = ".ci/commit_message.py"


faults_of = runpy.run_path(str(ROOT / HOOK))["faults"]


class Repository:
    """A git repository with the project's hook for commit messages, as pre-commit installs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mine = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{mine['PATH']}"
        person = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        home = {"HOME": str(folder), "PRE_COMMIT_HOME": str(folder / ".cache"), "GIT_CONFIG_NOSYSTEM": "1"}
        self.environment = mine | person | home | {"PATH": path}
        (folder / ".ci").mkdir()
        shutil.copy(ROOT / HOOK, folder / HOOK)
        shutil.copy(ROOT / ".pre-commit-config.yaml", folder)
        self.run("git", "init", "--quiet")
        self.run("git", "add", ".")
        self.run("git", "commit", "--quiet", "--message", "Begin")
        self.run(sys.executable, "-m", "pre_commit", "install", "--hook-type", "commit-msg")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def commit(self, message: str, *files: str) -> str:
        """Append a line to each file and commit. Return git's output if it refuses the commit, otherwise ""."""
        for file in files:
            with (self.folder / file).open("a", encoding="utf-8") as text:
                text.write("x = 1\n")
        self.run("git", "add", *files)
        done = self.run("git", "commit", "--message", message)
        return done.stdout + done.stderr if done.returncode else ""

    def subjects(self) -> list[str]:
        return self.run("git", "log", "--format=%s", "--reverse").stdout.splitlines()


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_git_refuses_bad_messages_and_takes_good_ones(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    assert repository.commit("Show the score", "a.py") == ""
    assert "add a body that says why" in repository.commit("Show the round", "a.py", "b.py")
    assert repository.commit("Show the round\n\nPlayers lost count of it.", "a.py", "b.py") == ""
    assert '"Showed" is not an imperative' in repository.commit("Showed the turn", "a.py")
    assert repository.subjects() == ["Begin", "Show the score", "Show the round"]


def faults(message: str, *changed: str) -> list[str]:
    return list(faults_of(message, list(changed)))


@pytest.mark.parametrize(
    "subject",
    [
        "Let a late call take the board's place", "Pass the clock on", "Bring new luck when a table goes back",
        "Embed the fonts", "Process posts in order", "Focus the first button", "Speed up saves", "A" + "d" * 70,
        "Merge branch 'x'", 'Revert "Showed it"', "fixup! Showed it",
    ],
)  # fmt: skip
def test_orders_pass(subject: str) -> None:
    assert faults(subject, "bot/a.py") == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("", "is empty"),
        ("# a comment of git's\n", "is empty"),
        ("A" + "d" * 71, "has 72 characters"),
        ("Added a button", "not an imperative"),
        ("Adding a button", "not an imperative"),
        ("Adds a button", "not an imperative"),
        ("Tests of the button", "not an imperative"),
        ("The button is green", "not an imperative"),
        ("What a button says", "not an imperative"),
        ("/cup: a button", "not an imperative"),
        ("Add a button.", "full stop"),
        ("Add a button\nthat is green", "second line"),
    ],
)
def test_other_subjects_are_refused(message: str, fault: str) -> None:
    assert any(fault in one for one in faults(message, "bot/a.py"))


def test_a_body_is_asked_for_where_more_than_one_file_of_code_changes() -> None:
    assert faults("Add a button", "bot/a.py", "docs/a.md", "data/b.json", "CHANGELOG.md") == []
    assert faults("Add a button\n\nOwners missed it.", "bot/a.py", "tests/test_a.py") == []
    for message in ("Add a button", "Add a button\n\nReviewed-by: A", "Add a button\n\n# Changes:\n#  bot/a.py"):
        assert len(faults(message, "bot/a.py", "tests/test_a.py")) == 1


def test_what_git_shows_below_the_scissors_is_no_body() -> None:
    shown = "Add a button\n\n# ------------------------ >8 ------------------------\n# Below\ndiff --git a b\n+x"
    assert len(faults(shown, "a.py", "b.py")) == 1
