"""Cups that computers play to the end without people, in a real game and in a small game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from bot.features.cups.service.actions import Cups
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.store.store import Store
from tests.computers.in_process_chooser import InProcessChooser
from tests.computers.test_play import SHORT
from tests.matches.cup_room import CupRoom


async def played(path: Path, game: Any, *people: int, drops: int | None = None, **more: Any) -> Any:
    """Let computers play a cup to its end. If `drops` is given, that user drops out during the cup."""
    async with await Store.open(path) as store:
        hall = CupRoom(store)
        games = {game.id: game}
        hall.service.matches.games = games
        bots = ComputerMoveScheduler(hall.service, InProcessChooser(games), hall.clock, seconds=lambda: 0.0)
        view = await hall.cup(*people, game=game.id, **more)
        for _ in range(40):
            if view.status == "over":
                return view
            await bots.drain()
            if drops is not None and view.round == 1:
                await hall.service.part(Cups).drop(view.id, 900, drops)
                drops = None
            view = await hall.kept(view.id)
        raise AssertionError("the cup has no end")


@pytest.mark.parametrize(
    ("kind", "people", "more"),
    [
        ("knockout", 5, {"series": 3}),
        ("round_robin", 3, {}),
        ("groups", 5, {"size": 3}),
    ],
)
async def test_computers_play_a_cup_to_its_end_though_one_drops_out(
    path: Path, kind: str, people: int, more: dict[str, Any]
) -> None:
    ids = tuple(range(-1, -people - 1, -1))
    view = await played(path, SHORT, *ids, drops=-1, kind=kind, **more)
    assert view.champion is not None
    assert view.champion.user_id != -1
    assert [one.user_id for one in view.standings if one.state == "dropped"] == [-1]


async def test_computers_play_a_cup_of_a_game_of_the_house(path: Path) -> None:
    game = rules.GAMES["aevum_haeresis"]
    view = await played(path, game, -1, -2, -3, options={}, sealed=True)
    assert (view.status, view.round) == ("over", 2)
    assert view.champion is not None
    assert {tie.how for tie in view.fixtures} <= {"played", "bye", "lot"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tenebrae.sqlite3"
