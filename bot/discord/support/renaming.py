"""A new name for the menu in which something was chosen.

While a message has a menu of the same name, Discord's clients go on showing what was chosen there, and send nothing
when that is chosen again.
"""

from __future__ import annotations

from collections.abc import Collection

from discord import ui

from bot.discord.support.custom_ids import mark_of, marked

#: A prime, by which successive ids of Discord leave different remainders.
MARKS = 999_983


def rename_chosen(view: ui.LayoutView, pressed: str, values: Collection[str], press: int) -> None:
    """Rename the menu `pressed`, in which these values were chosen, if it comes back, by the id of the press.

    One that shows just these as chosen keeps its name.
    """
    mark = mark_of(pressed)
    bare = pressed if mark is None else pressed.removesuffix(f"~{mark}")
    for menu in view.walk_children():
        if not values or not isinstance(menu, ui.Select) or menu.custom_id not in (pressed, bare):
            continue
        if {option.value for option in menu.options if option.default} != set(values):
            menu.custom_id = marked(bare, f"{press % MARKS:x}")
