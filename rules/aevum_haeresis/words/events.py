"""The lines of the log. An event knows no match, so names come from the installed packs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words.amounts import UNTIL, change_words, icon_words, signed
from rules.aevum_haeresis.words.names import (
    card_name,
    card_names,
    counted,
    find_card,
    reason_text,
    time_name,
    window_name,
)
from rules.kernel.data.events import Event
from rules.kernel.words.text import N_, Say

# -- setting up, Rounds -----------------------------------------------------------------------------------------


def _active_chosen(say: Say, body: events.ActiveChosen) -> str:
    if body.seat == body.active:
        return say.t("{player} chose to be Active first.", player=say.seat(body.seat))
    return say.t(
        "{player} chose {active} to be Active first.", player=say.seat(body.seat), active=say.seat(body.active)
    )


def _mulligan(say: Say, body: events.MulliganDecided) -> str:
    line = N_("{player} took a mulligan.") if body.again else N_("{player} kept the opening hand.")
    return say.t(line, player=say.seat(body.seat))


def _round_began(say: Say, body: events.RoundBegan) -> str:
    return say.t("Round {n}: {player} is Active.", n=body.round, player=say.seat(body.active))


def _stalled(say: Say, body: events.Stalled) -> str:
    return say.t(
        "{n} Rounds in a row nobody has played a card or acted: agree whether to go on;"
        " `/match concede` or the host's `/match end` ends the match.",
        n=body.rounds,
    )


# -- Story rows -------------------------------------------------------------------------------------------------


def _laid_row(say: Say, body: events.LaidRow) -> str:
    if not body.count:
        return say.t("{player} laid no card.", player=say.seat(body.seat))
    return say.n(
        "{player} laid {n} card face down.", "{player} laid {n} cards face down.", body.count,
        player=say.seat(body.seat),
    )  # fmt: skip


def _revealed(say: Say, body: events.ChapterRevealed) -> str:
    return say.t(
        "Chapter {n}: {player} reveals {cards}.",
        n=body.chapter, player=say.seat(body.seat), cards=card_names(say, body.cards),
    )  # fmt: skip


def _paid_for(say: Say, body: events.PaidFor) -> str | None:
    card = find_card(body.card)
    # An ability and a Hunter were told of when they were announced; a Heretic is when it enters.
    known = body.ability >= 0 or (card is not None and card.type in ("heretic", "hunter"))
    told = card_name(say, body.card)
    if not known:
        told = say.t("{player} paid for {card}", player=say.seat(body.seat), card=told)
    parts: list[str] = []
    if body.caster:
        parts.append(say.t("caster {card}", card=card_name(say, body.caster)))
    if body.host:
        parts.append(say.t("attached to {card}", card=card_name(say, body.host)))
    named = [target for target in body.targets if target]
    if named:
        parts.append(say.t("target {cards}", cards=card_names(say, named)))
    if parts:
        return f"{told}: {'; '.join(parts)}."
    return None if known else f"{told}."


def _not_paid(say: Say, body: events.NotPaid) -> str:
    return say.t(
        "{card} of {player} went to the Pyre unpaid.", card=card_name(say, body.card), player=say.seat(body.seat)
    )


def _sacrificed(say: Say, body: events.Sacrificed) -> str:
    return say.t("{player} sacrificed {card}.", player=say.seat(body.seat), card=card_name(say, body.card))


# -- actions ----------------------------------------------------------------------------------------------------


def _nobody_acted(say: Say, body: events.NobodyActed) -> str:
    return say.t("{window}: nobody acted.", window=window_name(say, body.window))


def _passed(say: Say, body: events.Passed) -> str:
    return say.t("{player} passed.", player=say.seat(body.seat))


def _used_heresy(say: Say, body: events.UsedHeresy) -> str:
    return say.t("{player} used the Heresy of {card}.", player=say.seat(body.seat), card=card_name(say, body.card))


_ANNOUNCED = {
    "plunder": N_("{player} announced a Plunder."),
    "recruit": N_("{player} announced a Recruit."),
    "accuse": N_("{player} announced an Accusation."),
}
_SUCCEEDED = {
    "plunder": N_("The Plunder of {player} succeeded."),
    "recruit": N_("The Recruit of {player} succeeded."),
    "accuse": N_("The Accusation of {player} succeeded."),
}
_FAILED = {
    "plunder": N_("The Plunder of {player} was unsuccessful."),
    "recruit": N_("The Recruit of {player} was unsuccessful."),
    "accuse": N_("The Accusation of {player} was unsuccessful."),
}


def _announced(say: Say, body: events.Announced) -> str:
    return say.t(_ANNOUNCED[body.manoeuvre], player=say.seat(body.seat))


def _succeeded(say: Say, body: events.Succeeded) -> str:
    return say.t(_SUCCEEDED[body.manoeuvre], player=say.seat(body.seat))


def _failed(say: Say, body: events.Failed) -> str:
    return say.t(_FAILED[body.manoeuvre], player=say.seat(body.seat))


def _team(say: Say, body: events.TeamChosen) -> str:
    player = say.seat(body.seat)
    if not body.blocking:
        return say.t("{player} sends {cards}.", player=player, cards=counted(say, body.cards))
    if not body.cards:
        return say.t("{player} does not block.", player=player)
    return say.t("{player} blocks with {cards}: a Conflict.", player=player, cards=counted(say, body.cards))


def _evaluated(say: Say, body: events.Evaluated) -> str:
    winner = body.seat if body.own >= body.other else 1 - body.seat
    return say.t(
        "Icons: {player} {own}, {other} {theirs}. {winner} is successful.",
        player=say.seat(body.seat), own=body.own, other=say.seat(1 - body.seat), theirs=body.other,
        winner=say.seat(winner),
    )  # fmt: skip


# -- windows ----------------------------------------------------------------------------------------------------


def _played_dem(say: Say, body: events.PlayedDem) -> str:
    return say.t(
        "{player} played {card} from hand ({window}).",
        player=say.seat(body.seat), card=card_name(say, body.card), window=window_name(say, body.window),
    )  # fmt: skip


def _used_dem(say: Say, body: events.UsedDem) -> str:
    return say.t(
        "{player} used the Deus Ex Machina of {card} ({window}).",
        player=say.seat(body.seat), card=card_name(say, body.card), window=window_name(say, body.window),
    )  # fmt: skip


# -- cards, numbers and characters -------------------------------------------------------------------------------


def _drew(say: Say, body: events.Drew) -> str:
    player = say.seat(body.seat)
    if body.deck == "heretic":
        return say.n("{player} drew {n} Heretic card.", "{player} drew {n} Heretic cards.", body.count, player=player)
    return say.n("{player} drew {n} Plot card.", "{player} drew {n} Plot cards.", body.count, player=player)


def _drew_cards(say: Say, body: events.DrewCards) -> str:
    return say.t("You drew {cards}.", cards=counted(say, body.cards))


def _milled(say: Say, body: events.Milled) -> str:
    return say.n(
        "{n} card of {player}'s Plot deck went to the Pyre: {cards}.",
        "{n} cards of {player}'s Plot deck went to the Pyre: {cards}.",
        len(body.cards), player=say.seat(body.seat), cards=counted(say, body.cards),
    )  # fmt: skip


def _discarded(say: Say, body: events.Discarded) -> str:
    return say.t("{player} discarded {cards}.", player=say.seat(body.seat), cards=counted(say, body.cards))


def _gold(say: Say, body: events.GoldChanged) -> str:
    return say.t(
        "{player}: {change} gold, now {n}.", player=say.seat(body.seat), change=signed(body.amount), n=body.total
    )


def _souls(say: Say, body: events.SoulsChanged) -> str:
    player, change = say.seat(body.seat), signed(body.amount)
    return say.n(
        "{player}: {change} soul, now {total}.", "{player}: {change} souls, now {total}.", abs(body.amount),
        player=player, change=change, total=body.total,
    )  # fmt: skip


def _execution(say: Say, body: events.ExecutionChanged) -> str:
    line = N_("The Execution level of {player} rose to {n}.") if body.amount > 0 else N_(
        "The Execution level of {player} fell to {n}."
    )  # fmt: skip
    return say.t(line, player=say.seat(body.seat), n=body.level)


def _entered(say: Say, body: events.Entered) -> str | None:
    card = find_card(body.card)
    name, player = card_name(say, body.card), say.seat(body.seat)
    match card.type if card else "":
        case "heretic":
            return say.t("{card} came to the Verge for {player}.", card=name, player=player)
        case "location":
            return say.t("{player} put {card} into play: it is Morning.", player=player, card=name)
        case _:
            return None  # paying for it was told


def _burned(say: Say, body: events.Burned) -> str | None:
    card = find_card(body.card)
    if card is not None and card.type in ("story", "event") and card.duration == "immediate":
        return None  # it did what it does
    return say.t("{card} went to the Pyre.", card=card_name(say, body.card))


def _locations_returned(say: Say, body: events.LocationsReturned) -> str:
    return say.t("The Locations of {player} came back to the Location deck.", player=say.seat(body.seat))


def _damaged(say: Say, body: events.Damaged) -> str:
    return say.t("{card} took {n} damage.", card=card_name(say, body.card), n=body.amount)


def _healed(say: Say, body: events.Healed) -> str:
    return say.t("{n} damage was removed from {card}.", n=body.amount, card=card_name(say, body.card))


def _turned(say: Say, body: events.Turned) -> str | None:
    if body.usual:
        return None
    line = N_("{card} is Ready.") if body.ready else N_("{card} is Spent.")
    return say.t(line, card=card_name(say, body.card))


def _control(say: Say, body: events.ControlChanged) -> str:
    return say.t("{player} now controls {card}.", player=say.seat(body.seat), card=card_name(say, body.card))


def _time(say: Say, body: events.TimeAdvanced) -> str:
    return say.t("{card}: {time}.", card=card_name(say, body.card), time=time_name(say, body.time))


_GROUPS = {
    "heretics": N_("The Heretics of {player}"),
    "participants": N_("The participants of {player}"),
    "team": N_("The team of {player}"),
}


def _changed(say: Say, body: events.Changed) -> str:
    group, _, seat = body.what.partition("/")
    until = say.t(UNTIL[body.until])
    line = N_("{who}: {change} {until}.")
    if not seat:
        change = change_words(say, body.stat, body.amount)
        return say.t(line, who=card_name(say, body.what), change=change, until=until)
    player = say.seat(int(seat))
    if body.stat == "shield":
        return say.t(
            "Damage dealt to the characters of {player} is reduced by {n} {until}.",
            player=player,
            n=body.amount,
            until=until,
        )
    who = say.t(_GROUPS[group], player=player)
    change = icon_words(say, body.amount) if group == "team" else change_words(say, body.stat, body.amount)
    return say.t(line, who=who, change=change, until=until)


_RAISED = {
    "hand": N_("{player} took {card} from the Pyre into the hand."),
    "deck": N_("{player} put {card} from the Pyre under the deck."),
    "verge": N_("{player} brought {card} back from the Pyre."),
}


def _raised(say: Say, body: events.Raised) -> str:
    return say.t(_RAISED[body.place], player=say.seat(body.seat), card=card_name(say, body.card))


def _peeked(say: Say, body: events.Peeked) -> str:
    return say.t("{player} looked at the hand of {other}.", player=say.seat(body.seat), other=say.seat(1 - body.seat))


def _saw_hand(say: Say, body: events.SawHand) -> str:
    if not body.kinds:
        return say.t("That hand is empty.")
    return say.t("In that hand you see {cards}.", cards=counted(say, body.kinds))


def _rolled(say: Say, body: events.Rolled) -> str:
    return say.t("{player} rolled {n}.", player=say.seat(body.seat), n=body.result)


# -- the end ----------------------------------------------------------------------------------------------------


def _decided(say: Say, body: events.Decided) -> str:
    return reason_text(say, body.reason, body.winner)


def _match_ended(say: Say, body: events.MatchEnded) -> str:
    return say.t("{winners} wins.", winners=say.join([say.seat(seat) for seat in body.winners]))


#: The line of each event; None for events that get none.
LINES: dict[type[Any], Callable[[Say, Any], str | None]] = {
    events.ActiveChosen: _active_chosen,
    events.MulliganDecided: _mulligan,
    events.RoundBegan: _round_began,
    events.Stalled: _stalled,
    events.LaidRow: _laid_row,
    events.ChapterRevealed: _revealed,
    events.PaidFor: _paid_for,
    events.NotPaid: _not_paid,
    events.Sacrificed: _sacrificed,
    events.Passed: _passed,
    events.NobodyActed: _nobody_acted,
    events.UsedHeresy: _used_heresy,
    events.Announced: _announced,
    events.Succeeded: _succeeded,
    events.Failed: _failed,
    events.TeamChosen: _team,
    events.Evaluated: _evaluated,
    events.PlayedDem: _played_dem,
    events.UsedDem: _used_dem,
    events.Drew: _drew,
    events.DrewCards: _drew_cards,
    events.Milled: _milled,
    events.Discarded: _discarded,
    events.GoldChanged: _gold,
    events.SoulsChanged: _souls,
    events.ExecutionChanged: _execution,
    events.Entered: _entered,
    events.Burned: _burned,
    events.LocationsReturned: _locations_returned,
    events.Damaged: _damaged,
    events.Healed: _healed,
    events.Turned: _turned,
    events.ControlChanged: _control,
    events.TimeAdvanced: _time,
    events.Changed: _changed,
    events.Raised: _raised,
    events.Peeked: _peeked,
    events.SawHand: _saw_hand,
    events.Rolled: _rolled,
    events.Decided: _decided,
    events.MatchEnded: _match_ended,
}


def event_line(say: Say, event: Event) -> str | None:
    """Return the log's line for an event, in the past tense, or None when it is not worth one."""
    return LINES[type(event.body)](say, event.body)
