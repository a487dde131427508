"""Votes: a player proposes something, and all other players must agree.

Computers and absent players aren't asked. Play continues during a vote. A single no ends the vote. Whether a missing
answer means yes depends on the kind of vote (see `bot.matches.votes.vote_kinds`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.matches import quotas, refusals
from bot.matches.repository import MatchRepository
from bot.matches.seats import player_blocks
from bot.matches.service_results import GM_KIND, MatchInfo, MoveResult, Table, Vote
from bot.matches.votes.vote_kinds import COME_BACK_KIND, VoteKind
from bot.notifications import match_posts
from bot.store import work_queue
from bot.store.statements import seat_history, votes
from bot.store.statements.rows import VoteRow
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: A seat may start MAX_REQUESTS unsuccessful votes within REQUEST_WINDOW seconds, because each vote pings all players.
MAX_REQUESTS, REQUEST_WINDOW = 2, 600
TOO_MANY_REQUESTS = N_("You've asked the table often lately. You can ask again in {minutes} min.")
#: The number saved as the proposer's seat if the proposer has no seat in the match.
NO_SEAT = -1
VOTE_CLOSED = N_("That vote is no longer open.")


class Votes:
    """Starts votes, saves the answers, and executes what was agreed."""

    def __init__(self, repo: MatchRepository, kinds: Mapping[str, VoteKind]) -> None:
        self._repo = repo
        #: The kinds of votes, by name.
        self.kinds = dict(kinds)

    async def get(self, vote_id: int) -> Vote | None:
        """Return a vote, whatever its status; None if there is no such vote."""
        row = await votes.one(self._repo.store.read, vote_id)
        return None if row is None else Vote.from_row(row, await self._repo.get(row.match_id))

    async def ask(self, match_id: int, user_id: int, kind: str, **arguments: Any) -> Vote | MoveResult:
        """Start a vote. If there is no one to ask, execute the proposal at once.

        Return the vote, or the position that results from the proposal.
        """
        repo = self._repo
        async with repo.lock_match(match_id) as tx:
            table, seat = await repo.match_and_playing_seat(match_id, user_id)
            info, now = table.info, repo.clock.now()
            vote_kind = self.kinds.get(kind)
            if vote_kind is None:
                raise Refusal(N_("You can't ask that in this match."))
            data = await vote_kind.prepare(table, seat, arguments)
            if await votes.still_open(tx, info.id, kind):
                raise Refusal(N_("I'm already asking the table that and waiting for answers."))
            vote = VoteRow(0, info.id, kind, seat, info.seq, data, (seat,), "open", now, now + vote_kind.voting_seconds)
            if not Vote.from_row(vote, info).voters:
                _check_alone(info, seat, vote_kind)
                return await self._carry_out(tx, table, vote, user_id)
            request_times = await votes.times_since(tx, info.id, seat, now - REQUEST_WINDOW)
            quotas.check_rate(request_times, now, limit=MAX_REQUESTS, span=REQUEST_WINDOW, sentence=TOO_MANY_REQUESTS)
            vote = replace(vote, id=await votes.add(tx, vote, repo.versions[info.game]))
            await match_posts.vote(tx, vote, now)
            await work_queue.schedule(tx, "times", [info.id], vote.ends_at, now)
            return Vote.from_row(vote, info)

    async def ask_back(self, match_id: int, user_id: int, name: str) -> Vote:
        """Start a vote on whether a former player gets their seat back."""
        repo = self._repo
        async with repo.lock_match(match_id) as tx:
            info, now = await repo.get(match_id), repo.clock.now()
            if info.status != "playing":
                raise refusals.not_playing(info.status, info.error_id)
            former_seats = [
                one.seat for one in await seat_history.of_match(repo.store.read, info.id) if one.user_id == user_id
            ]
            if info.seat_of(user_id) is not None or not former_seats:
                raise refusals.not_seated()
            seat = info.seats[former_seats[-1]]
            if seat.open_since is not None:
                raise Refusal(
                    N_("That seat is open. Press *{take}* in the channel."),
                    take=Translator(info.locale).t("Take the seat"),
                )
            await player_blocks.check_seat(tx, user_id, [one.user_id for one in info.seats if one.seat != seat.seat])
            if await votes.still_open(tx, info.id, COME_BACK_KIND):
                raise Refusal(N_("I'm already asking the table that and waiting for answers."))
            request_times = await votes.times_since(tx, info.id, NO_SEAT, now - REQUEST_WINDOW)
            quotas.check_rate(request_times, now, limit=MAX_REQUESTS, span=REQUEST_WINDOW, sentence=TOO_MANY_REQUESTS)
            data = {"user": user_id, "name": name, "back": seat.seat}
            ends = now + self.kinds[COME_BACK_KIND].voting_seconds
            vote = VoteRow(0, info.id, COME_BACK_KIND, NO_SEAT, info.seq, data, (), "open", now, ends)
            if seat.seat not in Vote.from_row(vote, info).voters:
                raise Refusal(N_("The player in that seat isn't here to agree. Ask again when they're back."))
            vote = replace(vote, id=await votes.add(tx, vote, repo.versions[info.game]))
            await match_posts.vote(tx, vote, now)
            await work_queue.schedule(tx, "times", [info.id], vote.ends_at, now)
            return Vote.from_row(vote, info)

    async def answer(self, match_id: int, user_id: int, yes: bool, vote_id: int | None = None) -> Vote | MoveResult:
        """Answer a vote, by default the oldest open one. The last yes executes the proposal; any no ends the vote."""
        repo = self._repo
        async with repo.lock_match(match_id) as tx:
            table, seat = await repo.match_and_playing_seat(match_id, user_id)
            info = table.info
            open_votes = await votes.still_open(tx, info.id)
            vote = next(
                (
                    open_vote
                    for open_vote in open_votes
                    if vote_id in (None, open_vote.id) and open_vote.kind != GM_KIND
                ),
                None,
            )
            if vote is None:
                raise Refusal(VOTE_CLOSED)
            if not yes:
                return await self._refuse(tx, info, vote, seat)
            if seat in vote.agreed:
                raise Refusal(N_("You've already agreed. The others must answer."))
            vote = replace(vote, agreed=(*vote.agreed, seat))
            if not Vote.from_row(vote, info).missing:
                return await self._carry_out(tx, table, vote, user_id)
            await votes.save(tx, vote)
            await match_posts.vote(tx, vote, repo.clock.now())
            return Vote.from_row(vote, info)

    async def end_expired(self, match_id: int) -> None:
        """End a match's expired votes. For some kinds of votes, missing answers mean yes."""
        repo = self._repo
        try:
            async with repo.lock_match(match_id) as tx:
                info = await repo.get(match_id)
                if info.status != "playing" or info.parked_at is not None:
                    return
                await votes.close_unreadable(tx, match_id)
                for vote in await self._over(tx, info):
                    info = await repo.get(match_id)
                    await self._end(tx, Table(info, await repo.position(info)), vote)
        except Refusal:
            # The proposal is no longer possible.
            async with repo.lock_match(match_id) as tx:
                info = await repo.get(match_id)
                for vote in await self._over(tx, info):
                    await match_posts.close_vote(tx, vote, "lapsed", repo.clock.now())

    async def _over(self, tx: Transaction, info: MatchInfo) -> list[VoteRow]:
        now = self._repo.clock.now()
        return [vote for vote in await votes.still_open(tx, info.id) if vote.ends_at <= now]

    async def _end(self, tx: Transaction, table: Table, vote: VoteRow) -> None:
        """End an expired vote."""
        info, kind = table.info, self.kinds.get(vote.kind)
        now = self._repo.clock.now()
        if kind is not None and (kind.silence_means_yes or _all_agree(info, vote)):
            await self._carry_out(tx, table, vote, None)
            return
        await match_posts.close_vote(tx, vote, "lapsed", now, why="time")
        if vote.asker == NO_SEAT:
            await match_posts.notice(tx, info.id, N_("Not everyone has answered, so nothing changes."), now=now)
            return
        await match_posts.notice(tx, info.id, N_("Not everyone has answered {who}, so nothing changes."),
                             now=now, people={"who": vote.asker})  # fmt: skip

    async def _carry_out(self, tx: Transaction, table: Table, vote: VoteRow, user_id: int | None) -> Vote | MoveResult:
        """Execute what was agreed, and close the vote if it was saved and posted."""
        now = self._repo.clock.now()
        if vote.id:
            await match_posts.close_vote(tx, vote, "done", now)
        result = await self.kinds[vote.kind].execute(tx, table, vote, user_id, now)
        return result or Vote.from_row(replace(vote, status="done"), table.info)

    async def _refuse(self, tx: Transaction, info: MatchInfo, vote: VoteRow, seat: int) -> Vote:
        now = self._repo.clock.now()
        is_asker = seat == vote.asker
        sentence = (
            N_("{who} has withdrawn the request.") if is_asker else N_("{who} doesn't agree, so nothing changes.")
        )
        closed = await match_posts.close_vote(tx, vote, "refused", now, by=seat)
        await match_posts.notice(tx, info.id, sentence, now=now, people={"who": seat})
        return Vote.from_row(closed, info)


def _all_agree(info: MatchInfo, vote: VoteRow) -> bool:
    """Return whether everyone who is asked has agreed, including at least one player other than the proposer."""
    return not Vote.from_row(vote, info).missing and len(vote.agreed) > 1


def _check_alone(info: MatchInfo, asker: int, kind: VoteKind) -> None:
    """Raise Refusal if there is no one to ask and the proposer may not decide alone."""
    away = any(seat.is_away and seat.computer is None for seat in info.seats if seat.seat != asker)
    if away and not kind.silence_means_yes:
        raise Refusal(N_("Everyone else is away, so no one can agree to that now."))
    if not kind.may_act_alone:
        raise Refusal(N_("There's no one else who could agree. The host can end the match with `/match end`."))
