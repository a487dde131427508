"""The final scores as a table of plain characters."""

from __future__ import annotations

from rules.kernel.data.result import Result
from rules.kernel.words.columns import cut, line, width
from rules.kernel.words.text import N_, Say

CATEGORIES = {
    "agents": N_("Trained Agents"),
    "reputation": N_("Reputation"),
    "slots": N_("Slots on Guild cards"),
    "defence": N_("Defense"),
    "quarters": N_("Tokens, four a point"),
}
#: What parts those who share the most Victory Points.
_TIES = {
    "guild_cards": N_("The best have the same Victory Points; the number of Guild cards decides."),
    "agents": N_("The best have the same Victory Points and as many Guild cards; trained Agents decide."),
    "tokens": N_("The best are level in Victory Points, Guild cards and trained Agents; Coins and Influence decide."),
    "shared": N_("The best are level in everything that could decide."),
}
#: Narrow enough for four columns on a phone.
COLUMN = 9


def number(value: float) -> str:
    """Return points without unnecessary decimals; quarters are kept."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def result_text(say: Say, result: Result) -> str:
    """Return categories as rows and players as columns, then who won."""
    rows = [(say.t(CATEGORIES[name]), [number(row.scores[name]) for row in result.rows]) for name in result.categories]
    total = (say.t("Total"), [number(row.total) for row in result.rows])
    ranks = (say.t("Place"), [f"{row.rank}." for row in result.rows])
    names = ("", [cut(say.seat(row.seat), COLUMN) for row in result.rows])
    first = max(width(label) for label, _ in [*rows, total, ranks])

    def row(cells: tuple[str, list[str]]) -> str:
        return line(*cells, first, COLUMN + 1)

    rule = "─" * (first + (COLUMN + 1) * len(result.rows))
    winners = say.join([say.seat(seat) for seat in result.winners])
    won = say.n("{winners} wins.", "{winners} win together.", len(result.winners), winners=winners)
    return "\n".join([row(names), rule, *map(row, rows), rule, row(total), row(ranks), "", won])


def reasons(say: Say, result: Result) -> list[str]:
    """Return why the match is over, and what broke a tie (EOD-TIE.1 to 5)."""
    tie = _TIES.get(result.facts.get("tie", ""))
    return [say.t("All eight rounds have been played."), *([say.t(tie)] if tie else [])]
