"""Game masters: people who manage a match's channel. Their orders keep a match running, and require a public reason.

A game master learns nothing hidden. If they also play in the match, another player must agree to each order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.app.clock import DAY, HOUR
from bot.matches import quotas, refusals
from bot.matches.absence.seat_changes import FOR_THIS_TURN
from bot.matches.clocks.lateness import is_late
from bot.matches.clocks.pausing import Pausing
from bot.matches.game_masters.match_repair import Repair
from bot.matches.history.service import visible_seqs
from bot.matches.lobby.settings_checks import checked_name
from bot.matches.play.match_verification import APPENDED_KINDS
from bot.matches.play.service import Play
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import SUBSTITUTE_LEVEL
from bot.matches.seats.service import SeatTransfer
from bot.matches.service_results import FOR_FIELD, GM_KIND, MatchInfo, MoveResult, SeatInfo, Table, Vote
from bot.matches.votes.service import VOTE_CLOSED
from bot.matches.votes.vote_kinds import VoteKind, whole_days
from bot.notifications import match_posts
from bot.store.statements import archives, journal, matches, settings_audit_log, votes
from bot.store.statements.rows import ENDED_STATUSES, EVERYWHERE, JournalRow, VoteRow
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.transactions import Transaction
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The field that marks a saved order as given by the bot's owner.
OWNER_FIELD = "owner"
#: For each kind of order, the sentence that reports it in the channel and in the log.
ORDER_SENTENCES: dict[str, str] = {
    "pause": N_("{by} (game master) has paused the match until {time}: {reason}"),
    "resume": N_("{by} (game master) has resumed the match: {reason}"),
    "extend": N_("{by} (game master) has given {hours} h more to everyone whose turn it is: {reason}"),
    "undo": N_("{by} (game master) has set the match back to entry {entry}, from {time}: {reason}"),
    "repair": N_("{by} (game master) has repaired the match, which continues from where it was: {reason}"),
    "repairto": N_(
        "{by} (game master) has repaired the match, which continues from entry {entry}, from {time}: {reason}"
    ),
    "computer": N_("{by} (game master) lets a computer play {who}'s turn: {reason}"),
    "replace": N_("{by} (game master) has opened {who}'s seat to a new player: {reason}"),
    "end": N_("{by} (game master) has ended the match: {reason}"),
}
#: For each order, the question that another player must answer if the game master plays in the match.
ORDER_QUESTIONS: dict[str, str] = {
    "pause": N_("The match pauses until {time}."),
    "resume": N_("The match continues."),
    "extend": N_("Everyone whose turn it is gets {hours} h more."),
    "undo": N_("The match goes back to entry {entry}, from {time}, with new random draws."),
    "repair": N_("The frozen match continues from where it was, with new random draws."),
    "repairto": N_("The frozen match continues from entry {entry}, from {time}, with new random draws."),
    "computer": N_("A computer plays {who}'s turn."),
    "replace": N_("{who}'s seat opens to a new player."),
    "end": N_("The match ends without a result."),
}
#: For each kind of order, the sentence that reports it if the bot's owner gave it. The owner's name stays private.
OWNER_ORDER_SENTENCES: dict[str, str] = {
    "repair": N_("The bot's owner has repaired the match, which continues from where it was: {reason}"),
    "repairto": N_("The bot's owner has repaired the match, which continues from entry {entry}, from {time}: {reason}"),
    "end": N_("The bot's owner has ended the match without a result: {reason}"),
}
#: The sentence and the question of an extension that people would count in days.
_EXTEND_IN_DAYS = N_("{by} (game master) has given {days} days more to everyone whose turn it is: {reason}")
_EXTEND_IN_DAYS_QUESTION = N_("Everyone whose turn it is gets {days} days more.")
_NEW_SEED = N_("All randomness now comes from a new seed, sealed with SHA-256: {seal}")


@dataclass(frozen=True, slots=True)
class Order:
    """A game master's order and its reason. `about` has the order's arguments, such as the number of a seat."""

    verb: str
    reason: str
    by: str
    user_id: int
    about: Mapping[str, int]
    #: Whether the bot's owner gave the order.
    owner: bool = False

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Order | None:
        """Read an order that `to_json` has saved; return None if the data of a journal entry or vote isn't an order."""
        if data.get(GM_KIND) not in (OWNER_ORDER_SENTENCES if data.get(OWNER_FIELD) else ORDER_SENTENCES):
            return None
        return cls(data[GM_KIND], data["reason"], data["by"], data["user"], data["about"], data.get(OWNER_FIELD, False))

    def to_json(self) -> dict[str, Any]:
        """Return the order as JSON, to save it in the journal or in a vote."""
        data = {GM_KIND: self.verb, "reason": self.reason, "by": self.by, "user": self.user_id}
        return data | {"about": dict(self.about)} | ({OWNER_FIELD: True} if self.owner else {})

    @property
    def sentence(self) -> str:
        """The sentence that reports the order in the channel and in the log, as a message id."""
        if self.fields["days"]:
            return _EXTEND_IN_DAYS
        return (OWNER_ORDER_SENTENCES if self.owner else ORDER_SENTENCES)[self.verb]

    def as_text(self, say: Translator, safe: Callable[[str], str] = str) -> str:
        """Return the sentence that reports the order, who gave it and why; `safe` escapes names and reasons."""
        return say.t(self.sentence, by=safe(self.by), reason=safe(self.reason), who=self._who(say), **self.fields)

    def proposal_text(self, say: Translator) -> str:
        """Return the question to another player: a sentence that says what happens if they agree to the order."""
        question = _EXTEND_IN_DAYS_QUESTION if self.fields["days"] else ORDER_QUESTIONS[self.verb]
        return say.t(question, who=self._who(say), **self.fields)

    @property
    def fields(self) -> dict[str, Any]:
        """The values of the placeholders that stay the same in every language: a time, an entry number, hours and days.

        `days` is 0 unless people would count the hours in days.
        """
        about = self.about
        hours = about.get("hours", 0)
        return {
            "time": f"<t:{about.get('time', 0)}:f>",
            "entry": about.get("entry", 0),
            "hours": hours,
            "days": whole_days(hours),
        }

    def _who(self, say: Translator) -> str:
        return say.seat(self.about["seat"]) if "seat" in self.about else ""


class GameMasters:
    """Carries out the orders of game masters. The caller has checked that the user is a game master."""

    def __init__(
        self, repo: MatchRepository, play: Play, repair: Repair, pausing: Pausing, seat_transfer: SeatTransfer
    ) -> None:
        self._repo = repo
        self._play = play
        self._repair = repair
        self._pausing = pausing
        self._seat_transfer = seat_transfer
        self._verbs = {
            "pause": self._pause,
            "resume": self._resume,
            "extend": self._extend,
            "undo": self._set_back,
            "repair": self._set_back,
            "repairto": self._set_back,
            "computer": self._stand_in,
            "replace": self._replace,
            "end": self._end,
        }

    # -- orders -------------------------------------------------------------------------------------------

    async def order(
        self, match_id: int, user_id: int, name: str, verb: str, reason: str, **about: int | None
    ) -> MatchInfo | Vote:
        """Carry out an order or, if the game master plays in the match, ask another player to agree.

        Return the updated match, or the vote that asks the player.
        """
        return await self._given(match_id, _order(verb, reason, checked_name(name), user_id, about))

    async def order_as_owner(
        self, match_id: int, user_id: int, verb: str, reason: str, **about: int | None
    ) -> MatchInfo | Vote:
        """Carry out an order of the bot's owner, in any server, and record it in the owners' audit log."""
        return await self._given(match_id, replace(_order(verb, reason, "", user_id, about), owner=True))

    async def _given(self, match_id: int, order: Order) -> MatchInfo | Vote:
        repo, user_id = self._repo, order.user_id
        async with repo.lock_match(match_id) as tx:
            info = await repo.get(match_id)
            order = replace(order, about=await self._checked_arguments(info, order))
            if order.owner:
                row = ChangeRow(user_id, repo.clock.now(), order.verb, info.id)
                await settings_audit_log.save(tx, EVERYWHERE, row)
            seat = info.seat_of(user_id)
            if seat is None or info.status == "lobby" or not _has_other_players(info, seat):
                await self._verbs[order.verb](tx, info, order)
                return await repo.get(match_id)
            return await self._ask(tx, info, seat, order)

    async def _ask(self, tx: Transaction, info: MatchInfo, seat: int, order: Order) -> Vote:
        """Ask another player to agree to an order. An older order that is still waiting for agreement lapses."""
        now = self._repo.clock.now()
        data = order.to_json() | {"newest": len(await self.entries(info))}
        vote = VoteRow(0, info.id, GM_KIND, seat, info.seq, data, (seat,), "open", now, now + OrderVote.voting_seconds)
        if not Vote.from_row(vote, info).voters:
            raise Refusal(N_("You're playing in this match, so another player must agree, but no one can right now."))
        for old in await votes.still_open(tx, info.id, GM_KIND):
            await match_posts.close_vote(tx, old, "lapsed", now)
        vote = replace(vote, id=await votes.add(tx, vote, self._repo.versions[info.game]))
        await match_posts.vote(tx, vote, now)
        return Vote.from_row(vote, info)

    async def answer(self, match_id: int, user_id: int, yes: bool, vote_id: int) -> Vote:
        """Record an answer to a proposed order. One yes carries out the order; one no rejects it.

        A no from the game master who gave the order withdraws it.
        """
        repo = self._repo
        async with repo.lock_match(match_id) as tx:
            info, now = await repo.get(match_id), repo.clock.now()
            seat = info.seat_of(user_id)
            vote = next((one for one in await votes.still_open(tx, info.id, GM_KIND) if one.id == vote_id), None)
            if seat is None:
                raise refusals.not_seated()
            if seat in info.computers:
                raise refusals.handed_over()
            order = None if vote is None else Order.from_json(vote.data)
            if vote is None or order is None or vote.ends_at <= now:
                raise Refusal(VOTE_CLOSED)
            if not yes:
                is_asker = seat == vote.asker
                closed = await match_posts.close_vote(tx, vote, "refused", now, by=seat)
                sentence = N_("{who} has withdrawn the request.") if is_asker else N_("{who} doesn't agree.")
                await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat})
                return Vote.from_row(closed, info)
            if seat == vote.asker:
                raise Refusal(N_("Another player must agree."))
            if order.verb in ("undo", "repair", "repairto") and vote.data["newest"] != len(await self.entries(info)):
                raise refusals.stale_press()
            await self._checked_arguments(info, order)
            closed = await match_posts.close_vote(tx, replace(vote, agreed=(*vote.agreed, seat)), "done", now)
            await self._verbs[order.verb](tx, info, order)
            return Vote.from_row(closed, await repo.get(match_id))

    async def entries(self, info: MatchInfo) -> list[JournalRow]:
        """Return the public journal entries of a match. An entry number in an order is a position in this list,
        starting at 1.
        """
        rows = await journal.since(self._repo.store.read, info.id, 0)
        visible = visible_seqs(rows, info, None)
        return [row for row in rows if row.seq in visible]

    # -- possible orders ----------------------------------------------------------------------------------

    async def _checked_arguments(self, info: MatchInfo, order: Order) -> dict[str, int]:
        """Return an order's arguments and further values computed from them.

        Raises Refusal if the order is impossible now.
        """
        about = dict(order.about)
        _check_status(info, order.verb)
        match order.verb:
            case "undo" | "repairto":
                about["time"] = await self._time_of(info, about.get("entry", 0))
            case "pause":
                about["time"] = self._repo.clock.now() + about["days"] * DAY
            case "resume" if info.paused_at is None:
                raise Refusal(N_("This match isn't paused."))
            case "computer" | "replace":
                _check_seat(info, order.verb, about["seat"])
                if order.verb == "computer":
                    await self._check_late(info, info.seats[about["seat"]])
            case _:
                pass
        return about

    async def _check_late(self, info: MatchInfo, seat: SeatInfo) -> None:
        late = await is_late(self._repo.store.read, info.id, seat, self._repo.clock.now())
        if seat.waiting_since is None or not late:
            raise Refusal(N_("A computer can only play a late player's turn."))

    async def _time_of(self, info: MatchInfo, entry: int) -> int:
        """Return the time of this public entry. Raises Refusal if the match can't be set back to it."""
        rows = await self.entries(info)
        if not 1 <= entry <= len(rows):
            raise Refusal(N_("This match's log has entries 1 to {n}."), n=len(rows))
        if info.status == "playing" and entry == len(rows):
            raise Refusal(N_("The match is already there. Choose an earlier entry."))
        return rows[entry - 1].at

    # -- execution ----------------------------------------------------------------------------------------

    async def _announce(self, tx: Transaction, info: MatchInfo, order: Order, users: Sequence[int] = ()) -> None:
        now, about = self._repo.clock.now(), order.about
        await match_posts.notice(
            tx,
            info.id,
            order.sentence,
            now=now,
            people={"by": order.by, "reason": order.reason} | ({"who": about["seat"]} if "seat" in about else {}),
            mentioned=users,
            calls=bool(users),
            **order.fields,
        )

    async def _record_in_journal(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        """Write an order into the journal as an entry that doesn't change the position."""
        row = JournalRow(
            info.seq + 1,
            self._repo.clock.now(),
            GM_KIND,
            user_id=order.user_id,
            action=order.to_json(),
            restores=info.seq,
        )
        await archives.unpack_archive(tx, info.id, row.at)
        await matches.add_entry_without_move(tx, info.id)
        await journal.append(tx, info.id, row)
        self._repo.forget(info.id)

    async def _pause(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        until = await self._pausing.pause(tx, info, order.about["days"] * DAY)
        order = replace(order, about=dict(order.about) | {"time": until})
        await self._record_in_journal(tx, info, order)
        await self._announce(tx, info, order)

    async def _resume(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        users = await self._pausing.resume(tx, info)
        await self._record_in_journal(tx, info, order)
        await self._announce(tx, info, order, users)

    async def _extend(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        await self._pausing.extend(tx, info, order.about["hours"] * HOUR)
        await self._record_in_journal(tx, info, order)
        await self._announce(tx, info, order)

    async def _set_back(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        to = info.seq if order.verb == "repair" else await self._seq_of(info, order.about["entry"])
        try:
            position = await self._repair.rebuild_earlier(info, to)
        except Refusal:
            # Don't show the original message, because its entry numbers also count secret entries.
            raise Refusal(N_("The match can't continue from there. Choose an earlier entry.")) from None
        if position.over:
            raise Refusal(N_("The match was over there too. Choose an earlier entry."))

        async def tell(tx: Transaction, match: Match[Any]) -> None:
            await self._announce(tx, info, order)
            await match_posts.notice(
                tx, info.id, _NEW_SEED, now=self._repo.clock.now(), seal=match_posts.seal_of(match)
            )

        await self._repair.set_back(info, position, to, order.to_json(), tell, order.user_id)

    async def _seq_of(self, info: MatchInfo, entry: int) -> int:
        """Return the journal number of a public entry, or of the last automatic answer that was saved with it."""
        seq = (await self.entries(info))[entry - 1].seq
        rows = await journal.since(self._repo.store.read, info.id, seq - 1)
        for row, next_row in pairwise(rows):
            if next_row.kind not in APPENDED_KINDS or next_row.at != row.at:
                break
            seq = next_row.seq
        return seq

    async def _stand_in(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        seat = info.seats[order.about["seat"]]
        changed = replace(seat, computer=SUBSTITUTE_LEVEL, stand_in=FOR_THIS_TURN, stand_in_at=None, late_since=None)
        await self._reseat(info, changed, "hand", order, {"level": SUBSTITUTE_LEVEL, FOR_FIELD: FOR_THIS_TURN})

    async def _replace(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        seat, invited = info.seats[order.about["seat"]], order.about.get("invited")
        if invited is not None:
            await self._seat_transfer.check_newcomer(info, seat, invited)
        await self._announce(tx, info, order)
        await self._seat_transfer.open_seat(info, seat, order.user_id, invited=invited, action=order.to_json())

    async def _reseat(
        self, info: MatchInfo, seat: SeatInfo, kind: str, order: Order, extra_data: dict[str, Any]
    ) -> None:
        async def tell(tx: Transaction) -> None:
            await self._announce(tx, info, order)

        await self._repo.reseat(info, seat, kind, order.user_id, action=order.to_json() | extra_data, hook=tell)

    async def _end(self, tx: Transaction, info: MatchInfo, order: Order) -> None:
        row = JournalRow(info.seq + 1, self._repo.clock.now(), "end", user_id=order.user_id, action=order.to_json())
        await self._play.finish_match(tx, info, row)
        if info.status != "playing":  # finish_match announces only the end of a running match
            await self._announce(tx, info, order)


class OrderVote(VoteKind):
    """The vote on an order of a game master who plays in the match. `GameMasters` starts it and carries out the
    order.
    """

    label = N_("A game master's orders")
    description = N_("If a game master is playing in the match, their orders need another player's consent.")
    voting_seconds = DAY

    async def is_offered(self, table: Table, seat: int) -> bool:
        return False

    async def prepare(self, table: Table, seat: int, arguments: Mapping[str, Any]) -> dict[str, Any]:
        raise Refusal(N_("You can't ask that in this match."))  # only `/gm` starts such a vote

    def sentence(self, say: Translator, vote: VoteRow) -> str:
        return say.t(
            "{who} is playing in this match and asks for this as game master. Another player must agree:",
            who=say.seat(vote.asker),
        )

    def details(self, say: Translator, vote: VoteRow) -> str:
        order = Order.from_json(vote.data)
        return "" if order is None else order.proposal_text(say)

    def words(self, vote: VoteRow) -> str:
        order = Order.from_json(vote.data)
        return "" if order is None else order.reason

    async def execute(
        self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None, now: int
    ) -> MoveResult | None:
        return None  # an order that no one has answered has no effect


def _order(verb: str, reason: str, by: str, user_id: int, about: Mapping[str, int | None]) -> Order:
    """Return the order with the arguments that the user gave; arguments that are None are left out."""
    arguments = {key: value for key, value in about.items() if value is not None}
    verb_used = "repairto" if verb == "repair" and "entry" in arguments else verb
    return Order(verb_used, quotas.checked_sentence(reason), by, user_id, arguments)


def _check_status(info: MatchInfo, verb: str) -> None:
    """Raise Refusal if the match's status doesn't allow this order."""
    match verb:
        case "end" if info.status in ENDED_STATUSES:
            raise Refusal(N_("This match is over."))
        case "repair" | "repairto" if info.status != "frozen" or info.started_at is None:
            raise Refusal(N_("This match isn't frozen. `/gm undo` sets it back."))
        case "undo" if info.status == "frozen":
            raise Refusal(N_("This match is frozen. `/gm repair` brings it back."))
        case "undo" if info.started_at is None:
            raise refusals.not_playing("lobby", None)
        case "end" | "repair" | "repairto" | "undo":
            pass
        case _ if info.status != "playing":
            raise refusals.not_playing(info.status, info.error_id)
        case _:
            pass


def _check_seat(info: MatchInfo, verb: str, number: int) -> None:
    """Raise Refusal if this order can't apply to this seat."""
    if not 0 <= number < len(info.seats):
        raise Refusal(N_("This table has no such seat."))
    seat = info.seats[number]
    if not seat.is_human:
        raise Refusal(N_("That seat belongs to a computer."))
    if verb == "replace":
        if seat.open_since is not None:
            raise Refusal(N_("That seat is already open."))
    elif seat.computer is not None:
        raise Refusal(N_("That computer is already playing there."))


def _has_other_players(info: MatchInfo, seat: int) -> bool:
    """Return whether the match has a human player other than the one in this seat."""
    return any(other.is_human for other in info.seats if other.seat != seat)
