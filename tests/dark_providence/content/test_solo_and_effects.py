"""The base pack: the cards for solo play, and how the cards use the effect language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from pydantic import BaseModel

from rules.dark_providence.content import component_counts, effects, ops
from rules.dark_providence.content.effects import MarkAssets, Power
from rules.dark_providence.content.load import base
from rules.dark_providence.content.records import Asset, Mythos
from rules.dark_providence.words.card_language import known

CONTENT = base()
MYTHOS = list(CONTENT.mythos.values())
CARDS: list[Asset | Mythos] = [*CONTENT.cards.values(), *MYTHOS]


def walk(value: object) -> Iterator[BaseModel]:
    """Yield a record and all records nested in it."""
    if isinstance(value, BaseModel):
        yield value
        for name in type(value).model_fields:
            yield from walk(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk(item)


# -- the language of effects --------------------------------------------------------------------------------


@pytest.mark.rule("DP-CONT.17")
def test_every_operation_effect_and_count_of_the_language_is_used():
    used = [record for card in (*CONTENT.starting.values(), *CARDS) for record in walk(card)]
    used += [record for old_one in CONTENT.old_ones.values() for record in walk(old_one)]
    used += [record for control in CONTENT.controls.values() for record in walk(control)]
    used += [record for entry in known() for record in walk(entry)]
    kinds = {type(record) for record in used}
    for language in (ops.Op, effects.EndEffect, effects.CultistEffect, effects.Order):
        idle = sorted(kind.__name__ for kind in set(get_args(get_args(language)[0])) - kinds)
        assert not idle, f"no card in data/dark_providence or its table of effects uses {', '.join(idle)}"
    ongoing = {effect for record in used if isinstance(record, Mythos) for effect in record.ongoing}
    assert ongoing == set(get_args(effects.Ongoing))
    triggers = {record.trigger for record in used if isinstance(record, Power)}
    assert triggers >= {"", "destroyed", "discarded", "played", "turn_begins", "turn_ends"}


def test_some_cards_offer_a_choice_of_ways():
    assert sum(len(power.ways) > 1 for card in CARDS for power in card.powers) >= 2


# -- solo play ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DP-CONT.22", "DP-COMP.26")
def test_six_great_old_ones_differ_in_goal_and_effects():
    assert set(CONTENT.old_ones) == {"black_goat", "cthulhu", "dagon", "hastur", "nyarlathotep", "yog_sothoth"}
    assert len({old_one.goal.goal for old_one in CONTENT.old_ones.values()}) == 6
    made = [effect.model_dump_json() for old_one in CONTENT.old_ones.values() for effect in old_one.effects]
    assert len(set(made)) == 12
    assert [old_one.id for old_one in CONTENT.old_ones.values() if old_one.keeps_assets] == ["black_goat"]


@pytest.mark.rule("DP-CONT.23", "DP-COMP.27", "DP-COMP.29")
def test_the_cultists_start_in_arkham_and_new_york():
    assert [cultist.start for cultist in CONTENT.cultists.values()] == ["arkham", "new_york"]


@pytest.mark.rule("DP-CONT.24", "DP-CONT.30", "DP-COMP.28", "DP-SOLO.117")
def test_eight_control_cards_of_which_two_call_for_a_cultist_effect():
    orders = [[order.do for order in control.orders] for control in CONTENT.controls.values()]
    assert len(orders) == 8
    assert sum("effect" in pair for pair in orders) == 2
    for number in range(2):
        told = Counter(
            (control.orders[number].do, getattr(control.orders[number], "at", ""))
            for control in CONTENT.controls.values()
        )
        assert set(told) >= {(do, at) for do in ("place", "acquire") for at in ("city", "asset", "mythos")}
        assert told["effect", ""] == 1


@pytest.mark.rule("DP-CONT.25")
def test_the_first_cultist_can_place_three_markers_on_a_mythos_card():
    first = next(iter(CONTENT.cultists.values()))
    placed = {
        order.influence + first.influence
        for control in CONTENT.controls.values()
        if isinstance(order := control.orders[0], effects.PlaceOrder) and order.at == "mythos"
    }
    assert placed == {3}


@pytest.mark.rule("DP-CONT.26")
def test_a_first_cultist_marks_the_first_three_primary_assets():
    wanted = MarkAssets(effect="mark_assets", count=3, each=1)
    assert wanted in [old_one.effects[0] for old_one in CONTENT.old_ones.values()]


# -- numbers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DP-CONT.28")
def test_numbers_of_the_rules_that_are_no_content():
    assert (component_counts.HAND, component_counts.AGENT_LIMIT, component_counts.MADNESS_LIMIT) == (5, 6, 3)
    assert (
        component_counts.MARKERS,
        component_counts.CONTROLS,
        component_counts.LOCKS,
        component_counts.DEEP_ONE_PIECES,
    ) == (19, 12, 12, 8)
    assert component_counts.THRESHOLD == {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}
