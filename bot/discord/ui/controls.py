"""Buttons, menus and forms that still work after a restart, because their custom_id contains all their arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.custom_ids import NUMBER_BOUND, TEMPLATE, custom_id, number_of
from bot.discord.ui import errors, layout_fitting, limits, menu_reset
from rules.kernel.words.translation import N_

Style = discord.ButtonStyle


@dataclass(frozen=True, slots=True)
class ComponentInteraction:
    """An interaction with one of the bot's components: a pressed button, a choice in a menu, or a submitted form."""

    interaction: Interaction
    args: tuple[str, ...]
    values: tuple[str, ...]

    def numbers(self, count: int) -> tuple[int, ...]:
        """Return the first `count` arguments as numbers; raises Refusal if they aren't numbers."""
        values = tuple(number(arg, -NUMBER_BOUND) for arg in self.args[:count])
        if len(values) < count:
            raise stale_button_error()
        return values

    def arg(self, place: int) -> str:
        """Return the argument at this index as a string; raises Refusal if it is missing."""
        if place >= len(self.args):
            raise stale_button_error()
        return self.args[place]

    def number(self, place: int) -> int:
        """Return the argument at this index as a number; raises Refusal if it is missing or not a number."""
        return number(self.arg(place), -NUMBER_BOUND)

    @property
    def last(self) -> str:
        """The last argument as a string; raises Refusal if there is none."""
        if not self.args:
            raise stale_button_error()
        return self.args[-1]

    @property
    def value(self) -> str:
        """The first value chosen in a menu; raises Refusal if there is none."""
        if not self.values:
            raise stale_button_error()
        return self.values[0]


Handler = Callable[[ComponentInteraction], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Entry:
    handler: Handler
    opens: bool
    public: bool
    asks: bool
    begins: bool


_HANDLERS: dict[str, _Entry] = {}


def stale_button_error() -> errors.Refusal:
    """Return the refusal for a button that belongs to an earlier position or an earlier version of the bot."""
    return errors.Refusal(N_("That button is out of date: the match has moved on. `/act` shows where it is now."))


def number(text: str, minimum: int = 0) -> int:
    """Return the number in an argument or menu value; raises Refusal if it isn't a number or is below `minimum`."""
    value = number_of(text)
    if value is None or value < minimum:
        raise stale_button_error()
    return value


def on(
    verb: str, *, opens: bool = False, public: bool = False, asks: bool = False, begins: bool = False
) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of a verb, which names an action in custom_ids.

    If `opens`, the handler answers with a new private message instead of an edit. If `asks`, it opens a form, which
    must be the first response, so the press isn't acknowledged first. Only a `public` handler, which shows nothing
    private, may edit a message that others can see. If `begins`, the handler starts something that outlasts its answer,
    such as a match, so a process that is about to stop refuses the press.
    """

    def register(handler: Handler) -> Handler:
        assert verb not in _HANDLERS, f"two handlers of {verb}"
        _HANDLERS[verb] = _Entry(handler, opens, public, asks, begins)
        return handler

    return register


def registered_verbs() -> frozenset[str]:
    """Return all verbs that have a handler."""
    return frozenset(_HANDLERS)


def starts_work(verb: str) -> bool:
    """Return whether a verb starts something that outlasts its answer, such as a match."""
    return verb in _HANDLERS and _HANDLERS[verb].begins


def button(
    label: str,
    verb: str,
    *args: int | str,
    style: Style = Style.secondary,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[Any]:
    """Return a button that calls a verb's handler. The emoji, if any, is shown before the label."""
    return ui.Button(
        label=limits.truncate(label, limits.BUTTON_LABEL) or "?",
        custom_id=custom_id(verb, *args),
        style=style,
        disabled=disabled,
        emoji=emoji,
    )


def option(
    label: str,
    value: str,
    description: str = "",
    *,
    default: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> discord.SelectOption:
    """Return a menu option, truncated to Discord's limits. The emoji, if any, is shown before the label."""
    return discord.SelectOption(
        label=limits.truncate(label, limits.OPTION_LABEL) or "?",
        value=value,
        description=limits.truncate(description, limits.OPTION_DESCRIPTION) if description else None,
        default=default,
        emoji=emoji,
    )


def select(
    placeholder: str, options: Sequence[discord.SelectOption], verb: str, *args: int | str, many: bool = False
) -> ui.Select[Any]:
    """Return a menu that calls a verb's handler with the chosen value, or with all chosen values if `many`."""
    return ui.Select(
        placeholder=limits.truncate(placeholder, limits.PLACEHOLDER),
        options=list(options),
        custom_id=custom_id(verb, *args),
        max_values=len(options) if many else 1,
    )


def form(title: str, question: str, value: str, verb: str, *args: int | str) -> ui.Modal:
    """Return a form with one line of text. Submitting the form calls a verb's handler with the typed text."""
    line = ui.TextInput[Any](custom_id="value", default=value or None, max_length=limits.FORM_LINE)
    return fields_form(title, [(question, line)], verb, *args)


def paragraph(name: str, limit: int, text: str = "", *, hint: str = "", required: bool = True) -> ui.TextInput[Any]:
    """Return a multi-line form field of at most `limit` characters, which shows `hint` while it is empty."""
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph,
        default=text or None,
        placeholder=limits.truncate(hint, limits.FORM_HINT) or None,
        required=required,
        max_length=limit,
    )


def fields_form(title: str, lines: Iterable[tuple[str, ui.Item[Any]]], verb: str, *args: int | str) -> ui.Modal:
    """Return a form with these labelled fields. Submitting it calls a verb's handler with the values in this order."""
    modal = ui.Modal(title=limits.truncate(title, limits.FORM_TITLE), custom_id=custom_id(verb, *args))
    for words, line in lines:
        modal.add_item(ui.Label(text=limits.truncate(words, limits.FORM_TITLE), component=line))
    # The form is stopped so that discord.py doesn't remember it, as in `rows`.
    modal.stop()
    return modal


def rows(*groups: Iterable[ui.Item[Any]]) -> ui.View:
    """Return a view of buttons and menus. Each group starts a new row.

    The view is stopped so that discord.py doesn't remember it: `handle_press` finds the handler of a press by its
    custom_id.
    """
    view = ui.View(timeout=None)
    row = 0
    for group in groups:
        in_row = 0
        for item in group:
            if in_row + item.width > limits.BUTTONS_PER_ROW:
                row, in_row = row + 1, 0
            item.row = row
            in_row += item.width
            view.add_item(item)
        row += bool(in_row)
    view.stop()
    return view


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a layout of these items, cut to Discord's limit. The layout is stopped for the reason given in `rows`."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    layout_fitting.fit(view)
    view.stop()
    return view


#: A part of a box: a text, a picture, a gallery of pictures, or buttons and menus. Parts that are None are skipped.
Part = str | discord.File | ui.MediaGallery[Any] | Sequence[ui.Item[Any]] | None


def box(*parts: Part, accent: discord.Colour | None = None) -> ui.LayoutView:
    """Return a box that shows these parts from top to bottom. A separator precedes every text except one at the top."""
    items: list[ui.Item[Any]] = []
    room = limits.LAYOUT
    for part in parts:
        if isinstance(part, discord.File):
            items.append(gallery(part.filename, part.description or ""))
        elif isinstance(part, ui.MediaGallery):
            items.append(part)
        elif isinstance(part, str):
            words = limits.truncate(part, room) if room else ""
            room -= len(words)
            items += [*([ui.Separator[Any]()] if items else []), text(words)] if words else []
        elif part is not None:
            items += in_rows(part)
    return layout(ui.Container(*items, accent_colour=accent))


def in_rows(items: Iterable[ui.Item[Any]]) -> list[ui.Item[Any]]:
    """Arrange these buttons and menus in rows, each with as many as fit."""
    lines: list[list[ui.Item[Any]]] = [[]]
    for item in items:
        if sum(one.width for one in lines[-1]) + item.width > limits.BUTTONS_PER_ROW:
            lines.append([])
        lines[-1].append(item)
    return [row(*line) for line in lines if line]


def gallery(name: str, alt: str = "") -> ui.MediaGallery[Any]:
    """Return the layout item that shows one picture, given the name of an attachment or a URL."""
    media = name if "://" in name else f"attachment://{name}"
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=limits.truncate(alt, limits.ALT_TEXT) or None))


def pictures(files: Iterable[discord.File]) -> ui.MediaGallery[Any]:
    """Return the layout item that shows several attached pictures side by side, at a small size."""
    media_gallery = ui.MediaGallery[Any]()
    for file in files:
        media_gallery.add_item(media=f"attachment://{file.filename}", description=file.description or None)
    return media_gallery


def text(words: str) -> ui.TextDisplay[Any]:
    """Return the layout item that shows a text."""
    return ui.TextDisplay(words)


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    """Return the layout item that contains up to five buttons, or one menu."""
    return ui.ActionRow(*items)


def section(words: str, accessory: ui.Button[Any]) -> ui.Section[Any]:
    """Return the layout item that shows a text, with a button beside it."""
    return ui.Section(words, accessory=accessory)


def _is_own(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the message with the pressed button is private and was sent to this person."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return False
    metadata = message.interaction_metadata
    return metadata is None or metadata.user.id == interaction.user.id


def _form_values(components: Iterable[Any]) -> Iterator[str]:
    """Yield the typed texts and ticked values of a submitted form."""
    for item in components:
        if "value" in item:
            yield str(item["value"])
        yield from map(str, item.get("values", ()))
        yield from _form_values([*item.get("components", ()), *filter(None, [item.get("component")])])


async def _acknowledge(interaction: discord.Interaction[Any], entry: _Entry | None) -> bool:
    """Acknowledge a press unless the handler opens a form. Return False if the press can't be answered any more."""
    if entry is None or entry.opens:
        return await errors.acknowledge(lambda: interaction.response.defer(ephemeral=True, thinking=True))
    return entry.asks or await errors.acknowledge(interaction.response.defer)


async def handle_press(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a press at once, call its handler, and report errors to the person."""
    data: Any = interaction.data or {}
    match = TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    entry = _HANDLERS.get(match["verb"]) if match else None
    if not await _acknowledge(interaction, entry):
        return
    try:
        if match is None or entry is None or not (entry.opens or entry.public or _is_own(interaction)):
            # A custom_id can be forged, but private content must never appear in a message that others can see.
            raise stale_button_error()
        args = tuple(match["args"].split(":")) if match["args"] else ()
        values = tuple(data.get("values") or _form_values(data.get("components") or ()))
        await entry.handler(ComponentInteraction(interaction, args, values))
    except Exception as error:
        await errors.report(interaction, error)
    if _is_own(interaction) or interaction.guild_id is None:
        await menu_reset.rename_in_unedited_message(interaction)
