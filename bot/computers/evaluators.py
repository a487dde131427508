"""Evaluators: the weights and search settings that computers use in each game now, and those that they used before."""

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
from rules.kernel.content.records import Record, fail, read
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.engine.match import Match
from rules.kernel.engine.win_chance import Outlook

#: A function that returns the value of a position for a seat, in points.
Evaluate = Callable[[Match[Any], int], float]
#: The names of evaluators: the current one of hard players, and the one from before weights were fitted.
CURRENT_EVALUATOR, OLD_EVALUATOR = "now", "old"


class SearchSettings(Record):
    """The settings of a search. The defaults are from before games had their own settings."""

    #: How many determinizations a search uses. All branches of the root get the same ones, in the same order.
    determinizations: int = Field(default=8, ge=1)
    #: The branches of the root are the `width` actions with the highest priors. The `first` of them are each visited
    #: once at the start.
    width: int = Field(default=6, ge=2)
    first: int = Field(default=4, ge=1)
    #: If this isn't 0, all actions are tried equally often, and an action drops out when it is this many standard
    #: errors worse than the best. With 0, no action drops out, and better ones are tried more often.
    sure: float = Field(default=0.0, ge=0)
    #: A rollout ends when the searching seat must choose again after other seats, if by then `near` choices were made
    #: or `far` questions answered. If that takes more than `farthest` questions, rollouts end with the seat's own
    #: turn instead.
    near: int = Field(default=4, ge=1)
    far: int = Field(default=10, ge=1)
    farthest: int = Field(default=22, ge=1)
    #: A rollout ends after this many questions in any case.
    most: int = Field(default=40, ge=1)
    #: The weight of exploration at the root, and below it. It is low there, because trying bad branches distorts the
    #: values above.
    exploration: float = Field(default=0.5, ge=0)
    deeper: float = Field(default=0.05, ge=0)
    #: The weight of the prior in the choice of a branch, which falls with each visit.
    prior_weight: float = Field(default=0.3, ge=0)
    #: A branch that wasn't visited yet is assumed to be worth this much less than the mean of its node's branches.
    untried: float = Field(default=0.5, ge=0)


@dataclass(frozen=True, slots=True)
class Evaluator:
    """How a computer player evaluates positions and searches."""

    evaluate: Evaluate
    settings: SearchSettings
    #: The context manager within which all its computations run.
    thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    #: What it needs to look ahead, if it does that instead of searching.
    outlook: Outlook[Any] | None = None


class CustomEvaluator(Record):
    """An evaluator from a file. For fields that are left out, hard players' values are used."""

    weights: Weights = Field(default_factory=dict[str, tuple[float, float]])
    prices: Prices = Field(default_factory=dict[str, float])
    search: SearchSettings = SearchSettings()


@cache
def current_evaluator(game: AnyParts) -> Evaluator:
    """Return the evaluator of a game's hard players, with fitted weights if the game has weights."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.fitted()
    return Evaluator(evaluate, settings(game.id), _with_prices(game, "", {}), game.outlook)


@cache
def old_evaluator(game: AnyParts) -> Evaluator:
    """Return the earlier evaluator of hard players, with weights set by hand and the same settings in all games."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.by(game.appraising.weights(BY_HAND))
    return Evaluator(evaluate, SearchSettings())


@cache
def settings(game: str) -> SearchSettings:
    """Return a game's search settings from its data folder, or the defaults."""
    folder = files("data").joinpath(game)
    there = folder.joinpath("search.json").is_file()
    return read(folder, "search.json", TypeAdapter(SearchSettings)) if there else SearchSettings()


@cache
def evaluator_named(game: AnyParts, told: str) -> Evaluator:
    """Return the evaluator with this name, or one from a JSON file with `weights`, `prices` or `search`; raises
    ContentError.
    """
    if told in (CURRENT_EVALUATOR, OLD_EVALUATOR):
        return current_evaluator(game) if told == CURRENT_EVALUATOR else old_evaluator(game)
    file = Path(told)
    found = read(file.parent, file.name, TypeAdapter(CustomEvaluator))
    searches = settings(game.id).model_copy(update=found.search.model_dump(exclude_unset=True))
    if found.prices and game.pricing is None:
        fail(file.name, "prices", f"{game.id} has none; leave them out")
    thinking = _with_prices(game, file.name, found.prices)
    if not found.weights:
        return Evaluator(current_evaluator(game).evaluate, searches, thinking, game.outlook)
    if game.appraising is None:
        fail(file.name, "weights", f"{game.id} has none; leave them out")
    return Evaluator(game.appraising.by(game.appraising.weights(FITTED) | found.weights), searches, thinking)


def _with_prices(game: AnyParts, file: str, others: Prices) -> Callable[[], AbstractContextManager[None]]:
    """Return a context manager that applies the game's fitted prices, if it has any, with replacements from a file."""
    pricing = game.pricing
    if pricing is None:
        return nullcontext
    held = pricing.fitted(file, others)
    return lambda: pricing.using(held)
