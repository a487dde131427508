"""Worked examples of manoeuvres and Conflicts."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    EVENING,
    HAERESIS_EXAMPLES,
    MORNING,
    NOON,
    Moves,
    acting,
    deck,
    hold,
    lay,
    location,
    manoeuvre,
    pay,
    put,
    scene,
    set_card,
    the,
    to,
    waive,
)
from rules.aevum_haeresis.state.actions import Announce, DrawFrom, PlayDem
from rules.aevum_haeresis.state.state import Haeresis


def _at(name: str, time: int = MORNING) -> Haeresis:
    """Return the standard position with this Location, placed by Anna."""
    match = scene()
    location(match, name, ANNA, time)
    return match


# -- Plunder --------------------------------------------------------------------------------------------------


def _thief() -> Haeresis:
    match = _at("toll_bridge")
    put(match, ANNA, "candle_thief")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.1", _thief)
def an_unopposed_plunder(match: Haeresis) -> Moves:
    """Let Anna's unopposed Plunder discard 4 + 2 cards from Béla's Plot deck (AH-MAN.14 to MAN.19, CONS.3)."""
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),))


def _thief_against_five(name: str, time: int) -> Haeresis:
    match = _at(name, time)
    put(match, ANNA, "candle_thief")
    deck(match, BELA, plot=5)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.2", lambda: _thief_against_five("salt_pans", EVENING))
def a_plunder_beyond_the_deck(match: Haeresis) -> Moves:
    """Plunder 7 cards when Béla's Plot deck has only 5. The deck is empty, so Béla loses (AH-CONS.6, WIN.3, WIN.7)."""
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),))


@HAERESIS_EXAMPLES.example("AH-EX.3", lambda: _thief_against_five("leper_chapel", NOON))
def a_plunder_exactly_to_zero(match: Haeresis) -> Moves:
    """Plunder exactly the last 5 cards of Béla's Plot deck, so Béla loses (AH-WIN.8)."""
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),))


# -- Conflicts ------------------------------------------------------------------------------------------------


def _two_against_two() -> Haeresis:
    match = _at("toll_bridge")
    put(match, BELA, "poison_taster")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.4", _two_against_two)
def the_initiator_prevails_in_a_tie(match: Haeresis) -> Moves:
    """Compare the initiator's 2 Recruit icons with the blockers' 2. The initiator wins the tie (AH-CONFLICT.20)."""
    damned = [player.damned for player in match.state.players]
    yield from manoeuvre(match, "recruit", (damned[ANNA],), (damned[BELA], the(match, BELA, "poison_taster")))
    yield from to(match, "act")


def _two_against_three() -> Haeresis:
    match = scene()
    put(match, ANNA, "plague_doctor")
    for name in ("oath_broken_knight", "landless_squire"):
        put(match, BELA, name)
    return match


@HAERESIS_EXAMPLES.example("AH-EX.5", _two_against_three)
def a_successful_block(match: Haeresis) -> Moves:
    """Compare the initiator's 2 Accusation icons with the blockers' 3, then draw (AH-CONFLICT.21 to CONFLICT.31).

    The block is successful, and both players draw a card.
    """
    damned = [player.damned for player in match.state.players]
    block = (damned[BELA], the(match, BELA, "oath_broken_knight"), "landless_squire.1.1")
    yield from manoeuvre(match, "accuse", (damned[ANNA], the(match, ANNA, "plague_doctor")), block)
    yield ANNA, DrawFrom("plot")
    yield BELA, DrawFrom("plot")
    yield from to(match, "act")


def _mutual_end() -> Haeresis:
    match = _at("leper_chapel", NOON)
    put(match, ANNA, "candle_thief")
    put(match, BELA, "hired_knife")
    hold(match, ANNA, "cold_hands")
    hold(match, BELA, "old_grudge")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.6", _mutual_end)
def nobody_against_nobody(match: Haeresis) -> Moves:
    """Destroy each caster with the other player's Story, so 0 icons meet 0 (AH-CONFLICT.22, CONFLICT.24)."""
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),), (the(match, BELA, "hired_knife"),))
    yield from lay(match, ANNA, the(match, ANNA, "cold_hands"))
    yield from lay(match, BELA, the(match, BELA, "old_grudge"))
    yield from pay(match, ANNA)
    yield from pay(match, BELA)
    yield from to(match, "act")


def _one_witness() -> Haeresis:
    match = scene()
    set_card(match, match.state.players[ANNA].damned, ready=False)
    put(match, ANNA, "false_witness")
    hold(match, BELA, "witch_finders_boy")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.35", _one_witness, seat=BELA)
def a_manoeuvre_without_a_team(match: Haeresis) -> Moves:
    """Destroy the initiator's only eligible character after the announcement, so there is no team (AH-MAN.20)."""
    yield ANNA, Announce("accuse")
    yield BELA, PlayDem(the(match, BELA, "witch_finders_boy"))
    yield from waive(match)


def _nobody_able() -> Haeresis:
    match = scene()
    set_card(match, match.state.players[ANNA].damned, ready=False)
    knight = put(match, ANNA, "revenant_knight")
    put(match, ANNA, "notched_war_axe", host=knight)
    return match


HAERESIS_EXAMPLES.position_only("AH-EX.36", _nobody_able)


def _passive_initiator() -> Haeresis:
    match = acting(scene(), BELA)
    put(match, ANNA, "candle_thief")
    put(match, BELA, "hired_knife")
    for seat in (ANNA, BELA):
        hold(match, seat, "whispered_psalm")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.25", _passive_initiator)
def the_active_player_lays_and_pays_first(match: Haeresis) -> Moves:
    """Let Béla initiate a manoeuvre while Anna is the Active player.

    Anna still lays her row and pays first, and Béla, as the initiator, wins the tie (AH-STORY.3, CONFLICT.20).
    """
    yield from manoeuvre(match, "plunder", (the(match, BELA, "hired_knife"),), (the(match, ANNA, "candle_thief"),))
    yield from lay(match, ANNA, the(match, ANNA, "whispered_psalm"))
    yield from lay(match, BELA, the(match, BELA, "whispered_psalm"))
    yield from pay(match, ANNA)
    yield from pay(match, BELA)
    yield from to(match, "act")
