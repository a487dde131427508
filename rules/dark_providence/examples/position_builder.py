"""Builds positions: a match at a given turn, and functions that place cards and pieces.

The positions are real matches with the built-in pack. After each change the kernel's `arrange` checks that the position
is consistent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from rules.dark_providence.board.deck import get_card, return_pieces
from rules.dark_providence.board.piece_placement import owner_count, owner_state, set_controller
from rules.dark_providence.content.component_counts import SIDES, Allegiance
from rules.dark_providence.content.records import MI_GO, starting_cards
from rules.dark_providence.solo.old_one import side
from rules.dark_providence.state.state import CultistSide, Piece, Player, Providence
from rules.kernel import registry
from rules.kernel.data.actions import Action
from rules.kernel.engine.example import Examples

#: The moves of an example, as pairs of a seat and its action.
Moves = Iterator[tuple[int, Action]]
#: The worked examples, by rule id.
PROVIDENCE_EXAMPLES = Examples[Providence]()
#: The seats of the examples, named by their lead agents.
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY = range(5)
#: The allegiances of seats 0 to 4 in the rulebook's example of final scoring.
ALLEGIANCES: tuple[Allegiance, ...] = ("investigator", "ex_investigator", "investigator", "cultist", "cultist")


def turn(seats: int = 3, seat: int = 0, seed: str = "test", **options: Any) -> Providence:
    """Return a match at the first action of this seat's turn, with every hand put back into the deck.

    Seat 0 has the lead agent Monday in arkham, seat 1 Tuesday in boston, seat 2 Wednesday in new_york, and so on. In
    solo play the lead agent is in chicago.
    """
    switches = {"starting_player": seat + 1, **options}
    match: Providence = registry.GAMES["dark_providence"].new(seats, seed, switches)
    while match.state.phase == "setup":
        number, decision = next(iter(match.decisions().items()))
        match.apply(number, decision.actions[0])
    cities = list(match.state.places) if seats > 1 else ["chicago"]
    for number, lead in enumerate(list(match.content.leads)[:seats]):
        _change_lead(match, number, lead, cities[number])
    match.forget()
    return match


def five_agents(seat: int, **options: Any) -> Providence:
    """Return a match in this seat's turn, with all five lead agents and the allegiances of the rulebook's example."""
    match = turn(5, seat, **options)
    sides(match, *ALLEGIANCES)
    return match


def _change_lead(match: Providence, seat: int, lead: str, city: str) -> None:
    state = match.state
    player = state.players[seat]
    for card in [*player.hand, *player.deck, *player.discard]:
        if state.owners.get(card) == seat:
            del state.owners[card]
    if player.lead in state.agents and state.agents[player.lead].owner == seat:
        del state.agents[player.lead]
    player.lead = lead
    player.hand, player.discard = [], []
    player.deck = [card for card, _ in starting_cards(match.content.leads[lead])]
    state.owners.update(dict.fromkeys(player.deck, seat))
    state.agents[lead] = Piece(seat, city)


# -- players --------------------------------------------------------------------------------------------------


def sides(match: Providence, *allegiances: Allegiance) -> None:
    """Deal these allegiances to the seats, face down. The rest are set aside, with a dissenter last."""
    left: list[Allegiance] = [*SIDES] if len(allegiances) < 4 else ["investigator", "cultist", *SIDES]
    for player, allegiance in zip(match.state.players, allegiances, strict=True):
        left.remove(allegiance)
        player.allegiance, player.revealed = allegiance, False
    match.state.aside = left


def fill_bag(match: Providence, sane: int, madness: int) -> None:
    """Put up to this many SANE and MADNESS tokens into the bag. The remaining tokens leave the game."""
    state = match.state
    mad = sum(player.madness for player in state.players) + (state.old_one.madness if state.old_one else 0)
    free = (6 - sum(player.sane for player in state.players), 12 - mad)
    state.bag = [min(sane, free[0]), min(madness, free[1])]
    state.spent = [free[0] - state.bag[0], free[1] - state.bag[1]]


# -- cards ----------------------------------------------------------------------------------------------------


def hold(match: Providence, seat: int, *cards: str, zone: str = "hand") -> None:
    """Move cards, wherever they are, to a seat's hand, deck or discard pile."""
    for card in cards:
        fetch(match, card)
        get_card(match, seat, card, zone)


def fetch(match: Providence, card: str) -> None:
    """Remove a card with its markers and lock from wherever it is. A stack left empty gets a card from the stock."""
    state = match.state
    # The markers on a city stay there even if the city's card is removed.
    if card not in state.places:
        return_pieces(match, card)
    state.owners.pop(card, None)
    piles = [state.stock, state.row, state.mythos_deck, state.area_e, state.destroyed]
    for player in state.players:
        piles += [player.hand, player.deck, player.discard, player.mythos]
    for pile in piles:
        if card in pile:
            pile.remove(card)
    for place in state.places.values():
        if card in place.stack:
            place.stack.remove(card)
            if not place.stack and state.stock:
                place.stack.append(state.stock.pop())


def lay(match: Providence, city: str, *cards: str) -> None:
    """Replace a city's stack with these primary assets, the first one face up. The old stack joins the secret stock."""
    state = match.state
    for card in state.places[city].stack:
        return_pieces(match, card)
    state.stock += [card for card in state.places[city].stack if card not in cards]
    state.places[city].stack = []
    for card in cards:
        fetch(match, card)
    state.places[city].stack = list(cards)


def show(match: Providence, *cards: str) -> None:
    """Replace the row with these mythos cards, from left to right. The old row goes back to the mythos deck."""
    state = match.state
    for card in state.row:
        return_pieces(match, card)
    state.mythos_deck += [card for card in state.row if card not in cards]
    state.row = []
    for card in cards:
        fetch(match, card)
    state.row = list(cards)


def own(match: Providence, seat: int, mythos: str) -> None:
    """Put a mythos card beside a seat's player board."""
    fetch(match, mythos)
    match.state.players[seat].mythos.append(mythos)


# -- pieces ---------------------------------------------------------------------------------------------------


def agent(match: Providence, seat: int, name: str, city: str, zone: str = "deck", *, returned: bool = False) -> None:
    """Put an agent on the map for a seat.

    The agent's card goes to the zone `zone`, but the Mi-Go's card goes beside the player board. Deep Ones have no card
    of their own.
    """
    if name in match.content.assets:
        hold(match, seat, name, zone=zone)
    elif name == MI_GO:
        own(match, seat, name)
    match.state.agents[name] = Piece(-1 if name.startswith("deep_one_") else seat, city, returned)


def bury(match: Providence, seat: int, name: str) -> None:
    """Put a recruited agent into a seat's crypt. Its card has left the game."""
    fetch(match, name)
    match.state.destroyed.append(name)
    match.state.players[seat].crypt.append(name)


def mark(match: Providence, owner: int, target: str, count: int) -> None:
    """Put an owner's markers on a target, from the supply or, once that is empty, from the pool."""
    holder: Player | CultistSide = owner_state(match.state, owner)
    for _ in range(count):
        if isinstance(holder, Player) and not holder.supply:
            holder.pool -= 1
        else:
            holder.supply -= 1
        match.state.marks.setdefault(target, [0] * owner_count(match.state))[owner] += 1


def leave(match: Providence, owner: int, **counts: int) -> None:
    """Set the number of markers in an owner's `supply` or `pool`. The difference goes to or comes from Limbo."""
    holder = owner_state(match.state, owner)
    for place, count in counts.items():
        holder.limbo += getattr(holder, place) - count
        setattr(holder, place, count)


def control(match: Providence, owner: int, city: str) -> None:
    """Give an owner control of a city, with its VP. A seat also gets the city card, on its discard pile."""
    set_controller(match, city, owner)
    if match.state.old_one is None or owner == 0:
        hold(match, owner, city, zone="discard")


def gate(match: Providence, owner: int, city: str, face: Literal["open", "close"]) -> None:
    """Mark a city's gate as opened or closed by this owner."""
    place = match.state.places[city]
    if place.gate_owner >= 0:
        owner_state(match.state, place.gate_owner).controls += 1
    place.gate, place.gate_owner = face, owner
    owner_state(match.state, owner).controls -= 1


# -- solo play ------------------------------------------------------------------------------------------------


def next_control(match: Providence, card: str) -> None:
    """Put this control card on top of the control deck."""
    deck = side(match).deck
    deck.remove(card)
    deck.insert(0, card)


def stand(match: Providence, who: int, city: str) -> None:
    """Put a cultist into a city."""
    match.state.agents[f"cultist_{who}"].city = city
