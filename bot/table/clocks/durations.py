"""Texts for durations in labels, where Discord's timestamps don't work."""

from __future__ import annotations

from rules.kernel.words.translation import Translator

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
#: Durations of at least this many days are rounded down to whole days.
MIN_WHOLE_DAYS = 3


def duration_words(say: Translator, seconds: int) -> str:
    """Return a duration as text, rounded down to days, hours or minutes."""
    seconds = max(0, seconds)
    if seconds >= MIN_WHOLE_DAYS * _DAY:
        return say.n("{n} day", "{n} days", seconds // _DAY)
    if seconds >= _HOUR:
        return say.t("{n} h", n=seconds // _HOUR)
    return say.t("{n} min", n=seconds // _MINUTE)
