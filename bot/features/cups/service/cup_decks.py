"""The decks of a cup. Players choose them when entering or before a tie; they stay secret until the cup is over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.cups.model import CupRules
from bot.features.cups.service import round_draws
from bot.matches.lobby.brought_decks import check_brought, check_deck
from bot.store.statements.cups import CupPersonRow, CupRow
from rules.kernel.content.decks import Deck, save
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator


def seal_deck(game: AnyGame, cup: CupRow, deck: Deck | None) -> str | None:
    """Return a deck in the form stored by a cup; raises Refusal if the deck is illegal."""
    if deck is None:
        return None
    options = CupRules.from_json(cup.rules).options
    check_brought(game, options)
    check_deck(game, deck, options)
    return save(deck)


def computer_deck(game: AnyGame, cup: CupRow, number: int) -> str | None:
    """Return the deck that a computer plays throughout a cup; None if decks are not sealed."""
    return _random_deck(game, cup, "entry", number) if CupRules.from_json(cup.rules).sealed else None


def _random_deck(game: AnyGame, cup: CupRow, *what: object) -> str | None:
    """Return a random ready-made deck; None if the game has none."""
    options = CupRules.from_json(cup.rules).options
    if game.decks is None or not game.decks.are_brought(options):
        return None
    pack = game.decks.pack_of(options)
    ready = [one.deck for one in game.decks.ready(Translator().for_pack(pack)) if one.deck.pack == pack]
    return save(round_draws.seeded_random(cup.seed, "deck", *what).choice(ready)) if ready else None


def decks_for(game: AnyGame, cup: CupRow, people: Sequence[CupPersonRow], number: int) -> dict[int, str]:
    """Return the deck of each person in a tie: their own deck, or else a random ready-made deck for the whole tie."""
    deck_by_user = {person.user_id: person.deck or _random_deck(game, cup, number, person.user_id) for person in people}
    return {user: deck for user, deck in deck_by_user.items() if deck is not None}
