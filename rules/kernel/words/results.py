"""The result of a match as text, for games that don't provide their own text."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.data.result import Result
from rules.kernel.words.translation import N_, Translator

#: The texts of fractions of a point, by the number of quarters: the fraction alone, and the fraction after a whole
#: number.
_QUARTERS = {1: (N_("¼"), N_("{n}¼")), 2: (N_("½"), N_("{n}½")), 3: (N_("¾"), N_("{n}¾"))}


def points(say: Translator, value: float) -> str:
    """Return points in the language's number format: "54¾", or "54,75" in Hungarian. A negative number has a minus."""
    if value < 0:
        return f"−{points(say, -value)}"
    whole, rest = divmod(value, 1)
    quarters = _QUARTERS.get(round(rest * 4))
    if quarters is None:
        return f"{value:g}"
    return say.t(quarters[1], n=int(whole)) if whole else say.t(quarters[0])


def places(say: Translator, result: Result) -> list[str]:
    """Return one line for each seat, in order of rank, with its total."""
    ranked = sorted(result.rows, key=lambda row: row.rank)
    return [place(row.rank, say.seat(row.seat), points(say, row.total)) for row in ranked]


def place(rank: int, name: str, total: str) -> str:
    """Return the line about one seat. The full stop is escaped, because Discord would format "1." as a list."""
    return f"{rank}\\. {name}: {total}"


def winners(say: Translator, result: Result) -> str:
    """Return a sentence that names the winners."""
    if not result.winners:
        return say.t("No one has won.")
    names = say.join([say.seat(seat) for seat in result.winners])
    return say.n("**{names}** wins!", "**{names}** share the victory!", len(result.winners), names=names)


def won(say: Translator, winners: Sequence[int]) -> str:
    """Return the sentence about the winners that comes after a table of results."""
    names = say.join([say.seat(seat) for seat in winners])
    return say.n("{winners} wins.", "{winners} win together.", len(winners), winners=names)


def cut_short(say: Translator, _body: object) -> str:
    """Return the log's sentence about a chain of effects that was cut off."""
    return say.t("These effects would never end, so the rest is skipped.")


def over(say: Translator, winners: Sequence[int]) -> str:
    """Return the log's sentence about the end of the match."""
    names = say.join([say.seat(seat) for seat in winners])
    return say.n("The match is over. {winners} wins.", "The match is over. {winners} win.", len(winners), winners=names)
