"""Hosts the playground's table: opens new matches, and reports on the current one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot.app.image_cache import seat_mark
from bot.discord.client import TenebraeBot
from bot.matches.service_results import MatchInfo
from bot.playground.simulated_discord import SimulatedDiscord
from render.pen.theme import SeatMark
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator

#: The level of the computer players in a new match.
COMPUTER_LEVEL = "normal"


class NotPossible(Exception):
    """The requested game doesn't exist, or doesn't support this player count."""


@dataclass(frozen=True)
class Offer:
    """A game with its texts, and the player counts that the playground supports."""

    id: str
    title: str
    blurb: str
    seats: list[int]


@dataclass(frozen=True)
class TableStatus:
    """The state of the table.

    `seats` has each user's mark on the board, by user id, once seats have been drawn. `to_move` has the ids of the
    players who must act, and `at_table` the ids of all players.
    """

    seats: Mapping[int, SeatMark]
    to_move: frozenset[int]
    at_table: frozenset[int] = frozenset()
    #: The status of the last match; None if there has been no match.
    status: str | None = None
    begun: bool = False
    title: str = ""


class Host:
    """Opens matches of the bot's games at the playground's only table."""

    def __init__(self, bot: TenebraeBot, simulated: SimulatedDiscord) -> None:
        self._bot = bot
        self._simulated = simulated

    def offers(self) -> list[Offer]:
        """Return the games that can be played in the playground."""
        say = Translator("en")
        players = len(self._simulated.players)
        found = [
            Offer(game.id, game.title(say), game.blurb(say), [count for count in game.seats if count <= players])
            for game in self._bot.games.values()
        ]
        return [offer for offer in found if offer.seats]

    async def play(self, game_id: str, seats: int, computers: bool = False) -> None:
        """Open a lobby for this many players, and seat them. A match that is still running at the table is ended first.

        If `computers`, all players except the first are computer players. Raises NotPossible.
        """
        if not any(offer.id == game_id and seats in offer.seats for offer in self.offers()):
            raise NotPossible(f"{game_id} for {seats}")
        service, table = self._bot.service, self._simulated.table
        info = await service.matches.in_channel(table.id)
        if info is not None:
            with suppress(Refusal):  # the match may already have ended
                await service.play.end(info.id, info.host_id, is_admin=True)
        await self._simulated.open_lobby(table, game_id, 1 if computers else seats)
        lobby = await service.matches.in_channel(table.id) if computers else None
        if lobby is not None:
            for _ in range(seats - 1):
                await service.lobby.add_computer(lobby.id, lobby.host_id, COMPUTER_LEVEL)
        await self._bot.wait_until_idle()

    async def status(self) -> TableStatus:
        """Return the state of the table and its last match."""
        service = self._bot.service
        info = await service.matches.in_channel(self._simulated.table.id, live=False)
        if info is None:
            return TableStatus({}, frozenset())
        has_started = info.started_at is not None
        waited_for: frozenset[Any] = frozenset()
        if info.status == "playing":
            waited_for = frozenset(seat.user_id for seat in info.seats if seat.waiting_since is not None)
        return TableStatus(
            await self._marks(info),
            waited_for,
            frozenset(seat.user_id for seat in info.seats),
            info.status,
            has_started,
            self._bot.games[info.game].title(Translator("en")) if info.game in self._bot.games else info.game,
        )

    async def _marks(self, info: MatchInfo) -> dict[int, SeatMark]:
        """Return the colours and shapes of the players on the board, by user id; empty before the match has begun."""
        if info.status not in ("playing", "over"):
            return {}
        view = (await self._bot.service.matches.table_of(info)).view(None)
        return {seat.user_id: seat_mark(view, seat.seat) for seat in info.seats}
