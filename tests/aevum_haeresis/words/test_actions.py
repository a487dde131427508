"""The texts of choices: labels, effects, hands, and the table."""

from __future__ import annotations

import re

import pytest

from rules.aevum_haeresis.content.ops import Damage, Target
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    acting,
    deck,
    enlisting,
    hold,
    location,
    new,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ChoiceStep
from rules.aevum_haeresis.words.cards import brief
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import ActionText, Translator
from tests.aevum_haeresis.scenes import pass_round
from tests.aevum_haeresis.table import empty_pyre, heretic, put_into_pyre, waive
from tests.aevum_haeresis.window_helpers import fight, opened, scene_with_cards
from tests.game_helpers import act, asked, look, offers, set_stack
from tests.text_collection import reveals

EN = Translator("en", ("Anna", "Béla"))


def words(match: Haeresis, action: Action, seat: int = ANNA) -> ActionText:
    return GAME.action_text(EN, match.view(seat), action)


def question(match: Haeresis, seat: int) -> str:
    return GAME.question(EN, match.view(seat), match.decisions()[seat].prompt)


def hand_line(match: Haeresis, name: str, seat: int = ANNA) -> str:
    text = GAME.hand_text(EN, match.view(seat))
    return next(line for line in text.split("\n") if name in line)


# -- setting up -------------------------------------------------------------------------------------------------


def test_before_the_first_round_choices_are_named_from_the_own_seat() -> None:
    match = new()
    (seat,) = match.decisions()
    assert words(match, actions.BeActive(seat), seat).label == "I am Active"
    other = "Anna" if seat else "Béla"
    assert words(match, actions.BeActive(1 - seat), seat).label == f"{other} is Active"
    act(match, actions.BeActive(ANNA))
    assert reveals(match, actions.Mulligan())
    assert not reveals(match, actions.Keep())
    act(match, actions.Keep())
    act(match, actions.Keep())
    told = words(match, offers(match, actions.PutLocation)[0])
    assert "Soul numbers: Morning" in told.detail


# -- rows -------------------------------------------------------------------------------------------------------


def test_laying_tells_the_chapter_and_whether_the_card_can_be_played_there() -> None:
    match = scene()
    hold(match, ANNA, "candle_thief", "cold_hands", "crown_inquisitor", "levy")
    enlisting(match)
    told = words(match, actions.Lay("candle_thief.0.1"))
    assert told.label == "Chapter 1: Candle Thief"
    assert told.detail.startswith("Cost: ")
    assert "Health 2" in told.detail
    assert told.group == "Heretic"
    assert told.place < words(match, actions.Lay("levy.0.1")).place < words(match, actions.Lay("cold_hands.0.1")).place
    for name in ("cold_hands.0.1", "crown_inquisitor.0.1"):
        assert words(match, actions.Lay(name)).group == "Only fills a Chapter"
        assert words(match, actions.Lay(name)).detail.startswith("Now: it only fills a Chapter of this row.")
    set_player(match, ANNA, gold=0)
    assert words(match, actions.Lay("levy.0.1")).detail.startswith(
        "Now: it fits this row, but costs more than you have"
    )
    assert words(match, actions.Done()).label == "Lay no card"
    act(match, actions.Lay("levy.0.1"))
    assert words(match, actions.Lay("candle_thief.0.1")).label == "Chapter 2: Candle Thief"
    done = words(match, actions.Done())
    assert done.label == "Done: 1 card laid"
    unpaid = "The row costs 1 gold, but you have 0 gold: some cards may go to the Pyre unpaid."
    assert done.detail == f"{unpaid} The row can't be changed afterwards."
    assert question(match, ANNA).endswith("So far: Levy.")
    # A Story that is laid in an Enlistment row only fills a Chapter, so its cost isn't counted.
    (story,) = (card for card in match.state.players[ANNA].hand if card.startswith("cold_hands"))
    act(match, actions.Lay(story))
    assert question(match, ANNA).endswith("So far: Levy, Cold Hands.")
    set_player(match, ANNA, gold=2)
    assert words(match, actions.Done()).detail.startswith("The row costs 1 gold; you have 2 gold. ")


def test_the_passive_player_lays_knowing_how_many_and_turns_up_the_first_chapter() -> None:
    match = scene()
    hold(match, ANNA, "levy")
    hold(match, BELA, "hired_knife")
    enlisting(match)
    assert not reveals(match, actions.Done())
    act(match, actions.Lay("levy.0.1"))
    assert question(match, BELA).endswith("Anna laid 1 card. You have 5 gold.")
    assert reveals(match, actions.Done(), BELA)


def test_paying_names_what_it_costs_now() -> None:
    match = scene()
    hold(match, ANNA, "levy", "hired_knife")
    enlisting(match)
    act(match, actions.Lay("hired_knife.0.1"))
    act(match, actions.Done())
    waive(match)
    assert question(match, ANNA) == "Chapter 1: do you pay for Hired Knife (1 gold)? You have 5 gold and 1 soul."
    set_player(match, ANNA, free=3)
    assert "(nothing)" in question(match, ANNA)
    told = words(match, actions.PayFor("hired_knife.0.1"))
    assert (told.label, told.detail[:14]) == ("Pay for Hired Knife", "Cost: nothing.")
    assert words(match, actions.Decline()).detail == "Hired Knife goes to the Pyre without effect."


# -- actions of the Plot phase ------------------------------------------------------------------------------------


def test_manoeuvres_tell_what_success_brings() -> None:
    match = scene()
    put(match, BELA, "parish_accuser", host=match.state.location)
    n = look(match, ANNA).soul_number
    assert words(match, actions.Announce("recruit")).detail.startswith(f"You gain {n} soul")
    assert words(match, actions.Announce("plunder")).detail == (
        f"Béla discards {4 + n} cards from the Plot deck if you succeed."
    )
    assert words(match, actions.Announce("accuse")).detail == "Béla's Execution level rises by 1 if you succeed."
    assert not words(match, actions.Announce("accuse")).useless
    set_player(match, BELA, rose=True)
    assert "can't rise again" in words(match, actions.Announce("accuse")).detail
    assert words(match, actions.Announce("accuse")).useless
    assert words(match, actions.Announce("recruit")).useless is (n == 0)


def test_manoeuvres_tell_what_the_table_adds_and_forbids() -> None:
    match = scene()
    location(match, "leper_chapel", BELA)
    put(match, BELA, "bailiff_of_the_ford", host=match.state.location)
    assert words(match, actions.Announce("recruit")).detail == (
        "You gain 0 souls if you succeed. Leper Chapel: A successful Recruit also gives its initiator 1 soul. "
        "Only for teams without the Damned."
    )
    assert (
        "Bailiff of the Ford: The opponent's unopposed Plunders are unsuccessful."
        in words(match, actions.Announce("plunder")).detail
    )
    assert "Bailiff" not in words(match, actions.Announce("plunder"), BELA).detail


def test_a_heresy_tells_its_cost_with_what_the_opponent_adds() -> None:
    match = scene()
    midwife = put(match, ANNA, "ash_midwife")
    told = words(match, actions.UseHeresy(f"{midwife}/0"))
    assert told.label == "Heresy: Ash Midwife"
    before = told.detail
    put(match, BELA, "lady_of_the_tower")
    assert words(match, actions.UseHeresy(f"{midwife}/0")).detail != before
    assert "1 gold" in words(match, actions.UseHeresy(f"{midwife}/0")).detail


def test_the_same_ability_of_two_cards_of_a_kind_is_told_apart_by_the_number_of_the_card() -> None:
    match = scene()
    midwives = [put(match, ANNA, "ash_midwife") for _ in range(2)]
    put(match, BELA, "ash_midwife")
    uses = [actions.UseHeresy(f"{midwife}/0") for midwife in midwives]
    assert [words(match, use).label for use in uses] == ["Heresy: Ash Midwife 1", "Heresy: Ash Midwife 2"]
    offered = [GAME.option_text(EN, match.view(ANNA), actions.UseHeresy, "card", use.card) for use in uses]
    assert offered == ["Ash Midwife 1", "Ash Midwife 2"]


def test_passing_tells_whether_it_ends_the_phase() -> None:
    match = scene()
    assert words(match, actions.Pass()).detail == "You may act again if your opponent acts."
    with arrange(match) as state:
        state.passes = 1
    assert words(match, actions.Pass()).detail == "The Plot phase ends."
    assert question(match, ANNA).endswith("Béla has passed: if you pass too, the Plot phase ends.")


def test_teams_are_chosen_by_name_number_and_icons() -> None:
    match = scene()
    first, second = put(match, ANNA, "candle_thief"), put(match, ANNA, "candle_thief")
    knife = put(match, BELA, "hired_knife")
    act(match, actions.Announce("plunder"))
    assert words(match, actions.Join(first)).label == "Candle Thief 1: Plunder 1"
    assert words(match, actions.Join(second)).label == "Candle Thief 2: Plunder 1"
    act(match, actions.Join(first))
    done = words(match, actions.Done())
    assert (done.label, done.detail) == ("Done: 1 character", "Your team has 1 icon.")
    act(match, actions.Done())
    assert asked(match) == (BELA, "team")
    assert question(match, BELA) == "Plunder by Anna with Candle Thief 1; icons: 1. Who blocks?"
    assert words(match, actions.Done(), BELA).label == "Don't block"
    assert words(match, actions.Join(knife), BELA).detail == "Health 2, Damage 2."
    act(match, actions.Join(knife), BELA)
    assert words(match, actions.Done(), BELA).detail == "Your team has 1 icon. The other team has 1."


# -- windows and choices ------------------------------------------------------------------------------------------


def test_a_window_says_why_it_opened_and_what_can_be_played() -> None:
    match = scene()
    put(match, ANNA, "candle_thief")
    hold(match, BELA, "bailiff_of_the_ford")
    act(match, actions.Announce("plunder"))
    assert question(match, BELA) == (
        "Window: Manoeuvre announced. Anna: Plunder. Do you answer with a Deus Ex Machina or a Hunter?"
        " You have 5 gold and 1 soul."
    )
    told = words(match, offers(match, actions.PlayDem)[0], BELA)
    assert told.label == "Play Bailiff of the Ford"
    assert "Only when a manoeuvre is announced." in told.detail
    set_player(match, BELA, gold=0)
    assert question(match, BELA).endswith("You can't pay for Bailiff of the Ford now.")
    match = scene()
    put(match, ANNA, "candle_thief")
    hold(match, BELA, "levy")
    act(match, actions.Announce("plunder"))
    assert question(match, BELA).endswith("You have no card for it in hand.")


def test_targets_are_named_with_who_controls_them() -> None:
    match = scene()
    one, two = put(match, BELA, "hired_knife"), put(match, BELA, "hired_knife", ready=False)
    put(match, ANNA, "hired_knife")
    (friar,) = hold(match, ANNA, "friar_with_the_lantern")
    act(match, actions.Pass())
    act(match, actions.PlayDem(friar))
    assert question(match, ANNA) == "Friar with the Lantern: who takes the damage?"
    assert words(match, actions.Choose(one)).label == "Hired Knife 1 (Béla)"
    told = words(match, actions.Choose(two))
    assert (told.label, told.detail) == ("Hired Knife 2 (Béla)", "Health 2, Damage 2, Plunder 1; Spent.")


def test_ways_and_payments_are_told_in_full() -> None:
    match = scene()
    camp, damned = match.state.players[ANNA].camp, match.state.players[BELA].damned
    assert damned in match.state.cards
    hold(match, ANNA, "gathered_tithes", "levy", "levy")
    act(match, actions.UseHeresy(f"{camp}/0"))
    assert [words(match, choice).label for choice in offers(match, actions.Choose)] == ["Gathered Tithes", "Levy"]
    assert question(match, ANNA) == "Reed-Roofed Chapel: which card from your hand do you discard to pay for it?"


def test_what_may_be_paid_for_is_asked_with_its_price_and_is_a_button() -> None:
    match = scene()
    set_player(match, BELA, gold=3)
    pass_round(match)
    assert asked(match) == (BELA, "choose")
    assert (
        question(match, BELA) == "The Margrave without a Grave: Draw 1 Plot card. Do you pay 1 gold? You have 7 gold."
    )
    told = words(match, actions.Choose("pay"), BELA)
    assert (told.label, told.detail, told.alone) == ("Pay (1 gold)", "Draw 1 Plot card.", True)
    assert words(match, actions.Done(), BELA).label == "Don't pay"


def test_drawing_after_a_conflict_warns_of_the_last_card() -> None:
    match = scene()
    deck(match, ANNA, plot=1)
    told = words(match, actions.DrawFrom("plot"))
    assert (told.label, told.detail) == (
        "Draw: Plot deck", "1 card is left in it. You lose with an empty Plot deck.",
    )  # fmt: skip
    none = words(match, actions.DrawFrom("none"))
    assert none.label == "Draw nothing"
    assert none.place > told.place


def test_two_ends_at_once_are_told_with_their_winners() -> None:
    told = words(scene(), actions.CountFirst("deck/1"))
    assert told.label == "Béla wins: Anna's Plot deck is empty."


# -- the hand -----------------------------------------------------------------------------------------------------


def test_the_hand_says_of_each_card_what_it_is_good_for_now() -> None:
    match = scene()
    hold(match, ANNA, "candle_thief", "cold_hands", "levy", "levy", "crown_inquisitor")
    assert "Later: from the Enlistment row." in hand_line(match, "Candle Thief")
    assert "Later: from the Conflict row." in hand_line(match, "Cold Hands")
    assert hand_line(match, "Levy").startswith("• 2 × Levy (Event, Neutral): Later: from either row.")
    assert "In any Deus Ex Machina window. With the order" in hand_line(match, "Crown Inquisitor")
    act(match, actions.Pass())
    assert "Now: in this window." in hand_line(match, "Crown Inquisitor")
    assert "Not in this window." in hand_line(match, "Levy")
    set_player(match, ANNA, gold=1)
    assert "costs more than you have" in hand_line(match, "Crown Inquisitor")


def test_the_hand_also_tells_the_own_decks_that_may_be_looked_at() -> None:
    match = scene()
    text = GAME.hand_text(EN, match.view(ANNA))
    assert text.split("\n")[0] == "Your hand is empty."
    assert "Your Location deck: " in text
    assert "Your Background deck: 2 × Drowned Pilgrim." in text
    set_player(match, ANNA, peeked=["levy", "levy"])
    assert "When you last looked, Béla held 2 × Levy." in GAME.hand_text(EN, match.view(ANNA))
    assert GAME.hand_text(EN, match.view(None)) == "You hold no cards in this match."


# -- the table ----------------------------------------------------------------------------------------------------


def test_the_table_in_words_tells_everything_that_lies_open() -> None:
    match = scene()
    thief = put(match, ANNA, "candle_thief", ready=False)
    put(match, ANNA, "saints_knuckle", host=thief)
    put(match, BELA, "crown_inquisitor", host=match.state.location)
    stolen = put(match, BELA, "hired_knife", controller=ANNA)
    set_card(match, match.state.players[ANNA].damned, damage=3)
    empty_pyre(match, BELA)
    put_into_pyre(match, BELA, "levy")
    theirs = match.state.players[BELA]
    acting(match, ANNA)
    text = GAME.board_text(EN, match.view(BELA))
    assert stolen in match.state.cards
    head, bela, anna = text.split("\n\n")
    assert head.split("\n") == [
        (
            "Round 2, Plot phase. Anna is Active. Anna decides. Plunder, Recruit, Accusation, Heresy or Pass. "
            "10 souls win; Execution 3 or an empty Plot deck loses."
        ),
        (
            f"Location: Causeway Village (Anna), Morning, soul number {look(match, None).soul_number}. "
            "Hunters: Crown Inquisitor (Béla)."
        ),
    ]
    assert bela.startswith(
        "Béla: 1 soul, 5 gold (income 4), Execution 0 of 3.\n"
        f"Hand 0, Plot deck {len(theirs.plot)}, Heretic deck {len(theirs.heretics)}"
    )
    assert bela.endswith("Pyre: Levy.")
    most = match.content.cards["anchoress_of_saltmarsh"].health
    assert f"Health {most - 3} of {most}, Damage" in anna
    assert re.search("• Candle Thief: Health .*; Spent; attached: Saint's Knuckle", anna)
    assert re.search("• Hired Knife: Health .*; belongs to Béla", anna)


def test_a_conflict_and_what_lasts_are_told_too() -> None:
    match = scene()
    thief, knife = put(match, ANNA, "candle_thief"), put(match, BELA, "hired_knife")
    for action in (actions.Announce("plunder"), actions.Join(thief), actions.Done(), actions.Join(knife)):
        act(match, action)
    if asked(match)[1] == "team":
        act(match, actions.Done())
    text = GAME.board_text(EN, match.view(None))
    assert "Conflict: Plunder by Anna.\nAnna's team: Candle Thief; 1 icon.\nBéla's team: Hired Knife; 1 icon." in text


def test_the_picture_is_told_in_two_sentences() -> None:
    assert GAME.alt_text(EN, scene().view(None)) == (
        "Aevum Haeresis: Round 2, Plot phase. Anna decides. "
        "Anna: 1 soul, Execution 0, Plot deck 30; Béla: 1 soul, Execution 0, Plot deck 30."
    )


def test_a_story_asks_for_its_casters_target_and_then_its_texts_target() -> None:
    match = fight(scene(), "plunder")

    def ask(card: str, goal: int) -> str:
        args = {"what": "target", "card": f"{card}.0.1", "how": "row", "ability": -1, "goal": goal}
        return GAME.question(EN, look(match, ANNA), Prompt("name", args))

    assert ask("reaping_blow", 0) == "Reaping Blow: who does the caster strike?"
    assert ask("reaping_blow", 1) == "Reaping Blow: who takes the damage?"
    match = fight(scene(), "recruit")
    assert ask("drowning_dream", 0) == "Drowning Dream: who is the target?"


def test_a_window_names_the_cards_it_is_about_with_cost_and_text_and_ones_own_gold() -> None:
    match = opened("chapter_revealed+")
    hold(match, match.state.active, "second_sight")
    set_player(match, match.state.active, gold=3)
    asks = question(match, match.state.active)
    psalm = match.content.cards["whispered_psalm"]
    assert f"{psalm.name.en}: Cost: " in asks
    assert brief(Translator(), match.content, psalm) in asks
    assert "You have 3 gold and " in asks


def test_an_answer_says_first_what_it_leaves_then_its_effect_and_its_windows_last() -> None:
    match = scene()
    put(match, ANNA, "candle_thief")
    hold(match, BELA, "bailiff_of_the_ford")
    set_player(match, BELA, gold=3)
    act(match, actions.Announce("plunder"))
    detail = words(match, offers(match, actions.PlayDem)[0], BELA).detail
    assert detail.startswith("You keep 2 gold. Cost: 1 gold.")
    assert detail.endswith("Only when a manoeuvre is announced.")


def test_an_answer_that_leaves_too_little_for_ones_revealed_card_says_so_before() -> None:
    match = scene()
    hold(match, ANNA, "levy", "corpse_collector")
    enlisting(match)
    act(match, actions.Lay("levy.0.1"))
    act(match, actions.Done())
    (answer,) = offers(match, actions.PlayDem)
    for gold, warned in ((1, True), (2, False)):
        set_player(match, ANNA, gold=gold)
        detail = words(match, answer).detail
        assert detail.startswith(f"You keep {gold - 1} gold. ")
        assert ("Then you can't pay for Levy in this Chapter." in detail) is warned


def test_a_card_that_only_fills_a_chapter_says_what_it_does_and_not_which_order_asks() -> None:
    match = scene()
    hold(match, ANNA, "crown_inquisitor")
    enlisting(match)
    detail = words(match, offers(match, actions.Lay)[0], ANNA).detail
    assert "You are asked there" not in detail
    assert detail.startswith("Now: it only fills a Chapter of this row. Cost: 3 gold. Make up to 2 opposing")
    assert detail.endswith("In any Deus Ex Machina window.")


def test_a_card_to_discard_is_named_with_its_cost_and_numbers() -> None:
    match = scene()
    hold(match, ANNA, "hired_knife", "levy")
    camp = f"{match.state.players[ANNA].camp}/0"
    act(match, actions.UseHeresy(camp))
    told = {text.label: text.detail for text in (words(match, action) for action in offers(match, actions.Choose))}
    assert told["Hired Knife"] == "Cost: 1 gold. Health 2, Damage 2. Icons: Plunder 1."


@pytest.mark.parametrize(("count", "labels"), [(1, ["Choose nothing"]), (2, ["Choose nothing", "Nothing more"])])
def test_the_end_of_a_choice_says_whether_anything_was_chosen(count: int, labels: list[str]) -> None:
    match = scene_with_cards()
    for number in range(3):
        heretic(match, BELA, f"witch_{number}")
    target = Target(what="heretic", scope="anywhere", may=True, count=count)
    card = match.state.players[ANNA].damned
    set_stack(match, ChoiceStep(ANNA, ANNA, card, Damage(op="damage", target=target), left=count))
    for label in labels:
        assert asked(match) == (ANNA, "choose")
        assert words(match, actions.Done(), ANNA).label == label
        act(match, offers(match, actions.Choose)[0])
