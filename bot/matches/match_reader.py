"""Reading matches from the database and from memory, and freezing matches after an error."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.app import metrics
from bot.app.clock import Clock
from bot.app.logs import traceback_places
from bot.matches import refusals
from bot.matches.match_cache import MatchCache
from bot.matches.match_locks import MatchLocks
from bot.matches.packs.pack_cache import PackCache
from bot.matches.play.move_batch import MAX_ORDERED_ANSWERS
from bot.matches.refusals import NewerMatch
from bot.matches.release_versions import version_of
from bot.matches.service_results import NOTE_KINDS, MatchInfo, Position, SeatInfo, Table
from bot.matches.ttl_cache import TTLCache
from bot.matches.waiting_matches import WaitingMatch
from bot.notifications import match_posts
from bot.store.decoding import UnreadableValue, report
from bot.store.errors import StoreError
from bot.store.statements import cups, journal, matches
from bot.store.statements.rows import LIVE_STATUSES, JournalRow
from bot.store.store import Store
from rules.kernel.data.events import Event
from rules.kernel.errors import NewerSave, Refusal, SaveError
from rules.kernel.game import AnyGame

log = logging.getLogger("bot.matches.repository")

#: Maximum number of finished matches whose positions are in memory. They are rarely shown once the closing post is out.
MAX_FINISHED = 8
#: How many unknown kinds of events to remember. Each of them is logged only once.
MAX_LOGGED_KINDS = 256


class RulesFault(Exception):
    """Raised if the rules fail while a match is locked."""

    def __init__(self, info: MatchInfo, error: Exception) -> None:
        super().__init__()
        self.info = info
        self.error = error


class MatchReader:
    """Reads matches, caches positions in memory, and freezes a match if the rules fail in it."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame], keep: int) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self.locks = MatchLocks()
        #: The content packs that matches name by hash.
        self.contents = PackCache(store, games)
        #: The cached position of each match.
        self._positions = MatchCache[Position](keep, MAX_FINISHED)
        #: The games with matches that this process leaves to newer ones. Each game is logged at most once a minute.
        self._logged_games = TTLCache[str, bool]()

    # -- queries ------------------------------------------------------------------------------------------

    async def get(self, match_id: int) -> MatchInfo:
        """Return the match. Raises Refusal if it doesn't exist, and NewerMatch if this process may not touch it."""
        info = await matches.get(self.store.read, match_id)
        if info is None:
            raise refusals.unknown_match()
        self.check(info)
        if _is_to_freeze(info):
            async with self.freeze_on_error(info):
                raise UnreadableValue(f"matches.{info.unreadable[0]}", info.id)
        await self.contents.ready(info.game, info.pack)
        return info

    @property
    def versions(self) -> dict[str, int]:
        """The highest match version that this process can work on, by game. It also saves matches at this version."""
        return {game_id: version_of(game) for game_id, game in self.games.items()}

    def check(self, info: MatchInfo) -> None:
        """Raise NewerMatch if a newer process has saved the match."""
        if not self.may_touch(info):
            if info.game not in self._logged_games:
                self._logged_games[info.game] = True
                log.warning("matches that newer processes saved are left to those", extra={"match": info.id})
            raise NewerMatch

    def may_touch(self, info: MatchInfo) -> bool:
        """Return whether this process knows the match's game, and no newer process has saved the match."""
        return info.version <= self.versions.get(info.game, -1)

    async def in_channel(self, channel_id: int, *, live: bool = True) -> MatchInfo | None:
        """Return the match that is live in a channel. If `live` is False, return the last match that was played in the
        channel.
        """
        info = await matches.in_channel(self.store.read, channel_id, live=live)
        if info is not None and _is_to_freeze(info) and self.may_touch(info):
            with suppress(Refusal):
                await self.get(info.id)
            info = await matches.in_channel(self.store.read, channel_id, live=live)
        if info is not None:
            await self.contents.ready(info.game, info.pack)
        return info

    async def last_seqs(self, match_ids: Collection[int]) -> dict[int, int]:
        """Return the number of each match's newest journal entry, by match id."""
        return await matches.last_entries(self.store.read, match_ids)

    async def of_server(self, guild_id: int) -> list[MatchInfo]:
        """Return a server's live matches, oldest first."""
        return await matches.of_guild(self.store.read, guild_id)

    async def waiting_for(self, user_id: int) -> list[WaitingMatch]:
        """Return the matches where it is this user's turn, sorted by urgency: least time left first."""
        rows = await matches.waiting(self.store.read, user_id)
        return sorted(
            (WaitingMatch.from_row(row) for row in rows if row.game in self.games), key=lambda one: one.urgency
        )

    async def has_finished(self, user_id: int, game: str) -> bool:
        """Return whether a user has finished a match of this game."""
        return await matches.has_finished(self.store.read, user_id, game)

    async def table(self, match_id: int) -> Table:
        """Return a match that has started, with its current position. Raises Refusal."""
        return await self.table_of(await self.get(match_id))

    async def table_of(self, info: MatchInfo) -> Table:
        """Return a match that was just read, with its current position. Raises Refusal."""
        position = await self.position(info)
        if position.seq != info.seq and info.status == "playing":
            # A move was saved between the two reads.
            info = await self.get(info.id)
            position = await self.position(info)
        return Table(info, position)

    async def match_and_seat(self, match_id: int, user_id: int) -> tuple[MatchInfo, SeatInfo]:
        """Return a running match and the user's seat, even if a computer currently plays the seat. Raises Refusal."""
        info = await self.get(match_id)
        seat = info.seat_of(user_id)
        if seat is None:
            raise refusals.not_seated()
        if info.status != "playing":
            raise refusals.not_playing(info.status, info.error_id)
        return info, info.seats[seat]

    async def position(self, info: MatchInfo) -> Position:
        """Return the match's current position, from the cache if possible.

        If the rules can't open the saved position, the match is frozen.
        """
        cached = self.cached_position(info)
        if cached is not None:
            return cached
        async with self.freeze_on_error(info):
            saved = await matches.state(self.store.read, info.id)
        if saved is None:
            raise refusals.not_playing(info.status, info.error_id)
        seq, data = saved
        async with self.freeze_on_error(info):
            rows = await journal.page(self.store.read, info.id, seq + 1, MAX_ORDERED_ANSWERS + 1)
            events, entry = await self._last_events(info, rows), rows[-1] if rows else None
        _held = await self.contents.ready(info.game, info.pack)
        async with self.freeze_on_error(info):
            position = replace(Position.from_match(self.games[info.game].load(data), seq, events, data), entry=entry)
        self.remember(info.id, position)
        return position

    async def _last_events(self, info: MatchInfo, newest: Sequence[JournalRow]) -> tuple[Event, ...]:
        """Return the events of the last move, and of the other actions and automatic answers saved with it."""
        rows = list(newest)
        while rows and rows[-1].kind in NOTE_KINDS:
            rows.pop()
        if not rows:
            return ()
        chain = rows[-1:]
        before = await journal.previous_position(self.store.read, info.id, chain[0].seq)
        for earlier in reversed(rows[:-1]):
            is_move = earlier.kind in ("act", "order", "computer")
            if earlier.seq <= before or not is_move or earlier.at != chain[0].at:
                break
            chain.insert(0, earlier)
        return tuple(event for row in chain for event in self.events(info.game, row.events))

    def events(self, game_id: str, data: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
        """Decode saved events, leaving out kinds that this version doesn't know."""
        return events_of(self.games[game_id], data)

    # -- memory -------------------------------------------------------------------------------------------

    def remember(self, match_id: int, position: Position) -> None:
        """Cache a position in memory. If there are too many, the least recently used position is dropped."""
        self._positions.put(match_id, position, over=position.over)

    def cached_position(self, info: MatchInfo) -> Position | None:
        """Return the match's current position if it is in memory; otherwise None."""
        position = self._positions.get(info.id)
        return position if position is not None and position.seq == info.seq else None

    def forget(self, match_id: int) -> None:
        """Drop a match's position from memory."""
        self._positions.drop(match_id)

    @property
    def loaded_count(self) -> int:
        """Return how many positions are in memory."""
        return len(self._positions)

    # -- faults -------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def freeze_on_error(self, info: MatchInfo) -> AsyncGenerator[None]:
        """Freeze this match if the `with` block, which uses the rules, raises an unexpected error."""
        try:
            yield
        except (Refusal, StoreError, RulesFault):
            raise  # not an error of this match, or already handled
        except NewerSave:
            raise NewerMatch from None
        except Exception as error:
            if self.store.has_locked_match:
                # The transaction must be rolled back first. `lock_match` then freezes the match.
                raise RulesFault(info, error) from None
            raise await self._freeze(info, error) from None

    async def _freeze(self, info: MatchInfo, error: Exception) -> Refusal:
        error_id = secrets.token_hex(4)
        if isinstance(error, UnreadableValue):
            report(error, match=info.id)
        self.forget(info.id)
        metrics.FREEZES.inc()
        # The log omits the error's message, which may name hidden cards. The operator finds the message in the database
        # by the error's id.
        extra = {"match": info.id, "game": info.game, "seq": info.seq, "error_id": error_id}
        log.error("match frozen: %s", traceback_places(error), extra=extra)
        text = "".join(traceback.format_exception(error))
        async with self.store.lock_match(info.id) as tx:
            if await matches.freeze(tx, info.id, error_id, text):
                await match_posts.end_votes(tx, info, self.clock.now())
                await match_posts.announce_freeze(tx, info, error_id, self.clock.now())
                await cups.match_changed(tx, info.id, self.clock.now())
        return refusals.frozen_match(error_id)


def _is_to_freeze(info: MatchInfo) -> bool:
    """Return whether a live match must be frozen because its row can't be read."""
    return bool(info.unreadable) and info.status in LIVE_STATUSES and info.error_id is None


def events_of(game: AnyGame, data: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Decode saved events, leaving out kinds that this version doesn't know."""
    events: list[Event] = []
    for item in data:
        try:
            events.append(game.event_from_json(item))
        except SaveError:
            metrics.UNKNOWN_EVENTS.inc()
            _log_unknown_kind(game.id, str(item.get("kind")))
    return tuple(events)


@lru_cache(MAX_LOGGED_KINDS)
def _log_unknown_kind(game: str, kind: str) -> None:
    """Log an event kind that this version doesn't know, only once per kind because every read finds it again."""
    log.warning("an event in the journal is unknown", extra={"game": game, "kind": kind})
