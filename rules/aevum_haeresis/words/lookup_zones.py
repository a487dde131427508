"""The cards that a viewer can see, for the command `/card`: hand and row, Location, both sides, and Pyres."""

from __future__ import annotations

from collections.abc import Iterable

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.state.view import HaeresisView, PlayerView
from rules.kernel.words.translation import Translator, Zone, non_empty_zones


def on_table(say: Translator, view: HaeresisView) -> list[Zone]:
    """Return the areas of the table with cards, each with the cards in it that this viewer can see."""
    own = [player for player in view.players if player.seat == view.viewer]
    others = [player for player in view.players if player.seat != view.viewer]
    if (limited := view.limited) is not None:
        return non_empty_zones(
            [
                (say.t("The pack"), limited.packet or []),
                (say.t("Your deck"), list(limited.deck or ())),
                (say.t("Your pool"), list(limited.pool or ())),
            ]
        )
    return non_empty_zones(
        [
            *((say.t("Your hand"), _kinds(player.hand or ())) for player in own),
            *((say.t("Your row"), _row(player)) for player in own),
            (say.t("Location"), _kinds([view.location] if view.location else ())),
            *((say.t("Your side"), _side(view, player)) for player in own),
            *((say.t("{name}'s side", name=say.seat(player.seat)), _side(view, player)) for player in others),
            *((say.t("Your Locations"), _kinds(player.own_locations or ())) for player in own),
            *((say.t("Your Pyre"), _kinds(player.pyre)) for player in own),
            *((say.t("Left in your decks"), _decks(player)) for player in own),
            *((say.t("{name}'s Pyre", name=say.seat(player.seat)), _kinds(player.pyre)) for player in others),
        ]
    )


def _kinds(cards: Iterable[str]) -> list[str]:
    return [kind(card) for card in cards]


def _row(player: PlayerView) -> list[str]:
    return _kinds(card for chapter in player.own_row or () for card in chapter)


def _decks(player: PlayerView) -> list[str]:
    """Return the cards left in the player's own decks, whose order the view hides."""
    return _kinds([*(player.own_heretics or ()), *(player.own_plot or ()), *(player.own_background or ())])


def _side(view: HaeresisView, player: PlayerView) -> list[str]:
    """Return a seat's cards in play, and its revealed cards that are neither paid for nor declined yet."""
    return _kinds([*player.open, *(card.id for card in view.cards if card.controller == player.seat)])
