"""Checks content packs with their game's loader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import rules
from bot.app.host_packs import check_folder, printable
from bot.app.settings import ConfigError
from rules.kernel.content.box_comparison import tallies
from rules.kernel.content.pack_reading import ABOUT, Reading, declared_game
from rules.kernel.content.pack_snapshots import folder_of, zipped
from rules.kernel.content.packs import frozen_name
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from rules.kernel.words.spelling import suggestions
from rules.kernel.words.translation import Translator


@dataclass(frozen=True)
class CheckLine:
    """One line of the check's report; `good` is False if the line reports a fault."""

    text: str
    good: bool


def check(path: Path | None, game: AnyGame | None) -> Iterator[CheckLine]:
    """Check one pack or, if no path is given, all built-in packs."""
    if path is None:
        for checked_game in [game] if game else rules.GAMES.values():
            if checked_game.check_content is None:
                yield CheckLine(f"{checked_game.id}: no content packs", True)
                continue
            with as_file(files("data").joinpath(checked_game.id)) as folder:
                yield from _check(folder, checked_game, checked_game.check_content)
        return
    pack_game = game_of(path, game)
    if pack_game.check_content is not None:
        yield from _check(path, pack_game, pack_game.check_content)
    if pack_game.pack_shape is not None:
        yield from (
            CheckLine(printable(f"  {line}"), True) for line in completeness_lines(Reading(path, pack_game.pack_shape))
        )


def completeness_lines(reading: Reading, say: Translator | None = None) -> Iterator[str]:
    """Yield lines about how many of the game's cards a pack contains, and which are missing.

    The lines are in English unless `say` is given.
    """
    say = say or Translator()
    for tally in tallies(reading):
        missing = tally.needed - tally.there
        fields = {"own": tally.own, "needed": tally.needed, "what": say.t(tally.what), "rule": tally.rule}
        if tally.deck:
            sentences = [say.t("{own} of {needed} {what} of {deck} ({rule})", deck=tally.deck, **fields)]
        else:
            sentences = [say.t("{own} of {needed} {what} ({rule})", **fields)]
        if reading.is_merged and tally.there > tally.own:
            sentences.append(say.n("{n} of ours fills in", "{n} of ours fill in", tally.there - tally.own))
        if missing > 0:
            sentences.append(say.t("{n} missing", n=missing))
        elif missing < 0 and tally.exact:
            sentences.append(say.t("{n} too many", n=-missing))
        yield "; ".join(sentences)


def _check(folder: Path, game: AnyGame, loader: Callable[[Path], str]) -> Iterator[CheckLine]:
    try:
        yield CheckLine(f"{game.id}: {loader(folder)}", True)
    except ContentError as error:
        for text in str(error).splitlines():
            yield CheckLine(printable(text), False)


def load_hashed(game: AnyGame, reading: Reading) -> str:
    """Load a pack under a name that includes its hash, and return the name; raises ContentError."""
    assert game.packs is not None
    game.packs.open(reading.digest, folder_of(zipped(reading)))
    return frozen_name("shown", reading.digest)


def game_of(path: Path, game: AnyGame | None) -> AnyGame:
    """Return the game of a pack; raises ConfigError if the game can't be determined.

    The game is `game` if it is given. Otherwise, it is the first game named by the pack's folder, the folder above it,
    pack.json, or another folder on the path.
    """
    check_folder(path)
    found = game or _game_on(path)
    if found.pack_shape is None:
        raise ConfigError(f"{found.id} is a game without content packs.")
    return found


def _game_on(path: Path) -> AnyGame:
    *outer, above, name = ("", *path.resolve().parts)
    declared_id = declared_game(path)
    for part in (name, above, declared_id, *reversed(outer)):
        if part in rules.GAMES:
            return rules.GAMES[part]
    games = ", ".join(rules.GAMES)
    if declared_id:
        near = suggestions(declared_id, rules.GAMES, f"there are {games}.")
        raise ConfigError(printable(f"{path / ABOUT} says a game that there is not, {declared_id!r}; {near}"))
    if len(rules.GAMES) == 1:
        return next(iter(rules.GAMES.values()))
    raise ConfigError(f"Say which game {path} is for: --game with one of {games}.")
