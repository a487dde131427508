"""Pictures of which only the words are judged: all is laid out and measured, nothing is painted."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image

from render import icons
from render.emblem import aevum_haeresis, dark_providence, vista
from render.pen import audit, canvas, png
from render.text import writing


def _plain(mode: str, at: int = 0) -> Callable[..., Image.Image]:
    """Give a function that returns an empty picture: its width and height are the arguments from `at` on."""
    return lambda *args, **kwargs: Image.new(mode, args[at : at + 2])


#: What is painted, and what stands in its place.
EMPTY: dict[Callable[..., Any], Callable[..., Any]] = {
    aevum_haeresis.emblem: _plain("RGB", 3),
    vista.vista: _plain("RGB", 1),
    **{getattr(dark_providence, name): _plain("RGB", 1) for name in ("portrait", "relic", "skyline", "beyond", "seal")},
    canvas.bare_table: _plain("RGB"),
    canvas.textured: lambda image, strength: image,
    canvas.panel: _plain("RGBA"),
    canvas.rounded: _plain("L"),
    canvas.ring: _plain("L"),
    canvas.shadow: lambda width, height, *_: Image.new("L", (1, 1)),
    png.to_palette: lambda image: image,
    icons.icon: lambda name, size, fg=None: (audit.note_icon(name), Image.new("RGBA", (size, size)))[1],
    writing._mask: lambda word, face, size: None,
}


@contextmanager
def words_only() -> Generator[None]:
    """Paint nothing in the block; what was made so is forgotten afterwards."""
    loaded = [module for name, module in sys.modules.items() if name.partition(".")[0] == "render"]
    audit.forget()
    with pytest.MonkeyPatch.context() as patch:
        for module in loaded:
            for name, value in list(vars(module).items()):
                if callable(value) and getattr(value, "__hash__", None) and value in EMPTY:
                    patch.setattr(module, name, EMPTY[value])
        patch.setattr(Image.Image, "paste", lambda *args, **kwargs: None)
        try:
            yield
        finally:
            audit.forget()
