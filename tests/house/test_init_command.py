"""`tenebrae init` writes the settings: its questions, the values that it keeps, and the answers that it refuses."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app.settings import ConfigError, StartError, load_settings
from bot.cli.init import init, with_settings
from tests.house.operator_helpers import Run

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _clean(command: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run each test in an empty folder, without settings and without a terminal."""
    with open(os.devnull) as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        yield


class Answers:
    """Stands in for a user: answers the questions with the given answers in order, and records the questions."""

    def __init__(self, *answers: str | bool) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []
        self.told: list[str] = []

    def _next(self, question: str) -> str | bool:
        self.asked.append(question)
        return self._answers.pop(0)

    def text(self, question: str, default: str) -> str:
        return str(self._next(f"{question} [{default}]")) or default

    def secret(self, question: str) -> str:
        return str(self._next(question))

    def yes(self, question: str) -> bool:
        return bool(self._next(question))

    def all_said(self) -> str:
        assert not self._answers, f"nobody asked for {self._answers}"
        return "\n".join([*self.asked, *self.told])


def write(*answers: str | bool, force: bool = False, untried: bool = True, **given: str) -> Answers:
    somebody = Answers(*answers)
    init(given, somebody, somebody.told.append, force=force, untried=untried)
    return somebody


def test_a_conversation_writes_a_file_that_the_bot_reads_and_only_its_owner() -> None:
    said = write(TOKEN, "", "hu", "5", "0").all_said()
    assert stat.S_IMODE(Path(".env").stat().st_mode) == 0o600
    settings = load_settings()
    assert settings.require_token() == TOKEN
    assert (settings.locale, settings.matches_per_person, settings.matches_per_server) == ("hu", 5, 0)
    assert settings.database == Path("tenebrae.sqlite")
    assert TOKEN not in said
    assert os.listdir() == [".env"]


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    said = write("", TOKEN, "mysql://ana@db/games", "a.sqlite", "klingon", "es", "many", "3", "-1", "9").all_said()
    for fault in ("TENEBRAE_DATABASE is wrong", "choose 'en', 'hu' or 'es'", "not a whole number", "the least is 0"):
        assert fault in said
    settings = load_settings()
    assert (settings.locale, settings.matches_per_person, settings.matches_per_server) == ("es", 3, 9)


def test_a_database_that_can_not_be_used_is_told_and_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("there").mkdir()
    monkeypatch.setattr("bot.cli.init._bot_invitation", lambda settings: ("Tenebrae", "https://link"))
    somebody = Answers("nowhere/a.sqlite", "there", "there/a.sqlite", "en", "1", "1")
    with pytest.raises(StartError, match="does not exist"):
        init({"token": TOKEN, "database": "nowhere/a.sqlite"}, None, print, force=False, untried=False)
    assert not Path(".env").exists()
    init({"token": TOKEN}, somebody, somebody.told.append, force=False, untried=False)
    said = somebody.all_said()
    assert "does not exist" in said
    assert "is a folder, not a file" in said
    assert "Add the bot to a server: https://link" in said
    assert load_settings().database == Path("there/a.sqlite")


def test_a_password_is_asked_for_hidden_and_written_as_the_address_needs_it() -> None:
    said = write(TOKEN, "postgresql://ana@db/games", "s3/cr@t#'$", "en", "20", "200").all_said()
    assert load_settings().database == "postgresql://ana:s3%2Fcr%40t%23%27%24@db/games"
    assert "s3" not in said
    # When `init` runs again, the password stays in the file and isn't displayed.
    said = write(True, "", "", "en", "20", "200").all_said()
    assert "[postgresql://ana@db/games]" in said
    assert "s3" not in said
    assert load_settings().database == "postgresql://ana:s3%2Fcr%40t%23%27%24@db/games"


def test_a_file_that_is_there_is_changed_only_if_that_is_wanted() -> None:
    Path(".env").write_text(f"TENEBRAE_TOKEN={TOKEN}\n")
    assert "Nothing was changed." in write(False).all_said()
    assert Path(".env").read_text() == f"TENEBRAE_TOKEN={TOKEN}\n"
    with pytest.raises(ConfigError, match=r"There is a file \.env already; --force changes it"):
        init({"token": TOKEN}, None, print, force=False, untried=True)


def test_other_settings_and_comments_stay_and_an_empty_token_keeps_the_present_one() -> None:
    Path(".env").write_text(f"# ours\n\nTENEBRAE_TOKEN={TOKEN}\nTENEBRAE_PACE=7 # slow\n#TENEBRAE_PORT=1")
    Path(".env").chmod(0o644)
    write(True, "", "", "hu", "20", "200")
    assert (
        Path(".env")
        .read_text()
        .startswith(f"# ours\n\nTENEBRAE_TOKEN={TOKEN}\nTENEBRAE_PACE=7 # slow\n#TENEBRAE_PORT=1\n")
    )
    settings = load_settings()
    assert (settings.locale, settings.pace) == ("hu", 7)
    assert stat.S_IMODE(Path(".env").stat().st_mode) == 0o600


def test_a_setting_that_stands_twice_is_written_once() -> None:
    assert with_settings("A=1\n\nB=2\nA=3\n", {"A": "x y's"}) == "A='x y\\'s'\n\nB=2\n"


def test_what_the_file_could_not_give_back_is_refused() -> None:
    with pytest.raises(ConfigError, match="TENEBRAE_DATABASE can't be written so that it is read again"):
        write(TOKEN, "${HOME}.sqlite", "en", "1", "1")
    assert not Path(".env").exists()


def test_what_the_environment_sets_is_said_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_LOCALE", "es")
    assert "TENEBRAE_LOCALE is also set in the environment" in write(TOKEN, "", "hu", "1", "1").all_said()


def test_a_broken_file_is_told_and_left_alone() -> None:
    Path(".env").write_text("TENEBRAE_TOKEN\n")
    with pytest.raises(ConfigError, match=r"Line 1 of the file \.env can't be read"):
        write(True)
    assert Path(".env").read_text() == "TENEBRAE_TOKEN\n"


def test_without_a_terminal_options_say_everything(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("token").write_text(f"{TOKEN}\n")
    answer = command("init", "--token-file", "token", "--locale", "es", "--untried")
    assert answer.code == 0, answer.err
    assert TOKEN not in answer.out
    assert Path(".env").read_text().splitlines()[1:] == [f"TENEBRAE_TOKEN={TOKEN}", "TENEBRAE_LOCALE=es"]
    assert "--force changes it" in command("init", "--token-file", "token", "--untried").sentence
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TOKEN}\n"))
    assert command("init", "--token-file", "-", "--locale", "hu", "--untried", "--force").code == 0
    assert load_settings().require_token() == TOKEN
    assert load_settings().locale == "hu"


@pytest.mark.parametrize(
    ("options", "code", "word"),
    [
        ([], 2, "give --token-file, or set TENEBRAE_TOKEN"),
        (["--token-file", "nowhere"], 2, "The file nowhere can't be read"),
        (["--token-file", "token", "--locale", "xx"], 2, "TENEBRAE_LOCALE"),
        (["--token-file", "token", "--matches-per-person", "-2"], 2, "the least is 0"),
        (["--token-file", "token", "--database", "mysql://a@b/c"], 3, "TENEBRAE_DATABASE"),
    ],
)
def test_an_option_that_can_not_be_is_one_sentence_and_no_file(
    command: Run, options: list[str], code: int, word: str
) -> None:
    Path("token").write_text(TOKEN)
    answer = command("init", "--untried", *options)
    assert answer.code == code
    assert word in answer.sentence
    assert not Path(".env").exists()
