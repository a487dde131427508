"""The Citizens and Patricians in the base pack, and their Guilds."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.edge_of_darkness.content.effects import Clause
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.content.ops import Gain

CONTENT = base()
STARTERS = list(CONTENT.starters.values())
NEUTRAL = [starter for starter in STARTERS if starter.guild is None]


@pytest.mark.rule("EOD-COMP.9")
def test_seventeen_neutral_starters_are_eleven_citizens_and_six_patricians():
    assert [sum(starter.role == role for starter in NEUTRAL) for role in ("citizen", "patrician")] == [11, 6]


@pytest.mark.rule("EOD-COMP.10")
def test_each_guild_starts_with_three_citizens_and_one_patrician():
    assert len(STARTERS) == 17 + 16
    for guild in CONTENT.guilds:
        own = sorted(starter.role for starter in STARTERS if starter.guild == guild)
        assert own == ["citizen", "citizen", "citizen", "patrician"]


@pytest.mark.rule("EOD-CARD.2")
def test_every_starter_is_a_citizen_or_a_patrician():
    assert {starter.role for starter in STARTERS} == {"citizen", "patrician"}


@pytest.mark.rule("EOD-BS.2")
def test_every_citizen_gives_one_battle_strength_and_nothing_else():
    for starter in STARTERS:
        if starter.role == "citizen":
            (clause,) = starter.effect.clauses
            assert clause == Clause(do=[Gain(op="gain", what="battle", amount=1)])


def test_every_patrician_gives_a_few_tokens_and_no_battle_strength():
    for starter in STARTERS:
        if starter.role == "patrician":
            (clause,) = starter.effect.clauses
            (op,) = clause.do
            assert isinstance(op, Gain)
            assert op.what in ("influence", "coins")
            assert not clause.cost


@pytest.mark.rule("EOD-CARD.15", "EOD-MISS.18")
def test_starters_have_a_blight_side_and_the_players_mark_is_on_neutral_ones_only():
    for starter in STARTERS:
        assert 0 <= starter.threat.damage <= 3
        assert starter.cubes in (0, 1)
        assert starter.players == 2 or starter.guild is None


@pytest.mark.rule("EOD-SETUP.25", "EOD-MISS.5")
def test_three_neutral_cards_carry_a_3_and_two_a_4_and_not_all_of_them_are_citizens():
    marked = [starter for starter in NEUTRAL if starter.players > 2]
    assert sorted(starter.players for starter in marked) == [3, 3, 3, 4, 4]
    assert sum(starter.role == "citizen" for starter in marked) <= 4


@pytest.mark.rule("EOD-SETUP.22", "EOD-SETUP.23", "EOD-SETUP.24", "EOD-SETUP.25")
@pytest.mark.parametrize(("seats", "in_use"), [(2, 12), (3, 15), (4, 17)])
def test_marked_cards_stay_out_of_games_with_fewer_players(seats: int, in_use: int):
    match = rules.GAMES["edge_of_darkness"].new(seats, "marks", {})
    used = {card.starter for card in match.state.cards.values() if card.owner < 0}
    assert used == {starter.id for starter in NEUTRAL if starter.players <= seats}
    assert len(used) == in_use


def test_guilds_differ_in_names_only():
    def deeds(guild: str) -> list[Any]:
        return [
            (starter.role, starter.cubes, starter.effect, starter.threat)
            for starter in STARTERS
            if starter.guild == guild
        ]

    first, *others = [deeds(guild) for guild in CONTENT.guilds]
    assert all(other == first for other in others)


@pytest.mark.rule("EOD-ICON.1")
def test_four_guilds_each_with_a_sigil_of_its_own():
    names = {guild.id: (guild.name.en, guild.sigil) for guild in CONTENT.guilds.values()}
    assert names == {
        "anointed": ("Anointed", "chalice"),
        "carnival_of_shadows": ("Carnival of Shadows", "mask"),
        "gilded_leaves": ("Gilded Leaves", "leaf"),
        "fede_cartel": ("Fede Cartel", "hands"),
    }
