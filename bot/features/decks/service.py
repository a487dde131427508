"""Users' decks, saved or brought to a table. They are private: only their owner can ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.features.decks import statements as decks
from bot.features.decks.statements import DeckRow, NameTaken
from bot.matches import refusals as refusal
from bot.matches.records import MatchInfo, SeatInfo
from bot.matches.repository import MatchRepository
from bot.notifications import posts as notices
from bot.store.connection import Transaction
from bot.store.decoding import UnreadableValue, report
from rules.kernel.content.decks import Deck, DeckError, Decks, load, save
from rules.kernel.content.packs import called
from rules.kernel.engine.parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import N_, Translator

#: How many decks a user may save, and the length of their names.
MOST_DECKS = 30
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A user's saved deck."""

    id: int
    name: str
    deck: Deck
    changed_at: int


def decks_of(game: AnyGame) -> Decks:
    """Return a game's rules about decks; raises Refusal for a game without decks."""
    if game.decks is None:
        raise Refusal(N_("This game is played without decks of one's own."))
    return game.decks


def decks_are_built(game: AnyParts, options: Mapping[str, Any]) -> bool:
    """Return whether the decks of a match with these options are built during play."""
    return game.decks is not None and not game.decks.are_brought(options)


def check_brought(game: AnyGame, options: Mapping[str, Any]) -> None:
    """Raise Refusal if users don't bring decks to a match with these options."""
    decks_of(game)
    if decks_are_built(game, options):
        raise Refusal(N_("In this match decks are built from boosters: nobody brings one."))


class PersonalDecks:
    """Saves users' decks, and brings them to tables."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    # -- saved decks --------------------------------------------------------------------------------------

    async def own(self, user_id: int, game: str) -> list[OwnDeck]:
        """Return a user's decks for a game, last changed first."""
        rows = await decks.of_user(self._repo.store.read, user_id, game)
        return [deck for row in rows if (deck := _sound(row)) is not None]

    async def get(self, user_id: int, deck_id: int) -> tuple[str, OwnDeck]:
        """Return one of a user's decks and its game; raises Refusal."""
        row = await decks.get(self._repo.store.read, user_id, _possible(deck_id))
        if row is None or row.game not in self._repo.games:
            raise unknown()
        return row.game, _own(row)

    async def keep(self, user_id: int, game: str, deck: Deck) -> tuple[OwnDeck, bool]:
        """Save a deck; return it, and whether it replaced the user's deck of the same name."""
        name = _checked_name(deck.name)
        now = self._repo.clock.now()
        async with self._repo.store.write() as tx:
            await tx.wait_for_lock(f"decks of person {user_id}")
            old = await decks.named(tx, user_id, game, name)
            if old is not None:
                await decks.change(tx, user_id, old.id, name, save(deck), now)
                return OwnDeck(old.id, name, deck, now), True
            return await self._add(tx, user_id, game, deck), False

    async def make(self, user_id: int, game: str, deck: Deck) -> OwnDeck:
        """Save a new deck; raises Refusal if the user has one of this name."""
        _checked_name(deck.name)
        try:
            async with self._repo.store.write() as tx:
                return await self._add(tx, user_id, game, deck)
        except NameTaken:
            raise _taken() from None

    async def _add(self, tx: Transaction, user_id: int, game: str, deck: Deck) -> OwnDeck:
        await tx.wait_for_lock(f"decks of person {user_id}")
        if await decks.count(tx, user_id) >= MOST_DECKS:
            raise Refusal(N_("You have {most} decks, as many as I keep; delete one first."), most=MOST_DECKS)
        now = self._repo.clock.now()
        deck_id = await decks.add(tx, user_id, game, deck.name, save(deck), now)
        return OwnDeck(deck_id, deck.name, deck, now)

    async def change(self, user_id: int, deck_id: int, deck: Deck) -> OwnDeck:
        """Replace one of a user's decks; raises Refusal."""
        name = _checked_name(deck.name)
        now = self._repo.clock.now()
        try:
            async with self._repo.store.write() as tx:
                if not await decks.change(tx, user_id, _possible(deck_id), name, save(deck), now):
                    raise unknown()
        except NameTaken:
            raise _taken() from None
        return OwnDeck(deck_id, name, deck, now)

    async def delete(self, user_id: int, deck_id: int) -> None:
        """Delete one of a user's decks; a table it was brought to keeps its copy."""
        async with self._repo.store.write() as tx:
            if not await decks.remove(tx, user_id, _possible(deck_id)):
                raise unknown()

    # -- decks at a table ---------------------------------------------------------------------------------

    async def bring(self, match_id: int, user_id: int, deck: Deck | None) -> None:
        """Bring a copy of a deck to a table that has not begun; with None, a random one.

        The others see only whether a deck was brought. Raises Refusal.
        """
        repo = self._repo
        async with repo.held(match_id):
            info = await repo.get(match_id)
            if info.status == "playing":
                raise Refusal(N_("This match has already begun."))
            if info.status != "lobby":
                raise refusal.not_playing(info.status, info.error_id)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't sit at this table."))
            game = repo.games[info.game]
            if deck is not None:
                check_brought(game, info.options)
                check(game, deck, info.options)
            async with repo.store.write() as tx:
                had = user_id in await decks.brought(tx, match_id)
                if deck is None:
                    await decks.take_away(tx, match_id, user_id)
                else:
                    await decks.bring(tx, match_id, user_id, save(deck))
                # An edit would reveal that one deck has replaced another.
                if had != (deck is not None):
                    await notices.lobby(tx, match_id, repo.clock.now())

    async def brought_by(self, match_id: int, user_id: int) -> Deck | None:
        """Return the deck that a user has brought to a table; only that user may see it."""
        text = (await decks.brought(self._repo.store.read, match_id)).get(user_id)
        return None if text is None else load(text)

    async def chosen(self, match_id: int) -> frozenset[int]:
        """Return the users who have brought a deck to a table, which is public."""
        return frozenset(await decks.brought(self._repo.store.read, match_id))


async def at_table(repo: MatchRepository, info: MatchInfo, seats: Sequence[SeatInfo]) -> tuple[Deck | None, ...] | None:
    """Return these seats' decks, validated again; None for a match without brought decks.

    Raises Refusal without naming a card: the host who starts the match must not learn about others' decks.
    """
    game = repo.games[info.game]
    rules = game.decks
    if rules is None or not rules.are_brought(info.options):
        return None
    brought = await decks.brought(repo.store.read, info.id)
    found: list[Deck | None] = []
    for seat in seats:
        text = brought.get(seat.user_id)
        try:
            deck = None if text is None else load(text)
            if deck is not None:
                check(game, deck, info.options)
        except Refusal:
            place = info.seat_of(seat.user_id) or 0
            raise Refusal(
                N_("The deck of player {n} can't be played with any more; another is chosen with `/deck use`."),
                n=place + 1,
            ) from None
        found.append(deck)
    return tuple(found)


def unknown() -> Refusal:
    """Return the refusal for a missing deck, the same as for another user's deck."""
    return Refusal(N_("You have no such deck (any more); `/deck list` shows yours."))


def _possible(deck_id: int) -> int:
    """Return a valid deck id, else raise Refusal: buttons can be forged, and SQLite's numbers end at 2**63."""
    if not 0 < deck_id < 2**63:
        raise unknown()
    return deck_id


def check(game: AnyGame, deck: Deck, options: Mapping[str, Any]) -> None:
    """Raise Refusal for a deck that is illegal in a match with these options."""
    rules = decks_of(game)
    pack = rules.pack_of(options)
    if deck.pack != pack:
        raise Refusal(
            N_("This match is played with the content pack “{pack}”, and the deck is made of another."),
            pack=called(pack) if game.packs is None else game.packs.titled(pack),
        )
    if rules.faults(Translator(), deck):
        raise Refusal(N_("This deck can't be played with yet; `/deck validate` says why."))


def _checked_name(name: str) -> str:
    if not name:
        raise Refusal(N_("A deck needs a name, as in a first line `Name: My deck`."))
    if len(name) > LONGEST_NAME:
        told = N_("A deck's name has at most {most} characters; this one has {n}.")
        raise Refusal(told, most=LONGEST_NAME, n=len(name))
    return name


def _taken() -> Refusal:
    return Refusal(N_("You have another deck of that name; choose another name."))


def _sound(row: DeckRow) -> OwnDeck | None:
    """Return a deck for a list; None for a damaged one."""
    try:
        return _own(row)
    except DeckError:
        report(UnreadableValue("decks.cards", row.id))
        return None


def _own(row: DeckRow) -> OwnDeck:
    return OwnDeck(row.id, row.name, load(row.cards), row.changed_at)
