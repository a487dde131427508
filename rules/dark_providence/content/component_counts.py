"""Numbers in the rules: pieces in the box and limits. Also the four allegiances (DP-CONT.28)."""

from __future__ import annotations

from typing import Literal

Allegiance = Literal["investigator", "cultist", "ex_investigator", "ex_cultist"]
#: The allegiances in the order that breaks ties: investigator, cultist, dissenters (DP-WIN.5).
SIDES: tuple[Allegiance, ...] = ("investigator", "cultist", "ex_investigator", "ex_cultist")

#: The numbers of markers and other pieces in the box (DP-COMP.3, COMP.15, COMP.18, COMP.22, COMP.25).
MARKERS = 19
CONTROLS = 12
LOCKS = 12
DEEP_ONE_PIECES = 8
WHATELEYS = 3
HAND = 5
AGENT_LIMIT = 6
MADNESS_LIMIT = 3
#: The VP of each agent in the crypt of a player who scores the crypt (DP-SCORE.14, SCORE.26).
CRYPT_VP = 1
#: The VP that trigger the end of the game, by player count (DP-TRACK.4, DP-SOLO.134).
THRESHOLD = {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}
