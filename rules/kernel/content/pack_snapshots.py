"""Frozen packs: copies that matches use, so a match doesn't change when the pack's folder or the base set changes."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from rules.kernel.content.pack_faults import PackError
from rules.kernel.content.pack_files import is_there, json_of
from rules.kernel.content.pack_reading import ABOUT, Reading
from rules.kernel.words.translation import LOCALES

#: The timestamp of all files in the zip archive: the earliest one that the format allows.
_ZIP_TIMESTAMP = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A self-contained, zipped copy of a pack, with its hash and its title by language.

    The title is part of the hash. If two servers use the same cards under different titles, neither sees the other's
    title.
    """

    digest: str
    data: bytes
    title: Mapping[str, str] = field(default_factory=dict[str, str])

    def label(self, name: str, locale: str) -> str:
        """Return the pack's label in menus; `name` is the pack's name on this server."""
        return label(name, self.title, locale)


def label(name: str, title: Mapping[str, str], locale: str) -> str:
    """Return a pack's label in menus: its title, followed in brackets by its name on this server."""
    return f"{title[locale]} ({name})" if title.get(locale, name) != name else name


def frozen(reading: Reading) -> Frozen:
    """Return a frozen copy of a pack that was read from a folder; raises ContentError if its files have errors."""
    reading.faults.raise_if_any()
    about = reading.about
    title = {} if about is None else {locale: getattr(about.name, locale) for locale in LOCALES}
    digest = hashlib.sha256(json.dumps([reading.digest, title]).encode()).hexdigest() if title else reading.digest
    return Frozen(digest, zipped(reading, title), title)


def zipped(reading: Reading, title: Mapping[str, str] | None = None) -> bytes:
    """Return the playable content of a pack as a zip archive. Equal content always results in equal bytes."""
    kept = io.BytesIO()
    # Of `pack.json`, only the title is kept: the note may be long, and matches don't show it.
    whole = {name: text for name, text in reading.whole().items() if name != ABOUT}
    if title:
        whole[ABOUT] = json.dumps({"name": title, "game": reading.shape.game}, ensure_ascii=False)
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in sorted(whole.items()):
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIMESTAMP), text, zipfile.ZIP_DEFLATED)
    return kept.getvalue()


def title_in(folder: Path | Traversable) -> Mapping[str, str]:
    """Return the title of a frozen pack by language; empty if the pack has none."""
    try:
        about = cast("Any", json_of(folder, ABOUT)[1] if is_there(folder, ABOUT) else {})
    except PackError:
        return {}
    said = cast("dict[str, Any]", about).get("name") if isinstance(about, dict) else None
    return cast("dict[str, str]", said) if isinstance(said, dict) else {}


def folder_of(data: bytes) -> Traversable:
    """Return a zipped frozen pack as a folder that can be read."""
    return cast("Traversable", zipfile.Path(zipfile.ZipFile(io.BytesIO(data))))
