"""Evaluators: the weights and search settings that computer players use in each game, both the current and the former
ones.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter

from rules.kernel.content.feature_weights import BY_HAND, FITTED, Prices, Weights
from rules.kernel.content.records import Record, raise_fault, read
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.engine.match import Match
from rules.kernel.engine.win_chance import Outlook

#: Returns the value of a position for a seat, in points.
Evaluate = Callable[[Match[Any], int], float]
#: The names of evaluators: the current one of hard players, and the one from before weights were fitted.
CURRENT_EVALUATOR, OLD_EVALUATOR = "now", "old"


class SearchSettings(Record):
    """The settings of a search. The defaults were used for all games before each game got its own settings."""

    #: The number of determinizations that a search uses. All branches of the root use the same ones in the same order.
    determinizations: int = Field(default=8, ge=1)
    #: The branches of the root are the `width` actions with the highest priors. The first iterations visit the best
    #: `first` of them once each.
    width: int = Field(default=6, ge=2)
    first: int = Field(default=4, ge=1)
    #: If this is above 0, all actions are tried equally often, and an action drops out once it is this many standard
    #: errors worse than the best. If this is 0, no action drops out, and better actions are tried more often.
    sure: float = Field(default=0.0, ge=0)
    #: A rollout ends when the searching seat must choose again after other seats have answered, provided that at least
    #: `near` choices have been made or `far` questions answered. If the first rollout needs more than `farthest`
    #: questions, all rollouts end with the seat's own turn instead.
    near: int = Field(default=4, ge=1)
    far: int = Field(default=10, ge=1)
    farthest: int = Field(default=22, ge=1)
    #: Maximum number of questions in a rollout.
    most: int = Field(default=40, ge=1)
    #: The weights of exploration at the root and below it. Below the root the weight is low, because trying bad
    #: branches distorts the values of the nodes above them.
    exploration: float = Field(default=0.5, ge=0)
    deeper: float = Field(default=0.05, ge=0)
    #: The weight of the prior when a branch is chosen. Its influence decreases with each visit.
    prior_weight: float = Field(default=0.3, ge=0)
    #: An unvisited branch is assumed to be worth this much less than the mean of its node's visited branches.
    untried: float = Field(default=0.5, ge=0)


@dataclass(frozen=True, slots=True)
class Evaluator:
    """How a computer player evaluates positions and searches."""

    evaluate: Evaluate
    settings: SearchSettings
    #: Returns a context manager that the computer player enters to compute a choice, for example to apply fitted
    #: prices.
    thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    #: The game's outlook, which estimates the chances of winning. None if the computer player searches instead of
    #: looking ahead.
    outlook: Outlook[Any] | None = None


class CustomEvaluator(Record):
    """An evaluator that is read from a file. Fields missing from the file default to the values of hard players."""

    weights: Weights = Field(default_factory=dict[str, tuple[float, float]])
    prices: Prices = Field(default_factory=dict[str, float])
    search: SearchSettings = SearchSettings()


@cache
def current_evaluator(game: AnyParts) -> Evaluator:
    """Return the current evaluator of a game's hard players. It uses fitted weights if the game has weights."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.fitted()
    return Evaluator(evaluate, settings(game.id), _with_prices(game, "", {}), game.outlook)


@cache
def old_evaluator(game: AnyParts) -> Evaluator:
    """Return the former evaluator of hard players, with weights set by hand and the same search settings in all
    games.
    """
    evaluate = game.evaluate if game.appraising is None else game.appraising.by(game.appraising.weights(BY_HAND))
    return Evaluator(evaluate, SearchSettings())


@cache
def settings(game: str) -> SearchSettings:
    """Return a game's search settings from its data folder, or the defaults if the folder has none."""
    folder = files("data").joinpath(game)
    exists = folder.joinpath("search.json").is_file()
    return read(folder, "search.json", TypeAdapter(SearchSettings)) if exists else SearchSettings()


@cache
def evaluator_named(game: AnyParts, name_or_path: str) -> Evaluator:
    """Return the evaluator with this name, or read one from a JSON file with `weights`, `prices` or `search`. Raises
    ContentError.
    """
    if name_or_path in (CURRENT_EVALUATOR, OLD_EVALUATOR):
        return current_evaluator(game) if name_or_path == CURRENT_EVALUATOR else old_evaluator(game)
    file = Path(name_or_path)
    custom = read(file.parent, file.name, TypeAdapter(CustomEvaluator))
    searches = settings(game.id).model_copy(update=custom.search.model_dump(exclude_unset=True))
    if custom.prices and game.pricing is None:
        raise_fault(file.name, "prices", f"{game.id} has none; leave them out")
    thinking = _with_prices(game, file.name, custom.prices)
    if not custom.weights:
        return Evaluator(current_evaluator(game).evaluate, searches, thinking, game.outlook)
    if game.appraising is None:
        raise_fault(file.name, "weights", f"{game.id} has none; leave them out")
    return Evaluator(game.appraising.by(game.appraising.weights(FITTED) | custom.weights), searches, thinking)


def _with_prices(game: AnyParts, file: str, base_prices: Prices) -> Callable[[], AbstractContextManager[None]]:
    """Return a context manager that applies the game's fitted prices, if it has any.

    `base_prices` replaces some of the prices.
    """
    pricing = game.pricing
    if pricing is None:
        return nullcontext
    prices = pricing.fitted(file, base_prices)
    return lambda: pricing.using(prices)
