"""Worked examples of rows and payments."""

from __future__ import annotations

from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    HAERESIS_EXAMPLES,
    Moves,
    after,
    enlisting,
    hold,
    lay,
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
from rules.aevum_haeresis.state.actions import Decline, Pass
from rules.aevum_haeresis.state.state import Haeresis

# -- Enlistment rows ------------------------------------------------------------------------------------------


def _exactly_the_cost() -> Haeresis:
    match = scene()
    hold(match, ANNA, "well_whisperer", "cold_hands")
    hold(match, BELA, "disgraced_steward", "old_grudge")
    set_player(match, ANNA, gold=3)
    enlisting(match)
    after(match, lay(match, ANNA, the(match, ANNA, "well_whisperer")))
    after(match, lay(match, BELA, the(match, BELA, "disgraced_steward")))
    return after(match, to(match, "offer"))


@HAERESIS_EXAMPLES.example("AH-EX.45", _exactly_the_cost)
def the_passive_player_pays_last(match: Haeresis) -> Moves:
    """Let Anna pay, her Heretic enter play and the window close before Béla may pay (AH-ENLIST.6 to ENLIST.9)."""
    yield from pay(match, ANNA)
    yield from waive(match)


def _story_at_home() -> Haeresis:
    match = scene()
    hold(match, ANNA, "whispered_psalm")
    return enlisting(match)


@HAERESIS_EXAMPLES.example("AH-EX.44", _story_at_home, seat=ANNA)
def a_story_goes_from_enlistment_to_the_pyre(match: Haeresis) -> Moves:
    """Lay a Story in an Enlistment row, where it can't be played, so it goes to the Pyre (AH-PLAY.4)."""
    yield from lay(match, ANNA, the(match, ANNA, "whispered_psalm"))


def _hunter_at_home() -> Haeresis:
    match = scene()
    hold(match, ANNA, "parish_accuser")
    return enlisting(match)


@HAERESIS_EXAMPLES.example("AH-EX.29", _hunter_at_home, seat=ANNA)
def a_hunter_goes_from_a_row_to_the_pyre(match: Haeresis) -> Moves:
    """Lay a Hunter in a row. It goes to the Pyre when revealed, because it can't be paid for (AH-HUNT.8)."""
    yield from lay(match, ANNA, the(match, ANNA, "parish_accuser"))


def _two_and_four() -> Haeresis:
    match = scene()
    hold(match, ANNA, "candle_thief", "defrocked_priest", "cold_hands")
    hold(match, BELA, "hired_knife", "poison_taster", "defrocked_priest", "hired_knife", "old_grudge")
    set_player(match, ANNA, gold=9)
    set_player(match, BELA, gold=9)
    enlisting(match)
    after(match, lay(match, ANNA, the(match, ANNA, "candle_thief"), the(match, ANNA, "defrocked_priest")))
    row = (
        the(match, BELA, "hired_knife"),
        the(match, BELA, "poison_taster"),
        the(match, BELA, "defrocked_priest"),
        the(match, BELA, "hired_knife", 2),
    )
    return after(match, lay(match, BELA, *row))


@HAERESIS_EXAMPLES.example("AH-EX.24", _two_and_four)
def the_longer_row_is_revealed_alone(match: Haeresis) -> Moves:
    """Reveal two Chapters of both players, then two of Béla's, each with a window (AH-STORY.12, STORY.13, DEM.24)."""
    while match.state.phase == "enlistment":
        yield from waive(match)
        if question(match) == "offer":
            yield from pay(match, next(iter(match.decisions())))


def _cards_missing() -> Haeresis:
    match = scene()
    hold(match, ANNA, "planted_evidence", "candle_thief", "eternal_lamp", "cold_hands")
    set_player(match, ANNA, gold=6)
    enlisting(match)
    return after(
        match,
        lay(
            match,
            ANNA,
            the(match, ANNA, "planted_evidence"),
            the(match, ANNA, "candle_thief"),
            the(match, ANNA, "eternal_lamp"),
        ),
    )


@HAERESIS_EXAMPLES.example("AH-EX.19", _cards_missing, seat=ANNA)
def cards_in_the_row_pay_no_cost(match: Haeresis) -> Moves:
    """Reveal a card that costs two cards from the hand when only one is left in the hand (AH-COST.3, COST.6)."""
    yield ANNA, match.decisions()[ANNA].actions[-1]


def _one_weapon() -> Haeresis:
    match = scene()
    bearer = put(match, ANNA, "restless_soldier")
    put(match, ANNA, "rusty_sword", host=bearer)
    hold(match, ANNA, "notched_war_axe")
    return after(enlisting(match), lay(match, ANNA, the(match, ANNA, "notched_war_axe")))


@HAERESIS_EXAMPLES.example("AH-EX.42", _one_weapon)
def a_second_weapon_takes_the_place_of_the_first(match: Haeresis) -> Moves:
    """Attach a second "Weapon 1" to a character, so the first one leaves play (AH-ATT.4, ATT.5)."""
    yield from pay(match, ANNA, the(match, ANNA, "restless_soldier"))


def _borrowed_heretic() -> Haeresis:
    match = scene()
    put(match, BELA, "hired_knife", controller=ANNA)
    hold(match, ANNA, "votive_drowning")
    return after(enlisting(match), lay(match, ANNA, the(match, ANNA, "votive_drowning")))


@HAERESIS_EXAMPLES.example("AH-EX.47", _borrowed_heretic)
def a_controlled_heretic_can_be_sacrificed(match: Haeresis) -> Moves:
    """Let Anna sacrifice a Heretic from Béla's deck that she controls (AH-SAC.3, SAC.4)."""
    yield from pay(match, ANNA)


# -- Conflict rows --------------------------------------------------------------------------------------------


def _sack() -> Haeresis:
    match = scene()
    for seat in (ANNA, BELA):
        put(match, seat, "candle_thief")
    hold(match, ANNA, "sack_of_the_village", "sack_of_the_village")
    return match


@HAERESIS_EXAMPLES.example("AH-EX.20", _sack, seat=ANNA)
def the_icon_of_the_manoeuvre_decides(match: Haeresis) -> Moves:
    """Play a Story in a Plunder, where its icon is white; lay a copy in a Recruit, where it is black (AH-ICON.2-4)."""
    yield from manoeuvre(match, "plunder", (the(match, ANNA, "candle_thief"),), (the(match, BELA, "candle_thief"),))
    yield from lay(match, ANNA, the(match, ANNA, "sack_of_the_village"))
    yield from waive(match)
    yield from pay(match, ANNA)
    yield from to(match, "act")
    yield BELA, Pass()
    yield from waive(match)
    yield from manoeuvre(match, "recruit", (match.state.players[ANNA].damned,), (match.state.players[BELA].damned,))
    yield from lay(match, ANNA, the(match, ANNA, "sack_of_the_village"))


def _cold_hands() -> Haeresis:
    match = scene()
    put(match, BELA, "collector_of_debts")
    hold(match, ANNA, "cold_hands", "cold_hands")
    damned = match.state.players[ANNA].damned
    return after(match, manoeuvre(match, "plunder", (damned,), (the(match, BELA, "collector_of_debts"),)))


@HAERESIS_EXAMPLES.example("AH-EX.21", _cold_hands, seat=ANNA)
def a_skull_strikes(match: Haeresis) -> Moves:
    """Deal the caster's Damage 2 and the Story's modifier +1 to a Heretic with Health 3 through a skull (AH-DMG.1)."""
    yield from lay(match, ANNA, the(match, ANNA, "cold_hands"))
    yield from waive(match)
    yield from pay(match, ANNA)
    yield from waive(match)


def _nobody_left() -> Haeresis:
    match = _cold_hands()
    after(match, lay(match, ANNA, the(match, ANNA, "cold_hands"), the(match, ANNA, "cold_hands", 2)))
    return match


@HAERESIS_EXAMPLES.example("AH-EX.22", _nobody_left)
def without_a_target_a_story_goes_to_the_pyre(match: Haeresis) -> Moves:
    """Destroy the only blocker in Chapter 1, so the skull in Chapter 2 has no target (AH-COST.10, CONFLICT.14)."""
    yield from pay(match, ANNA)


def _both_strike() -> Haeresis:
    match = scene()
    put(match, ANNA, "voice_under_the_ice")
    knight = put(match, BELA, "oath_broken_knight")
    put(match, BELA, "rusty_sword", host=knight)
    hold(match, ANNA, "cold_hands")
    hold(match, BELA, "cut_him_down")
    team = (the(match, ANNA, "voice_under_the_ice"), match.state.players[ANNA].damned)
    after(match, manoeuvre(match, "plunder", team, (knight,)))
    after(match, lay(match, ANNA, the(match, ANNA, "cold_hands")))
    return after(match, lay(match, BELA, the(match, BELA, "cut_him_down")))


@HAERESIS_EXAMPLES.example("AH-EX.23", _both_strike)
def a_paid_story_strikes_without_its_caster(match: Haeresis) -> Moves:
    """Kill Béla's caster before his paid Story is resolved (AH-COST.17, COST.18, CONFLICT.10).

    The Story still deals the caster's Damage 4 plus its modifier.
    """
    yield from pay(match, ANNA, the(match, ANNA, "voice_under_the_ice"))
    yield from pay(match, BELA, match.state.players[ANNA].damned)


def _two_chapters() -> Haeresis:
    match = scene()
    damned = [player.damned for player in match.state.players]
    hold(match, ANNA, "cold_hands", "whispered_psalm", "second_sight")
    hold(match, BELA, "old_grudge", "show_of_banners", "false_charter")
    after(match, manoeuvre(match, "plunder", (damned[ANNA],), (damned[BELA],)))
    after(match, lay(match, ANNA, the(match, ANNA, "cold_hands"), the(match, ANNA, "whispered_psalm")))
    after(match, lay(match, BELA, the(match, BELA, "old_grudge"), the(match, BELA, "show_of_banners")))
    return after(match, waive(match))


@HAERESIS_EXAMPLES.example("AH-EX.46", _two_chapters)
def one_window_for_a_paid_chapter(match: Haeresis) -> Moves:
    """Let only Béla pay, in Chapter 2, so only Chapter 2 has a window after the payments (AH-CONFLICT.9)."""
    yield ANNA, Decline()
    yield BELA, Decline()
    yield from waive(match)
    yield ANNA, Decline()
    yield from pay(match, BELA)
