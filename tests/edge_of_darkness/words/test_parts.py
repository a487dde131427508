"""The text of an effect that offers several parts, if only one of them is possible."""

from __future__ import annotations

from rules.edge_of_darkness.examples.lessons import OWN
from rules.edge_of_darkness.examples.position_builder import ANOINTED, acting, send, set_turn, sleeve_slip
from rules.edge_of_darkness.game import GAME
from rules.edge_of_darkness.state.actions import UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.words.translation import Translator
from tests.game_helpers import act, asked, rule

SAY = Translator()
TOWN = "deephollow_border_town"
ONLY = "Only this part is possible now, and happens at once: "
#: The contact of the town: dispatch 2 Agents, or return 2 Agents from there to gain 3 Battle Strength.
CONTACT = UseContact(OWN, "bottom")


def with_agents(count: int) -> EdgeMatch:
    """Return a match where a player holds a contact of the town and has this many of four Agents there."""
    match = acting(hand=[OWN])
    sleeve_slip(match, OWN, "deephollow_b1")
    set_turn(match, sleeved=True)
    send(match, ANOINTED, TOWN, count)
    return match


def detail(match: EdgeMatch) -> str:
    return GAME.action_text(SAY, match.view(ANOINTED), CONTACT).detail


@rule("EOD-USE.7", "EOD-CARD.18")
def test_an_effect_says_if_only_one_of_its_parts_is_possible():
    for agents, part in ((4, "return 2 Agents"), (0, "dispatch")):
        match = with_agents(agents)
        assert detail(match).startswith(f"{ONLY}{part}")
        assert "Choose one" not in detail(match)
        act(match, CONTACT)
        assert asked(match)[1] != "choose_one"


def test_an_effect_whose_parts_are_all_possible_names_none():
    match = with_agents(2)
    assert ONLY not in detail(match)
    act(match, CONTACT)
    assert asked(match)[1] == "choose_one"
