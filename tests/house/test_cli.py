"""A wrong command line is answered with one sentence and an error code; a correct one prints the expected output."""

from __future__ import annotations

import json
import logging
import tempfile
from importlib import metadata
from pathlib import Path

import pytest
import typer
from discord.http import Route
from typer.main import get_command

import rules
from bot.app import host_packs
from bot.app.settings import ConfigError, load_settings
from bot.cli import picture_command
from bot.cli.main import app
from rules.kernel.game import AnyGame
from tests.conformance.random_play import fewest_seats
from tests.game_helpers import each
from tests.house.operator_helpers import Run, run_in_subprocess
from tests.kernel import duel
from tools import fit, match_hashes, postal_calls

GAMES = list(rules.GAMES)
#: A game for three players.
THREE = next(name for name in GAMES if 3 in rules.GAMES[name].seats)
SOLO = next(name for name in GAMES if 1 in rules.GAMES[name].seats)
#: The commands for hosts, players and pack owners. Commands for developers are in the package `tools`, which isn't part
#: of an installation.
COMMANDS = {
    *("run", "serve", "init", "invite", "doctor", "commands", "playground", "database", "backup", "restore"),
    *("match", "replay", "export", "report", "ratings", "games", "rules", "render", "content"),
    *("simulate", "balance", "duel", "calendar"),
}


FAULTS = [
    ("no token", ["run"], 2, "TENEBRAE_TOKEN"),
    ("unknown game", ["simulate", "chess", "--seats", "3"], 2, "chess"),
    ("too many seats", ["simulate", GAMES[0], "--seats", "9"], 2, "9"),
    ("unknown policy", ["simulate", THREE, "--seats", "3", "--policy", "wise"], 2, "wise"),
    ("unknown level", ["duel", THREE, "hard", "wise"], 2, "wise"),
    (
        "a mind that is not there",
        ["duel", THREE, "hard", "hard", "--against", "wise.json"],
        1,
        "wise.json can't be read",
    ),
    ("a duel alone", ["duel", SOLO, "hard", "easy", "--seats", "1"], 2, "two seats"),
    ("unknown game's rules", ["rules", "--uncited", "chess"], 2, "chess"),
    ("no tests there", ["rules", "--uncited"], 2, "tests"),
    ("no pack there", ["content", "check", "nowhere"], 2, "nowhere"),
    ("unknown language", ["render", THREE, "--seats", "3", "--locale", "xx", "--out", "a.png"], 2, "xx"),
    ("no such seat", ["render", THREE, "--seats", "3", "--viewer", "7", "--out", "a.png"], 2, "7"),
    ("no such folder", ["render", THREE, "--seats", "3", "--out", "nowhere/a.png"], 2, "nowhere"),
    ("no such card", ["render", THREE, "--seats", "3", "--what", "ace", "--out", "a.png"], 2, "ace"),
    ("a slip of the finger", ["render", THREE, "--what", "bord", "--out", "a.png"], 2, "the nearest: board"),
    ("too many seats for a picture", ["render", THREE, "--seats", "99", "--out", "a.png"], 2, "99"),
    ("a folder as a picture", ["render", THREE, "--what", "legend", "--out", "."], 2, "can't be written"),
    ("an unknown game's pack", ["content", "check", ".", "--game", "chess"], 2, "chess"),
    ("a pack of no game", ["content", "check", "."], 2, "Say which game"),
    ("an empty pack", ["content", "check", ".", "--game", "edge_of_darkness"], 1, "guilds.json is missing"),
]


def test_the_installed_commands_are_those_for_hosts_players_and_pack_owners() -> None:
    assert set(get_command(app).commands) == COMMANDS  # type: ignore[attr-defined]
    assert set(get_command(app).commands["content"].commands) == {"new", "preview", "diff", "check"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("arguments", "code", "word"), [pytest.param(*rest, id=name) for name, *rest in FAULTS])
def test_a_fault_is_one_sentence(command: Run, tmp_path: Path, arguments: list[str], code: int, word: str) -> None:
    answer = command(*arguments)
    assert answer.code == code
    assert word in answer.sentence
    assert list(tmp_path.iterdir()) == []


@each(
    ("of", "arguments", "word"),
    [
        (fit.app, [SOLO, "--seats", "1"], "two seats"),
        (fit.app, [SOLO, "--seats", "some"], "some"),
        (fit.app, [SOLO, "--outlook"], "look ahead"),
        (match_hashes.app, ["chess"], "chess"),
        (match_hashes.app, ["--policy", "wise"], "wise"),
        (match_hashes.app, ["--check", "nowhere.txt"], "nowhere.txt"),
        (postal_calls.app, [SOLO, "often"], "often"),
    ],
)
def test_a_fault_in_the_call_of_a_tool_is_one_sentence(
    command: Run, of: typer.Typer, arguments: list[str], word: str
) -> None:
    answer = command(*arguments, of=of)
    assert answer.code == 2
    assert word in answer.sentence


def test_rules_that_no_test_cites_are_listed_and_fail(command: Run, tmp_path: Path) -> None:
    answer = command("rules", "aevum_haeresis", "--uncited", "--tests", str(tmp_path))
    assert answer.code == 1
    assert "AH-FMT.1" in answer.out.split()
    assert "No test cites these rules" in answer.err


def test_a_fault_is_one_sentence_of_the_process_too(tmp_path: Path) -> None:
    done = run_in_subprocess("run", cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "TENEBRAE_TOKEN" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "loud"), ("LOCALE", "xx"), ("PACKS", "/no/such/folder"), ("LOG_FORMAT", "poem"),
        ("DISCORD_API", "somewhere"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"TENEBRAE_{name}", value)
    with pytest.raises(ConfigError, match=rf"^The setting TENEBRAE_{name} is wrong: [^\n]+\.$"):
        load_settings(None)


def test_a_database_that_is_none_is_named_without_its_password(command: Run) -> None:
    answer = command("database", "copy", "a.sqlite", "postgresql://ana:s3cr@t@host/games")
    assert answer.code == 2
    assert "%40 for @" in answer.sentence
    assert "t@host" not in answer.sentence


@pytest.mark.parametrize("start", ["run", "playground"])
def test_a_wrong_setting_stops_the_start(command: Run, monkeypatch: pytest.MonkeyPatch, start: str) -> None:
    monkeypatch.setenv("TENEBRAE_TOKEN", "x")
    monkeypatch.setenv("TENEBRAE_LOCALE", "xx")
    answer = command(start)
    assert answer.code == 2
    assert "TENEBRAE_LOCALE" in answer.sentence


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=rules.GAMES)
def test_pictures_have_a_name_for_every_seat(game: AnyGame) -> None:
    assert len(set(picture_command.PLAYER_NAMES)) >= max(game.seats)


def test_an_env_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"TENEBRAE_TOKEN=\xff\xfe")
    with pytest.raises(ConfigError, match="it isn't UTF-8 text"):
        load_settings(tmp_path / ".env")


@each(
    ("made", "named", "told"),
    [
        ("chess", ".", "There is no content pack in"),
        ("edge_of_darkness/ours", "edge_of_darkness/ours", "name the folder above it: {here}."),
        ("servers/12/edge_of_darkness/ours", "servers/12/edge_of_darkness", "name the folder above it: {here}."),
        ("ours", "ours", "is itself a pack; move it into a folder called edge_of_darkness, and name the folder above"),
        ("edge_of_darkness", ".", "need a folder of their own there"),
    ],
)
def test_who_names_another_folder_than_the_outermost_of_packs_is_told_which(
    made: str, named: str, told: str, tmp_path: Path
) -> None:
    here = Path(tempfile.mkdtemp(dir=tmp_path))
    (here / made).mkdir(parents=True)
    (here / made / "pack.json").write_text('{"game": "edge_of_darkness"}')
    with pytest.raises(ConfigError) as caught:
        host_packs.install(here / named)
    assert told.format(here=here) in str(caught.value)


def test_no_network_is_told(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setenv("TENEBRAE_TOKEN", "x")
    monkeypatch.setenv("TENEBRAE_DISCORD_API", "http://127.0.0.1:9/api/v10")
    with caplog.at_level(logging.INFO, "bot"):
        answer = command("run")
    assert answer.code == 4
    assert answer.sentence.startswith("Discord can't be reached; check")
    assert "starting" in caplog.messages
    assert not [message for message in caplog.messages if "stop" in message]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "prepare",
    [
        pytest.param(
            lambda path: path.write_bytes(b"not a database at all, but long enough to be read" * 50),
            id="damaged",
        ),
        pytest.param(lambda path: None, id="no folder"),
    ],
)
def test_a_database_that_does_not_open_stops_the_start(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepare: object, request: object
) -> None:
    name = request.node.callspec.id  # type: ignore[attr-defined]
    path = tmp_path / ("none/t.sqlite" if name == "no folder" else "t.sqlite")
    prepare(path)  # type: ignore[operator]
    monkeypatch.setenv("TENEBRAE_TOKEN", "x")
    monkeypatch.setenv("TENEBRAE_DATABASE", str(path))
    answer = command("run")
    assert answer.code == 3
    assert str(path.parent) in answer.sentence


@pytest.mark.parametrize("game", GAMES)
def test_simulate_prints_one_json_object(command: Run, game: str) -> None:
    answer = command("simulate", game, "--seats", fewest_seats(game), "--matches", 3, "--json", "--seed", 5)
    assert answer.code == 0, answer.err
    facts = json.loads(answer.out)
    assert facts["game"] == game
    assert (facts["seats"], facts["policy"], facts["matches"], facts["finished"]) == (
        fewest_seats(game),
        "random",
        3,
        3,
    )
    assert facts["decisions"] >= 3
    assert facts["decisions_per_second"] > 0
    assert sum(facts["win_rate_by_seat"]) == pytest.approx(1, abs=1e-3)
    assert facts["score_max"] >= facts["score_mean"]
    assert facts["errors"] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_built_in_packs_are_sound(command: Run, game: str) -> None:
    answer = command("content", "check", "--game", game)
    assert answer.code == 0, answer.err
    assert answer.out.startswith(f"{game}: ")


def test_a_game_without_packs_has_none_to_check(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, duel.GAME.id, duel.GAME)
    answer = command("content", "check", "--game", "duel")
    assert (answer.code, answer.out) == (0, "duel: no content packs\n")
    assert command("content", "check", tmp_path, "--game", "duel").sentence == "duel is a game without content packs.\n"


def test_games_are_listed(command: Run) -> None:
    answer = command("games")
    assert (answer.code, answer.err) == (0, "")
    assert all(game in answer.out for game in GAMES)


def test_the_version_is_told(command: Run) -> None:
    done = command("--version")
    assert (done.code, done.out) == (0, f"tenebrae {metadata.version('tenebrae')}\n")
