"""SQL statements for users' saved decks."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store.tables import decks
from bot.store.transactions import Reader, Transaction


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A user's deck; `cards` contains the deck as serialized by the rules."""

    id: int
    user_id: int
    game: str
    name: str
    cards: str
    changed_at: int


class NameTaken(Exception):
    """Raised if the user already has another deck with this name."""


_DECK = select(*(decks.c[name] for name in DeckRow.__slots__))


async def of_user(db: Reader, user_id: int, game: str) -> list[DeckRow]:
    """Return a user's decks for a game, with the last changed first."""
    query = _DECK.where(decks.c.user_id == user_id, decks.c.game == game)
    return [DeckRow(*row) for row in await db.all(query.order_by(decks.c.changed_at.desc(), decks.c.id.desc()))]


async def get(db: Reader, user_id: int, deck_id: int) -> DeckRow | None:
    """Return one of this user's decks; None if the user has no deck with this id."""
    row = await db.one(_DECK.where(decks.c.id == deck_id, decks.c.user_id == user_id))
    return None if row is None else DeckRow(*row)


async def named(db: Reader, user_id: int, game: str, name: str) -> DeckRow | None:
    """Return a user's deck with this name, ignoring case; None if there is none."""
    row = await db.one(_DECK.where(decks.c.user_id == user_id, decks.c.game == game, decks.c.key == name.casefold()))
    return None if row is None else DeckRow(*row)


async def count(db: Reader, user_id: int) -> int:
    """Return how many decks a user has saved."""
    return await db.value(select(func.count()).select_from(decks).where(decks.c.user_id == user_id))


async def add(tx: Transaction, user_id: int, game: str, name: str, cards: str, now: int) -> int:
    """Save a new deck and return its id; raises NameTaken."""
    row = {"user_id": user_id, "game": game, "name": name, "key": name.casefold(), "cards": cards, "changed_at": now}
    try:
        return await tx.insert(insert(decks), row)
    except IntegrityError as error:
        raise NameTaken from error


async def change(tx: Transaction, user_id: int, deck_id: int, name: str, cards: str, now: int) -> bool:
    """Replace one of this user's decks; return False if the user has no deck with this id. Raises NameTaken."""
    statement = update(decks).where(decks.c.id == deck_id, decks.c.user_id == user_id)
    try:
        changed = await tx.run(statement.values(name=name, key=name.casefold(), cards=cards, changed_at=now))
    except IntegrityError as error:
        raise NameTaken from error
    return bool(changed)


async def remove(tx: Transaction, user_id: int, deck_id: int) -> bool:
    """Delete one of this user's decks; return False if the user has no deck with this id."""
    return bool(await tx.run(delete(decks).where(decks.c.id == deck_id, decks.c.user_id == user_id)))
