"""Who has agreed to the options of a match that has not begun, and to what."""

from __future__ import annotations

from bot.store.connection import Reader, Transaction


async def agree(tx: Transaction, match_id: int, user_id: int, terms: str) -> None:
    """Save that a person agrees to these terms; they replace any other."""
    await tx.run(
        """INSERT INTO agreed (match_id, user_id, terms) VALUES (?, ?, ?)
           ON CONFLICT (match_id, user_id) DO UPDATE SET terms = excluded.terms""",
        (match_id, user_id, terms),
    )


async def who(db: Reader, match_id: int, terms: str) -> frozenset[int]:
    """Return the people who have agreed to just these terms."""
    rows = await db.all("SELECT user_id FROM agreed WHERE match_id = ? AND terms = ?", (match_id, terms))
    return frozenset(row["user_id"] for row in rows)
