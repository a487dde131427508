"""Logs database failures: one line when a failure starts, and one when it is over."""

from __future__ import annotations

import logging

from sqlalchemy.exc import IntegrityError

from bot.store.errors import StoreError
from bot.store.transactions import ENGINE_ERRORS, describe_error

log = logging.getLogger(__name__)


class Outage:
    """Tracks whether reading or writing the database currently fails."""

    def __init__(self, what: str) -> None:
        """`what` is "read" or "written", and completes the log line "the database can't be ..."."""
        self._what = what
        #: Why the last attempt failed; None if it succeeded.
        self.why: str | None = None

    def succeeded(self) -> None:
        """Record a success, which ends the failure."""
        if self.why is not None:
            self.why = None
            log.warning("the database can be %s again", self._what)

    def failed(self, error: Exception) -> None:
        """Record a failure, unless the request rather than the database caused it."""
        cause = error.__cause__ if isinstance(error, StoreError) else error
        if isinstance(error, IntegrityError) or not isinstance(cause, ENGINE_ERRORS):
            return
        before, self.why = self.why, describe_error(cause)
        if before is None:
            log.error("the database can't be %s until further notice: %s", self._what, self.why)
