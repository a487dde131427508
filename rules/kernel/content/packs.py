"""The content packs of a game: the base set, packs that the host has installed, and frozen packs of matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from rules.kernel.content.pack_reading import Reading
from rules.kernel.content.pack_snapshots import Frozen, frozen, title_in
from rules.kernel.content.pack_structure import Shape
from rules.kernel.data.view import BASE as BASE
from rules.kernel.errors import ContentError
from rules.kernel.words.translation import Later, Translator

C = TypeVar("C")

#: The number of characters of the hash that a frozen pack's name contains.
HASH_LENGTH = 32
#: Maximum number of recently used frozen packs that stay in memory while no match uses them.
MAX_UNUSED_PACKS = 32
_NAME = re.compile(r"[a-z0-9_]{1,30}")
_FIXED = re.compile(rf"([a-z0-9_]{{1,30}})@([0-9a-f]{{{HASH_LENGTH}}})")


class NotLoaded(ContentError):
    """A frozen pack is not in memory. It must be loaded before the match that uses it is opened."""


def frozen_name(name: str, digest: str) -> str:
    """Return the name that a match's options use for a frozen pack: "name@hash"."""
    return f"{name}@{digest[:HASH_LENGTH]}"


def hash_in(name: str) -> str:
    """Return the hash in a frozen pack's name; "" for the name of any other pack."""
    found = _FIXED.fullmatch(name)
    return found[2] if found else ""


def pack_in(options: Mapping[str, Any]) -> str:
    """Return the name of the content pack that a match with these options uses."""
    return str(options.get("pack", BASE))


def without_hash(name: str) -> str:
    """Return a pack's name without its hash."""
    found = _FIXED.fullmatch(name)
    return found[1] if found else name


class Packs(Generic[C]):
    """A game's content packs by name. The base set is loaded on first use.

    `earlier` maps pack names in the options of older matches to functions that build the base sets of earlier releases.
    New matches can't choose these.
    """

    def __init__(
        self,
        game: str,
        load: Callable[[Path | Traversable], C],
        earlier: Mapping[str, Callable[[], C]] | None = None,
        shape: Shape | None = None,
    ) -> None:
        self._game = game
        self._load = load
        #: The structure of the game's packs; None if its packs can't be frozen or merged over the base set.
        self.shape = shape
        self._earlier = {name: cache(make) for name, make in (earlier or {}).items()}
        #: Packs that the host has installed for all servers, and their frozen copies for matches.
        self.added: dict[str, C] = {}
        self.frozen: dict[str, Frozen] = {}
        #: Packs that the host has installed for one server only, by server id and pack name.
        self.server_packs: dict[str, dict[str, Frozen]] = {}
        #: Frozen packs by hash, as weak references. `_recent` keeps the most recently used packs in memory.
        self._fixed: WeakValueDictionary[str, C] = WeakValueDictionary()
        self._recent = LRUCache[str, C](MAX_UNUSED_PACKS)
        #: Titles of frozen packs by hash and language. Titles are short, so they are never dropped.
        self._titles: dict[str, Mapping[str, str]] = {}
        # Several threads may load packs at the same time.
        self._changing = Lock()

    @cached_property
    def _own(self) -> C:
        return self._load(files("data").joinpath(self._game))

    def base(self) -> C:
        """Return the base set."""
        return self._own

    def add(self, name: str, folder: Path) -> None:
        """Load a pack and make it available to all matches; raises ContentError if it is broken."""
        self.check_name(name)
        self.added[name] = self._load(folder)
        if self.shape is not None:
            self.frozen[name] = self.freeze(folder)

    def lay(self, place: str, name: str, folder: Path) -> None:
        """Check a pack and make it available to matches on one server; raises ContentError if it is broken."""
        self.check_name(name)
        self._load(folder)
        self.server_packs.setdefault(place, {})[name] = self.freeze(folder)

    def freeze(self, folder: Path | Traversable) -> Frozen:
        """Return a frozen copy of a pack, independent of its folder and of the base set.

        Raises ContentError if the pack is broken.
        """
        if self.shape is None:
            raise ContentError("You can't add content packs to this game.")
        return frozen(Reading(folder, self.shape))

    def check_name(self, name: str) -> None:
        """Raise ContentError if a pack can't have this name."""
        if not _NAME.fullmatch(name) or name == BASE:
            raise ContentError("A pack's name has only lowercase letters, digits and underscores: {name}.", name=name)

    def open(self, digest: str, folder: Path | Traversable) -> C:
        """Return a frozen pack, loading it from its folder if necessary; raises ContentError if the pack is broken.

        The pack stays in memory while a match uses it or while it is among the most recently used packs.
        """
        self.remember_title(digest, folder)
        found = self.loaded(digest)
        return found if found is not None else self._kept(digest, self._load(folder))

    def installed_pack(self, digest: str) -> Frozen | None:
        """Return the pack with this hash that is installed for all servers or for one server; None if there is none."""
        every = [*self.frozen.values(), *(one for place in self.server_packs.values() for one in place.values())]
        return next((one for one in every if one.digest[:HASH_LENGTH] == digest), None)

    def knows_title(self, digest: str) -> bool:
        """Return whether the title of the pack with this hash has been read."""
        return digest[:HASH_LENGTH] in self._titles

    def remember_title(self, digest: str, folder: Path | Traversable) -> None:
        """Read and remember the title of a frozen pack, without loading its cards."""
        if not self.knows_title(digest):
            self._titles[digest[:HASH_LENGTH]] = title_in(folder)

    def title(self, name: str, locale: str) -> str:
        """Return a pack's title; if the title is unknown, the pack's name without the hash."""
        laid = self.frozen.get(name)
        said = self._titles.get(hash_in(name), {}) if laid is None else laid.title
        return said.get(locale) or without_hash(name)

    def title_field(self, name: str) -> Later:
        """Return a pack's title as a field of an error message, in the language of the message's reader."""
        return Later(lambda say: self.title(name, say.locale))

    def loaded(self, digest: str) -> C | None:
        """Return a frozen pack and mark it as recently used; None if the pack isn't in memory."""
        found = self._fixed.get(digest[:HASH_LENGTH])
        return None if found is None else self._kept(digest, found)

    def _kept(self, digest: str, content: C) -> C:
        key = digest[:HASH_LENGTH]
        with self._changing:
            self._fixed[key] = self._recent[key] = content
        return content

    def names(self) -> list[str]:
        """Return the names of the packs that any match can use."""
        return [BASE, *sorted(self.added)]

    def choices(self, say: Translator) -> list[tuple[str, str]]:
        """Return the packs that any match can choose, as pairs of option value and label."""
        kept = ((name, self.frozen.get(name)) for name in sorted(self.added))
        added = [
            (frozen_name(name, one.digest), one.label(name, say.locale)) if one else (name, name) for name, one in kept
        ]
        return [(BASE, say.t("Tenebrae's own")), *added]

    def get(self, name: str) -> C:
        """Return the pack that has this name in a match's options; raises ContentError if there is none."""
        if name == BASE:
            return self.base()
        if name in self.added:
            return self.added[name]
        # This function is called very often, and slicing the hash off the end is faster than the regular expression.
        found = self._fixed.get(name[-HASH_LENGTH:])
        if found is not None and name[-HASH_LENGTH - 1 : -HASH_LENGTH] == "@":
            return found
        if hash_in(name):
            raise NotLoaded("The content pack {name} is not loaded; try again.", name=without_hash(name))
        raise ContentError("The content pack {name} is not installed here.", name=name)

    def has(self, name: str) -> bool:
        """Return whether a match with this pack name can be opened now, because the pack is in memory."""
        try:
            self.of_match(name)
        except ContentError:
            return False
        return True

    def of_match(self, name: str) -> C:
        """Return a match's pack, possibly the base set of an earlier release; raises ContentError if there is none."""
        return self._earlier[name]() if name in self._earlier else self.get(name)

    def shown(self, name: str) -> C:
        """Return the pack to display for a match: its own, or the base set if its own isn't available."""
        return self.of_match(name) if self.has(name) else self.base()

    def packs_to_search(self, name: str) -> Iterator[C]:
        """Yield the packs to search for a card id, the most likely first; `name` is the match's pack.

        A frozen pack is private, so it is only searched for matches that use it.
        """
        if name != BASE and self.has(name):
            yield self.of_match(name)
        yield self.base()
        for one in sorted(self.added):
            yield self.added[one]
