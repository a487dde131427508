"""Saved matches of every release, one for each kind of step that can wait on a game's stack.

The path of a file is `<release>/<game>/<step>.json.gz`, or `<step>@<label>.json.gz` if the step has several saves.
`tests.saves.corpus_collection` and `tools.fixtures` add files. Files are never rewritten, because they stand for
people's running matches.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

from tools.fixtures import SUFFIX

ROOT = Path(__file__).parent


@dataclass(frozen=True)
class SavedMatch:
    """A save in the corpus: its release, game, step and file."""

    release: str
    game: str
    step: str
    file: Path

    @property
    def data(self) -> bytes:
        """The saved match, byte for byte as its release wrote it."""
        return gzip.decompress(self.file.read_bytes())

    def __str__(self) -> str:
        return f"{self.release}/{self.game}/{self.step}"


def corpus(game: str | None = None) -> list[SavedMatch]:
    """Return every save, either of one game or of all games."""
    found = [_saved(file) for file in sorted(ROOT.glob(f"*/*/*{SUFFIX}"))]
    return [saved for saved in found if game in (None, saved.game)]


def _saved(file: Path) -> SavedMatch:
    release, game, name = file.relative_to(ROOT).parts
    return SavedMatch(release, game, name.removesuffix(SUFFIX).partition("@")[0], file)
