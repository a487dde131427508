"""The result of a match as a text table: the players' numbers, the winner and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from rules.aevum_haeresis.state.state import EXECUTED, SOULS_TO_WIN, Haeresis
from rules.aevum_haeresis.words.names import card_name, counted, reason_text
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.words.results import place
from rules.kernel.words.text_tables import cut, table
from rules.kernel.words.translation import N_, Translator

#: The titles of the kinds of choices that `played` describes.
PLAYED_TITLES = {"damned": N_("Damned"), "camp": N_("Camp")}
CATEGORIES = {"souls": N_("Souls"), "execution": N_("Execution"), "plot": N_("Cards in the Plot deck")}
#: The category whose number decided the match, by reason. Souls aren't listed, because they are always shown.
DECIDING = {"execution": "execution", "deck": "plot"}
COLUMN = 14


def result_text(say: Translator, result: Result) -> str:
    """Return a table with a row for each category and a column for each player, then the winner and the reason."""
    rows = [
        (say.t(label), [f"{row.scores.get(name, 0):g}" for row in result.rows]) for name, label in CATEGORIES.items()
    ]
    names = ("", [cut(say.seat(row.seat), COLUMN) for row in result.rows])
    damned = [(say.seat(row.seat), row.facts.get("damned", "")) for row in result.rows]
    leaders = [say.t("{player}: {card}", player=player, card=card_name(say, card)) for player, card in damned if card]
    return "\n".join([*table(COLUMN, [names], rows), "", *leaders, _winner(say, result)])


def own_points(say: Translator, scores: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return the player's numbers in the three races, each with its name and the rival's number."""
    race = N_("{n} of {goal} (opponent: {rival})")
    return [
        (
            say.t("Souls"),
            say.t(race, n=int(scores["souls"]), goal=SOULS_TO_WIN, rival=int(scores["rival_souls"])),
        ),
        (
            say.t("Opponent's Plot deck"),
            say.t("{n} left (yours: {own})", n=int(scores["rival_plot"]), own=int(scores["plot"])),
        ),
        (
            say.t("Opponent's Execution"),
            say.t(
                "{n} of {goal} (yours: {own})",
                n=int(scores["rival_execution"]), goal=EXECUTED, own=int(scores["execution"]),
            ),
        ),
    ]  # fmt: skip


def _winner(say: Translator, result: Result) -> str:
    if not result.winners:
        return say.t("No one has won.")
    wins = say.t("{winners} wins.", winners=say.seat(result.winners[0]))
    return " ".join([*reasons(say, result), wins])


def reasons(say: Translator, result: Result) -> list[str]:
    """Return one or two sentences that say why the winner has won."""
    reason = next((row.facts.get("reason", "") for row in result.rows), "")
    told = reason_text(say, reason, result.winners[0]) if result.winners else ""
    souls = {row.seat: row.total for row in result.rows}
    if reason in DECIDING and any(souls[seat] < max(souls.values()) for seat in result.winners):
        # Without this sentence, players would wonder why the player with more souls lost.
        return [told, say.t("That decides the game, however many souls there are.")]
    return [told] if told else []


def places(say: Translator, result: Result) -> list[str]:
    """Return a line for each player, in order of rank, with the souls and, if decisive, the other number."""
    ranked = sorted(result.rows, key=lambda row: row.rank)
    return [place(row.rank, say.seat(row.seat), _counts(say, row)) for row in ranked]


def _counts(say: Translator, row: ResultRow) -> str:
    souls = say.n("{n} soul", "{n} souls", int(row.total))
    category = DECIDING.get(row.facts.get("reason", ""))
    if category is None:
        return souls
    line = N_("{souls}, Execution {n}") if category == "execution" else N_("{souls}, Plot deck {n}")
    return say.t(line, souls=souls, n=f"{row.scores.get(category, 0):g}")


def played(say: Translator, _name: str, value: str) -> str:
    """Return the name of a Damned or a Camp, given its id."""
    return card_name(say, value)


def uncovered(say: Translator, match: Haeresis) -> list[str]:
    """Return lines that reveal both players' hands, face-down rows and Background decks after the match."""
    lines: list[str] = []
    for seat, player in enumerate(match.state.players):
        places = [
            (N_("in hand {cards}"), player.hand),
            (N_("face down in the row {cards}"), list(chain(*player.row))),
            (N_("in the Background {cards}"), player.background),
        ]
        told = "; ".join(say.t(words, cards=counted(say, cards)) for words, cards in places if cards)
        if told:
            lines.append(say.t("{player}: {cards}.", player=say.seat(seat), cards=told))
    return lines
