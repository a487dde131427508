"""The log's sentence about each event.

An event doesn't say which pack its match uses, so card names are looked up in all installed packs.
"""

from __future__ import annotations

from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import UNTIL, change_words, icon_words, signed
from rules.aevum_haeresis.words.packets import packet_number
from rules.kernel.data.events import CutShort, Event
from rules.kernel.words.log_sentences import Line, Log
from rules.kernel.words.results import cut_short, over
from rules.kernel.words.translation import N_, Translator, capital

#: The placeholders in log sentences: for each, the field of the event, and a function that returns the field's value as
#: text.
_LOG = Log(
    {
        "player": ("seat", Translator.seat),
        "active": ("active", Translator.seat),
        "card": ("card", names.card_name),
        "cards": ("cards", names.counted),
        "window": ("window", names.window_name),
        "time": ("time", names.time_name),
        "change": ("amount", lambda _say, amount: signed(amount)),
    }
)


# -- set-up and Rounds ------------------------------------------------------------------------------------------


def _active_chosen(say: Translator, body: events.ActiveChosen) -> str:
    if body.seat == body.active:
        return say.t("{player} chose to be Active first.", player=say.seat(body.seat))
    return say.t(
        "{player} chose {active} to be Active first.", player=say.seat(body.seat), active=say.seat(body.active)
    )


# -- Story rows -------------------------------------------------------------------------------------------------


def _laid_row(say: Translator, body: events.LaidRow) -> str:
    if not body.count:
        return say.t("{player} laid no cards.", player=say.seat(body.seat))
    return say.n(
        "{player} laid {n} card face down.", "{player} laid {n} cards face down.", body.count,
        player=say.seat(body.seat),
    )  # fmt: skip


def _revealed(say: Translator, body: events.ChapterRevealed) -> str:
    return say.t(
        "Chapter {n}: {player} revealed {cards}.",
        n=body.chapter, player=say.seat(body.seat), cards=names.card_names(say, body.cards),
    )  # fmt: skip


def _paid_for(say: Translator, body: events.PaidFor) -> str | None:
    card = names.find_card(say, body.card)
    # Abilities and Hunters have already been logged when they were announced, and Heretics are logged when they enter
    # play.
    has_other_line = body.ability >= 0 or (card is not None and card.type in ("heretic", "hunter"))
    told = names.card_name(say, body.card)
    if not has_other_line:
        told = say.t("{player} paid for {card}", player=say.seat(body.seat), card=told)
    details = payment_details(say, body)
    if details:
        return f"{told}: {'; '.join(details)}."
    return None if has_other_line else f"{told}."


def payment_details(say: Translator, body: events.PaidFor) -> list[str]:
    """Return the caster, the host and the targets of a payment; empty without any."""
    details: list[str] = []
    if body.caster:
        details.append(say.t("caster {card}", card=names.card_name(say, body.caster)))
    if body.host:
        details.append(say.t("attached to {card}", card=names.card_name(say, body.host)))
    targets = [target for target in body.targets if target]
    if targets:
        details.append(say.t("target {cards}", cards=names.card_names(say, targets)))
    return details


# -- actions ----------------------------------------------------------------------------------------------------


def _team(say: Translator, body: events.TeamChosen) -> str:
    player = say.seat(body.seat)
    if not body.blocking:
        return say.t("{player} sent {cards}.", player=player, cards=names.counted(say, body.cards))
    if not body.cards:
        return say.t("{player} didn't block.", player=player)
    return say.t("{player} blocked with {cards}: a Conflict.", player=player, cards=names.counted(say, body.cards))


def _evaluated(say: Translator, body: events.Evaluated) -> str:
    winner = body.seat if body.own >= body.other else 1 - body.seat
    return say.t(
        "Icons: {own} for {player}, {theirs} for {other}. {winner} succeeds.",
        player=say.seat(body.seat), own=body.own, other=say.seat(1 - body.seat), theirs=body.other,
        winner=say.seat(winner),
    )  # fmt: skip


# -- cards, numbers and characters -------------------------------------------------------------------------------


def _drew(say: Translator, body: events.Drew) -> str:
    player = say.seat(body.seat)
    if body.deck == "heretic":
        return say.n("{player} drew {n} Heretic card.", "{player} drew {n} Heretic cards.", body.count, player=player)
    return say.n("{player} drew {n} Plot card.", "{player} drew {n} Plot cards.", body.count, player=player)


def _milled(say: Translator, body: events.Milled) -> str:
    return say.n(
        "{n} card from {player}'s Plot deck went to the Pyre: {cards}.",
        "{n} cards from {player}'s Plot deck went to the Pyre: {cards}.",
        len(body.cards), player=say.seat(body.seat), cards=names.counted(say, body.cards),
    )  # fmt: skip


def _gold(say: Translator, body: events.GoldChanged) -> str:
    line = N_("{player}: {change} gold, now {n}.")
    if body.conflict:
        line = N_("{player}: {change} gold for the Conflict, now {n}.")
    return say.t(line, player=say.seat(body.seat), change=signed(body.amount), n=body.total)


def _souls(say: Translator, body: events.SoulsChanged) -> str:
    player, change = say.seat(body.seat), signed(body.amount)
    return say.n(
        "{player}: {change} soul, now {total}.", "{player}: {change} souls, now {total}.", abs(body.amount),
        player=player, change=change, total=body.total,
    )  # fmt: skip


def _execution(say: Translator, body: events.ExecutionChanged) -> str:
    line = N_("{player}'s Execution level rose to {n}.") if body.amount > 0 else N_(
        "{player}'s Execution level fell to {n}."
    )  # fmt: skip
    return say.t(line, player=say.seat(body.seat), n=body.level)


def _entered(say: Translator, body: events.Entered) -> str | None:
    card = names.find_card(say, body.card)
    name, player = names.card_name(say, body.card), say.seat(body.seat)
    match card.type if card else "":
        case "heretic":
            return say.t("{card} entered the Verge for {player}.", card=name, player=player)
        case "location":
            return say.t("{player} put {card} into play: it is Morning.", player=player, card=name)
        case _:
            return None  # the log already has a line about the payment


def _burned(say: Translator, body: events.Burned) -> str | None:
    card = names.find_card(say, body.card)
    if card is not None and card.type in ("story", "event") and card.duration == "immediate":
        return None  # the log already has a line about the effect
    return say.t("{card} went to the Pyre.", card=names.card_name(say, body.card))


def _turned(say: Translator, body: events.Turned) -> str | None:
    if body.usual:
        return None
    line = N_("{card} is Ready.") if body.ready else N_("{card} is Spent.")
    return say.t(line, card=names.card_name(say, body.card))


_GROUPS = {
    "heretics": N_("{player}'s Heretics"),
    "participants": N_("{player}'s participants"),
    "team": N_("{player}'s team"),
}


def change_of(say: Translator, body: events.Changed) -> tuple[str, str, str]:
    """Return the characters whose numbers changed, the change, and how long it lasts."""
    group, _, seat = body.what.partition("/")
    until = say.t(UNTIL[body.until])
    if not seat:
        return names.card_name(say, body.what), change_words(say, body.stat, body.amount), until
    player = say.seat(int(seat))
    if body.stat == "shield":
        return say.t("{player}'s characters", player=player), say.t("{n} less damage", n=body.amount), until
    change = icon_words(say, body.amount) if group == "team" else change_words(say, body.stat, body.amount)
    return say.t(_GROUPS[group], player=player), change, until


def _changed(say: Translator, body: events.Changed) -> str:
    who, change, until = change_of(say, body)
    if body.stat == "shield":
        return say.t(
            "Damage dealt to {player}'s characters is reduced by {n} {until}.",
            player=say.seat(int(body.what.partition("/")[2])), n=body.amount, until=until,
        )  # fmt: skip
    line = say.t("{who}: {change} {until}.", who=who, change=change, until=until)
    # A player's name stays as it is.
    return line if line.startswith(say.names) else capital(line)


def _countered(say: Translator, body: events.Countered) -> str:
    return say.n(
        "{card}: {change} counter, now {total}.", "{card}: {change} counters, now {total}.", abs(body.amount),
        card=names.card_name(say, body.card), change=signed(body.amount), total=body.total,
    )  # fmt: skip


def _peeked(say: Translator, body: events.Peeked) -> str:
    return say.t("{player} looked at {other}'s hand.", player=say.seat(body.seat), other=say.seat(1 - body.seat))


def _saw_hand(say: Translator, body: events.SawHand) -> str:
    if not body.kinds:
        return say.t("That hand is empty.")
    return say.t("You see {cards} in their hand.", cards=names.counted(say, body.kinds))


# -- boosters ----------------------------------------------------------------------------------------------------


def _packet_seen(say: Translator, body: events.PacketSeen) -> str:
    line = N_("You look at passed pack {n}: {cards}.") if body.passed else N_("You open pack {n}: {cards}.")
    return say.t(line, n=packet_number(body.number, own=not body.passed), cards=names.counted(say, body.cards))


def _packet_done(say: Translator, body: events.PacketDone) -> str:
    line = N_("{player} took cards from passed pack {n}.") if body.passed else N_("{player} passed on pack {n}.")
    return say.t(line, player=say.seat(body.seat), n=packet_number(body.number, own=not body.passed))


#: The log sentence of each class of events; None for events that aren't logged.
LINES: dict[type[Any], Line] = {
    events.PacketSeen: _packet_seen,
    events.Took: _LOG.t(N_("You took {card}.")),
    events.PacketDone: _packet_done,
    events.DeckBuilt: _LOG.t(N_("{player}'s deck is ready.")),
    events.ActiveChosen: _active_chosen,
    events.MulliganDecided: _LOG.by(
        "again", {True: N_("{player} took a mulligan."), False: N_("{player} kept the opening hand.")}
    ),
    events.RoundBegan: _LOG.t(N_("Round {n}: {player} is Active."), n="round", player="active"),
    events.Stalled: _LOG.t(
        N_(
            "No one has played a card or acted for {n} Rounds. Agree whether to continue; `/match concede` "
            "or the host's `/match end` ends the match."
        ),
        n="rounds",
    ),
    events.LaidRow: _laid_row,
    events.ChapterRevealed: _revealed,
    events.PaidFor: _paid_for,
    events.NotPaid: _LOG.t(N_("{player} didn't pay for {card}: it went to the Pyre.")),
    events.Sacrificed: _LOG.t(N_("{player} sacrificed {card}.")),
    events.Passed: _LOG.by(
        "forced",
        {
            True: N_("{player} passed: nothing else was possible."),
            False: N_("{player} passed."),
            None: N_("{player} passed."),
        },
    ),
    events.NobodyActed: _LOG.t(N_("{window}: no one reacted.")),
    events.UsedHeresy: _LOG.t(N_("{player} used the Heresy of {card}.")),
    events.Announced: _LOG.by(
        "manoeuvre",
        {
            "plunder": N_("{player} announced a Plunder."),
            "recruit": N_("{player} announced a Recruit."),
            "accuse": N_("{player} announced an Accusation."),
        },
    ),
    events.Succeeded: _LOG.by(
        "manoeuvre",
        {
            "plunder": N_("{player}'s Plunder succeeded."),
            "recruit": N_("{player}'s Recruit succeeded."),
            "accuse": N_("{player}'s Accusation succeeded."),
        },
    ),
    events.Failed: _LOG.by(
        "manoeuvre",
        {
            "plunder": N_("{player}'s Plunder was unsuccessful."),
            "recruit": N_("{player}'s Recruit was unsuccessful."),
            "accuse": N_("{player}'s Accusation was unsuccessful."),
        },
    ),
    events.TeamChosen: _team,
    events.Evaluated: _evaluated,
    events.PlayedDem: _LOG.t(N_("{player} played {card} from hand ({window}).")),
    events.UsedDem: _LOG.t(N_("{player} used the Deus Ex Machina of {card} ({window}).")),
    events.Drew: _drew,
    events.DrewCards: _LOG.t(N_("You drew {cards}.")),
    events.Milled: _milled,
    events.Discarded: _LOG.t(N_("{player} discarded {cards}.")),
    events.GoldChanged: _gold,
    events.SoulsChanged: _souls,
    events.ExecutionChanged: _execution,
    events.Entered: _entered,
    events.Burned: _burned,
    events.LocationsReturned: _LOG.t(N_("{player}'s Locations came back to the Location deck.")),
    events.Damaged: _LOG.t(N_("{card} took {n} damage."), n="amount"),
    events.Healed: _LOG.t(N_("{n} damage was removed from {card}."), n="amount"),
    events.Turned: _turned,
    events.Countered: _countered,
    events.SetOff: _LOG.t(N_("{player}: {card}'s ability takes effect.")),
    events.ControlChanged: _LOG.t(N_("{player} now controls {card}.")),
    events.TimeAdvanced: _LOG.t(N_("{card}: {time}.")),
    events.Changed: _changed,
    events.Raised: _LOG.by(
        "place",
        {
            "hand": N_("{player} took {card} back from the Pyre into hand."),
            "deck": N_("{player} put {card} from the Pyre on the bottom of the deck."),
            "verge": N_("{player} brought {card} back from the Pyre."),
        },
    ),
    events.Peeked: _peeked,
    events.SawHand: _saw_hand,
    events.Rolled: _LOG.t(N_("{player} rolled {n}."), n="result"),
    events.Decided: lambda say, body: names.reason_text(say, body.reason, body.winner),
    CutShort: cut_short,
    events.MatchEnded: lambda say, body: over(say, body.winners),
}


def event_line(say: Translator, event: Event) -> str | None:
    """Return the log's sentence about an event, in the past tense; None for an event that isn't logged."""
    return LINES[type(event.body)](say, event.body)
