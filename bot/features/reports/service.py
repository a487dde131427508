"""Players' problem reports.

Each report is saved together with the match as it was when the report was made, and is answered by the operator. Only
the operator sees the saved match.
"""

from __future__ import annotations

from bot.app.clock import HOUR
from bot.features.reports import statements as reports
from bot.features.reports.model import ReportRow
from bot.matches import quotas
from bot.matches.match_files import with_digest
from bot.matches.repository import MatchRepository
from bot.matches.transaction_hook import TransactionHook
from bot.matches.ttl_cache import CachedValue
from bot.store import outbox
from bot.store.statements import matches, settings_audit_log
from bot.store.statements.rows import EVERYWHERE
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.transactions import Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Minimum number of seconds between two reports by the same person about the same match, as long as the first one is
#: unanswered.
MIN_REPORT_INTERVAL = HOUR
#: Maximum number of characters in an answer.
MAX_ANSWER_LENGTH = 1_500
#: Name in the audit log of the action that answers a report.
ANSWERED_ACTION = "answered"


class Reports:
    """Stores reports, and queues the answers to their authors."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo
        #: The ids of people with undelivered answers, and the number of open reports. Both are cached for a minute.
        self._undelivered = CachedValue(lambda: reports.people_with_undelivered_answers(repo.store.read))
        self._open = CachedValue(lambda: reports.count_open(repo.store.read))

    def forget(self) -> None:
        """Clear the cached ids of people with undelivered answers, and the cached number of open reports."""
        self._undelivered.invalidate()
        self._open.invalidate()

    async def make(self, match_id: int, user_id: int, words: str) -> int:
        """Save a report together with the current state of its match; return the report's number."""
        repo, sentence = self._repo, quotas.checked_sentence(words)
        async with repo.lock_match(match_id) as tx:
            info, now = await repo.get(match_id), repo.clock.now()
            open_report = await reports.open_of(tx, info.id, user_id, now - MIN_REPORT_INTERVAL)
            if open_report is not None and open_report.at <= now:
                raise Refusal(
                    N_("Your report {n} about this match is less than an hour old; please wait for the answer."),
                    n=open_report.id,
                )
            saved = await matches.state(tx, info.id)
            file = None if saved is None else with_digest(saved[1])
            number = await reports.add(tx, info.id, info.seq, user_id, sentence, file, now)
            await outbox.enqueue(tx, info.id, [outbox.Post("report", {"report": number})], now=now)
        self.forget()
        return number

    async def get(self, number: int) -> ReportRow | None:
        """Return a report; None if there is no report with this number."""
        return await reports.get(self._repo.store.read, number)

    async def first_open(self, limit: int) -> list[ReportRow]:
        """Return up to `limit` open reports, oldest first."""
        return await reports.first_open(self._repo.store.read, limit)

    async def count_of(self, match_id: int) -> int:
        """Return the number of open reports about a match."""
        return await reports.count_of(self._repo.store.read, match_id)

    async def answer(self, number: int, words: str, *, by: int | None = None) -> ReportRow:
        """Answer a report.

        The answer is sent to the report's author as a private message; if that fails, they see it when they next use a
        command. If `by` is given, this owner is recorded in the audit log, and an existing answer is not replaced.
        Raises Refusal.
        """
        sentence = words.strip()
        if not sentence or len(sentence) > MAX_ANSWER_LENGTH:
            raise Refusal(N_("An answer can have 1 to {most} characters."), most=MAX_ANSWER_LENGTH)
        repo, report = self._repo, await self.get(number)
        if report is None:
            raise Refusal(N_("There's no report {n}."), n=number)
        async with repo.store.lock_match(report.match_id) as tx:
            now, stored_report = repo.clock.now(), await reports.get(tx, number)
            if stored_report is None:
                raise Refusal(N_("There's no report {n}."), n=number)
            if by is not None:
                if stored_report.answer is not None:
                    raise Refusal(N_("Report {n} has already been answered."), n=number)
                await settings_audit_log.save(tx, EVERYWHERE, ChangeRow(by, now, ANSWERED_ACTION, number))
            await reports.answer(tx, number, sentence, now)
            await outbox.enqueue(tx, report.match_id, [outbox.Post("answer", {"report": number})], now=now)
        self.forget()
        return report

    def mark_delivered(self, report: ReportRow) -> TransactionHook:
        """Return a transaction hook that saves that the answer was delivered to the report's author."""

        async def save(tx: Transaction) -> None:
            await reports.mark_delivered(tx, report.id, self._repo.clock.now())

        return save

    async def save_delivered(self, report: ReportRow) -> None:
        """Save immediately that the answer was delivered to the report's author."""
        async with self._repo.store.write() as tx:
            await reports.mark_delivered(tx, report.id, self._repo.clock.now())
        self.forget()

    async def undelivered_answers(self, user_id: int) -> list[ReportRow]:
        """Return a user's reports whose answers have not been delivered.

        Few users have such reports, so the ids of these users are cached for a minute.
        """
        people = await self._undelivered.get()
        return await reports.undelivered_answers(self._repo.store.read, user_id) if user_id in people else []

    async def remarks(self) -> list[str]:
        """Return a list with a line about the number of unanswered reports; empty if there are none."""
        waiting = await self.waiting()
        what = "1 report waits" if waiting == 1 else f"{waiting} reports wait"
        return [f"{what} for an answer: tenebrae report list"] if waiting else []

    async def waiting(self) -> int:
        """Return the number of open reports, which may be up to a minute old."""
        return await self._open.get()
