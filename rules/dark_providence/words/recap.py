"""The recap: the turns of the players and of the Great Old One in short phrases, made from their events.

What players gain follows its cause: "took Chicago: +5 VP, now 5". Payments and draws that every turn has are left to
the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.board.piece_placement import LIMBO
from rules.dark_providence.state import events
from rules.dark_providence.words import names
from rules.dark_providence.words.events import LINES
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
        "on_target": ("target", names.on_target),
        "card": ("card", names.target_name),
        "city": ("city", names.city_name),
        "origin": ("origin", names.city_name),
        "other": ("other", names.owner_name),
    }
)
_LEFT = {
    "hand": N_("lost {card} from the hand"),
    "deck": N_("lost {card} from the deck"),
    "discard": N_("lost {card} from the discard pile"),
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
            return -1 if is_cultist(body.actor) else body.owner
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
    count, items = len(bodies), counted(say, [names.card_name(say, body.card) for body in bodies])
    if names.is_city_card(say, bodies[0].card):
        return say.n("{items} went back to the city cards", "{items} went back to the city cards", count, items=items)
    return say.n("{items} was destroyed", "{items} were destroyed", count, items=items)


# -- influence, tracks, VP --------------------------------------------------------------------------------------


def _marks(sentence: str, *more: str) -> Callable[[Translator, Any, int], str]:
    """Return a function that writes a phrase about markers; `more` lists the placeholders to fill from the event."""
    fields = {
        "on_target": ("target", names.on_target),
        "from_target": ("target", names.from_target),
        "origin": ("origin", names.from_target),
        "owner": ("owner", names.owner_name),
    }

    def phrase(say: Translator, body: Any, count: int) -> str:
        said = {name: fields[name][1](say, getattr(body, fields[name][0])) for name in more}
        return say.t(sentence, n=count, **said)

    return phrase


def _recovered(say: Translator, bodies: Sequence[Any]) -> str:
    count, places = sum(body.count for body in bodies), list(dict.fromkeys(body.target for body in bodies))
    if LIMBO in places:
        # In some languages Limbo has an article, and the names of cities and cards have none.
        from_items = say.join([names.from_target(say, place) for place in places])
        return say.t("recovered {n} influence {from_items}", n=count, from_items=from_items)
    items = counted(say, [names.target_name(say, place) for place in places])
    return say.t("recovered {n} influence from {items}", n=count, items=items)


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


def _paid(say: Translator, bodies: Sequence[events.PaidWith]) -> str:
    """Return the phrase of a payment. Only the price of a card's effect is news: what others buy says what it costs."""
    if bodies[0].use != "cost":
        return ""
    return say.t("paid with {items}", items=counted(say, [name for body in bodies for name in _cards(say, body)]))


def _assassinated(say: Translator, body: events.Assassinated) -> str:
    victim = names.agent_name(say, body.victim)
    if body.owner >= 0 and not is_cultist(body.victim):
        victim = f"{victim} ({names.owner_name(say, body.owner)})"
    return say.t(
        "assassination in {city}: {actor} against {victim}",
        actor=names.agent_name(say, body.actor), city=names.city_name(say, body.city), victim=victim,
    )  # fmt: skip


def _travelled(say: Translator, bodies: Sequence[events.Travelled]) -> str:
    """Return the phrase of an agent's whole way."""
    return say.t(
        "{agent} went from {origin} to {city}",
        agent=names.agent_name(say, bodies[0].agent),
        origin=names.city_name(say, bodies[0].origin),
        city=names.city_name(say, bodies[-1].city),
    )


def _control(say: Translator, body: events.ControlChanged) -> str:
    city = names.city_name(say, body.city)
    if body.owner < 0:
        return say.t("no one controls {city}", city=city)
    if body.before < 0:
        return say.t("took control of {city}", city=city)
    return say.t("took {city} from {before}", city=city, before=names.owner_name(say, body.before))


def _gate(say: Translator, body: events.GateWorked) -> str:
    city, agent = names.city_name(say, body.city), names.agent_name(say, body.actor)
    return say.t(_GATES[body.face], city=city, agent=agent)


# -- sanity -----------------------------------------------------------------------------------------------------


def _token(say: Translator, body: events.TookToken) -> str:
    if body.madness:
        return say.t("drew a Madness token, now {n}", n=body.total)
    return say.t("drew no Madness")


def _count(body: Any) -> int:
    return body.count


# -- causes and gains -----------------------------------------------------------------------------------------


def _cause(part: Part, kind: type[Body]) -> Part:
    """Return the part with a separate phrase for each event of this class, which the gains follow."""
    return replace(part, since=kind, role="cause")


def _gain(part: Part) -> Part:
    return replace(part, role="gain")


def _target(_say: Translator, body: events.Acquired | events.ControlChanged | events.TurnedUp) -> tuple[str, bool]:
    """Return the city or card, and whether the event is about an asset of the city: it is taken, or the next one."""
    match body:
        case events.Acquired():
            return body.city or body.target, bool(body.city)
        case events.ControlChanged():
            return body.city, False
        case events.TurnedUp():
            return body.city, True


def _took(say: Translator, bodies: Sequence[events.Acquired | events.ControlChanged | events.TurnedUp]) -> str:
    """Return the phrase of an acquisition. A city's control also has the player who lost it."""
    acquired = [body for body in bodies if isinstance(body, events.Acquired)]
    control = next((body for body in bodies if isinstance(body, events.ControlChanged)), None)
    if control is not None and (control.before >= 0 or not acquired):
        return _control(say, control)
    taken = say.join_names([names.target_name(say, body.target) for body in acquired])
    if names.find_city(say, acquired[0].target):
        return say.t("acquired {city}", city=taken)
    if not acquired[0].city:
        return say.t("acquired {card}", card=taken)
    city = names.city_name(say, acquired[0].city)
    following = [names.card_name(say, body.card) for body in bodies if isinstance(body, events.TurnedUp)]
    if not following:
        return say.t("acquired {card} in {city}", card=taken, city=city)
    return say.t(
        "acquired {card} in {city} (next there: {next})", card=taken, city=city, next=say.join_names(following)
    )


#: An acquisition together with the control of an acquired city.
_TAKEN = Part(_took, _target, 2, events.TurnBegan, "cause")


def worth_telling(_say: Translator, bodies: Sequence[Any]) -> list[Any]:
    """Return the events that need a phrase, without those that another phrase covers or that every turn has."""
    covering = _Covering(bodies)
    told: list[Any] = []
    before: Any = None
    for place, body in enumerate(bodies):
        # Only a card's draw is news. At the end of a turn everyone draws.
        is_routine = isinstance(body, events.Reshuffled) or (
            isinstance(body, events.DrewHidden) and not isinstance(before, events.Used)
        )
        if not is_routine and not covering.has(body, bodies[place + 1 :]):
            told.append(body)
        before = before if isinstance(body, events.Reshuffled | events.DrewCards) else body
    return told


class _Covering:
    """The events of a turn whose phrases cover other events."""

    __slots__ = ("_acquired", "_by_cultist", "_maddened", "_taken", "_used")

    def __init__(self, bodies: Sequence[Any]) -> None:
        acquired = [body for body in bodies if isinstance(body, events.Acquired)]
        self._acquired = {body.target for body in acquired}
        self._by_cultist = {body.target for body in acquired if body.seat < 0}
        self._taken = {body.city for body in bodies if isinstance(body, events.ControlChanged) and body.owner >= 0}
        self._used = {body.card for body in bodies if isinstance(body, events.Used)}
        self._maddened = any(isinstance(body, events.Revealed) and body.cause == "madness" for body in bodies)

    def has(self, body: Any, after: Sequence[Any]) -> bool:
        """Return whether another event's phrase covers this event. `after` are the events that follow it."""
        match body:
            case events.ControlChanged():
                # A cultist's acquisition and the control have different owners, so they can't share a phrase.
                return body.city in self._by_cultist
            case events.MarkersLeft():
                return body.limbo and body.target in self._acquired
            case events.AgentJoined():
                return body.agent in self._acquired
            case events.CardLeft():
                return body.card in self._taken
            case events.CardDestroyed():
                return body.card in self._used
            case events.WentMad():
                return self._maddened
            case events.Used():
                return _works_on_agents(after)
            case _:
                return False


def _works_on_agents(after: Sequence[Any]) -> bool:
    """Return whether a card was used for a gate or an assassination, whose phrase is enough."""
    following = next((body for body in after if not isinstance(body, events.PaidWith)), None)
    return isinstance(following, events.GateWorked | events.Assassinated)


RECAP = Recap(
    {
        events.TurnBegan: Part(no_phrase),
        events.Passed: phrase_per_event(_LOG.t("passed")),
        events.GainedActions: _gain(
            summed(lambda say, _body, n: say.n("{n} more action", "{n} more actions", n), _count)
        ),
        # Actions of the same kind are summed up: two payments to place influence have one phrase.
        events.PaidWith: Part(
            _paid, lambda _say, body: (body.use, body.cards if body.use == "cost" else ()), 0, role="cause"
        ),
        events.Used: _cause(phrase_per_event(_LOG.t("used {card}")), events.Used),
        events.SearchedStock: _gain(
            summed(
                lambda say, _body, n: say.n(
                    "looked at {n} card of the secret stock", "looked at {n} cards of the secret stock", n
                ),
                _count,
            )
        ),
        events.DrewHidden: _gain(
            summed(lambda say, _body, n: say.n("drew {n} card", "drew {n} cards", n), _count, weight=0)
        ),
        events.DrewCards: _gain(listed(N_("drawn: {items}"), _cards, weight=0)),
        events.CardLeft: _gain(phrase_per_event(_LOG.by("zone", _LEFT))),
        events.CardDestroyed: _gain(Part(_destroyed, lambda say, body: names.is_city_card(say, body.card))),
        events.GotCard: _gain(phrase_per_event(_LOG.by("zone", _GOT))),
        events.Discarded: listed(N_("discarded {items}"), _cards, weight=0),
        events.Milled: _gain(listed(N_("lost {items} from the deck"), _cards)),
        events.LookedAtHand: _gain(phrase_per_event(_LOG.t("secretly looked at {other}'s hand"))),
        events.TurnedUp: replace(
            _gain(phrase_per_event(_LOG.t("next in {city} is {card}"), 0)), key=_target, adds_to=_TAKEN
        ),
        events.StackRanOut: _gain(phrase_per_event(_LOG.t("{city} has no asset left"))),
        events.RowGrew: _gain(listed(N_("{items} in the mythos row"), _card, weight=0)),
        # The VP from a reveal are listed separately from VP gained earlier in the turn.
        events.Vp: _gain(Part(_vp, lambda _say, body: body.amount > 0, 2, events.Revealed)),
        events.Placed: _gain(
            summed(_marks(N_("placed {n} influence {on_target}"), "on_target"), _count, lambda body: body.target)
        ),
        events.Recovered: _gain(Part(_recovered)),
        events.Bought: _gain(summed(_marks(N_("bought {n} influence")), _count)),
        events.TookFromPool: _gain(summed(_marks(N_("got {n} influence from the common pool")), _count)),
        events.MarkersLeft: _gain(
            Part(
                lambda say, bodies: _marks(
                    N_("lost {n} influence {from_target} to Limbo")
                    if bodies[0].limbo
                    else N_("recovered {n} influence {from_target}"),
                    "from_target",
                )(say, bodies[0], sum(map(_count, bodies))),
                lambda _say, body: (body.target, body.limbo),
                0,
            )
        ),
        events.DroveOff: _gain(
            summed(
                _marks(N_("drove off {n} of {owner}'s influence {from_target}"), "owner", "from_target"),
                _count,
                lambda body: (body.owner, body.target),
            )
        ),
        events.SpentMarkers: _gain(summed(_marks(N_("put {n} influence into Limbo")), _count)),
        events.ShiftedMarkers: _gain(
            summed(
                _marks(N_("moved {n} influence {origin}; now {on_target}"), "origin", "on_target"),
                _count,
                lambda body: (body.origin, body.target),
            )
        ),
        events.Locked: _gain(phrase_per_event(_LOG.t("lock {on_target}"))),
        events.Unlocked: _gain(phrase_per_event(_LOG.t("lock removed {from_target}"))),
        events.MovedTrack: _gain(Part(_track, lambda _say, body: (body.track, body.by > 0))),
        events.Acquired: _TAKEN,
        events.Assassinated: _cause(phrase_per_event(_assassinated, 2), events.Assassinated),
        events.ControlChanged: _TAKEN,
        events.AgentJoined: phrase_per_event(_LOG.t("{agent} came to {city}")),
        events.Travelled: Part(_travelled, lambda _say, body: body.agent),
        events.AgentLost: _gain(phrase_per_event(_LOG.t("{agent} was removed from {city}"))),
        events.AgentDefected: _gain(phrase_per_event(_LOG.t("took over {before}'s agent {agent}"), 2)),
        events.AgentReturned: _gain(phrase_per_event(_LOG.t("{agent} is now a returned agent"))),
        events.GateWorked: _cause(phrase_per_event(_gate, 2), events.GateWorked),
        events.TookToken: _gain(phrase_per_event(_token)),
        events.WentMad: phrase_per_event(_LOG.t("went mad"), 2),
        events.LookedAt: _gain(phrase_per_event(_LOG.t("secretly looked at {other}'s allegiance"))),
        events.TokensCalmed: _gain(
            summed(
                lambda say, _body, n: say.n(
                    "{n} Madness token back into the bag", "{n} Madness tokens back into the bag", n
                ),
                _count,
            )
        ),
        events.ControlDrawn: phrase_per_event(_LOG.t("turned up a control card"), 0),
        events.CultistActs: Part(no_phrase),
        events.CultistResource: Part(no_phrase),
        events.ControlShuffled: Part(no_phrase),
        events.CultistFailed: log_sentences(LINES[events.CultistFailed]),
        **{kind: log_sentences(LINES[kind], 2) for kind in (*_NAMED, events.GoalReached)},
        events.Revealed: _cause(log_sentences(LINES[events.Revealed], 2), events.Revealed),
    },
    begins,
    seat_of,
    names.owner_name,
    worth_telling,
)
