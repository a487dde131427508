"""A table of Dark Providence at which nobody may learn too much: what is hidden, and who may know it by now."""

from __future__ import annotations

import re
from functools import cache

from rules.dark_providence.content.load import base
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import ALLEGIANCES
from tests.e2e.watching import Watched, pattern, strings

GAME = "dark_providence"
#: Card names that other things of the game share: they tell nothing of a hand.
SHARED = {"Deep Ones", "Martial Law"}
CARDS: dict[str, set[str]] = {}
for _card in [*base().assets.values(), *base().starting.values()]:
    if _card.name.en not in SHARED:
        CARDS.setdefault(_card.name.en, set()).add(_card.id)
SIDES = re.compile(rf"\b({'|'.join(sorted(ALLEGIANCES.values(), key=len, reverse=True))})\b")


@cache
def kind(card: str) -> str:
    """Return the card itself, or for one of several copies what all of them are."""
    if card in base().assets:
        return card
    return next((name for name in base().starting if re.fullmatch(rf"[a-z]+_{name}(_\d+)?", card)), card)


class Providence(Watched):
    """Looks for cards and allegiances."""

    cards = CARDS
    named = pattern(CARDS)

    def visible(self, view: ProvidenceView) -> set[str]:
        """Return everything that this view names; of another's cards only what lies open."""
        data = view.model_dump()
        for player in data["players"]:
            if player["seat"] != view.viewer:
                player.pop("cards")
        return {kind(word) for word in strings(data)}

    def look(self, line: str, known: set[str], view: ProvidenceView, person: int) -> None:
        """Look for cards, and for allegiances that the reader does not see."""
        super().look(line, known, view, person)
        sides = {ALLEGIANCES[side] for side in (*view.aside, *(one.allegiance for one in view.players)) if side}
        named = set(SIDES.findall(line))
        assert named <= sides, (person, named, line)
        self.names += len(named)
