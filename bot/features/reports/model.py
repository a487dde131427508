"""The database row of a report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report, without the match's file."""

    id: int
    match_id: int
    #: The last journal entry of the match when the report was made.
    seq: int
    user_id: int
    at: int
    words: str
    answer: str | None = None
    answered_at: int | None = None
    #: When the answer reached the author; None if it has not.
    told_at: int | None = None
