"""Why an action is not possible: the most useful reason and what to do, for the person who tried.

Nothing is asked here but what lies open and what the person who tried knows: a refusal never tells what others hide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.board.cards import controlled, in_conflict, kind, passives, stat
from rules.aevum_haeresis.content.effects import Ability, Twin
from rules.aevum_haeresis.content.ops import MANOEUVRES, Manoeuvre
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.seen.refusals_pay import named, not_chosen, not_held, unpayable
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state import steps as s
from rules.aevum_haeresis.state.state import CHAPTERS, Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.engine.sealed import Sealed
from rules.kernel.errors import IllegalAction
from rules.kernel.words.text import N_

Refusal = IllegalAction | None
#: The steps in which each kind of action has its place, and what to say elsewhere.
_ELSE = N_("Something else must be decided first: open /act to see what.")
_WINDOW = N_("No window of Deus Ex Machina is open for you now; wait for the next one.")
_ROW = N_("Cards are laid in Enlistment and in a Conflict, when it is your turn to lay.")
_ACTION = N_("That is an action of the Plot phase, when it is your turn to act.")
_CHAPTER = N_("No revealed card of yours waits to be paid for.")
_PLACES: dict[type[Action], tuple[tuple[type[Any], ...], str]] = {
    actions.BeActive: ((s.ActiveStep,), _ELSE),
    actions.Keep: ((s.MulliganStep,), _ELSE),
    actions.Mulligan: ((s.MulliganStep,), _ELSE),
    actions.PutLocation: ((s.LocationStep,), N_("A new Location is put only when the one in play has left.")),
    actions.Lay: ((s.RowStep,), _ROW),
    actions.LayBeside: ((s.RowStep,), _ROW),
    actions.Done: ((s.RowStep, s.TeamStep, s.ChoiceStep, Sealed), _ELSE),
    actions.PayFor: ((s.OfferStep,), _CHAPTER),
    actions.Decline: ((s.OfferStep,), _CHAPTER),
    actions.UseHeresy: ((s.ActStep,), _ACTION),
    actions.Announce: ((s.ActStep,), _ACTION),
    actions.Pass: ((s.ActStep,), _ACTION),
    actions.Join: ((s.TeamStep,), N_("No team is chosen now.")),
    actions.UseDem: ((s.DemStep,), _WINDOW),
    actions.PlayDem: ((s.DemStep,), _WINDOW),
    actions.Waive: ((s.DemStep,), _WINDOW),
    actions.Choose: ((s.PayStep, s.ChoiceStep, s.StartStep), _ELSE),
    actions.DrawFrom: ((Sealed,), N_("A card is drawn this way only after a Conflict.")),
    actions.Throw: ((Sealed,), N_("A card is discarded this way only in the Epilogue.")),
    actions.CountFirst: ((s.EndOrderStep,), _ELSE),
}


# -- setting up, rows ---------------------------------------------------------------------------------------------


def _active(match: Haeresis, seat: int, action: actions.BeActive) -> Refusal:
    return IllegalAction("There are two players: choose one of them.")


def _location(match: Haeresis, seat: int, action: actions.PutLocation) -> Refusal:
    return IllegalAction("That card is not in your Location deck.")


def _lay(match: Haeresis, seat: int, action: actions.Lay) -> Refusal:
    player = match.state.players[seat]
    if action.card in player.hand and in_conflict(match) and len(player.row) >= CHAPTERS:
        return IllegalAction("A row of a Conflict has at most {n} Chapters; finish it.", n=CHAPTERS)
    return not_held(match, seat, action.card)


def _lay_beside(match: Haeresis, seat: int, action: actions.LayBeside) -> Refusal:
    row = match.state.players[seat].row
    if in_conflict(match) or not any(isinstance(passive, Twin) for _, _, passive in passives(match)):
        return IllegalAction("A Chapter holds one card, unless a card in play says otherwise.")
    if len(row) != 1 or len(row[0]) != 1:
        return IllegalAction("Only the first Chapter may hold a second card, before the next one is laid.")
    return not_held(match, seat, action.card)


def _done(match: Haeresis, seat: int, action: actions.Done) -> Refusal:
    top = match.state.stack[-1]
    if isinstance(top, s.TeamStep):
        return IllegalAction("Your team needs at least one character.")
    if isinstance(top, s.ChoiceStep):
        return IllegalAction("This choice must be made: choose one of what is offered.")
    return IllegalAction("Say from which deck you draw, or from none.")


def _pay(match: Haeresis, seat: int, action: actions.PayFor) -> Refusal:
    top = match.state.stack[-1]
    if isinstance(top, s.OfferStep) and action.card in top.cards:
        return IllegalAction("The cards of a Chapter are decided about one after the other.")
    return IllegalAction("That is not the revealed card you decide about now.")


# -- actions of the Plot phase --------------------------------------------------------------------------------------


def _ability(match: Haeresis, option: str, wanted: str) -> tuple[str, Ability, int] | None:
    """Return the ability of this kind that "card/number" means, in play."""
    card, _, number = option.partition("/")
    if card not in match.state.cards or not number.isdigit():
        return None
    abilities = match.content.cards[kind(card)].abilities
    index = int(number)
    return (card, abilities[index], index) if index < len(abilities) and abilities[index].kind == wanted else None


def _heresy(match: Haeresis, seat: int, action: actions.UseHeresy) -> Refusal:
    state, card = match.state, action.card.partition("/")[0]
    if card not in state.cards:
        return IllegalAction("That card is not in play.")
    found = _ability(match, action.card, "heresy")
    if found is None:
        return IllegalAction("That card has no Heresy.")
    if card == state.location and state.placer != seat:
        return IllegalAction("Only the player who placed the Location can use its Heresy.")
    if card != state.location and state.cards[card].controller != seat:
        return IllegalAction("You don't control that card.")
    if str(found[2]) in state.cards[card].used:
        return IllegalAction("That Heresy was used in this Round already.")
    return unpayable(match, s.PayStep(seat, card, "ability", found[2]))


def _announce(match: Haeresis, seat: int, action: actions.Announce) -> Refusal:
    wanted = _manoeuvre(action.manoeuvre)
    if wanted is None:
        return IllegalAction("The manoeuvres are Plunder, Recruit and Accusation.")
    if any(stat(match, card, wanted) > 0 for card in controlled(match, seat)):
        return IllegalAction("All your characters with an icon of that manoeuvre are Spent.")
    return IllegalAction("None of your characters has an icon of that manoeuvre.")


def _manoeuvre(name: str) -> Manoeuvre | None:
    return next((known for known in MANOEUVRES if known == name), None)


def _join(match: Haeresis, seat: int, action: actions.Join) -> Refusal:
    state, man = match.state, match.state.man
    assert man is not None
    lies = state.cards.get(action.card)
    if lies is None:
        return IllegalAction("That card is not in play.")
    if lies.controller != seat:
        return IllegalAction("You don't control that card.")
    if action.card not in controlled(match, seat):
        return IllegalAction("Only your Damned and your Heretics can be in a team.")
    if action.card in man.teams[seat]:
        return IllegalAction("That character is in your team already.")
    if not lies.ready:
        return IllegalAction("That character is Spent and can't take part.")
    return IllegalAction("That character has no icon of this manoeuvre.")


# -- windows --------------------------------------------------------------------------------------------------------


def _use_dem(match: Haeresis, seat: int, action: actions.UseDem) -> Refusal:
    state, card = match.state, action.card.partition("/")[0]
    lies = state.cards.get(card)
    if lies is None:
        return IllegalAction("That card is not in play.")
    if lies.controller != seat:
        return IllegalAction("You don't control that card.")
    found = _ability(match, action.card, "dem")
    if found is None:
        return IllegalAction("That card has no Deus Ex Machina.")
    _, ability, number = found
    if ability.windows and state.window not in ability.windows:
        return IllegalAction("That Deus Ex Machina can't be used in this window; its text says when.")
    if str(number) in lies.window:
        return IllegalAction("That Deus Ex Machina was used in this window already.")
    if ability.limit == "round" and str(number) in lies.used:
        return IllegalAction("That Deus Ex Machina was used in this Round already.")
    return unpayable(match, s.PayStep(seat, card, "ability", number))


def _play_dem(match: Haeresis, seat: int, action: actions.PlayDem) -> Refusal:
    if action.card not in match.state.players[seat].hand:
        return IllegalAction("You don't hold that card.")
    card = match.content.cards[kind(action.card)]
    found = _no_dem(card)
    if found is not None:
        return found
    if card.dem and match.state.window not in card.dem:
        return IllegalAction("That card can't be played in this window; its text says when.")
    found = unpayable(match, s.PayStep(seat, action.card, "dem"))
    return found or IllegalAction("Copies of a card are alike: choose the one that is offered.")


def _no_dem(card: Card) -> Refusal:
    if card.type == "heretic":
        return IllegalAction("Heretics are played from the Enlistment row only.")
    if card.type != "hunter" and card.dem is None:
        return IllegalAction("That card has no Deus Ex Machina: lay it in a row.")
    return None


# -- choices --------------------------------------------------------------------------------------------------------


def _choose(match: Haeresis, seat: int, action: actions.Choose) -> Refusal:
    top = match.state.stack[-1]
    if isinstance(top, s.StartStep):
        return IllegalAction("That is not one of your effects at the start of this Round.")
    if isinstance(top, s.ChoiceStep):
        return not_chosen(match, top, action.option)
    assert isinstance(top, s.PayStep)
    args = match.decisions()[seat].prompt.args
    return named(match, top, str(args["what"]), int(args["goal"]), action.option)


def _draw(match: Haeresis, seat: int, action: actions.DrawFrom) -> Refusal:
    top, player = match.state.stack[-1], match.state.players[seat]
    if isinstance(top, Sealed) and top.name != "conflict_draw":
        return IllegalAction("A card is drawn this way only after a Conflict.")
    if action.deck == "heretic" and not player.heretics:
        return IllegalAction("Your Heretic deck is empty.")
    if action.deck == "plot" and not player.plot:
        return IllegalAction("Your Plot deck is empty.")
    return IllegalAction("Draw from the Plot deck, the Heretic deck, or not at all.")


def _throw(match: Haeresis, seat: int, action: actions.Throw) -> Refusal:
    top = match.state.stack[-1]
    if isinstance(top, Sealed) and top.name != "epilogue_discard":
        return IllegalAction("A card is discarded this way only in the Epilogue.")
    return not_held(match, seat, action.card)


def _count_first(match: Haeresis, seat: int, action: actions.CountFirst) -> Refusal:
    return IllegalAction("That is not one of the two ends that have come together.")


_REASONS: dict[type[Action], Callable[[Haeresis, int, Any], Refusal]] = {
    actions.BeActive: _active,
    actions.PutLocation: _location,
    actions.Lay: _lay,
    actions.LayBeside: _lay_beside,
    actions.Done: _done,
    actions.PayFor: _pay,
    actions.UseHeresy: _heresy,
    actions.Announce: _announce,
    actions.Join: _join,
    actions.UseDem: _use_dem,
    actions.PlayDem: _play_dem,
    actions.Choose: _choose,
    actions.DrawFrom: _draw,
    actions.Throw: _throw,
    actions.CountFirst: _count_first,
}


def why_illegal(match: Haeresis, seat: int, action: Action) -> IllegalAction:
    """Return the refusal of an action that this seat, which must decide something now, was not offered."""
    top = match.state.stack[-1] if match.state.stack else None
    places, otherwise = _PLACES.get(type(action), ((), _ELSE))
    if not isinstance(top, places):
        return IllegalAction(otherwise)
    reason = _REASONS.get(type(action))
    found = reason(match, seat, action) if reason else None
    return found or IllegalAction("That is not one of the choices you have now.")
