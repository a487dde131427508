"""The match service: everything that can be done with matches, without a word about Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import rules
from bot.clock import Clock
from bot.matches import history
from bot.matches.computers import Computers
from bot.matches.decks import Shelf
from bot.matches.desk import Desk
from bot.matches.lobby import Lobby, new_seed
from bot.matches.play import Play
from bot.matches.records import History, LogEntry, MatchInfo, Outcome, Table, UndoRequest, Waiting
from bot.matches.repair import Repair
from bot.matches.transfer import Transfer
from bot.matches.undo import Undo
from bot.store import JournalRow, Store, journal, matches
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event, reaches
from rules.kernel.game import Game

#: Entries of the log that are read at once, at most: a move with all that orders answered to it has room.
PAGE = 500


class MatchService:
    """Open, play and look at matches.

    Whatever is asked of one match is done in the order of asking, and is on disk before it is answered.
    Raises Refusal, with a sentence for the person who asked, when something can't be; nothing is changed
    then. Raises StoreError when the disk fails; nothing is changed then either.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any]] | None = None,
        *,
        keep: int = 64,
        seed: Any = new_seed,
        grace: int = 0,
    ) -> None:
        """`keep` is how many matches stay in memory; `seed` makes the secret of a new match's chance.

        `grace` is how many seconds players who are about get to see that it is their turn before being called.
        """
        self.store = store
        self.desk = Desk(store, clock, rules.GAMES if games is None else games, keep=keep, grace=grace)
        #: People's decks, and the ones they bring to tables.
        self.decks = Shelf(self.desk)
        self._lobby = Lobby(self.desk, seed)
        self._play = Play(self.desk)
        #: Seats that computers play, and the door for their moves.
        self.computers = Computers(self.desk, self._play)
        self._undo = Undo(self.desk)
        self._transfer = Transfer(self.desk)
        self._repair = Repair(self.desk)

    # -- the lobby ----------------------------------------------------------------------------------------

    async def open_lobby(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        locale: str,
        options: dict[str, Any],
    ) -> MatchInfo:
        """Open a lobby in a channel that has no live match; its host sits down."""
        return await self._lobby.open(
            game=game,
            guild_id=guild_id,
            channel_id=channel_id,
            user_id=user_id,
            name=name,
            locale=locale,
            options=options,
        )

    async def join(self, match_id: int, user_id: int, name: str) -> MatchInfo:
        """Sit down at a table that has not begun."""
        return await self._lobby.join(match_id, user_id, name)

    async def leave(self, match_id: int, user_id: int) -> MatchInfo:
        """Leave a table that has not begun; the last to leave closes it."""
        return await self._lobby.leave(match_id, user_id)

    async def set_options(
        self, match_id: int, user_id: int, options: dict[str, Any], locale: str | None = None
    ) -> MatchInfo:
        """Change some of the match's options, and its language."""
        return await self._lobby.set_options(match_id, user_id, options, locale)

    async def add_computer(self, match_id: int, user_id: int, level: str) -> MatchInfo:
        """Give a free seat of a lobby to a computer; the host may."""
        return await self._lobby.add_computer(match_id, user_id, level)

    async def remove_computer(self, match_id: int, user_id: int) -> MatchInfo:
        """Send the computer away that came to a lobby last; the host may."""
        return await self._lobby.remove_computer(match_id, user_id)

    async def start(
        self, match_id: int, user_id: int, computers: str | None = None, players: int | None = None
    ) -> MatchInfo:
        """Begin: seats at random, a secret seed, the first call.

        With `computers`, a level, these fill the free seats up to `players`, or all of them.
        """
        return await self._lobby.start(match_id, user_id, computers, players)

    # -- playing ------------------------------------------------------------------------------------------

    async def act(self, match_id: int, user_id: int, action: Action, seq: int | None = None) -> Outcome:
        """Make a move; with `seq`, only if it still means what it meant at that position."""
        return await self._play.act(match_id, user_id, action, seq)

    async def set_orders(
        self, match_id: int, user_id: int, chosen: Sequence[str], among: Sequence[str] | None = None
    ) -> Outcome | None:
        """Leave the chosen standing orders of those in `among` (None: of all); return what they did at once."""
        return await self._play.set_orders(match_id, user_id, chosen, among)

    async def pass_time(self, match_id: int) -> None:
        """End a held decision whose time is over, if an answer to it was kept back."""
        await self._play.pass_time(match_id)

    async def hold_anew(self, match_id: int) -> None:
        """Hold a decision from now on that has been held since a later time: the clock was set back."""
        await self._play.hold_anew(match_id)

    async def concede(self, match_id: int, user_id: int) -> Outcome:
        """Give the match up, in a game that knows this."""
        return await self._play.concede(match_id, user_id)

    async def claim(self, match_id: int, user_id: int) -> Outcome:
        """Win a match whose other player has missed several deadlines in a row."""
        return await self._play.claim(match_id, user_id)

    async def can_take_back(self, match_id: int, user_id: int) -> bool:
        """Tell whether this person may take back the last move without asking."""
        return await self._undo.can_take_back(match_id, user_id)

    async def take_back(self, match_id: int, user_id: int, seq: int | None = None) -> Outcome:
        """Take back one's own last move, while nothing was drawn, revealed or done by others since."""
        return await self._undo.take_back(match_id, user_id, seq)

    async def ask_undo(self, match_id: int, user_id: int) -> UndoRequest | Outcome:
        """Ask everybody to go back to before one's own last move; who plays alone goes back at once."""
        return await self._undo.ask(match_id, user_id)

    async def answer_undo(
        self, match_id: int, user_id: int, yes: bool, request_id: int | None = None
    ) -> UndoRequest | Outcome:
        """Answer the open request, or the given one if it is still open."""
        return await self._undo.answer(match_id, user_id, yes, request_id)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """End a match before its time; the host or an administrator may."""
        return await self._play.end(match_id, user_id, is_admin=is_admin)

    # -- files --------------------------------------------------------------------------------------------

    async def export(self, match_id: int) -> bytes:
        """Return a match as a file: everything, secrets included. The journal notes it."""
        return await self._transfer.export(match_id)

    async def adopt(
        self, data: bytes, *, guild_id: int, channel_id: int, players: Sequence[tuple[int, str]], locale: str = "en"
    ) -> MatchInfo:
        """Put a match from a file on a channel's table; `players` are user id and name by seat."""
        return await self._transfer.adopt(
            data, guild_id=guild_id, channel_id=channel_id, players=players, locale=locale
        )

    async def rewind(self, match_id: int, to: int, reason: str) -> MatchInfo:
        """Bring the position after entry `to` back, for the operator; a frozen match is played again."""
        return await self._repair.rewind(match_id, to, reason)

    # -- looking ------------------------------------------------------------------------------------------

    async def get(self, match_id: int) -> MatchInfo:
        """Return a match; raises Refusal when there is none."""
        return await self.desk.info(match_id)

    async def in_channel(self, channel_id: int) -> MatchInfo | None:
        """Return the channel's live match, if it has one."""
        return await matches.in_channel(self.store.read, channel_id)

    async def last_in_channel(self, channel_id: int) -> MatchInfo | None:
        """Return the channel's live match or, without one, the last that was played there."""
        return await matches.in_channel(self.store.read, channel_id, live=False)

    async def seat_of(self, match_id: int, user_id: int) -> int | None:
        """Return the person's seat, or None for a spectator."""
        return (await self.desk.info(match_id)).seat_of(user_id)

    async def waiting(self, user_id: int) -> list[Waiting]:
        """Return what waits for this person, the longest wait first."""
        return await matches.waiting(self.store.read, user_id)

    async def table(self, match_id: int) -> Table:
        """Lay out the current position of a match that has begun."""
        info = await self.desk.info(match_id)
        position = await self.desk.position(info)
        if position.seq != info.seq and info.status == "playing":
            # A move was committed between the two looks.
            info = await self.desk.info(match_id)
            position = await self.desk.position(info)
        return Table(info, position.match, position.seq, info.names, position.events)

    async def log(
        self, match_id: int, before: int | None = None, limit: int = 10, *, viewer: int | None = None
    ) -> list[LogEntry]:
        """Return journal entries before a number, oldest first, with the events that `viewer` may see."""
        info = await self.desk.info(match_id)
        rows = await journal.page(self.store.read, match_id, before, max(1, min(limit, PAGE)))
        told = history.known(rows, info, viewer)
        return [self._entry(info, row, viewer, known=row.seq in told) for row in rows]

    async def history(self, match_id: int, before: int | None, limit: int, *, viewer: int | None) -> History:
        """Return what `viewer` may know of the match: up to `limit` entries with numbers under `before`.

        The numbers count what this viewer may know; None stands for the newest.
        """
        info = await self.desk.info(match_id)
        rows = await journal.since(self.store.read, match_id, 0)
        told = history.known(rows, info, viewer)
        rows = [row for row in rows if row.seq in told]
        end = len(rows) if before is None else max(0, min(before - 1, len(rows)))
        start = max(0, end - max(1, min(limit, PAGE)))
        entries = [self._entry(info, row, viewer) for row in rows[start:end]]
        return History(entries, start + 1, len(rows))

    async def public_moves(self, match_id: int) -> int:
        """Return how many moves that everybody may know of led to the present position."""
        return history.public_moves(await journal.since(self.store.read, match_id, 0))

    async def last_told(self, match_id: int, viewer: int | None) -> list[Event]:
        """Return the events of the last move that this viewer (None: everybody) has heard of."""
        return history.latest(await self.log(match_id, None, PAGE, viewer=viewer))

    def _entry(self, info: MatchInfo, row: JournalRow, viewer: int | None, *, known: bool = True) -> LogEntry:
        seen = [event for event in row.events if reaches(event["to"], viewer)]
        events = list(self.desk.events(info.game, seen))
        return LogEntry(row.seq, row.at, row.seat, events, row.kind, row.user_id, row.restores, known)
