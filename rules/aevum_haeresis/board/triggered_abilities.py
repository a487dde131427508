"""Triggered abilities: an event queues the abilities that it triggers, and they take effect after the event."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import kind, record
from rules.aevum_haeresis.board.counts import has_marks
from rules.aevum_haeresis.content.effects import Ability
from rules.aevum_haeresis.content.occasions import (
    AtMoment,
    OnCard,
    OnConflict,
    OnManoeuvre,
    OnPlayed,
    OnPlayer,
    OnTeam,
    OnTime,
)
from rules.aevum_haeresis.state.state import Haeresis, InPlay
from rules.aevum_haeresis.state.steps import Due

#: The abilities that one type of event can trigger, by card kind. Each ability comes with its number on the card.
AbilitiesByCard = dict[str, list[tuple[int, Ability]]]


def queue_triggered(match: Haeresis, event: str, seat: int, card: str = "", amount: int = 0, word: str = "") -> None:
    """Queue the abilities that this event triggers.

    `seat` is the acting player, or the controller of the affected card. `word` specifies the event: a manoeuvre, a
    role, a type of card, a moment or a time of day. If a card leaves play, call this function before the card is
    removed.
    """
    triggered = _triggered_by(match, event)
    if not triggered or match.state.ended:
        return
    state = match.state
    for source, placed in state.cards.items():
        for number, ability in triggered.get(kind(source), ()):
            own = state.placer if source == state.location else placed.controller
            name = f"{source}/{number}"
            if name not in state.begun and _is_triggered(match, ability, source, placed, own, (seat, card, word)):
                state.due.append(Due(own, name, card, amount))


def _triggered_by(match: Haeresis, event: str) -> AbilitiesByCard | None:
    """Return the abilities that this type of event can trigger, cached per pack because few cards have any."""
    cached: dict[str, dict[str, AbilitiesByCard]] = match.content.known
    if "waiting" not in cached:
        cached["waiting"] = {}
        for name, card in match.content.cards.items():
            for number, ability in enumerate(card.abilities):
                if ability.when is not None:
                    cards = cached["waiting"].setdefault(ability.when.event, {})
                    cards.setdefault(name, []).append((number, ability))
    return cached["waiting"].get(event)


def _is_triggered(
    match: Haeresis, ability: Ability, source: str, placed: InPlay, own: int, fact: tuple[int, str, str]
) -> bool:
    """Return whether an event triggers an ability of the card `source`.

    `fact` contains the `seat`, `card` and `word` passed to `queue_triggered`.
    """
    seat, card, word = fact
    match ability.when:
        case AtMoment() as when:
            return when.moment == word
        case OnTime() as when:
            return word in when.times
        case OnManoeuvre() as when:
            return _is_player_meant(when.who, seat, own) and when.manoeuvre in ("any", word)
        case OnConflict() | OnPlayer() as when:
            return _is_player_meant(when.who, seat, own)
        case OnPlayed() as when:
            fits = when.type in ("any", word) and has_marks(record(match, card), when.keyword, "")
            return fits and _is_player_meant(when.who, seat, own)
        case OnTeam() as when:
            return when.role in ("any", word) and _is_card_meant(match, when, source, placed, own, seat, card, "")
        case OnCard() as when:
            others = not (when.others and card == source)
            return others and _is_card_meant(match, when, source, placed, own, seat, card, when.faction)
        case None:
            return False


def _is_player_meant(who: str, seat: int, own: int) -> bool:
    return who == "any" or (seat == own) == (who == "me")


def _is_card_meant(
    match: Haeresis, when: OnTeam | OnCard, source: str, placed: InPlay, own: int, seat: int, card: str, faction: str
) -> bool:
    """Return whether the card affected by an event is one that the ability's text refers to."""
    if when.of in ("this", "host"):
        return card == (source if when.of == "this" else placed.host)
    if when.of != "any" and (seat == own) != (when.of == "own"):
        return False
    card_record = record(match, card)
    types = {"character": ("damned", "heretic"), "attachment": ("event",)}.get(when.what, (when.what,))
    if card_record.type not in types or (when.what == "attachment" and card_record.attachment is None):
        return False
    return has_marks(card_record, when.keyword, faction)
