"""The recap of Aevum Haeresis ties what players gain to its cause, in the order of the causes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import events
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import LOCALES, Translator
from tests.game_helpers import each

NAMES = ("Anna", "Béla")
#: More lines than a recap has.
MANY = 1000
THIEF, KNIFE, MIDWIFE = "candle_thief.1.2", "hired_knife.0.1", "ash_midwife.0.1"


def told(*bodies: Any, room: int = 1000, locale: str = "en") -> list[str]:
    moves = [RecapMove([Event(EVERYONE, body) for body in bodies])]
    return recap.lines(Translator(locale, NAMES), GAME.recap, GAME.event_line, moves, MANY, room)


def paid(seat: int, card: str, caster: str = "", *targets: str) -> events.PaidFor:
    return events.PaidFor(seat, card, -1, caster, targets, "")


def unopposed(kind: str, *after: Any) -> list[str]:
    return told(
        events.Announced(0, kind),
        events.TeamChosen(0, False, (KNIFE, MIDWIFE)),
        events.TeamChosen(1, True, ()),
        events.Turned(KNIFE, False, True),
        events.Succeeded(0, kind),
        *after,
    )


def test_a_recruit_is_one_phrase_with_its_team_and_its_souls() -> None:
    assert unopposed("recruit", events.SoulsChanged(0, 2, 7), events.TimeAdvanced("toll_bridge.0.1", 1)) == [
        "Anna: Recruit with Hired Knife and Ash Midwife, unblocked: +2 souls, now 7; Toll Bridge: Noon."
    ]


def test_what_a_manoeuvre_costs_the_rival_follows_it_with_their_name() -> None:
    assert unopposed("accuse", events.ExecutionChanged(1, 1, 2), events.GoldChanged(0, 1, 3)) == [
        "Anna: Accusation with Hired Knife and Ash Midwife, unblocked: +1 gold, now 3; Béla: +1 Execution, now 2."
    ]
    assert unopposed("plunder", events.Milled(1, ("levy.1.1", "levy.1.2", "cold_hands.1.1"))) == [
        "Anna: Plunder with Hired Knife and Ash Midwife, unblocked; Béla: lost 3 Plot cards: 2 × Levy and Cold Hands."
    ]


def test_a_conflict_is_told_in_the_order_of_its_causes() -> None:
    story, lost = "cold_hands.1.3", "levy.0.1"
    conflict = [
        events.Announced(0, "recruit"),
        events.TeamChosen(0, False, (KNIFE,)),
        events.TeamChosen(1, True, (THIEF,)),
        events.LaidRow(0, 1),
        events.LaidRow(1, 1),
        events.ChapterRevealed(0, 1, (lost,)),
        events.ChapterRevealed(1, 1, (story,)),
        events.NotPaid(0, lost),
        paid(1, story, THIEF, KNIFE),
        events.GoldChanged(1, -1, 2),
        events.Damaged(KNIFE, 3),
        events.Burned(KNIFE),
        events.Burned(story),
        events.Evaluated(0, 0, 1),
        events.Drew(0, "plot", 1),
        events.GoldChanged(1, 1, 3, conflict=True),
        events.Failed(0, "recruit"),
    ]
    assert told(*conflict) == [(
        "Anna: Recruit with Hired Knife; Béla: blocked with Candle Thief; Anna: didn't pay for Levy (to the Pyre); "
        "Béla: played Cold Hands (caster Candle Thief, target Hired Knife): 3 damage to Hired Knife, Hired Knife went"
        " to the Pyre, −1 gold, now 2; Anna: lost the Conflict, 0 to 1: drew 1 Plot card; Béla: +1 gold for the"
        " Conflict, now 3."
    )]  # fmt: skip
    won = [*conflict[:-4], events.Evaluated(0, 2, 1), events.Succeeded(0, "recruit"), events.SoulsChanged(0, 3, 3)]
    assert told(*won)[0].endswith("Anna: won the Conflict, 2 to 1: +3 souls, now 3.")


def test_an_enlistment_names_each_player_once_with_the_gold_that_is_left() -> None:
    bodies = [
        events.RoundBegan(1, 0),
        events.LaidRow(0, 2),
        events.LaidRow(1, 0),
        events.ChapterRevealed(0, 1, (MIDWIFE,)),
        paid(0, MIDWIFE),
        events.GoldChanged(0, -3, 2),
        events.Entered(0, MIDWIFE, ""),
        events.ChapterRevealed(0, 2, (KNIFE,)),
        paid(0, KNIFE),
        events.GoldChanged(0, -2, 0),
        events.Entered(0, KNIFE, ""),
    ]
    assert told(*bodies) == [
        "Round 1, Enlistment phase: Anna is Active. Anna: enlisted Ash Midwife and Hired Knife: −5 gold, now 0."
    ]


def test_a_prologue_tells_each_player_s_draws_and_gold_together() -> None:
    bodies = [events.RoundBegan(2, 0)]
    bodies += [events.Drew(seat, deck, n) for seat in (0, 1) for deck, n in (("heretic", 2), ("plot", 1 + seat))]
    bodies += [events.GoldChanged(seat, 5, 6) for seat in (0, 1)]
    assert told(*bodies) == [(
        "Round 2, Prologue phase: Anna is Active. Anna: drew 2 Heretic cards and 1 Plot card; +5 gold, now 6;"
        " Béla: drew 2 Heretic cards and 2 Plot cards; +5 gold, now 6."
    )]  # fmt: skip


def test_a_card_whose_time_is_over_is_no_consequence_of_the_last_action() -> None:
    (line,) = unopposed("recruit", events.SoulsChanged(0, 1, 1), events.Burned("toll_bridge.0.1"))
    assert line.endswith("unblocked: +1 soul, now 1; Toll Bridge went to the Pyre.")


def test_a_heresy_is_followed_by_its_cost_and_effect() -> None:
    chapel = "reed_roofed_chapel.0.1"
    bodies = [
        events.UsedHeresy(0, chapel), events.PaidFor(0, chapel, 0, "", (), ""), events.Discarded(0, ("levy.0.1",)),
        events.Drew(0, "plot", 1),
    ]  # fmt: skip
    assert told(*bodies) == ["Anna: used the Heresy of Reed-Roofed Chapel: discarded Levy, drew 1 Plot card."]
    assert told(*bodies, locale="hu")[0].startswith("Anna: használta a Nádfedeles kápolna Eretnekségét")


def test_a_card_that_is_sacrificed_and_brought_back_is_named_once() -> None:
    abbess = "bone_abbess.0.1"
    heresy = [events.UsedHeresy(0, abbess), events.PaidFor(0, abbess, 0, "", (), "")]
    back = [
        events.Sacrificed(0, KNIFE), events.Burned(KNIFE), events.Raised(0, KNIFE, "verge"),
        events.Entered(0, KNIFE, ""), events.GoldChanged(0, -1, 0),
    ]  # fmt: skip
    (line,) = told(*heresy, *back)
    assert line.endswith(": sacrificed Hired Knife and brought it back from the Pyre into the Verge, −1 gold, now 0.")
    assert told(*heresy, *back[:2])[0].endswith(": sacrificed Hired Knife.")


def test_cards_that_go_to_the_bottom_of_the_deck_are_listed() -> None:
    raised = [events.Raised(0, card, "deck") for card in ("levy.0.1", "cold_hands.0.1")]
    (line,) = told(events.UsedHeresy(0, THIEF), *raised)
    assert line.endswith(": put Levy and Cold Hands from the Pyre on the bottom of the deck.")


def test_rounds_that_share_a_line_are_still_told() -> None:
    moves = [RecapMove([Event(EVERYONE, body) for body in (events.RoundBegan(n, 0), events.Drew(0, "plot", 1))])
             for n in (1, 2)]  # fmt: skip
    (line,) = recap.lines(Translator("en", NAMES), GAME.recap, GAME.event_line, moves, 1, 1000)
    assert line == (
        "Round 1, Enlistment phase: Anna is Active. Anna: drew 2 Plot cards. Round 2, Prologue phase: Anna is Active."
    )


def test_a_hungarian_recap_says_with_a_verb_which_heretics_were_enlisted() -> None:
    assert told(paid(0, THIEF), events.Entered(0, THIEF, ""), locale="hu") == ["Anna: besorozta a Gyertyatolvaj lapot."]


def test_what_matters_most_remains_in_a_short_line() -> None:
    after = [events.SoulsChanged(0, 2, 7), events.Drew(0, "plot", 1), events.TimeAdvanced("toll_bridge.0.1", 1)]
    (line,) = unopposed("recruit", *after)
    assert len(line) > 100
    short = told(
        events.Announced(0, "recruit"), events.TeamChosen(0, False, (KNIFE, MIDWIFE)), events.TeamChosen(1, True, ()),
        *after, room=90,
    )  # fmt: skip
    assert short == ["Anna: Recruit with Hired Knife and Ash Midwife, unblocked: +2 souls, now 7; and 2 more."]


@each("locale", LOCALES)
def test_no_digest_has_a_card_twice_as_paid_for_and_revealed(locale: str) -> None:
    match, rng, say = GAME.new(2, 5, {}), random.Random(5), Translator(locale, NAMES)
    moves: list[RecapMove] = []
    while not match.over and len(moves) < 250:
        seat, decision = rng.choice(sorted(match.decisions().items()))
        moves.append(RecapMove(match.apply(seat, rng.choice(decision.actions))))
    bodies = [event.body for move in moves for event in move.events]
    assert any(isinstance(body, events.ChapterRevealed) for body in bodies)
    reveals = say.t("reveals {items}", items="").strip(" :")
    lines = recap.lines(say, GAME.recap, GAME.event_line, moves[:-1], MANY, 1_000_000)
    # Only the last turn may still have a card that is revealed and not decided about.
    assert [line for line in lines[:-1] if reveals in line] == []


@pytest.mark.parametrize("kind", ["plunder", "recruit", "accuse"])
def test_a_manoeuvre_whose_success_has_another_cause_before_it_says_that_it_succeeded(kind: str) -> None:
    """Otherwise its Consequence would seem to come from the card before it."""
    line = told(
        events.Announced(0, kind), events.TeamChosen(0, False, (KNIFE,)), events.TeamChosen(1, True, ()),
        events.SetOff(0, KNIFE), events.GoldChanged(0, 1, 4), events.Succeeded(0, kind), events.SoulsChanged(0, 1, 2),
    )[0]  # fmt: skip
    assert "ability of Hired Knife: +1 gold, now 4;" in line
    assert line.endswith("succeeded: +1 soul, now 2.")
