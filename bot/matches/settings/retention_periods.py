"""How long data is kept, according to the host's settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetentionPeriods:
    """Retention periods in days; 0 means no limit."""

    #: For matches with all their data, and for cups: days after their end.
    matches: int = 0
    #: For reports: days after they were answered.
    reports: int = 0
    #: For open tables: days after their end.
    seeks: int = 30
    #: For the data of servers: days after the bot has left the server.
    servers: int = 90
