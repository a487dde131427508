"""Options of the match service: the host's settings, and parts that tests replace."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.matches.quota_overrides import QUOTAS
from bot.matches.settings.retention_periods import RetentionPeriods

#: The limits of a service without settings: everything is unlimited.
NO_CAPS: Mapping[str, float] = dict.fromkeys(QUOTAS, 0)


def new_seed() -> str:
    """Return a new secret random seed for a match."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """The options of the match service."""

    #: How many matches are cached in memory.
    keep: int = 64
    #: The function that returns the secret random seeds of matches.
    seed: Callable[[], str] = new_seed
    #: Players who have just been active are notified only after this many seconds.
    grace: int = 0
    #: Posts are edited only after this many seconds without a move.
    pause: int = 0
    #: The default limits, by the name of the setting.
    caps: Mapping[str, float] = field(default_factory=lambda: NO_CAPS)
    kept: RetentionPeriods = field(default_factory=RetentionPeriods)
    #: The number of another release, for tests; None stands for this release's own number.
    number: int | None = None


DEFAULTS = ServiceOptions()
