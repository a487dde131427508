"""The process that draws the course of one match: it reads a curve from its input and writes the PNG to its output."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from contextlib import suppress
from typing import Any

#: The process's niceness: the bot itself comes first.
NICE = 10


def png(curve: dict[str, Any]) -> bytes:
    """Draw a curve that was given as plain data."""
    # matplotlib is loaded with it.
    import render
    from render.pen.theme import Colour
    from render.sheets.course import Curve, Panel
    from render.sheets.curve import draw_curve

    panels = [Panel(**panel) for panel in curve.pop("panels")]
    colours: list[Colour] = [(red, green, blue) for red, green, blue in curve.pop("colours")]
    return render.encode(draw_curve(Curve(**curve, colours=colours, panels=panels)))


def main() -> None:
    """Draw for the process that started this one."""
    # Ctrl+C goes to the whole process group; the bot ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    # matplotlib wants a folder of its own to write to, where the user of a container may have none.
    os.environ.setdefault("MPLCONFIGDIR", os.path.join(tempfile.gettempdir(), "tenebrae-matplotlib"))
    sys.stdout.buffer.write(png(json.load(sys.stdin)))


if __name__ == "__main__":
    main()
