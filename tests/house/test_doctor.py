"""What `tenebrae doctor --offline` finds in broken set-ups: real files, and what this machine has."""

from __future__ import annotations

import sqlite3
from importlib import metadata
from pathlib import Path

import pytest

from bot.packs import printable
from bot.store import condition
from bot.tools import doctor
from rules.kernel.words import text as words
from tests.house.operating import Answer, Run
from tests.table import each

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, command: Run) -> None:
    """A token, without which there would always be something wrong; whatever the machine's libraries are."""
    monkeypatch.setenv("TENEBRAE_TOKEN", TOKEN)


def wrong(answer: Answer, state: str = "WRONG") -> list[str]:
    """Return what is wrong, as "about: sentence"; the exit code must fit."""
    assert answer.code == int("WRONG" in answer.out)
    assert answer.err == ""
    lines = [line.split(maxsplit=2) for line in answer.out.splitlines()]
    return [f"{about}: {sentence}" for how, about, sentence in lines if how == state]


def test_a_new_set_up_is_fine_and_stays_as_it_is(command: Run, tmp_path: Path) -> None:
    answer = command("doctor", "--offline")
    assert wrong(answer) == []
    assert any("`tenebrae init` makes one" in line for line in wrong(answer, "note"))
    assert any("the bot makes it when it starts" in line for line in wrong(answer, "note"))
    assert list(tmp_path.iterdir()) == []


def test_a_database_in_order_is_said_to_be(tenebrae: Run, database: Path) -> None:
    before = database.read_bytes()
    answer = tenebrae("doctor", "--offline")
    assert wrong(answer) == []
    assert f"The database {database} can be used: it is whole" in answer.out
    assert database.read_bytes() == before
    # SQLite's own, which it leaves empty where nobody has written.
    assert {path.name.removeprefix(database.name) for path in database.parent.iterdir()} <= {"", "-wal", "-shm"}


def test_every_wrong_setting_is_told_at_once(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TOKN": "a", "PACE": "fast", "LOCALE": "xx"}.items():
        monkeypatch.setenv(f"TENEBRAE_{name}", value)
    told = wrong(command("doctor", "--offline"))
    assert len(told) == 3
    assert all(line.startswith("settings: ") for line in told)
    assert {"TENEBRAE_TOKEN", "TENEBRAE_PACE", "TENEBRAE_LOCALE"} == {
        name for name in ("TENEBRAE_TOKEN", "TENEBRAE_PACE", "TENEBRAE_LOCALE") if any(name in line for line in told)
    }


def test_no_token_is_told_with_where_it_belongs(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", "")
    (line,) = wrong(command("doctor", "--offline"))
    assert line.startswith("token: There is no bot token: `tenebrae init` asks for it, or set TENEBRAE_TOKEN")


def test_a_file_for_the_settings_that_can_not_be_read_is_told(command: Run) -> None:
    Path(".env").mkdir()
    assert wrong(command("doctor", "--offline")) == ["settings: The file .env for the settings is a folder."]


def test_a_line_that_is_no_setting_is_told_with_its_number(command: Run) -> None:
    Path(".env").write_text("# ours\nTENEBRAE_TOKEN\n")
    Path(".env").chmod(0o600)
    assert wrong(command("doctor", "--offline"))[0].startswith("settings: Line 2 of the file .env can't be read")


def test_a_token_that_others_may_read_is_told_with_what_to_run(command: Run) -> None:
    Path(".env").write_text(f"TENEBRAE_TOKEN={TOKEN}\n")
    Path(".env").chmod(0o644)
    answer = command("doctor", "--offline")
    assert wrong(answer)[0].endswith("run chmod 600 .env.")
    assert TOKEN not in answer.out


def test_a_broken_pack_is_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("packs").mkdir()
    monkeypatch.setenv("TENEBRAE_PACKS", "packs")
    assert wrong(command("doctor", "--offline"))[0].startswith("packs: There is no content pack in packs")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _gone(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.with_name(f"{path.name}.mark").write_text("00000000000000000007\n")


def _of_another(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE others (id)")
    db.close()


def _format(path: Path, number: int) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {number}")
    db.close()


DATABASES = {
    "is a folder, not a file": _folder,
    "is gone but its mark": _gone,
    "is not a database or is damaged; restore it from a backup": lambda path: path.write_bytes(b"x" * 4096),
    "is a database of another program": _of_another,
    "newer version of Tenebrae": lambda path: _format(path, 99),
    "lacks its latest moves": lambda path: path.with_name(f"{path.name}.mark").write_text("99999999999999999999\n"),
}


@each("words", DATABASES)
def test_a_database_that_can_not_be_used_is_told_with_the_way_out(
    words: str, tenebrae: Run, filled: Path, database: Path
) -> None:
    for path in database.parent.iterdir():
        path.rmdir() if path.is_dir() else path.unlink()
    database.write_bytes(filled.read_bytes())
    DATABASES[words](database)
    told = wrong(tenebrae("doctor", "--offline"))
    assert len(told) == 1
    assert told[0].startswith("database: ")
    assert words in told[0]


def test_a_database_without_its_folder_is_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_DATABASE", "nowhere/a.sqlite")
    (line,) = wrong(command("doctor", "--offline"))
    assert "nowhere for the database does not exist" in line


def test_an_older_format_is_a_note_that_asks_for_a_backup(tenebrae: Run, database: Path) -> None:
    _format(database, 15)
    answer = tenebrae("doctor", "--offline")
    assert wrong(answer) == []
    assert any("is of format 15" in line and "make a backup first" in line for line in wrong(answer, "note"))


def test_a_database_that_others_may_read_is_a_note(tenebrae: Run, database: Path) -> None:
    database.chmod(0o644)
    assert any("which holds every hand" in line for line in wrong(tenebrae("doctor", "--offline"), "note"))


def test_a_disk_that_is_nearly_full_is_told_with_what_is_left(tenebrae: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(condition, "ROOM", 10**18)
    (line,) = wrong(tenebrae("doctor", "--offline"))
    assert "MB are free on the disk of" in line


def test_a_library_that_is_missing_or_too_old_is_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "pynacl":
            raise metadata.PackageNotFoundError(name)
        return "2.0.0" if name == "discord-py" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    told = wrong(command("doctor", "--offline"))
    assert any("The library pynacl is missing; install the project anew" in line for line in told)
    assert any("The library discord-py is 2.0.0, and the bot needs ==" in line for line in told)


def test_other_versions_than_the_tested_ones_are_a_note(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pins").write_text("typer==0.0.1\nnot-here-at-all==3\n")
    monkeypatch.setattr(doctor, "TESTED", tmp_path / "pins")
    answer = command("doctor", "--offline")
    assert wrong(answer) == []
    assert any("(tested: 0.0.1)" in line and "not-here" not in line for line in wrong(answer, "note"))


def test_fonts_that_are_gone_or_lack_letters_are_told(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor.fonts, "_FILES", {"text": tmp_path / "no.ttf"})
    doctor.fonts.font.cache_clear()
    try:
        assert any("The font for text can't be loaded" in line for line in wrong(command("doctor", "--offline")))
    finally:
        doctor.fonts.font.cache_clear()
    monkeypatch.undo()
    monkeypatch.setattr(doctor, "LETTERS", "a漢")
    assert [one.text for one in doctor.pictures()] == ["The font for title lacks 漢; install the project anew."]


def test_translations_that_were_not_made_are_told(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LOCALES", ("en",))
    assert any(
        "so that the bot speaks English; run make setup" in line for line in wrong(command("doctor", "--offline"))
    )


def test_a_line_stays_one_line_whatever_a_channel_is_called() -> None:
    assert "\x1b" not in doctor.line(doctor.Finding("channel", "#a\x1b[2J\nb", "wrong"))
    assert printable("a\nb") == "a?b"
