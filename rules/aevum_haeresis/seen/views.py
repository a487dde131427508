"""Builds views. Only this module decides which parts of a state each viewer can see (section 35.1 of RULES.md)."""

from __future__ import annotations

from itertools import chain

from rules.aevum_haeresis.board.boosters import boosters_of, drafted, packet, packets_done, pool
from rules.aevum_haeresis.board.card_lookup import alter_passives, income, kind, owner, record, soul_number, stat
from rules.aevum_haeresis.board.decks_and_resources import kinds
from rules.aevum_haeresis.board.manoeuvres import icons_of, stakes
from rules.aevum_haeresis.content.effects import Alter
from rules.aevum_haeresis.content.ops import Cost
from rules.aevum_haeresis.effects.cost_rules import affordable, cost_of, missing, playable
from rules.aevum_haeresis.flow.setup import pack_name
from rules.aevum_haeresis.flow.windows import meant_for
from rules.aevum_haeresis.state.state import CurrentManoeuvre, Haeresis, InPlay, Player
from rules.aevum_haeresis.state.steps import ChoiceStep, OfferStep, PayStep, RowStep, TeamStep
from rules.aevum_haeresis.state.view import (
    CardView,
    HaeresisView,
    LimitedView,
    ManoeuvreView,
    ModifierView,
    PaidView,
    PendingView,
    PlayerView,
    StakeView,
)

#: The keys of questions about parts of a cost.
_PARTS_OF_COSTS = {"sacrifice", "turned", "discard"}


def view(match: Haeresis, seat: int | None) -> HaeresisView:
    """Return the view of a seat, or of a spectator if `seat` is None (AH-INFO.1 to INFO.6)."""
    state = match.state
    placed = state.cards.get(state.location)
    pending, alters = _pending(match, seat), alter_passives(match)
    fitting, payable = _playable(match, seat, pending.key) if seat is not None and pending is not None else ([], [])
    return HaeresisView(
        game=match.game.id,
        viewer=seat,
        seats=state.seats,
        to_act=sorted(match.decisions()),
        over=state.over,
        pack=pack_name(state),
        pace=state.options.pace,
        phase=state.phase,
        round=state.round,
        active=state.active,
        actor=state.actor,
        passes=state.passes,
        chapter=state.chapter,
        window=state.window,
        players=[_player(match, number, player, seat) for number, player in enumerate(state.players)],
        cards=[_card(match, card, piece, alters) for card, piece in state.cards.items()],
        location=state.location,
        placer=state.placer,
        time=placed.time if placed is not None else 0,
        soul_number=soul_number(match) if placed is not None else 0,
        manoeuvre=_manoeuvre(match, seat),
        paid=_paid(match),
        mods=[
            ModifierView(
                stat=mod.stat, amount=mod.amount, until=mod.until, seat=mod.seat, card=mod.card, group=mod.group
            )
            for mod in state.mods
        ],
        pending=pending,
        costs=_costs(match, seat) if seat is not None else {},
        fitting=fitting,
        affordable=payable,
        stakes=[] if seat is None else [StakeView(card=card, passive=one) for card, one in stakes(match, seat)],
        limited=_limited(match, seat),
        reason=state.reason,
        winner=state.winner,
    )


def _limited(match: Haeresis, viewer: int | None) -> LimitedView | None:
    """Return what a viewer may know about the decks being built; None once the game has started (AH-FMT.8)."""
    state = match.state
    if state.limited is None or state.players[0].damned:
        return None
    boosters, seats = boosters_of(match), state.limited.seats
    mine = seats[viewer] if viewer is not None else None
    current_packet = packet(match, viewer) if viewer is not None and state.phase == "draft" else None
    return LimitedView(
        format=state.options.format,
        factions=list(state.limited.factions),
        boosters=(boosters.draft if state.options.format == "draft" else boosters.sealed).boosters,
        done=[packets_done(match, seat) for seat in (0, 1)],
        ready=[drafter.ready for drafter in seats],
        packet=current_packet and list(current_packet.cards),
        own=current_packet is not None and current_packet.own,
        pool=None if viewer is None else dict(sorted(pool(match, viewer).items())),
        drafted=None if viewer is None else drafted(match, viewer),
        deck=None if mine is None else dict(sorted(mine.deck.items())),
    )


def _card(match: Haeresis, card: str, piece: InPlay, alters: list[tuple[str, InPlay, Alter]]) -> CardView:
    card_record = record(match, card)
    character = card_record.type in ("damned", "heretic")
    numbers = {
        name: stat(match, card, name, alters) if character else 0
        for name in ("health", "damage", "plunder", "recruit", "accuse")
    }
    return CardView(
        id=card,
        kind=card_record.id,
        type=card_record.type,
        owner=owner(card),
        controller=piece.controller,
        ready=piece.ready,
        wounds=piece.damage,
        host=piece.host,
        until=piece.until,
        time=piece.time,
        used=sorted(map(int, piece.used)),
        counters=piece.counters,
        **numbers,
    )


def _player(match: Haeresis, seat: int, player: Player, viewer: int | None) -> PlayerView:
    own = viewer == seat
    top = match.state.stack[-1] if match.state.stack else None
    # While a player is laying a row, other players see nothing of it (AH-SM.20, SM.60).
    laying = isinstance(top, RowStep) and top.seat == seat and not own
    hand_count = len(player.hand) + (sum(map(len, player.row)) if laying else 0)
    return PlayerView(
        seat=seat,
        damned=player.damned,
        camp=player.camp,
        gold=player.gold,
        souls=player.souls,
        execution=player.execution,
        rose=player.rose,
        free=player.free,
        mulligan=player.mulligan,
        income=income(match, seat) if player.camp else 0,
        hand_count=hand_count,
        plot=len(player.plot),
        heretics=len(player.heretics),
        locations=len(player.locations),
        background=len(player.background),
        row=[] if laying else [len(chapter) for chapter in player.row],
        open=list(match.state.open[seat]),
        pyre=list(player.pyre),
        hand=list(player.hand) if own else None,
        own_row=[list(chapter) for chapter in player.row] if own else None,
        own_locations=list(player.locations) if own else None,
        own_background=sorted(map(kind, player.background)) if own else None,
        own_plot=sorted(map(kind, player.plot)) if own else None,
        own_heretics=sorted(map(kind, player.heretics)) if own else None,
        peeked=list(player.peeked) if own else None,
    )


def _manoeuvre(match: Haeresis, viewer: int | None) -> ManoeuvreView | None:
    """Return the view of the current manoeuvre.

    Other players see a team only when it is complete. The player who chooses a team that is still secret sees it.
    """
    man = match.state.man
    if man is None:
        return None
    teams = [_seen_team(match, man, seat, viewer) for seat in (0, 1)]
    return ManoeuvreView(
        type=man.type,
        initiator=man.initiator,
        teams=teams,
        blocked=man.blocked,
        icons=[icons_of(match, seat, team) for seat, team in enumerate(teams)],
        successful=man.successful,
    )


def _seen_team(match: Haeresis, man: CurrentManoeuvre, seat: int, viewer: int | None) -> list[str]:
    """Return the characters of a team that the viewer sees."""
    top = match.state.stack[-1] if match.state.stack else None
    if not isinstance(top, TeamStep) or top.seat != seat:
        return list(man.teams[seat])
    if seat != viewer:
        return []
    return list(man.plan if top.planned else man.teams[seat])


def _paid(match: Haeresis) -> list[PaidView]:
    state = match.state
    waiting = [*state.paid, *([state.heresy] if state.heresy is not None else [])]
    return [
        PaidView(
            seat=paid.seat,
            card=paid.card,
            ability=paid.ability,
            caster=paid.caster,
            host=paid.host,
            targets=list(paid.targets),
        )
        for paid in waiting
    ]


def _pending(match: Haeresis, viewer: int | None) -> PendingView | None:
    """Return the question that the viewer must answer, with the card that it is about; None if there is none."""
    if viewer is None or viewer not in match.decisions():
        return None
    prompt = match.decisions()[viewer].prompt
    top = match.state.stack[-1]
    card = ""
    if isinstance(top, PayStep | ChoiceStep):
        card = top.card
    elif isinstance(top, OfferStep):
        card = top.cards[0]
    return PendingView(key=prompt.key, args=prompt.args, card=card, op=top.op if isinstance(top, ChoiceStep) else None)


# -- costs and uses of the viewer's cards ------------------------------------------------------------------------


def _costs(match: Haeresis, seat: int) -> dict[str, Cost]:
    state, player = match.state, match.state.players[seat]
    own = [*player.hand, *chain.from_iterable(player.row), *state.open[seat]]
    costs = {kind(card): cost_of(match, PayStep(seat, card, "row")) for card in own}
    for card, placed in state.cards.items():
        if (state.placer if card == state.location else placed.controller) == seat:
            for number in range(len(record(match, card).abilities)):
                costs[f"{card}/{number}"] = cost_of(match, PayStep(seat, card, "ability", number))
    return costs


def _playable(match: Haeresis, seat: int, key: str) -> tuple[list[str], list[str]]:
    """Return the kinds of a seat's cards that can be played from its row or in the open window.

    The second list contains those kinds that the seat can also pay for.
    """
    player, window = match.state.players[seat], match.state.window
    match key:
        case "row":
            payments = [PayStep(seat, card, "row") for card in kinds([*player.hand, *chain.from_iterable(player.row)])]
            fitting = [step for step in payments if playable(match, record(match, step.card), step.how)]
        case "window":
            payments = [
                PayStep(seat, card, "dem") for card in kinds(player.hand) if meant_for(record(match, card), window)
            ]
            fitting = [
                step
                for step in payments
                if playable(match, record(match, step.card), step.how) and missing(match, step) <= _PARTS_OF_COSTS
            ]
        case _:
            return [], []
    paid = [
        step
        for step in fitting
        if affordable(match, step, from_hand=True) and not missing(match, step) & _PARTS_OF_COSTS
    ]
    return [kind(step.card) for step in fitting], [kind(step.card) for step in paid]
