"""What cards show in icons alone: resources, points and signs, made from the same records as the rules."""

from collections.abc import Iterable

from render.dark_providence.cards import Marker
from rules.dark_providence.content.load import Agent, Asset, Mythos, Side

Counted = tuple[tuple[str, int], ...]


def resources(record: Asset | Mythos) -> Counted:
    """Give a card's resources: each kind is another use of the card."""
    return tuple((icon, count) for icon, count in record.icons.items())


def worth(record: Asset | Mythos) -> Counted:
    """Give a card's points by side and its sanity test; a sign that is not counted has the count 0."""
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
    """Give both sides of an agent's marker."""
    return Marker(_might(agent.original), _might(agent.returned)) if agent else None


def single(side: Side) -> Marker:
    """Give a marker with one side only, as a cultist has it."""
    return Marker(_might(side), None)


def written(counted: Iterable[tuple[str, int]]) -> str:
    """Write icons with their counts in one line: "2{influence} 1{force}"; a count of 0 is a sign alone."""
    return " ".join(f"{count}{{{icon}}}" if count else f"{{{icon}}}" for icon, count in counted)
