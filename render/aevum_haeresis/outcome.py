"""From a result to the score sheet: who won, why, and what both had in the end."""

from render.aevum_haeresis.score import Column, Sheet
from render.sheets.score import Row
from render.sheets.voice import ending
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import content_of, kind_of, reason_text
from rules.kernel.data.result import Result
from rules.kernel.words.text import N_, Say

ROWS = (
    ("soul", N_("Souls")),
    ("execution", N_("Execution")),
    ("plot", N_("Plot deck")),
    ("heretics", N_("Heretic deck")),
    ("pyre", N_("Pyre")),
    ("gold", N_("Gold")),
)  # fmt: skip
#: The row that decided, by the reason of the end.
DECISIVE = {"souls": 0, "execution": 1, "deck": 2}


def read_sheet(view: HaeresisView, result: Result, say: Say) -> Sheet:
    """Read the score sheet."""
    content = content_of(view)
    columns: list[Column] = []
    for row in sorted(result.rows, key=lambda row: (row.rank, row.seat)):
        player = view.players[row.seat]
        damned = content.cards[kind_of(player.damned)]
        columns.append(
            Column(
                seat=row.seat,
                name=say.seat(row.seat),
                seed=damned.id,
                faction=damned.faction,
                leader=say.name(damned.name),
                souls=round(row.scores.get("souls", player.souls)),
                execution=round(row.scores.get("execution", player.execution)),
                counts=(player.plot, player.heretics, len(player.pyre), player.gold),
                winner=row.seat in result.winners,
            )
        )
    reason = next((row.facts.get("reason", "") for row in result.rows), "") or view.reason
    return Sheet(
        title=say.t("Final scores"),
        verdict=ending(say, result.winners),
        reason=reason_text(say, reason, result.winners[0]) if result.winners else "",
        rows=tuple(Row(icon, say.t(name)) for icon, name in ROWS),
        columns=tuple(columns),
        decisive=DECISIVE.get(reason, -1),
    )
