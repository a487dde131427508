"""Card texts generated from the records of effects, in every language, both as plain text and with icons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from render.icons import NAMES
from rules.edge_of_darkness.content.effects import Effect, Threat
from rules.edge_of_darkness.content.load import Ability, base
from rules.edge_of_darkness.content.ops import Count, CountName
from rules.edge_of_darkness.words import amounts as amount_text
from rules.edge_of_darkness.words.cards import (
    ability_text,
    clause_text,
    contact_text,
    effect_text,
    ops_text,
    threat_text,
)
from rules.kernel.words.translation import LOCALES, Translator
from tests.edge_of_darkness.effect_verbs import OPS, simplest_use
from tests.edge_of_darkness.table import effect, gain
from tests.game_helpers import each

TOKEN = re.compile(r"\{([^{}]*)\}")
PLACE = "war_council"
DISPATCH = {"op": "dispatch", "count": 2, "up_to": True}


def english(made: Effect, **more: Any) -> str:
    return effect_text(Translator(), base(), made, PLACE, **more)


def pack_texts(say: Translator, icons: bool) -> Iterator[str]:
    content = base()
    for starter in content.starters.values():
        yield effect_text(say, content, starter.effect, icons=icons)
        yield threat_text(say, content, starter.threat, icons=icons)
    for location in content.locations.values():
        yield contact_text(say, content, location, icons)
        if location.ability:
            yield ability_text(say, content, location, icons)
        yield from (threat_text(say, content, slip.threat, location.id, icons) for slip in location.slips)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_record_of_the_pack_has_words(locale: str) -> None:
    for text in pack_texts(Translator(locale), icons=False):
        assert text.endswith("."), text
        assert not re.search(r"[{}]|\.\.|  ", text), text


@pytest.mark.parametrize("locale", LOCALES)
def test_every_record_of_the_pack_has_icons_that_can_be_drawn(locale: str) -> None:
    for text in pack_texts(Translator(locale), icons=True):
        assert set(TOKEN.findall(text)) <= set(NAMES), text


@pytest.mark.parametrize("locale", ["hu", "es"])
def test_the_pack_is_told_differently_in_other_languages(locale: str) -> None:
    same = [
        text
        for text, other in zip(pack_texts(Translator(), False), pack_texts(Translator(locale), False), strict=True)
        if text == other
    ]
    assert same == []


@each("locale", LOCALES)
@each("verb", OPS)
def test_every_operation_has_words(verb: str, locale: str) -> None:
    made = effect(simplest_use(verb, 2))
    text = effect_text(Translator(locale), base(), made, PLACE)
    assert text.endswith(".")
    assert not re.search(r"[{}]", text)
    if locale != "en":
        assert text != english(made)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("cost", [
    {"cost": "pay", "what": "coins", "amount": 2}, {"cost": "return", "count": 2}, {"cost": "discard", "count": 2},
    {"cost": "retire", "count": 2}, {"cost": "pay", "what": "battle", "amount": 2},
])  # fmt: skip
def test_every_price_has_words(cost: dict[str, Any], locale: str) -> None:
    text = effect_text(Translator(locale), base(), effect(gain("coins", 7), cost=[cost]), PLACE)
    assert "2" in text
    assert "7" in text
    assert ": " in text


@each("locale", LOCALES)
@each("count", get_args(Count.model_fields["count"].annotation))
def test_every_counted_amount_has_words(count: str, locale: str) -> None:
    amount = {"count": count, "times": 2, "plus": 3, "least": 4, "most": 9}
    for op in (gain("reputation", amount), {"op": "reduce", "amount": amount}):
        text = effect_text(Translator(locale), base(), effect(op), PLACE)
        assert [n for n in "2349" if n not in text] == []


@each("locale", LOCALES)
@each("least", [1, 2])
@each("count", get_args(CountName))
def test_every_condition_has_words(count: str, least: int, locale: str) -> None:
    """An effect's condition is written before its cost and its operations."""
    clause = {"when": {"count": count, "least": least}, "cost": [{"cost": "discard"}], "do": [gain("coins", 7)]}
    text = effect_text(Translator(locale), base(), Effect.model_validate({"clauses": [clause]}), PLACE)
    assert text.index(str(least)) < text.index(":") < text.index("7")


def test_a_location_is_named_once_and_then_it_is_there() -> None:
    made = Effect.model_validate({"mode": "one", "clauses": [
        {"do": [{"op": "dispatch", "count": 2}]},
        {"cost": [{"cost": "return"}], "do": [gain("coins", {"count": "agents_here"})]},
    ]})  # fmt: skip
    assert english(made) == (
        "Choose one: dispatch 2 Agents to War Council; "
        "or return 1 Agent from there: gain 1 Coin for each of your Agents there."
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_token_has_words_for_one_and_for_many(locale: str) -> None:
    for what in ("coins", "influence", "goodwill", "reputation", "battle", "reduce"):
        texts = {amount_text.things(Translator(locale), what, n) for n in (0, 1, 2, 5)}
        assert len(texts) == 4


CASES = [
    (effect(gain("coins", 2), gain("battle")), "Gain 2 Coins and 1 Battle Strength."),
    (effect(gain("coins"), DISPATCH), "Gain 1 Coin. Dispatch up to 2 Agents to War Council."),
    (
        effect({"op": "hunt"}, cost=[{"cost": "return", "count": 2}, {"cost": "pay", "what": "coins"}]),
        "Return 2 Agents from War Council and pay 1 Coin: you may hunt threats this turn.",
    ),
    (
        effect(gain("battle", {"count": "agents_here", "most": 4})),
        "Gain 1 Battle Strength for each of your Agents at War Council (at most 4).",
    ),
    (
        effect(gain("coins", {"count": "guild_cards", "times": -1, "plus": 6})),
        "Gain 6 Coins, less 1 Coin for each card of your Guild.",
    ),
    (
        effect(gain("coins", {"count": "guild_cards", "plus": -2})),
        "Gain 1 Coin for each card of your Guild, less 2 Coins.",
    ),
    (
        Effect.model_validate({"mode": "one", "clauses": [
            {"do": [gain("coins"), {"op": "train"}]},
            {"do": [gain("influence", 3)], "cost": [{"cost": "discard"}]},
        ]}),
        "Choose one: gain 1 Coin, then train 1 Agent; or discard 1 unresolved card: gain 3 Influence.",
    ),
    (
        Effect.model_validate({"clauses": [
            {"do": [gain("coins")]}, {"do": [gain("reputation")], "cost": [{"cost": "pay", "what": "goodwill"}]},
        ], "prologue": "none"}),
        "Gain 1 Coin. You may pay 1 Goodwill: gain 1 Reputation. Can't be used in the prologue.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("made", "text"), CASES)
def test_effects_read_like_a_rulebook(made: Effect, text: str) -> None:
    assert english(made) == text


def test_icons_stand_for_things_in_the_same_sentences() -> None:
    made = effect(gain("coins", 2), DISPATCH, {"op": "reduce", "amount": 2})
    text = "Gain 2{coin}. Dispatch up to 2{agent} to War Council. Reduce the Damage by 2{shield}."
    assert english(made, icons=True) == text


def test_the_time_of_an_effect_is_told() -> None:
    made = effect({"op": "reduce", "amount": 3})
    assert english(made, timing="attacked") == "When attacked, reduce the Damage by 3 points."
    assert english(made, timing="standing") == "Every time you are attacked, reduce the Damage by 3 points."


def test_abilities_tell_how_often_they_can_be_used() -> None:
    location = base().locations[PLACE]
    for uses, end in ((0, "Any number of times."), (1, "Gain 1 Coin."), (2, "Up to 2 times.")):
        ability = Ability(effect=effect(gain("coins")), uses=uses)
        text = ability_text(Translator(), base(), location.model_copy(update={"ability": ability}))
        assert text.endswith(end)


def test_what_happens_when_attacked_is_one_sentence() -> None:
    made = effect({"op": "reduce", "amount": 3}, {"op": "dispatch"})
    text = "When attacked, reduce the Damage by 3 points, then dispatch 1 Agent to War Council."
    assert english(made, timing="attacked") == text


def test_threats_tell_damage_reward_and_curse() -> None:
    threat = Threat.model_validate(
        {
            "damage": 3,
            "rewards": [gain("coins", 2), {"op": "train"}],
            "unless_defended": [{"op": "lose", "what": "coins"}],
        }
    )
    assert threat_text(Translator(), base(), threat) == (
        "3 Damage. Hunted: gain 2 Coins, then train 1 Agent. Not defended: lose 1 Coin."
    )


def test_a_part_of_an_effect_is_told_alone() -> None:
    part = effect(gain("coins"), cost=[{"cost": "pay", "what": "influence", "amount": 2}]).clauses[0]
    assert clause_text(Translator(), base(), part, "") == "Pay 2 Influence: gain 1 Coin"
    assert ops_text(Translator(), base(), part.do, "") == "Gain 1 Coin."
