"""Writes requirements/*.txt with the exact version and hashes of each package to install (`make pins`)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: Each of these lists includes the previous one, and contains only the packages that the previous one lacks.
NESTED = ("run", "play", "dev")
#: The arguments for uv to create each list.
UV_ARGUMENTS = {
    "run": ("pyproject.toml",),
    "play": ("pyproject.toml", "--extra", "playground"),
    "dev": ("pyproject.toml", "--all-extras", "--group", "build"),
    "build": ("--group", "build"),
    "tools": ("--group", "tools"),
}
PURPOSES = {
    "run": "The bot's requirements.",
    "play": "Requirements of the bot and the playground.",
    "dev": "What developers need: `make setup` installs it.",
    "build": "Packages that build the project.",
    "tools": "What `make pins`, `make audit` and `make sbom` need, in an environment of their own.",
}
WRITTEN = "Written by `make pins` from pyproject.toml and constraints.txt."
_START = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[\w.+]+)(?: ; (?P<marker>[^\\]+?))?(?: \\)?$", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    """A package with its exact version and SHA-256 hashes. `marker` says where it is needed (None: everywhere)."""

    name: str
    version: str
    marker: str | None
    hashes: tuple[str, ...]
    text: str


def parse(text: str) -> list[Pin]:
    """Return the packages in the text of a list, but not those of the lists that it includes."""
    starts = list(_START.finditer(text))
    ends = [found.start() for found in starts[1:]] + [len(text)]
    blocks = [(found, text[found.start() : end].rstrip()) for found, end in zip(starts, ends, strict=True)]
    return [
        Pin(found["name"], found["version"], found["marker"], tuple(_HASH.findall(block)), block)
        for found, block in blocks
    ]


def pinned(name: str) -> list[Pin]:
    """Return all packages that a list in requirements/ installs, including those of the lists that it includes."""
    chain = NESTED[: NESTED.index(name) + 1] if name in NESTED else (name,)
    pins = [pin for one in chain for pin in parse((ROOT / "requirements" / f"{one}.txt").read_text(encoding="utf-8"))]
    return sorted(pins)


def list_text(name: str, pins: list[Pin], before: str | None) -> str:
    """Return the text of a list with these packages. If `before` names another list, the new list includes that one."""
    head = f"# {PURPOSES[name]}\n# {WRITTEN}\n" + (f"-r {before}.txt\n" if before else "")
    return head + "".join(f"{pin.text}\n" for pin in pins)


def _resolved(uv: Path, name: str) -> list[Pin]:
    """Let uv choose versions for all platforms: those in constraints.txt, or the newest for the project's tools."""
    command = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    plain = ["--no-header", "--no-annotate", "--no-emit-index-url"]
    versions = [] if name == "tools" else ["--constraint", "constraints.txt"]
    done = subprocess.run(  # noqa: S603
        [*command, *plain, *versions, *UV_ARGUMENTS[name]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"Not everything can be pinned; nothing was written.\n{done.stderr.strip()}")
    return parse(done.stdout)


def write(uv: Path) -> None:
    """Write all lists again."""
    found = {name: _resolved(uv, name) for name in UV_ARGUMENTS}
    for name, pins in found.items():
        before = NESTED[NESTED.index(name) - 1] if name in NESTED[1:] else None
        held = {pin.name for pin in found[before]} if before else set[str]()
        text = list_text(name, [pin for pin in pins if pin.name not in held], before)
        (ROOT / "requirements" / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
