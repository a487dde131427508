"""The icons in all pictures. They are drawn by code, once for each size.

Each game's own icons are in the game's module, shared icons in `common`, and icons of seats in `seat_shapes`.
"""

from PIL import Image

from render.icons import (
    aevum_haeresis,
    common,
    dark_providence,
    dark_providence_table,
    edge_of_darkness,
    faction_marks,
    seat_shapes,
)
from render.pen import theme
from render.pen.icon_pen import Draw, draw_icon
from render.pen.picture_cache import cached
from render.pen.text_audit import note_icon
from render.pen.theme import Colour

ICONS: dict[str, Draw] = {
    **common.ICONS, **seat_shapes.ICONS, **edge_of_darkness.ICONS, **dark_providence.ICONS,
    **dark_providence_table.ICONS, **aevum_haeresis.ICONS, **faction_marks.ICONS,
}  # fmt: skip
NAMES = tuple(ICONS)


@cached
def _drawn(name: str, size: int, fg: Colour, dark: bool) -> Image.Image:
    return draw_icon(ICONS[name], size, fg, dark)


def icon(name: str, size: int, fg: Colour = theme.PALE) -> Image.Image:
    """Return an icon as RGBA. `fg` is the colour of the text beside the icon."""
    note_icon(name)
    return _drawn(name, size, fg, sum(fg) > 380)


def lay_icon(image: Image.Image, name: str, x: int, y: int, size: int, fg: Colour = theme.PALE) -> None:
    """Draw an icon on a picture, with its top left corner at (x, y)."""
    part = icon(name, size, fg)
    image.paste(part, (x, y), part)
