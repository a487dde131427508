"""Final scoring, excluded sides, and the winner (sections 29, 30 and 31.14 of RULES.md)."""

from __future__ import annotations

from rules.dark_providence.board.agents import agents_of
from rules.dark_providence.board.allegiance import gate_vp, is_dissenter, track_vp
from rules.dark_providence.board.counts import amount_of, is_condition_met
from rules.dark_providence.board.deck import zones
from rules.dark_providence.content.component_counts import CRYPT_VP, DEEP_ONE_PIECES, Allegiance
from rules.dark_providence.content.effects import Score, WinTies
from rules.dark_providence.content.records import DEEP_ONES
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Player, Providence
from rules.kernel.data.events import EVERYONE
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.translation import N_

#: The scoring categories in order. Solo play adds "old_one" for the Great Old One's total.
CATEGORIES = [
    "vp", "unrevealed", "blue", "end", "track", "gates", "pink", "green", "crypt", "returned", "deep_ones", "penalty",
]  # fmt: skip
#: The tie-breakers for equal totals, in order (DP-WIN.8 to 13).
TIES = ("wins_ties", "mythos", "side")
UNREVEALED = 3
PENALTY = 3
DEEP_ONES_BONUS = 8
#: The strength of each allegiance in a tie; the highest wins (DP-WIN.5, WIN.9).
_STRENGTH: dict[Allegiance, int] = {"investigator": 3, "cultist": 2, "ex_investigator": 1, "ex_cultist": 1}


def scores(match: Providence, seat: int) -> dict[str, float]:
    """Return a player's points by category as if the game ended now (DP-SCORE.1 to 28)."""
    player = match.state.players[seat]
    side = player.allegiance
    return {
        "vp": player.vp,
        "unrevealed": 0 if player.revealed else UNREVEALED,
        "blue": _blue(match, seat),
        "end": _end_effects(match, seat),
        # A player who revealed as an action has already scored the track and the gates (DP-SCORE.6).
        "track": 0 if player.scored else track_vp(match, seat),
        "gates": 0 if player.scored else gate_vp(match, seat),
        "pink": _pink(match, seat) if side == "investigator" else 0,
        "green": _green(match, player) if side == "cultist" else 0,
        "crypt": len(player.crypt) * CRYPT_VP if side != "investigator" else 0,
        "returned": _returned(match, seat) if side == "cultist" else 0,
        "deep_ones": _deep_ones(match, seat) if side == "cultist" else 0,
        "penalty": -PENALTY if is_dissenter(side) and player.revealed else 0,
    }


def own_points(match: Providence, seat: int) -> dict[str, float]:
    """Return a player's points by category as if the game ended now; in solo play, also the Great Old One's VP.

    Empty during the set-up. All of this depends only on facts that the player knows.
    """
    if match.state.phase == "setup":
        return {}
    rival = {} if match.state.old_one is None else {"old_one": float(match.state.old_one.vp)}
    return scores(match, seat) | rival


def _blue(match: Providence, seat: int) -> int:
    """Return the blue VP of a player's asset and mythos cards (DP-SCORE.3, SCORE.7)."""
    content, player = match.content, match.state.players[seat]
    cards = [card for _, place in zones(player) for card in place]
    cards += [card for card in match.state.table if match.state.owners[card] == seat]
    return sum(content.cards[card].vp for card in cards) + sum(content.mythos[card].vp for card in player.mythos)


def _end_effects(match: Providence, seat: int) -> int:
    """Return the VP from the END-OF-GAME effects of a player's mythos cards (DP-SCORE.4)."""
    mythos = match.content.mythos
    return sum(
        amount_of(match, seat, effect.amount)
        for card in match.state.players[seat].mythos
        for effect in mythos[card].end
        if isinstance(effect, Score) and (effect.when is None or is_condition_met(match, seat, effect.when))
    )


def _pink(match: Providence, seat: int) -> int:
    """Return the pink VP of the recruited agents that a player controls (DP-SCORE.10)."""
    assets = match.content.assets
    return sum(assets[agent].pink for agent in agents_of(match.state, seat) if agent in assets)


def _green(match: Providence, player: Player) -> int:
    """Return the green VP of a player's mythos cards (DP-SCORE.16)."""
    return sum(match.content.mythos[card].green for card in player.mythos)


def _returned(match: Providence, seat: int) -> int:
    """Return the VP for returned agents: 1 each, including the lead agent (DP-SCORE.17, SCORE.21)."""
    return sum(match.state.agents[agent].returned for agent in agents_of(match.state, seat))


def _deep_ones(match: Providence, seat: int) -> int:
    """Return 8 if the seat owns the Deep Ones card and all eight are on the map, otherwise 0 (DP-SCORE.18)."""
    state = match.state
    placed = sum(agent.startswith("deep_one_") for agent in state.agents)
    return DEEP_ONES_BONUS if state.owners.get(DEEP_ONES) == seat and placed == DEEP_ONE_PIECES else 0


# -- exclusion and winners ------------------------------------------------------------------------------------


def side_of(match: Providence, seat: int) -> Allegiance:
    """Return a player's side, which is its allegiance: the two dissenters are on different sides (DP-WIN.3)."""
    return match.state.players[seat].allegiance


def excluded(match: Providence, totals: list[float]) -> set[int]:
    """Return the seats that can't win, because a player on the same side has the lowest total (DP-WIN.1 to 6)."""
    lowest: set[Allegiance] = {side_of(match, seat) for seat, total in enumerate(totals) if total == min(totals)}
    if len(lowest) > 1:
        ranked = sorted(lowest, key=_exclusion_key, reverse=True)
        lowest = set(ranked[1:]) if match.state.options.tie_elimination == "all_lower" else {ranked[-1]}
    seats = {seat for seat in range(len(totals)) if side_of(match, seat) in lowest}
    # If this would exclude all players, no one is excluded (DP-HC.53).
    return set() if len(seats) == len(totals) else seats


def _exclusion_key(side: Allegiance) -> tuple[int, bool]:
    """Return the sort key that decides which of several sides with the lowest total is excluded (DP-WIN.4, WIN.5)."""
    return _STRENGTH[side], side == "ex_investigator"


def tally(match: Providence) -> dict[str, list[float]]:
    """Return the VP shown on the VP track: each player's and, in solo play, the Great Old One's."""
    state = match.state
    rivals = [] if state.old_one is None else [state.old_one.vp]
    return {N_("VP track"): [*(player.vp for player in state.players), *rivals]}


def result(match: Providence) -> Result:
    """Return the final ranking of the players, and the winners."""
    return _solo_result(match) if match.state.old_one is not None else _result(match)


def played(match: Providence, seat: int) -> dict[str, str]:
    """Return which side a seat played or, in solo play, which Great Old One it played against."""
    if match.state.old_one is not None:
        return {"old_one": match.state.old_one.card}
    return {"allegiance": side_of(match, seat)}


def _result(match: Providence) -> Result:
    """Rank the players. Excluded seats come last; mythos cards and the side break ties (DP-WIN.7 to 13)."""
    seats = range(match.state.seats)
    points = [scores(match, seat) for seat in seats]
    totals = [sum(point.values()) for point in points]
    excluded_seats = excluded(match, totals)
    keys = [_rank_key(match, seat, totals[seat], seat in excluded_seats) for seat in seats]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return Result(
        categories=CATEGORIES,
        rows=[
            ResultRow(
                seat=seat,
                scores=points[seat],
                total=totals[seat],
                rank=ranks[seat],
                facts={"allegiance": side_of(match, seat), "excluded": "yes" if seat in excluded_seats else ""},
            )
            for seat in seats
        ],
        winners=[seat for seat in seats if ranks[seat] == 1],
        facts=_facts(match, sorted(keys, reverse=True)),
    )


def _facts(match: Providence, keys: list[tuple[float, ...]]) -> dict[str, str]:
    """Return why the game ended and, if the two best totals are equal, the decisive tie-breaker (DP-WIN.8 to 13)."""
    found = {"ended": ",".join(match.state.ending)}
    best, second = keys[0], keys[1]
    if best[:2] == second[:2]:
        differ = (name for name, one, other in zip(TIES, best[2:], second[2:], strict=True) if one != other)
        found["tie"] = next(differ, "shared")
    return found


def _rank_key(match: Providence, seat: int, total: float, is_excluded: bool) -> tuple[float, ...]:
    if is_excluded:
        return (0, total)
    mythos = match.state.players[seat].mythos
    wins_ties = any(isinstance(effect, WinTies) for card in mythos for effect in match.content.mythos[card].end)
    return (1, total, wins_ties, len(mythos), _STRENGTH[side_of(match, seat)])


def _solo_result(match: Providence) -> Result:
    """Score the player as an investigator, who wins ties unless the Old One reached its goal (DP-SOLO.142 to 148)."""
    state = match.state
    assert state.old_one is not None
    points = scores(match, 0)
    total = sum(points.values())
    won = total >= state.old_one.vp and not state.goal_met
    return Result(
        categories=[*CATEGORIES, "old_one"],
        rows=[ResultRow(seat=0, scores=points | {"old_one": state.old_one.vp}, total=total, rank=1 if won else 2)],
        winners=[0] if won else [],
        facts={"ended": ",".join(state.ending), "goal": state.old_one.card if state.goal_met else ""},
    )


# -- the end of the game ---------------------------------------------------------------------------------------


def final_scoring(match: Providence, _step: Sequence) -> None:
    """Record the final points, then reveal all allegiance cards (DP-SCORE.1, SCORE.2)."""
    state = match.state
    state.phase = "over"
    outcome = result(match)
    for row in outcome.rows:
        state.scores[row.seat] = {name: int(value) for name, value in row.scores.items()}
    for seat, player in enumerate(state.players):
        if not player.revealed:
            match.emit(EVERYONE, events.Revealed(seat, player.allegiance, "end"))
    if state.old_one is None:
        for seat in sorted(excluded(match, [row.total for row in outcome.rows])):
            match.emit(EVERYONE, events.Excluded(seat))


def end_match(match: Providence, _step: Sequence) -> None:
    """End the match and announce the winners."""
    match.state.over = True
    match.emit(EVERYONE, events.MatchEnded(tuple(result(match).winners)))
