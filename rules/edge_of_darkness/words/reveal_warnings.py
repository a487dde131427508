"""Warnings that an action reveals hidden cards or cubes. They are shown before the player takes it."""

from __future__ import annotations

from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.view import EdgeView
from rules.kernel.data.events import Body
from rules.kernel.words.translation import N_, Translator

_STREET = N_("This brings new cards from the deck into the Street.")
_WORDS: dict[type[Body], str] = {
    events.DrewCubes: N_("This draws cubes from the bag."),
    events.DroppedCubes: N_("This drops cubes into the tower; chance decides where they fall."),
    events.TowerFilled: N_("This fills the tower up from the deck."),
    events.Reshuffled: N_("This shuffles the Discard pile into the deck."),
    events.PrologueEnded: N_(
        "This is the last pick: one copy of each advancement no one picked is sleeved at random into a Neutral card."
    ),
    events.Drafted: _STREET,
    events.Drew: _STREET,
}


def uncovers(say: Translator, _view: EdgeView, body: Body) -> str:
    """Return the warning about an action that causes this event; "" if the event reveals nothing hidden."""
    match body:
        case events.Claimed(place="street") | events.MovedCard(place="under_stack"):
            return say.t(_STREET)
        case events.RoundBegan(round=1):
            return say.t("This ends the prologue: the deck is shuffled and the Street is laid out.")
        case _:
            return say.t(_WORDS[type(body)]) if type(body) in _WORDS else ""
