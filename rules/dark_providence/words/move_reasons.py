"""Reasons for moves, for newcomers: a sentence for each kind of action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.dark_providence.board.allegiance import GATES
from rules.dark_providence.content.component_counts import CRYPT_VP
from rules.dark_providence.state import actions
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import names
from rules.dark_providence.words.actions import own_side, own_track
from rules.kernel.data.actions import Action
from rules.kernel.words import move_reasons
from rules.kernel.words.translation import N_, Translator


def move_reason(say: Translator, view: ProvidenceView, offered: Sequence[Action]) -> str:
    """Return a sentence that explains what one of these actions of the viewer is good for; "" if there is none."""
    if view.viewer is None:
        return ""
    return move_reasons.move_reason(BY_ACTION, say, view, offered, view.round)


# -- cities and cards -------------------------------------------------------------------------------------------


def _best_city(view: ProvidenceView, targets: Iterable[str]) -> str:
    """Return the city among these targets that brings the most VP; "" if there is none."""
    cities = {city.id: city.control for city in view.cities}
    return max((target for target in targets if target in cities), key=lambda target: cities[target], default="")


def _card_vp(view: ProvidenceView, card: str) -> int:
    """Return the VP that a card brings its owner at the end, if the viewer owns it (DP-SCORE.3, SCORE.10, SCORE.16)."""
    content, side = names.content_of(view), own_side(view)
    if card in content.mythos:
        mythos = content.mythos[card]
        return mythos.vp + (mythos.green if side == "cultist" else 0)
    asset = content.cards[card]
    return asset.vp + (asset.pink if side == "investigator" and asset.agent is not None else 0)


def _best_card(view: ProvidenceView, targets: Iterable[str]) -> str:
    """Return the card among these targets that brings the viewer the most VP at the end; "" if none brings any."""
    cities = {city.id for city in view.cities}
    worth = {target: _card_vp(view, target) for target in targets if target not in cities}
    best = max(worth, key=lambda target: worth[target], default="")
    return best if worth.get(best) else ""


def _needs_influence(view: ProvidenceView, target: str) -> bool:
    """Return whether more influence helps the viewer acquire a target: they neither control it nor have the most."""
    city, seat = next((city for city in view.cities if city.id == target), None), names.own_seat(view).seat
    if city is not None and city.controller == seat:
        return False
    totals = names.marks_there(view, target) if city is None else city.totals
    return totals[seat] <= max(total for owner, total in enumerate(totals) if owner != seat)


def _influence(say: Translator, view: ProvidenceView, offered: Sequence[actions.PlaceInfluence]) -> Iterator[str]:
    targets = [action.target for action in offered if _needs_influence(view, action.target)]
    if city := _best_city(view, targets):
        yield say.t(
            "{city} brings you {n} VP as soon as you acquire it, as the first action of a turn; for that you need more"
            " influence there than anyone else.",
            city=names.city_name(say, city), n=names.city_view(view, city).control,
        )  # fmt: skip
    if card := _best_card(view, targets):
        yield say.t(
            "{card} is worth {n} VP to you at the end if you acquire it; for that you need more influence on it than"
            " anyone else.",
            card=names.card_name(say, card), n=_card_vp(view, card),
        )  # fmt: skip


def _acquire(say: Translator, view: ProvidenceView, offered: Sequence[actions.AcquireTarget]) -> Iterator[str]:
    targets = [action.target for action in offered]
    if found := _best_city(view, targets):
        city = names.city_view(view, found)
        line = N_("{city} brings you {n} VP now.")
        if city.controller is not None and city.controller != names.own_seat(view).seat:
            line = N_("{city} brings you {n} VP now, and {player} loses them.")
        player = names.holder_name(say, view, city.controller)
        yield say.t(line, city=names.city_name(say, found), n=city.control, player=player)
    if card := _best_card(view, targets):
        yield say.t(
            "{card} is worth {n} VP to you at the end.", card=names.card_name(say, card), n=_card_vp(view, card)
        )


def _start(say: Translator, view: ProvidenceView, offered: Sequence[actions.StartIn]) -> Iterator[str]:
    if city := _best_city(view, [action.city for action in offered]):
        yield say.t(
            "Your agent counts as influence in its city, and {city} brings {n} VP when you acquire it.",
            city=names.city_name(say, city), n=names.city_view(view, city).control,
        )  # fmt: skip


# -- markers, agents, tracks and gates --------------------------------------------------------------------------


def _recover(say: Translator, view: ProvidenceView, _offered: Sequence[actions.RecoverInfluence]) -> Iterator[str]:
    player = names.own_seat(view)
    if player.limbo:
        yield say.n(
            "You have {n} marker in Limbo, which helps you again only after you recover it.",
            "You have {n} markers in Limbo, which help you again only after you recover them.",
            player.limbo,
        )


def _buy(say: Translator, _view: ProvidenceView, _offered: Sequence[actions.BuyInfluence]) -> Iterator[str]:
    yield say.t("A marker that you buy is yours for the rest of the game.")


def _travel(say: Translator, _view: ProvidenceView, _offered: Sequence[actions.Travel]) -> Iterator[str]:
    yield say.t("An agent counts as influence in its city, and can open or close the gate there.")


_TRACKS = {
    "investigation": N_("The investigation counts for you at the end: {now} VP so far, {next} VP with its next space."),
    "ritual": N_("The ritual counts for you at the end: {now} VP so far, {next} VP with its next space."),
}


def _meddle(say: Translator, view: ProvidenceView, offered: Sequence[actions.Meddle]) -> Iterator[str]:
    track = own_track(view)
    space = view.ritual if track == "ritual" else view.investigation
    can_rise = space + 1 < len(view.tracks) and any(
        (action.track, action.direction) == (track, "up") for action in offered
    )
    if can_rise and view.tracks[space + 1] > view.tracks[space]:
        yield say.t(_TRACKS[track], now=view.tracks[space], next=view.tracks[space + 1])


_GATES = {
    "open": N_("The gate of {city} is worth {n} VP to you at the end if it is open and under your control then."),
    "close": N_("The gate of {city} is worth {n} VP to you at the end if it is closed and under your control then."),
}


def _gate(say: Translator, view: ProvidenceView, offered: Sequence[actions.WorkGate]) -> Iterator[str]:
    """Yield a sentence about the most valuable gate that scores for the viewer (DP-SCORE.9, SCORE.15, SCORE.25)."""
    side = own_side(view)
    if side is None:
        return
    gates = [(names.city_view(view, one.city).gate, one.city, one.face) for one in offered if one.face in GATES[side]]
    if gates:
        value, city, face = max(gates)
        yield say.t(_GATES[face], city=names.city_name(say, city), n=value)


def _strike(say: Translator, view: ProvidenceView, offered: Sequence[actions.Strike]) -> Iterator[str]:
    """Yield a sentence about the crypt, which investigators don't score (DP-SCORE.11, SCORE.14, SCORE.26)."""
    victims = [names.agent_view(view, action.victim) for action in offered]
    fills_crypt = any(victim is not None and victim.kind in ("recruited", "mi_go") for victim in victims)
    if fills_crypt and own_side(view) not in (None, "investigator"):
        yield say.t("Each agent in your crypt is worth {n} VP to you at the end.", n=CRYPT_VP)


def _bonus(say: Translator, _view: ProvidenceView, _offered: Sequence[actions.UseBonus]) -> Iterator[str]:
    yield say.t("A bonus action uses up none of your actions.")


def _discard(say: Translator, _view: ProvidenceView, _offered: Sequence[actions.DiscardCard]) -> Iterator[str]:
    yield say.t("At the end of your turn you draw a full hand again, so discarding useless cards brings new ones.")


#: The sentences about the kinds of actions. Kinds that are left out have none.
BY_ACTION: Mapping[type[Action], move_reasons.Reason[ProvidenceView]] = {
    actions.StartIn: _start,
    actions.AcquireTarget: _acquire,
    actions.PlaceInfluence: _influence,
    actions.Meddle: _meddle,
    actions.WorkGate: _gate,
    actions.Strike: _strike,
    actions.RecoverInfluence: _recover,
    actions.BuyInfluence: _buy,
    actions.Travel: _travel,
    actions.UseBonus: _bonus,
    actions.DiscardCard: _discard,
}
