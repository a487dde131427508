"""What each feature of a position is worth to a computer player, as a record: fitted weights are data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from rules.kernel.content.records import Record, read

#: Points for one unit of each feature, at the beginning of a match and at its end.
Weights = dict[str, tuple[float, float]]
#: Points for one of each thing that has a price.
Prices = dict[str, float]
#: The files in a game's folder: the weights that hard players use, and those that were found by hand.
FITTED, BY_HAND = "appraisal", "appraisal_by_hand"
#: The file with the prices that hard players use.
PRICES = "prices"
#: The file with what makes a seat likely to win.
OUTLOOK = "outlook"


class Appraisal(Record):
    """The weights of an appraisal, and the command that has made them."""

    made: str
    weights: Weights


@cache
def appraisal(game: str, name: str = FITTED) -> Appraisal:
    """Return an appraisal of a game from its folder; raises ContentError if it can't be read."""
    return read(files("data").joinpath(game), f"{name}.json", TypeAdapter(Appraisal))


class PriceList(Record):
    """The prices of a game's things, and how they were found: the command, where one has fitted them."""

    made: str
    prices: Prices


@cache
def prices(game: str) -> PriceList:
    """Return the prices of a game from its folder; raises ContentError if they can't be read."""
    return read(files("data").joinpath(game), f"{PRICES}.json", TypeAdapter(PriceList))


class Odds(Record):
    """What each feature adds to the logarithm of a seat's odds to win, and the command that has fitted it."""

    made: str
    weights: dict[str, float]


@cache
def outlook(game: str) -> Odds:
    """Return what makes a seat of a game likely to win, from its folder; raises ContentError if it can't be read."""
    return read(files("data").joinpath(game), f"{OUTLOOK}.json", TypeAdapter(Odds))
