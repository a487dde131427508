"""The voice in which a picture says names and sentences."""

from collections.abc import Sequence

from render.text.glyphs import drawable
from rules.kernel.words.text import Say


def speaker(locale: str, names: Sequence[str] | None, seats: int) -> Say:
    """Give the voice of a picture: names without what the fonts or the icon syntax can't show."""
    shown = [drawable(name) for name in names or ()]
    plain = Say(locale)
    return Say(
        locale, [shown[seat] if seat < len(shown) and shown[seat] else plain.seat(seat) for seat in range(seats)]
    )


def ending(say: Say, winners: Sequence[int]) -> str:
    """Say who won, or only that it is over."""
    if not winners:
        return say.t("The game is over")
    names = say.join([say.seat(seat) for seat in winners])
    return say.n("{names} wins", "{names} win", len(winners), names=names)


def headline(say: Say, to_act: Sequence[int], *, turn: bool) -> str:
    """Say whom the table waits for; `turn` tells that it is the turn of the only one."""
    names = say.join([say.seat(seat) for seat in to_act])
    if turn and len(to_act) == 1:
        return say.t("{name}'s turn", name=names)
    return say.n("{names} decides", "{names} decide", len(to_act), names=names)
