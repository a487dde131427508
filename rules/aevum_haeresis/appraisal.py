"""What a position is worth to a seat, for players who look one action ahead.

Called on matches out of `worlds`: hands and face-down rows of the rival in them are a guess that fits what is known.
"""

from __future__ import annotations

from rules.aevum_haeresis import worth
from rules.aevum_haeresis.actions import Choose, Decline, Done, DrawFrom, Join, Keep, Lay, Mulligan, PayFor, Waive
from rules.aevum_haeresis.cards import controlled, eligible, in_conflict, record, soul_number, stat
from rules.aevum_haeresis.paying import payable
from rules.aevum_haeresis.plot import PLUNDER, barred, icons_of
from rules.aevum_haeresis.state import CHAPTERS, EXECUTED, SOULS_TO_WIN, Haeresis, Man
from rules.aevum_haeresis.steps import ActStep, DemStep, EndOrderStep, PayStep, RowStep, TeamStep
from rules.kernel.actions import Action

#: Winning and losing, in points.
WIN = 1000.0
#: The share of a character's icons that being Ready adds while the Plot phase goes on, and after a Pass.
READY, READY_AFTER_PASS = 0.45, 0.15
#: Cards that a Plot deck should still hold: below, each counts more.
LOW_DECK, FEW = 16, 0.6
#: Gold kept back for Deus Ex Machina while laying an Enlistment row.
RESERVE = 1
#: How many cards of a hand a mulligan is worth not taking.
HERETICS_WANTED = 2


def appraise(match: Haeresis, seat: int) -> float:
    """Return how good this position is for a seat."""
    state = match.state
    if state.ended and state.winner >= 0:
        return WIN if state.winner == seat else -WIN
    value = _side(match, seat) - _side(match, 1 - seat)
    if state.man is not None and state.man.successful < 0:
        value += _prospect(match, state.man) * (1 if state.man.initiator == seat else -1)
    for paid in [*state.paid, *([state.heresy] if state.heresy is not None else [])]:
        if match.state.ended:
            break
        sign = 1 if paid.seat == seat else -1
        value += sign * _coming(match, paid.seat, paid.card, paid.ability)
    return value


def _coming(match: Haeresis, seat: int, card: str, ability: int) -> float:
    """What was paid for and has not come about yet."""
    if ability >= 0:
        return worth.of_effect(match, seat, list(record(match, card).abilities[ability].do))
    return worth.of_card(match, seat, card) if card not in match.state.cards else 0.0


def _side(match: Haeresis, seat: int) -> float:
    """What one seat has."""
    state = match.state
    player = state.players[seat]
    souls = player.souls + max(0, player.souls - SOULS_TO_WIN + 3) * 0.7
    few = max(0, LOW_DECK - len(player.plot))
    value = worth.SOUL * souls - worth.EXECUTION[min(player.execution, EXECUTED)]
    value += worth.GOLD * min(player.gold, 8) + 0.2 * max(0, player.gold - 8)
    value += worth.CARD * min(len(player.hand), 9) + worth.PLOT * len(player.plot) - FEW * few
    value += _row_worth(match, seat)
    for card, lies in state.cards.items():
        if lies.controller == seat:
            value += _piece(match, card)
    return value


def _piece(match: Haeresis, card: str) -> float:
    state = match.state
    lies = state.cards[card]
    kept = record(match, card)
    if kept.type not in ("damned", "heretic"):
        return worth.of_lasting(kept) if card != state.location else 0.0
    value = worth.of_character(match, card) - worth.WOUND * lies.damage
    acting = state.man is not None and card in (*state.man.teams[0], *state.man.teams[1])
    if lies.ready and not acting and state.phase in ("enlistment", "plot", "prologue"):
        share = READY_AFTER_PASS if state.passes else READY
        value += share * sum(stat(match, card, name) for name in worth.ICONS)
    return value


def _row_worth(match: Haeresis, seat: int) -> float:
    """Cards laid and not revealed yet: what they promise, as far as the gold goes."""
    player = match.state.players[seat]
    gold, value = player.gold, 0.0
    for chapter in player.row:
        for card in chapter:
            cost = record(match, card).cost
            if cost.gold <= gold and payable_here(match, seat, card):
                gold -= cost.gold
                value += max(0.0, worth.of_card(match, seat, card) - worth.of_cost(cost)) + worth.CARD
    return value


def _prospect(match: Haeresis, man: Man) -> float:
    """What a manoeuvre under way promises its initiator."""
    seat, other = man.initiator, 1 - man.initiator
    number = soul_number(match) if match.state.location else 0
    if man.type == "recruit":
        gain = worth.SOUL * number
    elif man.type == "plunder":
        rival = len(match.state.players[other].plot)
        gain = (worth.PLOT + (FEW if rival < LOW_DECK else 0.0)) * min(rival, PLUNDER + number)
        gain += WIN if rival <= PLUNDER + number else 0.0
    else:
        rival = match.state.players[other]
        level = rival.execution
        gain = 0.0 if rival.rose else worth.EXECUTION[level + 1] - worth.EXECUTION[level]
        gain += WIN if not rival.rose and level + 1 >= EXECUTED else 0.0
    return gain * _chance(match, man, seat, other)


def _chance(match: Haeresis, man: Man, seat: int, other: int) -> float:
    """How likely the initiator is successful."""
    own = icons_of(match, seat)
    choosing = any(isinstance(step, TeamStep) and not step.blocking for step in match.state.stack)
    if not man.teams[seat]:
        own = sum(stat(match, card, man.type) for card in eligible(match, seat, man.type))
    if not man.blocked and not man.teams[other]:
        block = sum(stat(match, card, man.type) for card in eligible(match, other, man.type))
        if not block:
            return 0.0 if barred(match) else 1.0
        return 0.75 if own >= block else 0.45
    against = icons_of(match, other)
    if choosing:
        return 0.6
    return min(0.95, max(0.05, 0.6 + 0.18 * (own - against)))


def payable_here(match: Haeresis, seat: int, card: str) -> bool:
    """Tell whether a card in this seat's row could be paid for in this row."""
    return payable(match, PayStep(seat, card, "row"))


# -- which actions are tried, and how they go on -----------------------------------------------------------------


def promising(match: Haeresis, seat: int, actions: list[Action]) -> list[Action]:
    """Leave one action where looking a step ahead tells nothing: rows, draws, the mulligan."""
    top = match.state.stack[-1]
    if isinstance(top, RowStep):
        return [_lay(match, seat, actions)]
    if any(isinstance(action, DrawFrom) for action in actions):
        return [_draw(match, seat, actions)]
    if any(isinstance(action, Mulligan) for action in actions):
        hand = match.state.players[seat].hand
        heretics = sum(record(match, card).type == "heretic" and record(match, card).cost.gold <= 3 for card in hand)
        return [Keep() if heretics >= HERETICS_WANTED else Mulligan()]
    if match.state.phase == "epilogue" and Done() in actions:
        return [Done()]
    return actions


def _draw(match: Haeresis, seat: int, actions: list[Action]) -> Action:
    """Draw a Heretic while there are few in play, else a Plot card if the deck can spare one."""
    player = match.state.players[seat]
    heretics = DrawFrom("heretic") in actions
    if heretics and (len(controlled(match, seat)) < 5 or len(player.plot) <= LOW_DECK):
        return DrawFrom("heretic")
    if len(player.plot) > LOW_DECK:
        return DrawFrom("plot")
    return DrawFrom("heretic") if heretics else DrawFrom("none")


def _lay(match: Haeresis, seat: int, actions: list[Action]) -> Action:
    """Lay the best card that can still be paid for besides those that lie already; else be done."""
    player = match.state.players[seat]
    fighting = in_conflict(match)
    if fighting and len(player.row) >= CHAPTERS:
        return Done()
    spent = [record(match, card).cost for chapter in player.row for card in chapter]
    gold = player.gold - sum(cost.gold for cost in spent) - (0 if fighting else RESERVE)
    souls = player.souls - sum(cost.souls for cost in spent)
    best, best_worth = Done(), 0.35
    for action in actions:
        if not isinstance(action, Lay):
            continue
        cost = record(match, action.card).cost
        if cost.gold > gold or cost.souls > souls or not payable_here(match, seat, action.card):
            continue
        if len(player.hand) - 1 < cost.cards + sum(one.cards for one in spent):
            continue
        value = worth.of_card(match, seat, action.card) - worth.of_cost(cost) * (0.6 if not fighting else 0.8)
        if value > best_worth:
            best, best_worth = action, value
    return best


def habit(match: Haeresis, seat: int) -> Action | None:
    """Return how this seat goes on inside an action that is tried out; None when the other is asked or it is done."""
    decision = match.decisions().get(seat)
    top = match.state.stack[-1] if match.state.stack else None
    if decision is None or top is None or isinstance(top, ActStep | RowStep | EndOrderStep):
        return None
    actions = decision.actions
    if isinstance(top, DemStep):
        return Waive()
    if isinstance(top, TeamStep):
        return _team(match, seat, top, actions)
    if PayFor in map(type, actions):
        return next(action for action in actions if isinstance(action, PayFor))
    chosen = [action for action in actions if isinstance(action, Choose)]
    if chosen:
        return max(chosen, key=lambda action: _rank(match, seat, action.option))
    return next((action for action in actions if isinstance(action, Done | Decline)), None)


def _team(match: Haeresis, seat: int, step: TeamStep, actions: list[Action]) -> Action:
    """Join until the team is stronger than what could block it; a block is not begun by habit."""
    man = match.state.man
    assert man is not None
    joins = [action for action in actions if isinstance(action, Join)]
    if step.blocking:
        return Done()
    if not joins:
        return Done()
    block = sum(stat(match, card, man.type) for card in eligible(match, 1 - seat, man.type))
    if man.teams[seat] and icons_of(match, seat) >= max(1, block):
        return Done()
    return max(joins, key=lambda join: stat(match, join.card, man.type))


def _rank(match: Haeresis, seat: int, option: str) -> float:
    """Whom or what to name first: the rival's best, and of the own what is worth least."""
    lies = match.state.cards.get(option)
    if lies is None:
        if "." not in option:
            return 0.0
        return -worth.of_card(match, seat, option)
    kept = record(match, option)
    value = worth.of_character(match, option) if kept.type in ("damned", "heretic") else 1.0
    if kept.type == "damned" and lies.controller != seat:
        value = 1.0
    return value if lies.controller != seat else -value
