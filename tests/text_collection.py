"""Random matches that collect all the text shown to players, for tests of a game's wording."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.data.actions import Action, field_names
from rules.kernel.data.events import Body, Event, to_json
from rules.kernel.data.view import View
from rules.kernel.engine import reveal_check
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, MAX_CHOICE_LENGTH, MAX_LABEL_LENGTH, ActionText, Translator

#: To save time, the text that describes the whole board is collected only at every BOARD_EVERY-th step.
BOARD_EVERY = 9


def reveals(match: Match[Any], action: Action, seat: int = 0) -> bool:
    """Return whether a seat must confirm this action because it reveals something hidden."""
    return reveal_check.uncovers(match, seat, action, random.Random(1)) is not None


@dataclass
class TextCollection:
    """The texts that random matches have shown, by language, and the kinds of their events and actions.

    `faults` lists duplicate, overlong and empty button labels.
    """

    kinds: set[type[Action]] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    words: dict[str, set[str]] = field(default_factory=lambda: {locale: set() for locale in LOCALES})
    boards: dict[str, set[str]] = field(default_factory=lambda: {locale: set() for locale in LOCALES})

    def all(self, locale: str) -> list[str]:
        """Return all the texts collected in a language, sorted."""
        return sorted(self.words[locale] | self.boards[locale])


def play(
    game: AnyGame, seats: int, seed: str, options: Mapping[str, Any] | None = None, steps: int = 20_000
) -> Iterator[tuple[Match[Any], int, list[Event]]]:
    """Play a random match; before each action, yield the match, the seat that acts and the previous action's events."""
    match = game.new(seats, seed, options)
    rng = random.Random(seed)
    happened: list[Event] = []
    for _ in range(steps):
        if match.over:
            break
        seat = rng.choice(sorted(match.decisions()))
        yield match, seat, happened
        happened = match.apply(seat, rng.choice(match.decisions()[seat].actions))
    yield match, 0, happened


def collect_texts(
    walk: TextCollection,
    names: Sequence[str],
    match: Match[Any],
    seat: int,
    happened: list[Event],
    step: int,
    translated: int,
) -> None:
    """Add the texts of this position to `walk` in English, and at every `translated`-th step in all languages."""
    game, view, decision = match.game, match.view(seat), match.decisions().get(seat)
    walk.events |= {event.body.kind for event in happened}
    for locale in LOCALES if step % translated == 0 else ("en",):
        say = Translator(locale, names[: match.state.seats])
        heard = walk.words[locale]
        heard |= {game.event_line(say, event) or "" for event in happened}
        if decision is not None:
            heard.add(game.question(say, view, decision.prompt))
            texts = [game.action_text(say, view, action) for action in decision.actions]
            walk.faults += label_faults(texts)
            for action, text in zip(decision.actions, texts, strict=True):
                walk.kinds.add(type(action))
                heard |= {text.label, text.detail, text.group, *option_words(game, say, view, action)}
        if step % BOARD_EVERY == 0:
            walk.boards[locale].add(game.board_text(say, view))
            heard |= {game.alt_text(say, view), game.hand_text(say, view), game.hand_text(say, match.view(None))}


def label_faults(texts: list[ActionText]) -> list[str]:
    """Return a description of each duplicate, overlong or empty label among a decision's buttons."""
    labels = Counter(text.label for text in texts)
    faults = [f"twice: {label}" for label, count in labels.items() if count > 1]
    return faults + [f"too long or empty: {label}" for label in labels if not 1 <= len(label) <= MAX_LABEL_LENGTH]


def option_words(game: AnyGame, say: Translator, view: View, action: Action) -> list[str]:
    """Return the text of each of an action's arguments; fail if one is empty or too long."""
    kind = type(action)
    found = [game.option_text(say, view, kind, name, getattr(action, name)) for name in field_names(kind)]
    assert all(1 <= len(text) <= MAX_CHOICE_LENGTH for text in found)
    return found


def variants(
    kind: type[Body], samples: Mapping[str, Any], others: Mapping[str, Mapping[str, Sequence[Any]]]
) -> Iterator[dict[str, Any]]:
    """Yield sets of field values for an event of this kind: the samples, then the samples with one value replaced."""
    plain = {name: samples[name] for name in field_names(kind)}
    yield plain
    for name, values in others.get(kind.kind, {}).items():
        for value in values:
            yield plain | {name: value}


def survives_the_journal(game: AnyGame, body: Body) -> bool:
    """Return whether an event is unchanged after a round trip through the journal."""
    event = Event((1,), body)
    return game.event_from_json(json.loads(json.dumps(to_json(event)))) == event
