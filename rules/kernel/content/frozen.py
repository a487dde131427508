"""Packs as they stay: what a match was begun with is kept whatever becomes of the pack's folder and of ours."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import cast

from rules.kernel.content.reading import ABOUT, Reading
from rules.kernel.words.text import LOCALES

#: The moment that all files in the zip are of: zip knows none before it.
_ALWAYS = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A pack's content as files that stand on their own, zipped; its hash; and what it is called by language."""

    digest: str
    data: bytes
    title: Mapping[str, str] = field(default_factory=dict[str, str])

    def label(self, name: str, locale: str) -> str:
        """Return what the pack is called where one is chosen, by the name that it has there."""
        return label(name, self.title, locale)


def label(name: str, title: Mapping[str, str], locale: str) -> str:
    """Return what a pack is called where one is chosen: as it says itself, with the name that it has there."""
    return f"{title[locale]} ({name})" if title.get(locale, name) != name else name


def frozen(reading: Reading) -> Frozen:
    """Return a pack that was read as it stays; raises ContentError for one whose files can't be read."""
    reading.faults.tell()
    about = reading.about
    title = {} if about is None else {locale: getattr(about.name, locale) for locale in LOCALES}
    return Frozen(reading.digest, zipped(reading), title)


def zipped(reading: Reading) -> bytes:
    """Return what a match with a pack is played with, as a zip: the same bytes for the same content."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in sorted(reading.whole().items()):
            # What it is called is no part of what is played with.
            if name != ABOUT:
                archive.writestr(zipfile.ZipInfo(name, _ALWAYS), text, zipfile.ZIP_DEFLATED)
    return kept.getvalue()


def folder_of(data: bytes) -> Traversable:
    """Return the files that were kept of a pack, as a folder."""
    return cast("Traversable", zipfile.Path(zipfile.ZipFile(io.BytesIO(data))))
