"""The automatic course of a cup: drawing its rounds and opening its tables.

A cup is due when its players or its host change something, or when one of its matches ends or resumes. The reconciler
in `bot.features.cups.jobs` takes a due cup, calls `advance`, opens each returned table with `gather` and `begin`, and
updates the cup's post. Every step can safely be repeated, because a table is recorded in the transaction that opens it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

from bot.features.cups.model import CupRules, CupTable, Fixture
from bot.features.cups.service import cup_progress, tie_course
from bot.features.cups.service.cup_decks import decks_for
from bot.features.cups.service.cup_progress import SavedCup
from bot.features.cups.service.cup_view import entrant_of, row_of
from bot.features.cups.service.queries import unknown_cup
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.lobby.service import Lobby
from bot.matches.play.service import Play
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import Computers
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.store.leases import LEASE_SECONDS
from bot.store.statements import brought_decks, cups, matches, option_consents
from bot.store.statements.cups import CupMatchRow, CupRow
from bot.store.statements.rows import LIVE_STATUSES, JournalRow, dump_json
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The id of the lock that lets only one process at a time run cups.
TOURNAMENT_LOCK = 6
#: Seconds before the bot tries again to open a table after a failure.
TABLE_RETRY = 600
#: The host id of cup matches. It belongs to no user, so no player has special rights.
NO_HOST = 0
#: The level of the computer that replaces a player who drops out during a group's match.
SUBSTITUTE_LEVEL = "normal"
CUP_CHANGED = N_("The cup has moved on meanwhile, so I'm not opening this table.")


class TournamentEngine:
    """Advances cups: settles ties, draws rounds, and opens tables."""

    def __init__(self, repo: MatchRepository, lobby: Lobby, play: Play, computers: Computers) -> None:
        self._repo = repo
        self._lobby = lobby
        self._play = play
        self._computers = computers

    # -- due cups ---------------------------------------------------------------------------------------------

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for running cups during the block; yield False if another process holds the lock."""
        return self._repo.store.try_task_lock(TOURNAMENT_LOCK)

    async def due(self, limit: int) -> Sequence[CupRow]:
        """Return up to `limit` cups that are due for processing."""
        found = await cups.due(self._repo.store.read, self._repo.clock.now(), limit)
        return [row for row in found if row.game in self._repo.games]

    async def claim(self, row: CupRow) -> int | None:
        """Lease a cup. Return the time when the lease ends, or None if the cup has changed since it was read."""
        until = self._repo.clock.now() + LEASE_SECONDS
        async with self._repo.store.write() as tx:
            return until if await cups.claim(tx, row, until) else None

    async def mark_current(self, row: CupRow, taken_until: int, *, again: int | None = None) -> None:
        """Save that a cup's post is up to date.

        The cup is due again when it changes, when its round's time is over, or at the time `again`.
        """
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            cup = await cups.lock_row(tx, row.id)
            if cup is None:
                return
            times = [] if again is None else [again]
            if cup.status == "playing":
                saved_cup = await SavedCup.read(tx, cup)
                if _tables_to_open(saved_cup):
                    times.append(now + TABLE_RETRY)
                drawn_at = max((fixture.drawn_at for fixture in saved_cup.fixtures), default=now)
                ends_at = drawn_at + (saved_cup.rules.round_lasts or 0)
                times += [ends_at] if ends_at > now else []
            await cups.mark_current(tx, row.id, taken_until, min(times, default=None))

    async def save_message(self, cup_id: int, message_id: int | None) -> None:
        """Save the id of the message that is the cup's public post."""
        async with self._repo.store.write() as tx:
            await cups.change(tx, cup_id, message_id=message_id)

    async def sent_notices(self, cup_id: int) -> frozenset[str]:
        """Return the keys of the notices that were already sent for a cup, because each notice is sent only once."""
        return await cups.sent_notices(self._repo.store.read, cup_id)

    async def mark_notice_sent(self, cup_id: int, what: str) -> None:
        """Save that the notice with the key `what` was sent for a cup."""
        async with self._repo.store.write() as tx:
            sent_notices = await cups.sent_notices(tx, cup_id)
            await cups.change(tx, cup_id, told=dump_json(sorted(sent_notices | {what})))

    # -- progress ---------------------------------------------------------------------------------------------

    async def advance(self, cup_id: int) -> list[CupTable]:
        """Settle ties, and draw the next round if the current one is complete.

        Return the tables that are not playing yet: those that must still be opened, and opened tables whose match has
        not begun.
        """
        async with self._repo.store.write() as tx:
            cup = await cups.lock_row(tx, cup_id)
            if cup is None:
                raise unknown_cup()
            if cup.status == "playing":
                await cup_progress.settle_and_draw(tx, self._repo.games[cup.game], cup, self._repo.clock.now())
                cup = await cups.get(tx, cup_id) or cup
            saved_cup = await SavedCup.read(tx, cup)
        await self._end_settled_matches(saved_cup)
        return _tables_to_open(saved_cup) if saved_cup.cup.status == "playing" else []

    async def _end_settled_matches(self, saved_cup: SavedCup) -> None:
        """End the running matches of settled ties, and let computers replace players who dropped out of groups."""
        for fixture in saved_cup.fixtures:
            for row in saved_cup.matches_of(fixture):
                if row.settled_at is not None or row.status not in LIVE_STATUSES:
                    continue
                if fixture.how in ("awarded", "walkover", "void"):
                    await self._end_match(row, fixture, saved_cup.dropped)
                elif row.status == "playing" and saved_cup.cup.status == "playing":
                    for user in saved_cup.dropped.intersection(fixture.people):
                        await self._replace_with_computer(row, user)

    async def _end_match(self, row: CupMatchRow, fixture: Fixture, dropped: set[int]) -> None:
        """End a match of a settled tie. Players who dropped out concede, if the game allows conceding."""
        dropped_user = next((user for user in fixture.people if user in dropped), None)
        concedes = self._repo.games[(await self._repo.get(row.match_id)).game].concede is not None
        if dropped_user is not None and concedes and row.status == "playing":
            with suppress(Refusal):  # another player has taken over the seat, so the match just ends
                await self._play.concede(row.match_id, dropped_user)
        async with self._repo.lock_match(row.match_id) as tx:
            info, now = await self._repo.get(row.match_id), self._repo.clock.now()
            if info.status in LIVE_STATUSES:
                await self._play.finish_match(tx, info, JournalRow(info.seq + 1, now, "end"))
            await cups.settle_matches(tx, [row.match_id], now)

    async def _replace_with_computer(self, row: CupMatchRow, user_id: int) -> None:
        info = await self._repo.get(row.match_id)
        seat = info.seat_of(user_id)
        if seat is None or info.status != "playing" or info.seats[seat].computer is not None:
            return
        try:
            await self._computers.hand_over(row.match_id, user_id, seat, SUBSTITUTE_LEVEL, gone=True)
        except Refusal:
            return  # the seat has changed hands too often; the player keeps it until their clock runs out

    # -- tables -----------------------------------------------------------------------------------------------

    async def gather(self, table: CupTable, channel_id: int, watching: int | None = None) -> MatchInfo:
        """Open and record a cup's table in its thread; raises Refusal.

        If the table is already open, only return its match.
        """
        cup = await cups.get(self._repo.store.read, table.cup_id)
        if cup is None or cup.game not in self._repo.games:
            raise unknown_cup()
        rules = CupRules.from_json(cup.rules)

        async def note(tx: Transaction, match_id: int) -> None:
            await self._record_table(tx, table, match_id)

        opened = await self._find_opened(table)
        if opened is not None:
            return opened
        _held = await self._repo.contents.ready(cup.game, rules.pack)
        try:
            return await self._lobby.gather(
                LobbyRequest(
                    game=cup.game,
                    guild_id=cup.guild_id,
                    channel_id=channel_id,
                    locale=rules.locale,
                    options=dict(rules.options),
                    pace=rules.pace,
                    hints=int(rules.hints),
                ),
                host_id=NO_HOST,
                people=[SeatInfo(0, person.user_id, person.name, computer=person.computer) for person in table.people],
                note=note,
                watching=watching,
                drawn=True,
            )
        except Refusal:
            # Another process may have opened the table in the meantime.
            if (opened := await self._find_opened(table)) is not None:
                return opened
            raise

    async def _find_opened(self, table: CupTable) -> MatchInfo | None:
        for match in await cups.matches_of(self._repo.store.read, table.cup_id):
            if (match.round, match.number, match.place) == table.key:
                return await self._repo.get(match.match_id)
        return None

    async def _record_table(self, tx: Transaction, table: CupTable, match_id: int) -> None:
        """Record a table that is being opened, with its players' decks and their consent to the match options."""
        cup = await cups.lock_row(tx, table.cup_id)
        if cup is None or cup.status != "playing":
            raise Refusal(CUP_CHANGED)
        saved_cup, game = await SavedCup.read(tx, cup), self._repo.games[cup.game]
        missing = [(one.key, one.users) for one in _tables_to_open(saved_cup) if one.match_id is None]
        if (table.key, table.users) not in missing:
            raise Refusal(CUP_CHANGED)
        await cups.add_match(tx, match_id, cup.id, (table.round, table.number), table.place)
        seated = cup_progress.rows_in_order(saved_cup.people, table.users)
        for user, deck in decks_for(game, cup, seated, table.round).items():
            await brought_decks.bring(tx, match_id, user, deck)
        # By entering a cup, a player consents to its match options.
        if terms := game.consent(Translator(), dict(saved_cup.rules.options)):
            for one in seated:
                await option_consents.agree(tx, match_id, one.user_id, terms)
        if saved_cup.rules.rated:
            await matches.set_rated(tx, match_id, True)
        await cups.change(tx, cup.id, due_at=self._repo.clock.now())

    async def begin(self, match_id: int) -> None:
        """Begin the match of an opened table; raises Refusal."""
        info = await self._repo.get(match_id)
        if info.status == "lobby":
            await self._lobby.start(match_id, NO_HOST, drawn=False, promised=True)

    async def save_trouble(self, table: CupTable, reason: str) -> None:
        """Save why a table could not be opened, in the cup's language. The bot will try again later."""
        async with self._repo.store.write() as tx:
            cup = await cups.lock_row(tx, table.cup_id)
            if cup is None or cup.status != "playing":
                return
            for fixture in (await SavedCup.read(tx, cup)).fixtures:
                if (fixture.round, fixture.number) == (table.round, table.number) and not fixture.is_settled:
                    await cups.put_tie(tx, cup.id, row_of(replace(fixture, trouble=reason)))


def _tables_to_open(saved_cup: SavedCup) -> list[CupTable]:
    """Return the tables of the current round whose match has not begun."""
    tables: list[CupTable] = []
    for fixture in saved_cup.fixtures:
        if fixture.round != saved_cup.cup.round or fixture.is_settled:
            continue
        tie_matches = saved_cup.matches_of(fixture)
        begins = tie_matches[-1].match_id if tie_matches and tie_matches[-1].status == "lobby" else None
        if fixture.awaited != "table" and begins is None:
            continue
        users = tie_course.next_seats(fixture, saved_cup.dropped)
        people = tuple(map(entrant_of, cup_progress.rows_in_order(saved_cup.people, users)))
        place = len(tie_matches) + (begins is None)
        tables.append(CupTable(saved_cup.cup.id, fixture.round, fixture.number, place, people, begins))
    return tables
