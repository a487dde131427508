"""The chart of each player's score over the course of a match."""

from dataclasses import replace

import pytest

from render.pen import theme
from render.pen.text_audit import audit
from render.sheets.score_chart import draw_curve
from render.sheets.score_data import Curve, Panel

NAMES = ["Ana", "Bence", "Carla of the very long and winding name", "Dóra", "Emil"]
LINES = [[0, 3, 5, 9.0], [0, 0, 5, 9.0], [0, 1, 1, 9.0], [0, -2, 2, 8.0], [0, 4, 4, 8.5]]


def curve(players: int = 5, **changed: object) -> Curve:
    marks = theme.SEATS[:players]
    whole = Curve(
        title="How it went",
        round_word="Round",
        names=NAMES[:players],
        colours=[mark.colour for mark in marks],
        shapes=[mark.shape for mark in marks],
        panels=[Panel("Victory Points", LINES[:players], [f"{line[-1]:g}" for line in LINES[:players]])],
        rounds=[(1, 1), (2, 2)],
        points=[1, 2, 3],
    )
    return replace(whole, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1, 2, 5])
def test_everything_fits_and_can_be_read_on_a_phone(players: int) -> None:
    with audit() as seen:
        image = draw_curve(curve(players))
    assert not seen.cuts
    assert not seen.overflows
    assert min(seen.sizes) / image.width * 300 >= 11


def test_numbers_that_say_nothing_to_players_are_not_written() -> None:
    told, untold = curve(2), curve(2, panels=[Panel("How close to winning", LINES[:2], [])], points=[])
    with audit() as some:
        draw_curve(replace(told, panels=[replace(told.panels[0], name="How close to winning")], points=[]))
    with audit() as none:
        draw_curve(untold)
    assert sum(some.sizes.values()) - sum(none.sizes.values()) == 2


def test_each_player_has_a_line_in_the_colour_of_the_marks() -> None:
    image = draw_curve(curve(3))
    found = {colour for _, colour in image.getcolors(1 << 24)}
    assert {mark.colour for mark in theme.SEATS[:3]} <= found
    assert theme.SEATS[3].colour not in found


def test_a_second_panel_has_its_place_below() -> None:
    one = curve(2)
    two = replace(one, panels=[*one.panels, Panel("Execution", [[0, 0, 1, 1], [0, 0, 0, 2]], ["1", "2"])])
    assert draw_curve(two).height > draw_curve(one).height + 200


def test_the_final_count_stands_apart() -> None:
    plain, counted = curve(2), curve(2, counted=True)
    assert plain.places == [0, 1, 2, 3]
    assert counted.places[:3] == [0, 1, 2]
    assert counted.places[3] > 3
    assert draw_curve(counted).tobytes() != draw_curve(plain).tobytes()


def test_a_match_without_rounds_or_points_is_drawn() -> None:
    flat = Panel("Points", [[0, 0], [0, 0]], ["0", "0"])
    assert draw_curve(curve(2, panels=[flat], rounds=[], points=[])).width
