"""A menu that comes back after a choice has another name: where it kept it, Discord sends nothing for that choice."""

from __future__ import annotations

from typing import Any

from bot.discord.support import controls
from bot.discord.support.custom_ids import TEMPLATE
from bot.discord.support.renaming import rename_chosen


def shown(*, chosen: str = "") -> Any:
    """Return a message with a menu of two entries."""
    entries = [controls.option(value, value, default=value == chosen) for value in ("a", "b")]
    return controls.layout(controls.row(controls.select("Which?", entries, "order", 7, "fights")))


def name(view: Any) -> str:
    return next(item.custom_id for item in view.walk_children() if getattr(item, "custom_id", None))


def test_a_menu_has_another_name_each_time_it_comes_back() -> None:
    names = [name(shown())]
    for number in range(3):
        view = shown()
        rename_chosen(view, names[-1], ["a"], 1_000 + number)
        names.append(name(view))
    assert len(set(names)) == 4
    found = [TEMPLATE.fullmatch(one) for one in names]
    assert {(one["verb"], one["args"]) for one in found if one} == {("order", "7:fights")}, "all do the same"


def test_a_menu_that_shows_the_choice_and_one_that_was_not_pressed_keep_their_names() -> None:
    for view, press in (
        (shown(chosen="a"), ("t1:order:7:fights", ["a"])),
        (shown(), ("t1:order:7:others", ["a"])),
        (shown(), ("t1:order:7:fights", [])),
    ):
        rename_chosen(view, *press, 5)
        assert name(view) == "t1:order:7:fights"
    refused = shown(chosen="b")
    rename_chosen(refused, "t1:order:7:fights", ["a"], 5)
    assert name(refused) != "t1:order:7:fights", "something else than the choice is shown"
