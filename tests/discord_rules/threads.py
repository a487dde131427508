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
    """The state of a thread, and the bot's permission to manage it."""

    archived: bool
    locked: bool
    #: Whether the bot has the permission Manage Threads in it.
    manages: bool
    #: How many active threads the server has, and how many it may have.
    active: int
    most: int = ACTIVE_THREADS


def check_post(thread: ThreadState) -> None:
    """Raise Refused if the bot can't send a message to the thread; a message reopens an archived one."""
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")
    if thread.archived:
        _check_room(thread)


def check_change(thread: ThreadState) -> None:
    """Raise Refused if the bot can't edit messages in the thread or add and remove members."""
    if thread.archived:
        raise Refused(400, 50083, "Thread is archived")
    if thread.locked and not thread.manages:
        raise Refused(403, 160005, "Thread is locked")


def check_edit(thread: ThreadState, changed: Iterable[str], *, archived: bool | None) -> None:
    """Raise Refused if the bot can't change these settings of the thread; `archived` is its new state, if given."""
    if thread.locked and not thread.manages:
        raise Refused(403, 50013, "Missing Permissions")
    if thread.archived and archived is not False:
        if set(changed) - {"archived"}:
            raise Refused(400, 50083, "Thread is archived")
    elif thread.archived:
        _check_room(thread)


def check_new(active: int, most: int = ACTIVE_THREADS) -> None:
    """Raise Refused if the server has as many active threads as it may."""
    if active >= most:
        raise Refused(400, 160006, "Maximum number of active threads reached")


def _check_room(thread: ThreadState) -> None:
    check_new(thread.active, thread.most)
