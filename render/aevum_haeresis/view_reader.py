"""Reads the board's records from a view: head, status bars and the Location.

`verge_reader` and `middle_area_reader` read the rest.
"""

from collections.abc import Sequence

from render.aevum_haeresis.board_records import Bar, Board, Hunter, Number, Place
from render.aevum_haeresis.middle_area_reader import read_stage
from render.aevum_haeresis.recent_changes import Changes, read_changes
from render.aevum_haeresis.verge_reader import read_side, shift_of, signs_of, with_counters
from render.sheets import board_header
from render.sheets.board_header import Head
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.state.view import CardView, HaeresisView
from rules.aevum_haeresis.words.names import PHASES, content_of
from rules.kernel.data.events import Event
from rules.kernel.words.translation import N_, Translator

#: The icons of a seat's counts, with their names.
COUNTS = (
    ("soul", N_("Souls")), ("gold", N_("Gold")), ("hand", N_("Hand")), ("execution", N_("Execution")),
    ("pyre", N_("Pyre")), ("plot", N_("Plot deck")), ("heretics", N_("Heretic deck")),
    ("location", N_("Location deck")), ("card", N_("Background deck")),
)  # fmt: skip


def seats_of(view: HaeresisView) -> tuple[int, int]:
    """Return the upper and the lower seat on the board.

    The lower seat is the viewer's or, for spectators, the first seat.
    """
    lower = view.viewer if view.viewer is not None else 0
    return 1 - lower, lower


def headline(view: HaeresisView, say: Translator, changes: Changes) -> str:
    """Return the headline, which names the seat that acts, must decide, or has won."""
    if view.over:
        return board_header.ending(say, changes.winners or ((view.winner,) if view.winner >= 0 else ()))
    turn = view.phase == "plot" and view.to_act == [view.actor] and view.manoeuvre is None and not view.window
    return (
        say.t("{name} acts", name=say.seat(view.actor)) if turn else board_header.headline(say, view.to_act, turn=False)
    )


def _head(view: HaeresisView, say: Translator, changes: Changes) -> Head:
    seat = view.winner if view.over and view.winner >= 0 else view.to_act[0] if len(view.to_act) == 1 else None
    return Head(
        headline=headline(view, say, changes),
        icon=board_header.icon_of(seat, view.over),
        news=changes.news,
        title=say.t("Final scores") if view.over else say.t(PHASES[view.phase]),
        detail=say.t("Round {n}", n=view.round),
        over=view.over,
    )


def _bar(view: HaeresisView, say: Translator, changes: Changes, seat: int) -> Bar:
    player = view.players[seat]
    active = view.active == seat
    return Bar(
        seat=seat,
        name=say.seat(seat),
        role="" if view.phase == "setup" else say.t("Active") if active else say.t("Passive"),
        active=active and view.phase != "setup",
        acting=seat in view.to_act,
        souls=player.souls,
        gold=player.gold,
        income=player.income,
        free=player.free,
        execution=player.execution,
        rose=player.rose,
        hand=player.hand_count,
        locations=player.locations,
        background=player.background,
        pieces=tuple((icon, f"{say.seat(seat)}: {say.t(word)}") for icon, word in COUNTS),
        mark=changes.label(seat),
    )


def _hunters(view: HaeresisView, content: Content, say: Translator, changes: Changes) -> tuple[Hunter, ...]:
    return tuple(
        Hunter(
            faction=content.cards[card.kind].faction,
            name=with_counters(say.name(content.cards[card.kind].name), card),
            seat=card.controller,
            mark=card.id in changes.cards,
            seed=card.kind,
        )
        for card in view.cards
        if card.type == "hunter"
    )


def _place(view: HaeresisView, content: Content, say: Translator, changes: Changes) -> Place:
    placed: CardView | None = next((card for card in view.cards if card.id == view.location), None)
    if placed is None:
        return Place("", "neutral", "", None, (), 0, Number(0), empty=say.t("no Location yet"))
    record = content.cards[placed.kind]
    track = record.track or (0, 0, 0, 0)
    return Place(
        seed=record.id,
        faction=record.faction,
        name=say.name(record.name),
        placer=view.placer,
        track=track,
        time=view.time,
        number=Number(view.soul_number, shift_of(view.soul_number, track[view.time])),
        signs=signs_of(record, placed),
        hunters=_hunters(view, content, say, changes),
        mark=changes.cards.get(view.location, ""),
    )


def read_board(view: HaeresisView, say: Translator, events: Sequence[Event] = ()) -> Board:
    """Read the records of the whole board."""
    content, changes, (upper, lower) = content_of(view), read_changes(view, say, events), seats_of(view)
    return Board(
        head=_head(view, say, changes),
        bars=(_bar(view, say, changes, upper), _bar(view, say, changes, lower)),
        sides=(read_side(view, content, say, changes, upper), read_side(view, content, say, changes, lower)),
        place=_place(view, content, say, changes),
        stage=read_stage(view, content, say, (upper, lower)),
    )
