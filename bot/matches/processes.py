"""The bot's processes: their heartbeats, and the owners' instructions to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.app.clock import DAY, Clock
from bot.store.statements import processes, settings_audit_log
from bot.store.statements.processes import GONE_AFTER, Instruction, ProcessRow
from bot.store.statements.rows import EVERYWHERE, Door
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Seconds between two heartbeats of a process.
HEARTBEAT_INTERVAL = 60
#: The name of each instruction in the audit log.
AUDIT_ACTIONS: Mapping[Instruction, str] = {"serve": "undrained", "drain": "drained", "stop": "stopped"}


@dataclass(frozen=True, slots=True)
class ProcessInstruction:
    """The owners' instruction to this process, and whether another process can take over its work."""

    wanted: Instruction
    has_replacement: bool


class Processes:
    """Sends the heartbeats of this process, and saves the owners' instructions to processes."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._started_at = clock.now()

    @property
    def own_name(self) -> str:
        """The random name that this process has for its whole life."""
        return self._store.owner

    async def send_heartbeat(self, version: str, door: Door, figures: Mapping[str, Any]) -> ProcessInstruction:
        """Save a heartbeat. Return the owners' instruction to this process. Raises StoreError."""
        now, is_single_process = self._clock.now(), self._store.path is not None
        async with self._store.write() as tx:
            await processes.save(tx, ProcessRow(self.own_name, version, door, self._started_at, now, figures=figures))
            # Only one process can use a database file, so all other processes listed in it are dead.
            await processes.forget(tx, now + DAY if is_single_process else now - DAY, besides=self.own_name)
            all_rows = await processes.list_all(tx)
        own = next(row for row in all_rows if row.name == self.own_name)
        other_servers = [
            row for row in all_rows if row.name != self.own_name and row.wanted == "serve" and not is_gone(row, now)
        ]
        return ProcessInstruction(own.wanted, bool(other_servers))

    async def deregister(self) -> None:
        """Remove this process from the list, because it is stopping."""
        async with self._store.write() as tx:
            await processes.remove(tx, self.own_name)

    async def list_all(self) -> Sequence[ProcessRow]:
        """Return all processes."""
        return await processes.list_all(self._store.read)

    async def instruct(self, instruction: Instruction, name: str | None, *, by: int) -> None:
        """Give an instruction to one process, or to all of them. Raises Refusal."""
        async with self._store.write() as tx:
            if not await processes.instruct(tx, instruction, name):
                raise Refusal(N_("That process no longer exists."))
            await settings_audit_log.save(
                tx, EVERYWHERE, ChangeRow(by, self._clock.now(), AUDIT_ACTIONS[instruction], name or "")
            )
            await processes.tell(tx)
        self._store.orders.set()


def is_gone(row: ProcessRow, now: int) -> bool:
    """Return whether a process has stopped sending heartbeats."""
    return now - row.seen_at > GONE_AFTER


def short_name(name: str) -> str:
    """Return a process's name, shortened for display."""
    return name[:6]
