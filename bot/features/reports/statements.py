"""SQL statements for players' problem reports and the operator's answers."""

from __future__ import annotations

from sqlalchemy import func, insert, select, update

from bot.features.reports.model import ReportRow
from bot.store.statements.rows import pack, unpack
from bot.store.tables import reports
from bot.store.transactions import Reader, Transaction

_REPORT = select(*(reports.c[name] for name in ReportRow.__slots__))
_UNDELIVERED_ANSWER = (reports.c.answer.is_not(None), reports.c.told_at.is_(None))


async def add(tx: Transaction, match_id: int, seq: int, user_id: int, words: str, file: bytes | None, now: int) -> int:
    """Save a report together with the file of its match; return the report's number."""
    row = {"match_id": match_id, "seq": seq, "user_id": user_id, "at": now, "words": words}
    return await tx.insert(insert(reports), row | {"file": None if file is None else pack(file)})


async def get(db: Reader, number: int) -> ReportRow | None:
    """Return a report; None if there is no report with this number."""
    if not 0 < number < 2**63:
        return None
    row = await db.one(_REPORT.where(reports.c.id == number))
    return None if row is None else ReportRow(*row)


async def listed(db: Reader, *, answered: bool) -> list[ReportRow]:
    """Return the open reports or, if `answered` is True, all reports, oldest first."""
    query = _REPORT if answered else _REPORT.where(reports.c.answer.is_(None))
    return [ReportRow(*row) for row in await db.all(query.order_by(reports.c.id))]


async def first_open(db: Reader, limit: int) -> list[ReportRow]:
    """Return up to `limit` open reports, oldest first."""
    waiting = _REPORT.where(reports.c.answer.is_(None)).order_by(reports.c.id).limit(limit)
    return [ReportRow(*row) for row in await db.all(waiting)]


async def count_open(db: Reader) -> int:
    """Return the number of open reports."""
    return await db.value(select(func.count()).select_from(reports).where(reports.c.answer.is_(None)))


async def count_of(db: Reader, match_id: int) -> int:
    """Return the number of open reports about a match."""
    waiting = select(func.count()).select_from(reports).where(reports.c.match_id == match_id)
    return await db.value(waiting.where(reports.c.answer.is_(None)))


async def open_of(db: Reader, match_id: int, user_id: int, after: int) -> ReportRow | None:
    """Return a user's latest open report about a match if it was made after `after`; otherwise, None."""
    query = _REPORT.where(reports.c.match_id == match_id, reports.c.user_id == user_id, reports.c.at > after)
    row = await db.one(query.where(reports.c.answer.is_(None)).order_by(reports.c.id.desc()).limit(1))
    return None if row is None else ReportRow(*row)


async def file(db: Reader, number: int) -> bytes | None:
    """Return the file with the match as it was when a report was made; None if the match had not begun."""
    packed_file = await db.value(select(reports.c.file).where(reports.c.id == number))
    return None if packed_file is None else unpack(packed_file)


async def answer(tx: Transaction, number: int, words: str, now: int) -> None:
    """Save the operator's answer to a report and mark it as undelivered."""
    await tx.run(update(reports).where(reports.c.id == number).values(answer=words, answered_at=now, told_at=None))


async def people_with_undelivered_answers(db: Reader) -> frozenset[int]:
    """Return the users with reports whose answers have not been delivered."""
    return frozenset(row.user_id for row in await db.all(select(reports.c.user_id).where(*_UNDELIVERED_ANSWER)))


async def undelivered_answers(db: Reader, user_id: int) -> list[ReportRow]:
    """Return a user's reports whose answers have not been delivered, oldest first."""
    query = _REPORT.where(reports.c.user_id == user_id, *_UNDELIVERED_ANSWER).order_by(reports.c.id)
    return [ReportRow(*row) for row in await db.all(query)]


async def mark_delivered(tx: Transaction, number: int, now: int) -> None:
    """Save that the answer to a report was delivered."""
    await tx.run(update(reports).where(reports.c.id == number).values(told_at=now))
