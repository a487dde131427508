"""Mutates random modules of the bot, one at a time, and runs each module's own tests, which should fail.

python -m tools.mutation_sample [--seed 1] [--count 30] [--minutes 10]

A mutation negates a condition, or makes a function return nothing. A module's own tests are the test folders that
correspond to its folder, and other test files that import it. They run in a copy of the repository.
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
#: The test folders of some of the bot's folders. The tests of all other folders are found by their imports.
TEST_FOLDERS = {
    "bot/store": ("tests/store",),
    "bot/notifications": ("tests/notifications",),
    "bot/computers": ("tests/computers",),
    "bot/matches": ("tests/matches",),
    "bot/discord": ("tests/discord",),
    "bot/table": ("tests/discord/table",),
    "bot/features": ("tests/matches/features", "tests/discord/features"),
}
#: Modules that have no behaviour, and modules whose tests migrate real databases, which takes minutes.
EXCLUDED = ("bot/store/migrations/", "bot/__main__.py", "__init__.py")


class Mutation(NamedTuple):
    """A change that replaces the bytes from `start` to `end` in a module's source."""

    line: int
    description: str
    start: int
    end: int
    text: str

    def applied_to(self, source: bytes) -> bytes:
        """Return the module's source with this change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def main() -> None:
    """Report for each mutation whether the tests detected it. Exits with 1 if they missed more than a tenth."""
    options = _options()
    random_source = random.Random(options.seed)
    modules = [file for file in _tracked("bot") if file.endswith(".py") and not any(one in file for one in EXCLUDED)]
    random_source.shuffle(modules)
    missed = done = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = _copy_repository(Path(folder))
        for module in modules:
            if done == options.count:
                break
            source = (copy / module).read_bytes()
            mutations = list(possible_mutations(source.decode()))
            if not mutations:
                continue
            mutation = random_source.choice(mutations)
            begun = time.monotonic()
            (copy / module).write_bytes(mutation.applied_to(source))
            detected = _tests_fail(copy, own_tests(module), options.minutes * 60)
            (copy / module).write_bytes(source)
            done += 1
            missed += not detected
            place, seconds = f"{module}:{mutation.line}", time.monotonic() - begun
            print("detected" if detected else "MISSED", place, mutation.description, f"({seconds:.0f} s)", flush=True)
    print(f"{done - missed} of {done} mutations were detected")
    sys.exit(missed > done // 10)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="how many modules to mutate")
    parser.add_argument("--minutes", type=float, default=10.0, help="the time limit for one module's tests")
    return parser.parse_args()


def possible_mutations(source: str) -> Iterator[Mutation]:
    """Yield a module's possible mutations: negated conditions or, if there are none, removed return values."""
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
            yield Mutation(node.lineno, "condition negated", start, end, f"(not ({words}))")
        else:
            yield Mutation(node.lineno, "nothing returned", start, end, "None")


def own_tests(module: str) -> list[str]:
    """Return a module's own tests, as folders and files relative to the repository."""
    found: list[str] = []
    for begins, folders in TEST_FOLDERS.items():
        if module.startswith(f"{begins}/"):
            room, _, in_room = module.removeprefix(f"{begins}/").partition("/")
            for folder in folders:
                if in_room and (ROOT / folder / room).is_dir():
                    found.append(f"{folder}/{room}")
                elif not in_room:
                    found += sorted(str(one.relative_to(ROOT)) for one in (ROOT / folder).glob("test_*.py"))
    name = module.removesuffix(".py").replace("/", ".")
    package, _, last = name.rpartition(".")
    for file in _tracked("tests"):
        if not Path(file).match("test_*.py") or any(file.startswith(f"{one}/") for one in found):
            continue
        text = (ROOT / file).read_text("utf-8")
        if name in text or (f"from {package} import" in text and last in text):
            found.append(file)
    return list(dict.fromkeys(found))


def _tracked(folder: str) -> list[str]:
    told = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return told.stdout.split()


def _copy_repository(folder: Path) -> Path:
    """Copy the repository's tracked files and compiled catalogues into a folder. Return the copy's path."""
    copy = folder / "repository"
    for file in [*_tracked("."), *(str(one.relative_to(ROOT)) for one in ROOT.glob("data/locale/*/LC_MESSAGES/*.mo"))]:
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, copy / file)
    return copy


def _tests_fail(copy: Path, tests: list[str], seconds: float) -> bool:
    """Return whether these tests fail in the copy of the repository, or take longer than `seconds`."""
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
