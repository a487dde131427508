"""The costs of cards and abilities, and the choices that a player makes when paying them (section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.aevum_haeresis.board.card_lookup import controlled, in_conflict, passives, record
from rules.aevum_haeresis.board.counts import amount
from rules.aevum_haeresis.board.decks_and_resources import kinds
from rules.aevum_haeresis.board.targets import casters, has_active_skull, hosts, legal_targets, targets_to_name
from rules.aevum_haeresis.content.effects import Ability, Price, Tax
from rules.aevum_haeresis.content.ops import Cost, Op
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import PayStep


def ability_of(match: Haeresis, card: str, number: int) -> Ability:
    """Return one of a card's abilities."""
    return record(match, card).abilities[number]


def effect_of(match: Haeresis, step: PayStep) -> list[Op]:
    """Return the operations of the card or ability that is being paid for."""
    if step.how == "ability":
        return ability_of(match, step.card, step.ability).do
    return record(match, step.card).do


def cost_of(match: Haeresis, step: PayStep) -> Cost:
    """Return the current cost of a card or ability, including everything that increases or reduces it (AH-COST.2)."""
    if step.how != "ability":
        cost = record(match, step.card).cost
        change = _price(match, step) - match.state.players[step.seat].free
        return cost.model_copy(update={"gold": max(0, cost.gold + change)}) if change else cost
    ability = ability_of(match, step.card, step.ability)
    if ability.kind != "heresy":
        return ability.cost
    tax = sum(
        amount(match, placed.controller, passive.gold, card)
        for card, placed, passive in passives(match, Tax)
        if placed.controller != step.seat
    )
    return ability.cost.model_copy(update={"gold": ability.cost.gold + tax}) if tax else ability.cost


def _price(match: Haeresis, step: PayStep) -> int:
    """Return the gold that passives add to the cost of a card; negative if they reduce the cost."""
    return sum(
        amount(match, placed.controller, passive.gold, card)
        for card, placed, passive in passives(match, Price)
        if passive.type in ("any", record(match, step.card).type)
        and (placed.controller == step.seat) == (passive.of == "own")
    )


def playable(match: Haeresis, card: Card, how: str) -> bool:
    """Return whether a card may be played now by its type and icons, whatever it costs (AH-PLAY.2-8, ICON.2-4)."""
    state = match.state
    fighting = in_conflict(match)
    if card.type == "heretic":
        return how == "row" and state.phase == "enlistment"
    if card.type == "hunter":
        return how == "dem"
    if card.type == "story":
        return fighting and state.man is not None and getattr(card.band, state.man.type).colour == "white"
    if how == "dem":
        return True
    return ("conflict" if fighting else "enlistment") in card.rows


def payable(match: Haeresis, step: PayStep) -> bool:
    """Return whether a player can pay the whole cost. Partial payment is not allowed (AH-COST.2, COST.3)."""
    if step.how != "ability" and not playable(match, record(match, step.card), step.how):
        return False
    if not affordable(match, step, from_hand=step.how == "dem"):
        return False
    return all(options for _, options, compulsory in questions(match, step) if compulsory)


def affordable(match: Haeresis, step: PayStep, *, from_hand: bool) -> bool:
    """Return whether a player can pay those parts of a cost that involve no choice.

    If `from_hand`, the card is still in the hand, so it can't be discarded to pay for itself.
    """
    player = match.state.players[step.seat]
    cost = cost_of(match, step)
    if player.gold < cost.gold or player.souls < cost.souls or len(player.hand) - from_hand < cost.cards:
        return False
    if cost.counters and match.state.cards[step.card].counters < cost.counters:
        return False
    return not cost.turn or match.state.cards[step.card].ready


def missing(match: Haeresis, step: PayStep) -> set[str]:
    """Return the mandatory choices of a payment that lack options: "caster", "target", "host" or a part of the cost."""
    return {
        what.rstrip("0123456789.") for what, options, compulsory in questions(match, step) if compulsory and not options
    }


def questions(match: Haeresis, step: PayStep) -> Iterator[tuple[str, list[str], bool]]:
    """Yield the choices of a payment in order, each as its key, its options, and whether the player must choose one."""
    card = record(match, step.card)
    cost = cost_of(match, step)
    if step.how != "ability" and (card.type == "story" or _needs_caster(match, step, card)):
        yield "caster", casters(match, step.seat, card), True
    effect = effect_of(match, step)
    source = "" if step.how == "ability" else step.card
    named: set[str] = set()
    is_story = step.how != "ability" and card.type == "story"
    free = is_story and match.state.options.targets_free and not has_active_skull(match, card)
    goals = (
        targets_to_name(match, card, effect)
        if step.how != "ability"
        else targets_to_name(match, without_band(card), effect)
    )
    for number, target in enumerate(goals):
        options = legal_targets(match, step.seat, target, source, step.card)
        for place in range(target.count):
            key = f"target{number}.{place}"
            yield (
                key,
                [name for name in options if name not in named or target.count == 1],
                place == 0 and not target.may and not free,
            )
    if step.how != "ability" and card.attachment is not None:
        yield "host", _hosts(match, step, card), True
    if cost.sacrifice:
        heretics = [n for n in controlled(match, step.seat) if record(match, n).type == "heretic" and n != step.host]
        yield "sacrifice", heretics, True
    if cost.turn_own:
        yield "turned", [n for n in controlled(match, step.seat) if match.state.cards[n].ready], True
    for place in range(cost.cards):
        unavailable = {step.card, *step.discards}
        yield (
            f"discard{place}",
            kinds([name for name in match.state.players[step.seat].hand if name not in unavailable]),
            True,
        )


def _needs_caster(match: Haeresis, step: PayStep, card: Card) -> bool:
    """Return whether a card is an Event that needs a caster (AH-COST.7).

    With the option `event_casters`, every Event in a Conflict row needs a caster.
    """
    fits = match.state.options.event_casters and step.how == "row" and card.type == "event"
    return fits and in_conflict(match)


def _hosts(match: Haeresis, step: PayStep, card: Card) -> list[str]:
    """Return the possible hosts, except a Heretic that must be sacrificed to pay the same cost (AH-COST.13)."""
    found = hosts(match, step.seat, card)
    if not cost_of(match, step).sacrifice:
        return found
    heretics = [name for name in controlled(match, step.seat) if record(match, name).type == "heretic"]
    return [name for name in found if name not in heretics or len(heretics) > 1]


def without_band(card: Card) -> Card:
    """Return a card without its icon band. A Story's abilities are paid for this way, because they have no skull."""
    return card.model_copy(update={"type": "event"}) if card.type == "story" else card
