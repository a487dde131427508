"""Finds out which characters the fonts can draw, so a player's name is never drawn with empty boxes."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.pen.picture_cache import cached
from render.text.fonts import font

MISSING = "\U0010fffe"


@cached
def _shape(char: str, face: str) -> bytes:
    image = Image.new("L", (48, 40), 0)
    ImageDraw.Draw(image).text((4, 4), char, fill=255, font=font(face, 24))
    return image.tobytes()


def covers(text: str, face: str) -> bool:
    """Return whether a face has a glyph for every character of a text."""
    return all(char.isspace() or _shape(char, face) != _shape(MISSING, face) for char in text)


@lru_cache(maxsize=1024)
def drawable(name: str) -> str:
    """Return a name without characters that the fonts lack, control characters and icon syntax."""
    plain = name.replace("{", "(").replace("}", ")").replace("\\", "")
    kept = "".join(char if char.isprintable() and covers(char, "bold") else " " for char in plain)
    return " ".join(kept.split())
