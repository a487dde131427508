"""The actions shown to a player: their labels, details and order."""

from __future__ import annotations

import pytest

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Ability
from rules.edge_of_darkness.examples.drafting import drafting
from rules.edge_of_darkness.examples.lessons import NEUTRAL, OWN, RIVAL, action_turn
from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    acting,
    move,
    prologue,
    send,
    set_player,
    set_turn,
    sleeve_slip,
)
from rules.edge_of_darkness.state.actions import (
    ChooseOption,
    Draft,
    EndTurn,
    Pick,
    SkipCard,
    Sleeve,
    SleeveOnto,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import ActionText, Translator
from tests.edge_of_darkness.table import clause, effect, free_part, gain, rewrite, slip_of
from tests.game_helpers import act

SAY = Translator("en", names=("Ana", "Bruno"))


def shown(match: EdgeMatch, kind: type[Action]) -> dict[str, ActionText]:
    """Return the texts of the offered actions of this kind by their labels, in the order of display."""
    view = match.view(ANOINTED)
    found = [match.game.action_text(SAY, view, one) for one in offered(match) if isinstance(one, kind)]
    return {text.label: text for text in sorted(found, key=lambda text: text.place)}


def offered(match: EdgeMatch) -> list[Action]:
    return list(match.decisions()[ANOINTED].actions)


def test_cards_to_skip_stand_in_the_order_of_the_street() -> None:
    assert list(shown(drafting(4), SkipCard)) == [
        "Skip Old Piet Haverkamp", "Skip Lady Corisande Vael", "Skip Tova Lindqvart",
    ]  # fmt: skip


def test_effects_stand_in_the_order_of_the_hand() -> None:
    cards = [label.partition(" on ")[2] for label in shown(action_turn(), UseContact)]
    assert list(dict.fromkeys(cards)) == ["Marie-Christine Botrelle", "Oswin Tallow", "Giacomo Tredita"]


def test_a_draft_says_once_which_cards_it_takes() -> None:
    (text,) = shown(drafting(4), Draft).values()
    assert text.label == "Draft Old Piet Haverkamp, Lady Corisande Vael and Tova Lindqvart"
    assert text.detail == ""


def test_a_draft_is_asked_with_ones_own_influence() -> None:
    match = drafting(4)
    ((seat, decision),) = match.decisions().items()
    influence = match.state.players[seat].influence
    asks = match.game.question(Translator(), match.view(seat), decision.prompt)
    assert asks.endswith(f"skip cards first for 1 Influence each. You have {influence} Influence.")


def test_a_copy_names_the_owner_of_its_card_and_the_covered_slip() -> None:
    match = action_turn()
    match.apply(ANOINTED, Sleeve("guildmark_university"))
    details = {
        (one.card, match.content.slips[one.slip].slot): match.game.action_text(SAY, match.view(ANOINTED), one).detail
        for one in offered(match)
        if isinstance(one, SleeveOnto)
    }
    assert details[OWN, "bottom"].startswith("Your own card. ")
    assert details[NEUTRAL, "bottom"].startswith("A Neutral card. ")
    assert details[RIVAL, "bottom"].startswith("Bruno's card. ")
    assert "Covers the Citizen; its effect is lost." in details[OWN, "top"]
    assert "Covers" not in details[OWN, "bottom"]


def test_a_part_with_a_price_says_what_it_is_now() -> None:
    match = acting(hand=[OWN])
    sleeve_slip(match, OWN, "university_m1")
    set_player(match, ANOINTED, coins=5)
    set_turn(match, sleeved=True)
    match.apply(ANOINTED, UseContact(OWN, "middle"))
    labels = [match.game.action_text(SAY, match.view(ANOINTED), one).label for one in offered(match)]
    assert labels == ["Pay 1 Coin: train 1 Agent", "Skip this part"]


def test_a_part_whose_price_has_come_down_to_nothing_is_free() -> None:
    match = acting(hand=[OWN])
    sleeve_slip(match, OWN, "university_m1")
    set_player(match, ANOINTED, coins=5)
    send(match, ANOINTED, "guildmark_university", 1)
    set_turn(match, sleeved=True)
    match.apply(ANOINTED, UseContact(OWN, "middle"))
    view = match.view(ANOINTED)
    labels = [match.game.action_text(SAY, view, one).label for one in offered(match)]
    assert labels == ["Train 1 Agent", "Skip this part"]
    assert "do you use the next part? It's free." in match.game.question(SAY, view, match.decisions()[0].prompt)


def test_the_end_of_a_turn_discards_no_empty_hand() -> None:
    match = acting(hand=[])
    set_turn(match, sleeved=True)
    assert shown(match, EndTurn)["End your turn"].detail == "Your hand is empty."


def test_the_prologue_says_what_an_advancement_does_at_once() -> None:
    match = prologue(2)
    details = {label.partition(" (")[0]: text.detail for label, text in shown(match, Pick).items()}
    assert details["Blacksmith"] == "Now: gain 2 Coins. Later: gain 2 Coins and 1 Battle Strength."
    assert details["Bounty Hunter"] == "Nothing now. Later: you may hunt threats this turn. Gain 1 Battle Strength."
    assert details["War Council Member"] == "Dispatch 2 Agents there."
    match.apply(ANOINTED, Pick("the_forge"))
    match.apply(ANOINTED, next(one for one in offered(match) if isinstance(one, SleeveOnto)))
    assert shown(match, UseContact)["Use the effect"].detail == "Gain 2 Coins."


def test_advancements_stand_as_they_lie_and_copies_by_card_from_the_top() -> None:
    match = action_turn()
    homes = [label.partition(" (")[2].rstrip(")") for label in shown(match, Sleeve)]
    in_play = [SAY.name(match.content.locations[place].name) for place in match.state.locations]
    assert homes == [name for name in in_play if name in homes]
    match.apply(ANOINTED, Sleeve("guildmark_university"))
    places = [label.partition(", threat ")[0] for label in shown(match, SleeveOnto)]
    assert places[:2] == ["Marie-Christine Botrelle: top", "Marie-Christine Botrelle: bottom"]


def test_a_threat_is_named_once_in_the_words_of_a_copy() -> None:
    match = prologue(2)
    match.apply(ANOINTED, Pick("the_citywatch"))
    text = next(iter(shown(match, SleeveOnto).items()))
    assert text[0].endswith(": middle, threat Bribed Watchman")
    assert text[1].detail == "1 Damage. Hunted: gain 2 Coins."


@pytest.mark.parametrize("cubes", [1, 2, 5])
def test_an_ability_says_what_its_counted_amount_is_now(cubes: int) -> None:
    match = free_part()
    with arrange(match) as state:
        on_board = sum(tray[ANOINTED] for tray in state.trays)
        state.bag[ANOINTED] += on_board - cubes
        for tray in state.trays:
            tray[ANOINTED] = 0
        state.trays[0][ANOINTED] = cubes
    detail = shown(match, UseAbility)["Gallows Bridge"].detail
    assert detail.endswith(f"for each cube of your colour in the tower (at most 2, now {min(cubes, 2)}).")


def test_an_amount_that_the_effect_itself_changes_has_no_present_value() -> None:
    here = gain("coins", {"count": "agents_here"})
    assert effect(here).counted
    assert effect(here, cost=[{"cost": "pay", "what": "influence"}]).counted
    assert not effect({"op": "dispatch"}, here).counted
    assert not effect(here, cost=[{"cost": "return"}]).counted
    assert not Effect(clauses=[clause({"op": "dispatch"}), clause(here)]).counted
    assert Effect(mode="one", clauses=[clause({"op": "dispatch"}), clause(here)]).counted


@pytest.mark.parametrize(("where", "told"), [("hand", True), ("street", False)])
def test_an_effect_that_counts_the_hand_has_no_present_value_before_cards_are_discarded(where: str, told: bool) -> None:
    match = free_part()
    card, *others = [one for one in match.state.street if one]
    hand = others if where == "street" else [card, *others[1:]]
    sleeve_slip(match, card, slip_of(match, "tallow_market", "bottom"))
    for one in hand:
        move(match, one, match.state.players[ANOINTED].hand)
    kind = UseStreet if where == "street" else UseContact
    (detail,) = [text.detail for label, text in shown(match, kind).items() if label.startswith("Chandler on")]
    assert ("now" in detail) == told


def test_a_part_to_choose_says_what_its_counted_amount_is_now() -> None:
    match = free_part()
    place = match.state.locations[0]
    parts = [clause(gain("coins", {"count": "rivals", "times": 2})), clause(gain("influence"))]
    rewrite(match, place, ability=Ability(effect=Effect(mode="one", clauses=parts)))
    act(match, UseAbility(place))
    assert "Gain 2 Coins for each other player (now 2)" in shown(match, ChooseOption)
