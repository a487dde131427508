"""An upload that isn't a content pack is refused in one sentence, and none of it is stored."""

from __future__ import annotations

import io
import struct
import tempfile
import zipfile
from base64 import b64encode
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

import render
from bot.features.packs.service.validator import PackValidator
from bot.features.packs.service.zip_extraction import MAX_FILES, MAX_UNPACKED_BYTES
from bot.features.packs.worker_job import _picture, check_pack
from render.sheets.card_selection import WIDTH
from rules.kernel.content.packs import BASE
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Entry, Translator

NO_PLAIN_FILE = "isn't a plain file"


def pack_zip(*files: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file that contains a valid pack.json and the given files."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", how) as archive:
        archive.writestr("pack.json", b"{}")
        for name, content in files:
            archive.writestr(name, content, how)
    return kept.getvalue()


def link() -> bytes:
    entry = zipfile.ZipInfo("cards.json")
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    return pack_zip((entry, b"/etc/passwd"))


def directory(data: bytes, field: int, form: str, value: int) -> bytes:
    """Return a zip file with a forged `value` at offset `field` of the last entry in its central directory."""
    changed = bytearray(data)
    struct.pack_into(form, changed, data.rindex(b"PK\x01\x02") + field, value)
    return bytes(changed)


BOMB = pack_zip(("cards.json", bytes(MAX_UNPACKED_BYTES + 1)))
SMALL = pack_zip(("cards.json", b"[]" * 500))
REFUSED = {
    "a link": (link(), NO_PLAIN_FILE),
    "encrypted": (directory(SMALL, 8, "<H", 1), NO_PLAIN_FILE),
    "up": (pack_zip(("../cards.json", b"[]")), NO_PLAIN_FILE),
    "up from within": (pack_zip(("box/../../cards.json", b"[]")), NO_PLAIN_FILE),
    "absolute": (pack_zip(("/tmp/tenebrae_cards_of_a_zip.json", b"[]")), NO_PLAIN_FILE),
    "a drive": (pack_zip(("C:\\cards.json", b"[]")), NO_PLAIN_FILE),
    "an odd packing": (pack_zip(("cards.json", b"[]"), how=zipfile.ZIP_LZMA), NO_PLAIN_FILE),
    "a bomb": (BOMB, "are too large"),
    "a bomb in a zip": (pack_zip(("more.zip", BOMB)), "The zip has “{name}” in it"),
    "a bomb that says it is small": (directory(BOMB, 24, "<I", 9), "is damaged"),
    "a file that is packed into less than it says": (directory(SMALL, 20, "<I", 4), "is damaged"),
    "a file that is somewhere else": (directory(SMALL, 42, "<I", 1 << 30), "is damaged"),
    "many files": (pack_zip(*((f"f{at}.json", b"") for at in range(MAX_FILES))), "more than"),
    "another archive": (b"Rar!\x1a\x07\x01\x00" + bytes(99), "is called a zip but isn't one"),
    "half a zip": (SMALL[: len(SMALL) // 2], "is damaged"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_zip_that_is_no_pack_is_refused_and_leaves_nothing(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, told = REFUSED[case]
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "within"))
    (tmp_path / "within").mkdir()
    answer = check_pack({"name": "box.zip", "data": b64encode(data).decode(), "game": None, "locale": "en"})
    assert list(answer) == ["refused"]
    assert told in answer["refused"][0]
    assert [path.name for path in tmp_path.rglob("*")] == ["within"]
    assert not Path("/tmp/tenebrae_cards_of_a_zip.json").exists()


def test_the_game_of_a_zip_is_the_one_of_its_pack_json_with_remarks_and_all() -> None:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("pack.json", '{\n// ours\n"game": "edge_of_darkness"}')
    answer = check_pack({"name": "box.zip", "data": b64encode(kept.getvalue()).decode(), "game": None, "locale": "en"})
    assert "pack.json: name: this field is missing" in answer["faults"]


async def test_what_is_sent_is_looked_at_by_the_same_function() -> None:
    with pytest.raises(Refusal, match=NO_PLAIN_FILE):
        await PackValidator().check("box.zip", link(), None, "en")


def test_the_picture_of_a_pack_shows_its_own_cards_before_those_that_name_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []

    def card(_game: str, name: str, *_: str) -> Image.Image:
        drawn.append(name)
        return Image.new("RGB", (9, 9), "red" if name == "boston" else "blue")

    def looked_up(say: Translator) -> list[Entry]:
        city = "Boston" if say.pack == BASE else "Ravenborough"
        told = [("arkham", "Arkham", f"To {city}."), ("boston", city, ""), ("salem", "Salem", "")]
        return [Entry(name, words, "city", text) for name, words, text in told]

    monkeypatch.setattr(render, "card", card)
    picture = _picture(SimpleNamespace(id="tiny", look_up=looked_up), "ours", "en")
    assert drawn == ["boston", "arkham"]
    assert Image.open(io.BytesIO(picture)).width > 2 * WIDTH
