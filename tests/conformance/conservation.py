"""What each game never loses or makes: checked before every decision of random matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.cards import free_slots
from rules.kernel.match import Match


def edge_of_darkness(match: Match[Any]) -> None:
    state = match.state
    lying = Counter(state.deck + state.discard + [card for card in state.street + state.tower if card])
    for player in state.players:
        lying.update(player.hand + player.hall + player.starters)
    assert lying == Counter(state.cards.keys()), "a card is in two places or nowhere"
    colours = range(state.seats + 1)
    for colour in colours:
        places = [state.bag, state.aside, *state.trays]
        places += [zone for player in state.players for zone in (player.zone, player.staged)]
        counts = [place[colour] for place in places]
        assert min(counts) >= 0
        assert sum(counts) == 15
    for seat, player in enumerate(state.players):
        assert player.untrained + player.pool + sum(player.agents.values()) == 10
        assert min(player.untrained, player.pool, *player.agents.values(), 0) == 0
        claimed = sum(card.claimed and card.owner == seat for card in state.cards.values())
        assert player.slips + claimed == 7
        assert min(player.coins, player.influence, player.goodwill, player.reputation) >= 0
        assert all(state.cards[card].owner == seat for card in player.hall)
    sleeved = Counter(slip for card in state.cards.values() for slip in (card.top, card.middle, card.bottom) if slip)
    for slip, left in state.supply.items():
        assert left >= 0
        assert left + sleeved[slip] == match.content.slips[slip].copies
    for card in state.cards.values():
        for slot in ("top", "middle", "bottom"):
            slip = getattr(card, slot)
            assert slip or slot in free_slots(card)
            assert not slip or match.content.slips[slip].slot == slot
    assert any(state.bag) or not any(state.aside), "the bag is empty while cubes are set aside"
    assert set(state.favours) <= set(state.street)


CONSERVED: dict[str, Callable[[Match[Any]], None]] = {"edge_of_darkness": edge_of_darkness}
