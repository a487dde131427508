"""Texts about who is leading in a match and how a turn changed the lead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.history.score_timeline import ScoreLead, ScoreTimeline, TurningPoint
from rules.kernel.data.view import View
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.results import points
from rules.kernel.words.translation import Translator, capital


def scoring_names(say: Translator, game: AnyParts, view: View) -> list[str]:
    """Return the names of all sides that score points: the players and, in some games, the game's own side."""
    rival = game.rival(say, view)
    return [*map(say.seat, range(view.seats)), *([rival] if rival else [])]


def lead_change(
    say: Translator,
    names: Sequence[str],
    before: ScoreLead,
    after: ScoreLead,
    numbers: Sequence[float],
    *,
    again: bool = False,
) -> str:
    """Return a text about how a turn changed the lead, with the two highest scores after the turn.

    Each score has its side's name, except the score of the leader, whose name the sentence begins with. `again` is True
    if the reader has already been told that this side led.
    """
    highest = sorted(zip(names, numbers, strict=True), key=lambda side: -side[1])[:2]
    points_text = ", ".join(f"{name} {points(say, number)}" for name, number in highest)
    if after.leader is not None:
        points_text = points_text.removeprefix(f"{names[after.leader]} ")
    if after.leader is None:
        return say.t("the lead is shared ({points}).", points=points_text)
    if after.leader != before.leader and again:
        return say.t("{who} takes the lead again ({points}).", who=names[after.leader], points=points_text)
    if after.leader != before.leader:
        return say.t("{who} takes the lead ({points}).", who=names[after.leader], points=points_text)
    if after.margin > before.margin:
        return say.t("{who} extends the lead ({points}).", who=names[after.leader], points=points_text)
    return say.t("{who} still leads, but by less ({points}).", who=names[after.leader], points=points_text)


def turning_point_line(
    say: Translator,
    round_template: str,
    names: Sequence[str],
    course: ScoreTimeline,
    turn: TurningPoint,
    earlier: Sequence[TurningPoint] = (),
) -> str:
    """Return the line about a turning point, which names the round and the change of the lead.

    `earlier` are the turning points in the lines before it.
    """
    moment = course.score_points[turn.place]
    again = any(one.after.leader == turn.after.leader for one in earlier)
    what = lead_change(say, names, turn.before, turn.after, course.points(turn.place), again=again)
    if not moment.first:
        return say.t("Final count: {what}", what=what)
    return f"{capital(say.t(round_template, n=moment.round))}: {what}" if moment.round else what
