"""The final scores as a plain-text table, and the reasons why some players can't win."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name, card_names, old_one_name
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.words import results
from rules.kernel.words.text_tables import cut, table
from rules.kernel.words.translation import N_, Translator

#: The titles of the kinds of choices that `played` describes.
PLAYED_TITLES = {"allegiance": N_("Allegiance"), "old_one": N_("Great Old One")}
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
#: The sentences about why the game ended, by trigger.
_ENDED = {
    "threshold": N_("The game ended because someone had enough VP."),
    "madness": N_("The game ended because a player went mad."),
    "assassination": N_("The game ended because a lead agent died."),
    "ritual": N_("The game ended because the ritual reached its last space."),
    "investigation": N_("The game ended because the investigation reached its last space."),
    "deep_ones": N_("The game ended because the Deep Ones' action was used with all 8 on the map."),
    "old_one_madness": N_("The game ended because the Great Old One got its last Madness token."),
}
#: The sentences about a tie between the highest totals, by the decisive tie-breaker.
_TIES = {
    "wins_ties": N_("The highest totals are tied; a card that wins ties decides."),
    "mythos": N_("The highest totals are tied; the number of mythos cards decides."),
    "side": N_("The highest totals and the numbers of mythos cards are tied; the sides decide."),
    "shared": N_("The highest totals are tied, and so is every tie-breaker."),
}
#: The width of a column in characters; five columns fit on a phone.
COLUMN = 8
#: The width of a column in characters in solo play, which has two columns.
WIDE = 16


def result_text(say: Translator, result: Result) -> str:
    """Return the scores as a table with a column per player, and the winners. Rows with only zeros are omitted."""
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
    lines = table(column, [names], rows, [total] if old_one else [total, ranks])
    return "\n".join([*lines, "", *sides, _winners(say, result)])


def own_points(say: Translator, scores: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return a player's VP by category, each with its name, followed by the total and the Great Old One's VP.

    Categories without VP are left out.
    """
    own = {name: value for name, value in scores.items() if name in CATEGORIES}
    lines = [(say.t(CATEGORIES[name]), f"{value:g}") for name, value in own.items() if value]
    rival = [(say.t("Great Old One"), f"{scores['old_one']:g}")] if "old_one" in scores else []
    return [*lines, (say.t("Total"), f"{sum(own.values()):g}"), *rival]


def _sides(say: Translator, result: Result) -> list[str]:
    """Return a line with each player's allegiance; it says "excluded" for the side with the lowest total (DP-WIN.1)."""
    lines: list[str] = []
    for row in result.rows:
        if not row.facts:
            continue
        side = allegiance_name(say, row.facts["allegiance"])
        if row.facts.get("excluded"):
            lines.append(say.t("{player}: {allegiance}, dropped out", player=say.seat(row.seat), allegiance=side))
        else:
            lines.append(say.t("{player}: {allegiance}", player=say.seat(row.seat), allegiance=side))
    return lines


def _winners(say: Translator, result: Result) -> str:
    if not result.winners:
        return say.t("The Great Old One wins.")
    return results.won(say, result.winners)


def winners(say: Translator, result: Result) -> str:
    """Return the text of the winners, which in solo play may be the Great Old One."""
    return results.winners(say, result) if result.winners else say.t("**The Great Old One** wins!")


def reasons(say: Translator, result: Result) -> list[str]:
    """Return sentences about why the game ended, who is excluded, and which tie-breaker decided."""
    lines = [say.t(_ENDED[trigger]) for trigger in result.facts.get("ended", "").split(",") if trigger in _ENDED]
    if goal := result.facts.get("goal"):
        lines.append(say.t("{name} has reached its goal and wins, whatever the scores.", name=old_one_name(say, goal)))
    out = [row for row in result.rows if row.facts.get("excluded")]
    if out:
        players = [
            say.t("{player} ({allegiance})", player=say.seat(row.seat), allegiance=_side(say, row)) for row in out
        ]
        lowest, names = f"{min(row.total for row in out):g}", say.join(players)
        lines.append(say.t("Dropped out: {players}. That side has the lowest total, {n}.", players=names, n=lowest))
    if tie := _TIES.get(result.facts.get("tie", "")):
        lines.append(say.t(tie))
    if "old_one" in result.categories and not goal and result.rows[0].total == result.rows[0].scores["old_one"]:
        lines.append(say.t("The totals are tied, and a tie is enough to beat the Great Old One."))
    return lines


def _side(say: Translator, row: ResultRow) -> str:
    return allegiance_name(say, row.facts["allegiance"])


def places(say: Translator, result: Result) -> list[str]:
    """Return a line for each place in the ranking. In solo play, the Great Old One also has a place."""
    if "old_one" not in result.categories:
        return results.places(say, result)
    row = result.rows[0]
    rivals = [(row.rank, say.seat(row.seat), f"{row.total:g}")]
    rivals.append((3 - row.rank, say.t("Great Old One"), f"{row.scores['old_one']:g}"))
    return [results.place(*rival) for rival in sorted(rivals)]


def rival(say: Translator, view: ProvidenceView) -> str:
    """Return the name of the Great Old One."""
    return old_one_name(say, view.old_one.id) if view.old_one is not None else ""


def played(say: Translator, name: str, value: str) -> str:
    """Return the name of a side or of a Great Old One."""
    return old_one_name(say, value) if name == "old_one" else allegiance_name(say, value)


def uncovered(say: Translator, match: Providence) -> list[str]:
    """Return all players' allegiances and hands, and the allegiance cards that were set aside, as sentences."""
    state = match.state
    lines: list[str] = []
    for seat, player in enumerate(state.players):
        name, held = say.seat(seat), card_names(say, player.hand)
        cards = say.t("in hand: {cards}", cards=held) if held else say.t("no cards in hand")
        if state.old_one is None:
            side = allegiance_name(say, player.allegiance)
            lines.append(say.t("{player}: {allegiance}; {cards}.", player=name, allegiance=side, cards=cards))
        else:
            lines.append(say.t("{player}: {cards}.", player=name, cards=cards))
    if state.aside:
        sides = say.join([allegiance_name(say, side) for side in state.aside])
        lines.append(say.t("Set aside unseen: {allegiances}.", allegiances=sides))
    return lines
