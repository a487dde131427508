"""The private panel with a match's options: menus, long lists in pages, forms for numbers and for lists."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.panels import picking
from bot.discord.support import controls, errors, limits, match_options, paging
from bot.discord.support.bot import Bot
from bot.discord.support.context import audience_for
from bot.discord.support.controls import Press, on
from bot.discord.support.locale import Audience, languages
from bot.discord.support.names import plain
from bot.matches import MatchInfo
from bot.matches.lobby import new_seed
from bot.matches.presets import PRESETS, Preset, made_of, preset
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import N_, Say

#: Menus on one page of the panel; the last row is for turning pages.
MENUS = limits.ROWS - 1
#: The highest page number; a custom_id may be forged.
PAGES = 99
#: The names of the language menu and of the ready-made options among the options.
LANGUAGE, PRESET = "language", "preset"
#: Option panels remembered, to close them when the match begins.
REMEMBERED = 512
#: The sentence of a panel whose match has begun.
FIXED = N_("The match has begun; its options are fixed.")


def button(say: Say, info: MatchInfo) -> ui.Button[Any]:
    """Return the lobby's button that opens the panel."""
    return controls.button(say.t("Options"), "options", info.id)


def option_page(game: AnyGame, info: MatchInfo, audience: Audience, page: int = 0) -> tuple[str, ui.View]:
    """Return one page of the host's panel: its text and its menus."""
    say, label = audience.text, audience.label
    first, rest = _split(game, match_options.options(game, label, info.options, len(info.seats)))
    menus: list[ui.Item[Any]] = [_language_menu(info, label.t("Language in the channel"), 0)]
    if game.first_match:
        menus.append(_preset_menu(game, info, label))
    ahead = MENUS - len(menus)
    parts = [first[:ahead]]
    parts += [part[start : start + MENUS] for part in (first[ahead:], rest) for start in range(0, len(part), MENUS)]
    last = len(parts) - 1
    page = min(max(page, 0), last)
    shown = parts[page]
    controlled = [_control(info, label, option, page) for option in shown]
    lines = [say.t("Options of this match; only the host can change them."), *_told(shown)]
    nav = _turn(label, info, page, last, more=bool(game.first_options))
    picked = [item for option in shown if option.picks is not None for item in picking.buttons(info, option, page)]
    rows = [*(menus if page == 0 else []), *controlled]
    return limits.clip_lines(lines, limits.CONTENT), controls.rows(*([menu] for menu in rows), [*nav, *picked])


def read_page(game: AnyGame, info: MatchInfo, audience: Audience) -> str:
    """Return the options in words, for those who may not change them."""
    say = audience.text
    every = match_options.options(game, audience.label, info.options, len(info.seats))
    lines = [say.t("Options of this match; only the host can change them.")]
    for option in every:
        lines += [f"**{option.title}:** {option.current_text}", *_small(option.note or option.description)]
    return limits.clip_lines(lines, limits.CONTENT)


def _split(
    game: AnyGame, every: list[match_options.Option]
) -> tuple[list[match_options.Option], list[match_options.Option]]:
    """Return the options that are seen at once, and those behind *More*."""
    if not game.first_options:
        return every, []
    first = [option for field in game.first_options for option in every if option.field == field]
    return first, [option for option in every if option not in first]


def _told(shown: list[match_options.Option]) -> list[str]:
    """Return what the options mean, and all there is to know of their present values."""
    return [line for option in shown for line in (f"**{option.title}**: {option.description}", *_small(option.note))]


def _small(text: str) -> list[str]:
    return [f"-# {line}" for line in text.splitlines()]


def _turn(say: Say, info: MatchInfo, page: int, last: int, *, more: bool) -> list[ui.Item[Any]]:
    """Return the buttons that turn the pages."""
    if more and page == 0 and last:
        return [controls.button(say.t("More"), "optpage", info.id, 1)]
    return paging.turning(say, page, last, "optpage", info.id)


def _preset_menu(game: AnyGame, info: MatchInfo, say: Say) -> ui.Select[Any]:
    """Return the menu of ready-made options."""
    now = preset(game, info.options)
    words = {
        "first": say.t("First match: the beginners' set-up"),
        "usual": say.t("The usual options"),
        "own": say.t("Options of your own"),
    }
    shown = [
        controls.option(words[name], name, default=name == now) for name in PRESETS if name in ("first", "usual", now)
    ]
    return controls.select(words[now], shown, "set", info.id, PRESET, 0)


def list_page(
    info: MatchInfo, audience: Audience, option: match_options.Option, page: int, part: int
) -> tuple[str, ui.View]:
    """Return one part of a long list of values; `page` is the panel's page to go back to."""
    label = audience.label
    places, part, last = paging.page_of(range(len(option.values)), part)
    menu = _menu(info, option, option.title, page, places)
    nav: list[ui.Item[Any]] = [controls.button(label.t("Back"), "optpage", info.id, page)]
    nav += paging.turning(label, part, last, "optlist", info.id, option.field, page)
    title = label.t("{title}, page {page} of {pages}", title=option.title, page=part + 1, pages=last + 1)
    return f"### {plain(title)}", controls.rows([menu], nav)


def _language_menu(info: MatchInfo, title: str, page: int) -> ui.Select[Any]:
    shown = [controls.option(f"{title}: {name}", code, default=code == info.locale) for code, name in languages()]
    return controls.select(title, shown, "set", info.id, LANGUAGE, page)


def _control(info: MatchInfo, say: Say, option: match_options.Option, page: int) -> ui.Item[Any]:
    """Return the control of one option: a menu, or a button that opens a form for a number."""
    title = f"{option.title}: {option.current_text}"
    if option.typed is not None:
        return controls.button(title, "ask", info.id, option.field, page)
    count = len(option.values)
    if count <= limits.SELECT_OPTIONS:
        return _menu(info, option, title, page, range(count))
    shown = limits.SELECT_OPTIONS - 1
    menu = _menu(info, option, title, page, range(shown))
    menu.append_option(controls.option(say.t("{n} more…", n=count - shown), paging.MORE))
    return menu


def _menu(
    info: MatchInfo, option: match_options.Option, title: str, page: int, places: Sequence[int]
) -> ui.Select[Any]:
    """Return a menu of these values, by their places."""
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
    info, audience, option, page = await _at(press)
    if len(press.args) < 4 or option is None:
        raise controls.stale()
    text, view = list_page(info, audience, option, page, _number(press.args[3]))
    await press.interaction.edit_original_response(content=text, view=view)


@on("set")
async def set_option(press: Press) -> None:
    """Change one option or the language, or open the list of all its values."""
    info, audience, option, page = await _at(press)
    value, user_id = press.value, press.interaction.user.id
    service = press.interaction.client.service
    if press.args[1] == LANGUAGE:
        await service.lobby.set_options(info.id, user_id, {}, value)
    elif press.args[1] == PRESET:
        named: list[Preset] = [name for name in PRESETS if name == value]
        wanted: Preset = named[0] if named else "own"
        if wanted != "own":
            made = made_of(press.interaction.client.games[info.game], wanted, info.options)
            await service.lobby.set_options(info.id, user_id, made)
    elif option is None:
        raise controls.stale()
    elif value == paging.MORE:
        text, view = list_page(info, audience, option, page, 0)
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
    info, audience, option, page = await _at(press)
    if option is None or option.typed is None:
        raise controls.stale()
    say = audience.label
    question = option.typed.text(say) or say.t("A whole number")
    now = "" if option.current is None else str(option.current)
    await press.interaction.response.send_modal(
        controls.form(option.title, question, now, "number", info.id, option.field, page)
    )


@on("number")
async def set_number(press: Press) -> None:
    """Set an option to the number from the form."""
    info, audience, option, page = await _at(press)
    if option is None or option.typed is None:
        raise controls.stale()
    text = press.value.strip()
    if not text.removeprefix("-").isdecimal() or len(text) > limits.FORM_LINE:
        bounds = option.typed.text(audience.label)
        raise Refusal(N_("{name} must be a whole number: {bounds}."), name=option.title, bounds=bounds or "0, 1, 2 …")
    service = press.interaction.client.service
    await service.lobby.set_options(info.id, press.interaction.user.id, {option.field: int(text)})
    await _show(press, info.id, page)


async def _at(press: Press) -> tuple[MatchInfo, Audience, match_options.Option | None, int]:
    """Return the lobby of a press, its reader, the option and its page."""
    if len(press.args) < 3:
        raise controls.stale()
    bot = press.interaction.client
    info = await bot.service.matches.get(press.numbers(1)[0])
    audience = await audience_for(press.interaction, info)
    if info.status != "lobby":
        raise Refusal(FIXED)
    every = match_options.options(bot.games[info.game], audience.label, info.options, len(info.seats))
    return info, audience, next((one for one in every if one.field == press.args[1]), None), _number(press.args[2])


def _number(text: str) -> int:
    """Return a page number, limited so that it fits in a custom_id."""
    return min(int(text), PAGES) if text.isdecimal() else 0


@on("picklist")
async def show_list(press: Press) -> None:
    """Show what can be picked for a list."""
    info, audience, option, page = await _at(press)
    if option is None or option.picks is None:
        raise controls.stale()
    text, view = picking.page_of(audience.label, info, option, option.picks, page)
    await press.interaction.edit_original_response(content=text, view=view)


@on("pickform", asks=True)
async def ask_list(press: Press) -> None:
    """Show the form for a list."""
    info, audience, option, page = await _at(press)
    if option is None or option.picks is None:
        raise controls.stale()
    await press.interaction.response.send_modal(picking.form(audience.label, info, option, option.picks, page))


@on("pickset")
async def set_list(press: Press) -> None:
    """Set an option to the list from the form."""
    info, _, option, page = await _at(press)
    if option is None or option.picks is None:
        raise controls.stale()
    bot = press.interaction.client
    ids = picking.read(bot.games[info.game], info, option.field, option.picks, press.value)
    made = {option.field: option.picks.value(ids)}
    await bot.service.lobby.set_options(info.id, press.interaction.user.id, made)
    await _show(press, info.id, page)


@on("pickdraw")
async def draw_list(press: Press) -> None:
    """Set an option to a list that is drawn now, so that all see it before the match begins."""
    info, _, option, page = await _at(press)
    if option is None or option.picks is None:
        raise controls.stale()
    made = {option.field: option.picks.value(option.picks.drawn(new_seed()))}
    await press.interaction.client.service.lobby.set_options(info.id, press.interaction.user.id, made)
    await _show(press, info.id, page)


async def _show(press: Press, match_id: int, page: int = 0) -> None:
    """Show a page to the host, and to others the options in words; a panel of a match that has begun is closed."""
    interaction = press.interaction
    bot = interaction.client
    info = await bot.service.matches.get(match_id)
    audience = await audience_for(interaction, info)
    game, view = bot.games[info.game], controls.rows()
    if info.status != "lobby":
        text = audience.text.t(FIXED)
    elif interaction.user.id != info.host_id:
        text = read_page(game, info, audience)
    else:
        text, view = option_page(game, info, audience, page)
        bot.option_panels[info.id] = interaction
        while len(bot.option_panels) > REMEMBERED:
            bot.option_panels.pop(next(iter(bot.option_panels)))
    await interaction.edit_original_response(content=text, view=view)


async def close(bot: Bot, match_id: int) -> None:
    """Close the host's open panel of a match that has begun, as long as Discord lets us reach it (15 minutes)."""
    interaction = bot.option_panels.pop(match_id, None)
    if interaction is None:
        return
    say = (await audience_for(interaction)).text
    # One that is out of reach says so when it is pressed.
    with contextlib.suppress(discord.HTTPException, *errors.BROKEN):
        await interaction.edit_original_response(content=say.t(FIXED), view=controls.rows())
