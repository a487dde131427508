"""Section 40.3 of RULES.md: the features that starter decks must have, checked on the base pack's two starter decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

from rules.aevum_haeresis.content import effects as fx
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import Card, Icon
from tests.game_helpers import rule

CONTENT = base()
STARTERS = [CONTENT.decks[name] for name in ("drowned_saints", "torches_of_the_margrave")]
IN_STARTERS = {
    name
    for deck in STARTERS
    for name in (deck.damned, deck.camp, *deck.locations, *deck.plot, *deck.heretics, *deck.background)
}
CARDS = [CONTENT.cards[name] for name in sorted(IN_STARTERS)]


def nested_operations(do: list[Any]) -> Iterator[Any]:
    """Yield operations and the operations nested in them."""
    for op in do:
        yield op
        for field in ("do", "ways", "rows"):
            for part in getattr(op, field, []):
                yield from nested_operations(
                    [part] if isinstance(part, ops.Record) else part[1] if field == "rows" else part
                )


def every(card: Card) -> list[Any]:
    """Return all operations on a card."""
    return [
        *nested_operations(card.do),
        *(op for ability in card.abilities for op in nested_operations(list(ability.do))),
    ]


def has(card: Card, kind: type[Any], **wanted: Any) -> bool:
    """Return whether a card has this operation."""
    return any(isinstance(op, kind) and all(getattr(op, k) == v for k, v in wanted.items()) for op in every(card))


def can(card: Card, kind: str, **cost: Any) -> bool:
    """Return whether a card has an ability of this kind that has each cost given as True and no cost given as False."""
    return any(
        ability.kind == kind and all(bool(getattr(ability.cost, name)) == bool(value) for name, value in cost.items())
        for ability in card.abilities
    )


def gives(card: Card, kind: type[Any], **wanted: Any) -> bool:
    """Return whether a card has a passive effect of this kind with these field values."""
    return any(isinstance(p, kind) and all(getattr(p, k) == v for k, v in wanted.items()) for p in card.passives)


def band(card: Card) -> list[Icon]:
    return [card.band.plunder, card.band.recruit, card.band.accuse]


def colours(card: Card) -> set[str]:
    return {icon.colour for icon in band(card)} if card.type == "story" else set()


def skulls(card: Card) -> int:
    return sum(icon.skull for icon in band(card))


def icons(card: Card) -> tuple[int, int, int]:
    return card.icons.plunder, card.icons.recruit, card.icons.accuse


def targets(card: Card, kind: type[Any]) -> list[ops.Target]:
    return [op.target for op in every(card) if isinstance(op, kind) and op.target is not None]


def lowers(card: Card, stat: str) -> bool:
    changed = [*every(card), *card.passives]
    return any(getattr(one, "stat", "") == stat and one.amount < 0 for one in changed)


#: For each feature of section 40.3, a function that returns whether a card has the feature.
FEATURES: dict[str, Callable[[Card], bool]] = {
    "CF-01": lambda c: c.type == "heretic" and {0, 1} <= {*icons(c)},
    "CF-02": lambda c: c.type == "damned" and min(icons(c)) > 0 and c.damage > 0,
    "CF-03": lambda c: c.type == "heretic" and can(c, "imr"),
    "CF-04": lambda c: c.type == "heretic" and can(c, "heresy", turn=False),
    "CF-05": lambda c: c.type == "heretic" and can(c, "heresy", turn=True),
    "CF-06": lambda c: c.type == "heretic" and bool(c.passives),
    "CF-07": lambda c: c.type == "heretic" and can(c, "dem"),
    "CF-08": lambda c: c.gold_icon > 0,
    "CF-09": lambda c: c.gold_icon < 0,
    "CF-10": lambda c: c.cost.souls > 0 or can(c, "heresy", souls=True),
    "CF-11": lambda c: c.cost.cards > 0,
    "CF-12": lambda c: colours(c) == {"white"} and not skulls(c),
    "CF-13": lambda c: skulls(c) > 0 and c.modifier > 0,
    "CF-14": lambda c: skulls(c) == 1 and len([i for i in band(c) if i.colour == "white"]) > 1,
    "CF-15": lambda c: {"white", "black"} <= colours(c),
    "CF-16": lambda c: "none" in colours(c),
    "CF-17": lambda c: c.type == "story" and c.duration == "conflict",
    "CF-18": lambda c: c.type == "story" and c.duration == "round",
    "CF-19": lambda c: has(c, ops.InChapter) or has(c, ops.NextChapter),
    "CF-20": lambda c: c.need is not None,
    "CF-21": lambda c: c.type == "story" and skulls(c) > 0 and c.skull_target.scope == "anywhere",
    "CF-22": lambda c: c.type == "story" and bool(c.dem),
    "CF-23": lambda c: c.type == "event" and c.duration == "immediate",
    "CF-24": lambda c: c.type == "event" and c.duration == "conflict" and c.rows == ["conflict"],
    "CF-25": lambda c: c.type == "event" and c.duration == "round",
    "CF-26": lambda c: c.attachment is not None and (c.attachment.most, c.attachment.host) == (1, "own"),
    "CF-27": lambda c: c.attachment is not None and c.attachment.host == "opposing",
    "CF-28": lambda c: c.attachment is not None and (c.attachment.most, c.attachment.until) == (2, "round"),
    "CF-29": lambda c: c.cost.sacrifice,
    "CF-30": lambda c: c.type == "event" and bool(c.dem),
    "CF-31": lambda c: has(c, ops.Control),
    "CF-32": lambda c: has(c, ops.HandOver),
    "CF-33": lambda c: has(c, ops.Choice),
    "CF-34": lambda c: c.type == "event" and c.track is not None,
    "CF-35": lambda c: c.background or has(c, ops.Call),
    "CF-36": lambda c: has(c, ops.Burn),
    "CF-37": lambda c: c.type == "event" and any(isinstance(op, ops.Souls) and op.amount > 0 for op in every(c)),
    "CF-38": lambda c: c.type == "hunter" and any(isinstance(op, ops.Souls) and op.amount < 0 for op in every(c)),
    "CF-39": lambda c: has(c, ops.Mill),
    "CF-40": lambda c: has(c, ops.Execution),
    "CF-41": lambda c: c.type == "hunter" and has(c, ops.Damage),
    "CF-42": lambda c: c.type == "hunter" and has(c, ops.Spend) and any(lowers(c, s) for s in ("recruit", "icons")),
    "CF-43": lambda c: c.type == "hunter" and gives(c, fx.SoulNumber),
    "CF-44": lambda c: c.type == "hunter" and bool(c.dem),
    "CF-45": lambda c: c.stays,
    "CF-46": lambda c: c.type == "location" and can(c, "heresy"),
    "CF-47": lambda c: c.type == "location" and bool(c.passives),
    "CF-48": lambda c: c.type == "location" and c.track is not None and 0 in c.track,
    "CF-49": lambda c: c.type == "location" and c.track is not None and max(c.track) >= 3,
    "CF-50": lambda c: c.type == "camp" and can(c, "heresy"),
    "CF-51": lambda c: can(c, "start"),
    "CF-52": lambda c: has(c, ops.Free),
    "CF-53": lambda c: has(c, ops.Ready),
    "CF-54": lambda c: any(t.what == "damned" and t.scope == "anywhere" for t in targets(c, ops.Damage)),
    "CF-55": lambda c: gives(c, fx.Bar),
    "CF-56": lambda c: has(c, ops.Heal),
    "CF-57": lambda c: lowers(c, "health"),
    "CF-58": lambda c: any(getattr(one, "stat", "") == "damage" for one in [*every(c), *c.passives]),
    "CF-59": lambda c: has(c, ops.Roll),
    "CF-60": lambda c: gives(c, fx.Twin),
    "CF-61": lambda c: has(c, ops.Draw),
}
#: The features that both starter decks must have.
BOTH = {"CF-51", "CF-02", "CF-50", "CF-08", "CF-09"}


@pytest.mark.parametrize("feature", [pytest.param(name, marks=rule(name)) for name in FEATURES])
def test_a_starter_card_has_each_feature(feature: str):
    found = [card for card in CARDS if FEATURES[feature](card)]
    assert found
    if feature in BOTH:
        for deck in STARTERS:
            names = {deck.damned, deck.camp, *deck.locations, *deck.heretics}
            assert any(card.id in names for card in found)


@rule("CF-01")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_characters_have_none_one_or_more_icons_of_a_type(number: int):
    heretics = [card for card in CARDS if card.type == "heretic"]
    assert any(number in icons(card) for card in heretics)


@rule("CF-44")
def test_different_hunters_are_for_different_windows():
    assert len({tuple(card.dem) for card in CARDS if card.type == "hunter" and card.dem}) > 1


@rule("CF-35", "AH-BACK.2")
def test_a_starter_deck_holds_the_background_card_that_one_of_its_cards_calls():
    saints = STARTERS[0]
    called = {op.card for name in saints.plot for op in every(CONTENT.cards[name]) if isinstance(op, ops.Call)}
    assert called
    assert called <= saints.background.keys()


@rule("CF-62", "AH-DECK.8", "AH-DATA.2")
@pytest.mark.parametrize("kind", ["heretic", "story", "event", "hunter", "location"])
def test_neutral_cards_of_every_type_stand_next_to_faction_cards(kind: str):
    for deck in STARTERS:
        names = {*deck.locations, *deck.plot, *deck.heretics}
        marks = {CONTENT.cards[name].faction for name in names if CONTENT.cards[name].type == kind}
        assert marks == {"neutral", CONTENT.cards[deck.damned].faction}


def rows() -> list[tuple[str, list[str]]]:
    """Return each feature in the table of the pack's README with the feature's example cards."""
    text = files("data").joinpath("aevum_haeresis", "README.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| CF-")]
    return [(line.split("|")[1].strip(), re.findall(r"`(\w+)`", line.split("|")[3])) for line in lines]


def test_the_readme_names_a_card_for_each_feature_and_every_one_has_it():
    named = dict(rows())
    assert [*named] == [*FEATURES, "CF-62"]
    for feature, names in named.items():
        assert names
        assert {*names} <= CONTENT.cards.keys()
        if feature in ("CF-62", "CF-01", "CF-05"):
            continue  # this feature needs several cards, or a card of another type
        assert any(FEATURES[feature](CONTENT.cards[name]) for name in names)
        assert {*names} & IN_STARTERS
