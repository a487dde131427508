"""How a computer judges and searches: each game's current weights and settings, and the earlier ones."""

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

#: Returns the value of a position for a seat, in points.
Evaluate = Callable[[Match[Any], int], float]
#: The named minds: hard players' current one, and the one before weights were fitted.
CURRENT_EVALUATOR, OLD_EVALUATOR = "now", "old"


class SearchSettings(Record):
    """The settings of a search; the defaults precede the games' own settings."""

    #: Determinizations of one search; every branch of the root gets the same ones, in the same order.
    determinizations: int = Field(default=8, ge=1)
    #: Branches of the root are the `width` actions with the highest priors. Each of the `first` is visited once at the
    #: start.
    width: int = Field(default=6, ge=2)
    first: int = Field(default=4, ge=1)
    #: The standard errors behind the best at which an action drops out, while all are tried equally often; with 0 none
    #: does, and better ones are tried more often.
    sure: float = Field(default=0.0, ge=0)
    #: A rollout ends when the searching seat chooses again after others, and `near` choices were made or `far`
    #: questions answered. If that takes more than `farthest` questions, it ends with the seat's own turn.
    near: int = Field(default=4, ge=1)
    far: int = Field(default=10, ge=1)
    farthest: int = Field(default=22, ge=1)
    #: A rollout ends after this many questions in any case.
    most: int = Field(default=40, ge=1)
    #: The weight of exploration at the root, and below it: a wrong branch there distorts the values above.
    exploration: float = Field(default=0.5, ge=0)
    deeper: float = Field(default=0.05, ge=0)
    #: The weight of the prior, which fades with visits.
    prior_weight: float = Field(default=0.3, ge=0)
    #: The value of an untried branch is the mean of its node minus this.
    untried: float = Field(default=0.5, ge=0)


@dataclass(frozen=True, slots=True)
class Evaluator:
    """A computer's judgement of positions, and its search."""

    evaluate: Evaluate
    settings: SearchSettings
    #: The context of this mind's computations.
    thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    #: Its lookahead, if it uses that instead of searching.
    outlook: Outlook[Any] | None = None


class CustomEvaluator(Record):
    """A custom mind: fields left out are hard players'."""

    weights: Weights = Field(default_factory=dict[str, tuple[float, float]])
    prices: Prices = Field(default_factory=dict[str, float])
    search: SearchSettings = SearchSettings()


@cache
def current_evaluator(game: AnyParts) -> Evaluator:
    """Return the mind of a game's hard players: the fitted weights, if the game has weights."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.fitted()
    return Evaluator(evaluate, settings(game.id), _at(game, "", {}), game.outlook)


@cache
def old_evaluator(game: AnyParts) -> Evaluator:
    """Return hard players' earlier mind: weights found by hand, and the same settings in every game."""
    evaluate = game.evaluate if game.appraising is None else game.appraising.by(game.appraising.weights(BY_HAND))
    return Evaluator(evaluate, SearchSettings())


@cache
def settings(game: str) -> SearchSettings:
    """Return the settings of a game's searches, from its folder."""
    folder = files("data").joinpath(game)
    there = folder.joinpath("search.json").is_file()
    return read(folder, "search.json", TypeAdapter(SearchSettings)) if there else SearchSettings()


@cache
def evaluator_named(game: AnyParts, told: str) -> Evaluator:
    """Return a mind by its name, or from a JSON file with `weights`, `search` or both; raises ContentError."""
    if told in (CURRENT_EVALUATOR, OLD_EVALUATOR):
        return current_evaluator(game) if told == CURRENT_EVALUATOR else old_evaluator(game)
    file = Path(told)
    found = read(file.parent, file.name, TypeAdapter(CustomEvaluator))
    searches = settings(game.id).model_copy(update=found.search.model_dump(exclude_unset=True))
    if found.prices and game.pricing is None:
        fail(file.name, "prices", f"{game.id} has none; leave them out")
    thinking = _at(game, file.name, found.prices)
    if not found.weights:
        return Evaluator(current_evaluator(game).evaluate, searches, thinking, game.outlook)
    if game.appraising is None:
        fail(file.name, "weights", f"{game.id} has none; leave them out")
    return Evaluator(game.appraising.by(game.appraising.weights(FITTED) | found.weights), searches, thinking)


def _at(game: AnyParts, file: str, others: Prices) -> Callable[[], AbstractContextManager[None]]:
    """Return the context that applies the fitted prices, if the game has any, with a file's replacements."""
    pricing = game.pricing
    if pricing is None:
        return nullcontext
    held = pricing.fitted(file, others)
    return lambda: pricing.holding(held)
