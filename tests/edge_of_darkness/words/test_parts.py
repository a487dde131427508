"""The text of an effect that offers several parts, if only one of them is possible."""

from __future__ import annotations

from rules.edge_of_darkness.examples.lessons import OWN
from rules.edge_of_darkness.examples.position_builder import ANOINTED, acting, send, set_player, set_turn, sleeve_slip
from rules.edge_of_darkness.game import GAME
from rules.edge_of_darkness.state.actions import ChooseNumber, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.words.translation import Translator
from tests.game_helpers import act, asked, offers, rule

SAY = Translator()
TOWN = "deephollow_border_town"
ONLY = "Only this part is possible now; it happens at once: "
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


def contact_of(home: str) -> EdgeMatch:
    """Return a match where a player may use a contact of this Location and has 2 Coins and 1 Influence."""
    match = acting(hand=[OWN])
    slips = [slip for slot, slip in match.content.stacks[home] if slot == "bottom"]
    sleeve_slip(match, OWN, slips[0])
    set_turn(match, sleeved=True)
    set_player(match, ANOINTED, coins=2, influence=1)
    act(match, CONTACT)
    return match


def test_a_number_of_agents_says_where_they_are_then():
    match = contact_of("the_citywatch")
    pool = match.state.players[ANOINTED].pool
    told = [GAME.action_text(SAY, match.view(ANOINTED), action) for action in offers(match, ChooseNumber)]
    assert [(text.label, text.detail) for text in told] == [
        ("Dispatch 1 Agent", f"Then: 1 there, {pool - 1} in your pool."),
        ("Dispatch 2 Agents", f"Then: 2 there, {pool - 2} in your pool."),
    ]


def test_a_part_to_pay_for_is_asked_with_ones_own_means():
    match = contact_of("guildmark_university")
    (decision,) = match.decisions().values()
    assert decision.prompt.key == "buy_part"
    asks = GAME.question(SAY, match.view(ANOINTED), decision.prompt)
    assert asks.endswith("do you pay for the next part? You have 2 Coins and 1 Influence.")
