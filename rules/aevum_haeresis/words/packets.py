"""The texts about boosters, packets, card pools and decks that are being built (AH-FMT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.aevum_haeresis.content.deck_pools import missing
from rules.aevum_haeresis.content.records import Card, Content
from rules.aevum_haeresis.state.actions import Propose, PutIn, Take, TakeOut
from rules.aevum_haeresis.state.view import HaeresisView, LimitedView
from rules.aevum_haeresis.words.cards import brief, cost_line, facts, type_text
from rules.aevum_haeresis.words.names import (
    FACTIONS,
    TYPES,
    card_name,
    content_of,
    join_lines,
    me,
    record_of,
    sentences,
)
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

RARITIES = {"common": N_("common"), "uncommon": N_("uncommon"), "rare": N_("rare")}
_PARTS = {
    "plot": N_("Plot deck: {n} of {size}"),
    "heretics": N_("Heretic deck: {n} of {size}"),
    "locations": N_("Locations: {n} of {size}"),
}
#: The card types that share a list in a pool or a deck, in order.
LISTS = (("damned", "camp", "location"), ("heretic",), ("story",), ("event",), ("hunter",))
#: The order of a pool's cards, by card type.
_ORDER = ("damned", "camp", "location", "heretic", "story", "event", "hunter")


def rarity_text(say: Translator, card: Card) -> str:
    """Return a card's rarity; "" for a card that isn't in boosters."""
    return say.t(RARITIES[card.rarity]) if card.rarity in RARITIES else card.rarity or ""


def packet_number(number: int, *, own: bool) -> int:
    """Return the number of a player's packet, counting the player's boosters and the packets passed to them together.

    A player takes cards from their first booster, then from the first packet passed to them, and so on.
    """
    return 2 * number - own


# -- questions --------------------------------------------------------------------------------------------------


def packet_question(say: Translator, view: HaeresisView, asked: Prompt) -> str:
    """Return the question of the draft, which says how many cards to take and whose packet it is."""
    limited, left = _limited(view), int(asked.args["left"])
    place = {"n": packet_number(asked.args["number"], own=asked.args["own"]), "all": 2 * limited.boosters}
    rival = say.seat(1 - me(view).seat)
    if asked.args["own"]:
        head = say.t("Pack {n} of {all}, your own.", **place)
        rest = say.t("The rest goes to {player}.", player=rival)
    else:
        head = say.t("Pack {n} of {all}, passed on by {player}.", player=rival, **place)
        rest = say.t("The rest is set aside.")
    take = say.t("Which card do you take?") if left == 1 else say.t("Which {n} cards do you take?", n=left)
    return sentences([head, take, rest])


def building_question(say: Translator, view: HaeresisView) -> str:
    """Return the question of deck building, which says how many cards each part of the deck has."""
    limited = _limited(view)
    told = sentences(f"{line}." for line in sizes(say, content_of(view), limited.deck or {}))
    return sentences(
        [
            say.t("We propose this deck from your pool: swap what you like, or play it as it is."),
            told,
            say.t("Any empty places are filled from your pool."),
        ]
    )


def sizes(say: Translator, content: Content, deck: Mapping[str, int]) -> list[str]:
    """Return texts with the current and the required number of cards for each part of a deck."""
    required = {"plot": 48, "heretics": 20, "locations": 4}
    lacking = missing(content, deck)
    return [say.t(words, n=required[part] - lacking[part], size=required[part]) for part, words in _PARTS.items()]


# -- actions ----------------------------------------------------------------------------------------------------


def take_text(say: Translator, view: HaeresisView, action: Take) -> ActionText:
    """Return the label, detail and group of the action that takes a card from a packet."""
    card = record_of(view, action.card)
    return ActionText(truncate(say.name(card.name)), detail(say, view, card), say.t("Take"), place=_place(card))


def put_in_text(say: Translator, view: HaeresisView, action: PutIn) -> ActionText:
    """Return the label, detail and group of the action that moves a card from the pool to the deck."""
    card = record_of(view, action.card)
    group = say.t("Put in: {type}", type=say.t(TYPES[card.type]))
    return ActionText(
        truncate(f"+ {_counted(say, view, card, 'pool')}"), detail(say, view, card), group, place=_place(card)
    )


def take_out_text(say: Translator, view: HaeresisView, action: TakeOut) -> ActionText:
    """Return the label, detail and group of the action that takes a card out of the deck."""
    card = record_of(view, action.card)
    group = say.t("Take out: {type}", type=say.t(TYPES[card.type]))
    return ActionText(
        truncate(f"− {_counted(say, view, card, 'deck')}"), detail(say, view, card), group, place=_place(card)
    )


def propose_text(say: Translator, view: HaeresisView, action: Propose) -> ActionText:
    """Return the label, detail and group of the action that starts over with the deck proposed for a Damned."""
    card = record_of(view, action.card)
    label = f"{say.name(card.name)} ({say.t(FACTIONS[card.faction])})"
    return ActionText(truncate(label), say.t("Start over with this Damned's best deck."), say.t("Another Damned"))


def built_text(say: Translator, view: HaeresisView) -> ActionText:
    """Return the label, detail and group of the action that finishes the deck."""
    left = sum(missing(content_of(view), _limited(view).deck or {}).values())
    told = say.n("{n} empty place is filled from your pool.", "{n} empty places are filled from your pool.", left)
    return ActionText(say.t("Play this deck"), told if left else "", say.t("Done"))


def detail(say: Translator, view: HaeresisView, card: Card) -> str:
    """Return a card's cost, effect, type, rarity and numbers, in one paragraph.

    The cost and the effect come first, because a menu shows only the beginning. The picture shows the rest.
    """
    content = content_of(view)
    kind = ", ".join(filter(None, [type_text(say, card), rarity_text(say, card)]))
    numbers = facts(say, content, card)[1:] if card.type == "heretic" else []
    return sentences([cost_line(say, content, card), brief(say, content, card), f"{kind}.", *numbers])


def _counted(say: Translator, view: HaeresisView, card: Card, where: str) -> str:
    """Return a card's name with the number of copies that are in the deck or left in the pool."""
    limited = _limited(view)
    held = (limited.deck or {}).get(card.id, 0)
    n = held if where == "deck" else (limited.pool or {}).get(card.id, 0) - held
    return f"{say.name(card.name)} ×{n}" if n > 1 else say.name(card.name)


def _place(card: Card) -> int:
    return _ORDER.index(card.type) * 100 + card.cost.gold


def _limited(view: HaeresisView) -> LimitedView:
    assert view.limited is not None
    return view.limited


def warning(say: Translator, view: HaeresisView, last: bool) -> str:
    """Return the warning shown before a player takes the last card of a packet."""
    if not last:
        return ""
    if _limited(view).own:
        return say.t("This is your last card from this pack; the rest goes to {player}.",
                     player=say.seat(1 - me(view).seat))  # fmt: skip
    return say.t("This is your last card from this pack; the rest is set aside.")


# -- public facts and the viewer's cards ------------------------------------------------------------------------


def limited_lines(say: Translator, view: HaeresisView, limited: LimitedView) -> Iterator[str]:
    """Yield lines with the public facts about boosters and decks."""
    yield say.t("Factions in the boosters: {names}.", names=faction_names(say, limited.factions))
    for player in view.players:
        yield progress(say, limited, player.seat)


def faction_names(say: Translator, factions: Iterable[str]) -> str:
    """Return the names of the factions whose cards are in the boosters, followed by a mention of neutral cards."""
    return ", ".join(say.t(FACTIONS[faction]) for faction in (*factions, "neutral"))


def progress(say: Translator, limited: LimitedView, seat: int) -> str:
    """Return a text about how far a player has come in the draft or in deck building."""
    player = say.seat(seat)
    if limited.ready[seat]:
        return say.t("{player}: the deck is ready.", player=player)
    if limited.format == "draft" and limited.done[seat] < 2 * limited.boosters:
        return say.t("{player}: {n} of {all} packs done.", player=player, n=limited.done[seat],
                     all=2 * limited.boosters)  # fmt: skip
    return say.t("{player} builds a deck.", player=player)


def pool_text(say: Translator, view: HaeresisView, limited: LimitedView) -> str:
    """Return lines about the viewer's packet, the viewer's cards from boosters, and the viewer's deck."""
    content = content_of(view)
    lines: list[str] = []
    if limited.packet:
        lines.append(say.t("In the pack: {cards}.", cards=listed(say, content, dict.fromkeys(limited.packet, 1))))
    drafted, deck = Counter(limited.drafted or ()), Counter(limited.deck or {})
    if deck:
        lines += _titled(say, content, say.t("Your deck"), deck)
        lines += _titled(say, content, say.t("From boosters, not in the deck"), drafted - deck)
    else:
        lines += _titled(say, content, say.t("From boosters"), drafted)
    return join_lines(lines) or say.t("You have no cards from boosters yet.")


def _titled(say: Translator, content: Content, title: str, cards: Mapping[str, int]) -> Iterator[str]:
    """Yield a title with the number of cards, then a line for each group of types. Yield nothing for no cards."""
    if cards:
        yield f"{title} ({sum(cards.values())}):"
    for types in LISTS:
        found = {card: n for card, n in cards.items() if card in content.cards and content.cards[card].type in types}
        if found:
            kinds = {content.cards[card].type for card in found}
            types_text = ", ".join(say.t(TYPES[kind]) for kind in types if kind in kinds)
            yield f"• {types_text} ({sum(found.values())}): {listed(say, content, found)}"


def listed(say: Translator, content: Content, cards: Mapping[str, int]) -> str:
    """Return the names and numbers of copies of cards as a list, sorted by type and cost."""
    known = [content.cards[card] for card in cards if card in content.cards]
    ordered = sorted(known, key=lambda card: (_place(card), card.id))
    return ", ".join(
        f"{cards[card.id]} × {card_name(say, card.id)}" if cards[card.id] > 1 else card_name(say, card.id)
        for card in ordered
    )
