"""Worked examples of how the game ends."""

from __future__ import annotations

from rules.aevum_haeresis.content.ops.cards import Draw
from rules.aevum_haeresis.content.ops.resources import Souls
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    HAERESIS_EXAMPLES,
    NOON,
    Moves,
    acting,
    after,
    deck,
    enlisting,
    hold,
    idle,
    lay,
    location,
    manoeuvre,
    pay,
    put,
    question,
    scene,
    set_player,
    the,
    to,
    waive,
)
from rules.aevum_haeresis.state.actions import CountFirst, DrawFrom, Pass, PlayDem, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import DemStep, EffectStep
from rules.kernel.engine.match import arrange


def _souls(match: Haeresis, anna: int, bela: int = 1) -> None:
    set_player(match, ANNA, souls=anna)
    set_player(match, BELA, souls=bela)


def _damned(match: Haeresis, seat: int) -> str:
    return match.state.players[seat].damned


# -- souls ----------------------------------------------------------------------------------------------------


def _nine_and_seven() -> Haeresis:
    match = acting(scene(), BELA)
    location(match, "salt_pans", ANNA, EVENING)
    _souls(match, 9, 7)
    put(match, ANNA, "defrocked_priest")
    put(match, BELA, "poison_taster")
    hold(match, ANNA, "auction_of_souls")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.7", _nine_and_seven, seat=ANNA)
def ten_souls_for_both(match: Haeresis) -> Moves:
    """Bring both players to 10 souls in the same action. The Active player wins (AH-WIN.9, WIN.13, WIN.17)."""
    yield from manoeuvre(
        match,
        "recruit",
        (_damned(match, BELA), the(match, BELA, "poison_taster")),
        (the(match, ANNA, "defrocked_priest"),),
    )
    yield from lay(match, ANNA, the(match, ANNA, "auction_of_souls"))
    yield from pay(match, ANNA, "pay")
    yield from idle(match, lambda: match.over)


def _eight_souls() -> Haeresis:
    match = scene()
    location(match, "toll_bridge", ANNA)
    _souls(match, 8)
    hold(match, BELA, "bell_inquisitor")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.8", _eight_souls, seat=BELA)
def a_win_taken_away(match: Haeresis) -> Moves:
    """Take one of the rival's 10 souls in the window after the Consequence, before they win the game (AH-WIN.10)."""
    yield from manoeuvre(match, "recruit", (_damned(match, ANNA),), (_damned(match, BELA),))
    yield from idle(match, lambda: match.state.window == "consequences_done")
    yield BELA, PlayDem(the(match, BELA, "bell_inquisitor"))
    yield from waive(match)


@HAERESIS_EXAMPLES.example("AH-EX.9", _eight_souls, seat=BELA)
def no_window_to_take_it_away(match: Haeresis) -> Moves:
    """Win with an unopposed Recruit. No window opens between its announcement and the win (AH-MAN.17, MAN.19)."""
    yield from manoeuvre(match, "recruit", (_damned(match, ANNA),))


def _nine_at_noon() -> Haeresis:
    match = scene()
    location(match, "toll_bridge", ANNA, NOON)
    _souls(match, 9)
    set_player(match, ANNA, gold=6)
    hold(match, ANNA, "auction_of_souls", "called_from_below")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.48", _nine_at_noon, seat=ANNA)
def a_soul_paid_at_ten(match: Haeresis) -> Moves:
    """Gain a 10th soul and spend one within the same action, so the game continues (AH-COST.20, WIN.10)."""
    yield from manoeuvre(match, "recruit", (_damned(match, ANNA),), (_damned(match, BELA),))
    yield from lay(match, ANNA, the(match, ANNA, "auction_of_souls"), the(match, ANNA, "called_from_below"))
    yield from pay(match, ANNA, "pay")
    yield from pay(match, ANNA)
    yield from to(match, "act")


# -- Execution ------------------------------------------------------------------------------------------------


def _third_round() -> Haeresis:
    match = scene()
    put(match, BELA, "dowager_of_the_black_keep")
    for name in ("false_witness", "plague_doctor"):
        put(match, ANNA, name)
    with arrange(match) as state:
        state.round = 3
    return match


@HAERESIS_EXAMPLES.example("AH-EX.10", _third_round)
def execution_once_a_round(match: Haeresis) -> Moves:
    """Accuse twice in Round 3, once in Round 4. Each Round raises the level once (AH-EXEC.3, EXEC.6, EPILOGUE.6)."""
    yield from manoeuvre(match, "accuse", (the(match, ANNA, "false_witness"),))
    yield BELA, Pass()
    yield from manoeuvre(match, "accuse", (the(match, ANNA, "plague_doctor"),))
    yield BELA, Pass()
    yield ANNA, Pass()
    yield from idle(match, lambda: match.state.round == 4 and question(match) == "act")
    yield BELA, Pass()
    yield from waive(match)
    yield from manoeuvre(match, "accuse", (the(match, ANNA, "false_witness"),))


def _levels(anna: int, bela: int) -> Haeresis:
    match = scene()
    set_player(match, ANNA, execution=anna)
    set_player(match, BELA, execution=bela)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.11", lambda: _levels(1, 1))
def both_accused(match: Haeresis) -> Moves:
    """Let both players accuse in the same Round, which raises both Execution levels (AH-EXEC.4)."""
    yield from manoeuvre(match, "accuse", (_damned(match, ANNA),))
    yield from manoeuvre(match, "accuse", (_damned(match, BELA),))


def _twice_accused() -> Haeresis:
    match = _levels(0, 2)
    put(match, ANNA, "plague_doctor")
    hold(match, BELA, "bell_inquisitor")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.12", _twice_accused)
def the_third_level(match: Haeresis) -> Moves:
    """Win a Conflict about an Accusation. Béla's third level ends the game before the next window opens (AH-EXEC.7)."""
    yield from manoeuvre(
        match, "accuse", (_damned(match, ANNA), the(match, ANNA, "plague_doctor")), (_damned(match, BELA),)
    )
    yield from idle(match, lambda: match.over)


# -- empty decks ----------------------------------------------------------------------------------------------


def _after_a_conflict(anna: int, bela: int) -> Haeresis:
    """Return a match at the draw after a Conflict, with this many cards in Anna's and in Béla's Plot deck."""
    match = scene()
    deck(match, ANNA, plot=anna)
    deck(match, BELA, plot=bela)
    after(match, manoeuvre(match, "recruit", (_damned(match, ANNA),), (_damned(match, BELA),)))
    return after(match, to(match, "conflict_draw"))


@HAERESIS_EXAMPLES.example("AH-EX.39", lambda: _after_a_conflict(30, 1))
def the_last_card_is_saved(match: Haeresis) -> Moves:
    """Let Béla draw a Heretic instead of the last card of his Plot deck (AH-CONFLICT.23, WIN.8)."""
    yield ANNA, DrawFrom("none")
    yield BELA, DrawFrom("heretic")
    yield from to(match, "act")


@HAERESIS_EXAMPLES.example("AH-EX.40", lambda: _after_a_conflict(1, 1))
def both_decks_emptied(match: Haeresis) -> Moves:
    """Let both players draw the last card of their Plot decks. The Active player wins (AH-WIN.13)."""
    yield ANNA, DrawFrom("plot")
    yield BELA, DrawFrom("plot")


def _both_gain_and_draw() -> Haeresis:
    """Return a match at the end of an Enlistment, before an effect that gives both players a soul and a card.

    No card has this effect, so it is put on the stack without a card.
    """
    match = enlisting(scene())
    _souls(match, 4, 9)
    deck(match, ANNA, plot=20)
    deck(match, BELA, plot=1)
    for seat, name in ((ANNA, "cold_hands"), (BELA, "old_grudge")):
        hold(match, seat, name)
    with arrange(match) as state:
        effect = EffectStep(BELA, "", [Souls(op="souls", amount=1, who="both"), Draw(op="draw", who="both")])
        state.stack[-2:] = [effect, DemStep("enlistment_end")]
        state.window = "enlistment_end"
    return match


@HAERESIS_EXAMPLES.example("AH-EX.41", _both_gain_and_draw)
def a_win_and_a_loss_at_once(match: Haeresis) -> Moves:
    """Let Anna, the Active player, decide that Béla's loss counts rather than his win (AH-WIN.15)."""
    yield ANNA, Waive()
    yield BELA, Waive()
    yield ANNA, CountFirst("deck/0")
