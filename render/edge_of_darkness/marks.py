"""The outline and the small label of what changed last."""

from PIL import Image

from render import theme
from render.canvas import lay_panel, lay_ring
from render.png import to_palette
from render.text import Style, shorten, width, write

Box = tuple[int, int, int, int]
EMBER = theme.ACCENTS["edge_of_darkness"]
LABEL_TALL = 32


def lay_mark(image: Image.Image, box: Box, label: str, radius: int = theme.RADIUS) -> None:
    """Outline a box in ember, with its label hanging on the upper right corner."""
    if label:
        x0, y0, x1, y1 = box
        lay_ring(image, (x0 - 3, y0 - 3, x1 + 3, y1 + 3), EMBER, radius + 3, 5)
        lay_tag(image, box, label)


def lay_tag(image: Image.Image, box: Box, label: str, lift: int = 18) -> None:
    """Hang a label on the upper right corner of a box."""
    x0, y0, x1, _ = box
    style = Style(theme.TEXT_LEAST, "bold", theme.WHITE)
    text = shorten(label, style, x1 - x0 - 30)
    wide = width(text, style) + 22
    left, top = x1 - wide - 6, max(0, y0 - lift)
    # A label has soft edges, so it is drawn in full colours even where the picture is mapped already.
    tag = image.crop((left, top, x1 - 6, top + LABEL_TALL)).convert("RGB")
    lay_panel(tag, (0, 0, *tag.size), EMBER, None, 10)
    write(tag, 11, 2, text, style)
    image.paste(to_palette(tag) if image.mode == "P" else tag, (left, top))
