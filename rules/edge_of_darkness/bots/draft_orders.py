"""The orders that a greedy player leaves for its next draft, based on the present Street."""

from __future__ import annotations

from rules.edge_of_darkness.board import cards, deck
from rules.edge_of_darkness.bots.evaluate import LOOSE, evaluate
from rules.edge_of_darkness.bots.values import Values
from rules.edge_of_darkness.flow.orders import next_draft
from rules.edge_of_darkness.state.state import EdgeMatch

#: How much more Influence than the average Street card a wish must be worth.
MIN_EXTRA_WORTH = 1.5
#: The most cards it skips for a wish.
MAX_SKIPPED_CARDS = 1


def foresight(match: EdgeMatch, seat: int) -> list[str]:
    """Return the wishes worth skipping a card for, and the order to take the first cards otherwise."""
    at = next_draft(match, seat)
    # Before its Action turn it does not plan the draft after it: the Street will be different.
    if not at or match.game.planning.turn(match, seat):
        return []
    price = -Values(match, seat).change("influence", -1)
    worth = _worth(match, seat)
    usual = sum(worth.values()) / max(1, len(worth))
    wishes = [
        card
        for card in sorted(worth, key=worth.__getitem__, reverse=True)
        if worth[card] > usual + MIN_EXTRA_WORTH * price
    ]
    return [*(f"draft:{card}@{at}" for card in wishes), f"first:@{at}", f"skips:{MAX_SKIPPED_CARDS}@{at}"]


def _worth(match: EdgeMatch, seat: int) -> dict[str, float]:
    """Return the value of each Street card in addition to the Guild Hall's cards, less the cost of its cubes."""
    trial = match.copy()
    state, player = trial.state, trial.state.players[seat]
    # The Guild Hall's cards go to the hand before the draft (EOD-ROUND.1).
    kept = player.hand if next_draft(match, seat) == state.round else player.hall
    state.phase = "assembly"
    found: dict[str, float] = {}
    for name in deck.street_cards(match.state):
        player.hand = [*kept, name]
        player.goodwill += state.favours.get(name, 0)
        found[name] = evaluate(trial, seat) - LOOSE * max(0, cards.cubes(trial.content, state.cards[name]))
        player.goodwill -= state.favours.get(name, 0)
    return found
