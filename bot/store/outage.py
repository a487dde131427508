"""What the log says when the database fails: one line when that begins, one when it is over."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError

from bot.store.connection import FAULTS, plain
from bot.store.errors import StoreError

log = logging.getLogger(__name__)


class Outage:
    """Whether the database can't be read, or can't be written, just now."""

    def __init__(self, what: str) -> None:
        """`what` is the word for what can't be done: read, or written."""
        self._what = what
        #: Why the last try failed; None when it got through.
        self.why: str | None = None

    @contextmanager
    def watched(self) -> Generator[None]:
        """Watch whether the block, which reads or writes, gets through. All errors pass."""
        try:
            yield
        except IntegrityError:
            raise  # that is about what was to be written
        except StoreError as error:
            # Others are about what was to be done, not about the database.
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
