"""A game: everything the rest of the project may ask of it, so that nothing outside names one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from collections.abc import Sequence as Seq
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rules.kernel.content.decks import Deck, Decks, ReadyDeck
from rules.kernel.content.packs import BASE
from rules.kernel.data import actions as action_codec
from rules.kernel.data import events as event_codec
from rules.kernel.data import saves
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Body, Event
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Rng
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.match import Match, State
from rules.kernel.engine.sealed import Secret, SecretRules, SecretTable
from rules.kernel.engine.steps import END, Lines, Sequence, SequenceRules, Step, StepRules
from rules.kernel.engine.window import PHASES, Window, WindowRules, WindowTable
from rules.kernel.errors import ContentError, IllegalAction, SaveError
from rules.kernel.words.orders import Hold, OrderGroup, one_group
from rules.kernel.words.text import ActionText, Entry, Say

S = TypeVar("S", bound=State)

#: The steps that every game has.
KERNEL_STEPS: dict[type[Step], StepRules[Any]] = {
    Sequence: SequenceRules(),
    Window: WindowRules(),
    Secret: SecretRules(),
}


#: No match draws or reveals so often; a larger number was made up, and no database takes one beyond 64 bits.
MOST_EPOCHS = 2**31


class NoOptions(BaseModel):
    """The options of a game that has none."""

    model_config = ConfigDict(extra="forbid")


class Game(ABC, Generic[S]):
    """One game's rules and words. Each game has one instance, registered in `rules.GAMES`."""

    id: ClassVar[str]
    #: The name of the game's slash-command group.
    command: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int] = 1
    migrations: ClassVar[Mapping[int, saves.Migration]] = {}
    state_type: ClassVar[type[State]]
    options: ClassVar[type[BaseModel]] = NoOptions
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[Mapping[str, type[Body]]]
    steps: ClassVar[Mapping[type[Step], StepRules[Any]]]
    sequences: ClassVar[Mapping[str, Lines]]
    windows: ClassVar[Mapping[str, WindowTable]] = {}
    secrets: ClassVar[Mapping[str, SecretTable]] = {}
    #: What the actions' fields ask for, as message ids: the words under a slash command's options.
    fields: ClassVar[Mapping[str, str]] = {}
    #: What the game says about decks that players bring along; None for a game without any.
    decks: ClassVar[Decks | None] = None

    @cached_property
    def adapter(self) -> TypeAdapter[S]:
        """The saver and loader of this game's state."""
        return TypeAdapter(self.state_type)  # type: ignore[arg-type]

    @cached_property
    def following(self) -> dict[str, dict[str, str]]:
        """The label that follows each label of each sequence; the first one follows ""."""
        return {name: dict(pairwise(["", *lines, END])) for name, lines in self.sequences.items()}

    # -- matches ------------------------------------------------------------------------------------------

    @abstractmethod
    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Match[S]:
        """Set up a match and run it to its first decision.

        Raises IllegalAction with a sentence when the number of seats or an option is not possible.
        """

    def new_with_decks(
        self, seats: int, seed: str | int, options: Mapping[str, Any] | None, decks: tuple[Deck | None, ...]
    ) -> Match[S]:
        """Set up a match to which each seat brings this deck, or None and is dealt one of the game's.

        Only asked of a game that has `decks`. Raises IllegalAction as `new` does, and for a deck that is not legal.
        """
        raise IllegalAction("This game is played without decks of one's own.")

    def load(self, data: bytes, *, trusted: bool = False) -> Match[S]:
        """Open a dumped match of this game; raises SaveError with a sentence.

        `trusted` leaves out the check of what the state holds, for bytes that were dumped a moment ago.
        """
        state = saves.unpack(self.id, self.version, self.migrations, self.adapter, data)
        try:
            match = Match(self, state)
        except ContentError as error:  # the pack it was played with is gone
            raise SaveError(error.msgid, **error.args_by_name) from error
        if not trusted:
            self._check(match)
        return match

    def _check(self, match: Match[S]) -> None:
        """Refuse a state that has the right form and yet can't be played on, now rather than in mid-turn."""
        try:
            sound = (match.over or self._goes_on(match)) and self.is_sound(match)
        except Exception as error:  # whatever the rules stumble on is the save's fault: nothing was played yet
            raise SaveError("This saved match is damaged and can't be opened.") from error
        if not sound:
            raise SaveError("This saved match is damaged and can't be opened.")

    def _goes_on(self, match: Match[S]) -> bool:
        """Tell whether somebody must decide, and can."""
        offers = match.decisions() if self._stack_is_sound(match.state) else {}
        return bool(offers) and all(offer.actions for offer in offers.values())

    def _stack_is_sound(self, state: S) -> bool:
        """Tell whether every step waiting is one that this game can go on with."""
        if state.seats not in self.seats or state.last_seat not in range(-1, state.seats):
            return False
        if not 0 <= state.epoch < MOST_EPOCHS:
            return False
        for step in state.stack:
            match step:
                case Sequence() if step.line not in {"", END, *self.sequences[step.name]}:
                    return False
                case Window() if step.name not in self.windows or step.phase not in PHASES or not step.order:
                    return False
                case Secret() if step.name not in self.secrets:
                    return False
                case _:
                    pass
        return True

    def is_sound(self, match: Match[S]) -> bool:
        """Tell whether a loaded state fits together; a lookup that fails while telling counts as no."""
        return True

    def content_of(self, state: S) -> Any:
        """Return the content pack this match plays with."""
        return None

    @abstractmethod
    def view(self, match: Match[S], seat: int | None) -> View: ...

    @abstractmethod
    def worlds(self, match: Match[S], seat: int | None, rng: Rng) -> Match[S]: ...

    @abstractmethod
    def result(self, match: Match[S]) -> Result: ...

    def why_illegal(self, match: Match[S], seat: int, action: Action) -> IllegalAction:
        """Return the refusal of an action that was not offered, with the best reason the game knows."""
        return IllegalAction("You can't do that now.")

    @abstractmethod
    def check_content(self, folder: Path) -> str:
        """Validate a content pack and return one line on what it holds; raises ContentError."""

    def add_pack(self, name: str, folder: Path) -> None:
        """Offer a group's own content pack under this name; raises ContentError when it is broken."""
        raise ContentError("This game has no content packs of its own.")

    # -- standing orders and holds ------------------------------------------------------------------------

    #: Standing orders that are the same at any time: id and what it does, as a message id. A seat leaves one at most.
    orders: ClassVar[Mapping[str, str]] = {}
    #: What every seat starts with: public, and the same for all.
    default_orders: ClassVar[tuple[str, ...]] = ()

    def order_groups(self, say: Say, match: Match[S], seat: int) -> list[OrderGroup]:
        """Return the orders this seat may leave now, for its eyes only: they may depend on what it holds."""
        return one_group(say, self.orders)

    def ordered(self, match: Match[S], seat: int, orders: Seq[str]) -> Action | None:
        """Return what a seat's standing orders do for its decision now, or None to ask the player."""
        return None

    def standing(self, match: Match[S], seat: int, orders: Seq[str]) -> list[str]:
        """Return those of a seat's orders that have not lapsed."""
        return list(orders)

    def hold(self, match: Match[S], seat: int) -> Hold | None:
        """Return how long this seat's decision stays on the table at least; it depends on public facts only."""
        return None

    #: Whether a seat may give the match up.
    may_concede: ClassVar[bool] = False

    def concede(self, match: Match[S], seat: int) -> None:
        """End the match with this seat as its loser; called only where `may_concede` is set."""
        raise NotImplementedError

    # -- players who think ------------------------------------------------------------------------------------

    def appraise(self, match: Match[S], seat: int) -> float:
        """Return what a position is worth to a seat, for players who look ahead in `worlds`."""
        totals = {row.seat: row.total for row in self.result(match).rows}
        return totals[seat] - max((total for other, total in totals.items() if other != seat), default=0.0)

    def promising(self, match: Match[S], seat: int, actions: list[Action]) -> list[Action]:
        """Return the actions worth trying out at all, so that trying does not take for ever."""
        return actions

    def habit(self, match: Match[S], seat: int) -> Action | None:
        """Return how a seat goes on inside an action that is tried out; None when it is complete."""
        return None

    def groups(self, match: Match[S], seat: int) -> dict[str, str]:
        """Return what balance is counted by besides the seat once a match is over: names and this seat's values."""
        return {}

    def length(self, match: Match[S]) -> float:
        """Return how long a match was that is over: turns a seat, or rounds."""
        return 0.0

    def variety(self, number: int) -> Mapping[str, Any] | None:
        """Return the options of match `number` of a series that is to see all there is; None when any match does."""
        return None

    def pieces(self, match: Match[S]) -> dict[str, list[str]]:
        """Return what there was to be used in a match that is over: ids of `look_up` under what is asked of them.

        The page of `tenebrae balance` tells in how many matches each was: {"Locations used": [...]}.
        """
        return {}

    def used(self, match: Match[S], event: Event) -> list[str]:
        """Return which of the `pieces` an event shows in use."""
        return []

    def ending(self, match: Match[S]) -> str:
        """Return in a word which way a match that is over was won; empty for a game with one way only."""
        return ""

    def first(self, match: Match[S]) -> int:
        """Return the seat that went first in a match that is over."""
        return 0

    def rivals(self) -> dict[str, str]:
        """Return what balance compares in pairs, and what it is called: the ready decks, if there are any."""
        return {one.id: one.name for one in self._ready_decks().values()}

    def new_between(self, seed: str | int, rivals: tuple[str, str]) -> Match[S]:
        """Set up a match between two of the `rivals`, one for each seat."""
        ready = self._ready_decks()
        return self.new_with_decks(2, seed, None, tuple(ready[name].deck for name in rivals))

    def _ready_decks(self) -> dict[str, ReadyDeck]:
        decks = self.decks.ready(Say()) if self.decks is not None else []
        return {one.id: one for one in decks if one.deck.pack == BASE}

    # -- codecs -------------------------------------------------------------------------------------------

    def action_from_json(self, data: Mapping[str, Any]) -> Action:
        """Build one of this game's actions from plain data; raises IllegalAction."""
        return action_codec.from_json(self.actions, data)

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        """Build one of this game's events from plain data; raises SaveError."""
        return event_codec.from_json(self.events, data)

    # -- words --------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self, say: Say) -> str: ...

    @abstractmethod
    def blurb(self, say: Say) -> str: ...

    def opening(self, say: Say, view: View) -> str:
        """Return what the channel is told when the match begins, in one sentence; "" when there is nothing to tell.

        What happens while a match is set up stands in no log, so this is the place for what nobody should miss.
        """
        return ""

    @abstractmethod
    def event_line(self, say: Say, event: Event) -> str | None:
        """Return one line of the log, or None when the event is not worth one."""

    @abstractmethod
    def prompt_line(self, say: Say, view: View, prompt: Prompt) -> str:
        """Return the question a seat must answer, in one sentence."""

    @abstractmethod
    def action_text(self, say: Say, view: View, action: Action) -> ActionText:
        """Return how an action is shown to the seat that may take it."""

    @abstractmethod
    def option_text(self, say: Say, view: View, action_type: type[Action], field: str, value: Any) -> str:
        """Return one argument's value as a slash command's autocomplete shows it."""

    def option_choices(self, say: Say, option: str) -> list[tuple[str, str]] | None:
        """Return the values a free-text match option offers, each with a label; None when it offers none."""
        return None

    @abstractmethod
    def board_text(self, say: Say, view: View) -> str:
        """Return the whole board in words."""

    @abstractmethod
    def alt_text(self, say: Say, view: View) -> str:
        """Return one or two sentences that stand for the board's picture."""

    def hand_text(self, say: Say, view: View) -> str:
        """Return in words what the viewer holds: the text for the picture of the hand, and in its place.

        Only the viewer ever sees it. A game whose hands are public need not say more than the board does.
        """
        return self.alt_text(say, view)

    @abstractmethod
    def look_up(self, say: Say) -> list[Entry]:
        """Return everything `/card` can show."""

    @abstractmethod
    def result_text(self, say: Say, result: Result) -> str:
        """Return the final scores as a text table."""

    def rulebook(self) -> str:
        """Return the numbered rules digest."""
        return files(f"rules.{self.id}").joinpath("RULES.md").read_text("utf-8")
