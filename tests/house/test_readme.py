"""What the README promises exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from bot.cli import app
from bot.config import PREFIX, Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z0-9]+)", README)) - {"lists", "an"}))
def test_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\btenebrae ([a-z]+)", README))))
def test_commands_exist(name: str) -> None:
    assert name in get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_pictures_exist(path: str) -> None:
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("folder", sorted(set(re.findall(r"`((?:rules|data|render|bot|tests)(?:/\w+)?)`", README))))
def test_folders_exist(folder: str) -> None:
    assert (ROOT / folder).is_dir()


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = set(re.findall(rf"^#?{PREFIX}(\w+)=", example, re.MULTILINE))
    hidden = {"DISCORD_API"}
    assert shown == {name.upper() for name in Settings.model_fields} - hidden
