"""A match's options are checked against the model of the game's options. The error message names the invalid option."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from rules.kernel.data.options import read_options
from rules.kernel.errors import IllegalAction


class Chess(BaseModel):
    """The options of a game made up for these tests."""

    model_config = ConfigDict(extra="forbid")

    minutes: int = 5


def test_without_options_the_defaults_hold() -> None:
    assert read_options(Chess, None) == read_options(Chess, {}) == Chess(minutes=5)


def test_what_is_given_is_read() -> None:
    assert read_options(Chess, {"minutes": 3}).minutes == 3


@pytest.mark.parametrize("options", [{"minutes": "soon"}, {"clock": 1}])
def test_a_wrong_option_is_named(options: dict[str, object]) -> None:
    with pytest.raises(IllegalAction, match=f"The option {next(iter(options))} does not exist or can't have"):
        read_options(Chess, options)
