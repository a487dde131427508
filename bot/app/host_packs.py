"""Loads the operator's content packs, which are offered beside the built-in ones to all servers or to one server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import rules
from bot.app.settings import ConfigError
from rules.kernel.content.pack_reading import declared_game
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame

#: The folder for packs that are offered to one server only. It has a subfolder for each server id.
SERVERS_FOLDER = "servers"


def install(folder: Path) -> None:
    """Offer the packs in <folder>/<game>/<name>/ to all servers, and those in <folder>/servers/<id>/<game>/<name>/ to
    the server with that id. Raises ConfigError for a broken pack.
    """
    try:
        packs_with_adders = [
            *_packs_in(folder, ""),
            *(one for place in _server_folders(folder) for one in _packs_in(place, place.name)),
        ]
    except OSError as error:
        raise ConfigError(f"The content packs in {folder} can't be read: {error.strerror}.") from None
    if not packs_with_adders:
        raise ConfigError(printable(_no_packs_message(folder)))
    for pack, offer in packs_with_adders:
        try:
            offer(pack.name, pack)
        except ContentError as error:
            raise broken_pack(pack, error) from error


@cache
def install_once(folder: str | None) -> None:
    """Offer the packs in a folder, if one is given. The result is cached, so further calls in a worker process do
    nothing.
    """
    if folder is not None:
        install(Path(folder))


def _no_packs_message(folder: Path) -> str:
    """Return the error message for a folder without packs. It suggests the folder that the operator probably meant."""
    games = ", ".join(rules.GAMES)
    resolved_folder = folder.resolve()
    if (
        game_folder := next(
            (part for part in (resolved_folder, *resolved_folder.parents) if part.name in rules.GAMES), None
        )
    ) is not None:
        above = game_folder.parent
        # The packs for one server are two folders deeper than the packs for all servers.
        outermost = above.parent.parent if above.parent.name == SERVERS_FOLDER else above
        return f"{folder} is not the outermost folder of packs; name the folder above it: {outermost}."
    if any(folder.glob("*.json")):
        game = declared_id if (declared_id := declared_game(folder)) in rules.GAMES else f"as its game, {games}"
        return f"{folder} is itself a pack; move it into a folder called {game}, and name the folder above that."
    if game_with_loose_files := next((name for name in rules.GAMES if any((folder / name).glob("*.json"))), ""):
        return (
            f"The files in {folder / game_with_loose_files} need a folder of their own there, called as the pack:"
            f" {game_with_loose_files}/ours."
        )
    return f"There is no content pack in {folder}: a pack is a folder of its own in one that is called {games}."


def _server_folders(folder: Path) -> list[Path]:
    """Return the folders with packs for one server each; raises ConfigError if a folder's name isn't a server id."""
    folders = sorted(place for place in (folder / SERVERS_FOLDER).glob("*/") if place.is_dir())
    for place in folders:
        if not (place.name.isascii() and place.name.isdecimal()):
            raise ConfigError(
                printable(f"The folder {place} is not called as a server's id, a long number such as 1234567890.")
            )
    return folders


def _packs_in(folder: Path, server_id: str) -> Iterator[tuple[Path, Callable[[str, Path], None]]]:
    """Yield each pack's folder, and a function that offers the pack.

    The function offers the pack to the server with the id `server_id` or, if that is "", to all servers.
    """
    for name, game in rules.GAMES.items():
        for pack in sorted((folder / name).glob("*/")):
            if pack.is_dir():
                yield pack, _offer_function(game, server_id)


def _offer_function(game: AnyGame, server_id: str) -> Callable[[str, Path], None]:
    if not server_id or game.packs is None:
        return game.add_pack
    packs = game.packs
    return lambda name, pack: packs.lay(server_id, name, pack)


def check_folder(folder: Path) -> None:
    """Raise ConfigError if a folder can't be a content pack."""
    if not folder.is_dir():
        raise ConfigError(f"{folder} is not a folder; a content pack is a folder of JSON files.")


def broken_pack(folder: Path, error: ContentError) -> ConfigError:
    """Return a ConfigError about the first fault of a content pack."""
    return ConfigError(printable(f"The content pack in {folder} is broken: {str(error).splitlines()[0]}"))


def printable(text: str) -> str:
    """Replace control characters, so text from packs and folder names is safe to print."""
    return "".join(char if char.isprintable() else "?" for char in text)
