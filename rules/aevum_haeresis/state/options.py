"""The options that players choose for a match."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from rules.kernel.data.options import option
from rules.kernel.words.translation import N_


class Options(BaseModel):
    """The options of a match: how it is set up, and which house rules apply."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: str = option("base", N_("Content"), N_("The content pack to play with."))
    format: Literal["decks", "sealed", "draft"] = option(
        "decks",
        N_("Decks"),
        N_("Decks that each player brings or is dealt, or decks built from boosters: sealed, or after a draft."),
    )
    ready_decks: Literal["all", "first"] = option(
        "all",
        N_("Ready decks"),
        N_("Whoever brings no deck is dealt any ready one, or each player one of the two to learn with."),
    )
    damned_death_loses: bool = option(
        False, N_("A Damned in the Pyre loses"), N_("A player whose Damned goes to the Pyre loses.")
    )
    souls_at_once: bool = option(
        False, N_("Ten souls win at once"),
        N_("Whoever has 10 souls wins at that moment, not only at the end of the action under way."),
    )  # fmt: skip
    answer_back: bool = option(
        False,
        N_("Answering a reaction"),
        N_(
            "An Active player who has used Deus Ex Machina in a window may answer the Passive player's reaction in the"
            " same window; who did nothing there may not."
        ),
    )
    event_casters: bool = option(
        False, N_("Events need a caster"),
        N_("An Event played from a Conflict row names a character of the team who plays it, as a Story does."),
    )  # fmt: skip
    heresy_once: bool = option(
        False, N_("Heresies once a Round for good"),
        N_("A card that leaves and comes back in the same Round has not got its used Heresies again."),
    )  # fmt: skip
    targets_free: bool = option(
        False, N_("Stories without a skull need no target"),
        N_("Such a Story can be played without the target that its text asks for; the rest of the text happens."),
    )  # fmt: skip
    pace: Literal["stops", "ask_all", "uniform", "trust"] = option(
        "stops",
        N_("Reaction windows"),
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
    #: Obsolete: the match's time control sets the deadline. The field remains for saves of older matches.
    deadline_hours: Annotated[Literal[0], BeforeValidator(lambda _: 0)] = 0
    half_minutes: int = option(
        10, N_("Minutes a half"),
        N_("How long each half of a window takes where all take the same time."), ge=1, le=1440,
    )  # fmt: skip
    tick_minutes: int = option(
        15, N_("Minutes between closings"),
        N_("How often windows close where all are asked until answered."), ge=1, le=1440,
    )  # fmt: skip
