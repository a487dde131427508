"""The steps that resolve an effect clause by clause: sections 18 (USE) and 19 (PAY) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board.amounts import is_condition_met
from rules.edge_of_darkness.effects.can_resolve import clause_can_resolve
from rules.edge_of_darkness.effects.effect_start import begin_clause
from rules.edge_of_darkness.effects.verb_table import VERBS
from rules.edge_of_darkness.state.actions import ChooseOption
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import ClauseStep, EffectStep
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.amounts import things
from rules.edge_of_darkness.words.cards import without_free_costs
from rules.edge_of_darkness.words.names import deciding, source_name
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.words.translation import Translator


@EDGE.step(EffectStep, asks=["choose_one", "buy_part"], accepts=[ChooseOption, Pass])
class EffectRules(StepRules[EdgeMatch, EffectStep]):
    """The clauses of an effect.

    In mode "one", the player chooses one clause. In mode "all", the clauses are resolved in order, but a clause with a
    cost is optional.
    """

    of_effect = True

    def _options(self, match: EdgeMatch, step: EffectStep) -> list[int]:
        return [
            number
            for number, clause in enumerate(step.clauses, 1)
            if clause_can_resolve(match, step.seat, step.source, clause, step.use)
        ]

    def advance(self, match: EdgeMatch, step: EffectStep) -> bool:
        if step.mode == "one":
            options = self._options(match, step)
            if len(options) > 1:
                return False
            match.finish(step)
            if options:
                self._begin(match, step, options[0])
            return True
        if not step.clauses:
            match.finish(step)
            return True
        first = step.clauses[0]
        if first.cost and clause_can_resolve(match, step.seat, step.source, first, step.use):
            return False
        step.clauses = step.clauses[1:]
        if not first.cost and is_condition_met(match, step.seat, first.when, step.source):
            begin_clause(match, step.seat, step.source, first, step.use)
        return True

    def decisions(self, match: EdgeMatch, step: EffectStep) -> dict[int, Decision]:
        actions: list[Action]
        if step.mode == "one":
            actions = [ChooseOption(number) for number in self._options(match, step)]
            return {step.seat: decide("choose_one", actions, what=step.source.what, slot=step.source.slot)}
        actions = [ChooseOption(1), Pass()]
        return {step.seat: decide("buy_part", actions, what=step.source.what, slot=step.source.slot)}

    def is_sound(self, match: EdgeMatch, step: EffectStep) -> bool:
        return step.source.home in ("", *match.content.locations)

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        source = source_name(say, view, asked.args)
        if asked.key == "choose_one":
            return say.t("{source}: choose one part.", source=source)
        if view.pending is not None and not any(without_free_costs(part).cost for part in view.pending.parts):
            return say.t("{source}: do you use the next part? It's free.", source=source)
        asks = say.t("{source}: do you pay for the next part?", source=source)
        player = deciding(view)
        coins, influence = things(say, "coins", player.coins), things(say, "influence", player.influence)
        return f"{asks} {say.t('You have {coins} and {influence}.', coins=coins, influence=influence)}"

    def rests_on(self, view: EdgeView, asked: Prompt) -> tuple[str, ...]:
        return ("EOD-CARD.18", "EOD-USE.7") if asked.key == "choose_one" else ("EOD-USE.7", "EOD-ICON.10")

    def take(self, match: EdgeMatch, step: EffectStep, seat: int, action: Action) -> None:
        if step.mode == "one":
            assert isinstance(action, ChooseOption)
            match.finish(step)
            self._begin(match, step, action.option)
            return
        first, step.clauses = step.clauses[0], step.clauses[1:]
        if isinstance(action, ChooseOption):
            begin_clause(match, seat, step.source, first, step.use)

    def _begin(self, match: EdgeMatch, step: EffectStep, option: int) -> None:
        begin_clause(match, step.seat, step.source, step.clauses[option - 1], step.use)


@EDGE.step(ClauseStep)
class ClauseRules(StepRules[EdgeMatch, ClauseStep]):
    """The operations of a clause, executed one by one. Impossible operations are skipped (EOD-USE.7)."""

    of_effect = True

    def is_sound(self, match: EdgeMatch, step: ClauseStep) -> bool:
        return step.source.home in ("", *match.content.locations)

    def advance(self, match: EdgeMatch, step: ClauseStep) -> bool:
        if not step.todo:
            match.finish(step)
            return True
        op = step.todo[0]
        step.todo = step.todo[1:]
        verb = VERBS[type(op)]
        if verb.can_resolve(match, step.seat, step.source, op, step.use):
            verb.do(match, step, op)
        return True
