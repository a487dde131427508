"""Texts that name the position of a step in its match, used by the panel, the page and the list of turns."""

from __future__ import annotations

from bot.features.replays.service.replay_steps import OPEN_VIEWER, ReplayStep, SecretMove, Viewer
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator, capital


def viewer_words(say: Translator, viewer: Viewer) -> str:
    """Return the name of a viewer, for use within a sentence."""
    if viewer is None:
        return say.t("as a spectator")
    return say.t("everything face up") if viewer == OPEN_VIEWER else say.t("as {who} saw it", who=say.seat(viewer))


def round_named(say: Translator, game: AnyGame, step: ReplayStep) -> str:
    """Return the name of a step's round; "" in a game without rounds."""
    return capital(say.t(game.round_named, n=step.round)) if step.round else ""


def turn_named(say: Translator, game: AnyGame, step: ReplayStep) -> str:
    """Return the name of a step's turn, for use within a sentence."""
    return say.t(game.turn_named, n=step.turn) if step.turn else say.t("the beginning")


def move_line(say: Translator, game: AnyGame, secret_move: SecretMove | None) -> list[str]:
    """Return a line with the seat and the action of a move without events; empty if `secret_move` is None."""
    if secret_move is None:
        return []
    text = game.action_text(say, secret_move.view, secret_move.action)
    return [say.t("{who} chose: {what}", who=say.seat(secret_move.seat), what=text.label.rstrip("."))]


def lost_words(say: Translator, count: int) -> str:
    """Return a message about how many boards can't be shown."""
    return say.n(
        "{n} board of this match can't be restored and is left out.",
        "{n} boards of this match can't be restored and are left out.",
        count,
    )


def missing_words(say: Translator, lost_ones: int, left_out: int) -> list[str]:
    """Return messages about how many boards are missing on a page: those that are lost, and those that don't fit."""
    sentences = [lost_words(say, lost_ones)] if lost_ones else []
    if left_out:
        sentences.append(
            say.n(
                "{n} board doesn't fit on this page: what happened is shown with the next one.",
                "{n} boards don't fit on this page: what happened is shown with the next ones.",
                left_out,
            )
        )
    return sentences
