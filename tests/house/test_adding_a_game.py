"""Follows docs/adding-a-game.md and docs/adding-a-card-verb.md to the letter, in a copy of the project.

The example game must pass the tests for every game, and the example verb must pass the tests for every verb.
"""

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
from tools import catalogues

ROOT = Path(__file__).parents[2]
#: A paragraph that begins with a file name in backticks, and the block of code or diff after it.
FILE = re.compile(r"^`(\w+/[\w/.]+)`[^\n]*\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME, VERB = (f"docs/adding-a-{what}.md" for what in ("game", "card-verb"))
#: For each page, the files in its code blocks, each as (file name, type of code block, text).
BLOCKS: dict[str, list[tuple[str, str, str]]] = {
    page: FILE.findall((ROOT / page).read_text(encoding="utf-8")) for page in (GAME, VERB)
}
ID = "last_candle"
#: The test suites that the game must pass: its own, and its part of the suites that run once for each game.
SUITES = [
    f"tests/{name}"
    for name in (
        ID,
        "computers",
        "conformance",
        "discord",
        "hostile",
        "house",
        "matches",
        "render",
        "rulebooks",
        "saves",
    )
]
#: The tests that the verb must pass: the test on its page, and the tests for all verbs.
OF_VERBS = ("tests/edge_of_darkness/effects/test_extort.py", "tests/conformance/test_verbs.py")
#: A test that plays the game on Discord. No suite contains it, because the game exists only in the copy.
HOSTED = Path(__file__).with_name("example_game_on_discord.py")
#: A script for one process in the copy: it runs the checklist's commands, lists untested rules and runs the tests.
COMMANDS = f"""
import json, sys
from pathlib import Path
import pytest
from bot.cli.main import app
from tests.saves.corpus_collection import app as saves
from tools.card_pages import app as card_pages
from tools.match_hashes import app as hashes
from typer.testing import CliRunner

def said(app, *arguments):
    answer = CliRunner().invoke(app, arguments)
    assert answer.exit_code == 0, answer.output
    return answer.stdout

with Path("tests/saves/play.txt").open("a", encoding="utf-8") as kept:
    kept.write(said(hashes, "{ID}"))
assert "turn.json.gz" in said(saves, "{ID}")
assert "edge_of_darkness.md" in said(card_pages)
print(json.dumps(said(app, "rules", "--uncited", "{ID}", "--tests", "tests/{ID}")), flush=True)
sys.exit(pytest.main(sys.argv[1:]))
"""
COPIED = (".ci", "bot", "data", "docs", "render", "rules", "tests", "tools")
#: The Hungarian and Spanish translations that a reader of the pages would add; a plural has a pair of forms.
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


def changed(text: str, changes: str, file: str, page: str) -> str:
    """Apply a diff without line numbers to a file's text. The old lines of each hunk must occur there exactly once."""
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
    """Return a copy of the repository that has everything from both pages: their files, diffs and translations."""
    root = tmp_path_factory.mktemp("repository")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name)  # also copies the compiled Python files
    for file in (*ROOT.glob("*.md"), *map(ROOT.joinpath, ("pyproject.toml", "Makefile", ".env.example"))):
        shutil.copy(file, root)
    for page, blocks in BLOCKS.items():
        for name, kind, text in blocks:
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            new = changed(file.read_text("utf-8"), text, name, page) if kind == "diff" else text
            file.write_text(new, encoding="utf-8")
    contracts = (root / "pyproject.toml").read_text("utf-8")
    for ours, added in (('"rules.aevum_haeresis"', f', "rules.{ID}"'), ("render.aevum_haeresis", f" | render.{ID}")):
        contracts = contracts.replace(ours, ours + added)
    (root / "pyproject.toml").write_text(contracts, encoding="utf-8")
    shutil.copy(HOSTED, root / "tests" / ID / f"test_{ID}_hosted.py")
    written = {path: path.read_text("utf-8") for path in root.glob("data/locale/*/LC_MESSAGES/*.po")}
    assert "\n".join(catalogues.update(root)).count(f" {len(WORDS)} without a translation") == len(written) == 2
    for path, before in written.items():
        entries = path.read_text("utf-8").split("\n\n")
        ours = [entry for entry in entries if not any(f'msgid "{sentence}"' in entry for sentence in WORDS)]
        assert "\n\n".join(ours) == before, f"{VERB} writes other lines into {path} than `make i18n`"
    translate(root)
    return root


@pytest.fixture(scope="module")
def told(copy: Path) -> tuple[str, str]:
    """Return the list of the game's untested rules, and the output of all the tests that the pages must pass.

    These are the game's own tests, those of the suites for all games that run for this game, and the verb's tests.
    """
    without = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--ignore", "tests/house/test_adding_a_game.py")
    which = f"{ID} or contracts or test_extort or test_verbs"
    uncited, _, out = run(copy, "-c", COMMANDS, "-q", "-rp", *without, *SUITES, *OF_VERBS, "-k", which).partition("\n")
    return json.loads(uncited), out


def translate(root: Path) -> None:
    """Add the translations to the catalogues and compile the catalogues.

    The real tool would also rescan the whole code for texts, which takes seconds.
    """
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
    """Run Python in the copy of the repository, and return its standard output."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_is_two_folders_a_test_and_three_entries() -> None:
    assert [(name, kind) for name, kind, _ in BLOCKS[GAME]] == [
        ("rules/last_candle/RULES.md", "markdown"),
        ("rules/last_candle/__init__.py", "python"),
        ("render/last_candle/__init__.py", "python"),
        ("rules/__init__.py", "diff"),
        ("render/registry.py", "diff"),
        ("tests/last_candle/test_last_candle.py", "python"),
        ("tests/conformance/conservation.py", "diff"),
    ]


def test_a_verb_is_five_files_of_production_code() -> None:
    files = {name for name, _, _ in BLOCKS[VERB]}
    assert len([name for name in files if name.endswith(".py") and not name.startswith("tests/")]) == 5


@pytest.mark.parametrize("wrong", [' GAMES = {}\n+"last_candle": GAME\n', "-for _game in ():\n+for _game in (X,):\n"])
def test_changes_that_do_not_fit_the_file_are_noticed(wrong: str) -> None:
    with pytest.raises(AssertionError, match="not once in the file"):
        changed((ROOT / "rules" / "__init__.py").read_text("utf-8"), wrong, "the file", GAME)


def test_the_code_of_the_pages_is_as_the_house_wants_it(copy: Path) -> None:
    code = [name for blocks in BLOCKS.values() for name, _, _ in blocks if name.endswith(".py")]
    run(copy, "-m", "ruff", "check", "--no-cache", *code)
    run(copy, "-m", "ruff", "format", "--check", "--no-cache", *code)
    # Only new files of the game are type-checked. Code that the pages add to existing files resembles the code around
    # it, and checking it would take a long time.
    typed = [name for name in code if name.startswith((f"rules/{ID}/", f"render/{ID}/"))]
    assert len(typed) == 2
    run(copy, "-m", "pyright", "--pythonpath", sys.executable, *typed)


def test_every_rule_of_the_page_is_shown_by_its_own_tests(told: tuple[str, str]) -> None:
    assert told[0] == ""


def test_the_game_of_the_page_passes_what_every_game_must_and_is_hosted(told: tuple[str, str]) -> None:
    passed = re.findall(rf"^PASSED (tests/\S+{ID}.*)$", told[1], re.MULTILINE)
    assert f"tests/{ID}/test_{ID}_hosted.py::test_the_bot_hosts_the_game" in passed
    assert len(passed) > 80


def test_the_verb_of_the_page_works_wherever_verbs_are_known(told: tuple[str, str]) -> None:
    for suite in OF_VERBS:
        assert f"PASSED {suite}::" in told[1]
