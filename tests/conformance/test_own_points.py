"""A player's own points are true, the reasons for moves fit the decision, and neither shows hidden facts."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from rules.dark_providence.state.actions import AcquireTarget
from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.words import move_reasons
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.leak_detection import NAMES
from tests.conformance.random_play import check_every_step, fewest_seats, new, tables, walk

#: Our games. Games from the developers' pages have neither own points nor reasons.
GAMES = ("edge_of_darkness", "dark_providence", "aevum_haeresis")
#: Maximum number of characters of a reason, which takes about five lines of small print on a phone.
MAX_REASON = 190
#: The share of the decisions of a first match that must have a reason.
MIN_SHARE = 0.4
WORLDS_EVERY = 11


def final_points(match: Match[Any], seat: int) -> dict[str, float]:
    """Return a seat's final scores under the names that `own_points` uses."""
    rows = {row.seat: row.scores for row in match.result.rows}
    if match.game.id != "aevum_haeresis":
        return dict(rows[seat])
    return {**rows[seat], **{f"rival_{name}": value for name, value in rows[1 - seat].items()}}


@tables
def test_own_points_are_the_same_in_all_worlds_and_at_the_end_the_final_scores(game: str, seats: int, tmp_path) -> None:
    rng, steps = random.Random(3), 0
    if rules.GAMES[game].own_points is None:
        pytest.skip("this game has no points")

    def check(match: Match[Any]) -> None:
        nonlocal steps
        steps += 1
        count = match.game.own_points
        assert count is not None
        for seat in range(seats):
            if match.over:
                assert count(match, seat) == final_points(match, seat)
            elif steps % WORLDS_EVERY == 0:
                assert count(match.worlds(seat, rng), seat) == count(match, seat)

    for number in range(2):
        check_every_step(game, seats, number, check, tmp_path)


def test_the_total_is_the_result_and_the_races_have_their_goals() -> None:
    for name in GAMES:
        game, match = rules.GAMES[name], new(name, fewest_seats(name), 0)
        for _ in walk(match, 0):
            pass
        count = game.own_points
        assert count is not None
        for row in match.result.rows:
            lines = dict(game.own_points_text(Translator(), count(match, row.seat)))
            if name == "aevum_haeresis":
                assert lines["Souls"].startswith(f"{row.total:g} of 10 (opponent: ")
                assert list(lines) == ["Souls", "Opponent's Plot deck", "Opponent's Execution"]
            else:
                assert game.own_points_text(Translator(), {**count(match, row.seat)})[-1][0] == "Total"
                assert lines["Total"] == game.places(Translator(), match.result)[row.rank - 1].split(": ")[1]


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_short_sentences_in_every_language(game: str) -> None:
    table, seats = rules.GAMES[game], fewest_seats(rules.GAMES[game])
    match = table.new(seats, "reasons", dict(table.first_match))
    decisions = with_reason = 0
    for seat, _ in walk(match, 5):
        offered = match.decisions()[seat].actions
        if len(offered) < 2:
            continue
        decisions += 1
        told = [table.move_reason(Translator(one, NAMES[:seats]), match.view(seat), offered) for one in LOCALES]
        assert len(set(map(bool, told))) == 1
        with_reason += bool(told[0])
        for text in filter(None, told):
            assert text.endswith(".")
            assert "{" not in text
            assert len(text) <= MAX_REASON, text
    assert with_reason >= decisions * MIN_SHARE


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_gets_no_reason_and_no_move_gives_none(game: str) -> None:
    match = new(game, fewest_seats(game), 0)
    seat, decision = next(iter(match.decisions().items()))
    assert not rules.GAMES[game].move_reason(Translator(), match.view(None), decision.actions)
    assert not rules.GAMES[game].move_reason(Translator(), match.view(seat), [])


def test_a_city_brings_the_vp_that_the_reason_names() -> None:
    game, compared = rules.GAMES["dark_providence"], 0
    for number in range(6):
        match = new("dark_providence", 3, 2 * number)
        for seat, action in walk(match, number):
            view = match.view(seat)
            if isinstance(action, AcquireTarget) and action.target in {city.id for city in view.cities}:
                told = game.move_reason(Translator("en", NAMES[:3]), view, [action])
                tried = match.copy()
                tried.apply(seat, action)
                gained = tried.state.players[seat].vp - match.state.players[seat].vp
                assert f"brings you {gained} VP now" in told
                compared += 1
    assert compared


def test_a_token_an_agent_and_reputation_are_worth_what_the_reasons_say() -> None:
    match, say = new("edge_of_darkness", 2, 0), Translator()
    view, count = match.view(0), match.game.own_points
    assert count is not None
    before = sum(count(match, 0).values())

    def more(field: str) -> float:
        tried = match.copy()
        setattr(tried.state.players[0], field, getattr(tried.state.players[0], field) + 1)
        return sum(count(tried, 0).values()) - before

    assert f"is worth {more('pool'):g} Victory Point at" in move_reasons.BY_VERB[ops.Train](say, view, None, "")
    for what, worth in (("reputation", "1"), ("coins", "¼"), ("influence", "¼"), ("goodwill", "¼")):
        told = move_reasons.BY_VERB[ops.Gain](say, view, ops.Gain(op="gain", what=what), "")
        assert f"worth {worth} Victory Point" in told
        assert more(what) == {"1": 1, "¼": 0.25}[worth]


def test_battle_strength_is_good_only_if_its_owner_may_hunt() -> None:
    match, say, gain = new("edge_of_darkness", 2, 0), Translator(), ops.Gain(op="gain", what="battle")
    seats = set[bool]()
    for seat, _ in walk(match, 5):
        view = match.view(seat)
        told = move_reasons.BY_VERB[ops.Gain](say, view, gain, "")
        may_hunt = view.turn is not None and view.turn.may_hunt
        assert bool(told) == (may_hunt and view.phase != "prologue")
        assert not told or told.startswith("You may hunt this turn: ")
        seats.add(may_hunt)
    assert seats == {True, False}
