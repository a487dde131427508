"""The options of a match. The switches carry the rulings whose printed answer is uncertain (EOD-HC)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.words.text import N_


class Options(BaseModel):
    """How this match is set up and which rulings it plays by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = Field(default="base", title=N_("Content"), description=N_("The content pack to play with."))
    setup: str = Field(
        default="",
        title=N_("Set-up"),
        description=N_("Which ten Locations are in play."),
    )
    guilds: Literal["in_order", "chosen", "random"] = Field(
        default="in_order",
        title=N_("Guilds"),
        description=N_("Deal the Guilds in seat order or at random, or let every player choose one."),
    )
    location_uses: Literal["once", "unlimited"] = Field(
        default="once",
        title=N_("Location abilities"),
        description=N_("How often one player may use one Location ability in a turn."),
    )
    hunt_repeatable: bool = Field(
        default=True,
        title=N_("Hunt again"),
        description=N_("A permission to hunt lasts the whole turn, for any number of hunts."),
    )
    draw_allows_skip: bool = Field(
        default=False,
        title=N_("Skip when drawing"),
        description=N_("Effects that draw cards may skip Street cards for Influence."),
    )
    sixth_card_counts_at_end: bool = Field(
        default=True,
        title=N_("6th card at the end"),
        description=N_("The top card of the stack counts as a Street card for the final Goodwill."),
    )
    empty_spot_waits: bool = Field(
        default=True,
        title=N_("Full tray without a card"),
        description=N_("A full tray waits for its next card, which then attacks; otherwise its cubes are set aside."),
    )
    recall_needs_agent: bool = Field(
        default=True,
        title=N_("Discard for an Agent"),
        description=N_("Discarding a card for an Agent needs an Agent on some Location."),
    )
    prologue_neutral_copy: Literal["not_top", "any"] = Field(
        default="not_top",
        title=N_("Unpicked kinds"),
        description=N_("Which copy of an unpicked kind goes onto a Neutral Citizen after the prologue."),
    )
