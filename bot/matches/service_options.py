"""Options of a match service: settings of hosts, and parts that tests replace."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.matches.quota_overrides import QUOTAS
from bot.matches.settings.retention_periods import RetentionPeriods

#: Limits for services without settings.
NO_CAPS: Mapping[str, float] = dict.fromkeys(QUOTAS, 0)


def new_seed() -> str:
    """Return the secret seed of a match's randomness."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """The options of a match service."""

    #: The most matches that stay in memory.
    keep: int = 64
    #: Makes the secret seeds of matches.
    seed: Callable[[], str] = new_seed
    #: Seconds before players who were recently present are called.
    grace: int = 0
    #: Seconds without a move before posts are edited.
    pause: int = 0
    #: The default limits by name.
    caps: Mapping[str, float] = field(default_factory=lambda: NO_CAPS)
    kept: RetentionPeriods = field(default_factory=RetentionPeriods)
    #: The number of another release, for tests.
    number: int | None = None


DEFAULTS = ServiceOptions()
