"""A game as the rest of the project sees it. No code outside a game's package needs to name the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.content.decks import Deck, ReadyDeck
from rules.kernel.content.pack_structure import Shape
from rules.kernel.content.packs import BASE
from rules.kernel.data.options import read_options
from rules.kernel.data.view import View
from rules.kernel.engine.game_parts import Parts
from rules.kernel.engine.match import Match, State, load_match
from rules.kernel.errors import ContentError, IllegalAction
from rules.kernel.words.translation import Translator

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@dataclass(kw_only=True, eq=False)
class Game(Parts[Match[S], V], Generic[S, V]):
    """The rules and texts of one game: its parts, and the behaviour that all games share."""

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Match[S]:
        """Set up a match and run it to its first decision.

        Raises IllegalAction if the player count or an option is not possible.
        """
        return self._begin(lambda chosen: self.set_up(seats, seed, chosen), options)

    def new_with_decks(
        self, seats: int, seed: str | int, options: Mapping[str, Any] | None, decks: tuple[Deck | None, ...]
    ) -> Match[S]:
        """Set up a match with a deck for each seat and run it to its first decision.

        None stands for a random ready-made deck. Call this only for a game that has `decks`. Raises IllegalAction like
        `new`, and also for an illegal deck.
        """
        build = self.set_up_with_decks
        if build is None:
            raise IllegalAction("In this game, you don't bring your own deck.")
        return self._begin(lambda chosen: build(seats, seed, chosen, decks), options)

    def _begin(self, build: Callable[[Any], S], options: Mapping[str, Any] | None) -> Match[S]:
        try:
            match = Match[S](self, build(read_options(self.options, options)))
        except ContentError as error:  # the content pack is not installed
            raise IllegalAction(error.msgid, **error.args_by_name) from error
        match.start()
        return match

    def load(self, data: bytes, *, trusted: bool = False) -> Match[S]:
        """Load a saved match of this game; raises SaveError if it can't be opened.

        `trusted` skips validation, for bytes that this process has just saved.
        """
        return load_match(self, data, trusted=trusted)

    @property
    def pack_shape(self) -> Shape | None:
        """The structure of the game's content packs, which `Reading` needs; None for a game without packs."""
        return None if self.packs is None else self.packs.shape

    # -- balance ------------------------------------------------------------------------------------------

    def rivals(self) -> dict[str, str]:
        """Return the ready-made decks that the balance report plays against each other: their names, by id."""
        return {one.id: one.name for one in self._ready_decks().values()}

    def new_between(self, seed: str | int, rivals: tuple[str, str]) -> Match[S]:
        """Set up a match between the decks of two `rivals`. The first one is in seat 0."""
        ready = self._ready_decks()
        return self.new_with_decks(2, seed, None, tuple(ready[name].deck for name in rivals))

    def _ready_decks(self) -> dict[str, ReadyDeck]:
        decks = self.decks.ready(Translator()) if self.decks is not None else []
        return {one.id: one for one in decks if one.deck.pack == BASE}


#: A game with any classes of state and view.
AnyGame = Game[Any, Any]
