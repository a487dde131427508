"""Decks that players bring to a lobby and play with from the start of the match. Only a deck's owner may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.matches import refusals
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.notifications import match_posts
from bot.store.statements import brought_decks
from rules.kernel.content.decks import Deck, Decks, load, save
from rules.kernel.content.packs import without_hash
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator


def decks_of(game: AnyGame) -> Decks:
    """Return a game's rules about decks. Raises Refusal for a game without decks."""
    if game.decks is None:
        raise Refusal(N_("In this game, you don't bring your own deck."))
    return game.decks


def builds_decks(game: AnyParts, options: Mapping[str, Any]) -> bool:
    """Return whether, with these options, players build their decks during the match."""
    return game.decks is not None and not game.decks.are_brought(options)


def check_brought(game: AnyGame, options: Mapping[str, Any]) -> None:
    """Raise Refusal if players don't bring decks to a match with these options."""
    decks_of(game)
    if builds_decks(game, options):
        raise Refusal(N_("In this match, decks are built from boosters, so you can't bring one."))


def check_deck(game: AnyGame, deck: Deck, options: Mapping[str, Any]) -> None:
    """Raise Refusal if a deck isn't legal in a match with these options."""
    rules = decks_of(game)
    pack = rules.pack_of(options)
    if deck.pack != pack:
        raise Refusal(
            N_("This match uses the content pack “{pack}”, but the deck is made from another one."),
            pack=without_hash(pack) if game.packs is None else game.packs.title_field(pack),
        )
    if rules.faults(Translator(), deck):
        raise Refusal(N_("You can't play with this deck yet. `/deck validate` says why."))


class BroughtDecks:
    """Saves and returns the decks that users bring to lobbies."""

    def __init__(self, repo: MatchRepository) -> None:
        self._repo = repo

    async def bring(self, match_id: int, user_id: int, deck: Deck | None) -> None:
        """Bring a copy of a deck to a lobby. If `deck` is None, the user gets a random deck instead.

        Other players only see whether the user has brought a deck. Raises Refusal.
        """
        repo = self._repo
        async with repo.lock_match(match_id):
            info = await repo.get(match_id)
            if info.status == "playing":
                raise Refusal(N_("This match has already begun."))
            if info.status != "lobby":
                raise refusals.not_playing(info.status, info.error_id)
            if info.seat_of(user_id) is None:
                raise Refusal(N_("You don't have a seat at this table."))
            game = repo.games[info.game]
            if deck is not None:
                check_brought(game, info.options)
                check_deck(game, deck, info.options)
            async with repo.store.write() as tx:
                had = user_id in await brought_decks.of_match(tx, match_id)
                if deck is None:
                    await brought_decks.remove(tx, match_id, user_id)
                else:
                    await brought_decks.bring(tx, match_id, user_id, save(deck))
                # If one deck replaces another, don't edit the lobby's message, because the edit would reveal the
                # change.
                if had != (deck is not None):
                    await match_posts.update_lobby(tx, match_id, repo.clock.now())

    async def brought_by(self, match_id: int, user_id: int) -> Deck | None:
        """Return the deck that a user has brought to a lobby, or None. Show it only to that user."""
        text = (await brought_decks.of_match(self._repo.store.read, match_id)).get(user_id)
        return None if text is None else load(text)

    async def chosen(self, match_id: int) -> frozenset[int]:
        """Return the users who have brought a deck to a lobby. Everyone may know who they are."""
        return frozenset(await brought_decks.of_match(self._repo.store.read, match_id))


async def at_table(repo: MatchRepository, info: MatchInfo, seats: Sequence[SeatInfo]) -> tuple[Deck | None, ...] | None:
    """Check the decks of these seats again and return them; None if players don't bring decks to this match.

    If a deck isn't legal, raises Refusal. The message names no card, because the host who starts the match must not
    learn about others' decks.
    """
    game = repo.games[info.game]
    rules = game.decks
    if rules is None or not rules.are_brought(info.options):
        return None
    brought = await brought_decks.of_match(repo.store.read, info.id)
    decks: list[Deck | None] = []
    for seat in seats:
        text = brought.get(seat.user_id)
        try:
            deck = None if text is None else load(text)
            if deck is not None:
                check_deck(game, deck, info.options)
        except Refusal:
            place = info.seat_of(seat.user_id) or 0
            raise Refusal(
                N_("Player {n}'s deck can no longer be played. Choose another one with `/deck use`."),
                n=place + 1,
            ) from None
        decks.append(deck)
    return tuple(decks)
