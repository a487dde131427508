"""A check for leaked card names and allegiances in Dark Providence."""

from __future__ import annotations

import re
from functools import cache

from rules.dark_providence.content.load import base
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import ALLEGIANCES
from tests.e2e.visibility_checks import LeakCheck, pattern, strings

GAME = "dark_providence"
#: Names of cards that are also the names of other pieces. Such a name in a text needn't mean the card.
SHARED = {"Deep Ones", "Martial Law"}
CARDS: dict[str, set[str]] = {}
for _card in [*base().assets.values(), *base().starting.values()]:
    if _card.name.en not in SHARED:
        CARDS.setdefault(_card.name.en, set()).add(_card.id)
SIDES = re.compile(rf"\b({'|'.join(sorted(ALLEGIANCES.values(), key=len, reverse=True))})\b")


@cache
def kind(card: str) -> str:
    """Return an id that is the same for all copies of a card: a starting card's common name, or else the card's id."""
    if card in base().assets:
        return card
    return next((name for name in base().starting if re.fullmatch(rf"[a-z]+_{name}(_\d+)?", card)), card)


class ProvidenceLeakCheck(LeakCheck):
    """Checks that no one reads the name of a card or an allegiance that is hidden from them."""

    cards = CARDS
    named = pattern(CARDS)

    def visible(self, view: ProvidenceView) -> set[str]:
        """Return the ids of everything that appears in this view, except the cards listed for other players."""
        data = view.model_dump()
        for player in data["players"]:
            if player["seat"] != view.viewer:
                player.pop("cards")
        return {kind(word) for word in strings(data)}

    def look(self, line: str, known: set[str], view: ProvidenceView, person: int) -> None:
        """Assert that a line names no card or allegiance that is hidden from its reader."""
        super().look(line, known, view, person)
        sides = {ALLEGIANCES[side] for side in (*view.aside, *(one.allegiance for one in view.players)) if side}
        named = set(SIDES.findall(line))
        assert named <= sides, (person, named, line)
        self.names += len(named)
