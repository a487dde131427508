"""Looks up cards by id: their owner, abilities, passives and current numbers (sections 4, 20 and 26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from rules.aevum_haeresis.board.counts import CACHE_SIZE, amount, conditions_met, has_marks, kind, record
from rules.aevum_haeresis.content.effects import Ability, Alter, Cannot, Lasting, OfCharacters, SoulNumber, Ward
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis, InPlay, Modifier

P = TypeVar("P", bound=Lasting)

#: The types of cards that are characters (AH-GEN.14).
CHARACTERS = ("damned", "heretic")


def is_known(match: Haeresis, card: str) -> bool:
    """Return whether the match's content pack has a record for this card."""
    return kind(card) in match.content.cards


@lru_cache(CACHE_SIZE)
def owner(card: str) -> int:
    """Return the owner of a card, which is the seat whose deck the card came from (AH-CTRL.1)."""
    return int(card.split(".")[1])


def is_character(match: Haeresis, card: str) -> bool:
    """Return whether a card is a character, that is, a Damned or a Heretic (AH-GEN.14)."""
    return record(match, card).type in CHARACTERS


def controlled(match: Haeresis, seat: int) -> list[str]:
    """Return the characters in play that a seat controls."""
    cards = match.content.cards
    return [
        card
        for card, placed in match.state.cards.items()
        if placed.controller == seat and cards[kind(card)].type in CHARACTERS
    ]


def heretics(match: Haeresis, seat: int) -> list[str]:
    """Return the Heretics in play that a seat controls."""
    return [name for name in controlled(match, seat) if record(match, name).type == "heretic"]


def abilities(match: Haeresis, seat: int, ability_kind: str) -> Iterator[tuple[str, int, Ability, InPlay]]:
    """Yield each ability of this kind on a seat's cards in play, with its card and its number on the card.

    The Location counts as a card of the player who placed it.
    """
    state, abilities_by_kind = match.state, _abilities_by_kind(match, ability_kind)
    for card, placed in state.cards.items():
        found = abilities_by_kind.get(kind(card))
        if found and (state.placer if card == state.location else placed.controller) == seat:
            for number, ability in found:
                yield card, number, ability, placed


def _abilities_by_kind(match: Haeresis, ability_kind: str) -> dict[str, list[tuple[int, Ability]]]:
    """Return the abilities of this kind by card kind, each with its number on the card; cached."""
    cached = match.content.known
    key = ("abilities", ability_kind)
    if key not in cached:
        cached[key] = {
            name: found
            for name, card in match.content.cards.items()
            if (found := [one for one in enumerate(card.abilities) if one[1].kind == ability_kind])
        }
    return cached[key]


def passives(match: Haeresis, *of: type[P]) -> list[tuple[str, InPlay, P]]:
    """Return every passive of these types whose conditions are met, with its card in play (AH-SQ.1 to SQ.5, HUNT.6)."""
    having = _passives_by_kind(match, of)
    if not having:
        return []
    return [
        (card, placed, passive)
        for card, placed in match.state.cards.items()
        if kind(card) in having
        for passive in having[kind(card)]
        if not passive.conditions or conditions_met(match, placed.controller, passive.conditions, card)
    ]


def _passives_by_kind(match: Haeresis, of: tuple[type[P], ...]) -> dict[str, list[P]]:
    """Return the passives of these types by card kind. They are cached, because few cards have any."""
    cached = match.content.known
    if of not in cached:
        cached[of] = {
            name: found
            for name, card in match.content.cards.items()
            if (found := [one for one in card.passives if isinstance(one, of)])
        }
    return cached[of]


def alter_passives(match: Haeresis) -> list[tuple[str, InPlay, Alter]]:
    """Return every active passive that changes characters' numbers, with its card in play."""
    return passives(match, Alter)


def stat(match: Haeresis, card: str, name: str, alters: list[tuple[str, InPlay, Alter]] | None = None) -> int:
    """Return a character's current Health, Damage or number of icons of one type (AH-DMG.8, DMG.11).

    To read many numbers in one position, call `alter_passives` once and pass the result.
    """
    base = record(match, card)
    value = base.health if name == "health" else base.damage if name == "damage" else getattr(base.icons, name)
    names = (name,) if name in ("health", "damage") else (name, "icons")
    placed = match.state.cards.get(card)
    if placed is None:
        return value
    for mod in match.state.mods:
        if mod.stat in names and _modifies(match, mod, card, placed):
            value += mod.amount
    for source, other, passive in alter_passives(match) if alters is None else alters:
        if passive.stat in names and _reaches(source, other, passive, card, placed, base):
            of = passive.amount
            value += of if isinstance(of, int) else amount(match, other.controller, of, source)
    return max(0, value) if name != "health" else value


def _modifies(match: Haeresis, mod: Modifier, card: str, placed: InPlay) -> bool:
    if mod.card:
        return mod.card == card
    if mod.seat != placed.controller:
        return False
    if mod.group == "heretics":
        return record(match, card).type == "heretic"
    man = match.state.man
    return man is not None and card in man.teams[mod.seat]


def _reaches(source: str, other: InPlay, passive: OfCharacters, card: str, placed: InPlay, base: Card) -> bool:
    """Return whether a passive on one card in play applies to another card."""
    if passive.of == "host":
        return other.host == card
    if passive.of == "self":
        return source == card
    if (passive.others and source == card) or passive.what not in ("character", base.type):
        return False
    if (passive.keyword or passive.faction) and not has_marks(base, passive.keyword, passive.faction):
        return False
    return passive.of == "all" or (placed.controller == other.controller) == (passive.of == "own")


def shield(match: Haeresis, seat: int) -> int:
    """Return the amount subtracted from each instance of damage to this seat's characters."""
    value = sum(mod.amount for mod in match.state.mods if mod.stat == "shield" and mod.seat == seat)
    return value + sum(
        amount(match, seat, passive.amount, card)
        for card, placed, passive in passives(match, Ward)
        if placed.controller == seat
    )


def soul_number(match: Haeresis) -> int:
    """Return the Location's current soul number at this time of day, never below 0 (AH-CONS.9)."""
    state = match.state
    track = record(match, state.location).track
    assert track is not None
    value = track[state.cards[state.location].time]
    changes = passives(match, SoulNumber)
    return max(0, value + sum(amount(match, one.controller, passive.amount, card) for card, one, passive in changes))


def forbidden(match: Haeresis, deed: str, manoeuvre: str = "any") -> set[str]:
    """Return the characters that passives currently prevent from doing something, such as initiating a manoeuvre."""
    found = [one for one in passives(match, Cannot) if one[2].deed == deed and one[2].manoeuvre in ("any", manoeuvre)]
    if not found:
        return set()
    return {
        card
        for card, placed in match.state.cards.items()
        if is_character(match, card)
        and any(_reaches(source, other, one, card, placed, record(match, card)) for source, other, one in found)
    }


def eligible(match: Haeresis, seat: int, icon: Manoeuvre) -> list[str]:
    """Return a seat's characters that can take part in a manoeuvre of this type: Ready and with its icon (AH-MAN.8)."""
    ready = _ready(match, seat, icon)
    alters = alter_passives(match) if ready else []
    return [card for card in ready if stat(match, card, icon, alters) > 0]


def manoeuvres(match: Haeresis, seat: int) -> list[Manoeuvre]:
    """Return the types of manoeuvres that a seat can initiate because it has an eligible character."""
    ready = _ready(match, seat)
    alters = alter_passives(match) if ready else []
    found: list[Manoeuvre] = []
    for icon in MANOEUVRES:
        forbidden_cards = forbidden(match, "initiate", icon)
        if any(stat(match, card, icon, alters) > 0 for card in ready if card not in forbidden_cards):
            found.append(icon)
    return found


def _ready(match: Haeresis, seat: int, icon: str = "") -> list[str]:
    """Return a seat's Ready characters; if `icon` is given, only those that may take part in that type of manoeuvre."""
    found = [card for card in controlled(match, seat) if match.state.cards[card].ready]
    if not icon or not found:
        return found
    man = match.state.man
    forbidden_cards = forbidden(match, "block" if man is not None and man.initiator != seat else "initiate", icon)
    return [card for card in found if card not in forbidden_cards]


def manoeuvre(match: Haeresis) -> CurrentManoeuvre:
    """Return the current manoeuvre. Call this only during a manoeuvre."""
    man = match.state.man
    assert man is not None
    return man


def participants(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's characters in the current Conflict (AH-CONFLICT.2)."""
    return match.state.man.teams[seat] if match.state.man else []


def in_conflict(match: Haeresis) -> bool:
    """Return whether a Conflict is in progress."""
    return match.state.man is not None and match.state.man.blocked


def income(match: Haeresis, seat: int) -> int:
    """Return the gold that a seat gets in the Prologue: the Camp's income plus gold icons (AH-PROLOGUE.7, 8)."""
    placed = match.state.cards
    return max(
        0,
        sum(
            record(match, card).income + record(match, card).gold_icon
            for card in placed
            if placed[card].controller == seat
        ),
    )
