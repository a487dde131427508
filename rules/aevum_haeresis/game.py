"""Aevum Haeresis as the rest of the project sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.aevum_haeresis.board import ending, locations, scoring
from rules.aevum_haeresis.board.cards import kind
from rules.aevum_haeresis.bots import evaluate as appraisal
from rules.aevum_haeresis.bots import policy as habits
from rules.aevum_haeresis.content import decklist
from rules.aevum_haeresis.content.load import Content, add_pack, load, pack
from rules.aevum_haeresis.effects import choices, paying, resolve
from rules.aevum_haeresis.effects.sealed import SECRETS
from rules.aevum_haeresis.flow import order_words as order_text
from rules.aevum_haeresis.flow import orders as standing
from rules.aevum_haeresis.flow import pace, plot, rows, setup, start, windows
from rules.aevum_haeresis.flow.order import SEQUENCES
from rules.aevum_haeresis.flow.setup import new_state
from rules.aevum_haeresis.seen import invariants as soundness
from rules.aevum_haeresis.seen import views as show
from rules.aevum_haeresis.seen.worlds import worlds
from rules.aevum_haeresis.state import steps as s
from rules.aevum_haeresis.state.actions import ACTIONS, FIELDS
from rules.aevum_haeresis.state.events import EVENTS
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis, State
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words import door as text
from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.data.options import read_options
from rules.kernel.data.result import Result
from rules.kernel.data.view import View
from rules.kernel.engine.chance import Rng
from rules.kernel.engine.decisions import Prompt
from rules.kernel.engine.match import Match
from rules.kernel.errors import ContentError, IllegalAction
from rules.kernel.game import KERNEL_STEPS, Game
from rules.kernel.words.orders import Hold, OrderGroup
from rules.kernel.words.text import ActionText, Entry, Say


class AevumHaeresis(Game[State]):
    """A trading card game of heresy: face-down Story rows, Conflicts, and answers in the right moment."""

    id = "aevum_haeresis"
    command = "heresy"
    seats = range(2, 3)
    state_type = State
    options = Options
    actions = ACTIONS
    events = EVENTS
    steps = KERNEL_STEPS | {
        s.ActiveStep: setup.ActiveRules(),
        s.MulliganStep: setup.MulliganRules(),
        s.LocationStep: locations.LocationRules(),
        s.RowStep: rows.RowRules(),
        s.OfferStep: rows.OfferRules(),
        s.PayStep: paying.PayRules(),
        s.ActStep: plot.ActRules(),
        s.TeamStep: plot.TeamRules(),
        s.DemStep: windows.DemRules(),
        s.EffectStep: resolve.EffectRules(),
        s.ChoiceStep: choices.ChoiceRules(),
        s.StartStep: start.StartRules(),
        s.EndOrderStep: ending.EndOrderRules(),
    }
    sequences = SEQUENCES
    secrets = SECRETS
    fields = FIELDS
    decks = decklist.HaeresisDecks()
    default_orders = standing.DEFAULT_ORDERS
    may_concede = True

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Haeresis:
        return self.new_with_decks(seats, seed, options, (None, None))

    def new_with_decks(
        self, seats: int, seed: str | int, options: Mapping[str, Any] | None, decks: tuple[Deck | None, ...]
    ) -> Haeresis:
        chosen = read_options(Options, options)
        try:
            content = pack(chosen.pack)
        except ContentError as error:
            raise IllegalAction(error.msgid, **error.args_by_name) from error
        lists = decklist.brought(content, chosen.pack, decks)
        match = Match(self, new_state(content, seats, seed, chosen, lists))
        match.start()
        return match

    def content_of(self, state: State) -> Content:
        return pack(state.options.pack)

    def is_sound(self, match: Haeresis) -> bool:
        return soundness.is_sound(match)

    def add_pack(self, name: str, folder: Path) -> None:
        add_pack(name, folder)

    def view(self, match: Haeresis, seat: int | None) -> HaeresisView:
        return show.view(match, seat)

    def worlds(self, match: Haeresis, seat: int | None, rng: Rng) -> Haeresis:
        return worlds(match, seat, rng)

    def result(self, match: Haeresis) -> Result:
        return scoring.result(match)

    def why_illegal(self, match: Haeresis, seat: int, action: Action) -> IllegalAction:
        return text.why_illegal(match, seat, action)

    def order_groups(self, say: Say, match: Haeresis, seat: int) -> list[OrderGroup]:
        return order_text.groups(say, match, seat)

    def ordered(self, match: Haeresis, seat: int, orders: Sequence[str]) -> Action | None:
        return standing.ordered(match, seat, orders)

    def standing(self, match: Haeresis, seat: int, orders: Sequence[str]) -> list[str]:
        return standing.standing(match, seat, orders)

    def hold(self, match: Haeresis, seat: int) -> Hold | None:
        return pace.hold(match, seat)

    def concede(self, match: Haeresis, seat: int) -> None:
        ending.concede(match, seat)

    def appraise(self, match: Haeresis, seat: int) -> float:
        return appraisal.appraise(match, seat)

    def promising(self, match: Haeresis, seat: int, actions: list[Action]) -> list[Action]:
        return habits.promising(match, seat, actions)

    def habit(self, match: Haeresis, seat: int) -> Action | None:
        return habits.habit(match, seat)

    def groups(self, match: Haeresis, seat: int) -> dict[str, str]:
        return {"damned": kind(match.state.players[seat].damned)}

    def length(self, match: Haeresis) -> float:
        return match.state.round

    def ending(self, match: Haeresis) -> str:
        return match.state.reason

    def first(self, match: Haeresis) -> int:
        """Return who was Active in the first Round: the roles are exchanged after each (AH-ROUND.5)."""
        state = match.state
        return state.active if state.round % 2 else 1 - state.active

    def check_content(self, folder: Path) -> str:
        found = load(folder)
        return f"{len(found.cards)} cards, {len(found.decks)} ready decks."

    # -- words --------------------------------------------------------------------------------------------

    def title(self, say: Say) -> str:
        return say.t("Aevum Haeresis")

    def blurb(self, say: Say) -> str:
        return say.t("A duel of heretics for 2 players: face-down stories, conflicts, and answers in the right moment.")

    def opening(self, say: Say, view: View) -> str:
        return text.usual_orders(say)

    def event_line(self, say: Say, event: Event) -> str | None:
        return text.event_line(say, event)

    def prompt_line(self, say: Say, view: View, prompt: Prompt) -> str:
        assert isinstance(view, HaeresisView)
        return text.prompt_line(say, view, prompt)

    def action_text(self, say: Say, view: View, action: Action) -> ActionText:
        assert isinstance(view, HaeresisView)
        return text.action_text(say, view, action)

    def option_text(self, say: Say, view: View, action_type: type[Action], field: str, value: Any) -> str:
        assert isinstance(view, HaeresisView)
        return text.option_text(say, view, action_type, field, value)

    def option_choices(self, say: Say, option: str) -> list[tuple[str, str]] | None:
        return text.option_choices(say, option)

    def board_text(self, say: Say, view: View) -> str:
        assert isinstance(view, HaeresisView)
        return text.board_text(say, view)

    def alt_text(self, say: Say, view: View) -> str:
        assert isinstance(view, HaeresisView)
        return text.alt_text(say, view)

    def hand_text(self, say: Say, view: View) -> str:
        assert isinstance(view, HaeresisView)
        return text.hand_text(say, view)

    def look_up(self, say: Say) -> list[Entry]:
        return text.look_up(say)

    def result_text(self, say: Say, result: Result) -> str:
        return text.result_text(say, result)
