"""A person's decks: finding them by name, parsing them from text, and describing them."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

import aiohttp
import discord

from bot.discord.bot import Bot
from bot.discord.match_context import picture
from bot.discord.ui import limits, safe_names
from bot.discord.ui.locale import ReaderContext
from bot.features.decks.service import MAX_NAME_LENGTH, OwnDeck, PersonalDecks, unknown_deck
from bot.matches.lobby.brought_decks import decks_of
from bot.table.play import action_options
from rules.kernel.content.decks import Deck
from rules.kernel.content.packs import BASE, without_hash
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: File name of every exported deck. It is neutral so that it doesn't reveal which deck the file contains.
DECK_FILE = "deck.txt"


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck found by name, either the person's own deck or a ready-made one."""

    game: AnyGame
    deck: Deck
    own: OwnDeck | None = None

    @property
    def title(self) -> str:
        """The deck's name, escaped for use in a message."""
        return safe_names.safe_name(self.deck.name, MAX_NAME_LENGTH)


def deck_key(own: OwnDeck) -> str:
    """Return the key of a person's own deck in menus and lists."""
    return f"#{own.id}"


async def all_decks(
    bot: Bot, user_id: int, game: AnyGame, say: Translator, *, ready: bool = True
) -> dict[str, FoundDeck]:
    """Return a person's decks of a game and the ready-made decks, keyed as in menus and lists.

    A deck that belongs to the current pack is returned with the current version of that pack.
    """
    own_decks = await bot.service.part(PersonalDecks).decks_of(user_id, game.id)
    deck_by_choice = {
        deck_key(one): FoundDeck(game, replace(one.deck, name=one.name, pack=pack_for_match(one.deck, say)), one)
        for one in own_decks
    }
    if ready:
        deck_by_choice |= {one.id: FoundDeck(game, one.deck) for one in decks_of(game).ready(say)}
    return deck_by_choice


def pack_for_match(deck: Deck, say: Translator) -> str:
    """Return the name of the content pack that contains a deck's cards.

    If the deck uses the match's pack, the name includes the hash of the version used by the match, because the cards of
    a server's own pack can't be found without the hash. The names of other packs are returned without a hash.
    """
    return say.pack if without_hash(deck.pack) == without_hash(say.pack) else without_hash(deck.pack)


def label(say: Translator, found: FoundDeck) -> str:
    """Return a deck's name as shown in menus and suggestions."""
    name = safe_names.clean_name(found.deck.name, MAX_NAME_LENGTH)
    if found.own is None:
        return say.t("{name} (ready to play)", name=name)
    return name if is_legal(found) else say.t("{name} (not legal yet)", name=name)


def is_legal(found: FoundDeck) -> bool:
    """Return whether a deck is legal."""
    return not decks_of(found.game).faults(Translator(), found.deck)


def find_named(deck_by_choice: dict[str, FoundDeck], words: str) -> FoundDeck:
    """Return the deck with this name.

    The Refusal is the same for a deck that doesn't exist and for another person's deck.
    """
    query = words.strip()
    by_name = {found.deck.name.casefold(): found for found in reversed(deck_by_choice.values())}
    exact_match = deck_by_choice.get(query) or by_name.get(query.casefold())
    if exact_match is not None:
        return exact_match
    labels = {choice: found.deck.name for choice, found in deck_by_choice.items()}
    suggestions = action_options.suggest(labels, query) if query else []
    if len(suggestions) != 1:
        raise unknown_deck()
    return deck_by_choice[suggestions[0][1]]


def parse_deck(game: AnyGame, text: str, name: str = "", pack: str = BASE) -> Deck:
    """Parse a deck from a text; raises Refusal.

    The deck is called `name` or, if `name` is empty, gets the name given in the text. `pack` is the content pack of the
    person's match.
    """
    deck = decks_of(game).read(text, pack)
    if not deck.cards:
        raise Refusal(N_("The list has no cards; write one per line, like `4x Card name`."))
    return replace(deck, name=clean_name(name.strip() or deck.name))


def clean_name(name: str) -> str:
    """Return a deck's name as it is saved, with unsuitable characters removed. The service checks its length."""
    return safe_names.clean_name(name, limits.CONTENT) if name else ""


async def read_file(file: discord.Attachment, limit: int) -> str:
    """Return the text of an attached file; raises Refusal."""
    if file.size > limit:
        raise Refusal(N_("The file is larger than {most} bytes; a list of cards is much shorter."), most=limit)
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(N_("The file isn't plain UTF-8 text; save it as UTF-8 and try again.")) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
        raise Refusal(N_("I couldn't download the file; please attach it again.")) from None


def text_file(text: str) -> discord.File:
    """Return a file attachment that contains a text."""
    return discord.File(io.BytesIO(text.encode("utf-8", "replace")), DECK_FILE)


def count(deck: Deck) -> int:
    """Return the number of cards in a deck."""
    return sum(deck.cards.values())


def verdict(say: Translator, found: FoundDeck) -> str:
    """Return a sentence about whether a deck is legal."""
    faults = len(decks_of(found.game).faults(say, found.deck))
    if not faults:
        return say.t("You can play with this deck.")
    return say.n(
        "This deck breaks {n} rule; `/deck validate` shows it.",
        "This deck breaks {n} rules; `/deck validate` shows them.",
        faults,
    )


def fault_lines(say: Translator, found: FoundDeck) -> list[str]:
    """Return a line for each rule that a deck breaks."""
    return [f"- {fault.text} ({fault.rule})" for fault in decks_of(found.game).faults(say, found.deck)]


async def deck_picture(bot: Bot, reader: ReaderContext, found: FoundDeck) -> discord.File | None:
    """Return the picture of a deck; None if the game has no deck pictures, or if the picture can't be drawn."""
    drawing = bot.pictures.deck(found.game.id, found.deck, reader.locale)
    if drawing is None:
        return None
    return await picture(drawing, "deck.png", decks_of(found.game).describe(reader.label, found.deck))
