"""The text of verbs that affect the tower, its trays and their cubes."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.content import ops
from rules.edge_of_darkness.state.actions import ChooseCube, ChooseSpots
from rules.edge_of_darkness.state.view import EdgeView
from rules.edge_of_darkness.words.names import cubes_text, tower_names, tray_name, visible_card_name
from rules.edge_of_darkness.words.ops.verb import UNCHANGED, Asked, VerbWords, chosen
from rules.kernel.words.operation_sentences import Words, n, t
from rules.kernel.words.translation import N_, ActionText, Translator


def _one_or_up_to(one: str, many: str) -> Words:
    """Return a function that writes a verb's text: `one` if the count is 1, otherwise `many` ("up to {n}")."""
    return lambda by, op: by.say.t(one) if op.count == 1 else by.say.t(many, n=op.count)


# -- choices ------------------------------------------------------------------------------------------------------


def _whose_cube(say: Translator, view: EdgeView, colour: int) -> str:
    return say.t("Black cube") if colour >= view.seats else say.t("{player}'s cube", player=say.seat(colour))


def _cube(say: Translator, view: EdgeView, action: ChooseCube, detail: str) -> ActionText:
    cube, place = _whose_cube(say, view, action.colour), tray_name(say, action.tray)
    return chosen(say.t("{cube}, {place}", cube=cube, place=place), detail)


def _which_is_set_aside(say: Translator, view: EdgeView, action: ChooseCube) -> ActionText:
    return _cube(say, view, action, say.t("It goes to the set-aside cubes."))


def _which_moves(say: Translator, view: EdgeView, action: ChooseCube | ChooseSpots) -> ActionText:
    """Return the text for choosing the cube to move or, after that, the tray that the cube goes to."""
    if isinstance(action, ChooseCube):
        return _cube(say, view, action, say.t("Then choose the tray it goes to."))
    (tray,) = action.spots
    return chosen(say.t("To tray {n}", n=tray), _tray_now(say, view, tray))


def _which_goes_where(say: Translator, view: EdgeView, action: ChooseCube) -> ActionText:
    label = say.t("{cube} into tray {n}", cube=_whose_cube(say, view, action.colour), n=action.tray)
    return chosen(label, _tray_now(say, view, action.tray))


def _tray_now(say: Translator, view: EdgeView, tray: int) -> str:
    cubes = cubes_text(say, view.tower[tray - 1].cubes) or say.t("no cubes")
    return say.t("There now: {cubes}; it attacks at {n}.", cubes=cubes, n=view.threshold)


def _which_is_emptied(say: Translator, view: EdgeView, action: ChooseSpots) -> ActionText:
    (tray,) = action.spots
    return chosen(say.t("Empty tray {n}", n=tray), _tray_now(say, view, tray))


def _which_is_discarded(say: Translator, view: EdgeView, action: ChooseSpots) -> ActionText:
    (tray,) = action.spots
    label = say.t("Discard {card}", card=tower_names(say, view, action.spots))
    return chosen(label, _tray_now(say, view, tray))


def _which_is_defeated(say: Translator, view: EdgeView, action: ChooseSpots) -> ActionText:
    label = say.t("Defeat {card}", card=tower_names(say, view, action.spots))
    return chosen(label, say.t("You get its rewards, and its cubes are set aside."))


def _which_are_exchanged(say: Translator, view: EdgeView, action: ChooseSpots) -> ActionText:
    cards = [spot.card for spot in view.tower if spot.card and spot.spot in action.spots]
    damages = [
        say.t("{card}: {damage} Damage", card=visible_card_name(say, view, one.id), damage=one.damage) for one in cards
    ]
    label = say.t("Exchange {cards}", cards=tower_names(say, view, action.spots))
    return chosen(label, "; ".join(damages) + ".")


#: The question about the tray that the chosen cube goes to (MoveCube).
CARRY = N_("{source}: into which tray does the cube go?")

WORDS: dict[type[Any], VerbWords] = {
    ops.Hunt: VerbWords(t("You may hunt threats this turn")),
    ops.Slay: VerbWords(
        t("Defeat a tower card of at most {n} Damage without Battle Strength", n=lambda _by, op: str(op.damage)),
        Asked(N_("{source}: which tower card do you defeat?"), _which_is_defeated, UNCHANGED),
    ),
    ops.Cubes: VerbWords(
        n("Draw {n} cube from the bag into your Threat Zone", "Draw {n} cubes from the bag into your Threat Zone")
    ),
    ops.ClearZone: VerbWords(
        _one_or_up_to(
            N_("Set aside 1 cube from your Threat Zone"), N_("Set aside up to {n} cubes from your Threat Zone")
        ),
        Asked(N_("{source}: which cube from your Threat Zone do you set aside?"), _which_is_set_aside),
    ),
    ops.ClearTray: VerbWords(
        _one_or_up_to(N_("Set aside 1 cube from the trays"), N_("Set aside up to {n} cubes from the trays")),
        Asked(N_("{source}: which cube from the trays do you set aside?"), _which_is_set_aside),
    ),
    ops.MoveCube: VerbWords(
        _one_or_up_to(N_("Move 1 cube to another tray"), N_("Move up to {n} cubes to other trays")),
        Asked(N_("{source}: which cube do you move?"), _which_moves),
    ),
    ops.SeedCube: VerbWords(
        _one_or_up_to(N_("Put 1 set-aside cube into a tray"), N_("Put up to {n} set-aside cubes into trays")),
        Asked(N_("{source}: which set-aside cube goes into which tray?"), _which_goes_where),
    ),
    ops.EmptyTray: VerbWords(
        t("Set aside all cubes in one tray"),
        Asked(N_("{source}: which tray do you empty?"), _which_is_emptied, UNCHANGED),
    ),
    ops.Banish: VerbWords(
        t("Discard a tower card without its rewards and set aside the cubes in its tray"),
        Asked(N_("{source}: which tower card do you discard?"), _which_is_discarded, UNCHANGED),
    ),
    ops.SwapTower: VerbWords(
        t("Exchange two tower cards; the cubes stay in their trays"),
        Asked(N_("{source}: which two tower cards do you exchange?"), _which_are_exchanged, UNCHANGED),
    ),
}
