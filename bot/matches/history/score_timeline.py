"""The score timeline of a match: the public scores after each turn, and the turns that decided the match."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.app import timeouts
from bot.matches.play.position_rebuild import DamagedMatch, replay_entry, snapshot
from bot.matches.service_results import MOVE_KINDS, SEED_FIELD, MatchInfo
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.store.transactions import Reader
from rules.kernel.data.result import Result
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame

#: Maximum number of turning points to show.
MAX_TURNING_POINTS = 3
#: If a turn changes the leader, its change of the lead is multiplied by this when turning points are chosen.
LEADER_CHANGE_WEIGHT = 2
#: Followers of a running match get news when the lead changes by at least this fraction of the leader's points, and by
#: at least this many points.
JUMP_FRACTION, MIN_JUMP = 0.25, 3


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """The scores after a turn. A turn is a seat's consecutive moves in the journal entries `first` to `last`.

    `first` and `last` are 0 for the scores before the first turn and for the final count.
    """

    first: int
    last: int
    seat: int | None
    round: int
    scores: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class ScoreLead:
    """The leading seat (None in a tie), its margin over the second seat, and its points."""

    leader: int | None
    margin: float
    top_points: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that changed the lead decisively: its index in the timeline, and the lead before and after it."""

    place: int
    before: ScoreLead
    after: ScoreLead


@dataclass(frozen=True, slots=True)
class ScoreTimeline:
    """The scores of a match after each turn, in order; empty for a game without points."""

    score_points: Sequence[ScorePoint] = ()

    @property
    def names(self) -> list[str]:
        """Return the names of the scores, as message ids."""
        return list(self.score_points[0].scores) if self.score_points else []

    def points(self, place: int) -> list[float]:
        """Return each seat's score at this index of the timeline. This is the score that determines the leader."""
        return self.score_points[place].scores[self.names[0]]

    def turning_points(self, limit: int = MAX_TURNING_POINTS) -> list[TurningPoint]:
        """Return the turns that changed the lead most, at most `limit` of them, in playing order.

        If the lead has changed hands, the last turn that did so is always among them, because it led to the result.
        """
        weighted_points: list[tuple[float, TurningPoint]] = []
        for place in range(1, len(self.score_points)):
            before, after = lead_of(self.points(place - 1)), lead_of(self.points(place))
            if before.leader == after.leader:
                weight = abs(after.margin - before.margin)
            else:
                weight = (before.margin + after.margin) * LEADER_CHANGE_WEIGHT
            if weight > 0:
                weighted_points.append((weight, TurningPoint(place, before, after)))
        decisive = _last_change([point for _, point in weighted_points])
        heaviest = sorted(weighted_points, key=lambda one: (one[1] is not decisive, -one[0], one[1].place))[:limit]
        return sorted((point for _, point in heaviest), key=lambda point: point.place)


def _last_change(points: Sequence[TurningPoint]) -> TurningPoint | None:
    """Return the turn that took the lead from one seat for the last time; None if the first leader always led."""
    leaders = [point.before.leader for point in points if point.before.leader is not None]
    if not leaders or (leaders[0] == points[-1].after.leader and len(set(leaders)) == 1):
        return None
    return next((point for point in reversed(points) if point.before.leader != point.after.leader), None)


def lead_of(points: Sequence[float]) -> ScoreLead:
    """Return the lead that results from these points, which are in seat order."""
    if len(points) < 2:
        return ScoreLead(None, 0, max(points, default=0))
    first, second = sorted(points, reverse=True)[:2]
    return ScoreLead(points.index(first) if first > second else None, first - second, first)


def has_lead_changed(before: Sequence[float], after: Sequence[float]) -> bool:
    """Return whether the leader has changed, or the margin has changed by a large part of the leader's points."""
    old, new = lead_of(before), lead_of(after)
    return old.leader != new.leader or abs(new.margin - old.margin) >= max(MIN_JUMP, new.top_points * JUMP_FRACTION)


def line_to(rows: Mapping[int, JournalRow], at: int) -> list[JournalRow]:
    """Return the journal entries that led to the position after entry `at`, newest first.

    Entries that were taken back are left out. A take-back is included if it brought a new random seed.
    """
    line: list[JournalRow] = []
    while at in rows:
        row = rows[at]
        if row.restores is None:
            line.append(row)
            at -= 1
        else:
            if row.action is not None and SEED_FIELD in row.action:
                line.append(row)
            # Always go to an earlier entry. A damaged entry might restore itself or a later one, which would cause an
            # endless loop.
            at = min(row.restores, at - 1)
    return line


async def read_match(db: Reader, game: AnyGame, info: MatchInfo) -> tuple[Match[Any], list[JournalRow]] | None:
    """Return the match at its start, and the entries that led from there to its end; None if it can't be opened.

    Entries that were taken back are left out; see `line_to`.
    """
    line = line_to({row.seq: row for row in await journal.since(db, info.id, 0)}, info.seq)
    if not line:
        return None
    try:
        match = await snapshot(db, game, info.id, line[-1].seq)
    except DamagedMatch:
        return None
    return None if match is None else (match, line[-2::-1])


def replay_scores(match: Match[Any], rows: Sequence[JournalRow], result: Result | None) -> ScoreTimeline:
    """Replay a match from its start and return its timeline, up to the first entry that can't be replayed.

    The replay stops after `SCORE_TIMELINE` seconds; about a thousand turns take one second. If there is a `result`, the
    final count is added at the end. Don't use `match` afterwards, because the replay changes it.
    """
    moments = [_score_point(match, None)]
    if not moments[0].scores:
        return ScoreTimeline()
    until = time.monotonic() + timeouts.SCORE_TIMELINE
    for row in rows:
        try:
            match, _ = replay_entry(match, row)
        except DamagedMatch:
            break
        if row.kind in MOVE_KINDS or row.kind == "concede":
            moment = _score_point(match, row)
            if moments[-1].first and moments[-1].seat == moment.seat and moments[-1].round == moment.round:
                moments[-1] = replace(moment, first=moments[-1].first)
            else:
                moments.append(moment)
        if time.monotonic() > until:
            break
    return ScoreTimeline(moments if result is None else _with_final_count(moments, result))


def _score_point(match: Match[Any], row: JournalRow | None) -> ScorePoint:
    game, seq = match.game, 0 if row is None else row.seq
    tally = {name: [float(number) for number in numbers] for name, numbers in game.tally(match).items()}
    return ScorePoint(seq, seq, None if row is None else row.seat, game.round(match.view(None)), tally)


def _with_final_count(moments: list[ScorePoint], result: Result) -> list[ScorePoint]:
    """Return the timeline with the final count added, if that count differs from the last public scores."""
    last = moments[-1]
    name = next(iter(last.scores))
    rivals = last.scores[name][len(result.rows) :]
    totals = [row.total for row in sorted(result.rows, key=lambda row: row.seat)]
    if [*totals, *rivals] == last.scores[name]:
        return moments
    return [*moments, replace(last, first=0, last=0, seat=None, scores=last.scores | {name: [*totals, *rivals]})]
