"""Sections 29 and 30 of RULES.md (LOCTYPE, SOLO): what a Location's types mean, and that there is no solo play."""

from __future__ import annotations

import dataclasses
import random

import pytest

import rules
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new
from rules.kernel.errors import IllegalAction
from tests.game_helpers import rule

GAME = rules.GAMES["edge_of_darkness"]
BASIC = {"allegiance", "hunting", "train", "battle", "coin", "defence"}


def does(location) -> set[str]:
    """Return the names of the operations on a Location, and of the resources that these operations gain."""
    effects = [location.contact.effect, *([location.ability.effect] if location.ability else [])]
    ops = [op for effect in effects for clause in effect.clauses for op in clause.do]
    return {op.op for op in ops} | {op.what for op in ops if op.op == "gain"}


@rule("EOD-LOCTYPE.5", "EOD-LOCTYPE.6", "EOD-LOCTYPE.7", "EOD-LOCTYPE.8", "EOD-LOCTYPE.9", "EOD-LOCTYPE.10")
@pytest.mark.parametrize(
    ("kind", "signs"),
    [
        ("allegiance", {"claim"}),
        ("hunting", {"hunt"}),
        ("train", {"train"}),
        ("battle", {"battle"}),
        ("coin", {"coins"}),
        ("defence", {"reduce", "raise_defence"}),
    ],
)
def test_a_location_has_a_type_exactly_when_it_does_what_the_type_says(kind, signs):
    for location in base().locations.values():
        assert (kind in location.types) == bool(does(location) & signs), location.id


@rule("EOD-LOCTYPE.11")
def test_what_fits_no_other_type_is_miscellaneous():
    for location in base().locations.values():
        if not BASIC & set(location.types):
            assert location.types == ["miscellaneous"]


@rule("EOD-LOCTYPE.2", "EOD-LOCTYPE.3")
@pytest.mark.parametrize("seed", range(12))
def test_a_random_set_up_looks_at_types_so_that_every_basic_one_is_there(seed):
    match = new(2, str(seed), setup="random")
    assert len(set(match.state.locations)) == 10
    types = {kind for name in match.state.locations for kind in match.content.locations[name].types}
    assert types >= BASIC


@rule("EOD-LOCTYPE.2", "EOD-LOCTYPE.12", "EOD-DIFF.13")
def test_during_play_no_rule_reads_a_type():
    plain, odd = new(3, "types"), new(3, "types")
    content = odd.content
    locations = {
        name: place.model_copy(update={"types": ["miscellaneous"]}) for name, place in content.locations.items()
    }
    odd.content = dataclasses.replace(
        content, locations=locations, slip_home={slip: locations[home.id] for slip, home in content.slip_home.items()}
    )
    rng = random.Random(1)
    for _ in range(600):
        if plain.over:
            break
        offers = plain.decisions()
        assert odd.decisions() == offers
        seat = rng.choice(sorted(offers))
        action = rng.choice(offers[seat].actions)
        plain.apply(seat, action)
        odd.apply(seat, action)
    assert odd.dump() == plain.dump()


@rule("EOD-SOLO.1", "EOD-SOLO.3", "EOD-HC.59", "EOD-MISS.12")
def test_a_match_for_one_player_is_refused_in_a_sentence():
    with pytest.raises(IllegalAction, match=r"2 to 4 players"):
        GAME.new(1, "alone", {})
    assert 1 not in GAME.seats


@rule("EOD-SOLO.2")
def test_the_pack_holds_the_multiplayer_pieces_only():
    # Fields with init=False don't count, because they are computed from other fields.
    assert {field.name for field in dataclasses.fields(base()) if field.init} == {
        "guilds", "starters", "locations", "setups", "board", "slips", "slip_home",
    }  # fmt: skip
    assert all(starter.players in (2, 3, 4) for starter in base().starters.values())
    assert "solo" not in GAME.options.model_fields
