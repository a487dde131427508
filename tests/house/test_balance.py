"""The figures of `tenebrae balance`, and the page that it writes."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from pydantic import BaseModel
from typer.testing import CliRunner

import rules
from bot.cli import main as cli
from bot.cli.lab import balance, deck_pairings, piece_usage
from bot.cli.lab.simulation import greedy_policy
from rules.kernel.data.events import Event
from rules.kernel.engine.match import Match
from tests.kernel import duel


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register the tests' tiny game during a test; return its id."""
    monkeypatch.setitem(rules.GAMES, duel.GAME.id, duel.GAME)
    return duel.GAME.id


def test_every_match_is_counted_once_by_seat(tiny: str) -> None:
    found = balance.measure(tiny, 2, 23, workers=1)
    assert found.matches == len(found.lengths) == 23
    assert sum(found.wins.values()) == pytest.approx(23)
    assert len(found.scores) == 46


def test_wins_are_counted_by_what_the_game_names(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def odd_and_even(match: Match, seat: int) -> dict[str, str]:
        return {"side": "even" if seat % 2 == 0 else "odd"}

    monkeypatch.setattr(duel.GAME, "groups", odd_and_even, raising=False)
    found = balance.measure(tiny, 2, 9, workers=1)
    assert found.group_seats == {("side", "even"): 9, ("side", "odd"): 9}
    assert found.group_wins["side", "even"] == pytest.approx(found.wins.get(0, 0.0))
    page = "\n".join(balance.lines(found))
    assert re.search(r"\| side even \| 9 \| \d+\.\d \| \d+\.\d% \| 50% \|", page)


@pytest.mark.parametrize(("matches", "said"), [(20, "up to 22% off in so few matches"), (400, "the bound is 8%")])
def test_a_few_matches_are_not_held_to_the_bound_which_luck_exceeds(matches: int, said: str) -> None:
    found = balance.Balance(2, matches, {0: matches * 0.6, 1: matches * 0.4}, lengths=[1.0], scores=[1.0])
    assert "The seat furthest from even is 10.0% off; " in (page := "\n".join(balance.lines(found)))
    assert said in page


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a tiny game that reports the cards used in a match, and whose options change in every second match."""
    seen: list[object] = []

    class Series(BaseModel):
        odd: int = 0

    def set_up(seats: int, seed: str | int, options: Series) -> duel.DuelState:
        seen.append({"odd": 1} if options.odd else None)
        return duel.set_up(seats, seed, options)

    def used(_match: Match, event: Event) -> list[str]:
        return [duel.CARDS[card - 1].lower() for card in getattr(event.body, "cards", ())]

    game = replace(
        duel.GAME,
        id="counted",
        options=Series,
        set_up=set_up,
        variety=lambda number, _pack: {"odd": 1} if number % 2 else None,
        pieces=lambda _match: {"Cards that were bid": [name.lower() for name in duel.CARDS]},
        used=used,
    )
    monkeypatch.setitem(rules.GAMES, game.id, game)
    monkeypatch.setattr(game, "seen", seen, raising=False)
    return game.id


def test_what_lay_on_the_table_is_counted_once_a_match_and_once_more_if_it_was_used(counted: str) -> None:
    found = balance.measure(counted, 2, 6, workers=1).usage
    ((question, there),) = found.on_table.items()
    assert question == "Cards that were bid"
    assert set(there.values()) == {6}
    assert len(there) == len(duel.CARDS)
    used = found.used[question]
    assert 0 < max(used.values()) <= 6
    assert found.share(question, "adder") == used["adder"] / 6


def test_a_series_plays_each_match_by_the_options_that_the_game_names_for_it(counted: str) -> None:
    balance.measure(counted, 2, 4, seed=10, workers=1)
    assert rules.GAMES[counted].seen == [None, {"odd": 1}, None, {"odd": 1}]


def test_the_page_tells_what_is_used_least_and_most_and_what_is_below_the_bound(tiny: str) -> None:
    few, many = piece_usage.Usage(), piece_usage.Usage()
    for number in range(20):
        few.count({"Cards that were bid": ["adder", "crow"]}, {"adder"} if number else set())
        many.count({"Cards that were bid": ["adder", "elk"]}, {"elk"} if number % 2 else {"adder"})
    page = "\n".join(piece_usage.lines(tiny, {2: few, 4: many}))
    assert "| Crow (`crow`) | 20 | 0 | 0% | 0% |  |" in page
    assert "| Adder (`adder`) | 40 | 29 | 72% | 95% | 50% |" in page
    assert "Bound: 15%; below it: Crow 0%." in page
    assert "Least: Crow 0%, Elk 50%, Adder 72%. Most: Adder 72%, Elk 50%, Crow 0%." in page
    assert page.index("`crow`") < page.index("`elk`") < page.index("`adder`")


def test_the_page_tells_how_far_the_seats_are_from_even(tiny: str) -> None:
    found = balance.Balance(4, matches=10, wins={0: 4.0, 1: 2.0, 2: 3.0, 3: 1.0})
    assert found.largest_deviation() == pytest.approx(0.15)
    page = "\n".join(balance.lines(balance.measure(tiny, 2, 3, workers=1)))
    assert re.search(
        r"The seat furthest from even is \d+\.\d% off; luck alone puts a seat up to 57% off in so few matches\.", page
    )


def test_a_game_whose_content_varies_names_it_in_the_series() -> None:
    game = rules.GAMES["edge_of_darkness"]
    matches = [game.new(2, number, game.variety(number, "base")) for number in range(30)]
    laid = {piece for match in matches for piece in next(iter(game.pieces(match).values()))}
    assert len(laid) > 2 * 10, "more than the first set-up's ten Locations"


def test_the_command_prints_how_it_was_made_and_refuses_wrong_numbers(tiny: str) -> None:
    runner = CliRunner()
    result = runner.invoke(cli.app, ["balance", tiny, "--seats", "2", "--matches", "2"])
    assert result.exit_code == 0, result.output
    assert f"tenebrae balance {tiny} --seats 2x2 --seed 0" in result.output
    for wrong in ("two", "2x", "2x0", "3"):
        assert runner.invoke(cli.app, ["balance", tiny, "--seats", wrong]).exit_code != 0


def test_hard_players_have_a_part_of_the_page_and_the_same_command_gives_the_same_figures(tiny: str) -> None:
    told = [
        CliRunner().invoke(cli.app, ["balance", tiny, "--seats", "2", "--matches", "3", "--hard", "4"]) for _ in "12"
    ]
    assert told[0].exit_code == 0, told[0].output
    assert told[0].output == told[1].output
    assert told[0].output.startswith("## Between hard players\n\nHard players, 4 iterations a choice")
    assert f"tenebrae balance {tiny} --seats 2x3 --seed 0 --hard 4 --write" in told[0].output
    assert "\n### 2 players, 3 matches\n" in told[0].output
    measured = [balance.measure(tiny, 2, 20, workers=1, iterations=count) for count in (0, 4)]
    assert measured[0].scores != measured[1].scores, "hard players play another way"


def test_numbers_of_players_may_each_have_their_own_number_of_matches() -> None:
    assert balance.series("1x900,2,5", 400) == [(1, 900), (2, 400), (5, 400)]


def test_a_greedy_player_looks_at_worlds_only() -> None:
    """A greedy computer player's choice doesn't depend on its opponents' actual hands, only on the possible ones."""
    match = rules.GAMES["dark_providence"].new(3, "greedy", {"leads": "random"})
    rng = random.Random(3)
    for _ in range(25):
        ((seat, decision),) = match.decisions().items()
        match.apply(seat, rng.choice(decision.actions))
    (seat, decision), *_ = match.decisions().items()
    other = match.worlds(seat, random.Random(7))
    choices = [greedy_policy(table, seat, decision, _Fixed()) for table in (match, other)]
    assert choices[0] == choices[1]


class _Fixed:
    """A random source that deals the same hidden cards in every possible world."""

    def shuffle(self, x: list) -> None:
        x.sort(key=str)

    def getrandbits(self, k: int, /) -> int:
        return 1

    def choice(self, options: list) -> object:
        return options[0]


@pytest.fixture
def decked(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a tiny game that has two ready-made decks and reports whether a match ended early or late."""

    class Decked(duel.DuelGame):
        def rivals(self) -> dict[str, str]:
            return {"ash": "The Ash Deck", "elm": "The Elm Deck"}

        def new_between(self, seed: str | int, rivals: tuple[str, str]) -> Match:
            assert sorted(rivals) == ["ash", "elm"]
            return self.new(2, f"{rivals[0]}/{seed}")

    def ending(match: Match) -> str:
        return "early" if match.result is not None and match.result.winners[0] == 0 else "late"

    game = Decked(**vars(duel.GAME) | {"id": "decked", "ending": ending})
    monkeypatch.setitem(rules.GAMES, game.id, game)
    return game.id


def test_every_pair_is_played_from_both_sides(decked: str) -> None:
    found = deck_pairings.measure(decked, 6, seed=4, workers=1)
    assert found.matches == len(found.lengths) == 6
    assert sum(found.wins.values()) == pytest.approx(6)
    assert found.rate("ash", "elm") + found.rate("elm", "ash") == pytest.approx(1)
    assert found.rate("ash", "elm") == found.rate_of("ash")
    assert found.first_player_wins == found.first_seat_wins, "the first seat goes first here"
    again = deck_pairings.measure(decked, 6, seed=4, workers=1)
    assert again == found, "the same command gives the same figures"


def test_the_page_of_pairs_shows_each_pairs_results(decked: str) -> None:
    page = "\n".join(deck_pairings.lines(decked, deck_pairings.measure(decked, 4, workers=1)))
    assert re.search(r"\| The Ash Deck \|  \| \d+\.\d% \| \d+\.\d% \|", page)
    assert re.search(r"\| who goes first \| 4 \| \d\.\d \| \d+\.\d% \|", page)
    assert re.search(r"\| won by \|( early \|)?( late \|)?", page)


def test_a_game_with_decks_compares_its_ready_decks(tiny: str) -> None:
    game = rules.GAMES["aevum_haeresis"]
    one, other, *_ = game.rivals()
    match = game.new_between(1, (one, other))
    assert match.decisions()
    result = CliRunner().invoke(cli.app, ["balance", tiny, "--pairs", "2"])
    assert result.exit_code != 0, "a game without ready decks has nothing to compare"
