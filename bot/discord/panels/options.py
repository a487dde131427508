"""The private panel with a match's options: menus, long lists in pages, forms for numbers."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.support import controls, limits, match_options
from bot.discord.support.context import voice_for
from bot.discord.support.controls import Press, on
from bot.discord.support.locale import Voice, languages
from bot.discord.support.names import plain
from bot.matches import MatchInfo
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import N_, Say

#: Menus on one page of the panel; the last row turns the page.
MENUS = limits.ROWS - 1
#: The highest page number; a custom_id may be forged.
PAGES = 99
#: The name of the language menu among the options.
LANGUAGE = "language"
#: The value of the entry that opens a long list.
MORE = "more"


def button(say: Say, info: MatchInfo) -> ui.Button[Any]:
    """Return the lobby's button that opens the panel."""
    return controls.button(say.t("Options"), "options", info.id)


def option_page(game: AnyGame, info: MatchInfo, voice: Voice, page: int = 0) -> tuple[str, ui.View]:
    """Return one page of the panel: its text and its menus."""
    say, label = voice.text, voice.label
    every = match_options.options(game, label, info.options)
    last = (len(every)) // MENUS
    page = min(max(page, 0), last)
    # The language comes first, then the options, four menus a page.
    menus: list[ui.Item[Any]] = []
    if page == 0:
        menus.append(_language_menu(info, label.t("Language in the channel"), page))
    start = page * MENUS - 1
    shown = every[max(start, 0) : start + MENUS]
    menus += [_control(info, label, option, page) for option in shown]
    lines = [say.t("Options of this match; only the host can change them.")]
    lines += [f"**{option.title}**: {option.description}" for option in shown]
    nav: list[ui.Item[Any]] = []
    if last:
        nav = [
            controls.button(label.t("Previous"), "optpage", info.id, page - 1, disabled=page == 0),
            controls.button(label.t("Next"), "optpage", info.id, page + 1, disabled=page == last),
        ]
    return limits.clip_lines(lines, limits.CONTENT), controls.rows(*([menu] for menu in menus), nav)


def list_page(info: MatchInfo, voice: Voice, option: match_options.Option, page: int, part: int) -> tuple[str, ui.View]:
    """Return one part of a long list of values; `page` is the panel's page to go back to."""
    label = voice.label
    size = limits.SELECT_OPTIONS
    last = (len(option.values) - 1) // size
    part = min(max(part, 0), last)
    menu = _menu(info, option, option.title, page, range(part * size, min((part + 1) * size, len(option.values))))
    where = (info.id, option.field, page)
    nav = [
        controls.button(label.t("Back"), "optpage", info.id, page),
        controls.button(label.t("Previous"), "optlist", *where, part - 1, disabled=part == 0),
        controls.button(label.t("Next"), "optlist", *where, part + 1, disabled=part == last),
    ]
    title = label.t("{title}, page {page} of {pages}", title=option.title, page=part + 1, pages=last + 1)
    return f"### {plain(title)}", controls.rows([menu], nav)


def _language_menu(info: MatchInfo, title: str, page: int) -> ui.Select[Any]:
    shown = [controls.option(f"{title}: {name}", code, default=code == info.locale) for code, name in languages()]
    return controls.select(title, shown, "set", info.id, LANGUAGE, page)


def _control(info: MatchInfo, say: Say, option: match_options.Option, page: int) -> ui.Item[Any]:
    """Return the control of one option: a menu, or a button to a form for a number."""
    title = f"{option.title}: {option.current_text}"
    if option.typed is not None:
        return controls.button(title, "ask", info.id, option.field, page)
    count = len(option.values)
    if count <= limits.SELECT_OPTIONS:
        return _menu(info, option, title, page, range(count))
    shown = limits.SELECT_OPTIONS - 1
    menu = _menu(info, option, title, page, range(shown))
    menu.append_option(controls.option(say.t("{n} more…", n=count - shown), MORE))
    return menu


def _menu(info: MatchInfo, option: match_options.Option, title: str, page: int, places: range) -> ui.Select[Any]:
    """Return a menu of the values in these places."""
    shown = [
        controls.option(f"{option.title}: {text}", str(number), default=value == option.current)
        for number in places
        for value, text in [option.values[number]]
    ]
    return controls.select(title, shown, "set", info.id, option.field, page)


@on("options", opens=True)
async def show_options(press: Press) -> None:
    """Open the panel."""
    await _show(press, press.numbers(1)[0])


@on("optpage")
async def turn_options(press: Press) -> None:
    """Turn the panel's page."""
    await _show(press, *press.numbers(2))


@on("optlist")
async def turn_list(press: Press) -> None:
    """Turn the page of a long list of values."""
    info, voice, option, page = await _at(press)
    if len(press.args) < 4 or option is None:
        raise controls.stale()
    text, view = list_page(info, voice, option, page, _number(press.args[3]))
    await press.interaction.edit_original_response(content=text, view=view)


@on("set")
async def set_option(press: Press) -> None:
    """Change one option or the language, or open the list of all its values."""
    info, voice, option, page = await _at(press)
    value, user_id = press.value, press.interaction.user.id
    service = press.interaction.client.service
    if press.args[1] == LANGUAGE:
        await service.lobby.set_options(info.id, user_id, {}, value)
    elif option is None:
        raise controls.stale()
    elif value == MORE:
        text, view = list_page(info, voice, option, page, 0)
        await press.interaction.edit_original_response(content=text, view=view)
        return
    else:
        if not value.isdecimal() or int(value) >= len(option.values):
            raise controls.stale()
        await service.lobby.set_options(info.id, user_id, {option.field: option.values[int(value)][0]})
    await _show(press, info.id, page)


@on("ask", asks=True)
async def ask_number(press: Press) -> None:
    """Show the form for a number."""
    info, voice, option, page = await _at(press)
    if option is None or option.typed is None:
        raise controls.stale()
    say = voice.label
    question = option.typed.text(say) or say.t("A whole number")
    now = "" if option.current is None else str(option.current)
    await press.interaction.response.send_modal(
        controls.form(option.title, question, now, "number", info.id, option.field, page)
    )


@on("number")
async def set_number(press: Press) -> None:
    """Set an option to the number from the form."""
    info, voice, option, page = await _at(press)
    if option is None or option.typed is None:
        raise controls.stale()
    text = press.value.strip()
    if not text.removeprefix("-").isdecimal() or len(text) > limits.FORM_LINE:
        bounds = option.typed.text(voice.label)
        raise Refusal(N_("{name} must be a whole number: {bounds}."), name=option.title, bounds=bounds or "0, 1, 2 …")
    service = press.interaction.client.service
    await service.lobby.set_options(info.id, press.interaction.user.id, {option.field: int(text)})
    await _show(press, info.id, page)


async def _at(press: Press) -> tuple[MatchInfo, Voice, match_options.Option | None, int]:
    """Return the lobby of a press, the person's language, the option and its page."""
    if len(press.args) < 3:
        raise controls.stale()
    bot = press.interaction.client
    info = await bot.service.matches.get(press.numbers(1)[0])
    voice = await voice_for(press.interaction, info)
    every = match_options.options(bot.games[info.game], voice.label, info.options)
    return info, voice, next((one for one in every if one.field == press.args[1]), None), _number(press.args[2])


def _number(text: str) -> int:
    """Return a page number, limited so that it fits into a custom_id."""
    return min(int(text), PAGES) if text.isdecimal() else 0


async def _show(press: Press, match_id: int, page: int = 0) -> None:
    bot = press.interaction.client
    info = await bot.service.matches.get(match_id)
    if info.status != "lobby":
        raise Refusal(N_("The match has begun; its options are fixed."))
    text, view = option_page(bot.games[info.game], info, await voice_for(press.interaction, info), page)
    await press.interaction.edit_original_response(content=text, view=view)
