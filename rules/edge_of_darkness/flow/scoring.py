"""The end of the game: sections 26 (END, AWARD) and 27 (SCORE, TIE) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.board.sleeved_card import filled_count, guild_cards
from rules.edge_of_darkness.content.scoring_numbers import (
    AGENT_POINTS,
    AWARD,
    REPUTATION_POINTS,
    SHARED_AWARD,
    SLOT_POINTS,
    TOKENS_PER_POINT,
)
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.state import EdgeMatch, Player
from rules.kernel.data.events import EVERYONE
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.translation import N_

CATEGORIES = ["agents", "reputation", "slots", "defence", "quarters"]
#: The tie-breakers for equal Victory Points, in order.
TIES = ("guild_cards", "agents", "tokens")
#: The categories of the final awards, in the printed order.
AWARDS = ("reputation", "agents", "guild_cards", "defence")


def trained(player: Player) -> int:
    """Return the number of a player's trained Agents, both in the pool and at Locations (EOD-AGENT.3)."""
    return player.pool + sum(player.agents.values())


def final_goodwill(match: EdgeMatch, _step: Sequence) -> None:
    """Give players 1 Goodwill per filled slot on their cards in the Guild Hall and the Street (EOD-END.2 to 5)."""
    state = match.state
    state.phase = "over"
    street = deck.street_cards(state)
    if not state.options.sixth_card_counts_at_end:
        street = [card for card in state.street if card]
    amounts: list[int] = []
    for seat, player in enumerate(state.players):
        cards = player.hall + [card for card in street if state.cards[card].owner == seat]
        amounts.append(sum(filled_count(state.cards[card]) for card in cards))
        player.goodwill += amounts[-1]
    match.emit(EVERYONE, events.Awarded("goodwill", tuple(amounts)))


def awards(match: EdgeMatch, _step: Sequence) -> None:
    """Give 2 Reputation to the best player in each category, or 1 each if several are best (EOD-AWARD.1 to 10)."""
    state = match.state
    for category in AWARDS:
        values = [standing(match, seat, category) for seat in range(state.seats)]
        best = [value == max(values) for value in values]
        prize = AWARD if sum(best) == 1 else SHARED_AWARD
        amounts = [prize if first else 0 for first in best]
        for player, amount in zip(state.players, amounts, strict=True):
            player.reputation += amount
        state.awards[category] = amounts
        match.emit(EVERYONE, events.Awarded(category, tuple(amounts)))


def standing(match: EdgeMatch, seat: int, category: str) -> int:
    """Return a seat's score in an award's category: its Reputation, Agents, Guild cards or Defense."""
    player = match.state.players[seat]
    match category:
        case "reputation":
            return player.reputation
        case "agents":
            return trained(player)
        case "guild_cards":
            return len(guild_cards(match.state, seat))
        case _:
            return -player.moved_down


def end_match(match: EdgeMatch, _step: Sequence) -> None:
    """End the match and announce the winners."""
    match.state.over = True
    match.emit(EVERYONE, events.Ended(tuple(result(match).winners)))


def scores(match: EdgeMatch, seat: int) -> dict[str, float]:
    """Return a seat's Victory Points by category. Each token counts a quarter, without rounding (EOD-SCORE.1 to 10)."""
    player = match.state.players[seat]
    return {
        "agents": trained(player) * AGENT_POINTS,
        "reputation": player.reputation * REPUTATION_POINTS,
        "slots": sum(filled_count(card) for card in guild_cards(match.state, seat)) * SLOT_POINTS,
        "defence": match.content.board.defence_track[player.moved_down],
        "quarters": (player.coins + player.influence + player.goodwill) / TOKENS_PER_POINT,
    }


def tally(match: EdgeMatch) -> dict[str, list[float]]:
    """Return all players' Victory Points as if the game ended now, without the final awards."""
    return {N_("Victory Points"): [sum(scores(match, seat).values()) for seat in range(match.state.seats)]}


def result(match: EdgeMatch) -> Result:
    """Return the final ranking, by Victory Points and then by the tie-breakers (EOD-TIE.1 to 5)."""
    rows: list[tuple[tuple[float, ...], int, dict[str, float]]] = []
    for seat, player in enumerate(match.state.players):
        points = scores(match, seat)
        keys = (
            sum(points.values()),
            len(guild_cards(match.state, seat)),
            trained(player),
            player.coins + player.influence,
        )
        rows.append((keys, seat, points))
    best = sorted((keys for keys, _, _ in rows), reverse=True)[:2]
    ranks = {seat: 1 + sum(other > keys for other, _, _ in rows) for keys, seat, _ in rows}
    return Result(
        categories=CATEGORIES,
        rows=[
            ResultRow(seat=seat, scores=points, total=keys[0], rank=ranks[seat], facts=_awarded(match, seat))
            for keys, seat, points in rows
        ],
        winners=[seat for seat, rank in ranks.items() if rank == 1],
        facts={"tie": _tie(*best)} if best[0][0] == best[1][0] else {},
    )


def played(match: EdgeMatch, seat: int) -> dict[str, str]:
    """Return the Guild that a seat played, for the results of finished matches."""
    return {"guild": match.state.players[seat].guild}


def _awarded(match: EdgeMatch, seat: int) -> dict[str, str]:
    """Return the Reputation that a seat received from each final award; {} before the awards."""
    return {f"award_{name}": str(amounts[seat]) for name, amounts in match.state.awards.items() if amounts[seat]}


def _tie(first: tuple[float, ...], second: tuple[float, ...]) -> str:
    """Return the tie-breaker that decides between the two best players; "shared" if none does (EOD-TIE.1 to 5)."""
    differ = (name for name, one, other in zip(TIES, first[1:], second[1:], strict=True) if one != other)
    return next(differ, "shared")
