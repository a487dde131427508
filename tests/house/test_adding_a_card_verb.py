"""docs/adding-a-card-verb.md is followed to the letter, in a copy of the repository, and the page's own test passes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.tools import catalogues
from tests.house.test_adding_a_game import changed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-card-verb.md").read_text(encoding="utf-8")
#: A file's name in backticks as a paragraph, and the block of code or of changes after it.
FILE = re.compile(r"^`([\w/.]+)`\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FILE.findall(PAGE)
COPIED = ("bot", "data", "render", "rules", "tests")
TESTS = ("tests/edge_of_darkness/effects/test_extort.py", "tests/conformance/test_verbs.py")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository with the page's changes in it."""
    root = tmp_path_factory.mktemp("repository")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name)  # what is compiled comes along
    shutil.copy(ROOT / "pyproject.toml", root)
    for name, kind, text in BLOCKS:
        file = root / name
        new = changed(file.read_text("utf-8"), text, name, "docs/adding-a-card-verb.md") if kind == "diff" else text
        file.write_text(new, encoding="utf-8")
    return root


def run(root: Path, *arguments: str) -> str:
    """Run Python in the copy; return what it says."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_verb_is_five_files_of_production_code() -> None:
    files = {name for name, _, _ in BLOCKS}
    assert len([name for name in files if name.endswith(".py") and not name.startswith("tests/")]) == 5


def test_the_verb_of_the_page_works_wherever_verbs_are_known(copy: Path) -> None:
    before = {path: path.read_bytes() for path in copy.glob("data/locale/*/LC_MESSAGES/*.po")}
    assert "\n".join(catalogues.update(copy)).count(" 0 without a translation") == len(before) == 2
    assert {path: path.read_bytes() for path in before} == before, "the catalogues hold what `make i18n` would write"
    assert "passed" in run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *TESTS)
