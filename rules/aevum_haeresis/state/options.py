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
        N_("Decks that players bring or get, or decks built from boosters: sealed, or after a draft."),
    )
    ready_decks: Literal["all", "first"] = option(
        "all",
        N_("Ready decks"),
        N_("If you bring no deck, you get any ready-made one, or one of the two for learning."),
    )
    damned_death_loses: bool = option(
        False, N_("A Damned in the Pyre loses"), N_("You lose if your Damned goes to the Pyre.")
    )
    souls_at_once: bool = option(
        False, N_("Ten souls win at once"),
        N_("With 10 souls you win at that moment, not only at the end of the current action."),
    )  # fmt: skip
    answer_back: bool = option(
        False,
        N_("Answering a reaction"),
        N_(
            "After using Deus Ex Machina in a window, the Active player may answer the Passive player's "
            "reaction in it; otherwise not."
        ),
    )
    event_casters: bool = option(
        False, N_("Events need a caster"),
        N_("An Event played from a Conflict row needs a caster from the team, as a Story does."),
    )  # fmt: skip
    heresy_once: bool = option(
        False, N_("Heresies strictly once a Round"),
        N_("A card that leaves and returns in the same Round can't use its used Heresies again."),
    )  # fmt: skip
    targets_free: bool = option(
        False, N_("Stories without a skull need no target"),
        N_("You can play such a Story without its target; the rest of its text happens."),
    )  # fmt: skip
    pace: Literal["stops", "ask_all", "uniform", "trust"] = option(
        "stops",
        N_("Reaction windows"),
        N_(
            "Where the match waits: where someone is next anyway and at stops; at every window until "
            "answered; at every window for a set time; or only where a player can react, which reveals who "
            "can."
        ),
    )
    plan_ahead: bool = option(
        True,
        N_("Team with the announcement"),
        N_(
            "With an action you also choose, in secret, your team and the next Location; you're asked again "
            "only if someone reacts. Off: both are asked when they're due, as in the rulebook."
        ),
    )
    #: Obsolete: the match's time control sets the deadline. The field remains for saves of older matches.
    deadline_hours: Annotated[Literal[0], BeforeValidator(lambda _: 0)] = 0
    half_minutes: int = option(
        10, N_("Minutes per half"),
        N_("How long each half of a window lasts if all windows take the same time."), ge=1, le=1440,
    )  # fmt: skip
    tick_minutes: int = option(
        15, N_("Minutes between closings"),
        N_("How often windows close if every window waits for answers."), ge=1, le=1440,
    )  # fmt: skip
