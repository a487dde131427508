"""The card language: all records that packs can contain, examples of them, and the known effects of printed cards."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import get_args

from pydantic import TypeAdapter

from rules.aevum_haeresis.content.effects import Ability, Passive
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.occasions import Occasion
from rules.aevum_haeresis.content.ops import Condition, Cost, Counted, Op, Target, WindowName
from rules.aevum_haeresis.content.records import (
    Attachment,
    Band,
    Boosters,
    Card,
    Content,
    DeckList,
    Draft,
    Icon,
    Icons,
    Keyword,
    Need,
    Sealed,
    Type,
)
from rules.aevum_haeresis.words.amounts import CardWriter, cost_text
from rules.aevum_haeresis.words.cards import ability_line, card_text, rules_lines
from rules.aevum_haeresis.words.counts import conditions_text, for_each_text
from rules.aevum_haeresis.words.names import window_names
from rules.aevum_haeresis.words.occasions import occasion_text
from rules.aevum_haeresis.words.ops import ops_text
from rules.aevum_haeresis.words.passives import passive_text
from rules.aevum_haeresis.words.targets import target_text
from rules.kernel.content.card_language import Family, Language, Shown, Text, Vocabulary, Written, examples, kinds
from rules.kernel.content.records import Record, read
from rules.kernel.words.translation import Translator

_NAME = {"en": "Example", "hu": "Példa", "es": "Ejemplo"}
FOLDER = files("data").joinpath("aevum_haeresis", "language")


class Examples(Record):
    """Examples of all records, for the reference of the card language. They are read from examples.json."""

    verbs: list[Op]
    targets: list[Target]
    costs: list[Cost]
    amounts: list[Counted]
    conditions: list[Condition]
    occasions: list[Occasion]
    keywords: list[Keyword]
    passives: list[Passive]
    abilities: list[Ability]
    icons: list[Icons]
    squares: list[Icon]
    bands: list[Band]
    needs: list[Need]
    attachments: list[Attachment]


class Known(Shown):
    """A known effect of a printed card, written as a whole card, with the keywords that this card uses."""

    card: Card
    keywords: list[Keyword] = []


def _writer(say: Translator, type: str = "event") -> CardWriter:
    return CardWriter(say, base(), type=type)


def _verb(say: Translator, op: Op) -> str:
    return ops_text(_writer(say), [op])


def _ability(say: Translator, ability: Ability) -> str:
    card = next(card for card in base().cards.values() if card.type == "heretic")
    return ability_line(say, base(), card.model_copy(update={"abilities": [ability]}), 0)


def _part(say: Translator, part: Need | Attachment) -> str:
    """Return the text of a card that has only this requirement or attachment."""
    name, kind = ("need", "story") if isinstance(part, Need) else ("attachment", "event")
    bare = Card.model_validate({"id": "example", "name": _NAME, "type": kind, name: part})
    return " ".join(str(line) for line in rules_lines(say, base(), bare))


def _card(say: Translator, card: Card) -> str:
    return card_text(say, base(), card)


def with_keywords(content: Content, keywords: list[Keyword]) -> Content:
    """Return a pack with additional keywords."""
    return replace(content, keywords={**content.keywords, **{one.id: one for one in keywords}})


def _window(name: WindowName) -> Text:
    return lambda say: window_names(say, [name])


def known() -> list[Known]:
    """Return the known effects of printed cards, read from effects.json."""
    return read(FOLDER, "effects.json", TypeAdapter(list[Known]))


def _written(entry: Known) -> Written:
    content = with_keywords(base(), entry.keywords)
    written = entry.card.model_dump(mode="json", exclude_unset=True)
    return Written(entry, written, lambda say: card_text(say, content, entry.card))


def language() -> Language:
    """Return the card language that this game's packs are written in."""
    shown, content = read(FOLDER, "examples.json", TypeAdapter(Examples)), base()
    shown_boosters = content.boosters
    assert shown_boosters is not None
    ones = [next(card for card in content.cards.values() if card.type == kind) for kind in get_args(Type)]
    families = (
        Family(
            "Verbs",
            "What a card or an ability does. In a pack each is an entry of a `do`.",
            kinds(Op),
            examples(shown.verbs, _verb),
        ),
        Family(
            "Targets and costs",
            "What a verb may be aimed at, and what a card or an ability costs.",
            (Target, Cost),
            (
                *examples(shown.targets, lambda say, target: target_text(_writer(say), target, story=False)),
                *examples(shown.costs, lambda say, cost: cost_text(_writer(say, "ability"), cost)),
            ),
        ),
        Family(
            "Amounts",
            "A number that is counted. It may stand wherever a field holds a number or a counted one.",
            (Counted,),
            examples(shown.amounts, lambda say, amount: for_each_text(_writer(say), amount)),
        ),
        Family(
            "Conditions",
            "What an ability, a part of an effect or a passive depends on, as an entry of its `conditions`.",
            kinds(Condition),
            examples(shown.conditions, lambda say, one: conditions_text(_writer(say, "heretic"), [one])),
        ),
        Family(
            "Occasions",
            'What an ability of the kind "when" waits for, as its `when`. It takes effect after what set it off, the'
            " Active player's abilities first; none is set off again by what it led to itself.",
            kinds(Occasion),
            examples(shown.occasions, lambda say, one: occasion_text(_writer(say), one)),
        ),
        Family(
            "Keywords",
            "What stands in `keywords.json`: words that cards have and that texts refer to. Leave the file out if there"
            " are none.",
            (Keyword,),
            examples(shown.keywords, None),
        ),
        Family(
            "Passives",
            "What holds as long as a card is in play, as an entry of its `passives`.",
            kinds(Passive),
            examples(shown.passives, lambda say, passive: passive_text(_writer(say, "heretic"), passive)),
        ),
        Family(
            "Abilities",
            "What a card can be used for, or does by itself, as an entry of its `abilities`.",
            (Ability,),
            examples(shown.abilities, _ability),
        ),
        Family(
            "Cards",
            "What stands in the files of the factions, with one card of each type.",
            (Card,),
            examples(ones, _card),
        ),
        Family(
            "Parts of cards",
            "Icons of characters and of Stories, what a Story needs, and Attachments.",
            (Icons, Icon, Band, Need, Attachment),
            (
                *examples([*shown.icons, *shown.squares, *shown.bands], None),
                *examples([*shown.needs, *shown.attachments], _part),
            ),
        ),
        Family(
            "Decks",
            "What stands in `decks.json`: decks that are ready to play.",
            (DeckList,),
            examples([next(iter(content.decks.values()))], None),
        ),
        Family(
            "Boosters",
            "What stands in `boosters.json`, for sealed and draft: cards with a `rarity` are in boosters. Leave it out"
            " if there are none.",
            (Boosters, Sealed, Draft),
            examples([shown_boosters, shown_boosters.sealed, shown_boosters.draft], None),
        ),
    )
    windows = Vocabulary(
        "Windows",
        "When a Deus Ex Machina may be used: the words of a card's `dem` and of an ability's `windows`.",
        {name: _window(name) for name in get_args(WindowName)},
    )
    return Language(families, (windows,), tuple(_written(entry) for entry in known()))
