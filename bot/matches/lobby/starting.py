"""Starting a match from its lobby."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from bot.matches.absence import service as absence
from bot.matches.lobby.base import LobbyBase
from bot.matches.lobby.brought_decks import at_table as decks_at_table
from bot.matches.lobby.presets import fit_to_seats
from bot.matches.lobby.rated import can_be_rated
from bot.matches.lobby.settings_checks import check_seats, renumbered
from bot.matches.packs.server_packs import ServerPacks
from bot.matches.quotas import Quotas
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import checked_level, with_computer
from bot.matches.service_results import MatchInfo, Position, SeatInfo
from bot.notifications import match_posts
from bot.store.statements import brought_decks, matches
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Transaction
from rules.kernel.content.decks import Deck
from rules.kernel.content.packs import pack_in
from rules.kernel.engine.match import Match
from rules.kernel.errors import ContentError, Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator


def _with_computers(game: AnyGame, info: MatchInfo, level: str | None, players: int | None) -> list[SeatInfo]:
    """Return the seats, with free ones filled by computers of this level. Raises Refusal."""
    seats = list(info.seats)
    if level is None:
        if players is not None:
            raise Refusal(N_("To fill seats, also choose how the computers play: easy, normal or hard."))
        return seats
    most = game.seats[-1] if players is None else players
    if len(seats) >= most:
        raise Refusal(N_("There's no free seat for a computer at this table."))
    check_seats(game, most)
    while len(seats) < most:
        seats = with_computer(seats, checked_level(level), info.locale)
    return seats


class LobbyStarting(LobbyBase):
    """Starts matches."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str], limits: Quotas, packs: ServerPacks) -> None:
        super().__init__(repo, limits, packs)
        self._seed = seed
        #: Shuffles seats with the operating system's random source.
        self._shuffle = secrets.SystemRandom().shuffle

    async def start(
        self,
        match_id: int,
        user_id: int,
        computers: str | None = None,
        players: int | None = None,
        *,
        drawn: bool = True,
        promised: bool = False,
    ) -> MatchInfo:
        """Randomise the seats, set up the match, and notify the players whose turn it is.

        In a rematch, the seats rotate by one instead, and new players come last. If `drawn` is False, the seats stay in
        the order of the lobby. `computers` is the level of the computers that fill free seats. They fill seats until
        there are `players` players or, if that is None, until no seat is free. If `promised`, the content pack is used
        even if the server has deleted it.
        """
        repo = self._repo
        async with repo.lock_match(match_id):
            info = await self._waiting_room(match_id)
            self._host_only(info, user_id)
            game = repo.games[info.game]
            order = _with_computers(game, info, computers, players)
            check_seats(game, len(order))
            await self._check_agreement(info, order)
            options = await self._packs.at_start(info.guild_id, info.game, info.options, promised=promised)
            _held = await repo.contents.ready(info.game, pack_in(options))
            if drawn:
                self._shuffle(order)
                order = await self._rotated(info, order)
            brought = await decks_at_table(repo, info, order)
            info = replace(info, options=fit_to_seats(game, options, len(order)))
            async with repo.freeze_on_error(info):
                match = self._set_up(game, info, len(order), brought)
                position = Position.from_match(match, 1, ())
            seats, now = renumbered(order), repo.clock.now()
            rated = bool(info.rated) and can_be_rated(info.options, len(seats))
            updated_seats = await absence.with_absences(repo.store.read, seats, now)
            row = JournalRow(
                1,
                now,
                "start",
                user_id=user_id,
                action={"seats": len(seats), "options": info.options},
                chance=tuple(match.outcomes),
                epoch_after=match.epoch,
            )

            async def seat_everybody(tx: Transaction) -> None:
                await matches.set_seats(tx, info.id, seats)
                for seat, before in zip(updated_seats, seats, strict=True):
                    if seat.away_until is not None:
                        await matches.change_seat(tx, info.id, before, seat)
                        await absence.post_absence(tx, info, seat.seat, seat.away_until, now)
                await self._packs.save_contents(tx, info.guild_id, info.game, info.options)
                await self._set(tx, info)
                if bool(info.rated) != rated:
                    await matches.set_rated(tx, info.id, rated)
                # The decks are part of the match now, so the lobby doesn't need them any more.
                await brought_decks.remove(tx, info.id)
                await match_posts.update_lobby(tx, info.id, row.at)

            seated = replace(info, seats=tuple(updated_seats), rated=int(rated))
            return (await repo.commit(seated, position, [row], hook=seat_everybody)).info

    async def _rotated(self, info: MatchInfo, order: list[SeatInfo]) -> list[SeatInfo]:
        """Return the seats in this order or, in a rematch, in the order of the earlier match rotated by one."""
        old = None if info.rematch_of is None else await matches.get(self._repo.store.read, info.rematch_of)
        if old is None:
            return order
        before = {seat.user_id: (seat.seat - 1) % len(old.seats) for seat in old.seats}
        return sorted(order, key=lambda seat: before.get(seat.user_id, len(before)))

    def _set_up(
        self, game: AnyGame, info: MatchInfo, seats: int, brought: tuple[Deck | None, ...] | None
    ) -> Match[Any]:
        """Set up the match. Raises Refusal if its options or decks are impossible."""
        try:
            if brought is not None:
                return game.new_with_decks(seats, self._seed(), info.options, brought)
            return game.new(seats, self._seed(), info.options)
        except ContentError as error:
            raise Refusal(error.msgid, **error.args_by_name) from None
        except ValidationError:
            raise Refusal(N_("The options don't go together, or not with this many players.")) from None

    async def _check_agreement(self, info: MatchInfo, seats: Iterable[SeatInfo]) -> None:
        """Raise Refusal if one of these players hasn't agreed to the terms of the options."""
        if not self._terms(info):
            return
        agreed = await self.agreed(info)
        missing = [seat.name for seat in seats if seat.is_human and seat.user_id not in agreed]
        if missing:
            raise Refusal(
                N_("Everyone must press *{agree}* in the lobby first. Still missing: {names}."),
                agree=Translator(info.locale).t("I agree"),
                names=", ".join(missing),
            )
