"""The options of a match. Some of them choose between rulings where the rulebook is unclear (EOD-HC)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.kernel.data.options import option
from rules.kernel.words.translation import N_


class Options(BaseModel):
    """The options of a match: variants of the set-up, and rulings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = option("base", N_("Content"), N_("The content pack to play with."))
    setup: str = option("", N_("Set-up"), N_("Which ten Locations are in play."))
    guilds: Literal["in_order", "chosen", "random"] = option(
        "in_order", N_("Guilds"), N_("Deal the Guilds in seat order or at random, or let every player choose one.")
    )
    location_uses: Literal["once", "unlimited"] = option(
        "once", N_("Location abilities"), N_("How often one player may use one Location ability in a turn.")
    )
    hunt_repeatable: bool = option(
        True, N_("Hunt again"), N_("Permission to hunt lasts the whole turn, for any number of hunts.")
    )
    draw_allows_skip: bool = option(
        False, N_("Skip when drawing"), N_("Effects that draw cards may skip Street cards for Influence.")
    )
    sixth_card_counts_at_end: bool = option(
        True, N_("6th card at the end"), N_("The top card of the deck counts as a Street card for the final Goodwill.")
    )
    empty_spot_waits: bool = option(
        True,
        N_("Full tray without a card"),
        N_("A full tray waits for its next card, which then attacks; otherwise its cubes are set aside."),
    )
    recall_needs_agent: bool = option(
        True, N_("Discard for an Agent"), N_("Discarding a card for an Agent needs an Agent on some Location.")
    )
    prologue_neutral_copy: Literal["not_top", "any"] = option(
        "not_top",
        N_("Unpicked advancements"),
        N_("Which copy of an unpicked advancement goes into a Neutral Citizen after the prologue."),
    )
