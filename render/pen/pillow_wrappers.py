"""Typed wrappers for three Pillow functions whose type annotations are incomplete."""

from collections.abc import Callable

from PIL import Image


def scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Scale a picture with smooth interpolation."""
    return image.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def widen(column: Image.Image, width: int) -> Image.Image:
    """Stretch a column one pixel wide to the given width."""
    return column.resize((width, column.height), Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]


def map_levels(mask: Image.Image, curve: Callable[[int], float]) -> Image.Image:
    """Replace each level of a mask, from 0 to 255, with the value that `curve` returns for it."""
    table = [min(255, round(curve(level))) for level in range(256)]
    return mask.point(table)  # pyright: ignore[reportUnknownMemberType]
