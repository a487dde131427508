"""A worked example of the final score, for the sheet about the end of the game."""

from __future__ import annotations

from rules.kernel.words.summary_sheets import Section, section
from rules.kernel.words.translation import Translator

#: The example: what a player has at the end. The tokens are a multiple of 4, so that the total has no quarters.
AGENTS, REPUTATION, SLOTS, CARDS, DEFENCE = 7, 12, 15, 6, 10
COINS, INFLUENCE, GOODWILL = 4, 3, 9
TOKENS = COINS + INFLUENCE + GOODWILL
TOTAL = AGENTS + REPUTATION + SLOTS + DEFENCE + TOKENS // 4


def worked_score(say: Translator) -> Section:
    """Return the section with the example."""
    return section(
        say.t("An example"),
        ("agent", say.t("{n} trained Agents: **{n}**", n=AGENTS)),
        ("reputation", say.t("{n} Reputation, awards included: **{n}**", n=REPUTATION)),
        ("card", say.t("{cards} Guild cards with {n} filled slots: **{n}**", cards=CARDS, n=SLOTS)),
        ("defence", say.t("Defense token on {n}, after {lost} failed defences: **{n}**", n=DEFENCE, lost=2)),
        ("coin", say.t(
            "{coins} Coins, {influence} Influence, {goodwill} Goodwill: {tokens}/4 = **{n}**",
            coins=COINS, influence=INFLUENCE, goodwill=GOODWILL, tokens=TOKENS, n=TOKENS // 4,
        )),
        ("points", say.t("Together: **{n}** Victory Points", n=TOTAL)),
    )  # fmt: skip
