"""The prologue: section 7 (PROL) of RULES.md."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.board.sleeved_card import effect_of, home_of
from rules.edge_of_darkness.board.sleeving import placements, sleevable_locations, sleeve
from rules.edge_of_darkness.content.effects import only_gains, prologue_clauses
from rules.edge_of_darkness.effects.can_resolve import clause_can_resolve
from rules.edge_of_darkness.effects.effect_start import begin_effect
from rules.edge_of_darkness.flow.refusals import no_effect, refuse_effect
from rules.edge_of_darkness.flow.sleeve import COPY_RULES, refuse_copy, which_copy
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import KeepInHall, Pick, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import HallStep, PickEffectStep, PickStep, Source
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import contact_name
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Lines, Sequence
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def picks(match: EdgeMatch, _step: Sequence) -> None:
    """Push the picks in snake order: 1 2 3 4 4 3 2 1, or 1 2 2 1 1 2 with two players (EOD-PROL.3 to 6)."""
    seats = match.state.seats
    order = [(match.state.first + place) % seats for place in range(seats)]
    order += order[::-1]
    if seats == 2:
        order += order[:2]
    match.push(*[PickStep(seat) for seat in order])


def unpicked_kinds(match: EdgeMatch, _step: Sequence) -> None:
    """Sleeve a copy from each unpicked Location onto a random Neutral card in the Discard pile (EOD-PROL.24 to 28)."""
    state, content = match.state, match.content
    piles: dict[str, list[str]] = {"citizen": [], "patrician": []}
    for card in sorted(state.discard):
        # Exclude cards claimed by an effect in the prologue.
        if state.cards[card].owner < 0:
            piles[content.starters[card].role].append(card)
    takers = match.chance.shuffle("prologue/citizens", piles["citizen"])
    takers += match.chance.shuffle("prologue/patricians", piles["patrician"])
    unpicked = [name for name in state.locations if name not in state.picked]
    done: list[tuple[str, str]] = []
    for name, card in zip(unpicked, takers, strict=False):
        copies = [slip for slip in content.locations[name].slips for _ in range(state.supply[slip.id])]
        if state.options.prologue_neutral_copy == "not_top":
            copies = [slip for slip in copies if slip.slot != "top"] or copies
        slip = copies[match.chance.below("prologue/copy", len(copies))]
        state.supply[slip.id] -= 1
        setattr(state.cards[card], slip.slot, slip.id)
        done.append((slip.id, card))
    match.emit(EVERYONE, events.PrologueEnded(tuple(slip for slip, _ in done), tuple(card for _, card in done)))


def choose_hall_cards(match: EdgeMatch, _step: Sequence) -> None:
    """Ask each player for one Starter without advancements for the Guild Hall (EOD-PROL.29, PROL.35)."""
    seats = match.state.seats
    match.push(HallStep([(match.state.first + place) % seats for place in range(seats)]))


def make_deck(match: EdgeMatch, _step: Sequence) -> None:
    """Add the remaining Starters to the Discard pile, and shuffle it to form the stack (EOD-PROL.31, PROL.32)."""
    state = match.state
    for player in state.players:
        state.discard += player.starters
        player.starters = []
    state.deck = match.chance.shuffle("deck", sorted(state.discard))
    state.discard = []


def lay_street(match: EdgeMatch, _step: Sequence) -> None:
    """Lay out the top five cards of the stack as the Street (EOD-PROL.33)."""
    deck.refill_street(match)


PROLOGUE: Lines = {
    "picks": picks,
    "unpicked_kinds": unpicked_kinds,
    "choose_hall_cards": choose_hall_cards,
    "make_deck": make_deck,
    "lay_street": lay_street,
}


@EDGE.step(PickStep, asks=["pick", "sleeve_onto"], accepts=[Pick, SleeveOnto])
class PickRules(StepRules[EdgeMatch, PickStep]):
    """The choice of a copy from an unpicked Location and of a Starter to put it onto. Picking is mandatory."""

    def decisions(self, match: EdgeMatch, step: PickStep) -> dict[int, Decision]:
        state = match.state
        starters = state.players[step.seat].starters
        if step.location:
            actions = placements(match, step.location, starters)
            return {step.seat: decide("sleeve_onto", actions, location=step.location)}
        left = [name for name in sleevable_locations(match, starters) if name not in state.picked]
        return {step.seat: decide("pick", [Pick(name) for name in left])}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        if asked.key == "sleeve_onto":
            return which_copy(say, view, asked)
        return say.t("Prologue: which advancement do you take?")

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        return ("EOD-PROL.7", "EOD-PROL.8", "EOD-PROL.11", "EOD-PROL.12") if asked.key == "pick" else COPY_RULES

    def why_not(self, match: EdgeMatch, step: PickStep, seat: int, action: Action) -> IllegalAction | None:
        state = match.state
        if isinstance(action, SleeveOnto):
            return refuse_copy(match, seat, step.location, action)
        if not isinstance(action, Pick):
            return None
        if action.location not in state.locations:
            return IllegalAction("That Location isn't in this match.", rule="EOD-SETUP.28")
        if action.location in state.picked:
            return IllegalAction("That advancement has already been picked.", rule="EOD-PROL.8")
        return IllegalAction("No copy of that advancement fits one of your Starters.", rule="EOD-PROL.11")

    def is_sound(self, match: EdgeMatch, step: PickStep) -> bool:
        return step.location in ("", *match.content.locations)

    def take(self, match: EdgeMatch, step: PickStep, seat: int, action: Action) -> None:
        if isinstance(action, Pick):
            step.location = action.location
            return
        assert isinstance(action, SleeveOnto)
        match.finish(step)
        match.state.picked.append(step.location)
        sleeve(match, action.slip, action.card)
        match.emit(EVERYONE, events.Picked(seat, action.slip, action.card))
        match.push(PickEffectStep(seat, action.slip, action.card))


def only_gains_now(match: EdgeMatch, step: PickEffectStep) -> bool:
    """Return whether the prologue part of a picked effect only gives gains, at no cost (EOD-PBP.9)."""
    effect = effect_of(match.content, match.state.cards[step.card], match.content.slips[step.slip].slot)
    return only_gains(effect.mode, prologue_clauses(effect))


@EDGE.step(PickEffectStep, asks=["pick_effect"], accepts=[UseContact, Pass])
class PickEffectRules(StepRules[EdgeMatch, PickEffectStep]):
    """The choice whether to use the part of a new advancement's effect that works in the prologue (EOD-PROL.13)."""

    rules = ("EOD-PROL.13", "EOD-PROL.14", "EOD-PROL.15", "EOD-PROL.16", "EOD-PROL.20")

    def _source(self, match: EdgeMatch, step: PickEffectStep) -> Source:
        slot = match.content.slips[step.slip].slot
        return Source(step.card, slot, home_of(match.content, match.state.cards[step.card], slot))

    def _clauses(self, match: EdgeMatch, step: PickEffectStep, source: Source) -> list[Any]:
        effect = effect_of(match.content, match.state.cards[step.card], source.slot)
        return prologue_clauses(effect)

    def advance(self, match: EdgeMatch, step: PickEffectStep) -> bool:
        source = self._source(match, step)
        clauses = self._clauses(match, step, source)
        if any(clause_can_resolve(match, step.seat, source, clause, "prologue") for clause in clauses):
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: PickEffectStep) -> dict[int, Decision]:
        slot = match.content.slips[step.slip].slot
        return {step.seat: decide("pick_effect", [UseContact(step.card, slot), Pass()], slip=step.slip)}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return say.t("Do you use the effect of {contact}?", contact=contact_name(say, str(asked.args["slip"])))

    def why_not(self, match: EdgeMatch, step: PickEffectStep, seat: int, action: Action) -> IllegalAction | None:
        if not isinstance(action, UseContact) or action.card not in match.state.cards:
            return None
        return refuse_effect(match, seat, action.card, action.slot) or no_effect()

    def is_sound(self, match: EdgeMatch, step: PickEffectStep) -> bool:
        return step.card in match.state.cards and step.slip in match.content.slips

    def take(self, match: EdgeMatch, step: PickEffectStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, UseContact):
            source = self._source(match, step)
            effect = effect_of(match.content, match.state.cards[step.card], source.slot)
            match.emit(EVERYONE, events.Used(seat, step.card, source.slot, "prologue", step.slip))
            begin_effect(match, seat, source, self._clauses(match, step, source), effect.mode, "prologue")


@EDGE.step(HallStep, asks=["hall"], accepts=[KeepInHall])
class HallRules(StepRules[EdgeMatch, HallStep]):
    """The choice of a card for each Guild Hall. All players choose at the same time (EOD-PROL.35)."""

    rules = ("EOD-PROL.29", "EOD-PROL.30", "EOD-PROL.35")

    def advance(self, match: EdgeMatch, step: HallStep) -> bool:
        if step.owed:
            return False
        match.finish(step)
        return True

    def decisions(self, match: EdgeMatch, step: HallStep) -> dict[int, Decision]:
        state = match.state
        offers: dict[int, Decision] = {}
        for seat in step.owed:
            bare = [name for name in state.players[seat].starters if _is_bare(match, name)]
            offers[seat] = decide("hall", [KeepInHall(name) for name in bare])
        return offers

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return say.t("Which Starter without advancements goes into your Guild Hall?")

    def why_not(self, match: EdgeMatch, step: HallStep, seat: int, action: Action) -> IllegalAction | None:
        if not isinstance(action, KeepInHall):
            return None
        if action.card not in match.state.players[seat].starters:
            return IllegalAction("That isn't one of your Starters.", rule="EOD-PROL.29")
        return IllegalAction("That Starter already has an advancement. Choose one without.", rule="EOD-PROL.29")

    def is_sound(self, match: EdgeMatch, step: HallStep) -> bool:
        return all(seat in range(match.state.seats) for seat in step.owed)

    def take(self, match: EdgeMatch, step: HallStep, seat: int, action: Action) -> None:
        assert isinstance(action, KeepInHall)
        player = match.state.players[seat]
        step.owed.remove(seat)
        player.starters.remove(action.card)
        player.hall.append(action.card)
        match.emit(EVERYONE, events.Kept(seat, action.card))


def _is_bare(match: EdgeMatch, name: str) -> bool:
    card = match.state.cards[name]
    return not (card.top or card.middle or card.bottom)
