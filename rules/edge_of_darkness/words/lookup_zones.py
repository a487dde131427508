"""The visible cards for look-up: those in the Street, in hands and in the tower, and the Locations."""

from __future__ import annotations

from collections.abc import Iterable

from rules.edge_of_darkness.content.load import Content
from rules.edge_of_darkness.state.view import CardView, EdgeView, PlayerView
from rules.edge_of_darkness.words.cards import penalty_text, rewards_text
from rules.edge_of_darkness.words.names import all_cards, card_name, content_of, threats_on, visible_card_name
from rules.kernel.words.translation import Entry, Translator, Zone, non_empty_zones


def on_table(say: Translator, view: EdgeView) -> list[Zone]:
    """Return the cards and Locations on the table that the viewer can look up, in groups. All of them are public.

    Cards have the board's names: with their contacts, and in the tower by their threats.
    """
    content = content_of(view)
    own = [player for player in view.players if player.seat == view.viewer]
    others = [player for player in view.players if player.seat != view.viewer]
    return non_empty_zones(
        [
            (say.t("Street"), _with_contacts(content, [*view.street, view.sixth])),
            *((say.t("Your cards"), _held(content, player)) for player in own),
            (say.t("Tower"), [name for spot in view.tower if spot.card for name in _threats(spot.card)]),
            (say.t("Locations"), [name for place in view.locations for name in (place.id, f"{place.id}_contact")]),
            *((say.t("{name}'s cards", name=say.seat(player.seat)), _held(content, player)) for player in others),
            (say.t("Discard pile"), _cards(view.discard)),
        ],
        {card: visible_card_name(say, view, card) for card in all_cards(view)},
        {spot.card.id: _blight_side(say, view, spot.card) for spot in view.tower if spot.card},
    )


def _cards(found: Iterable[CardView | None]) -> list[str]:
    return [card.id for card in found if card is not None]


def _with_contacts(content: Content, found: Iterable[CardView | None]) -> list[str]:
    """Return the look-up ids of cards, each followed by those of the contacts on it."""
    ids: list[str] = []
    for card in found:
        if card is not None:
            ids += [card.id, *(f"{content.slip_home[slot.slip].id}_contact" for slot in card.slots if slot.slip)]
    return ids


def _held(content: Content, player: PlayerView) -> list[str]:
    """Return a seat's cards: its hand, its Guild Hall and, in the prologue, its Starters."""
    return _with_contacts(content, [*player.hand, *player.hall, *player.starters])


def _blight_side(say: Translator, view: EdgeView, card: CardView) -> Entry:
    """Return the entry of the Blight side of a tower card, which adds up its threats as the board does."""
    content, threats = content_of(view), threats_on(view, card)
    damage = say.t("{n} Damage", n=card.damage) + "."
    effects = [rewards_text(say, content, threats), penalty_text(say, content, threats)]
    other = say.t("Other side: {name}.", name=card_name(say, content, card))
    text = "\n".join([" ".join(filter(None, [damage, *effects])), other])
    return Entry(card.id, visible_card_name(say, view, card.id), say.t("Threat"), text)


def _threats(card: CardView) -> list[str]:
    """Return the look-up ids of a tower card and of its threats."""
    return [card.id, *(slot.slip for slot in card.slots if slot.slip)]
