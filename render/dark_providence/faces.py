"""From content records to the faces of cards. The only module of the cards that knows the content's shape."""

from functools import lru_cache

from render.dark_providence import iconic, wording
from render.dark_providence.cards import Face
from rules.dark_providence.content.load import RLYEH, Asset, Content, pack
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.content.packs import BASE
from rules.kernel.words.text import Say

#: Uses of a card, as text to be hashable: "action,bonus", or None where nothing is said about it.
Usable = str | None


def _asset_kind(content: Content, card: str, record: Asset) -> tuple[str, str, str]:
    """Tell an asset card's picture, the colour of its band and what it is called."""
    if card == RLYEH:
        return "beyond", "city", "city"
    if card in content.city_cards:
        return "skyline", "city", "city"
    if card not in content.assets:
        return "relic", "starting", "starting"
    return ("portrait", "asset", "agent") if record.agent else ("relic", "asset", "asset")


@lru_cache(maxsize=1024)
def asset_face(card: str, locale: str, full: bool = False, usable: Usable = None, pack_name: str = BASE) -> Face:
    """Read an asset card: primary, city or starting; by a starting card's kind as well as by its id."""
    content, say = pack(pack_name), Say(locale)
    record = content.cards.get(card) or content.starting[card]
    picture, band, kind = _asset_kind(content, card, record)
    uses = None if usable is None else usable.split(",")
    return Face(
        seed=record.id,
        art=picture,
        band=band,
        name=say.name(record.name),
        kind=wording.kind(say, kind),
        icons=iconic.resources(record),
        worth=iconic.worth(record),
        lines=tuple(wording.asset_lines(say, content, record, full, uses)),
        marker=iconic.marker(record.agent),
    )


@lru_cache(maxsize=256)
def mythos_face(card: str, locale: str, full: bool = False, pack_name: str = BASE) -> Face:
    """Read a mythos card. Its resources serve the cultists of solo play only, so just a lone card shows them."""
    content, say = pack(pack_name), Say(locale)
    record = content.mythos[card]
    return Face(
        seed=record.id,
        art="beyond",
        band="mythos",
        name=say.name(record.name),
        kind=wording.kind(say, "mythos"),
        icons=iconic.resources(record) if full else (),
        worth=iconic.worth(record),
        lines=tuple(wording.mythos_lines(say, content, record, full)),
        marker=iconic.marker(record.marker),
        dark=True,
    )


@lru_cache(maxsize=64)
def lead_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Read a lead agent."""
    content, say = pack(pack_name), Say(locale)
    record = content.leads[card]
    lines = tuple(wording.lead_lines(say, content, record))
    kind = wording.kind(say, "lead")
    return Face(
        record.id, "portrait", "lead", say.name(record.name), kind, lines=lines, marker=iconic.marker(record.agent)
    )


@lru_cache(maxsize=64)
def old_one_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Read a Great Old One."""
    content, say = pack(pack_name), Say(locale)
    record = content.old_ones[card]
    lines = tuple(wording.old_one_lines(say, content, record))
    kind = wording.kind(say, "old_one")
    return Face(record.id, "old_one", "old_one", say.name(record.name), kind, lines=lines, dark=True)


@lru_cache(maxsize=64)
def control_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Read a control card; these have numbers instead of names."""
    content, say = pack(pack_name), Say(locale)
    name = say.t("Control card {n}", n=list(content.controls).index(card) + 1)
    lines = tuple(wording.control_lines(say, content, content.controls[card]))
    return Face(card, "relic", "control", name, wording.kind(say, "control"), lines=lines, dark=True)


@lru_cache(maxsize=64)
def cultist_face(card: str, locale: str, pack_name: str = BASE) -> Face:
    """Read a cultist's card."""
    content, say = pack(pack_name), Say(locale)
    record = content.cultists[card]
    lines = tuple(wording.cultist_lines(say, content, record))
    kind = wording.kind(say, "cultist_card")
    marker = iconic.single(record.marker)
    return Face(
        record.id, "portrait", "cultist_card", say.name(record.name), kind, lines=lines, marker=marker, dark=True
    )


@lru_cache(maxsize=64)
def allegiance_face(allegiance: str, locale: str) -> Face:
    """Read an allegiance card."""
    say = Say(locale)
    lines = tuple(wording.allegiance_lines(say, allegiance))
    name, kind = allegiance_name(say, allegiance), wording.kind(say, "allegiance")
    return Face(allegiance, "seal", allegiance, name, kind, lines=lines, dark=True)
