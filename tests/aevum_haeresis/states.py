"""Positions in the states of section 33 of RULES.md where a seat must act, for tests of the state machine."""

from __future__ import annotations

from collections.abc import Callable

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, enlisting, new, set_card
from rules.aevum_haeresis.state.actions import Announce, BeActive, Decline, Done, Keep, Lay, Pass, UseHeresy, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import DemStep
from rules.kernel.data.actions import Action
from tests.aevum_haeresis.plot_helpers import duel, fighter, filler, join, passes, remove_abilities, sorcerer
from tests.aevum_haeresis.scenes import souls
from tests.aevum_haeresis.table import lay, pay, waive
from tests.aevum_haeresis.window_helpers import event, hunter, story
from tests.game_helpers import act

GAIN = [{"op": "gold", "amount": 1}]
Way = Callable[[Haeresis, int], Action]


def seat_of(role: str, active: int) -> int:
    return active if role == "A" else 1 - active


def questions(match: Haeresis) -> dict[int, str]:
    """Return the question of each seat that must decide. In a window, the question is the window's name."""
    top = match.state.stack[-1] if match.state.stack else None
    found = match.decisions().items()
    return {seat: top.name if isinstance(top, DemStep) else decision.prompt.key for seat, decision in found}


# -- routes -----------------------------------------------------------------------------------------------------


def chosen(active: int) -> Haeresis:
    match = new("start")
    act(match, BeActive(active))
    return match


def kept(active: int) -> Haeresis:
    match = chosen(active)
    act(match, Keep())
    return match


def placing(active: int) -> Haeresis:
    match = kept(active)
    act(match, Keep())
    return match


def table(active: int) -> Haeresis:
    """Return a match where the Active seat must act.

    Each hand has two unplayable cards, and no card has abilities.
    """
    match = remove_abilities(duel(active))
    for seat in (ANNA, BELA):
        filler(match, seat, 2)
    return match


def enlist(active: int) -> Haeresis:
    match = table(active)
    for seat in (ANNA, BELA):
        event(match, seat, f"feast_{seat}", do=GAIN)
    return enlisting(match)


def half_laid(active: int) -> Haeresis:
    match = enlist(active)
    lay(match, active, f"feast_{active}.{active}.1")
    return match


def offered(active: int) -> Haeresis:
    match = half_laid(active)
    lay(match, 1 - active, f"feast_{1 - active}.{1 - active}.1")
    waive(match)
    return match


def declined(active: int) -> Haeresis:
    match = offered(active)
    act(match, Decline())
    return match


def acting(active: int) -> Haeresis:
    match = table(active)
    sorcerer(match, active, GAIN)
    return match


def announced(active: int) -> Haeresis:
    """Return a match where the Passive player has announced Recruit. Each seat has a fighter, a Story and a Damned."""
    match = table(active)
    for seat in (ANNA, BELA):
        fighter(match, seat, name=f"fighter_{seat}")
        story(match, seat, f"tale_{seat}", do=GAIN)
    act(match, Pass())
    waive(match)
    act(match, Announce("recruit"))
    waive(match)
    return match


def team_chosen(active: int) -> Haeresis:
    match = announced(active)
    join(match, fighter_of(1 - active))
    return match


def fighting(active: int) -> Haeresis:
    match = team_chosen(active)
    join(match, fighter_of(active))
    return match


def fight_half_laid(active: int) -> Haeresis:
    match = fighting(active)
    lay(match, active, tale_of(active))
    return match


def fight_offered(active: int) -> Haeresis:
    match = fight_half_laid(active)
    lay(match, 1 - active, tale_of(1 - active))
    waive(match)
    return match


def fight_paid(active: int) -> Haeresis:
    match = fight_offered(active)
    pay(match)
    return match


def drawing(active: int) -> Haeresis:
    match = fighting(active)
    lay(match, active)
    lay(match, 1 - active)
    waive(match)
    return match


def discarding(active: int) -> Haeresis:
    match = table(active)
    passes(match)
    return match


def in_window(active: int) -> Haeresis:
    match = table(active)
    for seat in (ANNA, BELA):
        hunter(match, seat, f"hound_{seat}", do=GAIN)
    act(match, Pass())
    return match


def in_second_half(active: int) -> Haeresis:
    match = in_window(active)
    act(match, Waive())
    return match


def night_over(active: int) -> Haeresis:
    match = acting(active)
    set_card(match, match.state.location, time=3)
    act(match, UseHeresy(f"sorcerer.{active}.1/0"))
    waive(match)
    return match


def choosing(active: int) -> Haeresis:
    match = table(active)
    ways = [[{"op": "gold", "amount": 1}], [{"op": "heal"}], [{"op": "souls", "amount": 1}]]
    name = sorcerer(match, active, [{"op": "choice", "ways": ways}])
    act(match, UseHeresy(f"{name}/0"))
    waive(match, 2)
    return match


def both_ends(active: int) -> Haeresis:
    """Return a match where the Passive player has just gained a tenth soul and drawn the last card of the Plot deck.

    One effect outside an action caused both.
    """
    match = table(active)
    do = [{"op": "souls", "amount": 1}, {"op": "draw"}]
    name = event(match, 1 - active, do=do)
    souls(match, *[9 if seat != active else 4 for seat in (ANNA, BELA)])
    deck(match, 1 - active, plot=1)
    enlisting(match)
    lay(match, active)
    lay(match, 1 - active, name)
    waive(match)
    pay(match)
    return match


def fighter_of(seat: int) -> str:
    return f"fighter_{seat}.{seat}.1"


def tale_of(seat: int) -> str:
    return f"tale_{seat}.{seat}.1"


def hand(match: Haeresis, seat: int) -> set[Action]:
    """Return the actions that a seat can take while laying a row: Done, and one for each kind of card in hand."""
    held = sorted(match.state.players[seat].hand)
    kinds = {name.partition(".")[0]: name for name in reversed(held)}
    return {*map(Lay, kinds.values()), Done()}


def lays(match: Haeresis, seat: int) -> Action:
    return Lay(f"filler.{seat}.1")


def only(action: Action) -> Way:
    return lambda match, seat: action


def leader(match: Haeresis, seat: int) -> str:
    return match.state.players[seat].damned
