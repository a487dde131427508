"""The visible cards for look-up: mythos row, assets, hands, cities, boards, and the Great Old One's cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.dark_providence.content.load import PACKS
from rules.dark_providence.content.records import starting_cards
from rules.dark_providence.state.view import OldOneView, PlayerView, ProvidenceView
from rules.kernel.words.translation import Translator, Zone, non_empty_zones


def on_table(say: Translator, view: ProvidenceView) -> list[Zone]:
    """Return the cards on the table that the viewer can see and look up, in groups."""
    own = [player for player in view.players if player.seat == view.viewer]
    others = [player for player in view.players if player.seat != view.viewer]
    old_one = view.old_one
    return non_empty_zones(
        [
            *((say.t("Your hand"), _cards(view, player.hand or ())) for player in own),
            (say.t("Mythos row"), _mythos(card.id for card in view.row)),
            (say.t("Assets in the cities"), [city.asset for city in view.cities if city.asset]),
            *((say.t("Your board"), _board(view, player)) for player in own),
            *([] if old_one is None else [(say.t("Great Old One"), _old_one(old_one))]),
            (say.t("Cities"), [city.id for city in view.cities]),
            *((say.t("{name}'s board", name=say.seat(player.seat)), _board(view, player)) for player in others),
        ]
    )


@lru_cache(8)
def _starting(pack: str) -> dict[str, str]:
    """Return the look-up ids of a pack's starting cards, by card id."""
    leads = PACKS.shown(pack).leads.values()
    return {card: f"starting_{kind}" for lead in leads for card, kind in starting_cards(lead)}


def _cards(view: ProvidenceView, found: Iterable[str]) -> list[str]:
    return [_starting(view.pack).get(card, card) for card in found]


def _mythos(found: Iterable[str]) -> list[str]:
    return [f"mythos_{card}" for card in found]


def _board(view: ProvidenceView, player: PlayerView) -> list[str]:
    """Return a seat's cards: its lead agent, its allegiance if the viewer knows it, and its visible cards."""
    known = [] if player.allegiance is None else [f"allegiance_{player.allegiance}"]
    table = view.turn.table if view.turn is not None and view.turn.seat == player.seat else ()
    return [player.lead, *known, *_cards(view, table), *_mythos(player.mythos), *_cards(view, player.discard)]


def _old_one(side: OldOneView) -> list[str]:
    control = [f"control_{side.control}"] if side.control else []
    return [f"old_one_{side.id}", *control, *(cultist.id for cultist in side.cultists), *_mythos(side.mythos)]
