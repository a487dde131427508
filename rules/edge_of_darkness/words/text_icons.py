"""The icons that this game uses in texts: icons for amounts and tokens, and an icon in front of each verb."""

from __future__ import annotations

from collections.abc import Mapping

from rules.edge_of_darkness.state import actions
from rules.kernel.words.text_icons import Leading
from rules.kernel.words.translation import N_

SIGNED: Mapping[str, str] = {
    "{n} Coin": "{n} :coin:",
    "{n} Influence": "{n} :influence:",
    "{n} Goodwill": "{n} :goodwill:",
    "{n} Reputation": "{n} :reputation:",
    "{n} Battle Strength": "{n} :battle:",
    "{n} Agent": "{n} :agent:",
    "{n} Damage": "{n} :damage:",
    "{n} Influence on it": "{n} :influence:",
    "{sign}{n} Coin": "{sign}{n} :coin:",
    "{sign}{n} Influence": "{sign}{n} :influence:",
    "{sign}{n} Goodwill": "{sign}{n} :goodwill:",
    "{sign}{n} Reputation": "{sign}{n} :reputation:",
    "{sign}{n} Battle Strength": "{sign}{n} :battle:",
    "{sign}{n} space of Defense": "{sign}{n} :defence:",
    "{n} cube icon.": "{n} :cube:.",
    "Pay 1 Coin to {owner}.": N_("Pay 1 :coin: to {owner}."),
    "{player} paid 1 Coin to {owner}.": N_("{player} paid 1 :coin: to {owner}."),
    "Spend {n} Battle Strength.": N_("Spend {n} :battle:."),
    "You place {n} Influence.": N_("You place {n} :influence:."),
    "You gain {n} Goodwill.": N_("You gain {n} :goodwill:."),
    "Skip this card for 1 Influence. The player who drafts it gets that as Goodwill.": N_(
        "Skip this card for 1 :influence:. The player who drafts it gets that as :goodwill:."
    ),
    "Draft {n} card from the Street, or skip cards first for 1 Influence each.": N_(
        "Draft {n} :card: from the Street, or skip cards first for 1 :influence: each."
    ),
    "{card}: {damage} Damage": "{card}: {damage} :damage:",
    "{card} attacked {players} for {damage} Damage": N_("{card} attacked {players} for {damage} :damage:"),
    "{card} attacked {players} for {damage} Damage.": N_("{card} attacked {players} for {damage} :damage:."),
    "{card} attacks you for {damage} Damage. Do you reduce it?": N_(
        "{card} attacks you for {damage} :damage:. Do you reduce it?"
    ),
    "{card} attacks you for {damage} Damage; {left} is left. Do you reduce it?": N_(
        "{card} attacks you for {damage} :damage:; {left} is left. Do you reduce it?"
    ),
    "hunted {items} for {n} Battle Strength": N_("spent {n} :battle: to hunt {items}"),
    "failed to defend, Defense down to {value}": N_("failed to defend, :defence: down to {value}"),
}

LEADING: Leading = {
    actions.Pick: "sleeve",
    actions.KeepInHall: "hall",
    actions.SkipCard: "influence",
    actions.Draft: "draw",
    actions.UseContact: "card",
    actions.UseAbility: "location",
    actions.Sleeve: "sleeve",
    actions.SleeveOnto: "sleeve",
    actions.HuntThreats: "hunt",
    actions.Recall: "return",
    actions.UseStreet: "street",
    actions.DiscardCards: "discard",
    actions.Reshuffle: "deck",
    actions.EndTurn: "hourglass",
    actions.ChooseCard: "card",
    actions.ChoosePlace: "location",
    actions.ChoosePlayer: "rivals",
    actions.ChooseCube: "cube",
    actions.ChooseSpots: "tower",
}
