"""The options of a match."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.kernel.data.options import option
from rules.kernel.words.text import N_


class Options(BaseModel):
    """How this match is set up and which rulings it plays by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = option("base", N_("Content"), N_("The content pack to play with."))
    ready_decks: Literal["all", "first"] = option(
        "all",
        N_("Ready decks"),
        N_("Whoever brings no deck is dealt any ready one, or each player one of the two to learn with."),
    )
    damned_death_loses: bool = option(
        False, N_("A Damned in the Pyre loses"), N_("A player whose Damned goes to the Pyre loses.")
    )
    pace: Literal["stops", "ask_all", "uniform", "trust"] = option(
        "stops",
        N_("Pace"),
        N_(
            "At which windows the match waits: where somebody moves next anyway and at stops, at all until answered, at"
            " all for a set time, or only where a player can react, which tells who can."
        ),
    )
    plan_ahead: bool = option(
        True,
        N_("Team with the announcement"),
        N_(
            "Whoever acts also says, in secret, which team takes part and which Location would follow; asked again only"
            " if somebody reacts. Off: both are asked when they are due, as the rulebook has it."
        ),
    )
    deadline_hours: int = option(
        0, N_("Deadline in hours"),
        N_("After so long without an answer the plainest one is given; 0 sets no deadline."), ge=0, le=720,
    )  # fmt: skip
    half_minutes: int = option(
        10, N_("Minutes a half"),
        N_("How long each half of a window takes where all take the same time."), ge=1, le=1440,
    )  # fmt: skip
    tick_minutes: int = option(
        15, N_("Minutes between closings"),
        N_("How often windows close where all are asked until answered."), ge=1, le=1440,
    )  # fmt: skip
