"""The icon set, identical in all pictures: drawn by code at any size, once."""

from PIL import Image

from render.icons import deeds, factions, lodge, markers, occult, sigils, signs, tokens, verge
from render.icons.pen import Draw, draw_icon
from render.pen import theme
from render.pen.audit import note_icon
from render.pen.parts import cached
from render.pen.theme import Colour

ICONS: dict[str, Draw] = {
    **tokens.ICONS, **deeds.ICONS, **signs.ICONS, **sigils.ICONS, **occult.ICONS, **lodge.ICONS, **markers.ICONS,
    **verge.ICONS, **factions.ICONS,
}  # fmt: skip
NAMES = tuple(ICONS)


@cached(1024)
def _drawn(name: str, size: int, fg: Colour, dark: bool) -> Image.Image:
    return draw_icon(ICONS[name], size, fg, dark)


def icon(name: str, size: int, fg: Colour = theme.PALE) -> Image.Image:
    """Give an icon as RGBA; `fg` is the colour of the text it stands beside."""
    note_icon(name)
    return _drawn(name, size, fg, sum(fg) > 380)


def lay_icon(image: Image.Image, name: str, x: int, y: int, size: int, fg: Colour = theme.PALE) -> None:
    """Lay an icon with its top left corner at (x, y)."""
    part = icon(name, size, fg)
    image.paste(part, (x, y), part)
