"""The text of actions: the label, detail and menu group of each action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.ops import Count
from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.edge_of_darkness.words import names
from rules.edge_of_darkness.words.cards import (
    ability_text,
    clause_text,
    contact_text,
    effect_text,
    prologue_text,
    rewards_text,
    threat_text,
    without_free_costs,
)
from rules.edge_of_darkness.words.choices import choice_text, damage_left, pass_text
from rules.edge_of_darkness.words.ops import lower
from rules.kernel.data.actions import Action, Pass
from rules.kernel.words.translation import ActionText, Translator, capital, truncate


def effect_at(view: EdgeView, card: CardView, slot: str) -> tuple[Effect, str, str]:
    """Return the effect in a slot of a card, the effect's Location, and its timing."""
    content = names.content_of(view)
    slip = next((shown.slip for shown in card.slots if shown.slot == slot), "")
    if not slip:
        return content.starters[card.id].effect, "", "turn"
    home = content.slip_home[slip]
    return home.contact.effect, home.id, home.contact.timing


def price_text(say: Translator, view: EdgeView, card: CardView) -> str:
    """Return the viewer's price for an effect of this card: "Pay 1 Coin to Ana. "; "" if it is free (EOD-PAY.4)."""
    payer = view.viewer if view.viewer is not None else view.active
    if card.owner is None or card.owner == payer or view.phase == "prologue":
        return ""
    return say.t("Pay 1 Coin to {owner}.", owner=say.seat(card.owner)) + " "


# -- prologue and Assembly ----------------------------------------------------------------------------------


def _guild(say: Translator, view: EdgeView, action: actions.ChooseGuild) -> ActionText:
    content = names.content_of(view)
    starters = say.join_names([say.name(starter.name) for starter in content.of_guild(action.guild)])
    detail = say.t("Its Agents and its Starters are yours: {names}.", names=starters)
    return ActionText(truncate(say.name(content.guilds[action.guild].name)), detail, say.t("Guild"))


def _kind(say: Translator, view: EdgeView, location: str, group: str) -> ActionText:
    """Return a text about a kind of advancement: its contact, its effect, and the part that works in the prologue."""
    content = names.content_of(view)
    home = content.locations[location]
    contact, place = say.name(home.contact.name), say.name(home.name)
    label = say.t("{name} ({details})", name=contact, details=place)
    does = contact_text(say, content, home, named=True)
    if view.phase == "prologue":
        now = prologue_text(say, content, home.contact.effect, location, named=True)
        if not now:
            does = say.t("Nothing now. Later: {does}", does=lower(does))
        elif not does.startswith(now):
            does = say.t("Now: {now} Later: {does}", now=lower(now), does=lower(does))
    in_play = [shown.id for shown in view.locations]
    return ActionText(truncate(label), does, group, in_play.index(location))


def _sleeve(say: Translator, view: EdgeView, action: actions.Sleeve) -> ActionText:
    """Return the text for sleeving a kind of advancement. Its label says so, because it may be among other actions."""
    text = _kind(say, view, action.location, say.t("Sleeve an advancement"))
    return replace(text, label=truncate(say.t("Sleeve: {name}", name=text.label)))


def _sleeve_onto(say: Translator, view: EdgeView, action: actions.SleeveOnto) -> ActionText:
    """Return the text for sleeving a copy onto a card: the card's owner, the changes, and the copy's threat."""
    content = names.content_of(view)
    slip = content.slips[action.slip]
    card = names.all_cards(view).get(action.card)
    parts: list[str] = []
    if card is not None and view.phase != "prologue":
        parts.append(_whose(say, view, card))
    if slip.slot == "top":
        role = say.t(names.ROLES[content.starters[action.card].role])
        parts.append(say.t("Covers the {role}; its effect is lost.", role=role))
    if slip.cubes:
        parts.append(say.n("{n} cube icon.", "{n} cube icons.", slip.cubes))
    threat = threat_text(say, content, slip.threat, content.slip_home[slip.id].id)
    # The label ends with the threat's name, so the detail doesn't repeat it.
    parts.append(say.t("Threat: {text}", text=threat) if parts else threat)
    label = say.t(
        "{card}: {slip}", card=names.starter_name(say, action.card), slip=names.slip_name(say, content, slip.id)
    )
    slot = list(names.SLOT_NAMES).index(slip.slot)
    return ActionText(truncate(label), " ".join(parts), say.t("Sleeve"), _position(view, action.card) * 3 + slot)


def _whose(say: Translator, view: EdgeView, card: CardView) -> str:
    if card.owner is None:
        return say.t("A Neutral card.")
    if card.owner == view.viewer:
        return say.t("Your own card.")
    return say.t("{player}'s card.", player=say.seat(card.owner))


def _keep(say: Translator, view: EdgeView, action: actions.KeepInHall) -> ActionText:
    label = say.t("Keep {card}", card=names.starter_name(say, action.card))
    return ActionText(truncate(label), say.t("It waits in your Guild Hall for round 1."), say.t("Guild Hall"))


def _skip(say: Translator, view: EdgeView, action: actions.SkipCard) -> ActionText:
    detail = say.t("Skip this card for 1 Influence. The player who drafts it gets that as Goodwill.")
    label = say.t("Skip {card}", card=names.visible_card_name(say, view, action.card))
    street = [card.id for card in view.street if card]
    return ActionText(truncate(label), detail, say.t("Skip"), street.index(action.card))


def _draft(say: Translator, view: EdgeView, action: actions.Draft) -> ActionText:
    count = int(view.pending.args.get("count", 0)) if view.pending else 0
    reached = [card for card in view.street if card and card.id not in view.skipping][:count]
    drafted = [names.starter_name(say, card.id) for card in reached]
    unseen = count - len(drafted)
    if unseen > 0:
        drafted.append(say.n("{n} card from the deck", "{n} cards from the deck", unseen))
    goodwill = sum(card.influence for card in reached)
    sleeved = [names.visible_card_name(say, view, card.id) for card in reached]
    label = say.t("Draft {cards}", cards=say.join_names([*sleeved, *drafted[len(sleeved) :]]))
    parts: list[str] = []
    # The detail has the full names only if they don't fit into the label.
    if truncate(label) != label:
        label = say.t("Draft {cards}", cards=say.join_names(drafted))
        parts.append(say.t("You draft {cards}.", cards=say.join_names(sleeved)))
    if view.skipping:
        parts.append(say.n("You place {n} Influence.", "You place {n} Influence.", len(view.skipping)))
    if goodwill:
        parts.append(say.n("You gain {n} Goodwill.", "You gain {n} Goodwill.", goodwill))
    return ActionText(truncate(label), " ".join(parts), say.t("Turn"))


# -- the free part ------------------------------------------------------------------------------------------


def _street(say: Translator, view: EdgeView, action: actions.UseStreet) -> ActionText:
    price = say.t("Discard two unresolved cards.") + " "
    return _used(say, view, action.card, action.slot, say.t("Use the Street: 2 cards"), price)


def _used(say: Translator, view: EdgeView, card_id: str, slot: str, group: str, price: str) -> ActionText:
    card = names.all_cards(view)[card_id]
    content = names.content_of(view)
    effect, home, timing = effect_at(view, card, slot)
    name = names.effect_name(say, content, card, slot)
    label = say.t("{effect} on {card}", effect=name, card=names.starter_name(say, card_id))
    if view.pending is not None and view.pending.key == "pick_effect":
        # The question has already named the effect.
        label = say.t("Use the effect")
    if view.phase == "prologue":
        does = prologue_text(say, content, effect, home)
    else:
        now = _present_values(view, f"{card_id}/{slot}")
        does = effect_text(say, content, effect, home, timing=timing, now=now)
    # The parts that are impossible now don't matter, and a menu has no room for them.
    does = _only_part(say, view, effect, home, f"{card_id}/{slot}") or does
    detail = price + price_text(say, view, card) + does
    return ActionText(truncate(label), detail, group, _position(view, card_id))


def _only_part(say: Translator, view: EdgeView, effect: Effect, home: str, key: str) -> str:
    """Return a sentence that names the only part of an effect that is possible now; "" if the player has a choice."""
    number = view.pending.only.get(key, 0) if view.pending else 0
    if not number:
        return ""
    now = _present_values(view, key)
    part = lower(clause_text(say, names.content_of(view), effect.clauses[number - 1], home, now))
    return say.t("Only this part is possible now; it happens at once: {part}.", part=part)


def _present_values(view: EdgeView, key: str) -> dict[Count, int]:
    """Return the present values of the amounts of the effect with this key, as far as they are certain."""
    return {value.amount: value.now for value in view.pending.amounts.get(key, ())} if view.pending else {}


def _position(view: EdgeView, card_id: str) -> int:
    """Return a card's index in the Street, in a hand or among Starters, for sorting; 0 if the card is elsewhere."""
    street = [*view.street, view.sixth]
    held = [cards for player in view.players for cards in (player.hand, player.starters)]
    lying = [[card.id for card in cards if card] for cards in (street, *held)]
    return next((cards.index(card_id) for cards in lying if card_id in cards), 0)


def _ability(say: Translator, view: EdgeView, action: actions.UseAbility) -> ActionText:
    content = names.content_of(view)
    location = content.locations[action.location]
    detail = ability_text(say, content, location, now=_present_values(view, action.location))
    if location.ability is not None:
        only = _only_part(say, view, location.ability.effect, action.location, action.location)
        detail = f"{only} {detail}" if only else detail
    text = ActionText(truncate(say.name(location.name)), detail, say.t("Use a Location"))
    return _defending(say, view, text, action.location)


def _contact(say: Translator, view: EdgeView, action: actions.UseContact) -> ActionText:
    text = _used(say, view, action.card, action.slot, say.t("Use a contact"), "")
    return _defending(say, view, text, f"{action.card}/{action.slot}")


def _defending(say: Translator, view: EdgeView, text: ActionText, key: str) -> ActionText:
    """Return the text of an action; if it is a defence, what it leaves of the Damage comes first (EOD-DMG.9)."""
    pending = view.pending
    if pending is None or key not in pending.reductions:
        return text
    n, left = pending.reductions[key], max(0, damage_left(pending) - pending.reductions[key])
    if key in pending.useless:
        line = say.t(
            "Reduces it by {n}; {left} is left. Your defences can't stop this attack, so it changes nothing.",
            n=n, left=left,
        )  # fmt: skip
        return replace(text, detail=line, useless=True)
    if left:
        line = say.t("Reduces it by {n}; {left} is left.", n=n, left=left)
    else:
        line = say.t("Reduces it by {n}: no Damage is left.", n=n)
    return replace(text, detail=f"{line} {text.detail}")


def _hunt(say: Translator, view: EdgeView, action: actions.HuntThreats) -> ActionText:
    content = names.content_of(view)
    prey = [spot.card for spot in view.tower if spot.spot in action.spots and spot.card]
    damage = sum(card.damage for card in prey)
    label = say.t("Hunt {cards}", cards=names.tower_names(say, view, action.spots))
    detail = say.n("Spend {n} Battle Strength.", "Spend {n} Battle Strength.", damage)
    gains = rewards_text(say, content, [threat for card in prey for threat in names.threats_on(view, card)])
    return ActionText(truncate(label), " ".join(filter(None, [detail, gains])), say.t("Hunt"))


def _recall(say: Translator, view: EdgeView, action: actions.Recall) -> ActionText:
    group = say.t("Get an Agent: 1 card")
    if not action.location:
        return ActionText(
            say.t("Discard a card without getting an Agent"),
            say.t("You have no Agent to get back."),
            group,
            useless=True,
        )
    place = say.name(names.content_of(view).locations[action.location].name)
    label = say.t("Discard a card: Agent back from {place}", place=place)
    detail = say.t("Discard 1 unresolved card; 1 of your Agents returns from {place}.", place=place)
    return ActionText(truncate(label), detail, group)


def _end(say: Translator, view: EdgeView, action: actions.EndTurn) -> ActionText:
    hand = view.viewer is None or view.players[view.viewer].hand
    detail = say.t("You discard your whole hand.") if hand else say.t("Your hand is empty.")
    return ActionText(say.t("End your turn"), detail, say.t("Turn"))


def _reshuffle(say: Translator, view: EdgeView, action: actions.Reshuffle) -> ActionText:
    detail = say.n(
        "The Discard pile ({n} card) goes into the deck; Street and tower are refilled.",
        "The Discard pile ({n} cards) goes into the deck; Street and tower are refilled.",
        len(view.discard),
    )
    return ActionText(say.t("Reshuffle now"), detail, say.t("Turn"))


# -- choices inside effects ---------------------------------------------------------------------------------


def _discard(say: Translator, view: EdgeView, action: actions.DiscardCards) -> ActionText:
    discarded = [names.visible_card_name(say, view, card) for card in action.cards]
    label = say.t("Discard {cards}", cards=names.starter_names(say, action.cards))
    return ActionText(truncate(label), say.t("You discard {cards}.", cards="; ".join(discarded)), say.t("Discard"))


def part_of(view: EdgeView, option: int) -> tuple[Clause, str] | None:
    """Return the clause of the current effect with this option number, and the effect's Location."""
    pending = view.pending
    if pending is None or not 0 < option <= len(pending.parts):
        return None
    return pending.parts[option - 1], pending.home


def _option(say: Translator, view: EdgeView, action: actions.ChooseOption) -> ActionText:
    found = part_of(view, action.option)
    if found is None:
        return ActionText(say.t("Part {n}", n=action.option), "", say.t("Part of the effect"))
    clause, home = found
    now = _present_values(view, "")
    text = capital(clause_text(say, names.content_of(view), without_free_costs(clause), home, now))
    return ActionText(truncate(text), f"{text}.", say.t("Part of the effect"))


WORDS: dict[type[Any], Callable[[Translator, EdgeView, Any], ActionText]] = {
    actions.ChooseGuild: _guild,
    actions.Pick: lambda say, view, action: _kind(say, view, action.location, say.t("Take an advancement")),
    actions.KeepInHall: _keep,
    actions.SkipCard: _skip,
    actions.Draft: _draft,
    actions.UseContact: _contact,
    actions.UseAbility: _ability,
    actions.Sleeve: _sleeve,
    actions.SleeveOnto: _sleeve_onto,
    actions.HuntThreats: _hunt,
    actions.Recall: _recall,
    actions.UseStreet: _street,
    actions.DiscardCards: _discard,
    actions.Reshuffle: _reshuffle,
    actions.EndTurn: _end,
    actions.ChooseOption: _option,
    actions.ChooseNumber: choice_text,
    actions.ChooseCard: choice_text,
    actions.ChoosePlace: choice_text,
    actions.ChoosePlayer: choice_text,
    actions.ChooseCube: choice_text,
    actions.ChooseSpots: choice_text,
    Pass: pass_text,
}


def action_text(say: Translator, view: EdgeView, action: Action) -> ActionText:
    """Return the label, detail and group of an action for the seat that may take it."""
    return WORDS[type(action)](say, view, action)
