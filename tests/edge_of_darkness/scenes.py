"""Scenes of an Action turn: trays, tower, Street and content are set up for one rule and played by the real engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from collections.abc import Sequence as Seq
from typing import Any

from rules.edge_of_darkness.board.sleeved_card import damage
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Ability, Content
from rules.edge_of_darkness.content.ops import SLOTS
from rules.edge_of_darkness.examples import position_builder as examples
from rules.edge_of_darkness.examples.position_builder import claimed, lift, sleeve_slip, tray
from rules.edge_of_darkness.state.actions import Sleeve, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import Card, EdgeMatch, Turn
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.table import effect, free_part, rewrite, set_threat, sleeving_done
from tests.game_helpers import act, offers


def simple_free_part(seats: int = 2, seat: int = 0, hand: Seq[str | int] = (), **options: Any) -> EdgeMatch:
    """Return a simplified match in the free part of an Action turn.

    All cubes are in the bag, Locations have no abilities, and each tower card has 1 Damage. The hand consists of cards
    of these sorts without advancements (see `bare_card`).
    """
    match = free_part(seats, seat, **options)
    content: Content = match.content
    locations = {name: place.model_copy(update={"ability": None}) for name, place in content.locations.items()}
    match.content = dataclasses.replace(
        content, locations=locations, slip_home={slip: locations[home.id] for slip, home in content.slip_home.items()}
    )
    for card in match.state.tower:
        set_threat(match, card, 1)
    with arrange(match) as state:
        colours = seats + 1
        state.bag, state.trays = [15] * colours, [[0] * colours for _ in state.trays]
        for player in state.players:
            player.zone = [0] * colours
    for sort in hand:
        take(match, sort, match.state.players[seat].hand)
    return match


def cards_in_hand(match: EdgeMatch) -> list[str]:
    """Return the active player's hand."""
    return list(match.state.players[match.state.turn.seat].hand)


def bare_card(match: EdgeMatch, sort: str | int) -> str:
    """Return a card without advancements that is in no hand or Guild Hall and, if possible, not in the tower or Street.

    The sort is "citizen" or "patrician" for a Neutral card, or the number of the owner's seat.
    """
    state = match.state
    held = [card for player in state.players for card in (*player.hand, *player.hall)]
    found = [
        name
        for name, card in state.cards.items()
        if name not in held
        and card.owner == (-1 if sort in _ROLES else sort)
        and (sort not in _ROLES or match.content.starters[name].role == sort)
    ]
    if not found:
        return claimed(match, int(sort), bare_card(match, "citizen"))

    def reluctance(name: str) -> tuple[object, ...]:
        return name in state.tower, name in state.street, len(_slips(state.cards[name])), name not in state.deck, name

    return _stripped(match, min(found, key=reluctance))


def _slips(card: Card) -> list[str]:
    return [slip for slip in (card.top, card.middle, card.bottom) if slip]


def _stripped(match: EdgeMatch, name: str) -> str:
    """Move all advancements on a card back to the supply. Return the card."""
    with arrange(match) as state:
        card = state.cards[name]
        for slip in _slips(card):
            if slip in state.supply:  # a made-up slip doesn't belong to the supply
                state.supply[slip] += 1
        card.top = card.middle = card.bottom = ""
    return name


_ROLES = ("citizen", "patrician")


def take(match: EdgeMatch, sort: str | int, to: list[str]) -> str:
    """Move a card of this sort without advancements from wherever it is to the given list. Return the card."""
    with arrange(match):
        card = _take(match, sort)
        to.append(card)
    return card


def _take(match: EdgeMatch, sort: str | int) -> str:
    """Remove a card of this sort from wherever it is. Return the card.

    If this leaves a gap in the Street or the tower, a card from the bottom of the stack fills the gap.
    """
    state, card = match.state, bare_card(match, sort)
    lift(state, card)
    for spaces in (state.street, state.tower):
        if "" in spaces:
            spaces[spaces.index("")] = state.deck.pop()
    return card


def location_in_play(match: EdgeMatch, number: int = 0) -> str:
    """Return the id of a Location in play."""
    return match.state.locations[number]


def contact(match: EdgeMatch, card: str, *ops: Any, at: int = 0, slot: str = "bottom", cost: Any = ()) -> UseContact:
    """Sleeve a contact with these operations onto a card. Return the action that uses the contact."""
    return contact_of(match, card, effect(*ops, cost=cost), at, slot)


def contact_of(match: EdgeMatch, card: str, what: Effect, at: int = 0, slot: str = "bottom") -> UseContact:
    """Replace the effect of a Location's contact, and sleeve the contact onto a card.

    `at` is the Location's index. Return the action that uses the contact.
    """
    home = location_in_play(match, at)
    rewrite(match, home, contact=what, timing="turn")
    sleeve_on(match, card, home, slot)
    return UseContact(card, slot)


def sleeve_on(match: EdgeMatch, card: str, home: str, slot: str) -> str:
    """Sleeve a slip of this Location into a card's slot. Return the slip's id.

    If the supply has no such slip left, a slip is made up.
    """
    content: Content = match.content
    found = next((slip for slip in content.locations[home].slips if slip.slot == slot), None)
    if found is None or not match.state.supply[found.id]:
        like = found or content.locations[home].slips[0]
        found = like.model_copy(update={"id": f"{home}_{slot}_made_up", "slot": slot})
        match.content = dataclasses.replace(
            content,
            slips=content.slips | {found.id: found},
            slip_home=content.slip_home | {found.id: content.locations[home]},
        )
    sleeve_slip(match, card, found.id)
    return found.id


def leave_copies(match: EdgeMatch, **left: int) -> None:
    """Set how many copies of each slip are left in the supply, and change the printed numbers of copies to match."""
    content: Content = match.content
    with arrange(match) as state:
        printed = {slip: content.slips[slip].copies + count - state.supply[slip] for slip, count in left.items()}
        changed = {slip: content.slips[slip].model_copy(update={"copies": count}) for slip, count in printed.items()}
        match.content = dataclasses.replace(content, slips=content.slips | changed)
        state.supply |= left


def use_up(match: EdgeMatch, slips: Iterable[str]) -> None:
    """Leave no copies of these slips in the supply."""
    leave_copies(match, **dict.fromkeys(slips, 0))


def strip(match: EdgeMatch, cards: Iterable[str]) -> None:
    """Move all slips from these cards back to the supply."""
    with arrange(match) as state:
        for card in cards:
            for slot in SLOTS:
                slip = getattr(state.cards[card], slot)
                if slip in state.supply:
                    state.supply[slip] += 1
                setattr(state.cards[card], slot, "")


def ability(match: EdgeMatch, at: int, *ops: Any, cost: Any = (), timing: str = "turn", uses: int = 1) -> str:
    """Give a Location an ability with these operations. Return the Location's id."""
    what = Ability.model_validate({"effect": effect(*ops, cost=cost), "timing": timing, "uses": uses})
    rewrite(match, location_in_play(match, at), ability=what)
    return location_in_play(match, at)


def starter_effect(match: EdgeMatch, card: str, *ops: Any, cost: Any = ()) -> UseContact:
    """Change a Citizen's or a Patrician's effect, only in this match. Return the action that uses the effect."""
    content: Content = match.content
    changed = content.starters[card].model_copy(update={"effect": effect(*ops, cost=cost)})
    match.content = dataclasses.replace(content, starters=content.starters | {card: changed})
    match.forget()
    return UseContact(card, "top")


def slip_threat(match: EdgeMatch, slip: str, **changes: Any) -> None:
    """Change the Blight side of a slip, only in this match."""
    content: Content = match.content
    old = content.slips[slip]
    changed = old.model_copy(update={"threat": type(old.threat).model_validate(old.threat.model_dump() | changes)})
    match.content = dataclasses.replace(content, slips=content.slips | {slip: changed})
    match.forget()


def zone(match: EdgeMatch, seat: int, *cubes: int) -> None:
    """Replace the cubes in a seat's Threat Zone with cubes from the bag.

    `cubes` has a number for each colour, black last.
    """
    with arrange(match) as state:
        there = state.players[seat].zone
        for colour, count in enumerate([*cubes, *[0] * (len(there) - len(cubes))]):
            state.bag[colour] += there[colour] - count
            there[colour] = count


def stage(match: EdgeMatch, seat: int, *cubes: int) -> None:
    """Move cubes from the bag to a seat's staged cubes. `cubes` has a number for each colour, black last."""
    with arrange(match) as state:
        for colour, count in enumerate(cubes):
            state.bag[colour] -= count
            state.players[seat].staged[colour] += count


def threshold(match: EdgeMatch) -> int:
    """Return the number of cubes, as printed on the board, that makes a tray's card attack."""
    return {2: 6, 3: 7, 4: 8}[match.state.seats]


def fill_tray(match: EdgeMatch, spot: int, seat: int = 0) -> None:
    """Fill a tray with just enough cubes of one seat's colour to make the tray's card attack."""
    tray(match, spot, *[threshold(match) if colour == seat else 0 for colour in range(match.state.seats)])


def in_tower(match: EdgeMatch, spot: int, sort: str | int, damage: int | None = None, rewards: Any = ()) -> str:
    """Put a card of this sort onto a tower spot (1 to 3). Return the card.

    The previous card on the spot goes to the bottom of the stack.
    """
    with arrange(match) as state:
        card = _take(match, sort)
        state.deck.append(state.tower[spot - 1])
        state.tower[spot - 1] = card
    if damage is not None:
        set_threat(match, card, damage, rewards)
    return card


def in_street(match: EdgeMatch, space: int, sort: str | int) -> str:
    """Put a card of this sort onto a Street space (1 to 5) or on top of the stack (6). Return the card."""
    with arrange(match) as state:
        card = _take(match, sort)
        if space == 6:
            state.deck.insert(0, card)
        else:
            state.deck.append(state.street[space - 1])
            state.street[space - 1] = card
    return card


def leave_cards(match: EdgeMatch, stack: int, discard: int = 0) -> None:
    """Leave these numbers of cards in the stack and in the Discard pile, and put all other cards of these piles away.

    Neutral cards go to the Discard pile first.
    """
    with arrange(match) as state:
        loose = sorted(state.deck[stack:] + state.discard, key=lambda card: state.cards[card].owner >= 0)
        state.deck, state.discard = state.deck[:stack], loose[:discard]
        put_away(match, *loose[discard:])
    assert len(state.deck) == stack
    assert len(state.discard) == discard


def put_away(match: EdgeMatch, *cards: str) -> None:
    """Move cards that a test doesn't need to the first rival's Guild Hall, as if the rival had claimed them."""
    with arrange(match) as state:
        rival = next(seat for seat in range(state.seats) if seat != state.turn.seat)
        for card in cards:
            lift(state, card)
            state.cards[card].owner = rival
            state.players[rival].hall.append(card)


def play_turn_from(match: EdgeMatch, line: str, seat: int = 0) -> list[Any]:
    """Play this seat's Action turn from one of its steps to the next decision. Return the event bodies."""
    with arrange(match) as state:
        state.turn = Turn(seat)
        state.phase = "action"
        state.stack[:] = [Sequence("game", "end_of_round"), Sequence("action_turn", line, seat)]
        happened = match.start()
    return [event.body for event in happened]


def attacks(match: EdgeMatch, seat: int = 0) -> list[Any]:
    """Resolve the attacks on this seat's Action turn until the next decision. Return the event bodies."""
    return play_turn_from(match, "resolve_attacks", seat)


def besieged(seats: int = 2, agents: int = 1) -> EdgeMatch:
    """Return a match at the end of seat 1's turn.

    After the turn, seat 0 is attacked and can return Agents to reduce the Damage.
    """
    match = free_part(seats, 1)
    shelters = (name for name in match.state.locations if _works_when(match, name, "attacked"))
    with arrange(match) as state:
        player = state.players[0]
        player.pool += sum(player.agents.values()) - agents
        player.agents = {next(shelters): agents} if agents else {}
        state.tower.sort(key=lambda card: damage(match.content, state.cards[card]))
        state.stack.insert(1, Sequence("action_turn", "begin_turn", 0))
    sleeving_done(match)
    fill_tray(match, 3)
    return match


def _works_when(match: EdgeMatch, location: str, timing: str) -> bool:
    """Return whether a Location's own ability has this timing."""
    ability = match.content.locations[location].ability
    return ability is not None and ability.timing == timing


def sleeve(match: EdgeMatch, card: str = "") -> str:
    """Sleeve the first slip that is offered (onto this card, if given). Return the slip."""
    act(match, offers(match, Sleeve)[0])
    action = next(action for action in offers(match, SleeveOnto) if card in ("", action.card))
    act(match, action)
    return action.slip


def send(match: EdgeMatch, seat: int, at: int, count: int) -> str:
    """Move Agents of a seat from the pool to the Location with index `at`. Return the Location's id."""
    examples.send(match, seat, location_in_play(match, at), count)
    return location_in_play(match, at)


def use(match: EdgeMatch, action: Action) -> list[Any]:
    """Take an action, and answer each question that it asks with the first option. Return the event bodies."""
    seat = match.state.turn.seat
    events = act(match, action)
    while match.decisions().get(seat) and match.decisions()[seat].prompt.key != "free":
        events += act(match, offers(match)[0])
    return events
