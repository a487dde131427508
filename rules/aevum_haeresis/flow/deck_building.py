"""Deck building from a card pool, by both players at once, before the decks are laid out (AH-FMT.9 to FMT.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

from rules.aevum_haeresis.board.boosters import limited_of, pool
from rules.aevum_haeresis.content.deck_pools import filled, fits, limit, missing, possible_damned, proposal
from rules.aevum_haeresis.content.legality import identity, part_of, sort_into_parts
from rules.aevum_haeresis.content.load import PACKS
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Done, Propose, PutIn, TakeOut
from rules.aevum_haeresis.state.state import Drafter, Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import BuildStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import card_name
from rules.aevum_haeresis.words.packets import building_question
from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.deck_building_interface import Building
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Later, Translator

#: The parts of a deck that cards can be taken out of. The Damned and the Camp can only be exchanged.
_OPEN = ("plot", "heretics", "locations")


def build(match: Haeresis, _step: Sequence) -> None:
    """Let both players build their decks, starting from a proposed deck for each (AH-FMT.9)."""
    match.state.phase = "building"
    for seat, drafter in enumerate(limited_of(match).seats):
        drafter.deck = proposal(match.content, pool(match, seat))
    match.push(BuildStep())


@HAERESIS.step(BuildStep, asks=["build"], accepts=[PutIn, TakeOut, Propose, Done])
class BuildRules(Rules[BuildStep]):
    """Lets players change a proposed deck. Remaining gaps are filled from the pool at the end (AH-FMT.9, FMT.10)."""

    rules = ("AH-FMT.9", "AH-FMT.10", "AH-DECK.3", "AH-DECK.5", "AH-DECK.8")
    not_now = N_("You build a deck only in a match with boosters, before the game begins.")
    not_now_rule = "AH-FMT.9"

    def go_on(self, match: Haeresis, step: BuildStep) -> bool:
        if not all(drafter.ready for drafter in limited_of(match).seats):
            return False
        match.finish(step)
        return True

    def decisions(self, match: Haeresis, step: BuildStep) -> dict[int, Decision]:
        return {
            seat: decide("build", _offered(match, seat, drafter))
            for seat, drafter in enumerate(limited_of(match).seats)
            if not drafter.ready
        }

    def take(self, match: Haeresis, step: BuildStep, seat: int, action: Action) -> None:
        drafter, content = limited_of(match).seats[seat], match.content
        match action:
            case PutIn():
                if content.cards[action.card].type == "camp":
                    drafter.deck = {card: n for card, n in drafter.deck.items() if content.cards[card].type != "camp"}
                drafter.deck = dict(Counter(drafter.deck) + Counter([action.card]))
            case TakeOut():
                drafter.deck = dict(Counter(drafter.deck) - Counter([action.card]))
            case Propose():
                drafter.deck = proposal(content, pool(match, seat), action.card)
            case _:
                drafter.deck = filled(content, pool(match, seat), damned_of(content, drafter.deck), drafter.deck)
                drafter.ready = True
                match.emit(EVERYONE, events.DeckBuilt(seat))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return building_question(say, view)

    def why_not(self, match: Haeresis, step: BuildStep, seat: int, action: Action) -> Reason:
        if isinstance(action, PutIn | TakeOut | Propose):
            return _refused(match, seat, action)
        return None

    def is_sound(self, match: Haeresis, step: BuildStep) -> bool:
        return match.state.limited is not None and match.content.boosters is not None


def damned_of(content: Content, deck: Mapping[str, int]) -> str:
    """Return the Damned of a deck that is being built. A deck in this phase always contains one."""
    return next(card for card in deck if content.cards[card].type == "damned")


def _offered(match: Haeresis, seat: int, drafter: Drafter) -> list[Action]:
    """Return the actions that put a card into a deck, take one out, propose another deck, or finish the deck."""
    content, deck, own_pool = match.content, drafter.deck, pool(match, seat)
    damned, lacking = damned_of(content, deck), missing(content, deck)
    copies_by_identity = Counter({identity(content.cards[card]): 0 for card in own_pool})
    for card, copies in deck.items():
        copies_by_identity[identity(content.cards[card])] += copies
    puts = [
        PutIn(card)
        for card in own_pool
        if _has_room(content, card, lacking)
        and fits(content, damned, card)
        and deck.get(card, 0) < own_pool[card]
        and copies_by_identity[identity(content.cards[card])] < limit(part_of(content.cards[card]))
    ]
    outs = [TakeOut(card) for card in deck if part_of(content.cards[card]) in _OPEN]
    return [*puts, *outs, *(Propose(card) for card in possible_damned(content, own_pool)), Done()]


def _has_room(content: Content, card: str, lacking: Mapping[str, int]) -> bool:
    part = part_of(content.cards[card])
    return part == "camp" or lacking.get(part, 0) > 0


def _refused(match: Haeresis, seat: int, action: PutIn | TakeOut | Propose) -> IllegalAction:
    """Return why a card can't be put in or taken out, or why no deck can be proposed for a Damned."""
    content, own_pool, deck = match.content, pool(match, seat), limited_of(match).seats[seat].deck
    card = content.cards.get(action.card)
    if card is None or not own_pool.get(card.id):
        return IllegalAction("This card isn't in your pool.", rule="AH-FMT.9")
    if isinstance(action, TakeOut):
        return IllegalAction("This card isn't in your deck, or you can only swap it for another one.", rule="AH-FMT.9")
    if isinstance(action, Propose):
        return IllegalAction("With this card, your pool isn't enough for a deck.", rule="AH-FMT.9")
    if not fits(content, damned_of(content, deck), card.id):
        return IllegalAction("This card isn't of your Damned's faction.", rule="AH-DECK.8")
    if not _has_room(content, card.id, missing(content, deck)):
        return IllegalAction("This part of your deck is full: take another card out first.", rule="AH-FMT.9")
    return IllegalAction("Your deck can't have more copies of this card.", rule="AH-DECK.10")


def built(match: Haeresis, seat: int) -> Deck | None:
    """Return the deck that a seat is currently building; None if the seat isn't building a deck."""
    state = match.state
    if state.limited is None or state.phase != "building" or state.limited.seats[seat].ready:
        return None
    return Deck(dict(state.limited.seats[seat].deck), pack=state.options.pack)


def actions_toward(match: Haeresis, seat: int, deck: Deck) -> list[Action]:
    """Return the actions that turn a seat's deck into the given one; raises IllegalAction if the pool lacks cards."""
    content, own_pool = match.content, pool(match, seat)
    if deck.pack != match.state.options.pack:
        raise IllegalAction(
            "This match uses the content pack “{pack}”, but the deck is made from another one.",
            pack=PACKS.title_field(match.state.options.pack),
        )
    if any(card not in content.cards for card in deck.cards):
        raise IllegalAction("The list has cards that aren't in this content pack.", rule="AH-FMT.9")
    wanted = {card: copies for card, copies in deck.cards.items() if part_of(content.cards[card]) != "background"}
    parts = sort_into_parts(content, wanted)
    if len(parts.damned) != 1 or len(parts.camp) != 1:
        raise IllegalAction("A deck has exactly one Damned and one Camp.", rule="AH-DECK.1")
    (damned,), (camp,) = parts.damned, parts.camp
    for card, copies in wanted.items():
        if copies > own_pool.get(card, 0):
            told, own = Later(partial(card_name, card=card)), own_pool.get(card, 0)
            raise IllegalAction("You have {own} of {name} in your pool.", rule="AH-FMT.9", own=own, name=told)
    deck_now = limited_of(match).seats[seat].deck
    starting_deck = deck_now if damned in deck_now else proposal(content, own_pool, damned)
    first: list[Action] = [] if damned in deck_now else [Propose(damned)]
    outs = Counter({card: n for card, n in starting_deck.items() if part_of(content.cards[card]) in _OPEN}) - Counter(
        wanted
    )
    puts = Counter(wanted) - Counter(starting_deck)
    puts.pop(camp, None)
    exchanged: list[Action] = [] if camp in starting_deck else [PutIn(camp)]
    return [*first, *exchanged, *map(TakeOut, outs.elements()), *map(PutIn, puts.elements())]


def under_way(match: Haeresis) -> bool:
    """Return whether the match is still in the draft or in deck building, before the decks are laid out."""
    return match.state.phase in ("draft", "building")


BUILDING = Building(option="format", under_way=under_way, deck=built, toward=actions_toward)
