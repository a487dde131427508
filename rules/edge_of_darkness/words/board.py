"""The table as text, for players who can't see or can't load the picture."""

from __future__ import annotations

from rules.edge_of_darkness.content.ops.amounts import SLOTS
from rules.edge_of_darkness.state.view import CardView, EdgeView, LocationView, PlayerView, SpotView
from rules.edge_of_darkness.words import ping_texts
from rules.edge_of_darkness.words.cards import contact_text, effect_text, penalty_text, rewards_text
from rules.edge_of_darkness.words.names import contacts_on, content_of, cubes_text, slot_name, threats_name, threats_on
from rules.kernel.words.translation import N_, Translator, capital
from rules.kernel.words.waiting_text import waiting_text

PHASES = {
    "prologue": N_("Prologue"),
    "assembly": N_("Assembly phase"),
    "action": N_("Action phase"),
    "over": N_("Final scores"),
}
#: The maximum length in characters: two Discord messages. Longer texts list Guild Hall cards by name only.
LIMIT = 3700
#: The functions that write the text of a card's Blight side.
_BLIGHT = (rewards_text, penalty_text)


def board_text(say: Translator, view: EdgeView, *beside: EdgeView) -> str:
    """Return the text of the whole table in paragraphs: state of play, Street, tower, Locations, players.

    If the text of `view` or of a view in `beside` would be too long, a shorter version is used for all these views. The
    texts of two views can therefore be compared, because they have the same form.
    """
    texts: list[str] = []
    for brief in (False, True):
        texts = [_board(say, one, brief) for one in (view, *beside)]
        if max(map(len, texts)) <= LIMIT:
            break
    return texts[0]


def whole_board_text(say: Translator, view: EdgeView) -> str:
    """Return the text of the whole table with nothing left out."""
    return _board(say, view, brief=False)


def _board(say: Translator, view: EdgeView, brief: bool) -> str:
    players = [_player(say, view, player, brief) for player in view.players]
    attack = say.t("A tray with {n} cubes attacks.", n=view.threshold)
    tower = [attack, *(_spot(say, view, spot) for spot in view.tower)]
    places = [
        say.t("Locations, with the copies left by slot"),
        *(f"• {_place(say, view, place)}" for place in view.locations),
    ]
    parts = [_round(say, view), *map("\n".join, (_street(say, view), tower, places)), *players]
    return "\n\n".join(filter(None, parts))


def _card(say: Translator, view: EdgeView, card: CardView, owner: bool = True, brief: bool = False) -> str:
    """Return a short text for a card: "Oda Kell [Blacksmith, Herald] of Ana"."""
    content = content_of(view)
    text = say.name(content.starters[card.id].name)
    contacts = contacts_on(say, content, card)
    if contacts and not brief:
        text += f" [{', '.join(contacts)}]"
    return _with_owner(say, text, card) if owner else text


def _with_owner(say: Translator, text: str, card: CardView) -> str:
    """Append the owner of a card to a text, if the card has an owner."""
    return text if card.owner is None else say.t("{player}'s {card}", card=text, player=say.seat(card.owner))


# -- state of play ------------------------------------------------------------------------------------------


def phase_text(say: Translator, view: EdgeView) -> str:
    """Return the state of play: "Round 3 of 8, Action Phase"."""
    phase = say.t(PHASES[view.phase])
    if view.phase in ("prologue", "over"):
        return phase
    return say.t("Round {n} of {rounds}, {phase}", n=view.round, rounds=view.rounds, phase=phase)


def _round(say: Translator, view: EdgeView) -> str:
    parts = [f"{phase_text(say, view)}.", waiting_text(say, view)]
    if view.over:
        parts.append(say.t("Round {n} of {rounds}", n=min(view.round, view.rounds), rounds=view.rounds) + ".")
    if task := ping_texts.asked(say, view):
        parts.append(f"{capital(task)}.")
    if view.phase == "prologue":
        parts.append(say.t("Before round 1 of {rounds}.", rounds=view.rounds))
        parts.append(say.t("The Street is laid when the prologue ends."))
    parts.append(say.t("First Player: {player}.", player=say.seat(view.first)))
    turn = view.turn
    if turn and (view.phase == "action" or turn.battle):
        parts.append(say.t("{player}'s turn: {n} Battle Strength.", player=say.seat(turn.seat), n=turn.battle))
        if turn.may_hunt:
            parts.append(say.t("May hunt."))
    return " ".join(part for part in parts if part)


# -- Street, deck and tower ---------------------------------------------------------------------------------


def _street(say: Translator, view: EdgeView) -> list[str]:
    cards = [*view.street, view.sixth]
    told = [f"{place}. {_street_card(say, view, card)}" for place, card in enumerate(cards, 1) if card]
    deck = say.t(
        "Deck {deck}, Discard pile {discard}; cubes: bag {bag}, set aside {aside}.",
        deck=view.stack_count, discard=len(view.discard), bag=sum(view.bag), aside=sum(view.aside),
    )  # fmt: skip
    if view.depleted:
        deck += " " + say.t("The deck is depleted.")
    if view.pending is not None and view.pending.key == "draft":
        deck += " " + say.t("Cost: 1 Influence for each skipped card") + "."
    return [*([say.t("Street"), *told] if told else []), deck]


def _street_card(say: Translator, view: EdgeView, card: CardView) -> str:
    text = _card(say, view, card)
    if card.cubes:
        text += " (" + say.n("{n} cube icon.", "{n} cube icons.", card.cubes).rstrip(".") + ")"
    if card.influence:
        text += " (" + say.n("{n} Influence on it", "{n} Influence on it", card.influence) + ")"
    return text + (f" ({say.t('skipped')})" if card.id in view.skipping else "")


def _spot(say: Translator, view: EdgeView, spot: SpotView) -> str:
    """Return the text of a tower spot: threats, their Damage, cubes, rewards and penalties."""
    cubes = cubes_text(say, spot.cubes) or say.t("no cubes")
    card, effects = say.t("empty until the deck is reshuffled"), ""
    if spot.card is not None:
        threats = threats_on(view, spot.card)
        card = _with_owner(say, threats_name(say, threats), spot.card)
        card = say.t("{card}: {damage} Damage", card=card, damage=spot.card.damage)
        effects = " ".join(filter(None, [words(say, content_of(view), threats) for words in _BLIGHT]))
    line = say.t(
        "Tower {spot}: {card}; {n} of {threshold} cubes ({cubes})",
        spot=spot.spot, card=card, n=sum(spot.cubes), threshold=view.threshold, cubes=cubes,
    )  # fmt: skip
    return f"{line}. {effects}" if effects else line


# -- Locations and players ----------------------------------------------------------------------------------


def _place(say: Translator, view: EdgeView, place: LocationView) -> str:
    """Return the text of a Location: the remaining copies by slot, and the Agents there."""
    content = content_of(view)
    location = content.locations[place.id]
    left: dict[str, int] = {}
    for slip in location.slips:
        left[slip.slot] = left.get(slip.slot, 0) + place.supply.get(slip.id, 0)
    copies = ", ".join(f"{slot_name(say, slot)} {left[slot]}" for slot in SLOTS if slot in left)
    there = cubes_text(say, [*place.agents, 0])
    return f"{say.name(location.name)}: {copies}" + (f" ({there})" if there else "")


def _player(say: Translator, view: EdgeView, player: PlayerView, brief: bool) -> str:
    guild = say.name(content_of(view).guilds[player.guild].name)
    text = say.t(
        "{player} ({guild}): {coins} Coins, {influence} Influence, {goodwill} Goodwill, {reputation} Reputation; "
        "Agents {pool} in the pool, {placed} placed, {untrained} untrained; Defense {defence}; Guild cards {cards}.",
        player=say.seat(player.seat), guild=guild, coins=player.coins, influence=player.influence,
        goodwill=player.goodwill, reputation=player.reputation, pool=player.pool,
        placed=sum(player.agents.values()), untrained=player.untrained, defence=player.defence_value,
        cards=player.guild_cards,
    )  # fmt: skip
    text += " " + say.n("{n} unused Allegiance slip.", "{n} unused Allegiance slips.", player.slips)
    zones = [(say.t("Threat Zone"), player.zone), (say.t("Cubes to drop"), player.staged)]
    text += "".join(f"\n{name}: {cubes_text(say, cubes)}." for name, cubes in zones if any(cubes))
    hands = [(say.t("Hand"), player.hand), (say.t("Guild Hall"), player.hall), (say.t("Starters"), player.starters)]
    for name, cards in hands:
        if cards:
            short = brief and cards is player.hall
            told = [_card(say, view, card, owner=card.owner != player.seat, brief=short) for card in cards]
            text += f"\n{name}: {'; '.join(told)}."
    return text


def hand_text(say: Translator, view: EdgeView) -> str:
    """Return the viewer's part of the board text, which includes the hand because hands are open, and its effects."""
    if view.viewer is None:
        return say.t("You hold no cards in this match.")
    player = view.players[view.viewer]
    cards = [f"• {_hand_card(say, view, card)}" for card in player.hand or player.starters]
    return "\n".join([_player(say, view, player, brief=False), *cards])


def _hand_card(say: Translator, view: EdgeView, card: CardView) -> str:
    """Return the text of a card in the viewer's hand: its effects, whether they are used, and what it costs to use."""
    content, told = content_of(view), list[str]()
    for slot in card.slots:
        if slot.slip:
            home = content.slip_home[slot.slip]
            text = f"{say.name(home.contact.name)}: {contact_text(say, content, home)}"
        else:
            text = effect_text(say, content, content.starters[card.id].effect)
        told.append(say.t("Used: {effect}", effect=text) if slot.used else text)
    if card.owner not in (None, view.viewer) and view.phase != "prologue":
        told.append(say.t("Pay 1 Coin to {owner}.", owner=say.seat(card.owner)))
    return f"{_card(say, view, card, brief=True)}: {' '.join(told)}"


def alt_text(say: Translator, view: EdgeView) -> str:
    """Return one or two sentences that describe the picture, for screen readers."""
    first = say.t("Edge of Darkness: {phase}.", phase=phase_text(say, view))
    waits = waiting_text(say, view)
    if waits:
        first += f" {waits}"
    fullest = max(view.tower, key=lambda spot: sum(spot.cubes), default=None)
    if fullest is None or view.over:
        return first
    danger = say.t(
        "Fullest tray: {n} of {threshold} cubes (tray {tray}).",
        n=sum(fullest.cubes), threshold=view.threshold, tray=fullest.spot,
    )  # fmt: skip
    return f"{first} {danger}"
