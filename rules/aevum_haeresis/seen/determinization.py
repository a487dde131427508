"""Possible worlds: matches that a seat can't distinguish from the real match.

Everything that the seat doesn't know is dealt again, including the rival's deck list (AH-INFO.4). In a possible world,
the rival's deck may be a ready deck that contains the cards seen so far, or any legal deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from rules.aevum_haeresis.board.card_lookup import eligible, kind, owner, record
from rules.aevum_haeresis.content.legality import COPIES
from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.aevum_haeresis.seen import booster_redeal
from rules.aevum_haeresis.state.state import Haeresis, Player
from rules.aevum_haeresis.state.steps import PayStep, RowStep, TeamStep
from rules.kernel.content.deck_lines import MOST_COPIES
from rules.kernel.data.actions import to_json
from rules.kernel.engine.chance import Pile, Rng
from rules.kernel.engine.sealed_choices import Sealed, SealedTable


def worlds(match: Haeresis, seat: int | None, rng: Rng) -> Haeresis:
    """Return a possible world for a seat, with new hidden cards, sealed choices and random draws (AH-INFO.4, INFO.5).

    Everything that is public or known to this seat stays the same.
    """
    other = match.copy()
    state = other.state
    if state.limited is not None and not state.players[0].damned:
        booster_redeal.deal_again(other, seat, rng)
        state.chance.seed = f"{rng.getrandbits(128):032x}"
        return other
    for number, player in enumerate(state.players):
        if number == seat:
            # The deck is sorted first, because the new order must not depend on the real order.
            for deck in (player.plot, player.heretics):
                deck.sort()
                rng.shuffle(deck)
        else:
            _deal_again(other, number, rng)
    _replace_planned_team(other, seat, rng)
    _replace_sealed_choices(other, seat)
    state.chance.seed = f"{rng.getrandbits(128):032x}"
    return other


def redeal(match: Haeresis, rng: Rng) -> Haeresis:
    """Deal the hidden cards again from each seat's own deck, to reopen a finished match; return the new copy.

    During the draft, packets and picks are dealt again. Secret choices, such as a planned team or the next Location,
    stay the same.
    """
    other = match.copy()
    state = other.state
    if state.limited is not None and not state.players[0].damned:
        booster_redeal.deal_again(other, None, rng)
        return other
    for seat, player in enumerate(state.players):
        hidden = _hidden(other, seat)
        heretics, plot = [*hidden.heretics, *player.heretics], [*hidden.plot, *player.plot]
        for cards in (heretics, plot):
            # The cards are sorted first, because the new order must not depend on the real order.
            cards.sort()
            rng.shuffle(cards)
        hidden.replace(player, heretics, plot, rng)
    return other


def piles(match: Haeresis) -> list[Pile]:
    """Return the draw decks, whose order no player knows (AH-INFO.4)."""
    return [Pile([(deck, 0)]) for player in match.state.players for deck in (player.plot, player.heretics)]


def _replace_planned_team(match: Haeresis, seat: int | None, rng: Rng) -> None:
    """Replace a team that another seat has planned in secret with a random team."""
    man = match.state.man
    if man is None or not man.plan or man.initiator == seat:
        return
    able = eligible(match, man.initiator, man.type)
    rng.shuffle(able)
    top = match.state.stack[-1] if match.state.stack else None
    planning = isinstance(top, TeamStep) and top.planned
    man.plan = able[: 1 + rng.getrandbits(8) % len(able)] if able and not planning else []


def _replace_sealed_choices(match: Haeresis, seat: int | None) -> None:
    """Replace other seats' sealed choices, because they may name a card that isn't in the newly dealt hand."""
    top = match.state.stack[-1] if match.state.stack else None
    if isinstance(top, Sealed):
        table = match.game.order_of_play.asker_of(top)
        assert isinstance(table, SealedTable)
        for other in top.chosen:
            if other != seat:
                top.chosen[other] = to_json(table.choices(match, top, other)[0])


class _Hidden:
    """The cards of a seat that its rival can't see: those in the hand, and those face down in the row."""

    def __init__(self, match: Haeresis, held: list[str], revealed: set[str], steps: list[PayStep]) -> None:
        self.held = held
        self.revealed = revealed
        self._steps = steps
        self.heretics = [card for card in held if record(match, card).type == "heretic"]
        self.plot = [card for card in held if card not in self.heretics]

    def replace(self, player: Player, heretics: list[str], plot: list[str], rng: Rng) -> None:
        """Replace the hidden cards with the first cards of these lists, and the decks with the rest.

        The number of hidden cards from each deck stays the same.
        """
        new = [*heretics[: len(self.heretics)], *plot[: len(self.plot)]]
        player.heretics, player.plot = heretics[len(self.heretics) :], plot[len(self.plot) :]
        rng.shuffle(new)
        replacements = dict(zip(self.held, new, strict=True))
        player.hand = [replacements.get(card, card) for card in player.hand]
        player.row = [[replacements.get(card, card) for card in chapter] for chapter in player.row]
        for step in self._steps:
            step.discards = [replacements.get(card, card) for card in step.discards]


def _hidden(match: Haeresis, seat: int) -> _Hidden:
    """Return the cards of a seat that its rival can't see. The cards of an unfinished row go back to the hand."""
    state = match.state
    player = state.players[seat]
    steps = [step for step in state.stack if isinstance(step, PayStep) and step.seat == seat]
    revealed = {step.card for step in steps if step.how == "dem"}  # public, although still in the hand
    if any(isinstance(step, RowStep) and step.seat == seat for step in state.stack[-1:]):
        player.hand += [card for chapter in player.row for card in chapter]
        player.row = []
    held = [card for card in player.hand if card not in revealed]
    held += [card for chapter in player.row for card in chapter]
    return _Hidden(match, held, revealed, steps)


def _deal_again(match: Haeresis, seat: int, rng: Rng) -> None:
    """Replace a seat's hidden cards with cards from a possible deck, keeping the number of cards in each zone."""
    player, hidden = match.state.players[seat], _hidden(match, seat)
    deck = _PossibleDeck(match, seat, rng, set(hidden.revealed))
    heretics = deck.heretics(len(hidden.heretics) + len(player.heretics))
    hidden.replace(player, heretics, deck.plot(len(hidden.plot) + len(player.plot)), rng)
    player.locations = deck.locations(len(player.locations))
    if player.next_location:
        player.next_location = player.locations[0] if rng.getrandbits(1) else ""
    player.background = deck.background(len(player.background))


class _PossibleDeck:
    """A deck that a seat may have, as far as its rival knows: legal, and containing all of the seat's visible cards."""

    def __init__(self, match: Haeresis, seat: int, rng: Rng, revealed: set[str]) -> None:
        self._content: Content = match.content
        self._seat = seat
        self._rng = rng
        player = match.state.players[seat]
        self._faction = record(match, player.damned).faction
        self._open = [*revealed, *_seen(match, seat)]
        self._seen = Counter(map(kind, self._open))
        self._taken: dict[str, set[str]] = {}
        for card in self._open:
            self._taken.setdefault(kind(card), set()).add(card)
        self._list = self._ready_deck(player)

    def _ready_deck(self, player: Player) -> DeckList | None:
        """Return a random ready deck that contains all visible cards; None if there is none.

        Half of the time, None is returned even if a ready deck fits, because the seat may have another deck.
        """
        fitting = [deck for deck in self._content.decks.values() if self._fits(deck, player)]
        if not fitting or self._rng.getrandbits(1):
            return None
        self._rng.shuffle(fitting)
        return fitting[0]

    def _fits(self, deck: DeckList, player: Player) -> bool:
        if deck.damned != kind(player.damned) or deck.camp != kind(player.camp):
            return False
        if sum(deck.background.values()) < len(player.background):
            return False
        counts = {**deck.plot, **deck.heretics, **deck.background, **dict.fromkeys(deck.locations, 1)}
        own = {kind(player.damned), kind(player.camp)}
        return all(count <= counts.get(name, 0) for name, count in self._seen.items() if name not in own)

    def heretics(self, count: int) -> list[str]:
        """Return this many Heretics that the seat may have in its hand, its row and its Heretic deck."""
        listed = self._list.heretics if self._list is not None else None
        pool = (card for card in self._pool() if card.type == "heretic" and not card.background)
        return self._cards(count, listed, pool)

    def plot(self, count: int) -> list[str]:
        """Return this many Plot cards that the seat may have in its hand, its row and its Plot deck."""
        listed = self._list.plot if self._list is not None else None
        return self._cards(count, listed, (card for card in self._pool() if card.type in ("story", "event", "hunter")))

    def locations(self, count: int) -> list[str]:
        """Return this many different Locations that haven't been seen, from the ready deck if it has enough of them."""
        names = self._list.locations if self._list is not None else []
        names = [name for name in names if not self._seen[name]]
        if len(names) < count:
            names = [card.id for card in self._pool() if card.type == "location" and not self._seen[card.id]]
            self._rng.shuffle(names)
        return [f"{name}.{self._seat}.1" for name in names[:count]]

    def background(self, count: int) -> list[str]:
        """Return this many cards that the seat may have in its Background deck."""
        listed = self._list.background if self._list is not None else None
        return self._cards(count, listed, (card for card in self._pool() if card.background), limit=MOST_COPIES)

    def _pool(self) -> list[Card]:
        known = self._content.known.setdefault("pools", {})
        if self._faction not in known:
            own = ("neutral", self._faction)
            known[self._faction] = [card for card in self._content.cards.values() if card.faction in own]
        return known[self._faction]

    def _cards(
        self, count: int, listed: dict[str, int] | None, pool: Iterable[Card], *, limit: int = COPIES
    ) -> list[str]:
        """Return random ids of cards that aren't visible, from the ready deck if there is one, or from the pool."""
        limits = listed if listed is not None else {card.id: limit for card in pool}
        found: list[str] = []
        for name, most in limits.items():
            taken = self._taken.get(name, set())
            free = _copies(name, self._seat, most + len(taken))
            found += [card for card in free if card not in taken][: max(0, most - len(taken))] if taken else free
        self._rng.shuffle(found)
        return found[:count]


@cache
def _copies(name: str, seat: int, most: int) -> list[str]:
    return [f"{name}.{seat}.{copy}" for copy in range(1, most + 1)]


def _seen(match: Haeresis, seat: int) -> list[str]:
    """Return the cards of a seat's deck that are visible to everyone."""
    state = match.state
    places = [*state.cards, *state.table, *(card for one in state.players for card in one.pyre), *state.open[0]]
    places += [*state.open[1], *(paid.card for paid in state.paid)]
    places += [step.card for step in state.stack if isinstance(step, PayStep) and step.how == "row"]
    return list(dict.fromkeys(card for card in places if owner(card) == seat))
