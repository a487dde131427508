"""Dark Providence as the rest of the project sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.dark_providence.bots import evaluate as appraisal
from rules.dark_providence.content.load import Content, add_pack, load, pack
from rules.dark_providence.effects import (
    acquiring,
    assassination,
    choices,
    gates,
    influence,
    paying,
    resolve,
    tracks,
    travel,
)
from rules.dark_providence.flow import orders as standing
from rules.dark_providence.flow import scoring, setup, turn
from rules.dark_providence.flow.order import SEQUENCES
from rules.dark_providence.flow.setup import new_state
from rules.dark_providence.seen import invariants as soundness
from rules.dark_providence.seen import views as show
from rules.dark_providence.seen.worlds import worlds
from rules.dark_providence.solo import cultist_resources, cultists
from rules.dark_providence.state import steps as s
from rules.dark_providence.state.actions import ACTIONS, FIELDS
from rules.dark_providence.state.events import EVENTS
from rules.dark_providence.state.options import Options
from rules.dark_providence.state.state import Providence, State
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import door as text
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


class DarkProvidence(Game[State]):
    """Deck building on a map of cities, with secret allegiances; alone against a Great Old One."""

    id = "dark_providence"
    command = "providence"
    seats = range(1, 6)
    state_type = State
    options = Options
    actions = ACTIONS
    events = EVENTS
    steps = KERNEL_STEPS | {
        s.ColourStep: setup.ColourRules(),
        s.LeadStep: setup.LeadRules(),
        s.StartStep: setup.StartRules(),
        s.TurnStep: turn.TurnRules(),
        s.DiscardStep: turn.DiscardRules(),
        s.PayStep: paying.PayRules(),
        s.InfluenceStep: influence.InfluenceRules(),
        s.SecondStep: influence.SecondRules(),
        s.RecoverStep: influence.RecoverRules(),
        s.BuyStep: influence.BuyRules(),
        s.TravelStep: travel.TravelRules(),
        s.TrackStep: tracks.TrackRules(),
        s.AcquireStep: acquiring.AcquireRules(),
        s.StrikeStep: assassination.StrikeRules(),
        s.GateStep: gates.GateRules(),
        s.WayStep: resolve.WayRules(),
        s.EffectStep: resolve.EffectRules(),
        s.ReactionStep: resolve.ReactionRules(),
        s.ChoiceStep: choices.ChoiceRules(),
        s.StockStep: choices.StockRules(),
        s.OrderStep: cultists.OrderRules(),
        s.VictimStep: cultists.VictimRules(),
        s.ResourceStep: cultist_resources.ResourceRules(),
    }
    sequences = SEQUENCES
    orders = standing.ORDERS
    fields = FIELDS

    def new(self, seats: int, seed: str | int, options: Mapping[str, Any] | None = None) -> Providence:
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

    def is_sound(self, match: Providence) -> bool:
        return soundness.is_sound(match)

    def add_pack(self, name: str, folder: Path) -> None:
        add_pack(name, folder)

    def view(self, match: Providence, seat: int | None) -> ProvidenceView:
        return show.view(match, seat)

    def worlds(self, match: Providence, seat: int | None, rng: Rng) -> Providence:
        return worlds(match, seat, rng)

    def result(self, match: Providence) -> Result:
        return scoring.result(match)

    def why_illegal(self, match: Providence, seat: int, action: Action) -> IllegalAction:
        return text.why_illegal(match, seat, action)

    def ordered(self, match: Providence, seat: int, orders: Sequence[str]) -> Action | None:
        return standing.ordered(match, seat, orders)

    def appraise(self, match: Providence, seat: int) -> float:
        return appraisal.appraise(match, seat)

    def promising(self, match: Providence, seat: int, actions: list[Action]) -> list[Action]:
        return appraisal.promising(match, seat, actions)

    def habit(self, match: Providence, seat: int) -> Action | None:
        top = match.state.stack[-1] if match.state.stack else None
        if top is None or isinstance(top, s.TurnStep) or seat not in match.decisions():
            return None
        return appraisal.habit(match, match.decisions()[seat])

    def groups(self, match: Providence, seat: int) -> dict[str, str]:
        if match.state.old_one is not None:
            return {"old_one": match.state.old_one.card}
        return {"allegiance": match.state.players[seat].allegiance}

    def length(self, match: Providence) -> float:
        return match.state.turns / match.state.seats

    def check_content(self, folder: Path) -> str:
        found = load(folder)
        return (
            f"{len(found.cities)} cities, {len(found.leads)} lead agents, {len(found.assets)} primary assets, "
            f"{len(found.mythos)} mythos cards, {len(found.old_ones)} Great Old Ones."
        )

    # -- words --------------------------------------------------------------------------------------------

    def title(self, say: Say) -> str:
        return say.t("Cthulhu: Dark Providence")

    def blurb(self, say: Say) -> str:
        return say.t(
            "Win cities, cards and agents under a secret allegiance: 2 to 5 players, or alone against a Great Old One."
        )

    def opening(self, say: Say, view: View) -> str:
        assert isinstance(view, ProvidenceView)
        return text.opening(say, view)

    def event_line(self, say: Say, event: Event) -> str | None:
        return text.event_line(say, event)

    def prompt_line(self, say: Say, view: View, prompt: Prompt) -> str:
        assert isinstance(view, ProvidenceView)
        return text.prompt_line(say, view, prompt)

    def action_text(self, say: Say, view: View, action: Action) -> ActionText:
        assert isinstance(view, ProvidenceView)
        return text.action_text(say, view, action)

    def option_text(self, say: Say, view: View, action_type: type[Action], field: str, value: Any) -> str:
        assert isinstance(view, ProvidenceView)
        return text.option_text(say, view, action_type, field, value)

    def option_choices(self, say: Say, option: str) -> list[tuple[str, str]] | None:
        return text.option_choices(say, option)

    def board_text(self, say: Say, view: View) -> str:
        assert isinstance(view, ProvidenceView)
        return text.board_text(say, view)

    def alt_text(self, say: Say, view: View) -> str:
        assert isinstance(view, ProvidenceView)
        return text.alt_text(say, view)

    def hand_text(self, say: Say, view: View) -> str:
        assert isinstance(view, ProvidenceView)
        return text.hand_text(say, view)

    def look_up(self, say: Say) -> list[Entry]:
        return text.look_up(say)

    def result_text(self, say: Say, result: Result) -> str:
        return text.result_text(say, result)
