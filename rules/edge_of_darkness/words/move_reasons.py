"""Reasons for moves, for newcomers: a sentence for each kind of action, and for each verb of an effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.content.effects import Clause, Effect, prologue_clauses
from rules.edge_of_darkness.content.scoring_numbers import (
    AGENT_POINTS,
    AWARD,
    DEFENDED,
    REPUTATION_POINTS,
    SLOT_POINTS,
    TOKENS_PER_POINT,
)
from rules.edge_of_darkness.state import actions
from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.edge_of_darkness.words import names
from rules.edge_of_darkness.words.actions import effect_at, part_of
from rules.edge_of_darkness.words.choices import damage_left
from rules.kernel.data.actions import Action
from rules.kernel.words import move_reasons
from rules.kernel.words.results import points
from rules.kernel.words.translation import N_, Translator

#: Returns a sentence about an operation of an effect, given the effect's Location; "" for no sentence.
OpReason = Callable[[Translator, EdgeView, Any, str], str]


def move_reason(say: Translator, view: EdgeView, offered: Sequence[Action]) -> str:
    """Return a sentence that explains what one of these actions of the viewer is good for; "" if there is none."""
    if view.viewer is None:
        return ""
    return move_reasons.move_reason(BY_ACTION, say, view, offered, view.round)


def _quarter(say: Translator) -> str:
    return points(say, 1 / TOKENS_PER_POINT)


# -- operations of effects --------------------------------------------------------------------------------------


def _train(say: Translator, _view: EdgeView, _op: ops.Train, _home: str) -> str:
    return say.n(
        "A trained Agent is worth {n} Victory Point at the end, wherever it is; if you alone have the most, you get"
        " {prize} Reputation.",
        "A trained Agent is worth {n} Victory Points at the end, wherever it is; if you alone have the most, you get"
        " {prize} Reputation.",
        AGENT_POINTS, prize=AWARD,
    )  # fmt: skip


_TOKENS = {
    "coins": N_(
        "Coins pay for effects on other players' cards; each Coin left at the end is worth {quarter} Victory Point."
    ),
    "influence": N_(
        "Influence lets you skip cards you don't want in the Street; each Influence left at the end is worth "
        "{quarter} Victory Point."
    ),
    "goodwill": N_("Goodwill skips no cards, but each one is worth {quarter} Victory Point at the end."),
}


def _gain(say: Translator, view: EdgeView, op: ops.Gain, _home: str) -> str:
    if op.what == "battle":
        return _strength(say, view)
    if op.what == "reputation":
        return say.n(
            "Each Reputation is worth {n} Victory Point at the end; if you alone have the most, you get {prize} more.",
            "Each Reputation is worth {n} Victory Points at the end; if you alone have the most, you get {prize} more.",
            REPUTATION_POINTS, prize=AWARD,
        )  # fmt: skip
    return say.t(_TOKENS[op.what], quarter=_quarter(say))


def _weakest(view: EdgeView) -> CardView | None:
    """Return the tower card that takes the least Battle Strength; None if there is none to hunt."""
    prey = [spot.card for spot in view.tower if spot.card is not None and spot.card.damage]
    return min(prey, key=lambda card: card.damage) if prey and view.phase != "prologue" else None


def _about_prey(say: Translator, view: EdgeView, sentence: str) -> str:
    """Return a sentence with the name and the Damage of the weakest tower card; "" if there is none to hunt."""
    weakest = _weakest(view)
    if weakest is None:
        return ""
    return say.t(sentence, n=weakest.damage, card=names.threats_name(say, names.threats_on(view, weakest)))


def _strength(say: Translator, view: EdgeView) -> str:
    """Return a sentence about Battle Strength; "" if the player may not hunt, because it is worth nothing then."""
    if view.turn is None or not view.turn.may_hunt:
        return ""
    sentence = N_(
        "You may hunt this turn: {n} Battle Strength defeats {card} and brings its rewards. What you don't spend is"
        " lost."
    )
    return _about_prey(say, view, sentence)


def _hunt(say: Translator, view: EdgeView, _op: ops.Hunt, _home: str) -> str:
    sentence = N_(
        "With permission to hunt, {n} Battle Strength defeats {card} and brings its rewards; what you don't spend this"
        " turn is lost."
    )
    return _about_prey(say, view, sentence)


def _send(say: Translator, view: EdgeView, _op: Any, home: str) -> str:
    """Return a sentence about Agents at a Location whose ability needs Agents."""
    location = names.content_of(view).locations.get(home)
    if location is None or location.ability is None or not location.ability.effect.least_agents:
        return ""
    return say.n(
        "Agents at {place} let you use its ability, and each is still worth {n} Victory Point at the end.",
        "Agents at {place} let you use its ability, and each is still worth {n} Victory Points at the end.",
        AGENT_POINTS, place=say.name(location.name),
    )  # fmt: skip


def _raise(say: Translator, view: EdgeView, _op: ops.RaiseDefence, _home: str) -> str:
    player = view.players[view.viewer or 0]
    if not player.moved_down:
        return ""
    return say.t(
        "Your Defense is worth {now} Victory Points at the end; one space higher it is {higher}.",
        now=player.defence_value, higher=view.defence_track[player.moved_down - 1],
    )  # fmt: skip


def _claim(say: Translator, _view: EdgeView, _op: ops.Claim, _home: str) -> str:
    return say.n(
        "A claimed card is yours for the rest of the game: each filled slot on it is worth {n} Victory Point "
        "at the end, and others pay you for its effects.",
        "A claimed card is yours for the rest of the game: each filled slot on it is worth {n} Victory "
        "Points at the end, and others pay you for its effects.",
        SLOT_POINTS,
    )  # fmt: skip


#: The sentences about the verbs of effects. Verbs that are left out have none.
BY_VERB: Mapping[type[Any], OpReason] = {
    ops.Train: _train,
    ops.Gain: _gain,
    ops.Hunt: _hunt,
    ops.Dispatch: _send,
    ops.RaiseDefence: _raise,
    ops.Claim: _claim,
}


def _of_clauses(say: Translator, view: EdgeView, clauses: Iterable[Clause], home: str) -> Iterator[str]:
    for clause in clauses:
        for op in clause.do:
            if (tell := BY_VERB.get(type(op))) is not None:
                yield tell(say, view, op, home)


def _possible(view: EdgeView, effect: Effect, key: str) -> Sequence[Clause]:
    """Return the parts of an effect that work now, or its only part that is possible."""
    if view.phase == "prologue":
        return prologue_clauses(effect)
    only = view.pending.only.get(key, 0) if view.pending else 0
    return effect.clauses[only - 1 : only] if only else effect.clauses


# -- actions ----------------------------------------------------------------------------------------------------


def _contacts(say: Translator, view: EdgeView, offered: Sequence[actions.UseContact]) -> Iterator[str]:
    cards = names.all_cards(view)
    for action in offered:
        effect, home, _ = effect_at(view, cards[action.card], action.slot)
        yield from _used(say, view, effect, home, f"{action.card}/{action.slot}")


def _abilities(say: Translator, view: EdgeView, offered: Sequence[actions.UseAbility]) -> Iterator[str]:
    for action in offered:
        location = names.content_of(view).locations[action.location]
        if location.ability is not None:
            yield from _used(say, view, location.ability.effect, action.location, action.location)


def _used(say: Translator, view: EdgeView, effect: Effect, home: str, key: str) -> Iterator[str]:
    """Yield sentences about using an effect. A defence is worth the same whatever else the effect does."""
    pending = view.pending
    if pending is None or pending.key != "defend":
        yield from _of_clauses(say, view, _possible(view, effect, key), home)
    elif key in pending.reductions and pending.reducible >= damage_left(pending):
        yield _defence(say, view)


def _defence(say: Translator, view: EdgeView) -> str:
    player, track = view.players[view.viewer or 0], view.defence_track
    lower = track[min(player.moved_down + 1, len(track) - 1)]
    return say.t(
        "Reduced to 0, the attack brings you {n} Reputation; otherwise your Defense is worth {lower} Victory Points"
        " instead of {now}.",
        n=DEFENDED, now=player.defence_value, lower=lower,
    )  # fmt: skip


def _parts(say: Translator, view: EdgeView, offered: Sequence[actions.ChooseOption]) -> Iterator[str]:
    for action in offered:
        if (found := part_of(view, action.option)) is not None:
            yield from _of_clauses(say, view, found[:1], found[1])


def _draft(say: Translator, view: EdgeView, _offered: Sequence[actions.Draft]) -> Iterator[str]:
    yield say.t(
        "Effects on your own and on Neutral cards are free; an effect on another player's card costs a Coin, which its"
        " owner gets."
    )
    yield say.t(
        "Fewer cube icons in your hand mean fewer cubes for the tower, where a tray with {n} cubes attacks.",
        n=view.threshold,
    )


def _skip(say: Translator, _view: EdgeView, _offered: Sequence[actions.SkipCard]) -> Iterator[str]:
    yield say.t(
        "Skipping a card costs 1 Influence, which is {quarter} Victory Point at the end: do it for a card behind it"
        " that is worth more to you.",
        quarter=_quarter(say),
    )


def _slot(say: Translator) -> str:
    return say.n(
        "Each filled slot on your own cards is worth {n} Victory Point at the end, and others pay you for its effect.",
        "Each filled slot on your own cards is worth {n} Victory Points at the end, and others pay you for its effect.",
        SLOT_POINTS,
    )


def _pick(say: Translator, _view: EdgeView, _offered: Sequence[actions.Pick]) -> Iterator[str]:
    yield _slot(say)


def _sleeve(say: Translator, view: EdgeView, _offered: Sequence[actions.Sleeve]) -> Iterator[str]:
    if any(card.owner == view.viewer for card in view.players[view.viewer or 0].hand):
        yield _slot(say)


def _onto(say: Translator, view: EdgeView, offered: Sequence[actions.SleeveOnto]) -> Iterator[str]:
    cards = names.all_cards(view)
    if any((card := cards.get(action.card)) is not None and card.owner == view.viewer for action in offered):
        yield _slot(say)


def _hunted(say: Translator, view: EdgeView, offered: Sequence[actions.HuntThreats]) -> Iterator[str]:
    single = {action.spots for action in offered if len(action.spots) == 1}
    for spot in view.tower:
        if (spot.spot,) in single and spot.card is not None and any(spot.cubes):
            card = names.threats_name(say, names.threats_on(view, spot.card))
            yield say.n(
                "Hunting {card} takes {n} cube out of the tower before it can attack.",
                "Hunting {card} takes {n} cubes out of the tower before they can attack.",
                sum(spot.cubes), card=card,
            )  # fmt: skip


#: The sentences about the kinds of actions. Kinds that are left out have none.
BY_ACTION: Mapping[type[Action], move_reasons.Reason[EdgeView]] = {
    actions.Pick: _pick,
    actions.SkipCard: _skip,
    actions.Draft: _draft,
    actions.HuntThreats: _hunted,
    actions.UseContact: _contacts,
    actions.UseAbility: _abilities,
    actions.ChooseOption: _parts,
    actions.Sleeve: _sleeve,
    actions.SleeveOnto: _onto,
}
