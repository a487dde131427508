"""`tenebrae render`: draws a picture of a random match, without Discord."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from PIL import Image

import render
from bot.app.settings import ConfigError
from bot.cli.lab.simulation import MAX_DECISIONS, play, random_policy
from bot.features.packs.authoring import local_pack
from rules.kernel.data.view import BASE, pack_of
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from rules.kernel.words.spelling import suggestions
from rules.kernel.words.summary_sheets import Kind
from rules.kernel.words.translation import LOCALES, Translator

#: The kinds of pictures that show a whole match or game instead of a single card.
WHOLE_PICTURES = ("board", "hand", "score", "legend", *(kind.name.lower() for kind in Kind))
PLAYER_NAMES = ("Ana", "Bence", "Carla", "Dani", "Emil")


def draw(
    game: AnyGame,
    seats: int,
    seed: int,
    moves: int,
    viewer: str,
    locale: str,
    what: str,
    out: Path,
    pack: str = BASE,
) -> None:
    """Draw a picture and write it to a file; raises ConfigError for an invalid argument."""
    if locale not in LOCALES:
        raise ConfigError(f"There is no language {locale!r}; the languages are: {', '.join(LOCALES)}.")
    seat = _seat(viewer, seats)
    if not out.resolve().parent.is_dir():
        raise ConfigError(f"The folder {out.parent} does not exist.")
    match = game.new(seats, seed, local_pack.options(pack))
    rng = random.Random(seed)
    if moves:
        play(match, random_policy, rng, moves - 1)
    events = _last_events(match, rng) if moves else []
    if what == "score":
        play(match, random_policy, rng, MAX_DECISIONS)
    image = _image(game, match, seat, locale, what, events)
    try:
        out.write_bytes(render.encode(image))
    except OSError as error:
        raise ConfigError(f"{out} can't be written: {error.strerror or error}.") from None


def _seat(viewer: str, seats: int) -> int | None:
    if viewer == "spectator":
        return None
    if viewer.isdecimal() and int(viewer) < seats:
        return int(viewer)
    raise ConfigError(f"The viewer is a seat from 0 to {seats - 1}, or spectator; not {viewer!r}.")


def _last_events(match: Match[Any], rng: random.Random) -> list[Any]:
    if match.over:
        return []
    seat, decision = next(iter(match.decisions().items()))
    return match.apply(seat, random_policy(match, seat, decision, rng))


def _image(
    game: AnyGame, match: Match[Any], seat: int | None, locale: str, what: str, events: list[Any]
) -> Image.Image:
    view = match.view(seat)
    names = PLAYER_NAMES[: view.seats]
    if what == "board":
        return render.board(view, locale=locale, names=names, events=events)
    if what == "hand":
        return render.hand(match.view(seat or 0), locale, names)
    if what == "score" and match.result is not None:
        return render.score(view, match.result, locale, names)
    if what == "legend":
        return render.legend(game.id, locale)
    say = Translator(locale)
    for sheet in game.sheets(say, view.seats, {}):
        if what == sheet.kind.name.lower():
            return render.sheet(game.id, game.title(say), sheet, locale)
    entry_ids = [entry.id for entry in game.look_up(Translator(locale, names, pack=pack_of(view)))]
    if what not in entry_ids:
        otherwise = "say board, hand, score, legend, how, turn, aid, end, or a card's id."
        raise ConfigError(
            f"There is nothing called {what!r}; {suggestions(what, [*WHOLE_PICTURES, *entry_ids], otherwise)}"
        )
    return render.card(game.id, what, locale, pack_of(view))
