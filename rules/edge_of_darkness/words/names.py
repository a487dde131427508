"""The names of cards, advancements, Locations, slots, spots, colours and amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.edge_of_darkness.content.load import PACKS, Content, Location, NamedThreat, Slip, Starter, pack
from rules.edge_of_darkness.state.view import CardView, EdgeView, PlayerView
from rules.kernel.words.translation import N_, Translator

#: A threat and its Location's id, which is "" for a starter's own threat.
ShownThreat = tuple[str, NamedThreat]
#: The names of starters' roles, of slots and of Location types, as message ids.
ROLES = {"citizen": N_("Citizen"), "patrician": N_("Patrician")}
SLOT_NAMES = {"top": N_("top"), "middle": N_("middle"), "bottom": N_("bottom")}
TYPE_NAMES = {
    "allegiance": N_("Allegiance"),
    "hunting": N_("Hunting"),
    "train": N_("Train"),
    "battle": N_("Battle Strength"),
    "coin": N_("Coin"),
    "defence": N_("Defense"),
    "miscellaneous": N_("Miscellaneous"),
}


def content_of(view: EdgeView) -> Content:
    """Return the content pack of the viewed match."""
    return pack(view.pack)


def deciding(view: EdgeView) -> PlayerView:
    """Return the viewer or, in the view of a spectator, the first player who must decide."""
    return view.players[next(iter(view.to_act), 0) if view.viewer is None else view.viewer]


# -- records by id, from the pack of the match -----------------------------------------------------------------


def find_starter(say: Translator, card: str) -> Starter | None:
    """Return the starter with this id in the match's pack; None if there is none."""
    return next((found for one in PACKS.packs_to_search(say.pack) if (found := one.starters.get(card))), None)


def find_location(say: Translator, place: str) -> Location | None:
    """Return the Location with this id in the match's pack; None if there is none."""
    return next((found for one in PACKS.packs_to_search(say.pack) if (found := one.locations.get(place))), None)


def find_slip(say: Translator, slip: str) -> tuple[Slip, Location] | None:
    """Return the advancement with this id and its Location; None if there is none."""
    packs = PACKS.packs_to_search(say.pack)
    return next(((one.slips[slip], one.slip_home[slip]) for one in packs if slip in one.slips), None)


def starter_name(say: Translator, card: str) -> str:
    """Return the name of a card's starter, which is the person on the card."""
    found = find_starter(say, card)
    return say.name(found.name) if found else card


def starter_names(say: Translator, cards: Sequence[str]) -> str:
    """Return the names of several cards' starters, joined as a list in a sentence."""
    return say.join_names([starter_name(say, card) for card in cards])


def place_name(say: Translator, place: str) -> str:
    """Return the name of a Location."""
    found = find_location(say, place)
    return say.name(found.name) if found else place


def guild_name(say: Translator, guild: str) -> str:
    """Return the name of a Guild."""
    found = next((found for one in PACKS.packs_to_search(say.pack) if (found := one.guilds.get(guild))), None)
    return say.name(found.name) if found else guild


def contact_name(say: Translator, slip: str) -> str:
    """Return the name of the contact on an advancement."""
    found = find_slip(say, slip)
    return say.name(found[1].contact.name) if found else slip


# -- visible cards ------------------------------------------------------------------------------------------


def all_cards(view: EdgeView) -> dict[str, CardView]:
    """Return all cards that the viewer can see, by id."""
    found = [*view.street, view.sixth, *view.stack_cards, *view.discard, *[spot.card for spot in view.tower]]
    for player in view.players:
        found += [*player.hand, *player.hall, *player.starters]
    return {card.id: card for card in found if card is not None}


def contacts_on(say: Translator, content: Content, card: CardView) -> list[str]:
    """Return the names of a card's contacts, from the top slot down."""
    return [say.name(content.slip_home[slot.slip].contact.name) for slot in card.slots if slot.slip]


def card_name(say: Translator, content: Content, card: CardView) -> str:
    """Return a card's name followed by the names of its contacts: "Oda Kell (Blacksmith, Herald)"."""
    name = say.name(content.starters[card.id].name)
    contacts = contacts_on(say, content, card)
    return say.t("{name} ({details})", name=name, details=", ".join(contacts)) if contacts else name


def visible_card_name(say: Translator, view: EdgeView, card: str) -> str:
    """Return the full name of the visible card with this id. A card in the tower is named by its threats."""
    found = all_cards(view).get(card)
    if found is None:
        return starter_name(say, card)
    if any(spot.card is found for spot in view.tower):
        return threats_name(say, threats_on(view, found))
    return card_name(say, content_of(view), found)


# -- cards in the tower, which show their Blight side ---------------------------------------------------------

#: The maximum length of a label with several tower cards. A longer label has only the first threat of each card.
_LABEL = 56


def threats_on(view: EdgeView, card: CardView) -> list[ShownThreat]:
    """Return the threats on a card, each with its Location's id ("" for the starter's own threat)."""
    content = content_of(view)
    return [_threat(content, card.id, slot.slip) for slot in card.slots]


def _threat(content: Content, card: str, slip: str) -> ShownThreat:
    if slip:
        return content.slip_home[slip].id, content.slips[slip].threat
    return "", content.starters[card].threat


def event_threats(say: Translator, keys: Sequence[str]) -> dict[str, tuple[Content, list[ShownThreat]]]:
    """Return the threats in an event, grouped by card, together with each card's pack."""
    found: dict[str, tuple[Content, list[ShownThreat]]] = {}
    for key in keys:
        card, slip = key.split("/")
        content = next(
            (
                one
                for one in PACKS.packs_to_search(say.pack)
                if card in one.starters and (not slip or slip in one.slips)
            ),
            None,
        )
        if content is not None:
            found.setdefault(card, (content, []))[1].append(_threat(content, card, slip))
    return found


def threats_name(say: Translator, threats: Sequence[ShownThreat]) -> str:
    """Return a tower card's name as in the picture: "Drowned Sailor · Counterfeiters"."""
    return " · ".join(say.name(threat.name) for _, threat in threats)


def tower_names(say: Translator, view: EdgeView, spots: Sequence[int]) -> str:
    """Return the names of the tower cards on these spots, joined as a list in a label.

    If the list is too long or two cards have the same name, each card is named by its spot and first threat.
    """
    standing = {spot.spot: threats_on(view, spot.card) for spot in view.tower if spot.card}
    full = {spot: threats_name(say, threats) for spot, threats in standing.items()}
    wanted = [spot for spot in spots if spot in full]
    names = say.join_names([full[spot] for spot in wanted])
    if len(names) <= _LABEL and len(set(full.values())) == len(full):
        return names
    return say.join([f"{spot}: {threats_name(say, standing[spot][:1])}" for spot in wanted])


def event_card_names(say: Translator, cards: Sequence[str], keys: Sequence[str] | None) -> list[str]:
    """Return the names of an event's cards: their threats if the event has them, otherwise their starters."""
    told = event_threats(say, keys or ())
    return [threats_name(say, told[card][1]) if card in told else starter_name(say, card) for card in cards]


def effect_name(say: Translator, content: Content, card: CardView, slot: str) -> str:
    """Return the name of the effect in a slot. It includes the slot if the card has the same contact twice."""
    slip = next((shown.slip for shown in card.slots if shown.slot == slot), "")
    if not slip:
        return say.t(ROLES[content.starters[card.id].role])
    home = content.slip_home[slip]
    name = say.name(home.contact.name)
    twins = [shown for shown in card.slots if shown.slip and content.slip_home[shown.slip] is home]
    return say.t("{name} ({details})", name=name, details=slot_name(say, slot)) if len(twins) > 1 else name


def source_name(say: Translator, view: EdgeView, args: Mapping[str, Any]) -> str:
    """Return the name of a question's source: an effect on a card, a Location, or a tower card."""
    content = content_of(view)
    what, slot = str(args.get("what", "")), str(args.get("slot", ""))
    if what in content.locations:
        return say.name(content.locations[what].name)
    card = all_cards(view).get(what)
    if card is None:
        return starter_name(say, what)
    if not slot:
        return threats_name(say, threats_on(view, card))
    return say.t("{effect} on {card}", effect=effect_name(say, content, card, slot), card=starter_name(say, what))


def slip_name(say: Translator, content: Content, slip: str) -> str:
    """Return a copy's slot and threat, which identify it among copies of its kind: "middle, threat Shade Knight"."""
    record = content.slips[slip]
    return say.t("{slot}, threat {threat}", slot=slot_name(say, record.slot), threat=say.name(record.threat.name))


def slot_name(say: Translator, slot: str) -> str:
    """Return the name of a slot."""
    return say.t(SLOT_NAMES[slot]) if slot in SLOT_NAMES else slot


def colour_name(say: Translator, colour: int, seats: int) -> str:
    """Return the name of the player with this cube colour; "black" for the colour after the last seat's."""
    return say.t("black") if colour >= seats else say.seat(colour)


def tray_name(say: Translator, tray: int) -> str:
    """Return the name of a tray (1 to 3) or of the Threat Zone (0)."""
    return say.t("tray {n}", n=tray) if tray else say.t("Threat Zone")


def cubes_text(say: Translator, cubes: Sequence[int]) -> str:
    """Return the cube counts by colour as text: "Ana ×2, black ×3"; "" if there are none."""
    seats = len(cubes) - 1
    return ", ".join(f"{colour_name(say, colour, seats)} ×{n}" for colour, n in enumerate(cubes) if n)
