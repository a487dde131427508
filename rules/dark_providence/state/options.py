"""The options of a match. Some of them choose between rulings where the rulebook is unclear (DP-HC, section 35.11)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.kernel.data.options import option
from rules.kernel.words.translation import N_


class Options(BaseModel):
    """The options of a match: variants of the set-up, and rulings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = option("base", N_("Content"), N_("The content pack to play with."))
    leads: Literal["chosen", "random"] = option(
        "chosen",
        N_("Lead agents"),
        N_("Players choose their lead agents and starting cards, or get them at random."),
    )
    colours: Literal["in_order", "chosen"] = option(
        "in_order", N_("Colours"), N_("Colours go in seat order, or players choose them.")
    )
    starting_player: int = option(
        0,
        N_("Starting player"),
        N_("The most suspicious player's seat starts. If you don't set it, it's drawn at random."),
        ge=0,
        le=5,
    )
    random_cities: bool = option(
        False, N_("Random starting cities"), N_("For beginners: each lead agent starts in a city drawn at random.")
    )
    dissenters: bool = option(
        True, N_("Dissenters"), N_("Deal dissenters too. Without them there are only investigators and cultists.")
    )
    old_one: str = option("random", N_("Great Old One"), N_("Solo play: the Great Old One to play against."))
    vp_marker_from_supply: bool = option(
        True,
        N_("VP marker"),
        N_("The marker on the VP track is one of your seven starting markers instead of one from the pool."),
    )
    minimality: Literal["irredundant", "fewest"] = option(
        "fewest",
        N_("Fewest cards"),
        N_("Players must pay with as few cards as possible, or at least with no needless card."),
    )
    deep_ones_give_influence: bool = option(
        True,
        N_("Deep Ones and influence"),
        N_("Each Deep One in a city counts as influence for acquiring that city."),
    )
    free_move: Literal["free", "travel"] = option(
        "free",
        N_("Lillian La France"),
        N_("Her move to an adjacent city takes no action, or is a free travel action."),
    )
    lead_protection: Literal["board", "city"] = option(
        "board",
        N_("Lead agents are protected"),
        N_("By their player's other agents anywhere on the board, or only by those in the same city."),
    )
    failed_reveals: bool = option(
        False,
        N_("Failed reveals"),
        N_("Players can try to reveal without reaching the end; they then lose the action."),
    )
    discard_open: bool = option(
        True,
        N_("Open discard piles"),
        N_("Anyone can look through the discard piles; otherwise only at the top card."),
    )
    tie_elimination: Literal["all_lower", "lowest_only"] = option(
        "all_lower",
        N_("Tied for the lowest total"),
        N_("Of the tied sides, only the highest stays, or only the lowest drops out."),
    )
    solo_influence: Literal["city_space", "primary_asset"] = option(
        "city_space",
        N_("Solo: influence of acquired cards"),
        N_("A cultist places it on the city space, counting the primary asset too, or on that asset."),
    )
    solo_agents_defend: bool = option(
        False,
        N_("Solo: agents defend"),
        N_("The player's agents count as influence when a cultist acquires their city."),
    )
    solo_failure_travels: bool = option(
        True, N_("Solo: failed resource actions"), N_("If a cultist's resource action fails, it travels one city.")
    )
