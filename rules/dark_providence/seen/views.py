"""Builds the views of a match. No other module turns the state into data that players see (section 34 of RULES.md)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules.dark_providence.board import agents
from rules.dark_providence.board.piece_placement import free_locks, markers_on
from rules.dark_providence.content.component_counts import AGENT_LIMIT, THRESHOLD
from rules.dark_providence.effects.acquisition_checks import influence_on
from rules.dark_providence.effects.power_resolution import Timing, possible_ways
from rules.dark_providence.solo.old_one import goal_reached
from rules.dark_providence.state import steps
from rules.dark_providence.state.state import OldOneSide, Place, Player, Providence
from rules.dark_providence.state.view import (
    AgentView,
    CityView,
    CultistView,
    MythosView,
    OldOneView,
    PendingView,
    PlayerView,
    ProvidenceView,
    TurnView,
)

#: The steps of actions that other players can't see until they are paid for or, when discarding, all cards are chosen.
_HIDDEN_UNTIL_PAID = (
    steps.BuyStep,
    steps.DiscardStep,
    steps.InfluenceStep,
    steps.RecoverStep,
    steps.TrackStep,
    steps.TravelStep,
)


def view(match: Providence, seat: int | None) -> ProvidenceView:
    """Return the view of a seat, or of a spectator if `seat` is None."""
    state = match.state
    return ProvidenceView(
        game=match.game.id,
        viewer=seat,
        seats=state.seats,
        to_act=sorted(match.decisions()),
        over=state.over,
        pack=state.options.pack,
        phase=state.phase,
        turns=state.turns,
        first=state.first,
        players=[_player(match, number, player, seat) for number, player in enumerate(state.players)],
        old_one=_old_one(match, state.old_one) if state.old_one else None,
        turn=_turn(match, seat),
        pending=_pending(match, seat),
        ending=list(state.ending),
        usable=_usable(match, seat),
        only_way=_only_ways(match, seat),
        aside=list(state.aside) if state.over else [],
        **_boards(match),
    )


def _boards(match: Providence) -> dict[str, Any]:
    """Return the parts of the view that are the same for all viewers: game board and scoring board (DP-VIS.1 to 5)."""
    state = match.state
    return {
        "threshold": THRESHOLD[state.seats],
        "ritual": state.ritual,
        "investigation": state.investigation,
        "tracks": list(match.content.board.tracks),
        "cities": [_city(match, city, place) for city, place in state.places.items()],
        "agents": [_agent(match, agent) for agent in state.agents],
        "row": [
            MythosView(id=name, marks=list(markers_on(state, name)), lock=name in state.locks) for name in state.row
        ],
        "mythos_deck": len(state.mythos_deck),
        "stock": len(state.stock),
        "area_e": list(state.area_e),
        "locks": free_locks(state),
        "deep_ones": len(agents.free_deep_ones(state)),
        "bag": list(state.bag),
        "destroyed": list(state.destroyed),
    }


def _turn(match: Providence, viewer: int | None) -> TurnView | None:
    """Return the view of the turn. Other players see an action only when its cards are played.

    While the player is choosing these cards, the chosen action would reveal something about the hand (DP-VIS.16).
    """
    state = match.state
    if state.phase not in ("play", "old_one"):
        return None
    turn = state.turn
    is_action_hidden = viewer != turn.seat and _is_being_chosen(match)
    return TurnView(
        seat=turn.seat,
        actions=turn.actions + is_action_hidden,
        first=turn.taken <= is_action_hidden,
        table=dict(state.table),
    )


def _is_being_chosen(match: Providence) -> bool:
    """Return whether the active player has chosen an action that the other players can't see yet."""
    state = match.state
    action_steps = (after for step, after in pairwise(state.stack) if isinstance(step, steps.TurnStep))
    return not state.table and isinstance(next(action_steps, None), _HIDDEN_UNTIL_PAID)


def _agent(match: Providence, agent: str) -> AgentView:
    state = match.state
    owner = agents.owner_of(state, agent)
    side = agents.side_of(match, agent)
    kind = "recruited"
    if agents.is_cultist(agent):
        kind = "cultist"
    elif agents.is_deep_one(agent):
        kind = "deep_one"
    elif agent in match.content.leads:
        kind = "lead"
    elif agent in match.content.mythos:
        kind = "mi_go"
    piece = state.agents[agent]
    return AgentView(
        id=agent,
        kind=kind,
        owner=owner if owner >= 0 else None,
        city=piece.city,
        returned=piece.returned,
        force=side.force,
        arcane=side.arcane,
    )


def _city(match: Providence, city: str, place: Place) -> CityView:
    state = match.state
    record = match.content.cities[city]
    asset = place.stack[0] if place.stack else ""
    return CityView(
        id=city,
        control=record.control,
        gate=record.gate,
        controller=place.controller if place.controller >= 0 else None,
        gate_face=place.gate,
        gate_owner=place.gate_owner if place.gate else None,
        lock=city in state.locks,
        marks=list(markers_on(state, city)),
        totals=influence_on(match, city),
        agents=agents.agents_in(state, city),
        asset=asset,
        asset_lock=asset in state.locks,
        asset_marks=list(markers_on(state, asset)),
        stack=len(place.stack),
        cthulhu=state.cthulhu == city,
        martial_law=state.martial_law == city,
        whateleys=state.whateleys.count(city),
        card_owner=state.owners.get(city),
    )


def knows(match: Providence, viewer: int | None, seat: int) -> bool:
    """Return whether the viewer may know a seat's allegiance (DP-VIS.10, VIS.17, VIS.31)."""
    player = match.state.players[seat]
    if viewer == seat:
        return match.state.dealt
    return match.state.over or player.revealed or player.shown or viewer in player.seen


def _player(match: Providence, seat: int, player: Player, viewer: int | None) -> PlayerView:
    state = match.state
    own = viewer == seat or state.over
    open_pile = state.options.discard_open or own
    return PlayerView(
        seat=seat,
        colour=player.colour,
        lead=player.lead,
        allegiance=player.allegiance if knows(match, viewer, seat) else None,
        revealed=player.revealed,
        vp=player.vp,
        supply=player.supply,
        pool=player.pool,
        limbo=player.limbo,
        controls=player.controls,
        frames=AGENT_LIMIT - agents.frames_used(state, seat),
        hand=sorted(player.hand) if own else None,
        hand_count=len(player.hand),
        deck_count=len(player.deck),
        discard=list(player.discard) if open_pile else player.discard[-1:],
        discard_count=len(player.discard),
        cards=sorted(card for card, owner in state.owners.items() if owner == seat),
        mythos=list(player.mythos),
        crypt=list(player.crypt),
        sane=player.sane,
        madness=player.madness,
    )


def _old_one(match: Providence, side: OldOneSide) -> OldOneView:
    state = match.state
    return OldOneView(
        id=side.card,
        vp=side.vp,
        madness=side.madness,
        mythos=list(side.mythos),
        kept=list(side.kept),
        crypt=list(side.crypt),
        assets=side.assets,
        cultists=[
            CultistView(
                id=own.card,
                owner=who,
                colour=own.colour,
                city=state.agents[agents.cultist_id(who)].city if agents.cultist_id(who) in state.agents else "",
                supply=own.supply,
                limbo=own.limbo,
                controls=own.controls,
                revealed=own.revealed,
            )
            for who, own in enumerate(side.cultists, 1)
        ],
        control=side.control,
        deck_count=len(side.deck),
        discard=list(side.discard),
        goal=(goal_reached(match), match.content.old_ones[side.card].goal.amount),
    )


def _pending(match: Providence, viewer: int | None) -> PendingView | None:
    """Return the viewer's own open question, or None. Of other questions, viewers see only which seat must act."""
    decision = match.decisions().get(viewer) if viewer is not None else None
    if decision is None:
        return None
    prompt = decision.prompt
    top = match.state.stack[-1]
    card = str(prompt.args.get("card", ""))
    return PendingView(
        key=prompt.key, args=prompt.args, card=card, op=top.op if isinstance(top, steps.ChoiceStep) else None
    )


#: The timings of powers that a seat can use in its own turn.
_OWN_TURN: tuple[Timing, ...] = ("action", "bonus")


def _usable(match: Providence, viewer: int | None) -> dict[str, list[str]]:
    """Return the uses of each of the viewer's hand cards in the viewer's turn: icons, action, bonus action."""
    if viewer is None or match.state.over:
        return {}
    found: dict[str, list[str]] = {}
    for card in sorted(match.state.players[viewer].hand):
        uses: list[str] = list(match.content.cards[card].icons)
        uses += [timing for timing in _OWN_TURN if possible_ways(match, viewer, card, timing)]
        found[card] = uses
    return found


def _only_ways(match: Providence, viewer: int | None) -> dict[str, int]:
    """Return the number, from 1, of the only possible alternative of the viewer's powers that have several."""
    if viewer is None or match.state.over:
        return {}
    found: dict[str, int] = {}
    player = match.state.players[viewer]
    for card in sorted({*player.hand, *player.mythos}):
        for power in match.content.record(card).powers:
            if len(power.ways) > 1 and power.timing in _OWN_TURN:
                ways = possible_ways(match, viewer, card, power.timing)
                if len(ways) == 1:
                    found[f"{card}/{power.timing}"] = ways[0] + 1
    return found
