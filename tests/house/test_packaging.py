"""Builds are complete and reproducible, dependencies are pinned, and the import contracts cover all games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml  # this package comes with pre-commit
from importlinter import configuration
from importlinter.application import use_cases

import rules
from bot.features.rulebook import cli as rulebooks
from hatch_build import compile_catalogues
from tests.conformance.random_play import fewest_seats

ROOT = Path(__file__).parents[2]
CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgid "Hello"
msgstr "Szia"
"""
#: A script for an installed Tenebrae that prints its packages' locations, a Hungarian text, the list of games, and a
#: simulated match and the rules of each game.
IN_ONE_PROCESS = """
import json, sys
import bot, data, render, rules
from bot.cli.main import app
from rules.kernel.words.translation import Translator
from typer.testing import CliRunner

def said(*arguments):
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 0, answer.output
    return answer.stdout

def asked(game, seats):
    simulated = ("--seats", seats, "--matches", "1", "--policy", "random", "--json")
    return said("simulate", game, *simulated), said("rules", game)

where = [bot.__file__, rules.__file__, render.__file__, *data.__path__]
hungarian = Translator("hu").t("This match is over.")
print(json.dumps([where, said("games"), hungarian, *map(asked, rules.GAMES, sys.argv[1:])]))
"""
#: Files that only developers need, so the source archive leaves them out.
HOUSE = {".ci/run", ".pre-commit-config.yaml"}
COMMITTED = ("pyproject.toml", "constraints.txt", "Makefile", "Dockerfile", "hatch_build.py", *sorted(HOUSE))


def test_constraints_are_exact_and_sorted() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.+]+(; .+)?", line) for line in lines)
    names = [line.split("==")[0] for line in lines]
    assert names == sorted(names)
    assert len(set(names)) == len(names)


def test_dependencies_are_pinned() -> None:
    pinned = {line.split("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    project = (ROOT / "pyproject.toml").read_text()
    named = re.findall(r'^ {4}"([a-z0-9.-]+)(?:\[\w+\])?(?:==|>=)', project, re.MULTILINE)
    assert named
    assert {name.replace(".", "-") for name in named} <= pinned


@pytest.mark.parametrize("name", COMMITTED)
def test_no_download_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text


def test_import_contracts_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    configuration.configure()
    passed = use_cases.lint_imports(cache_dir=None, no_logo=True)
    assert passed, capsys.readouterr().out


def test_the_contracts_name_every_game() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["id"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    drawn = next(layer for layer in contracts["render-rooms"]["layers"] if f"render.{next(iter(rules.GAMES))}" in layer)
    named = {
        "games-apart": contracts["games-apart"]["modules"],
        "rooms-of-a-game": contracts["rooms-of-a-game"]["containers"],
        "kernel-below-games": contracts["kernel-below-games"]["forbidden_modules"],
        "render-rooms": [f"rules.{module.removeprefix('render.')}" for module in drawn.split(" | ")],
    }
    for contract, modules in named.items():
        missing = {f"rules.{game}" for game in rules.GAMES} ^ set(modules)
        assert not missing, f"the contract {contract} in pyproject.toml names all games, neither more nor fewer"


def dry_run(target: str) -> str:
    """Return the commands that `make` would run for a target."""
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_continuous_integration_checks_everything_and_the_cheap_first() -> None:
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("exec make check")
    steps = ["ruff format --check", "ruff check .", "lint-imports", "--uncited", "bin/pyright", "-m pytest -q -rs"]
    commands = dry_run("check")
    places = [commands.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)


def test_hooks_download_nothing_and_call_make_or_a_script_of_ours() -> None:
    file = ROOT / ".pre-commit-config.yaml"
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", str(file)], check=True)
    repos = yaml.safe_load(file.read_text(encoding="utf-8"))["repos"]
    assert {repo["repo"] for repo in repos} == {"local"}
    hooks = [hook for repo in repos for hook in repo["hooks"]]
    assert {hook["language"] for hook in hooks} == {"system"}
    for hook in hooks:
        command, target = hook["entry"].split()
        if hook.get("stages") == ["commit-msg"]:
            assert command == "python3"
            assert (ROOT / target).is_file()
        else:
            assert command == "make"
            assert dry_run(target)


def build(source: Path, target: Path, *kinds: str) -> Path:
    """Build the project at `source` into `target`, by default as wheel and source archive; return the wheel's path."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(target)]
    for kind in kinds:
        command += ["-t", kind]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.whl"))


def committed(*patterns: str) -> set[str]:
    """Return the paths of all files in the repository that match these patterns."""
    found = {file.relative_to(ROOT).as_posix() for pattern in patterns for file in ROOT.glob(pattern)}
    return {name for name in found if "__pycache__" not in name}


@pytest.mark.slow
def test_wheel_and_source_hold_everything_and_the_same_bytes_wherever_they_are_built(tmp_path: Path) -> None:
    wheel = build(ROOT, tmp_path / "here", "wheel", "sdist")
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
        packed.extractall(tmp_path / "installed")
    tops = {name.split("/")[0] for name in inside if ".dist-info" not in name}
    assert tops == {"bot", "rules", "render", "data"}
    catalogues = {name.replace(".po", ".mo") for name in committed("data/locale/**/*.po")}
    assert len(catalogues) == 2
    content = committed("data/**/*.json", "data/**/*.toml", "rules/*/RULES.md", "data/*/rules/**/*.md")
    pages = committed("bot/**/*.html", "bot/**/*.js", "bot/**/*.css", "bot/playground/static/*")
    assert "bot/features/replays/files/page.js" in pages
    assert content | pages | catalogues | committed("bot/**/*.py", "rules/**/*.py", "render/**/*.py") <= inside
    works_from_an_empty_folder(tmp_path)

    with tarfile.open(next((tmp_path / "here").glob("*.tar.gz"))) as source:
        source.extractall(tmp_path / "there", filter="data")
    (there,) = (tmp_path / "there").iterdir()
    unpacked = {file.relative_to(there).as_posix() for file in there.rglob("*")}
    files = committed("*.md", "requirements/*", "deploy/*", "docs/**/*.md", "tests/**/*.py")
    assert content | pages | catalogues | files | {*COMMITTED, "compose.yaml", "LICENSE"} - HOUSE <= unpacked
    # The second build runs in another folder and later, on files with different modification times and permissions.
    for file in there.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o600)
        os.utime(file, (1_000_000_000, 1_000_000_000))
    assert build(there, tmp_path / "again", "wheel").read_bytes() == wheel.read_bytes()


def works_from_an_empty_folder(folder: Path) -> None:
    """Assert that the extracted wheel works when it is run from an empty folder outside the repository."""
    (folder / "empty").mkdir()
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TENEBRAE_")}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=folder / "empty",
            env=clean | {"PYTHONPATH": str(folder / "installed"), "PYTHONSAFEPATH": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where, listed, hungarian, *said = json.loads(
        run("-c", IN_ONE_PROCESS, *(str(fewest_seats(game)) for game in rules.GAMES))
    )
    assert len(where) == 4
    assert all(Path(place).is_relative_to(folder / "installed") for place in where)
    assert hungarian != "This match is over."
    for game, (report, ids) in zip(rules.GAMES.values(), said, strict=True):
        assert json.loads(report)["finished"] == 1
        assert ids.splitlines() == rulebooks.read(game).ids
    assert set(rules.GAMES) <= set(listed.split())


def test_catalogues_are_compiled_beside_their_source(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "locale" / "hu" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "tenebrae.po").write_text(CATALOGUE)
    assert compile_catalogues(tmp_path) == [folder / "tenebrae.mo"]
    compiled = (folder / "tenebrae.mo").read_bytes()
    assert b"Szia" in compiled
    assert b"POT-Creation-Date: 2020-02-02" in compiled, "it would differ with each minute"


def test_no_catalogue_is_no_fault(tmp_path: Path) -> None:
    assert compile_catalogues(tmp_path) == []
