"""The choice of cards that pay for an action (DP-CARD.8 to CARD.15)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import accumulate, combinations
from typing import Any, NamedTuple

from rules.dark_providence.board.deck import one_of_each_kind
from rules.dark_providence.content.records import Content
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.effects.icon_payment import icon_count, play_card
from rules.dark_providence.effects.refusals import Reason
from rules.dark_providence.state import events
from rules.dark_providence.state.actions import Done, Pay
from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.step_registry import PROVIDENCE
from rules.dark_providence.state.steps import EffectStep, GateStep, InfluenceStep, PayStep, StrikeStep, TravelStep
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import (
    ICON_NAMES,
    agent_name,
    agent_view,
    card_name,
    city_name,
    owned_agent,
    spot_name,
)
from rules.dark_providence.words.ops.influence import influence_now
from rules.kernel.data.actions import Action, in_order
from rules.kernel.data.events import EVERYONE
from rules.kernel.engine.decisions import Decision, Prompt, decide_in_order
from rules.kernel.engine.steps import StepRules
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import N_, Translator

#: If more cards than this can be played, the player picks cards one by one, because listing all sets would be too long.
MAX_CARDS_FOR_SETS = 6


#: How many lists of legal card sets are cached. Each list is needed twice in a row, and many hands are alike.
_CACHE_SIZE = 1024


class _Price(NamedTuple):
    """The icons to pay. The first three fields are as in PayStep. If `fewest`, only the smallest sets are legal."""

    unit: int
    most: int
    exact: bool
    fewest: bool


def _price(match: Providence, step: PayStep) -> _Price:
    return _Price(step.unit, step.most, step.exact, _is_fewest(match))


def _is_legal(price: _Price, total: int, fewer: int) -> bool:
    """Return whether a set of cards with this total is legal (DP-CARD.12).

    A legal set must pay for more than `fewer` icons would. `fewer` is the total without the card that has the fewest
    icons, because a set that needs this card needs all its cards. If only the smallest sets are legal, `fewer` is the
    highest total that the hand reaches with one card fewer.
    """
    unit, most, exact, _ = price
    result = min(total // unit, most)
    return result > min(fewer // unit, most) and not (exact and result < most)


def _is_fewest(match: Providence) -> bool:
    return match.state.options.minimality == "fewest"


def _best_totals(held: Iterable[int]) -> list[int]:
    """Return the highest totals that can be reached with no card, with one card, with two cards and so on."""
    return [0, *accumulate(sorted(held, reverse=True))]


def _icons_in_hand(match: Providence, step: PayStep) -> list[int]:
    """Return the number of the required icons on each hand card that has any."""
    return [shown for card in match.state.players[step.seat].hand if (shown := icon_count(match, card, step.icon))]


def payments(match: Providence, step: PayStep) -> list[Pay]:
    """Return every legal set of cards, sorted. Sets that differ only in copies of a card count once (DP-CARD.12)."""
    content, icon = match.content, step.icon
    cards = sorted([card for card in match.state.players[step.seat].hand if icon in content.cards[card].icons])
    if "sets" not in content.known:
        content.known["sets"] = lru_cache(_CACHE_SIZE)(partial(_sets, content))
    return content.known["sets"](icon, tuple(cards), _price(match, step))


def _sets(content: Content, icon: Icon, cards: tuple[str, ...], price: _Price) -> list[Pay]:
    """Return the legal sets among these hand cards, sorted."""
    values = [(card, content.cards[card].id, content.cards[card].icons[icon]) for card in cards]
    best = _best_totals(value for _, _, value in values)
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for size in range(1, len(values) + 1):
        for chosen in combinations(values, size):
            shown = [value for _, _, value in chosen]
            total = sum(shown)
            if _is_legal(price, total, best[size - 1] if price.fewest else total - min(shown)):
                found.setdefault(tuple(sorted(kind for _, kind, _ in chosen)), tuple(card for card, _, _ in chosen))
    return [Pay(chosen) for chosen in sorted(found.values(), key=",".join)]


def is_named_one_by_one(match: Providence, step: PayStep) -> bool:
    """Return whether the player picks the cards one by one, because listing all sets would be too long."""
    hand = match.state.players[step.seat].hand
    return bool(step.chosen) or (
        len(hand) > MAX_CARDS_FOR_SETS and len(_unnamed_cards(match, step)) > MAX_CARDS_FOR_SETS
    )


def _unnamed_cards(match: Providence, step: PayStep) -> list[str]:
    """Return the hand cards with the icon that haven't been picked yet, one of each kind."""
    hand = match.state.players[step.seat].hand
    return one_of_each_kind(
        match, [card for card in hand if icon_count(match, card, step.icon) and card not in step.chosen]
    )


def _can_complete(match: Providence, step: PayStep, chosen: list[str]) -> bool:
    """Return whether these cards are a legal set, or can become one by adding cards from the hand."""
    cards = match.content.cards
    own = [cards[card].icons[step.icon] for card in chosen]
    rest = [
        cards[card].icons[step.icon]
        for card in match.state.players[step.seat].hand
        if card not in chosen and step.icon in cards[card].icons
    ]
    price = _price(match, step)
    if price.fewest:
        best = _best_totals([*own, *rest])
        return any(
            _is_legal(price, sum(own) + more, best[len(own) + n - 1]) for n, more in enumerate(_best_totals(rest))
        )
    for smallest in {*own, *rest}:
        if smallest > min(own):
            continue
        sums = {sum(own)} if smallest == min(own) else {sum(own) + smallest}
        spare = sorted(value for value in rest if value >= smallest)
        if smallest < min(own):
            spare.remove(smallest)
        for value in spare:
            sums |= {total + value for total in sums}
        if any(_is_legal(price, total, total - smallest) for total in sums):
            return True
    return False


def prompt_args(match: Providence, step: PayStep) -> dict[str, Any]:
    """Return what the question about a payment must say, except what the payment is for."""
    return {
        "use": step.use,
        "icon": step.icon,
        "most": step.most,
        "exact": step.exact,
        "unit": step.unit,
        "given": step.given,
        "fewest": _is_fewest(match),
    }


def _purpose(match: Providence) -> dict[str, Any]:
    """Return what a payment is for, according to the step that waits for it. Only the paying player sees this."""
    waiting = match.state.stack[-2] if len(match.state.stack) > 1 else None
    match waiting:
        case InfluenceStep():
            return {"target": waiting.target}
        case StrikeStep():
            return {"target": waiting.victim}
        case GateStep():
            return {"target": waiting.city, "face": waiting.face}
        case EffectStep():
            return {"card": waiting.card}
        case TravelStep():
            return {"moves": dict(waiting.moves)}
        case _:
            return {}


#: The questions, by purpose of the payment.
_PAY = {
    "influence": N_("Which cards do you play to place influence on {target}?"),
    "recover": N_("Which cards do you play to recover influence?"),
    "buy": N_("Which cards do you play to buy influence?"),
    "travel": N_("Which cards do you play for {n} Wealth ({moves})?"),
    "track": N_("Which cards do you play to meddle ({way})?"),
    "assassinate": N_("Which cards do you play for {n} Force against {target} in {city}?"),
    "cost": N_("Which cards do you play to pay {card}'s price, {n} × {way}?"),
    "open": N_("Which cards do you play for {n} Arcane to open the gate of {target}?"),
    "close": N_("Which cards do you play for {n} Arcane to close the gate of {target}?"),
}


#: The rules cited with each question.
_RULES = {
    "influence": ("DP-PLACE.1", "DP-PLACE.6"),
    "recover": ("DP-RECOVER.1", "DP-RECOVER.4"),
    "buy": ("DP-BUY.1", "DP-BUY.5"),
    "travel": ("DP-TRAVEL.1", "DP-TRAVEL.3"),
    "track": ("DP-MEDDLE.1", "DP-MEDDLE.3"),
    "assassinate": ("DP-ASSASSINATE.5", "DP-ASSASSINATE.7"),
    "gate": ("DP-GATE.4", "DP-GATE.6"),
    "cost": ("DP-ACT.3", "DP-GEN.3"),
}


@PROVIDENCE.step(PayStep, asks=["pay"], accepts=[Pay, Done])
class PayRules(StepRules[Providence, PayStep]):
    """The choice of the cards to play. A single legal set is played automatically.

    With a very large hand, the player picks the cards one by one. Each option adds a card to those picked so far.
    """

    def advance(self, match: Providence, step: PayStep) -> bool:
        if is_named_one_by_one(match, step):
            return self._advance_long(match, step)
        sets = payments(match, step)
        if len(sets) != 1:
            return False
        self._pay(match, step, sets[0].cards)
        return True

    def _advance_long(self, match: Providence, step: PayStep) -> bool:
        if self._longer(match, step):
            return False
        self._pay(match, step, tuple(step.chosen))
        return True

    def _longer(self, match: Providence, step: PayStep) -> list[Pay]:
        return [
            Pay((*step.chosen, card))
            for card in _unnamed_cards(match, step)
            if _can_complete(match, step, [*step.chosen, card])
        ]

    def _complete(self, match: Providence, step: PayStep) -> bool:
        values = [icon_count(match, card, step.icon) for card in step.chosen]
        if not values:
            return False
        price, total = _price(match, step), sum(values)
        fewer = _best_totals(_icons_in_hand(match, step))[len(values) - 1] if price.fewest else total - min(values)
        return _is_legal(price, total, fewer)

    def decisions(self, match: Providence, step: PayStep) -> dict[int, Decision]:
        offers: list[Action] = [*payments(match, step)] if not is_named_one_by_one(match, step) else []
        if not offers:
            offers += self._longer(match, step)
            if self._complete(match, step):
                offers.append(Done())
            offers = in_order(offers)
        return {step.seat: decide_in_order("pay", offers, **prompt_args(match, step), **_purpose(match))}

    def question(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        text = self._asked(say, view, asked)
        if asked.args["fewest"]:
            return text
        return f"{text} {say.t('★: the fewest.') if asked.args['exact'] else say.t('★: the fewest for the same.')}"

    def rests_on(self, view: ProvidenceView, asked: Prompt) -> tuple[str, ...]:
        return (*_RULES[str(asked.args["use"])], "DP-CARD.11", "DP-CARD.12", "DP-CARD.8")

    def _asked(self, say: Translator, view: ProvidenceView, asked: Prompt) -> str:
        args = asked.args
        use, n, target = str(args["use"]), int(args["most"]), str(args.get("target", ""))
        if use == "gate":
            return say.t(_PAY[str(args["face"])], n=n, target=city_name(say, target))
        if use == "assassinate":
            victim = agent_view(view, target)
            assert victim is not None
            return say.t(_PAY[use], n=n, target=owned_agent(say, view, victim), city=city_name(say, victim.city))
        moves = [
            say.t("{agent} to {city}", agent=agent_name(say, agent), city=city_name(say, city))
            for agent, city in args.get("moves", {}).items()
        ]
        way = say.t(ICON_NAMES[args["icon"]])
        if use == "cost":
            return say.t(_PAY[use], n=n, way=way, card=card_name(say, str(args["card"])))
        asks = say.t(_PAY[use], n=n, target=spot_name(say, view, target), moves=say.join(moves), way=way)
        return f"{asks} {influence_now(say, view, target)}" if use == "influence" else asks

    def why_not(self, match: Providence, step: PayStep, seat: int, action: Action) -> Reason:
        if not isinstance(action, Pay):
            return None
        hand = match.state.players[seat].hand
        if not action.cards:
            return IllegalAction("Choose at least one card.", rule="DP-ACT.3")
        if len(set(action.cards)) != len(action.cards) or any(card not in hand for card in action.cards):
            return IllegalAction("Every card you play must be in your hand, and each counts once.", rule="DP-CARD.15")
        return self._wrong_icons(match, step, [icon_count(match, card, step.icon) for card in action.cards])

    def _wrong_icons(self, match: Providence, step: PayStep, shown: list[int]) -> IllegalAction:
        if 0 in shown:
            return IllegalAction("One of those cards doesn't have that icon; leave it out.", rule="DP-ACT.6")
        reached = sum(shown) // step.unit
        if step.exact and reached < step.most:
            return IllegalAction(
                "Those cards give {reached}, and you need {most}.", rule="DP-ACT.4", reached=reached, most=step.most
            )
        if min(reached, step.most) == min((sum(shown) - min(shown)) // step.unit, step.most):
            return IllegalAction("You don't need one of those cards; play no more than you need.", rule="DP-CARD.11")
        if _is_fewest(match):
            return IllegalAction(
                "In this match you must pay with the fewest cards, and fewer of yours would do.", rule="DP-CARD.12"
            )
        return IllegalAction("You hold several copies of one of those cards; choose the set offered.")

    def take(self, match: Providence, step: PayStep, seat: int, action: Action) -> None:
        if isinstance(action, Pay) and is_named_one_by_one(match, step):
            step.chosen = list(action.cards)
        elif isinstance(action, Pay):
            self._pay(match, step, action.cards)
        else:
            self._pay(match, step, tuple(step.chosen))

    def _pay(self, match: Providence, step: PayStep, cards: tuple[str, ...]) -> None:
        match.finish(step)
        for card in cards:
            play_card(match, step.seat, card, step.icon)
        match.emit(EVERYONE, events.PaidWith(step.seat, step.use, cards))
