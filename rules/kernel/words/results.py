"""The end of a match in words, as every game tells it."""

from __future__ import annotations

from rules.kernel.data.result import Result
from rules.kernel.words.text import Say


def places(say: Say, result: Result) -> list[str]:
    """Return a line for each place, the best first."""
    ranked = sorted(result.rows, key=lambda row: row.rank)
    return [place(row.rank, say.seat(row.seat), f"{row.total:g}") for row in ranked]


def place(rank: int, name: str, total: str) -> str:
    """Return the line of one place; the full stop is escaped, so that Discord makes no list of it."""
    return f"{rank}\\. {name}: {total}"


def winners(say: Say, result: Result) -> str:
    """Return who has won, in a sentence."""
    if not result.winners:
        return say.t("Nobody has won.")
    names = say.join([say.seat(seat) for seat in result.winners])
    return say.n("**{names}** wins!", "**{names}** share the victory!", len(result.winners), names=names)
