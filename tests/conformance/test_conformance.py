"""Requirements for every game, whatever its rules."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

import rules
from rules.kernel.data.actions import Action, to_json
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.conservation import BESIDE, CONSERVED
from tests.conformance.leak_detection import NAMES
from tests.conformance.random_play import (
    CAP,
    TABLES,
    by_verb_and_arguments,
    check_every_step,
    fewest_seats,
    new,
    tables,
    walk,
)

#: Whole matches of each game with each player count are played until at least this many decisions have been checked.
DECISIONS = 300
#: Maximum number of objects on the table that can be looked up, because a Discord menu has at most 25 entries.
MENU = 25


@tables
def test_random_play_ends_conserves_everything_and_offers_clean_actions(game, seats, tmp_path):
    assert game in CONSERVED, "say in tests/conformance/conservation.py what this game never loses or makes"
    looked_at = number = 0
    read: set[Action] = set()

    def check(match: Match) -> None:
        nonlocal looked_at
        looked_at += 1
        CONSERVED[game](match)
        before = match.dump()
        for decision in rules.GAMES[game].load(before).decisions().values():
            assert decision.actions, "a decision without actions"
            assert decision.actions == sorted(decision.actions, key=by_verb_and_arguments)
            assert len(set(decision.actions)) == len(decision.actions)
            assert len(decision.actions) <= 100
            for action in set(decision.actions) - read:
                assert rules.GAMES[game].action_from_json(json.loads(json.dumps(to_json(action)))) == action
                read.add(action)
        match.decisions()
        assert match.dump() == before, "decisions() changed the match"

    while looked_at < DECISIONS:
        check_every_step(game, seats, number, check, tmp_path)
        number += 1


@tables
def test_saving_and_loading_before_every_decision_gives_the_same_end(game, seats):
    plain = new(game, seats, 3)
    saved = new(game, seats, 3)
    assert saved.dump() == plain.dump()
    for seat, action in walk(plain, 3):
        saved = Match.load(game, saved.dump())
        saved.apply(seat, action)
    assert saved.dump() == plain.dump()
    assert saved.result == plain.result


@tables
def test_what_is_not_offered_is_refused_and_changes_nothing(game, seats):
    match = new(game, seats, 1)
    seen: dict[tuple, object] = {}
    for _, action in walk(new(game, seats, 2), 2):
        seen.setdefault((type(action),), action)
    for step, _ in enumerate(walk(match, 1)):
        if step % 7:
            continue
        before = match.dump()
        offers = match.decisions()
        for seat in range(seats):
            for action in seen.values():
                if seat not in offers or action not in offers[seat].actions:
                    with pytest.raises(IllegalAction, match=r"^[A-Z].*[.?)]$"):
                        match.apply(seat, action)
        assert match.dump() == before


@tables
def test_the_result_ranks_every_seat(game, seats):
    match = new(game, seats, 4)
    assert match.result is None
    for _ in walk(match, 4):
        pass
    result = match.result
    assert result is not None
    assert [row.seat for row in result.rows] == list(range(seats))
    assert sorted(result.ranking) == list(range(seats))
    assert result.scores[0] == result.rows[0].scores
    # In a solo or cooperative match, the game can win against all players.
    assert result.winners in ([row.seat for row in result.rows if row.rank == 1], [])
    beside = BESIDE.get(game, set())
    for row in result.rows:
        own = [points for name, points in row.scores.items() if name not in beside]
        assert row.total == pytest.approx(sum(own))
    # Results store ids of cards and the like, and each id must have a name in every language.
    for row, locale in itertools.product(result.rows, LOCALES):
        played = match.game.played(match, row.seat)
        assert all(match.game.played_text(Translator(locale), *one) not in ("", one[1]) for one in played.items())


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_wrong_number_of_seats_or_an_unknown_option_is_refused_in_one_sentence(game):
    table = rules.GAMES[game]
    for seats in (0, min(table.seats) - 1, max(table.seats) + 1):
        with pytest.raises(IllegalAction, match=r"^[A-Z][^\n]*\.$"):
            table.new(seats, "seed")
    with pytest.raises(IllegalAction, match=r"^[A-Z][^\n]*\.$"):
        table.new(min(table.seats), "seed", {"no_such_option": 1})


def ends():
    """Play a match of each game with each player count. Return the hashes of the final saves, by game."""
    found = {}
    for game, seats in TABLES:
        match = new(game, seats, 5)
        for _ in walk(match, 5):
            pass
        found[f"{game}, {seats} seats"] = hashlib.sha256(match.dump()).hexdigest()
    return found


_CHILD = """
import json
from tests.conformance.test_conformance import ends
print(json.dumps(ends()))
"""


def test_another_process_comes_to_the_same_ends():
    answer = subprocess.run(
        [sys.executable, "-c", _CHILD],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "77"},
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(answer.stdout) == ends()


def test_a_failing_match_is_dumped_as_a_playable_file(tmp_path):
    game, seats = "edge_of_darkness", 2
    calls = 0

    def check(match: Match) -> None:
        nonlocal calls
        calls += 1
        assert calls < 10, "made to fail"

    with pytest.raises(AssertionError, match="made to fail"):
        check_every_step(game, seats, 0, check, tmp_path)
    (file,) = tmp_path.iterdir()
    again = Match.load(game, file.read_bytes())
    assert again.decisions()
    assert calls < CAP


@tables
def test_all_that_lies_on_the_table_can_be_looked_up(game, seats):
    table, say = rules.GAMES[game], Translator("en", NAMES[:seats])
    known = {entry.id for entry in table.look_up(say)}
    match = new(game, seats, 4)
    for seat, _ in islice(walk(match, 4), 150):
        for viewer in (seat, None):
            laid = table.on_table(say, match.view(viewer))
            assert laid or not known
            assert all(shelf.ids and known.issuperset(shelf.ids) for shelf in laid)
            assert all(len(set(shelf.ids)) == len(shelf.ids) for shelf in laid)
            assert len({shelf.title for shelf in laid}) == len(laid) <= MENU


@pytest.mark.parametrize("game", rules.GAMES)
def test_the_value_of_a_position_is_the_sum_of_the_hints_parts(game):
    table, named = rules.GAMES[game], set[str]()
    match = new(game, fewest_seats(game), 4)
    for seat, _ in islice(walk(match, 4), 60):
        terms = table.terms(match, seat)
        assert not terms or sum(terms.values()) == pytest.approx(table.evaluate(match, seat))
        named.update(terms)
    for locale in LOCALES[1:]:
        assert not [term for term in named if Translator(locale).t(term) == term]
