"""Reads the records of a seat's part of the Verge from a view: characters, attachments, lasting cards and piles."""

from render.aevum_haeresis.board_records import Attachment, Camp, Character, Lasting, Number, Piles, Side, Sign
from render.aevum_haeresis.card_wording import icon_of
from render.aevum_haeresis.recent_changes import Changes
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.content.records import Card, Content
from rules.aevum_haeresis.state.view import CardView, HaeresisView
from rules.kernel.words.translation import Translator

#: The kinds of abilities whose icons are shown on cards in play.
SHOWN_ABILITIES = ("heresy", "dem", "start", "when")
#: The icon that shows how long a card lasts.
DURATION_ICONS = {"conflict": "battle", "round": "hourglass", "": "hourglass"}


def shift_of(now: int, printed: int) -> int:
    """Return 1 if a number is above the printed number, -1 if it is below, and 0 otherwise."""
    return (now > printed) - (now < printed)


def signs_of(record: Card, placed: CardView) -> tuple[Sign, ...]:
    """Return a card's signs: its counters and its abilities. An ability used this Round is marked as used."""
    signs = [Sign("counter", count=placed.counters)] if placed.counters else []
    signs += [
        Sign(ability.kind, number in placed.used)
        for number, ability in enumerate(record.abilities)
        if ability.kind in SHOWN_ABILITIES
    ]
    if record.passives:
        signs.append(Sign("status_quo"))
    return tuple(signs)


def with_counters(name: str, placed: CardView) -> str:
    """Return a card's name, followed by its number of counters if it has any."""
    return f"{name} {placed.counters}{{counter}}" if placed.counters else name


def _character(view: HaeresisView, content: Content, say: Translator, changes: Changes, card: CardView) -> Character:
    record, man = content.cards[card.kind], view.manoeuvre
    tied = [content.cards[other.kind] for other in view.cards if other.host == card.id]
    numbers = tuple(
        Number(now := getattr(card, icon), shift_of(now, getattr(record.icons, icon))) for icon in MANOEUVRES
    )
    return Character(
        seed=record.id,
        type=record.type,
        faction=record.faction,
        name=say.name(record.name),
        ready=card.ready,
        health=Number(card.health, shift_of(card.health, record.health)),
        damage=Number(card.damage, shift_of(card.damage, record.damage)),
        icons=(numbers[0], numbers[1], numbers[2]),
        wounds=card.wounds,
        signs=signs_of(record, card),
        tied=tuple(Attachment(icon_of(other), say.name(other.name), other.id) for other in tied),
        foreign=card.owner if card.owner != card.controller else None,
        fights=man.type if man and any(card.id in team for team in man.teams) else "",
        mark=changes.cards.get(card.id, ""),
    )


def _lasting(content: Content, say: Translator, changes: Changes, card: CardView) -> Lasting:
    record = content.cards[card.kind]
    return Lasting(
        faction=record.faction,
        name=with_counters(say.name(record.name), card),
        icon=DURATION_ICONS[card.until],
        track=record.track or (),
        time=card.time,
        mark=changes.cards.get(card.id, ""),
        seed=record.id,
    )


def _camp(content: Content, say: Translator, changes: Changes, card: CardView) -> Camp:
    record = content.cards[card.kind]
    return Camp(
        seed=record.id,
        faction=record.faction,
        name=say.name(record.name),
        income=record.income,
        signs=signs_of(record, card),
        mark=changes.cards.get(card.id, ""),
    )


def _piles(view: HaeresisView, changes: Changes, seat: int) -> Piles:
    player = view.players[seat]
    return Piles(
        pyre=len(player.pyre),
        plot=player.plot,
        heretics=player.heretics,
        mark=changes.piles.get(seat, ""),
    )


def read_side(view: HaeresisView, content: Content, say: Translator, changes: Changes, seat: int) -> Side:
    """Read the records of one seat's part of the Verge."""
    player = view.players[seat]
    own = [card for card in view.cards if card.controller == seat]
    placed = {card.id: card for card in own}
    damned, camp = placed.get(player.damned), placed.get(player.camp)
    return Side(
        seat=seat,
        damned=_character(view, content, say, changes, damned) if damned else None,
        fallen=say.t("The Damned is in the Pyre."),
        camp=_camp(content, say, changes, camp) if camp else None,
        characters=tuple(_character(view, content, say, changes, card) for card in own if card.type == "heretic"),
        lasting=tuple(
            _lasting(content, say, changes, card) for card in own if card.type in ("story", "event") and not card.host
        ),
        piles=_piles(view, changes, seat),
        name=say.t("{name}: cards in play", name=say.seat(seat)),
    )
