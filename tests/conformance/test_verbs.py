"""Each verb of a game's effect language has an effect, a text, an icon and a value for computer players.

There are no defaults, so a missing entry would cause an error in the middle of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest

from render.edge_of_darkness import effect_icons as edge_signs
from rules.aevum_haeresis.bots import verbs as haeresis_values
from rules.aevum_haeresis.content import ops as haeresis_ops
from rules.aevum_haeresis.effects import verb_table as haeresis_verbs
from rules.aevum_haeresis.words import ops as haeresis_words
from rules.dark_providence.bots import power_values as providence_values
from rules.dark_providence.content import ops as providence_ops
from rules.dark_providence.effects import verb_table as providence_verbs
from rules.dark_providence.words import ops as providence_words
from rules.edge_of_darkness.bots import values as edge_values
from rules.edge_of_darkness.content import ops as edge_ops
from rules.edge_of_darkness.effects import verb_table as edge_verbs
from rules.edge_of_darkness.words import ops as edge_words

Table = Mapping[type[Any], Any]


@dataclass(frozen=True)
class Verbs:
    """The lookup tables where a game defines its verbs, by the purpose of the table."""

    #: The union type of the verbs' record classes.
    union: Any
    #: The lookup tables that need an entry for each verb.
    every: dict[str, Table]
    #: The lookup tables that need an entry only for verbs that ask the player something. All these tables must have the
    #: same verbs.
    asking: dict[str, Table] = field(default_factory=dict[str, Table])

    @property
    def kinds(self) -> set[type[Any]]:
        """Return the record classes of the game's verbs."""
        return set(get_args(get_args(self.union)[0]))


GAMES = {
    "edge_of_darkness": Verbs(
        edge_ops.Op,
        {
            "behaviour": edge_verbs.VERBS,
            "words": edge_words.WORDS,
            "value for computer players": edge_values.VALUES,
            "sign": edge_signs.SIGNS,
        },
        {"choice": edge_verbs.CHOICES, "words of the choice": edge_words.ASKED},
    ),
    # Dark Providence has no table of icons, because its code for card texts also draws the icons.
    "dark_providence": Verbs(
        providence_ops.Op,
        {
            "behaviour": providence_verbs.VERBS,
            "words": providence_words.WORDS,
            "value for computer players": providence_values.VALUES,
        },
        {"choice": providence_verbs.CHOICES, "words": providence_words.ASKED},
    ),
    "aevum_haeresis": Verbs(
        haeresis_ops.Op,
        {
            "behaviour": haeresis_verbs.VERBS,
            "words": haeresis_words.WORDS,
            "value for computer players": haeresis_values.VALUES,
        },
        {
            "choice": haeresis_verbs.CHOICES,
            "question": {kind: words.question for kind, words in haeresis_words.WORDS.items() if words.question},
        },
    ),
}


@pytest.mark.parametrize(("game", "what"), [(game, what) for game, verbs in GAMES.items() for what in verbs.every])
def test_every_verb_is_known_and_nothing_else(game: str, what: str) -> None:
    assert set(GAMES[game].every[what]) == GAMES[game].kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_one_asking_verb_has_all_of_them(game: str) -> None:
    first, *others = GAMES[game].asking.values()
    assert set(first) <= GAMES[game].kinds
    assert all(set(other) == set(first) for other in others)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_verbs_are_called_alike(game: str) -> None:
    names = [get_args(kind.model_fields["op"].annotation)[0] for kind in GAMES[game].kinds]
    assert len(names) == len(set(names))


def test_a_verb_of_dark_providence_does_something_or_asks_or_holds_others_and_never_two_of_them() -> None:
    for kind, verb in providence_verbs.VERBS.items():
        assert [verb.do, verb.choice, verb.unfold].count(None) == 2, kind
