"""The numbers of the final scoring, and what defending an attack earns (EOD-SCORE.1 to 10, EOD-AWARD.1, EOD-DMG.6)."""

from __future__ import annotations

#: The Victory Points of a trained Agent, of each Reputation and of a filled slot on a Guild card.
AGENT_POINTS = REPUTATION_POINTS = SLOT_POINTS = 1
#: How many tokens make a Victory Point. Quarters are kept.
TOKENS_PER_POINT = 4
#: The Reputation that a final award brings to a single best player, and to each of several.
AWARD, SHARED_AWARD = 2, 1
#: The Reputation for a defended attack.
DEFENDED = 1
