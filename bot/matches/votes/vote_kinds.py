"""The kinds of votes: the data that each needs, its texts, and its effect."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from bot.app.clock import DAY, HOUR
from bot.matches.absence.seat_changes import UNTIL_RETURN
from bot.matches.clocks.lateness import is_late
from bot.matches.clocks.pausing import MAX_PAUSE, PAUSE_VOTE, Pausing
from bot.matches.play.service import Play
from bot.matches.play.undo import Undo
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import Computers
from bot.matches.seats.service import SeatTransfer
from bot.matches.service_results import MoveResult, Table
from bot.notifications import match_posts, turn_notification_decisions
from bot.store.statements.rows import JournalRow, VoteRow
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator


class VoteKind(ABC):
    """A kind of vote."""

    #: The label and the description in menus.
    label: ClassVar[str]
    description: ClassVar[str]
    #: Whether missing answers count as yes when the vote ends.
    silence_means_yes: ClassVar[bool] = False
    #: The number of seconds until the vote ends.
    voting_seconds: ClassVar[int] = 2 * DAY
    #: Whether the proposer may decide alone if there is no one else to ask.
    may_act_alone: ClassVar[bool] = False

    async def is_offered(self, table: Table, seat: int) -> bool:
        """Return whether menus currently offer this kind of vote to a seat."""
        return True

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a vote's data, created from the proposer's input. Raises Refusal if the vote is impossible now."""
        return {}

    @abstractmethod
    def sentence(self, say: Translator, vote: VoteRow) -> str:
        """Return the sentence that states the proposal."""

    def details(self, say: Translator, vote: VoteRow) -> str:
        """Return more information for the voters; "" if there is none."""
        return ""

    def words(self, vote: VoteRow) -> str:
        """Return what the proposer has written, not escaped; "" if they have written nothing."""
        return ""

    @abstractmethod
    async def execute(
        self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int
    ) -> MoveResult | None:
        """Execute what was agreed. Return the new position, if there is one.

        `user_id` is the last user to agree, or None if the vote ended with missing answers. The caller has locked the
        match, and closes the vote.
        """


def _chosen_number(arguments: Mapping[str, Any], name: str, usual: int, limit: int) -> int:
    """Return the number in the proposer's input, or else `usual`. Raises Refusal if it is out of range."""
    number = arguments.get(name)
    number = usual if number is None else int(number)
    if not 0 < number <= limit:
        raise Refusal(N_("Choose a number from 1 to {most}."), most=limit)
    return number


class GoBack(VoteKind):
    """A vote on going back to before the proposer's last move."""

    may_act_alone = True
    label = N_("Take moves back")
    description = N_("The match goes back to just before your last move.")

    def __init__(self, undo: Undo) -> None:
        self._undo = undo

    async def is_offered(self, table: Table, seat: int) -> bool:
        try:
            await self._undo.vote_data(table, seat)
        except Refusal:
            return False
        return True

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return await self._undo.vote_data(table, seat)

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, n, number = say.seat(vote.asker), vote.data.get("moves", 0), vote.data.get("round", 0)
        if not n:
            return say.t("{who} asks to go back to just before their last move.", who=who)
        if not number:
            return say.n("{who} asks to take back {n} move.", "{who} asks to take back {n} moves.", n, who=who)
        return say.n(
            "{who} asks to take back {n} move ({round}).",
            "{who} asks to take back {n} moves ({round}).",
            n,
            who=who,
            # Votes of the previous release have no name of the round.
            round=say.t(vote.data.get("round_named", "round {n}"), n=number),
        )

    def details(self, say: Translator, vote: VoteRow) -> str:
        if "seen" not in vote.data:
            return ""
        if vote.data["seen"]:
            return say.t("Something hidden has been revealed since then. Everything drawn will be drawn again.")
        return say.t("No one has seen anything hidden.")

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> MoveResult:
        alone = user_id == table.info.seats[vote.asker].user_id
        calls = (
            turn_notification_decisions.CallPolicy.NOT_ACTOR if alone else turn_notification_decisions.CallPolicy.AFRESH
        )
        return await self._undo.go_back(table, vote.asker, user_id, vote.data["restores"], calls)


class Pause(VoteKind):
    """A vote on a pause, which stops clocks, reminders and computers."""

    silence_means_yes, voting_seconds, may_act_alone = True, DAY, True
    label = N_("Pause")
    description = N_(
        "Clocks stop, I send no reminders, and computers don't move. You can still move; anyone can resume."
    )
    #: The maximum and default number of days. 0 days means that the pause lasts until a player resumes the match.
    MOST, USUAL = 14, 7

    def __init__(self, pausing: Pausing) -> None:
        self._pausing = pausing

    async def is_offered(self, table: Table, seat: int) -> bool:
        return table.info.paused_at is None

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if table.info.paused_at is not None:
            raise Refusal(N_("This match is already paused."))
        if arguments.get("days") == 0:
            return {"days": 0}
        return {"days": _chosen_number(arguments, "days", self.USUAL, self.MOST)}

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, days = say.seat(vote.asker), vote.data["days"]
        if not days:
            return say.t("{who} asks to pause the match until someone resumes it.", who=who)
        return say.n(
            "{who} asks to pause the match for {n} day.", "{who} asks to pause the match for {n} days.", days, who=who
        )

    def details(self, say: Translator, vote: VoteRow) -> str:
        return say.t(self.description)

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        until = await self._pausing.pause(tx, table.info, vote.data["days"] * DAY or MAX_PAUSE)
        sentence = N_(
            "The match is paused until {until}. *Resume* in the panel or `/table resume` ends the pause earlier."
        )
        await match_posts.notice(tx, table.info.id, sentence, now=now, until=f"<t:{until}:f>")


#: From this number of days on, time is told in days.
MIN_DAYS = 2


def whole_days(hours: int) -> int:
    """Return a number of hours in days if people would count it in days; otherwise 0."""
    days, rest = divmod(hours, 24)
    return 0 if rest or days < MIN_DAYS else days


def hours_words(say: Translator, hours: int) -> str:
    """Return a number of hours as text, in days if people would count it in days."""
    days = whole_days(hours)
    return say.n("{n} day", "{n} days", days) if days else say.n("{n} hour", "{n} hours", hours)


class Extend(VoteKind):
    """A vote on more time for the players whose turn it is."""

    silence_means_yes, voting_seconds, may_act_alone = True, DAY, True
    label = N_("More time")
    description = N_("Everyone whose turn it is gets that much more time.")
    #: The maximum and default number of hours.
    MOST, USUAL = 14 * 24, 24

    def __init__(self, pausing: Pausing) -> None:
        self._pausing = pausing

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return {"hours": _chosen_number(arguments, "hours", self.USUAL, self.MOST)}

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        time = hours_words(say, vote.data["hours"])
        return say.t("{who} asks for {time} more for everyone whose turn it is.", who=say.seat(vote.asker), time=time)

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        hours = vote.data["hours"]
        await self._pausing.extend(tx, table.info, hours * HOUR)
        days = whole_days(hours)
        sentence = N_("Everyone whose turn it is has {hours} h more.")
        in_days = N_("Everyone whose turn it is has {days} more days.")
        await match_posts.notice(tx, table.info.id, in_days if days else sentence, now=now, hours=hours, days=days)


class EndTogether(VoteKind):
    """A vote on ending the match early, as a draw or without a result."""

    #: The kind of the journal entry that ends the match.
    entry: ClassVar[str]

    async def is_offered(self, table: Table, seat: int) -> bool:
        return sum(seat_info.is_human and seat_info.computer is None for seat_info in table.info.seats) > 1

    def __init__(self, play: Play) -> None:
        self._play = play

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        row = JournalRow(table.info.seq + 1, now, self.entry, vote.asker, user_id)
        await self._play.finish_match(tx, table.info, row)


class DrawVote(EndTogether):
    """A vote on a draw. The games' rules have no draw, so only the players can agree on one (see docs/adr)."""

    entry = "draw"
    label = N_("A draw")
    description = N_("The match ends, and no one wins or loses.")

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        return say.t("{who} offers a draw.", who=say.seat(vote.asker))

    def details(self, say: Translator, vote: VoteRow) -> str:
        return say.t(self.description)


class EndEarly(EndTogether):
    """A vote on ending the match without a result."""

    entry = "agreed"
    label = N_("End the match")
    description = N_("The match ends without a result.")

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        return say.t("{who} asks to end the match without a result.", who=say.seat(vote.asker))


class AboutSeat(VoteKind):
    """A vote about another player's seat. That player isn't asked, but may refuse."""

    #: The question above the menu of seats.
    question: ClassVar[str]

    @abstractmethod
    async def seats(self, table: Table, seat: int) -> list[int]:
        """Return the seats that this seat may currently choose for such a vote."""

    async def is_offered(self, table: Table, seat: int) -> bool:
        return bool(await self.seats(table, seat))


class ConcedeTogether(AboutSeat):
    """A vote on whether all other players concede to one winner. The rules have no such end, so players must agree."""

    label = N_("Concede together")
    description = N_("The match ends, and one player wins: everyone else concedes.")
    question = N_("Who wins?")

    def __init__(self, play: Play) -> None:
        self._play = play

    async def seats(self, table: Table, seat: int) -> list[int]:
        """Return the seats that could win if all others concede.

        Apart from the proposer and the winner, there must be another player who isn't away, because someone must agree.
        """
        seats = table.info.seats
        present_seats = {other_seat.seat for other_seat in seats if other_seat.is_there} - {seat}
        return [
            other_seat.seat for other_seat in seats if other_seat.seat != seat and present_seats - {other_seat.seat}
        ]

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        number, seats = arguments.get("seat"), await self.seats(table, seat)
        if not seats:
            raise Refusal(N_("You need at least two others for that: one who wins and one who agrees."))
        if number not in seats:
            raise Refusal(N_("Choose who wins when all others concede: `/table ask` shows a menu."))
        return {"to": number}

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, other = say.seat(vote.asker), say.seat(vote.data["to"])
        return say.t("{who} asks everyone to concede to {other}.", who=who, other=other)

    def details(self, say: Translator, vote: VoteRow) -> str:
        other = say.seat(vote.data["to"])
        return say.t("The match ends, and {other} wins. {other} can refuse.", other=other)

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        row = JournalRow(table.info.seq + 1, now, "conceded", vote.data["to"], user_id)
        await self._play.finish_match(tx, table.info, row)


class AboutLate(AboutSeat):
    """A vote about a late player's seat."""

    may_act_alone = True
    question = N_("Whose seat?")

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        number: int | None = arguments.get("seat")
        late = await self.seats(table, seat)
        if number is None and len(late) == 1:
            number = late[0]
        if number not in late:
            raise Refusal(N_("You can ask that about a player who has kept the match waiting for three days."))
        return {"seat": number}

    async def seats(self, table: Table, seat: int) -> list[int]:
        """Return the late seats of other players."""
        read, info, now = self._repo.store.read, table.info, self._repo.clock.now()
        return [
            other_seat.seat
            for other_seat in info.seats
            if other_seat.seat != seat and await is_late(read, info.id, other_seat, now)
        ]


class NewPlayer(AboutLate):
    """A vote on opening a late player's seat to a new player."""

    label = N_("New player")
    description = N_("A new player can take the seat of a player who is late.")

    def __init__(self, repo: MatchRepository, seat_transfer: SeatTransfer) -> None:
        super().__init__(repo)
        self._seat_transfer = seat_transfer

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, other = say.seat(vote.asker), say.seat(vote.data["seat"])
        return say.t("{who} asks to open {other}'s seat to a new player.", who=who, other=other)

    def details(self, say: Translator, vote: VoteRow) -> str:
        other = say.seat(vote.data["seat"])
        return say.t("The new player gets everything in it. {other} can refuse or make a move.", other=other)

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        asker = table.info.seats[vote.asker].user_id
        number: int = vote.data["seat"]
        await self._seat_transfer.open_seat(table.info, table.info.seats[number], asker)


class HandOverVote(AboutLate):
    """A vote on letting a computer play for a late player until they are back."""

    label = N_("Computer takes over")
    description = N_("A computer plays for a player who is late, until they return.")

    def __init__(self, repo: MatchRepository, computers: Computers) -> None:
        super().__init__(repo)
        self._computers = computers

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, other = say.seat(vote.asker), say.seat(vote.data["seat"])
        return say.t("{who} asks for a computer to play for {other} until they return.", who=who, other=other)

    def details(self, say: Translator, vote: VoteRow) -> str:
        return say.t("{other} can refuse or make a move.", other=say.seat(vote.data["seat"]))

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        number: int = vote.data["seat"]
        await self._computers.stand_in(table.info, table.info.seats[number], UNTIL_RETURN)


class ComeBack(VoteKind):
    """A vote on giving a former player their seat back. The seat's current player is asked like everyone else."""

    label = N_("Come back")
    description = N_("A player who has left returns to the same seat.")

    def __init__(self, seat_transfer: SeatTransfer) -> None:
        self._seat_transfer = seat_transfer

    async def is_offered(self, table: Table, seat: int) -> bool:
        return False  # only someone without a seat can propose this

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        who, other = f"<@{vote.data['user']}>", say.seat(vote.data["back"])
        return say.t("{who} used to sit in {other}'s seat and asks to play there again.", who=who, other=other)

    async def execute(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int) -> None:
        number: int = vote.data["back"]
        await self._seat_transfer.return_seat(
            table.info, table.info.seats[number], vote.data["user"], vote.data["name"]
        )


#: The saved name of the only kind of vote that someone without a seat can start.
COME_BACK_KIND = "come back"
#: The kinds of votes that players can start, by their saved names, in the order of the menus.
VOTE_KINDS: dict[str, type[VoteKind]] = {
    match_posts.UNDO_VOTE: GoBack,
    PAUSE_VOTE: Pause,
    "extend": Extend,
    "replace": NewPlayer,
    "hand": HandOverVote,
    "draw": DrawVote,
    "end": EndEarly,
    "concede": ConcedeTogether,
}
