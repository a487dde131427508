"""Warnings that an action reveals something hidden. They are shown before the player takes it."""

from __future__ import annotations

from rules.dark_providence.state import events
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import names
from rules.kernel.data.events import Body
from rules.kernel.words.translation import N_, Translator

_WORDS: dict[type[Body], str] = {
    events.RowGrew: N_("This adds a new card to the mythos row."),
    events.SearchedStock: N_("You look through the secret stock."),
    events.TookToken: N_("You draw a sanity token from the bag."),
    events.ControlDrawn: N_("This turns up the next control card of the Great Old One."),
    events.CultistRevealed: N_("This turns up a cultist's card."),
}


def uncovers(say: Translator, view: ProvidenceView, body: Body) -> str:
    """Return the warning about an action that causes this event; "" if the event reveals nothing hidden."""
    match body:
        case events.TurnedUp():
            return say.t("This turns up the next asset in {city}.", city=names.city_name(say, body.city))
        case events.DrewHidden() if body.seat == view.viewer:
            return say.n("You draw {n} card from your deck.", "You draw {n} cards from your deck.", body.count)
        case events.DrewHidden():
            return say.t("This lets {player} draw cards.", player=say.seat(body.seat))
        case events.Reshuffled() if body.seat == view.viewer:
            return say.t("You shuffle your deck.")
        case events.Revealed() | events.RevealFailed() if body.seat == view.viewer:
            return say.t("This shows everyone your allegiance.")
        case events.Revealed() | events.RevealFailed():
            return say.t("This turns up {player}'s allegiance card.", player=say.seat(body.seat))
        case events.LookedAt():
            return say.t("You look at {player}'s allegiance card.", player=say.seat(body.other))
        case events.LookedAtHand():
            return say.t("This shows you {player}'s hand.", player=say.seat(body.other))
        case events.Milled():
            return say.t("This turns up cards from {player}'s deck.", player=say.seat(body.seat))
        case events.Discarded() if body.seat != view.viewer:
            return say.t("{player} loses random cards from their hand.", player=say.seat(body.seat))
        case _:
            return say.t(_WORDS[type(body)]) if type(body) in _WORDS else ""


def passes(body: Body) -> bool:
    """Return whether an event starts another turn: a player's, or the Great Old One's with a new control card."""
    return isinstance(body, events.TurnBegan | events.ControlDrawn)
