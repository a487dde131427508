"""Explains refused actions, for several steps.

An explanation depends only on public facts and the player's own knowledge, so it reveals nothing hidden.
"""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import in_conflict, kind, record
from rules.aevum_haeresis.content.effects import Ability
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.effects.amounts import may_use
from rules.aevum_haeresis.effects.cost_rules import cost_of, playable, questions
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import PayStep
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_

#: The result of `why_not`: the refusal, or None if there is no specific explanation.
Reason = IllegalAction | None
#: The refusals of a payment that lacks an option for a mandatory choice, by the key of the choice.
_NOBODY = {
    "caster": N_("None of your participants can be the caster of that Story."),
    "target": N_("It has no possible target now."),
    "host": N_("There's no character to attach it to now."),
    "sacrifice": N_("You have no Heretic to sacrifice for it."),
    "turned": N_("You have no Ready character to make Spent for it."),
    "discard": N_("You hold too few other cards to discard for it."),
}


def ability_named(match: Haeresis, option: str, ability_kind: str) -> tuple[int, Ability] | None:
    """Return the ability "card/number" if its card is in play and it is of this kind; otherwise None."""
    card, _, number = option.partition("/")
    if card not in match.state.cards or not number.isdigit():
        return None
    abilities = match.content.cards[kind(card)].abilities
    index = int(number)
    return (index, abilities[index]) if index < len(abilities) and abilities[index].kind == ability_kind else None


def unusable(match: Haeresis, seat: int, card: str, found: tuple[int, Ability]) -> Reason:
    """Return why an ability of a card in play can't be used, apart from its cost; None if it can be used."""
    if may_use(match, seat, card, *found):
        return None
    if str(found[0]) in match.state.cards[card].done:
        return IllegalAction("That ability works once a game and has already been used.", rule="AH-GEN.2")
    return IllegalAction("That ability's condition isn't met now; read the card with /card.", rule="AH-GEN.2")


# -- payments ---------------------------------------------------------------------------------------------------


def unplayable(match: Haeresis, card: Card, how: str) -> Reason:
    """Return why a card may not be played now by its type or icons, whatever it costs (AH-PLAY.2 to PLAY.8)."""
    if playable(match, card, how):
        return None
    match card.type:
        case "heretic":
            return IllegalAction("Heretics are played from the Enlistment row only.", rule="AH-PLAY.2")
        case "hunter":
            return IllegalAction("Hunters are played from hand, in a Deus Ex Machina window.", rule="AH-PLAY.3")
        case "story" if not in_conflict(match):
            return IllegalAction("Stories are played in a Conflict only.", rule="AH-PLAY.4")
        case "story":
            return IllegalAction("That Story has no white icon for this kind of Conflict.", rule="AH-ICON.2")
        case _:
            return IllegalAction("That card can't be played from this row; read it with /card.", rule="AH-PLAY.5")


def unpayable(match: Haeresis, step: PayStep) -> Reason:
    """Return a refusal that says what part of a cost the player can't pay; None if payable (AH-COST.2, COST.3)."""
    if step.how != "ability" and (found := unplayable(match, record(match, step.card), step.how)):
        return found
    player, cost = match.state.players[step.seat], cost_of(match, step)
    if player.gold < cost.gold:
        return IllegalAction(
            "You can't afford it: it costs {n} gold, you have {have}.", rule="AH-COST.4", n=cost.gold, have=player.gold
        )
    if player.souls < cost.souls:
        return IllegalAction(
            "You can't afford it. Souls needed: {n}; you have {have}.",
            rule="AH-COST.5",
            n=cost.souls,
            have=player.souls,
        )
    if len(player.hand) - (step.how == "dem") < cost.cards:
        return IllegalAction(_NOBODY["discard"], rule="AH-COST.6")
    if cost.counters and match.state.cards[step.card].counters < cost.counters:
        return IllegalAction("There are too few counters on that card to pay for it.", rule="AH-COST.14")
    if cost.turn and not match.state.cards[step.card].ready:
        return IllegalAction(
            "That character is already Spent, and making it Spent is part of the cost.", rule="AH-COST.15"
        )
    for what, options, compulsory in questions(match, step):
        if compulsory and not options:
            return IllegalAction(_NOBODY[what.rstrip("0123456789.")], rule="AH-COST.3")
    return None
