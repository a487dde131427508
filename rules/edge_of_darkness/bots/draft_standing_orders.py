"""Standing orders of the greedy computer player: for attacks, for picks, and for the next draft from the Street."""

from __future__ import annotations

from rules.edge_of_darkness.board import deck, sleeved_card
from rules.edge_of_darkness.bots.evaluate import LOOSE, card_left, evaluate
from rules.edge_of_darkness.bots.policy import placements
from rules.edge_of_darkness.bots.values import Values
from rules.edge_of_darkness.flow.prologue_orders import ALL_AGENTS, HALL, ONTO, PICK
from rules.edge_of_darkness.flow.standing_orders import next_draft
from rules.edge_of_darkness.state.state import EdgeMatch

#: How much better than the average Street card a card must be to be worth skipping others for. The unit is the value
#: of one Influence.
MIN_EXTRA_WORTH = 1.5
#: The maximum number of cards to skip in the draft.
MAX_SKIPPED_CARDS = 1


def foresight(match: EdgeMatch, seat: int) -> list[str]:
    """Return a seat's orders: in the prologue its picks, best first, and later defence and the next draft."""
    if match.state.phase == "prologue":
        return _pick_orders(match, seat)
    return ["defend", *_draft_orders(match, seat)]


def _pick_orders(match: EdgeMatch, seat: int) -> list[str]:
    """Return a seat's orders in the prologue: the picks that are left, the Starters for them and the Guild Hall."""
    state, values = match.state, Values(match, seat)
    starters = state.players[seat].starters
    left = [name for name in state.locations if name not in state.picked]
    found = placements(values, left, starters) if left else []
    homes = dict.fromkeys(home for _, home, _, _ in found)
    cards = dict.fromkeys(card for _, _, _, card in found)
    kept = sorted(starters, key=lambda card: card_left(values, card), reverse=True)
    named = ((PICK, homes), (ONTO, cards), (HALL, kept))
    return [*(f"{beginning}{one}" for beginning, ranked in named for one in ranked), "use_always", ALL_AGENTS]


def _draft_orders(match: EdgeMatch, seat: int) -> list[str]:
    """Return a seat's orders for its next draft: cards worth skipping others for, otherwise the first cards."""
    at = next_draft(match, seat)
    if not at:
        return []
    price = -Values(match, seat).change("influence", -1)
    worth = _street_values(match, seat)
    usual = sum(worth.values()) / max(1, len(worth))
    wishes = [
        card
        for card in sorted(worth, key=worth.__getitem__, reverse=True)
        if worth[card] > usual + MIN_EXTRA_WORTH * price
    ]
    return [*(f"draft:{card}@{at}" for card in wishes), f"first:@{at}", f"skips:{MAX_SKIPPED_CARDS}@{at}"]


def _street_values(match: EdgeMatch, seat: int) -> dict[str, float]:
    """Return the position's value for the seat with each Street card added, minus the cost of the card's cubes."""
    trial = match.copy()
    state, player = trial.state, trial.state.players[seat]
    # The cards in the Guild Hall go to the hand before the draft (EOD-ROUND.1).
    kept = player.hand if next_draft(match, seat) == state.round else player.hall
    state.phase = "assembly"
    found: dict[str, float] = {}
    for name in deck.street_cards(match.state):
        player.hand = [*kept, name]
        player.goodwill += state.favours.get(name, 0)
        found[name] = evaluate(trial, seat) - LOOSE * max(0, sleeved_card.cubes(trial.content, state.cards[name]))
        player.goodwill -= state.favours.get(name, 0)
    return found
