"""Sections 26 and 27 of RULES.md (END, AWARD, SCORE, TIE): the last Goodwill, awards, Victory Points and ties."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import claimed, favour, new, set_player, set_turn
from rules.edge_of_darkness.flow.scoring import scores
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.scenes import (
    bare_card,
    in_street,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    sleeve_on,
    strip,
    take,
    zone,
)
from tests.game_helpers import of_kinds, play_first, rule

CATEGORIES = ("reputation", "agents", "guild_cards", "defence")


def finish(match, line="final_goodwill"):
    """Run the end of the game, starting at one of its steps. Return the event bodies."""
    with arrange(match):
        match.state.stack[:] = [Sequence("game", line)]
        return [event.body for event in match.start()]


def equal_players(seats=2):
    """Return a match where all players are tied, without tokens or advancements and with the same number of Agents."""
    match = simple_free_part(seats)
    strip(match, match.state.cards)
    for seat in range(seats):
        set_player(match, seat, coins=0, influence=0, goodwill=0, reputation=0)
    with arrange(match) as state:
        # A player's cards in the Street or on top of the stack would give that player Goodwill, so only Neutral cards
        # are put there.
        lying = state.street + state.deck + state.discard
        neutrals = [card for card in lying if state.cards[card].owner < 0]
        state.street, state.discard = neutrals[:5], []
        state.deck = [neutrals[5], *[card for card in lying if card not in neutrals], *neutrals[6:]]
    return match


def set_values(match, **values):
    """Set numbers of tokens, Agents or cards. Each keyword has a number for each seat."""
    for name, numbers in values.items():
        for seat, number in enumerate(numbers):
            if name == "agents":
                set_player(match, seat, pool=number, untrained=10 - number)
            elif name == "guild_cards":
                for _ in range(number):
                    claimed(match, seat, bare_card(match, "citizen"))
            elif name == "defence":
                set_player(match, seat, moved_down=number)
            else:
                set_player(match, seat, **{name: number})
    return match


def award(match, category):
    """Run the end of the game. Return each seat's amount in this category of awards."""
    events = finish(match)
    return next(body.amounts for body in of_kinds(events, "awarded") if body.category == category)


# -- final Goodwill -------------------------------------------------------------------------------------------


@rule("EOD-END.5", "EOD-END.7")
def test_cards_in_the_stack_the_discard_pile_and_neutral_cards_give_none():
    match = equal_players()
    take(match, 0, match.state.discard)
    take(match, 1, match.state.deck)
    in_street(match, 3, "citizen")
    finish(match)
    assert [player.goodwill for player in match.state.players] == [0, 0]


@rule("EOD-END.4", "EOD-HC.47")
@pytest.mark.parametrize(("option", "goodwill"), [(True, 1), (False, 0)])
def test_the_sixth_card_counts_as_in_the_street_unless_the_option_says_no(option, goodwill):
    match = equal_players()
    with arrange(match) as state:
        state.options = state.options.model_copy(update={"sixth_card_counts_at_end": option})
    in_street(match, 6, 0)
    finish(match)
    assert match.state.players[0].goodwill == goodwill


@rule("EOD-END.8", "EOD-HC.55")
def test_influence_left_on_street_cards_scores_for_no_one():
    match = equal_players()
    card = in_street(match, 2, 0)
    without = equal_players()
    in_street(without, 2, 0)
    favour(match, card, 7)
    finish(match)
    finish(without)
    assert match.result == without.result


# -- awards ---------------------------------------------------------------------------------------------------


@rule("EOD-AWARD.1", "EOD-END.2")
def test_goodwill_then_reputation_agents_guild_cards_and_defence():
    events = finish(equal_players(3))
    assert [body.category for body in of_kinds(events, "awarded")] == ["goodwill", *CATEGORIES]


@rule("EOD-AWARD.2", "EOD-AWARD.3", "EOD-AWARD.4", "EOD-AWARD.5")
@pytest.mark.parametrize(
    ("category", "values"),
    [("reputation", (1, 3, 2)), ("agents", (4, 7, 5)), ("guild_cards", (0, 2, 1)), ("defence", (2, 0, 1))],
)
def test_the_first_in_each_category_gets_two_reputation(category, values):
    assert award(set_values(equal_players(3), **{category: values}), category) == (0, 2, 0)


@rule("EOD-AWARD.6")
@pytest.mark.parametrize(
    ("category", "values"),
    [("reputation", (3, 3, 2)), ("agents", (7, 7, 5)), ("guild_cards", (2, 2, 1)), ("defence", (1, 1, 3))],
)
def test_a_tie_gives_each_tied_player_one(category, values):
    assert award(set_values(equal_players(3), **{category: values}), category) == (1, 1, 0)


@rule("EOD-AWARD.2", "EOD-AWARD.6")
@pytest.mark.parametrize(
    ("values", "amounts"), [((9, 9, 5, 4), (1, 1, 0, 0)), ((9, 8, 5, 4), (2, 0, 0, 0)), ((1, 1, 1, 1), (1, 1, 1, 1))]
)
def test_award_ties(values, amounts):
    assert award(set_values(equal_players(4), reputation=values), "reputation") == amounts


@rule("EOD-AWARD.7")
def test_the_reputation_award_is_judged_before_any_award_is_added():
    match = set_values(equal_players(), reputation=(3, 2), agents=(4, 5), guild_cards=(0, 1), defence=(1, 0))
    assert award(match, "reputation") == (2, 0)
    assert [player.reputation for player in match.state.players] == [5, 8]


@rule("EOD-AWARD.8", "EOD-HC.56")
def test_a_tie_at_zero_is_a_tie():
    assert award(equal_players(4), "reputation") == (1, 1, 1, 1)


@rule("EOD-AWARD.9", "EOD-END.6")
def test_guild_cards_count_wherever_they_lie():
    match = equal_players()
    for pile in (match.state.discard, match.state.players[0].hall, match.state.players[0].hand):
        claimed(match, 0, take(match, "citizen", pile))
    in_tower(match, 1, 0)
    in_street(match, 1, 0)
    for _ in range(2):
        claimed(match, 1, take(match, "citizen", match.state.deck))
    assert match.view(None).players[0].guild_cards == 7
    assert award(match, "guild_cards") == (2, 0)


@rule("EOD-AWARD.10", "EOD-HC.57")
def test_highest_on_the_track_is_the_position():
    assert award(set_values(equal_players(3), defence=(3, 1, 2)), "defence") == (0, 2, 0)


@rule("EOD-AWARD.3", "EOD-AGENT.3")
def test_agents_on_locations_count_as_trained_for_the_award():
    match = set_values(equal_players(), agents=(5, 4))
    send(match, 0, 0, 5)
    assert award(match, "agents") == (2, 0)


# -- Victory Points -------------------------------------------------------------------------------------------


@rule("EOD-SCORE.3", "EOD-SCORE.7", "EOD-SLEEVE.11")
def test_a_covered_citizen_is_no_slot_of_its_own():
    match = equal_players()
    card = bare_card(match, 0)
    before = scores(match, 0)["slots"]
    sleeve_on(match, card, location_in_play(match), "top")
    assert scores(match, 0)["slots"] == before == 4
    sleeve_on(match, card, location_in_play(match), "bottom")
    assert scores(match, 0)["slots"] == 5


@rule("EOD-SCORE.4", "EOD-MISS.19", "EOD-MISS.6")
def test_the_defence_track_scores_its_printed_value_top_first():
    match = equal_players()
    track = match.content.board.defence_track
    assert 14 in track
    assert all(above > below for above, below in pairwise(track))
    for moved, value in enumerate(track):
        set_player(match, 0, moved_down=moved)
        assert scores(match, 0)["defence"] == value


@rule("EOD-SCORE.8", "EOD-SCORE.9", "EOD-END.7")
def test_nothing_else_scores():
    match = equal_players()
    before = scores(match, 0)
    claimed(match, 1, bare_card(match, "citizen"))
    for slot in ("middle", "bottom"):
        sleeve_on(match, bare_card(match, "citizen"), location_in_play(match), slot)
    set_turn(match, battle=9)
    claimed(match, 0, bare_card(match, 0))
    zone(match, 0, 2)
    assert scores(match, 0) == before


@given(st.tuples(*[st.integers(0, 30)] * 3))
@settings(max_examples=50, deadline=None, derandomize=True)
@rule("EOD-SCORE.5", "EOD-SCORE.6", "EOD-SCORE.10", "EOD-DIFF.24")
def test_coins_influence_and_goodwill_are_added_and_then_quartered_without_rounding(tokens):
    coins, influence, goodwill = tokens
    set_player(MATCH, 0, coins=coins, influence=influence, goodwill=goodwill)
    assert scores(MATCH, 0)["quarters"] * 4 == sum(tokens)


MATCH = equal_players()


# -- ties -----------------------------------------------------------------------------------------------------


def result(match):
    with arrange(match) as state:
        state.over, state.stack = True, []
    return match.result


@rule("EOD-TIE.1", "EOD-SCORE.6")
def test_a_quarter_of_a_point_wins():
    match = set_values(equal_players(3), coins=(0, 1, 0))
    assert result(match).winners == [1]
    assert result(match).facts == {}
    assert [row.rank for row in result(match).rows] == [2, 1, 2]


@rule("EOD-TIE.2")
def test_first_the_most_guild_cards_among_the_tied():
    # The player with one more Guild card also has one more empty slot. To make a tie, the other player gets 1 more
    # Reputation.
    match = set_values(equal_players(3), guild_cards=(1, 0, 3), reputation=(1, 2, 0))
    set_player(match, 2, moved_down=2)
    assert result(match).winners == [0]
    assert result(match).facts == {"tie": "guild_cards"}
    assert [row.rank for row in result(match).rows] == [1, 2, 3]


@rule("EOD-TIE.3")
def test_then_the_most_trained_agents():
    match = set_values(equal_players(3), agents=(4, 5, 6), reputation=(1, 0, 0))
    set_player(match, 2, moved_down=1)
    assert result(match).winners == [1]
    assert result(match).facts == {"tie": "agents"}


@rule("EOD-TIE.2", "EOD-TIE.3")
def test_guild_cards_come_before_agents():
    match = set_values(equal_players(3), guild_cards=(1, 0, 0), agents=(4, 5, 4))
    assert result(match).rows[0].total == result(match).rows[1].total
    assert result(match).winners == [0]


@rule("EOD-TIE.4")
def test_then_coins_plus_influence_and_goodwill_does_not_count():
    match = set_values(equal_players(3), coins=(2, 0, 1), influence=(0, 3, 0), goodwill=(2, 1, 3))
    assert result(match).winners == [1]
    assert result(match).facts == {"tie": "tokens"}
    assert [row.rank for row in result(match).rows] == [2, 1, 3]


@rule("EOD-TIE.5")
def test_then_the_victory_is_shared():
    match = set_values(equal_players(3), coins=(2, 1, 0), influence=(0, 1, 0))
    assert result(match).winners == [0, 1]
    assert result(match).facts == {"tie": "shared"}


@rule("EOD-TIE.2", "EOD-TIE.4")
def test_tie_breakers_compare_only_the_tied():
    match = set_values(equal_players(3), coins=(4, 0, 0), reputation=(0, 1, 0), guild_cards=(0, 0, 0))
    assert result(match).winners == [0], "4 Coins and 1 Reputation are worth the same; Coins break the tie"


@rule("EOD-END.1", "EOD-END.6", "EOD-DEC.22", "EOD-TIE.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_played_match_ends_with_a_ranking_that_adds_up(seats):
    match = play_first(new(seats, "to-the-end"), lambda match: match.over)
    found = match.result
    best = max(row.total for row in found.rows)
    assert all(found.rows[seat].total == best for seat in found.winners)
    for row in found.rows:
        assert row.total == sum(row.scores.values())
        assert row.scores["slots"] >= 4
