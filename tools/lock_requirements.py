"""Pin installed packages: `make pins` writes requirements/*.txt, with the hash of every downloadable file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: Each list contains the packages missing from the one before, which it includes.
NESTED = ("run", "play", "dev")
#: uv's arguments for each list.
ASKED = {
    "run": ("pyproject.toml",),
    "play": ("pyproject.toml", "--extra", "playground"),
    "dev": ("pyproject.toml", "--all-extras", "--group", "build"),
    "build": ("--group", "build"),
    "tools": ("--group", "tools"),
}
PURPOSES = {
    "run": "What the bot needs to run.",
    "play": "What the bot and the playground need.",
    "dev": "What developers need: `make setup` installs it.",
    "build": "What packs the project.",
    "tools": "What `make pins`, `make audit` and `make sbom` need, in an environment of their own.",
}
WRITTEN = "Written by `make pins` from pyproject.toml and constraints.txt."
_START = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[\w.+]+)(?: ; (?P<marker>[^\\]+?))?(?: \\)?$", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    """A package in its one version; `marker` says where it is needed, if not everywhere; the hashes are SHA-256."""

    name: str
    version: str
    marker: str | None
    hashes: tuple[str, ...]
    text: str


def parse(text: str) -> list[Pin]:
    """Parse the packages in a list itself, as written."""
    starts = list(_START.finditer(text))
    ends = [found.start() for found in starts[1:]] + [len(text)]
    blocks = [(found, text[found.start() : end].rstrip()) for found, end in zip(starts, ends, strict=True)]
    return [
        Pin(found["name"], found["version"], found["marker"], tuple(_HASH.findall(block)), block)
        for found, block in blocks
    ]


def pinned(name: str) -> list[Pin]:
    """Read everything that a list of requirements/ installs, sorted by name."""
    chain = NESTED[: NESTED.index(name) + 1] if name in NESTED else (name,)
    pins = [pin for one in chain for pin in parse((ROOT / "requirements" / f"{one}.txt").read_text(encoding="utf-8"))]
    return sorted(pins)


def written(name: str, pins: list[Pin], before: str | None) -> str:
    """Return the text of a list with these packages, except those of the list before it."""
    head = f"# {PURPOSES[name]}\n# {WRITTEN}\n" + (f"-r {before}.txt\n" if before else "")
    return head + "".join(f"{pin.text}\n" for pin in pins)


def _resolved(uv: Path, name: str) -> list[Pin]:
    """Let uv choose versions for every platform: those of constraints.txt, and for our tools the newest."""
    command = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    plain = ["--no-header", "--no-annotate", "--no-emit-index-url"]
    versions = [] if name == "tools" else ["--constraint", "constraints.txt"]
    done = subprocess.run(  # noqa: S603
        [*command, *plain, *versions, *ASKED[name]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"Not everything can be pinned; nothing was written.\n{done.stderr.strip()}")
    return parse(done.stdout)


def write(uv: Path) -> None:
    """Rewrite all lists."""
    found = {name: _resolved(uv, name) for name in ASKED}
    for name, pins in found.items():
        before = NESTED[NESTED.index(name) - 1] if name in NESTED[1:] else None
        held = {pin.name for pin in found[before]} if before else set[str]()
        text = written(name, [pin for pin in pins if pin.name not in held], before)
        (ROOT / "requirements" / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
