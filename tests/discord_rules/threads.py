"""Discord's rules for archived and locked threads.

Documented under "Threads" ("Active & Archived Threads") and "Opcodes and Status Codes" (JSON error codes 50083, 160005
and 160006). The only change an archived thread accepts is a new message, which reopens it. Only bots with Manage
Threads can write in a locked thread or reopen it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.discord_rules.refusals import Refused

#: Maximum number of active threads in a server.
ACTIVE_THREADS = 1000


@dataclass(frozen=True)
class ThreadState:
    """The facts about a thread that decide what the bot may do in it."""

    archived: bool
    locked: bool
    #: Whether the bot has the permission Manage Threads in the thread.
    manages: bool
    #: The server's current and maximum number of active threads.
    active: int
    most: int = ACTIVE_THREADS


def check_post(thread: ThreadState) -> None:
    """Raise Refused if the bot can't send a message to the thread. A message reopens an archived thread."""
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
    """Raise Refused if the bot can't change these settings of the thread.

    `archived` is the new value of that setting, or None if it stays as it is.
    """
    if thread.locked and not thread.manages:
        raise Refused(403, 50013, "Missing Permissions")
    if thread.archived and archived is not False:
        if set(changed) - {"archived"}:
            raise Refused(400, 50083, "Thread is archived")
    elif thread.archived:
        _check_room(thread)


def check_new(active: int, most: int = ACTIVE_THREADS) -> None:
    """Raise Refused if the server already has its maximum number of active threads."""
    if active >= most:
        raise Refused(400, 160006, "Maximum number of active threads reached")


def _check_room(thread: ThreadState) -> None:
    check_new(thread.active, thread.most)
