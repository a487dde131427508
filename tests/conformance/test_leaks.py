"""Hidden means hidden: nobody's view, prompt, options or picture tells two worlds apart that it should not."""

from __future__ import annotations

import random

import pytest

import rules
from rules.kernel.match import Match
from rules.kernel.text import Say
from tests.conformance.play import check_every_step, tables

MATCHES = 20
#: A picture is compared at every so many decisions: drawing all of them would take hours.
PICTURE_EVERY = 97


def words(match: Match, seat: int | None) -> list[str]:
    """Return everything in words that this seat is told about its decision."""
    game, say = match.game, Say("en", ["Ana", "Béla", "Carlos", "Dóra", "Eva"][: match.state.seats])
    view = match.view(seat)
    told = [game.board_text(say, view), game.alt_text(say, view)]
    decision = match.decisions().get(seat) if seat is not None else None
    if decision:
        told.append(game.prompt_line(say, view, decision.prompt))
        told += [str(game.action_text(say, view, action)) for action in decision.actions]
    return told


@tables
@pytest.mark.parametrize("number", range(MATCHES))
def test_no_seat_and_no_spectator_can_tell_the_worlds_apart(game, seats, number, tmp_path):
    rng = random.Random(number)
    steps = differing = 0

    def check(match: Match) -> None:
        nonlocal steps, differing
        steps += 1
        for seat in [None, *range(seats)]:
            world = match.worlds(seat, rng)
            assert world.view(seat) == match.view(seat)
            assert set(world.decisions()) == set(match.decisions())
            if seat in match.decisions():
                assert world.decisions()[seat] == match.decisions()[seat]
            if steps % 23 == 0:
                assert words(world, seat) == words(match, seat)
            differing += world.dump() != match.dump()

    check_every_step(game, seats, number, check, tmp_path)
    assert differing > steps, "the worlds hardly ever differ, so this test shows nothing"


@tables
def test_pictures_of_two_worlds_are_the_same_to_the_byte(game, seats, tmp_path):
    render = pytest.importorskip("render")
    rng = random.Random(1)
    steps = 0

    def check(match: Match) -> None:
        nonlocal steps
        steps += 1
        if steps % PICTURE_EVERY:
            return
        for seat in [None, 0]:
            world = match.worlds(seat, rng)
            pictures = [render.encode(render.board(table.view(seat))) for table in (match, world)]
            assert pictures[0] == pictures[1]

    check_every_step(game, seats, 0, check, tmp_path)
    assert steps > PICTURE_EVERY


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_view_holds_neither_the_seed_nor_the_order_to_come(game):
    table = rules.GAMES[game]
    match = table.new(min(table.seats), "a-very-secret-seed")
    for seat in [None, *range(min(table.seats))]:
        assert "a-very-secret-seed" not in match.view(seat).model_dump_json()
