"""What cards say in pictures: in icons on small cards, in icons and words on large ones."""

import rules
from render.edge_of_darkness import iconic
from rules.edge_of_darkness.content import Location, NamedThreat, base
from rules.kernel.events import Event
from rules.kernel.text import Say

GAME = "edge_of_darkness"


def effect_short(say: Say, effect: iconic.EffectLike) -> str:
    """Write an effect in icons."""
    return iconic.effect(effect)


def effect_full(say: Say, effect: iconic.EffectLike, home: Location | None, timing: str) -> str:
    """Write an effect as it stands on a large card."""
    return iconic.effect(effect)


def ability_short(say: Say, place: Location) -> str:
    """Write a Location's ability in icons; a sword of red claws before it: only when attacked."""
    if place.ability is None:
        return ""
    text = iconic.effect(place.ability.effect)
    return f"{{damage}} {text}" if place.ability.timing == "attacked" else text


def rewards(say: Say, ops: list[iconic.Piece]) -> str:
    """Write what a hunter gains."""
    return iconic.rewards(ops)


def curse(say: Say, threat: NamedThreat) -> str:
    """Write what befalls those who do not defend."""
    if not threat.unless_defended:
        return ""
    return f"{{damage}} {{arrow}} {iconic.operations(threat.unless_defended)}"


def home_of(slip_id: str) -> str:
    """Give the Location an advancement belongs to."""
    home = base().slip_home.get(slip_id)
    return home.id if home else ""


def event_line(say: Say, event: Event) -> str | None:
    """Tell an event in one line, in the game's own words."""
    return rules.GAMES[GAME].event_line(say, event)
