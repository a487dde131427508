"""Users' saved decks. They are private: only their owner can see them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.decks import statements as decks
from bot.features.decks.statements import DeckRow, NameTaken
from bot.matches.repository import MatchRepository
from bot.store.decoding import UnreadableValue, report
from bot.store.transactions import Transaction
from rules.kernel.content.decks import Deck, DeckError, load, save
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of decks that a user may save, and maximum length of a deck's name.
MAX_DECKS = 30
MAX_NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck that a user has saved."""

    id: int
    name: str
    deck: Deck
    changed_at: int


class PersonalDecks:
    """Stores users' decks."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def decks_of(self, user_id: int, game: str) -> list[OwnDeck]:
        """Return a user's decks for a game, with the last changed first."""
        rows = await decks.of_user(self._repo.store.read, user_id, game)
        return [deck for row in rows if (deck := _readable_deck(row)) is not None]

    async def get(self, user_id: int, deck_id: int) -> tuple[str, OwnDeck]:
        """Return a user's deck, together with the game it belongs to; raises Refusal if the user has no such deck."""
        row = await decks.get(self._repo.store.read, user_id, _checked_id(deck_id))
        if row is None or row.game not in self._repo.games:
            raise unknown_deck()
        return row.game, _own_deck(row)

    async def save(self, user_id: int, game: str, deck: Deck) -> tuple[OwnDeck, bool]:
        """Save a deck. Return it, and whether it replaced a deck with the same name."""
        name = _checked_name(deck.name)
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            await tx.wait_for_lock(f"decks of person {user_id}")
            old = await decks.named(tx, user_id, game, name)
            if old is not None:
                await decks.change(tx, user_id, old.id, name, save(deck), now)
                return OwnDeck(old.id, name, deck, now), True
            return await self._add(tx, user_id, game, deck), False

    async def create(self, user_id: int, game: str, deck: Deck) -> OwnDeck:
        """Save a new deck; raises Refusal if the user already has a deck with this name."""
        _checked_name(deck.name)
        try:
            async with self._repo.store.write() as tx:
                return await self._add(tx, user_id, game, deck)
        except NameTaken:
            raise _name_taken() from None

    async def _add(self, tx: Transaction, user_id: int, game: str, deck: Deck) -> OwnDeck:
        await tx.wait_for_lock(f"decks of person {user_id}")
        if await decks.count(tx, user_id) >= MAX_DECKS:
            raise Refusal(N_("You have {most} decks, the most I can store; delete one first."), most=MAX_DECKS)
        now = self._repo.clock.now()
        deck_id = await decks.add(tx, user_id, game, deck.name, save(deck), now)
        return OwnDeck(deck_id, deck.name, deck, now)

    async def replace(self, user_id: int, deck_id: int, deck: Deck) -> OwnDeck:
        """Replace one of a user's decks; raises Refusal if the user has no deck with this id."""
        name = _checked_name(deck.name)
        now = self._repo.clock.now()
        try:
            async with self._repo.store.write() as tx:
                if not await decks.change(tx, user_id, _checked_id(deck_id), name, save(deck), now):
                    raise unknown_deck()
        except NameTaken:
            raise _name_taken() from None
        return OwnDeck(deck_id, name, deck, now)

    async def delete(self, user_id: int, deck_id: int) -> None:
        """Delete one of a user's decks. If the deck was already brought to a match, the match keeps its copy."""
        async with self._repo.store.write() as tx:
            if not await decks.remove(tx, user_id, _checked_id(deck_id)):
                raise unknown_deck()


def unknown_deck() -> Refusal:
    """Return the refusal for a deck that doesn't exist or belongs to another user."""
    return Refusal(N_("You have no such deck (any more); `/deck list` shows yours."))


def _checked_id(deck_id: int) -> int:
    """Return the id if it can be the id of a deck; raises Refusal if not.

    Ids in buttons can be forged, and SQLite's integers must be less than 2**63.
    """
    if not 0 < deck_id < 2**63:
        raise unknown_deck()
    return deck_id


def _checked_name(name: str) -> str:
    if not name:
        raise Refusal(N_("A deck needs a name, for example in its first line: `Name: My deck`."))
    if len(name) > MAX_NAME_LENGTH:
        message = N_("A deck's name can have at most {most} characters; this one has {n}.")
        raise Refusal(message, most=MAX_NAME_LENGTH, n=len(name))
    return name


def _name_taken() -> Refusal:
    return Refusal(N_("You have another deck with that name; choose another name."))


def _readable_deck(row: DeckRow) -> OwnDeck | None:
    """Return the deck stored in a row, or None if the row is damaged."""
    try:
        return _own_deck(row)
    except DeckError:
        report(UnreadableValue("decks.cards", row.id))
        return None


def _own_deck(row: DeckRow) -> OwnDeck:
    return OwnDeck(row.id, row.name, load(row.cards), row.changed_at)
