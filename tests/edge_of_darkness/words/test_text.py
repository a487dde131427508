"""Every event of a match has a text in every language, within Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.edge_of_darkness.content.load import base as pack
from rules.edge_of_darkness.effects.verb_table import CHOICES
from rules.edge_of_darkness.examples.position_builder import arrange
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import ACTIONS
from rules.edge_of_darkness.state.events import EVENTS
from rules.edge_of_darkness.words import events as event_text
from rules.edge_of_darkness.words.cards import contact_text
from rules.edge_of_darkness.words.names import slip_name
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.results import points
from rules.kernel.words.translation import LOCALES, MAX_CHOICE_LENGTH, Translator
from tests.edge_of_darkness.table import GAME, free_part
from tests.game_helpers import each
from tests.text_collection import TextCollection, collect_texts, play, survives_the_journal, variants

DATA = Path(__file__).parents[3] / "data" / "edge_of_darkness"

NAMES = ("Ana", "Bence", "Chiara", "Dorottya Máriabesnyői-Szentgyörgy")
#: English words that never occur in a Hungarian or Spanish sentence.
ENGLISH = re.compile(r"\b(?:the|you|your|of|and|Agents?|Coins?|from|into|which|cards?|Damage|Gain)\b")


ANY = {"setup": "random", "guilds": "chosen"}


def is_english(text: str) -> bool:
    """Return whether a sentence contains an English word.

    The game's English name doesn't count, because Spanish sentences use it unchanged.
    """
    return bool(ENGLISH.search(text.replace("Edge of Darkness", "")))


@cache
def walk() -> TextCollection:
    """Collect the texts of some matches with each player count."""
    heard = TextCollection()
    for seats, seed in ((2, "a"), (2, "b"), (3, "c"), (4, "d")):
        for step, (match, seat, happened) in enumerate(play(GAME, seats, seed, ANY)):
            collect_texts(heard, NAMES, match, seat, happened, step, translated=1)
    return heard


def test_labels_are_short_and_tell_actions_apart() -> None:
    assert walk().faults == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_field_is_left_unfilled(locale: str) -> None:
    assert [text for text in walk().all(locale) if re.search(r"[{}]", text)] == []


@pytest.mark.parametrize("locale", ["hu", "es"])
def test_no_english_is_left_in_other_languages(locale: str) -> None:
    assert [text for text in walk().all(locale) if is_english(text)][:5] == []


def test_random_play_meets_nearly_everything() -> None:
    assert len(walk().kinds) >= len(ACTIONS) - 3
    assert len(walk().events) >= len(EVENTS) - 4


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_in_words_fits_two_messages(locale: str) -> None:
    assert max(map(len, walk().boards[locale])) <= 3950


# -- cases that random play may miss --------------------------------------------------------------------------

SAMPLES: dict[str, Any] = {
    "guild": "gilded_leaves",
    "first": 0, "seat": 0, "slip": "forge_m1", "card": "oswin_tallow", "slips": ("forge_m1",),
    "cards": ("oswin_tallow", "tova_lindqvart"), "round": 3, "skipped": ("hesper_alder",), "goodwill": 2,
    "cubes": (0, 1, 2), "trays": (1, 0, 2), "spot": 2, "damage": 4, "targets": (0, 1), "left": 1, "success": False,
    "value": 12, "what": "oswin_tallow", "slot": "top", "where": "street", "owner": 1, "amount": -2,
    "location": "the_forge", "count": -2, "place": "tower", "spots": (1, 3), "battle": 5,
    "colour": 2, "source": 1, "target": 0, "why": "end", "category": "goodwill", "amounts": (1, 2), "winners": (0, 1),
    "threats": ("oswin_tallow/", "oswin_tallow/forge_m1"),
}  # fmt: skip
VARIANTS: dict[str, dict[str, tuple[Any, ...]]] = {
    "attacked": {"threats": (None, ("oswin_tallow/",))},
    "hunted": {"threats": (None, ("oswin_tallow/", "tova_lindqvart/forge_m1"))},
    "defended": {"success": (True, False)},
    "used": {"where": ("hand", "street", "ability", "defence", "prologue"), "slip": ("", "forge_m1")},
    "changed": {"what": ("coins", "influence", "goodwill", "reputation", "battle", "defence"), "amount": (1, -1, 3)},
    "moved_agents": {"count": (1, -1, 2, -2)},
    "claimed": {"place": ("hand", "street", "tower", "discard")},
    "moved_card": {"place": tuple(event_text._MOVED_TO)},
    "moved_cube": {"target": (0, 1, 3), "source": (0, 1)},
    "discarded": {"why": ("cost", "recall", "street", "end")},
    "awarded": {"category": ("goodwill", "reputation", "agents", "guild_cards", "defence")},
    "drafted": {"skipped": ((), ("hesper_alder",))},
    "prologue_ended": {"slips": ((), ("forge_m1",))},
    "ended": {"winners": ((0,), (0, 1))},
}


def bodies(kind: str) -> Iterator[Any]:
    told = {"prologue_ended": {"cards": ("oswin_tallow",)}, "reshuffled": {"cards": 7}}.get(kind, {})
    for values in variants(EVENTS[kind], SAMPLES | told, VARIANTS):
        pairs = {"cards": ()} if kind == "prologue_ended" and not values["slips"] else {}
        yield EVENTS[kind](**values | pairs)


@each("kind", EVENTS)
def test_every_event_survives_the_journal(kind: str) -> None:
    for body in bodies(kind):
        assert survives_the_journal(GAME, body)


@each("locale", LOCALES)
@each("kind", EVENTS)
def test_every_event_has_a_line(kind: str, locale: str) -> None:
    for body in bodies(kind):
        event = Event(EVERYONE, body)
        line = event_text.event_line(Translator(locale, NAMES[:2]), event)
        assert line
        assert not re.search(r"[{}]", line)
        if locale != "en":
            assert not is_english(line)
            assert line != event_text.event_line(Translator("en", NAMES[:2]), event)


RULES = Path(event_text.__file__).parents[1]


def test_every_question_of_the_rules_has_words() -> None:
    asked = {
        key
        for file in RULES.rglob("*.py")
        for key in re.findall(r"\bdecide(?:_in_order)?\(\s*\"([a-z_]+)\"", file.read_text())
    }
    asked |= {
        key
        for file in RULES.rglob("*.py")
        for key in re.findall(r"^    prompt = \"([a-z_]+)\"", file.read_text(), re.M)
    }
    asked |= {f"choose_{kind.model_fields['op'].annotation.__args__[0]}" for kind in CHOICES}
    assert asked | {"carry_cube"} == set(GAME.order_of_play.questions)


@each("locale", LOCALES)
@each("key", GAME.order_of_play.questions)
def test_every_question_can_be_asked(key: str, locale: str) -> None:
    view = GAME.new(2, "q").view(0)
    args = {
        "slip": "forge_m1", "count": 2, "skipped": 0, "owes": 1, "location": "the_forge", "what": "the_forge",
        "slot": "", "left": 2, "why": "cost", "damage": 4, "reduced": 1, "card": "oswin_tallow", "seat": 0,
    }  # fmt: skip
    line = GAME.question(Translator(locale, NAMES), view, Prompt(key, args))
    assert not re.search(r"[{}]", line)
    if locale != "en":
        assert not is_english(line)


# -- other texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_can_be_looked_up_once(locale: str) -> None:
    entries = GAME.look_up(Translator(locale))
    assert len({entry.id for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.name
        assert entry.kind
        assert len(entry.text) < 1500
        assert not re.search(r"[{}]", entry.text)
        assert locale == "en" or not is_english(entry.text), entry.text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_result_is_a_table_with_the_winner_below(locale: str) -> None:
    *_, (match, _, _) = play(GAME, 4, "d", ANY)
    say = Translator(locale, NAMES)
    assert match.result is not None
    text = GAME.result_text(say, match.result)
    table, winners = text.split("\n\n")
    lines = table.split("\n")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 64
    assert all(NAMES[seat] in winners for seat in match.result.winners)
    for row in match.result.rows:
        assert points(say, row.total) in table
    places = re.findall(r"\d\.", lines[-1])
    assert places == sorted(places)
    if locale == "en":
        assert table.count("(") >= 4
        assert "  best Defense" in table


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
    assert ("random", dict(GAME.option_choices(say, "setup") or [])["random"]) == (
        GAME.option_choices(say, "setup") or []
    )[-1]


def test_a_price_to_an_owner_is_told() -> None:
    for match, seat, _ in play(GAME, 2, "a", ANY):
        view = match.view(seat)
        decision = match.decisions().get(seat)
        if view.phase != "action" or decision is None:
            continue
        for action in decision.actions:
            text = GAME.action_text(Translator("en", NAMES[:2]), view, action)
            if f"Pay 1 Coin to {NAMES[1 - seat]}." in text.detail:
                return
    raise AssertionError("nobody could use another player's card")


def test_quarters_are_written_as_the_language_does():
    assert [points(Translator(), value) for value in (54.75, 0.25, 3, 0)] == ["54¾", "¼", "3", "0"]
    assert points(Translator("hu"), 54.75) == "54,75"
    assert points(Translator("hu"), 0.5) == "0,5"
    assert points(Translator("es"), 29.5) == "29½"


def test_sleeving_tells_the_person_and_the_threat_of_a_copy_apart():
    *_, slip = pack().slips
    assert ", threat " in slip_name(Translator(), pack(), slip)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("war_council", "Küldj ki 2 ügynököt a Haditanács helyszínre."),
        ("watchtower", "Küldj ki 1 ügynököt az Őrtorony helyszínre. Kapsz 1 jóakaratot."),
        ("widows_light", "az Özvegy lámpása helyszínre"),
    ],
)
def test_hungarian_names_a_location_with_its_article_as_the_rulebook_does(place: str, text: str):
    assert text in contact_text(Translator("hu"), pack(), pack().locations[place])


def test_hungarian_tells_of_agents_on_their_way_like_the_cards():
    say = Translator("hu", ["Anna", "Béla"])
    moved = events.MovedAgents(0, "war_council", 2), events.MovedAgents(1, "watchtower", -1)
    assert [event_text.event_line(say, Event(EVERYONE, body)) for body in moved] == [
        "Anna kiküldött 2 ügynököt a Haditanács helyszínre.",
        "Béla visszahívott 1 ügynököt az Őrtorony helyszínről.",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_who_asks_for_their_hand_reads_its_cards_with_their_contacts_and_who_has_none_that_there_is_none(locale: str):
    say = Translator(locale, NAMES)
    match = free_part(3, hand=("nell_the_lamplighter",))
    with arrange(match) as state:
        state.cards["nell_the_lamplighter"].middle = "forge_m1"
        state.supply["forge_m1"] -= 1
    told = GAME.hand_text(say, match.view(0))
    assert told.startswith("Ana (")
    assert say.name(pack().starters["nell_the_lamplighter"].name) in told
    assert say.name(pack().slip_home["forge_m1"].contact.name) in told
    assert GAME.hand_text(say, match.view(None)) == say.t("You hold no cards in this match.")


def test_the_words_of_the_street_name_the_cube_icons_of_each_card() -> None:
    """The picture of a draft shows the cubes that each card brings."""
    match = free_part()
    view = match.view(0)
    told = GAME.whole_board_text(Translator("en", NAMES[:2]), view)
    cards = [card for card in [*view.street, view.sixth] if card is not None and card.cubes]
    assert cards
    lines = told.splitlines()
    for place, card in enumerate([*view.street, view.sixth], 1):
        if card is not None and card.cubes:
            line = next(line for line in lines if line.startswith(f"{place}. "))
            assert f"({card.cubes} cube icon" in line


def test_the_assembly_is_a_gathering_of_people():
    assert [Translator(locale).t("Assembly") for locale in ("es", "hu")] == ["Asamblea", "Gyülekezés"]
    rules, lessons = (pack_file.read_text("utf-8") for pack_file in (DATA / "rules" / "es.md", DATA / "lessons.json"))
    assert "montaje" not in rules + lessons


def test_the_cards_that_were_hidden_lay_in_the_deck() -> None:
    """A stack holds the advancements of a Location."""
    match = free_part()
    for locale, deck in (("en", "Next in the deck: "), ("hu", "A pakliban "), ("es", "Lo siguiente en el mazo: ")):
        (told,) = GAME.uncovered(Translator(locale), match)
        assert told.startswith(deck)
