"""The content packs of a game: its own, and those a group has added beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar

from rules.kernel.errors import ContentError

C = TypeVar("C")

#: The name of the pack that comes with a game.
BASE = "base"


class Packs(Generic[C]):
    """Keep a game's packs by name; its own is loaded when it is first needed.

    `earlier` makes our own pack with the cards of earlier releases, by the name under which the matches that began with
    them find it; no match can choose one.
    """

    def __init__(
        self,
        game: str,
        load: Callable[[Path | Traversable], C],
        earlier: Mapping[str, Callable[[], C]] | None = None,
    ) -> None:
        self._game = game
        self._load = load
        self._earlier = {name: cache(make) for name, make in (earlier or {}).items()}
        #: The groups' own packs.
        self.added: dict[str, C] = {}

    @cached_property
    def _own(self) -> C:
        return self._load(files("data").joinpath(self._game))

    def base(self) -> C:
        """Return the pack that comes with the game."""
        return self._own

    def add(self, name: str, folder: Path) -> None:
        """Load a group's own pack and keep it beside ours; raises ContentError."""
        if not re.fullmatch(r"[a-z0-9_]{1,30}", name) or name == BASE:
            raise ContentError("A pack's name has only lowercase letters, digits and underscores: {name}.", name=name)
        self.added[name] = self._load(folder)

    def names(self) -> list[str]:
        """Return the names of the packs a match can use."""
        return [BASE, *sorted(self.added)]

    def get(self, name: str) -> C:
        """Return a pack that a match can choose, by name; raises ContentError when it is not installed."""
        if name == BASE:
            return self.base()
        if name not in self.added:
            raise ContentError("The content pack {name} is not installed here.", name=name)
        return self.added[name]

    def of_match(self, name: str) -> C:
        """Return the pack that a match in progress plays with: also our own as it was; raises ContentError."""
        return self._earlier[name]() if name in self._earlier else self.get(name)
