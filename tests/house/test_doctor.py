"""The report of `tenebrae doctor --offline` on this machine.

tests/sockets/test_broken_setups.py tests it with broken set-ups.
"""

from __future__ import annotations

import sqlite3
from importlib import metadata
from pathlib import Path

import pytest

from bot.app.host_packs import printable
from bot.cli import doctor
from tests.house.operator_helpers import Answer, Run

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, command: Run) -> None:
    """Set a token for every test, because otherwise the doctor would always report that it is missing."""
    monkeypatch.setenv("TENEBRAE_TOKEN", TOKEN)


def reported_faults(answer: Answer, state: str = "WRONG") -> list[str]:
    """Return the faults in a report as "subject: sentence", after checking the exit code."""
    assert answer.code == int("WRONG" in answer.out)
    assert answer.err == ""
    lines = [line.split(maxsplit=2) for line in answer.out.splitlines()]
    return [f"{about}: {sentence}" for how, about, sentence in lines if how == state]


def test_a_new_set_up_is_fine_and_stays_as_it_is(command: Run, tmp_path: Path) -> None:
    answer = command("doctor", "--offline")
    assert reported_faults(answer) == []
    assert any("`tenebrae init` makes one" in line for line in reported_faults(answer, "note"))
    assert any("the bot makes it when it starts" in line for line in reported_faults(answer, "note"))
    assert list(tmp_path.iterdir()) == []


def test_a_database_in_order_is_said_to_be(tenebrae: Run, database: Path) -> None:
    before = database.read_bytes()
    answer = tenebrae("doctor", "--offline")
    assert reported_faults(answer) == []
    assert f"The database {database} can be used: it is whole" in answer.out
    assert database.read_bytes() == before
    # These are SQLite's own files, which stay empty if nothing is written.
    assert {path.name.removeprefix(database.name) for path in database.parent.iterdir()} <= {"", "-wal", "-shm"}


def test_every_wrong_setting_is_told_at_once(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TOKN": "a", "PACE": "fast", "LOCALE": "xx"}.items():
        monkeypatch.setenv(f"TENEBRAE_{name}", value)
    told = reported_faults(command("doctor", "--offline"))
    assert len(told) == 3
    assert all(line.startswith("settings: ") for line in told)
    assert {"TENEBRAE_TOKEN", "TENEBRAE_PACE", "TENEBRAE_LOCALE"} == {
        name for name in ("TENEBRAE_TOKEN", "TENEBRAE_PACE", "TENEBRAE_LOCALE") if any(name in line for line in told)
    }


def _format(path: Path, number: int) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {number}")
    db.close()


def test_an_older_format_is_a_note_that_asks_for_a_backup(tenebrae: Run, database: Path) -> None:
    _format(database, 15)
    answer = tenebrae("doctor", "--offline")
    assert reported_faults(answer) == []
    assert any("is of format 15" in line and "make a backup first" in line for line in reported_faults(answer, "note"))


def test_a_database_that_others_may_read_is_a_note(tenebrae: Run, database: Path) -> None:
    database.chmod(0o644)
    assert any("which holds every hand" in line for line in reported_faults(tenebrae("doctor", "--offline"), "note"))


def test_a_library_that_is_missing_or_too_old_is_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "pynacl":
            raise metadata.PackageNotFoundError(name)
        return "2.0.0" if name == "discord-py" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    told = reported_faults(command("doctor", "--offline"))
    assert any("The library pynacl is missing; reinstall the project" in line for line in told)
    assert any("The library discord-py is 2.0.0, and the bot needs ==" in line for line in told)


def test_other_versions_than_the_tested_ones_are_a_note(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pins").write_text("typer==0.0.1\nnot-here-at-all==3\n")
    monkeypatch.setattr(doctor, "CONSTRAINTS_FILE", tmp_path / "pins")
    answer = command("doctor", "--offline")
    assert reported_faults(answer) == []
    assert any("(tested: 0.0.1)" in line and "not-here" not in line for line in reported_faults(answer, "note"))


def test_fonts_that_are_gone_or_lack_letters_are_told(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor.fonts, "_FILES", {"text": tmp_path / "no.ttf"})
    doctor.fonts.font.cache_clear()
    try:
        assert any(
            "The font for text can't be loaded" in line for line in reported_faults(command("doctor", "--offline"))
        )
    finally:
        doctor.fonts.font.cache_clear()
    monkeypatch.undo()
    monkeypatch.setattr(doctor, "REQUIRED_LETTERS", "a漢")
    assert [one.text for one in doctor.check_fonts()] == ["The font for title lacks 漢; reinstall the project."]


def test_a_line_stays_one_line_whatever_a_channel_is_called() -> None:
    assert "\x1b" not in doctor.line(doctor.Diagnostic("channel", "#a\x1b[2J\nb", "wrong"))
    assert printable("a\nb") == "a?b"
