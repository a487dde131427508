"""The texts of the options in payments and effects, and of the action that ends a choice."""

from __future__ import annotations

from rules.aevum_haeresis.content import ops
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.state import PLUNDER
from rules.aevum_haeresis.state.view import CardView, HaeresisView
from rules.aevum_haeresis.words import names
from rules.aevum_haeresis.words.amounts import CardWriter, cost_text, gold
from rules.aevum_haeresis.words.cards import ability_line, effect_first, facts
from rules.aevum_haeresis.words.ops import ops_text
from rules.aevum_haeresis.words.packets import built_text
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

#: The option that names no character.
NOBODY = "nobody"
PAY = "pay"


def option_name(say: Translator, view: HaeresisView, option: str) -> str:
    """Return the text of an option: a card, an effect, a payment, or "Nobody".

    A card in play is followed by the name of its controller.
    """
    op = view.pending.op if view.pending else None
    if option == NOBODY:
        return say.t("No one")
    if isinstance(op, ops.Choice) and option.isdigit() and int(option) < len(op.ways):
        return ops_text(_writer(say, view), op.ways[int(option)])
    if option == PAY:
        return say.t("Pay ({cost})", cost=cost_text(_writer(say, view), op.cost)) if isinstance(
            op, ops.MayPay
        ) else say.t("Pay")  # fmt: skip
    return names.ability_name(say, view, option) if "/" in option else names.whose_name(say, view, option)


def _writer(say: Translator, view: HaeresisView) -> CardWriter:
    card = view.pending.card if view.pending else ""
    record = names.record_of(view, card) if card else None
    kind, bearer = (record.type, record.attachment is not None) if record is not None else ("", False)
    return CardWriter(say, names.content_of(view), type=kind, bearer=bearer)


def numbers_text(say: Translator, placed: CardView) -> str:
    """Return a character's current numbers, such as "Health 3, Damage 2, Plunder 1; Spent"."""
    icons = [(placed.plunder, "plunder"), (placed.recruit, "recruit"), (placed.accuse, "accuse")]
    if placed.type == "damned":
        parts = [say.t("Health {n} of {all}", n=placed.health - placed.wounds, all=placed.health)]
    else:
        parts = [say.t("Health {n}", n=placed.health)]
    parts.append(say.t("Damage {n}", n=placed.damage))
    parts += [f"{say.t(names.MANOEUVRES[icon])} {n}" for n, icon in icons if n]
    text = ", ".join(parts)
    return text if placed.ready else say.t("{numbers}; Spent", numbers=text)


def choose_text(say: Translator, view: HaeresisView, action: actions.Choose) -> ActionText:
    """Return the label, detail and group of the action that chooses a certain option."""
    option, pending = action.option, view.pending
    op = pending.op if pending else None
    label = option_name(say, view, option)
    placed = names.card_view(view, option)
    detail = ""
    if isinstance(op, ops.Choice) and option.isdigit():
        detail = label
    elif isinstance(op, ops.MayPay):
        detail = ops_text(_writer(say, view), op.do)
    elif "/" in option:
        record = names.record_of(view, option)
        detail = ability_line(say, names.content_of(view), record, names.ability_number(option))
    elif placed is not None and placed.type in ("damned", "heretic"):
        detail = f"{numbers_text(say, placed)}."
    elif option != NOBODY and "." in option:
        detail = _card_text(say, view, option)
    return ActionText(truncate(label), detail, say.t("Choice"), alone=option == PAY)


def _card_text(say: Translator, view: HaeresisView, card: str) -> str:
    """Return the cost, the numbers and the effect of a card that is an option, in one paragraph."""
    content, record = names.content_of(view), names.record_of(view, card)
    return names.sentences([*facts(say, content, record), effect_first(say, content, record)])


def price_words(say: Translator, view: HaeresisView, op: ops.MayPay) -> dict[str, str]:
    """Return the fields of the question about paying for an effect: its text and cost, and the player's gold."""
    by = _writer(say, view)
    return {"text": ops_text(by, op.do), "cost": cost_text(by, op.cost), "gold": gold(by, names.me(view).gold)}


def done_text(say: Translator, view: HaeresisView, action: actions.Done) -> ActionText:
    """Return the label, detail and group of the action that ends a choice, which depend on the open question."""
    key = view.pending.key if view.pending else ""
    if key == "row":
        laid = sum(map(len, names.me(view).own_row or []))
        label = say.n("Done: {n} card laid", "Done: {n} cards laid", laid) if laid else say.t("Lay no card")
        fixed = say.t("The row can't be changed afterwards.")
        detail = names.sentences([_row_cost(say, view), fixed]) if laid else fixed
        return ActionText(label, detail, say.t("Done"))
    if key == "team":
        size = len(view.pending.args["team"]) if view.pending else 0
        if size:
            return ActionText(
                say.n("Done: {n} character", "Done: {n} characters", size), _counted(say, view), say.t("Done")
            )
        return ActionText(say.t("Don't block"), _unopposed(say, view), say.t("Done"))
    if key == "location":
        return ActionText(say.t("Decide later"), "", say.t("Done"))
    if key == "build":
        return built_text(say, view)
    if key == "epilogue_discard":
        return ActionText(say.t("Discard nothing"), "", say.t("Done"))
    if view.pending and isinstance(view.pending.op, ops.MayPay):
        return ActionText(say.t("Don't pay"), "", say.t("Done"))
    label = say.t("Choose nothing") if _nothing_chosen(view) else say.t("Nothing more")
    return ActionText(label, "", say.t("Done"))


def _nothing_chosen(view: HaeresisView) -> bool:
    """Return whether the choice within an effect still allows as many options as at its start."""
    if view.pending is None or view.pending.op is None:
        return False
    op = view.pending.op
    most = getattr(getattr(op, "target", op), "count", 1)
    return isinstance(most, int) and view.pending.args.get("left", 0) >= most


def _row_cost(say: Translator, view: HaeresisView) -> str:
    """Return a sentence about the gold that the playable cards in the viewer's row cost, and the viewer's gold."""
    player, by = names.me(view), CardWriter(say, names.content_of(view))
    laid = [names.kind_of(card) for chapter in player.own_row or [] for card in chapter]
    costs = sum(view.costs[kind].gold for kind in laid if kind in view.fitting)
    line = N_("The row costs {cost}; you have {gold}.")
    if costs > player.gold:
        line = N_("The row costs {cost}, but you have {gold}: some cards may go to the Pyre unpaid.")
    return say.t(line, cost=gold(by, costs), gold=gold(by, player.gold))


def _counted(say: Translator, view: HaeresisView) -> str:
    """Return a sentence about the icons of the viewer's team and, if the viewer blocks, of the initiating team."""
    man, seat = view.manoeuvre, names.me(view).seat
    if man is None:
        return ""
    own = say.n("Your team has {n} icon.", "Your team has {n} icons.", man.icons[seat])
    rival = man.icons[1 - seat]
    if seat == man.initiator:
        return own
    return f"{own} {say.t('The other team has {n}.', n=rival)}"


def _unopposed(say: Translator, view: HaeresisView) -> str:
    """Return a sentence about the consequence of not blocking the rival's manoeuvre."""
    man = view.manoeuvre
    assert man is not None
    n, rival = view.soul_number, say.seat(man.initiator)
    match man.type:
        case "recruit":
            return say.n(
                "If you don't block and it succeeds, {player} gains {n} soul.",
                "If you don't block and it succeeds, {player} gains {n} souls.", n, player=rival,
            )  # fmt: skip
        case "plunder":
            return say.n(
                "If you don't block and it succeeds, you discard {n} card from the Plot deck.",
                "If you don't block and it succeeds, you discard {n} cards from the Plot deck.", PLUNDER + n,
            )  # fmt: skip
        case _ if names.me(view).rose:
            return say.t(
                "Your Execution level has already risen this Round and can't rise again, even if you don't block."
            )
        case _:
            return say.t("If you don't block and it succeeds, your Execution level rises by 1.")
