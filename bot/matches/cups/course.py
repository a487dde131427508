"""The course of a cup: what its keeper does, so that tables are opened and rounds are drawn by themselves.

A cup is due when something of it changes: one of its people or its host does something, or one of its matches ends or
goes on. Whoever keeps cups takes what is due, lets it go on by `advance`, opens the tables that this returns, each by
`gather` and `begin`, and shows the cup anew. All of it can be done again at any time: a table is noted in the
transaction that opens it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

from bot.matches.computers import Computers
from bot.matches.cups import progress, series
from bot.matches.cups.cups import unknown
from bot.matches.cups.progress import Saved
from bot.matches.cups.records import CupRules, CupTable, Tie
from bot.matches.cups.sealed import decks_for
from bot.matches.cups.viewing import entrant_of, row_of
from bot.matches.lobby import Lobby
from bot.matches.play import Play
from bot.matches.records import MatchInfo, SeatInfo
from bot.matches.repository import MatchRepository
from bot.store import JournalRow, Transaction, agreements, cups, decks, matches
from bot.store.cups import CupMatchRow
from bot.store.cups import CupRow as CupRow
from bot.store.leases import LEASE
from bot.store.rows import LIVE, to_text
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_, Say

#: The number of the task to keep the cups, which one process at a time does.
KEEPING = 6
#: Seconds until a table that could not be opened is tried again.
RETRY = 600
#: The host of a cup's tables: nobody, so that no player has more to say there than another.
NOBODY = 0
#: How strong the computer is that plays on at a group's table for somebody who has dropped out.
STAND_IN = "normal"
CHANGED = N_("The cup has gone on meanwhile, so this table is not opened.")


class CupCourse:
    """Lets cups go on."""

    def __init__(self, repo: MatchRepository, lobby: Lobby, play: Play, computers: Computers) -> None:
        self._repo = repo
        self._lobby = lobby
        self._play = play
        self._computers = computers

    # -- what is due ------------------------------------------------------------------------------------------

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Let the block keep the cups as the only process; yields False where another one does."""
        return self._repo.store.alone(KEEPING)

    async def due(self, most: int) -> Sequence[CupRow]:
        """Return the cups that are to be looked at."""
        found = await cups.due(self._repo.store.read, self._repo.clock.now(), most)
        return [row for row in found if row.game in self._repo.games]

    async def take(self, row: CupRow) -> int | None:
        """Take a cup in hand; return until when, or None if it has changed meanwhile."""
        until = self._repo.clock.now() + LEASE
        async with self._repo.store.write() as tx:
            return until if await cups.take(tx, row, until) else None

    async def looked_at(self, row: CupRow, taken_until: int, *, again: int | None = None) -> None:
        """Note that a cup was shown as it is; it is due next when something changes, its round ends, or `again`."""
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            cup = await cups.hold(tx, row.id)
            if cup is None:
                return
            times = [] if again is None else [again]
            if cup.status == "playing":
                stands = await Saved.read(tx, cup)
                if _to_open(stands):
                    times.append(now + RETRY)
                drawn_at = max((tie.drawn_at for tie in stands.ties), default=now)
                ends_at = drawn_at + (stands.rules.round_lasts or 0)
                times += [ends_at] if ends_at > now else []
            await cups.looked_at(tx, row.id, taken_until, min(times, default=None))

    async def shown(self, cup_id: int, message_id: int | None) -> None:
        """Save which message shows a cup."""
        async with self._repo.store.write() as tx:
            await cups.change(tx, cup_id, message_id=message_id)

    async def told(self, cup_id: int) -> frozenset[str]:
        """Return what was told of a cup already: each by the name under which it is told once."""
        return await cups.told(self._repo.store.read, cup_id)

    async def tell(self, cup_id: int, what: str) -> None:
        """Save that something of a cup was told."""
        async with self._repo.store.write() as tx:
            known = await cups.told(tx, cup_id)
            await cups.change(tx, cup_id, told=to_text(sorted(known | {what})))

    # -- going on ---------------------------------------------------------------------------------------------

    async def advance(self, cup_id: int) -> list[CupTable]:
        """Settle what can be settled, draw the next round if all of this one is; return the tables that are not
        playing yet: those to be opened, and those whose match is still to begin.
        """
        async with self._repo.store.write() as tx:
            cup = await cups.hold(tx, cup_id)
            if cup is None:
                raise unknown()
            if cup.status == "playing":
                await progress.go_on(tx, self._repo.games[cup.game], cup, self._repo.clock.now())
                cup = await cups.get(tx, cup_id) or cup
            stands = await Saved.read(tx, cup)
        await self._tidy(stands)
        return _to_open(stands) if stands.cup.status == "playing" else []

    async def _tidy(self, stands: Saved) -> None:
        """End the matches that run though their tie is settled, and let computers play on for who has dropped out."""
        for tie in stands.ties:
            for row in stands.of(tie):
                if row.settled_at is not None or row.status not in LIVE:
                    continue
                if tie.how in ("awarded", "walkover", "void"):
                    await self._end(row, tie, stands.dropped)
                elif row.status == "playing" and stands.cup.status == "playing":
                    for user in stands.dropped.intersection(tie.people):
                        await self._stand_in(row, user)

    async def _end(self, row: CupMatchRow, tie: Tie, dropped: set[int]) -> None:
        """End a match of a tie that is settled: whoever has dropped out concedes, where the game knows it."""
        gone = next((user for user in tie.people if user in dropped), None)
        concedes = self._repo.games[(await self._repo.get(row.match_id)).game].concede is not None
        if gone is not None and concedes and row.status == "playing":
            with suppress(Refusal):  # somebody else plays there by now, so that the match just ends
                await self._play.concede(row.match_id, gone)
        async with self._repo.held(row.match_id) as tx:
            info, now = await self._repo.get(row.match_id), self._repo.clock.now()
            if info.status in LIVE:
                await self._play.finish(tx, info, JournalRow(info.seq + 1, now, "end"))
            await cups.settle_matches(tx, [row.match_id], now)

    async def _stand_in(self, row: CupMatchRow, user_id: int) -> None:
        info = await self._repo.get(row.match_id)
        seat = info.seat_of(user_id)
        if seat is None or info.status != "playing" or info.seats[seat].computer is not None:
            return
        try:
            await self._computers.hand_over(row.match_id, user_id, seat, STAND_IN, gone=True)
        except Refusal:
            return  # it was handed over and taken back often lately; the seat's clock does what is left

    # -- tables -----------------------------------------------------------------------------------------------

    async def gather(self, table: CupTable, channel_id: int, watching: int | None = None) -> MatchInfo:
        """Open a table of a cup in its thread, and note it; return it if that was done before; raises Refusal."""
        cup = await cups.get(self._repo.store.read, table.cup_id)
        if cup is None or cup.game not in self._repo.games:
            raise unknown()
        rules = CupRules.of(cup.rules)

        async def note(tx: Transaction, match_id: int) -> None:
            await self._note(tx, table, match_id)

        before = await self._opened_before(table)
        if before is not None:
            return before
        _held = await self._repo.contents.ready(cup.game, rules.pack)
        try:
            return await self._lobby.gather(
                game=cup.game,
                guild_id=cup.guild_id,
                channel_id=channel_id,
                host_id=NOBODY,
                people=[SeatInfo(0, one.user_id, one.name, computer=one.computer) for one in table.people],
                locale=rules.locale,
                options=dict(rules.options),
                pace=rules.pace,
                hints=int(rules.hints),
                watching=watching,
                drawn=True,
                note=note,
            )
        except Refusal:
            # Another process may have opened it just now.
            if (before := await self._opened_before(table)) is not None:
                return before
            raise

    async def _opened_before(self, table: CupTable) -> MatchInfo | None:
        for one in await cups.matches_of(self._repo.store.read, table.cup_id):
            if (one.round, one.number, one.place) == table.key:
                return await self._repo.get(one.match_id)
        return None

    async def _note(self, tx: Transaction, table: CupTable, match_id: int) -> None:
        """Note a table that is being opened, with the decks and the agreement of its people."""
        cup = await cups.hold(tx, table.cup_id)
        if cup is None or cup.status != "playing":
            raise Refusal(CHANGED)
        stands, game = await Saved.read(tx, cup), self._repo.games[cup.game]
        missing = [(one.key, one.users) for one in _to_open(stands) if one.match_id is None]
        if (table.key, table.users) not in missing:
            raise Refusal(CHANGED)
        await cups.add_match(tx, match_id, cup.id, (table.round, table.number), table.place)
        seated = progress.seats_of(stands.people, table.users)
        for user, deck in decks_for(game, cup, seated, table.round).items():
            await decks.bring(tx, match_id, user, deck)
        # Whoever entered has agreed to how the cup is played.
        if terms := game.consent(Say(), dict(stands.rules.options)):
            for one in seated:
                await agreements.agree(tx, match_id, one.user_id, terms)
        if stands.rules.rated:
            await matches.set_rated(tx, match_id, True)
        await cups.change(tx, cup.id, due_at=self._repo.clock.now())

    async def begin(self, match_id: int) -> None:
        """Begin the match of a table that was opened; raises Refusal."""
        info = await self._repo.get(match_id)
        if info.status == "lobby":
            await self._lobby.start(match_id, NOBODY, drawn=False, promised=True)

    async def troubled(self, table: CupTable, why: str) -> None:
        """Note why a table could not be opened, in the cup's language; it is tried again in a while."""
        async with self._repo.store.write() as tx:
            cup = await cups.hold(tx, table.cup_id)
            if cup is None or cup.status != "playing":
                return
            for tie in (await Saved.read(tx, cup)).ties:
                if (tie.round, tie.number) == (table.round, table.number) and not tie.is_settled:
                    await cups.put_tie(tx, cup.id, row_of(replace(tie, trouble=why)))


def _to_open(stands: Saved) -> list[CupTable]:
    """Return the tables of a cup that are not playing yet."""
    found: list[CupTable] = []
    for tie in stands.ties:
        if tie.round != stands.cup.round or tie.is_settled:
            continue
        own = stands.of(tie)
        begins = own[-1].match_id if own and own[-1].status == "lobby" else None
        if tie.awaited != "table" and begins is None:
            continue
        users = series.seats(tie, stands.dropped)
        people = tuple(map(entrant_of, progress.seats_of(stands.people, users)))
        place = len(own) + (begins is None)
        found.append(CupTable(stands.cup.id, tie.round, tie.number, place, people, begins))
    return found
