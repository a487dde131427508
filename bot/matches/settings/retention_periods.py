"""How long data is kept, by the host's settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetentionPeriods:
    """Retention periods in days after the end; 0 for no limit."""

    #: Finished matches with all their data, and cups.
    matches: int = 0
    #: Reports after their answer.
    reports: int = 0
    #: Open tables after their end.
    seeks: int = 30
    #: Data of servers that the bot has left.
    servers: int = 90
