"""The icons in this game's texts: those that replace words in sentences, and the icon before each action."""

from __future__ import annotations

from collections.abc import Mapping

from rules.aevum_haeresis.state import actions
from rules.kernel.words.text_icons import ByField, Leading
from rules.kernel.words.translation import N_

SIGNED: Mapping[str, str] = {
    "{n} gold": "{n} :gold:",
    "{n} soul": "{n} :soul:",
    "{n} damage": "{n} :damage:",
    "{n} Plot card": "{n} :plot:",
    "{n} Heretic card": "{n} :heretics:",
    "{change} Damage": "{change} :damage:",
    "{change} Health": "{change} :health:",
    "{change} Plunder icon": "{change} :plunder:",
    "{change} Recruit icon": "{change} :recruit:",
    "{change} Accusation icon": "{change} :accuse:",
    "{change} gold, now {n}": N_("{change} :gold:, now {n}"),
    "{player}: {change} gold, now {n}.": N_("{player}: {change} :gold:, now {n}."),
    "{change} gold for the Conflict, now {n}": N_("{change} :gold: for the Conflict, now {n}"),
    "{player}: {change} gold for the Conflict, now {n}.": N_("{player}: {change} :gold: for the Conflict, now {n}."),
    "{change} soul, now {total}": N_("{change} :soul:, now {total}"),
    "{player}: {change} soul, now {total}.": N_("{player}: {change} :soul:, now {total}."),
    "{player} drew {n} Plot card.": N_("{player} drew {n} :plot:."),
    "{player} drew {n} Heretic card.": N_("{player} drew {n} :heretics:."),
    "{n} damage to {card}": N_("{n} :damage: to {card}"),
    "{card} took {n} damage.": N_("{card} took {n} :damage:."),
    "{change} Execution, now {n}": N_("{change} :execution:, now {n}"),
    "You gain {n} soul if you succeed.": N_("You gain {n} :soul: if you succeed."),
    "{player}: {souls}, Execution {execution}, Plot deck {plot}": (
        "{player}: {souls}, {execution} :execution:, {plot} :plot:"
    ),
    "Health {health}, Damage {damage}.": "{health} :health:, {damage} :damage:.",
    "announced a Plunder": N_("announced :plunder: Plunder"),
    "announced a Recruit": N_("announced :recruit: Recruit"),
    "announced an Accusation": N_("announced :accuse: Accusation"),
    "lost {n} Plot card: {cards}": N_("lost {n} :plot:: {cards}"),
}

_MANOEUVRES = {"plunder": "plunder", "recruit": "recruit", "accuse": "accuse"}
LEADING: Leading = {
    actions.PutLocation: "location",
    actions.Lay: "plot",
    actions.LayBeside: "plot",
    actions.PayFor: "gold",
    actions.Decline: "pyre",
    actions.UseHeresy: "heresy",
    actions.Announce: ByField("manoeuvre", _MANOEUVRES),
    actions.Pass: "hourglass",
    actions.Join: "heretic",
    actions.UseDem: "dem",
    actions.PlayDem: "dem",
    actions.DrawFrom: ByField("deck", {"plot": "plot", "heretic": "heretics"}),
    actions.Throw: "discard",
}
