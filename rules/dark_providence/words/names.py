"""The names of cards, cities, agents, owners of markers, resources and allegiances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rules.dark_providence.board.agents import is_cultist, is_deep_one
from rules.dark_providence.board.piece_placement import LIMBO
from rules.dark_providence.content.load import PACKS, base, pack
from rules.dark_providence.content.records import Asset, City, Content, Mythos
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.effects.tracks import OLD_ONE
from rules.dark_providence.state.view import AgentView, CityView, PlayerView, ProvidenceView
from rules.kernel.words.recap import counted
from rules.kernel.words.translation import N_, Localised, Translator

#: The names of the nine resources, as message ids.
ICON_NAMES: dict[Icon, str] = {
    "influence": N_("Influence"),
    "recover": N_("Recovery"),
    "wealth": N_("Wealth"),
    "force": N_("Force"),
    "arcane": N_("Arcane"),
    "ritual_up": N_("Ritual up"),
    "ritual_down": N_("Ritual down"),
    "investigation_up": N_("Investigation up"),
    "investigation_down": N_("Investigation down"),
}
TRACK_NAMES = {"ritual": N_("Ritual"), "investigation": N_("Investigation")}
ALLEGIANCES = {
    "investigator": N_("Investigator"),
    "cultist": N_("Cultist"),
    "ex_investigator": N_("Dissenter, a former investigator"),
    "ex_cultist": N_("Dissenter, a former cultist"),
}
#: The names of the five colours and their shapes, as message ids.
COLOURS = (
    N_("Orange, triangle"),
    N_("Blue, circle"),
    N_("Green, square"),
    N_("Purple, diamond"),
    N_("Yellow, star"),
)
GATE_FACES = {"": N_("dormant"), "open": N_("open"), "close": N_("closed")}


def shorten_middle(name: str, room: int) -> str:
    """Shorten a name in the middle, so names that start with the same words can be told apart."""
    if len(name) <= room:
        return name
    tail = (room - 1) // 3
    return f"{name[: room - 1 - tail].rstrip()}…{name[len(name) - tail :]}"


def join_shortened(names: Sequence[str], room: int) -> str:
    """Join names within `room` characters. The longest names are shortened, but none is omitted."""
    longest = max(map(len, names), default=0)
    while longest > 4 and len(", ".join(shorten_middle(name, longest) for name in names)) > room:
        longest -= 1
    return ", ".join(shorten_middle(name, longest) for name in names)


def content_of(view: ProvidenceView) -> Content:
    """Return the content pack of the viewed match."""
    return pack(view.pack)


# -- records by id, from the pack of the match -----------------------------------------------------------------


def find_card(say: Translator, card: str) -> Asset | Mythos | None:
    """Return the asset or mythos card with this id in the match's pack; None if there is none."""
    packs = PACKS.packs_to_search(say.pack)
    return next((found for one in packs if (found := one.mythos.get(card) or one.cards.get(card))), None)


def find_city(say: Translator, city: str) -> City | None:
    """Return the city with this id in the match's pack; None if there is none."""
    return next((found for one in PACKS.packs_to_search(say.pack) if (found := one.cities.get(city))), None)


def is_city_card(say: Translator, card: str) -> bool:
    """Return whether this is a city card, which returns to area E when it is destroyed."""
    return any(card in one.city_cards for one in PACKS.packs_to_search(say.pack))


def _named(records: Iterable[Localised | None], otherwise: str, say: Translator) -> str:
    found = next((record for record in records if record is not None), None)
    return say.name(found) if found is not None else otherwise


def city_name(say: Translator, city: str) -> str:
    """Return the name of a city, which is also the name of its card."""
    found = find_city(say, city)
    return say.name(found.name) if found else card_name(say, city)


def card_name(say: Translator, card: str) -> str:
    """Return the name of an asset or mythos card."""
    found = find_card(say, card)
    return say.name(found.name) if found else card


def card_names(say: Translator, cards: Sequence[str]) -> str:
    """Return the names of several cards, joined as a list in a sentence. Copies of a card are counted."""
    return counted(say, [card_name(say, card) for card in cards])


def target_name(say: Translator, target: str) -> str:
    """Return the name of a target for influence or locks, or of Limbo."""
    return say.t("Limbo") if target == LIMBO else city_name(say, target)


def on_target(say: Translator, target: str) -> str:
    """Return the phrase for a place where something is put: "on Boston"."""
    city = find_city(say, target)
    return say.t("on {city}", city=say.name(city.name)) if city else say.t("on {card}", card=card_name(say, target))


def from_target(say: Translator, target: str) -> str:
    """Return the phrase for a place that something is taken from: "from Boston". The place can be Limbo."""
    if target == LIMBO:
        return say.t("from Limbo")
    city = find_city(say, target)
    return say.t("from {city}", city=say.name(city.name)) if city else say.t("from {card}", card=card_name(say, target))


def agent_name(say: Translator, agent: str) -> str:
    """Return the name of an agent on the map."""
    if is_deep_one(agent):
        return say.t("Deep One")
    if is_cultist(agent):
        return cultist_name(say, int(agent.rsplit("_", 1)[1]))
    leads = (one.leads.get(agent) for one in PACKS.packs_to_search(say.pack))
    return _named((lead.name if lead else None for lead in leads), "", say) or card_name(say, agent)


def _card_of_agent(content: Content, agent: str) -> Localised | None:
    """Return the name of an agent's card, or None if the agent has no card."""
    for records in (content.leads, content.assets, content.mythos, content.cultists):
        if agent in records:
            return records[agent].name
    return None


@lru_cache(maxsize=512)
def initials(pack_name: str, agent: str, locale: str) -> str:
    """Return the two initials on an agent's token.

    A lead agent's initials come from the part of the name that no other lead agent has.
    """
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    name = _card_of_agent(content, agent)
    if name is None:
        return ""
    words = say.name(name).replace("-", " ").split()
    if agent in content.leads:
        others = [say.name(lead.name).split() for lead in content.leads.values() if lead.id != agent]
        words = [word for word in words if not all(word in other for other in others)] or words
        return words[0][:2]
    return (words[0][0] + words[-1][0]).upper() if len(words) > 1 else words[0][:2]


def lead_names(say: Translator) -> list[str]:
    """Return the names of the lead agents by seat. Worked examples use them as the players' names."""
    return [say.name(lead.name) for lead in base().leads.values()]


def cultist_name(say: Translator, who: int) -> str:
    """Return the name of a cultist, given its number (1 or 2)."""
    cards = (list(one.cultists.values()) for one in PACKS.packs_to_search(say.pack))
    return _named((found[who - 1].name if 0 < who <= len(found) else None for found in cards), str(who), say)


def old_one_name(say: Translator, card: str) -> str:
    """Return the name of a Great Old One."""
    cards = (one.old_ones.get(card) for one in PACKS.packs_to_search(say.pack))
    return _named((found.name if found else None for found in cards), card, say)


# -- owners ---------------------------------------------------------------------------------------------------


def owner_name(say: Translator, owner: int, solo: bool | None = None) -> str:
    """Return the name of an owner of markers or agents. In solo play, 1 and 2 are cultists and -1 is the Great Old One.

    If `solo` is None, a match with only one player name counts as a solo match.
    """
    if owner < 0:
        return say.t("The Great Old One")
    if owner and (len(say.names) == 1 if solo is None else solo):
        return cultist_name(say, owner)
    return say.seat(owner)


def holder_name(say: Translator, view: ProvidenceView, owner: int | None) -> str:
    """Return the name of an owner in the viewed match; `owner` is None if there is no owner."""
    return say.t("no one") if owner is None else owner_name(say, owner, view.old_one is not None)


def marks_text(say: Translator, view: ProvidenceView, marks: Sequence[int]) -> str:
    """Return the marker counts by owner as text: "Ana ×2, Bence ×1"; "" if there are none."""
    return ", ".join(f"{holder_name(say, view, owner)} ×{count}" for owner, count in enumerate(marks) if count)


def allegiance_name(say: Translator, allegiance: str) -> str:
    """Return the name of an allegiance."""
    return say.t(ALLEGIANCES[allegiance]) if allegiance in ALLEGIANCES else allegiance


def icons_text(say: Translator, icons: Mapping[Icon, int], tokens: bool = False) -> str:
    """Return resources as text: "Influence 2, Force 1"."""
    if tokens:
        return " ".join(f"{count}{{{icon}}}" for icon, count in icons.items())
    return ", ".join(f"{say.t(ICON_NAMES[icon])} {count}" for icon, count in icons.items())


# -- parts of the view -----------------------------------------------------------------------------------------


def city_view(view: ProvidenceView, city: str) -> CityView:
    """Return a city from the view."""
    return next(found for found in view.cities if found.id == city)


def asset_city(view: ProvidenceView, card: str) -> str:
    """Return the city where this primary asset lies face up; "" if there is none."""
    return next((city.id for city in view.cities if city.asset == card), "")


def agent_view(view: ProvidenceView, agent: str) -> AgentView | None:
    """Return an agent from the view; None if it isn't on the map."""
    return next((found for found in view.agents if found.id == agent), None)


def own_seat(view: ProvidenceView) -> PlayerView:
    """Return the viewer's own seat; for a spectator, the seat whose turn it is."""
    seat = view.viewer if view.viewer is not None else (view.turn.seat if view.turn else view.first)
    return view.players[max(0, seat)]


def hand_icons(view: ProvidenceView, without: Sequence[str] = ()) -> dict[Icon, int]:
    """Return the icon counts in the viewer's hand by resource, not counting the cards in `without`."""
    cards, hand = content_of(view).cards, Counter((own_seat(view).hand or ()) if view.viewer is not None else ())
    held = [cards[card].icons for card in (hand - Counter(without)).elements()]
    totals: dict[Icon, int] = {icon: sum(icons.get(icon, 0) for icons in held) for icon in ICON_NAMES}
    return {icon: total for icon, total in totals.items() if total}


def spot_name(say: Translator, view: ProvidenceView, target: str) -> str:
    """Return the name of a target, followed by the city for a primary asset: "Wyatt Earp (New Orleans)"."""
    city = asset_city(view, target)
    if not city:
        return target_name(say, target)
    return f"{target_name(say, target)} ({city_name(say, city)})"


def owned_agent(say: Translator, view: ProvidenceView, agent: AgentView) -> str:
    """Return an agent's name, followed by its owner if that is a player: "Agent Friday (Carla)"."""
    if agent.owner is None or is_cultist(agent.id):
        return agent_name(say, agent.id)
    return f"{agent_name(say, agent.id)} ({holder_name(say, view, agent.owner)})"


def placed_agent(say: Translator, view: ProvidenceView, agent: str, owner: bool = False) -> str:
    """Return an agent's name, followed by its city and, if requested, its owner."""
    found = agent_view(view, agent)
    if found is None:
        return agent_name(say, agent)
    where = city_name(say, found.city)
    if owner and found.owner is not None:
        where = f"{holder_name(say, view, found.owner)}, {where}"
    return f"{agent_name(say, agent)} ({where})"


def rival_name(say: Translator, view: ProvidenceView, option: str) -> str:
    """Return the name of the player, the Great Old One or the cultist that an option stands for."""
    if option == OLD_ONE:
        return old_one_name(say, view.old_one.id) if view.old_one else say.t("Great Old One")
    return agent_name(say, option) if is_cultist(option) else say.seat(int(option))


def marks_there(view: ProvidenceView, target: str) -> list[int]:
    """Return the marker counts on a target, indexed by owner."""
    for city in view.cities:
        if city.id == target:
            return city.marks
        if city.asset == target:
            return city.asset_marks
    return next((card.marks for card in view.row if card.id == target), [0] * 5)
