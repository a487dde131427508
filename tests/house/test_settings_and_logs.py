"""How the bot reads its settings, and the format of its log lines."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import os
from pathlib import Path

import pytest

from bot.app import logs
from bot.app.settings import ConfigError, Settings, load_settings, parse_database

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("TENEBRAE_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def lines() -> io.StringIO:
    return io.StringIO()


def test_defaults_suit_a_first_start() -> None:
    settings = load_settings()
    assert settings.database == Path("tenebrae.sqlite")
    assert settings.locale == "en"
    assert settings.packs is None


def test_the_file_is_read_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(f"TENEBRAE_TOKEN={TOKEN}\nTENEBRAE_LOCALE=hu\nOTHER=1\n")
    monkeypatch.setenv("TENEBRAE_LOCALE", "es")
    settings = load_settings()
    assert settings.require_token() == TOKEN
    assert settings.locale == "es"
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PACE", str(10**20)),
        ("PACE", "-1"),
        ("PUBLIC_KEY", "abc"),
        ("PUBLIC_KEY", "g" * 64),
        ("PORT", "70000"),
        ("PORT", "http"),
        *(("METRICS", place) for place in ("70000", "localhost", "9464x", ":9464", "http://x:1", "a b:1")),
        *(("PROXIES", places) for places in ("10.0.0.0/33", "localhost", "1.2.3.4 5.6.7.8")),
        ("BACKUPS", "no/such/folder"),
        ("BACKUP_EVERY", "0"),
        ("BACKUP_KEEP", "0"),
        ("THINKERS", "1000"),
        ("MATCHES_PER_PERSON", "-1"),
        *(
            ("DISCORD_API", address)
            for address in ("http://0", "http://1.2.3", "http://[", "http://a:b", "http://a:0", "https:///x", "ftp://a")
        ),
        ("DISCORD_API", "http://exa mple"),
    ],
)
def test_a_setting_that_can_not_be_is_refused_in_one_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TENEBRAE_{name}", value)
    with pytest.raises(ConfigError, match=rf"The setting TENEBRAE_{name} is wrong: .*\.$"):
        load_settings()


@pytest.mark.parametrize("address", ["http://localhost:8080/api", "https://discord.com/api/v10", "http://[::1]:9"])
def test_an_address_of_another_discord_is_taken(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_DISCORD_API", address)
    assert load_settings().discord_api == address


def test_a_server_is_a_database_too_and_its_password_is_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_DATABASE", "postgresql://tenebrae:p4ss@db/games")
    settings = load_settings()
    assert settings.database == "postgresql://tenebrae:p4ss@db/games"
    assert "p4ss" in settings.secrets()
    assert "p4ss" not in repr(settings)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ana:s3cr@t@db/games", "postgresql://ana:s3/cr@db/games", "postgresql://ana:s3?cr@db/games",
        "postgresql://ana:s3#cr@db/games", "postgresql://ana:s3%cr@db/games", "postgresql://ana:s3[cr@db/games",
        "mysql://ana:s3cr@db/games", "postgres:/games", "sqlite:///tenebrae.sqlite", "postgresql://db:many/games",
        "postgresql:ana:s3@games", "Postgres:games",
    ],
)  # fmt: skip
def test_an_address_that_is_none_of_a_server_is_told_without_its_password(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENEBRAE_DATABASE", address)
    with pytest.raises(ConfigError, match="TENEBRAE_DATABASE is wrong: a server's address looks like") as refused:
        load_settings()
    assert "s3" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgres://ana@/games?host=/var/run/postgresql", "postgresql://ana:p%40ss@[::1]:5432/games?sslmode=require",
        "postgresql://one:1,two:2/games", "postgresql:///games",
    ],
)  # fmt: skip
def test_every_address_that_postgresql_takes_is_one(address: str) -> None:
    assert parse_database(address) == address


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PACE", "fast", "it is not a whole number"),
        ("PACE", "1.5", "it is not a whole number"),
        ("PACE", "10001", "the most is 10000"),
        ("PACE", "-1", "the least is 0"),
        ("THINKING_SECONDS", "long", "it is not a number"),
        ("LOG_FORMAT", "poem", "choose 'text' or 'json'"),
    ],
)
def test_what_is_wrong_with_a_setting_is_told_in_our_words(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TENEBRAE_{name}", value)
    with pytest.raises(ConfigError) as refused:
        load_settings()
    assert str(refused.value) == f"The setting TENEBRAE_{name} is wrong: {words}."


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("", None),
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:0", ("::1", 0)),
        ("bot.internal:80", ("bot.internal", 80)),
    ],
)
def test_figures_are_shown_to_this_machine_where_nothing_else_is_said(
    value: str, place: tuple[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENEBRAE_METRICS", value)
    assert load_settings().metrics_at == place


def test_an_empty_setting_is_one_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("TENEBRAE_HOST=\nTENEBRAE_PORT=\n")
    monkeypatch.setenv("TENEBRAE_DATABASE", "")
    assert load_settings() == Settings(_env_file=None)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("name", ["LOG_LEVEL", "LOG_FORMAT", "LOCALE"])
def test_capitals_make_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"LOG_LEVEL": "warning", "LOG_FORMAT": "JSON", "LOCALE": "HU"}[name]
    monkeypatch.setenv(f"TENEBRAE_{name}", value)
    assert getattr(load_settings(), name.lower()).lower() == value.lower()


@pytest.mark.parametrize("place", ["environment", "file"])
def test_a_misspelt_setting_is_refused_with_the_nearest_name(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "file":
        (tmp_path / ".env").write_text("TENEBRAE_DATBASE=a.sqlite\n")
    else:
        monkeypatch.setenv("TENEBRAE_DATBASE", "a.sqlite")
    with pytest.raises(ConfigError, match=r"no setting TENEBRAE_DATBASE; the nearest is TENEBRAE_DATABASE\."):
        load_settings()


@pytest.mark.parametrize("place", ["environment", "file"])
@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TENEBRE_DATABASE", "DATABASE"), ("TENEBRAE-TOKEN", "TOKEN"), ("TENEBRAETOKEN", "TOKEN"),
        ("TENEBRA_PORT", "PORT"), ("tenebrea_pace", "PACE"),
    ],
)  # fmt: skip
def test_a_misspelt_prefix_is_refused_with_the_nearest_name(
    place: str, name: str, nearest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "file":
        (tmp_path / ".env").write_text(f"{name}=1\n")
    else:
        monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigError, match=rf"no setting {name}; the nearest is TENEBRAE_{nearest}\."):
        load_settings()


@pytest.mark.parametrize("name", ["TOKEN", "DATABASE", "database", "LOGLEVEL"])
def test_a_name_in_the_file_that_lacks_the_prefix_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"{name}=1\n")
    with pytest.raises(ConfigError, match=rf"no setting {name}; the nearest is TENEBRAE_"):
        load_settings()


def test_what_other_programs_set_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"TENEBRAE_{name}" for name in ("SERVICE_HOST", "PORT_8080_TCP", "VERSION")]
    names += ["TELEGRAM_TOKEN", "GITHUB_TOKEN", "COMPOSE_PROJECT_NAME", "POSTGRES_PASSWORD", "DATABASE_URL", "PATH"]
    (tmp_path / ".env").write_text("".join(f"{name}=x\n" for name in names))
    for name in (*names, "TOKEN", "DATABASE", "HOST", "PORT", "LOCALE"):
        monkeypatch.setenv(name, "x")
    load_settings()


@pytest.mark.parametrize("line", ["this is a sentence", "TENEBRAE_PACE", "TENEBRAE_PACE 5", "TENEBRAE_PACE='5"])
def test_a_line_of_the_file_that_can_not_be_read_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"# ours\nTENEBRAE_PORT=1\n\n\n{line}\nTENEBRAE_HOST=h\n")
    with pytest.raises(ConfigError, match=r"Line 5 of the file \.env can't be read; a setting looks like NAME=value\."):
        load_settings()


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    with pytest.raises(ConfigError, match=r"\.env for the settings is a folder"):
        load_settings()


@pytest.mark.parametrize("token", ["", "   "])
def test_no_token_is_said(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", token)
    with pytest.raises(ConfigError, match="no bot token"):
        load_settings().require_token()


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_secret_is_never_logged(style: str, lines: io.StringIO) -> None:
    logs.set_up("INFO", style, ("hush",), stream=lines)
    logging.getLogger("x").info("%s %s", "hush", TOKEN, extra={"also": TOKEN})
    assert "hush" not in lines.getvalue()
    assert TOKEN not in lines.getvalue()


@pytest.mark.parametrize("style", ["text", "json"])
def test_an_entry_is_one_line_even_with_a_traceback(style: str, lines: io.StringIO) -> None:
    logs.set_up("INFO", style, stream=lines)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("x").exception("it failed")
    assert len(lines.getvalue().splitlines()) == 1
    assert "ValueError" in lines.getvalue()


async def test_an_error_that_no_one_waits_for_is_logged_without_values(lines: io.StringIO) -> None:
    logs.set_up("DEBUG", stream=lines)

    def fails(card: str) -> None:
        raise KeyError(card)

    loop = asyncio.get_running_loop()
    loop.call_soon(fails, "the seventh card")
    loop.run_in_executor(None, fails, "the eighth card")
    task = asyncio.create_task(asyncio.to_thread(fails, "the ninth card"))
    await asyncio.wait([task])
    del task
    gc.collect()
    await asyncio.sleep(0)
    assert lines.getvalue().count("KeyError") >= 2
    assert " card" not in lines.getvalue()


def test_fields_are_keys(lines: io.StringIO) -> None:
    logs.set_up("INFO", "text", stream=lines)
    logging.getLogger("x").info("match started", extra={"match": 7, "who": "Ana B"})
    assert 'level=info logger=x message="match started" match=7 who="Ana B"' in lines.getvalue()


def test_json_lines_are_json(lines: io.StringIO) -> None:
    logs.set_up("INFO", "json", stream=lines)
    logging.getLogger("x").info("match started", extra={"match": 7})
    entry = json.loads(lines.getvalue())
    assert (entry["message"], entry["match"], entry["level"]) == ("match started", 7, "info")
