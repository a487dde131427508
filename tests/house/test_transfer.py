"""`tenebrae match export|import` and custom content packs, used through the real command line."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from importlib.resources import as_file, files
from pathlib import Path

import pytest

import rules
from bot.store.store import Store
from tests.house.operator_helpers import Run


@pytest.fixture
def table(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command on an empty database."""

    async def make() -> None:
        await (await Store.open(tmp_path / "a.sqlite")).close()

    asyncio.run(make())
    monkeypatch.setenv("TENEBRAE_DATABASE", str(tmp_path / "a.sqlite"))
    return command


def test_a_match_goes_from_file_to_table_and_back(table: Run, tmp_path: Path):
    data = rules.GAMES["edge_of_darkness"].new(2, "x").dump()
    (tmp_path / "in.match").write_bytes(data)
    answer = table("match", "import", "in.match", "--guild", 1, "--channel", 2, "--players", "5:Ana,6:Béla")
    assert (answer.code, answer.out.strip()) == (0, "Match 1 is on the table.")
    answer = table("match", "export", 1, "--out", "out.match")
    assert answer.out == "Match 1 is in out.match; the file holds every secret of the match, so only you can read it.\n"
    assert (tmp_path / "out.match").read_bytes().startswith(data[:-1])
    answer = table("match", "import", "out.match", "--guild", 1, "--channel", 3, "--players", "5:Ana,6:Béla")
    assert answer.out.strip() == "Match 2 is on the table."


def test_an_exported_match_is_private_and_replaces_another_file_only_on_purpose(table: Run, tmp_path: Path):
    (tmp_path / "in.match").write_bytes(rules.GAMES["edge_of_darkness"].new(2, "x").dump())
    table("match", "import", "in.match", "--guild", 1, "--channel", 2, "--players", "5:Ana,6:Béla")
    out = tmp_path / "out.match"
    out.write_text("an older one")
    out.chmod(0o644)
    answer = table("match", "export", 1, "--out", "out.match")
    assert (answer.code, answer.sentence) == (2, "There is a file out.match already; --force replaces it.\n")
    assert out.read_text() == "an older one"
    assert table("match", "export", 1, "--out", "out.match", "--force").code == 0
    assert out.read_bytes().startswith(b"{")
    assert sorted(path.name for path in tmp_path.glob("*.match*")) == ["in.match", "out.match"]
    if os.name == "posix":
        assert stat.S_IMODE(out.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "none.match", "--guild", 1, "--channel", 2, "--players", "5:Ana,6:B"),
        ("import", "bad.match", "--guild", 1, "--channel", 2, "--players", "5:Ana,6:B"),
        ("import", "bad.match", "--guild", 1, "--channel", 2, "--players", "Ana"),
        ("import", "in.match", "--guild", 1, "--channel", 2, "--players", "5:Ana,6:B", "--locale", "de"),
        ("export", 77, "--out", "x"),
        ("export", 77, "--out", "no/x"),
    ],
)
def test_faults_are_one_sentence(table: Run, tmp_path: Path, arguments: tuple[object, ...]):
    (tmp_path / "bad.match").write_text("no")
    (tmp_path / "in.match").write_bytes(rules.GAMES["edge_of_darkness"].new(2, "x").dump())
    answer = table("match", *arguments)
    assert answer.code in (1, 2)
    assert answer.sentence


def test_a_broken_pack_of_ones_own_is_named(table: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with as_file(files("data").joinpath("edge_of_darkness")) as ours:
        shutil.copytree(ours, tmp_path / "packs" / "edge_of_darkness" / "house_rules")
    (tmp_path / "packs" / "edge_of_darkness" / "house_rules" / "board.json").write_text('{"defence_track": 3}')
    monkeypatch.setenv("TENEBRAE_PACKS", str(tmp_path / "packs"))
    answer = table("match", "export", "1", "--out", "x")
    assert answer.code == 2
    assert "house_rules" in answer.err
    assert "board.json, line 1: defence_track" in answer.err
