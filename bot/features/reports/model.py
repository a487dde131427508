"""The row of a report, as a record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report, without the match's file."""

    id: int
    match_id: int
    #: The journal entry at that time.
    seq: int
    user_id: int
    at: int
    words: str
    answer: str | None = None
    answered_at: int | None = None
    #: When the author got the answer.
    told_at: int | None = None
