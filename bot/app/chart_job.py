"""The worker job `chart`, which draws a chart."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image


def draw_score_chart(curve: dict[str, Any]) -> Image:
    """Draw the chart of a match's scores over time. `curve` has the fields of the class `Curve`."""
    # Imported here because these modules load matplotlib, which is slow.
    from render.pen.theme import Colour
    from render.sheets.score_chart import draw_curve
    from render.sheets.score_data import Curve, Panel

    panels = [Panel(**panel) for panel in curve.pop("panels")]
    colours: list[Colour] = [(red, green, blue) for red, green, blue in curve.pop("colours")]
    return draw_curve(Curve(**curve, colours=colours, panels=panels))


def draw_rating_chart(chart_data: dict[str, Any]) -> Image:
    """Draw the chart of a player's ratings over time. `chart_data` has the fields of the class `Strengths`."""
    from render.sheets.rating_chart import draw_strengths
    from render.sheets.rating_data import Ladder, Strengths

    ladders = [Ladder(**ladder_data) for ladder_data in chart_data.pop("ladders")]
    return draw_strengths(Strengths(**chart_data, ladders=ladders))


#: The drawing function for each kind of chart.
DRAWING_FUNCTIONS = {"course": draw_score_chart, "strengths": draw_rating_chart}


def draw(request: tuple[str, dict[str, Any]]) -> bytes:
    """Draw a chart and return it as PNG bytes. `request` is a pair: the kind of chart and its data."""
    import render

    # matplotlib needs a writable folder for its cache, and in a container the user may have no home folder.
    os.environ.setdefault("MPLCONFIGDIR", os.path.join(tempfile.gettempdir(), "tenebrae-matplotlib"))
    kind, chart_data = request
    return render.encode(DRAWING_FUNCTIONS[kind](chart_data))
