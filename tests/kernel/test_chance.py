"""Keyed chance is reproducible and fair enough, and draws with other keys don't change its results."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.engine.chance import Chance, ChanceState


def chance(seed: str = "seed") -> Chance:
    return Chance(ChanceState(seed))


def test_a_draw_elsewhere_does_not_shift_the_others():
    plain, fixed = chance(), chance()
    fixed.below("a new rule", 6)
    assert plain.shuffle("deck", list(range(30))) == fixed.shuffle("deck", list(range(30)))


def test_a_label_gives_another_outcome_each_time_and_another_seed_another_order():
    first = chance()
    orders = [first.shuffle("deck", list(range(30))) for _ in range(3)]
    orders.append(chance("other").shuffle("deck", list(range(30))))
    assert len({tuple(order) for order in orders}) == 4


@given(st.lists(st.integers(), max_size=80), st.text(max_size=5))
def test_a_shuffle_keeps_every_item(items, seed):
    assert Counter(chance(seed).shuffle("x", items)) == Counter(items)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(0, 60))
def test_drawing_from_counts_conserves_them(counts, number):
    left = list(counts)
    drawn = chance().take_counted("bag", left, number)
    assert len(drawn) == min(number, sum(counts))
    assert [a - b for a, b in zip(counts, left, strict=True)] == [drawn.count(kind) for kind in range(len(counts))]


def test_rolls_are_even():
    rolls = chance().rolls("tower", 3, 30_000)
    assert all(9_600 < count < 10_400 for count in Counter(rolls).values())


def test_an_empty_draw_uses_no_chance():
    lucky = chance()
    assert lucky.take("x", [], 3) == []
    assert lucky.take_counted("x", [0, 0], 3) == []
    assert lucky.draws == 0


def test_a_seed_may_have_any_length():
    long = "a" * 100
    assert chance(long).shuffle("x", list(range(30))) == chance(long).shuffle("x", list(range(30)))
    assert chance(long).shuffle("x", list(range(30))) != chance(long + "b").shuffle("x", list(range(30)))
