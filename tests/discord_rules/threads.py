"""Rules for archived and locked threads.

Documented under "Threads" ("Active & Archived Threads") and "Opcodes and Status Codes" (JSON error codes 50083, 160005
and 160006). An archived thread accepts only new messages, which reopen it. A locked thread accepts messages, and is
reopened, only by bots with Manage Threads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.discord_rules.refusals import Refused

#: Active threads allowed per server.
ACTIVE_THREADS = 1000


@dataclass(frozen=True)
class ThreadState:
    """A thread's state as the bot finds it."""

    archived: bool
    locked: bool
    #: Whether the bot has Manage Threads there.
    manages: bool
    #: The server's active threads, and their limit.
    active: int
    most: int = ACTIVE_THREADS


def check_post(thread: ThreadState) -> None:
    """Raise Refused if the bot can send no message; a message reopens an archived thread."""
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")
    if thread.archived:
        _check_room(thread)


def check_change(thread: ThreadState) -> None:
    """Raise Refused if messages can't be edited, or members added or removed."""
    if thread.archived:
        raise Refused(400, 50083, "Thread is archived")
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")


def check_edit(thread: ThreadState, changed: Iterable[str], *, archived: bool | None) -> None:
    """Raise Refused if the thread itself can't be changed like this; `archived` is its new state, if given."""
    if thread.locked and not thread.manages:
        raise Refused(403, 50013, "Missing Permissions")
    if thread.archived and archived is not False:
        if set(changed) - {"archived"}:
            raise Refused(400, 50083, "Thread is archived")
    elif thread.archived:
        _check_room(thread)


def check_new(active: int, most: int = ACTIVE_THREADS) -> None:
    """Raise Refused if a server has reached its limit of active threads."""
    if active >= most:
        raise Refused(400, 160006, "Maximum number of active threads reached")


def _check_room(thread: ThreadState) -> None:
    check_new(thread.active, thread.most)
