"""Rules for archived and locked threads.

Documented under "Threads" ("Active & Archived Threads") and "Opcodes and Status Codes" (JSON error codes 50083, 160005
and 160006). Only a new message may be sent to an archived thread, and reopens it. A locked thread takes messages, and
is reopened, by bots with Manage Threads alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.discord_rules.refusals import Refused

#: Active threads of one server.
ACTIVE_THREADS = 1000


@dataclass(frozen=True)
class ThreadState:
    """A thread as the bot meets it."""

    archived: bool
    locked: bool
    #: Whether the bot has Manage Threads there.
    manages: bool
    #: Active threads that the server has, and how many it may have.
    active: int
    most: int = ACTIVE_THREADS


def check_post(thread: ThreadState) -> None:
    """Raise Refused where the bot can send no message; an archived thread is reopened by one."""
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")
    if thread.archived:
        _check_room(thread)


def check_change(thread: ThreadState) -> None:
    """Raise Refused where no message may be edited, and no one added or removed."""
    if thread.archived:
        raise Refused(400, 50083, "Thread is archived")
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")


def check_edit(thread: ThreadState, changed: Iterable[str], *, archived: bool | None) -> None:
    """Raise Refused where the thread itself may not be changed so; `archived` is what it shall be, if that is named."""
    if thread.locked and not thread.manages:
        raise Refused(403, 50013, "Missing Permissions")
    if thread.archived and archived is not False:
        if set(changed) - {"archived"}:
            raise Refused(400, 50083, "Thread is archived")
    elif thread.archived:
        _check_room(thread)


def check_new(active: int, most: int = ACTIVE_THREADS) -> None:
    """Raise Refused where a server has as many active threads as it may."""
    if active >= most:
        raise Refused(400, 160006, "Maximum number of active threads reached")


def _check_room(thread: ThreadState) -> None:
    check_new(thread.active, thread.most)
