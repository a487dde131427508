"""The recap: the turns of the players and of the Great Old One in short phrases, made from their events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.state import events
from rules.dark_providence.words import names
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.events import LINES
from rules.dark_providence.words.solo import order_name
from rules.kernel.data.events import Body
from rules.kernel.words.log_sentences import Log
from rules.kernel.words.recap import (
    Part,
    Recap,
    Turn,
    counted,
    listed,
    log_sentences,
    no_phrase,
    phrase_per_event,
    summed,
)
from rules.kernel.words.translation import N_, Translator

_LOG = Log(
    {
        "agent": ("agent", names.agent_name),
        "before": ("before", names.owner_name),
        "from_target": ("target", names.from_target),
        "markers": ("count", markers),
        "on_target": ("target", names.on_target),
        "card": ("card", names.target_name),
        "city": ("city", names.city_name),
        "cultist": ("who", names.cultist_name),
        "order": ("order", order_name),
        "origin": ("origin", names.city_name),
        "other": ("other", names.owner_name),
    }
)
_LEFT = {
    "hand": N_("{card} out of the hand"),
    "deck": N_("{card} out of the deck"),
    "discard": N_("{card} out of the discard pile"),
    # No phrase, because another event reports where a card from the table goes.
    "table": None,
}
_GOT = {"hand": N_("took {card} into the hand"), "discard": N_("got {card}")}
_GATES = {"open": N_("opened the gate of {city} with {agent}"), "close": N_("closed the gate of {city} with {agent}")}
_TRACKS = {
    "ritual": N_("ritual {change}, to space {space}"),
    "investigation": N_("investigation {change}, to space {space}"),
}
#: Events whose sentences contain the player's name.
_NAMED = (events.EndCalled, events.Revealed, events.RevealFailed, events.Excluded, events.LeadSpared, events.MatchEnded)


def begins(body: Body, now: Turn) -> Turn | None:
    """Return the turn that an event starts, or None. The final scoring belongs to no player's turn."""
    match body:
        case events.TurnBegan():
            return Turn(body.seat)
        case events.ControlDrawn():
            return Turn(-1)
        case events.PaidWith() | events.Used() | events.Acquired() | events.Discarded() | events.Passed() if (
            now.seat is None
        ):
            # The event that began the turn was told before: with the previous turn, or with the start of the match.
            return Turn(body.seat)
        case events.Excluded() | events.MatchEnded() if now.seat is not None:
            return Turn()
        case events.Revealed() if body.cause == "end" and now.seat is not None:
            return Turn()
        case _:
            return None


def seat_of(body: Body) -> int | None:
    """Return the seat that a phrase is about. For events about markers and agents, this is their owner."""
    if isinstance(body, _NAMED):
        return None
    match body:
        case events.ControlChanged() | events.AgentLost() | events.AgentJoined() | events.Travelled():
            return body.owner if body.owner >= 0 and not is_cultist(getattr(body, "agent", "")) else None
        case events.GateWorked():
            return None if is_cultist(body.actor) else body.owner
        case events.SpentMarkers() | events.ShiftedMarkers():
            return body.owner
        case events.Placed() | events.Recovered() | events.MarkersLeft() | events.Locked() | events.Unlocked():
            return body.owner
        case _:
            return getattr(body, "seat", None)


# -- cards ------------------------------------------------------------------------------------------------------


def _card(say: Translator, body: Any) -> list[str]:
    return [names.target_name(say, body.card)]


def _cards(say: Translator, body: Any) -> list[str]:
    return [names.card_name(say, card) for card in body.cards]


def _destroyed(say: Translator, bodies: Sequence[Any]) -> str:
    line = (
        N_("back to the city cards: {items}") if names.is_city_card(say, bodies[0].card) else N_("destroyed: {items}")
    )
    return say.t(line, items=counted(say, [names.card_name(say, body.card) for body in bodies]))


# -- influence, tracks, VP --------------------------------------------------------------------------------------


def _marks(sentence: str, *more: str) -> Callable[[Translator, Any, int], str]:
    """Return a function that writes a phrase about markers; `more` lists the placeholders to fill from the event."""
    fields = {
        "on_target": ("target", names.on_target),
        "from_target": ("target", names.from_target),
        "owner": ("owner", names.owner_name),
    }

    def phrase(say: Translator, body: Any, count: int) -> str:
        said = {name: fields[name][1](say, getattr(body, fields[name][0])) for name in more}
        return say.t(sentence, markers=markers(say, count), **said)

    return phrase


def _recovered(say: Translator, bodies: Sequence[Any]) -> str:
    places = counted(say, list(dict.fromkeys(names.target_name(say, body.target) for body in bodies)))
    return say.t("{markers} back from {items}", markers=markers(say, sum(body.count for body in bodies)), items=places)


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def _vp(say: Translator, bodies: Sequence[Any]) -> str:
    change, cards = _signed(sum(body.amount for body in bodies)), {body.card for body in bodies}
    if len(cards) == 1 and bodies[0].card:
        card = names.card_name(say, bodies[0].card)
        return say.t("{change} VP by {card}, now {total}", change=change, card=card, total=bodies[-1].total)
    return say.t("{change} VP, now {total}", change=change, total=bodies[-1].total)


def _track(say: Translator, bodies: Sequence[Any]) -> str:
    change = _signed(sum(body.by for body in bodies))
    return say.t(_TRACKS[bodies[0].track], change=change, space=bodies[-1].space)


# -- cities and agents ------------------------------------------------------------------------------------------


def _acquired(say: Translator, body: events.Acquired) -> list[str]:
    target = names.target_name(say, body.target)
    if not body.city:
        return [target]
    return [say.t("{target} in {city}", target=target, city=names.city_name(say, body.city))]


def _assassinated(say: Translator, body: events.Assassinated) -> str:
    victim = names.agent_name(say, body.victim)
    if body.owner >= 0 and not is_cultist(body.victim):
        victim = f"{victim} ({names.owner_name(say, body.owner)})"
    return say.t(
        "assassination in {city}: {actor} against {victim}",
        actor=names.agent_name(say, body.actor), city=names.city_name(say, body.city), victim=victim,
    )  # fmt: skip


def _control(say: Translator, body: events.ControlChanged) -> str:
    city = names.city_name(say, body.city)
    if body.owner < 0:
        return say.t("{city} controlled by nobody", city=city)
    if body.before < 0:
        return say.t("controls {city}", city=city)
    return say.t("controls {city} instead of {before}", city=city, before=names.owner_name(say, body.before))


def _gate(say: Translator, body: events.GateWorked) -> str:
    city, agent = names.city_name(say, body.city), names.agent_name(say, body.actor)
    return say.t(_GATES[body.face], city=city, agent=agent)


# -- sanity -----------------------------------------------------------------------------------------------------


def _token(say: Translator, body: events.TookToken) -> str:
    if body.madness:
        return say.t("sanity test: Madness, now {n}", n=body.total)
    return say.t("sanity test: no Madness")


def _count(body: Any) -> int:
    return body.count


RECAP = Recap(
    {
        events.TurnBegan: Part(no_phrase),
        events.Passed: phrase_per_event(_LOG.t("passed")),
        events.GainedActions: summed(lambda say, _body, n: say.n("{n} more action", "{n} more actions", n), _count),
        events.PaidWith: listed(N_("played {items}"), _cards, weight=0),
        events.Used: listed(N_("used {items}"), _card),
        events.SearchedStock: summed(
            lambda say, _body, n: say.n(
                "looked at {n} card of the secret stock", "looked at {n} cards of the secret stock", n
            ),
            _count,
        ),
        events.DrewHidden: summed(lambda say, _body, n: say.n("drew {n} card", "drew {n} cards", n), _count, weight=0),
        events.DrewCards: listed(N_("drawn: {items}"), _cards, weight=0),
        events.Reshuffled: summed(
            lambda say, _body, n: say.n("deck shuffled ({n} card)", "deck shuffled ({n} cards)", n),
            lambda body: body.cards,
            weight=0,
        ),
        events.CardLeft: phrase_per_event(_LOG.by("zone", _LEFT)),
        events.CardDestroyed: Part(_destroyed, lambda say, body: names.is_city_card(say, body.card)),
        events.GotCard: phrase_per_event(_LOG.by("zone", _GOT)),
        events.Discarded: listed(N_("discarded {items}"), _cards, weight=0),
        events.Milled: listed(N_("out of the deck: {items}"), _cards),
        events.LookedAtHand: phrase_per_event(_LOG.t("looked in secret at the hand of {other}")),
        events.TurnedUp: phrase_per_event(_LOG.t("{card} face up in {city}"), 0),
        events.RowGrew: listed(N_("new in the mythos row: {items}"), _card, weight=0),
        # The VP from a reveal are listed separately from VP gained earlier in the turn.
        events.Vp: Part(_vp, lambda _say, body: body.amount > 0, 2, events.Revealed),
        events.Placed: summed(_marks(N_("{markers} {on_target}"), "on_target"), _count, lambda body: body.target),
        events.Recovered: Part(_recovered),
        events.Bought: summed(_marks(N_("bought {markers}")), _count),
        events.TookFromPool: summed(_marks(N_("{markers} from the common pool")), _count),
        events.MarkersLeft: Part(
            lambda say, bodies: _marks(
                N_("{markers} {from_target} to Limbo") if bodies[0].limbo else N_("{markers} back {from_target}"),
                "from_target",
            )(say, bodies[0], sum(map(_count, bodies))),
            lambda _say, body: (body.target, body.limbo),
            0,
        ),
        events.DroveOff: summed(
            _marks(N_("drove {markers} of {owner} away {from_target}"), "owner", "from_target"),
            _count,
            lambda body: (body.owner, body.target),
        ),
        events.SpentMarkers: summed(_marks(N_("{markers} to Limbo")), _count),
        events.ShiftedMarkers: phrase_per_event(
            _LOG.t("moved {markers} {from_target}; now {on_target}", from_target="origin")
        ),
        events.Locked: listed(N_("lock on {items}"), lambda say, body: [names.target_name(say, body.target)]),
        events.Unlocked: listed(N_("lock off {items}"), lambda say, body: [names.target_name(say, body.target)]),
        events.MovedTrack: Part(_track, lambda _say, body: (body.track, body.by > 0)),
        events.Acquired: listed(N_("acquired {items}"), _acquired, weight=2),
        events.Assassinated: phrase_per_event(_assassinated, 2),
        events.ControlChanged: phrase_per_event(_control, 2),
        events.AgentJoined: phrase_per_event(_LOG.t("{agent} came to {city}")),
        events.Travelled: phrase_per_event(_LOG.t("{agent}: {origin} to {city}")),
        events.AgentLost: phrase_per_event(_LOG.t("{agent} gone from {city}")),
        events.AgentDefected: phrase_per_event(_LOG.t("took over {agent} of {before}"), 2),
        events.AgentReturned: phrase_per_event(_LOG.t("{agent} returned")),
        events.GateWorked: phrase_per_event(_gate, 2),
        events.TookToken: phrase_per_event(_token),
        events.WentMad: phrase_per_event(_LOG.t("went mad"), 2),
        events.LookedAt: phrase_per_event(_LOG.t("looked in secret at the allegiance of {other}")),
        events.TokensCalmed: summed(
            lambda say, _body, n: say.n(
                "{n} Madness token back into the bag", "{n} Madness tokens back into the bag", n
            ),
            _count,
        ),
        events.ControlDrawn: Part(no_phrase),
        events.CultistActs: phrase_per_event(_LOG.t("{cultist} in {city}: {order}")),
        events.CultistFailed: log_sentences(LINES[events.CultistFailed]),
        **{kind: log_sentences(LINES[kind], 2) for kind in (*_NAMED, events.GoalReached)},
    },
    begins,
    seat_of,
    names.owner_name,
)
