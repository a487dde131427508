"""The draw and the standings of cups with 2 to 40 entrants: the pairings are correct, and every cup ends."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.cups.model import CupEntrant, CupGame, CupRules, Fixture
from bot.features.cups.service import round_draws, tie_course
from bot.features.cups.service.standings import annulled, standings
from tests.game_helpers import each

KNOCKOUT, EVERYBODY = CupRules(), CupRules(kind="round_robin")
#: Each test gets few examples, because each example plays a whole cup.
FEW_EXAMPLES = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
SEEDS, ENTRANTS = st.integers(0, 999).map(str), st.integers(2, 40)


def people(count: int) -> list[int]:
    """Return the ids of `count` entrants; every fifth entrant is a computer, which has a negative id."""
    return [user if user % 5 else -user for user in range(1, count + 1)]


def result(tie: Fixture, users: tuple[int, ...], places: list[int]) -> Fixture:
    """Return a tie with the result of one more match added: these users in these places."""
    match_id = 1000 * tie.round + 10 * tie.number + len(tie.games)
    game = CupGame(
        match_id,
        dict(zip(users, places, strict=True)),
        {user: 10.0 - at for user, at in zip(users, places, strict=True)},
    )
    return replace(tie, match_ids=(*tie.match_ids, match_id), games=(*tie.games, game))


class Cup:
    """A cup with random results that exists only in memory."""

    def __init__(self, rules: CupRules, count: int, seed: str, *, draws_often: bool = False, drops: int = 0) -> None:
        self.rules, self.seed, self.count = rules, seed, count
        self.luck = random.Random(seed)
        self.people = people(count)
        self.dropped: dict[int, int] = {}
        self.ties: list[Fixture] = []
        self.draws_often, self.drops = draws_often, drops

    @property
    def playing(self) -> list[int]:
        return [user for user in self.people if user not in self.dropped]

    @property
    def entrants(self) -> list[CupEntrant]:
        return [CupEntrant(user, f"P{user}", 0, self.dropped.get(user)) for user in self.people]

    def next_round(self) -> list[tuple[int, ...]]:
        return round_draws.next_round(self.rules, self.seed, self.people, self.ties, self.playing)

    def play(self) -> Cup:
        """Play the cup to its end. Between matches, random entrants drop out, at most `drops` in total."""
        while tables := self.next_round():
            number = max((tie.round for tie in self.ties), default=0) + 1
            assert number <= 60
            drawn = [Fixture(number, at, users) for at, users in enumerate(tables, 1)]
            self.ties += [self._played(tie) for tie in drawn]
        return self

    def _played(self, tie: Fixture) -> Fixture:
        for _ in range(6):
            if self.drops and self.luck.random() < 0.2 and self.playing:
                self.drops -= 1
                self.dropped[self.luck.choice(self.playing)] = 1
            tie = tie_course.settle(self.rules, self.seed, tie, set(self.dropped), 1)
            if tie.is_settled:
                return tie
            users = tie_course.next_seats(tie, set(self.dropped))
            places = list(range(1, len(users) + 1))
            self.luck.shuffle(places)
            even = self.luck.random() < (0.6 if self.draws_often else 0.1)
            tie = result(tie, users, [1] * len(users) if even else places)
        raise AssertionError("the tie has no end")

    def table(self) -> tuple[Any, ...]:
        return standings(self.rules, "over", self.seed, self.entrants, self.ties)


def rounds(cup: Cup) -> list[list[Fixture]]:
    last = max((tie.round for tie in cup.ties), default=0)
    return [[tie for tie in cup.ties if tie.round == number] for number in range(1, last + 1)]


RULES = st.sampled_from(
    [
        KNOCKOUT,
        replace(KNOCKOUT, series=3),
        EVERYBODY,
        replace(EVERYBODY, series=3),
        CupRules(kind="groups", size=3),
        CupRules(kind="groups", size=4, onward=2),
        CupRules(kind="groups", size=5, onward=2),
    ]
)


@FEW_EXAMPLES
@given(ENTRANTS, SEEDS)
def test_in_a_round_robin_everyone_meets_everyone_once(count: int, seed: str) -> None:
    cup = Cup(EVERYBODY, count, seed).play()
    met = Counter(frozenset(tie.people) for tie in cup.ties if len(tie.people) == 2)
    assert met == Counter(map(frozenset, combinations(cup.people, 2)))
    assert len(rounds(cup)) == round_draws.round_count("round_robin", count)


@FEW_EXAMPLES
@given(ENTRANTS, SEEDS)
def test_in_a_round_robin_everyone_begins_as_often_as_not(count: int, seed: str) -> None:
    cup = Cup(EVERYBODY, count, seed).play()
    begun = Counter(tie.people[0] for tie in cup.ties if len(tie.people) == 2)
    second = Counter(tie.people[1] for tie in cup.ties if len(tie.people) == 2)
    assert all(abs(begun[user] - second[user]) <= 1 for user in cup.people)


@FEW_EXAMPLES
@given(ENTRANTS, SEEDS)
def test_with_an_odd_number_everyone_has_one_bye(count: int, seed: str) -> None:
    cup = Cup(EVERYBODY, count, seed).play()
    byes = Counter(tie.people[0] for tie in cup.ties if len(tie.people) == 1)
    assert byes == Counter(cup.people if count % 2 else [])


@FEW_EXAMPLES
@given(RULES, ENTRANTS, SEEDS, st.integers(0, 40))
def test_no_one_sits_twice_in_a_round(rules: CupRules, count: int, seed: str, drops: int) -> None:
    for one in rounds(Cup(rules, count, seed, drops=drops).play()):
        assert max(Counter(user for tie in one for user in tie.people).values()) == 1


@FEW_EXAMPLES
@given(ENTRANTS, SEEDS, st.sampled_from([1, 3]))
def test_a_knock_out_has_one_loser_less_than_entrants(count: int, seed: str, length: int) -> None:
    cup = Cup(replace(KNOCKOUT, series=length), count, seed).play()
    beaten = Counter(user for tie in cup.ties for user in tie.people if user not in tie.onward)
    assert len(beaten) == count - 1
    assert set(beaten.values()) == {1}
    assert len(rounds(cup)) == round_draws.round_count("knockout", count)
    champion = cup.table()[0]
    assert champion.state == "champion"
    assert champion.user_id not in beaten


@FEW_EXAMPLES
@given(ENTRANTS, SEEDS)
def test_a_knock_out_has_byes_in_its_first_round_alone(count: int, seed: str) -> None:
    first, *later = rounds(Cup(KNOCKOUT, count, seed).play())
    byes = [tie.people for tie in first if len(tie.people) == 1]
    assert len(byes) == 2 * len(first) - count
    assert len({*byes}) == len(byes)
    assert all(len(tie.people) == 2 for one in later for tie in one)


@FEW_EXAMPLES
@given(RULES, ENTRANTS, SEEDS)
def test_the_same_seed_draws_the_same(rules: CupRules, count: int, seed: str) -> None:
    first, again = Cup(rules, count, seed).play(), Cup(rules, count, seed).play()
    assert first.ties == again.ties
    assert first.table() == again.table()


@FEW_EXAMPLES
@given(RULES, ENTRANTS, SEEDS, st.integers(0, 40), st.booleans())
def test_a_cup_ends_despite_dropouts_and_draws(rules: CupRules, count: int, seed: str, drops: int, often: bool) -> None:
    cup = Cup(rules, count, seed, drops=drops, draws_often=often).play()
    table = cup.table()
    assert sorted(one.user_id for one in table) == sorted(cup.people)
    assert [one.place for one in table] == sorted(one.place for one in table)
    champions = [one for one in table if one.state == "champion"]
    assert len(champions) == (1 if cup.playing else 0) or rules.kind != "round_robin"
    assert len(champions) <= 1
    if champions:
        assert champions[0] is table[0]
    if not drops:
        assert len(champions) == 1


@FEW_EXAMPLES
@given(st.integers(2, 40), st.integers(3, 6), SEEDS)
def test_groups_are_balanced_and_narrow_down_to_one_table(count: int, size: int, seed: str) -> None:
    cup = Cup(CupRules(kind="groups", size=size, onward=size // 2), count, seed).play()
    every = rounds(cup)
    for one in every:
        seated = [len(tie.people) for tie in one]
        assert max(seated) <= size
        assert max(seated) - min(seated) <= 1
    assert len(every[-1]) == 1
    assert [len(one) for one in every] == sorted((len(one) for one in every), reverse=True)


@each(
    ("players", "most", "least", "seated"),
    [
        # everyone fits at one table
        (4, 4, 2, [4]),
        # the number of tables is as small as possible
        (9, 4, 2, [3, 3, 3]),
        # table sizes differ by at most one
        (10, 4, 2, [4, 3, 3]),
        # a player is left out if the remaining table would be too small
        (5, 4, 3, [4]),
        # no one is left out if the game allows tables that small
        (5, 4, 2, [3, 2]),
    ],
)
def test_how_many_sit_at_each_table(players: int, most: int, least: int, seated: list[int]) -> None:
    assert round_draws.table_sizes(players, most, least) == seated


# -- ties -------------------------------------------------------------------------------------------------------------


def fixture_after(rules: CupRules, *winners: int | None) -> Fixture:
    """Return a tie between users 1 and 2 after matches with these winners; None means a draw."""
    tie = Fixture(1, 1, (1, 2))
    for winner in winners:
        assert not tie.is_settled
        users = tie_course.next_seats(tie)
        tie = result(tie, users, [1 if winner in (user, None) else 2 for user in users])
        tie = tie_course.settle(rules, "seed", tie, set(), 5)
    return tie


BEST = replace(KNOCKOUT, series=3)
LEAGUE = replace(EVERYBODY, series=3)


@each(
    ("rules", "winners", "how", "first"),
    [
        # one match decides a tie
        (KNOCKOUT, [2], "played", 2),
        # after a draw there is a second match
        (KNOCKOUT, [None], None, None),
        # the second match decides
        (KNOCKOUT, [None, 1], "played", 1),
        # after two draws, the winner is drawn by lot
        (KNOCKOUT, [None, None], "lot", None),
        # two wins end a best of three
        (BEST, [1, 1], "played", 1),
        # one win each decides nothing
        (BEST, [1, 2], None, None),
        # the third match decides
        (BEST, [1, 2, 2], "played", 2),
        # one win and two draws are enough to win
        (BEST, [None, 1, None], "played", 1),
        # an even best of three has a fourth match
        (BEST, [1, None, 2], None, None),
        # the fourth match decides
        (BEST, [1, None, 2, 2], "played", 2),
        # after four draws, the winner is drawn by lot
        (BEST, [None, None, None, None], "lot", None),
    ],
)
def test_when_a_knock_out_tie_is_settled(
    rules: CupRules, winners: list[int | None], how: str | None, first: int | None
) -> None:
    tie = fixture_after(rules, *winners)
    assert tie.how == how
    assert tie.is_settled is (how is not None)
    if first is not None:
        assert tie.onward == (first,)


@each(
    ("rules", "winners", "points"),
    [
        # a win is worth two points
        (EVERYBODY, [1], {1: 2, 2: 0}),
        # a draw is worth one point each
        (EVERYBODY, [None], {1: 1, 2: 1}),
        # two wins in a best of three are worth two points
        (LEAGUE, [2, 2], {1: 0, 2: 2}),
        # an even best of three is worth one point each
        (LEAGUE, [1, 2, None], {1: 1, 2: 1}),
        # one win more than the opponent has is enough for two points
        (LEAGUE, [None, None, 2], {1: 0, 2: 2}),
    ],
)
def test_what_a_tie_of_a_round_robin_is_worth(
    rules: CupRules, winners: list[int | None], points: dict[int, int]
) -> None:
    assert fixture_after(rules, *winners).points == points


@each(
    ("winners", "seats"),
    [
        # user 2 lost the first match, so user 2 starts the second
        ([1], (2, 1)),
        # user 2 lost the second match, so user 2 starts the third
        ([2, 1], (2, 1)),
        # user 1 started the drawn match, so user 2 starts the next
        ([None], (2, 1)),
    ],
)
def test_the_loser_begins_the_next_match_and_after_a_draw_the_other_one(
    winners: list[int | None], seats: tuple[int, int]
) -> None:
    assert tie_course.next_seats(fixture_after(BEST, *winners)) == seats


# -- standings --------------------------------------------------------------------------------------------------------


def league(*scores: tuple[int, int, int | None, float], dropped: tuple[int, ...] = ()) -> tuple[Any, ...]:
    """Return the standings after these ties, given as (user, user, winner or None, the winner's game points)."""
    ties: list[Fixture] = []
    for number, (one, other, winner, by) in enumerate(scores, 1):
        places = {user: 1 if winner in (user, None) else 2 for user in (one, other)}
        totals = {user: (by if user == winner else 0.0) for user in (one, other)}
        tie = Fixture(number, 1, (one, other), (number,), (CupGame(number, places, totals),))
        ties.append(tie_course.settle(EVERYBODY, "seed", tie, set(), 1))
    users = sorted({user for one in scores for user in one[:2]})
    entrants = [CupEntrant(user, f"P{user}", 0, 1 if user in dropped else None) for user in users]
    assert annulled(entrants, ties) <= set(dropped)
    return standings(EVERYBODY, "over", "seed", entrants, ties)


def test_direct_encounter_decides_between_equal_points() -> None:
    table = league((1, 2, 2, 1), (1, 3, 1, 9), (2, 3, 3, 1), (1, 4, 1, 1), (2, 4, 2, 1), (3, 4, 4, 1))
    assert [one.user_id for one in table][:2] == [2, 1]
    assert table[0].points == table[1].points
    assert table[0].tie_breaks["direct"] > table[1].tie_breaks["direct"]


def test_difference_decides_where_all_else_is_even_and_the_lot_comes_last() -> None:
    table = league((1, 2, 1, 1), (2, 3, 2, 2), (3, 1, 3, 5))
    assert [one.user_id for one in table] == [3, 2, 1]
    even = league((1, 2, 1, 1), (2, 3, 2, 1), (3, 1, 3, 1))
    assert [one.place for one in even] == [1, 2, 3]
    assert len({one.tie_breaks["lot"] for one in even}) == 3


def test_an_early_dropouts_results_are_void() -> None:
    table = league((1, 2, 1, 1), (3, 4, 3, 1), (1, 3, 3, 1), dropped=(2,))
    assert {one.user_id: one.played for one in table} == {1: 1, 2: 0, 3: 2, 4: 1}
    assert table[-1].user_id == 2
    assert table[-1].state == "dropped"


def test_a_late_dropouts_results_stand() -> None:
    table = league((1, 2, 1, 1), (2, 3, 2, 1), (1, 3, 3, 1), dropped=(2,))
    assert {one.user_id: one.points for one in table} == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("count", [2, 3, 8, 13])
def test_a_bracket_spreads_its_byes(count: int) -> None:
    first = round_draws.bracket(list(range(count)))
    assert sorted(user for table in first for user in table) == list(range(count))
    halves = [sum(len(table) == 1 for table in first[half :: max(1, len(first) // 2)]) for half in (0,)]
    assert halves[0] <= 2
