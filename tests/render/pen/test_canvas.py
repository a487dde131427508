"""Panels and masks that are assembled from cached corners and edges look as if they were drawn as a whole."""

import pytest
from PIL import Image, ImageDraw

from render.pen.canvas import SUPERSAMPLING, lay_panel, panel, rounded

SIZES = [(4, 4, 2), (17, 40, 8), (18, 18, 8), (19, 19, 8), (300, 19, 8), (21, 300, 10), (640, 360, 14), (641, 361, 13)]
BLUE, GOLD = (30, 40, 90), (200, 160, 20)


@pytest.mark.parametrize(("width", "height", "radius"), SIZES)
def test_a_rounded_mask_has_the_same_corners_at_any_size(width: int, height: int, radius: int) -> None:
    whole = Image.new("L", (width * SUPERSAMPLING, height * SUPERSAMPLING), 0)
    ImageDraw.Draw(whole).rounded_rectangle(
        (0, 0, width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1), radius * SUPERSAMPLING, fill=255
    )
    assert rounded(width, height, radius).tobytes() == whole.reduce(SUPERSAMPLING).tobytes()


@pytest.mark.parametrize("line", [2, 5])
@pytest.mark.parametrize("edge", [None, GOLD])
@pytest.mark.parametrize(("width", "height", "radius"), [size for size in SIZES if min(size[:2]) > 10])
def test_a_panel_laid_in_parts_is_the_whole_panel(
    width: int, height: int, radius: int, edge: tuple[int, int, int] | None, line: int
) -> None:
    parts = Image.new("RGB", (width + 8, height + 8), (9, 80, 30))
    lay_panel(parts, (4, 4, width + 4, height + 4), BLUE, edge, radius, line)
    whole = Image.new("RGB", parts.size, (9, 80, 30))
    drawn = panel(width, height, BLUE, edge, radius, line)
    whole.paste(drawn, (4, 4), drawn)
    assert parts.tobytes() == whole.tobytes()
