"""The database row of a problem report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report, without the file of its match."""

    id: int
    match_id: int
    #: The number of the match's last journal entry when the report was made.
    seq: int
    user_id: int
    at: int
    words: str
    answer: str | None = None
    answered_at: int | None = None
    #: When the answer was delivered to the report's author; None if it has not been delivered.
    told_at: int | None = None
