"""The texts of actions: each action's label, detail and group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import PLUNDER
from rules.aevum_haeresis.state.view import HaeresisView, StakeView
from rules.aevum_haeresis.words import names, packets
from rules.aevum_haeresis.words.amounts import CardWriter, gold
from rules.aevum_haeresis.words.cards import ability_line, card_text, cost_line, effect_first, facts
from rules.aevum_haeresis.words.choices import choose_text, done_text
from rules.aevum_haeresis.words.hand import row_text
from rules.aevum_haeresis.words.passives import passive_text
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

Words = Callable[[Translator, HaeresisView, Any], ActionText]


def _plain(label: str, group: str, detail: str = "") -> Words:
    """Return a text function for actions whose label and detail are always the same."""
    return lambda say, view, action: ActionText(say.t(label), say.t(detail) if detail else "", say.t(group))


def _card(label: str, group: str) -> Words:
    """Return a text function for actions with one of the player's cards. The detail is the card's cost and effect."""
    return lambda say, view, action: ActionText(
        truncate(say.t(label, card=names.card_name(say, action.card))), printed(say, view, action.card), say.t(group)
    )


def printed(say: Translator, view: HaeresisView, card: str) -> str:
    """Return the cost that a player currently pays for a card, and the card's effect, in one paragraph."""
    record, content = names.record_of(view, card), names.content_of(view)
    due_now = record.model_copy(update={"cost": view.costs[record.id]})
    numbers = facts(say, content, record)[1:] if record.type == "heretic" else []
    return names.sentences([cost_line(say, content, due_now), *numbers, effect_first(say, content, record)])


def _paying(label: str, group: str) -> Words:
    """Return a text function for actions that pay for a card. The detail begins with the gold that remains."""

    def words(say: Translator, view: HaeresisView, action: Any) -> ActionText:
        text = _card(label, group)(say, view, action)
        spent = view.costs[names.record_of(view, action.card).id].gold
        return replace(text, detail=names.sentences([*_left(say, view, spent, action.card), text.detail]))

    return words


def _left(say: Translator, view: HaeresisView, spent: int, card: str = "") -> list[str]:
    """Return sentences about the gold that remains after paying for a card, and about the revealed cards that it costs.

    These are the viewer's cards of this Chapter that the viewer can pay for now, but not afterwards.
    """
    if not spent:
        return []
    own, content = names.me(view), names.content_of(view)
    left = max(0, own.gold - spent)
    lost = [
        other
        for other in own.open
        if other != card and left < view.costs[names.record_of(view, other).id].gold <= own.gold
    ]
    told = [say.t("You keep {gold}.", gold=gold(CardWriter(say, content), left))]
    if lost:
        told.append(say.t("Then you can't pay for {cards} in this Chapter.", cards=names.card_names(say, lost)))
    return told


def used(say: Translator, view: HaeresisView, card: str) -> str:
    """Return the cost that a player currently pays for an ability ("card/number"), and the ability's effect."""
    record, number = names.record_of(view, card), names.ability_number(card)
    now = record.abilities[number].model_copy(update={"cost": view.costs[card]})
    abilities = [*record.abilities[:number], now, *record.abilities[number + 1 :]]
    return ability_line(say, names.content_of(view), record.model_copy(update={"abilities": abilities}), number)


# -- set-up -----------------------------------------------------------------------------------------------------


def _active(say: Translator, view: HaeresisView, action: actions.BeActive) -> ActionText:
    own = action.seat == names.me(view).seat
    label = say.t("I am Active") if own else say.t("{player} is Active", player=say.seat(action.seat))
    return ActionText(truncate(label), "", say.t("First Round"))


def _location(say: Translator, view: HaeresisView, action: actions.PutLocation) -> ActionText:
    text = card_text(say, names.content_of(view), names.record_of(view, action.card)).replace("\n", " ")
    return ActionText(truncate(names.card_name(say, action.card)), text, say.t("Location"))


# -- Story rows ---------------------------------------------------------------------------------------------------


def _lay(say: Translator, view: HaeresisView, action: actions.Lay) -> ActionText:
    record = names.record_of(view, action.card)
    chapter = len(names.me(view).own_row or []) + 1
    label = say.t("Chapter {n}: {card}", n=chapter, card=say.name(record.name))
    detail = row_text(say, view, record, printed(say, view, action.card))
    # Cards that can't be played from this row are in a separate group, so that players don't lay them by mistake.
    if record.id not in view.fitting:
        return ActionText(truncate(label), detail, say.t("Only fills a Chapter"), place=2)
    return ActionText(truncate(label), detail, say.t(names.TYPES[record.type]), place=int(record.type == "event"))


def _lay_beside(say: Translator, view: HaeresisView, action: actions.LayBeside) -> ActionText:
    label = say.t("Also in Chapter 1: {card}", card=names.card_name(say, action.card))
    detail = row_text(say, view, names.record_of(view, action.card), printed(say, view, action.card))
    return ActionText(truncate(label), detail, say.t("Second card in a Chapter"))


def _decline(say: Translator, view: HaeresisView, action: actions.Decline) -> ActionText:
    card = names.card_name(say, view.pending.card) if view.pending and view.pending.card else ""
    detail = say.t("{card} goes to the Pyre without effect.", card=card) if card else ""
    return ActionText(say.t("Don't pay"), detail, say.t("Chapter"))


# -- actions of the Plot phase --------------------------------------------------------------------------------------


def _heresy(say: Translator, view: HaeresisView, action: actions.UseHeresy) -> ActionText:
    label = say.t("Heresy: {card}", card=names.ability_name(say, view, action.card))
    detail = [*_left(say, view, view.costs[action.card].gold), used(say, view, action.card), say.t("Once a Round.")]
    return ActionText(truncate(label), names.sentences(detail), say.t("Heresy"))


def _announce(say: Translator, view: HaeresisView, action: actions.Announce) -> ActionText:
    other = say.seat(1 - names.me(view).seat)
    n, brings_nothing = view.soul_number, False
    match action.manoeuvre:
        case "recruit":
            detail = say.n("You gain {n} soul if you succeed.", "You gain {n} souls if you succeed.", n)
            brings_nothing = n == 0
        case "plunder":
            detail = say.n(
                "{player} discards {n} card from the Plot deck if you succeed.",
                "{player} discards {n} cards from the Plot deck if you succeed.", PLUNDER + n, player=other,
            )  # fmt: skip
        case _:
            rose = view.players[1 - names.me(view).seat].rose
            line = N_("{player}'s Execution level rises by 1 if you succeed.")
            if rose:
                line = N_("{player}'s Execution level has already risen this Round and can't rise again.")
            detail, brings_nothing = say.t(line, player=other), rose
    more = [
        f"{names.card_name(say, stake.card)}: {_passive(say, view, stake)}"
        for stake in view.stakes
        if stake.passive.manoeuvre == action.manoeuvre
    ]
    label, told = say.t(names.MANOEUVRES[action.manoeuvre]), names.sentences([detail, *more])
    return ActionText(label, told, say.t("Manoeuvre"), useless=brings_nothing and not more)


def _passive(say: Translator, view: HaeresisView, stake: StakeView) -> str:
    return passive_text(
        CardWriter(say, names.content_of(view), type=names.record_of(view, stake.card).type), stake.passive
    )


def _pass(say: Translator, view: HaeresisView, action: actions.Pass) -> ActionText:
    line = N_("The Plot phase ends.") if view.passes else N_("You may act again if your opponent acts.")
    return ActionText(say.t("Pass"), say.t(line), say.t("Pass"))


def _join(say: Translator, view: HaeresisView, action: actions.Join) -> ActionText:
    man = view.manoeuvre
    placed = next((card for card in view.cards if card.id == action.card), None)
    label = names.placed_name(say, view, action.card)
    if man is None or placed is None:
        return ActionText(truncate(label), "", say.t("Team"))
    n = {"plunder": placed.plunder, "recruit": placed.recruit, "accuse": placed.accuse}[man.type]
    label = f"{label}: {say.t(names.MANOEUVRES[man.type])} {n}"
    detail = say.t("Health {health}, Damage {damage}.", health=placed.health - placed.wounds, damage=placed.damage)
    return ActionText(truncate(label), detail, say.t("Team"))


# -- windows --------------------------------------------------------------------------------------------------------


def _use_dem(say: Translator, view: HaeresisView, action: actions.UseDem) -> ActionText:
    label = say.t("Use {card}", card=names.ability_name(say, view, action.card))
    detail = [*_left(say, view, view.costs[action.card].gold), used(say, view, action.card)]
    return ActionText(truncate(label), names.sentences(detail), say.t("Cards in play"))


# -- choices --------------------------------------------------------------------------------------------------------


def _draw(say: Translator, view: HaeresisView, action: actions.DrawFrom) -> ActionText:
    player = names.me(view)
    if action.deck == "none":
        return ActionText(say.t("Draw nothing"), "", say.t("Draw"), place=1)
    left = player.plot if action.deck == "plot" else player.heretics
    told = say.n("{n} card is left in it.", "{n} cards are left in it.", left)
    if action.deck == "plot" and left <= 1:
        told += " " + say.t("You lose with an empty Plot deck.")
    return ActionText(say.t("Draw: {deck}", deck=say.t(names.DECKS[action.deck])), told, say.t("Draw"))


def _count_first(say: Translator, view: HaeresisView, action: actions.CountFirst) -> ActionText:
    reason, _, winner = action.reason.partition("/")
    text = names.reason_text(say, reason, int(winner or 0))
    label = say.t("{player} wins: {reason}", player=say.seat(int(winner or 0)), reason=text)
    return ActionText(truncate(label), text, say.t("End of the game"))


WORDS: dict[type[Any], Words] = {
    actions.BeActive: _active,
    actions.Keep: _plain(N_("Keep this hand"), N_("Opening hand")),
    actions.Mulligan: _plain(
        N_("Mulligan"), N_("Opening hand"), N_("All 9 cards go back; you draw 4 Plot cards and 3 Heretics.")
    ),
    actions.PutLocation: _location,
    actions.Lay: _lay,
    actions.LayBeside: _lay_beside,
    actions.Done: done_text,
    actions.PayFor: _paying(N_("Pay for {card}"), N_("Chapter")),
    actions.Decline: _decline,
    actions.UseHeresy: _heresy,
    actions.Announce: _announce,
    actions.Pass: _pass,
    actions.Join: _join,
    actions.UseDem: _use_dem,
    actions.PlayDem: _paying(N_("Play {card}"), N_("From your hand")),
    actions.Waive: _plain(N_("Waive"), N_("Window"), N_("You let this window go by.")),
    actions.Choose: choose_text,
    actions.DrawFrom: _draw,
    actions.Throw: _card(N_("Discard {card}"), N_("Discard")),
    actions.CountFirst: _count_first,
    actions.Take: packets.take_text,
    actions.PutIn: packets.put_in_text,
    actions.TakeOut: packets.take_out_text,
    actions.Propose: packets.propose_text,
}


def warning(say: Translator, view: HaeresisView, action: Action) -> str:
    """Return a warning to show before an action with hidden consequences; "" for all other actions."""
    last = isinstance(action, actions.Take) and view.pending is not None and view.pending.args.get("left") == 1
    return packets.warning(say, view, last)


def action_text(say: Translator, view: HaeresisView, action: Action) -> ActionText:
    """Return the label, detail and group of an action, for the seat that can take it."""
    return WORDS[type(action)](say, view, action)
