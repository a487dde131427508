"""Blight attacks and defence: sections 16 (BLIGHT) and 17 (DMG) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness.board import cubes, deck, sleeved_card
from rules.edge_of_darkness.board.amounts import amount_of, is_condition_met, repetitions
from rules.edge_of_darkness.board.tokens import change
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.ops import Reduce
from rules.edge_of_darkness.content.scoring_numbers import DEFENDED
from rules.edge_of_darkness.effects import effect_use
from rules.edge_of_darkness.effects.defence import damage_left, reduce
from rules.edge_of_darkness.flow.refusals import refuse_ability, refuse_contact
from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.state.actions import Reshuffle, UseAbility, UseContact
from rules.edge_of_darkness.state.state import SPOTS, EdgeMatch
from rules.edge_of_darkness.state.step_registry import EDGE
from rules.edge_of_darkness.state.steps import AttacksStep, AttackStep, ClauseStep, ReshuffleStep, Source
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.cards import card_penalty
from rules.edge_of_darkness.words.choices import defences_text
from rules.edge_of_darkness.words.names import visible_card_name
from rules.kernel.data.actions import Action, Pass
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.steps import StepRules
from rules.kernel.engine.window import Window, WindowTable
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator


def begin_attacks(match: EdgeMatch) -> bool:
    """Push the attacks of all full trays below a card; return whether there are any (EOD-BLIGHT.2, 14, 22)."""
    state = match.state
    full = cubes.full_trays(state)
    if not full:
        return False
    if not state.options.empty_spot_waits:
        for spot in [spot for spot in full if not state.tower[spot]]:
            cubes.empty_tray(state, spot)
            match.emit(EVERYONE, events.TrayEmptied(spot + 1))
    due = [spot for spot in full if state.tower[spot]]
    if due:
        match.push(AttacksStep(due))
    return bool(due)


def targets(match: EdgeMatch, tray: list[int]) -> list[int]:
    """Return the seats that a tray attacks, clockwise from the active player (EOD-BLIGHT.5 to 7, BLIGHT.13)."""
    state = match.state
    most = max(tray)
    everyone = tray[-1] == most
    start = max(state.turn.seat, 0)
    order = [(start + offset) % state.seats for offset in range(state.seats)]
    return [seat for seat in order if everyone or tray[seat] == most]


@EDGE.step(AttacksStep)
class AttacksRules(StepRules[EdgeMatch, AttacksStep]):
    """The attacks that are due, one by one. Between two attacks, the active player may reshuffle (EOD-DECK.3)."""

    of_effect = True

    def cut_short(self, match: EdgeMatch, step: AttacksStep) -> None:
        """Empty the full trays without an attack, to end an endless series of attacks."""
        state = match.state
        for spot in [spot for spot in cubes.full_trays(state) if state.tower[spot]]:
            cubes.empty_tray(state, spot)
            match.emit(EVERYONE, events.TraySpared(spot + 1))

    def is_sound(self, match: EdgeMatch, step: AttacksStep) -> bool:
        return all(spot in range(SPOTS) for spot in step.spots)

    def advance(self, match: EdgeMatch, step: AttacksStep) -> bool:
        state = match.state
        if not step.spots:
            match.finish(step)
            return True
        # A reshuffle between two attacks may have put a card on the empty spot above a full tray, which now attacks as
        # well (EOD-BLIGHT.14, BLIGHT.22).
        due = {spot for spot in cubes.full_trays(state) if state.tower[spot]}
        spot, *step.spots = sorted({*step.spots, *due})
        card = state.tower[spot]
        # Skip this attack if an earlier attack has removed the card or the cubes.
        if not card or not any(state.trays[spot]):
            return True
        attacked = targets(match, state.trays[spot])
        cubes.empty_tray(state, spot)
        damage = sleeved_card.damage(match.content, state.cards[card])
        match.emit(
            EVERYONE, events.Attacked(spot + 1, card, damage, tuple(attacked), sleeved_card.threat_keys(state, card))
        )
        match.push(AttackStep(spot, card, attacked))
        return True


@EDGE.step(AttackStep)
class AttackRules(StepRules[EdgeMatch, AttackStep]):
    """A card attacks each target with its full Damage and is then replaced (EOD-BLIGHT.11, 17, 18)."""

    of_effect = True

    def is_sound(self, match: EdgeMatch, step: AttackStep) -> bool:
        at_table = all(seat in range(match.state.seats) for seat in step.targets)
        return step.spot in range(SPOTS) and step.card in match.state.cards and at_table

    def advance(self, match: EdgeMatch, step: AttackStep) -> bool:
        state = match.state
        if step.targets:
            seat = step.targets.pop(0)
            damage = sleeved_card.damage(match.content, state.cards[step.card])
            facts: dict[str, int | str] = {"seat": seat, "card": step.card, "damage": damage, "reduced": 0}
            match.push(Window("attacked", [seat], facts))
            return True
        match.finish(step)
        self.cut_short(match, step)
        following = state.stack[-1] if state.stack else None
        if (
            isinstance(following, AttacksStep)
            and following.spots
            and state.phase == "action"
            and deck.can_reshuffle(state)
        ):
            match.push(ReshuffleStep(state.turn.seat))
        return True

    def cut_short(self, match: EdgeMatch, step: AttackStep) -> None:
        """Discard the attacking card and refill its spot."""
        state = match.state
        # The card may be on another spot, because a reaction to the attack can exchange two tower cards.
        if step.card in state.tower:
            state.tower[state.tower.index(step.card)] = ""
            deck.discard(match, step.card)
            deck.refill_tower(match)


@EDGE.step(ReshuffleStep, asks=["reshuffle"], accepts=[Reshuffle, Pass])
class ReshuffleRules(StepRules[EdgeMatch, ReshuffleStep]):
    """The choice between reshuffling the depleted deck before the next attack and waiting (EOD-BLIGHT.20)."""

    rules = ("EOD-BLIGHT.20", "EOD-DECK.3")

    def decisions(self, match: EdgeMatch, step: ReshuffleStep) -> dict[int, Decision]:
        return {step.seat: decide("reshuffle", [Reshuffle(), Pass()])}

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        return say.t("The deck is depleted. Do you reshuffle before the next attack?")

    def take(self, match: EdgeMatch, step: ReshuffleStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, Reshuffle):
            deck.reshuffle(match)


@EDGE.window("attacked", accepts=[UseAbility, UseContact])
class AttackedTable(WindowTable):
    """The window where an attacked player can reduce the Damage (EOD-DMG.5, DMG.9).

    Everything in this game is public, so opening the window never reveals anything. The facts stored in the window are
    the attacked seat, the attacking card, the card's Damage, the reduction so far, and "used/<Location>": the number of
    times that the Location's ability has been used against this attack.
    """

    rules = ("EOD-DMG.9", "EOD-DMG.5", "EOD-DMG.6", "EOD-DMG.2")

    prompt = "defend"

    def question(self, say: Translator, view: EdgeView, asked: Prompt) -> str:
        damage, reduced = int(asked.args["damage"]), int(asked.args["reduced"])
        card = visible_card_name(say, view, str(asked.args["card"]))
        if not reduced:
            line = say.t("{card} attacks you for {damage} Damage. Do you reduce it?", card=card, damage=damage)
        else:
            line = say.t(
                "{card} attacks you for {damage} Damage; {left} is left. Do you reduce it?",
                card=card, damage=damage, left=max(0, damage - reduced),
            )  # fmt: skip
        penalty = card_penalty(say, view, str(asked.args["card"]))
        return " ".join(filter(None, [line, defences_text(say, view), penalty]))

    def why_not(self, match: EdgeMatch, step: Window, seat: int, action: Action) -> IllegalAction | None:
        match action:
            case UseContact():
                return refuse_contact(match, seat, action, attacked=True)
            case UseAbility():
                return refuse_ability(match, action.location, attacked=True)
            case _:
                return None

    def is_sound(self, match: EdgeMatch, step: Window) -> bool:
        return step.facts["seat"] in range(match.state.seats) and step.facts["card"] in match.state.cards

    def forced(self, match: EdgeMatch, window: Window, phase: str) -> None:
        """Apply abilities with the timing "standing", which reduce the Damage automatically."""
        if phase != "forced":
            return
        standing = match.content.abilities["standing"]
        for name in match.state.locations:
            if name in standing:
                self._stand(match, window, name, standing[name][0])

    def _stand(self, match: EdgeMatch, window: Window, name: str, effect: Effect) -> None:
        seat, source = int(window.facts["seat"]), effect_use.ability_source(name)
        for clause in effect.clauses:
            repeats = (
                repetitions(match, seat, source, clause.each)
                if is_condition_met(match, seat, clause.when, source)
                else 0
            )
            for op in clause.do:
                if isinstance(op, Reduce) and repeats:
                    reduce(window, repeats * amount_of(match, seat, source, op.amount))

    def may_react(self, match: EdgeMatch, window: Window, seat: int) -> bool:
        """Return whether a seat can react: it has a reaction, and some Damage is left after standing abilities."""
        return window.phase == "optional" and damage_left(window) > 0 and bool(self.reactions(match, window, seat))

    def reactions(self, match: EdgeMatch, window: Window, seat: int) -> list[Action]:
        hand = match.state.players[seat].hand
        used = {name: int(window.facts.get(f"used/{name}", 0)) for name in match.state.locations}
        return [
            *[UseAbility(name) for name in effect_use.usable_abilities(match, seat, "defence", used)],
            *[UseContact(card, slot) for card, slot in effect_use.usable_effects(match, seat, hand, "defence")],
        ]

    def react(self, match: EdgeMatch, window: Window, seat: int, action: Action) -> None:
        if isinstance(action, UseAbility):
            key = f"used/{action.location}"
            window.facts[key] = int(window.facts.get(key, 0)) + 1
            effect_use.use_ability(match, seat, action.location, "defence", "defence")
            return
        assert isinstance(action, UseContact)
        effect_use.use_card(match, seat, action.card, action.slot, "defence", "defence")

    def execute(self, match: EdgeMatch, window: Window) -> None:
        """Give 1 Reputation if no Damage is left, otherwise lower Defense by 1 (EOD-DMG.2, DMG.6, DMG.10, DMG.11)."""
        seat, card = int(window.facts["seat"]), str(window.facts["card"])
        player = match.state.players[seat]
        track = match.content.board.defence_track
        left = damage_left(window)
        if left:
            player.moved_down = min(player.moved_down + 1, len(track) - 1)
        match.emit(EVERYONE, events.Defended(seat, card, left, not left, track[player.moved_down]))
        if not left:
            change(match, seat, "reputation", DEFENDED)
            return
        match.push(
            *[
                ClauseStep(seat, Source(card, "", home), "threat", list(threat.unless_defended))
                for home, threat in sleeved_card.threats(match.content, match.state.cards[card])
                if threat.unless_defended
            ]
        )
