"""How long data is kept, by the host's settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetentionPeriods:
    """Retention periods in days; 0 means no limit."""

    #: For matches with all their data and for cups, after their end.
    matches: int = 0
    #: For reports, after their answer.
    reports: int = 0
    #: For open tables, after their end.
    seeks: int = 30
    #: For the data of servers, after the bot has left them.
    servers: int = 90
