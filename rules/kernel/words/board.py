"""The table in words, as far as every game says it."""

from __future__ import annotations

from rules.kernel.data.view import View
from rules.kernel.words.text import Say


def waiting_text(say: Say, view: View) -> str:
    """Return who must decide now, "" when nobody must."""
    if not view.to_act:
        return ""
    names = say.join([say.seat(seat) for seat in view.to_act])
    return say.n("{names} decides.", "{names} decide.", len(view.to_act), names=names)
