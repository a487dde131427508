"""The names in the base pack, in three languages."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.load import base
from rules.kernel.words.translation import LOCALES, Localised

CONTENT = base()


NAMED: dict[str, list[Localised]] = {
    kind: [record.name for record in getattr(CONTENT, kind).values()]
    for kind in ("cities", "leads", "starting", "assets", "city_cards", "mythos", "old_ones", "cultists")
}
PRINTED = {
    "anarchists": "Anarchisták",
    "returners": "Visszatérők",
    "ruthless_conspirator": "Könyörtelen összeesküvő",
    "deep_ones": "Mélységlakók",
    "danvers_state_hospital": "Danversi Közkórház",
    "father_lachlan": "Lachlan atya",
    "offering": "Felajánlás",
    "silver_key": "Ezüstkulcs",
    "lost_city": "Elveszett város",
    "impostor": "Imposztor",
    "maddening_cacophony": "Őrjítő hangzavar",
    "whateleys": "A Whateley család",
    "monday": "Monday ügynök",
    "tuesday": "Tuesday ügynök",
    "wednesday": "Wednesday ügynök",
    "thursday": "Thursday ügynök",
    "friday": "Friday ügynök",
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", NAMED)
def test_names_are_told_in_every_language_and_no_two_are_the_same(kind: str, locale: str):
    names = [getattr(name, locale) for name in NAMED[kind]]
    assert all(name and name == name.strip() and len(name) <= 40 for name in names)
    assert len(set(names)) == len(names)


@pytest.mark.rule("DP-CONT.14")
def test_hungarian_names_are_those_of_the_rulebook():
    everything = {**CONTENT.assets, **CONTENT.mythos, **CONTENT.leads}
    assert {card: everything[card].name.hu for card in PRINTED} == PRINTED


def test_names_alike_in_one_language_are_alike_in_all():
    """Names that are alike in English, such as those of a city and its card, are alike in every language."""
    by_english: dict[str, set[Localised]] = {}
    for name in (name for names in NAMED.values() for name in names):
        by_english.setdefault(name.en, set()).add(name)
    assert all(len(names) == 1 for names in by_english.values())
