"""Icons as Discord emojis, for use in text."""

from PIL import Image, ImageChops

from render.icons import icon
from render.pen import theme
from render.pen.icon_pen import ngon

#: The width of an emoji in pixels, and the width of the icon in it. Discord shows an emoji about 20 pixels high.
SIDE, INNER = 128, 116
#: The colour of the rim around icons. Without a rim, pale icons would vanish on Discord's light theme. On the dark
#: theme, the rim is invisible.
RIM = theme.BLACK


def sign(name: str) -> Image.Image:
    """Draw an icon with a dark rim, so it is legible on any background."""
    edge = (SIDE - INNER) // 2
    drawn = Image.new("RGBA", (SIDE, SIDE), (*RIM, 0))
    drawn.paste(icon(name, INNER), (edge, edge))
    shape = rim = drawn.getchannel("A")
    for x, y in ngon(0, 0, edge - 1, 16):
        rim = ImageChops.lighter(rim, ImageChops.offset(shape, round(x), round(y)))
    ground = Image.new("RGBA", (SIDE, SIDE), (*RIM, 0))
    ground.putalpha(rim)
    return Image.alpha_composite(ground, drawn)
