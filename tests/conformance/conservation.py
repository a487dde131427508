"""The quantities that each game conserves. They are checked before every decision of random matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.edge_of_darkness.board.sleeved_card import free_slots
from rules.kernel.engine.match import Match


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


def dark_providence(match: Match[Any]) -> None:
    """Check the invariants DP-INV.1 to DP-INV.9. They are counted independently of the engine's own check of saves."""
    state, content = match.state, match.content
    _providence_cards(state, content)
    _providence_markers(state)
    _providence_agents(state, content)
    sane, madness = (state.bag[kind] + state.spent[kind] for kind in (0, 1))
    sane += sum(player.sane for player in state.players)
    madness += sum(player.madness for player in state.players) + (state.old_one.madness if state.old_one else 0)
    assert (sane, madness) == (6, 12), "a sanity token was lost or made"
    assert min(*state.bag, *state.spent) >= 0
    for number in (state.ritual, state.investigation):
        assert 0 <= number < len(content.board.tracks)


def _providence_cards(state: Any, content: Any) -> None:
    """Check that each card is in exactly one zone, and that each asset's owner is known."""
    held: Counter[str] = Counter()
    for seat, player in enumerate(state.players):
        own = [*player.hand, *player.deck, *player.discard]
        own += [card for card in state.table if state.owners[card] == seat]
        assert all(state.owners[card] == seat for card in own)
        held.update(own)
    assert held == Counter(state.owners.keys())
    mythos = [*state.row, *state.mythos_deck, *(card for player in state.players for card in player.mythos)]
    # Two kinds of cards are in no zone: a card whose resources a cultist is using, and the cards that the Great Old One
    # keeps.
    apart = [step.card for step in state.stack if step.kind == "resources" and step.what != "mythos"]
    if state.old_one is not None:
        mythos += state.old_one.mythos
        apart += state.old_one.kept
    stacks = [card for place in state.places.values() for card in place.stack]
    lying = held + Counter([*stacks, *state.stock, *state.area_e, *mythos, *state.destroyed, *apart])
    starting = sum(10 for player in state.players if player.lead)
    assert not lying or max(lying.values()) == 1, "a card is in two places"
    assert len(lying) == 60 + 13 + starting + (21 if state.old_one else 24), "a card is nowhere"
    assert sum(card in content.assets for card in lying) == 60
    assert sum(card in content.city_cards for card in lying) == 13
    assert not any(card in content.mythos for card in held)
    assert all(card in content.mythos for card in mythos)
    assert not any(card in content.city_cards for card in state.destroyed)


def _providence_markers(state: Any) -> None:
    """Check the markers: 19 influence and 12 control markers per colour, at most 12 locks, one owner per gate."""
    holders = list(state.players)
    if state.old_one is not None:
        holders += state.old_one.cultists
    for owner, holder in enumerate(holders):
        marks = [laid[owner] for laid in state.marks.values()]
        pool, on_track = (holder.pool, 1) if owner < state.seats else (0, 0)
        assert min(holder.supply, holder.limbo, pool, holder.controls, *marks) >= 0
        assert holder.supply + holder.limbo + pool + on_track + sum(marks) == 19
        places = state.places.values()
        cities, gates = (sum(getattr(p, what) == owner for p in places) for what in ("controller", "gate_owner"))
        assert holder.controls + cities + gates == 12
    assert all(any(laid) for laid in state.marks.values())
    assert len(state.locks) == len(set(state.locks)) <= 12
    open_cards = {*state.row, *(place.stack[0] for place in state.places.values() if place.stack)}
    # While a card is being acquired from the secret stock, it is in no zone until the effect is finished.
    assert {*state.marks, *state.locks} <= {*state.places, *open_cards}, "a marker or lock lies on nothing"
    assert all((place.gate != "") == (place.gate_owner >= 0) for place in state.places.values())


def _providence_agents(state: Any, content: Any) -> None:
    """Check the agents.

    A seat has at most six framed agents, and it holds the matching card for every agent that it has recruited. There
    are at most eight Deep Ones.
    """
    for seat, player in enumerate(state.players):
        framed = {name for name, piece in state.agents.items() if piece.owner == seat}
        cards = {card for card, owner in state.owners.items() if owner == seat}
        # A seat may get a card just before its agent arrives, and lose it just after the agent is gone.
        recruited = {card for card in cards if card in content.assets and content.assets[card].agent}
        assert len(framed) <= 6
        busy = ("acquire", "effect", "choice", "gate", "strike", "reaction", "occasion", "way")
        if not any(step.kind in busy for step in state.stack):
            # When an agent is returned from a crypt, its card has already left the game.
            assert {name for name in framed if name in content.assets and name not in state.destroyed} == recruited
            assert ("mi_go" in framed) <= ("mi_go" in player.mythos)
        assert not {*player.crypt} & state.agents.keys()
    assert sum(name.startswith("deep_one_") for name in state.agents) <= 8
    assert len(state.whateleys) <= 3


def aevum_haeresis(match: Match[Any]) -> None:
    """Check that both decks are complete, each card is in exactly one zone, and no amount is negative."""
    state, content = match.state, match.content
    apart = [step.card for step in state.stack if step.kind == "pay" and step.how == "row"]
    lying = [*state.cards, *state.table, *(card for cards in state.open for card in cards), *apart]
    for seat, player in enumerate(state.players):
        piles = [
            player.plot,
            player.heretics,
            player.locations,
            player.background,
            player.hand,
            player.pyre,
            *player.row,
        ]
        own = [card for pile in piles for card in pile]
        assert all(card.split(".")[1] == str(seat) for card in own), "a card lies in somebody else's place"
        lying += own
        assert min(player.gold, player.souls, player.execution, player.free) >= 0
        assert player.execution <= 3
    assert max(Counter(lying).values()) == 1, "a card is in two places"
    for seat in (0, 1):
        kinds = Counter(card.split(".")[0] for card in lying if card.split(".")[1] == str(seat))
        assert sum(count for kind, count in kinds.items() if not content.cards[kind].background) == 74, (
            "a card is nowhere"
        )
        assert max(kinds.values()) <= 4
    if not state.ended:
        assert state.location in state.cards or any(step.kind in ("location", "sequence") for step in state.stack)
    for placed in state.cards.values():
        assert not placed.host or placed.host in state.cards, "something is attached to what is gone"
        assert -1 <= placed.time <= 3
        assert placed.damage >= 0


CONSERVED: dict[str, Callable[[Match[Any]], None]] = {
    "edge_of_darkness": edge_of_darkness,
    "dark_providence": dark_providence,
    "aevum_haeresis": aevum_haeresis,
}

#: Entries of a result that don't count toward a player's total: a solo player's opponent, or amounts that decide the
#: match without scoring.
BESIDE: dict[str, set[str]] = {"dark_providence": {"old_one"}, "aevum_haeresis": {"execution", "plot"}}
