"""Loads the content of Aevum Haeresis: the card pool and the ready-made decks."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import TypeAdapter

from rules.aevum_haeresis.content import boosters, checks
from rules.aevum_haeresis.content.records import FACTIONS, Boosters, Card, Content, DeckList, Keyword
from rules.kernel.content.pack_faults import raise_fault
from rules.kernel.content.pack_reading import Reading
from rules.kernel.content.pack_structure import Need, Shape, entry_ids
from rules.kernel.content.packs import Packs
from rules.kernel.content.records import read_records
from rules.kernel.content.spreadsheets import Sheet
from rules.kernel.words.translation import N_, Translator

#: The files with cards, one for each faction and one for neutral cards.
_CARD_FILES = ("neutral", *FACTIONS)
SHAPE = Shape(
    game="aevum_haeresis",
    lists={
        **dict.fromkeys(_CARD_FILES, TypeAdapter(list[Card])),
        "decks": TypeAdapter(list[DeckList]),
        "keywords": TypeAdapter(list[Keyword]),
    },
    singles={boosters.NAME: TypeAdapter(Boosters)},
    # A pack may omit these files if it has no cards of the faction, no keywords or no boosters.
    optional=frozenset({*_CARD_FILES, "keywords", boosters.NAME}),
    entries={
        **dict.fromkeys(_CARD_FILES, entry_ids("{}")),
        "decks": entry_ids("deck_{}"),
        "keywords": entry_ids("keyword_{}"),
    },
    needs=(
        Need(
            N_("Plot cards"), "decks", 48, "AH-DECK.3", lambda deck: sum(deck["plot"].values()), exact=False, each=True
        ),
        Need(
            N_("Heretics"),
            "decks",
            20,
            "AH-DECK.5",
            lambda deck: sum(deck["heretics"].values()),
            exact=False,
            each=True,
        ),
        Need(
            N_("Locations"), "decks", 4, "AH-DECK.7", lambda deck: len(set(deck["locations"])), exact=False, each=True
        ),
    ),
    sheets=(
        Sheet("cards", Card, into="neutral", filed="faction"),
        Sheet("decks", DeckList),
        Sheet("keywords", Keyword),
    ),
)


def load(folder: Path | Traversable) -> Content:
    """Load a pack and check its content as a whole; raises ContentError if the pack has faults."""
    reading = Reading(folder, SHAPE)
    records = reading.records
    cards: dict[str, Card] = {}
    for name in _CARD_FILES:
        for card in records.get(name, {}).values():
            with reading.collecting():
                if card.faction != name:
                    raise_fault(f"{name}.json", f"{card.id}.faction", f"belongs in {card.faction}.json")
                if card.id in cards:
                    other = cards[card.id].faction
                    raise_fault(
                        f"{name}.json", card.id, f"is in {other}.json too; keep it there, or give this one a new id"
                    )
            cards[card.id] = card
    content = Content(cards, records["decks"], records.get("keywords", {}), records.get(boosters.NAME))
    checks.check(content, reading)
    content = boosters.checked(content, reading)
    reading.faults.raise_if_any()
    return content


def _first() -> Content:
    """Return the base set of the first release, which old matches need because they keep their original cards."""
    earlier_cards = read_records(
        files("data").joinpath("aevum_haeresis", "earlier"), "cards.json", TypeAdapter(list[Card])
    )
    return replace(base(), cards={**base().cards, **earlier_cards})


#: The pack name that identifies the first release's base set in the options of matches started with that set.
FIRST = "base.1"
PACKS = Packs("aevum_haeresis", load, {FIRST: _first}, shape=SHAPE)
base, add_pack, pack_names, pack = PACKS.base, PACKS.add, PACKS.names, PACKS.of_match


def check(folder: Path, say: Translator | None = None) -> str:
    """Validate a content pack and return a one-line description; raises ContentError if the pack has faults."""
    found, say = load(folder), say or Translator()
    summary = say.t("{cards} cards, {decks} ready decks.", cards=len(found.cards), decks=len(found.decks))
    return f"{summary} {_limited(found, say)}"


def _limited(found: Content, say: Translator) -> str:
    """Return a sentence that says whether a pack supports sealed and draft.

    If the base set's boosters don't fit the pack, the sentence says why.
    """
    if found.boosters is not None:
        return say.t("Sealed and draft are available.")
    place, lacking = next(boosters.faults(replace(found, boosters=base().boosters)), ("", ""))
    if lacking:
        fault = f"{place}: {lacking}"
        return say.t("Sealed and draft aren't available: our boosters don't fit it ({fault}).", fault=fault)
    return say.t("Sealed and draft aren't available.")
