"""Match options with a list as value, such as a list of cards: the buttons and forms for setting them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.ui import controls, limits, safe_names
from bot.discord.ui.controls import Style
from bot.matches.service_results import MatchInfo
from bot.table.lobby.option_values import Option
from rules.kernel.content.deck_lines import Names
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.list_valued_options import Picks
from rules.kernel.words.translation import LOCALES, N_, Entry, Translator

#: Maximum number of characters in a typed list.
MAX_LIST_LENGTH = 1000
#: Maximum number of groups of checkboxes in a form, and of checkboxes in a group.
MAX_GROUPS, MAX_BOXES = 5, 10
#: Characters that separate the names in a typed list.
_SEPARATOR = re.compile(r"[;\n]+")


def buttons(info: MatchInfo, option: Option, page: int) -> list[ui.Item[Any]]:
    """Return a button that opens the form for picking the items of the list, and a button that draws a random list."""
    picks = option.picks
    assert picks is not None
    return [
        controls.button(picks.pick, "pickform", info.id, option.field, page),
        controls.button(picks.draw, "pickdraw", info.id, option.field, page),
    ]


def form(say: Translator, info: MatchInfo, option: Option, picks: Picks, page: int, mask: str = "") -> ui.Modal:
    """Return the form for picking the items of a list.

    The form has a checkbox for each item or, if there are too many items for that, a text field for one name per line.
    The items of the current list are ticked or, if a `mask` is given, those in the mask.
    """
    groups = grouped(picks)
    if not groups:
        return _text_form(say, info, option, picks, page)
    selected_ids = _ids_of_mask(picks, mask) if mask else picks.present
    boxes = [
        (
            " · ".join(dict.fromkeys(thing.kind for thing in group)),
            _checkbox_group(f"ticks{number}", group, selected_ids),
        )
        for number, group in enumerate(groups)
    ]
    return controls.fields_form(picks.pick, boxes, "pickticked", info.id, option.field, page)


def grouped(picks: Picks) -> list[list[Entry]]:
    """Divide the items into groups of checkboxes, with items of a kind together; empty if they don't fit in a form."""
    kinds: dict[str, list[Entry]] = {}
    for thing in picks.things:
        kinds.setdefault(thing.kind, []).append(thing)
    parts = [of_kind[at : at + MAX_BOXES] for of_kind in kinds.values() for at in range(0, len(of_kind), MAX_BOXES)]
    groups: list[list[Entry]] = []
    for part in sorted(parts, key=len, reverse=True):
        group = next((candidate for candidate in groups if len(candidate) + len(part) <= MAX_BOXES), None)
        if group is None:
            groups.append([*part])
        else:
            group += part
    return groups if len(groups) <= MAX_GROUPS else []


def _checkbox_group(name: str, things: Sequence[Entry], selected_ids: Sequence[str]) -> ui.CheckboxGroup[Any]:
    mixed = len({thing.kind for thing in things}) > 1
    boxes = [
        discord.CheckboxGroupOption(
            label=thing.name,
            value=thing.id,
            description=thing.kind if mixed else None,
            default=thing.id in selected_ids,
        )
        for thing in things
    ]
    return ui.CheckboxGroup(custom_id=name, required=False, min_values=0, max_values=len(boxes), options=boxes)


def _text_form(say: Translator, info: MatchInfo, option: Option, picks: Picks, page: int) -> ui.Modal:
    by_id = {thing.id: thing.name for thing in picks.things}
    text = "\n".join(by_id[thing_id] for thing_id in picks.present if thing_id in by_id)
    question = say.t("{n} names, one per line", n=picks.count)
    line = controls.paragraph("value", MAX_LIST_LENGTH, text[:MAX_LIST_LENGTH])
    return controls.fields_form(picks.pick, [(question, line)], "pickset", info.id, option.field, page)


def ticked_ids(picks: Picks, values: Sequence[str]) -> list[str]:
    """Return the ids of the ticked items in the order of the pack; raises Refusal for an unknown id."""
    if not {*values} <= {thing.id for thing in picks.things}:
        raise controls.stale_button_error()
    return [thing.id for thing in picks.things if thing.id in values]


def retry_page(
    say: Translator, info: MatchInfo, option: Option, picks: Picks, page: int, ids: Sequence[str]
) -> ui.LayoutView:
    """Return the page for a wrong number of ticked items. Its button reopens the form with the same items ticked."""
    message = say.t(
        "You chose {chosen}, but must choose exactly {n}. I've kept your choice.", chosen=len(ids), n=picks.count
    )
    names_text = ", ".join(thing.name for thing in picks.things if thing.id in ids)
    buttons = [
        controls.button(
            say.t("Keep choosing"), "pickform", info.id, option.field, page, _mask(picks, ids), style=Style.primary
        ),
        controls.button(picks.draw, "pickdraw", info.id, option.field, page),
        controls.button(say.t("Back"), "optpage", info.id, page),
    ]
    return controls.box(f"**{message}**", names_text, buttons)


def _mask(picks: Picks, ids: Sequence[str]) -> str:
    """Return the ticked items as a hexadecimal bit mask, a form that is short enough for a custom_id."""
    return f"{sum(1 << place for place, thing in enumerate(picks.things) if thing.id in ids):x}"


def _ids_of_mask(picks: Picks, mask: str) -> list[str]:
    try:
        bits = int(mask, 16)
    except ValueError:
        raise controls.stale_button_error() from None
    return [thing.id for place, thing in enumerate(picks.things) if bits >> place & 1]


def parse_list(game: AnyGame, info: MatchInfo, field: str, picks: Picks, text: str) -> list[str]:
    """Return the ids of the items named in a text, in any language and even if they are misspelt. Raises Refusal."""
    names_by_id: dict[str, list[str]] = {thing.id: [] for thing in picks.things}
    for locale in LOCALES:
        localized_picks = game.option_picks(Translator(locale), field, info.options)
        for thing in localized_picks.things if localized_picks is not None else ():
            names_by_id[thing.id].append(thing.name)
    index = Names(names_by_id)
    name_by_id = {thing.id: thing.name for thing in picks.things}
    words_by_id: dict[str, str] = {}
    for words in _names_in(index, text):
        thing_id = _find_id(index, words)
        if thing_id in words_by_id:
            raise Refusal(
                N_("You named “{words}” twice; name {n} different ones."), words=name_by_id[thing_id], n=picks.count
            )
        words_by_id[thing_id] = words
    if len(words_by_id) != picks.count:
        raise Refusal(N_("You named {named}, but must name exactly {n}."), named=len(words_by_id), n=picks.count)
    return list(words_by_id)


def _names_in(index: Names, text: str) -> Iterator[str]:
    """Yield the names in a typed list. A comma either separates two names or is part of a name."""
    for line in filter(None, (part.strip() for part in _SEPARATOR.split(text))):
        parts = [part.strip() for part in line.split(",") if part.strip()]
        while parts:
            most = next((n for n in range(len(parts), 1, -1) if index.find(", ".join(parts[:n]))), 1)
            yield ", ".join(parts[:most])[: limits.SEARCH_TEXT]
            del parts[:most]


def _find_id(index: Names, words: str) -> str:
    """Return the id of the item with this name, which may be misspelt. Raises Refusal unless one item matches."""
    exact_ids = index.find(words)
    if len(exact_ids) == 1:
        return next(iter(exact_ids))
    similar_names = index.similar(words)
    if len(similar_names) == 1:
        return next(iter(index.find(similar_names[0])))
    quoted = safe_names.quote(words)
    if similar_names:
        raise Refusal(
            N_("I don't know “{words}”. Did you mean {names}?"), words=quoted, names=" / ".join(similar_names)
        )
    raise Refusal(N_("I don't know “{words}”. `/card` lists everything there is."), words=quoted)
