"""docs/adding-a-game.md is followed to the letter, checklist and all, and its game passes what every game must pass."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import rules
from bot.tools import catalogues

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
#: A file's name in backticks at the start of a paragraph, and the block of code or of changes after it.
FILE = re.compile(r"^`((?:rules|render|tests)/[\w/.]+)`[^\n]*\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FILE.findall(PAGE)
ID = "last_candle"
#: Where tests run over every game of the registry, by their names in the tests' ids.
SUITES = [f"tests/{name}" for name in (ID, "computers", "conformance", "discord", "hostile", "house", "saves")]
#: A match of the game on Discord, which has no place among the suites as long as there is no such game.
HOSTED = Path(__file__).with_name("hosted_candle.py")
#: What the page asks for at the command line, and whether every rule is shown, from one process of the copy.
COMMANDS = f"""
import json
from pathlib import Path
from bot.cli import app
from tests.saves.collect import app as saves
from typer.testing import CliRunner

def said(app, *arguments):
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 0, answer.output
    return answer.stdout

print(json.dumps([
    said(app, "hashes", "{ID}"), said(saves, "{ID}"), said(app, "rules", "--uncited", "{ID}", "--tests", "tests/{ID}"),
]))
"""
COPIED = ("bot", "data", "docs", "render", "rules", "tests")
#: Who follows the page puts the sentences into other languages: Hungarian and Spanish, of two forms where they count.
WORDS: dict[str, tuple[str | tuple[str, str], str | tuple[str, str]]] = {
    "/candle": ("/gyertya", "/vela"),
    "/put_out": ("/eloltás", "/apagar"),
    "Last Candle": ("Az utolsó gyertya", "La última vela"),
    "Put out candles, but never the last one.": (
        "Oltsd el a gyertyákat, de sose az utolsót.",
        "Apaga velas, pero nunca la última.",
    ),
    "Candles": ("Gyertyák", "Velas"),
    "How many are lit at first.": ("Hány ég az elején.", "Cuántas hay encendidas al principio."),
    "How many candles.": ("Hány gyertyát.", "Cuántas velas."),
    "Put out some candles.": ("Elolt néhány gyertyát.", "Apaga algunas velas."),
    "Put out 1, 2 or 3 candles, no more than are lit.": (
        "1, 2 vagy 3 gyertyát olthatsz el, legfeljebb annyit, amennyi ég.",
        "Apaga 1, 2 o 3 velas, no más de las que hay encendidas.",
    ),
    "Last Candle is for two to four players.": (
        "Az utolsó gyertyát ketten, hárman vagy négyen játsszák.",
        "La última vela es para dos a cuatro jugadores.",
    ),
    "Your breath: {n}": ("A lélegzeted: {n}", "Tu aliento: {n}"),
    "{n} candle is lit. How many go out?": (
        ("{n} gyertya ég. Hányat oltasz el?", "{n} gyertya ég. Hányat oltasz el?"),
        ("Hay {n} vela encendida. ¿Cuántas apagas?", "Hay {n} velas encendidas. ¿Cuántas apagas?"),
    ),
    "{player} puts out {n} candle.": (
        ("{player} elolt {n} gyertyát.", "{player} elolt {n} gyertyát."),
        ("{player} apaga {n} vela.", "{player} apaga {n} velas."),
    ),
    "Put out {n} candle": (
        ("{n} gyertya eloltása", "{n} gyertya eloltása"),
        ("Apagar {n} vela", "Apagar {n} velas"),
    ),
    "{n} candle is lit.": (
        ("{n} gyertya ég.", "{n} gyertya ég."),
        ("Hay {n} vela encendida.", "Hay {n} velas encendidas."),
    ),
}

pytestmark = pytest.mark.skipif(ID in rules.GAMES, reason="somebody follows the page here: its game is one of ours")


def changed(text: str, changes: str, file: str = "the file", page: str = "the page") -> str:
    """Return a file with the changes of a diff without line numbers; each must fit one place of the file."""
    for change in changes.split("@@\n"):
        lines = change.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        assert text.count(before) == 1, (
            f"{page} changes lines that are not once in {file}; write there how they are now:\n{before}"
        )
        text = text.replace(before, "".join(line[1:] for line in lines if line[0] in " +"))
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository with the files of the page in it, and with what its checklist asks for."""
    root = tmp_path_factory.mktemp("repository")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name)  # what is compiled comes along
    for file in (*ROOT.glob("*.md"), *map(ROOT.joinpath, ("pyproject.toml", "Makefile", ".env.example"))):
        shutil.copy(file, root)
    for name, kind, text in BLOCKS:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        new = changed(file.read_text("utf-8"), text, name, "docs/adding-a-game.md") if kind == "diff" else text
        file.write_text(new, encoding="utf-8")
    contracts = (root / "pyproject.toml").read_text("utf-8")
    for ours, added in (('"rules.aevum_haeresis"', f', "rules.{ID}"'), ("render.aevum_haeresis", f" | render.{ID}")):
        contracts = contracts.replace(ours, ours + added)
    (root / "pyproject.toml").write_text(contracts, encoding="utf-8")
    shutil.copy(HOSTED, root / "tests" / ID / f"test_{ID}_hosted.py")
    assert "\n".join(catalogues.update(root)).count(f" {len(WORDS)} without a translation") == 2
    translate(root)
    return root


@pytest.fixture(scope="module")
def uncited(copy: Path) -> str:
    """Do what the checklist asks for at the command line; return the rules of the game that no test of it shows."""
    hashes, saved, uncited = json.loads(run(copy, "-c", COMMANDS))
    with (copy / "tests" / "saves" / "play.txt").open("a", encoding="utf-8") as kept:
        kept.write(hashes)
    assert "turn.json.gz" in saved
    return uncited


def translate(root: Path) -> None:
    """Fill in the catalogues, and compile them as the tool would: it takes seconds to read all the code again."""
    for place, locale in enumerate(("hu", "es")):
        path = root / "data" / "locale" / locale / "LC_MESSAGES" / "tenebrae.po"
        with path.open("rb") as file:
            catalogue = read_po(file, locale=locale)
        for sentence, translated in WORDS.items():
            message = catalogue.get(sentence)
            assert message is not None, sentence
            message.string = translated[place]
        assert [message.id for message in catalogue if message.id and not all(message.string or [None])] == []
        with path.open("wb") as file:
            write_po(file, catalogue)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def run(root: Path, *arguments: str) -> str:
    """Run Python in the copy; return what it says."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_makes_two_folders_a_test_and_three_entries() -> None:
    assert [(name, kind) for name, kind, _ in BLOCKS] == [
        ("rules/last_candle/RULES.md", "markdown"),
        ("rules/last_candle/__init__.py", "python"),
        ("render/last_candle/__init__.py", "python"),
        ("rules/__init__.py", "diff"),
        ("render/registry.py", "diff"),
        ("tests/last_candle/test_last_candle.py", "python"),
        ("tests/conformance/conservation.py", "diff"),
    ]


@pytest.mark.parametrize("wrong", [' GAMES = {}\n+"last_candle": GAME\n', "-for _game in ():\n+for _game in (X,):\n"])
def test_changes_that_do_not_fit_the_file_are_noticed(wrong: str) -> None:
    with pytest.raises(AssertionError, match="not once in the file"):
        changed((ROOT / "rules" / "__init__.py").read_text("utf-8"), wrong)


def test_the_code_of_the_page_is_as_the_house_wants_it(copy: Path) -> None:
    code = [name for name, kind, _ in BLOCKS if kind != "markdown"]
    run(copy, "-m", "ruff", "check", "--no-cache", *code)
    run(copy, "-m", "ruff", "format", "--check", "--no-cache", *code)
    # The two lines in registries are as their neighbours, and to check those reads all the other games.
    typed = [name for name in code if name.startswith((f"rules/{ID}/", f"render/{ID}/"))]
    assert len(typed) == 2
    run(copy, "-m", "pyright", "--pythonpath", sys.executable, *typed)


def test_every_rule_of_the_page_is_shown_by_its_own_tests(uncited: str) -> None:
    assert uncited == ""


@pytest.mark.usefixtures("uncited")
def test_the_game_of_the_page_passes_what_every_game_must_and_is_hosted(copy: Path) -> None:
    """Its own tests, of the suites over all games the parts that name it, and a match on the simulated Discord."""
    without = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--ignore", "tests/house/test_adding_a_game.py")
    out = run(copy, "-m", "pytest", "-q", "-rp", *without, *SUITES, "-k", f"{ID} or contracts")
    assert f"PASSED tests/{ID}/test_{ID}_hosted.py::test_the_bot_hosts_the_game" in out
    passed = re.search(r"^(\d+) passed, \d+ deselected", out, re.MULTILINE)
    assert passed, out
    assert int(passed[1]) > 80
