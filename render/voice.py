"""The voice in which a picture says names and sentences."""

from collections.abc import Sequence

from render.glyphs import drawable
from rules.kernel.text import Say


def speaker(locale: str, names: Sequence[str] | None, seats: int) -> Say:
    """Give the voice of a picture: names without what the fonts or the icon syntax can't show."""
    shown = [drawable(name) for name in names or ()]
    plain = Say(locale)
    return Say(
        locale, [shown[seat] if seat < len(shown) and shown[seat] else plain.seat(seat) for seat in range(seats)]
    )
