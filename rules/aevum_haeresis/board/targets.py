"""The legal targets, casters and hosts of a card (AH-DATA.7, COST.7 to COST.13)."""

from __future__ import annotations

from functools import cache

from rules.aevum_haeresis.board.card_lookup import (
    alter_passives,
    controlled,
    forbidden,
    in_conflict,
    is_character,
    participants,
    record,
    stat,
)
from rules.aevum_haeresis.board.counts import has_marks
from rules.aevum_haeresis.content.ops import Op, Target
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import Haeresis

#: Values of `whose` for targets that refer to one particular card, so the player doesn't name a target.
ONE = ("this", "host", "it")


def target_of(op: Op) -> Target | None:
    """Return the target of an operation; None if the operation has no target."""
    return getattr(op, "target", None) if _has_target_field(type(op)) else None


@cache
def _has_target_field(op: type[Op]) -> bool:
    """Return whether operations of this type have a field `target`.

    The result is cached, because looking up a missing field is slow.
    """
    return "target" in op.model_fields


def legal_targets(match: Haeresis, seat: int, target: Target, card: str, this: str = "", it: str = "") -> list[str]:
    """Return the cards that are legal targets for a seat's card.

    A Story can only target participants unless its text says otherwise (AH-CONFLICT.14, DEM.32). `this` is the card
    whose text has the target, and `it` is the card whose event triggered the ability.
    """
    state = match.state
    if target.whose in ONE:
        return [name for name in (implied_target(match, target, this, it),) if name in state.cards]
    if target.what in ("attachment", "hunter"):
        return _hunters_or_attachments(match, seat, target)
    scope = _scope(record(match, card) if card else None, target)
    found: list[str] = []
    alters = alter_passives(match)
    protected = {name for name in forbidden(match, "be_target") if state.cards[name].controller != seat}
    for name, placed in state.cards.items():
        if not is_character(match, name) or (scope == "participants" and not _takes_part(match, name)):
            continue
        own = placed.controller == seat
        if (target.whose == "own" and not own) or (target.whose == "opposing" and own):
            continue
        if target.what not in ("character", record(match, name).type) or name in protected:
            continue
        if not has_marks(record(match, name), target.keyword, target.faction):
            continue
        if target.state and (target.state == "ready") != placed.ready:
            continue
        if stat(match, name, "health", alters) > target.most_health:
            continue
        found.append(name)
    return found


def is_still_there(match: Haeresis, card: Card | None, target: Target, name: str) -> bool:
    """Return whether a target is still in play and, if it has to be, in the Conflict (AH-COST.18, CONFLICT.16)."""
    return name in match.state.cards and (_scope(card, target) == "anywhere" or _takes_part(match, name))


def implied_target(match: Haeresis, target: Target, this: str, it: str) -> str:
    """Return the card that the target "this", "host" or "it" refers to."""
    placed = match.state.cards.get(this)
    return {"this": this, "host": placed.host if placed is not None else "", "it": it}[target.whose]


def _scope(card: Card | None, target: Target) -> str:
    if target.what in ("attachment", "hunter") or target.whose in ONE:
        return "anywhere"
    if target.scope != "card":
        return target.scope
    return "participants" if card is not None and card.type == "story" else "anywhere"


def _takes_part(match: Haeresis, card: str) -> bool:
    man = match.state.man
    return man is not None and man.blocked and (card in man.teams[0] or card in man.teams[1])


def _hunters_or_attachments(match: Haeresis, seat: int, target: Target) -> list[str]:
    found: list[str] = []
    for name, placed in match.state.cards.items():
        kind = record(match, name)
        fits = kind.type == "hunter" if target.what == "hunter" else kind.attachment is not None
        own = placed.controller == seat
        if fits and target.whose in ("any", "own" if own else "opposing") and _is_marked(kind, target):
            found.append(name)
    return found


def _is_marked(card: Card, target: Target) -> bool:
    return has_marks(card, target.keyword, target.faction)


def casters(match: Haeresis, seat: int, card: Card) -> list[str]:
    """Return the characters of a seat's team that can cast a Story (AH-COST.7, COST.8)."""
    if not in_conflict(match):
        return []
    found = [name for name in participants(match, seat) if name in match.state.cards]
    need = card.need
    if need is None:
        return found
    return [
        name
        for name in found
        if need.what in ("character", record(match, name).type)
        and (need.stat is None or stat(match, name, need.stat) >= need.least)
    ]


def hosts(match: Haeresis, seat: int, card: Card) -> list[str]:
    """Return the characters that a card may be attached to (AH-ATT.1, ATT.2)."""
    assert card.attachment is not None
    return controlled(match, seat if card.attachment.host == "own" else 1 - seat)


def has_active_skull(match: Haeresis, card: Card) -> bool:
    """Return whether a card is a Story with a skull on the current manoeuvre's icon (AH-ICON.6, ICON.7)."""
    man = match.state.man
    return card.type == "story" and man is not None and getattr(card.band, man.type).skull


def targets_to_name(match: Haeresis, card: Card, effect: list[Op]) -> list[Target]:
    """Return the targets that a player names when paying for a card, the skull's target first (AH-COST.10, COST.11)."""
    found = [card.skull_target] if has_active_skull(match, card) else []
    return found + [target for op in effect if (target := target_of(op)) is not None]
