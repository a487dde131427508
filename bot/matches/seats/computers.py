"""Computer players in a match: they fill free seats and take over seats from people.

`computer_moves` schedules and chooses their moves, and passes them to `Computers.act`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.app.clock import DAY
from bot.computers.policies import LEVELS
from bot.matches import quotas, refusals
from bot.matches.absence.seat_changes import FOR_THIS_TURN, UNTIL_RETURN, without_computer
from bot.matches.play.service import Play
from bot.matches.repository import MatchRepository
from bot.matches.service_results import FOR_FIELD, MatchInfo, SeatInfo, Table
from bot.notifications import match_posts, turn_notification_decisions
from bot.store.statements import journal
from bot.store.transactions import Transaction
from rules.kernel.data.actions import Action
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The names of computers that have their own seat.
COMPUTER_NAMES: dict[str, str] = {
    "easy": N_("Computer {n} (easy)"),
    "normal": N_("Computer {n} (normal)"),
    "hard": N_("Computer {n} (hard)"),
}
#: The notices that a computer takes over a player's seat, by level.
HANDOVER_NOTICES: dict[str, str] = {
    "easy": N_("A computer (easy) now plays for {who}. `/match return` gives the seat back."),
    "normal": N_("A computer (normal) now plays for {who}. `/match return` gives the seat back."),
    "hard": N_("A computer (hard) now plays for {who}. `/match return` gives the seat back."),
}
#: The level of a computer that substitutes for a late player, and the notices about it, by how long it stays.
SUBSTITUTE_LEVEL = "normal"
SUBSTITUTE_NOTICES = {
    FOR_THIS_TURN: N_("A computer plays this turn for {who}."),
    UNTIL_RETURN: N_("A computer plays for {who} until they return; their next `/act` gives the seat back."),
}
#: If a player has kept the others waiting for this many seconds, the host may hand over the player's seat.
HANDOVER_AFTER = DAY
#: A seat may be handed over MAX_HANDOVERS times within HANDOVER_WINDOW seconds. They are counted in the last
#: SEARCHED_ENTRIES journal entries.
MAX_HANDOVERS, HANDOVER_WINDOW, SEARCHED_ENTRIES = 3, 600, 200
TOO_MANY_HANDOVERS = N_("This seat has changed hands often lately. You can hand it over again in {minutes} min.")


def with_computer(seats: Iterable[SeatInfo], level: str, locale: str) -> list[SeatInfo]:
    """Return the seats of a lobby plus a computer of this level. Its name is in the channel's language."""
    taken = list(seats)
    computer_numbers = [-seat.user_id for seat in taken if not seat.is_human]
    number = max(computer_numbers, default=0) + 1
    name = Translator(locale).t(COMPUTER_NAMES[level], n=len(computer_numbers) + 1)
    return [*taken, SeatInfo(len(taken), -number, name, computer=level)]


def player_names(info: MatchInfo, locale: str) -> list[str]:
    """Return the players' names by seat, not escaped. Computers have names in this language."""
    say = Translator(locale)
    return [name_of(say, seat.user_id, seat.name, seat.computer) for seat in info.seats]


def name_of(say: Translator, user_id: int, name: str, computer: str | None) -> str:
    """Return a player's name for display, not escaped. A computer's name is in the reader's language."""
    return name if user_id > 0 or computer not in COMPUTER_NAMES else say.t(COMPUTER_NAMES[computer], n=-user_id)


def checked_level(level: str) -> str:
    """Return the level if it is valid. Raises Refusal otherwise."""
    if level not in LEVELS:
        raise Refusal(N_("There's no such level. Choose easy, normal or hard."))
    return level


class Computers:
    """Hands seats over to computers and back, and makes computers' moves."""

    def __init__(self, repo: MatchRepository, play: Play) -> None:
        self._repo = repo
        self._play = play

    async def hand_over(self, match_id: int, user_id: int, seat: int | None, level: str, *, gone: bool) -> MatchInfo:
        """Let a computer play a seat. If `seat` is None, this is the user's own seat.

        Only the host may hand over another player's seat, and only if that player has kept the others waiting for a
        day or has left the server (`gone`).
        """
        async with self._repo.lock_match(match_id):
            info, target_seat = await self._seat(match_id, user_id, seat)
            checked_level(level)
            if not target_seat.is_human:
                raise Refusal(N_("That seat belongs to a computer."))
            if target_seat.computer == level:
                raise Refusal(N_("That computer is already playing there."))
            if target_seat.user_id != user_id and not gone and not await self._is_away(info, target_seat):
                raise Refusal(
                    N_("The host can only hand over a seat if its player has left or kept everyone waiting for a day.")
                )
            await self._check_handover_rate(info, target_seat)
            return await self._change(
                info, replace(target_seat, computer=level, stand_in=None), user_id, HANDOVER_NOTICES[level]
            )

    async def give_back(self, match_id: int, user_id: int, seat: int | None) -> MatchInfo:
        """Remove the computer from a seat, so its player plays it again."""
        async with self._repo.lock_match(match_id):
            info, target_seat = await self._seat(match_id, user_id, seat)
            if target_seat.computer is None or not target_seat.is_human:
                raise Refusal(N_("No computer is standing in for that player."))
            return await self._change(info, without_computer(target_seat), user_id, match_posts.PLAYER_RETURNED)

    async def relieve(self, match_id: int, user_id: int) -> None:
        """Remove the substitute computer from a user's seat, because the user has returned."""
        async with self._repo.lock_match(match_id):
            await self._repo.match_and_playing_seat(match_id, user_id)

    async def act(self, match_id: int, seat: int, action: Action, seq: int) -> bool:
        """Make the move that a computer has chosen for position `seq`.

        Return False, without moving, if the match is no longer at that position.
        """
        async with self._repo.lock_match(match_id):
            info = await self._repo.get(match_id)
            if info.status != "playing" or info.seq != seq or seat not in info.computers:
                return False
            table = Table(info, await self._repo.position(info))
            await self._play.move(table, seat, info.seats[seat].user_id, action, "computer")
            return True

    async def _seat(self, match_id: int, user_id: int, seat: int | None) -> tuple[MatchInfo, SeatInfo]:
        """Return the running match and the seat, if this user may decide about the seat. Raises Refusal."""
        info = await self._repo.get(match_id)
        if info.status != "playing":
            raise refusals.not_playing(info.status, info.error_id)
        own_number = info.seat_of(user_id)
        number = own_number if seat is None else seat
        if number is None:
            raise refusals.not_seated()
        if not 0 <= number < len(info.seats):
            raise Refusal(N_("This table has no such seat."))
        if number != own_number and user_id != info.host_id:
            raise Refusal(N_("Only the player in that seat or the match's host can do this."))
        return info, info.seats[number]

    async def _is_away(self, info: MatchInfo, seat: SeatInfo) -> bool:
        """Return whether this seat has kept the others waiting for a day."""
        return seat.waiting_since is not None and seat.waiting_since <= self._repo.clock.now() - HANDOVER_AFTER

    async def _check_handover_rate(self, info: MatchInfo, seat: SeatInfo) -> None:
        """Raise Refusal if this seat was handed over too often recently. Each handover notifies the channel."""
        rows = await journal.page(self._repo.store.read, info.id, None, SEARCHED_ENTRIES)
        times = [row.at for row in rows if row.kind == "hand" and row.seat == seat.seat]
        quotas.check_rate(
            times, self._repo.clock.now(), limit=MAX_HANDOVERS, span=HANDOVER_WINDOW, sentence=TOO_MANY_HANDOVERS
        )

    async def stand_in(self, info: MatchInfo, seat: SeatInfo, duration: str) -> MatchInfo:
        """Let a computer play a seat, for this turn or until its player is back. The caller has locked the match."""
        after = replace(seat, computer=SUBSTITUTE_LEVEL, stand_in=duration, stand_in_at=None, late_since=None)
        return await self._change(info, after, None, SUBSTITUTE_NOTICES[duration])

    async def _change(self, info: MatchInfo, seat: SeatInfo, user_id: int | None, sentence: str) -> MatchInfo:
        """Save that a computer takes over a seat, or that its player plays it again."""
        now, level = self._repo.clock.now(), seat.computer

        async def tell(tx: Transaction) -> None:
            await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat.seat})

        return await self._repo.reseat(
            info,
            seat,
            "back" if level is None else "hand",
            user_id,
            action=None if level is None else {"level": level, **({FOR_FIELD: seat.stand_in} if seat.stand_in else {})},
            calls=turn_notification_decisions.CallPolicy.NOT_ACTOR
            if seat.user_id == user_id
            else turn_notification_decisions.CallPolicy.NEW,
            hook=tell,
        )
