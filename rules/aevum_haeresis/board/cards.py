"""Cards by their ids, and their numbers as they are now (sections 4, 20 and 26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.aevum_haeresis.content.effects import Ability, Alter, Passive, SoulNumber, Ward
from rules.aevum_haeresis.content.ops import Manoeuvre
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis, InPlay, Modifier

#: Ids of cards whose parts are kept; two decks have 150, and each match calls like cards by like ids.
_KEPT = 4096


@lru_cache(_KEPT)
def kind(card: str) -> str:
    """Return the id of a card's record: cards are called "kind.owner.number"."""
    return card.partition(".")[0]


def known(match: Haeresis, card: str) -> bool:
    """Tell whether the content has a card of this kind."""
    return kind(card) in match.content.cards


@lru_cache(_KEPT)
def owner(card: str) -> int:
    """Return whose deck a card came from (AH-CTRL.1)."""
    return int(card.split(".")[1])


def record(match: Haeresis, card: str) -> Card:
    """Return a card's record."""
    return match.content.cards[kind(card)]


def is_character(match: Haeresis, card: str) -> bool:
    """Tell whether this is a Damned or a Heretic (AH-GEN.14)."""
    return record(match, card).type in ("damned", "heretic")


def controlled(match: Haeresis, seat: int) -> list[str]:
    """Return the characters in play that a seat controls."""
    return [
        card for card, placed in match.state.cards.items() if placed.controller == seat and is_character(match, card)
    ]


def heretics(match: Haeresis, seat: int) -> list[str]:
    """Return the Heretics in play that a seat controls."""
    return [name for name in controlled(match, seat) if record(match, name).type == "heretic"]


def abilities(match: Haeresis, seat: int, wanted: str) -> Iterator[tuple[str, int, Ability, InPlay]]:
    """Yield the abilities of one kind on a seat's cards in play; the Location's are those of its placer."""
    state = match.state
    for card, placed in state.cards.items():
        if (state.placer if card == state.location else placed.controller) == seat:
            for number, ability in enumerate(record(match, card).abilities):
                if ability.kind == wanted:
                    yield card, number, ability, placed


def passives(match: Haeresis) -> Iterator[tuple[str, InPlay, Passive]]:
    """Yield every passive of the cards in play, with its card (AH-SQ.1 to SQ.5, HUNT.6)."""
    having = _having_passives(match)
    for card, placed in match.state.cards.items():
        name = kind(card)
        if name in having:
            for passive in having[name]:
                yield card, placed, passive


def _having_passives(match: Haeresis) -> dict[str, list[Passive]]:
    """Return the passives of the cards that have any, by their kinds: few have."""
    known = match.content.known
    if "passives" not in known:
        known["passives"] = {name: card.passives for name, card in match.content.cards.items() if card.passives}
    return known["passives"]


def altering(match: Haeresis) -> list[tuple[str, InPlay, Alter]]:
    """Return every passive that changes numbers of characters, with its card."""
    return [(card, placed, passive) for card, placed, passive in passives(match) if isinstance(passive, Alter)]


def stat(match: Haeresis, card: str, name: str, alters: list[tuple[str, InPlay, Alter]] | None = None) -> int:
    """Return a character's Health, Damage or number of icons as it is now (AH-DMG.8, DMG.11).

    To read many numbers of one position, call `altering` once and pass the result.
    """
    base = record(match, card)
    value = base.health if name == "health" else base.damage if name == "damage" else getattr(base.icons, name)
    names = (name,) if name in ("health", "damage") else (name, "icons")
    placed = match.state.cards.get(card)
    if placed is None:
        return value
    for mod in match.state.mods:
        if mod.stat in names and _meets(match, mod, card, placed):
            value += mod.amount
    for source, other, passive in altering(match) if alters is None else alters:
        if passive.stat in names and _alters(source, other, passive, card, placed, base):
            value += passive.amount
    return max(0, value) if name != "health" else value


def _meets(match: Haeresis, mod: Modifier, card: str, placed: InPlay) -> bool:
    if mod.card:
        return mod.card == card
    if mod.seat != placed.controller:
        return False
    if mod.group == "heretics":
        return record(match, card).type == "heretic"
    man = match.state.man
    return man is not None and card in man.teams[mod.seat]


def _alters(source: str, other: InPlay, passive: Alter, card: str, placed: InPlay, base: Card) -> bool:
    if passive.of == "host":
        return other.host == card
    if passive.of == "self":
        return source == card
    if (passive.others and source == card) or passive.what not in ("character", base.type):
        return False
    return passive.of == "all" or (placed.controller == other.controller) == (passive.of == "own")


def shield(match: Haeresis, seat: int) -> int:
    """Return by how much damage to a seat's characters is reduced."""
    value = sum(mod.amount for mod in match.state.mods if mod.stat == "shield" and mod.seat == seat)
    return value + sum(
        passive.amount
        for _, placed, passive in passives(match)
        if isinstance(passive, Ward) and placed.controller == seat
    )


def soul_number(match: Haeresis) -> int:
    """Return the Location's soul number at this time of day, with all changes, never below 0 (AH-CONS.9)."""
    state = match.state
    track = record(match, state.location).track
    assert track is not None
    value = track[state.cards[state.location].time]
    return max(0, value + sum(p.amount for _, _, p in passives(match) if isinstance(p, SoulNumber)))


def eligible(match: Haeresis, seat: int, icon: Manoeuvre) -> list[str]:
    """Return the Ready characters with an icon of a manoeuvre's type (AH-MAN.8)."""
    ready = [card for card in controlled(match, seat) if match.state.cards[card].ready]
    alters = altering(match) if ready else []
    return [card for card in ready if stat(match, card, icon, alters) > 0]


def manoeuvre(match: Haeresis) -> CurrentManoeuvre:
    """Return the manoeuvre under way; call it only while there is one."""
    man = match.state.man
    assert man is not None
    return man


def participants(match: Haeresis, seat: int) -> list[str]:
    """Return a seat's characters in the current Conflict (AH-CONFLICT.2)."""
    return match.state.man.teams[seat] if match.state.man else []


def in_conflict(match: Haeresis) -> bool:
    """Tell whether a Conflict is under way."""
    return match.state.man is not None and match.state.man.blocked


def income(match: Haeresis, seat: int) -> int:
    """Return a seat's gold in the Prologue: the Camp's plus the signed icons of its other cards (AH-PROLOGUE.7, 8)."""
    placed = match.state.cards
    return max(
        0,
        sum(
            record(match, card).income + record(match, card).gold_icon
            for card in placed
            if placed[card].controller == seat
        ),
    )
