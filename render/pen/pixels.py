"""Wrappers for the three Pillow calls without full types."""

from collections.abc import Callable

from PIL import Image


def scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Scale a picture smoothly."""
    return image.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def widened(column: Image.Image, width: int) -> Image.Image:
    """Widen a one-pixel column."""
    return column.resize((width, column.height), Image.Resampling.NEAREST)  # pyright: ignore[reportUnknownMemberType]


def curved(mask: Image.Image, curve: Callable[[int], float]) -> Image.Image:
    """Map the levels of a mask through a curve from 0..255 to 0..255."""
    table = [min(255, round(curve(level))) for level in range(256)]
    return mask.point(table)  # pyright: ignore[reportUnknownMemberType]
