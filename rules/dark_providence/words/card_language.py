"""The reference of the card language: each kind of record in packs, with examples, and effects of printed cards."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, TypeVar, get_args

from pydantic import TypeAdapter

from rules.dark_providence.content.effects import CultistEffect, EndEffect, Goal, Occasion, Ongoing, Order, Power
from rules.dark_providence.content.load import base
from rules.dark_providence.content.ops import Acquire, Cost, Draw, GainVp, Op
from rules.dark_providence.content.records import (
    Agent,
    Asset,
    Board,
    City,
    Content,
    Control,
    Cultist,
    Lead,
    Mythos,
    OldOne,
    Route,
    Side,
)
from rules.dark_providence.content.shared_field_types import Condition, Count, CountName, Each, Limit
from rules.dark_providence.words.amounts import PER, CardWriter, condition
from rules.dark_providence.words.cards import (
    GIFTS,
    TRIGGERS,
    agent_text,
    asset_text,
    city_text,
    end_text,
    gift_text,
    lead_text,
    line_of,
    mythos_text,
    ongoing_text,
    power_line,
    side_text,
)
from rules.dark_providence.words.ops import ops_text
from rules.dark_providence.words.ops.nested import price
from rules.dark_providence.words.solo import (
    control_text,
    cultist_effect_text,
    cultist_text,
    goal_text,
    old_one_text,
    order_text,
)
from rules.kernel.content.card_language import (
    Example,
    Family,
    Language,
    Shown,
    Text,
    Vocabulary,
    Written,
    examples,
    kinds,
)
from rules.kernel.content.records import Record, read
from rules.kernel.words.translation import Translator

T = TypeVar("T")
FOLDER = files("data").joinpath("dark_providence", "language")


class Examples(Record):
    """Examples for the reference: records that aren't cards themselves, such as verbs and conditions."""

    verbs: list[Op]
    powers: list[Power]
    amounts: list[Count]
    each: list[Each]
    limits: list[Limit]
    conditions: list[Condition]
    prices: list[Cost]
    ends: list[EndEffect]
    goals: list[Goal]
    cultist_effects: list[CultistEffect]
    orders: list[Order]
    agents: list[Agent]
    sides: list[Side]
    routes: list[Route]


class Known(Shown):
    """A known effect of a printed asset card, mythos card or Great Old One."""

    asset: Asset | None = None
    mythos: Mythos | None = None
    old_one: OldOne | None = None


def _verb(say: Translator, op: Op) -> str:
    return ops_text(CardWriter(say, base(), False), [op])


def _amount(say: Translator, amount: Count) -> str:
    return _verb(say, GainVp(op="vp", amount=amount))


def _each(say: Translator, count: Each) -> str:
    return _verb(say, Draw(op="draw", count=count))


def _limit(say: Translator, most: Limit) -> str:
    return _verb(say, Acquire(op="acquire", what="city", most=most))


def _said(text: str) -> Text:
    return lambda say: say.t(text)


def _power(say: Translator, power: Power) -> str:
    return power_line(say, base(), power)


def _ongoing(name: Ongoing) -> Text:
    return lambda say: ongoing_text(say, name)


def _gift(name: str) -> Text:
    return lambda say: gift_text(say, name)


def known() -> list[Known]:
    """Return the known effects of printed cards, read from effects.json."""
    return read(FOLDER, "effects.json", TypeAdapter(list[Known]))


def _written(entry: Known) -> Written:
    written = entry.model_dump(mode="json", exclude_unset=True, exclude=set(Shown.model_fields))
    return Written(entry, written, lambda say: _known(say, entry))


def _known(say: Translator, entry: Known) -> str:
    card = entry.asset or entry.mythos or entry.old_one
    assert card
    return text_of(say, base(), card)


def text_of(say: Translator, content: Content, card: Asset | Mythos | OldOne) -> str:
    """Return the text of a pack's card in a single line."""
    if isinstance(card, Asset):
        return line_of(asset_text(say, content, card))
    if isinstance(card, Mythos):
        return line_of(mythos_text(say, content, card))
    return line_of(old_one_text(say, content, card))


def _first(records: dict[str, T]) -> T:
    return next(iter(records.values()))


def language() -> Language:
    """Return the reference of the card language for this game's packs."""
    shown = read(FOLDER, "examples.json", TypeAdapter(Examples))
    families = [
        Family(
            "Verbs",
            "What a power does. In a pack each is an entry of one of its `ways`.",
            kinds(Op),
            examples(shown.verbs, _verb),
        ),
        Family(
            "Powers",
            "What a card can be used for, as an entry of its `powers`.",
            (Power,),
            examples(shown.powers, _power),
        ),
        Family(
            "Amounts that depend on the table",
            "They may stand wherever an amount may be counted, in place of a number.",
            (Count, Each, Limit),
            (
                *examples(shown.amounts, _amount),
                *examples(shown.each, _each),
                *examples(shown.limits, _limit),
            ),
        ),
        Family(
            "Conditions",
            "What must be so for something to happen; they count only what everybody can see.",
            (Condition,),
            examples(shown.conditions, condition),
        ),
        Family(
            "Prices",
            "What a player may pay for an effect.",
            kinds(Cost),
            examples(shown.prices, price),
        ),
        Family(
            "At the end of the game",
            "What a mythos card does in final scoring, as an entry of its `end`.",
            kinds(EndEffect),
            examples(shown.ends, end_text),
        ),
        *_solo(shown),
        *_files(shown),
    ]
    vocabularies = (
        Vocabulary(
            "While it is owned",
            "The words of a mythos card's `ongoing`.",
            {name: _ongoing(name) for name in get_args(Ongoing)},
        ),
        Vocabulary(
            "Occasions",
            "The words of a mythos card's `trigger` if its power has the timing `whenever`.",
            {name: _said(TRIGGERS[name]) for name in get_args(Occasion)},
        ),
        Vocabulary(
            "What can be counted",
            "The words of an amount's `count`, as a card says them. Conditions count VP too, as `vp`.",
            {name: _said(PER[name]) for name in get_args(CountName)},
        ),
        Vocabulary("Gifts of agents", "The words of an agent's `gift`.", {name: _gift(name) for name in GIFTS}),
    )
    return Language(tuple(families), vocabularies, tuple(_written(entry) for entry in known()))


def _solo(shown: Examples) -> list[Family]:
    """Return the families of records used only in solo play."""
    return [
        Family(
            "Goals of Great Old Ones",
            "With what a Great Old One wins at once in solo play.",
            (Goal,),
            examples(shown.goals, goal_text),
        ),
        Family(
            "Effects of Great Old Ones",
            "What a Great Old One does through one of its two cultists.",
            kinds(CultistEffect),
            examples(shown.cultist_effects, cultist_effect_text),
        ),
        Family(
            "Orders to cultists",
            "What a control card tells each of the two cultists to do.",
            kinds(Order),
            examples(shown.orders, order_text),
        ),
    ]


def _files(shown: Examples) -> list[Family]:
    """Return the families of records that make up a pack's files."""
    content = base()

    def card(record: Any, text: Any) -> Example:
        (example,) = examples([record], lambda say, record: line_of(text(say, content, record)))
        return example

    return [
        Family(
            "Cards",
            "What stands in `assets.json`, `starting.json` and `city_cards.json`, in `mythos.json`, `leads.json`,"
            " `old_ones.json`, `cultists.json` and `controls.json`.",
            (Asset, Mythos, Lead, OldOne, Cultist, Control),
            (
                card(_first(content.assets), asset_text),
                card(_first(content.mythos), mythos_text),
                card(_first(content.leads), lead_text),
                card(_first(content.old_ones), old_one_text),
                card(_first(content.cultists), cultist_text),
                card(_first(content.controls), control_text),
            ),
        ),
        Family(
            "Agents, cities and boards",
            "Agent markers, and what stands in `cities.json` and `board.json`.",
            (Agent, Side, City, Route, Board),
            (
                *examples(shown.agents, lambda say, agent: " ".join(agent_text(say, agent))),
                *examples(shown.sides, side_text),
                card(_first(content.cities), city_text),
                *map(Example, shown.routes),
                Example(content.board),
            ),
        ),
    ]
