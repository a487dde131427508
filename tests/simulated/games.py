"""The games of a simulation: real games, and small games whose secret texts name the seats that may read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rules
from bot.app.image_cache import ImageCache
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.game import AnyGame
from tests.discord.room import ONE_PIXEL_PNG
from tests.matches.timed_game import PLAIN, TIMED
from tests.matches.tiny_game import TINY

#: The format of a secret text: it names the game, which identifies the match, and the seats that may know the secret.
SECRET = "«{game}:{seats}»"


def _marked(game: AnyGame) -> AnyGame:
    def secret(seats: Sequence[int | None]) -> str:
        return SECRET.format(game=game.id, seats=",".join(map(str, seats)))

    def event_line(say: Any, event: Event) -> str | None:
        return None if event.to is None else f"A die fell. {secret(event.to)}"

    def hand_text(say: Any, view: View) -> str:
        return f"Your hand. {secret([view.viewer])}" if view.viewer is not None else ""

    def board_text(say: Any, view: Any, before: Any = None) -> str:
        return f"Coins: {view.coins}."

    def evaluate(match: Any, seat: int) -> float:
        # A finished turn is worth more than any coins, because otherwise a computer player would never end its turn.
        return -match.state.turns - match.state.coins[seat] / 100

    words = {"event_line": event_line, "hand_text": hand_text, "board_text": board_text, "alt_text": board_text}
    return replace(game, command=game.id, evaluate=evaluate, **words)


#: The games by id. A simulation has at most one match of each game, so the game's name in a text identifies the match.
GAMES: dict[str, AnyGame] = {game.id: _marked(game) for game in (TINY, TIMED, PLAIN)} | dict(rules.GAMES)


class ReadablePictures(ImageCache):
    """Creates pictures that contain their view as JSON, so that checks can read what a picture shows."""

    async def _shown(self, kind: str, view: View) -> bytes:
        told = {"kind": kind, "viewer": view.viewer, "game": view.game, "view": json.loads(view.model_dump_json())}
        return ONE_PIXEL_PNG + json.dumps(told, sort_keys=True).encode()

    async def board(self, view: View, locale: str, names: Sequence[str], events: Sequence[Event] = ()) -> bytes:
        return await self._shown("board", view)

    async def chat_board(self, view: View, locale: str, names: Sequence[str], events: Sequence[Event] = ()) -> bytes:
        return await self._shown("board", view)

    async def hand(self, view: View, locale: str, names: Sequence[str]) -> bytes:
        return await self._shown("hand", view)

    async def choice(self, view: View, asked: Any, locale: str, names: Sequence[str]) -> bytes:
        return await self._shown("choice", view)

    async def part(self, view: View, part_id: str, locale: str, names: Sequence[str]) -> bytes:
        return await self._shown("part", view)

    async def lists(self, view: View, locale: str, names: Sequence[str]) -> bytes:
        return await self._shown("lists", view)

    async def score(self, view: View, result: Any, locale: str, names: Sequence[str]) -> bytes:
        return await self._shown("score", view)


def view_in(picture: bytes) -> dict[str, Any] | None:
    """Return the JSON in a picture made by `ReadablePictures`, or None for any other file."""
    return json.loads(picture[len(ONE_PIXEL_PNG) :]) if picture.startswith(ONE_PIXEL_PNG + b"{") else None
