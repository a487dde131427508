"""The icons that this game uses in texts: icons for amounts and tokens, and an icon in front of each verb."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dark_providence.state import actions
from rules.kernel.words.text_icons import ByField, Leading
from rules.kernel.words.translation import N_

SIGNED: Mapping[str, str] = {
    "{n} influence marker": "{n} :influence:",
    "{n} VP": "{n} :vp:",
    "{n} Madness token": "{n} :madness:",
    "{n} Arcane": "{n} :arcane:",
    "{n} Force": "{n} :force:",
    "{change} VP, now {total}": N_("{change} :vp:, now {total}"),
    "{change} VP by {card}, now {total}": N_("{change} :vp: by {card}, now {total}"),
    "{player}: {change} VP from {card}, now {total}.": N_("{player}: {change} :vp: from {card}, now {total}."),
    "{player}: {change} VP, now {total}.": N_("{player}: {change} :vp:, now {total}."),
    "VP: {scores}; the game ends at {n}.": N_("{scores} :vp:; the game ends at {n}."),
    "You gain {gain} VP, now {total}.": N_("You gain {gain} :vp:, now {total}."),
    "{player} loses {n} VP": N_("{player} loses {n} :vp:"),
    "{player} loses {n} VP.": N_("{player} loses {n} :vp:."),
    "{player} loses the city and {n} VP.": N_("{player} loses the city and {n} :vp:."),
    "It's worth {n} VP.": N_("It's worth {n} :vp:."),
    "From space {space} to {end} at most, worth {points} VP to cultists and former cultists.": N_(
        "From space {space} to {end} at most, worth {points} :vp: to cultists and former cultists."
    ),
    "From space {space} to {end} at most, worth {points} VP to investigators and former investigators.": N_(
        "From space {space} to {end} at most, worth {points} :vp: to investigators and former investigators."
    ),
    "{n} Madness token back into the bag": N_("{n} :madness: back into the bag"),
    "drew a Madness token, now {n}": N_("drew :madness:, now {n}"),
    "ritual {change}, to space {space}": N_(":ritual: {change}, to space {space}"),
    "investigation {change}, to space {space}": N_(":investigation: {change}, to space {space}"),
    "lock {on_target}": ":lock: {on_target}",
    "Your hand has {n} Wealth; more of your agents can travel in this action.": N_(
        "Your hand has {n} :wealth:; more of your agents can travel in this action."
    ),
    "{wealth} Wealth buys up to {markers}, 2 each; the common pool has {pool}.": N_(
        "{wealth} :wealth: buys up to {markers}, 2 each; the common pool has {pool}."
    ),
    "Which cards do you play for {n} Wealth ({moves})?": N_("Which cards do you play for {n} :wealth: ({moves})?"),
    "Who else travels? So far this costs {n} Wealth.": N_("Who else travels? So far this costs {n} :wealth:."),
    "Which cards do you play for {n} Force against {target} in {city}?": N_(
        "Which cards do you play for {n} :force: against {target} in {city}?"
    ),
    "Which cards do you play for {n} Arcane to open the gate of {target}?": N_(
        "Which cards do you play for {n} :arcane: to open the gate of {target}?"
    ),
    "Which cards do you play for {n} Arcane to close the gate of {target}?": N_(
        "Which cards do you play for {n} :arcane: to close the gate of {target}?"
    ),
}

LEADING: Leading = {
    actions.StartIn: "city",
    actions.PlaceInfluence: "influence",
    actions.AcquireTarget: "acquired",
    actions.RecoverInfluence: "recover",
    actions.BuyInfluence: "wealth",
    actions.Travel: "city",
    actions.GoTo: "city",
    actions.FreeMove: "city",
    actions.Meddle: ByField("track", {"ritual": "ritual", "investigation": "investigation"}),
    actions.UseCard: "action",
    actions.UseBonus: "bonus",
    actions.React: "reaction",
    actions.DiscardCard: "discard",
    actions.RevealAllegiance: "allegiance",
    actions.EndTurn: "hourglass",
    actions.TakeBack: "recover",
    actions.Strike: "assassinate",
    actions.WorkGate: ByField("face", {"open": "gate_open", "close": "gate_shut"}),
}
