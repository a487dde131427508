"""The phrases of the recap, which summarises each phase and each action in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import signed
from rules.aevum_haeresis.words.events import LINES
from rules.aevum_haeresis.words.packets import packet_number
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
        "card": ("card", names.card_name),
        "cards": ("cards", names.counted),
        "window": ("window", names.window_name),
        "time": ("time", names.time_name),
    }
)
_ANNOUNCED = {
    "plunder": N_("announced a Plunder"),
    "recruit": N_("announced a Recruit"),
    "accuse": N_("announced an Accusation"),
}
_SUCCEEDED = {
    "plunder": N_("the Plunder succeeded"),
    "recruit": N_("the Recruit succeeded"),
    "accuse": N_("the Accusation succeeded"),
}
_FAILED = {
    "plunder": N_("the Plunder was unsuccessful"),
    "recruit": N_("the Recruit was unsuccessful"),
    "accuse": N_("the Accusation was unsuccessful"),
}
_RAISED = {
    "hand": N_("took {card} from the Pyre into the hand"),
    "deck": N_("put {card} from the Pyre under the deck"),
    "verge": N_("brought {card} back from the Pyre"),
}
#: Events whose phrases already contain the player's name.
_NAMED = (events.Stalled, events.Evaluated, events.Decided, events.MatchEnded, events.RoundBegan)


def begins(body: Body, now: Turn) -> Turn | None:
    """Return the turn that starts with this event; None if no turn starts.

    Each action is a turn. The Prologue and the Enlistment are turns that belong to no player.
    """
    match body:
        case events.RoundBegan():
            # The first Round has no Prologue.
            return Turn(None, names.PHASES["prologue" if body.round > 1 else "enlistment"])
        case events.LaidRow() if now.seat is None and now.phase != names.PHASES["enlistment"]:
            return Turn(None, names.PHASES["enlistment"])
        case events.Announced() | events.UsedHeresy() | events.Passed():
            return Turn(body.seat)
        case events.Decided():
            return Turn()
        case _:
            return None


def whose(body: Body) -> int | None:
    """Return the seat whose name the recap puts before an event's phrase.

    Return None if the event has no player, or if the phrase already contains the name.
    """
    return None if isinstance(body, _NAMED) else getattr(body, "seat", None)


# -- cards ------------------------------------------------------------------------------------------------------


def _card(say: Translator, body: Any) -> list[str]:
    return [names.card_name(say, body.card)]


def _cards(say: Translator, body: Any) -> list[str]:
    return [names.card_name(say, card) for card in body.cards]


def _paid_for(say: Translator, body: events.PaidFor) -> list[str]:
    """Return the paid card with its caster, host and targets; empty if another event's phrase covers the payment."""
    card = names.find_card(say, body.card)
    details: list[str] = []
    if body.caster:
        details.append(say.t("caster {card}", card=names.card_name(say, body.caster)))
    if body.host:
        details.append(say.t("attached to {card}", card=names.card_name(say, body.host)))
    aimed = [target for target in body.targets if target]
    if aimed:
        details.append(say.t("target {cards}", cards=names.card_names(say, aimed)))
    name = names.card_name(say, body.card)
    if details:
        return [f"{name} ({', '.join(details)})"]
    known = body.ability >= 0 or (card is not None and card.type in ("heretic", "hunter"))
    return [] if known else [name]


def _entered(say: Translator, bodies: Sequence[Any]) -> str:
    line = (
        N_("{items} in play: it is Morning") if _type(say, bodies[0].card) == "location" else N_("{items} on the Verge")
    )
    return say.t(line, items=counted(say, [names.card_name(say, body.card) for body in bodies]))


def _type(say: Translator, card: str) -> str:
    found = names.find_card(say, card)
    return found.type if found is not None else ""


def _enters(say: Translator, body: events.Entered) -> str:
    """Return the type of an entering card, which selects a phrase; "" if the phrase about its payment is enough."""
    kind = _type(say, body.card)
    return kind if kind in ("heretic", "location") else ""


def _burned(say: Translator, body: events.Burned) -> list[str]:
    return _card(say, body) if LINES[events.Burned](say, body) else []


def _drew(say: Translator, body: events.Drew, count: int) -> str:
    if body.deck == "heretic":
        return say.n("drew {n} Heretic card", "drew {n} Heretic cards", count)
    return say.n("drew {n} Plot card", "drew {n} Plot cards", count)


def _milled(say: Translator, bodies: Sequence[Any]) -> str:
    cards = [card for body in bodies for card in body.cards]
    return say.n(
        "{n} card of the Plot deck to the Pyre: {cards}", "{n} cards of the Plot deck to the Pyre: {cards}",
        len(cards), cards=names.counted(say, cards),
    )  # fmt: skip


# -- rows and teams ---------------------------------------------------------------------------------------------


def _laid(say: Translator, _body: events.LaidRow, count: int) -> str:
    return say.n("laid {n} card face down", "laid {n} cards face down", count) if count else say.t("laid no card")


def _team(say: Translator, body: events.TeamChosen) -> str:
    if body.blocking and not body.cards:
        return say.t("does not block")
    line = N_("blocks with {cards}") if body.blocking else N_("sends {cards}")
    return say.t(line, cards=names.counted(say, body.cards))


# -- numbers ----------------------------------------------------------------------------------------------------


def _gold(say: Translator, bodies: Sequence[Any]) -> str:
    line = N_("{change} gold for the Conflict, now {n}") if bodies[0].conflict else N_("{change} gold, now {n}")
    return say.t(line, change=signed(sum(body.amount for body in bodies)), n=bodies[-1].total)


def _souls(say: Translator, bodies: Sequence[Any]) -> str:
    amount = sum(body.amount for body in bodies)
    return say.n(
        "{change} soul, now {total}", "{change} souls, now {total}", abs(amount),
        change=signed(amount), total=bodies[-1].total,
    )  # fmt: skip


def _execution(say: Translator, body: events.ExecutionChanged) -> str:
    return say.t("{change} Execution, now {n}", change=signed(body.amount), n=body.level)


def _evaluated(say: Translator, body: events.Evaluated) -> str:
    """Return the outcome of a Conflict. It comes first, because a long line is cut at its end."""
    if body.own >= body.other:
        # The line already begins with the initiator's name.
        return say.t("won the Conflict, {own} to {theirs}", own=body.own, theirs=body.other)
    winner = say.seat(1 - body.seat)
    return say.t("{winner} won the Conflict, {own} to {theirs}", winner=winner, own=body.other, theirs=body.own)


def _wounds(sentence: str) -> Callable[[Translator, Any, int], str]:
    return lambda say, body, n: say.t(sentence, card=names.card_name(say, body.card), n=n)


def _time(say: Translator, bodies: Sequence[Any]) -> str:
    times = [names.time_name(say, body.time) for body in bodies]
    return say.t("{card}: {time}", card=names.card_name(say, bodies[0].card), time=", ".join(times))


def _packet_done(say: Translator, body: events.PacketDone) -> str:
    line = N_("took cards of the passed packet {n}") if body.passed else N_("passed packet {n} on")
    return say.t(line, n=packet_number(body.number, own=not body.passed))


RECAP = Recap(
    {
        # The viewer sees the packet anyway, so the recap leaves it out.
        events.PacketSeen: Part(no_phrase),
        events.Took: listed(N_("took {items}"), _card),
        events.PacketDone: phrase_per_event(_packet_done),
        events.DeckBuilt: phrase_per_event(_LOG.t(N_("the deck is ready"))),
        events.LaidRow: summed(_laid, lambda body: body.count),
        events.ChapterRevealed: listed(N_("reveals {items}"), _cards, weight=2),
        events.PaidFor: listed(N_("paid for {items}"), _paid_for),
        events.NotPaid: listed(N_("unpaid, to the Pyre: {items}"), _card),
        events.Sacrificed: listed(N_("sacrificed {items}"), _card, weight=2),
        events.Passed: phrase_per_event(
            _LOG.by(
                "forced", {True: N_("passed, as nothing else was possible"), False: N_("passed"), None: N_("passed")}
            )
        ),
        events.UsedHeresy: listed(N_("Heresy of {items}"), _card, weight=2),
        events.Announced: phrase_per_event(_LOG.by("manoeuvre", _ANNOUNCED)),
        events.Succeeded: phrase_per_event(_LOG.by("manoeuvre", _SUCCEEDED), 2),
        events.Failed: phrase_per_event(_LOG.by("manoeuvre", _FAILED), 2),
        events.TeamChosen: phrase_per_event(_team),
        events.Evaluated: phrase_per_event(_evaluated, 2),
        events.PlayedDem: phrase_per_event(_LOG.t(N_("{card} from hand ({window})")), 2),
        events.UsedDem: phrase_per_event(_LOG.t(N_("Deus Ex Machina of {card} ({window})")), 2),
        events.Drew: summed(_drew, lambda body: body.count, lambda body: body.deck, 0),
        events.DrewCards: listed(N_("drawn: {items}"), _cards, weight=0),
        events.Milled: Part(_milled),
        events.Discarded: listed(N_("discarded {items}"), _cards, weight=0),
        events.GoldChanged: Part(_gold, lambda _say, body: (body.amount > 0, bool(body.conflict)), 0),
        events.SoulsChanged: Part(_souls, lambda _say, body: body.amount > 0, 2),
        events.ExecutionChanged: phrase_per_event(_execution, 2),
        events.Entered: Part(lambda say, bodies: _entered(say, bodies) if _enters(say, bodies[0]) else "", _enters),
        events.Burned: listed(N_("to the Pyre: {items}"), _burned),
        events.Damaged: summed(_wounds(N_("{card}: {n} damage")), lambda body: body.amount, lambda body: body.card),
        events.Healed: summed(
            _wounds(N_("{card}: {n} damage removed")), lambda body: body.amount, lambda body: body.card
        ),
        events.Turned: log_sentences(LINES[events.Turned], 0),
        events.Countered: log_sentences(LINES[events.Countered], 0),
        events.SetOff: listed(N_("ability of {items}"), _card),
        events.ControlChanged: phrase_per_event(_LOG.t(N_("controls {card}")), 2),
        events.TimeAdvanced: Part(_time, lambda _say, body: body.card, 0),
        events.Changed: log_sentences(LINES[events.Changed], 0),
        events.Raised: phrase_per_event(_LOG.by("place", _RAISED)),
        events.Rolled: phrase_per_event(_LOG.t(N_("rolled {n}"), n="result")),
        **{kind: log_sentences(LINES[kind], 2) for kind in _NAMED if kind is not events.Evaluated},
    },
    begins,
    whose,
)
