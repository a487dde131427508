"""The parts of a game: data and functions that the match engine, the bot and the tools use."""

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
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import Body, Event
from rules.kernel.data.result import Result
from rules.kernel.data.saves import Migration
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Pile, Rng
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.deck_building_interface import Building
from rules.kernel.engine.example import Example
from rules.kernel.engine.planning_interface import Planning
from rules.kernel.engine.position_evaluation import Appraising
from rules.kernel.engine.resource_prices import Pricing
from rules.kernel.engine.steps import Asks, Step, StepRules
from rules.kernel.engine.win_chance import Outlook
from rules.kernel.errors import ContentError
from rules.kernel.words import results, rulebook, text_icons
from rules.kernel.words.list_valued_options import Picks
from rules.kernel.words.recap import Recap
from rules.kernel.words.rulebook import Book
from rules.kernel.words.standing_orders import Hold, OrderGroup, one_group
from rules.kernel.words.summary_sheets import Sheet
from rules.kernel.words.translation import N_, ActionText, Entry, Translator, Zone

#: The game's match class and view class.
M = TypeVar("M")
V = TypeVar("V", bound=View)


class NoOptions(BaseModel):
    """The options of a game that has none."""

    model_config = ConfigDict(extra="forbid")


class Checking(Protocol):
    """A function that validates a content pack and returns a one-line description of it, in English by default."""

    def __call__(self, folder: Path, say: Translator | None = None) -> str: ...


class RegisteredSteps(Protocol):
    """The methods of `OrderOfPlay` that a match uses."""

    @property
    def steps(self) -> Mapping[type[Step], StepRules[Any, Any]]: ...

    @property
    def questions(self) -> Mapping[str, Asks[Any, Any]]: ...

    def asker_of(self, step: Step) -> Asks[Any, Any]: ...

    def not_now(self, kind: type[Action]) -> tuple[str, str]: ...

    def knows(self, step: Step, seats: int) -> bool: ...


def _no_packs(_name: str, _folder: Path) -> None:
    raise ContentError("You can't add content packs to this game.")


def _same_orders(say: Translator, match: Any, _seat: int) -> list[OrderGroup]:
    return one_group(say, match.game.orders)


def points_ahead(match: Any, seat: int) -> float:
    """Return a seat's lead over its best opponent, in points: the simplest evaluation of a position."""
    totals = {row.seat: row.total for row in match.game.result(match).rows}
    return totals[seat] - max((total for other, total in totals.items() if other != seat), default=0.0)


@dataclass(kw_only=True, eq=False)
class Parts(Generic[M, V]):
    """The data and functions that each game provides. `Game` adds the behaviour that all games share."""

    id: str
    #: The name of the game's slash-command group.
    command: str
    #: The player counts that the game allows.
    seats: range
    version: int = 1
    #: Migrations of saved states. The migration with key n converts version n to version n + 1.
    migrations: Mapping[int, Migration] = field(default_factory=dict[int, Migration])
    state_type: type[Any]
    options: type[BaseModel] = NoOptions
    actions: tuple[type[Action], ...]
    #: Action types whose possible actions are each shown as a sentence with a button, although they have fields.
    #: Actions without fields are always shown this way. All others choose a piece, such as a card or a city, from a
    #: menu.
    sentences: frozenset[type[Action]] = frozenset()
    #: Action types that end a turn or answer with nothing. A panel shows their buttons last.
    concluding: frozenset[type[Action]] = frozenset((Pass,))
    #: Action types that allow a player to select several actions at once. These are then taken one after another.
    several: frozenset[type[Action]] = frozenset()
    #: Return how many actions of these types the open question allows; 0 if it doesn't limit them.
    at_once: Callable[[V], int] = lambda _view: 0
    #: Return whether players expect this action to reveal something, such as the hand drawn at the end of a turn. If
    #: so, the bot doesn't ask for confirmation.
    foreseen: Callable[[M, Action], bool] = lambda _match, _action: False
    #: Return a seat's current actions that have a benefit and no cost, in the order to take them. A single button on
    #: the panel takes all of them.
    gains: Callable[[M, int], list[Action]] = lambda _match, _seat: []
    #: Return the answers to the question that follows an action, with their texts, by the type of the action. Types
    #: whose actions lead to different questions, or to none, are left out. A panel offers these answers beside the
    #: actions, so that both can be chosen at once. The view is that of the seat that decides.
    follow_ups: Callable[[Translator, M, V], Mapping[type[Action], Sequence[tuple[Action, ActionText]]]] = (
        lambda _say, _match, _view: {}
    )
    events: Mapping[str, type[Body]]
    #: The registry of steps, sequences, windows and sealed choices, with their rules, questions and refusals.
    order_of_play: RegisteredSteps
    #: Message ids of descriptions, by action field. They are shown as descriptions of slash-command options.
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    # -- matches ------------------------------------------------------------------------------------------

    #: Return the initial state for a player count, a seed and options. Raises IllegalAction if the player count or an
    #: option is not possible.
    set_up: Callable[[int, str | int, Any], Any]
    #: Return the initial state for a game with decks, given one deck per seat; None instead of a deck means a random
    #: ready-made deck. Raises IllegalAction like `set_up`, and also for an illegal deck.
    set_up_with_decks: Callable[[int, str | int, Any, tuple[Deck | None, ...]], Any] | None = None
    #: The game's rules for player-built decks; None for a game without decks.
    decks: Decks | None = None
    #: Return the view of a seat (None: a spectator).
    view: Callable[[M, int | None], V]
    #: Return a possible world for a seat: a copy of the match with all information hidden from the seat dealt again at
    #: random, consistent with the seat's knowledge.
    worlds: Callable[[M, int | None, Rng], M]
    #: Return a copy of a finished match, to reopen it with all hidden cards dealt again. Each seat is dealt only its
    #: own cards. If None, `worlds` is used instead, with the knowledge of a spectator (in a solo match, of the player).
    redeal: Callable[[M, Rng], M] | None = None
    #: Return all piles whose order is random and unknown. Seats may get cards from these piles without another random
    #: draw. Cards whose position a seat has seen are not included.
    piles: Callable[[M], list[Pile]] = lambda _match: []
    #: True if an action may draw or reveal something without other players noticing. Votes on undoing such an action
    #: must not mention the draw.
    secret_draws: bool = False
    #: Return the final scores, ranking and winners.
    result: Callable[[M], Result]
    #: Return the choices that characterise a seat in a finished match, such as its deck or side: an id for each kind of
    #: choice, such as "deck".
    played: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return a choice from `played` as text, given its kind and id.
    played_text: Callable[[Translator, str, str], str] = lambda _say, _name, value: value
    #: The title of each kind of choice from `played`, as a message id.
    played_titles: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Return the public scores by name (a message id): one number per seat, followed by the score of the common
    #: opponent, if any. The first score decides which seat leads. Empty for a game without points.
    tally: Callable[[M], dict[str, list[float]]] = lambda _match: {}
    #: Return a seat's own points as if the game ended now, by category and as far as the seat knows them: all possible
    #: worlds of the seat give the same result. Empty while points mean nothing yet. None for a game without points.
    own_points: Callable[[M, int], Mapping[str, float]] | None = None
    #: Return points from `own_points` as text: the name and the value of each line.
    own_points_text: Callable[[Translator, Mapping[str, float]], list[tuple[str, str]]] = lambda _say, _scores: []
    #: The events that begin a turn or round. The seat that moved last may then have to move again.
    turn_starts: tuple[type[Body], ...] = ()
    #: Return the number of the current round, which is public; 0 for a game without rounds.
    round: Callable[[V], int] = lambda _view: 0
    #: Return whether a loaded state is consistent; raising an exception means that it isn't.
    is_sound: Callable[[M], bool] = lambda _match: True
    #: End the match with this seat as the loser; None if players can't concede.
    concede: Callable[[M, int], None] | None = None

    # -- options ------------------------------------------------------------------------------------------

    #: Option values for a beginners' match, which is set up with few questions. Empty to use the defaults.
    first_match: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: The options that the host sees first. The rest are behind the button *More*. Empty to show all options.
    first_options: tuple[str, ...] = ()
    #: Return whether an option may have this value, given the player count and all options. An option with fewer than
    #: two allowed values is not offered.
    option_fits: Callable[[str, Any, int, Mapping[str, Any]], bool] = lambda _option, _value, _seats, _options: True
    #: Return the full explanation of an option's current value; "" if its label is enough.
    option_note: Callable[[Translator, str, Mapping[str, Any]], str] = lambda _say, _option, _options: ""
    #: Return a sentence that all players must agree to before a match with these options; "" if there is none.
    consent: Callable[[Translator, Mapping[str, Any]], str] = lambda _say, _options: ""
    #: Return the values that a host can choose from for a list option; None if the option isn't a list.
    option_picks: Callable[[Translator, str, Mapping[str, Any]], Picks | None] = lambda _say, _option, _options: None

    # -- content ------------------------------------------------------------------------------------------

    #: Return the loaded content pack of a match with this state.
    content_of: Callable[[Any], Any] = lambda _state: None
    #: Validate a content pack and return a one-line description of its content; raises ContentError. None for a game
    #: without packs.
    check_content: Checking | None = None
    #: Return the card language that packs use; None for a game without packs.
    language: Callable[[], Language] | None = None
    #: The available packs; None for a game without packs.
    packs: Packs[Any] | None = None
    #: Install a content pack under a name; raises ContentError if the pack is broken.
    add_pack: Callable[[str, Path], None] = _no_packs

    # -- standing orders and times of answers -------------------------------------------------------------

    #: Standing orders that are always available: descriptions (message ids) by id. A seat has at most one of them.
    orders: Mapping[str, str] = field(default_factory=dict[str, str])
    #: Return the standing orders that every seat starts with. These are public.
    default_orders: Callable[[M], tuple[str, ...]] = lambda _match: ()
    #: Return the standing orders that a seat may give now. Only this seat may see them, because they can depend on
    #: hidden information.
    order_groups: Callable[[Translator, M, int], list[OrderGroup]] = _same_orders
    #: Return the action that a seat's standing orders choose for its current decision, or None to ask the player.
    ordered: Callable[[M, int, Sequence[str]], Action | None] = lambda _match, _seat, _orders: None
    #: Return a seat's standing orders without those that have expired.
    standing: Callable[[M, int, Sequence[str]], list[str]] = lambda _match, _seat, orders: list(orders)
    #: Return a sentence for each of a seat's standing orders that has expired, giving the reason. For plans see
    #: `plans.stop_reason`.
    lapsed: Callable[[Translator, M, int, Sequence[str]], list[str]] = lambda _say, _match, _seat, _orders: []
    #: Return the standing orders that a greedy computer player gives in addition to a plan, using only what its seat
    #: knows.
    foresight: Callable[[M, int], list[str]] = lambda _match, _seat: []
    #: Support for planning turns ahead. A game with such support must consult the plan in `ordered` and `standing`.
    planning: Planning = field(default_factory=Planning)
    #: Support for building decks during a match; None for a game without it.
    building: Building | None = None
    #: Return how long a seat's decision must stay open even if the seat answers early; None if an answer takes effect
    #: immediately. The result must depend on public facts only.
    hold: Callable[[M, int], Hold | None] = lambda _match, _seat: None
    #: Return the answer that is given automatically for a seat whose time has run out, if the match allows that. It
    #: must not reveal anything. None for a game without such answers.
    plainest: Callable[[M, int], Action] | None = None

    # -- computer players ---------------------------------------------------------------------------------

    #: The weighted features that `evaluate` and `terms` use; None for a game without them.
    appraising: Appraising[M] | None = None
    #: The prices that computer players use: fitted prices for hard computer players, hand-tuned prices for all others.
    pricing: Pricing | None = None
    #: The win-chance model for hard computer players. With a model, they look ahead only to their next choice of an
    #: action. If None, they search further.
    outlook: Outlook[M] | None = None
    #: Return the value of a position for a seat, for computer players that try out actions in possible worlds.
    evaluate: Callable[[M, int], float] = points_ahead
    #: True if `evaluate` returns the points that players score. If False, players never see its values.
    valued_in_points: bool = True
    #: Return the terms of `evaluate`. The key of a term is a message id that describes a move that increases the term,
    #: such as "It leaves you with more to spend."; hints show it as the reason for a move.
    terms: Callable[[M, int], Mapping[str, float]] = lambda _match, _seat: {}
    #: Return the actions that a computer player should try, to avoid trying all of them.
    candidates: Callable[[M, int, list[Action]], list[Action]] = lambda _match, _seat, actions: actions
    #: Return the next choice that a computer player makes to complete an action that it is trying; None when the action
    #: is complete.
    default_action: Callable[[M, int], Action | None] = lambda _match, _seat: None

    # -- balance report, for finished matches -------------------------------------------------------------

    #: Return the groups that the balance report counts this seat in: for each kind of group, such as "deck", the
    #: group's id.
    groups: Callable[[M, int], dict[str, str]] = lambda _match, _seat: {}
    #: Return the length of a match, in turns per seat or in rounds.
    length: Callable[[M], float] = lambda _match: 0.0
    #: Return the options of match number n in a series of matches with this pack, chosen so that the series uses all of
    #: the pack's content; None for the default options.
    variety: Callable[[int, str], Mapping[str, Any] | None] = lambda _number, _pack: None
    #: Return the pieces whose use the balance report counts: for each title, such as "Locations used", a list of ids
    #: from `look_up`.
    pieces: Callable[[M], dict[str, list[str]]] = lambda _match: {}
    #: Return the ids of those `pieces` that were used in this event.
    used: Callable[[M, Event], list[str]] = lambda _match, _event: []
    #: Return how the match was won, in one word; "" for a game with only one way to win.
    ending: Callable[[M], str] = lambda _match: ""
    #: Return the seat that went first.
    first: Callable[[M], int] = lambda _match: 0
    #: Return the total number of reactions that all seats played in the match; 0 for a game without reactions.
    reactions: Callable[[M], int] = lambda _match: 0

    # -- texts --------------------------------------------------------------------------------------------

    title: Callable[[Translator], str]
    #: Return the game's short name, which notifications start with; None to use the title.
    short: Callable[[Translator], str] | None = None
    #: Return a short text about the public state of play, such as "round 3 of 8"; "" if there is none.
    moment: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: The message ids of a round's name and of the heading for several rounds, if the game has rounds.
    round_named: str = N_("round {n}")
    rounds_heading: str = N_("Round")
    #: The message ids of a turn's name within a sentence and of the heading for several turns.
    turn_named: str = N_("turn {n}")
    turns_heading: str = N_("Turns")
    #: Return the task of a seat whose turn it is, such as "draft 2 cards", using public facts only; "" if there is
    #: nothing to add to "it is your move".
    task: Callable[[Translator, V, int], str] = lambda _say, _view, _seat: ""
    #: Return the simple answer that a seat's call offers as a button, with the button's label; None if there is none.
    #: Without the button if the answer isn't legal. All this depends on public facts only, so a question has the button
    #: always or never.
    call_answer: Callable[[Translator, V, int], tuple[Action, str] | None] = lambda _say, _view, _seat: None
    blurb: Callable[[Translator], str]
    #: Return a sentence that says that the base set is fan-made, and which part comes from the rulebook; "" if it isn't
    #: fan-made.
    set_note: Callable[[Translator], str] = lambda _say: ""
    #: Return the sentence posted in the channel at the start of a match; "" if there is none. The log begins after the
    #: set-up, so important results of the set-up belong here.
    opening: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: Return a five-line introduction for this player count and these options: the theme, how to win, and how a turn
    #: works. The player count is 0 while players may still join.
    in_short: Callable[[Translator, int, Mapping[str, Any]], list[str]] = lambda _say, _seats, _options: []
    #: Return the game's summary sheets for this player count and these options, in the order of their kinds. Each sheet
    #: fits into one message. The player count is 0 while it is unknown. Options that are left out have their defaults.
    sheets: Callable[[Translator, int, Mapping[str, Any]], list[Sheet]] = lambda _say, _seats, _options: []
    #: Return a one-sentence tip for newcomers, at the first turn of a phase; otherwise "".
    hint: Callable[[Translator, V, Prompt], str] = lambda _say, _view, _asked: ""
    #: Return a sentence that explains to a newcomer what one of these actions is good for; "" if there is none. It
    #: depends only on the view.
    move_reason: Callable[[Translator, V, Sequence[Action]], str] = lambda _say, _view, _actions: ""
    #: Return the log's sentence about an event; None for an event that isn't logged.
    event_line: Callable[[Translator, Event], str | None]
    #: The phrases of the recap, which describes each player's turn in one line.
    recap: Recap = field(default_factory=Recap)
    #: Return the label, detail and group of an action, for the seat that can take it.
    action_text: Callable[[Translator, V, Action], ActionText]
    #: The sentences rewritten with icons, by message id, and the icons of actions. See `words.text_icons`.
    signed: Mapping[str, str] = field(default_factory=dict[str, str])
    leading: text_icons.Leading = field(default_factory=dict[type[Action], "str | text_icons.ByField"])
    #: Return a warning such as "this ends the game". The bot then asks for confirmation before the action. "" for an
    #: action without surprises.
    warning: Callable[[Translator, V, Action], str] = lambda _say, _view, _action: ""
    #: Return a sentence such as "This draws a card." that says what an event would reveal. It warns the player before
    #: the action that causes the event. The sentence must not name the card, because the event is from a possible
    #: world. "" for an event that reveals nothing.
    uncovers: Callable[[Translator, V, Body], str] = lambda _say, _view, _body: ""
    #: Return whether an event ends the turn. Later events can't be predicted, so warnings leave them out.
    passes: Callable[[Body], bool] = lambda _body: False
    #: Return the label of a value for the autocompletion of a slash command, given the action type and the name of the
    #: field.
    option_text: Callable[[Translator, V, type[Action], str, Any], str]
    #: Return suggested values for a free-text match option, each with a label; None if there are no suggestions.
    option_choices: Callable[[Translator, str], list[tuple[str, str]] | None] = lambda _say, _option: None
    #: Return the whole board as text. A long board may be shortened. If further views are passed, so that the texts can
    #: be compared, all are shortened equally.
    board_text: Callable[Concatenate[Translator, V, ...], str]
    #: Return the board's text with nothing left out, if `board_text` shortens long boards.
    whole_board_text: Callable[[Translator, V], str] | None = None
    #: Return the alternative text of the board's picture, one or two sentences.
    alt_text: Callable[[Translator, V], str]
    #: Return the viewer's hand as text, for use as the picture's alternative text or instead of the picture. Only the
    #: viewer sees it.
    hand_text: Callable[[Translator, V], str]
    #: Return everything that `/card` can show.
    look_up: Callable[[Translator], list[Entry]] = lambda _say: []
    #: Return the pieces on the table that this viewer can see, by area, starting with the area that players look up
    #: most.
    on_table: Callable[[Translator, V], list[Zone]] = lambda _say, _view: []
    #: Return a sentence that names the winners.
    winners: Callable[[Translator, Result], str] = results.winners
    #: Return sentences that explain why the match ended and what decided it.
    reasons: Callable[[Translator, Result], list[str]] = lambda _say, _result: []
    #: Return one line for each seat, in order of rank.
    places: Callable[[Translator, Result], list[str]] = results.places
    #: Return the name of the common opponent of all seats, whose score is the last number of `tally`.
    rival: Callable[[Translator, V], str] = lambda _say, _view: ""
    #: Return the secrets of a match, one line each. Call this only for a match that is over.
    uncovered: Callable[[Translator, M], list[str]] = lambda _say, _match: []
    #: Return the final scores as a text table.
    result_text: Callable[[Translator, Result], str]

    # -- rules and examples -------------------------------------------------------------------------------

    #: Worked examples by rule id.
    examples: Mapping[str, Example[M]] = field(default_factory=dict[str, "Example[M]"])
    #: The starting positions of the game's lessons, by name. Each function returns a new match on every call.
    positions: Mapping[str, Callable[[], M]] = field(default_factory=dict[str, "Callable[[], M]"])
    #: Return the names of the seats in the worked examples, in seat order; empty to use seat numbers.
    example_names: Callable[[Translator], list[str]] = lambda _say: []

    # -- methods shared by all games ------------------------------------------------------------------------

    def action_from_json(self, data: Mapping[str, Any]) -> Action:
        """Build one of this game's actions from plain data; raises IllegalAction if the data is invalid."""
        return action_codec.from_json(self.actions, data)

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        """Build one of this game's events from plain data; raises SaveError if the data is invalid."""
        return event_codec.from_json(self.events, data)

    def question(self, say: Translator, view: V, asked: Prompt) -> str:
        """Return the question that a seat must answer, in one sentence."""
        return self.order_of_play.questions[asked.key].question(say, view, asked)

    def heading(self, say: Translator, view: V) -> str:
        """Return the game's short name and the public state of play."""
        return ", ".join(filter(None, [(self.short or self.title)(say), self.moment(say, view)]))

    def rests_on(self, view: V, asked: Prompt) -> tuple[str, ...]:
        """Return the ids of the players' rules behind a question, the most relevant first."""
        return self.order_of_play.questions[asked.key].rests_on(view, asked)

    def digest(self) -> str:
        """Return the text of RULES.md: the numbered rules for developers, with sources and reasons."""
        return files(f"rules.{self.id}").joinpath("RULES.md").read_text("utf-8")

    def book(self, locale: str) -> Book:
        """Return the players' rules in a language; for a game without players' rules, the numbered rules in RULES.md.

        Raises ContentError if the file is malformed.
        """
        return _book(self, locale)


#: The parts of a game, with any match and view class.
AnyParts = Parts[Any, Any]


@cache
def _digest(game: AnyParts) -> Book:
    return rulebook.digest(game.digest())


@cache
def _book(game: AnyParts, locale: str) -> Book:
    folder = files("data").joinpath(game.id, "rules")
    file = folder.joinpath(f"{locale}.md")
    if not file.is_file():
        return _digest(game)
    name = f"{game.id}/rules/{locale}.md"
    # Search words and conditions are optional.
    others = (folder.joinpath("asked", f"{locale}.txt"), folder.joinpath("conditions.txt"))
    asked, conditions = (other.read_text("utf-8") if other.is_file() else "" for other in others)
    book = rulebook.parse(file.read_text("utf-8"), locale, name, asked, conditions)
    return replace(book, shown_by=_digest(game).shown_by)
