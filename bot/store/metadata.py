"""Numbers about the database as a whole."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from bot.store.connection import Reader, Transaction
from bot.store.tables import facts

#: The oldest format whose code can work with the present tables: see `migrations`.
MIN_VERSION = "least"
#: The version of the bot that registered the commands.
COMMANDS = "commands"
#: When a process last knew that people can be reached, in seconds.
REACHED_AT = "reached"
#: When the last scheduled backup was made, in seconds.
BACKED_UP_AT = "backed up"
#: When the bot's owner was last warned of damaged rows, in seconds.
DAMAGE_REPORTED_AT = "told of damage"


_VALUE = select(facts.c.value).where(facts.c.name == bindparam("the_name"))


async def get(db: Reader, name: str) -> int:
    """Return a number; 0 if it was never set."""
    return await db.value(_VALUE, {"the_name": name}) or 0


async def set_number(tx: Transaction, name: str, value: int) -> None:
    """Set a number."""
    await tx.upsert(facts, {"name": name, "value": value})


async def wait(db: Reader, name: str, every: int, now: int) -> int:
    """Return the seconds until something is due again after the time `name`; 0 for now."""
    last = await get(db, name)
    # A time in the future was saved before the clock was set back, so it doesn't count.
    return 0 if last > now else max(0, last + every - now)
