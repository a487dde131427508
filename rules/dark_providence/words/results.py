"""The final scores as a table of plain characters, and why some players can't win."""

from __future__ import annotations

from rules.dark_providence.words.names import allegiance_name
from rules.kernel.data.result import Result
from rules.kernel.words.columns import cut, line, width
from rules.kernel.words.text import N_, Say

CATEGORIES = {
    "vp": N_("VP track"),
    "unrevealed": N_("Not revealed"),
    "blue": N_("Blue VP"),
    "end": N_("Mythos cards"),
    "track": N_("Own track"),
    "gates": N_("Gates"),
    "pink": N_("Pink VP"),
    "green": N_("Green VP"),
    "crypt": N_("Crypt"),
    "returned": N_("Returned agents"),
    "deep_ones": N_("Deep Ones"),
    "penalty": N_("Revealed dissenter"),
}
#: Narrow enough for five columns on a phone.
COLUMN = 8
#: The width of the two columns of solo play.
WIDE = 16


def result_text(say: Say, result: Result) -> str:
    """Return categories as rows and players as columns, then who won; a row of zeros is left out."""
    rows = [
        (say.t(label), [f"{row.scores.get(name, 0):g}" for row in result.rows])
        for name, label in CATEGORIES.items()
        if any(row.scores.get(name) for row in result.rows)
    ]
    total = (say.t("Total"), [f"{row.total:g}" for row in result.rows])
    ranks = (say.t("Place"), [f"{row.rank}." for row in result.rows])
    old_one = "old_one" in result.categories
    column = WIDE if old_one else COLUMN
    names = ("", [cut(say.seat(row.seat), column) for row in result.rows])
    if old_one:
        scores = [row.scores["old_one"] for row in result.rows]
        total = (total[0], [*total[1], *(f"{score:g}" for score in scores)])
        names = ("", [*names[1], cut(say.t("Great Old One"), column)])
        rows = [(label, [*cells, ""]) for label, cells in rows]
    sides = [] if old_one else _sides(say, result)
    first = max(width(label) for label, _ in [*rows, total, ranks])

    def row(cells: tuple[str, list[str]]) -> str:
        return line(*cells, first, column + 1)

    rule = "─" * (first + (column + 1) * len(names[1]))
    bottom = [row(total)] if old_one else [row(total), row(ranks)]
    return "\n".join([row(names), rule, *map(row, rows), rule, *bottom, "", *sides, _winners(say, result)])


def _sides(say: Say, result: Result) -> list[str]:
    """Return everybody's allegiance, line by line, and whose side had the lowest total (DP-WIN.1)."""
    lines: list[str] = []
    for row in result.rows:
        if not row.facts:
            continue
        side = allegiance_name(say, row.facts["allegiance"])
        if row.facts.get("excluded"):
            lines.append(say.t("{player}: {allegiance}, excluded", player=say.seat(row.seat), allegiance=side))
        else:
            lines.append(say.t("{player}: {allegiance}", player=say.seat(row.seat), allegiance=side))
    return lines


def _winners(say: Say, result: Result) -> str:
    if not result.winners:
        return say.t("The Great Old One wins.")
    winners = say.join([say.seat(seat) for seat in result.winners])
    return say.n("{winners} wins.", "{winners} win together.", len(result.winners), winners=winners)
