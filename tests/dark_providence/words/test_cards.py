"""Card texts generated from the records: every record has a text, and the texts of a dozen cards are as expected."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from rules.dark_providence.content import checks, effects, shared_field_types
from rules.dark_providence.content.component_counts import SIDES
from rules.dark_providence.content.load import base
from rules.dark_providence.words import (
    amounts,
)
from rules.dark_providence.words import (
    cards as card_text,
)
from rules.dark_providence.words import (
    solo as solo_text,
)
from rules.kernel.words.translation import LOCALES, Translator

EN = Translator("en")


def members(union: Any) -> set[type[Any]]:
    """Return the record classes in an annotated union."""
    return set(get_args(get_args(union)[0]))


def literals(kind: type[Any], field: str) -> set[str]:
    return set(get_args(kind.model_fields[field].annotation))


def test_every_count_has_words() -> None:
    assert literals(shared_field_types.Count, "count") == set(amounts.PER)


def test_everything_on_cards_has_words() -> None:
    assert set(card_text.ONGOING) == set(get_args(effects.Ongoing))
    assert set(card_text.TIMINGS) == literals(effects.Power, "timing")
    assert {"", *card_text.TRIGGERS} == literals(effects.Power, "trigger")
    assert set(amounts.YOU) == literals(shared_field_types.Condition, "count")
    assert set(amounts.RIVAL) == set(amounts.LEADER) == set(amounts.YOU) - set(checks.SHARED_COUNTS)
    assert set(card_text.ALLEGIANCE_LINES) == set(SIDES)
    gifts = {asset.agent.gift for asset in base().assets.values() if asset.agent}
    assert gifts - {""} == set(card_text.GIFTS)


def test_everything_of_solo_play_has_words() -> None:
    assert set(solo_text.GOALS) == literals(effects.Goal, "goal")
    assert set(solo_text.EFFECT_TEXT) == members(effects.CultistEffect)
    assert set(solo_text.ORDER_TEXT) == members(effects.Order)


GOLDEN = {
    "wyatt_earp": (
        "Force 2",
        "Action: Assassinate an agent with this agent.",
        "Agent: Force 2; returned: Force 2, Arcane 1.",
        "3 VP for investigators (pink).",
    ),
    "randolph_carter": (
        "Arcane 2",
        "Action: Open or close a gate with this agent.",
        "Agent: Arcane 1; returned: Arcane 2.",
        "1 VP for everyone (blue).",
    ),
    "harry_houdini": (
        "Influence 2",
        "Bonus action: Remove a lock.",
        "Agent: Force 2; returned: Force 2, Arcane 1.",
        "This agent can't be assassinated.",
        "1 VP for investigators (pink).",
    ),
    "police_raid": (
        "Force 1, Recovery 1, Investigation up 1",
        (
            "Action: Choose one: (1) Choose another player: you may return up to 2 influence markers of theirs "
            "from one city or card to their supply. (2) Place a lock."
        ),
    ),
    "coup": (
        "Influence 1, Force 1",
        (
            "Action: You may acquire a city where you have an agent, regardless of the influence there. A lock doesn't "
            "prevent it. The city's control point may be no higher than the number of your agents. Then destroy "
            "this card."
        ),
    ),
    "fbi": (
        "Influence 2, Investigation up 1",
        "On acquiring: Gain 1 VP for each of your recruited agents (at most 3).",
    ),
    "ritual_dagger": (
        "Force 1, Ritual up 2",
        "Action: Open a gate with any of your agents.",
        "Reaction, after this card's action is used: Move the ritual up 1 space.",
    ),
    "seance": ("Arcane 3, Ritual up 1", "Sanity test after acquiring."),
}


@pytest.mark.parametrize("card", GOLDEN)
def test_assets_read_like_this(card: str) -> None:
    assert tuple(card_text.asset_text(EN, base(), base().assets[card]).split("\n")) == GOLDEN[card]


GOLDEN_MYTHOS = {
    "nikola_tesla": (
        "Ongoing: After the first card you acquire on your own turn, you have 1 more action.",
        "In solo play: Wealth 1, Arcane 1.",
    ),
    "whateleys": (
        "On acquiring: Put 3 Whateley markers on cities: each adds 1 Arcane to your gate actions there.",
        "6 VP for cultists (green).",
        "In solo play: Arcane 1, Ritual up 1.",
    ),
    "impostor": (
        "On acquiring: Secretly look at another player's allegiance card.",
        "At the end of the game: As a dissenter you score the other track instead of your own.",
        "1 VP for everyone (blue).",
        "Not in solo play.",
    ),
    "great_race": (
        "Bonus action, once a turn: You may take a card from your discard pile into your hand.",
        "In solo play: Arcane 1, Wealth 1.",
    ),
}


@pytest.mark.parametrize("card", GOLDEN_MYTHOS)
def test_mythos_cards_read_like_this(card: str) -> None:
    assert tuple(card_text.mythos_text(EN, base(), base().mythos[card]).split("\n")) == GOLDEN_MYTHOS[card]


def test_with_icons_names_of_things_become_tokens() -> None:
    power = base().assets["fbi"].powers[0]
    assert card_text.power_text(EN, base(), power, icons=True) == (
        "Gain 1{vp} for each of your recruited agents (at most 3)."
    )
    gate = base().assets["randolph_carter"].powers[0]
    assert card_text.power_text(EN, base(), gate, icons=True) == "{gate_open}/{gate_shut} with this agent."
    dagger = base().assets["ritual_dagger"].powers[1]
    assert card_text.power_text(EN, base(), dagger, icons=True) == "1{ritual_up}."


TOKEN = re.compile(r"\{([a-z_]+)\}")
TOKENS = {
    "influence", "recover", "wealth", "force", "arcane", "ritual_up", "ritual_down", "investigation_up",
    "investigation_down", "vp", "vp_pink", "vp_green", "assassinate", "gate_open", "gate_shut", "lock", "madness",
}  # fmt: skip


@pytest.mark.parametrize("locale", LOCALES)
def test_tokens_are_those_that_pictures_draw(locale: str) -> None:
    say, content = Translator(locale), base()
    texts = [card_text.asset_text(say, content, asset, icons=True) for asset in content.cards.values()]
    texts += [card_text.mythos_text(say, content, card, icons=True) for card in content.mythos.values()]
    texts += [solo_text.old_one_text(say, content, card, icons=True) for card in content.old_ones.values()]
    texts += [solo_text.control_text(say, content, card, icons=True) for card in content.controls.values()]
    assert {token for text in texts for token in TOKEN.findall(text)} <= TOKENS


def test_solo_cards_read_like_this() -> None:
    goal = effects.Goal(goal="gates", amount=3)
    assert solo_text.goal_text(EN, goal) == "Wins as soon as its cultists have opened 3 gates."
    order = effects.PlaceOrder(do="place", at="mythos", influence=2)
    assert solo_text.order_text(EN, order) == (
        "Place 2 influence markers and those of the cultist's card on a mythos card in the row."
    )
    effect = effects.MarkAssets(effect="mark_assets")
    assert solo_text.cultist_effect_text(EN, effect) == (
        "Place 1 influence marker on each of the first 3 primary assets along the route."
    )


def test_each_dissenter_scores_the_track_of_the_former_side() -> None:
    assert "The investigation track." in card_text.allegiance_text(EN, "ex_investigator")
    assert "The ritual track." in card_text.allegiance_text(EN, "ex_cultist")


def test_amounts_below_zero_are_losses() -> None:
    assert amounts.gain_text(EN, -2) == "Lose 2 VP."
    assert (
        amounts.gain_text(EN, shared_field_types.Count(count="madness", times=-1))
        == "Lose 1 VP for each of your Madness tokens."
    )
