"""Reads the contents of card pictures from the content pack.

The other modules that draw cards don't need to know how the pack is structured.
"""

from functools import lru_cache

from render.dark_providence import card_wording
from render.dark_providence.cards import Face, Marker
from render.sheets.card_parts import Line
from rules.dark_providence.content.load import pack
from rules.dark_providence.content.records import RLYEH, Agent, Asset, Content, Cultist, Lead, Mythos, OldOne, Side
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.content.packs import BASE
from rules.kernel.words.translation import Translator

#: How a card can be used now, as hashable text such as "action,bonus". None if this isn't shown.
Usable = str | None
#: Pairs of icon and count.
Counted = tuple[tuple[str, int], ...]


def _resources(record: Asset | Mythos) -> Counted:
    """Return a card's resources as icons with counts. One use of the card provides one kind of resource."""
    return tuple((icon, count) for icon, count in record.icons.items())


def worth(record: Asset | Mythos) -> Counted:
    """Return a card's victory points, by the allegiance that scores them, and the sign of a sanity test, as icons with
    counts.

    An icon without a number has count 0.
    """
    found: list[tuple[str, int]] = []
    if isinstance(record, Asset):
        found += [("vp", record.vp), ("vp_pink", record.pink)]
    else:
        found += [("vp", record.vp), ("vp_green", record.green)]
    signs = [(icon, count) for icon, count in found if count]
    if record.sanity or (isinstance(record, Asset) and record.uneasy):
        signs.append(("sanity", 0))
    return tuple(signs)


def _might(side: Side) -> tuple[int, int]:
    return side.force, side.arcane


def marker(agent: Agent | None) -> Marker | None:
    """Return the FORCE and ARCANE on both sides of an agent's marker."""
    return Marker(_might(agent.original), _might(agent.returned)) if agent else None


def _asset_kind(content: Content, card: str, record: Asset) -> tuple[str, str, str]:
    """Return the names of an asset card's picture, of its band's colour, and of its kind."""
    if card == RLYEH:
        return "beyond", "city", "city"
    if card in content.city_cards:
        return "skyline", "city", "city"
    if card not in content.assets:
        return "relic", "starting", "starting"
    return ("portrait", "asset", "agent") if record.agent else ("relic", "asset", "asset")


@lru_cache(maxsize=1024)
def asset_face(card: str, locale: str, full: bool = False, usable: Usable = None, pack_name: str = BASE) -> Face:
    """Return the contents of the picture of a primary, city or starting asset card.

    A starting card is found by its kind or its id.
    """
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.cards.get(card) or content.starting[card]
    picture, band, kind = _asset_kind(content, card, record)
    uses = None if usable is None else usable.split(",")
    return Face(
        seed=record.id,
        art=picture,
        band=band,
        name=say.name(record.name),
        kind=card_wording.kind(say, kind),
        icons=_resources(record),
        worth=worth(record),
        lines=tuple(card_wording.asset_lines(say, content, record, full, uses)),
        marker=marker(record.agent),
        flavour=say.flavour(record.flavour),
    )


@lru_cache(maxsize=256)
def mythos_face(card: str, locale: str, full: bool = False, pack_name: str = BASE) -> Face:
    """Return the contents of a mythos card's picture.

    Its resources matter only to the cultists of solo play, so they are shown only if the card is drawn alone.
    """
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.mythos[card]
    return Face(
        seed=record.id,
        art="beyond",
        band="mythos",
        name=say.name(record.name),
        kind=card_wording.kind(say, "mythos"),
        icons=_resources(record) if full else (),
        worth=worth(record),
        lines=tuple(card_wording.mythos_lines(say, content, record, full)),
        marker=marker(record.marker),
        dark=True,
        flavour=say.flavour(record.flavour),
    )


@lru_cache(maxsize=64)
def lead_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Return the contents of a lead agent's picture."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.leads[card]
    lines = tuple(card_wording.lead_lines(say, content, record))
    return _face(say, record, "portrait", "lead", lines, marker=marker(record.agent))


@lru_cache(maxsize=64)
def old_one_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Return the contents of a Great Old One's picture."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.old_ones[card]
    return _face(say, record, "old_one", "old_one", tuple(card_wording.old_one_lines(say, content, record)), dark=True)


@lru_cache(maxsize=64)
def control_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Return the contents of a control card's picture. Control cards have numbers instead of names."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    name = say.t("Control card {n}", n=list(content.controls).index(card) + 1)
    lines = tuple(card_wording.control_lines(say, content, content.controls[card]))
    return Face(card, "relic", "control", name, card_wording.kind(say, "control"), lines=lines, dark=True)


@lru_cache(maxsize=64)
def cultist_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Return the contents of the picture of a cultist's card. A cultist's marker has only one side."""
    content, say = pack(pack_name), Translator(locale, pack=pack_name)
    record = content.cultists[card]
    lines = tuple(card_wording.cultist_lines(say, content, record))
    return _face(say, record, "portrait", "cultist_card", lines, marker=Marker(_might(record.marker), None), dark=True)


def _face(
    say: Translator, record: Lead | OldOne | Cultist, art: str, kind: str, lines: tuple[Line, ...], *,
    marker: Marker | None = None, dark: bool = False,
) -> Face:  # fmt: skip
    """Return the contents of a card's picture, with the colours of its kind."""
    name, word = say.name(record.name), card_wording.kind(say, kind)
    flavour = "" if isinstance(record, Cultist) else say.flavour(record.flavour)
    return Face(record.id, art, kind, name, word, lines=lines, marker=marker, dark=dark, flavour=flavour)


@lru_cache(maxsize=64)
def allegiance_face(allegiance: str, locale: str) -> Face:
    """Return the contents of an allegiance card's picture."""
    say = Translator(locale)
    lines = tuple(card_wording.allegiance_lines(say, allegiance))
    name, kind = allegiance_name(say, allegiance), card_wording.kind(say, "allegiance")
    return Face(allegiance, "seal", allegiance, name, kind, lines=lines, dark=True)
