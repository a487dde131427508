"""The parts of a game that matches, the bot and the tools use, as one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Concatenate, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from rules.kernel.content.card_language import Language
from rules.kernel.content.decks import Deck, Decks
from rules.kernel.content.packs import Packs
from rules.kernel.data import actions as action_codec
from rules.kernel.data import events as event_codec
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Body, Event
from rules.kernel.data.result import Result
from rules.kernel.data.saves import Migration
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Pile, Rng
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.deck_building import Building
from rules.kernel.engine.example import Example
from rules.kernel.engine.planning import Planning
from rules.kernel.engine.position_evaluation import Appraising
from rules.kernel.engine.resource_prices import Pricing
from rules.kernel.engine.steps import Asks, Step, StepRules
from rules.kernel.engine.win_chance import Outlook
from rules.kernel.errors import ContentError
from rules.kernel.words import results, rulebook, text_icons
from rules.kernel.words.list_options import Picks
from rules.kernel.words.recap import Recap
from rules.kernel.words.rulebook import Book
from rules.kernel.words.standing_orders import Hold, OrderGroup, one_group
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import N_, ActionText, Entry, Translator, Zone

#: The game's matches and views.
M = TypeVar("M")
V = TypeVar("V", bound=View)


class NoOptions(BaseModel):
    """No options."""

    model_config = ConfigDict(extra="forbid")


class Checking(Protocol):
    """Validates a content pack and returns a line on its content, in English by default."""

    def __call__(self, folder: Path, say: Translator | None = None) -> str: ...


class RegisteredSteps(Protocol):
    """The part of an order of play that matches need; see `OrderOfPlay`."""

    @property
    def steps(self) -> Mapping[type[Step], StepRules[Any, Any]]: ...

    @property
    def questions(self) -> Mapping[str, Asks[Any, Any]]: ...

    def asker_of(self, step: Step) -> Asks[Any, Any]: ...

    def not_now(self, kind: type[Action]) -> tuple[str, str]: ...

    def knows(self, step: Step, seats: int) -> bool: ...


def _no_packs(_name: str, _folder: Path) -> None:
    raise ContentError("This game has no content packs of its own.")


def _same_orders(say: Translator, match: Any, _seat: int) -> list[OrderGroup]:
    return one_group(say, match.game.orders)


def points_ahead(match: Any, seat: int) -> float:
    """Return a seat's lead over its best rival, in points: the simplest evaluation of a position."""
    totals = {row.seat: row.total for row in match.game.result(match).rows}
    return totals[seat] - max((total for other, total in totals.items() if other != seat), default=0.0)


@dataclass(kw_only=True, eq=False)
class Parts(Generic[M, V]):
    """The parts of a game: data, and functions with these names. `Game` adds the shared behaviour."""

    id: str
    #: The name of the game's slash-command group.
    command: str
    #: The possible numbers of players.
    seats: range
    version: int = 1
    #: Migrations of a saved state, each from version n to version n + 1, by n.
    migrations: Mapping[int, Migration] = field(default_factory=dict[int, Migration])
    state_type: type[Any]
    options: type[BaseModel] = NoOptions
    actions: tuple[type[Action], ...]
    #: Actions with fields that are shown as a sentence with a button for each choice, like all actions without fields.
    #: The others choose a piece, such as a card or a city, from a menu.
    sentences: frozenset[type[Action]] = frozenset()
    #: Actions that allow several to be chosen at once, to be taken one after another.
    several: frozenset[type[Action]] = frozenset()
    #: Return whether an action obviously uncovers something, such as the hand drawn at the end of a turn: the player
    #: then isn't asked to confirm.
    foreseen: Callable[[M, Action], bool] = lambda _match, _action: False
    #: Return a seat's present choices that have a benefit and no cost, in the order to take them: the panel offers all
    #: of them as one.
    gains: Callable[[M, int], list[Action]] = lambda _match, _seat: []
    events: Mapping[str, type[Body]]
    #: The steps, sequences, windows and sealed choices, each with its rules, question and refusals.
    order_of_play: RegisteredSteps
    #: Descriptions of the actions' fields, as message ids: the text under a slash command's options.
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    # -- matches ------------------------------------------------------------------------------------------

    #: Return the initial state for a number of seats, a seed and options. Raises IllegalAction with a sentence if the
    #: number of seats or an option is not possible.
    set_up: Callable[[int, str | int, Any], Any]
    #: The same for a game with decks: one deck per seat; None deals the seat one of the game's. Raises IllegalAction as
    #: `set_up` does, and for an illegal deck.
    set_up_with_decks: Callable[[int, str | int, Any, tuple[Deck | None, ...]], Any] | None = None
    #: The game's rules for player-built decks; None for a game without decks.
    decks: Decks | None = None
    #: Return the view of a seat (None: a spectator).
    view: Callable[[M, int | None], V]
    #: Return a match that this seat can't tell from the real one.
    worlds: Callable[[M, int | None, Rng], M]
    #: Return a finished match reopened at this position, with everything hidden dealt again, each seat's from its own
    #: cards; None: as `worlds` does for a spectator or the only seat.
    redeal: Callable[[M, Rng], M] | None = None
    #: Return all piles in random, unknown order: everything that a seat may get without another chance draw. Cards
    #: whose place a seat has seen are not included.
    piles: Callable[[M], list[Pile]] = lambda _match: []
    #: Return whether an action may draw or reveal something without the others noticing: votes then don't mention it
    #: either.
    secret_draws: bool = False
    #: Return the final scores, ranking and winners.
    result: Callable[[M], Result]
    #: Return what a seat played in a finished match, such as its deck or side: ids by the game's names.
    played: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return one of these in words, given name and id.
    played_text: Callable[[Translator, str, str], str] = lambda _say, _name, value: value
    #: Return the public scores by name (a message id): one number per seat, then that of the opponent of all seats, if
    #: any. The first name decides the lead. Empty for a game without points.
    tally: Callable[[M], dict[str, list[float]]] = lambda _match: {}
    #: Return the public number of the current round; 0 for a game without rounds.
    round: Callable[[V], int] = lambda _view: 0
    #: Return whether a loaded state is consistent; a failed look-up counts as no.
    is_sound: Callable[[M], bool] = lambda _match: True
    #: End the match with this seat as the loser; None if players can't concede.
    concede: Callable[[M, int], None] | None = None

    # -- options ------------------------------------------------------------------------------------------

    #: Options for a first match: the beginners' set-up, with few questions. Empty: the defaults.
    first_match: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: Options that a host sees at once; the others are behind *More*. Empty: all are shown.
    first_options: tuple[str, ...] = ()
    #: Return whether a value is allowed for an option, given the number of seats and all options. An option with fewer
    #: than two allowed values is not offered.
    option_fits: Callable[[str, Any, int, Mapping[str, Any]], bool] = lambda _option, _value, _seats, _options: True
    #: Return the full explanation of an option's present value; "" when its label is enough.
    option_note: Callable[[Translator, str, Mapping[str, Any]], str] = lambda _say, _option, _options: ""
    #: Return a sentence that everyone at the table must agree to before a match with these options; "" for none.
    consent: Callable[[Translator, Mapping[str, Any]], str] = lambda _say, _options: ""
    #: Return the possible entries of a list option, for a host who picks; None for an option that is no list.
    option_picks: Callable[[Translator, str, Mapping[str, Any]], Picks | None] = lambda _say, _option, _options: None

    # -- content ------------------------------------------------------------------------------------------

    #: Return the content pack of a match with this state.
    content_of: Callable[[Any], Any] = lambda _state: None
    #: Validate a content pack and return a line on its content; raises ContentError. None for a game without packs.
    check_content: Checking | None = None
    #: Return the card language of a pack's cards; None for a game without packs.
    language: Callable[[], Language] | None = None
    #: The available packs. None for a game without packs.
    packs: Packs[Any] | None = None
    #: Offer a group's own content pack under a name; raises ContentError if it is broken.
    add_pack: Callable[[str, Path], None] = _no_packs

    # -- standing orders and holds ------------------------------------------------------------------------

    #: Standing orders that are always available: id and description (a message id). A seat leaves at most one.
    orders: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Return the orders that every seat starts with; they are public.
    default_orders: Callable[[M], tuple[str, ...]] = lambda _match: ()
    #: Return the orders that a seat may leave now. Only this seat may see them, as they can depend on hidden
    #: information.
    order_groups: Callable[[Translator, M, int], list[OrderGroup]] = _same_orders
    #: Return the action that a seat's standing orders take for its current decision, or None to ask the player.
    ordered: Callable[[M, int, Sequence[str]], Action | None] = lambda _match, _seat, _orders: None
    #: Return a seat's orders that have not expired.
    standing: Callable[[M, int, Sequence[str]], list[str]] = lambda _match, _seat, orders: list(orders)
    #: Return a sentence for each of a seat's standing orders that has expired, with the reason; for plans see
    #: `plans.hitch`.
    lapsed: Callable[[Translator, M, int, Sequence[str]], list[str]] = lambda _say, _match, _seat, _orders: []
    #: Return the orders, in addition to a plan, that a greedy player leaves for its expectations, using only its seat's
    #: knowledge.
    foresight: Callable[[M, int], list[str]] = lambda _match, _seat: []
    #: Support for planning turns ahead. A game that has it consults the plan in `ordered` and `standing`.
    planning: Planning = field(default_factory=Planning)
    #: Decks built within a match; None for a game without them.
    building: Building | None = None
    #: Return the minimum time that a seat's decision stays open, or None; it must depend on public facts only.
    hold: Callable[[M, int], Hold | None] = lambda _match, _seat: None
    #: Return the answer to a seat's decision when its time runs out, if the table allows that; it must reveal nothing.
    #: None for a game without such answers.
    plainest: Callable[[M, int], Action] | None = None

    # -- computer players ---------------------------------------------------------------------------------

    #: Weighted features that `evaluate` and `terms` use. None: no weights.
    appraising: Appraising[M] | None = None
    #: Prices that computer players judge by: hard ones use fitted prices, the others prices chosen by hand.
    pricing: Pricing | None = None
    #: The model of hard players that look ahead to their next choice of an action instead of searching further. None:
    #: they search.
    outlook: Outlook[M] | None = None
    #: Return the value of a position for a seat, for players that look ahead in `worlds`.
    evaluate: Callable[[M, int], float] = points_ahead
    #: Return whether this value is in the players' own points; if not, its figures are never shown.
    valued_in_points: bool = True
    #: Return the parts of this value, each by the description of a move that increases it most, as a message id: "It
    #: leaves you with more to spend." A hint shows it as the reason.
    terms: Callable[[M, int], Mapping[str, float]] = lambda _match, _seat: {}
    #: Return the actions worth trying, to save trying all of them.
    candidates: Callable[[M, int, list[Action]], list[Action]] = lambda _match, _seat, actions: actions
    #: Return how a seat continues an action under trial; None when it is complete.
    default_action: Callable[[M, int], Action | None] = lambda _match, _seat: None

    # -- balance, of a match that is over -----------------------------------------------------------------

    #: Return the groups of the balance report besides the seat: names and this seat's values.
    groups: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return the length of the match: turns per seat, or rounds.
    length: Callable[[M], float] = lambda _match: 0.0
    #: Return the options of match number n of a series with a pack, chosen to cover all content; None: no preference.
    variety: Callable[[int, str], Mapping[str, Any] | None] = lambda _number, _pack: None
    #: Return everything that could have been used: ids of `look_up` by title, such as {"Locations used": [...]}.
    pieces: Callable[[M], dict[str, list[str]]] = lambda _match: {}
    #: Return which of the `pieces` an event shows in use.
    used: Callable[[M, Event], list[str]] = lambda _match, _event: []
    #: Return how the match was won, in a word; "" for a game with only one way to win.
    ending: Callable[[M], str] = lambda _match: ""
    #: Return the seat that went first.
    first: Callable[[M], int] = lambda _match: 0
    #: Return how many reactions out of turn each side had; 0 for a game without reactions.
    reactions: Callable[[M], int] = lambda _match: 0

    # -- words --------------------------------------------------------------------------------------------

    title: Callable[[Translator], str]
    #: Return the game's short name, as at the start of a ping; None: the title.
    short: Callable[[Translator], str] | None = None
    #: Return the public state of play, as "round 3 of 8"; "" for none.
    moment: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: The name of a round by number, and the heading over several rounds, if the game has rounds.
    round_named: str = N_("round {n}")
    rounds_heading: str = N_("Round")
    #: The name of a turn by number, within a sentence, and the heading over several: consecutive moves of one seat.
    turn_named: str = N_("turn {n}")
    turns_heading: str = N_("Turns")
    #: Return the task of a seat whose turn it is, as "draft 2 cards", from public facts; "" for its move.
    task: Callable[[Translator, V, int], str] = lambda _say, _view, _seat: ""
    blurb: Callable[[Translator], str]
    #: Return a short line saying that the base set is fan-made, and which part comes from the rulebook; "" if it is
    #: not.
    set_note: Callable[[Translator], str] = lambda _say: ""
    #: Return the channel's message at the start of the match, one sentence; "" for none. The log begins after the
    #: set-up, so mention anything important here.
    opening: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: Return the game in five lines for a table of this size: its theme, how to win, a turn. The number is 0 while
    #: players may still join.
    in_short: Callable[[Translator, int], list[str]] = lambda _say, _seats: []
    #: Return the game's sheets for a table of this size, in the order of their kinds; each fits one message. The number
    #: is 0 while unknown.
    sheets: Callable[[Translator, int], list[Sheet]] = lambda _say, _seats: []
    #: Return a tip for newcomers at this question, one sentence, on the first turn of a phase; else "".
    hint: Callable[[Translator, V, Prompt], str] = lambda _say, _view, _asked: ""
    #: Return one line of the log, or None for an event that isn't logged.
    event_line: Callable[[Translator, Event], str | None]
    #: The phrases of the recap, which puts a player's turn in one line.
    recap: Recap = field(default_factory=Recap)
    #: Return how an action is shown to the seat that may take it.
    action_text: Callable[[Translator, V, Action], ActionText]
    #: Sentences with a form that uses signs, with that form; and the icons of actions: see `words.text_icons`.
    signed: Mapping[str, str] = field(default_factory=dict[str, str])
    leading: text_icons.Leading = field(default_factory=dict[type[Action], "str | text_icons.ByField"])
    #: Return a warning before an action, as "this ends the game"; the bot then asks for confirmation. "" for an action
    #: whose label and detail are enough.
    warning: Callable[[Translator, V, Action], str] = lambda _say, _view, _action: ""
    #: Return a sentence on what an event uncovers, for the action before it: "This draws a card." It must not name the
    #: card: the event is from a possible world, not the real one. "" for an event that uncovers nothing.
    uncovers: Callable[[Translator, V, Body], str] = lambda _say, _view, _body: ""
    #: Return whether an event passes the turn on. Later events are unpredictable, so they are not shown.
    passes: Callable[[Body], bool] = lambda _body: False
    #: Return a value of one argument (of this action, by field name) as a slash command's autocomplete shows it.
    option_text: Callable[[Translator, V, type[Action], str, Any], str]
    #: Return the values of a free-text match option, each with a label; None when it offers none.
    option_choices: Callable[[Translator, str], list[tuple[str, str]] | None] = lambda _say, _option: None
    #: Return the whole board in words. A long board may be shortened; boards of views to compare with it are then
    #: shortened equally.
    board_text: Callable[Concatenate[Translator, V, ...], str]
    #: Return the alternative text of the board's picture, one or two sentences.
    alt_text: Callable[[Translator, V], str]
    #: Return the viewer's hand in words: the alternative text of its picture, and its replacement. Only the viewer sees
    #: it.
    hand_text: Callable[[Translator, V], str]
    #: Return everything that `/card` can show.
    look_up: Callable[[Translator], list[Entry]] = lambda _say: []
    #: Return the visible contents of the table for this viewer, by area, the most requested first.
    on_table: Callable[[Translator, V], list[Zone]] = lambda _say, _view: []
    #: Return a sentence naming the winners.
    winners: Callable[[Translator, Result], str] = results.winners
    #: Return why the match ended and what decided it, a sentence each.
    reasons: Callable[[Translator, Result], list[str]] = lambda _say, _result: []
    #: Return a line for each place, the best first.
    places: Callable[[Translator, Result], list[str]] = results.places
    #: Return the name of the opponent of all seats, the last number of `tally`.
    rival: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: Return the secrets of a finished match, a line each; only for a match that is over.
    uncovered: Callable[[Translator, M], list[str]] = lambda _say, _match: []
    #: Return the final scores as a text table.
    result_text: Callable[[Translator, Result], str]

    # -- the rules ----------------------------------------------------------------------------------------

    #: Worked examples that can be shown as positions, by rule id.
    examples: Mapping[str, Example[M]] = field(default_factory=dict[str, "Example[M]"])
    #: The starting positions of the game's lessons, by name: a new match on every call.
    positions: Mapping[str, Callable[[], M]] = field(default_factory=dict[str, "Callable[[], M]"])
    #: Return the names of the seats in those examples, by seat; empty: their numbers.
    example_names: Callable[[Translator], list[str]] = lambda _say: []

    # -- done alike for every game --------------------------------------------------------------------------

    def action_from_json(self, data: Mapping[str, Any]) -> Action:
        """Build one of this game's actions from plain data; raises IllegalAction."""
        return action_codec.from_json(self.actions, data)

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        """Build one of this game's events from plain data; raises SaveError."""
        return event_codec.from_json(self.events, data)

    def question(self, say: Translator, view: V, asked: Prompt) -> str:
        """Return the question a seat must answer, in one sentence."""
        return self.order_of_play.questions[asked.key].question(say, view, asked)

    def heading(self, say: Translator, view: V) -> str:
        """Return the game's short name and the public state of play."""
        return ", ".join(filter(None, [(self.short or self.title)(say), self.moment(say, view)]))

    def rests_on(self, view: V, asked: Prompt) -> tuple[str, ...]:
        """Return the ids of the player rules behind a question, the most relevant first."""
        return self.order_of_play.questions[asked.key].rests_on(view, asked)

    def digest(self) -> str:
        """Return the numbered rules for developers, with sources and reasons: RULES.md."""
        return files(f"rules.{self.id}").joinpath("RULES.md").read_text("utf-8")

    def book(self, locale: str) -> Book:
        """Return the players' rules in a language; for a game without any, the numbered rules of RULES.md.

        Raises ContentError for a malformed file.
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
