"""The weights and prices that computer players use to evaluate positions, read from a game's data folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from rules.kernel.content.records import Record, read

#: The points for one unit of each feature, at the start and at the end of a match; interpolated in between.
Weights = dict[str, tuple[float, float]]
#: The value in points of one unit of each priced resource or piece.
Prices = dict[str, float]
#: The names of two files in a game's data folder: the weights for hard computer players, and the hand-tuned weights.
FITTED, BY_HAND = "appraisal", "appraisal_by_hand"
#: The name of the file with the prices of hard computer players.
PRICES = "prices"
#: The name of the file with the weights of the win-chance model.
OUTLOOK = "outlook"


class Appraisal(Record):
    """The weights of a position's features, and how they were obtained: a note, or the command that produced them."""

    made: str
    weights: Weights


@cache
def appraisal(game: str, name: str = FITTED) -> Appraisal:
    """Return the weights in a file of a game's data folder; raises ContentError if the file can't be read."""
    return read(files("data").joinpath(game), f"{name}.json", TypeAdapter(Appraisal))


class PriceList(Record):
    """A game's resource and piece prices, and how they were obtained: a note, or the command that produced them."""

    made: str
    prices: Prices


@cache
def prices(game: str) -> PriceList:
    """Return the prices in a game's data folder; raises ContentError if the file can't be read."""
    return read(files("data").joinpath(game), f"{PRICES}.json", TypeAdapter(PriceList))


class Odds(Record):
    """The amount that each feature adds to the log-odds of winning. `made` says how the amounts were obtained."""

    made: str
    weights: dict[str, float]


@cache
def outlook(game: str) -> Odds:
    """Return the weights of the win-chance model in a game's data folder; raises ContentError if they can't be read."""
    return read(files("data").joinpath(game), f"{OUTLOOK}.json", TypeAdapter(Odds))
