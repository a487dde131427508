"""Fonts, which are loaded from the font packages once and cached by face and size."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from PIL import ImageFont


def _folder(package: str) -> Path:
    """Return the folder that contains a font package's font files."""
    return Path(str(files(package))) / "files"


_ALEGREYA = _folder("fontpkg_alegreya_sans")
_CINZEL = _folder("fontpkg_cinzel") / "Cinzel[wght].ttf"
_FILES = {
    "text": _ALEGREYA / "AlegreyaSans-Medium.ttf",
    "bold": _ALEGREYA / "AlegreyaSans-ExtraBold.ttf",
    "italic": _ALEGREYA / "AlegreyaSans-MediumItalic.ttf",
}
TITLE_WEIGHT = 700


@lru_cache(maxsize=64)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font of a face (`title`, `text`, `bold`, `italic`) at a size in pixels."""
    if face != "title":
        return ImageFont.truetype(_FILES[face], size)
    loaded = ImageFont.truetype(_CINZEL, size)
    loaded.set_variation_by_axes([TITLE_WEIGHT])
    return loaded


@lru_cache(maxsize=64)
def ascent(face: str, size: int) -> tuple[int, int]:
    """Return the ascent and the descent of a font in pixels."""
    return font(face, size).getmetrics()


def path_of(face: str) -> Path:
    """Return the font file of a face. The face "title" isn't supported."""
    return _FILES[face]
