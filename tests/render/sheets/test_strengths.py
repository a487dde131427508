"""The picture of a player's ratings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.chart_job import DRAWING_FUNCTIONS
from bot.app.charts import RATING_CHART, SCORE_CHART
from render.pen import theme
from render.pen.text_audit import audit
from render.sheets.rating_chart import draw_strengths
from render.sheets.rating_data import Ladder, Strengths

DAY = 86_400
LADDER = Ladder(
    "Cthulhu: A sötétség birodalma",
    theme.SEATS[1].colour,
    [0, 3 * DAY, 90 * DAY],
    [600.0, 700, 900.4],
    [1400.0, 1300, 1250],
)
SHOWN = Strengths(
    "Értékszámok", "legalább ennyire erős", "legfeljebb ennyire erős", [LADDER], [(45 * DAY, "1970-02-15")]
)


@pytest.mark.parametrize("ladders", [1, 3])
def test_everything_fits_and_can_be_read_on_a_phone(ladders: int) -> None:
    with audit() as seen:
        image = draw_strengths(replace(SHOWN, ladders=[LADDER] * ladders))
    assert not seen.cuts
    assert not seen.overflows
    assert min(seen.sizes) / image.width * 300 >= 11


def test_the_band_is_as_high_as_the_doubt() -> None:
    def band(most: list[float]) -> int:
        image = draw_strengths(replace(SHOWN, ladders=[replace(LADDER, most=most)]))
        colour = theme.mix(LADDER.colour, theme.PANEL, 0.5)
        return sum(number for number, one in image.getcolors(1 << 24) if one == colour)

    # The chart's scale depends on the data, so only heights relative to each other can be compared.
    assert band([1400, 1400, 1400]) > band([1400, 750, 950]) > 1000


def test_one_match_alone_is_drawn() -> None:
    lone = replace(LADDER, times=[5], least=[600.0], most=[1400.0])
    colours = {one for _, one in draw_strengths(replace(SHOWN, ladders=[lone])).getcolors(1 << 24)}
    assert theme.mix(lone.colour, theme.PANEL, 0.5) in colours


def test_the_process_draws_all_that_it_is_asked_for() -> None:
    assert set(DRAWING_FUNCTIONS) == {SCORE_CHART, RATING_CHART}
