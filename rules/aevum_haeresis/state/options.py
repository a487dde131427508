"""The options of a match."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.words.text import N_


class Options(BaseModel):
    """How this match is set up and which rulings it plays by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = Field(default="base", title=N_("Content"), description=N_("The content pack to play with."))
    damned_death_loses: bool = Field(
        default=False,
        title=N_("A Damned in the Pyre loses"),
        description=N_("A player whose Damned goes to the Pyre loses."),
    )
    pace: Literal["stops", "ask_all", "uniform", "trust"] = Field(
        default="stops",
        title=N_("Pace"),
        description=N_(
            "At which windows the match waits: at stops, at all until answered, at all for a set time, or only where"
            " a player can react, which tells who can."
        ),
    )
    deadline_hours: int = Field(
        default=0,
        ge=0,
        le=720,
        title=N_("Deadline in hours"),
        description=N_("After so long without an answer the plainest one is given; 0 sets no deadline."),
    )
    half_minutes: int = Field(
        default=10,
        ge=1,
        le=1440,
        title=N_("Minutes a half"),
        description=N_("How long each half of a window takes where all take the same time."),
    )
    tick_minutes: int = Field(
        default=15,
        ge=1,
        le=1440,
        title=N_("Minutes between closings"),
        description=N_("How often windows close where all are asked until answered."),
    )
