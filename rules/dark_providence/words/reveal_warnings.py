"""Warnings that an action reveals something hidden. They are shown before the player takes it."""

from __future__ import annotations

from rules.dark_providence.state import events
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import names
from rules.kernel.data.events import Body
from rules.kernel.words.translation import N_, Translator

_WORDS: dict[type[Body], str] = {
    events.RowGrew: N_("This brings a new card into the mythos row."),
    events.SearchedStock: N_("This looks through the secret stock."),
    events.TookToken: N_("This draws a sanity token from the bag."),
    events.ControlDrawn: N_("This turns up the next control card of the Great Old One."),
    events.CultistRevealed: N_("This turns up a cultist's card."),
}


def uncovers(say: Translator, view: ProvidenceView, body: Body) -> str:
    """Return the warning about an action that causes this event; "" if the event reveals nothing hidden."""
    match body:
        case events.TurnedUp():
            return say.t("The next asset in {city} is turned up.", city=names.city_name(say, body.city))
        case events.DrewHidden() if body.seat == view.viewer:
            return say.n("This draws {n} card from your deck.", "This draws {n} cards from your deck.", body.count)
        case events.DrewHidden():
            return say.t("This lets {player} draw cards.", player=say.seat(body.seat))
        case events.Reshuffled() if body.seat == view.viewer:
            return say.t("This shuffles your deck.")
        case events.Revealed() | events.RevealFailed() if body.seat == view.viewer:
            return say.t("This shows everybody your allegiance.")
        case events.Revealed() | events.RevealFailed():
            return say.t("This turns up the allegiance card of {player}.", player=say.seat(body.seat))
        case events.LookedAt():
            return say.t("This looks at the allegiance card of {player}.", player=say.seat(body.other))
        case events.LookedAtHand():
            return say.t("This looks at the hand of {player}.", player=say.seat(body.other))
        case events.Milled():
            return say.t("This turns up cards of {player}'s deck.", player=say.seat(body.seat))
        case events.Discarded() if body.seat != view.viewer:
            return say.t("This takes cards out of the hand of {player} by chance.", player=say.seat(body.seat))
        case _:
            return say.t(_WORDS[type(body)]) if type(body) in _WORDS else ""


def passes(body: Body) -> bool:
    """Return whether an event starts another turn: a player's, or the Great Old One's with a new control card."""
    return isinstance(body, events.TurnBegan | events.ControlDrawn)
