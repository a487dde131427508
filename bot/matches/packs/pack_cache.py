"""Content packs that matches name by hash. They are loaded from the database when needed, one at a time in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from cachetools import LRUCache

from bot.store.statements import packs
from bot.store.store import Store
from bot.store.transactions import Reader
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import hash_in, without_hash
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame

log = logging.getLogger(__name__)

#: How many zipped packs stay in memory. The processes of computer players get a zipped pack with each query.
MAX_CACHED_ZIPS = 4


async def load_pack(db: Reader, game: AnyGame, name: str) -> Any:
    """Return the content pack that a match names by hash, loading it if necessary.

    Return None if the name has no hash, or if the pack can't be loaded. Code that needs the missing pack fails later.
    """
    digest = hash_in(name)
    if not digest or game.packs is None:
        return None
    loaded = game.packs.loaded(digest)
    if loaded is not None:
        return loaded
    data = await packs.content(db, digest)
    if data is None:
        log.error("the content pack of a match is missing", extra={"game": game.id, "pack": name})
        return None
    try:
        return await asyncio.to_thread(lambda: open_pack(game, name, data))
    except ContentError:
        # Log without the error's message, which would reveal what the pack contains.
        log.error("the content pack of a match can't be loaded", extra={"game": game.id, "pack": name})
        return None


async def require_pack(db: Reader, game: AnyGame, name: str) -> Any:
    """Return the result of `load_pack`. Raises ContentError if a pack with a hash can't be loaded."""
    loaded = await load_pack(db, game, name)
    if loaded is None and hash_in(name):
        raise ContentError("I can't load the content pack {name} from this database.", name=without_hash(name))
    return loaded


def open_pack(game: AnyGame, name: str, data: bytes) -> Any:
    """Load a content pack from its zip. Raises ContentError."""
    if game.packs is None:
        raise ContentError("You can't add content packs to this game.")
    return game.packs.open(hash_in(name), folder_of(data))


class PackCache:
    """Loads content packs for matches and computers."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._turn = asyncio.Lock()
        self._zips = LRUCache[str, bytes](MAX_CACHED_ZIPS)

    async def ready(self, game_id: str, name: str) -> Any:
        """Return the pack with this name, as `load_pack` does. It stays in memory while the caller refers to it."""
        game, digest = self._games.get(game_id), hash_in(name)
        if not digest or game is None or game.packs is None:
            return None
        loaded = game.packs.loaded(digest)
        if loaded is not None:
            return loaded
        async with self._turn:
            return await load_pack(self._store.read, game, name)

    async def remember_title(self, game_id: str, name: str) -> None:
        """Read and remember a pack's title without loading the pack. A deleted pack no longer has a title, only its
        name.
        """
        game, digest = self._games.get(game_id), hash_in(name)
        if not digest or game is None or game.packs is None or game.packs.knows_title(digest):
            return
        data = await packs.content(self._store.read, digest)
        if data is not None:
            game.packs.remember_title(digest, folder_of(data))

    async def zipped(self, name: str) -> bytes:
        """Return a pack's zip by name; b"" if the name has no hash."""
        digest = hash_in(name)
        if not digest:
            return b""
        if digest not in self._zips:
            self._zips[digest] = await packs.content(self._store.read, digest) or b""
        return self._zips[digest]
