"""Cards by their ids, and the numbers that hold for them now (sections 4, 20 and 26)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.aevum_haeresis.content.effects import Ability, Alter, Passive, SoulNumber, Ward
from rules.aevum_haeresis.content.ops import Manoeuvre
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import Haeresis, InPlay, Man, Mod


def kind(card: str) -> str:
    """Return the id of a card's record: cards are called "kind.owner.copy"."""
    return card.partition(".")[0]


def owner(card: str) -> int:
    """Return whose deck a card came from (AH-CTRL.1)."""
    return int(card.split(".")[1])


def record(match: Haeresis, card: str) -> Card:
    """Return a card's record."""
    return match.content.cards[card.partition(".")[0]]


def is_character(match: Haeresis, card: str) -> bool:
    """Tell whether this is a Damned or a Heretic (AH-GEN.14)."""
    return record(match, card).type in ("damned", "heretic")


def controlled(match: Haeresis, seat: int) -> list[str]:
    """Return the characters in play that a seat controls."""
    return [card for card, lies in match.state.cards.items() if lies.controller == seat and is_character(match, card)]


def heretics(match: Haeresis, seat: int) -> list[str]:
    """Return the Heretics in play that a seat controls."""
    return [name for name in controlled(match, seat) if record(match, name).type == "heretic"]


def abilities(match: Haeresis, seat: int, wanted: str) -> Iterator[tuple[str, int, Ability, InPlay]]:
    """Yield the abilities of one kind on a seat's cards in play; the Location's are those of its placer."""
    state = match.state
    for card, lies in state.cards.items():
        if (state.placer if card == state.location else lies.controller) == seat:
            for number, ability in enumerate(record(match, card).abilities):
                if ability.kind == wanted:
                    yield card, number, ability, lies


def passives(match: Haeresis) -> Iterator[tuple[str, InPlay, Passive]]:
    """Yield everything that applies without being used (AH-SQ.1 to SQ.5, HUNT.6)."""
    cards = match.content.cards
    for card, lies in match.state.cards.items():
        for passive in cards[card.partition(".")[0]].passives:
            yield card, lies, passive


def altering(match: Haeresis) -> list[tuple[str, InPlay, Alter]]:
    """Return all that changes numbers of characters without being used."""
    return [(card, lies, passive) for card, lies, passive in passives(match) if isinstance(passive, Alter)]


def stat(match: Haeresis, card: str, name: str, alters: list[tuple[str, InPlay, Alter]] | None = None) -> int:
    """Return a character's Health, Damage or number of icons as it is now (AH-DMG.8, DMG.11).

    Who asks for many numbers of one position hands over `altering`, worked out once.
    """
    base = record(match, card)
    value = base.health if name == "health" else base.damage if name == "damage" else getattr(base.icons, name)
    names = (name,) if name in ("health", "damage") else (name, "icons")
    lies = match.state.cards.get(card)
    if lies is None:
        return value
    for mod in match.state.mods:
        if mod.stat in names and _meets(match, mod, card, lies):
            value += mod.amount
    for source, other, passive in altering(match) if alters is None else alters:
        if passive.stat in names and _alters(source, other, passive, card, lies, base):
            value += passive.amount
    return max(0, value) if name != "health" else value


def _meets(match: Haeresis, mod: Mod, card: str, lies: InPlay) -> bool:
    if mod.card:
        return mod.card == card
    if mod.seat != lies.controller:
        return False
    if mod.group == "heretics":
        return record(match, card).type == "heretic"
    man = match.state.man
    return man is not None and card in man.teams[mod.seat]


def _alters(source: str, other: InPlay, passive: Alter, card: str, lies: InPlay, base: Card) -> bool:
    if passive.of == "host":
        return other.host == card
    if passive.of == "self":
        return source == card
    if (passive.others and source == card) or passive.what not in ("character", base.type):
        return False
    return passive.of == "all" or (lies.controller == other.controller) == (passive.of == "own")


def shield(match: Haeresis, seat: int) -> int:
    """Return by how much damage dealt to a seat's characters is lower."""
    value = sum(mod.amount for mod in match.state.mods if mod.stat == "shield" and mod.seat == seat)
    return value + sum(
        passive.amount for _, lies, passive in passives(match) if isinstance(passive, Ward) and lies.controller == seat
    )


def soul_number(match: Haeresis) -> int:
    """Return the soul number of the time of day on the Location, with what changes it, never below 0 (AH-CONS.9)."""
    state = match.state
    track = record(match, state.location).track
    assert track is not None
    value = track[state.cards[state.location].time]
    return max(0, value + sum(p.amount for _, _, p in passives(match) if isinstance(p, SoulNumber)))


def eligible(match: Haeresis, seat: int, icon: Manoeuvre) -> list[str]:
    """Return the Ready characters with an icon of a manoeuvre's type (AH-MAN.8)."""
    return [card for card in controlled(match, seat) if match.state.cards[card].ready and stat(match, card, icon) > 0]


def manoeuvre(match: Haeresis) -> Man:
    """Return the manoeuvre under way; only for what happens in one."""
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
    """Return the gold of a seat's Prologue: the Camp's with the signed icons of its other cards (AH-PROLOGUE.7, 8)."""
    lies = match.state.cards
    return max(
        0,
        sum(
            record(match, card).income + record(match, card).gold_icon for card in lies if lies[card].controller == seat
        ),
    )
