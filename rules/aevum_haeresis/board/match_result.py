"""The result of a match: the winner and the reason (section 2)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.words.translation import N_

CATEGORIES = ["souls", "execution", "plot"]


def result(match: Haeresis) -> Result:
    """Return the winner and both players' final numbers.

    The total is always the number of souls, even if a different condition decided the match.
    """
    state = match.state
    return Result(
        categories=CATEGORIES,
        rows=[
            ResultRow(
                seat=seat,
                scores={"souls": player.souls, "execution": player.execution, "plot": len(player.plot)},
                total=player.souls,
                rank=1 if seat == state.winner else 2,
                facts={"reason": state.reason, "damned": player.damned},
            )
            for seat, player in enumerate(state.players)
        ],
        winners=[state.winner] if state.winner >= 0 else [],
    )


def own_points(match: Haeresis, seat: int) -> dict[str, float]:
    """Return both players' numbers in the three races as the seat knows them; empty before the first Round."""
    if match.state.phase in ("draft", "building", "setup"):
        return {}
    player, rival = match.state.players[seat], match.state.players[1 - seat]
    return {
        "souls": player.souls,
        "rival_souls": rival.souls,
        "plot": len(player.plot),
        "rival_plot": len(rival.plot),
        "execution": player.execution,
        "rival_execution": rival.execution,
    }


def played(match: Haeresis, seat: int) -> dict[str, str]:
    """Return the ids of a seat's Damned and Camp, which identify its deck; empty before the decks are on the table."""
    player = match.state.players[seat]
    if not player.damned:
        return {}
    return {"damned": kind(player.damned), "camp": kind(player.camp)}


def tally(match: Haeresis) -> dict[str, list[float]]:
    """Return the current souls and Execution levels of both players, by the name of the score."""
    players = match.state.players
    return {
        N_("Souls"): [player.souls for player in players],
        N_("Execution"): [player.execution for player in players],
    }
