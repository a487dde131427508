"""Limits that owners can change while the bot is running. The defaults come from each process's settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.clock import Clock
from bot.store.statements import processes, settings_audit_log
from bot.store.statements import quotas as quota_statements
from bot.store.statements.rows import EVERYWHERE
from bot.store.statements.settings_audit_log import ChangeRow
from bot.store.store import Store
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: The audit log's name for an owner's change of a limit.
CAPPED = "capped"


@dataclass(frozen=True, slots=True)
class QuotaDefinition:
    """A limit: its title, minimum and maximum, whether it must be a `whole` number, and whether 0 means no limit
    (`free`).
    """

    title: str
    least: float
    most: float
    whole: bool = True
    free: bool = False


#: All limits, by the name of their setting.
QUOTAS: Mapping[str, QuotaDefinition] = {
    "matches_per_person": QuotaDefinition(N_("Matches per person at the same time"), 0, 10_000, free=True),
    "matches_per_server": QuotaDefinition(N_("Matches per server at the same time"), 0, 1_000_000, free=True),
    "invitations_sent": QuotaDefinition(N_("Invitations a person can send per day"), 0, 10_000, free=True),
    "invitations_received": QuotaDefinition(N_("Invitations a person can get per day"), 0, 10_000, free=True),
    "pace": QuotaDefinition(N_("Presses per person in ten seconds"), 0, 10_000, free=True),
    "thinking_seconds": QuotaDefinition(N_("Thinking time of a hard computer, in seconds"), 0, 60, whole=False),
    "replay_files": QuotaDefinition(N_("Replay files that can wait, per process"), 0, 1_000),
    "reviews": QuotaDefinition(N_("Reviews that can wait, per process"), 0, 1_000),
}


class QuotaOverrides:
    """The current limits: the owners' changes, or else the defaults."""

    def __init__(self, store: Store, clock: Clock, settings: Mapping[str, float]) -> None:
        """`settings` has the default of each limit."""
        self._store = store
        self._clock = clock
        self._settings = settings
        self._changed: Mapping[str, float] = {}

    def __getitem__(self, name: str) -> float:
        return self._changed.get(name, self._settings[name])

    def count(self, name: str) -> int:
        """Return a limit that is a whole number."""
        return round(self[name])

    def default(self, name: str) -> float:
        """Return a limit's default from this process's settings."""
        return self._settings[name]

    def is_changed(self, name: str) -> bool:
        """Return whether an owner has changed a limit, as far as this process knows."""
        return name in self._changed

    async def read(self) -> None:
        """Read the owners' changes from the database. Raises StoreError."""
        value_by_name = await quota_statements.list_all(self._store.read)
        self._changed = {name: value for name, value in value_by_name.items() if name in QUOTAS}

    async def set_quota(self, name: str, words: str, *, by: int) -> None:
        """Set a limit for all processes to the number that was typed. An empty text resets it. Raises Refusal."""
        if name not in QUOTAS:
            raise Refusal(N_("There's no such limit."))
        value = _value(QUOTAS[name], words.strip())
        async with self._store.write() as tx:
            await tx.wait_for_lock("caps")
            if value is None:
                await quota_statements.remove(tx, name)
            else:
                await quota_statements.save(tx, name, value)
            details = {"name": name, "value": value}
            await settings_audit_log.save(tx, EVERYWHERE, ChangeRow(by, self._clock.now(), CAPPED, details))
            await processes.tell(tx)
        await self.read()
        self._store.orders.set()


def _value(definition: QuotaDefinition, text: str) -> float | None:
    """Return the number that was typed for a limit; None if nothing was typed. Raises Refusal."""
    if not text:
        return None
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not definition.least <= value <= definition.most or (definition.whole and value != round(value)):
        sentence = (
            N_("Choose a whole number from {least} to {most}.")
            if definition.whole
            else N_("Choose a number from {least} to {most}.")
        )
        raise Refusal(sentence, least=f"{definition.least:g}", most=f"{definition.most:.0f}")
    return value
