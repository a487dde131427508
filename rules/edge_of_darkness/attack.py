"""Blight attacks and defence: sections 16 (BLIGHT) and 17 (DMG) of RULES.md."""

from __future__ import annotations

from rules.edge_of_darkness import cards, cubes, deck, events
from rules.edge_of_darkness.actions import Reshuffle, UseAbility, UseContact
from rules.edge_of_darkness.amounts import amount_of
from rules.edge_of_darkness.content import Location
from rules.edge_of_darkness.effects import Reduce
from rules.edge_of_darkness.resolve import begin_effect, change, effect_viable
from rules.edge_of_darkness.state import EdgeMatch
from rules.edge_of_darkness.steps import AttacksStep, AttackStep, ClauseStep, ReshuffleStep, Source
from rules.kernel.actions import Action, Pass
from rules.kernel.decisions import Decision, decide
from rules.kernel.events import EVERYONE
from rules.kernel.match import Match
from rules.kernel.steps import StepRules
from rules.kernel.window import Window, WindowTable


def begin_attacks(match: EdgeMatch) -> bool:
    """Put every attack that is due on the stack, left to right; tell whether there was one (EOD-BLIGHT.2, 14, 22)."""
    state = match.state
    full = cubes.full_trays(state)
    if not state.options.empty_spot_waits:
        for spot in [spot for spot in full if not state.tower[spot]]:
            cubes.empty_tray(state, spot)
            match.emit(EVERYONE, events.TrayEmptied(spot + 1))
    due = [spot for spot in full if state.tower[spot]]
    if due:
        match.push(AttacksStep(due))
    return bool(due)


def targets(match: EdgeMatch, tray: list[int]) -> list[int]:
    """Return who is attacked, clockwise from the active player (EOD-BLIGHT.5 to 7, BLIGHT.13)."""
    state = match.state
    most = max(tray)
    everyone = tray[-1] == most
    start = max(state.turn.seat, 0)
    order = [(start + offset) % state.seats for offset in range(state.seats)]
    return [seat for seat in order if everyone or tray[seat] == most]


class AttacksRules(StepRules[AttacksStep]):
    """One attacking card after another, completely; between two the active player may reshuffle (EOD-DECK.3)."""

    def advance(self, match: EdgeMatch, step: AttacksStep) -> bool:
        state = match.state
        if not step.spots:
            match.finish(step)
            return True
        # A reshuffle between two attacks may have given a waiting tray its card (EOD-BLIGHT.14, BLIGHT.22).
        due = {spot for spot in cubes.full_trays(state) if state.tower[spot]}
        spot, *step.spots = sorted({*step.spots, *due})
        card = state.tower[spot]
        if not card or not any(state.trays[spot]):  # an earlier attack's consequences took the card or the cubes
            return True
        attacked = targets(match, state.trays[spot])
        cubes.empty_tray(state, spot)
        damage = cards.damage(match.content, state.cards[card])
        match.emit(EVERYONE, events.Attacked(spot + 1, card, damage, tuple(attacked)))
        match.push(AttackStep(spot, card, attacked))
        return True


class AttackRules(StepRules[AttackStep]):
    """Each attacked player faces the full Damage; then the card is discarded and replaced (EOD-BLIGHT.11, 17, 18)."""

    def advance(self, match: EdgeMatch, step: AttackStep) -> bool:
        state = match.state
        if step.targets:
            seat = step.targets.pop(0)
            damage = cards.damage(match.content, state.cards[step.card])
            facts: dict[str, int | str] = {"seat": seat, "card": step.card, "damage": damage, "reduced": 0}
            match.push(Window("attacked", [seat], facts))
            return True
        match.finish(step)
        if state.tower[step.spot] == step.card:
            state.tower[step.spot] = ""
            deck.discard(match, step.card)
            deck.refill_tower(match)
        following = state.stack[-1] if state.stack else None
        if (
            isinstance(following, AttacksStep)
            and following.spots
            and state.phase == "action"
            and deck.can_reshuffle(state)
        ):
            match.push(ReshuffleStep(state.turn.seat))
        return True


class ReshuffleRules(StepRules[ReshuffleStep]):
    """Reshuffle at once or wait (EOD-BLIGHT.20)."""

    def decisions(self, match: EdgeMatch, step: ReshuffleStep) -> dict[int, Decision]:
        return {step.seat: decide("reshuffle", [Reshuffle(), Pass()])}

    def take(self, match: EdgeMatch, step: ReshuffleStep, seat: int, action: Action) -> None:
        match.finish(step)
        if isinstance(action, Reshuffle):
            deck.reshuffle(match)


class AttackedTable(WindowTable):
    """The window in which an attacked player may reduce the Damage (EOD-DMG.5, DMG.9).

    It opens on public facts alone, and everything in this game is public.
    """

    prompt = "defend"

    def _left(self, window: Window) -> int:
        return max(0, int(window.facts["damage"]) - int(window.facts["reduced"]))

    def forced(self, match: Match[object], window: Window, phase: str) -> None:  # type: ignore[override]
        """Standing abilities reduce by themselves."""
        if phase != "forced":
            return
        edge: EdgeMatch = match  # type: ignore[assignment]
        seat = int(window.facts["seat"])
        for name in edge.state.locations:
            location: Location = edge.content.locations[name]
            if location.ability and location.ability.timing == "standing":
                for clause in location.ability.effect.clauses:
                    for op in clause.do:
                        if isinstance(op, Reduce):
                            by = amount_of(edge, seat, Source(name, "", name), op.amount)
                            window.facts["reduced"] = int(window.facts["reduced"]) + by

    def may_react(self, match: Match[object], window: Window, seat: int) -> bool:  # type: ignore[override]
        """Only after the standing abilities have reduced the Damage, and before it is judged."""
        return window.phase == "optional" and self._left(window) > 0 and bool(self.reactions(match, window, seat))

    def reactions(self, match: Match[object], window: Window, seat: int) -> list[Action]:  # type: ignore[override]
        edge: EdgeMatch = match  # type: ignore[assignment]
        state, content = edge.state, edge.content
        player = state.players[seat]
        offers: list[Action] = []
        for name in state.locations:
            ability = content.locations[name].ability
            if ability and ability.timing == "attacked":
                used = int(window.facts.get(name, 0))
                if (not ability.uses or used < ability.uses) and effect_viable(
                    edge, seat, Source(name, "", name), ability.effect, "defence"
                ):
                    offers.append(UseAbility(name))
        for held in player.hand:
            card = state.cards[held]
            for slot, _slip in cards.shown(card):
                used = cards.use_key(held, card, slot) in state.turn.used
                if used or not cards.works_when_attacked(content, card, slot):
                    continue
                price = int(card.owner not in (-1, seat))
                source = Source(held, slot, cards.home_of(content, card, slot))
                effect = cards.effect_of(content, card, slot)
                if player.coins >= price and effect_viable(edge, seat, source, effect, "defence", price):
                    offers.append(UseContact(held, slot))
        return offers

    def react(self, match: Match[object], window: Window, seat: int, action: Action) -> None:  # type: ignore[override]
        edge: EdgeMatch = match  # type: ignore[assignment]
        content = edge.content
        if isinstance(action, UseAbility):
            effect = content.locations[action.location].ability.effect
            window.facts[action.location] = int(window.facts.get(action.location, 0)) + 1
            edge.emit(EVERYONE, events.Used(seat, action.location, "", "defence"))
            begin_effect(
                edge, seat, Source(action.location, "", action.location), effect.clauses, effect.mode, "defence"
            )
            return
        assert isinstance(action, UseContact)
        card = edge.state.cards[action.card]
        edge.state.turn.used.append(cards.use_key(action.card, card, action.slot))
        pay_owner(edge, seat, action.card)
        slip = cards.slip_in(card, action.slot)
        edge.emit(EVERYONE, events.Used(seat, action.card, action.slot, "defence", slip))
        effect = cards.effect_of(content, card, action.slot)
        source = Source(action.card, action.slot, cards.home_of(content, card, action.slot))
        begin_effect(edge, seat, source, effect.clauses, effect.mode, "defence")

    def execute(self, match: Match[object], window: Window) -> None:  # type: ignore[override]
        """All Damage reduced: 1 Reputation. Otherwise one space down (EOD-DMG.2, DMG.6, DMG.10, DMG.11)."""
        edge: EdgeMatch = match  # type: ignore[assignment]
        seat, card = int(window.facts["seat"]), str(window.facts["card"])
        player = edge.state.players[seat]
        track = edge.content.board.defence_track
        left = self._left(window)
        if left:
            player.moved_down = min(player.moved_down + 1, len(track) - 1)
        edge.emit(EVERYONE, events.Defended(seat, card, left, not left, track[player.moved_down]))
        if not left:
            change(edge, seat, "reputation", 1)
            return
        edge.push(
            *[
                ClauseStep(seat, Source(card, "", home), "threat", list(threat.unless_defended))
                for home, threat in cards.threats(edge.content, edge.state.cards[card])
                if threat.unless_defended
            ]
        )


def pay_owner(match: EdgeMatch, seat: int, card: str) -> None:
    """Pay 1 Coin to the owner of another player's card, before its effect (EOD-PAY.4, PAY.5)."""
    owner = match.state.cards[card].owner
    if owner in (-1, seat):
        return
    match.state.players[seat].coins -= 1
    match.state.players[owner].coins += 1
    match.emit(EVERYONE, events.PaidOwner(seat, owner))
