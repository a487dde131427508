"""The options of a match. The switches carry the rulings whose printed answer is uncertain (DP-HC, section 35.11)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.words.text import N_


class Options(BaseModel):
    """How this match is set up and which rulings it plays by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = Field(default="base", title=N_("Content"), description=N_("The content pack to play with."))
    leads: Literal["chosen", "random"] = Field(
        default="chosen",
        title=N_("Lead agents"),
        description=N_("Let every player choose a lead agent with its starting cards, or deal them at random."),
    )
    colours: Literal["in_order", "chosen"] = Field(
        default="in_order",
        title=N_("Colours"),
        description=N_("Deal the colours in seat order, or let every player choose one."),
    )
    starting_player: int = Field(
        default=0,
        ge=0,
        le=5,
        title=N_("Starting player"),
        description=N_("The number of the most suspicious seat, which begins; 0 draws it at random."),
    )
    random_cities: bool = Field(
        default=False,
        title=N_("Random starting cities"),
        description=N_("For beginners: each lead agent starts in a city drawn at random."),
    )
    old_one: str = Field(
        default="random",
        title=N_("Great Old One"),
        description=N_("Solo play: the Great Old One to play against."),
    )
    vp_marker_from_supply: bool = Field(
        default=True,
        title=N_("VP marker"),
        description=N_("The marker on the VP track comes out of the seven taken at the start, not out of the pool."),
    )
    minimality: Literal["irredundant", "fewest"] = Field(
        default="irredundant",
        title=N_("Fewest cards"),
        description=N_("No card may be idle in a payment, or each payment must use the fewest cards possible."),
    )
    deep_ones_give_influence: bool = Field(
        default=True,
        title=N_("Deep Ones and influence"),
        description=N_("Each Deep One in a city counts as influence when that city is acquired."),
    )
    free_move: Literal["free", "travel"] = Field(
        default="free",
        title=N_("Lillian La France"),
        description=N_("Her move to an adjacent city needs no action, or is a travel action that costs nothing."),
    )
    lead_protection: Literal["board", "city"] = Field(
        default="board",
        title=N_("Lead agents are protected"),
        description=N_("By any other agent of their player on the board, or only by one in the same city."),
    )
    failed_reveals: bool = Field(
        default=False,
        title=N_("Failed reveals"),
        description=N_("A player may reveal an allegiance without reaching the end; the action is then lost."),
    )
    discard_open: bool = Field(
        default=True,
        title=N_("Open discard piles"),
        description=N_("Everybody may look through the discard piles; otherwise only at the top card."),
    )
    tie_elimination: Literal["all_lower", "lowest_only"] = Field(
        default="all_lower",
        title=N_("Tied for the lowest total"),
        description=N_("Only the highest of the tied sides stays, or only the lowest of them goes."),
    )
    solo_influence: Literal["city_space", "primary_asset"] = Field(
        default="city_space",
        title=N_("Solo: influence of acquired cards"),
        description=N_("A cultist places it on the city space, counting the primary asset too, or on that asset."),
    )
    solo_agents_defend: bool = Field(
        default=True,
        title=N_("Solo: agents defend"),
        description=N_("The player's agents count as influence when a cultist acquires their city."),
    )
    solo_failure_travels: bool = Field(
        default=True,
        title=N_("Solo: failed resource actions"),
        description=N_("A cultist whose resource action fails travels one city."),
    )
