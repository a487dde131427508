"""The worker process that draws one chart: the data is its input, the PNG its output."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

#: The process's niceness: the bot itself comes first.
NICE = 10


def course(curve: dict[str, Any]) -> Image:
    """Draw the course of a match from plain data."""
    # It loads matplotlib.
    from render.pen.theme import Colour
    from render.sheets.course import Curve, Panel
    from render.sheets.curve import draw_curve

    panels = [Panel(**panel) for panel in curve.pop("panels")]
    colours: list[Colour] = [(red, green, blue) for red, green, blue in curve.pop("colours")]
    return draw_curve(Curve(**curve, colours=colours, panels=panels))


def strengths(shown: dict[str, Any]) -> Image:
    """Draw a player's ratings from plain data."""
    from render.sheets.strength import Ladder, Strengths
    from render.sheets.strengths import draw_strengths

    ladders = [Ladder(**one) for one in shown.pop("ladders")]
    return draw_strengths(Strengths(**shown, ladders=ladders))


#: The drawing function of each kind of chart.
KINDS = {"course": course, "strengths": strengths}


def png(kind: str, shown: dict[str, Any]) -> bytes:
    """Draw a chart from plain data."""
    import render

    return render.encode(KINDS[kind](shown))


def main() -> None:
    """Draw for the process that started this one."""
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    # matplotlib needs a writable folder, and a container's user may have none.
    os.environ.setdefault("MPLCONFIGDIR", os.path.join(tempfile.gettempdir(), "tenebrae-matplotlib"))
    sys.stdout.buffer.write(png(*json.load(sys.stdin)))


if __name__ == "__main__":
    main()
