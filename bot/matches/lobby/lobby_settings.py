"""The settings of a lobby: options and the agreement to them, time control, hints, own points, rating, language."""

from __future__ import annotations

from typing import Any

from bot.matches.clocks.time_control import TimeControl
from bot.matches.lobby.base import LobbyBase
from bot.matches.lobby.rated import can_be_rated, check_ladder
from bot.matches.lobby.settings_checks import checked_options, possible_timeouts
from bot.matches.service_results import MatchInfo
from bot.notifications import match_posts
from bot.store.statements import matches, option_consents
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, N_


class LobbyChoosing(LobbyBase):
    """Changes the settings of lobbies."""

    async def agree(self, match_id: int, user_id: int) -> MatchInfo:
        """Record that a player agrees to the terms of the options. The agreement is valid until the terms change."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            terms = self._terms(info)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't have a seat at this table."))
            if not terms:
                raise Refusal(N_("No one has to agree to these options."))
            await option_consents.agree(tx, info.id, user_id, terms)
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_options(
        self, match_id: int, user_id: int, options: dict[str, Any], locale: str | None = None
    ) -> MatchInfo:
        """Change some options, or the language of the posts in the channel."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if locale is not None and locale not in LOCALES:
                raise Refusal(N_("I don't speak that language."))
            full = checked_options(self._repo.games[info.game], info.options | options)
            if full.get("pack") != info.options.get("pack"):
                full = await self._packs.resolve_options(info.guild_id, info.game, full)
                await self._packs.save_contents(tx, info.guild_id, info.game, full)
            return await self._change(info, None, options=full, locale=locale)

    async def set_pace(self, match_id: int, user_id: int, time_control: TimeControl) -> MatchInfo:
        """Set the time control. Only the host may do this, and only before the match starts."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if time_control.end not in possible_timeouts(self._repo.games[info.game]):
                raise Refusal(N_("In this game, that can't happen when time runs out."))
            await matches.set_pace(tx, info.id, time_control.to_json())
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_hints(self, match_id: int, user_id: int, hints: bool | None) -> MatchInfo:
        """Set whether hints are allowed; None stands for the default. Only the host may do this."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            await matches.set_hints(tx, info.id, None if hints is None else int(hints))
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_own_points(self, match_id: int, user_id: int, *, shown: bool) -> MatchInfo:
        """Set whether players can see their own points during the match. Only the host may do this."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            await matches.set_own_points(tx, info.id, shown=shown)
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_rated(self, match_id: int, user_id: int, rated: bool) -> MatchInfo:
        """Set whether the match is rated. Only the host may do this, and only in a server with ladders."""
        async with self._repo.lock_match(match_id) as tx:
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            if rated:
                await check_ladder(tx, info.guild_id)
            if rated and not can_be_rated(info.options, self._repo.games[info.game].seats[-1]):
                raise Refusal(N_("Only a match with the game's own cards and several players can count for ratings."))
            await matches.set_rated(tx, info.id, rated)
            await match_posts.update_lobby(tx, info.id, self._repo.clock.now())
            return await self._repo.get(info.id)

    async def set_locale(self, match_id: int, user_id: int, locale: str, *, is_admin: bool) -> None:
        """Set the language of the posts in the channel, before or during the match."""
        info = await self._repo.get(match_id)
        if info.status == "lobby":
            await self.set_options(match_id, user_id, {}, locale)
            return
        async with self._repo.lock_match(match_id) as tx:
            info = await self._repo.get(match_id)
            if user_id != info.host_id and not is_admin:
                raise Refusal(N_("Only the player who opened the table can do this."))
            await self._set(tx, info, locale=locale)
