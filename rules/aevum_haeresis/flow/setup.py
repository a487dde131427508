"""The set-up of a match (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Sequence_
from itertools import islice

from rules.aevum_haeresis.board.boosters import drawn_factions, limited_of, open_booster
from rules.aevum_haeresis.board.decks_and_resources import draw
from rules.aevum_haeresis.content.decklist import brought_deck_lists, list_of
from rules.aevum_haeresis.content.load import FIRST, PACKS, pack
from rules.aevum_haeresis.content.records import Content, DeckList
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import BeActive, Keep, Mulligan
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis, InPlay, Limited, Player, State
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import ActiveStep, LocationStep, MulliganStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.content.decks import Deck
from rules.kernel.content.packs import BASE
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.chance import Chance, ChanceState
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator

#: The number of cards in the opening hand from the Plot deck, and the number from the Heretic deck (AH-SETUP.6).
OPENING = (5, 4)

#: The player counts that the game allows.
SEATS = range(2, 3)

#: A function that returns a number for each of a seat's cards. The number becomes part of the card's id.
Numbering = Callable[[Chance, int, Sequence_[str]], list[int]]
#: The range of the random numbers in card ids.
NUMBERS = range(1000, 10_000)


def content_of(state: State) -> Content:
    """Return the content pack of a match, given its state."""
    return pack(pack_name(state))


def pack_name(state: State) -> str:
    """Return the name of the pack whose cards a match uses."""
    return FIRST if state.reading == 1 and state.options.pack == BASE else state.options.pack


def new_state(seats: int, seed: str | int, options: Options, decks: Sequence_[Deck | None] = ()) -> State:
    """Return the state of a new match with the players' decks; a seat without a deck gets a ready deck (AH-DECK.14).

    If decks are built from boosters during the match, `decks` is ignored (AH-FMT.1).
    """
    if options.format != "decks":
        return _with_boosters(seats, seed, options)
    return laid_out(seats, seed, options, brought_deck_lists(pack(options.pack), options.pack, decks))


def _with_boosters(seats: int, seed: str | int, options: Options) -> State:
    """Return the state of a new match whose decks are built from boosters.

    In the sealed format, all boosters are opened immediately (AH-FMT.5).
    """
    content = pack(options.pack)
    _check_seats(seats)
    if content.boosters is None:
        raise IllegalAction(
            "The content pack “{pack}” has no boosters: play it with decks.",
            rule="AH-FMT.1", pack=PACKS.title_field(options.pack),
        )  # fmt: skip
    chance = Chance(ChanceState(str(seed)))
    limited = Limited(drawn_factions(chance, content))
    if options.format == "sealed":
        for seat in (0, 1):
            for _ in range(content.boosters.sealed.boosters):
                open_booster(chance, content, limited, seat)
    state = State(seats=2, chance=chance.state, options=options, limited=limited)
    state.phase = "draft" if options.format == "draft" else "building"
    state.players = [Player("", "", [], [], [], []) for _ in range(seats)]
    state.stack.append(Sequence("game"))
    return state


def lay_out(match: Haeresis, _step: Sequence) -> None:
    """Put the decks that the players have built on the table, so that the game can start (AH-FMT.11)."""
    state = match.state
    state.phase = "setup"
    for seat, drafter in enumerate(limited_of(match).seats):
        state.players[seat] = _player(list_of(match.content, drafter.deck), seat, match.chance, _number_at_random)
        _put_in_play(state, seat)


def _check_seats(seats: int) -> None:
    if seats not in SEATS:
        raise IllegalAction("Aevum Haeresis is for 2 players.", rule="AH-GEN.1")


def _put_in_play(state: State, seat: int) -> None:
    """Put a seat's Damned and Camp into play."""
    for card in (state.players[seat].damned, state.players[seat].camp):
        state.entered += 1
        state.cards[card] = InPlay(seat, order=state.entered)


def _number_at_random(chance: Chance, seat: int, cards: Sequence_[str]) -> list[int]:
    """Return random numbers for a seat's cards, so an id doesn't reveal the number of copies (AH-INFO.4)."""
    return chance.take(f"numbers/{seat}", list(NUMBERS), len(cards))


def number_in_order(_chance: Chance, _seat: int, cards: Sequence_[str]) -> list[int]:
    """Return numbers that count the copies of each card from 1, for positions made by hand."""
    return [cards[: place + 1].count(card) for place, card in enumerate(cards)]


def laid_out(
    seats: int,
    seed: str | int,
    options: Options,
    decks: Iterable[DeckList | None],
    numbered: Numbering = _number_at_random,
) -> State:
    """Return the state of a new match with the decks on the table, before it has run to its first decision.

    A seat without a deck gets one of the ready decks (AH-DECK.14). `numbered` returns the numbers in the cards' ids.
    """
    content = pack(options.pack)
    _check_seats(seats)
    chance = Chance(ChanceState(str(seed)))
    ready = list(content.decks.values())
    lessons = chance.shuffle("setup/first_decks", ready[:2]) if options.ready_decks == "first" else []
    state = State(seats=2, chance=chance.state, options=options)
    for seat, chosen in enumerate([*decks, None, None][:seats]):
        deck = chosen or (lessons[seat] if lessons else None) or ready[chance.below(f"setup/deck/{seat}", len(ready))]
        state.players.append(_player(deck, seat, chance, numbered))
        _put_in_play(state, seat)
    state.stack.append(Sequence("game"))
    return state


def _player(deck: DeckList, seat: int, chance: Chance, numbered: Numbering) -> Player:
    """Return a player with the cards of a deck list and two shuffled draw decks (AH-SETUP.1 to SETUP.5)."""
    locations = dict.fromkeys(deck.locations, 1)
    parts = ({deck.damned: 1}, {deck.camp: 1}, deck.plot, deck.heretics, locations, deck.background)
    cards = [card for part in parts for card, count in part.items() for _ in range(count)]
    named = iter([f"{card}.{seat}.{number}" for card, number in zip(cards, numbered(chance, seat, cards), strict=True)])
    damned, camp, plot, heretics, places, background = ([*islice(named, sum(part.values()))] for part in parts)
    return Player(
        damned=damned[0],
        camp=camp[0],
        plot=chance.shuffle(f"plot/{seat}", plot),
        heretics=chance.shuffle(f"heretics/{seat}", heretics),
        locations=places,
        background=background,
    )


def choose_active(match: Haeresis, _step: Sequence) -> None:
    """Draw both hands, and let a randomly chosen player decide who is Active (AH-SETUP.6, SETUP.9)."""
    for seat in (0, 1):
        draw(match, seat, "plot", OPENING[0])
        draw(match, seat, "heretic", OPENING[1])
    match.push(ActiveStep(match.chance.below("setup/pick", 2)))


@HAERESIS.step(ActiveStep, asks=["active"], accepts=[BeActive])
class ActiveRules(Rules[ActiveStep]):
    """Lets a randomly chosen player decide who is Active in the first Round."""

    rules = ("AH-SETUP.9", "AH-GEN.5")

    def decisions(self, match: Haeresis, step: ActiveStep) -> dict[int, Decision]:
        return {step.seat: decide("active", [BeActive(0), BeActive(1)])}

    def take(self, match: Haeresis, step: ActiveStep, seat: int, action: Action) -> None:
        assert isinstance(action, BeActive)
        match.finish(step)
        match.state.active = action.seat
        match.emit(EVERYONE, events.ActiveChosen(seat, action.seat))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("You decide: who is Active in the first Round? The Active player lays and answers first.")

    def why_not(self, match: Haeresis, step: ActiveStep, seat: int, action: Action) -> Reason:
        return (
            IllegalAction("There are two players: choose one of them.", rule="AH-SETUP.9")
            if isinstance(action, BeActive)
            else None
        )


def mulligans(match: Haeresis, _step: Sequence) -> None:
    """Ask the Active player, and then the Passive player, about a mulligan (AH-SETUP.10)."""
    active = match.state.active
    match.push(MulliganStep(active), MulliganStep(1 - active))


@HAERESIS.step(MulliganStep, asks=["mulligan"], accepts=[Keep, Mulligan])
class MulliganRules(Rules[MulliganStep]):
    """Lets a player keep the opening hand or take a mulligan (AH-SETUP.11 to SETUP.14).

    A mulligan replaces the hand once, with one card fewer from each deck.
    """

    rules = ("AH-SETUP.11", "AH-SETUP.12", "AH-SETUP.13", "AH-SETUP.14")

    def decisions(self, match: Haeresis, step: MulliganStep) -> dict[int, Decision]:
        return {step.seat: decide("mulligan", [Keep(), Mulligan()])}

    def take(self, match: Haeresis, step: MulliganStep, seat: int, action: Action) -> None:
        match.finish(step)
        player = match.state.players[seat]
        takes_mulligan = isinstance(action, Mulligan)
        match.emit(EVERYONE, events.MulliganDecided(seat, takes_mulligan))
        if not takes_mulligan:
            return
        player.mulligan = True
        heretic = {c for c in player.hand if match.content.cards[c.partition(".")[0]].type == "heretic"}
        player.plot = match.chance.shuffle(
            f"plot/{seat}", [*player.plot, *[c for c in player.hand if c not in heretic]]
        )
        player.heretics = match.chance.shuffle(f"heretics/{seat}", [*player.heretics, *sorted(heretic)])
        player.hand = []
        draw(match, seat, "plot", OPENING[0] - 1)
        draw(match, seat, "heretic", OPENING[1] - 1)

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return say.t("Do you keep your opening hand, or shuffle it back and draw 4 Plot cards and 3 Heretics?")


def first_location(match: Haeresis, _step: Sequence) -> None:
    """Ask the Active player for the first Location (AH-SETUP.15)."""
    match.push(LocationStep(match.state.active))
