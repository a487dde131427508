"""The actions that a computer player tries, and the choices that it makes while it carries out an action."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import eligible, in_conflict, manoeuvre, record, stat
from rules.aevum_haeresis.board.manoeuvres import icons_of
from rules.aevum_haeresis.board.targets import has_active_skull
from rules.aevum_haeresis.bots import heuristics
from rules.aevum_haeresis.bots.hand_card_values import of_card
from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.effects.cost_rules import effect_of, payable
from rules.aevum_haeresis.flow.draft import best
from rules.aevum_haeresis.flow.manoeuvre import chosen
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import CHAPTERS, Haeresis
from rules.aevum_haeresis.state.steps import (
    ActStep,
    BuildStep,
    ChoiceStep,
    DemStep,
    DraftStep,
    EndOrderStep,
    LocationStep,
    PayStep,
    RowStep,
    TeamStep,
)
from rules.kernel.data.actions import Action
from rules.kernel.engine.decisions import Decision

#: Computer players avoid drawing from a Plot deck with at most this many cards.
LOW_DECK = 16
#: Computer players take a mulligan if they have fewer than `HERETICS_WANTED` Heretics that cost at most `CHEAP` gold.
HERETICS_WANTED, CHEAP = 2, 4
#: Computer players with at least this many Heretics in hand draw Plot cards instead of Heretics.
HERETICS_HELD = 4
#: Steps without a default action, because computer players evaluate each option.
_EVALUATED_STEPS = (ActStep, RowStep, EndOrderStep, DraftStep)


def candidates(match: Haeresis, seat: int, offered: list[Action]) -> list[Action]:
    """Return the actions that a computer player tries.

    Usually these are all legal actions. For choices where looking ahead doesn't help (rows, draws, the mulligan), it is
    a single action.
    """
    top = match.state.stack[-1]
    if isinstance(top, DraftStep):
        return [best(match, seat)]
    if isinstance(top, BuildStep):
        return [actions.Done()]
    if isinstance(top, RowStep):
        return [_lay(match, seat, offered)]
    if any(isinstance(action, actions.DrawFrom) for action in offered):
        return [_draw(match, seat, offered)]
    if any(isinstance(action, actions.Mulligan) for action in offered):
        hand = [record(match, card) for card in match.state.players[seat].hand]
        heretics = sum(card.type == "heretic" and card.cost.gold <= CHEAP for card in hand)
        return [actions.Keep() if heretics >= HERETICS_WANTED else actions.Mulligan()]
    if isinstance(top, LocationStep) and top.planned:
        return [_next_location(match, seat, offered)]
    if match.state.phase == "epilogue" and actions.Done() in offered:
        return [actions.Done()]
    return offered


def _next_location(match: Haeresis, seat: int, offered: list[Action]) -> Action:
    """Choose the best of the offered Locations."""
    puts = [action.card for action in offered if isinstance(action, actions.PutLocation)]
    return actions.PutLocation(ranked_locations(match, seat, puts)[0])


def ranked_locations(match: Haeresis, seat: int, cards: list[str]) -> list[str]:
    """Return Locations by their soul number at Morning, the best first.

    If the rival can initiate a manoeuvre, the lowest soul number is best, otherwise the highest.
    """
    rival = any(eligible(match, 1 - seat, kind) for kind in ops.MANOEUVRES)
    return sorted(cards, key=lambda card: _morning(match, card) * (1 if rival else -1))


def _morning(match: Haeresis, card: str) -> int:
    track = record(match, card).track
    return track[0] if track is not None else 0


def _draw(match: Haeresis, seat: int, offered: list[Action]) -> Action:
    """Draw a Heretic unless the hand has enough; otherwise draw a Plot card unless the Plot deck is running low."""
    player = match.state.players[seat]
    heretics = actions.DrawFrom("heretic") in offered
    heretics_in_hand = sum(record(match, card).type == "heretic" for card in player.hand)
    if heretics and (heretics_in_hand < HERETICS_HELD or len(player.plot) <= LOW_DECK):
        return actions.DrawFrom("heretic")
    if len(player.plot) > LOW_DECK:
        return actions.DrawFrom("plot")
    return actions.DrawFrom("heretic") if heretics else actions.DrawFrom("none")


def _lay(match: Haeresis, seat: int, offered: list[Action]) -> Action:
    """Lay the best card that the seat can afford in addition to its row so far; if there is none, finish the row."""
    player = match.state.players[seat]
    fighting, price = in_conflict(match), heuristics.PRICES()
    if fighting and len(player.row) >= CHAPTERS:
        return actions.Done()
    spent = [record(match, card).cost for chapter in player.row for card in chapter]
    gold = player.gold - sum(cost.gold for cost in spent) - (0 if fighting else price["reserve"])
    souls = player.souls - sum(cost.souls for cost in spent)
    cards = len(player.hand) - 1 - sum(cost.cards for cost in spent)
    best, best_value = actions.Done(), price["least"] + price["refill"] * heuristics.of_mill(match, seat, 1)
    for action in offered:
        if not isinstance(action, actions.Lay):
            continue
        cost = record(match, action.card).cost
        if cost.gold > gold or cost.souls > souls or cost.cards > cards:
            continue
        if not payable(match, PayStep(seat, action.card, "row")):
            continue
        value = of_card(match, seat, action.card) - 0.8 * heuristics.of_cost(match, seat, cost)
        if value > best_value:
            best, best_value = action, value
    return best


def default_action(match: Haeresis, seat: int) -> Action | None:
    """Return the next choice that a computer player makes without evaluating the options.

    Return None if the action is complete, the other seat must decide, or each option must be evaluated.
    """
    decision = match.decisions().get(seat)
    top = match.state.stack[-1] if match.state.stack else None
    if decision is None or top is None or isinstance(top, _EVALUATED_STEPS):
        return None
    offered = decision.actions
    if isinstance(top, DemStep):
        return actions.Waive()
    if isinstance(top, TeamStep):
        return _team(match, seat, top, offered)
    if actions.PayFor in map(type, offered):
        return next(action for action in offered if isinstance(action, actions.PayFor))
    return _choice(match, seat, top, decision)


def _choice(match: Haeresis, seat: int, top: object, decision: Decision) -> Action | None:
    chosen = [action for action in decision.actions if isinstance(action, actions.Choose)]
    if not chosen:
        return next((action for action in decision.actions if isinstance(action, actions.Done | actions.Decline)), None)
    if isinstance(top, PayStep):
        what = str(decision.prompt.args.get("what", ""))
        if what == "caster":
            return max(chosen, key=lambda action: stat(match, action.option, "damage"))
        if what == "target":
            dealt = _damage(match, top)
            return max(chosen, key=lambda action: _rank(match, seat, action.option, dealt))
        if what == "host":
            return max(chosen, key=lambda action: heuristics.of_character(match, action.option))
    op = top.op if isinstance(top, ChoiceStep) else None
    amount = ops.each(op.amount) if isinstance(op, ops.Damage) else None
    return max(chosen, key=lambda action: _rank(match, seat, action.option, amount))


def _damage(match: Haeresis, step: PayStep) -> int | None:
    """Return the damage that the first named target takes; None if the card or ability deals no damage."""
    card = record(match, step.card)
    if step.how != "ability" and has_active_skull(match, card):
        return stat(match, step.caster, "damage") + card.modifier if step.caster else card.modifier
    return next((ops.each(op.amount) for op in effect_of(match, step) if isinstance(op, ops.Damage)), None)


def _team(match: Haeresis, seat: int, step: TeamStep, offered: list[Action]) -> Action:
    """Add characters to a team until it can expect to win. If blocking can't win, add no one."""
    man = manoeuvre(match)
    joins = [action for action in offered if isinstance(action, actions.Join)]
    if not joins:
        return actions.Done()
    team = chosen(man, step)
    own = icons_of(match, seat, team)
    if step.blocking:
        spare = sum(stat(match, join.card, man.type) for join in joins)
        against = icons_of(match, 1 - seat)
        if not team or own > against or own + spare <= against:
            return actions.Done()
    else:
        block = sum(stat(match, card, man.type) for card in eligible(match, 1 - seat, man.type))
        if team and own >= max(1, block):
            return actions.Done()
    return max(joins, key=lambda join: stat(match, join.card, man.type))


def _rank(match: Haeresis, seat: int, option: str, amount: int | None) -> float:
    """Return how good an option is as the target of a harmful effect.

    The rival's most valuable cards are the best options, and the seat's own most valuable cards the worst.
    """
    placed = match.state.cards.get(option)
    if placed is None:
        if "." not in option:
            return 0.0
        worst = -1 if option in match.state.players[seat].hand else 1
        return worst * of_card(match, seat, option)
    card_record = record(match, option)
    if card_record.type not in ("damned", "heretic"):
        value = 1.0
    elif amount is None:
        value = heuristics.of_character(match, option)
    else:
        value = heuristics.of_hit(match, option, amount)
    return value if placed.controller != seat else -value
