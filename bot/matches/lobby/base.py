"""The base class of the lobby's parts: who may change a lobby, and how changes are saved."""

from __future__ import annotations

from typing import Any

from bot.matches import refusals
from bot.matches.packs.server_packs import ServerPacks
from bot.matches.quotas import Quotas
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store.statements import brought_decks, matches, option_consents
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


class LobbyBase:
    """Reads and saves a match that hasn't started."""

    def __init__(self, repo: MatchRepository, limits: Quotas, packs: ServerPacks) -> None:
        self._repo = repo
        self._limits = limits
        self._packs = packs

    async def _waiting_room(self, match_id: int) -> MatchInfo:
        info = await self._repo.get(match_id)
        if info.status == "playing":
            raise Refusal(N_("This match has already begun."))
        if info.status == "ended" and info.started_at is None:
            raise refusals.needs_closed_lobby()
        if info.status != "lobby":
            raise refusals.not_playing(info.status, info.error_id)
        return info

    def check_host(self, info: MatchInfo, user_id: int) -> None:
        """Raise Refusal unless the match is an open lobby and this user is its host."""
        if info.status != "lobby":
            raise Refusal(N_("This match has already begun."))
        self._host_only(info, user_id)

    @staticmethod
    def _host_only(info: MatchInfo, user_id: int) -> None:
        if user_id != info.host_id:
            raise Refusal(N_("Only the player who opened the table can do this."))

    async def agreed(self, info: MatchInfo) -> frozenset[int]:
        """Return the players who have agreed to the terms of the match's options."""
        terms = self._terms(info)
        return await option_consents.consenting_users(self._repo.store.read, info.id, terms) if terms else frozenset()

    def _terms(self, info: MatchInfo) -> str:
        """Return the text of the terms that all players must agree to, as it is saved with each agreement; "" if there
        are none.
        """
        return self._repo.games[info.game].consent(Translator(), info.options)

    async def _change(
        self,
        info: MatchInfo,
        seats: list[SeatInfo] | None,
        *,
        host_id: int | None = None,
        locale: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> MatchInfo:
        async with self._repo.store.write() as tx:
            if seats is not None:
                await matches.set_seats(tx, info.id, seats)
                await brought_decks.remove_of_others(tx, info.id)
            await self._set(tx, info, host_id=host_id, locale=locale, options=options)
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
        return await self._repo.get(info.id)

    async def _set(
        self,
        tx: Transaction,
        info: MatchInfo,
        *,
        host_id: int | None = None,
        locale: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Save the host, language and options of a match. None leaves a value unchanged."""
        await matches.set_lobby(
            tx,
            info.id,
            host_id=info.host_id if host_id is None else host_id,
            locale=locale or info.locale,
            options=info.options if options is None else options,
            version=self._repo.versions[info.game],
        )
