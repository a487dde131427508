"""Card texts generated from the records: every record has a text, and texts for each feature are as expected."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from rules.aevum_haeresis.content import effects, ops
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import FACTIONS, Card
from rules.aevum_haeresis.effects.verb_table import CHOICES
from rules.aevum_haeresis.words import (
    cards as card_text,
)
from rules.aevum_haeresis.words import (
    names,
)
from rules.aevum_haeresis.words import (
    passives as passive_text,
)
from rules.aevum_haeresis.words.amounts import UNTIL
from rules.kernel.words.translation import LOCALES, Translator

EN = Translator("en")
WHITE = {"colour": "white"}
SKULL = {"colour": "white", "skull": True}
#: The icons that pictures of cards can draw inside text.
TOKENS = {"gold", "soul", "card", "damage", "health", "plunder", "recruit", "accuse"}


def members(union: Any) -> set[type[Any]]:
    """Return the record classes of an annotated union type."""
    return set(get_args(get_args(union)[0]))


def literals(kind: type[Any], field: str) -> set[str]:
    return set(get_args(kind.model_fields[field].annotation))


def test_every_passive_has_words() -> None:
    assert set(passive_text.PASSIVE_TEXT) == members(effects.Passive)
    assert set(UNTIL) == set(get_args(ops.Until))


def test_everything_on_cards_has_words() -> None:
    assert set(card_text.KINDS) == literals(effects.Ability, "kind")
    assert set(names.TYPES) == literals(Card, "type")
    assert set(names.FACTIONS) == {"neutral", *FACTIONS}
    assert set(names.MANOEUVRES) == set(ops.MANOEUVRES)


def test_every_verb_with_a_target_asks_for_it() -> None:
    asking = {kind for kind in members(ops.Op) if "target" in kind.model_fields}
    silent = sorted(kind.__name__ for kind in asking - set(CHOICES))
    assert not silent, f"no choice in rules/aevum_haeresis/effects for {', '.join(silent)}"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_of_the_pool_has_words(locale: str) -> None:
    say = Translator(locale)
    for card in base().cards.values():
        text = card_text.card_text(say, base(), card)
        assert text
        assert not re.search(r"[{}_]", text), text
        assert ".." not in text
        plain = card.type in ("damned", "heretic") and not (card.abilities or card.passives or card.background)
        assert plain or card_text.rules_lines(say, base(), card) or card.type == "location"


def test_with_icons_only_known_tokens_are_drawn() -> None:
    for card in base().cards.values():
        for heads in (True, False):
            told = " ".join(map(str, card_text.rules_lines(EN, base(), card, icons=True, heads=heads)))
            assert set(re.findall(r"{(\w+)}", told)) <= TOKENS
            assert not re.search(r"[{}]", re.sub(r"{\w+}", "", told))


GOLDEN: dict[str, tuple[dict[str, Any], str]] = {
    "plain heretic": (
        {"type": "heretic", "cost": {"gold": 1}, "health": 2, "damage": 1, "icons": {"plunder": 1}},
        "Cost: 1 gold.\nHealth 2, Damage 1. Icons: Plunder 1.",
    ),
    "damned with heresy": (
        {
            "type": "damned", "health": 14, "damage": 2, "icons": {"plunder": 1, "recruit": 2},
            "abilities": [
                {"kind": "heresy", "cost": {"souls": 1}, "do": [
                    {"op": "damage", "amount": 2, "target": {"what": "damned", "whose": "any", "scope": "anywhere"}},
                ]},
            ],
        },
        "Health 14, Damage 2. Icons: Plunder 1, Recruit 2.\nHeresy (1 soul): Deal 2 damage to any Damned.",
    ),
    "dem in play, once a round": (
        {
            "type": "heretic", "cost": {"gold": 3, "cards": 1}, "health": 3, "icons": {"recruit": 1}, "gold_icon": -1,
            "abilities": [
                {"kind": "dem", "cost": {"gold": 1}, "windows": ["chapter_revealed"], "limit": "round", "do": [
                    {"op": "modify", "stat": "damage", "amount": 1,
                     "target": {"whose": "any", "scope": "participants"}},
                ]},
            ],
        },
        ("Cost: 3 gold, discard 1 card.\nHealth 3, Damage 0. Icons: Recruit 1.\nGold icon: income −1.\n"
        "Deus Ex Machina, after a Chapter is revealed, once a Round (1 gold): "
        "Give any participant +1 Damage until the end of the Conflict."),
    ),
    "dem in play that reaches everywhere": (
        {
            "type": "heretic", "health": 1,
            "abilities": [{"kind": "dem", "windows": ["conflict_end", "pass_declared"], "do": [
                {"op": "spend", "target": {"scope": "anywhere", "state": "ready", "count": 2}},
            ]}],
        },
        ("Cost: nothing.\nHealth 1, Damage 0. Icons: none.\n"
        "Deus Ex Machina, before a Conflict is decided or after a Pass: Make up to 2 opposing characters Spent.\n"
        "Its target may be outside the Conflict."),
    ),
    "in medias res and background": (
        {
            "type": "heretic", "background": True, "health": 2, "damage": 1, "icons": {"plunder": 1},
            "abilities": [{"kind": "imr", "do": [{"op": "mill", "count": 2}]}],
        },
        ("Health 2, Damage 1. Icons: Plunder 1.\nOnly from the Background deck.\n"
        "In Medias Res: The opponent discards the top 2 cards of their Plot deck."),
    ),
    "status quo": (
        {
            "type": "heretic", "health": 2,
            "passives": [{"passive": "alter", "stat": "health", "amount": 1, "of": "own", "what": "heretic",
                          "others": True}],
        },
        "Cost: nothing.\nHealth 2, Damage 0. Icons: none.\nStatus Quo: Your other Heretics have +1 Health.",
    ),
    "skull with modifier": (
        {"type": "story", "cost": {"gold": 1}, "band": {"plunder": SKULL, "recruit": WHITE}, "modifier": 1},
        ("Cost: 1 gold.\nIcons: white Plunder with skull, white Recruit, no Accusation.\n"
        "Skull: The caster deals its Damage +1 to an opposing participant."),
    ),
    "a story that reaches beyond, with a demand": (
        {
            "type": "story", "band": {"recruit": SKULL, "plunder": {"colour": "black"}},
            "need": {"stat": "recruit", "least": 2, "what": "heretic"},
            "skull_target": {"what": "heretic", "scope": "anywhere"},
        },
        ("Cost: nothing.\nIcons: black Plunder, white Recruit with skull, no Accusation.\n"
        "The caster must be a Heretic.\nThe caster needs Recruit 2 or more.\n"
        "Skull: The caster deals its Damage to an opposing Heretic.\nIts target may be outside the Conflict."),
    ),
    "later chapters and success": (
        {
            "type": "story", "band": {"accuse": WHITE}, "duration": "conflict",
            "do": [
                {"op": "in_chapter", "least": 2, "do": [{"op": "team", "amount": 2}]},
                {"op": "next_chapter", "damage": 2},
                {"op": "if_successful", "do": [{"op": "gold", "amount": 2}]},
            ],
        },
        ("Cost: nothing.\nIcons: no Plunder, no Recruit, white Accusation.\n"
        "In Chapter 2 or later: Your team has +2 icons until the end of the Conflict. "
        "In the next Chapter your casters deal an extra 2 damage. "
        "If you are successful in this Conflict: Gain 2 gold."),
    ),
    "story with dem from hand, for the round": (
        {
            "type": "story", "cost": {"gold": 1}, "band": {"recruit": WHITE}, "dem": ["chapter_revealed"],
            "duration": "round",
            "do": [{"op": "modify", "stat": "health", "amount": 1, "until": "round", "of": "heretics"}],
        },
        ("Cost: 1 gold.\nIcons: no Plunder, white Recruit, no Accusation.\n"
        "Deus Ex Machina: From hand after a Chapter is revealed.\n"
        "Your Heretics have +1 Health until the end of the Round."),
    ),
    "conflict row only": (
        {"type": "event", "cost": {"gold": 1}, "rows": ["conflict"], "duration": "conflict",
         "do": [{"op": "shield", "amount": 1}]},
        ("Cost: 1 gold.\nOnly from the Conflict row.\n"
        "Damage dealt to your characters is reduced by 1 until the end of the Conflict."),
    ),
    "round-long passive": (
        {"type": "event", "rows": ["enlistment"], "duration": "round",
         "passives": [{"passive": "soul_number", "amount": -2}]},
        ("Cost: nothing.\nOnly from the Enlistment row.\nStatus Quo: The soul number is 2 lower, but not below 0.\n"
        "Stays until the end of the Round."),
    ),
    "attachment for the round": (
        {
            "type": "event", "duration": "attached", "attachment": {"type": "weapon", "most": 2, "until": "round"},
            "passives": [{"passive": "alter", "stat": "damage", "amount": 2}],
        },
        ("Cost: nothing.\nAttachment: Weapon 2, on a character of yours, until the end of the Round.\n"
        "Status Quo: Its bearer has +2 Damage."),
    ),
    "attachment for an opponent": (
        {
            "type": "event", "duration": "attached", "attachment": {"type": "curse", "host": "opposing"},
            "passives": [{"passive": "alter", "stat": "icons", "amount": -2}],
        },
        (
            "Cost: nothing.\nAttachment: Curse 1, on an opposing character.\n"
            "Status Quo: Its bearer has −2 icons of each type."
        ),
    ),
    "track": (
        {"type": "event", "duration": "track", "track": [0, 1, 1, 2]},
        ("Cost: nothing.\nTimes of day: Morning 0, Noon 1, Evening 1, Night 2. "
        "When the time of day advances, gain the gold of the new time; after Night this card goes to the Pyre."),
    ),
    "only by dem, in the plot phase": (
        {
            "type": "event", "rows": [], "do": [{"op": "burn"}],
            "dem": ["heresy_paid", "heresy_resolved", "manoeuvre_announced", "conflict_end", "consequences_done",
                    "conflict_time_advanced", "pass_declared"],
        },
        ("Cost: nothing.\nNot from a row.\nDeus Ex Machina: From hand in the Plot phase.\n"
        "The Location goes to the Pyre."),
    ),
    "die roll": (
        {"type": "event", "cost": {"sacrifice": True}, "do": [{"op": "roll", "rows": [
            [2, []], [5, [{"op": "execution", "amount": -1, "who": "me"}]], [6, [{"op": "execution", "amount": 1}]],
        ]}]},
        ("Cost: sacrifice a Heretic.\nRoll a d6. 1–2: Nothing. 3–5: Lower your Execution level by 1. "
        "6: Raise the opponent's Execution level by 1, at most once a Round."),
    ),
    "control and cost": (
        {"type": "event", "cost": {"gold": 3, "cards": 2}, "do": [
            {"op": "control", "target": {"what": "heretic", "scope": "anywhere", "most_health": 3, "state": "spent"}},
        ]},
        ("Cost: 3 gold, discard 2 cards.\nTake control of an opposing Heretic (Spent, Health 3 or less) "
        "until the end of the Round.\nIts target may be outside the Conflict."),
    ),
    "choices and payments": (
        {"type": "event", "do": [
            {"op": "choice", "who": "opponent", "ways": [
                [{"op": "discard"}], [{"op": "souls", "amount": -1, "who": "opponent"}],
            ]},
            {"op": "may_pay", "cost": {"gold": 1}, "do": [
                {"op": "draw"}, {"op": "draw", "deck": "heretic", "count": 2},
            ]},
        ]},
        ("Cost: nothing.\nThe opponent chooses one: (1) The opponent discards 1 card from hand. "
        "(2) The opponent loses 1 soul. You may pay (1 gold): Draw 1 Plot card. Draw 2 Heretic cards."),
    ),
    "back from the pyre": (
        {"type": "event", "do": [
            {"op": "raise", "what": "plot", "to": "deck", "count": 3},
            {"op": "raise", "what": "heretic", "to": "verge", "may": False},
        ]},
        ("Cost: nothing.\nYou may put up to 3 Plot cards from your Pyre under your Plot deck. "
        "Bring 1 Heretic from your Pyre to the Verge."),
    ),
    "hunter with windows": (
        {
            "type": "hunter", "cost": {"gold": 1}, "dem": ["manoeuvre_announced"],
            "do": [{"op": "spend", "target": {"scope": "anywhere", "whose": "any", "state": "ready"}}],
            "passives": [{"passive": "bar", "manoeuvre": "plunder"}],
        },
        ("Cost: 1 gold.\nOnly when a manoeuvre is announced.\nMake any character Spent.\n"
        "Status Quo: The opponent's unopposed Plunders are unsuccessful."),
    ),
    "hunter that stays": (
        {"type": "hunter", "stays": True, "do": [{"op": "hand_over", "gold": 2}], "passives": [{"passive": "tax"}]},
        ("Cost: nothing.\nThe opponent hands over 2 gold.\nStatus Quo: The opponent's Heresies cost 1 gold more.\n"
        "Stays until the Location leaves, even past the end of the Round."),
    ),
    "location with status quo": (
        {"type": "location", "track": [0, 1, 2, 2], "passives": [
            {"passive": "bounty", "manoeuvre": "recruit", "souls": 1, "whose": "both", "without_damned": True},
            {"passive": "bounty", "manoeuvre": "plunder", "cards": 1},
            {"passive": "ward"},
        ]},
        ("Soul numbers: Morning 0, Noon 1, Evening 2, Night 2.\n"
        "Status Quo: A successful Recruit also gives its initiator 1 soul. Only for teams without the Damned.\n"
        "Status Quo: Its owner's successful Plunder discards 1 card more.\n"
        "Status Quo: Damage dealt to its owner's characters is reduced by 1."),
    ),
    "camp": (
        {"type": "camp", "income": 4, "abilities": [
            {"kind": "heresy", "cost": {"gold": 2, "turn_own": True}, "do": [{"op": "peek"}]},
            {"kind": "start", "do": [{"op": "souls", "amount": 2}]},
        ]},
        ("Income: 4 gold.\nHeresy (2 gold, make a character of yours Spent): Look at the opponent's hand.\n"
        "Start of the Round: Gain 2 souls."),
    ),
}  # fmt: skip


@pytest.mark.rule("AH-DATA.13")
@pytest.mark.parametrize("name", GOLDEN)
def test_cards_read_like_this(name: str) -> None:
    fields, told = GOLDEN[name]
    made = {"id": "made", "name": {"en": "Made", "hu": "Made", "es": "Made"}, **fields}
    assert card_text.card_text(EN, base(), Card.model_validate(made)) == told


def test_icons_stand_for_words_and_signs_for_heads() -> None:
    fields, _ = GOLDEN["dem in play, once a round"]
    made = {"id": "made", "name": {"en": "Made", "hu": "Made", "es": "Made"}, **fields}
    card = Card.model_validate(made)
    (line,) = card_text.rules_lines(EN, base(), card, icons=True, heads=False)
    assert (line.sign, str(line)) == (
        "dem",
        (
            "After a Chapter is revealed, once a Round (1{gold}): "
            "Give any participant +1{damage} until the end of the Conflict."
        ),
    )


def test_a_card_is_called_by_its_kind_or_by_any_of_its_ids() -> None:
    for card in ("candle_thief", "candle_thief.0.1", "candle_thief.1.2/0"):
        assert names.card_name(EN, card) == "Candle Thief"
    assert names.card_name(Translator("hu"), "candle_thief.0.1") == base().cards["candle_thief"].name.hu
    assert names.card_name(EN, "no_such_card.0.1") == "no_such_card"
    assert names.counted(EN, ["levy.0.1", "levy.0.2", "cold_hands"]) == "2 × Levy, Cold Hands"
