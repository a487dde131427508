"""The behaviour of the verbs that affect cards: draw, discard, fetch, acquire and destroy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board import deck
from rules.dark_providence.board.agents import agents_of, lose_card
from rules.dark_providence.board.counts import amount_of, highest_control_point
from rules.dark_providence.board.piece_placement import add_to_row, asset_city, target_kind, targets
from rules.dark_providence.content import ops
from rules.dark_providence.content.records import RLYEH
from rules.dark_providence.effects.acquisition_checks import can_acquire, refuse_acquisition
from rules.dark_providence.effects.refusals import Reason, refuse_target
from rules.dark_providence.effects.verb import Verb, choice_verb
from rules.dark_providence.state import events
from rules.dark_providence.state.state import Player, Providence
from rules.dark_providence.state.steps import AcquireStep, ChoiceStep, StockStep
from rules.kernel.data.events import EVERYONE
from rules.kernel.errors import IllegalAction

# -- hands, decks and discard piles ---------------------------------------------------------------------------


def _can_draw(match: Providence, seat: int, card: str, op: ops.Draw) -> bool:
    player = match.state.players[seat]
    return bool(player.deck or player.discard) and amount_of(match, seat, op.count) > 0


def _draw(match: Providence, seat: int, card: str, op: ops.Draw) -> None:
    deck.draw(match, seat, amount_of(match, seat, op.count))


def _rivals_hold_cards(match: Providence, seat: int, card: str, op: ops.RivalsDiscard) -> bool:
    """Return whether another player has cards in hand. Hand sizes are public."""
    return any(player.hand for other, player in enumerate(match.state.players) if other != seat)


def _rivals_discard(match: Providence, seat: int, card: str, op: ops.RivalsDiscard) -> None:
    """Discard random cards from all other players' hands, which can trigger the cards' reactions (DP-CARD.17)."""
    for other, player in enumerate(match.state.players):
        if other != seat and player.hand:
            _lose_random(match, other, op.count)


def _lose_random(match: Providence, seat: int, count: int) -> None:
    """Discard random cards from one player's hand, which can trigger the cards' reactions (DP-CARD.17)."""
    player = match.state.players[seat]
    lost = match.chance.take(f"hand/{seat}", player.hand, count)
    player.discard += lost
    match.emit(EVERYONE, events.Discarded(seat, tuple(lost)))
    for each in lost:
        deck.offer_reaction(match, seat, each, "discarded")


def _players_with_hand(match: Providence, step: ChoiceStep, op: ops.RivalDiscards | ops.Spy) -> list[str]:
    """Return the other players who have cards in hand. Hand sizes are public."""
    return _others(match, step.seat, lambda player: bool(player.hand))


def _others(match: Providence, seat: int, has: Callable[[Player], bool]) -> list[str]:
    """Return the other players whose seat passes the test `has`; none in solo play (DP-SOLO.20)."""
    return [str(other) for other, player in enumerate(match.state.players) if other != seat and has(player)]


def _rival_discards(match: Providence, step: ChoiceStep, op: ops.RivalDiscards, option: str) -> None:
    """Discard as many random cards from the chosen player's hand as the card says."""
    _lose_random(match, int(option), step.left)
    step.left = 1


def _spy(match: Providence, step: ChoiceStep, op: ops.Spy, option: str) -> None:
    """Show the chosen player's hand to the seat in secret."""
    hand = match.state.players[int(option)].hand
    match.reveal()
    match.emit(EVERYONE, events.LookedAtHand(step.seat, int(option)))
    match.emit((step.seat,), events.SawHand(step.seat, int(option), tuple(sorted(hand))))


def _players_with_deck(match: Providence, step: ChoiceStep, op: ops.Mill) -> list[str]:
    return _others(match, step.seat, lambda player: bool(player.deck))


def _mill(match: Providence, step: ChoiceStep, op: ops.Mill, option: str) -> None:
    """Move cards from the top of the chosen player's deck to the discard pile. An empty deck isn't refilled."""
    player = match.state.players[int(option)]
    lost, player.deck = player.deck[: step.left], player.deck[step.left :]
    player.discard += lost
    match.reveal()
    match.emit(EVERYONE, events.Milled(int(option), tuple(lost)))
    step.left = 1


def _players_with_discards(match: Providence, step: ChoiceStep, op: ops.Ruin) -> list[str]:
    return _others(match, step.seat, lambda player: bool(player.discard))


def _ruin(match: Providence, step: ChoiceStep, op: ops.Ruin, option: str) -> None:
    lose_card(match, match.state.players[int(option)].discard[-1])


def _refuse_without_player(
    match: Providence, seat: int, op: ops.RivalDiscards | ops.Spy | ops.Mill | ops.Ruin
) -> Reason:
    return IllegalAction("That card can't affect any other player's cards now.", rule="DP-ACT.5")


def _refuse_player(match: Providence, step: ChoiceStep, op: Any, option: str) -> Reason:
    return IllegalAction("Choose another player who has cards there.", rule="DP-GEN.3")


def _discard_own(match: Providence, step: ChoiceStep, op: ops.Discard, option: str) -> None:
    player = match.state.players[step.seat]
    player.hand.remove(option)
    player.discard.append(option)
    match.emit(EVERYONE, events.Discarded(step.seat, (option,)))
    deck.offer_reaction(match, step.seat, option, "discarded")


def _discarded(match: Providence, step: ChoiceStep, op: ops.Fetch) -> list[str]:
    """Return the cards on the seat's discard pile."""
    return deck.one_of_each_kind(match, match.state.players[step.seat].discard)


def _fetch(match: Providence, step: ChoiceStep, op: ops.Fetch, option: str) -> None:
    player = match.state.players[step.seat]
    player.discard.remove(option)
    player.hand.append(option)
    match.emit(EVERYONE, events.GotCard(step.seat, option, "hand"))


def _refuse_not_discarded(match: Providence, step: ChoiceStep, op: ops.Fetch, option: str) -> Reason:
    return IllegalAction("That card is not in your discard pile.", rule="DP-BOARD.19")


def _refuse_without_discards(match: Providence, seat: int, op: ops.Fetch) -> Reason:
    if match.state.players[seat].discard:
        return None
    return IllegalAction("Your discard pile is empty.", rule="DP-ACT.5")


def _other_hand_cards(match: Providence, step: ChoiceStep, op: ops.Purge | ops.Discard) -> list[str]:
    """Return the seat's hand without the card in use, which leaves the hand before its effect starts (DP-ACT.5)."""
    return deck.one_of_each_kind(match, [card for card in match.state.players[step.seat].hand if card != step.card])


def _purge(match: Providence, step: ChoiceStep, op: ops.Purge, option: str) -> None:
    lose_card(match, option, draws_replacement=False)  # The player draws no replacement for these cards (DP-DESTROY.6).


def _refuse_not_in_hand(match: Providence, step: ChoiceStep, op: ops.Purge | ops.Discard, option: str) -> Reason:
    return IllegalAction("That card is not in your hand.", rule="DP-CARD.15")


def _lacks_rlyeh(match: Providence, seat: int, card: str, op: ops.Rlyeh) -> bool:
    return match.state.owners.get(RLYEH) != seat


def _rlyeh(match: Providence, seat: int, card: str, op: ops.Rlyeh) -> None:
    if RLYEH in match.state.area_e:
        match.state.area_e.remove(RLYEH)
    elif RLYEH in match.state.owners:
        deck.take_card(match, RLYEH)
    else:
        return
    deck.get_card(match, seat, RLYEH)
    match.emit(EVERYONE, events.GotCard(seat, RLYEH, "discard"))


# -- cards on the map, in the row and in the stock ------------------------------------------------------------


def _acquirable(match: Providence, step: ChoiceStep, op: ops.Acquire) -> list[str]:
    """Return the targets that the effect can acquire now (DP-ACQ.17 to 19)."""
    state = match.state
    own_agent_cities = {state.agents[agent].city for agent in agents_of(state, step.seat)}
    found: list[str] = []
    for target in targets(state):
        if target_kind(state, target) != op.what or not can_acquire(match, step.seat, target, locked=op.locked):
            continue
        city = target if op.what == "city" else asset_city(state, target)
        if city and op.here and city not in own_agent_cities:
            continue
        if city and match.content.cities[city].control > highest_control_point(match, step.seat, op.most, city):
            continue
        found.append(target)
    return found


def _acquire(match: Providence, step: ChoiceStep, op: ops.Acquire, option: str) -> None:
    match.push(AcquireStep(step.seat, option))


def _refuse_target(match: Providence, step: ChoiceStep, op: ops.Acquire, option: str) -> Reason:
    found = refuse_target(match, option)
    if found:
        return found
    if target_kind(match.state, option) != op.what:
        return IllegalAction("That card acquires something else: read it with /card.", rule="DP-ACQ.18")
    if op.locked and option in match.state.locks:
        return IllegalAction("That can't be acquired with this card; read it with /card.", rule="DP-ACQ.9")
    found = refuse_acquisition(match, step.seat, option)
    return found or IllegalAction(
        "You can't acquire that with this card: you have no agent there, or it costs too much.", rule="DP-ACQ.18"
    )


def _refuse_without_targets(match: Providence, seat: int, op: ops.Acquire) -> Reason:
    return IllegalAction("That card can't acquire anything now.", rule="DP-ACT.4")


def _has_stock(match: Providence, seat: int, card: str, op: ops.Stock) -> bool:
    return bool(match.state.stock)


def _stock(match: Providence, seat: int, card: str, op: ops.Stock) -> None:
    found = match.state.stock[: op.look]
    match.reveal()
    match.emit(EVERYONE, events.SearchedStock(seat, len(found)))
    match.emit((seat,), events.SawStock(seat, tuple(found)))
    match.push(StockStep(seat, found))


def _refuse_empty_stock(match: Providence, seat: int, op: ops.Stock) -> Reason:
    return None if match.state.stock else IllegalAction("The secret stock is empty.", rule="DP-BOARD.17")


def _face_up(match: Providence, step: ChoiceStep, op: ops.DestroyAsset) -> list[str]:
    """Return the face-up primary assets."""
    return [place.stack[0] for place in match.state.places.values() if place.stack]


def _destroy_asset(match: Providence, step: ChoiceStep, op: ops.DestroyAsset, option: str) -> None:
    deck.destroy_face_up(match, option)


def _refuse_not_face_up(match: Providence, step: ChoiceStep, op: ops.DestroyAsset, option: str) -> Reason:
    return (
        None
        if asset_city(match.state, option)
        else IllegalAction("That card isn't face up in any city.", rule="DP-PLACE.9")
    )


def _has_mythos(match: Providence, seat: int, card: str, op: ops.Row) -> bool:
    return bool(match.state.mythos_deck)


def _row(match: Providence, seat: int, card: str, op: ops.Row) -> None:
    add_to_row(match, op.count)


def _in_row(match: Providence, step: ChoiceStep, op: ops.Banish) -> list[str]:
    return list(match.state.row)


def _banish(match: Providence, step: ChoiceStep, op: ops.Banish, option: str) -> None:
    deck.destroy_in_row(match, option)


def _refuse_not_in_row(match: Providence, step: ChoiceStep, op: ops.Banish, option: str) -> Reason:
    return IllegalAction("That mythos card is not in the row.", rule="DP-PLACE.11")


def _refuse_empty_row(match: Providence, seat: int, op: ops.Banish) -> Reason:
    return IllegalAction("There is no mythos card in the row.", rule="DP-ACT.5")


VERBS: dict[type[Any], Verb] = {
    ops.Draw: Verb(_can_draw, _draw),
    ops.Discard: choice_verb(_other_hand_cards, _discard_own, why_not=_refuse_not_in_hand),
    ops.RivalsDiscard: Verb(_rivals_hold_cards, _rivals_discard),
    ops.RivalDiscards: choice_verb(
        _players_with_hand, _rival_discards, why_not=_refuse_player, why_idle=_refuse_without_player
    ),
    ops.Spy: choice_verb(_players_with_hand, _spy, why_not=_refuse_player, why_idle=_refuse_without_player),
    ops.Mill: choice_verb(_players_with_deck, _mill, why_not=_refuse_player, why_idle=_refuse_without_player),
    ops.Ruin: choice_verb(_players_with_discards, _ruin, why_not=_refuse_player, why_idle=_refuse_without_player),
    ops.Fetch: choice_verb(
        _discarded, _fetch, optional=True, why_not=_refuse_not_discarded, why_idle=_refuse_without_discards
    ),
    ops.Purge: choice_verb(_other_hand_cards, _purge, optional=True, why_not=_refuse_not_in_hand),
    ops.Rlyeh: Verb(_lacks_rlyeh, _rlyeh),
    ops.Acquire: choice_verb(
        _acquirable, _acquire, optional=True, why_not=_refuse_target, why_idle=_refuse_without_targets
    ),
    ops.Stock: Verb(_has_stock, _stock, why_idle=_refuse_empty_stock),
    ops.DestroyAsset: choice_verb(_face_up, _destroy_asset, optional=True, why_not=_refuse_not_face_up),
    ops.Row: Verb(_has_mythos, _row),
    ops.Banish: choice_verb(_in_row, _banish, optional=True, why_not=_refuse_not_in_row, why_idle=_refuse_empty_row),
}
