"""Warnings before an action that reveals hidden information."""

from __future__ import annotations

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.events import Body
from rules.kernel.words.translation import Translator


def uncovers(say: Translator, view: HaeresisView, body: Body) -> str:
    """Return a warning about an event that would follow from the player's action; "" if the event reveals nothing."""
    match body:
        case events.Rolled():
            return say.t("This rolls a die.")
        case events.Peeked():
            return say.t("This shows you {player}'s hand.", player=say.seat(1 - body.seat))
        case events.Drew() | events.Milled() | events.Discarded() | events.PlayedDem() | events.ChapterRevealed() if (
            body.seat == view.viewer
        ):
            return _own_cards_warning(say, body)
        case events.Drew():
            return say.t("This lets {player} draw cards.", player=say.seat(body.seat))
        case events.Milled():
            return say.t("This reveals the top of {player}'s Plot deck.", player=say.seat(body.seat))
        case events.Discarded():
            return say.t("This takes cards from {player}'s hand.", player=say.seat(body.seat))
        case events.ChapterRevealed():
            return say.t("This reveals {player}'s face-down cards of the next Chapter.", player=say.seat(body.seat))
        case _:
            return ""


def _own_cards_warning(say: Translator, body: Body) -> str:
    """Return the warning about an event that shows the viewer's own cards to the rival."""
    match body:
        case events.Drew(deck="plot"):
            return say.n(
                "This draws {n} card from your Plot deck.", "This draws {n} cards from your Plot deck.", body.count
            )
        case events.Drew():
            return say.n(
                "This draws {n} card from your Heretic deck.",
                "This draws {n} cards from your Heretic deck.",
                body.count,
            )
        case events.Milled():
            return say.t("This reveals the top of your Plot deck.")
        case events.ChapterRevealed():
            return say.t("This reveals your face-down cards of the next Chapter.")
        case events.PlayedDem():
            return say.t("This shows everyone a card from your hand.")
        case _:
            return say.t("This shows everyone which cards you give up.")
