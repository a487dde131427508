"""`tenebrae match export|import`, and content packs of one's own, through the real command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path

import rules


def tenebrae(folder: Path, *args: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TENEBRAE_DATABASE": str(folder / "a.sqlite")} | settings
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    return subprocess.run(
        [sys.executable, "-m", "bot", *args], capture_output=True, text=True, env=environment, cwd=folder, check=False
    )


def test_a_match_goes_from_file_to_table_and_back(tmp_path: Path):
    data = rules.GAMES["edge_of_darkness"].new(2, "x").dump()
    (tmp_path / "in.match").write_bytes(data)
    place = ("--guild", "1", "--channel", "2")
    answer = tenebrae(tmp_path, "match", "import", "in.match", *place, "--players", "5:Ana,6:Béla")
    assert (answer.returncode, answer.stdout.strip()) == (0, "Match 1 is on the table.")
    answer = tenebrae(tmp_path, "match", "export", "1", "--out", "out.match")
    assert answer.returncode == 0, answer.stderr
    exported = (tmp_path / "out.match").read_bytes()
    assert exported.startswith(data[:-1])
    place = ("--guild", "1", "--channel", "3")
    answer = tenebrae(tmp_path, "match", "import", "out.match", *place, "--players", "5:Ana,6:Béla")
    assert answer.stdout.strip() == "Match 2 is on the table."


def test_faults_are_one_sentence(tmp_path: Path):
    (tmp_path / "bad.match").write_text("no")
    place = ("--guild", "1", "--channel", "2")
    for args in (
        ("match", "import", "none.match", *place, "--players", "5:Ana,6:B"),
        ("match", "import", "bad.match", *place, "--players", "5:Ana,6:B"),
        ("match", "import", "bad.match", *place, "--players", "Ana"),
        ("match", "export", "77", "--out", "x"),
    ):
        answer = tenebrae(tmp_path, *args)
        assert answer.returncode in (1, 2)
        assert len(answer.stderr.strip().splitlines()) == 1, answer.stderr
        assert answer.stderr.strip().endswith(".")


def test_ones_own_pack_is_installed_and_a_broken_one_named(tmp_path: Path):
    with as_file(files("data").joinpath("edge_of_darkness")) as ours:
        shutil.copytree(ours, tmp_path / "packs" / "edge_of_darkness" / "house_rules")
    (tmp_path / "x.match").write_bytes(b"{}")
    args = ("match", "export", "1", "--out", "x")
    packs = str(tmp_path / "packs")
    assert "There is no such match" in tenebrae(tmp_path, *args, TENEBRAE_PACKS=packs).stderr
    (tmp_path / "packs" / "edge_of_darkness" / "house_rules" / "board.json").write_text('{"defence_track": 3}')
    answer = tenebrae(tmp_path, *args, TENEBRAE_PACKS=packs)
    assert answer.returncode == 2
    assert "house_rules" in answer.stderr
    assert "board.json: defence_track" in answer.stderr
