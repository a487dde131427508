"""Where a step of a match stands, in words: for the panel, the page and the list of turns."""

from __future__ import annotations

from bot.replay.steps import ALL, Chosen, Step, Viewer
from rules.kernel.game import AnyGame
from rules.kernel.words.text import Say, capital


def seen_by(say: Say, viewer: Viewer) -> str:
    """Return through whose eyes a match is seen."""
    if viewer is None:
        return say.t("as a spectator")
    return say.t("everything face up") if viewer == ALL else say.t("as {who} saw it", who=say.seat(viewer))


def round_named(say: Say, game: AnyGame, step: Step) -> str:
    """Return the round of a step; "" in a game without."""
    return capital(say.t(game.round_named, n=step.round)) if step.round else ""


def turn_named(say: Say, game: AnyGame, step: Step) -> str:
    """Return the turn of a step, as within a sentence."""
    return say.t(game.turn_named, n=step.turn) if step.turn else say.t("the beginning")


def untold(say: Say, game: AnyGame, chosen: Chosen | None) -> list[str]:
    """Return a move of which nothing was told: whose it was, and what it says of itself."""
    if chosen is None:
        return []
    text = game.action_text(say, chosen.view, chosen.action)
    return [say.t("{who} chose: {what}", who=say.seat(chosen.seat), what=text.label.rstrip("."))]


def lost(say: Say, count: int) -> str:
    """Return that so many boards are missing."""
    return say.n(
        "{n} board of this match can't be made again and is left out.",
        "{n} boards of this match can't be made again and are left out.",
        count,
    )


def missing(say: Say, lost_ones: int, left_out: int) -> list[str]:
    """Return which boards a page does not have: those that can't be made again, and those it has no room for."""
    told = [lost(say, lost_ones)] if lost_ones else []
    if left_out:
        told.append(
            say.n(
                "{n} board has no room on this page: what happened is told with the next one.",
                "{n} boards have no room on this page: what happened is told with the next ones.",
                left_out,
            )
        )
    return told
