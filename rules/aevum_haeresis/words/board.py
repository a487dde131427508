"""The table as text, for players who can't see the picture or don't load it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.aevum_haeresis.state.view import CardView, HaeresisView, PlayerView
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import UNTIL, CardWriter, change_words, gold, icon_words, souls
from rules.aevum_haeresis.words.choices import numbers_text
from rules.aevum_haeresis.words.packets import limited_lines
from rules.aevum_haeresis.words.public_task import public_task
from rules.kernel.words.results import won
from rules.kernel.words.translation import N_, Translator
from rules.kernel.words.waiting_text import waiting_text

#: Maximum length of the text, which fits into two messages. A longer text is shortened: first, Pyres become numbers of
#: cards, then details of cards are left out.
LIMIT = 3700
#: The phases before the first Round.
BEFORE = ("draft", "building", "setup")


def board_text(say: Translator, view: HaeresisView, *beside: HaeresisView) -> str:
    """Return the whole table as text: the state of play, the Location, anything in progress, then each player.

    The text is shortened if it would be too long, or if the text of a view in `beside` would be, so that all these
    texts have the same amount of detail.
    """
    if view.limited is not None:
        return names.join_lines([_head(say, view), *limited_lines(say, view, view.limited)])
    texts: list[str] = []
    for brief in range(3):
        texts = [_board(say, one, brief) for one in (view, *beside)]
        if max(map(len, texts)) <= LIMIT:
            break
    return texts[0]


def whole_board_text(say: Translator, view: HaeresisView) -> str:
    """Return the text of the whole table with nothing left out."""
    return board_text(say, view) if view.limited is not None else _board(say, view, 0)


def _board(say: Translator, view: HaeresisView, brief: int) -> str:
    first = names.me(view).seat
    parts = [[_head(say, view), _location(say, view)], [*_manoeuvre(say, view), *_chapter(say, view)]]
    parts += [_player(say, view, view.players[seat], brief) for seat in (first, 1 - first)]
    return "\n\n".join(names.join_lines(lines) for lines in parts if lines)


# -- the table without the players ----------------------------------------------------------------------------


def phase_text(say: Translator, view: HaeresisView) -> str:
    """Return the Round and the phase, such as "Round 3, Plot phase"."""
    if view.over or view.phase in BEFORE:
        return say.t(names.PHASES["over" if view.over else view.phase])
    return say.t("Round {n}, {phase}", n=view.round, phase=say.t(names.PHASES[view.phase]))


def _head(say: Translator, view: HaeresisView) -> str:
    parts = [f"{phase_text(say, view)}."]
    if view.over:
        parts.append(names.reason_text(say, view.reason, view.winner))
        parts.append(won(say, [view.winner] if view.winner >= 0 else []))
        parts.append(say.t("Round {n}", n=view.round) + ".")
    elif view.phase == "setup":
        parts.append(say.t("Round {n}", n=view.round) + ".")
    if view.phase not in BEFORE:
        parts.append(say.t("{player} is Active.", player=say.seat(view.active)))
        if view.phase == "plot" and view.passes:
            parts.append(say.t("The last action was a Pass."))
    if view.window:
        parts.append(say.t("Window: {window}.", window=names.window_name(say, view.window)))
    parts.append(waiting_text(say, view))
    if not view.over:
        parts.append(_as_sentence(public_task(say, view)))
    parts.append(say.t("10 souls win; Execution 3 or an empty Plot deck loses") + ".")
    return names.sentences(parts)


def _as_sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _location(say: Translator, view: HaeresisView) -> str:
    if not view.location:
        return say.t("No Location is in play.")
    text = say.t(
        "Location: {card} ({player}), {time}, soul number {n}.",
        card=names.card_name(say, view.location), player=say.seat(view.placer), time=names.time_name(say, view.time),
        n=view.soul_number,
    )  # fmt: skip
    hunters = [
        f"{names.card_name(say, card.id)} ({_hunter(say, card)})" for card in view.cards if card.host == view.location
    ]
    return names.sentences([text, say.t("Hunters: {cards}.", cards=", ".join(hunters)) if hunters else ""])


def _hunter(say: Translator, card: CardView) -> str:
    """Return the player of a Hunter and, if it has any, its counters."""
    counters = say.n("{n} counter", "{n} counters", card.counters) if card.counters else ""
    return ", ".join(filter(None, [say.seat(card.controller), counters]))


def _manoeuvre(say: Translator, view: HaeresisView) -> list[str]:
    man = view.manoeuvre
    if man is None:
        return []
    head = N_("Conflict: {manoeuvre} by {player}.") if man.blocked else N_("{manoeuvre} by {player}.")
    lines = [say.t(head, manoeuvre=say.t(names.MANOEUVRES[man.type]), player=say.seat(man.initiator))]
    for seat in (man.initiator, 1 - man.initiator):
        if man.teams[seat]:
            team = ", ".join(names.placed_name(say, view, card) for card in man.teams[seat])
            lines.append(
                say.n(
                    "{player}'s team: {cards}; {n} icon.", "{player}'s team: {cards}; {n} icons.", man.icons[seat],
                    player=say.seat(seat), cards=team,
                )
            )  # fmt: skip
        elif man.icons[seat]:
            n, player = man.icons[seat], say.seat(seat)
            lines.append(
                say.n("{player}'s team: empty; {n} icon.", "{player}'s team: empty; {n} icons.", n, player=player)
            )
        elif man.blocked:
            lines.append(say.t("{player}'s team: no one is left.", player=say.seat(seat)))
        elif seat == man.initiator:
            lines.append(say.t("{player} has no team yet.", player=say.seat(seat)))
        elif man.successful >= 0 or view.over:
            lines.append(say.t("{player} doesn't block.", player=say.seat(seat)))
        else:
            lines.append(say.t("{player} has no blockers yet.", player=say.seat(seat)))
    if man.successful >= 0:
        won = man.successful == man.initiator
        lines.append(say.t(N_("Successful manoeuvre") if won else N_("Unsuccessful manoeuvre")) + ".")
    return lines


def _chapter(say: Translator, view: HaeresisView) -> Iterator[str]:
    shown = [f"{say.seat(player.seat)}: {names.card_names(say, player.open)}" for player in view.players if player.open]
    if shown:
        yield say.t("Chapter {n}, revealed: {cards}.", n=view.chapter, cards="; ".join(shown))
    for paid in view.paid:
        told = say.t("Paid for by {player}: {card}.", player=say.seat(paid.seat), card=names.card_name(say, paid.card))
        named = [names.card_name(say, card) for card in (paid.caster, paid.host, *paid.targets) if card]
        yield f"{told} ({', '.join(named)})" if named else told


# -- players ----------------------------------------------------------------------------------------------------


def _player(say: Translator, view: HaeresisView, player: PlayerView, brief: int) -> list[str]:
    by = CardWriter(say, names.content_of(view))
    lines = [
        say.t(
            "{player}: {souls}, {gold} (income {income}), Execution {execution} of 3.",
            player=say.seat(player.seat), souls=souls(by, player.souls), gold=gold(by, player.gold),
            income=player.income, execution=player.execution,
        ),
        say.t(
            "Hand {hand}, Plot deck {plot}, Heretic deck {heretics}, Location deck {locations}, "
            "Background deck {background}, Pyre {pyre}.",
            hand=player.hand_count, plot=player.plot, heretics=player.heretics, locations=player.locations,
            background=player.background, pyre=len(player.pyre),
        ),
    ]  # fmt: skip
    if player.rose:
        lines.append(say.t("The Execution level has already risen this Round and can't rise again."))
    if player.row:
        numbered = enumerate(player.row, view.chapter + 1)
        chapters = ", ".join(f"{say.t('Chapter {n}', n=n)}: {count}" for n, count in numbered)
        text = say.n("Face down in the row: {n} card.", "Face down in the row: {n} cards.", sum(player.row))
        lines.append(f"{text} {chapters}.")
    lines += [_card(say, view, card, brief) for card in view.cards if _shown(view, card, player.seat)]
    lines += [f"• {line}" for line in _changes(say, view, player)]
    if player.pyre:
        lines.append(
            say.n("Pyre: {n} card.", "Pyre: {n} cards.", len(player.pyre))
            if brief
            else say.t("Pyre: {cards}.", cards=names.counted(say, player.pyre))
        )
    return lines


def _shown(view: HaeresisView, card: CardView, seat: int) -> bool:
    return card.controller == seat and card.id != view.location and not card.host


def _card(say: Translator, view: HaeresisView, card: CardView, brief: int) -> str:
    name = names.placed_name(say, view, card.id)
    told: list[str] = []
    if card.type in ("damned", "heretic"):
        told.append(numbers_text(say, card) if brief < 2 or not card.ready else "")
    elif card.type in ("story", "event"):
        told += [names.time_name(say, card.time), say.t(UNTIL[card.until]) if card.until else ""]
    borne = [names.card_name(say, other.id) for other in view.cards if other.host == card.id]
    if borne:
        told.append(say.t("attached: {cards}", cards=", ".join(borne)))
    heresies = [n for n, ability in enumerate(names.record_of(view, card.id).abilities) if ability.kind == "heresy"]
    if any(n in card.used for n in heresies):
        told.append(say.t("Heresy used"))
    if card.counters:
        told.append(say.n("{n} counter", "{n} counters", card.counters))
    if card.controller != card.owner:
        told.append(say.t("belongs to {player}", player=say.seat(card.owner)))
    details = "; ".join(part for part in told if part)
    name = name if card.type == "heretic" else say.t("{card} ({type})", card=name, type=say.t(names.TYPES[card.type]))
    return f"• {name}: {details}" if details else f"• {name}"


_GROUPS = {"heretics": N_("Heretics: {change} {until}"), "participants": N_("Participants: {change} {until}")}


def _changes(say: Translator, view: HaeresisView, player: PlayerView) -> Iterator[str]:
    for mod in view.mods:
        if mod.seat != player.seat or mod.card:
            continue
        until = say.t(UNTIL[mod.until])
        if mod.stat == "shield":
            yield say.t("Damage to its characters: {n} less {until}", n=mod.amount, until=until)
        elif mod.stat == "team":
            yield say.t("Team: {change} {until}", change=icon_words(say, mod.amount), until=until)
        elif mod.group in _GROUPS:
            change = change_words(say, mod.stat, mod.amount)
            yield say.t(_GROUPS[mod.group], change=change, until=until)
    if player.free:
        cost = gold(CardWriter(say, names.content_of(view)), player.free)
        yield say.t("The next card this Round costs up to {gold} less", gold=cost)


# -- alternative text -------------------------------------------------------------------------------------------


def alt_text(say: Translator, view: HaeresisView) -> str:
    """Return one or two sentences as the alternative text of the table's picture."""
    first = say.t("Aevum Haeresis: {phase}.", phase=phase_text(say, view))
    if view.limited is not None:
        return names.sentences([first, waiting_text(say, view), *limited_lines(say, view, view.limited)])
    scores = "; ".join(
        say.t(
            "{player}: {souls}, Execution {execution}, Plot deck {plot}",
            player=say.seat(player.seat), souls=souls(CardWriter(say, names.content_of(view)), player.souls),
            execution=player.execution, plot=player.plot,
        )
        for player in view.players
    )  # fmt: skip
    return names.sentences([first, waiting_text(say, view), f"{scores}."])
