"""Prices hold while somebody thinks by them, for hard players only, and are fitted by matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rules
from bot.computers.minds import mind, now, old
from bot.tools.duel import Duel, Duellist
from bot.tools.prices import Trial, as_json, fit, trials
from rules.kernel.content.weights import PriceList
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from tests.computers.test_levels import positions
from tests.kernel import duel
from tests.table import each

PRICED = [game for game in rules.GAMES.values() if game.pricing is not None]


@each("game", PRICED)
def test_a_games_prices_are_of_its_things(game: AnyGame) -> None:
    assert game.pricing is not None
    assert game.pricing.fitted().keys() == game.pricing.by_hand.keys()


@each("game", PRICED)
def test_fitted_prices_hold_while_hard_players_think_and_those_by_hand_otherwise(game: AnyGame) -> None:
    pricing = game.pricing
    assert pricing is not None
    changed = 0
    for match, seat in positions(game, max(game.seats), 6):
        by_hand = game.evaluate(match, seat)
        with now(game).thinking():
            changed += now(game).evaluate(match, seat) != by_hand
            assert {name: pricing[name] for name in pricing.by_hand} == pricing.fitted()
        with old(game).thinking():
            assert old(game).evaluate(match, seat) == by_hand
    assert changed
    assert {name: pricing[name] for name in pricing.by_hand} == pricing.by_hand


def test_prices_hold_no_longer_after_a_failure() -> None:
    pricing = PRICED[0].pricing
    assert pricing is not None
    name = next(iter(pricing.by_hand))
    with pytest.raises(ZeroDivisionError), pricing.holding({name: 9.0}):
        _ = 1 / 0
    assert pricing[name] == pricing.by_hand[name]


def test_a_file_may_try_other_prices(tmp_path: Path) -> None:
    game, file = PRICED[0], tmp_path / "dear.json"
    assert game.pricing is not None
    name = next(iter(game.pricing.by_hand))
    file.write_text(json.dumps({"prices": {name: 7.5}}), "utf-8")
    with mind(game, str(file)).thinking():
        assert game.pricing[name] == 7.5


def test_prices_of_nothing_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({"prices": {"luck": 1}}), "utf-8")
    with pytest.raises(ContentError, match="luck"):
        mind(PRICED[0], str(file))
    with pytest.raises(ContentError, match="has none"):
        mind(duel.GAME, str(file))


def trial(price: float, wins: float) -> Trial:
    return Trial("gold", price, Duel("any", 2, (Duellist("normal"), Duellist("normal")), matches=10, wins=wins))


@pytest.mark.parametrize(
    ("wins", "best"), [((4, 6, 7), 0.9), ((8, 6, 7), 0.3), ((4, 5, 3), 0.55)], ids=["dearer", "cheaper", "as it is"]
)
def test_the_price_that_wins_most_is_taken_if_it_wins_more_than_half(wins: tuple[float, ...], best: float) -> None:
    tried = [trial(price, won) for price, won in zip((0.3, 0.6, 0.9), wins, strict=True)]
    assert fit({"gold": 0.55}, tried) == {"gold": best}


@each("game", PRICED)
def test_the_same_seed_tries_the_same_matches(game: AnyGame) -> None:
    one, again = ([(each.price, each.found.wins) for each in trials(game.id, [0.9], 2, 5, 1)] for _ in range(2))
    assert one == again
    assert PriceList.model_validate_json(as_json("by a test", {"gold": 0.9})).prices == {"gold": 0.9}
