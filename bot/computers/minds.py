"""How a computer judges and searches: each game's own weights and settings, and those that it had before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter

from rules.kernel.content.records import Record, fail, read
from rules.kernel.content.weights import BY_HAND, FITTED, Prices, Weights
from rules.kernel.engine.match import Match
from rules.kernel.engine.outlook import Outlook
from rules.kernel.engine.parts import AnyParts

#: How good a position is for a seat, in points.
Evaluate = Callable[[Match[Any], int], float]
#: The minds that have names: as hard players think, and as they thought before weights were fitted.
NOW, OLD = "now", "old"


class Settings(Record):
    """The settings of a search; without a word those of before games had their own."""

    #: Determinizations of one search; every branch of the root gets the same ones, in the same order.
    determinizations: int = Field(default=8, ge=1)
    #: Branches of the root are the `width` actions with the highest priors. Each of the `first` is visited once at the
    #: start.
    width: int = Field(default=6, ge=2)
    first: int = Field(default=4, ge=1)
    #: How many standard errors an action must be behind to be tried no more, while all are tried equally often; with 0
    #: none is, and those that look better are tried more often.
    sure: float = Field(default=0.0, ge=0)
    #: A rollout ends when the searching seat chooses again after others, and `near` choices were made or `far`
    #: questions answered. If that takes more than `farthest` questions, it ends with the seat's own turn.
    near: int = Field(default=4, ge=1)
    far: int = Field(default=10, ge=1)
    farthest: int = Field(default=22, ge=1)
    #: A rollout ends after this many questions in any case.
    most: int = Field(default=40, ge=1)
    #: The weight of exploration at the root, and below it: a wrong branch there blurs the values above.
    exploration: float = Field(default=0.5, ge=0)
    deeper: float = Field(default=0.05, ge=0)
    #: The weight of the prior, which fades with visits.
    prior_weight: float = Field(default=0.3, ge=0)
    #: The value of an untried branch is the mean of its node minus this.
    untried: float = Field(default=0.5, ge=0)


@dataclass(frozen=True, slots=True)
class Mind:
    """How a computer judges positions, and how it searches."""

    evaluate: Evaluate
    settings: Settings
    #: What holds while this mind thinks.
    thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    #: How it looks ahead instead of searching, if it does.
    outlook: Outlook[Any] | None = None


class Other(Record):
    """A mind that somebody tries: what it leaves out is as hard players have it."""

    weights: Weights = Field(default_factory=dict[str, tuple[float, float]])
    prices: Prices = Field(default_factory=dict[str, float])
    search: Settings = Settings()


@cache
def now(game: AnyParts) -> Mind:
    """Return how hard players of a game think: by the fitted weights, where the game has weights."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.fitted()
    return Mind(evaluate, settings(game.id), _at(game, "", {}), game.outlook)


@cache
def old(game: AnyParts) -> Mind:
    """Return how hard players thought before: by weights found by hand, and with the same settings in every game."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.by(game.appraising.weights(BY_HAND))
    return Mind(evaluate, Settings())


@cache
def settings(game: str) -> Settings:
    """Return the settings of a game's searches, from its folder."""
    folder = files("data").joinpath(game)
    there = folder.joinpath("search.json").is_file()
    return read(folder, "search.json", TypeAdapter(Settings)) if there else Settings()


@cache
def mind(game: AnyParts, told: str) -> Mind:
    """Return a mind by its name, or from a JSON file with `weights`, `search` or both; raises ContentError."""
    if told in (NOW, OLD):
        return now(game) if told == NOW else old(game)
    file = Path(told)
    found = read(file.parent, file.name, TypeAdapter(Other))
    searches = settings(game.id).model_copy(update=found.search.model_dump(exclude_unset=True))
    if found.prices and game.pricing is None:
        fail(file.name, "prices", f"{game.id} has none; leave them out")
    thinking = _at(game, file.name, found.prices)
    if not found.weights:
        return Mind(now(game).evaluate, searches, thinking, game.outlook)
    if game.appraising is None:
        fail(file.name, "weights", f"{game.id} has none; leave them out")
    return Mind(game.appraising.by(game.appraising.weights(FITTED) | found.weights), searches, thinking)


def _at(game: AnyParts, file: str, others: Prices) -> Callable[[], AbstractContextManager[None]]:
    """Return what lets the fitted prices hold, where a game has any, and those of a file instead of some of them."""
    pricing = game.pricing
    if pricing is None:
        return nullcontext
    held = pricing.fitted(file, others)
    return lambda: pricing.holding(held)
