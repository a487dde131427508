"""Reads the records of the area between the players from a view: Story rows, the Conflict and revealed cards."""

from render.aevum_haeresis.board_records import Chapter, Conflict, Fighter, OpenCard, OwnCard, Stage
from render.aevum_haeresis.card_wording import band_of, cost_of, icons_of
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.state.view import HaeresisView, ManoeuvreView, PaidView
from rules.aevum_haeresis.words.names import (
    PHASES,
    card_name,
    kind_of,
    manoeuvre_name,
    reason_seat,
    reason_text,
    window_name,
)
from rules.kernel.words.translation import Translator

PHASE_ICONS = {
    "draft": "card", "building": "card", "setup": "choice", "prologue": "dawn", "enlistment": "heretic",
    "plot": "story", "epilogue": "night", "over": "points",
}  # fmt: skip


def _open(view: HaeresisView, content: Content, say: Translator, card: str, paid: PaidView | None) -> OpenCard:
    record = content.cards[kind_of(card)]
    note = ""
    if paid is not None:
        named = [card_name(say, other) for other in (paid.caster, paid.host, *paid.targets) if other]
        note = " → ".join(named)
    numbers = ""
    if record.type in ("damned", "heretic"):
        numbers = f"{record.damage}{{damage}}{record.health}{{health}} {icons_of(record)}".rstrip()
    is_question = view.pending is not None and view.pending.key != "window" and view.pending.card == card
    return OpenCard(
        seed=record.id,
        type=record.type,
        faction=record.faction,
        name=say.name(record.name),
        cost=cost_of(record),
        band=tuple((square.icon, square.colour, square.skull) for square in band_of(record)),
        numbers=numbers,
        paid=paid is not None,
        note=note,
        asked=is_question,
    )


def _row(view: HaeresisView, content: Content, say: Translator, seat: int) -> tuple[Chapter, ...]:
    """Read one Story row: the revealed Chapter, then the face-down Chapters.

    Only the viewer's own face-down cards have names.
    """
    player = view.players[seat]
    paid = [entry for entry in view.paid if entry.seat == seat and entry.ability < 0]
    shown = [_open(view, content, say, entry.card, entry) for entry in paid]
    revealed = {entry.card for entry in paid}
    shown += [_open(view, content, say, card, None) for card in player.open if card not in revealed]
    found = [Chapter(seat, max(1, view.chapter), open=tuple(shown))] if shown else []
    for index, size in enumerate(player.row):
        own = player.own_row[index] if player.own_row is not None else []
        records = [content.cards[kind_of(card)] for card in own]
        own_cards = tuple(OwnCard(record.id, record.type, record.faction, say.name(record.name)) for record in records)
        number, backs = view.chapter + 1 + index, say.n("{n} card face down", "{n} cards face down", size)
        words = f"{say.t('Chapter {n}', n=number)}: {backs}"
        found.append(Chapter(seat, number, size, words, own=own_cards))
    return tuple(found)


def _fighters(
    view: HaeresisView, content: Content, say: Translator, man: ManoeuvreView, seat: int
) -> tuple[Fighter, ...]:
    placed = {card.id: card for card in view.cards}
    found: list[Fighter] = []
    for card in man.teams[seat]:
        record = content.cards[kind_of(card)]
        icons = getattr(placed[card], man.type) if card in placed else 0
        found.append(Fighter(record.id, record.type, record.faction, say.name(record.name), icons))
    return tuple(found)


def _conflict(
    view: HaeresisView, content: Content, say: Translator, man: ManoeuvreView, seats: tuple[int, int]
) -> Conflict:
    upper, lower = seats
    if man.blocked:  # both teams took part
        notes = [say.t("no one is left")] * 2
    else:
        unopposed = say.t("no one blocks") if man.successful >= 0 or view.over else say.t("no blockers yet")
        notes = [say.t("no team yet") if seat == man.initiator else unopposed for seat in seats]
    return Conflict(
        type=man.type,
        name=manoeuvre_name(say, man.type),
        initiator=man.initiator,
        seats=seats,
        teams=(_fighters(view, content, say, man, upper), _fighters(view, content, say, man, lower)),
        icons=(man.icons[upper], man.icons[lower]),
        blocked=man.blocked,
        successful=man.successful,
        notes=(notes[0], notes[1]),
    )


def _situation(view: HaeresisView, say: Translator) -> tuple[str, str, str]:
    """Return the title, the icon and the detail of the strip between the Story rows."""
    heresy = next((entry for entry in view.paid if entry.ability >= 0), None)
    if view.over:
        reason = reason_text(say, view.reason, view.winner)
        if not reason:
            return say.t("The game is over"), "points", ""
        return reason, f"seat{reason_seat(view.reason, view.winner)}", ""
    if view.window:
        return window_name(say, view.window), "dem", say.t("Deus Ex Machina")
    if heresy is not None:
        targets = ", ".join(card_name(say, card) for card in heresy.targets)
        return card_name(say, heresy.card), "heresy", f"→ {targets}" if targets else say.t("Heresy")
    if view.manoeuvre is not None:
        words = say.t("Conflict") if view.manoeuvre.blocked else say.t("Manoeuvre")
        return words, view.manoeuvre.type, say.seat(view.manoeuvre.initiator)
    phase = say.t(PHASES[view.phase])
    if view.phase == "plot":
        detail = (
            say.t("The last action was a Pass.") if view.passes else say.t("{name} acts", name=say.seat(view.actor))
        )
        return phase, PHASE_ICONS[view.phase], detail
    return phase, PHASE_ICONS[view.phase], ""


def read_stage(view: HaeresisView, content: Content, say: Translator, seats: tuple[int, int]) -> Stage:
    """Read the area between the players. In each pair of values, the first is about the upper seat."""
    title, icon, detail = _situation(view, say)
    rows = (_row(view, content, say, seats[0]), _row(view, content, say, seats[1]))
    if title == say.t(PHASES[view.phase]) and not any(rows) and not view.passes:
        title = ""  # the head of the board already has this title
    empty = say.t("no Story row") if view.phase == "enlistment" or view.manoeuvre is not None else ""
    return Stage(
        title=title,
        icon=icon,
        detail=detail,
        rows=rows,
        empty=(empty, empty),
        conflict=_conflict(view, content, say, view.manoeuvre, seats) if view.manoeuvre is not None else None,
        asked=view.pending is not None and view.pending.key in ("window", "offer", "row", "team"),
    )
