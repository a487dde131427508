"""Named numbers about the database as a whole."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from bot.store.tables import facts
from bot.store.transactions import Reader, Transaction

#: The oldest format whose code can still use the current tables; see `migrations`.
MIN_VERSION = "least"
#: The version of the bot that registered the commands.
COMMANDS = "commands"
#: When a process last recorded that the bot can reach its users, in seconds since 1970.
REACHED_AT = "reached"
#: When the last scheduled backup was made, in seconds since 1970.
BACKED_UP_AT = "backed up"
#: When the bot's owner was last warned about damaged rows, in seconds since 1970.
DAMAGE_REPORTED_AT = "told of damage"


_VALUE = select(facts.c.value).where(facts.c.name == bindparam("the_name"))


async def get(db: Reader, name: str) -> int:
    """Return the number with this name, or 0 if it was never set."""
    return await db.value(_VALUE, {"the_name": name}) or 0


async def set_number(tx: Transaction, name: str, value: int) -> None:
    """Set the number with this name."""
    await tx.upsert(facts, {"name": name, "value": value})


async def seconds_until_due(db: Reader, name: str, interval: int, now: int) -> int:
    """Return how long to wait until `interval` seconds have passed since the time saved as `name`; 0 if they have
    passed.
    """
    last = await get(db, name)
    # A time in the future was saved before the clock was set back, so it doesn't count.
    return 0 if last > now else max(0, last + interval - now)
