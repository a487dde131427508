"""Pictures for tests of text: everything is laid out and measured as usual, but nothing is painted."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageDraw

from render import icons
from render.emblem import aevum_haeresis, city_vistas, dark_providence, edge_of_darkness
from render.pen import canvas, pieces, png_encoding, text_audit
from render.text import drawable_characters, text_layout

_new = Image.new


@cache
def _empty(mode: str, size: tuple[int, int]) -> Image.Image:
    """Return an unpainted picture, which is the same object for all pictures with this mode and size."""
    return _new(mode, size, None)


def _reduced(image: Image.Image, factor: int | tuple[int, int], box: Any = None) -> Image.Image:
    x, y = (factor, factor) if isinstance(factor, int) else factor
    left, top, right, bottom = box or (0, 0, *image.size)
    return _empty(image.mode, (-(-(right - left) // x), -(-(bottom - top) // y)))


def _cropped(image: Image.Image, box: tuple[float, float, float, float] | None = None) -> Image.Image:
    left, top, right, bottom = (round(edge) for edge in box or (0, 0, *image.size))
    return _empty(image.mode, (right - left, bottom - top))


#: Replacements for Pillow's operations on whole pictures, which only compute the size of the result.
SIZE_ONLY_OPERATIONS: dict[str, Callable[..., Any]] = {
    "copy": lambda image: image,
    "convert": lambda image, mode, *args, **kwargs: _empty(mode, image.size),
    "resize": lambda image, size, *args, **kwargs: _empty(image.mode, tuple(size)),
    "reduce": _reduced,
    "crop": _cropped,
    "filter": lambda image, kernel: image,
    "point": lambda image, table, mode=None: _empty(mode or image.mode, image.size),
    "paste": lambda *args, **kwargs: None,
    "putalpha": lambda *args: None,
    "alpha_composite": lambda *args, **kwargs: None,
}
#: The names of Pillow's drawing methods, which are replaced with functions that do nothing.
DRAWING_OPERATIONS = (
    "arc",
    "chord",
    "ellipse",
    "line",
    "pieslice",
    "point",
    "polygon",
    "rectangle",
    "rounded_rectangle",
)


def _returning_empty(mode: str, at: int = 0) -> Callable[..., Image.Image]:
    """Return a function that returns an empty picture of the requested size.

    The arguments of the function at index `at` and at the next index are the width and the height.
    """
    return lambda *args, **kwargs: _empty(mode, args[at : at + 2])


#: Replacements for functions that paint, by the original function.
REPLACEMENTS: dict[Callable[..., Any], Callable[..., Any]] = {
    aevum_haeresis.emblem: _returning_empty("RGB", 3),
    city_vistas.vista: _returning_empty("RGB", 1),
    edge_of_darkness.face: _returning_empty("RGB", 1),
    **{
        getattr(dark_providence, name): _returning_empty("RGB", 1)
        for name in ("portrait", "thing", "skyline", "horror", "seal")
    },
    canvas.bare_table: _returning_empty("RGB"),
    canvas.textured: lambda image, strength: image,
    canvas.panel: _returning_empty("RGBA"),
    canvas.rounded: _returning_empty("L"),
    canvas.ring: _returning_empty("L"),
    pieces.mark: lambda *args: None,
    pieces.carry: lambda *args: None,
    canvas.shadow: lambda width, height, *_: _empty("L", (1, 1)),
    png_encoding.to_palette: lambda image: image,
    icons.icon: lambda name, size, fg=None: (text_audit.note_icon(name), _empty("RGBA", (size, size)))[1],
    text_layout._mask: lambda word, face, size: None,
}


@contextmanager
def text_only() -> Generator[None]:
    """Paint nothing within the `with` block, and afterwards remove the unpainted pictures from the caches."""
    loaded = [module for name, module in sys.modules.items() if name.partition(".")[0] == "render"]
    text_audit.forget()
    with pytest.MonkeyPatch.context() as patch:
        for module in loaded:
            for name, value in list(vars(module).items()):
                if callable(value) and getattr(value, "__hash__", None) and value in REPLACEMENTS:
                    patch.setattr(module, name, REPLACEMENTS[value])
        patch.setattr(Image, "new", lambda mode, size, color=0: _empty(mode, tuple(size)))
        # To find out which characters a font has, the code draws them and caches the answer, so this drawing must not
        # be replaced.
        patch.setattr(drawable_characters, "Image", SimpleNamespace(new=_new))
        patch.setattr(Image, "composite", lambda over, under, mask: over)
        for name, sized in SIZE_ONLY_OPERATIONS.items():
            patch.setattr(Image.Image, name, sized)
        for name in DRAWING_OPERATIONS:
            patch.setattr(ImageDraw.ImageDraw, name, lambda *args, **kwargs: None)
        try:
            yield
        finally:
            text_audit.forget()
            _empty.cache_clear()
