"""The private panel with a match's options, which has menus, pages for long lists, and forms for numbers and lists."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot
from bot.discord.match_context import reader_for
from bot.discord.ui import controls, errors, limits, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext, languages
from bot.discord.ui.safe_names import escape
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS, OnTimeout, TimeControl
from bot.matches.lobby.presets import PRESETS, Preset, preset_of, preset_options
from bot.matches.lobby.rated import is_rated
from bot.matches.lobby.settings_checks import possible_timeouts
from bot.matches.packs.server_packs import PackChoice
from bot.matches.service_options import new_seed
from bot.matches.service_results import MatchInfo
from bot.table.clocks import words as clock_words
from bot.table.lobby import list_option_forms, option_values, own_points_option
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator, capital

#: Number of options on a page of the panel. The menus for the preset and the language count as options.
MENUS_PER_PAGE = 4
#: Maximum number of characters in the text about one option.
MAX_OPTION_LENGTH = 900
#: The highest accepted page number. There must be a limit because the number in a custom_id may be forged.
MAX_PAGE = 99
#: The names used in custom_ids for settings that aren't options of the game: the language, the preset, the clock, and
#: what happens when a player's time runs out.
LANGUAGE_FIELD, PRESET_FIELD, CLOCK_FIELD, TIMEOUT_FIELD = "language", "preset", "clock", "end"
#: The name used in custom_ids for the setting of hints, and the text for each of its values. `HINT_VALUES` contains the
#: saved values.
HINT_FIELD = "hint"
HINT_WORDS = {
    "usual": N_("in a first match, and if you play alone or with computers"),
    "on": N_("for everyone"),
    "off": N_("for no one"),
}
#: The name used in custom_ids for the setting of rated matches, and the text for each of its values.
RATED_FIELD = "rated"
RATED_WORDS = {"no": N_("It doesn't count"), "yes": N_("It counts for ratings")}
#: Short versions of texts in `HINT_WORDS` that are too long for a menu on a phone.
SHORT_HINT_WORDS = {"usual": N_("in a first match and alone")}
HINT_VALUES: dict[str, bool | None] = {"usual": None, "on": True, "off": False}
#: Short texts for the consequences of running out of time, which fit in a menu on a phone.
TIMEOUT_WORDS = {
    OnTimeout.LATE: N_("The others choose"),
    OnTimeout.ANSWER: N_("Simplest answer"),
    OnTimeout.TURN: N_("A computer plays the turn"),
    OnTimeout.HOLD: N_("A computer until they return"),
    OnTimeout.CONCEDE: N_("They concede"),
}
#: The value that stands for a custom time control in the menu of clocks.
CUSTOM_CLOCK = "own"
#: The text that replaces the panel after the match has started.
OPTIONS_FIXED = N_("The match has begun, so its options can't change.")


def button(say: Translator, info: MatchInfo) -> ui.Button[Any]:
    """Return the button in the lobby that opens the panel of options."""
    return controls.button(say.t("Options"), "options", info.id)


def option_page(
    game: AnyGame,
    info: MatchInfo,
    reader: ReaderContext,
    page: int = 0,
    *,
    ladder: bool = False,
    packs: Sequence[PackChoice] = (),
) -> ui.LayoutView:
    """Return a page of the panel for the host, with a text and a menu for each option.

    Set `ladder` if the server has ladders, so the match can be rated. `packs` lists the server's content packs.
    """
    say, label = reader.text, reader.label
    first, remaining_options = _split(game, option_values.options(game, label, info.options, len(info.seats), packs))
    menus = [_language_menu(info, label)]
    if game.first_match:
        menus.append(_preset_menu(game, info, label))
    first_page_count = MENUS_PER_PAGE - len(menus) + (option_values.PACK_OPTION in [option.field for option in first])
    parts = [first[:first_page_count]]
    parts += [
        part[start : start + MENUS_PER_PAGE]
        for part in (first[first_page_count:], remaining_options)
        for start in range(0, len(part), MENUS_PER_PAGE)
    ]
    last = len(parts) - 1
    page = min(max(page, 0), last)
    title = say.t("Options")
    if page:
        title = say.t("{title}, page {page} of {pages}", title=title, page=page + 1, pages=last + 1)
    items: list[ui.Item[Any]] = [controls.text(f"### {title}"), ui.Separator()]
    items += map(controls.row, menus if page == 0 else [])
    for option in parts[page]:
        items += _items(info, label, option, page)
    items += _settings(game, info, reader, ladder=ladder) if page == 0 else []
    nav = _turn(label, info, page, last, more=bool(game.first_options))
    return controls.layout(ui.Container(*items, *([controls.row(*nav)] if nav else [])))


def _settings(game: AnyGame, info: MatchInfo, reader: ReaderContext, *, ladder: bool) -> list[ui.Item[Any]]:
    """Return the components for the settings that aren't options of the game: clock, hints, points and ratings."""
    has_others = game.seats[-1] > 1
    return [
        *(_clock(game, info, reader) if has_others else []),
        *_hints(info, reader),
        *(own_points_option.components(info, reader) if game.own_points is not None else []),
        *(_rated(info, reader) if ladder and has_others else []),
    ]


def _items(info: MatchInfo, say: Translator, option: option_values.Option, page: int) -> list[ui.Item[Any]]:
    """Return the panel's components for an option: its description, its menu or button, and any further buttons."""
    lines = [f"**{option.title}**: {option.description}", *_small(option.note)]
    items: list[ui.Item[Any]] = [controls.text(limits.truncate_lines(lines, MAX_OPTION_LENGTH))]
    items.append(controls.row(_control(info, say, option, page)))
    if option.picks is not None:
        items.append(controls.row(*list_option_forms.buttons(info, option, page)))
    return items


def _clock(game: AnyGame, info: MatchInfo, reader: ReaderContext) -> list[ui.Item[Any]]:
    """Return the panel's components for the clock: a text, a menu of clocks, and a menu for when time runs out."""
    say, pace = reader.label, TimeControl.from_json(info.pace)
    control_by_name = {
        name: replace(control, end=pace.end) if control.has_clock else control
        for name, control in PRESET_TIME_CONTROLS.items()
    }
    if pace not in control_by_name.values():
        control_by_name[CUSTOM_CLOCK] = pace
    title = say.t("Pace")
    menu_options = [
        controls.option(
            clock_words.short_pace(say, control),
            name,
            capital(clock_words.pace_words(say, control)),
            default=control == pace,
        )
        for name, control in control_by_name.items()
    ]
    explanation = say.t(
        "how long a player may take. Without a clock I only send reminders, and after 3 days ask the others."
    )
    items: list[ui.Item[Any]] = [
        controls.text(f"**{title}**: {explanation}"),
        controls.row(controls.select(title, menu_options, "set", info.id, CLOCK_FIELD, 0)),
    ]
    if pace.has_clock:
        title = say.t("When time runs out")
        ends = [
            controls.option(
                say.t(TIMEOUT_WORDS[end]), end.value, say.t(clock_words.TIMEOUT_WORDS[end]), default=end is pace.end
            )
            for end in possible_timeouts(game)
        ]
        items.append(controls.text(f"**{title}**"))
        items.append(controls.row(controls.select(title, ends, "set", info.id, TIMEOUT_FIELD, 0)))
    return items


def _hints(info: MatchInfo, reader: ReaderContext) -> list[ui.Item[Any]]:
    """Return the panel's components for hints: a text, and a menu that determines who may request hints."""
    say, title = reader.label, reader.label.t("Hints")
    menu_options = [
        controls.option(
            capital(say.t(SHORT_HINT_WORDS.get(value, words))),
            value,
            capital(say.t(words)) if value in SHORT_HINT_WORDS else "",
            default=HINT_VALUES[value] == info.hints,
        )
        for value, words in HINT_WORDS.items()
    ]
    explanation = say.t(
        "the panel shows what a computer would do, and why. Everyone sees how many hints each player uses."
    )
    return [
        controls.text(f"**{title}**: {explanation}"),
        controls.row(controls.select(title, menu_options, "set", info.id, HINT_FIELD, 0)),
    ]


def _rated(info: MatchInfo, reader: ReaderContext) -> list[ui.Item[Any]]:
    """Return the panel's components for the setting of rated matches: a text and a menu."""
    say, title = reader.label, reader.label.t("Ratings")
    now = "yes" if info.rated else "no"
    menu_options = [controls.option(say.t(words), value, default=value == now) for value, words in RATED_WORDS.items()]
    explanation = say.t(
        "the result counts for this server's ladder (`/ladder`). You can't change this once the match has begun."
    )
    return [
        controls.text(f"**{title}**: {explanation}"),
        controls.row(controls.select(title, menu_options, "set", info.id, RATED_FIELD, 0)),
    ]


def rated_lines(say: Translator, info: MatchInfo) -> list[str]:
    """Return a line about the match being rated; empty if the match is not rated."""
    return [f"**{say.t('Ratings')}:** {say.t('this match counts')}."] if is_rated(info) else []


def hint_lines(say: Translator, info: MatchInfo) -> list[str]:
    """Return a line about who may request hints; empty if the match has the default setting."""
    if info.hints is None:
        return []
    value = next(name for name, saved_value in HINT_VALUES.items() if saved_value == info.hints)
    return [f"**{say.t('Hints')}:** {say.t(HINT_WORDS[value])}."]


def read_page(game: AnyGame, info: MatchInfo, reader: ReaderContext) -> str:
    """Return a text that lists all options, for people other than the host, who can't change them."""
    say = reader.text
    all_options = option_values.options(game, reader.label, info.options, len(info.seats))
    lines = [say.t("Match options. Only the host can change them.")]
    lines += clock_words.pace_lines(say, info) if game.seats[-1] > 1 else []
    lines += hint_lines(say, info) + own_points_option.lines(say, info) + rated_lines(say, info)
    for option in all_options:
        lines += [f"**{option.title}:** {option.current_text}", *_small(option.note or option.description)]
    return limits.truncate_lines(lines, limits.CONTENT)


def _split(
    game: AnyGame, all_options: list[option_values.Option]
) -> tuple[list[option_values.Option], list[option_values.Option]]:
    """Divide the options into those on the first page and those that the button *More* shows."""
    if not game.first_options:
        return all_options, []
    # Put the content pack first, because the other options depend on it.
    fields = (option_values.PACK_OPTION, *game.first_options)
    first = [option for field in fields for option in all_options if option.field == field]
    return first, [option for option in all_options if option not in first]


def _small(text: str) -> list[str]:
    return [f"-# {line}" for line in text.splitlines()]


def _turn(say: Translator, info: MatchInfo, page: int, last: int, *, more: bool) -> list[ui.Item[Any]]:
    """Return the buttons for turning the panel's pages."""
    if more and page == 0 and last:
        return [controls.button(say.t("More"), "optpage", info.id, 1)]
    return paging.page_buttons(say, page, last, "optpage", info.id)


def _preset_menu(game: AnyGame, info: MatchInfo, say: Translator) -> ui.Select[Any]:
    """Return the menu of option presets."""
    now = preset_of(game, info.options)
    words = {
        "first": (say.t("First match"), say.t("Beginners' set-up")),
        "usual": (say.t("Usual options"), ""),
        "own": (say.t("Your own options"), ""),
    }
    menu_options = [
        controls.option(words[name][0], name, words[name][1], default=name == now)
        for name in PRESETS
        if name in ("first", "usual", now)
    ]
    return controls.select(words[now][0], menu_options, "set", info.id, PRESET_FIELD, 0)


def list_page(
    info: MatchInfo, reader: ReaderContext, option: option_values.Option, page: int, part: int
) -> ui.LayoutView:
    """Return a page with one part of a long list of values.

    `part` is the number of that part, and `page` is the panel's page to return to.
    """
    label = reader.label
    places, part, last = paging.page_of(range(len(option.values)), part)
    menu = _menu(info, option, page, places)
    nav: list[ui.Item[Any]] = [controls.button(label.t("Back"), "optpage", info.id, page)]
    nav += paging.page_buttons(label, part, last, "optlist", info.id, option.field, page)
    title = label.t("{title}, page {page} of {pages}", title=option.title, page=part + 1, pages=last + 1)
    return controls.layout(ui.Container(controls.text(f"### {escape(title)}"), controls.row(menu), controls.row(*nav)))


def _language_menu(info: MatchInfo, say: Translator) -> ui.Select[Any]:
    menu_options = [
        controls.option(say.t("Language: {name}", name=name), code, default=code == info.locale)
        for code, name in languages()
    ]
    return controls.select(say.t("Channel language"), menu_options, "set", info.id, LANGUAGE_FIELD, 0)


def _control(info: MatchInfo, say: Translator, option: option_values.Option, page: int) -> ui.Item[Any]:
    """Return the component for changing an option: a menu, or a button that opens a form for typing a number."""
    if option.typed is not None:
        return controls.button(f"{option.title}: {option.current_text}", "ask", info.id, option.field, page)
    count = len(option.values)
    if count <= limits.SELECT_OPTIONS:
        return _menu(info, option, page, range(count))
    visible_count = limits.SELECT_OPTIONS - 1
    menu = _menu(info, option, page, range(visible_count))
    menu.append_option(controls.option(say.t("{n} more…", n=count - visible_count), paging.MORE))
    return menu


def _menu(info: MatchInfo, option: option_values.Option, page: int, places: Sequence[int]) -> ui.Select[Any]:
    """Return a menu with the option's values at these indexes. It has no title, because a text above shows the name."""
    menu_options = [
        controls.option(text, str(number), default=value == option.current)
        for number in places
        for value, text in [option.values[number]]
    ]
    return controls.select(option.current_text, menu_options, "set", info.id, option.field, page)


@on("options", opens=True)
async def show_options(press: ComponentInteraction) -> None:
    """Open the panel of options."""
    await _show(press, press.numbers(1)[0])


@on("optpage")
async def turn_options(press: ComponentInteraction) -> None:
    """Show another page of the panel."""
    await _show(press, *press.numbers(2))


@on("optlist")
async def turn_list(press: ComponentInteraction) -> None:
    """Show another part of a long list of values."""
    info, reader, option, page = await _option_of_press(press)
    if len(press.args) < 4 or option is None:
        raise controls.stale_button_error()
    await respond_with_layout(press.interaction, list_page(info, reader, option, page, _number(press.args[3])))


@on("set")
async def set_option(press: ComponentInteraction) -> None:
    """Change an option, the language or another setting; for the menu option *More*, show the list of all values."""
    info, reader, option, page = await _option_of_press(press)
    value, user_id = press.value, press.interaction.user.id
    service = press.interaction.client.service
    if press.args[1] == LANGUAGE_FIELD:
        await service.lobby.set_options(info.id, user_id, {}, value)
    elif press.args[1] == PRESET_FIELD:
        matching_presets: list[Preset] = [name for name in PRESETS if name == value]
        preset: Preset = matching_presets[0] if matching_presets else "own"
        if preset != "own":
            new_options = preset_options(press.interaction.client.games[info.game], preset, info.options)
            await service.lobby.set_options(info.id, user_id, new_options)
    elif press.args[1] in (CLOCK_FIELD, TIMEOUT_FIELD):
        await service.lobby.set_pace(
            info.id, user_id, _changed_time_control(TimeControl.from_json(info.pace), press.args[1], value)
        )
    elif press.args[1] == HINT_FIELD:
        await service.lobby.set_hints(info.id, user_id, _chosen(value))
    elif press.args[1] in _SETTERS:
        await _SETTERS[press.args[1]](press, info, value)
    elif option is None:
        raise controls.stale_button_error()
    elif value == paging.MORE:
        await respond_with_layout(press.interaction, list_page(info, reader, option, page, 0))
        return
    else:
        if not value.isdecimal() or int(value) >= len(option.values):
            raise controls.stale_button_error()
        await service.lobby.set_options(info.id, user_id, {option.field: option.values[int(value)][0]})
    await _show(press, info.id, page)


def _chosen(value: str) -> bool | None:
    """Return the hint setting that a menu value stands for; raises Refusal for an unknown value."""
    if value not in HINT_VALUES:
        raise controls.stale_button_error()
    return HINT_VALUES[value]


async def _set_rated(press: ComponentInteraction, info: MatchInfo, value: str) -> None:
    """Set whether the match is rated, given the value of a menu option."""
    if value not in RATED_WORDS:
        raise controls.stale_button_error()
    lobby = press.interaction.client.service.lobby
    await lobby.set_rated(info.id, press.interaction.user.id, rated=value == "yes")


#: The functions that change settings with only two values, by the name of the setting in custom_ids.
_SETTERS = {RATED_FIELD: _set_rated, own_points_option.FIELD: own_points_option.change}


def _changed_time_control(time_control: TimeControl, what: str, value: str) -> TimeControl:
    """Return the time control with one setting changed: the clock, or what happens when time runs out."""
    if what == TIMEOUT_FIELD and value in set(OnTimeout):
        return replace(time_control, end=OnTimeout(value))
    if what == CLOCK_FIELD and value in PRESET_TIME_CONTROLS:
        return replace(PRESET_TIME_CONTROLS[value], end=time_control.end)
    if what == CLOCK_FIELD and value == CUSTOM_CLOCK:
        return time_control
    raise controls.stale_button_error()


@on("ask", asks=True)
async def ask_number(press: ComponentInteraction) -> None:
    """Open the form for typing a numeric option."""
    info, reader, option, page = await _option_of_press(press)
    if option is None or option.typed is None:
        raise controls.stale_button_error()
    say = reader.label
    question = option.typed.text(say) or say.t("A whole number")
    now = "" if option.current is None else str(option.current)
    await press.interaction.response.send_modal(
        controls.form(option.title, question, now, "number", info.id, option.field, page)
    )


@on("number")
async def set_number(press: ComponentInteraction) -> None:
    """Set a numeric option to the number typed in the form."""
    info, reader, option, page = await _option_of_press(press)
    if option is None or option.typed is None:
        raise controls.stale_button_error()
    text = press.value.strip()
    if not text.removeprefix("-").isdecimal() or len(text) > limits.FORM_LINE:
        bounds = option.typed.text(reader.label)
        raise Refusal(N_("{name} must be a whole number ({bounds})."), name=option.title, bounds=bounds or "0, 1, 2 …")
    service = press.interaction.client.service
    await service.lobby.set_options(info.id, press.interaction.user.id, {option.field: int(text)})
    await _show(press, info.id, page)


async def _option_of_press(
    press: ComponentInteraction,
) -> tuple[MatchInfo, ReaderContext, option_values.Option | None, int]:
    """Return the match, the reader, the option and the panel's page that a button or menu belongs to."""
    if len(press.args) < 3:
        raise controls.stale_button_error()
    bot = press.interaction.client
    info = await bot.service.matches.get(press.numbers(1)[0])
    reader = await reader_for(press.interaction, info)
    if info.status != "lobby":
        raise Refusal(OPTIONS_FIXED)
    packs = await bot.service.packs.available(info.guild_id, info.game)
    all_options = option_values.options(bot.games[info.game], reader.label, info.options, len(info.seats), packs)
    return (
        info,
        reader,
        next((candidate for candidate in all_options if candidate.field == press.args[1]), None),
        _number(press.args[2]),
    )


def _number(text: str) -> int:
    """Return the page number in a custom_id, limited to the accepted range."""
    return min(int(text), MAX_PAGE) if text.isdecimal() else 0


@on("picklist", asks=True)
@on("pickform", asks=True)
async def ask_list(press: ComponentInteraction) -> None:
    """Open the form for an option that is a list.

    Messages from the previous release have buttons with the verb `picklist`.
    """
    info, reader, option, page = await _option_of_press(press)
    if option is None or option.picks is None:
        raise controls.stale_button_error()
    mask = press.args[3] if len(press.args) > 3 else ""
    await press.interaction.response.send_modal(
        list_option_forms.form(reader.label, info, option, option.picks, page, mask)
    )


@on("pickticked")
async def set_ticked(press: ComponentInteraction) -> None:
    """Set an option to the list of ticked items if their number is right; otherwise, ask again."""
    info, reader, option, page = await _option_of_press(press)
    if option is None or option.picks is None:
        raise controls.stale_button_error()
    ids = list_option_forms.ticked_ids(option.picks, press.values)
    if len(ids) != option.picks.count:
        await respond_with_layout(
            press.interaction, list_option_forms.retry_page(reader.label, info, option, option.picks, page, ids)
        )
        return
    await _set_list(press, info, option, option.picks.value(ids), page)


@on("pickset")
async def set_list(press: ComponentInteraction) -> None:
    """Set an option to the list of items typed in the form."""
    info, _, option, page = await _option_of_press(press)
    if option is None or option.picks is None:
        raise controls.stale_button_error()
    bot = press.interaction.client
    ids = list_option_forms.parse_list(bot.games[info.game], info, option.field, option.picks, press.value)
    await _set_list(press, info, option, option.picks.value(ids), page)


@on("pickdraw")
async def draw_list(press: ComponentInteraction) -> None:
    """Set an option to a random list. It is drawn before the match starts so that everyone can see it."""
    info, _, option, page = await _option_of_press(press)
    if option is None or option.picks is None:
        raise controls.stale_button_error()
    await _set_list(press, info, option, option.picks.value(option.picks.drawn(new_seed())), page)


async def _set_list(
    press: ComponentInteraction, info: MatchInfo, option: option_values.Option, value: str, page: int
) -> None:
    await press.interaction.client.service.lobby.set_options(info.id, press.interaction.user.id, {option.field: value})
    await _show(press, info.id, page)


async def _show(press: ComponentInteraction, match_id: int, page: int = 0) -> None:
    """Show the host a page of the panel, or show other people the list of options.

    Once the match has started, close the panel instead.
    """
    interaction = press.interaction
    bot = interaction.client
    info = await bot.service.matches.get(match_id)
    reader = await reader_for(interaction, info)
    game = bot.games[info.game]
    if info.status != "lobby":
        view = controls.layout(controls.text(reader.text.t(OPTIONS_FIXED)))
    elif interaction.user.id != info.host_id:
        view = controls.layout(ui.Container(controls.text(read_page(game, info, reader))))
    else:
        ladder = (await bot.service.servers.settings(info.guild_id)).ladder
        packs = await bot.service.packs.available(info.guild_id, info.game)
        view = option_page(game, info, reader, page, ladder=ladder, packs=packs)
        bot.option_panels[info.id] = interaction
    await respond_with_layout(interaction, view)


async def close(bot: Bot, match_id: int) -> None:
    """Close the host's panel of options after the match has started.

    This fails silently if the panel was last used more than 15 minutes ago, because the interaction's token has expired
    by then.
    """
    interaction = bot.option_panels.pop(match_id, None)
    if interaction is None:
        return
    say = (await reader_for(interaction)).text
    # If this edit fails, the panel's buttons will still report that the options are fixed.
    with contextlib.suppress(discord.HTTPException, *errors.CONNECTION_ERRORS):
        await respond_with_layout(interaction, controls.layout(controls.text(say.t(OPTIONS_FIXED))))
