"""The names in the base pack, in three languages."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.content.load import NamedThreat, base
from rules.kernel.words.translation import LOCALES, Localised
from tests.game_helpers import each

CONTENT = base()
STARTERS = list(CONTENT.starters.values())
LOCATIONS = list(CONTENT.locations.values())
SLIPS = list(CONTENT.slips.values())
THREATS: list[NamedThreat] = [record.threat for record in (*STARTERS, *SLIPS)]

#: All translated names except those of people, which are the same in every language.
NAMED: list[tuple[str, str, Localised]] = [
    *[("guild", guild.id, guild.name) for guild in CONTENT.guilds.values()],
    *[("location", location.id, location.name) for location in LOCATIONS],
    *[("contact", location.id, location.contact.name) for location in LOCATIONS],
    *[("threat", record.id, record.threat.name) for record in (*STARTERS, *SLIPS)],
    *[("setup", setup.id, setup.name) for setup in CONTENT.setups.values()],
    *[("blurb", setup.id, setup.blurb) for setup in CONTENT.setups.values()],
]


@each(("kind", "place", "name"), NAMED)
def test_every_name_is_told_in_three_languages(kind: str, place: str, name: Localised):
    words = [getattr(name, locale) for locale in LOCALES]
    assert all(word and word == word.strip() for word in words)
    assert len(set(words)) == 3
    assert kind == "blurb" or all(len(word) <= 60 for word in words)
    assert kind != "blurb" or all(word.count("\n") == 1 for word in words)


def test_people_have_names_in_every_language_and_no_two_share_one():
    for locale in LOCALES:
        names = [getattr(starter.name, locale) for starter in STARTERS]
        assert all(names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", ["guild", "location", "contact", "threat", "setup"])
def test_one_name_means_one_thing_in_each_language(kind: str, locale: str):
    things: dict[str, set[str]] = {}
    for found, _, name in NAMED:
        if found == kind:
            things.setdefault(getattr(name, locale), set()).add(name.en)
    assert [name for name, meant in things.items() if len(meant) > 1] == []


def test_threats_of_one_name_are_alike():
    by_name: dict[str, NamedThreat] = {}
    for threat in THREATS:
        assert by_name.setdefault(threat.name.en, threat) == threat
