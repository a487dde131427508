"""The log's lines for cards, numbers and characters: what is drawn, gained, damaged, turned, brought back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words.amounts import UNTIL, change_words, icon_words, signed
from rules.aevum_haeresis.words.names import card_name, counted, find_card, time_name
from rules.kernel.words.text import N_, Say


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


PIECE_LINES: dict[type[Any], Callable[[Say, Any], str | None]] = {
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
}
