"""Checks a pack for faults that the field types of its records can't rule out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from rules.aevum_haeresis.content import ops, term_checks
from rules.aevum_haeresis.content.effects import Ability, Alter, Bounty, Cannot
from rules.aevum_haeresis.content.legality import faults
from rules.aevum_haeresis.content.nested_operations import every_op, inner
from rules.aevum_haeresis.content.occasions import AtMoment, OnConflict, OnManoeuvre, OnTeam
from rules.aevum_haeresis.content.ops import Cost, Target, WindowName
from rules.aevum_haeresis.content.records import Card, Content, DeckList
from rules.kernel.content.pack_faults import Fault, PackError, raise_fault, unknown
from rules.kernel.content.pack_reading import Reading
from rules.kernel.content.records import Record

#: The fields that each type of card may have in addition to id, name, type and faction, and the fields that it must
#: have (section 40.2).
_LASTING = frozenset({"abilities", "passives", "counters"})
_CHARACTER = _LASTING | {"health", "damage", "icons", "gold_icon"}
_ALLOWED: dict[str, frozenset[str]] = {
    "damned": _CHARACTER,
    "heretic": _CHARACTER | {"cost", "background"},
    "hunter": _LASTING | {"cost", "do", "dem", "stays", "gold_icon"},
    "story": _LASTING | {"cost", "do", "duration", "band", "modifier", "need", "skull_target", "dem"},
    "event": _LASTING | {"cost", "do", "duration", "rows", "attachment", "dem", "track", "gold_icon"},
    "camp": _LASTING | {"income"},
    "location": _LASTING | {"track", "gold_icon"},
}
_REQUIRED: dict[str, frozenset[str]] = {
    "damned": frozenset({"health", "icons"}),
    "heretic": frozenset({"health", "icons"}),
    "hunter": frozenset({"do"}),
    "story": frozenset({"band"}),
    "event": frozenset(),
    "camp": frozenset({"abilities"}),
    "location": frozenset({"track"}),
}
_COMMON = frozenset({"id", "name", "type", "faction", "keywords", "printed", "rarity", "flavour"})
#: The windows that open during a Conflict, and the earlier window for making the manoeuvre fail.
_IN_CONFLICT: frozenset[WindowName] = frozenset(
    {"chapter_revealed", "chapter_paid", "conflict_end", "consequences_done"}
)
_BEFORE_CONFLICT: frozenset[WindowName] = frozenset({"manoeuvre_announced"})
#: Verbs whose effects last until the end of the Conflict.
_FOR_CONFLICT = (ops.Team, ops.Extra, ops.NextChapter, ops.IfSuccessful)
#: Durations with a rank, from the shortest to the longest.
_LENGTH = {"immediate": 0, "conflict": 1, "round": 2, "attached": 3, "track": 3}


def check(content: Content, reading: Reading) -> None:
    """Collect the faults of a pack: content that can't be played, or that would have no effect."""
    with reading.collecting():
        _names(content)
    for card in content.cards.values():
        for fault in card_faults(content, card):
            with reading.collecting():
                raise_fault(f"{card.faction}.json", card.id, fault)
    with reading.collecting():
        if not content.decks:
            raise_fault("decks.json", "the file", "holds no deck")
    for deck in content.decks.values():
        with reading.collecting():
            _deck(content, deck)


def _deck(content: Content, deck: DeckList) -> None:
    parts = {
        "damned": [deck.damned], "camp": [deck.camp], "locations": deck.locations,
        "plot": deck.plot, "heretics": deck.heretics, "background": deck.background,
    }  # fmt: skip
    strangers = [(part, name) for part, names in parts.items() for name in names if name not in content.cards]
    if strangers:
        raise PackError(
            Fault("decks.json", f"{deck.id}.{part}", unknown("card", name, content.cards)) for part, name in strangers
        )
    for rule, sentence in faults(content, deck):
        raise_fault("decks.json", deck.id, f"{rule}: {sentence}")
    for card in dict.fromkeys((deck.damned, deck.camp, *deck.locations, *deck.plot, *deck.heretics)):
        for op in every_op(content.cards[card]):
            if isinstance(op, ops.Call) and op.card not in deck.background:
                raise_fault("decks.json", deck.id, f"{card} calls {op.card}, which is not in the Background deck")


def _names(content: Content) -> None:
    seen: dict[tuple[str, str, str], str] = {}
    for card in content.cards.values():
        for locale in ("en", "hu", "es"):
            place = (locale, card.type, getattr(card.name, locale).casefold())
            if place in seen:
                raise_fault(f"{card.faction}.json", card.id, f"has the same name as {seen[place]} (AH-DECK.12)")
            seen[place] = card.id


def card_faults(content: Content, card: Card) -> Iterator[str]:
    """Yield the faults of a card."""
    yield from _fields(card)
    yield from _kinds(card)
    yield from _passives(card)
    for ability in card.abilities:
        yield from _ability(card, ability)
    for op in every_op(card):
        yield from _op(content, card, op)
    yield from term_checks.faults(content, card)
    yield from chain.from_iterable(_check_duration(card, op) for op in chain(card.do, inner(card.do)))


#: The default values of a card's fields.
_DEFAULTS = {name: field.get_default(call_default_factory=True) for name, field in Card.model_fields.items()}


def _fields(card: Card) -> Iterator[str]:
    given = {name for name, default in _DEFAULTS.items() if getattr(card, name) != default}
    kind = f"an {card.type}" if card.type == "event" else f"a {card.type}"
    for name in sorted(given - _COMMON - _ALLOWED[card.type]):
        yield f"{kind} has no {name}"
    for name in sorted(_REQUIRED[card.type] - given):
        yield f"{kind} needs {name}"
    if card.type != "hunter" and card.dem == []:
        yield "dem names no window"
    if card.background and card.cost != Cost():
        yield "a card of the Background deck is never paid for"
    if card.cost.turn:
        yield "only abilities of characters can turn their card"
    if card.cost.counters:
        yield "only abilities of cards in play take counters off their card"
    if card.type == "hunter" and not card.passives and not card.abilities:
        yield "a hunter needs passives"
    raises = any(isinstance(op, ops.Raise) and op.what != "heretic" and op.to == "hand" for op in every_op(card))
    if raises and (card.dem is not None or card.type == "hunter"):
        yield "cards played as Deus Ex Machina could bring each other back without end"


def _kinds(card: Card) -> Iterator[str]:
    if card.type == "story":
        yield from _story(card)
    if card.type == "event":
        yield from _event(card)
    if card.type == "camp" and not any(ability.kind == "heresy" for ability in card.abilities):
        yield "a camp needs a heresy"
    if card.type == "location" and sum(ability.kind == "heresy" for ability in card.abilities) > 1:
        yield "a location has one heresy at most"


def _story(card: Card) -> Iterator[str]:
    icons = [card.band.plunder, card.band.recruit, card.band.accuse]
    if not any(icon.colour == "white" for icon in icons):
        yield "no icon of the band is white: it can never be played"
    if any(icon.skull and icon.colour != "white" for icon in icons):
        yield "only a white icon has a skull (AH-DATA.6)"
    skull = any(icon.skull for icon in icons)
    if not skull and (card.modifier or card.skull_target != Target()):
        yield "a modifier or a target of the skull needs a skull"
    if not skull and not card.do and not card.passives and not card.abilities:
        yield "it does nothing"
    if card.need and card.need.stat is None and card.need.what == "character":
        yield "its need of the caster is empty"
    if card.duration in ("attached", "track"):
        yield f"a story is not {card.duration}"
    yield from _check_permanent_parts(card)
    yield from _target(card.skull_target)
    if card.skull_target.what in ("attachment", "hunter") or card.skull_target.may:
        yield "a skull needs a character"


def _event(card: Card) -> Iterator[str]:
    if (card.attachment is None) == (card.duration == "attached"):
        yield "an attachment and only that is attached"
    if (card.track is None) == (card.duration == "track"):
        yield "an event with a track and only that has the duration track"
    if not card.rows and not card.dem:
        yield "it can be played neither from a row nor as a Deus Ex Machina"
    if card.duration == "conflict" and "enlistment" in card.rows:
        yield "an effect for a conflict is not for the enlistment row"
    yield from _check_permanent_parts(card)
    if card.gold_icon and card.duration == "immediate":
        yield "a gold icon needs a card that stays"
    if not card.do and not card.passives and not card.abilities and not card.gold_icon and not any(card.track or ()):
        yield "it does nothing"


def _check_permanent_parts(card: Card) -> Iterator[str]:
    """Yield a fault for each part of a Story or an Event that only a permanent card can have (AH-LIFE.12, LIFE.15)."""
    if card.duration == "immediate":
        if card.passives:
            yield "a passive needs a duration"
        if card.abilities or card.counters:
            yield "abilities and counters need a card that stays: give it a duration"
    if card.attachment is None and any(ability.kind in ("heresy", "dem") for ability in card.abilities):
        yield "nobody can use abilities of a card that only lasts; they can take effect by themselves"


def _passives(card: Card) -> Iterator[str]:
    for passive in card.passives:
        match passive:
            case Alter() | Cannot():
                if isinstance(passive, Alter) and passive.amount == 0:
                    yield "an alteration by 0 does nothing"
                yield from _of_characters(card, passive)
            case Bounty():
                if not (passive.souls or passive.gold or passive.cards):
                    yield "a bounty of nothing"
            case _:
                if getattr(passive, "amount", 1) == 0:
                    yield "a change by 0 does nothing"


def _of_characters(card: Card, passive: Alter | Cannot) -> Iterator[str]:
    if (passive.of == "host") != (card.attachment is not None):
        yield "an attachment and only that alters its host"
    if (passive.of == "self" or passive.others) and card.type not in ("damned", "heretic"):
        yield "only a character alters itself or others"
    if passive.of in ("host", "self") and (passive.what != "character" or passive.others):
        yield "a host is one character"
    if isinstance(passive, Cannot):
        if passive.manoeuvre != "any" and passive.deed not in ("initiate", "block"):
            yield "only to initiate or to block is a matter of the manoeuvre"
        if card.type == "location" and passive.of in ("own", "opposing"):
            yield "a location forbids things to all"


#: The allowed values of `limit`, for the kinds of abilities that don't allow all values.
_LIMITS = {"heresy": ("window", "game"), "start": ("window", "game"), "imr": ("window",)}


def _ability(card: Card, ability: Ability) -> Iterator[str]:
    if ability.kind != "dem" and ability.windows:
        yield "only a Deus Ex Machina has windows and a limit"
    if ability.limit not in _LIMITS.get(ability.kind, ("window", "round", "game")):
        yield f"the limit of a {ability.kind} is not {ability.limit}"
    if (ability.kind == "when") != (ability.when is not None):
        yield "an ability of the kind when, and only that, says when"
    if len(set(ability.windows)) != len(ability.windows):
        yield "a window is named twice"
    if ability.kind in ("imr", "start", "when") and ability.cost != Cost():
        yield "an ability that takes effect by itself has no cost; use may_pay"
    if ability.kind == "imr" and card.type != "heretic":
        yield "In Medias Res is for Heretics and Background cards"
    if ability.cost.turn and card.type not in ("damned", "heretic"):
        yield "only characters turn"
    if ability.kind in ("dem", "when"):
        yield from _endless(ability)


def _endless(ability: Ability) -> Iterator[str]:
    """Yield a fault if an ability could be repeated endlessly for lack of a cost or a limit per Round (AH-HC.28)."""
    if ability.limit != "window":
        return
    inside = list(chain(ability.do, inner(ability.do)))
    if any(isinstance(op, (ops.Ready, ops.Raise, ops.Call, ops.Control)) for op in inside):
        yield "it could be repeated without end: limit it to the Round"
    gives = (ops.Gold, ops.Souls, ops.HandOver, ops.Draw, ops.Discard, ops.Execution, ops.Counter)
    if ability.kind == "dem" and ability.cost == Cost() and any(isinstance(op, gives) for op in inside):
        yield "it could be repeated without end: give it a cost or limit it to the Round"


def _op(content: Content, card: Card, op: Record) -> Iterator[str]:
    target = getattr(op, "target", None)
    if isinstance(target, Target):
        yield from _target(target)
        if target.scope == "participants" and not _is_in_conflict(card, op):
            yield "there are participants only in a conflict"
        if target.what in ("attachment", "hunter") and not isinstance(op, ops.Destroy):
            yield f"an {target.what} can only be destroyed"
    yield from _sense(card, op)
    yield from _composed(op)
    if isinstance(op, ops.Call):
        called = content.cards.get(op.card)
        if called is None or not called.background:
            yield f"{op.card} is not a card of a Background deck"
        elif called.faction not in ("neutral", card.faction):
            yield f"{op.card} is of another faction"


def _sense(card: Card, op: Record) -> Iterator[str]:
    match op:
        case ops.Gold() | ops.Souls() | ops.Execution() | ops.Team() if op.amount == 0:
            yield f"{op.op} by 0 does nothing"
        case ops.Modify():
            yield from _modify(card, op)
        case ops.Control() if op.target.what != "heretic" or op.target.whose == "own":
            yield "control is taken of an opposing Heretic"
        case _:
            pass
    if isinstance(op, ops.Fail) and _windows(card, op) != _BEFORE_CONFLICT:
        yield "a manoeuvre can be made to fail only when it is announced"
    if isinstance(op, (ops.Team, ops.Extra, ops.NextChapter, ops.IfSuccessful, ops.InChapter)) and not _is_in_conflict(
        card, op
    ):
        yield f"{op.op} is for conflicts"


def _composed(op: Record) -> Iterator[str]:
    match op:
        case ops.Roll():
            numbers = [number for number, _ in op.rows]
            if numbers[-1] != op.die or any(first >= second for first, second in pairwise(numbers)):
                yield f"the rows of a roll rise and end with {op.die}"
        case ops.MayPay() if op.cost == Cost() or op.cost.turn:
            yield "may_pay needs a cost other than turning"
        case _:
            pass


def _modify(card: Card, op: ops.Modify) -> Iterator[str]:
    if op.amount == 0:
        yield "a change by 0 does nothing"
    if (op.of == "target") != (op.target is not None):
        yield "a change is of a target or of somebody else"
    if op.of == "caster" and card.type != "story":
        yield "only a story has a caster"
    if op.of == "participants" and not _is_in_conflict(card, op):
        yield "there are participants only in a conflict"


def _target(target: Target) -> Iterator[str]:
    if target.what in ("attachment", "hunter") and (target.most_health != 99 or target.state):
        yield f"an {target.what} has no Health and is not turned"
    if target.what == "damned" and target.count > 1 and target.whose != "any":
        yield "a player has one Damned"


def _is_in_conflict(card: Card, op: Record) -> bool:
    """Return whether an operation of this card can only happen in a Conflict or just before one."""
    holding = [ability for ability in card.abilities if op in chain(ability.do, inner(ability.do))]
    if not all(map(_is_ability_in_conflict, holding)):
        return False
    return card.type == "story" or op not in chain(card.do, inner(card.do)) or _is_card_in_conflict(card)


def _is_card_in_conflict(card: Card) -> bool:
    if card.type == "event":
        return card.rows in ([], ["conflict"]) and set(card.dem or ()) <= _IN_CONFLICT | _BEFORE_CONFLICT
    return card.dem is not None and set(card.dem) <= _IN_CONFLICT | _BEFORE_CONFLICT


def _is_ability_in_conflict(ability: Ability) -> bool:
    if any(isinstance(one, ops.InManoeuvre) for one in ability.conditions):
        return True
    match ability.when:
        case AtMoment() as when:
            return when.moment in ("conflict_start", "conflict_end")
        case OnTeam() | OnConflict() | OnManoeuvre():
            return True
        case _:
            windows = set(ability.windows)
            return ability.kind == "dem" and bool(windows) and windows <= _IN_CONFLICT | _BEFORE_CONFLICT


def _windows(card: Card, op: Record) -> frozenset[WindowName]:
    for ability in card.abilities:
        if op in chain(ability.do, inner(ability.do)):
            return frozenset(ability.windows)
    return frozenset(card.dem or ()) if not card.rows or card.type == "hunter" else frozenset()


def _check_duration(card: Card, op: Record) -> Iterator[str]:
    """Yield a fault if a Story or Event leaves play before its longest effect ends (AH-LIFE.10, LIFE.11, LIFE.14)."""
    if card.type not in ("story", "event"):
        return
    length = 0
    if isinstance(op, ops.Free) or getattr(op, "until", "") == "round":
        length = _LENGTH["round"]
    elif isinstance(op, _FOR_CONFLICT) or getattr(op, "until", "") == "conflict":
        length = _LENGTH["conflict"]
    if _LENGTH[card.duration] < length:
        minimum = next(name for name, lasting in _LENGTH.items() if lasting >= length)
        yield f"its effects last longer than {card.duration}; its duration must be {minimum}"
