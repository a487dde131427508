"""Hostile content packs are refused within limits of time and memory, and the refusal names the place of the fault."""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import rules
from bot.app.host_packs import install
from bot.app.settings import ConfigError
from bot.features.packs.authoring import pack_check
from rules.kernel.content.pack_files import MAX_BYTES, MAX_VALUES
from rules.kernel.errors import ContentError
from tests.corrupted_saves import copy_pack, edit

GAMES = [game.id for game in rules.GAMES.values() if game.check_content is not None]
GAME, FILE = "edge_of_darkness", "locations.json"
#: Maximum CPU seconds and bytes for refusing a file. A good pack takes some hundredths of a second and almost no
#: memory.
TIME, MEMORY = 30.0, 200_000_000


def fault(game: str, pack: Path) -> str:
    """Return the refusal of a pack, and assert that it didn't take too much time or memory."""
    check = rules.GAMES[game].check_content
    assert check is not None
    begun, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ContentError) as caught:
        check(pack)
    assert time.process_time() - begun < TIME
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < MEMORY
    return str(caught.value)


BOMBS: dict[str, str] = {
    "a million records": "[" + "{}," * 1_000_000 + "{}]",
    "as many records as may be": "[" + "{}," * (MAX_VALUES // 2 - 2) + "{}]",
    "many lists": "[" + "[]," * 15_000 + "[]]",
    "many numbers": "[" + "1," * (MAX_VALUES - 5) + "1]",
    "nested lists": "[" * 3_000_000,
    "nested objects": '{"a":' * 15_000,
    "nested a little less": "[" * 900 + "]" * 900,
    "one long string": '["' + "x" * (MAX_BYTES - 10) + '"]',
    "one long number": "1" * (MAX_BYTES - 10),
    "a long number in a list": "[" + "1" * 4_000 + "]",
    "more than 64 bits": f"[{2**64}]",
    "more than 32 bits": f"[{-(2**31) - 1}]",
    "no number": "[NaN]",
    "without end": "[-Infinity]",
    "overflowing": "[1e999]",
    "a key twice": '[{"id": "a", "id": "b"}]',
    "half a character": '["\\ud800"]',
    "NUL": '["a\\u0000"]',
    "right to left": '["a\\u202eb"]',
    "cut off": '[{"id": "a"',
    "more after the end": "[] []",
    "nothing": "",
    "blanks": " " * (MAX_BYTES - 10),
    "code": "__import__('os').system('id')",
}


@pytest.mark.parametrize("case", BOMBS)
def test_a_bomb_is_refused_in_little_time_and_memory(tmp_path: Path, case: str) -> None:
    pack = copy_pack(GAME, tmp_path)
    (pack / FILE).write_text(BOMBS[case], encoding="utf-8")
    told = fault(GAME, pack)
    assert FILE in told
    assert len(told) < 5_000
    assert told.isprintable() or set(told) - {"\n"} == set(filter(str.isprintable, told))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1", "cp037"])
def test_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    pack = copy_pack(GAME, tmp_path)
    (pack / FILE).write_bytes((pack / FILE).read_text("utf-8").replace("i", "í").encode(encoding, "replace"))
    assert fault(GAME, pack).startswith(f"{FILE}: ")


@pytest.mark.parametrize("game", GAMES)
def test_a_mark_of_byte_order_does_no_harm(tmp_path: Path, game: str) -> None:
    pack, check = copy_pack(game, tmp_path), rules.GAMES[game].check_content
    assert check is not None
    for file in pack.glob("*.json"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert check(pack)


def enlarge_deepest_value(value: object) -> None:
    """Put a huge value into the most deeply nested place of a record."""
    while True:
        parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        inner = [part for part in parts if isinstance(part, dict | list) and part]
        if not inner:
            break
        value = inner[-1]
    if isinstance(value, dict):
        value[next(iter(value))] = 10**30
    elif isinstance(value, list):
        value[0] = 10**30


@pytest.mark.parametrize("game", GAMES)
def test_a_huge_number_is_named_with_its_place_in_every_file(tmp_path: Path, game: str) -> None:
    # Files that aren't part of a pack: figures for the lobby, lessons, and the data of computer players.
    computers = {"appraisal.json", "appraisal_by_hand.json", "prices.json", "outlook.json", "search.json"}
    besides = computers | {"ratings.json", "calendar.json", "lessons.json"}
    files = {path.name for path in copy_pack(game, tmp_path).glob("*.json")} - besides
    for number, file in enumerate(sorted(files)):
        folder = tmp_path / str(number)
        folder.mkdir()
        pack = copy_pack(game, folder)
        edit(pack, file, enlarge_deepest_value)
        told = fault(game, pack)
        assert told.startswith(f"{file}, line "), told
        assert told.count(": ") == 2, told


LEADS_OUT: dict[str, Callable[[Path], object]] = {
    "a secret file": lambda file: file.symlink_to("/etc/passwd"),
    "a file beside": lambda file: file.symlink_to("../other.json"),
    "a device": lambda file: file.symlink_to("/dev/zero"),
    "itself": lambda file: file.symlink_to(file),
    "a folder": lambda file: file.mkdir(),
    "a pipe": os.mkfifo,
}


@pytest.mark.parametrize("case", LEADS_OUT)
def test_what_leads_out_of_the_folder_or_is_no_file_is_not_read(tmp_path: Path, case: str) -> None:
    pack = copy_pack(GAME, tmp_path)
    (tmp_path / "other.json").write_bytes((pack / FILE).read_bytes())
    (pack / FILE).unlink()
    LEADS_OUT[case](pack / FILE)
    told = fault(GAME, pack)
    assert FILE in told
    assert "root" not in told


@pytest.mark.parametrize(
    "name", ["..", "a b", "A", "x" * 31, "a\nb", "\x1b[31m", "a\u202eb", "base", "-", ".", "ä", "a.zip", "\udce9"]
)
def test_a_packs_name_is_plain_or_refused_in_one_printable_line(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / GAME
    folder.mkdir()
    pack = copy_pack(GAME, tmp_path)
    if name in (".", ".."):
        with pytest.raises(ContentError):
            rules.GAMES[GAME].add_pack(name, pack)
        return
    pack.rename(folder / name)
    with pytest.raises(ConfigError) as caught:
        install(tmp_path)
    assert str(caught.value).isprintable()


def test_a_file_in_the_place_of_a_pack_is_told(tmp_path: Path) -> None:
    archive = tmp_path / "pack.zip"
    archive.write_bytes(b"PK\x05\x06" + b"\0" * 18)
    with pytest.raises(ConfigError, match="is not a folder"):
        list(pack_check.check(archive, rules.GAMES[GAME]))


def test_what_is_wrong_is_told_in_printable_lines(tmp_path: Path) -> None:
    pack = copy_pack(GAME, tmp_path)
    (pack / FILE).write_text(json.dumps([{"\x1b[31m\u202e": 1}]), encoding="utf-8")
    lines = list(pack_check.check(pack, rules.GAMES[GAME]))
    assert not lines[0].good
    assert all(line.text.isprintable() for line in lines)
