"""The log: one line for what happened. An event knows no match, so names come from the installed packs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.words.events_pieces import PIECE_LINES
from rules.aevum_haeresis.words.names import card_name, card_names, counted, find_card, reason_text, window_name
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


# -- the end ----------------------------------------------------------------------------------------------------


def _decided(say: Say, body: events.Decided) -> str:
    return reason_text(say, body.reason, body.winner)


def _match_ended(say: Say, body: events.MatchEnded) -> str:
    return say.t("{winners} wins.", winners=say.join([say.seat(seat) for seat in body.winners]))


#: How each event reads; None is not worth a line.
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
    events.Decided: _decided,
    events.MatchEnded: _match_ended,
    **PIECE_LINES,
}


def event_line(say: Say, event: Event) -> str | None:
    """Return the log's line for an event, in the past tense, or None when it is not worth one."""
    return LINES[type(event.body)](say, event.body)
