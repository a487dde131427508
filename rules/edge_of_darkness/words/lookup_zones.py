"""The visible cards for look-up: those in the Street, in hands and in the tower, and the Locations."""

from __future__ import annotations

from collections.abc import Iterable

from rules.edge_of_darkness.state.view import CardView, EdgeView, PlayerView
from rules.kernel.words.translation import Translator, Zone, non_empty_zones


def on_table(say: Translator, view: EdgeView) -> list[Zone]:
    """Return the cards and Locations on the table that the viewer can look up, in groups. All of them are public."""
    own = [player for player in view.players if player.seat == view.viewer]
    others = [player for player in view.players if player.seat != view.viewer]
    return non_empty_zones(
        [
            (say.t("Street"), _cards([*view.street, view.sixth])),
            *((say.t("Your cards"), _held(player)) for player in own),
            (say.t("Tower"), [name for spot in view.tower if spot.card for name in _threats(spot.card)]),
            (say.t("Locations"), [name for place in view.locations for name in (place.id, f"{place.id}_contact")]),
            *((say.t("Cards of {name}", name=say.seat(player.seat)), _held(player)) for player in others),
            (say.t("Discard pile"), _cards(view.discard)),
        ]
    )


def _cards(found: Iterable[CardView | None]) -> list[str]:
    return [card.id for card in found if card is not None]


def _held(player: PlayerView) -> list[str]:
    """Return a seat's cards: its hand, its Guild Hall and, in the prologue, its Starters."""
    return _cards([*player.hand, *player.hall, *player.starters])


def _threats(card: CardView) -> list[str]:
    """Return the look-up ids of a tower card and of its threats."""
    return [card.id, *(slot.slip for slot in card.slots if slot.slip)]
