"""Draws and encodes pictures in threads, and caches them. If several tasks request the same picture at once, it is
drawn only once.

Requesters take turns, so one user's many requests don't delay those of others.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from itertools import count

from PIL.Image import Image

import render
from bot.app import heap_trimming
from bot.app.fair_semaphore import FairSemaphore
from render.pen import theme
from render.pen.picture_cache import DEFAULT_LIMIT, PICTURES, timed
from render.sheets.ladder_sheet import LadderSheet, draw_ladder
from render.sheets.profile_sheet import ProfileSheet, draw_profile
from render.sheets.standings_sheet import StandingsSheet, draw_standings
from rules.kernel.content import decks
from rules.kernel.content.decks import Deck
from rules.kernel.data import actions as action_codec
from rules.kernel.data import events as event_codec
from rules.kernel.data.events import Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.summary_sheets import Sheet

#: Maximum number of pictures drawn at the same time.
MAX_DRAWING_THREADS = 2
#: The heap is trimmed each time this number of pictures has been drawn.
TRIM_EVERY = 40
#: The requester of the pictures that the current task draws: a user's id, or the id of a match whose posts are being
#: delivered.
picture_requester: ContextVar[Hashable] = ContextVar("picture_requester", default=None)


class ImageCache:
    """Draws pictures as PNG bytes, and caches recent ones."""

    def __init__(self, megabytes: int = DEFAULT_LIMIT // 2**20) -> None:
        PICTURES.limit = megabytes * 2**20
        heap_trimming.return_freed_memory()
        self._pool = ThreadPoolExecutor(MAX_DRAWING_THREADS, thread_name_prefix="picture")
        self._turns = FairSemaphore(MAX_DRAWING_THREADS)
        self._id = object()
        self._picture_counter = count(1)
        self._pending: dict[bytes, asyncio.Future[bytes]] = {}

    async def board(self, view: View, locale: str, names: Sequence[str], events: Sequence[Event] = ()) -> bytes:
        """Return a picture of the board that marks the changes made by these events."""
        marks = tuple(str(event_codec.to_json(event)) for event in events)
        key = _cache_key("board", view.model_dump_json(), locale, *names, "|", *marks)
        return await self._cached_image(
            key, lambda: render.board(view, locale=locale, names=list(names), events=list(events))
        )

    async def chat_board(self, view: View, locale: str, names: Sequence[str], events: Sequence[Event] = ()) -> bytes:
        """Return a picture of the board for a channel, which says what these events changed."""
        marks = tuple(str(event_codec.to_json(event)) for event in events)
        key = _cache_key("chat board", view.model_dump_json(), locale, *names, "|", *marks)
        return await self._cached_image(
            key, lambda: render.chat_board(view, locale=locale, names=list(names), events=list(events))
        )

    async def hand(self, view: View, locale: str, names: Sequence[str]) -> bytes:
        """Return a picture of the viewer's hand."""
        key = _cache_key("hand", view.model_dump_json(), locale, *names)
        return await self._cached_bytes(key, lambda: render.hand_png(view, locale, list(names)))

    async def choice(self, view: View, decision: Decision | None, locale: str, names: Sequence[str]) -> bytes:
        """Return a picture of the viewer's options, or a compact picture of their hand; b"" if the game has neither."""
        key = _cache_key("choice", view.model_dump_json(), *_decision_parts(decision), "|", locale, *names)
        return await self._cached_bytes(key, lambda: render.choice_png(view, decision, locale, list(names)))

    async def part(self, view: View, part_id: str, locale: str, names: Sequence[str]) -> bytes:
        """Return an enlarged picture of one part of the board."""
        key = _cache_key("part", part_id, view.model_dump_json(), locale, *names)
        return await self._cached_bytes(key, lambda: render.part_png(view, part_id, locale, list(names)))

    async def lists(self, view: View, locale: str, names: Sequence[str]) -> bytes:
        """Return a picture of the cards in the viewer's decks; raises KeyError if the game has no such picture."""
        key = _cache_key("lists", view.model_dump_json(), locale, *names)
        return await self._cached_bytes(key, lambda: render.lists_png(view, locale, list(names)))

    async def card(self, game_id: str, entry_id: str, locale: str, pack: str = BASE) -> bytes:
        """Return a picture of a card, place or other entry of a content pack."""
        key = _cache_key("card", game_id, entry_id, locale, pack)
        return await self._cached_image(key, lambda: render.card(game_id, entry_id, locale, pack))

    def deck(self, game_id: str, deck: Deck, locale: str) -> Awaitable[bytes] | None:
        """Return a picture of a deck's cards; None if the game has no such picture."""
        if not render.draws_decks(game_id):
            return None
        return self._cached_image(
            _cache_key("deck", game_id, decks.save(deck), locale), lambda: render.deck(game_id, deck, locale)
        )

    async def legend(self, game_id: str, locale: str) -> bytes:
        """Return a picture of all icons of a game with their meanings."""
        return await self._cached_image(_cache_key("legend", game_id, locale), lambda: render.legend(game_id, locale))

    async def sheet(self, game_id: str, name: str, sheet: Sheet, locale: str) -> bytes:
        """Return a picture of a game's summary sheet or player aid."""
        key = _cache_key("sheet", game_id, name, sheet.kind.name, sheet.text(), locale)
        return await self._cached_image(key, lambda: render.sheet(game_id, name, sheet, locale))

    async def score(self, view: View, result: Result, locale: str, names: Sequence[str]) -> bytes:
        """Return a picture of the final score sheet."""
        key = _cache_key("score", view.model_dump_json(), result.model_dump_json(), locale, *names)
        return await self._cached_image(key, lambda: render.score(view, result, locale, list(names)))

    async def profile(self, sheet: ProfileSheet) -> bytes:
        """Return a picture of a player's profile."""
        return await self._cached_image(_cache_key("profile", repr(sheet)), lambda: draw_profile(sheet))

    async def ladder(self, sheet: LadderSheet) -> bytes:
        """Return a picture of one page of a ladder."""
        return await self._cached_image(_cache_key("ladder", repr(sheet)), lambda: draw_ladder(sheet))

    async def standings(self, sheet: StandingsSheet) -> bytes:
        """Return a picture of a cup's standings."""
        return await self._cached_image(_cache_key("standings", repr(sheet)), lambda: draw_standings(sheet))

    def close(self) -> None:
        """Stop drawing, and cancel the pictures that haven't been started."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _cached_image(self, key: bytes, draw: Callable[[], Image]) -> bytes:
        return await self._cached_bytes(key, lambda: render.encode(draw()))

    async def _cached_bytes(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        picture = self._from_cache(key)
        if picture is None and key not in self._pending:
            # Even if another requester is already waiting to draw this picture, wait in this requester's own queue,
            # because it may be shorter.
            async with self._turns.slot(picture_requester.get()):
                picture = self._from_cache(key)
                if picture is None and key not in self._pending:
                    return await asyncio.shield(self._start_drawing(key, make))
        # The shield ensures that if one waiting task is cancelled, the others still get the picture.
        return picture if picture is not None else await asyncio.shield(self._pending[key])

    def _from_cache(self, key: bytes) -> bytes | None:
        return PICTURES.get((self._id, key))

    def _start_drawing(self, key: bytes, make: Callable[[], bytes]) -> asyncio.Future[bytes]:
        def made() -> bytes:
            picture, seconds = timed(make)
            PICTURES.put((self._id, key), picture, seconds)
            if next(self._picture_counter) % TRIM_EVERY == 0:
                heap_trimming.trim()
            return picture

        future = asyncio.get_running_loop().run_in_executor(self._pool, made)
        self._pending[key] = future
        future.add_done_callback(lambda _done: self._pending.pop(key, None))
        return future


def seat_mark(view: View, seat: int) -> theme.SeatMark:
    """Return the colour and shape of a seat in the pictures: the seat's own, its Guild's, or those that its player has
    chosen.
    """
    marks = render.marks(view) if view.game in render.GAMES else theme.SEATS
    return marks[seat]


def seat_colour(view: View, seat: int) -> tuple[int, int, int]:
    """Return the RGB colour that marks a seat in the pictures."""
    return seat_mark(view, seat).colour


def game_colour(game: str) -> tuple[int, int, int]:
    """Return the RGB accent colour of a game's pictures."""
    return theme.ACCENTS.get(game, theme.GOLD)


def _decision_parts(decision: Decision | None) -> Iterator[str]:
    """Yield the parts of a decision that affect its picture, for use in the cache key."""
    if decision is not None:
        yield str(decision.prompt)
        yield from (str(action_codec.to_json(action)) for action in decision.actions)


def _cache_key(*parts: str) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.digest()
