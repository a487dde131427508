"""Card text, generated from the effect records so that it can't differ from the behaviour.

If `icons`, the text has placeholders instead of words, which pictures draw as icons: "Gain 2{vp}." These placeholders
are arguments of the translated sentences, never part of them.
"""

from __future__ import annotations

from rules.dark_providence.content.effects import EndEffect, Ongoing, Power, Score, SwapTrack
from rules.dark_providence.content.records import DEEP_ONES, Agent, Asset, City, Content, Lead, Mythos, Side
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.words.amounts import CardWriter, condition, gain_text
from rules.dark_providence.words.names import ICON_NAMES, icons_text
from rules.dark_providence.words.ops import ops_text
from rules.kernel.words.translation import N_, Translator

TIMINGS = {
    "action": N_("Action"),
    "bonus": N_("Bonus action"),
    "acquired": N_("On acquiring"),
    "reaction": N_("Reaction"),
    "whenever": N_("Whenever it happens"),
}
END_TIMING = N_("At the end of the game")
#: Other cards are discarded after use, but a mythos card isn't, so its bonus action has a limit.
ONCE_A_TURN = N_("Bonus action, once a turn")
#: The line of a card whose acquisition requires a sanity test.
SANITY_LINE = N_("Sanity test after acquiring.")
TRIGGERS = {
    "destroyed": N_("Reaction, when this card is destroyed"),
    "discarded": N_("Reaction, when this card is discarded"),
    "played": N_("Reaction, after this card's action is used"),
    "turn_begins": N_("At the start of your turn"),
    "turn_ends": N_("At the end of your turn, before you draw"),
    "got_city": N_("Whenever you acquire a city"),
    "got_asset": N_("Whenever you acquire a primary asset"),
    "got_mythos": N_("Whenever you acquire another mythos card"),
    "opened": N_("Whenever you open a gate"),
    "closed": N_("Whenever you close a gate"),
    "killed": N_("Whenever you assassinate an agent"),
    "lost_agent": N_("Whenever an agent of yours is assassinated"),
    "maddened": N_("Whenever you draw a Madness token"),
}
ONGOING: dict[Ongoing, str] = {
    "second_wind": N_("After the first card you acquire on your own turn, you have 1 more action."),
    "ties": N_("You also have the most influence where you are tied for it."),
    "steady": N_("You need 1 more Madness token than others to go mad."),
    "second_target": N_("When you place influence as an action, you may place 1 more marker on another primary asset."),
    "long_reach": N_("At the end of your turn, draw until you hold 6 cards."),
    "locksmith": N_("Locks don't stop you from acquiring."),
    "hunter": N_("You may also assassinate returned agents."),
}
GIFTS = {
    "free_move": N_("Once a turn, this agent may move to an adjacent city without paying."),
    "double_influence": N_("This agent counts as 2 influence in its city."),
    "unkillable": N_("This agent can't be assassinated."),
}
#: The last line in the description of every allegiance except the cultist's.
_DOOM = N_("Your madness or the death of your lead agent ends the game.")
#: How each allegiance scores, in addition to the scoring that all allegiances share. The last line tells the player
#: whether madness or the death of the lead agent ends the game.
ALLEGIANCE_LINES = {
    "investigator": (
        N_("The value of every gate you closed."),
        N_("The investigation track."),
        N_("The pink VP of your recruited agents."),
        _DOOM,
    ),
    "cultist": (
        N_("The value of every gate you opened."),
        N_("The ritual track."),
        N_("The green VP of your mythos cards."),
        N_("1 VP for each agent in your crypt and for each of your returned agents."),
        N_("8 VP if you have the Deep Ones card and all 8 Deep Ones are on the map."),
        N_("Your madness or the death of your lead agent doesn't end the game."),
    ),
    "ex_investigator": (
        N_("The value of every gate you opened or closed."),
        N_("The investigation track."),
        N_("1 VP for each agent in your crypt."),
        N_("3 VP less if your allegiance was revealed before the end."),
        _DOOM,
    ),
    "ex_cultist": (
        N_("The value of every gate you opened or closed."),
        N_("The ritual track."),
        N_("1 VP for each agent in your crypt."),
        N_("3 VP less if your allegiance was revealed before the end."),
        _DOOM,
    ),
}


# -- parts of cards --------------------------------------------------------------------------------------------


def way_text(say: Translator, content: Content, power: Power, number: int, icons: bool = False) -> str:
    """Return the text of one alternative of a power, for a choice between alternatives."""
    return ops_text(CardWriter(say, content, icons), power.ways[number])


def power_text(say: Translator, content: Content, power: Power, icons: bool = False) -> str:
    """Return the text of a power without its timing."""
    ways = [way_text(say, content, power, number, icons) for number in range(len(power.ways))]
    text = ways[0]
    if len(ways) > 1:
        text = say.t("Choose one: {ways}", ways=" ".join(f"({number}) {way}" for number, way in enumerate(ways, 1)))
    return f"{text} {say.t('Then destroy this card.')}" if power.destroys else text


def timing_text(say: Translator, power: Power, *, mythos: bool = False) -> str:
    """Return the text of a power's timing, such as "Action"."""
    if power.trigger:
        return say.t(TRIGGERS[power.trigger])
    return say.t(ONCE_A_TURN if mythos and power.timing == "bonus" else TIMINGS[power.timing])


def power_line(say: Translator, content: Content, power: Power, icons: bool = False, *, mythos: bool = False) -> str:
    """Return the text of a power with its timing: "Action: Draw 2 cards"."""
    timing = timing_text(say, power, mythos=mythos)
    return say.t("{timing}: {text}", timing=timing, text=power_text(say, content, power, icons))


def ongoing_text(say: Translator, ongoing: Ongoing, icons: bool = False) -> str:
    """Return the text of the effect that a mythos card has while a player owns it."""
    return say.t(ONGOING[ongoing])


def end_text(say: Translator, end: EndEffect, icons: bool = False) -> str:
    """Return the text of a mythos card's effect in final scoring."""
    if isinstance(end, Score):
        text = gain_text(say, end.amount, icons)
        return (
            text if end.when is None else say.t("If {condition}: {text}", condition=condition(say, end.when), text=text)
        )
    if isinstance(end, SwapTrack):
        return say.t("As a dissenter you score the other track instead of your own.")
    return say.t("You win a tie for the highest total.")


def gift_text(say: Translator, gift: str, icons: bool = False) -> str:
    """Return the text of an agent's permanent effect; "" if it has none."""
    return say.t(GIFTS[gift]) if gift else ""


def allegiance_text(say: Translator, allegiance: str, icons: bool = False) -> list[str]:
    """Return the lines that explain an allegiance's scoring."""
    return [say.t(line) for line in ALLEGIANCE_LINES[allegiance]]


# -- whole records --------------------------------------------------------------------------------------------


def agent_text(say: Translator, agent: Agent, icons: bool = False) -> list[str]:
    """Return the text of an agent marker: both sides and the permanent effect."""
    sides = say.t(
        "Agent: {original}; returned: {returned}.",
        original=side_text(say, agent.original, icons), returned=side_text(say, agent.returned, icons),
    )  # fmt: skip
    return [sides, *([gift_text(say, agent.gift, icons)] if agent.gift else [])]


def side_text(say: Translator, side: Side, icons: bool = False) -> str:
    """Return the FORCE and ARCANE of one side of a marker as text."""
    shown: dict[Icon, int] = {"force": side.force, "arcane": side.arcane}
    shown = {icon: count for icon, count in shown.items() if count}
    return icons_text(say, shown, icons) or say.t("no Force or Arcane")


def ending_text(say: Translator, asset: Asset) -> str:
    """Return the text about when a card's action ends the game (DP-END.5); "" for cards whose action never does."""
    if asset.id != DEEP_ONES:
        return ""
    return say.t("With all 8 Deep Ones on the map, this card's action ends the game, whichever alternative you choose.")


def asset_text(say: Translator, content: Content, asset: Asset, icons: bool = False) -> str:
    """Return the complete text of an asset card, in several lines."""
    lines = [icons_text(say, asset.icons, icons)]
    lines += [power_line(say, content, power, icons) for power in asset.powers]
    lines += [ending_text(say, asset)]
    lines += agent_text(say, asset.agent, icons) if asset.agent else []
    lines += [_points(say, asset.vp, "vp", icons), _points(say, asset.pink, "vp_pink", icons)]
    lines += [say.t(SANITY_LINE)] if asset.sanity else []
    lines += [say.t("Sanity test after every use.")] if asset.uneasy else []
    return "\n".join(line for line in lines if line)


def _points(say: Translator, n: int, kind: str, icons: bool) -> str:
    if not n:
        return ""
    if icons:
        return f"{n}{{{kind}}}"
    if kind == "vp":
        return say.t("{n} VP for everyone (blue).", n=n)
    if kind == "vp_pink":
        return say.t("{n} VP for investigators (pink).", n=n)
    return say.t("{n} VP for cultists (green).", n=n)


def mythos_text(say: Translator, content: Content, mythos: Mythos, icons: bool = False, *, solo: bool = True) -> str:
    """Return the complete text of a mythos card, in several lines.

    The resources on it are for the cultists of solo play. If `solo` is false, everything about solo play is omitted,
    because it would be misleading in a match with several players.
    """
    lines = [power_line(say, content, power, icons, mythos=True) for power in mythos.powers]
    lines += [say.t("Ongoing: {text}", text=ongoing_text(say, ongoing, icons)) for ongoing in mythos.ongoing]
    lines += [say.t("{timing}: {text}", timing=say.t(END_TIMING), text=end_text(say, end, icons)) for end in mythos.end]
    lines += agent_text(say, mythos.marker, icons) if mythos.marker else []
    lines += [_points(say, mythos.vp, "vp", icons), _points(say, mythos.green, "vp_green", icons)]
    lines += [say.t(SANITY_LINE)] if mythos.sanity else []
    if mythos.icons and solo:
        lines.append(say.t("In solo play: {resources}.", resources=icons_text(say, mythos.icons, icons)))
    if not mythos.solo and solo:
        lines.append(say.t("Not in solo play."))
    return "\n".join(line for line in lines if line)


def line_of(text: str) -> str:
    """Join the lines of a card's text into a single line."""
    return " ".join(line if line.endswith((".", ":")) else f"{line}." for line in text.split("\n"))


def card_lines(say: Translator, content: Content, card: str, *, solo: bool) -> str:
    """Return the text of an asset or mythos card.

    If `solo` is false, lines that matter only in solo play are omitted.
    """
    mythos = content.mythos.get(card)
    return mythos_text(say, content, mythos, solo=solo) if mythos else asset_text(say, content, content.cards[card])


def lead_text(say: Translator, content: Content, lead: Lead, icons: bool = False) -> str:
    """Return the text of a lead agent's marker and starting deck."""
    cards = [
        f"{copies} × {say.name(content.starting[kind].name)}" if copies > 1 else say.name(content.starting[kind].name)
        for kind, copies in lead.deck.items()
    ]
    return "\n".join([*agent_text(say, lead.agent, icons), say.t("Starting cards: {cards}.", cards=", ".join(cards))])


def lead_choice(say: Translator, content: Content, lead: Lead) -> str:
    """Return the features specific to a lead agent: its marker, and starting cards that not all lead agents have."""
    decks = [other.deck for other in content.leads.values()]
    own = [kind for kind, copies in lead.deck.items() if copies > min(deck.get(kind, 0) for deck in decks)]
    lines = agent_text(say, lead.agent)
    for kind in own:
        card = content.starting[kind]
        text = line_of(asset_text(say, content, card))
        lines.append(say.t("Own card: {card}: {text}", card=say.name(card.name), text=text))
    lines.append(say.t("All starting cards together: {icons}.", icons=icons_text(say, starting_icons(content, lead))))
    return " ".join(lines)


def starting_icons(content: Content, lead: Lead) -> dict[Icon, int]:
    """Return the total resources of a lead agent's starting cards."""
    totals: dict[Icon, int] = {}
    for card, copies in lead.deck.items():
        for icon, count in content.starting[card].icons.items():
            totals[icon] = totals.get(icon, 0) + copies * count
    return {icon: totals[icon] for icon in ICON_NAMES if icon in totals}


def roads_text(say: Translator, content: Content, city: City) -> str:
    """Return the text of a city's routes: the neighbouring cities with their costs."""
    return ", ".join(f"{say.name(content.cities[other].name)} {cost}" for other, cost in content.roads[city.id].items())


def place_text(say: Translator, content: Content, city: City, asset: str) -> str:
    """Return the facts that matter for starting in a city: its numbers, its primary asset and its routes."""
    told = [say.t("Control point {control}, gate value {gate}.", control=city.control, gate=city.gate)]
    if asset:
        told.append(say.t("Primary asset: {card}.", card=say.name(content.assets[asset].name)))
    return " ".join([*told, say.t("Routes: {roads}.", roads=roads_text(say, content, city))])


def city_text(say: Translator, content: Content, city: City, icons: bool = False) -> str:
    """Return the text of a city: its numbers, its routes and its city card."""
    lines = [
        say.t("Control point {control}, gate value {gate}.", control=city.control, gate=city.gate),
        say.t("Routes and their Wealth: {roads}.", roads=roads_text(say, content, city)),
        say.t("City card:"),
        asset_text(say, content, content.city_cards[city.id], icons),
    ]
    return "\n".join(lines)
