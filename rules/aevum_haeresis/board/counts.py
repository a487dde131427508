"""Counts cards and resources on the table, for the amounts and conditions in card text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, get_args

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.state.state import TIMES, Haeresis, InPlay
from rules.aevum_haeresis.state.steps import RowStep

#: Maximum number of card ids whose kind or owner is cached. Two decks have 150 cards, and the ids recur in all matches.
CACHE_SIZE = 4096
#: The names of counts of cards in play, and of counts that belong to one player. All other counts are about the table
#: as a whole.
OF_CARDS: tuple[str, ...] = get_args(ops.CardCount)
OF_PLAYERS: tuple[str, ...] = get_args(ops.PlayerCount)
#: Counts whose values passives can change. The text of a passive can't use these counts, because the passive would then
#: depend on itself.
UNSTEADY = ("icons", "soul_number")
#: A function that evaluates a count. Its arguments are the match, the seat that counts, the count's record, the card
#: with the count in its text, and the amount that the text calls "that".
Count = Callable[[Haeresis, int, Any, str, int], int]


@lru_cache(CACHE_SIZE)
def kind(card: str) -> str:
    """Return the id of a card's record. A card id has the form "kind.owner.number"."""
    return card.partition(".")[0]


def record(match: Haeresis, card: str) -> Card:
    """Return the record of a card in the match's content pack."""
    return match.content.cards[kind(card)]


def has_marks(card: Card, keyword: str, faction: str) -> bool:
    """Return whether a card has this keyword and this faction; "" stands for any keyword or faction."""
    return (not keyword or keyword in card.keywords) and (not faction or faction == card.faction)


# -- counting ---------------------------------------------------------------------------------------------------


def number(match: Haeresis, seat: int, of: Any, this: str, that: int) -> int:
    """Return the number that a count in an amount or a condition stands for.

    This function returns 0 for counts in `UNSTEADY`, which `effects.amounts` evaluates.
    """
    what: str = of.count
    if what in OF_CARDS:
        return sum(_is_counted(match, seat, of, card, placed) for card, placed in match.state.cards.items())
    if what in OF_PLAYERS:
        return sum(_count_of_player(match, one, of) for one in seats_meant(seat, of.whose))
    return _count_of_table(match, what, this, that)


def seats_meant(seat: int, whose: str) -> list[int]:
    """Return the seats that "own", "opposing" or "both" refers to in the text of this seat's card."""
    return {"own": [seat], "opposing": [1 - seat]}.get(whose, [0, 1])


def _is_counted(match: Haeresis, seat: int, of: Any, card: str, placed: InPlay) -> bool:
    card_record = record(match, card)
    if placed.controller not in seats_meant(seat, of.whose) or not has_marks(card_record, of.keyword, of.faction):
        return False
    if of.state and (of.state == "ready") != placed.ready:
        return False
    match of.count:
        case "characters":
            return card_record.type in ("damned", "heretic")
        case "heretics" | "hunters":
            return card_record.type == of.count.removesuffix("s")
        case "attachments":
            return card_record.attachment is not None
        case _:
            man = match.state.man
            return man is not None and any(card in team for team in man.teams)


def _count_of_player(match: Haeresis, seat: int, of: Any) -> int:
    player = match.state.players[seat]
    match of.count:
        case "hand":
            return len(player.hand) + (sum(map(len, player.row)) if _is_laying(match, seat) else 0)
        case "pyre":
            return sum(has_marks(record(match, card), of.keyword, of.faction) for card in player.pyre)
        case "plot_deck":
            return len(player.plot)
        case "heretic_deck":
            return len(player.heretics)
        case "wounds":
            damned = match.state.cards.get(player.damned)
            return damned.damage if damned is not None else 0
        case "successes":
            return match.state.tally.successes[seat]
        case "icons":
            return 0
        case what:
            return {"gold": player.gold, "souls": player.souls, "execution": player.execution}[what]


def _is_laying(match: Haeresis, seat: int) -> bool:
    """Return whether a seat is laying its row, which is secret until the row is finished (AH-SM.20, SM.60)."""
    top = match.state.stack[-1] if match.state.stack else None
    return isinstance(top, RowStep) and top.seat == seat


def _count_of_table(match: Haeresis, what: str, this: str, that: int) -> int:
    state = match.state
    match what:
        case "attached":
            return sum(placed.host == this for placed in state.cards.values())
        case "counters":
            return state.cards[this].counters if this in state.cards else 0
        case "time":
            return state.cards[state.location].time if state.location in state.cards else 0
        case "chapter":
            return state.chapter
        case "round":
            return state.round
        case "that":
            return that
        case _:
            return 0


def amount(
    match: Haeresis, seat: int, of: int | ops.Counted, this: str = "", that: int = 0, count: Count = number
) -> int:
    """Return the current value of an amount."""
    if isinstance(of, int):
        return of
    total = of.each * count(match, seat, of, this, that) + of.plus
    return max(-of.most, min(of.most, total))


# -- conditions -------------------------------------------------------------------------------------------------


def conditions_met(
    match: Haeresis, seat: int, conditions: Sequence[ops.Condition], this: str, count: Count = number
) -> bool:
    """Return whether all conditions in the text of the card `this` are met, from the point of view of a seat."""
    return all(_holds(match, seat, condition, this, count) for condition in conditions)


def _holds(match: Haeresis, seat: int, condition: ops.Condition, this: str, count: Count) -> bool:
    state = match.state
    match condition:
        case ops.IsCount():
            return condition.least <= count(match, seat, condition, this, 0) <= condition.most
        case ops.HasMore():
            leading_seat = seat if condition.who == "me" else 1 - seat
            own, other = (
                count(match, one, ops.Counted(count=condition.count), this, 0)
                for one in (leading_seat, 1 - leading_seat)
            )
            return own > other
        case ops.AtTime():
            placed = state.cards.get(state.location)
            return placed is not None and TIMES[placed.time] in condition.times
        case ops.IsActive():
            return (state.active == seat) == (condition.who == "me")
        case ops.InManoeuvre():
            return _in_manoeuvre(match, seat, condition)
        case ops.IsThis():
            return _is_this(match, condition.state, this)


def _in_manoeuvre(match: Haeresis, seat: int, condition: ops.InManoeuvre) -> bool:
    man = match.state.man
    if man is None or condition.manoeuvre not in ("any", man.type):
        return False
    role = "initiator" if man.initiator == seat else "blocker"
    return condition.role in ("any", role) and (role == "initiator" or man.blocked)


def _is_this(match: Haeresis, state: str, this: str) -> bool:
    placed = match.state.cards.get(this)
    card = placed.host if placed is not None and placed.host else this
    placed = match.state.cards.get(card)
    if placed is None:
        return False
    if state == "participant":
        man = match.state.man
        return man is not None and any(card in team for team in man.teams)
    return placed.ready == (state == "ready")
