"""What a game is made of: every part that its matches, the bot and the tools may ask for, as one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Concatenate, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from rules.kernel.content.decks import Deck, Decks
from rules.kernel.content.language import Language
from rules.kernel.content.packs import Packs
from rules.kernel.data import actions as action_codec
from rules.kernel.data import events as event_codec
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Body, Event
from rules.kernel.data.result import Result
from rules.kernel.data.saves import Migration
from rules.kernel.data.view import View
from rules.kernel.engine.appraising import Appraising
from rules.kernel.engine.building import Building
from rules.kernel.engine.chance import Pile, Rng
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.example import Example
from rules.kernel.engine.outlook import Outlook
from rules.kernel.engine.planning import Planning
from rules.kernel.engine.pricing import Pricing
from rules.kernel.engine.steps import Asks, Step, StepRules
from rules.kernel.errors import ContentError
from rules.kernel.words import results, rulebook, signs
from rules.kernel.words.orders import Hold, OrderGroup, one_group
from rules.kernel.words.picks import Picks
from rules.kernel.words.recap import Recap
from rules.kernel.words.rulebook import Book
from rules.kernel.words.sheets import Sheet
from rules.kernel.words.text import N_, ActionText, Entry, Say, Shelf

#: The game's matches, and their views.
M = TypeVar("M")
V = TypeVar("V", bound=View)


class NoOptions(BaseModel):
    """The options of a game that has none."""

    model_config = ConfigDict(extra="forbid")


class Checking(Protocol):
    """What validates a content pack and tells in one line what it holds, in English if nobody says otherwise."""

    def __call__(self, folder: Path, say: Say | None = None) -> str: ...


class RegisteredSteps(Protocol):
    """What matches need of an order of play; `OrderOfPlay` has it."""

    @property
    def steps(self) -> Mapping[type[Step], StepRules[Any, Any]]: ...

    @property
    def questions(self) -> Mapping[str, Asks[Any, Any]]: ...

    def asker_of(self, step: Step) -> Asks[Any, Any]: ...

    def not_now(self, kind: type[Action]) -> tuple[str, str]: ...

    def knows(self, step: Step, seats: int) -> bool: ...


def _no_packs(_name: str, _folder: Path) -> None:
    raise ContentError("This game has no content packs of its own.")


def _same_orders(say: Say, match: Any, _seat: int) -> list[OrderGroup]:
    return one_group(say, match.game.orders)


def points_ahead(match: Any, seat: int) -> float:
    """Return how many points a seat is ahead of its best rival: the simplest way to evaluate a position."""
    totals = {row.seat: row.total for row in match.game.result(match).rows}
    return totals[seat] - max((total for other, total in totals.items() if other != seat), default=0.0)


@dataclass(kw_only=True, eq=False)
class Parts(Generic[M, V]):
    """The parts of a game: data, and functions that are called by these names. `Game` adds what all games do alike."""

    id: str
    #: The name of the game's slash-command group.
    command: str
    #: The possible numbers of players.
    seats: range
    version: int = 1
    #: The migrations of a saved state, each from version n to version n + 1, by n.
    migrations: Mapping[int, Migration] = field(default_factory=dict[int, Migration])
    state_type: type[Any]
    options: type[BaseModel] = NoOptions
    actions: tuple[type[Action], ...]
    #: Those with fields whose choices are shown one by one, each in a sentence with its button, as are all without
    #: fields. The others choose a piece, such as a card or a city: they stand in menus.
    sentences: frozenset[type[Action]] = frozenset()
    #: Those of which several may be chosen at once, to be taken one after another.
    several: frozenset[type[Action]] = frozenset()
    #: Tell whether everybody foresees that an action uncovers something, such as the hand drawn at the end of a turn:
    #: then nobody is asked whether they are sure.
    foreseen: Callable[[M, Action], bool] = lambda _match, _action: False
    #: Return those of a seat's present choices that bring it something and cost nothing, in the order in which to take
    #: them: a panel offers all of them as one.
    gains: Callable[[M, int], list[Action]] = lambda _match, _seat: []
    events: Mapping[str, type[Body]]
    #: The steps, sequences, windows and sealed choices, each with its rules, its question and its refusals.
    order_of_play: RegisteredSteps
    #: What the actions' fields ask for, as message ids: the words under a slash command's options.
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    # -- matches ------------------------------------------------------------------------------------------

    #: Return the state that a match begins with: number of seats, seed, options.
    #: Raises IllegalAction with a sentence when the number of seats or an option is not possible.
    set_up: Callable[[int, str | int, Any], Any]
    #: The same for a game with decks: each seat brings one; a seat with None is dealt one of the game's.
    #: Raises IllegalAction as `set_up` does, and for a deck that is not legal.
    set_up_with_decks: Callable[[int, str | int, Any, tuple[Deck | None, ...]], Any] | None = None
    #: The game's rules about decks that players bring; None for a game without decks.
    decks: Decks | None = None
    #: Return what a seat (None: a spectator) may know.
    view: Callable[[M, int | None], V]
    #: Return another match that this seat can't tell from the real one.
    worlds: Callable[[M, int | None, Rng], M]
    #: Return a match that has been over, and goes on from this position, with everything dealt again that was hidden,
    #: each seat's from its own cards; None: as in `worlds`, of a spectator or of the only seat.
    redeal: Callable[[M, Rng], M] | None = None
    #: Return what lies face down in an order that was drawn by chance and that nobody knows: all that a seat may draw
    #: without another draw of chance. What anybody has seen there and knows the place of is no part of it.
    piles: Callable[[M], list[Pile]] = lambda _match: []
    #: Whether an act may draw or reveal something and nobody else learns that it did: then no vote tells of it either.
    secret_draws: bool = False
    #: Return the final scores, ranking and winners.
    result: Callable[[M], Result]
    #: Return what a seat has played in a match that is over, such as its deck or side: ids by the game's names.
    played: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return one of these in words: name and id.
    played_text: Callable[[Say, str, str], str] = lambda _say, _name, value: value
    #: Return what everybody can see of the scores, by name as a message id: the number of each seat, and after them
    #: that of whoever plays against the seats. By the first name the lead is told. Empty for a game without points.
    tally: Callable[[M], dict[str, list[float]]] = lambda _match: {}
    #: Return the number of the round that everybody sees is played; 0 for a game without rounds.
    round: Callable[[V], int] = lambda _view: 0
    #: Tell whether a loaded state fits together; a lookup that fails counts as no.
    is_sound: Callable[[M], bool] = lambda _match: True
    #: End the match with this seat as its loser; None if nobody may concede.
    concede: Callable[[M, int], None] | None = None

    # -- options ------------------------------------------------------------------------------------------

    #: The options of a first match: the set-up for beginners, with few questions. Empty: the usual ones.
    first_match: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: The options a host sees at once; the others stand behind *More*. Empty: all are seen at once.
    first_options: tuple[str, ...] = ()
    #: Tell whether an option may have a value at a table of so many, given all options.
    #: An option that has no two such values is not offered.
    option_fits: Callable[[str, Any, int, Mapping[str, Any]], bool] = lambda _option, _value, _seats, _options: True
    #: Return what there is to know of an option's present value, whole; "" when its label says it all.
    option_note: Callable[[Say, str, Mapping[str, Any]], str] = lambda _say, _option, _options: ""
    #: Return what everybody at the table must agree to before a match with these options begins, in a sentence; "" for
    #: nothing.
    consent: Callable[[Say, Mapping[str, Any]], str] = lambda _say, _options: ""
    #: Return what an option may list, for a host who picks; None for an option that is no list.
    option_picks: Callable[[Say, str, Mapping[str, Any]], Picks | None] = lambda _say, _option, _options: None

    # -- content ------------------------------------------------------------------------------------------

    #: Return the content pack that a match with this state plays with.
    content_of: Callable[[Any], Any] = lambda _state: None
    #: Validate a content pack and return one line on what it holds; raises ContentError. None for a game without any.
    check_content: Checking | None = None
    #: Return all that the cards of a pack can say; None for a game without packs.
    language: Callable[[], Language] | None = None
    #: The packs that matches can be played with. None for a game without any.
    packs: Packs[Any] | None = None
    #: Offer a group's own content pack under a name; raises ContentError when it is broken.
    add_pack: Callable[[str, Path], None] = _no_packs

    # -- standing orders and holds ------------------------------------------------------------------------

    #: Standing orders that are the same at any time: id and what it does, as a message id. A seat leaves one at most.
    orders: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Return the orders that every seat of a match starts with; everybody knows them.
    default_orders: Callable[[M], tuple[str, ...]] = lambda _match: ()
    #: Return the orders that a seat may leave now. Only this seat may see them: they can depend on what it holds.
    order_groups: Callable[[Say, M, int], list[OrderGroup]] = _same_orders
    #: Return what a seat's standing orders do for its decision now, or None to ask the player.
    ordered: Callable[[M, int, Sequence[str]], Action | None] = lambda _match, _seat, _orders: None
    #: Return those of a seat's orders that have not lapsed.
    standing: Callable[[M, int, Sequence[str]], list[str]] = lambda _match, _seat, orders: list(orders)
    #: Tell in a sentence each which of a seat's standing orders have lapsed, and why; of plans `plans.hitch` tells.
    lapsed: Callable[[Say, M, int, Sequence[str]], list[str]] = lambda _say, _match, _seat, _orders: []
    #: Return the orders, besides a plan, that a greedy player leaves for what it sees coming, by what its seat knows.
    foresight: Callable[[M, int], list[str]] = lambda _match, _seat: []
    #: How turns are planned ahead. A game that has it lets `ordered` and `standing` look at the plan too.
    planning: Planning = field(default_factory=Planning)
    #: How decks are built within a match; None for a game in which they are not.
    building: Building | None = None
    #: Return how long a seat's decision stays open at least, or None; it must depend on public facts only.
    hold: Callable[[M, int], Hold | None] = lambda _match, _seat: None
    #: Return the answer that a seat's decision gets when its time is over, if the table lets the clock answer; it must
    #: reveal nothing. None for a game that knows no such answers.
    plainest: Callable[[M, int], Action] | None = None

    # -- computer players ---------------------------------------------------------------------------------

    #: How positions are judged by weighed features; `evaluate` and `terms` come from it then. None: without weights.
    appraising: Appraising[M] | None = None
    #: What things are worth, where computers judge by prices: hard ones think by fitted prices, the others by hand.
    pricing: Pricing | None = None
    #: How hard players look ahead to their next choice of an action, instead of searching farther. None: they search.
    outlook: Outlook[M] | None = None
    #: Return the value of a position for a seat, for players that look ahead in `worlds`.
    evaluate: Callable[[M, int], float] = points_ahead
    #: Tell whether this value is in the points that players count; if not, nobody is told its figures.
    valued_in_points: bool = True
    #: Return what this value is the sum of, each part by what is said of a move that leads to more of it than others
    #: do, as a message id: "It leaves you with more to spend." A hint gives it as the reason.
    terms: Callable[[M, int], Mapping[str, float]] = lambda _match, _seat: {}
    #: Return the actions worth trying, so that a player need not try all of them.
    candidates: Callable[[M, int, list[Action]], list[Action]] = lambda _match, _seat, actions: actions
    #: Return how a seat continues an action that is being tried; None when it is complete.
    default_action: Callable[[M, int], Action | None] = lambda _match, _seat: None

    # -- balance, of a match that is over -----------------------------------------------------------------

    #: Return what balance groups wins by, in addition to the seat: names and this seat's values.
    groups: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return how long the match was: turns a seat, or rounds.
    length: Callable[[M], float] = lambda _match: 0.0
    #: Return the options of match number n of a series with a pack, so that all content comes up; None: any will do.
    variety: Callable[[int, str], Mapping[str, Any] | None] = lambda _number, _pack: None
    #: Return what could have been used: ids of `look_up` by question, such as {"Locations used": [...]}.
    pieces: Callable[[M], dict[str, list[str]]] = lambda _match: {}
    #: Return which of the `pieces` an event shows in use.
    used: Callable[[M, Event], list[str]] = lambda _match, _event: []
    #: Return how the match was won, in a word; "" for a game that can be won in one way only.
    ending: Callable[[M], str] = lambda _match: ""
    #: Return the seat that went first.
    first: Callable[[M], int] = lambda _match: 0
    #: Return how often both sides reacted out of turn; 0 for a game without reactions.
    reactions: Callable[[M], int] = lambda _match: 0

    # -- words --------------------------------------------------------------------------------------------

    title: Callable[[Say], str]
    #: Return the game's name where there is little room, as at the start of a call; None: the title.
    short: Callable[[Say], str] | None = None
    #: Return where the match stands, as "round 3 of 8", from what everybody sees; "" when there is nothing to tell.
    moment: Callable[[Say, V], str] = lambda _say, _view: ""
    #: How a round is called by its number, and the heading over several; of a game with rounds.
    round_named: str = N_("round {n}")
    rounds_heading: str = N_("Round")
    #: How a turn is called by its number, within a sentence, and the heading over several: what one seat does in a row.
    turn_named: str = N_("turn {n}")
    turns_heading: str = N_("Turns")
    #: Return what a seat that is waited for is to do, as "draft 2 cards", from what everybody sees; "" for its move.
    task: Callable[[Say, V, int], str] = lambda _say, _view, _seat: ""
    blurb: Callable[[Say], str]
    #: Return in one short line that the base set is fan-made, and which part of it is the rulebook's; "" if it is not.
    set_note: Callable[[Say], str] = lambda _say: ""
    #: Return what the channel is told when the match begins, in one sentence; "" when there is nothing to tell.
    #: The log begins after the set-up, so say here what nobody should miss.
    opening: Callable[[Say, V], str] = lambda _say, _view: ""
    #: Return the game at a table of so many in five lines: what it is about, how one wins, what a turn is.
    #: The number is 0 while others may still join.
    in_short: Callable[[Say, int], list[str]] = lambda _say, _seats: []
    #: Return the sheets about the game at a table of so many, in the order of their kinds; each fits one message.
    #: The number is 0 while nobody knows it.
    sheets: Callable[[Say, int], list[Sheet]] = lambda _say, _seats: []
    #: Return what a newcomer should know at this question, in one sentence, at the first turn of a phase; else "".
    hint: Callable[[Say, V, Prompt], str] = lambda _say, _view, _asked: ""
    #: Return one line of the log, or None when the event is not worth one.
    event_line: Callable[[Say, Event], str | None]
    #: The phrases of the recap, in which the events of a player's turn share a line.
    recap: Recap = field(default_factory=Recap)
    #: Return how an action is shown to the seat that may take it.
    action_text: Callable[[Say, V, Action], ActionText]
    #: The sentences that have a form with signs, and that form; and the icons before actions: see `words.signs`.
    signed: Mapping[str, str] = field(default_factory=dict[str, str])
    leading: signs.Leading = field(default_factory=dict[type[Action], "str | signs.ByField"])
    #: Return what a seat should hear before it takes an action, as "this ends the game"; the bot then asks whether to
    #: do it. "" for an action whose label and detail say what it does.
    warning: Callable[[Say, V, Action], str] = lambda _say, _view, _action: ""
    #: Return what an event brings to light, in a sentence on the action before it: "This draws a card." It must not
    #: tell which card: the event is of a world that may not be the real one. "" for one that brings nothing to light.
    uncovers: Callable[[Say, V, Body], str] = lambda _say, _view, _body: ""
    #: Tell whether an event passes the turn on. What comes after it is nobody's to foresee, so it is not told.
    passes: Callable[[Body], bool] = lambda _body: False
    #: Return one argument's value (of this action, by the field's name) as a slash command's autocomplete shows it.
    option_text: Callable[[Say, V, type[Action], str, Any], str]
    #: Return the values a free-text match option offers, each with a label; None when it offers none.
    option_choices: Callable[[Say, str], list[tuple[str, str]] | None] = lambda _say, _option: None
    #: Return the whole board in words. Where a long board is told more briefly, views that are given after it are those
    #: that it is compared with, and it is as brief as they must be.
    board_text: Callable[Concatenate[Say, V, ...], str]
    #: Return the alternative text of the board's picture, in one or two sentences.
    alt_text: Callable[[Say, V], str]
    #: Return what the viewer holds, in words: the alternative text of the picture of the hand, and its replacement.
    #: Only the viewer sees it.
    hand_text: Callable[[Say, V], str]
    #: Return everything `/card` can show.
    look_up: Callable[[Say], list[Entry]] = lambda _say: []
    #: Return what of it lies on the table for this viewer to see, part by part, what is asked for most first.
    on_table: Callable[[Say, V], list[Shelf]] = lambda _say, _view: []
    #: Return in a sentence who has won.
    winners: Callable[[Say, Result], str] = results.winners
    #: Return why the match ended and what decided who won, each in a sentence.
    reasons: Callable[[Say, Result], list[str]] = lambda _say, _result: []
    #: Return a line for each place, the best first.
    places: Callable[[Say, Result], list[str]] = results.places
    #: Return who plays against the seats, as the last number of `tally`.
    rival: Callable[[Say, V], str] = lambda _say, _view: ""
    #: Return, in a line each, what somebody could not see until the match was over; only for one that is.
    uncovered: Callable[[Say, M], list[str]] = lambda _say, _match: []
    #: Return the final scores as a text table.
    result_text: Callable[[Say, Result], str]

    # -- the rules ----------------------------------------------------------------------------------------

    #: The worked examples that can be shown as positions, by the ids of their rules.
    examples: Mapping[str, Example[M]] = field(default_factory=dict[str, "Example[M]"])
    #: The positions that the game's lessons begin with, by the names that they have there: a new match at every call.
    positions: Mapping[str, Callable[[], M]] = field(default_factory=dict[str, "Callable[[], M]"])
    #: Return what the seats are called in those examples, by seat; empty: by their numbers.
    example_names: Callable[[Say], list[str]] = lambda _say: []

    # -- done alike for every game --------------------------------------------------------------------------

    def action_from_json(self, data: Mapping[str, Any]) -> Action:
        """Build one of this game's actions from plain data; raises IllegalAction."""
        return action_codec.from_json(self.actions, data)

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        """Build one of this game's events from plain data; raises SaveError."""
        return event_codec.from_json(self.events, data)

    def question(self, say: Say, view: V, asked: Prompt) -> str:
        """Return the question a seat must answer, in one sentence."""
        return self.order_of_play.questions[asked.key].question(say, view, asked)

    def heading(self, say: Say, view: V) -> str:
        """Return the game's short name and where the match stands, from what everybody sees."""
        return ", ".join(filter(None, [(self.short or self.title)(say), self.moment(say, view)]))

    def rests_on(self, view: V, asked: Prompt) -> tuple[str, ...]:
        """Return the ids of the rules for players that a question rests on, the plainest first."""
        return self.order_of_play.questions[asked.key].rests_on(view, asked)

    def digest(self) -> str:
        """Return the numbered rules as developers keep them, with sources and reasons: RULES.md."""
        return files(f"rules.{self.id}").joinpath("RULES.md").read_text("utf-8")

    def book(self, locale: str) -> Book:
        """Return the rules for players in a language; for a game without any, the numbered rules of RULES.md.

        Raises ContentError for a file that is not as it should be.
        """
        return _book(self, locale)


#: The parts of any game.
AnyParts = Parts[Any, Any]


@cache
def _digest(game: AnyParts) -> Book:
    return rulebook.digest(game.digest())


@cache
def _book(game: AnyParts, locale: str) -> Book:
    folder = files("data").joinpath(game.id, "rules")
    file, asked = folder.joinpath(f"{locale}.md"), folder.joinpath("asked", f"{locale}.txt")
    if not file.is_file():
        return _digest(game)
    name = f"{game.id}/rules/{locale}.md"
    book = rulebook.parse(file.read_text("utf-8"), locale, name, asked.read_text("utf-8") if asked.is_file() else "")
    return replace(book, shown_by=_digest(game).shown_by)
