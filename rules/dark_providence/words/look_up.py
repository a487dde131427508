"""The entries that players can look up: cities, agents, cards, allegiances, and cards for solo play."""

from __future__ import annotations

from rules.dark_providence.content.load import PACKS
from rules.dark_providence.content.records import RLYEH, Content
from rules.dark_providence.words.cards import allegiance_text, asset_text, city_text, lead_text, mythos_text
from rules.dark_providence.words.names import ALLEGIANCES
from rules.dark_providence.words.solo import control_text, cultist_text, old_one_text
from rules.kernel.words.translation import N_, Entry, Translator

#: The lines about scoring that all allegiances share.
_EVERYBODY = (
    N_("Everyone scores the VP track, blue VP, end-of-game effects, and 3 VP for an unrevealed allegiance."),
    N_("The player with the lowest total drops out with their side; the highest total left wins."),
)


def title(say: Translator) -> str:
    """Return the game's name."""
    return say.t("Cthulhu: Dark Providence")


def blurb(say: Translator) -> str:
    """Return a sentence that describes the game."""
    return say.t(
        "Win cities, cards and agents under a secret allegiance: 2 to 5 players, or alone against a Great Old One."
    )


def set_note(say: Translator) -> str:
    """Return a sentence that says which part of the built-in pack comes from the rulebook, and which is invented."""
    return say.t(
        "Fan-made set: the rules, allegiances, cities and some thirty names are the rulebook's; the rest is this"
        " project's own."
    )


def look_up(say: Translator) -> list[Entry]:
    """Return an entry for every city, card, agent and allegiance in the pack."""
    content = PACKS.shown(say.pack)
    return [*_allegiances(say), *_people_and_places(say, content), *_cards(say, content), *_solo(say, content)]


def _allegiances(say: Translator) -> list[Entry]:
    everybody = [say.t(line) for line in _EVERYBODY]
    return [
        Entry(
            f"allegiance_{allegiance}", say.t(name), say.t("Allegiance"),
            "\n".join([*allegiance_text(say, allegiance), *everybody]), ("name", "effect", "numbers"),
        )
        for allegiance, name in ALLEGIANCES.items()
    ]  # fmt: skip


def _people_and_places(say: Translator, content: Content) -> list[Entry]:
    cities = [
        Entry(
            city.id, say.name(city.name), say.t("City"), city_text(say, content, city), city.printed,
            say.flavour(content.city_cards[city.id].flavour),
        )
        for city in content.cities.values()
    ]  # fmt: skip
    leads = [
        Entry(
            lead.id, say.name(lead.name), say.t("Lead agent"), lead_text(say, content, lead), (),
            say.flavour(lead.flavour),
        )
        for lead in content.leads.values()
    ]  # fmt: skip
    return [*cities, *leads]


def _cards(say: Translator, content: Content) -> list[Entry]:
    rlyeh = content.city_cards[RLYEH]
    assets = [
        Entry(
            card.id, say.name(card.name), say.t("Primary asset, agent") if card.agent else say.t("Primary asset"),
            asset_text(say, content, card), card.printed, say.flavour(card.flavour),
        )
        for card in content.assets.values()
    ]  # fmt: skip
    starting = [
        Entry(
            f"starting_{card.id}", say.name(card.name), say.t("Starting card"), asset_text(say, content, card), (),
            say.flavour(card.flavour),
        )
        for card in content.starting.values()
    ]  # fmt: skip
    mythos = [
        Entry(
            f"mythos_{card.id}",
            say.name(card.name),
            say.t("Mythos card"),
            mythos_text(say, content, card),
            card.printed,
            say.flavour(card.flavour),
        )
        for card in content.mythos.values()
    ]
    city = Entry(
        rlyeh.id, say.name(rlyeh.name), say.t("City card"), asset_text(say, content, rlyeh), rlyeh.printed,
        say.flavour(rlyeh.flavour),
    )  # fmt: skip
    return [*assets, *starting, *mythos, city]


def _solo(say: Translator, content: Content) -> list[Entry]:
    old_ones = [
        Entry(
            f"old_one_{card.id}",
            say.name(card.name),
            say.t("Great Old One"),
            old_one_text(say, content, card),
            card.printed,
            say.flavour(card.flavour),
        )
        for card in content.old_ones.values()
    ]
    cultists = [
        Entry(card.id, say.name(card.name), say.t("Cultist card"), cultist_text(say, content, card))
        for card in content.cultists.values()
    ]
    controls = [
        Entry(
            f"control_{card.id}", say.t("Control card {n}", n=number), say.t("Cultists' control card"),
            control_text(say, content, card),
        )
        for number, card in enumerate(content.controls.values(), 1)
    ]  # fmt: skip
    return [*old_ones, *cultists, *controls]
