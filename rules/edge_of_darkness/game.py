"""Edge of Darkness as the rest of the project sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.edge_of_darkness.board import sleeving
from rules.edge_of_darkness.bots import balance as usage
from rules.edge_of_darkness.bots import evaluate as appraisal
from rules.edge_of_darkness.bots import policy as habits
from rules.edge_of_darkness.content.load import Content, add_pack, load, pack
from rules.edge_of_darkness.effects import choices, resolve
from rules.edge_of_darkness.flow import attack, draft, free_part, prologue, scoring, setup
from rules.edge_of_darkness.flow import discard as discarding
from rules.edge_of_darkness.flow import orders as standing
from rules.edge_of_darkness.flow.order import SEQUENCES
from rules.edge_of_darkness.flow.setup import new_state
from rules.edge_of_darkness.seen import invariants as soundness
from rules.edge_of_darkness.seen import views as show
from rules.edge_of_darkness.seen.worlds import worlds
from rules.edge_of_darkness.state.actions import ACTIONS, FIELDS
from rules.edge_of_darkness.state.events import EVENTS
from rules.edge_of_darkness.state.options import Options
from rules.edge_of_darkness.state.state import EdgeMatch, State
from rules.edge_of_darkness.state.steps import (
    AttacksStep,
    AttackStep,
    ChoiceStep,
    ClauseStep,
    DiscardStep,
    DraftStep,
    EffectStep,
    FreeStep,
    GuildStep,
    HallStep,
    PickEffectStep,
    PickStep,
    ReshuffleStep,
    SleeveStep,
)
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words import door as text
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
from rules.kernel.words.text import ActionText, Entry, Say


class EdgeOfDarkness(Game[State]):
    """One shared deck whose cards are crafted during play, a cube tower, guilds and agents."""

    id = "edge_of_darkness"
    command = "edge"
    seats = range(2, 5)
    state_type = State
    options = Options
    actions = ACTIONS
    events = EVENTS
    steps = KERNEL_STEPS | {
        GuildStep: setup.GuildRules(),
        PickStep: prologue.PickRules(),
        PickEffectStep: prologue.PickEffectRules(),
        HallStep: prologue.HallRules(),
        DraftStep: draft.DraftRules(),
        FreeStep: free_part.FreeRules(),
        SleeveStep: sleeving.SleeveRules(),
        AttacksStep: attack.AttacksRules(),
        AttackStep: attack.AttackRules(),
        ReshuffleStep: attack.ReshuffleRules(),
        EffectStep: resolve.EffectRules(),
        ClauseStep: resolve.ClauseRules(),
        ChoiceStep: choices.ChoiceRules(),
        DiscardStep: discarding.DiscardRules(),
    }
    sequences = SEQUENCES
    windows = {"attacked": attack.AttackedTable()}
    orders = standing.ORDERS
    fields = FIELDS

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> EdgeMatch:
        chosen = read_options(Options, options)
        try:
            content = pack(chosen.pack)
        except ContentError as error:
            raise IllegalAction(error.msgid, **error.args_by_name) from error
        match = Match(self, new_state(content, seats, seed, chosen))
        match.start()
        return match

    def content_of(self, state: State) -> Content:
        return pack(state.options.pack)

    def is_sound(self, match: EdgeMatch) -> bool:
        return soundness.is_sound(match)

    def add_pack(self, name: str, folder: Path) -> None:
        add_pack(name, folder)

    def view(self, match: EdgeMatch, seat: int | None) -> EdgeView:
        return show.view(match, seat)

    def worlds(self, match: EdgeMatch, seat: int | None, rng: Rng) -> EdgeMatch:
        return worlds(match, rng)

    def result(self, match: EdgeMatch) -> Result:
        return scoring.result(match)

    def why_illegal(self, match: EdgeMatch, seat: int, action: Action) -> IllegalAction:
        return text.why_illegal(match, seat, action)

    def ordered(self, match: EdgeMatch, seat: int, orders: Sequence[str]) -> Action | None:
        return standing.ordered(match, seat, orders)

    def appraise(self, match: EdgeMatch, seat: int) -> float:
        return appraisal.appraise(match, seat)

    def promising(self, match: EdgeMatch, seat: int, actions: list[Action]) -> list[Action]:
        return habits.promising(match, seat, actions)

    def habit(self, match: EdgeMatch, seat: int) -> Action | None:
        return habits.habit(match, seat)

    def groups(self, match: EdgeMatch, seat: int) -> dict[str, str]:
        return usage.groups(match, seat)

    def length(self, match: EdgeMatch) -> float:
        return match.state.round

    def variety(self, number: int) -> Mapping[str, Any]:
        return usage.variety(number)

    def pieces(self, match: EdgeMatch) -> dict[str, list[str]]:
        return usage.pieces(match)

    def used(self, match: EdgeMatch, event: Event) -> list[str]:
        return usage.used(match, event.body)

    def check_content(self, folder: Path) -> str:
        found = load(folder)
        return (
            f"{len(found.locations)} Locations, {sum(slip.copies for slip in found.slips.values())} advancements, "
            f"{len(found.starters)} starters, {len(found.setups)} set-ups."
        )

    # -- words --------------------------------------------------------------------------------------------

    def title(self, say: Say) -> str:
        return say.t("Edge of Darkness")

    def blurb(self, say: Say) -> str:
        return say.t("Craft one shared deck, send out Agents and hold off the Blight: eight rounds, 2 to 4 players.")

    def event_line(self, say: Say, event: Event) -> str | None:
        return text.event_line(say, event)

    def prompt_line(self, say: Say, view: View, prompt: Prompt) -> str:
        assert isinstance(view, EdgeView)
        return text.prompt_line(say, view, prompt)

    def action_text(self, say: Say, view: View, action: Action) -> ActionText:
        assert isinstance(view, EdgeView)
        return text.action_text(say, view, action)

    def option_text(self, say: Say, view: View, action_type: type[Action], field: str, value: Any) -> str:
        assert isinstance(view, EdgeView)
        return text.option_text(say, view, action_type, field, value)

    def option_choices(self, say: Say, option: str) -> list[tuple[str, str]] | None:
        return text.option_choices(say, option)

    def board_text(self, say: Say, view: View) -> str:
        assert isinstance(view, EdgeView)
        return text.board_text(say, view)

    def alt_text(self, say: Say, view: View) -> str:
        assert isinstance(view, EdgeView)
        return text.alt_text(say, view)

    def look_up(self, say: Say) -> list[Entry]:
        return text.look_up(say)

    def result_text(self, say: Say, result: Result) -> str:
        return text.result_text(say, result)
