"""The recap: one line per player turn, with equal events summed and no event lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.data.events import EVERYONE, Body, Event
from rules.kernel.data.frozen_records import immutable
from rules.kernel.words import recap
from rules.kernel.words.recap import Part, Recap, RecapMove, Turn
from rules.kernel.words.translation import Translator

SAY = Translator("en", ("Ana", "Bence", "Carla"))


@immutable
class Got(Body, kind="got"):
    seat: int
    count: int


@immutable
class Met(Body, kind="met"):
    seat: int
    who: str


@immutable
class Drizzled(Body, kind="drizzled"):
    seat: int
    drops: int


@immutable
class Rained(Body, kind="rained"):
    pass


@immutable
class Cleared(Body, kind="cleared"):
    pass


def line(_say: Translator, event: Event) -> str:
    return "It rained." if isinstance(event.body, Rained) else f"something: {event.body}"


def begins(body: Body, now: Turn) -> Turn | None:
    """Return the turn that an event starts, or None. In these tests, only a meeting can start a turn."""
    return Turn(body.seat, "Action") if isinstance(body, Met) and body.seat != now.seat else None


PARTS = {
    Got: recap.summed(lambda _say, _body, count: f"{count:+} coins", lambda body: body.count),
    Met: recap.listed("met {items}", lambda _say, body: [body.who], weight=2),
    Drizzled: recap.phrase_per_event(lambda _say, body: f"drizzle {body.drops}", 0),
}
GAME = Recap(PARTS, begins)


def told(*bodies: Body, most: int = 6, room: int = 1000, game: Recap = GAME) -> list[str]:
    return recap.lines(SAY, game, line, [RecapMove([Event(EVERYONE, body) for body in bodies])], most, room)


def test_what_is_alike_is_added_up_in_a_line_for_each_turn() -> None:
    lines = told(Met(0, "Oda"), Got(0, 2), Met(0, "Pell"), Got(0, 1), Got(0, -4), Met(1, "Oda"), Met(1, "Oda"))
    assert lines == ["Ana, Action: met Oda and Pell; +3 coins; -4 coins.", "Bence, Action: met 2 × Oda."]


def test_what_came_before_and_after_something_that_divides_is_not_added_up() -> None:
    parts = {
        **PARTS,
        Got: replace(PARTS[Got], since=Rained),
        Rained: recap.phrase_per_event(lambda _say, _body: "rain"),
    }
    lines = told(Met(0, "Oda"), Got(0, 2), Got(0, 1), Rained(), Got(0, 4), game=Recap(parts, begins))
    assert lines == ["Ana, Action: met Oda; +3 coins; rain; +4 coins."]


def test_others_are_named_in_a_players_turn_and_the_player_after_them() -> None:
    assert told(Met(0, "Oda"), Got(2, 1), Got(0, 1)) == ["Ana, Action: met Oda; Carla: +1 coins; Ana: +1 coins."]


def test_who_is_meant_stays_clear_where_phrases_are_left_out() -> None:
    (text,) = told(Met(0, "Oda"), Got(2, 1), Drizzled(0, 10**9), Got(0, 1), room=66)
    assert text == "Ana, Action: met Oda; Carla: +1 coins; Ana: +1 coins; and 1 more."


def test_a_line_that_begins_with_another_player_names_everyone() -> None:
    game = Recap(PARTS, lambda body, now: Turn(0) if now.seat is None else None)
    assert told(Got(2, 1), Got(0, 1), game=game) == ["Carla: +1 coins; Ana: +1 coins."]
    assert told(Got(0, 1), Got(2, 1), game=game) == ["Ana: +1 coins; Carla: +1 coins."]


def test_a_line_of_which_only_what_others_did_is_left_does_not_begin_with_two_names() -> None:
    game = Recap(PARTS, lambda body, now: Turn(0) if now.seat is None else None)
    bodies = (Drizzled(0, 10**20), Met(2, "Oda"), Got(0, 1))
    assert told(*bodies, game=game, room=50) == ["Carla: met Oda; Ana: +1 coins; and 1 more."]
    assert told(*bodies, game=game)[0].startswith("Ana: drizzle")


def test_what_has_no_phrase_is_told_by_its_sentence() -> None:
    assert told(Met(0, "Oda"), Rained()) == ["Ana, Action: met Oda. It rained."]
    assert told(Rained(), Rained()) == ["It rained (×2)."]
    assert told(Got(1, 2)) == ["Bence: +2 coins."]


def test_a_game_without_phrases_is_told_in_its_sentences() -> None:
    assert told(Got(0, 1), Got(1, 2), game=Recap()) == [f"something: {body}." for body in (Got(0, 1), Got(1, 2))]


def test_early_turns_of_a_player_share_a_line_where_there_are_too_many() -> None:
    bodies = [body for turn in range(9) for body in (Met(turn % 3, f"card{turn}"), Got(turn % 3, 1))]
    lines = told(*bodies, most=5)
    assert len(lines) == 5
    assert lines[0] == "Ana, Action: met card0, card3 and card6; +3 coins."
    everything = " ".join(lines)
    assert all(f"card{turn}" in everything for turn in range(9))
    assert lines[-1] == "Carla, Action: met card8; +1 coins."


def test_a_line_that_is_too_long_says_how_much_is_left_out_the_least_important_first() -> None:
    bodies = [Met(0, "Oda"), *[Drizzled(0, drops) for drops in range(40)], Got(0, 5)]
    (text,) = told(*bodies, room=120)
    assert len(text) <= 120
    assert text.startswith("Ana, Action: met Oda; drizzle 0;")
    assert "+5 coins" in text
    shown = text.count("drizzle")
    assert text.endswith(f"and {40 - shown} more.")


def test_what_is_left_out_of_a_line_of_sentences_is_a_sentence() -> None:
    (text,) = told(*[Got(1, n) for n in range(1, 5)], room=80, game=Recap())
    assert text == "something: Got(seat=1, count=1). something: Got(seat=1, count=2). And 2 more."


def test_a_line_is_cut_between_the_names_of_a_list() -> None:
    names = [Met(0, "Lady Corisandre Vael"), Met(0, "Magister Theodric Quillfeather")]
    assert told(*names, room=60) == ["Ana, Action: met Lady Corisandre Vael…"]
    three = [Met(0, "Lady Corisandre"), *names]
    assert told(*three, room=60) == ["Ana, Action: met Lady Corisandre, Lady Corisandre Vael…"]


def test_a_single_long_name_is_cut_between_two_words() -> None:
    assert told(Met(0, "Magister Theodric Quillfeather the Eldest"), room=50) == [
        "Ana, Action: met Magister Theodric Quillfeather…"
    ]


def test_the_lines_together_keep_within_their_room() -> None:
    bodies = [
        body for turn in range(6) for body in (Met(turn % 3, "x" * 50), *[Drizzled(turn % 3, n) for n in range(30)])
    ]
    for room in (500, 700, 1500):
        lines = told(*bodies, room=room)
        assert len(lines) == 6
        assert sum(map(len, lines)) <= room


def test_moves_told_before_only_show_whose_turn_it_was() -> None:
    moves = [
        RecapMove([Event(EVERYONE, Met(1, "Oda"))], before=True),
        RecapMove([Event(EVERYONE, Got(1, 3))], ["Somebody left."]),
    ]
    assert recap.lines(SAY, GAME, line, moves, 6, 1000) == ["Somebody left. Bence, Action: +3 coins."]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_there_are_never_more_lines_than_players(most: int) -> None:
    assert len(told(*[Met(turn % 3, "Oda") for turn in range(9)], most=most)) <= 3


def test_a_phrase_may_be_empty() -> None:
    game = Recap({Got: Part(recap.no_phrase), Met: PARTS[Met]}, begins)
    assert told(Met(0, "Oda"), Got(0, 1), game=game) == ["Ana, Action: met Oda."]


def test_a_phrase_keeps_the_full_stop_of_an_abbreviation_at_its_end():
    part = recap.log_sentences(lambda _say, body: body.who)
    assert part.tell(SAY, [Met(0, "Ana came to Washington D.C.")]) == "Ana came to Washington D.C."
    assert part.tell(SAY, [Met(0, "Ana came to Boston.")]) == "Ana came to Boston"


GAINS = Recap(
    {
        Met: replace(PARTS[Met], key=lambda _say, body: body.who, role="cause"),
        Got: replace(PARTS[Got], role="gain"),
        Drizzled: PARTS[Drizzled],
    },
    begins,
    apart=lambda _say, body: body.count > 100,
)


def test_a_gain_follows_its_cause_and_that_of_another_player_comes_next_with_their_name() -> None:
    bodies = (Met(0, "Oda"), Got(2, 4), Got(0, 1), Met(0, "Pell"), Got(0, 2), Got(0, 3))
    assert told(*bodies, game=GAINS) == ["Ana, Action: met Oda: +1 coins; Carla: +4 coins; Ana: met Pell: +5 coins."]


def test_a_gain_after_something_else_or_apart_from_its_cause_has_its_own_phrase() -> None:
    assert told(Met(0, "Oda"), Drizzled(0, 3), Got(0, 1), game=GAINS) == ["Ana, Action: met Oda; drizzle 3; +1 coins."]
    assert told(Met(0, "Oda"), Got(0, 101), Got(0, 1), game=GAINS) == ["Ana, Action: met Oda: +1 coins; +101 coins."]


def test_a_cause_that_says_nothing_without_its_gains_is_dropped_with_them_or_has_a_verb() -> None:
    met = replace(GAINS.parts[Met], tell=lambda _say, bodies: bodies[0].who, alone=PARTS[Met].tell)
    game = replace(GAINS, parts={**GAINS.parts, Met: met})
    bodies = (Met(0, "Oda"), Got(0, 1), Met(0, "Pell"), Got(0, 101), Met(0, "Quill"), Got(0, 2))
    assert told(*bodies, game=game) == ["Ana, Action: Oda: +1 coins; met Pell; +101 coins; Quill: +2 coins."]
    (short,) = told(*bodies[:2], *bodies[4:], Drizzled(0, 1), game=replace(game, apart=lambda *_: False), room=44)
    assert short == "Ana, Action: Oda: +1 coins; and 3 more."


def test_a_gain_that_adds_to_its_cause_is_in_the_phrase_of_the_cause() -> None:
    met = replace(
        PARTS[Met],
        tell=lambda _say, bodies: " and ".join(body.who if isinstance(body, Met) else "rain" for body in bodies),
        role="cause",
    )
    rain = Part(lambda _say, _bodies: "rain", role="gain", adds_to=met)
    game = Recap({**PARTS, Met: met, Rained: rain}, begins)
    assert told(Met(0, "Oda"), Rained(), Got(0, 1), Rained(), game=game) == [
        "Ana, Action: Oda and rain; +1 coins; rain."
    ]


def test_after_a_phrase_about_something_else_the_player_of_the_turn_is_named() -> None:
    storm = replace(recap.phrase_per_event(lambda _say, _body: "the storm hit Ana and Bence"), own_subject=True)
    game = Recap({**PARTS, Rained: storm}, begins)
    assert told(Met(0, "Oda"), Rained(), Got(0, -1), Got(1, -2), game=game) == [
        "Ana, Action: met Oda; the storm hit Ana and Bence; Ana: -1 coins; Bence: -2 coins."
    ]


def test_a_sentence_stands_alone_and_the_next_phrase_names_its_player() -> None:
    game = Recap({**PARTS, Rained: recap.log_sentences(lambda _say, _body: "A storm broke.")}, begins)
    assert told(Met(0, "Oda"), Rained(), Got(0, 1), Drizzled(0, 3), game=game) == [
        "Ana, Action: met Oda. A storm broke. Ana: +1 coins; drizzle 3."
    ]


def test_a_phrase_after_a_sentence_starts_with_a_capital_letter() -> None:
    parts = {
        **PARTS,
        Rained: recap.log_sentences(lambda _say, _body: "A storm broke."),
        Cleared: recap.phrase_per_event(lambda _say, _body: "clear sky"),
    }
    assert told(Met(0, "Oda"), Rained(), Cleared(), game=Recap(parts, begins)) == [
        "Ana, Action: met Oda. A storm broke. Clear sky."
    ]


def test_a_line_of_a_phase_has_no_colon_before_the_name_of_a_player() -> None:
    game = Recap(PARTS, lambda _body, now: Turn(None, "night") if not now.phase else None)
    assert told(Got(0, 1), Met(0, "Oda"), Got(1, 1), game=game) == ["Night. Ana: +1 coins; met Oda; Bence: +1 coins."]


def test_what_another_phrase_covers_is_not_told() -> None:
    game = replace(
        GAINS, worth_telling=lambda _say, bodies: [body for body in bodies if not isinstance(body, Drizzled)]
    )
    assert told(Met(0, "Oda"), Drizzled(0, 3), Got(0, 1), game=game) == ["Ana, Action: met Oda: +1 coins."]


def test_phrases_about_the_reader_are_dropped_last_and_their_lines_are_marked() -> None:
    bodies = (Met(0, "Oda"), Got(1, -2), Got(2, 5), Met(1, "Pell"))
    moves = [RecapMove([Event(EVERYONE, body) for body in bodies])]

    def lines(reader: int | None) -> list[tuple[str, bool]]:
        return [(found.text, found.concerns_reader) for found in recap.turn_lines(SAY, GAME, line, moves, 50, reader)]

    pell = "Bence, Action: met Pell."
    assert lines(None) == [("Ana, Action: met Oda; Bence: -2 coins; and 1 more.", False), (pell, False)]
    assert lines(2) == [("Ana, Action: met Oda; Carla: +5 coins; and 1 more.", True), (pell, False)]
    assert [concerns for _, concerns in lines(1)] == [True, True]
