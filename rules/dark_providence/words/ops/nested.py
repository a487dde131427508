"""The text of verbs with nested operations: a condition or a price, followed by the operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.dark_providence.content import ops
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.amounts import CardWriter, condition, markers, points
from rules.dark_providence.words.names import icons_text
from rules.dark_providence.words.ops.verb import Asked, VerbWords
from rules.kernel.words.translation import N_, Translator

#: A function that returns the text of several operations in order.
Written = Callable[[CardWriter, Sequence[ops.Op]], str]

#: The text of each price, as something that the reader does. The arguments are the language, `icons` and the record.
_PRICES: dict[type[Any], Callable[[Translator, bool, Any], str]] = {
    ops.DiscardCards: lambda say, icons, cost: say.n(
        "discard {n} card from your hand", "discard {n} cards from your hand", cost.count
    ),
    ops.DestroyHeld: lambda say, icons, cost: say.t("destroy a card from your hand"),
    ops.LoseVp: lambda say, icons, cost: say.t("lose {points}", points=points(say, cost.amount, icons)),
    ops.SpendMarkers: lambda say, icons, cost: say.t(
        "put {markers} from your supply into Limbo", markers=markers(say, cost.count, icons)
    ),
    ops.RiskSanity: lambda say, icons, cost: say.t("take a sanity test"),
    ops.PlayIcons: lambda say, icons, cost: say.t(
        "play cards for {resources}", resources=icons_text(say, {cost.what: cost.amount}, icons)
    ),
}


def price(say: Translator, cost: ops.Cost, icons: bool = False) -> str:
    """Return the text of a price, as something that the reader does: "discard 2 cards of your hand"."""
    return _PRICES[type(cost)](say, icons, cost)


def _option(say: Translator, view: ProvidenceView, op: ops.Pay, option: str) -> str:
    return say.t("Yes: {price}", price=price(say, op.cost))


def words(written: Written) -> dict[type[Any], VerbWords]:
    """Return the texts of the verbs with nested operations; `written` returns the text of nested operations."""

    def conditional(by: CardWriter, op: ops.If) -> str:
        text = by.say.t("If {condition}: {text}", condition=condition(by.say, op.when), text=written(by, op.do))
        return f"{text} {by.say.t('Otherwise: {text}', text=written(by, op.otherwise))}" if op.otherwise else text

    def priced(by: CardWriter, op: ops.Pay) -> str:
        return by.say.t(
            "You may {price}. If you do: {text}", price=price(by.say, op.cost, by.icons), text=written(by, op.do)
        )

    return {
        ops.If: VerbWords(conditional),
        ops.Pay: VerbWords(priced, Asked(N_("{card}: do you pay its price?"), _option)),
    }
