"""The entries that players can look up: starters, Locations, contacts and threats, Guilds and set-ups."""

from __future__ import annotations

from rules.edge_of_darkness.content.load import PACKS, Content, Guild, Location, Setup, Slip, Starter
from rules.edge_of_darkness.words.cards import ability_text, contact_text, effect_text, threat_text
from rules.edge_of_darkness.words.names import ROLES, TYPE_NAMES, slot_name
from rules.kernel.words.translation import Entry, Translator


def title(say: Translator) -> str:
    """Return the game's name."""
    return say.t("Edge of Darkness")


def blurb(say: Translator) -> str:
    """Return a sentence that describes the game."""
    return say.t("Craft one shared deck, send out Agents and hold off the Blight: eight rounds, 2 to 4 players.")


def set_note(say: Translator) -> str:
    """Return a sentence that separates the rulebook's content in the built-in pack from the invented content."""
    return say.t(
        "Fan-made set: the rules, the Guilds and six Locations come from the rulebook; we made nearly all other cards."
    )


def look_up(say: Translator) -> list[Entry]:
    """Return an entry for each starter, Location, contact, threat, Guild and set-up, in the order of the pack."""
    content = PACKS.shown(say.pack)
    entries = [_starter(say, content, starter) for starter in content.starters.values()]
    for location in content.locations.values():
        entries += [_location(say, content, location), _contact(say, content, location)]
        entries += [
            Entry(
                slip.id,
                say.name(slip.threat.name),
                say.t("Threat"),
                _lines(
                    threat_text(say, content, slip.threat, location.id),
                    say.t(
                        "Other side of {contact}, {slot}.",
                        contact=say.name(location.contact.name),
                        slot=slot_name(say, slip.slot),
                    ),
                ),
                slip.threat.printed,
                say.flavour(slip.threat.flavour),
            )
            for slip in location.slips
        ]
    entries += [_guild(say, content, guild) for guild in content.guilds.values()]
    return [*entries, *(_setup(say, content, setup) for setup in content.setups.values())]


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _cubes(say: Translator, n: int) -> str:
    return say.n("{n} cube icon.", "{n} cube icons.", n) if n else ""


def _starter(say: Translator, content: Content, starter: Starter) -> Entry:
    owner = say.name(content.guilds[starter.guild].name) if starter.guild else say.t("Neutral")
    if starter.players > 2:
        owner = say.t("{owner}, with {n} or more players", owner=owner, n=starter.players)
    other = say.t(
        "Other side, {name}: {text}",
        name=say.name(starter.threat.name), text=threat_text(say, content, starter.threat),
    )  # fmt: skip
    text = _lines(owner + ".", effect_text(say, content, starter.effect), _cubes(say, starter.cubes), other)
    flavour = say.flavour(starter.flavour, starter.threat.flavour)
    return Entry(starter.id, say.name(starter.name), say.t(ROLES[starter.role]), text, starter.printed, flavour)


def _location(say: Translator, content: Content, location: Location) -> Entry:
    types = ", ".join(say.t(TYPE_NAMES[kind]) for kind in location.types)
    text = _lines(
        f"{types}.",
        ability_text(say, content, location) or say.t("No ability."),
        say.t("Advancement: {contact}.", contact=say.name(location.contact.name)),
    )
    flavour = say.flavour(location.flavour)
    return Entry(location.id, say.name(location.name), say.t("Location"), text, location.printed, flavour)


def _contact(say: Translator, content: Content, location: Location) -> Entry:
    copies = [
        say.t(
            "{n} × {slot}; threat {threat}: {text}",
            n=slip.copies, slot=_slot(say, slip), threat=say.name(slip.threat.name),
            text=threat_text(say, content, slip.threat, location.id),
        )
        for slip in location.slips
    ]  # fmt: skip
    text = _lines(
        contact_text(say, content, location), say.t("Location: {place}.", place=say.name(location.name)), *copies
    )
    contact, flavour = location.contact, say.flavour(location.contact.flavour)
    return Entry(f"{location.id}_contact", say.name(contact.name), say.t("Contact"), text, contact.printed, flavour)


def _guild(say: Translator, content: Content, guild: Guild) -> Entry:
    """Return the entry of a Guild, which lists its Starters."""
    own = content.of_guild(guild.id)
    lines = (f"{say.name(one.name)} ({say.t(ROLES[one.role])}): {effect_text(say, content, one.effect)}" for one in own)
    return Entry(f"guild_{guild.id}", say.name(guild.name), say.t("Guild"), _lines(*lines), guild.printed)


def _setup(say: Translator, content: Content, setup: Setup) -> Entry:
    """Return the entry of a set-up, which lists its ten Locations."""
    names = say.join_names([say.name(content.locations[one].name) for one in setup.locations])
    text = _lines(say.name(setup.blurb), say.t("Locations: {names}.", names=names))
    return Entry(f"setup_{setup.id}", say.name(setup.name), say.t("Set-up"), text)


def _slot(say: Translator, slip: Slip) -> str:
    slot = slot_name(say, slip.slot)
    if not slip.cubes:
        return slot
    return say.n("{slot} with {n} cube icon", "{slot} with {n} cube icons", slip.cubes, slot=slot)
