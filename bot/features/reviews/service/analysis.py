"""Creates reviews of finished matches. A review takes seconds of computing, so it must run in a separate process.

Positions are read as they were saved, so a match of an earlier version is judged by the positions that its players saw.
A review ignores moves that were undone, forced moves, and moves by computers, standing orders or the clock. It also
ignores the choices of cards for a deck before the game begins, because their value shows only during play.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.computers.match_analysis import better_action, final_points, relative_points
from bot.features.reviews.service.reviews import MissedMove, Review, ReviewedTurn
from bot.matches.history.score_timeline import line_to
from bot.matches.play.position_rebuild import DamagedMatch, replay_entry
from bot.matches.service_results import MOVE_KINDS, MatchInfo
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.actions import Action, to_json
from rules.kernel.engine.match import Match
from rules.kernel.errors import SaveError, TenebraeError
from rules.kernel.game import AnyGame

#: Maximum computing time of a review in seconds. The longest matches take half a minute on an idle machine.
MAX_CPU_SECONDS = 90.0
#: Maximum number of moves per seat in a review.
MAX_MOVES_PER_SEAT = 40
#: Number of saved positions read in one query.
_POSITIONS_PER_QUERY = 64


@dataclass(frozen=True, slots=True)
class _Choice:
    """A move that a person made, with the position before the move."""

    row: JournalRow
    before: int
    seat: int
    round: int
    action: Action
    position: bytes


@dataclass(slots=True)
class _Walk:
    """The turns and choices collected during one pass from the beginning to the end of a match."""

    game: AnyGame
    match: Match[Any] | None = None
    before: int = 0
    lost: int = 0
    places: list[ReviewedTurn] = field(default_factory=list[ReviewedTurn])
    choices: list[_Choice] = field(default_factory=list[_Choice])

    def process_entry(self, row: JournalRow, saved: bytes | None) -> None:
        """Process a journal entry, with the position saved after it if there is one."""
        choice = self._choice(row)
        after = self._match_after(row, saved)
        if after is None:
            self.lost += 1
        else:
            self.choices += [choice] if choice is not None else []
            self._record_turn(row, after)
        self.match, self.before = after, row.seq

    def _match_after(self, row: JournalRow, saved: bytes | None) -> Match[Any] | None:
        if saved is not None:
            try:
                return self.game.load(saved)
            except SaveError:
                pass  # the position is unreadable, so reconstruct it from the previous one
        if self.match is None:
            return None
        try:
            return replay_entry(self.match.copy(), row)[0]
        except DamagedMatch:
            return None

    def _choice(self, row: JournalRow) -> _Choice | None:
        """Return the choice made in an entry; None if it wasn't a person's move or if there was no other option."""
        match, seat = self.match, row.seat
        if match is None or row.kind != "act" or seat is None or row.action is None or _is_building_decks(match):
            return None
        try:
            action, decision = match.game.action_from_json(row.action), match.decisions().get(seat)
        except TenebraeError:
            return None
        if decision is None or len(decision.actions) < 2 or action not in decision.actions:
            return None
        in_round = match.game.round(match.view(None))
        return _Choice(row, self.before, seat, in_round, action, match.dump())

    def _record_turn(self, row: JournalRow, match: Match[Any]) -> None:
        """Record the state of the match after a journal entry.

        Consecutive moves of one seat count as a single turn.
        """
        if (self.places and row.kind not in MOVE_KINDS and not match.over) or _is_building_decks(match):
            return
        now = self._values(match)
        if now is None:
            return
        place = ReviewedTurn(row.seq, row.seat, match.game.round(match.view(None)), [round(one, 2) for one in now])
        last = self.places[-1] if self.places else None
        if last is not None and last.seat == place.seat and last.round == place.round and len(self.places) > 1:
            self.places.pop()
        self.places.append(place)

    def _values(self, match: Match[Any]) -> list[float] | None:
        """Return each seat's value in a position; after the end, in the result. None if there is nothing to judge."""
        result = match.result
        if result is None:
            return relative_points(match)
        return final_points(self.game, result, [place.standing for place in self.places])


def _is_building_decks(match: Match[Any]) -> bool:
    """Return whether a match is still in its deck-building phase, where no position can be judged."""
    building = match.game.building
    return building is not None and building.under_way(match)


async def make_review(db: Reader, game: AnyGame, info: MatchInfo, seconds: float = MAX_CPU_SECONDS) -> Review:
    """Return the review of a finished match.

    The result is deterministic, unless the time runs out.
    """
    line = line_to({row.seq: row for row in await journal.since(db, info.id, 0)}, info.seq)[::-1]
    walk = _Walk(game)
    for first in range(0, len(line), _POSITIONS_PER_QUERY):
        rows = line[first : first + _POSITIONS_PER_QUERY]
        saved = await journal.positions(db, info.id, rows[0].seq, rows[-1].seq)
        for row in rows:
            walk.process_entry(row, saved.get(row.seq))
    return _judge_moves(walk, info, seconds)


def _judge_moves(walk: _Walk, info: MatchInfo, seconds: float) -> Review:
    """Judge the choices found in a match.

    The order of judging ensures that, if the time runs out, the choices judged so far are spread over the whole match.
    """
    until, missed_moves, looked_at = time.monotonic() + seconds, list[MissedMove](), 0
    for choice in _spread_out(walk.choices):
        if time.monotonic() > until:
            break
        looked_at += 1
        missed_moves += filter(None, [_missed(walk.game, choice, info.id)])
    return Review(walk.places, _worst(missed_moves), looked_at, len(walk.choices) - looked_at, walk.lost)


def _worst(missed_moves: Sequence[MissedMove]) -> list[MissedMove]:
    """Return the worst moves of each seat. Moves that may have decided the match come first."""
    worst_moves, of_seat = list[MissedMove](), Counter[int]()
    for missed_move in sorted(
        missed_moves, key=lambda missed_move: (not missed_move.decides, -missed_move.by, missed_move.seq)
    ):
        of_seat[missed_move.seat] += 1
        worst_moves += [missed_move] if of_seat[missed_move.seat] <= MAX_MOVES_PER_SEAT else []
    return worst_moves


def _missed(game: AnyGame, choice: _Choice, salt: int) -> MissedMove | None:
    match = game.load(choice.position, trusted=True)
    better_move = better_action(match, choice.seat, choice.action, salt)
    if better_move is None:
        return None
    played, instead = to_json(choice.action), to_json(better_move.action)
    where = (choice.row.seq, choice.before, choice.seat, choice.round)
    return MissedMove(*where, played, instead, round(better_move.by, 2), better_move.why, better_move.decides)


def _spread_out(choices: Sequence[_Choice]) -> list[_Choice]:
    """Order the choices so that the first few, however many, are spread over the whole match."""
    wide = max(1, len(choices) - 1).bit_length()
    backwards = [int(f"{number:0{wide}b}"[::-1], 2) for number in range(1 << wide)]
    return [choices[number] for number in backwards if number < len(choices)]
