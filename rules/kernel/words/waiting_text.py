"""The sentence in a board's text that names the players who must decide now. It is the same for all games."""

from __future__ import annotations

from rules.kernel.data.view import View
from rules.kernel.words.translation import Translator


def waiting_text(say: Translator, view: View) -> str:
    """Return a line with the names of the seats that must make a decision now; "" if there are none."""
    if not view.to_act:
        return ""
    names = say.join([say.seat(seat) for seat in view.to_act])
    return say.n("{names} decides.", "{names} decide.", len(view.to_act), names=names)
