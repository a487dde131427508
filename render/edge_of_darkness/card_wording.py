"""Texts of cards that only pictures need: icons for an ability, sentences for a threat."""

from render.edge_of_darkness import effect_icons
from rules.edge_of_darkness.content.load import Content, Location, NamedThreat, Timing
from rules.edge_of_darkness.words.cards import penalty_text, rewards_text
from rules.kernel.words.translation import Translator

#: The sign of an ability's timing: when attacked, or at the start or end of the turn. Other abilities have no sign.
_TIMING_SIGNS: dict[Timing, str] = {
    "turn": "", "standing": "", "attacked": "{damage} ", "start": "{hourglass}{arrow} ", "end": "{arrow}{hourglass} ",
}  # fmt: skip


def ability_icons(place: Location) -> str:
    """Return a Location's ability as icons, beginning with its timing."""
    if place.ability is None:
        return ""
    return _TIMING_SIGNS[place.ability.timing] + effect_icons.icons_of(place.ability.effect)


def threat_sentences(say: Translator, content: Content, threat: NamedThreat, home: str) -> str:
    """Return sentences on a hunter's gains from a threat, and on the cost of a failed defence."""
    threats = [(home, threat)]
    lines = [rewards_text(say, content, threats, icons=True), penalty_text(say, content, threats, icons=True)]
    return "\n".join(line for line in lines if line)
