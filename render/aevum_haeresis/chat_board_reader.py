"""Reads the records of the chat board from a view. Only public facts are read, so all viewers get the same board."""

from collections.abc import Sequence

from render.aevum_haeresis.card_wording import cost_of
from render.aevum_haeresis.chat_board_records import (
    ChatBoard,
    ChatConflict,
    ChatCount,
    ChatHead,
    ChatHunter,
    ChatOpen,
    ChatPlace,
    ChatRow,
    ChatSide,
)
from render.aevum_haeresis.chat_layout import NEWS_STYLE, NEWS_WIDTH, wrapped
from render.aevum_haeresis.chat_side_reader import read_levels
from render.aevum_haeresis.recent_changes import Changes, read_changes
from render.aevum_haeresis.soul_and_execution_counts import SOULS, TILES
from render.aevum_haeresis.verge_reader import shift_of, with_counters
from render.aevum_haeresis.view_reader import headline
from render.sheets import board_header
from render.text.text_layout import ELLIPSIS
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.state import events as ev
from rules.aevum_haeresis.state.view import HaeresisView, PaidView
from rules.aevum_haeresis.words.events import event_line
from rules.aevum_haeresis.words.names import MANOEUVRES, card_name, content_of, kind_of, manoeuvre_name, time_name
from rules.aevum_haeresis.words.public_task import public_task
from rules.aevum_haeresis.words.recap import RECAP
from rules.kernel.data.events import Event
from rules.kernel.words import recap
from rules.kernel.words.translation import Translator

#: The largest number of lines of news. Then the numbers of paragraphs and the lengths in characters to try.
NEWS_LINES = 3
NEWS_LENGTHS = tuple((paragraphs, length) for paragraphs in (2, 1) for length in (240, 200, 170, 140, 110, 80, 60))


def read_chat_board(view: HaeresisView, say: Translator, events: Sequence[Event] = ()) -> ChatBoard:
    """Read the records of the chat board."""
    view = view.model_copy(update={"viewer": None, "pending": None})
    content, changes = content_of(view), read_changes(view, say, events)
    shown = [event for event in events if event.seen_by(None)]
    return ChatBoard(
        head=_head(view, say, changes),
        news=_news(say, shown),
        place=_place(view, content, say, changes),
        no_place=say.t("no Location yet"),
        hunters=tuple(
            ChatHunter(
                with_counters(say.name(content.cards[card.kind].name), card),
                card.controller,
                card.id in changes.cards,
                card.kind,
            )
            for card in view.cards
            if card.type == "hunter"
        ),
        conflict=_conflict(view, say),
        rows=(_row(view, content, say, 0), _row(view, content, say, 1)),
        sides=(_side(view, content, say, changes, 0), _side(view, content, say, changes, 1)),
        counts=_counts(view, say, shown),
        goal="" if view.over else say.t("10 souls win; Execution 3 or an empty Plot deck loses"),
        signs=_signs(view, say),
    )


def _head(view: HaeresisView, say: Translator, changes: Changes) -> ChatHead:
    seat = view.winner if view.over and view.winner >= 0 else view.to_act[0] if len(view.to_act) == 1 else None
    return ChatHead(
        headline=say.t("Both players decide") if len(view.to_act) > 1 else headline(view, say, changes),
        icon=board_header.icon_of(seat, view.over),
        asked=public_task(say, view, icons=True),
        round=say.t("Round {n}", n=view.round) if view.round else "",
    )


def _news(say: Translator, events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """Return the news in at most three lines, in at most two, and in one, as far as nothing has to be cut off."""
    moves, most = [recap.RecapMove(events)], NEWS_LINES
    whole: tuple[str, ...] = ()
    found: list[tuple[str, ...]] = []
    for paragraphs, length in NEWS_LENGTHS if events else ():
        text = "\n".join(recap.lines(say, RECAP, event_line, moves, paragraphs, length))
        if not text or text.count(ELLIPSIS) > sum(say.seat(seat).count(ELLIPSIS) for seat in (0, 1)):
            continue
        lines = tuple(wrapped(text, NEWS_STYLE, NEWS_WIDTH))
        whole = whole or lines
        if len(lines) <= most:
            found.append(lines)
            most = len(lines) - 1
        if not most:
            break
    return tuple(found) or ((whole,) if whole else ())


def _place(view: HaeresisView, content: Content, say: Translator, changes: Changes) -> ChatPlace | None:
    placed = next((card for card in view.cards if card.id == view.location), None)
    if placed is None:
        return None
    record = content.cards[placed.kind]
    track = record.track or (0, 0, 0, 0)
    return ChatPlace(
        seed=record.id,
        faction=record.faction,
        name=with_counters(say.name(record.name), placed),
        placer=view.placer,
        track=track,
        time=view.time,
        number=view.soul_number,
        shift=shift_of(view.soul_number, track[view.time]),
        now=say.t("{time}: soul number {n}", time=time_name(say, view.time), n=view.soul_number),
        changed=view.location in changes.cards,
    )


def _conflict(view: HaeresisView, say: Translator) -> ChatConflict | None:
    man = view.manoeuvre
    if man is None:
        return None
    ahead = man.initiator if man.icons[man.initiator] >= man.icons[1 - man.initiator] else 1 - man.initiator
    stage, outcome = say.t("Conflict") if man.blocked else say.t("Manoeuvre"), ""
    if man.successful >= 0:
        outcome = "success" if man.successful == man.initiator else "failure"
        stage = say.t("Successful manoeuvre") if outcome == "success" else say.t("Unsuccessful manoeuvre")
    leader = man.successful if man.successful >= 0 else ahead
    name, stage = manoeuvre_name(say, man.type), stage if outcome else f"{stage} · {say.seat(man.initiator)}"
    return ChatConflict(man.type, name, stage, (man.icons[0], man.icons[1]), leader, outcome)


def _open(view: HaeresisView, content: Content, say: Translator, card: str, paid: PaidView | None) -> ChatOpen:
    record = content.cards[kind_of(card)]
    aimed = [paid.caster, paid.host, *paid.targets] if paid else []
    names = ", ".join(dict.fromkeys(card_name(say, other) for other in aimed if other))
    return ChatOpen(
        record.id, record.type, record.faction, say.name(record.name), "" if paid else cost_of(record),
        paid is not None, f"→ {names}" if names else "",
    )  # fmt: skip


def _row(view: HaeresisView, content: Content, say: Translator, seat: int) -> ChatRow:
    player = view.players[seat]
    paid = {entry.card: entry for entry in view.paid if entry.seat == seat and entry.ability < 0}
    cards = [*paid, *(card for card in player.open if card not in paid)]
    backs = sum(player.row)
    words = say.n("{n} card face down", "{n} cards face down", backs) if backs else ""
    return ChatRow(tuple(_open(view, content, say, card, paid.get(card)) for card in cards), backs, words)


def _side(view: HaeresisView, content: Content, say: Translator, changes: Changes, seat: int) -> ChatSide:
    return ChatSide(
        seat=seat,
        name=say.seat(seat),
        active=view.active == seat and view.phase != "setup",
        acting=seat in view.to_act,
        levels=read_levels(view, content, say, changes, seat),
    )


def _sums(events: Sequence[Event]) -> dict[tuple[str, int], int]:
    """Return the changes of each player's counts, by icon and seat."""
    found: dict[tuple[str, int], int] = {}
    # After a mulligan, the hand went back to the decks, and the events don't say how many cards of each deck.
    mulligan = any(isinstance(event.body, ev.MulliganDecided) for event in events)
    for event in events:
        match event.body:
            case ev.SoulsChanged(seat, amount, _):
                key, by = ("soul", seat), amount
            case ev.ExecutionChanged(seat, amount, _):
                key, by = ("execution", seat), amount
            case ev.GoldChanged(seat, amount, _):
                key, by = ("gold", seat), amount
            case ev.Milled(seat, cards):
                key, by = ("plot", seat), -len(cards)
            case ev.Drew(seat, "plot", count) if not mulligan:
                key, by = ("plot", seat), -count
            case _:
                continue
        found[key] = found.get(key, 0) + by
    return found


def _counts(view: HaeresisView, say: Translator, events: Sequence[Event]) -> tuple[ChatCount, ...]:
    one, two = view.players
    sums = _sums(events)

    def line(icon: str, word: str, values: tuple[int, int], goal: int, *notes: str) -> ChatCount:
        changed = (sums.get((icon, 0), 0), sums.get((icon, 1), 0))
        owners = (say.seat(0), say.seat(1))
        return ChatCount(icon, word, values, changed, goal, (notes[0], notes[1]) if notes else ("", ""), owners)

    income = (say.t("{change} each Round", change=f"+{player.income}") for player in (one, two))
    found = (
        line("soul", say.t("Souls"), (one.souls, two.souls), SOULS),
        line("execution", say.t("Execution"), (one.execution, two.execution), TILES),
        line("plot", say.t("Plot deck"), (one.plot, two.plot), 0),
        line("hand", say.t("Hand"), (one.hand_count, two.hand_count), 0),
        line("gold", say.t("Gold"), (one.gold, two.gold), 0, *income),
    )
    return tuple(count for count in found if count.icon != "hand" or any(count.values))


def _signs(view: HaeresisView, say: Translator) -> tuple[tuple[str, str], ...]:
    """Return the icons that the columns may have, with their names."""
    man = view.manoeuvre
    kinds = () if man is not None else tuple(MANOEUVRES)
    signs = [("first", say.t("Active")), *((kind, manoeuvre_name(say, kind)) for kind in kinds)]
    signs += [("damage", say.t("Damage")), ("health", say.t("Health"))]
    signs += [
        ("hunter", say.t("Hunter")),
        ("turn", say.t("Spent")),
        ("counter", say.t("Counters")),
        ("discard", say.t("Discard")),
    ]
    return tuple(signs)
