"""Compile the gettext catalogues whenever the project is built or installed editable."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The time of files in a wheel, unless SOURCE_DATE_EPOCH says another.
UNDATED = datetime(2020, 2, 2, tzinfo=UTC)


def compile_catalogues(root: Path) -> list[Path]:
    """Write a .mo beside every tenebrae.po under data/locale; return the files written."""
    written: list[Path] = []
    for source in sorted(root.glob("data/locale/*/LC_MESSAGES/tenebrae.po")):
        locale = source.parent.parent.name
        with source.open("rb") as file:
            catalogue = read_po(file, locale=locale)
        # Babel would write the time of now; the same source is to give the same bytes.
        catalogue.creation_date = UNDATED
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface):
    """Hatchling's door to compile_catalogues."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run before anything is packed; the files are picked up by the `artifacts` pattern."""
        compile_catalogues(Path(self.root))
