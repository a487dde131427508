"""The windows of Deus Ex Machina: two halves, the Active player's first (section 23)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import record
from rules.aevum_haeresis.board.deck import kinds
from rules.aevum_haeresis.content.ops import WindowName
from rules.aevum_haeresis.effects.paying import payable
from rules.aevum_haeresis.flow.rules import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import PlayDem, UseDem, Waive
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import DemStep, PayStep
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, decide

#: Paces at which the log tells of every window that closed, so that its length tells nothing (AH-PBP.13).
TIMED = ("ask_all", "uniform")


def open_window(match: Haeresis, name: WindowName) -> None:
    """Open a window, unless the game is over (AH-DEM.10 to DEM.22)."""
    if not match.state.ended:
        for lies in match.state.cards.values():
            lies.window.clear()
        match.state.window = name
        tally = match.state.tally
        tally.windows[name] = tally.windows.get(name, 0) + 1
        tally.reacted = [[], []]
        match.push(DemStep(name))


def half_of(match: Haeresis, step: DemStep) -> int:
    """Return whose half of a window it is (AH-DEM.24)."""
    return match.state.active if step.half == 0 else 1 - match.state.active


def in_play(match: Haeresis, seat: int, name: WindowName) -> list[tuple[str, int]]:
    """Return the abilities of cards in play that could be used in this window (AH-DEM.5, DEM.8)."""
    found: list[tuple[str, int]] = []
    for card, lies in match.state.cards.items():
        if lies.controller != seat:
            continue
        for number, ability in enumerate(record(match, card).abilities):
            key = str(number)
            if ability.kind != "dem" or (ability.windows and name not in ability.windows):
                continue
            if key in lies.window or (ability.limit == "round" and key in lies.used):
                continue
            if payable(match, PayStep(seat, card, "ability", number)):
                found.append((card, number))
    return found


def in_hand(match: Haeresis, seat: int, name: WindowName) -> list[str]:
    """Return the Hunters and cards with DEM in a hand that can be played in this window (AH-HUNT.1, DEM.7)."""
    found: list[str] = []
    for card in kinds(match.state.players[seat].hand):
        kind = record(match, card)
        windows = kind.dem if kind.dem is not None else ([] if kind.type == "hunter" else None)
        if windows is not None and (not windows or name in windows) and payable(match, PayStep(seat, card, "dem")):
            found.append(card)
    return found


@HAERESIS.step(DemStep)
class DemRules(Rules[DemStep]):
    """Each half is its player's until they waive; public facts alone can close it unasked (AH-DEM.24 to 30, PBP.6)."""

    def advance(self, match: Haeresis, step: DemStep) -> bool:
        if super().advance(match, step):
            return True
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
        step.half += 1
        return True

    def _waits(self, match: Haeresis, step: DemStep, seat: int) -> bool:
        """Only public facts count, unless both agreed to trust (AH-PBP.6, PBP.7, PBP.12)."""
        if in_play(match, seat, step.name):
            return True
        if match.state.options.pace == "trust":
            return bool(in_hand(match, seat, step.name))
        return bool(match.state.players[seat].hand)

    def decisions(self, match: Haeresis, step: DemStep) -> dict[int, Decision]:
        seat = half_of(match, step)
        offers: list[Action] = [UseDem(f"{card}/{number}") for card, number in in_play(match, seat, step.name)]
        offers += map(PlayDem, in_hand(match, seat, step.name))
        return {seat: decide("window", [*offers, Waive()], window=step.name)}

    def take(self, match: Haeresis, step: DemStep, seat: int, action: Action) -> None:
        if isinstance(action, Waive):
            step.half += 1
            return
        assert isinstance(action, PlayDem | UseDem)
        tally = match.state.tally
        tally.dems[seat] += 1
        tally.reacted[seat].append(action.card)
        if isinstance(action, PlayDem):
            match.reveal()
            match.emit(EVERYONE, events.PlayedDem(seat, action.card, step.name))
            match.push(PayStep(seat, action.card, "dem"))
        else:
            card, number = action.card.split("/")
            lies = match.state.cards[card]
            lies.window.append(number)
            if number not in lies.used:
                lies.used.append(number)
            match.emit(EVERYONE, events.UsedDem(seat, card, step.name))
            match.push(PayStep(seat, card, "ability", int(number)))
