"""The text and the signs of face-up cards in compact pictures."""

from render.dark_providence.cards import Face
from render.sheets.card_parts import Line


def icons_of(face: Face) -> str:
    """Return a card's resources, points and signs as text with icons."""
    return " ".join(f"{count or ''}{{{icon}}}" for icon, count in (*face.icons, *face.worth))


def lines_of(face: Face) -> tuple[Line, ...]:
    """Return the lines of a card's text and, for an agent, the values on both sides of its marker."""
    if face.marker is None:
        return face.lines
    sides = [
        " ".join(f"{count}{{{icon}}}" for icon, count in zip(("force", "arcane"), might, strict=True) if count) or "0"
        for might in (face.marker.original, face.marker.returned or (0, 0))
    ]
    return (*face.lines, Line("agent", f"{sides[0]}   {{returned}} {sides[1]}"))
