"""From the set-up to the first draft of round 1: EOD-EX.2 to EX.8, EXN.9."""

from __future__ import annotations

from functools import partial

from rules.edge_of_darkness.examples.position_builder import ANOINTED, CARNIVAL, Moves, new, prologue
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import ChooseGuild, Draft, KeepInHall, Pick, SleeveOnto, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Pass

#: The Citizen of each Guild, by seat, that receives no advancement in these examples.
BARE = ("sister_odile_marrec", "pipistrelle_the_tumbler", "wenna_applegarth", "ilario_vance")
#: The two Citizens of each Guild, by seat, that receive one or two advancements.
TAKERS = (
    ("marie_christine_botrelle", "brother_anselm_rook"),
    ("lazlo_fenn", "giacomo_tredita"),
    ("hesper_alder", "corin_thornby"),
    ("benedetta_sforni", "tomaso_grigio"),
)
#: The picks in order, as (Location, advancement). In a four-player match, two of the ten Locations aren't picked.
PICKS = (
    ("the_forge", "forge_m1"),
    ("war_council", "war_council_m1"),
    ("deephollow_border_town", "deephollow_m1"),
    ("guildmark_university", "university_m1"),
    ("the_citywatch", "citywatch_b1"),
    ("watchtower", "watchtower_b1"),
    ("millhollow_farm_town", "millhollow_b1"),
    ("tallow_market", "tallow_b1"),
)


def picks(match: EdgeMatch) -> Moves:
    """Yield all picks, starting with seat 0. No effect is used."""
    made = [0] * match.state.seats
    for location, slip in PICKS[: 8 if match.state.seats == 4 else 6]:
        (seat,) = match.decisions()
        yield seat, Pick(location)
        yield seat, SleeveOnto(slip, TAKERS[seat][made[seat] % 2])
        made[seat] += 1
        if match.decisions()[seat].prompt.key == "pick_effect":
            yield seat, Pass()


def picked(seats: int) -> EdgeMatch:
    """Return a match after the picks. Every player must now choose a Starter for the Guild Hall."""
    match = prologue(seats)
    for seat, action in picks(match):
        match.apply(seat, action)
    return match


def before_round_one() -> EdgeMatch:
    """Return a match just before the last Starter, that of seat 1, is put into a Guild Hall."""
    match = picked(2)
    match.apply(ANOINTED, KeepInHall(BARE[ANOINTED]))
    return match


@EDGE_EXAMPLES.example("EOD-EX.2", partial(new, 3, guilds="chosen"))
def the_first_cubes_leave_the_full_bag(match: EdgeMatch) -> Moves:
    """Choose a Guild for every seat. Only then are the first cubes drawn from the full bag."""
    for seat, guild in enumerate(["anointed", "carnival_of_shadows", "gilded_leaves"]):
        yield seat, ChooseGuild(guild)


EDGE_EXAMPLES.position_only("EOD-EX.3", partial(prologue, 2))


@EDGE_EXAMPLES.example("EOD-EX.4", partial(prologue, 2), seat=ANOINTED)
def the_blacksmith_gives_coins_in_the_prologue(match: EdgeMatch) -> Moves:
    """Pick a Blacksmith and use its effect, which gives Coins but no Battle Strength in the prologue."""
    card = TAKERS[ANOINTED][0]
    yield ANOINTED, Pick("the_forge")
    yield ANOINTED, SleeveOnto("forge_m1", card)
    yield ANOINTED, UseContact(card, "middle")


EDGE_EXAMPLES.example("EOD-EX.5", partial(prologue, 4))(picks)
EDGE_EXAMPLES.example("EOD-EX.6", partial(prologue, 2))(picks)
EDGE_EXAMPLES.example("EOD-EXN.9", partial(prologue, 2))(picks)


@EDGE_EXAMPLES.example("EOD-EX.7", partial(picked, 4))
def all_keep_a_starter(match: EdgeMatch) -> Moves:
    """Put a Starter into each Guild Hall. The deck is then built and the Street laid out."""
    for seat in range(match.state.seats):
        yield seat, KeepInHall(BARE[seat])


@EDGE_EXAMPLES.example("EOD-EX.8", before_round_one, seat=ANOINTED)
def round_one_begins_with_a_draft_of_two(match: EdgeMatch) -> Moves:
    """Put the last Starter into its Guild Hall. All players take cards and cubes, and seat 0 drafts."""
    yield CARNIVAL, KeepInHall(BARE[CARNIVAL])
    yield ANOINTED, Draft()
