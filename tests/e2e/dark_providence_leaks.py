"""A leak check for Dark Providence: which cards are hidden, and who may know them."""

from __future__ import annotations

import re
from functools import cache

from rules.dark_providence.content.load import base
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import ALLEGIANCES
from tests.e2e.visibility_checks import LeakCheck, pattern, strings

GAME = "dark_providence"
#: Names shared by a card and other parts of the game. Such a name alone reveals nothing about a hand.
SHARED = {"Deep Ones", "Martial Law"}
CARDS: dict[str, set[str]] = {}
for _card in [*base().assets.values(), *base().starting.values()]:
    if _card.name.en not in SHARED:
        CARDS.setdefault(_card.name.en, set()).add(_card.id)
SIDES = re.compile(rf"\b({'|'.join(sorted(ALLEGIANCES.values(), key=len, reverse=True))})\b")


@cache
def kind(card: str) -> str:
    """Return the id that stands for all cards with the same name: the card itself, or the name that copies share."""
    if card in base().assets:
        return card
    return next((name for name in base().starting if re.fullmatch(rf"[a-z]+_{name}(_\d+)?", card)), card)


class ProvidenceLeakCheck(LeakCheck):
    """Looks for leaked names of cards and leaked allegiances."""

    cards = CARDS
    named = pattern(CARDS)

    def visible(self, view: ProvidenceView) -> set[str]:
        """Return everything named in this view. Other players' cards count only if they are public."""
        data = view.model_dump()
        for player in data["players"]:
            if player["seat"] != view.viewer:
                player.pop("cards")
        return {kind(word) for word in strings(data)}

    def look(self, line: str, known: set[str], view: ProvidenceView, person: int) -> None:
        """Check that a line names no card or allegiance that is hidden from its reader."""
        super().look(line, known, view, person)
        sides = {ALLEGIANCES[side] for side in (*view.aside, *(one.allegiance for one in view.players)) if side}
        named = set(SIDES.findall(line))
        assert named <= sides, (person, named, line)
        self.names += len(named)
