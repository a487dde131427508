"""The decorator `each`: it runs a test for many values, and reports every value that makes the test fail."""

from __future__ import annotations

import inspect

import pytest

from tests.game_helpers import each


def test_every_value_is_tried_and_every_fault_is_told_with_its_value() -> None:
    tried: list[tuple[int, str]] = []

    @pytest.mark.slow
    @each("number", [1, 2, 3])
    @each(("word", "length"), [("a", 1), ("no", 1)])
    def test(number: int, word: str, length: int) -> None:
        tried.append((number, word))
        assert len(word) == length
        if number == 3:
            with pytest.raises(ValueError, match="x"):
                int("3")

    assert [mark.name for mark in test.pytestmark] == ["slow"]  # type: ignore[attr-defined]
    with pytest.raises(BaseExceptionGroup, match="3 of 3 fail") as found:
        test()
    assert tried == [(number, word) for number in (1, 2, 3) for word in ("a", "no")]
    assert [len(group.exceptions) for group in found.value.exceptions] == [1, 1, 2]
    assert "with ('number',) = 2" in found.value.exceptions[1].__notes__
    assert "with ('word', 'length') = ('no', 1)" in found.value.exceptions[1].exceptions[0].__notes__


def test_fixtures_are_left_to_pytest_and_no_values_at_all_are_an_error() -> None:
    @each("number", [1])
    def test(number: int, tmp_path: str) -> None:
        pass

    assert [*inspect.signature(test).parameters] == ["tmp_path"]
    with pytest.raises(AssertionError):
        each("number", [])
