"""The windows of Deus Ex Machina. The Active player can react first, and then the rival (section 23)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rules.aevum_haeresis.board.card_lookup import abilities, kind
from rules.aevum_haeresis.board.decks_and_resources import kinds
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content.ops import WindowName
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.effects.amounts import may_use
from rules.aevum_haeresis.effects.cost_rules import ability_of, payable
from rules.aevum_haeresis.flow.refusals import Reason, ability_named, unpayable, unusable
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import PlayDem, UseDem, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import DemStep, PayStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.amounts import CardWriter, gold, souls
from rules.aevum_haeresis.words.cards import ability_line, cost_line, effect_first
from rules.aevum_haeresis.words.names import (
    MANOEUVRES,
    card_name,
    card_names,
    content_of,
    counted,
    me,
    record_of,
    sentences,
    window_name,
)
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: Actions that are offered very often, so they are cached.
_PLAY, _WAIVE = cache(PlayDem), Waive()
#: With these values of the option `pace`, the log has an entry even for a window without a reaction, because a missing
#: entry would reveal something (AH-PBP.13).
TIMED = ("ask_all", "uniform")


def open_window(match: Haeresis, name: WindowName) -> None:
    """Open a window of Deus Ex Machina unless the game has been decided (AH-DEM.10 to DEM.22)."""
    if not match.state.ended:
        for placed in match.state.cards.values():
            if placed.window:
                placed.window.clear()
        match.state.window = name
        tally = match.state.tally
        tally.windows[name] = tally.windows.get(name, 0) + 1
        tally.reacted = [[], []]
        match.push(DemStep(name))


def window(name: WindowName) -> Callable[[Haeresis, Sequence], None]:
    """Return a sequence line that opens this window."""
    return lambda match, _step: open_window(match, name)


def half_of(match: Haeresis, step: DemStep) -> int:
    """Return the seat that may react in the current half of a window (AH-DEM.24)."""
    return match.state.active if step.half == 0 else 1 - match.state.active


def in_play(match: Haeresis, seat: int, name: WindowName) -> list[tuple[str, int]]:
    """Return the abilities of a seat's cards in play that can be used in this window (AH-DEM.5, DEM.8)."""
    return [
        (card, number)
        for card, number, ability, placed in abilities(match, seat, "dem")
        if (not ability.windows or name in ability.windows)
        and str(number) not in placed.window
        and not (ability.limit == "round" and str(number) in placed.used)
        and may_use(match, seat, card, number, ability)
        and payable(match, PayStep(seat, card, "ability", number))
    ]


def in_hand(match: Haeresis, seat: int, name: WindowName) -> list[str]:
    """Return the cards in a hand that can be played and paid for in this window (AH-HUNT.1, DEM.7)."""
    fitting = _fitting(match, name)
    held = [card for card in match.state.players[seat].hand if kind(card) in fitting]
    return [card for card in kinds(held) if payable(match, PayStep(seat, card, "dem"))] if held else []


def could_react(match: Haeresis, seat: int, name: WindowName) -> bool:
    """Return whether a seat might be able to react in this window, as far as all players can tell (AH-PBP.6).

    It might if a card in play can be used, or if it has cards in hand and could pay for any of the pack's cards.
    """
    if in_play(match, seat, name):
        return True
    unknown = (PayStep(seat, f"{card}.{seat}.0", "dem") for card in _fitting(match, name))
    return bool(match.state.players[seat].hand) and any(payable(match, step) for step in unknown)


def _fitting(match: Haeresis, name: str) -> frozenset[str]:
    """Return the kinds of cards that can be played from the hand in this window, cached per pack."""
    known = match.content.known
    key = ("window", name)
    if key not in known:
        known[key] = frozenset(one for one, card in match.content.cards.items() if meant_for(card, name))
    return known[key]


def meant_for(card: Card, name: str) -> bool:
    """Return whether a card can be played from the hand in this window, as a Hunter or by Deus Ex Machina."""
    if card.dem is None:
        return card.type == "hunter"
    return not card.dem or name in card.dem


#: The id of the rule behind each window.
_RULES = {
    "prologue_end": "AH-DEM.10",
    "chapter_revealed": "AH-DEM.11",
    "chapter_paid": "AH-DEM.12",
    "enlistment_end": "AH-DEM.13",
    "heresy_paid": "AH-DEM.14",
    "heresy_resolved": "AH-DEM.15",
    "manoeuvre_announced": "AH-DEM.16",
    "conflict_end": "AH-DEM.17",
    "consequences_done": "AH-DEM.18",
    "conflict_time_advanced": "AH-DEM.19",
    "pass_declared": "AH-DEM.20",
    "epilogue_discard": "AH-DEM.21",
}


@HAERESIS.step(DemStep, asks=["window"], accepts=[UseDem, PlayDem, Waive])
class DemRules(Rules[DemStep]):
    """Asks one player for reactions until they waive, then the other player (AH-DEM.24 to DEM.30, PBP.6).

    A player is skipped only if public facts show that they can't react, unless the option `pace` is "trust".
    """

    not_now = N_("No Deus Ex Machina window is open for you now; wait for the next one.")
    not_now_rule = "AH-DEM.22"

    def go_on(self, match: Haeresis, step: DemStep) -> bool:
        state = match.state
        if step.half > 1:
            match.finish(step)
            state.window = ""
            state.tally.bought = [[], []]
            if state.options.pace in TIMED and not any(state.tally.reacted):
                match.emit(EVERYONE, events.NobodyActed(step.name))
            return True
        seat = half_of(match, step)
        if self._waits(match, step, seat):
            return False
        step.waived = step.waived or (step.half == 0 and not step.acted)
        step.acted = False
        step.half += 1
        return True

    def _waits(self, match: Haeresis, step: DemStep, seat: int) -> bool:
        """Return whether to wait for this player's reaction.

        The answer depends on public facts only, unless the option `pace` is "trust" (AH-PBP.6, 7, 12).
        """
        if match.state.options.pace == "trust":
            return bool(in_play(match, seat, step.name) or in_hand(match, seat, step.name))
        # The hand is looked at first, because that is faster.
        return bool(match.state.players[seat].hand or in_play(match, seat, step.name))

    def is_sound(self, match: Haeresis, step: DemStep) -> bool:
        return step.half in (0, 1, 2)

    def decisions(self, match: Haeresis, step: DemStep) -> dict[int, Decision]:
        seat = half_of(match, step)
        offers: list[Action] = [UseDem(f"{card}/{number}") for card, number in in_play(match, seat, step.name)]
        offers += map(_PLAY, in_hand(match, seat, step.name))
        again = bool(match.state.tally.reacted[seat])
        return {seat: decide("window", [*offers, _WAIVE], window=step.name, again=again)}

    def take(self, match: Haeresis, step: DemStep, seat: int, action: Action) -> None:
        if isinstance(action, Waive):
            step.waived = step.waived or (step.half == 0 and not step.acted)
            step.acted = False
            step.half += 1
            return
        assert isinstance(action, PlayDem | UseDem)
        tally = match.state.tally
        tally.dems[seat] += 1
        tally.reacted[seat].append(action.card)
        step.acted = step.half == 0
        if match.state.options.answer_back and step.half == 1 and not step.waived:
            step.half = 0  # the Active player may respond unless they have waived (AH-DEM.25)
        if isinstance(action, PlayDem):
            match.reveal()
            match.emit(EVERYONE, events.PlayedDem(seat, action.card, step.name))
            match.push(PayStep(seat, action.card, "dem"))
        else:
            card, number = action.card.split("/")
            placed = match.state.cards[card]
            placed.window.append(number)
            if number not in placed.used:
                placed.used.append(number)
            if ability_of(match, card, int(number)).limit == "game":
                placed.done.append(number)
            match.emit(EVERYONE, events.UsedDem(seat, card, step.name))
            queue_triggered(match, "used_dem", seat, card)
            match.push(PayStep(seat, card, "ability", int(number)))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        name = str(asked.args["window"])
        line = (
            N_("Window: {window}. {why} You've already answered: answer again?")
            if asked.args.get("again")
            else N_("Window: {window}. {why} Do you answer with a Deus Ex Machina or a Hunter?")
        )
        why = _what_happened(say, view, name)
        asks = say.t(line, window=window_name(say, name), why=why).replace("  ", " ")
        by, own = CardWriter(say, content_of(view)), me(view)
        means = say.t("You have {gold} and {souls}.", gold=gold(by, own.gold), souls=souls(by, own.souls))
        return sentences([asks, *_cards_in_question(say, view, name), means, _why_none(say, view)])

    def rests_on(self, view: HaeresisView, asked: Prompt) -> tuple[str, ...]:
        return (_RULES[str(asked.args["window"])], "AH-DEM.1", "AH-DEM.3", "AH-DEM.6", "AH-DEM.29")

    def why_not(self, match: Haeresis, step: DemStep, seat: int, action: Action) -> Reason:
        match action:
            case UseDem():
                return _not_used(match, seat, action.card)
            case PlayDem():
                return _not_played(match, seat, action.card)
            case _:
                return None


def _cards_in_question(say: Translator, view: HaeresisView, window: str) -> list[str]:
    """Return a sentence for each card that the window is about, with its cost and text."""
    cards: list[str] = []
    if window == "chapter_revealed":
        cards = [card for player in view.players for card in player.open]
    elif window in ("chapter_paid", "heresy_paid"):
        cards = [paid.card if paid.ability < 0 else f"{paid.card}/{paid.ability}" for paid in view.paid]
    return [_card_in_question(say, view, card) for card in dict.fromkeys(cards)]


def _card_in_question(say: Translator, view: HaeresisView, card: str) -> str:
    content, (name, _, number) = content_of(view), card.partition("/")
    record = record_of(view, name)
    if number:
        return say.t("{card}: {text}", card=card_name(say, name), text=ability_line(say, content, record, int(number)))
    now = record.model_copy(update={"cost": view.costs.get(record.id, record.cost)})
    text = sentences([cost_line(say, content, now), effect_first(say, content, record)])
    return say.t("{card}: {text}", card=card_name(say, name), text=text)


def _why_none(say: Translator, view: HaeresisView) -> str:
    """Return a sentence that says why no card in the viewer's hand can be played in this window; "" if one can."""
    if view.affordable:
        return ""
    if view.fitting:
        return say.t("You can't pay for {cards} now.", cards=card_names(say, view.fitting))
    return say.t("You have no card for it in hand.")


def _what_happened(say: Translator, view: HaeresisView, window: str) -> str:
    """Return a sentence that describes the event that opened this window."""
    if window == "chapter_revealed":
        shown = [f"{say.seat(player.seat)}: {card_names(say, player.open)}" for player in view.players if player.open]
        return say.t("Chapter {n}: {cards}.", n=view.chapter, cards="; ".join(shown)) if shown else ""
    if window in ("chapter_paid", "heresy_paid") and view.paid:
        return say.t("Paid for: {cards}.", cards=counted(say, [paid.card for paid in view.paid]))
    if view.manoeuvre is not None and window != "conflict_time_advanced":
        man = view.manoeuvre
        told = say.t("{player}: {manoeuvre}.", player=say.seat(man.initiator), manoeuvre=say.t(MANOEUVRES[man.type]))
        if window != "manoeuvre_announced":
            other = 1 - man.initiator
            told += " " + say.t(
                "Icons: {n} for {player}, {m} for {other}.",
                player=say.seat(man.initiator), n=man.icons[man.initiator], other=say.seat(other), m=man.icons[other],
            )  # fmt: skip
        return told
    if window == "pass_declared":
        return say.t("{player} passed.", player=say.seat(view.actor))
    return ""


def _not_used(match: Haeresis, seat: int, option: str) -> Reason:
    state, card = match.state, option.partition("/")[0]
    placed = state.cards.get(card)
    if placed is None:
        return IllegalAction("That card is not in play.", rule="AH-DEM.7")
    if placed.controller != seat:
        return IllegalAction("You don't control that card.", rule="AH-CTRL.4")
    found = ability_named(match, option, "dem")
    if found is None:
        return IllegalAction("That card has no Deus Ex Machina.", rule="AH-CARD.16")
    number, ability = found
    if ability.windows and state.window not in ability.windows:
        return IllegalAction("That Deus Ex Machina can't be used in this window; its text says when.", rule="AH-DEM.5")
    if str(number) in placed.window:
        return IllegalAction("That Deus Ex Machina has already been used in this window.", rule="AH-DEM.8")
    if ability.limit == "round" and str(number) in placed.used:
        return IllegalAction("That Deus Ex Machina has already been used this Round.", rule="AH-DEM.5")
    return unusable(match, seat, card, found) or unpayable(match, PayStep(seat, card, "ability", number))


def _not_played(match: Haeresis, seat: int, name: str) -> Reason:
    if name not in match.state.players[seat].hand:
        return IllegalAction("That card isn't in your hand.", rule="AH-DEM.7")
    card = match.content.cards[kind(name)]
    if card.type == "heretic":
        return IllegalAction("Heretics are played from the Enlistment row only.", rule="AH-PLAY.2")
    if card.type != "hunter" and card.dem is None:
        return IllegalAction("That card has no Deus Ex Machina: lay it in a row.", rule="AH-PLAY.1")
    if not meant_for(card, match.state.window):
        return IllegalAction("That card can't be played in this window; its text says when.", rule="AH-PLAY.6")
    found = unpayable(match, PayStep(seat, name, "dem"))
    return found or IllegalAction("All copies of a card are the same: choose the one offered.")
