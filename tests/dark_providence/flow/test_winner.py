"""Section 30 of RULES.md: which side is excluded, and who wins."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import own, sides, turn
from rules.dark_providence.flow.scoring import _exclusion_key, excluded, result  # pyright: ignore[reportPrivateUsage]
from tests.dark_providence.scenes import finish, outcome, vp
from tests.dark_providence.table import mythos
from tests.game_helpers import of_kinds, rule

INV, CUL, EXI, EXC = "investigator", "cultist", "ex_investigator", "ex_cultist"


def ended(allegiances, totals, **options):
    """Return a match with these allegiances that will end with these totals.

    Each total includes 3 points for the hidden allegiance card.
    """
    match = turn(len(allegiances), **options)
    sides(match, *allegiances)
    vp(match, *[total - 3 for total in totals])
    return match


def excluded_seats(allegiances, totals, **options):
    """Return the seats that are excluded from winning."""
    match = ended(allegiances, totals, **options)
    events = finish(match)
    assert [row.total for row in outcome(match).rows] == list(totals)
    return [body.seat for body in of_kinds(events, "excluded")]


def winners(allegiances, totals, cards=(), **options):
    """Return the winning seats. `cards` has each seat's number of mythos cards."""
    return result_of(allegiances, totals, cards, **options).winners


def result_of(allegiances, totals, cards=(), **options):
    """Return the result of the match. `cards` has each seat's number of mythos cards."""
    match = ended(allegiances, totals, **options)
    plain = iter(("hastur", "offering", "shoggoth", "great_race", "mi_go", "black_goat", "nikola_tesla", "cthulhu"))
    for seat, count in enumerate(cards):
        for _ in range(count):
            own(match, seat, next(plain))
    for player in match.state.players:  # subtract the green points that a cultist will score for these cards
        player.vp -= sum(match.content.mythos[card].green for card in player.mythos if player.allegiance == CUL)
    finish(match)
    assert [row.total for row in outcome(match).rows] == list(totals)
    return outcome(match)


# -- elimination ----------------------------------------------------------------------------------------------


@rule("DP-WIN.1", "DP-HC.52")
def test_the_side_of_the_lowest_total_is_excluded_as_a_whole():
    assert excluded_seats([INV, CUL, INV, CUL, EXI], [10, 20, 18, 9, 12]) == [1, 3]
    assert excluded_seats([INV, CUL, INV, CUL, EXI], [8, 20, 25, 9, 12]) == [0, 2]


@rule("DP-WIN.1")
def test_totals_decide_and_not_the_vp_track():
    match = ended([INV, CUL, EXI], [10, 11, 12])
    match.state.investigation = 5
    events = finish(match)
    assert [row.total for row in outcome(match).rows] == [15, 11, 17]
    assert [body.seat for body in of_kinds(events, "excluded")] == [1]


@rule("DP-WIN.2", "DP-WIN.3")
@pytest.mark.parametrize("dissenter", [EXI, EXC])
def test_a_dissenter_with_the_lowest_total_is_excluded_alone(dissenter):
    assert excluded_seats([INV, CUL, INV, CUL, dissenter], [10, 20, 18, 9, 8]) == [4]


@rule("DP-WIN.3")
def test_the_two_dissenters_are_two_sides():
    assert excluded_seats([EXI, EXC, INV], [5, 9, 9]) == [0]
    assert excluded_seats([EXI, EXC, INV], [9, 5, 9]) == [1]


@rule("DP-WIN.4", "DP-HC.56")
def test_of_two_dissenters_tied_for_the_lowest_total_the_former_cultist_goes():
    assert excluded_seats([EXI, EXC, INV], [5, 5, 9]) == [1]
    assert excluded_seats([EXC, EXI], [5, 5]) == [0]
    # The result must not depend on the order of a Python set, which is arbitrary.
    assert _exclusion_key(EXI) > _exclusion_key(EXC)


@rule("DP-WIN.5")
@pytest.mark.parametrize(("first", "second"), [(CUL, EXI), (CUL, EXC), (INV, CUL), (INV, EXI), (INV, EXC), (EXI, EXC)])
def test_tied_for_the_lowest_total_the_stronger_side_knocks_the_other_out(first, second):
    third = next(side for side in (INV, CUL, EXI, EXC) if side not in (first, second))
    assert excluded_seats([first, second, third], [5, 5, 9]) == [1]
    assert excluded_seats([second, first, third], [5, 5, 9]) == [0]


@rule("DP-WIN.5", "DP-WIN.6", "DP-HC.51")
def test_of_three_sides_tied_for_the_lowest_total_only_the_highest_stays():
    assert excluded_seats([INV, CUL, EXI], [5, 5, 5]) == [1, 2]
    assert excluded_seats([EXC, CUL, EXI], [5, 5, 5]) == [0, 2]
    assert excluded_seats([INV, CUL, INV, CUL, EXC], [5, 5, 9, 20, 5]) == [1, 3, 4]


@rule("DP-WIN.6", "DP-HC.51")
def test_under_the_other_reading_only_the_lowest_of_the_tied_sides_goes():
    assert excluded_seats([INV, CUL, EXI], [5, 5, 5], tie_elimination="lowest_only") == [2]
    assert excluded_seats([EXC, CUL, EXI], [5, 5, 5], tie_elimination="lowest_only") == [0]
    assert excluded_seats([INV, CUL, INV, CUL, EXC], [5, 5, 9, 20, 5], tie_elimination="lowest_only") == [4]


@rule("DP-WIN.6", "DP-HC.51")
@pytest.mark.parametrize("option", ["all_lower", "lowest_only"])
def test_with_two_tied_sides_both_readings_agree(option):
    assert excluded_seats([INV, CUL, EXI], [5, 5, 9], tie_elimination=option) == [1]


@rule("DP-WIN.6")
def test_whole_sides_go_when_they_are_knocked_out():
    assert excluded_seats([CUL, INV, CUL, INV], [5, 5, 20, 9]) == [0, 2]


@rule("DP-WIN.14", "DP-HC.53")
@pytest.mark.parametrize("option", ["all_lower", "lowest_only"])
def test_elimination_never_removes_everyone(option):
    for allegiances in ([INV, CUL], [EXI, EXC], [INV, EXC, EXI], [INV, CUL, INV, CUL], [INV, CUL, INV, CUL, EXI]):
        gone = excluded_seats(allegiances, [7] * len(allegiances), tie_elimination=option)
        assert 0 < len(gone) < len(allegiances)


@rule("DP-HC.53")
def test_with_everyone_on_one_side_no_one_is_excluded():
    match = ended([INV, CUL, EXI], [5, 6, 7])
    for player in match.state.players:  # only a custom pack could deal these allegiances
        player.allegiance = INV
    assert excluded(match, [5, 6, 7]) == set()
    assert result(match).winners == [2]


# -- the winner -----------------------------------------------------------------------------------------------


@rule("DP-WIN.7")
def test_the_highest_of_the_remaining_players_wins():
    assert winners([INV, CUL, INV, CUL, EXI], [14, 13, 18, 20, 16]) == [2]


@rule("DP-WIN.8", "DP-HC.55")
def test_of_the_tied_players_who_has_more_mythos_cards_wins():
    assert winners([INV, CUL, EXI], [20, 20, 5], cards=(1, 2, 0)) == [1]
    assert winners([INV, EXC, EXI], [20, 5, 20], cards=(0, 0, 1)) == [2]


@rule("DP-WIN.8", "DP-HC.55")
def test_destroyed_mythos_cards_do_not_count():
    match = ended([INV, CUL, EXI], [20, 20, 5])
    own(match, 0, "offering")
    own(match, 1, "great_race")
    own(match, 1, "mi_go")
    match.state.players[1].mythos.remove("mi_go")
    match.state.destroyed.append("mi_go")
    finish(match)
    # each owns one mythos card, and an investigator wins such a tie against a cultist
    assert outcome(match).winners == [0]


@rule("DP-WIN.8", "DP-WIN.9")
def test_mythos_cards_go_before_sides_and_points_before_cards():
    assert winners([INV, CUL, EXI], [20, 20, 5], cards=(0, 1, 0)) == [1]
    assert winners([INV, CUL, EXI], [21, 20, 5], cards=(0, 1, 0)) == [0]


@rule("DP-WIN.9")
@pytest.mark.parametrize("loser", [EXI, EXC])
def test_still_tied_a_cultist_beats_a_dissenter(loser):
    assert winners([loser, CUL, INV], [20, 20, 5]) == [1]
    assert winners([loser, CUL, INV], [20, 20, 5], cards=(1, 1, 0)) == [1]


@rule("DP-WIN.9")
@pytest.mark.parametrize("loser", [CUL, EXI, EXC])
def test_still_tied_an_investigator_beats_everyone_else(loser):
    third = EXI if loser != EXI else EXC
    assert winners([loser, INV, third], [20, 20, 5]) == [1]


@rule("DP-WIN.10", "DP-CARD.22")
def test_an_effect_that_settles_ties_goes_before_cards_and_sides():
    match = ended([INV, CUL, EXI], [20, 20, 5])
    own(match, 1, mythos(match, "tie_breaker", end=[{"end": "ties"}]))
    for card in ("offering", "great_race"):
        own(match, 0, card)
    finish(match)
    assert outcome(match).winners == [1]


@rule("DP-WIN.10")
def test_an_effect_that_settles_ties_settles_nothing_else():
    match = ended([INV, CUL, EXI], [20, 19, 5])
    own(match, 1, mythos(match, "tie_breaker", end=[{"end": "ties"}]))
    finish(match)
    assert outcome(match).winners == [0]


@rule("DP-WIN.11", "DP-WIN.12", "DP-HC.54", "DP-GEN.2")
def test_two_players_of_one_side_share_the_victory():
    assert winners([INV, CUL, INV, CUL], [20, 5, 20, 9]) == [0, 2]
    assert winners([INV, CUL, INV, CUL, EXC], [20, 9, 20, 9, 5], cards=(1, 0, 1)) == [0, 2]


@rule("DP-WIN.11", "DP-WIN.12", "DP-HC.54")
def test_two_tied_dissenters_share_the_victory():
    assert winners([EXI, EXC, INV], [20, 20, 5]) == [0, 1]


@rule("DP-WIN.12", "DP-WIN.8")
def test_mythos_cards_settle_a_tie_of_side_mates_too():
    assert winners([INV, CUL, INV, CUL], [20, 5, 20, 9], cards=(0, 0, 1)) == [2]


@rule("DP-WIN.13", "DP-HC.52")
def test_excluded_players_are_ranked_after_all_others_by_total():
    match = ended([INV, CUL, INV, CUL, EXI], [14, 13, 18, 20, 16])
    finish(match)
    assert [row.rank for row in outcome(match).rows] == [3, 5, 1, 4, 2]
    assert outcome(match).ranking == [2, 4, 0, 3, 1]


@rule("DP-WIN.13")
def test_excluded_players_with_one_total_share_a_rank_whatever_cards_they_have():
    match = ended([INV, CUL, INV, CUL, EXI], [14, 9, 18, 9, 16])
    own(match, 3, "great_race")
    finish(match)
    assert [row.rank for row in outcome(match).rows] == [3, 4, 1, 4, 2]


@rule("DP-HC.56")
@pytest.mark.parametrize(
    ("pair", "winner"),
    [((INV, CUL), 0), ((CUL, EXC), 0), ((EXI, INV), 1), ((EXC, EXI), 1), ((EXI, EXC), 0), ((CUL, INV), 1)],
)
def test_with_two_players_fewer_vp_lose_and_a_tie_goes_by_side(pair, winner):
    assert winners(pair, [10, 11]) == [1]
    assert winners(pair, [11, 10]) == [0]
    assert winners(pair, [10, 10]) == [winner]


@rule("DP-HC.57", "DP-TRACK.3", "DP-WIN.1")
def test_totals_beyond_the_printed_track_count_as_they_are():
    assert winners([INV, CUL, EXI], [50, -20, 49]) == [0]
    assert excluded_seats([INV, CUL, EXI], [50, -20, -21]) == [2]


@rule("DP-WIN.1", "DP-HC.61")
def test_the_result_is_the_same_for_every_viewer():
    match = ended([INV, CUL, EXI], [10, 11, 12])
    finish(match)
    assert result(match) == outcome(match)


@rule("DP-WIN.7", "DP-WIN.8", "DP-WIN.9", "DP-WIN.12")
@pytest.mark.parametrize(
    ("allegiances", "totals", "cards", "tie"),
    [
        ([INV, CUL, EXI], [20, 19, 5], (), None),
        ([INV, CUL, EXI], [20, 20, 5], (1, 2, 0), "mythos"),
        ([INV, CUL, EXI], [20, 20, 5], (), "side"),
        ([INV, CUL, INV, CUL], [20, 5, 20, 9], (), "shared"),
    ],
)
def test_the_result_says_what_broke_a_tie(allegiances, totals, cards, tie):
    assert result_of(allegiances, totals, cards).facts.get("tie") == tie
