"""The draft: both players open boosters, take cards and pass the rest on at the same time (AH-FMT.6 to FMT.8)."""

from __future__ import annotations

from functools import cache
from itertools import chain

from rules.aevum_haeresis.board.boosters import boosters_of, limited_of, open_booster, packet
from rules.aevum_haeresis.content.printed_card_values import card_value
from rules.aevum_haeresis.flow.refusals import Reason
from rules.aevum_haeresis.flow.step_base import Rules
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.actions import Take
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.aevum_haeresis.state.steps import DraftStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.packets import packet_question
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: The bonus that a card gets for each point that the player's previous picks of its faction are worth.
FACTION_BONUS = 0.03
#: Creates a Take action; cached, because the same actions are offered very often.
_TAKE = cache(Take)


def draft(match: Haeresis, _step: Sequence) -> str | None:
    """Let both players draft.

    A match with boosters but no draft continues with deck building, and a match without boosters with the set-up.
    """
    if match.state.limited is None:
        return "choose_active"
    if match.state.options.format == "draft":
        match.state.phase = "draft"
        match.push(DraftStep())
    return None


@HAERESIS.step(DraftStep, asks=["draft"], accepts=[Take])
class DraftRules(Rules[DraftStep]):
    """Lets players take cards from a booster, pass the rest on, and take cards from the packet passed to them.

    The players don't take turns. Each player deals with one packet at a time, as soon as one is available (AH-FMT.7).
    """

    rules = ("AH-FMT.6", "AH-FMT.7", "AH-FMT.8")
    not_now = N_("You take cards only in the draft, from the pack in front of you.")
    not_now_rule = "AH-FMT.6"

    def go_on(self, match: Haeresis, step: DraftStep) -> bool:
        waits = [self._waits(match, seat) for seat in (0, 1)]
        if any(waits):
            return False
        match.finish(step)
        return True

    def _waits(self, match: Haeresis, seat: int) -> bool:
        """Give a seat its next packet if it has none. Return whether it has a packet or is waiting for one."""
        drafter = limited_of(match).seats[seat]
        current = packet(match, seat)
        if current is None and len(drafter.opened) < boosters_of(match).draft.boosters:
            cards = open_booster(match.chance, match.content, limited_of(match), seat)
            match.emit((seat,), events.PacketSeen(seat, len(drafter.opened), False, tuple(cards)))
            return True
        if current is not None and not current.own and current.cards and len(drafter.passed) < current.number:
            drafter.passed.append([])
            match.reveal()
            match.emit((seat,), events.PacketSeen(seat, current.number, True, tuple(current.cards)))
        return current is not None

    def decisions(self, match: Haeresis, step: DraftStep) -> dict[int, Decision]:
        return {
            seat: decide("draft", map(_TAKE, here.cards), number=here.number, own=here.own, left=here.left)
            for seat in (0, 1)
            if (here := packet(match, seat)) is not None and here.cards
        }

    def take(self, match: Haeresis, step: DraftStep, seat: int, action: Action) -> None:
        assert isinstance(action, Take)
        drafter = limited_of(match).seats[seat]
        current = packet(match, seat)
        assert current is not None
        (drafter.own if current.own else drafter.passed)[-1].append(action.card)
        match.emit((seat,), events.Took(seat, action.card))
        if current.left == 1:
            match.emit(EVERYONE, events.PacketDone(seat, current.number, not current.own))

    def question(self, say: Translator, view: HaeresisView, asked: Prompt) -> str:
        return packet_question(say, view, asked)

    def why_not(self, match: Haeresis, step: DraftStep, seat: int, action: Action) -> Reason:
        if isinstance(action, Take):
            return IllegalAction("This card isn't in the pack in front of you.", rule="AH-FMT.6")
        return None

    def is_sound(self, match: Haeresis, step: DraftStep) -> bool:
        return match.state.limited is not None and match.content.boosters is not None


def best(match: Haeresis, seat: int) -> Take:
    """Return the action that takes the most valuable card of a seat's packet, given the seat's picks so far."""
    content, current = match.content, packet(match, seat)
    assert current is not None
    drafter = limited_of(match).seats[seat]
    strength: dict[str, float] = {}
    for card in chain(*drafter.own, *drafter.passed):
        faction = content.cards[card].faction
        strength[faction] = strength.get(faction, 0.0) + card_value(content, card)
    own = max((value for name, value in strength.items() if name != "neutral"), default=0.0)

    def wanted(card: str) -> float:
        faction = content.cards[card].faction
        return card_value(content, card) + FACTION_BONUS * (own if faction == "neutral" else strength.get(faction, 0.0))

    return Take(max(current.cards, key=wanted))
