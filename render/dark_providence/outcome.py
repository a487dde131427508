"""From a result to the score sheet: allegiances, categories, sides that are excluded, the winner."""

from render.dark_providence.score import Column, Sheet
from render.sheets.score import Row
from render.sheets.voice import ending
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name, old_one_name
from rules.dark_providence.words.results import CATEGORIES
from rules.kernel.data.result import Result
from rules.kernel.words.text import Say

ICONS = {
    "vp": "vp",
    "unrevealed": "allegiance",
    "blue": "asset",
    "end": "end",
    "track": "investigation",
    "gates": "gate_open",
    "pink": "vp_pink",
    "green": "vp_green",
    "crypt": "crypt",
    "returned": "returned",
    "deep_ones": "deep_one",
    "penalty": "eye",
}


def read_sheet(view: ProvidenceView, result: Result, say: Say) -> Sheet:
    """Read the score sheet; categories in which nobody has anything are left out."""
    names = [name for name in CATEGORIES if any(row.scores.get(name) for row in result.rows)]
    categories = tuple(Row(ICONS[name], say.t(CATEGORIES[name])) for name in names)
    sides = {player.seat: player.allegiance or "investigator" for player in view.players}
    out = {row.seat for row in result.rows if row.facts.get("excluded")}
    columns: list[Column] = []
    for row in sorted(result.rows, key=lambda row: (row.rank, row.seat)):
        winner = row.seat in result.winners
        place = say.t("excluded") if row.seat in out else say.t("place {rank}", rank=row.rank)
        note = "" if view.old_one else place
        columns.append(
            Column(
                name=say.seat(row.seat),
                colour=view.players[row.seat].colour,
                art=sides[row.seat],
                side=allegiance_name(say, sides[row.seat]),
                scores=tuple(row.scores.get(name, 0) for name in names),
                total=row.total,
                note=f"{{first}} {note}" if winner else note,
                winner=winner,
                out=row.seat in out,
            )
        )
    if view.old_one:
        columns.append(_old_one(view, result, say, len(names)))
    verdict = ending(say, result.winners) if result.winners else say.t("The Great Old One wins.")
    return Sheet(say.t("Final scores"), verdict, say.t("Total"), categories, tuple(columns))


def _old_one(view: ProvidenceView, result: Result, say: Say, categories: int) -> Column:
    """Give the Great Old One's column: only its total, and how far its goal was."""
    foe = view.old_one
    assert foe is not None
    reached, needed = foe.goal
    goal = say.t("Goal: {reached} of {needed}", reached=min(reached, needed), needed=needed)
    return Column(
        name=old_one_name(say, foe.id),
        colour=None,
        art=foe.id,
        side=say.t("Great Old One"),
        scores=(None,) * categories,
        total=result.rows[0].scores.get("old_one", foe.vp),
        note=goal if result.winners else f"{{first}} {goal}",
        winner=not result.winners,
    )
