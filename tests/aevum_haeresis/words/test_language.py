"""Every part of the card language has its own text, effect and value for computer players. None uses a default."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest

from rules.aevum_haeresis.bots.heuristics import PASSIVES
from rules.aevum_haeresis.content import occasions, ops
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.occasions import AtMoment, OnCard, OnPlayer, OnTeam
from rules.aevum_haeresis.words import counts
from rules.aevum_haeresis.words import occasions as words_occasions
from rules.aevum_haeresis.words.amounts import CardWriter
from rules.aevum_haeresis.words.passives import PASSIVE_TEXT
from rules.kernel.content.card_language import kinds
from rules.kernel.words.translation import LOCALES, Translator


def choices(kind: type[Any], field: str) -> tuple[Any, ...]:
    return get_args(kind.model_fields[field].annotation)


def test_every_passive_condition_and_occasion_has_words_and_a_value() -> None:
    assert set(PASSIVE_TEXT) == set(PASSIVES) == set(kinds(Passive))
    assert set(counts.CONDITIONS) == set(kinds(ops.Condition))
    assert {*words_occasions.OCCASIONS, AtMoment} == set(kinds(occasions.Occasion))
    assert set(words_occasions.MOMENTS) == set(choices(AtMoment, "moment"))


@pytest.mark.parametrize("locale", LOCALES)
def test_whatever_is_counted_or_waited_for_reads_differently(locale: str) -> None:
    by = CardWriter(Translator(locale), base())
    of_cards, of_players = get_args(ops.CardCount), get_args(ops.PlayerCount)
    named = [*product(of_cards, get_args(ops.Whose)), *product(of_players, ("own", "opposing"))]
    named += [(count, "own") for count in get_args(ops.TableCount)]
    each = [counts.for_each_text(by, ops.Counted(count=count, whose=whose)) for count, whose in named]
    assert len({*each}) == len(each)
    told = [counts.conditions_text(by, [ops.IsCount(condition="count", count=c, whose=w, least=2)]) for c, w in named]
    assert len({*told}) == len(told)
    heard = [
        words_occasions.occasion_text(by, OnPlayer(event=event, who=who))
        for event, who in product(choices(OnPlayer, "event"), get_args(occasions.Who))
    ]
    heard += [
        words_occasions.occasion_text(by, OnCard(event=event, of=of, what=what))
        for event, of, what in product(choices(OnCard, "event"), ("own", "opposing", "any"), choices(OnCard, "what"))
    ]
    heard += [
        words_occasions.occasion_text(by, OnTeam(event="joined", of=of, role=role))
        for of, role in product(choices(OnTeam, "of"), choices(OnTeam, "role"))
    ]
    assert len({*heard}) == len(heard)
