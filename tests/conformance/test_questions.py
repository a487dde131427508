"""Everything that asks a seat a question is registered, with its wording, kinds of answers and steps."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

import rules
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.steps import Asks, Step
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.leak_detection import NAMES
from tests.conformance.random_play import new, walk

games = pytest.mark.parametrize("game", rules.GAMES)
#: The number of matches for each player count. Odd-numbered matches have random options instead of the defaults.
MATCHES = 2


@cache
def asked(game: str) -> list[tuple[Any, Prompt, Any, frozenset[type[Action]]]]:
    """Return every question of some random matches: its source, prompt, the seat's view, and the kinds of actions."""
    found: list[tuple[Any, Prompt, Any, frozenset[type[Action]]]] = []
    for seats in rules.GAMES[game].seats:
        for number in range(MATCHES):
            match = new(game, seats, number)
            met: set[tuple[Any, ...]] = set()
            for _ in walk(match, number):
                asker = match.game.order_of_play.asker_of(match.state.stack[-1])
                for seat, (prompt, actions) in match.decisions().items():
                    kinds = frozenset(map(type, actions))
                    one = (asker, prompt.key, repr(prompt.args), kinds)
                    if one not in met:
                        met.add(one)
                        found.append((asker, prompt, match.view(seat), kinds))
    return found


def askers(game: str) -> list[Asks[Any, Any]]:
    """Return every step, window and sealed choice of this game, each of which may ask a seat a question."""
    order: Any = rules.GAMES[game].order_of_play
    return [*order.steps.values(), *order.windows.values(), *order.sealed_choices.values()]


@games
def test_only_accepted_kinds_of_actions_are_offered(game: str) -> None:
    strange = {
        (type(asker).__name__, kind.__name__)
        for asker, _, _, kinds in asked(game)
        for kind in kinds
        if kind not in asker.accepts
    }
    assert strange == set()


@games
def test_every_kind_of_action_answers_something(game: str) -> None:
    assert {kind for asker in askers(game) for kind in asker.accepts} == set(rules.GAMES[game].actions)


@games
def test_what_asks_a_question_is_registered_for_it_and_words_it(game: str) -> None:
    questions = rules.GAMES[game].order_of_play.questions
    strange = {
        (type(asker).__name__, prompt.key)
        for asker, prompt, _, _ in asked(game)
        if prompt.key not in questions or type(asker).question is Asks.question
    }
    assert strange == set()


@games
def test_every_question_has_words_in_every_language(game: str) -> None:
    table = rules.GAMES[game]
    for _, prompt, view, _ in asked(game):
        lines = {locale: table.question(Translator(locale, NAMES[: view.seats]), view, prompt) for locale in LOCALES}
        for line in lines.values():
            assert line
            assert not set("{}\n") & set(line), line
        assert len(set(lines.values())) == len(LOCALES), lines


@games
def test_every_step_is_registered_and_saved(game: str) -> None:
    steps = {
        kind
        for module in modules(game)
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Step) and kind.__module__ == module.__name__
    }
    order: Any = rules.GAMES[game].order_of_play
    assert steps == {kind for kind in order.steps if not kind.__module__.startswith("rules.kernel.")}
    assert steps - saved(rules.GAMES[game].state_type) == set()


def modules(game: str) -> list[ModuleType]:
    """Import and return every module of a game, because any of them may define a step."""
    package = importlib.import_module(f"rules.{game}")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [package, *(importlib.import_module(module.name) for module in found)]


def saved(state: type[Any]) -> set[type[Any]]:
    """Return the classes of steps that a state's stack may contain, according to the type annotation of the stack."""
    (step,) = get_args(get_type_hints(state)["stack"])
    return set(get_args(step)) or {step}
