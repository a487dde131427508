"""Every event of a match has a text in every language, within Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.dark_providence.content.load import base
from rules.dark_providence.examples.position_builder import hold, turn
from rules.dark_providence.flow.scoring import CATEGORIES
from rules.dark_providence.state.actions import ACTIONS
from rules.dark_providence.state.events import EVENTS, DrewCards, PaidWith, Passed, Placed, Revealed, TurnBegan, Vp
from rules.dark_providence.words import events as event_text
from rules.dark_providence.words.solo import goal_text
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import LOCALES, MAX_CHOICE_LENGTH, Translator
from tests.dark_providence.table import GAME, new
from tests.game_helpers import each
from tests.text_collection import TextCollection, collect_texts, play, survives_the_journal, variants

NAMES = ("Ana", "Bence", "Chiara", "Dorottya Máriabesnyői-Szentgyörgy", "Eva")
MATCHES = ((1, "a"), (1, "q"), (2, "c"), (3, "d"), (4, "e"), (5, "f"))
#: The number of decisions recorded in each match.
STEPS = 250
CHOSEN = {"colours": "chosen"}


@cache
def walk() -> TextCollection:
    """Collect all texts of matches, for each player count."""
    heard = TextCollection()
    for seats, seed in MATCHES:
        for step, (match, seat, happened) in enumerate(play(GAME, seats, seed, CHOSEN, STEPS)):
            collect_texts(heard, NAMES, match, seat, happened, step, translated=1)
    return heard


def test_labels_are_short_and_tell_actions_apart() -> None:
    assert walk().faults == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_shows_a_field_that_was_not_filled_in(locale: str) -> None:
    assert [text for text in walk().all(locale) if re.search(r"[{}]", text)] == []


def test_random_play_meets_most_of_it() -> None:
    assert len(walk().kinds) >= len(ACTIONS) - 5
    assert len(walk().events) >= len(EVENTS) - 26


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_in_words_fits_four_messages(locale: str) -> None:
    assert max(map(len, walk().boards[locale])) <= 4 * 1900


# -- events ---------------------------------------------------------------------------------------------------

SAMPLES: dict[str, Any] = {
    "seat": 0, "owner": 1, "colour": 2, "lead": "monday", "agent": "wyatt_earp", "city": "boston", "card": "hastur",
    "allegiance": "ex_cultist", "count": 2, "cards": ("monday_contacts_1", "fbi"), "target": "new_orleans",
    "use": "influence", "origin": "arkham", "track": "ritual", "by": 2, "space": 5, "limbo": True, "before": -1,
    "amount": 4, "total": 9, "zone": "hand", "actor": "kana_mishima", "victim": "moses_fleet", "face": "open",
    "madness": True, "timing": "action", "cause": "madness", "other": 1, "piece": "cthulhu", "who": 1,
    "order": "place_city", "icon": "wealth", "trigger": "threshold", "winners": (0, 1),
}  # fmt: skip
VARIANTS: dict[str, dict[str, tuple[Any, ...]]] = {
    "placed": {"count": (1, 3), "owner": (0, 1, 2), "target": ("boston", "fbi", "hastur")},
    "recovered": {"target": ("limbo", "fbi")},
    "paid_with": {"use": ("influence", "recover", "buy", "travel", "track")},
    "moved_track": {"by": (1, -2), "track": ("ritual", "investigation")},
    "acquired": {"seat": (0, -1), "city": ("", "boston"), "target": ("boston", "fbi", "hastur")},
    "markers_left": {"limbo": (True, False)},
    "control_changed": {"owner": (-1, 0, 1), "before": (-1, 2)},
    "agent_joined": {"owner": (-1, 0, 1), "agent": ("wyatt_earp", "deep_one_3", "cultist_2", "mi_go", "monday")},
    "vp": {"seat": (0, -1), "amount": (3, -3)},
    "card_left": {"zone": ("hand", "deck", "discard"), "card": ("fbi", "boston")},
    "card_destroyed": {"card": ("fbi", "boston", "hastur")},
    "got_card": {"zone": ("hand", "discard")},
    "assassinated": {"cards": ((), ("fbi",)), "owner": (-1, 0, 1), "victim": ("monday", "deep_one_1")},
    "gate_worked": {"face": ("open", "close"), "cards": ((), ("fbi",)), "actor": ("monday", "cultist_1")},
    "took_token": {"seat": (0, -1), "madness": (True, False)},
    "used": {"timing": ("action", "bonus", "reaction")},
    "revealed": {"cause": ("action", "assassination", "madness", "card", "old_one_madness", "end")},
    "marker_put": {"piece": ("cthulhu", "martial_law", "whateley")},
    "drove_off": {"seat": (0, -1)},
    "cultist_acts": {"order": tuple(f"{do}_{at}" for do in ("place", "acquire") for at in ("city", "asset", "mythos"))},
    "cultist_failed": {"order": ("assassinate", "gate", "effect", "influence", "arcane", "acquire_city", "place_city")},
    "cultist_resource": {"icon": ("influence", "wealth", "arcane", "ritual_up", "investigation_down")},
    "old_one_rose": {"card": ("hastur", "cthulhu")},
    "end_called": {
        "trigger": (
            "threshold", "madness", "assassination", "ritual", "investigation", "deep_ones", "old_one_madness",
        ),
        "seat": (0, -1),
    },
    "match_ended": {"winners": ((), (0,), (0, 1))},
}  # fmt: skip


#: Events without a text, because the ping about the next turn and the board's headline already report them.
SILENT = {"turn_began"}


def bodies(kind: str) -> Iterator[Any]:
    counted = {"cards": 7} if kind == "reshuffled" else {}
    return (EVENTS[kind](**values) for values in variants(EVENTS[kind], SAMPLES | counted, VARIANTS))


@each("kind", EVENTS)
def test_every_event_survives_the_journal(kind: str) -> None:
    for body in bodies(kind):
        assert survives_the_journal(GAME, body)


@each("locale", LOCALES)
@each("kind", [kind for kind in EVENTS if kind not in SILENT])
def test_every_event_has_a_line(kind: str, locale: str) -> None:
    for body in bodies(kind):
        line = event_text.event_line(Translator(locale, NAMES[:3]), Event(EVERYONE, body))
        assert line
        assert not re.search(r"[{}]", line)
        # The line must contain names instead of ids.
        assert not re.search(r"[a-z]_[a-z]", line), line


@pytest.mark.parametrize("old_one", base().old_ones)
def test_a_solo_match_opens_with_its_opponent_and_how_it_wins(old_one: str) -> None:
    view, record = GAME.new(1, "a", {"old_one": old_one}).view(None), base().old_ones[old_one]
    wins = goal_text(Translator("en"), record.goal).removeprefix("Wins")
    assert GAME.opening(Translator("en"), view) == f"The Great Old One is {record.name.en}: it wins{wins}"
    assert GAME.opening(Translator("es"), view).endswith(goal_text(Translator("es"), record.goal)[1:])


@pytest.mark.parametrize("seats", [1, 3])
def test_what_was_hidden_says_that_the_cards_were_in_hand(seats: int) -> None:
    match = turn(seats)
    hold(match, 0, "monday_favour")
    first = GAME.uncovered(Translator("en", ("Ana", "Bence", "Carla")), match)[0]
    assert first.endswith("in hand: Favour Owed.")
    assert first.startswith("Ana: ")


def test_a_match_of_two_opens_without_more_words() -> None:
    assert GAME.opening(Translator("en"), turn(2).view(None)) == ""


def test_a_goal_reached_is_told_once() -> None:
    told = [EVENTS["goal_reached"]("cthulhu"), EVENTS["end_called"](-1, "goal")]
    lines = [event_text.event_line(Translator("en", ["Ana"]), Event(EVERYONE, body)) for body in told]
    assert lines == ["Cthulhu has reached its goal, so the game ends.", None]


def test_what_a_reveal_brings_is_told_apart_from_what_the_turn_brought() -> None:
    bodies = [TurnBegan(0), Vp(0, 4, 21), Revealed(0, "investigator", "action"), Vp(0, 13, 34)]
    moves = [RecapMove([Event(EVERYONE, body)]) for body in bodies]
    (line,) = recap.lines(Translator("en", ["Ana"]), GAME.recap, GAME.event_line, moves, 6, 2000)
    before, reveal, after = line.split(". ")
    assert (before, after) == ("Ana: +4 VP, now 21", "Ana: +13 VP, now 34.")
    assert "Investigator" in reveal


def test_a_turn_whose_beginning_was_told_before_names_its_player_once() -> None:
    bodies = [PaidWith(0, "influence", ("fbi",)), Placed(0, "boston", 2, ()), Passed(0), TurnBegan(1), Passed(1)]
    moves = [RecapMove([Event(EVERYONE, body)]) for body in bodies]
    first, second = recap.lines(Translator("en", NAMES[:3]), GAME.recap, GAME.event_line, moves, 6, 2000)
    assert first.count("Ana") == 1, first
    assert second == "Bence: passed."


@pytest.mark.parametrize("use", ["assassinate", "gate"])
def test_cards_that_the_event_itself_names_are_not_told_twice(use: str) -> None:
    event = Event(EVERYONE, PaidWith(0, use, ("fbi",)))
    assert event_text.event_line(Translator("en", NAMES), event) is None


def test_copies_of_a_card_are_counted_in_a_sentence() -> None:
    drawn = DrewCards(0, ("monday_contacts_1", "monday_contacts_2"))
    assert GAME.event_line(Translator("en", ("Ana",)), Event((0,), drawn)) == "You drew 2 × Contacts."


def test_every_event_is_in_the_table() -> None:
    assert set(EVENTS.values()) == set(event_text.LINES)


def test_owners_are_players_or_in_solo_play_the_cultists() -> None:
    event = Event(EVERYONE, Placed(1, "boston", 2, ()))
    assert event_text.event_line(Translator("en", NAMES[:2]), event) == "Bence placed 2 influence markers on Boston."
    assert (
        event_text.event_line(Translator("en", NAMES[:1]), event)
        == "First Cultist placed 2 influence markers on Boston."
    )
    event = Event(EVERYONE, Vp(-1, -3, 3))
    assert event_text.event_line(Translator("en", NAMES[:1]), event) == "The Great Old One: −3 VP, now 3."


# -- questions ------------------------------------------------------------------------------------------------

RULES = Path(event_text.__file__).parents[1]


def test_every_question_of_the_rules_has_words() -> None:
    asked = {
        key
        for file in RULES.rglob("*.py")
        for key in re.findall(r"\bdecide(?:_in_order)?\(\s*\"([a-z_]+)\"", file.read_text("utf-8"))
    }
    assert asked == set(GAME.order_of_play.questions)


ARGS: dict[str, Any] = {
    "left": 2, "first": True, "owner": 1, "use": "gate", "icon": "arcane", "most": 3, "unit": 1, "cost": 2,
    "moves": {}, "agent": "monday", "cards": ("fbi",), "card": "fbi", "timing": "action", "op": "lock", "mover": "",
    "who": 1, "target": "fbi", "exact": True, "fewest": False, "face": "open",
}  # fmt: skip


@each("locale", LOCALES)
@each("key", GAME.order_of_play.questions)
def test_every_question_can_be_asked(key: str, locale: str) -> None:
    view = turn(3).view(0)
    assert not re.search(r"[{}]", GAME.question(Translator(locale, NAMES), view, Prompt(key, ARGS)))


@pytest.mark.parametrize("use", ["influence", "recover", "buy", "travel", "track", "assassinate", "gate"])
def test_every_payment_says_what_it_is_for(use: str) -> None:
    target = "monday" if use == "assassinate" else "fbi"
    line = GAME.question(Translator("en", NAMES), turn(3).view(0), Prompt("pay", ARGS | {"use": use, "target": target}))
    assert "★" in line


def test_a_turn_asks_with_the_actions_left() -> None:
    view = turn(3).view(0)

    def ask(left: int, first: bool) -> str:
        return GAME.question(Translator("en", NAMES), view, Prompt("turn", {"left": left, "first": first}))

    assert ask(2, True) == "Your turn: 2 actions left. You can acquire only with your first action."
    assert ask(1, False) == "Your turn: 1 action left."
    assert ask(0, False) == "You have no action left: take bonus actions, or end your turn."


# -- scores and options ---------------------------------------------------------------------------------------


def test_the_scores_are_a_table_with_the_winner_below() -> None:
    rows = [
        ResultRow(seat=0, scores=dict.fromkeys(CATEGORIES, 0.0) | {"vp": 12, "gates": 8}, total=20, rank=1),
        ResultRow(seat=1, scores=dict.fromkeys(CATEGORIES, 0.0) | {"vp": 9, "penalty": -3}, total=6, rank=2),
    ]
    text = GAME.result_text(Translator("en", NAMES[:2]), Result(categories=CATEGORIES, rows=rows, winners=[0]))
    table, winner = text.split("\n\n")
    assert winner == "Ana wins."
    assert [line.split() for line in table.split("\n")[2:5]] == [
        ["VP", "track", "12", "9"], ["Gates", "8", "0"], ["Revealed", "dissenter", "0", "-3"],
    ]  # fmt: skip
    assert table.split("\n")[-2].split() == ["Total", "20", "6"]


def test_five_columns_fit_on_a_phone() -> None:
    row = dict.fromkeys(CATEGORIES, 1.0)
    rows = [ResultRow(seat=seat, scores=row, total=12, rank=1) for seat in range(5)]
    text = GAME.result_text(Translator("en", NAMES), Result(categories=CATEGORIES, rows=rows, winners=[0, 1]))
    assert max(map(len, text.split("\n\n")[0].split("\n"))) <= 64


def test_a_lost_solo_match_is_won_by_the_great_old_one() -> None:
    *_, (match, _, _) = play(GAME, 1, "a", CHOSEN, STEPS)
    assert match.result is not None
    text = GAME.result_text(Translator("en", NAMES[:1]), match.result)
    assert text.endswith("The Great Old One wins.")
    assert "Great Old One" in text.split("\n")[0]
    assert GAME.winners(Translator(), match.result) == "**The Great Old One** wins!"
    own, its = match.result.rows[0].total, match.result.rows[0].scores["old_one"]
    assert GAME.places(Translator("en", NAMES[:1]), match.result) == [
        f"1\\. Great Old One: {its:g}",
        f"2\\. Ana: {own:g}",
    ]
    assert GAME.reasons(Translator(), match.result)


def test_the_end_says_what_ended_the_game_who_is_excluded_and_what_broke_the_tie() -> None:
    totals = {0: (20, "cultist", ""), 1: (20, "investigator", ""), 2: (7, "ex_cultist", "yes")}
    rows = [
        ResultRow(seat=seat, scores={}, total=total, rank=seat + 1, facts={"allegiance": side, "excluded": out})
        for seat, (total, side, out) in totals.items()
    ]
    result = Result(categories=[], rows=rows, winners=[0], facts={"ended": "ritual,madness", "tie": "mythos"})
    assert GAME.reasons(Translator("en", NAMES[:3]), result) == [
        "The game ended because the ritual reached its last space.",
        "The game ended because a player went mad.",
        f"Dropped out: {NAMES[2]} (Dissenter, a former cultist). That side has the lowest total, 7.",
        "The highest totals are tied; the number of mythos cards decides.",
    ]
    assert GAME.winners(Translator("en", NAMES[:3]), result) == "**Ana** wins!"


def test_a_solo_match_won_by_the_goal_or_by_a_tie_says_so() -> None:
    row = ResultRow(seat=0, scores={"old_one": 12.0}, total=12, rank=2)
    lost = Result(categories=["old_one"], rows=[row], winners=[], facts={"goal": "cthulhu"})
    assert GAME.reasons(Translator(), lost) == ["Cthulhu has reached its goal and wins, whatever the scores."]
    won = Result(categories=["old_one"], rows=[row.model_copy(update={"rank": 1})], winners=[0])
    assert GAME.reasons(Translator(), won) == ["The totals are tied, and a tie is enough to beat the Great Old One."]
    assert GAME.places(Translator("en", ["Ana"]), won) == ["1\\. Ana: 12", "2\\. Great Old One: 12"]


@pytest.mark.parametrize("locale", LOCALES)
def test_options_offer_the_values_they_take(locale: str) -> None:
    say = Translator(locale)
    for name, info in GAME.options.model_fields.items():
        offered = GAME.option_choices(say, name)
        if offered is None:
            continue
        assert len({label for _, label in offered}) == len(offered)
        for value, label in offered:
            assert 1 <= len(label) <= MAX_CHOICE_LENGTH
            GAME.options.model_validate({name: value})
        assert info.title


def test_great_old_ones_and_starting_seats_can_be_chosen() -> None:
    old_ones = dict(GAME.option_choices(Translator("en"), "old_one") or [])
    assert old_ones["random"] == "At random"
    assert old_ones["hastur"] == "Hastur"
    assert len(old_ones) == 7
    assert len(GAME.option_choices(Translator("en"), "starting_player") or []) == 6


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_can_be_looked_up_once(locale: str) -> None:
    entries = GAME.look_up(Translator(locale))
    assert len({entry.id for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.name
        assert entry.kind
        assert 1 <= len(entry.text) < 1500
        assert not re.search(r"[{}]", entry.text)


def test_the_table_of_a_fresh_match_is_told() -> None:
    match = new(3)
    assert GAME.board_text(Translator("en", NAMES[:3]), match.view(None)).startswith("Setting up. ")
    solo = new(1, old_one="hastur").view(0)
    text = GAME.board_text(Translator("en", NAMES[:1]), solo)
    assert "Hastur: 6 VP, 0 Madness; goal 0 of" in text
    assert "First Cultist (hidden)" in text
