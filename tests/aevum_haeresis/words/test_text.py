"""Every event of a match has a text in every language, within Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, hold, put, scene
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import ACTIONS, Announce, BeActive, CountFirst, LayBeside
from rules.aevum_haeresis.state.events import (
    EVENTS,
    Burned,
    Drew,
    DrewCards,
    Entered,
    Evaluated,
    GoldChanged,
    PaidFor,
    Turned,
)
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.words import events as event_text
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.board import LIMIT
from rules.aevum_haeresis.words.recap import RECAP
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.data.result import Result, ResultRow
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.translation import LOCALES, MAX_CHOICE_LENGTH, Translator
from tests.game_helpers import act, each
from tests.text_collection import TextCollection, collect_texts, play, survives_the_journal, variants

NAMES = ("Anna", "Béla")
#: Minimum and maximum number of matches to play, and the number of decisions in each match.
LEAST, MOST, STEPS = 4, 20, 300
FORMATS = ("decks", "draft", "decks", "sealed")


@cache
def walk() -> TextCollection:
    heard = TextCollection()
    for number in range(MOST):
        if number >= LEAST and has_common_events(heard):
            break
        options = {"format": FORMATS[number % len(FORMATS)]}
        for step, (match, seat, happened) in enumerate(play(GAME, 2, f"heard {number}", options, steps=STEPS)):
            collect_texts(heard, NAMES, match, seat, happened, step, translated=4)
    return heard


def has_common_events(heard: TextCollection) -> bool:
    """Return whether all actions and events except rare ones occurred."""
    return set(ACTIONS) - heard.kinds <= {BeActive, LayBeside, CountFirst} and len(heard.events) >= len(EVENTS) - 14


def test_labels_are_short_and_tell_actions_apart() -> None:
    assert walk().faults == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_shows_a_field_that_was_not_filled_in_or_an_id(locale: str) -> None:
    assert [text for text in walk().all(locale) if re.search(r"[{}]|[a-z]_[a-z]|\.\d\.\d", text)] == []


def test_random_play_meets_most_of_it() -> None:
    assert has_common_events(walk()), (set(ACTIONS) - walk().kinds, walk().events)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_in_words_fits_two_messages(locale: str) -> None:
    assert max(map(len, walk().boards[locale])) <= LIMIT


# -- events ---------------------------------------------------------------------------------------------------

SAMPLES: dict[str, Any] = {
    "rounds": 5,
    "seat": 0, "deck": "plot", "count": 2, "cards": ("cold_hands.0.1", "cold_hands.0.2"), "amount": 2, "total": 5,
    "level": 2, "card": "candle_thief.1.2", "host": "", "ready": True, "usual": False, "time": 2,
    "what": "candle_thief.1.2", "stat": "damage", "until": "conflict", "ability": -1, "caster": "hired_knife.0.1",
    "targets": ("candle_thief.1.2", ""), "place": "hand", "kinds": ("cold_hands", "levy"), "result": 4,
    "window": "pass_declared", "chapter": 2, "manoeuvre": "accuse", "blocking": False, "own": 3, "other": 2,
    "active": 1, "again": True, "round": 4, "winner": 1, "reason": "souls", "winners": (1,), "conflict": False,
    "number": 3, "passed": False, "forced": True,
}  # fmt: skip
VARIANTS: dict[str, dict[str, tuple[Any, ...]]] = {
    "drew": {"deck": ("heretic",), "count": (1,)},
    "packet_seen": {"passed": (True,)},
    "packet_done": {"passed": (True,)},
    "passed": {"forced": (False, None)},
    "gold_changed": {"amount": (-3,), "conflict": (True,)},
    "souls_changed": {"amount": (-1, 1)},
    "execution_changed": {"amount": (-1, 1)},
    "entered": {"card": ("market_town.0.1",)},
    "turned": {"ready": (False,)},
    "changed": {
        "stat": ("health", "plunder", "recruit", "accuse", "icons"), "amount": (-1,), "until": ("round", "game"),
        "what": ("heretics/0", "participants/1", "team/1"),
    },
    "paid_for": {
        "card": ("levy.0.1", "ash_midwife.0.1", "crown_inquisitor.0.1"), "ability": (0,), "host": ("hired_knife.0.1",),
    },
    "raised": {"place": ("deck", "verge")},
    "saw_hand": {"kinds": ((),)},
    "played_dem": {"window": WINDOWS},
    "laid_row": {"count": (0, 1)},
    "announced": {"manoeuvre": ("plunder", "recruit")},
    "succeeded": {"manoeuvre": ("plunder", "recruit")},
    "failed": {"manoeuvre": ("plunder", "recruit")},
    "team_chosen": {"blocking": (True,)},
    "evaluated": {"other": (5,)},
    "active_chosen": {"active": (0,)},
    "mulligan_decided": {"again": (False,)},
    "decided": {"reason": tuple(names.REASONS)},
}  # fmt: skip


def bodies(kind: str) -> Iterator[Any]:
    return (EVENTS[kind](**values) for values in variants(EVENTS[kind], SAMPLES, VARIANTS))


def line(body: Any, to: tuple[int, ...] | None = EVERYONE, locale: str = "en") -> str | None:
    return event_text.event_line(Translator(locale, NAMES), Event(to, body))


@each("kind", EVENTS)
def test_every_event_survives_the_journal(kind: str) -> None:
    for body in bodies(kind):
        assert survives_the_journal(GAME, body)


@each("locale", LOCALES)
@each("kind", EVENTS)
def test_every_event_has_a_line(kind: str, locale: str) -> None:
    for body in bodies(kind):
        told = line(body, locale=locale)
        assert told
        # The line must contain names instead of ids, and no placeholders.
        assert not re.search(r"[{}]|[a-z]_[a-z]|\.\d\.\d", told), told


def test_every_event_is_in_the_table() -> None:
    assert set(EVENTS.values()) == set(event_text.LINES)


def test_what_everyone_expects_or_was_told_already_has_no_line() -> None:
    silent = [
        Turned("candle_thief.0.1", False, True),
        Entered(0, "saints_knuckle.0.1", "candle_thief.0.1"),
        Entered(0, "crown_inquisitor.0.1", "market_town.0.1"),
        Burned("gathered_tithes.0.1"),
        PaidFor(0, "candle_thief.0.1", -1, "", (), ""),
        PaidFor(0, "torchlit_pavilion.0.1", 0, "", ("",), ""),
    ]
    assert [line(body) for body in silent] == [None] * len(silent)


@pytest.mark.rule("AH-INFO.3", "AH-INFO.4")
def test_who_draws_learns_what_and_others_from_which_deck_and_how_many() -> None:
    assert line(Drew(0, "heretic", 2)) == "Anna drew 2 Heretic cards."
    assert line(DrewCards(0, ("cold_hands.0.1", "levy.0.2")), (0,)) == "You drew Cold Hands, Levy."


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        ("laid_row", (0, 3), "Anna laid 3 cards face down."),
        ("chapter_revealed", (1, 2, ("cold_hands.1.1",)), "Chapter 2: Béla revealed Cold Hands."),
        (
            "paid_for", (0, "cold_hands.0.1", -1, "hired_knife.0.1", ("candle_thief.1.2",), ""),
            "Anna paid for Cold Hands: caster Hired Knife; target Candle Thief.",
        ),
        ("paid_for", (0, "ash_midwife.0.1", 0, "", ("candle_thief.1.2",), ""), "Ash Midwife: target Candle Thief."),
        ("not_paid", (1, "levy.1.1"), "Béla didn't pay for Levy: it went to the Pyre."),
        ("team_chosen", (1, True, ("candle_thief.1.1",)), "Béla blocked with Candle Thief: a Conflict."),
        ("team_chosen", (1, True, ()), "Béla didn't block."),
        ("evaluated", (0, 2, 3), "Icons: 2 for Anna, 3 for Béla. Béla succeeds."),
        ("milled", (1, ("levy.1.1",)), "1 card from Béla's Plot deck went to the Pyre: Levy."),
        ("changed", ("heretics/0", "plunder", 1, "round"),
         "Anna's Heretics: +1 Plunder icon until the end of the Round."),
        ("changed", ("team/1", "icons", -2, "conflict"), "Béla's team: −2 icons until the end of the Conflict."),
        ("changed", ("all/0", "shield", 2, "conflict"),
         "Damage dealt to Anna's characters is reduced by 2 until the end of the Conflict."),
        ("decided", (0, "deck"), "Béla's Plot deck is empty."),
    ],
)  # fmt: skip
def test_some_lines_in_full(kind: str, values: tuple[Any, ...], told: str) -> None:
    assert line(EVENTS[kind](*values)) == told


# -- questions ------------------------------------------------------------------------------------------------

RULES = Path(event_text.__file__).parents[1]
_ASKED = re.compile(r"\bdecide\(\s*\"([a-z_]+)\"|^    prompt = \"([a-z_]+)\"", re.MULTILINE)


def test_every_question_of_the_rules_has_words() -> None:
    asked = {key for file in RULES.rglob("*.py") for keys in _ASKED.findall(file.read_text("utf-8")) for key in keys}
    assert asked - {""} == set(HAERESIS.questions)


ARGS: dict[str, Any] = {
    "row": ("cold_hands.0.1",), "card": "levy.0.1", "what": "target", "how": "row", "passes": 1, "blocking": True,
    "manoeuvre": "recruit", "window": "pass_declared", "op": "raise", "left": 2, "ability": -1, "goal": 0,
    "team": (), "planned": False,
}  # fmt: skip
#: The formats where players build decks, by the key of the first question that they ask.
DECK_BUILDING_FORMATS = {"draft": "draft", "build": "sealed"}


@each("locale", LOCALES)
@each("key", HAERESIS.questions)
def test_every_question_can_be_asked(key: str, locale: str) -> None:
    if key in DECK_BUILDING_FORMATS:
        match = GAME.new(2, 1, {"format": DECK_BUILDING_FORMATS[key]})
        prompt = match.decisions()[ANNA].prompt
        assert prompt.key == key
        assert not re.search(r"[{}]", GAME.question(Translator(locale, NAMES), match.view(ANNA), prompt))
        return
    match = scene()
    for seat in (ANNA, BELA):
        hold(match, seat, "levy", "cold_hands")
    if key == "team":
        put(match, ANNA, "candle_thief")
        act(match, Announce("recruit"))
    for seat in (ANNA, BELA):
        asked = GAME.question(Translator(locale, NAMES), match.view(seat), Prompt(key, ARGS))
        assert asked
        assert not re.search(r"[{}]", asked)


@pytest.mark.parametrize("window", WINDOWS)
def test_every_window_is_named_in_its_question(window: str) -> None:
    asked = GAME.question(Translator("en", NAMES), scene().view(ANNA), Prompt("window", {"window": window}))
    assert names.WINDOW_NAMES[window] in asked
    assert set(names.WINDOWS) == set(names.WINDOW_NAMES) == set(WINDOWS)


# -- the end and the options ----------------------------------------------------------------------------------


def test_the_end_tells_who_won_and_why() -> None:
    rows = [
        ResultRow(
            seat=seat, scores={"souls": 4 + seat, "execution": 3 - seat, "plot": 20}, total=4, rank=2 - seat,
            facts={"reason": "execution", "damned": "eel_mother.0.1"},
        )
        for seat in (0, 1)
    ]  # fmt: skip
    text = GAME.result_text(Translator("en", NAMES), Result(categories=["souls"], rows=rows, winners=[1]))
    table, rest = text.split("\n\n")
    assert [row.split() for row in table.split("\n")[2:4]] == [["Souls", "4", "5"], ["Execution", "3", "2"]]
    assert rest.split("\n")[-1] == "Anna's Execution is at 3. Béla wins."
    assert max(map(len, table.split("\n"))) <= 60


def test_the_end_tells_what_decided_besides_souls() -> None:
    rows = [
        ResultRow(seat=seat, scores={"plot": plot}, total=souls, rank=rank, facts={"reason": "deck"})
        for seat, plot, souls, rank in ((0, 32, 2, 1), (1, 0, 6, 2))
    ]
    result, say = Result(categories=["souls"], rows=rows, winners=[0]), Translator("en", NAMES)
    assert GAME.reasons(say, result) == [
        "Béla's Plot deck is empty.", "That decides the game, however many souls there are."
    ]  # fmt: skip
    assert GAME.places(say, result) == ["1\\. Anna: 2 souls, Plot deck 32", "2\\. Béla: 6 souls, Plot deck 0"]


def test_the_gold_of_a_conflict_says_so() -> None:
    assert line(GoldChanged(0, 1, 5, conflict=True)) == "Anna: +1 gold for the Conflict, now 5."


@pytest.mark.parametrize("locale", LOCALES)
def test_options_offer_the_values_they_take(locale: str) -> None:
    for name, info in GAME.options.model_fields.items():
        if get_args(info.annotation) == (info.default,):
            continue  # an option with a single value offers no choice
        offered = GAME.option_choices(Translator(locale), name)
        assert info.title
        for value, label in offered or []:
            assert 1 <= len(label) <= MAX_CHOICE_LENGTH
            GAME.options.model_validate({name: value})


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_can_be_looked_up_once(locale: str) -> None:
    entries = GAME.look_up(Translator(locale))
    assert len({entry.id for entry in entries}) == len(entries)
    assert all(entry.name and entry.kind and entry.text for entry in entries)


def test_a_player_can_look_up_what_is_left_in_their_own_decks_only() -> None:
    match = scene()
    own = {zone.title: zone.ids for zone in GAME.on_table(Translator(), match.view(ANNA))}
    player = match.view(ANNA).players[ANNA]
    assert set(own["Left in your decks"]) >= {*(player.own_heretics or ()), *(player.own_plot or ())}
    assert not any(
        title.startswith("Left in") for title in (zone.title for zone in GAME.on_table(Translator(), match.view(None)))
    )


@pytest.mark.parametrize(
    ("own", "other", "told"), [(2, 2, "won the Conflict, 2 to 2"), (1, 4, "lost the Conflict, 1 to 4")]
)
def test_the_recap_tells_the_outcome_of_a_conflict_for_its_initiator(own: int, other: int, told: str) -> None:
    say = Translator("en", ("Anna", "Béla"))
    assert RECAP.parts[Evaluated].tell(say, [Evaluated(0, own, other)]) == told
