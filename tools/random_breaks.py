"""Inserts faults into random modules of the bot, one at a time, and checks whether the modules' tests fail.

python -m tools.random_breaks [--seed 1] [--count 30] [--minutes 10]

Each fault negates one condition, or makes a function return nothing. The tests are those of the module's room: the test
folders named like its folder, and other test files that import the module. They run in a copy of the repository.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: The folders of tests for folders of the bot. For a module, the entry with the longest matching path counts.
TEST_FOLDERS = {
    "bot/store": ("tests/store",),
    "bot/notifications": ("tests/notifications",),
    "bot/computers": ("tests/computers",),
    "bot/matches": ("tests/matches",),
    "bot/discord": ("tests/discord",),
    "bot/table": ("tests/discord/table",),
    "bot/features": ("tests/matches/features", "tests/discord/features"),
}
#: Modules without any behaviour, and modules whose tests migrate real databases for minutes.
WITHOUT = ("bot/store/migrations/", "bot/__main__.py", "__init__.py")


class Break(NamedTuple):
    """A fault for one module, which replaces the bytes from `start` to `end` of its source."""

    line: int
    what: str
    start: int
    end: int
    text: str


def main() -> None:
    """Insert the faults and print which ones the tests found; exits with 1 if they missed more than a tenth."""
    options = _options()
    dice = random.Random(options.seed)
    modules = [file for file in _tracked("bot") if file.endswith(".py") and not any(one in file for one in WITHOUT)]
    dice.shuffle(modules)
    missed = done = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = _copied(Path(folder))
        for module in modules:
            if done == options.count:
                break
            source = (copy / module).read_bytes()
            breaks = list(possible_breaks(source.decode()))
            if not breaks:
                continue
            done += 1
            one = dice.choice(breaks)
            tests = room_tests(module, copy)
            begun = time.monotonic()
            (copy / module).write_bytes(source[: one.start] + one.text.encode() + source[one.end :])
            noticed = _fails(copy, tests, options.minutes * 60)
            (copy / module).write_bytes(source)
            missed += not noticed
            seconds = time.monotonic() - begun
            print(
                "noticed" if noticed else "MISSED ", f"{module}:{one.line}", one.what, f"({seconds:.0f} s)", flush=True
            )
    print(f"{done - missed} of {done} breaks were noticed")
    sys.exit(missed > done // 10)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="how many modules to break")
    parser.add_argument("--minutes", type=float, default=10.0, help="the time limit for one module's tests")
    return parser.parse_args()


def possible_breaks(source: str) -> Iterator[Break]:
    """Yield a module's possible faults: negated conditions in functions or, without any, removed return values."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    functions = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    inside = {id(node): node for function in functions for node in ast.walk(function)}.values()
    conditions = [node.test for node in inside if isinstance(node, ast.If | ast.IfExp | ast.While)]
    conditions += [test for node in inside if isinstance(node, ast.comprehension) for test in node.ifs]
    returned = [node.value for node in inside if isinstance(node, ast.Return) and node.value is not None]
    for node in conditions or returned:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        words = source.encode()[start:end].decode()
        if conditions:
            yield Break(node.lineno, "condition negated", start, end, f"(not ({words}))")
        else:
            yield Break(node.lineno, "nothing returned", start, end, "None")


def room_tests(module: str, root: Path = ROOT) -> list[str]:
    """Return the tests of a module's room, as folders and files relative to the repository."""
    found: list[str] = []
    for begins, folders in TEST_FOLDERS.items():
        if module.startswith(f"{begins}/"):
            rest = module.removeprefix(f"{begins}/").split("/")
            for folder in folders:
                room = root / folder / rest[0]
                if len(rest) > 1 and room.is_dir():
                    found.append(f"{folder}/{rest[0]}")
                elif len(rest) == 1 or not (root / folder).is_dir():
                    found += sorted(str(one.relative_to(root)) for one in (root / folder).glob("test_*.py"))
    name = module.removesuffix(".py").replace("/", ".")
    package, _, last = name.rpartition(".")
    for file in _tracked("tests", root):
        if not file.rpartition("/")[2].startswith("test_") or any(file.startswith(f"{one}/") for one in found):
            continue
        text = (root / file).read_text("utf-8")
        if name in text or (f"from {package} import" in text and last in text):
            found.append(file)
    return list(dict.fromkeys(found))


def _tracked(folder: str, root: Path = ROOT) -> list[str]:
    if root == ROOT:
        told = subprocess.run(["git", "ls-files", folder], cwd=root, capture_output=True, text=True, check=True)  # noqa: S603, S607
        return told.stdout.split()
    return sorted(str(file.relative_to(root)) for file in (root / folder).rglob("*.py"))


def _copied(folder: Path) -> Path:
    """Copy the repository's tracked files and compiled catalogues into a folder; return the copy's path."""
    copy = folder / "repository"
    for file in [*_tracked("."), *(str(one.relative_to(ROOT)) for one in ROOT.glob("data/locale/*/LC_MESSAGES/*.mo"))]:
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, copy / file)
    return copy


def _fails(copy: Path, tests: list[str], seconds: float) -> bool:
    """Return whether these tests fail in the copy, or take longer than `seconds`."""
    if not tests:
        return False
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=seconds)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)


if __name__ == "__main__":
    main()
