"""Reads the cards of a player's column on the chat board, in several levels of detail."""

from collections.abc import Sequence
from dataclasses import replace

from render.aevum_haeresis.chat_board_records import ChatCard
from render.aevum_haeresis.recent_changes import Changes
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.state.view import CardView, HaeresisView
from rules.kernel.words.translation import Translator

#: The numbers of cards that the briefest levels show.
MOST = (6, 5, 4, 3, 2, 1)


def read_levels(
    view: HaeresisView, content: Content, say: Translator, changes: Changes, seat: int
) -> tuple[tuple[ChatCard, ...], ...]:
    """Return the cards of a seat's column, from the fullest level of detail to the briefest.

    The first level has everything; the second leaves out lasting cards or, during a manoeuvre, characters outside the
    team; the third also leaves out attached cards, Damage and Health; the others show fewer cards.
    """
    characters = [card for card in view.cards if card.controller == seat and card.type in ("damned", "heretic")]
    characters.sort(key=lambda card: card.type != "damned")
    if view.manoeuvre is not None:
        team, others, note = _team(view, say, seat, characters)
        return _levels(view, content, say, changes, team, note, others)
    fallen = view.players[seat].damned not in [card.id for card in characters]
    note = say.t("The Damned is in the Pyre.") if fallen else ""
    lasting = [card for card in view.cards if card.controller == seat and card.type in ("story", "event")]
    return _levels(view, content, say, changes, characters, note, [card for card in lasting if not card.host])


def _team(
    view: HaeresisView, say: Translator, seat: int, characters: Sequence[CardView]
) -> tuple[list[CardView], list[CardView], str]:
    """Return the members of a seat's team or the characters that may join it, the other characters, and a note."""
    man = view.manoeuvre
    assert man is not None
    team, note = [card for card in characters if card.id in man.teams[seat]], ""
    if not team:
        if man.blocked:
            note = say.t("no one is left")
        elif seat != man.initiator and (man.successful >= 0 or view.over):
            note = say.t("no one blocks")
        else:
            team = [card for card in characters if card.ready and getattr(card, man.type) > 0]
            note = say.t("no team yet") if seat == man.initiator else say.t("no blockers yet")
    return team, [card for card in characters if card not in team], note


def _levels(
    view: HaeresisView, content: Content, say: Translator, changes: Changes, characters: Sequence[CardView], note: str,
    others: Sequence[CardView],
) -> tuple[tuple[ChatCard, ...], ...]:  # fmt: skip
    head = (ChatCard(note=note),) if note else ()

    def cards(found: Sequence[CardView], figures: bool) -> tuple[ChatCard, ...]:
        return _grouped([_card(view, content, say, changes, card, figures) for card in found])

    full = (*head, *cards(characters, True), *cards(others, True))
    brief = (*head, *(replace(card, attached=()) for card in cards(characters, False)))
    levels = [full, (*head, *cards(characters, True)), brief]
    for most in MOST:
        if len(brief) > most:
            count = max(0, most - 1 - len(head))
            shown, rest = cards(characters[:count], False), characters[count:]
            levels.append((*head, *(replace(card, attached=()) for card in shown), _rest(view, say, rest)))
    return tuple(dict.fromkeys(levels))


def _icons(view: HaeresisView, cards: Sequence[CardView]) -> str:
    """Return the manoeuvre icons of cards; during a manoeuvre, only the icons that count."""
    kinds = (view.manoeuvre.type,) if view.manoeuvre is not None else MANOEUVRES
    counts = [(sum(getattr(card, kind) for card in cards), kind) for kind in kinds]
    return " ".join(f"{count}{{{kind}}}" for count, kind in counts if count)


def _card(
    view: HaeresisView, content: Content, say: Translator, changes: Changes, card: CardView, figures: bool
) -> ChatCard:
    record, man = content.cards[card.kind], view.manoeuvre
    parts = [_icons(view, [card])]
    if figures and card.type in ("damned", "heretic"):
        health = f"{card.health - card.wounds}/{card.health}" if card.wounds else str(card.health)
        parts += [f"{card.damage}{{damage}}" if card.damage else "", f"{health}{{health}}"]
    parts.append(f"{card.counters}{{counter}}" if card.counters else "")
    label = "" if card.id in changes.standing else changes.cards.get(card.id, "")
    return ChatCard(
        seed=record.id,
        type=record.type,
        faction=record.faction,
        name=say.name(record.name),
        figures=" ".join(part for part in parts if part),
        attached=tuple(say.name(content.cards[other.kind].name) for other in view.cards if other.host == card.id),
        spent=card.type in ("damned", "heretic") and not card.ready,
        fights=man is not None and any(card.id in team for team in man.teams),
        changed=card.id in changes.cards,
        change=label,
    )


def _grouped(cards: Sequence[ChatCard]) -> tuple[ChatCard, ...]:
    """Combine equal cards into one with their number."""
    counts = {card: cards.count(card) for card in cards}
    return tuple(replace(card, name=f"{count} × {card.name}") if count > 1 else card for card, count in counts.items())


def _rest(view: HaeresisView, say: Translator, cards: Sequence[CardView]) -> ChatCard:
    """Return the line about the characters that aren't shown, with the icons of all that are Ready."""
    ready = [card for card in cards if card.ready]
    text = say.n("and {n} more", "and {n} more", len(cards))
    return ChatCard(name=text, figures=_icons(view, ready))
