"""Which actions lift a veil: cards drawn or turned up, tokens from the bag, allegiances. They can't be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dark_providence.content import ops
from rules.dark_providence.content.fields import Icon
from rules.dark_providence.content.ops import Op
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import asset_city, city_view, content_of, me

#: Operations that uncover something as soon as they are carried out.
_UNCOVER = (ops.Draw, ops.RivalsDiscard, ops.Row, ops.SanityTest, ops.Rlyeh, ops.Stock)
#: Operations that look at an allegiance: with a single rival nothing is asked before.
_LOOK = (ops.Peek, ops.Unmask)
#: Operations that are carried out at once and uncover nothing.
_PLAIN = (ops.GainVp, ops.Actions, ops.Pool, ops.Meddle, ops.Calm)


def ops_reveal(view: ProvidenceView, ops: Sequence[Op]) -> bool:
    """Tell whether carrying out these operations shows what nobody could know, before a choice is asked for."""
    for op in ops:
        if isinstance(op, _UNCOVER):
            return True
        if isinstance(op, _LOOK):
            return view.seats <= 2
        if not isinstance(op, _PLAIN):
            return False
    return False


def power_reveals(view: ProvidenceView, card: str, timing: str) -> bool:
    """Tell whether using a card's power may uncover something at once."""
    content = content_of(view)
    record = content.record(card)
    return any(ops_reveal(view, ops) for power in record.powers if power.timing == timing for ops in power.ways)


def acquiring_reveals(view: ProvidenceView, target: str) -> bool:
    """Tell whether acquiring this uncovers something: the next card, a draw of its last owner, a sanity token."""
    content = content_of(view)
    record = content.record(target)
    if record.sanity or power_reveals(view, target, "acquired"):
        return True
    if target in content.mythos:
        return view.old_one is not None and len(view.row) == 1 and view.mythos_deck > 0
    if target in content.cities:
        return city_view(view, target).card_owner not in (None, view.viewer)
    city = asset_city(view, target)
    return bool(city) and (city_view(view, city).stack > 1 or view.mythos_deck > 0)


# -- what follows ---------------------------------------------------------------------------------------------


def lingers(view: ProvidenceView, used: str = "") -> bool:
    """Tell whether the turn goes on for certain without actions: a bonus action may be in the hand or deck."""
    content, player = content_of(view), me(view)
    gone = [*player.discard, *(view.turn.table if view.turn else ()), used]
    unseen = [card for card in player.cards if card not in gone]
    return any(power.timing == "bonus" for card in unseen for power in content.cards[card].powers)


def closes(view: ProvidenceView, used: int = 0, card: str = "") -> bool:
    """Tell whether the viewer's turn may be over once this is done, so that cards are drawn; or a card is uneasy.

    `used` are the actions that it takes, `card` is one that it plays.
    """
    turn = view.turn
    if turn is None or turn.seat != view.viewer:
        return False
    content = content_of(view)
    if any(card in content.cards and content.cards[card].uneasy for card in turn.table):
        return True
    return turn.actions - used <= 0 and not lingers(view, card)


def payment_is_sole(view: ProvidenceView, icon: Icon, unit: int = 1) -> bool:
    """Tell whether no choice of cards may be asked for when this resource is paid: fewer than two fit alone."""
    content = content_of(view)
    fitting = {content.cards[card].id for card in me(view).hand or [] if content.cards[card].icons.get(icon, 0) >= unit}
    return len(fitting) < 2


def paying_reveals(view: ProvidenceView, icon: Icon, unit: int = 1) -> bool:
    """Tell whether an action paid with cards may be over at once and uncover something."""
    if not payment_is_sole(view, icon, unit):
        return False
    content = content_of(view)
    uneasy = any(content.cards[card].uneasy and icon in content.cards[card].icons for card in me(view).hand or [])
    return uneasy or closes(view, used=1)


def rest_reveals(view: ProvidenceView) -> bool:
    """Tell whether what follows the viewer's choice inside a card's effect uncovers something."""
    pending = view.pending
    if pending is None:
        return False
    content = content_of(view)
    record = content.mythos.get(pending.card) or content.cards.get(pending.card)
    if record is not None and pending.op is not None:
        for power in record.powers:
            for ops in power.ways:
                places = [place for place, op in enumerate(ops) if op == pending.op]
                if any(ops_reveal(view, ops[place + 1 :]) for place in places):
                    return True
    return closes(view)
