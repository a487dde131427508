"""The order of play, line by line as the numbered sequence has it (sections 9 to 19 and 33)."""

from __future__ import annotations

from rules.aevum_haeresis.board.cards import controlled, income, record
from rules.aevum_haeresis.board.deck import change_gold, draw
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.verge import expire, set_controller, set_ready
from rules.aevum_haeresis.flow.lines import (
    active_enters,
    active_pays,
    active_row,
    again,
    passive_enters,
    passive_pays,
    passive_row,
    reveal,
    window,
)
from rules.aevum_haeresis.flow.plot_flow import CONFLICT, HERESY, MANOEUVRE, PASS, PLOT
from rules.aevum_haeresis.flow.rules import guarded
from rules.aevum_haeresis.flow.setup import choose_active, first_location, mulligans
from rules.aevum_haeresis.flow.windows import open_window
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.order_of_play import HAERESIS
from rules.aevum_haeresis.state.state import HAND, Haeresis
from rules.aevum_haeresis.state.steps import StartStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.sealed import Sealed
from rules.kernel.engine.sequence import Line, Lines, Sequence

#: Rounds in a row in which nothing was done, after which the players are asked (AH-PBP.26).
IDLE = 5
#: Heretics drawn in the Prologue (AH-PROLOGUE.1).
HERETICS = 2


# -- the game -----------------------------------------------------------------------------------------------


def first_round(match: Haeresis, _step: Sequence) -> None:
    """The first Round starts with its Enlistment phase (AH-SETUP.16, ROUND.3)."""
    match.emit(EVERYONE, events.RoundBegan(1, match.state.active))
    match.push(Sequence("enlistment"), Sequence("plot"), Sequence("epilogue"))


def play_round(match: Haeresis, _step: Sequence) -> str:
    """Prologue, Enlistment, Plot, Epilogue, Round after Round (AH-ROUND.2, ROUND.6)."""
    state = match.state
    state.round += 1
    match.emit(EVERYONE, events.RoundBegan(state.round, state.active))
    match.push(Sequence("prologue"), Sequence("enlistment"), Sequence("plot"), Sequence("epilogue"))
    return "round"


def end_match(match: Haeresis, _step: Sequence) -> None:
    """The match is over."""
    state = match.state
    if state.winner < 0:  # the Active player still decides which condition counts first
        return
    state.phase = "over"
    state.over = True
    match.emit(EVERYONE, events.MatchEnded((state.winner,)))


# -- Prologue -----------------------------------------------------------------------------------------------


def draw_cards(match: Haeresis, _step: Sequence) -> None:
    """Two Heretics each, then Plot cards up to nine in hand (AH-PROLOGUE.1 to PROLOGUE.6)."""
    state = match.state
    state.phase = "prologue"
    for seat in (state.active, 1 - state.active):
        draw(match, seat, "heretic", HERETICS)
        draw(match, seat, "plot", max(0, HAND - len(state.players[seat].hand)))
    check(match)


def gain_income(match: Haeresis, _step: Sequence) -> None:
    """Gold of the Camp with the signed gold icons of the other cards in play (AH-PROLOGUE.7, PROLOGUE.8)."""
    for seat in (match.state.active, 1 - match.state.active):
        change_gold(match, seat, income(match, seat))


def ready_all(match: Haeresis, _step: Sequence) -> None:
    """Every Spent character becomes Ready (AH-PROLOGUE.9)."""
    for seat in (0, 1):
        for card in controlled(match, seat):
            set_ready(match, card, True, usual=True)


def start_effects(match: Haeresis, _step: Sequence) -> None:
    """Start-of-Round effects, the Active player's first (AH-PROLOGUE.10)."""
    active = match.state.active
    match.push(*[StartStep(seat, _starting(match, seat)) for seat in (active, 1 - active)])


def _starting(match: Haeresis, seat: int) -> list[str]:
    return [
        f"{card}/{number}"
        for card, lies in match.state.cards.items()
        if (match.state.placer if card == match.state.location else lies.controller) == seat
        for number, ability in enumerate(record(match, card).abilities)
        if ability.kind == "start"
    ]


PROLOGUE: Lines = guarded(
    {
        "draw_cards": draw_cards,
        "income": gain_income,
        "ready_all": ready_all,
        "start_effects": start_effects,
        "window": window("prologue_end"),
    }
)


# -- Enlistment ---------------------------------------------------------------------------------------------


def _paid_window(active: bool) -> Line:
    """After a card that was paid for; a second card of the same Chapter comes after it (AH-ENLIST.8, STORY.2)."""

    def run(match: Haeresis, _step: Sequence) -> str | None:
        state = match.state
        seat = state.active if active else 1 - state.active
        if any(paid.seat == seat for paid in state.paid):
            state.paid = [paid for paid in state.paid if paid.seat != seat]
            open_window(match, "chapter_paid")
        if not state.open[seat]:
            return None
        return "active_pays" if active else "passive_pays"

    return run


ENLISTMENT: Lines = guarded(
    {
        "active_row": active_row,
        "passive_row": passive_row,
        "reveal": reveal,
        "active_pays": active_pays,
        "active_enters": active_enters,
        "active_window": _paid_window(True),
        "passive_pays": passive_pays,
        "passive_enters": passive_enters,
        "passive_window": _paid_window(False),
        "again": again,
        "end_window": window("enlistment_end"),
    }
)


# -- Epilogue ---------------------------------------------------------------------------------------------------


def discards(match: Haeresis, _step: Sequence) -> None:
    """Each player may discard a card; both choose sealed, who holds none unasked (AH-EPILOGUE.1, EPILOGUE.2, PBP.6)."""
    match.state.phase = "epilogue"
    match.push(Sealed("epilogue_discard", [seat for seat in (0, 1) if match.state.players[seat].hand]))


def end_of_round(match: Haeresis, _step: Sequence) -> None:
    """What lasts for the Round ends, uses are renewed, the roles are exchanged (AH-EPILOGUE.4 to EPILOGUE.7)."""
    state = match.state
    for card, lies in state.cards.items():
        lies.used.clear()
        if lies.returns_to >= 0:
            back, lies.returns_to = lies.returns_to, -1
            set_controller(match, card, back)
    expire(match, "round")
    check(match)
    for player in state.players:
        player.rose, player.free = False, 0
    state.active = 1 - state.active
    _count_idle(match)


def _count_idle(match: Haeresis) -> None:
    """Ask both players whether to go on when nothing was done in so many Rounds in a row (AH-PBP.26)."""
    tally = match.state.tally
    tally.idle = 0 if tally.busy else tally.idle + 1
    tally.busy = False
    if tally.idle and tally.idle % IDLE == 0:
        match.emit(EVERYONE, events.Stalled(tally.idle))


EPILOGUE: Lines = guarded(
    {
        "discards": discards,
        "window": window("epilogue_discard"),
        "end_of_round": end_of_round,
    }
)

GAME: Lines = guarded(
    {
        "choose_active": choose_active,
        "mulligans": mulligans,
        "first_location": first_location,
        "first_round": first_round,
        "round": play_round,
        "end_match": end_match,
    },
    last="end_match",
)

HAERESIS.sequence("game", GAME)
HAERESIS.sequence("prologue", PROLOGUE)
HAERESIS.sequence("enlistment", ENLISTMENT)
HAERESIS.sequence("plot", PLOT)
HAERESIS.sequence("pass", PASS)
HAERESIS.sequence("heresy", HERESY)
HAERESIS.sequence("manoeuvre", MANOEUVRE)
HAERESIS.sequence("conflict", CONFLICT)
HAERESIS.sequence("epilogue", EPILOGUE)
