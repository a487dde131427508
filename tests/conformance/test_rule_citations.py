"""Questions and refusals cite rules of the rulebook for players, and these rules exist."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.data.actions import Action, field_kinds
from rules.kernel.engine.steps import Asks
from rules.kernel.errors import IllegalAction
from rules.kernel.words.rulebook import REFERENCE
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.test_questions import asked, askers

games = pytest.mark.parametrize("game", rules.GAMES)
#: Minimum share of refusals that cite a rule. The other refusals reject malformed actions, which no rule covers.
MIN_CITING_SHARE = 0.95


@cache
def nodes(game: str) -> list[ast.expr]:
    """Return the syntax tree nodes of all constants and calls in a game's modules, except the module that loads packs.

    The module that loads packs cites rules of RULES.md, because its messages are for authors of packs and not for
    players.
    """
    modules = sorted((Path(rules.__file__).parent / game).rglob("*.py"))
    trees = (ast.parse(file.read_text("utf-8")) for file in modules if file.parts[-2:] != ("content", "load.py"))
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.Call)]


def refusals(game: str) -> list[ast.Call]:
    """Return the syntax tree node of each call that creates a refusal in a game's rules."""
    return [
        node
        for node in nodes(game)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == IllegalAction.__name__
    ]


@games
def test_every_question_rests_on_rules_of_the_book(game: str) -> None:
    table = rules.GAMES[game]
    known = set(table.book("en").by_id)
    for _, prompt, view, _ in asked(game):
        found = table.rests_on(view, prompt)
        assert found, prompt.key
        assert set(found) <= known, prompt.key
        assert len(set(found)) == len(found), prompt.key


@games
def test_everything_that_asks_names_its_rules(game: str) -> None:
    questions = set(map(id, rules.GAMES[game].order_of_play.questions.values()))
    silent = [
        type(one).__name__
        for one in askers(game)
        if id(one) in questions and not one.rules and type(one).rests_on is Asks.rests_on
    ]
    assert silent == []


@games
@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_that_the_code_names_is_in_the_book(game: str, locale: str) -> None:
    named = {
        node.value
        for node in nodes(game)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and REFERENCE.fullmatch(node.value)
    }
    assert named
    assert named <= set(rules.GAMES[game].book(locale).by_id)


@games
def test_most_refusals_name_a_rule(game: str) -> None:
    found = refusals(game)
    named = [call for call in found if any(keyword.arg == "rule" for keyword in call.keywords)]
    assert len(named) >= MIN_CITING_SHARE * len(found), f"{len(named)} of {len(found)}"


def test_the_rule_of_a_refusal_is_no_part_of_its_sentence() -> None:
    told = IllegalAction("Discard exactly {count}.", rule="EOD-STREETFX.1", count=2)
    assert str(told) == "Discard exactly 2."
    assert told.rule == "EOD-STREETFX.1"
    assert told.args_by_name == {"count": 2}


def _nonsense_action(kind: type[Action]) -> Action:
    """Return an action of this kind with names that don't exist."""
    empty: dict[str, Any] = {"str": "", "int": 0}
    return kind(**{name: empty.get(written, ()) for name, written in field_kinds(kind).items()})


@games
def test_an_action_of_another_moment_leads_to_the_open_question_or_to_its_own_rule(game: str) -> None:
    match = rules.GAMES[game].new(2, 1)
    known = set(match.game.book("en").by_id)
    seat, decision = next(iter(match.decisions().items()))
    asker = match.game.order_of_play.asker_of(match.state.stack[-1])
    strange = [kind for kind in match.game.actions if kind not in asker.accepts]
    for kind in strange:
        told = match.why_illegal(seat, _nonsense_action(kind))
        assert told.rule in known, kind
        if told.msgid == Asks.not_now:
            assert told.rule == match.game.rests_on(match.view(seat), decision.prompt)[0]
            for locale in LOCALES:
                say = Translator(locale, ("Ana", "Bence"))
                assert match.game.question(say, match.view(seat), decision.prompt) in say.error(told)


@games
def test_the_rules_say_how_many_can_play(game: str) -> None:
    table = rules.GAMES[game]
    with pytest.raises(IllegalAction) as refused:
        table.new(table.seats.stop, 1)
    assert refused.value.rule in table.book("en").by_id
