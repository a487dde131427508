"""The final scores as a plain-text table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.words.names import guild_name, starter_names
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.words.results import points, won
from rules.kernel.words.text_tables import cut, table
from rules.kernel.words.translation import N_, Translator

#: The titles of the kinds of choices that `played` describes.
PLAYED_TITLES = {"guild": N_("Guild")}
CATEGORIES = {
    "agents": N_("Trained Agents"),
    "reputation": N_("Reputation"),
    "slots": N_("Slots on Guild cards"),
    "defence": N_("Defense"),
    "quarters": N_("Tokens (4 = 1 point)"),
}
#: The final awards, in the printed order.
_AWARDS = {
    "reputation": N_("most Reputation"),
    "agents": N_("most Agents"),
    "guild_cards": N_("most Guild cards"),
    "defence": N_("best Defense"),
}
#: The sentences about a tie in Victory Points, by the decisive tie-breaker.
_TIES = {
    "guild_cards": N_("The leaders are tied on Victory Points; Guild cards decide."),
    "agents": N_("The leaders are tied on Victory Points and Guild cards; trained Agents decide."),
    "tokens": N_("The leaders are tied on Victory Points, Guild cards and trained Agents; Coins and Influence decide."),
    "shared": N_("The highest totals are tied, and so is every tie-breaker."),
}
#: The width of a column in characters; four columns fit on a phone.
COLUMN = 9
#: The number of stack cards shown when the match is over.
NEXT = 5


def result_text(say: Translator, result: Result) -> str:
    """Return the scores as a table with a column per player, best first, followed by the winners."""
    ranked = sorted(result.rows, key=lambda row: row.rank)
    rows: list[tuple[str, list[str]]] = []
    for name in result.categories:
        rows.append((say.t(CATEGORIES[name]), [points(say, row.scores[name]) for row in ranked]))
        if name == "reputation":
            rows += [("  " + label, cells) for label, cells in awards(say, ranked)]
    total = (say.t("Total"), [points(say, row.total) for row in ranked])
    ranks = (say.t("Place"), [f"{row.rank}." for row in ranked])
    names = ("", [cut(say.seat(row.seat), COLUMN) for row in ranked])
    return "\n".join([*table(COLUMN, [names], rows, [total, ranks]), "", won(say, result.winners)])


def own_points(say: Translator, scores: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return a player's Victory Points by category, each with its name, followed by the total."""
    lines = [(say.t(CATEGORIES[name]), points(say, value)) for name, value in scores.items()]
    return [*lines, (say.t("Total"), points(say, sum(scores.values())))]


def awards(say: Translator, ranked: Sequence[ResultRow]) -> list[tuple[str, list[str]]]:
    """Return a row per final award, in brackets because the Reputation row includes awards (EOD-AWARD.1 to 10)."""
    given = [(say.t(label), [row.facts.get(f"award_{name}", "") for row in ranked]) for name, label in _AWARDS.items()]
    return [(label, [f"({n})" if n else "–" for n in cells]) for label, cells in given if any(cells)]


def reasons(say: Translator, result: Result) -> list[str]:
    """Return sentences about why the match is over and which tie-breaker decided it."""
    return [say.t("All eight rounds have been played."), *filter(None, [tie_break(say, result)])]


def tie_break(say: Translator, result: Result) -> str:
    """Return the sentence about the tie-breaker between the best two; "" if there is no tie (EOD-TIE.1 to 5)."""
    tie = _TIES.get(result.facts.get("tie", ""))
    return say.t(tie) if tie else ""


def played(say: Translator, _name: str, value: str) -> str:
    """Return the name of a Guild."""
    return guild_name(say, value)


def uncovered(say: Translator, match: EdgeMatch) -> list[str]:
    """Return a sentence that lists the next cards of the deck, whose order was hidden during the match."""
    cards = match.state.deck[1 : NEXT + 1]
    return [say.t("Next in the deck: {cards}.", cards=starter_names(say, cards))] if cards else []
