"""What a card or ability costs its user now, and where a card can be played, as a view tells it."""

from __future__ import annotations

from rules.aevum_haeresis.content.effects import Bar, Bounty, Passive, Tax
from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.view import CardView, HaeresisView
from rules.aevum_haeresis.words.names import ability_number, me, record_of


def passives_of(view: HaeresisView) -> list[tuple[CardView, Passive]]:
    """Return everything in play that applies without being used, with the card it stands on."""
    return [(card, passive) for card in view.cards for passive in record_of(view, card.id).passives]


def due(view: HaeresisView, card: str) -> Cost:
    """Return what the viewer would pay for a card, or for an ability "card/number" (AH-COST.2)."""
    record, number = record_of(view, card), ability_number(card)
    seat = me(view).seat
    if number < 0:
        return record.cost.model_copy(update={"gold": max(0, record.cost.gold - me(view).free)})
    ability = record.abilities[number]
    if ability.kind != "heresy":
        return ability.cost
    tax = sum(
        passive.gold for lies, passive in passives_of(view) if isinstance(passive, Tax) and lies.controller != seat
    )
    return ability.cost.model_copy(update={"gold": ability.cost.gold + tax})


def affordable(view: HaeresisView, card: str, *, held: bool = False) -> bool:
    """Tell whether the viewer has the gold, souls and cards; `held`: the card itself still is one of the hand."""
    cost, player = due(view, card), me(view)
    return player.gold >= cost.gold and player.souls >= cost.souls and player.hand_count - held >= cost.cards


def fighting(view: HaeresisView) -> bool:
    """Tell whether a Conflict is under way."""
    return view.manoeuvre is not None and view.manoeuvre.blocked


def fits_row(view: HaeresisView, card: Card) -> bool:
    """Tell whether a card of this kind can be played from the row laid now (AH-PLAY.2 to PLAY.5, ICON.2 to ICON.4)."""
    man = view.manoeuvre
    match card.type:
        case "heretic":
            return not fighting(view)
        case "story":
            return fighting(view) and man is not None and getattr(card.band, man.type).colour == "white"
        case "event":
            return ("conflict" if fighting(view) else "enlistment") in card.rows
        case _:
            return False


def fits_window(view: HaeresisView, card: Card) -> bool:
    """Tell whether a card can be played from hand in the open window (AH-PLAY.6, PLAY.8, DEM.5)."""
    if card.type == "story" and not fits_row(view, card):
        return False
    if card.dem is None:
        return card.type == "hunter"
    return not card.dem or view.window in card.dem


def rewards(view: HaeresisView, manoeuvre: str) -> list[tuple[CardView, Passive]]:
    """Return what would make a manoeuvre of the viewer's pay more, or fail unless it is blocked."""
    seat = me(view).seat
    return [
        (lies, passive)
        for lies, passive in passives_of(view)
        if isinstance(passive, Bounty | Bar)
        and passive.manoeuvre == manoeuvre
        and (
            (isinstance(passive, Bounty) and (passive.whose == "both" or lies.controller == seat))
            or (isinstance(passive, Bar) and lies.controller != seat)
        )
    ]
