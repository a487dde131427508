"""The question that a seat must answer, in one or two sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.aevum_haeresis.board.targets import target_of
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words import ops as op_words
from rules.aevum_haeresis.words.amounts import Speaker, cost_text, gold, souls
from rules.aevum_haeresis.words.due import due, fits_row
from rules.aevum_haeresis.words.names import (
    MANOEUVRES,
    card_name,
    card_names,
    content_of,
    counted,
    me,
    placed_name,
    record_of,
    sentences,
    window_name,
)
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import N_, Say

Args = dict[str, Any]
#: What a payment asks for.
_NAMED = {
    "caster": N_("{card}: who is the caster?"),
    "target": N_("{card}: who is the target?"),
    "host": N_("{card}: to whom is it attached?"),
    "sacrifice": N_("{card}: which Heretic do you sacrifice to pay for it?"),
    "turned": N_("{card}: which of your characters becomes Spent to pay for it?"),
    "discard": N_("{card}: which card of your hand do you discard to pay for it?"),
}


def _active(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("You were picked: who is Active in the first Round? The Active player lays and answers first.")


def _mulligan(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("Do you keep your opening hand, or shuffle it back and draw 4 Plot cards and 3 Heretics?")


def _location(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("Which of your Locations do you put into play?")


def _row(say: Say, view: HaeresisView, args: Args) -> str:
    laid = list(args.get("row", ()))
    if view.manoeuvre is not None:
        question = say.t(
            "Conflict ({manoeuvre}): lay up to 3 cards face down as Chapters.",
            manoeuvre=say.t(MANOEUVRES[view.manoeuvre.type]),
        )
    else:
        question = say.t("Enlistment: lay any number of cards face down as Chapters.")
    other = view.players[1 - me(view).seat]
    theirs = ""
    if me(view).seat != view.active:
        theirs = say.n(
            "{player} laid {n} card.", "{player} laid {n} cards.", sum(other.row), player=say.seat(other.seat)
        )
    return sentences([question, theirs, _laid(say, view, laid)])


def _laid(say: Say, view: HaeresisView, laid: Sequence[str]) -> str:
    """Return what lies in the viewer's row, and how much of the gold it takes to pay for all of it that can be paid."""
    by = Speaker(say, content_of(view))
    have = gold(by, me(view).gold)
    if not laid:
        return say.t("You have {gold}.", gold=have)
    costs = sum(due(view, card).gold for card in laid if fits_row(view, record_of(view, card)))
    names = ", ".join(card_name(say, card) for card in laid)
    return say.t("So far: {cards}. They cost {cost} of your {gold}.", cards=names, cost=costs, gold=have)


def _offer(say: Say, view: HaeresisView, args: Args) -> str:
    card, by = str(args["card"]), Speaker(say, content_of(view))
    return say.t(
        "Chapter {n}: do you pay for {card} ({cost})? You have {gold} and {souls}.",
        n=view.chapter, card=card_name(say, card), cost=cost_text(by, due(view, card)) or say.t("nothing"),
        gold=gold(by, me(view).gold), souls=souls(by, me(view).souls),
    )  # fmt: skip


def _name(say: Say, view: HaeresisView, args: Args) -> str:
    what, card = str(args["what"]), card_name(say, str(args["card"]))
    if what == "target":
        return say.t(_target_line(view, args), card=card)
    return say.t(_NAMED.get(what, N_("{card}: what do you choose?")), card=card)


def _target_line(view: HaeresisView, args: Args) -> str:
    """Return what happens to the target asked for: the skull's come first, then those of the text in order."""
    card, ability, goal = record_of(view, str(args["card"])), int(args["ability"]), int(args["goal"])
    man = view.manoeuvre
    skull = ability < 0 and card.type == "story" and man is not None and getattr(card.band, man.type).skull
    if skull and goal == 0:
        return N_("{card}: whom does the caster strike?")
    effect = card.do if ability < 0 else card.abilities[ability].do
    named = [op.op for op in effect if target_of(op) is not None]
    place = goal - skull
    return op_words.QUESTIONS[named[place]] if 0 <= place < len(named) else _NAMED["target"]


def _act(say: Say, view: HaeresisView, args: Args) -> str:
    question = say.t("Your action: a manoeuvre, a Heresy, or Pass.")
    if int(args.get("passes", 0)):
        question += " " + say.t(
            "{player} has passed: if you pass too, the Plot phase ends.", player=say.seat(_other(view))
        )
    return question


def _team(say: Say, view: HaeresisView, args: Args) -> str:
    manoeuvre = say.t(MANOEUVRES[str(args["manoeuvre"])])
    man = view.manoeuvre
    own = [placed_name(say, view, card) for card in (man.teams[me(view).seat] if man else [])]
    so_far = say.t("So far: {cards}.", cards=", ".join(own)) if own else ""
    if not args["blocking"]:
        return sentences([say.t("{manoeuvre}: who is in your team?", manoeuvre=manoeuvre), so_far])
    team = ", ".join(placed_name(say, view, card) for card in (man.teams[man.initiator] if man else []))
    question = say.t(
        "{manoeuvre} of {player} with {cards}; icons: {n}. Who blocks?",
        player=say.seat(_other(view)), manoeuvre=manoeuvre, n=man.icons[man.initiator] if man else 0, cards=team,
    )  # fmt: skip
    return sentences([question, so_far])


def _window(say: Say, view: HaeresisView, args: Args) -> str:
    window = str(args["window"])
    return say.t(
        "Window: {window}. {why} Do you answer with a Deus Ex Machina or a Hunter?",
        window=window_name(say, window), why=_why(say, view, window),
    ).replace("  ", " ")  # fmt: skip


def _why(say: Say, view: HaeresisView, window: str) -> str:
    """Return what has just happened, as far as the window tells."""
    if window == "chapter_revealed":
        shown = [f"{say.seat(player.seat)}: {card_names(say, player.open)}" for player in view.players if player.open]
        return say.t("Chapter {n}: {cards}.", n=view.chapter, cards="; ".join(shown)) if shown else ""
    if window in ("chapter_paid", "heresy_paid") and view.paid:
        return say.t("Paid for: {cards}.", cards=counted(say, [paid.card for paid in view.paid]))
    if view.manoeuvre is not None and window != "conflict_time_advanced":
        man = view.manoeuvre
        told = say.t("{player}: {manoeuvre}.", player=say.seat(man.initiator), manoeuvre=say.t(MANOEUVRES[man.type]))
        if window != "manoeuvre_announced":
            other = 1 - man.initiator
            told += " " + say.t(
                "Icons: {player} {n}, {other} {m}.",
                player=say.seat(man.initiator), n=man.icons[man.initiator], other=say.seat(other), m=man.icons[other],
            )  # fmt: skip
        return told
    if window == "pass_declared":
        return say.t("{player} passed.", player=say.seat(view.actor))
    return ""


def _start(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("Start of the Round: which of your effects comes first?")


def _choose(say: Say, view: HaeresisView, args: Args) -> str:
    line = say.t(op_words.QUESTIONS[str(args["op"])], card=card_name(say, str(args["card"])))
    left = int(args.get("left", 1))
    return f"{line} {say.t('(up to {n} more)', n=left)}" if left > 1 else line


def _count_first(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("You are Active, and the game ends in two ways at once: which one counts first?")


def _conflict_draw(say: Say, view: HaeresisView, args: Args) -> str:
    return say.n(
        "After the Conflict: draw a card? Your Plot deck has {n} card left.",
        "After the Conflict: draw a card? Your Plot deck has {n} cards left.", me(view).plot,
    )  # fmt: skip


def _epilogue(say: Say, view: HaeresisView, args: Args) -> str:
    return say.t("Epilogue: do you discard a card? In the next Prologue you draw Plot cards up to 9 in hand.")


def _other(view: HaeresisView) -> int:
    return 1 - me(view).seat


QUESTIONS: dict[str, Callable[[Say, HaeresisView, Args], str]] = {
    "active": _active,
    "mulligan": _mulligan,
    "location": _location,
    "row": _row,
    "offer": _offer,
    "name": _name,
    "act": _act,
    "team": _team,
    "window": _window,
    "start": _start,
    "choose": _choose,
    "count_first": _count_first,
    "conflict_draw": _conflict_draw,
    "epilogue_discard": _epilogue,
}


def prompt_line(say: Say, view: HaeresisView, prompt: Prompt) -> str:
    """Return what the seat must decide."""
    return QUESTIONS[prompt.key](say, view, prompt.args)
