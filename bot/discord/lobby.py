"""The lobby: one message with who sits down, buttons to join, leave and start, and menus for the options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.discord import choices, controls, limits
from bot.discord.controls import Press, Style, on
from bot.discord.desk import seat_names, voice_for
from bot.discord.errors import Sorry
from bot.discord.locale import LANGUAGE_NAMES, Voice, languages
from bot.discord.permissions import may_post
from bot.matches import MatchInfo
from rules.kernel.game import Game
from rules.kernel.text import N_

if TYPE_CHECKING:
    from bot.discord.client import TenebraeBot

    Interaction = discord.Interaction[TenebraeBot]

#: Menus on one page of the option panel; the last row turns the page.
MENUS = limits.ROWS - 1
#: The menu of languages stands among the options under this name.
LANGUAGE = "language"


def content(game: Game[Any], info: MatchInfo) -> str:
    """Return the lobby's text in the match's language."""
    voice = Voice(info.locale, seat_names(info))
    say = voice.text
    least, most = game.seats.start, game.seats.stop - 1
    lines = [f"## {game.title(say)}", game.blurb(say), ""]
    count = len(info.seats)
    lines.append(say.t("**Players** ({n} of {most}):", n=count, most=most))
    lines += [f"{number + 1}. {say.seat(number)}" for number in range(count)]
    if not count:
        lines.append(say.t("Nobody yet."))
    # A game's first option is what most of all tells its matches apart; of the others only the unusual is said.
    told = [o for number, o in enumerate(choices.options(game, say, info.options)) if not number or o.changed]
    if told:
        lines += ["", *(f"**{option.title}:** {option.current_text}" for option in told)]
    lines.append("")
    if info.status != "lobby":
        lines.append(say.t("The match has begun.") if info.started_at else say.t("This lobby is closed."))
    elif count < least:
        lines.append(say.t("Press Join to sit down; the match needs at least {n} players.", n=least))
    else:
        lines.append(say.t("Ready when you are: press Start. Seats are drawn by lot."))
    lines.append(f"-# {say.t('Language in this channel: {name}', name=LANGUAGE_NAMES[say.locale])}")
    return limits.clip_lines(lines, limits.CONTENT)


def buttons(game: Game[Any], info: MatchInfo) -> ui.View:
    """Return the lobby's buttons; none once the match has begun."""
    if info.status != "lobby":
        return controls.rows()
    say = Voice(info.locale).label
    count, least, most = len(info.seats), game.seats.start, game.seats.stop - 1
    return controls.rows(
        [
            controls.button(say.t("Join"), "join", info.id, style=Style.success, disabled=count >= most),
            controls.button(say.t("Leave"), "leave", info.id, disabled=not count),
            controls.button(say.t("Start"), "start", info.id, style=Style.primary, disabled=count < least),
            controls.button(say.t("Options"), "options", info.id),
        ]
    )


def option_page(game: Game[Any], info: MatchInfo, voice: Voice, page: int = 0) -> tuple[str, ui.View]:
    """Return one page of the private option panel: its text and its menus."""
    say, label = voice.text, voice.label
    every = choices.options(game, label, info.options)
    last = (len(every)) // MENUS
    page = min(max(page, 0), last)
    # The language comes first, then the options, four menus a page.
    menus = [_language_menu(info, label.t("Language in the channel"), page)] if page == 0 else []
    start = page * MENUS - 1
    shown = every[max(start, 0) : start + MENUS]
    menus += [_menu(info, option, page) for option in shown]
    lines = [say.t("Options of this match; only the host can change them.")]
    lines += [f"**{option.title}**: {option.description}" for option in shown]
    nav: list[ui.Item[Any]] = []
    if last:
        nav = [
            controls.button(label.t("Previous"), "optpage", info.id, page - 1, disabled=page == 0),
            controls.button(label.t("Next"), "optpage", info.id, page + 1, disabled=page == last),
        ]
    return limits.clip_lines(lines, limits.CONTENT), controls.rows(*([menu] for menu in menus), nav)


def _language_menu(info: MatchInfo, title: str, page: int) -> ui.Select[Any]:
    shown = [controls.option(f"{title}: {name}", code, default=code == info.locale) for code, name in languages()]
    return controls.select(title, shown, "set", info.id, LANGUAGE, page)


def _menu(info: MatchInfo, option: choices.Option, page: int) -> ui.Select[Any]:
    shown = [
        controls.option(f"{option.title}: {text}", str(number), default=value == option.current)
        for number, (value, text) in enumerate(option.values)
    ]
    return controls.select(option.title, shown, "set", info.id, option.field, page)


@on("join", public=True)
async def join(press: Press) -> None:
    """Sit down."""
    user = press.interaction.user
    await press.interaction.client.service.join(press.numbers(1)[0], user.id, user.display_name)


@on("leave", public=True)
async def leave(press: Press) -> None:
    """Stand up."""
    await press.interaction.client.service.leave(press.numbers(1)[0], press.interaction.user.id)


@on("start", public=True)
async def start(press: Press) -> None:
    """Begin the match."""
    may_post(press.interaction)
    await press.interaction.client.service.start(press.numbers(1)[0], press.interaction.user.id)


@on("options", opens=True)
async def show_options(press: Press) -> None:
    """Open the option panel."""
    await _show_options(press, press.numbers(1)[0])


@on("optpage")
async def turn_options(press: Press) -> None:
    """Turn the option panel's page."""
    await _show_options(press, *press.numbers(2))


@on("set")
async def set_option(press: Press) -> None:
    """Change one option or the language."""
    service = press.interaction.client.service
    match_id = press.numbers(1)[0]
    info = await service.get(match_id)
    game = press.interaction.client.games[info.game]
    if len(press.args) < 2:
        raise controls.stale()
    field, value = press.args[1], press.value
    user_id = press.interaction.user.id
    if field == LANGUAGE:
        await service.set_options(info.id, user_id, {}, value)
    else:
        say = (await voice_for(press.interaction)).label
        option = next((o for o in choices.options(game, say, info.options) if o.field == field), None)
        if option is None or not value.isdecimal() or int(value) >= len(option.values):
            raise controls.stale()
        await service.set_options(info.id, user_id, {field: option.values[int(value)][0]})
    await _show_options(press, info.id, int(press.last) if press.last.isdecimal() else 0)


async def _show_options(press: Press, match_id: int, page: int = 0) -> None:
    bot = press.interaction.client
    info = await bot.service.get(match_id)
    if info.status != "lobby":
        raise Sorry(N_("The match has begun; its options are fixed."))
    text, view = option_page(bot.games[info.game], info, await voice_for(press.interaction, info), page)
    await press.interaction.edit_original_response(content=text, view=view)
