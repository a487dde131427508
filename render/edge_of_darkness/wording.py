"""What cards say in pictures: in icons on small cards, in icons and words on large ones."""

from collections.abc import Iterable

import rules
from render.edge_of_darkness import iconic
from rules.edge_of_darkness.content.load import Content, Effect, Location, NamedThreat
from rules.edge_of_darkness.words import cards as card_text
from rules.edge_of_darkness.words.ops import lower
from rules.kernel.data.events import Event
from rules.kernel.words.text import Say

GAME = "edge_of_darkness"


def effect_short(say: Say, effect: iconic.EffectLike) -> str:
    """Write an effect in icons."""
    return iconic.effect(effect)


def effect_full(say: Say, content: Content, effect: Effect, home: Location | None, timing: str) -> str:
    """Write an effect in sentences with icons, as it stands on a large card."""
    return card_text.effect_text(say, content, effect, home.id if home else "", icons=True, timing=timing)


def ability_short(say: Say, place: Location) -> str:
    """Write a Location's ability in icons; the Damage icon before it: only when attacked."""
    if place.ability is None:
        return ""
    text = iconic.effect(place.ability.effect)
    return f"{{damage}} {text}" if place.ability.timing == "attacked" else text


def rewards(say: Say, ops: Iterable[iconic.Piece]) -> str:
    """Write what a hunter gains."""
    return iconic.rewards(ops)


def ability_full(say: Say, content: Content, place: Location) -> str:
    """Write a Location's ability in sentences with icons."""
    return card_text.ability_text(say, content, place, icons=True)


def fate(say: Say, content: Content, threat: NamedThreat, home: Location | None) -> str:
    """Write in sentences what a hunter gains and what befalls those who do not defend."""
    lines: list[str] = []
    place = home.id if home else ""
    if threat.rewards:
        does = card_text.ops_text(say, content, threat.rewards, place, icons=True)
        lines.append(say.t("Hunted: {does}", does=lower(does)))
    if threat.unless_defended:
        does = card_text.ops_text(say, content, threat.unless_defended, place, icons=True)
        lines.append(say.t("Not defended: {does}", does=lower(does)))
    return "\n".join(lines)


def home_of(content: Content, slip_id: str) -> str:
    """Give the Location an advancement belongs to."""
    home = content.slip_home.get(slip_id)
    return home.id if home else ""


def event_line(say: Say, event: Event) -> str | None:
    """Tell an event in one line, in the game's own words."""
    return rules.GAMES[GAME].event_line(say, event)
