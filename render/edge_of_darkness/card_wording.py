"""Card texts that only pictures need: icons for an ability, and sentences about a threat."""

from render.edge_of_darkness import effect_icons
from rules.edge_of_darkness.content.load import Content, Location, NamedThreat, Timing
from rules.edge_of_darkness.words.cards import penalty_text, rewards_text
from rules.kernel.words.translation import Translator

#: The icons of each timing of an ability: when attacked, or at the start or end of the turn. Other timings have no
#: icon.
_TIMING_SIGNS: dict[Timing, str] = {
    "turn": "", "standing": "", "attacked": "{damage} ", "start": "{hourglass}{arrow} ", "end": "{arrow}{hourglass} ",
}  # fmt: skip


def ability_icons(place: Location) -> str:
    """Return a Location's ability as icons, starting with the icon of its timing."""
    if place.ability is None:
        return ""
    return _TIMING_SIGNS[place.ability.timing] + effect_icons.icons_of(place.ability.effect)


def threat_sentences(say: Translator, content: Content, threat: NamedThreat, home: str) -> str:
    """Return sentences about a hunter's gains from a threat, and about the cost of a failed defence."""
    threats = [(home, threat)]
    lines = [rewards_text(say, content, threats, icons=True), penalty_text(say, content, threats, icons=True)]
    return "\n".join(line for line in lines if line)
