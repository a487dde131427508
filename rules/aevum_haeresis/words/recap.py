"""The phrases of the recap, which summarises each phase and each action in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import signed
from rules.aevum_haeresis.words.events import LINES, change_of, payment_details
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
    "hand": N_("took {items} back from the Pyre into hand"),
    "deck": N_("put {items} from the Pyre on the bottom of the deck"),
    "verge": N_("brought {items} back from the Pyre into the Verge"),
}
#: Events whose phrases already contain the player's name.
_NAMED = (events.Stalled, events.Decided, events.MatchEnded)


def begins(body: Body, now: Turn) -> Turn | None:
    """Return the turn that starts with this event; None if no turn starts.

    Each action is a turn. The Prologue and the Enlistment are turns that belong to no player.
    """
    match body:
        case events.RoundBegan():
            return Turn(None, _phase_of_round(body))
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

    Return None if the event has no player, or if the phrase already contains the name. An empty team of blockers
    belongs to the phrase about the initiator's manoeuvre.
    """
    if isinstance(body, events.TeamChosen) and body.blocking and not body.cards:
        return 1 - body.seat
    return None if isinstance(body, _NAMED) else getattr(body, "seat", None)


def _phase_of_round(body: events.RoundBegan) -> str:
    """Return the first phase of a Round. The first Round has no Prologue."""
    return names.PHASES["prologue" if body.round > 1 else "enlistment"]


def _round(say: Translator, body: events.RoundBegan) -> str:
    """Return the sentence that a Round's first line starts with, instead of a heading."""
    return say.t(
        "Round {n}, {phase}: {player} is Active",
        n=body.round, phase=say.t(_phase_of_round(body)), player=say.seat(body.active),
    )  # fmt: skip


#: Events whose phrases the gains of players follow.
_CAUSES = (
    events.Announced, events.TeamChosen, events.Evaluated, events.Succeeded, events.SetOff,
    events.PaidFor, events.PlayedDem, events.UsedDem, events.UsedHeresy, events.Entered,
)  # fmt: skip


def worth_telling(say: Translator, bodies: Sequence[Any]) -> list[Any]:
    """Return the events of a turn without those that the phrases of other events in the turn cover.

    A revealed card is paid for or goes to the Pyre unpaid, a laid row is revealed, and a manoeuvre succeeds unless it
    is blocked or the Conflict says otherwise. A sacrificed card goes to the Pyre, and one brought back may enter play.
    """
    decided = Counter((body.seat, body.card) for body in bodies if isinstance(body, events.PaidFor | events.NotPaid))
    shown = [isinstance(body, events.ChapterRevealed | events.Evaluated) for body in bodies]
    moved: Counter[tuple[type[Any], str]] = Counter()
    told: list[Any] = []
    cause: Any = None
    for number, body in enumerate(bodies):
        match body:
            case events.ChapterRevealed():
                covered = all(decided[body.seat, card] for card in body.cards)
            case events.LaidRow():
                covered = any(shown[number:])
            case events.Succeeded():
                covered = isinstance(cause, events.Evaluated | events.TeamChosen)
            case events.Failed():
                covered = isinstance(cause, events.Evaluated)
            case events.Burned():
                covered = _take(moved, events.Sacrificed, body.card) or not _burned(say, body)
            case events.Entered():
                covered = _take(moved, events.Raised, body.card)
            case events.Sacrificed() | events.Raised():
                moved[type(body), body.card] += 1
                covered = False
            case _:
                covered = False
        if not covered:
            told.append(body)
        if isinstance(body, _CAUSES):
            cause = body
    return told


def _take(moved: Counter[tuple[type[Any], str]], kind: type[Any], card: str) -> bool:
    """Return whether a card has moved by an event of this class, and count that event off."""
    if not moved[kind, card]:
        return False
    moved[kind, card] -= 1
    return True


# -- cards ------------------------------------------------------------------------------------------------------


def _card(say: Translator, body: Any) -> list[str]:
    return [names.card_name(say, body.card)]


def _the_card(body: Any) -> str:
    return body.card


def _card_key(_say: Translator, body: Any) -> str:
    return body.card


def _cards(say: Translator, body: Any) -> list[str]:
    return _names(say, body.cards)


def _type(say: Translator, card: str) -> str:
    found = names.find_card(say, card)
    return found.type if found is not None else ""


def _play_key(say: Translator, body: Any) -> tuple[str, str]:
    """Return the kind of phrase for a card that is played or used, and the card if each card has its own phrase."""
    if isinstance(body, events.UsedHeresy | events.UsedDem) or getattr(body, "ability", -1) >= 0:
        return "ability", body.card
    kind = _type(say, body.card)
    return (kind, "") if kind in ("heretic", "location") else ("card", names.kind_of(body.card))


def _played(say: Translator, bodies: Sequence[Any]) -> str:
    """Return the phrase about cards that are played or used, with casters, hosts and targets."""
    kind, _ = _play_key(say, bodies[0])
    paid = [body for body in bodies if isinstance(body, events.PaidFor)]
    match kind:
        case "location":
            return say.t("{items} in play: it is Morning", items=_listed(say, bodies))
        case "heretic":
            free = [body for body in bodies if body.card not in {one.card for one in paid}]
            enlisted = [say.t("enlisted {items}", items=_listed(say, paid))] if paid else []
            return "; ".join([*enlisted, *([_entered(say, _names(say, [one.card for one in free]))] if free else [])])
        case "ability":
            details = [text for body in paid if (text := _details(say, body))]
            line = next((_USED[type(body)] for body in bodies if type(body) in _USED), "")
            items = names.card_name(say, bodies[0].card) + "".join(f" ({text})" for text in details)
            return say.t(line, items=items) if line else items if details else ""
        case _:
            known = [body for body in bodies if isinstance(body, events.PlayedDem)]
            items = [
                names.card_name(say, body.card) + (f" ({text})" if (text := _details(say, body)) else "")
                for body in paid or known
            ]
            return say.t("played {items}", items=counted(say, items)) if items and _is_news(say, bodies) else ""


_USED = {events.UsedHeresy: N_("used the Heresy of {items}"), events.UsedDem: N_("used the Deus Ex Machina of {items}")}


def _is_news(say: Translator, bodies: Sequence[Any]) -> bool:
    """Return whether a card's phrase is needed: a Hunter that was paid for was announced before, from the hand."""
    return any(
        isinstance(body, events.PlayedDem) or _type(say, body.card) != "hunter" or _details(say, body)
        for body in bodies
        if not isinstance(body, events.Entered)
    )


def _listed(say: Translator, bodies: Sequence[Any]) -> str:
    return counted(say, [names.card_name(say, body.card) for body in bodies])


def _details(say: Translator, body: Any) -> str:
    """Return the caster, the host and the targets of a payment; "" without any."""
    return ", ".join(payment_details(say, body)) if isinstance(body, events.PaidFor) else ""


def _burned(say: Translator, body: events.Burned) -> list[str]:
    return _card(say, body) if LINES[events.Burned](say, body) else []


def _to_pyre(say: Translator, bodies: Sequence[events.Burned]) -> str:
    found = [name for body in bodies for name in _burned(say, body)]
    return say.n("{items} went to the Pyre", "{items} went to the Pyre", len(found), items=counted(say, found))


def _sacrificed(say: Translator, bodies: Sequence[events.Sacrificed | events.Raised]) -> str:
    """Return the phrase about cards that are sacrificed and brought back. A card with both is named once."""
    sacrificed = [body.card for body in bodies if isinstance(body, events.Sacrificed)]
    places: dict[str, list[str]] = {}
    both: list[str] = []
    for body in bodies:
        if isinstance(body, events.Sacrificed):
            continue
        if body.place == "verge" and body.card in sacrificed:
            sacrificed.remove(body.card)
            both.append(body.card)
        else:
            places.setdefault(body.place, []).append(body.card)
    phrases = [(N_("sacrificed {items}"), sacrificed), *((_RAISED[place], cards) for place, cards in places.items())]
    told = [say.t(line, items=counted(say, _names(say, cards))) for line, cards in phrases if cards]
    if both:
        back = say.n(
            "sacrificed {items} and brought it back from the Pyre into the Verge",
            "sacrificed {items} and brought them back from the Pyre into the Verge",
            len(both), items=counted(say, _names(say, both)),
        )  # fmt: skip
        told.insert(0, back)
    return ", ".join(told)


def _entered(say: Translator, items: Sequence[str]) -> str:
    return say.n("{items} entered the Verge", "{items} entered the Verge", len(items), items=counted(say, items))


def _drew(say: Translator, bodies: Sequence[Any]) -> str:
    drawn = Counter[str]()
    for body in bodies:
        drawn[body.deck] += body.count
    counts = [
        say.n("{n} Heretic card", "{n} Heretic cards", count)
        if deck == "heretic"
        else say.n("{n} Plot card", "{n} Plot cards", count)
        for deck, count in drawn.items()
    ]
    return say.t("drew {cards}", cards=say.join(counts))


def _milled(say: Translator, bodies: Sequence[Any]) -> str:
    cards = [card for body in bodies for card in body.cards]
    return say.n(
        "lost {n} Plot card: {cards}",
        "lost {n} Plot cards: {cards}",
        len(cards),
        cards=counted(say, _names(say, cards)),
    )


def _names(say: Translator, cards: Sequence[str]) -> list[str]:
    return [names.card_name(say, card) for card in cards]


# -- rows and teams ---------------------------------------------------------------------------------------------


def _laid(say: Translator, _body: events.LaidRow, count: int) -> str:
    return say.n("laid {n} card face down", "laid {n} cards face down", count) if count else say.t("laid no cards")


def _manoeuvre(say: Translator, bodies: Sequence[Any]) -> str:
    """Return the phrase about an initiator's manoeuvre: its kind and team, and whether it is unblocked."""
    announced = next((body.manoeuvre for body in bodies if isinstance(body, events.Announced)), "")
    teams = [body for body in bodies if isinstance(body, events.TeamChosen)]
    team = next((counted(say, _names(say, body.cards)) for body in teams if not body.blocking), "")
    open_way = any(body.blocking and not body.cards for body in teams)
    if announced and team:
        line = N_("{manoeuvre} with {cards}, unblocked") if open_way else N_("{manoeuvre} with {cards}")
        return say.t(line, manoeuvre=names.manoeuvre_name(say, announced), cards=team)
    parts = [say.t(_ANNOUNCED[announced])] if announced else []
    parts += [say.t("sent {cards}", cards=team)] if team else []
    return "; ".join([*parts, *([say.t("unblocked")] if open_way else [])])


def _team_key(_say: Translator, body: events.TeamChosen) -> bool:
    return body.blocking and bool(body.cards)


def _team(say: Translator, bodies: Sequence[Any]) -> str:
    """Return the phrase about a team: that of the blockers, or the one that belongs to the announcement."""
    first = bodies[-1]
    if isinstance(first, events.TeamChosen) and first.blocking and first.cards:
        return say.t("blocked with {cards}", cards=counted(say, _names(say, first.cards)))
    return _manoeuvre(say, bodies)


# -- numbers ----------------------------------------------------------------------------------------------------


def _gold(say: Translator, bodies: Sequence[Any]) -> str:
    """Return the phrase about gold. What a card costs and what it gives are added up; "" if they are equal."""
    amount = sum(body.amount for body in bodies)
    line = N_("{change} gold for the Conflict, now {n}") if bodies[0].conflict else N_("{change} gold, now {n}")
    return say.t(line, change=signed(amount), n=bodies[-1].total) if amount else ""


def _souls(say: Translator, bodies: Sequence[Any]) -> str:
    amount = sum(body.amount for body in bodies)
    return say.n(
        "{change} soul, now {total}", "{change} souls, now {total}", abs(amount),
        change=signed(amount), total=bodies[-1].total,
    )  # fmt: skip


def _execution(say: Translator, body: events.ExecutionChanged) -> str:
    return say.t("{change} Execution, now {n}", change=signed(body.amount), n=body.level)


def _evaluated(say: Translator, body: events.Evaluated) -> str:
    """Return the outcome of a Conflict for its initiator, whose turn it is."""
    line = N_("won the Conflict, {own} to {theirs}") if body.own >= body.other else N_(
        "lost the Conflict, {own} to {theirs}"
    )  # fmt: skip
    return say.t(line, own=body.own, theirs=body.other)


def _changed(say: Translator, body: events.Changed) -> str:
    who, change, until = change_of(say, body)
    return say.t("{change} {until} ({who})", change=change, until=until, who=who)


def _wounds(sentence: str) -> Callable[[Translator, Any, int], str]:
    return lambda say, body, n: say.t(sentence, card=names.card_name(say, body.card), n=n)


def _time(say: Translator, bodies: Sequence[Any]) -> str:
    times = [names.time_name(say, body.time) for body in bodies]
    return say.t("{card}: {time}", card=names.card_name(say, bodies[0].card), time=", ".join(times))


def _packet_done(say: Translator, body: events.PacketDone) -> str:
    line = N_("took cards from pack {n}") if body.passed else N_("passed on pack {n}")
    return say.t(line, n=packet_number(body.number, own=not body.passed))


#: A manoeuvre, and the cards that are played or used. Players' gains follow these phrases.
_MANOEUVRE = Part(
    _team,
    lambda say, body: _team_key(say, body) if isinstance(body, events.TeamChosen) else False,
    2,
    events.Announced,
    "cause",
)
_PLAY = Part(_played, _play_key, role="cause")
_SACRIFICE = Part(_sacrificed, weight=2, role="gain")


def _cause(part: Part) -> Part:
    return replace(part, role="cause")


def _gain(part: Part) -> Part:
    return replace(part, role="gain")


def _is_routine(say: Translator, body: Any) -> bool:
    """Return whether a card goes to the Pyre because its time is over, so that the last action isn't the cause."""
    return isinstance(body, events.Burned) and _type(say, body.card) in ("location", "hunter", "story", "event")


RECAP = Recap(
    {
        # The viewer sees the packet anyway, so the recap leaves it out.
        events.PacketSeen: Part(no_phrase),
        events.Took: listed(N_("took {items}"), _card),
        events.PacketDone: phrase_per_event(_packet_done),
        events.DeckBuilt: phrase_per_event(_LOG.t(N_("the deck is ready"))),
        events.LaidRow: summed(_laid, lambda body: body.count),
        events.ChapterRevealed: listed(N_("revealed {items}"), _cards, weight=2),
        events.PaidFor: _PLAY,
        events.PlayedDem: _PLAY,
        events.UsedDem: _PLAY,
        events.UsedHeresy: _PLAY,
        events.Entered: _PLAY,
        events.NotPaid: listed(N_("didn't pay for {items} (to the Pyre)"), _card),
        events.Sacrificed: _SACRIFICE,
        events.Raised: _SACRIFICE,
        events.Passed: phrase_per_event(
            _LOG.by("forced", {True: N_("passed (nothing else was possible)"), False: N_("passed"), None: N_("passed")})
        ),
        events.Announced: _MANOEUVRE,
        events.TeamChosen: _MANOEUVRE,
        events.Evaluated: _cause(phrase_per_event(_evaluated, 3)),
        events.Succeeded: _cause(phrase_per_event(_LOG.by("manoeuvre", _SUCCEEDED), 2)),
        events.Failed: phrase_per_event(_LOG.by("manoeuvre", _FAILED), 2),
        events.SetOff: _cause(listed(N_("ability of {items}"), _card, _the_card)),
        events.Drew: _gain(Part(_drew, weight=0)),
        events.DrewCards: _gain(listed(N_("drawn: {items}"), _cards, weight=0)),
        events.Milled: _gain(Part(_milled, weight=2)),
        events.Discarded: _gain(listed(N_("discarded {items}"), _cards, weight=0)),
        events.GoldChanged: _gain(Part(_gold, lambda _say, body: bool(body.conflict), 0)),
        events.SoulsChanged: _gain(Part(_souls, lambda _say, body: body.amount > 0, 3)),
        events.ExecutionChanged: _gain(phrase_per_event(_execution, 3)),
        events.Burned: _gain(Part(_to_pyre)),
        events.Damaged: _gain(summed(_wounds(N_("{n} damage to {card}")), lambda body: body.amount, _the_card)),
        events.Healed: _gain(
            summed(_wounds(N_("{n} damage removed from {card}")), lambda body: body.amount, _the_card)
        ),
        events.Turned: _gain(log_sentences(LINES[events.Turned], 0)),
        events.Countered: _gain(log_sentences(LINES[events.Countered], 0)),
        events.ControlChanged: _gain(phrase_per_event(_LOG.t(N_("took control of {card}")), 2)),
        events.Changed: _gain(phrase_per_event(_changed, 0)),
        events.Rolled: _gain(phrase_per_event(_LOG.t(N_("rolled {n}"), n="result"))),
        events.TimeAdvanced: Part(_time, _card_key, 0),
        events.RoundBegan: log_sentences(_round, 2),
        **{kind: log_sentences(LINES[kind], 2) for kind in _NAMED},
    },
    begins,
    whose,
    worth_telling=worth_telling,
    apart=_is_routine,
)
