"""The options of a match."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.text import N_


class Options(BaseModel):
    """How this match is set up and which rulings it plays by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = Field(default="base", title=N_("Content"), description=N_("The content pack to play with."))
    damned_death_loses: bool = Field(
        default=False,
        title=N_("Death of the Damned"),
        description=N_("A player whose Damned goes to the Pyre loses."),
    )
    pace: Literal["stops", "ask_all", "trust"] = Field(
        default="stops",
        title=N_("Pace"),
        description=N_(
            "At which windows the match waits: where a player set a stop, everywhere, or only where a player can react."
        ),
    )
