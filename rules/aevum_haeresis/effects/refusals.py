"""Explains why a card can't be chosen in a payment or an effect.

An explanation depends only on public facts and the player's own knowledge, so it reveals nothing hidden.
"""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import is_character, participants, record, stat
from rules.aevum_haeresis.content.ops import Target
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_


def not_held(match: Haeresis, seat: int, card: str) -> IllegalAction:
    """Return why a card can't be chosen from the hand: the hand lacks it, or another copy of it is offered instead."""
    if card in match.state.players[seat].hand:
        return IllegalAction("All copies of a card are the same: choose the one offered.")
    return IllegalAction("That card isn't in your hand.", rule="AH-PLAY.1")


def not_sacrificed(match: Haeresis, seat: int, option: str) -> IllegalAction:
    """Return why this card can't be sacrificed."""
    if option in match.state.cards and match.state.cards[option].controller != seat:
        return IllegalAction("You don't control that card.", rule="AH-SAC.3")
    return IllegalAction("Choose a Heretic of yours that is in play.", rule="AH-SAC.1")


def no_target(match: Haeresis, seat: int, target: Target, story: bool, option: str) -> IllegalAction:
    """Return why a card in play can't be named as a target (AH-DATA.7, CONFLICT.14)."""
    placed = match.state.cards.get(option)
    if placed is None:
        return IllegalAction("That card is not in play.", rule="AH-KEY.4")
    is_thing = target.what in ("attachment", "hunter")
    if not is_thing and not is_character(match, option):
        return IllegalAction("Only a character can be the target.", rule="AH-GEN.14")
    if not is_thing and target.what not in ("character", record(match, option).type):
        return IllegalAction(
            "Only another kind of character can be the target; read the card with /card.", rule="AH-KEY.4"
        )
    if target.whose != "any" and (placed.controller == seat) != (target.whose == "own"):
        line = N_("The target must be yours.") if target.whose == "own" else N_("The target must be your opponent's.")
        return IllegalAction(line, rule="AH-KEY.4")
    only = target.scope == "participants" or (target.scope == "card" and story)
    if not is_thing and only and option not in (*participants(match, 0), *participants(match, 1)):
        return IllegalAction("Only participants of the Conflict can be the target.", rule="AH-CONFLICT.14")
    if target.state and (target.state == "ready") != placed.ready:
        line = N_("The target must be Ready.") if target.state == "ready" else N_("The target must be Spent.")
        return IllegalAction(line, rule="AH-KEY.4")
    if not is_thing and stat(match, option, "health") > target.most_health:
        return IllegalAction("The Health of the target may be at most {n}.", rule="AH-KEY.4", n=target.most_health)
    return IllegalAction("That can't be the target; read the card with /card.", rule="AH-KEY.4")
