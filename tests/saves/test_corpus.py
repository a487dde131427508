"""Saves outlive code: a save from any release, made during any kind of step, can be played to its end."""

from __future__ import annotations

import random
import sys
import typing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rules
from bot.app.settings import ConfigError
from bot.cli.lab import simulation
from rules.kernel.engine.sealed_choices import Sealed
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.window import Window
from rules.kernel.errors import SaveError
from rules.kernel.game import AnyGame
from tests.saves import corpus_collection
from tests.saves.corpus import ROOT, SavedMatch, corpus
from tests.saves.corpus_collection import steps_with_saves, write
from tools.fixtures import SUFFIX, compress, release, step_names

GAMES = sorted(rules.GAMES)
#: Kinds of steps that never wait for an answer, so no save contains them. An "occasion" waits only with a custom pack.
NEVER_WAIT = {"dark_providence": {"order", "resources", "occasion"}}


def steps_that_wait(game: AnyGame) -> set[str]:
    """Return the names of all steps that can wait on a game's stack."""
    names = {f"sequence.{name}" for name in game.order_of_play.sequences}
    names |= {f"window.{name}" for name in game.order_of_play.windows} | {
        f"secret.{name}" for name in game.order_of_play.sealed_choices
    }
    for kind in set(game.order_of_play.steps) - {Sequence, Window, Sealed}:
        own = kind.__dataclass_fields__["kind"].default
        # A step with a fixed set of names, such as the windows of a game, counts once for each name.
        named = typing.get_args(typing.get_type_hints(kind).get("name"))
        names |= {f"{own}.{name}" for name in named} or {own}
    return names - NEVER_WAIT.get(game.id, set())


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_save_of_every_kind_of_step(game: str) -> None:
    steps = [f"{saved.step}." for saved in corpus(game)]
    missing = [
        name for name in sorted(steps_that_wait(rules.GAMES[game])) if not any(f"{name}." in step for step in steps)
    ]
    assert not missing, "add them with: python -m tests.saves.corpus_collection"


@pytest.mark.parametrize("game", GAMES)
def test_every_save_loads_and_plays_to_its_end(game: str) -> None:
    saves = corpus(game)
    assert saves
    for number, saved in enumerate(saves):
        match = rules.GAMES[game].load(saved.data)
        assert not match.over, saved
        if saved.release == release():
            assert saved.step in set(step_names(match)), saved
        play_to_end(saved, number)


def play_to_end(saved: SavedMatch, seed: int) -> None:
    """Play a saved match to its end at random. At the start and at the end, view it from every seat."""
    match = rules.GAMES[saved.game].load(saved.data)
    views = (None, *range(match.state.seats))
    assert all(match.view(seat) for seat in views)
    try:
        simulation.play(match, simulation.random_policy, random.Random(seed))
    except Exception as error:
        error.add_note(f"{saved} with seed {seed}")
        raise
    assert match.over, f"{saved} with seed {seed}"
    assert all(match.view(seat) for seat in views)
    assert match.result is not None


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_save_plays_to_its_end_whatever_is_done(game: str) -> None:
    for saved in corpus(game):
        for seed in range(50):
            play_to_end(saved, seed)


@pytest.mark.parametrize("game", GAMES)
def test_saved_again_it_is_the_same_match(game: str) -> None:
    for saved in corpus(game):
        again = rules.GAMES[game].load(saved.data).dump()
        assert rules.GAMES[game].load(again).dump() == again, saved


def test_the_corpus_is_small_and_its_files_can_be_made_again() -> None:
    files = [saved.file.read_bytes() for saved in corpus()]
    assert sum(map(len, files)) < 400_000
    assert all(data[4:8] == bytes(4) for data in files), "a file that holds the time of its making"
    assert compress(b"{}") == compress(b"{}")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_there_is_never_written_again(game: str, tmp_path: Path) -> None:
    (first,) = write(rules.GAMES[game], {"turn": b"{}"}, tmp_path)
    assert first == tmp_path / release() / game / "turn.json.gz"
    before = first.read_bytes()
    (second,) = write(rules.GAMES[game], {"turn": b"{1}"}, tmp_path)
    assert second.name == f"turn@v{rules.GAMES[game].version}.json.gz"
    with pytest.raises(ConfigError, match=r"already exists\.$"):
        write(rules.GAMES[game], {"turn": b"{2}"}, tmp_path)
    assert first.read_bytes() == before
    assert second.read_bytes() == compress(b"{1}")
    assert steps_with_saves(rules.GAMES[game]) <= {saved.step for saved in corpus(game)}


def test_what_the_corpus_lacks_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_collection, "ROOT", tmp_path)
    monkeypatch.setattr(corpus_collection, "steps_with_saves", lambda game: set())
    monkeypatch.setattr(corpus_collection, "RARE", {})
    game = rules.GAMES[GAMES[0]]
    answer = CliRunner().invoke(corpus_collection.app, [game.id, "--matches", "1"])
    assert answer.exit_code == 0
    added = sorted(tmp_path.glob(f"{release()}/{game.id}/*{SUFFIX}"))
    told = sorted(tmp_path / line.partition(":")[0] for line in answer.stdout.splitlines())
    assert told == added
    assert added
    monkeypatch.setattr(
        corpus_collection, "steps_with_saves", lambda game: {file.name.removesuffix(SUFFIX) for file in added}
    )
    again = CliRunner().invoke(corpus_collection.app, [game.id, "--matches", "1"])
    assert again.stdout == f"{game.id}: nothing to add; {len(added)} steps have a save.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--help"], 0, "Usage: "),
        (["chess"], 2, "There is no game 'chess'; the games are: "),
        (["--matches", "none"], 2, "Usage: "),
    ],
)
def test_collecting_has_help_and_clear_errors(
    arguments: list[str], code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["collect", *arguments])
    with pytest.raises(SystemExit) as ended:
        corpus_collection.main(corpus_collection.app)
    assert ended.value.code == code
    out, err = capsys.readouterr()
    told = (out or err).strip()
    assert told.startswith(said)
    assert said == "Usage: " or len(told.splitlines()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_save_cut_short_is_refused_wherever_it_is_cut(game: str) -> None:
    data = min((saved.data for saved in corpus(game)), key=len)
    for length in range(0, len(data), max(1, len(data) // 40)):
        with pytest.raises(SaveError, match=r"^[A-Z][^\n]*\.$"):
            rules.GAMES[game].load(data[:length])


def test_the_corpus_is_where_it_is_looked_for() -> None:
    assert {saved.game for saved in corpus()} == set(GAMES)
    assert all(saved.file.is_relative_to(ROOT) for saved in corpus())
