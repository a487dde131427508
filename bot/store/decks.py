"""The decks that people have built, and those that they bring to tables."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.store.connection import Reader, Transaction


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A person's deck; `cards` is the deck in the rules' saved form."""

    id: int
    user_id: int
    game: str
    name: str
    cards: str
    changed_at: int


class NameTaken(Exception):
    """The person has another deck of that name."""


_COLUMNS = ", ".join(DeckRow.__slots__)


async def of_user(db: Reader, user_id: int, game: str) -> list[DeckRow]:
    """Return a person's decks for a game, the last changed first."""
    rows = await db.all(
        f"SELECT {_COLUMNS} FROM decks WHERE user_id = ? AND game = ? ORDER BY changed_at DESC, id DESC",  # noqa: S608 - our own words
        (user_id, game),
    )
    return [DeckRow(*row) for row in rows]


async def get(db: Reader, user_id: int, deck_id: int) -> DeckRow | None:
    """Return one of this person's decks, or None."""
    row = await db.one(f"SELECT {_COLUMNS} FROM decks WHERE id = ? AND user_id = ?", (deck_id, user_id))  # noqa: S608 - our own words
    return None if row is None else DeckRow(*row)


async def named(db: Reader, user_id: int, game: str, name: str) -> DeckRow | None:
    """Return a person's deck of this name, ignoring case, or None."""
    row = await db.one(
        f"SELECT {_COLUMNS} FROM decks WHERE user_id = ? AND game = ? AND key = ?",  # noqa: S608 - our own words
        (user_id, game, name.casefold()),
    )
    return None if row is None else DeckRow(*row)


async def count(db: Reader, user_id: int) -> int:
    """Return how many decks a person has."""
    row = await db.one("SELECT count(*) AS n FROM decks WHERE user_id = ?", (user_id,))
    return 0 if row is None else row["n"]


async def add(tx: Transaction, user_id: int, game: str, name: str, cards: str, now: int) -> int:
    """Save a new deck and return its id; raises NameTaken."""
    try:
        return await tx.insert(
            "INSERT INTO decks (user_id, game, name, key, cards, changed_at) VALUES (?, ?, ?, ?, ?, ?)",
            (user_id, game, name, name.casefold(), cards, now),
        )
    except sqlite3.IntegrityError as error:
        raise NameTaken from error


async def change(tx: Transaction, user_id: int, deck_id: int, name: str, cards: str, now: int) -> bool:
    """Replace one of this person's decks; return False if there is none with that id. Raises NameTaken."""
    try:
        changed = await tx.run(
            "UPDATE decks SET name = ?, key = ?, cards = ?, changed_at = ? WHERE id = ? AND user_id = ?",
            (name, name.casefold(), cards, now, deck_id, user_id),
        )
    except sqlite3.IntegrityError as error:
        raise NameTaken from error
    return bool(changed)


async def remove(tx: Transaction, user_id: int, deck_id: int) -> bool:
    """Delete one of this person's decks; return False if there is none with that id."""
    return bool(await tx.run("DELETE FROM decks WHERE id = ? AND user_id = ?", (deck_id, user_id)))


async def bring(tx: Transaction, match_id: int, user_id: int, cards: str) -> None:
    """Save the deck that a person will play with at this table."""
    await tx.run(
        """INSERT INTO brought (match_id, user_id, cards) VALUES (?, ?, ?)
           ON CONFLICT (match_id, user_id) DO UPDATE SET cards = excluded.cards""",
        (match_id, user_id, cards),
    )


async def take_away(tx: Transaction, match_id: int, user_id: int | None = None) -> None:
    """Delete the deck that a person (None: everybody) has brought to this table."""
    who = "" if user_id is None else " AND user_id = ?"
    await tx.run(f"DELETE FROM brought WHERE match_id = ?{who}", (match_id, *(() if user_id is None else (user_id,))))  # noqa: S608 - our own words


async def take_those_of_others(tx: Transaction, match_id: int) -> None:
    """Delete the decks of people who are not (or no longer) at this table."""
    await tx.run(
        """DELETE FROM brought WHERE match_id = ?
           AND user_id NOT IN (SELECT user_id FROM seats WHERE seats.match_id = brought.match_id)""",
        (match_id,),
    )


async def brought(db: Reader, match_id: int) -> dict[int, str]:
    """Return the decks brought to a table by person, in the rules' saved form."""
    rows = await db.all("SELECT user_id, cards FROM brought WHERE match_id = ?", (match_id,))
    return {row["user_id"]: row["cards"] for row in rows}
