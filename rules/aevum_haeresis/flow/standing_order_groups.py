"""The texts of standing orders, grouped as the player who gives the orders sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.aevum_haeresis.board.card_lookup import controlled, is_character, kind, record, stat
from rules.aevum_haeresis.board.decks_and_resources import kinds
from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.flow import action_orders, standing_orders
from rules.aevum_haeresis.flow.deck_building import under_way
from rules.aevum_haeresis.flow.location_orders import location_orders
from rules.aevum_haeresis.flow.next_move import NEXT, OPENING
from rules.aevum_haeresis.flow.plot import heresies
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import ActStep, LocationStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.names import (
    MANOEUVRES,
    MOVING_NEXT,
    MOVING_NEXT_OPENING,
    WINDOW_NAMES,
    card_name,
    numbered_name,
)
from rules.kernel.data.order_parts import argument_of
from rules.kernel.words.standing_orders import OrderGroup
from rules.kernel.words.translation import MAX_CHOICE_LENGTH, N_, Translator, truncate

_SPANS = {
    "chapter": N_("Until the end of this Chapter"),
    "conflict": N_("Until the end of this manoeuvre and its Conflict"),
    "phase": N_("Until the end of this phase"),
    "round": N_("Until the end of this Round"),
    "game": N_("Until the end of the game"),
}
_CONDITIONS = {
    "dem": N_("Your opponent has used Deus Ex Machina in this window"),
    "plunder": N_("Your opponent has announced Plunder"),
    "recruit": N_("Your opponent has announced Recruit"),
    "accuse": N_("Your opponent has announced an Accusation"),
    "heretic": N_("Your opponent has paid for a Heretic"),
    "story": N_("Your opponent has paid for a Story"),
    "event": N_("Your opponent has paid for an Event"),
    "hunter": N_("Your opponent has paid for a Hunter"),
    "souls": N_("Someone has {n} souls or more"),
    "execution": N_("An Execution is at {n}"),
}
_DRAWS = {
    "none": N_("Draw nothing"),
    "plot": N_("Draw from the Plot deck while it has more than {n} cards"),
    "heretic": N_("Draw from the Heretic deck"),
    "away": N_("If I'm next anyway, ask me; otherwise draw from the Heretic deck"),
}
_DISCARDS = {
    "none": N_("Discard nothing"),
    "away": N_("If I'm next anyway, ask me; otherwise discard nothing"),
}
_PLANS = {
    "pay": N_("Pay for all my cards as they come"),
    "gold": N_("Pay for my cards, but ask me if one costs souls or a sacrifice"),
    "free": N_("Play free cards, ask me about the others"),
}
Choices = Iterator[tuple[str, str]]


def usual_orders(say: Translator, _view: HaeresisView) -> str:
    """Return an explanation of the orders that all players start with.

    The explanation says which windows the player is asked about, and which cards are paid for automatically.
    """
    return say.t(
        "You can react when your opponent announces a manoeuvre and before you begin a phase: you're next "
        "there anyway. I let the other windows pass. I pay for your cards unless they cost souls or a "
        "sacrifice. Change this with `/orders`, in secret."
    )


def groups(say: Translator, match: Haeresis, seat: int) -> list[OrderGroup]:
    """Return the standing orders that a seat can give now, in groups. Groups without any choices are left out."""
    order_groups = [group(say, match, seat) for group in (_DECK_GROUPS if under_way(match) else _GROUPS)]
    return [group for group in order_groups if group.choices]


def _stops(say: Translator, match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t(
        "At these windows the match waits for you, whatever you hold; all others close for you at once. A "
        "stop where you can do nothing is a fine bluff. After your opponent's manoeuvre, Heresy or Pass, and "
        "where you begin the next phase, you're next anyway, so a stop there keeps no one waiting."
    )
    counts = match.state.options.pace in ("stops", "uniform")
    choices = [(f"stop:{window}", say.t(WINDOW_NAMES[window])) for window in WINDOWS] if counts else []
    before_own = [(f"stop:{OPENING}", say.t(MOVING_NEXT_OPENING)), (f"stop:{NEXT}", say.t(MOVING_NEXT))]
    choices = [*before_own, *choices] if counts else []
    return OrderGroup("stops", say.t("Stops"), explanation, tuple(choices), True, say.t("No stop"))


def _rest(say: Translator, match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("For this long, all windows close for you at once, stops or not. It ends by itself.")
    choices = [
        (f"rest:{name}@{at}" if at else f"rest:{name}", say.t(_SPANS[name]))
        for name in standing_orders.SPANS
        if (at := standing_orders.span(match, name)) is not None
    ]
    return OrderGroup(
        "rest", say.t("Let windows go by"), explanation, tuple(choices), False, say.t("No, ask me as usual")
    )


def _conditions(say: Translator, _match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("I still ask you in a window if one of these is true.")
    return OrderGroup("if", say.t("Ask me anyway"), explanation, _facts(say, "if"), True, say.t("Never"))


def _facts(say: Translator, verb: str) -> tuple[tuple[str, str], ...]:
    numbers = {"souls": standing_orders.SOULS, "execution": standing_orders.LEVEL}
    return tuple(
        (f"{verb}:{name}", say.t(_CONDITIONS[name], n=numbers.get(name, 0))) for name in standing_orders.CONDITIONS
    )


def _reactions(say: Translator, match: Haeresis, seat: int) -> OrderGroup:
    explanation = say.t(
        "I do this for you the next time such a window opens or, with a condition (the next group), once "
        "it's true. I may still ask how you pay. If it's no longer possible, I ask you instead."
    )
    choices = tuple(_prepared(say, match, seat))
    return OrderGroup("do", say.t("Prepared reactions"), explanation, choices, True, say.t("None prepared"))


def _when(say: Translator, _match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t(
        "I use prepared reactions only if one of these is true when the window opens; until then they wait."
    )
    return OrderGroup(
        "when", say.t("Prepared reactions only if"), explanation, _facts(say, "when"), True, say.t("Always")
    )


def _prepared(say: Translator, match: Haeresis, seat: int) -> Choices:
    """Yield an order for each window and each card that can be played in the window, or used if it is in play."""
    usable_cards: list[tuple[str, str, list[str]]] = []
    for card in kinds(match.state.players[seat].hand):
        card_record = record(match, card)
        windows = card_record.dem if card_record.dem is not None else ([] if card_record.type == "hunter" else None)
        if windows is not None:
            usable_cards.append((kind(card), card_name(say, card), list(windows)))
    for card, placed in match.state.cards.items():
        abilities = record(match, card).abilities if placed.controller == seat else []
        usable = [number for number, ability in enumerate(abilities) if ability.kind == "dem"]
        for place, number in enumerate(usable, 1):
            suffix = f" ({place})" if len(usable) > 1 else ""
            name = say.t("{card}, in play", card=_placed_name(say, match, card) + suffix)
            usable_cards.append((f"{card}/{number}", name, list(abilities[number].windows)))
    for window in WINDOWS:
        at = standing_orders.opening(match, seat, window)
        for card, name, windows in usable_cards:
            if not windows or window in windows:
                words = say.t("{window}: {card}", window=say.t(WINDOW_NAMES[window]), card=name)
                yield f"do:{window}:{card}@{at}", truncate(words, MAX_CHOICE_LENGTH)


def _placed_name(say: Translator, match: Haeresis, card: str) -> str:
    placed = match.state.cards
    return numbered_name(say, card, (other for other in placed if placed[other].controller == placed[card].controller))


def _chapters(say: Translator, match: Haeresis, seat: int) -> OrderGroup:
    explanation = say.t(
        "What happens to your laid cards when they are revealed. A plan for single cards is dropped when one "
        "can't be paid for as planned, or when your opponent uses Deus Ex Machina."
    )
    plans = ((f"plan:{name}", say.t(text)) for name, text in _PLANS.items())
    choices = (*plans, *_planned(say, match, seat))
    return OrderGroup("chapters", say.t("Plan for your row"), explanation, choices, True, say.t("Ask me about each"))


def _planned(say: Translator, match: Haeresis, seat: int) -> Choices:
    at = match.state.tally.dems[1 - seat]
    for number, card in enumerate(standing_orders.undecided_cards(match, seat), 1):
        name = card_name(say, card)
        yield f"pay:{card}@{at}", truncate(say.t("{n}. {card}: pay", n=number, card=name), MAX_CHOICE_LENGTH)
        yield f"let:{card}@{at}", truncate(say.t("{n}. {card}: let it go", n=number, card=name), MAX_CHOICE_LENGTH)


def _next_action(say: Translator, match: Haeresis, seat: int) -> OrderGroup:
    explanation = say.t(
        "Your action when it's your turn in this Plot phase. I do a manoeuvre or a Heresy once, and only if "
        "your Ready characters, used Heresies and the Location are the same as now; otherwise I ask you. A "
        "pass holds until the end of the phase, and ends it if your opponent has passed."
    )
    choices = tuple(_actions(say, match, seat)) if action_orders.is_action_coming(match) else ()
    return OrderGroup("act", say.t("Your next action"), explanation, choices, False, say.t("Ask me"))


def _actions(say: Translator, match: Haeresis, seat: int) -> Choices:
    if isinstance(match.state.stack[-1], ActStep) and seat in match.decisions():
        return
    at = action_orders.action_moment
    ready = action_orders.ready_characters(match, seat)
    for name, text in MANOEUVRES.items():
        if any(stat(match, card, name) > 0 for card in ready if is_character(match, card)):
            yield f"act:{name}@{at(match, seat, name)}", say.t(text)
    for heresy in heresies(match, seat):
        words = say.t("Heresy: {card}", card=_placed_name(say, match, heresy.partition("/")[0]))
        yield f"act:{heresy}@{at(match, seat, heresy)}", truncate(words, MAX_CHOICE_LENGTH)
    yield f"act:{action_orders.PASSING}@{at(match, seat, action_orders.PASSING)}", say.t("Pass until the phase ends")


def _team(say: Translator, match: Haeresis, seat: int) -> OrderGroup:
    explanation = say.t("The whole team for your next manoeuvre. If one of them can't take part, I'll ask you.")
    choices = tuple(_team_members(say, match, seat)) if action_orders.is_action_coming(match) else ()
    return OrderGroup("team", say.t("Team for your next manoeuvre"), explanation, choices, True, say.t("Ask me"))


def _team_members(say: Translator, match: Haeresis, seat: int) -> Choices:
    at = action_orders.next_manoeuvre(match, seat)
    for card in controlled(match, seat):
        if is_character(match, card) and any(stat(match, card, name) > 0 for name in MANOEUVRES):
            yield f"team:{card}@{at}", truncate(_placed_name(say, match, card), MAX_CHOICE_LENGTH)


def _locations(say: Translator, match: Haeresis, seat: int) -> OrderGroup:
    explanation = say.t(
        "When you put a Location into play, I take the first of these that's left. Choose them in order, "
        "your favourite first."
    )
    asked = isinstance(match.state.stack[-1], LocationStep) and seat in match.decisions()
    choices = tuple(
        (order, truncate(card_name(say, argument_of(order)), MAX_CHOICE_LENGTH))
        for order in (() if asked else location_orders(match, seat))
    )
    return OrderGroup("locations", say.t("Your next Locations"), explanation, choices, False, say.t("Ask me"), True)


def _blocks(say: Translator, match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("Manoeuvres you don't block this Round.")
    choices = [(f"block:{name}@{match.state.round}", say.t(text)) for name, text in MANOEUVRES.items()]
    return OrderGroup("block", say.t("Never block this Round"), explanation, tuple(choices), True, say.t("Ask me"))


def _draws(say: Translator, _match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("What you draw after each Conflict.")
    choices = tuple((f"draw:{deck}", say.t(_DRAWS[deck], n=standing_orders.FLOOR)) for deck in standing_orders.DRAWS)
    return OrderGroup("draw", say.t("Drawing after a Conflict"), explanation, choices)


def _discard(say: Translator, _match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("Whether you discard a card in each Epilogue.")
    choices = tuple((f"discard:{name}", say.t(text)) for name, text in _DISCARDS.items())
    return OrderGroup("discard", say.t("Discard in the Epilogue"), explanation, choices)


def _packets(say: Translator, match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("I take the most valuable cards for you from each pack, going by what you already have.")
    choices = (("packets:best", say.t("Take the best cards for me")),) if match.state.phase == "draft" else ()
    return OrderGroup("packets", say.t("Draft"), explanation, choices)


def _deck(say: Translator, _match: Haeresis, _seat: int) -> OrderGroup:
    explanation = say.t("You play the deck proposed from your pool as it is.")
    choices = (("deck:proposed", say.t("Play the proposed deck")),)
    return OrderGroup("deck", say.t("Building the deck"), explanation, choices)


_DECK_GROUPS: tuple[Callable[[Translator, Haeresis, int], OrderGroup], ...] = (_packets, _deck)
_GROUPS: tuple[Callable[[Translator, Haeresis, int], OrderGroup], ...] = (
    _stops,
    _rest,
    _conditions,
    _reactions,
    _when,
    _chapters,
    _next_action,
    _team,
    _locations,
    _blocks,
    _draws,
    _discard,
)
