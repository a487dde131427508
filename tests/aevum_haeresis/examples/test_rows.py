"""Section 34 of RULES.md: the examples about rows and payment."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.card_lookup import stat
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, HAERESIS_EXAMPLES, the
from tests.aevum_haeresis.examples.example_play import (
    bodies,
    damned,
    is_out,
    kinds,
    of_both_players,
    play_example,
    pyre,
)
from tests.game_helpers import asked, kinds_of, of_kinds, rule


@rule("AH-EX.45", "AH-ENLIST.6", "AH-ENLIST.7", "AH-ENLIST.8", "AH-ENLIST.9")
def test_the_order_of_enlistment() -> None:
    example = play_example("AH-EX.45")
    assert (
        of_both_players(example.before, "gold")[ANNA] == example.before.content.cards["well_whisperer"].cost.gold == 3
    )
    assert kinds_of(bodies(example), "gold_changed", "entered") == ["gold_changed", "entered", "gold_changed"]
    assert of_both_players(example.after, "gold")[ANNA] == 1
    assert example.after.state.tally.windows == {"chapter_revealed": 1, "chapter_paid": 1}
    assert asked(example.after) == (BELA, "offer")


@rule("AH-EX.44", "AH-EX.29", "AH-PLAY.3", "AH-PLAY.4", "AH-HUNT.8")
@pytest.mark.parametrize(("name", "laid"), [("AH-EX.44", "whispered_psalm"), ("AH-EX.29", "parish_accuser")])
def test_a_story_and_a_hunter_go_from_an_enlistment_row_to_the_pyre(name: str, laid: str) -> None:
    example = play_example(name)
    assert kinds(example.before.state.players[ANNA].hand) == [laid]
    assert not of_kinds(bodies(example), "paid_for", "gold_changed")
    assert pyre(example.after, ANNA)[-1] == laid


@rule("AH-EX.24", "AH-STORY.12", "AH-STORY.13", "AH-DEM.24")
def test_rows_of_different_length() -> None:
    example = play_example("AH-EX.24")
    state = example.before.state
    assert [len(one.row) + len(state.open[seat]) for seat, one in enumerate(state.players)] == [2, 4]
    revealed = [(one.chapter, one.seat) for one in of_kinds(bodies(example), "chapter_revealed")]
    assert revealed == [(2, ANNA), (2, BELA), (3, BELA), (4, BELA)]  # the cards in Chapter 1 are already revealed
    assert example.after.state.tally.windows["chapter_revealed"] == 4
    match = HAERESIS_EXAMPLES.by_rule["AH-EX.24"].position()
    halves = []
    for seat, action in HAERESIS_EXAMPLES.by_rule["AH-EX.24"].moves(match):
        if match.state.window == "chapter_revealed":
            halves.append((match.state.chapter, seat))
        match.apply(seat, action)
    assert halves == [(chapter, seat) for chapter in (1, 2, 3, 4) for seat in (ANNA, BELA)]


@rule("AH-EX.19", "AH-COST.3", "AH-COST.6")
def test_a_cost_of_cards() -> None:
    example = play_example("AH-EX.19")
    cost = example.before.content.cards["planted_evidence"].cost
    assert (cost.gold, cost.cards) == (3, 2)
    assert (of_both_players(example.before, "gold")[ANNA], of_both_players(example.before, "hand")[ANNA]) == (6, 1)
    assert len(example.before.state.players[ANNA].row) == 2
    assert [one.card for one in of_kinds(bodies(example), "not_paid")] == ["planted_evidence.0.1"]
    assert of_both_players(example.after, "gold")[ANNA] == 6


@rule("AH-EX.42", "AH-ATT.4", "AH-ATT.5")
def test_the_limit_of_attachments() -> None:
    example = play_example("AH-EX.42")
    assert is_out(example.before, ANNA, "rusty_sword")
    assert example.after.state.cards[the(example.after, ANNA, "notched_war_axe")].host == "restless_soldier.0.1"
    assert pyre(example.after, ANNA)[-1] == "rusty_sword"


@rule("AH-EX.47", "AH-SAC.3", "AH-SAC.4")
def test_a_sacrifice_as_a_cost() -> None:
    example = play_example("AH-EX.47")
    knife = the(example.before, BELA, "hired_knife")
    assert example.before.state.cards[knife].controller == ANNA
    assert [(one.seat, one.card) for one in of_kinds(bodies(example), "sacrificed")] == [(ANNA, knife)]
    assert knife in example.after.state.players[BELA].pyre


@rule("AH-EX.20", "AH-ICON.2", "AH-ICON.3", "AH-ICON.4")
def test_white_and_black_icons() -> None:
    example = play_example("AH-EX.20")
    band = example.before.content.cards["sack_of_the_village"].band
    assert (band.plunder.colour, band.recruit.colour, band.accuse.colour) == ("white", "black", "none")
    assert [one.kind for one in of_kinds(bodies(example), "paid_for", "announced", "not_paid")] == [
        "announced", "paid_for", "announced", "not_paid",
    ]  # fmt: skip
    spent = [one.amount for one in of_kinds(bodies(example), "gold_changed") if one.amount < 0]
    assert spent == [-1]
    assert pyre(example.after, ANNA).count("sack_of_the_village") == 2


@rule("AH-EX.21", "AH-DMG.1")
def test_skull() -> None:
    example = play_example("AH-EX.21")
    victim = the(example.before, BELA, "collector_of_debts")
    assert stat(example.before, damned(example.before, ANNA), "damage") == 2
    assert stat(example.before, victim, "health") == 3
    assert [(one.card, one.amount) for one in of_kinds(bodies(example), "damaged")] == [(victim, 3)]
    assert victim in example.after.state.players[BELA].pyre


@rule("AH-EX.22", "AH-COST.10", "AH-CONFLICT.14")
def test_no_target() -> None:
    example = play_example("AH-EX.22")
    assert example.after.state.man.teams[BELA] == []
    assert len(of_kinds(bodies(example), "paid_for")) == 1
    assert [one.card.partition(".")[0] for one in of_kinds(bodies(example), "not_paid")] == ["cold_hands"]


@rule("AH-EX.23", "AH-COST.17", "AH-COST.18", "AH-CONFLICT.10")
def test_a_caster_destroyed_after_payment() -> None:
    example = play_example("AH-EX.23")
    caster = the(example.before, BELA, "oath_broken_knight")
    assert stat(example.before, caster, "damage") == 4
    modifier = example.before.content.cards["cut_him_down"].modifier
    hits = [(one.card, one.amount) for one in of_kinds(bodies(example), "damaged")]
    assert hits == [(caster, 4), (damned(example.after, ANNA), 4 + modifier)]
    assert caster in example.after.state.players[BELA].pyre


@rule("AH-EX.46", "AH-CONFLICT.9")
def test_the_window_after_payment_in_a_conflict() -> None:
    example = play_example("AH-EX.46")
    match = example.after
    assert match.state.tally.windows["chapter_paid"] == 1  # only Chapter 2 had a window after payment
    assert (match.state.chapter, match.state.window) == (2, "chapter_paid")
    assert [one.seat for one in of_kinds(bodies(example), "paid_for")] == [BELA]
    assert not of_kinds(bodies(example), "changed")
    assert kinds([one.card for one in match.state.paid]) == ["show_of_banners"]
