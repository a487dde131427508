"""Database failures in the log: one line when one begins, one when it is over."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError

from bot.store.connection import FAULTS, plain
from bot.store.errors import StoreError

log = logging.getLogger(__name__)


class Outage:
    """Whether reading or writing the database currently fails."""

    def __init__(self, what: str) -> None:
        """`what` is the word for the failing operation: read, or written."""
        self._what = what
        #: Why the last attempt failed; None after a success.
        self.why: str | None = None

    @contextmanager
    def watched(self) -> Generator[None]:
        """Watch the success of a reading or writing block. All errors propagate."""
        try:
            yield
        except IntegrityError:
            raise  # the error is about the data to write
        except StoreError as error:
            # Other errors are about the request, not about the database.
            if isinstance(error.__cause__, FAULTS):
                self._begins(error.__cause__)
            raise
        except FAULTS as error:
            self._begins(error)
            raise
        if self.why is not None:
            self.why = None
            log.warning("the database can be %s again", self._what)

    def _begins(self, error: Exception) -> None:
        told, self.why = self.why, plain(error)
        if told is None:
            log.error("the database can't be %s until further notice: %s", self._what, self.why)
