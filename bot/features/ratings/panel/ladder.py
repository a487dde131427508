"""A ladder as a message: a page as a picture or as text, with buttons for the other pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.app.clock import DAY
from bot.app.image_cache import game_colour
from bot.discord.bot import Bot, Interaction
from bot.discord.context import accent_colour, picture, reader_for
from bot.discord.ui import answers, controls, limits, names, paging
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.features.ratings.service.ladders import TREND_PERIOD, LadderPage, LadderPlace, Ratings
from bot.store.statements.rows import EVERYWHERE
from render.sheets.ladder_sheet import LadderSheet, Rung
from render.text.drawable_characters import drawable
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator

#: File name of the picture, and number of rows on a page. A phone shows that many without much scrolling.
PICTURE_FILE, PAGE_SIZE = "ladder.png", 8
#: Values in buttons that select the ladder (of this server or global) and the format (picture or text).
SERVER_LADDER, GLOBAL_LADDER = "here", "all"
AS_PICTURE, AS_TEXT = "p", "w"


@dataclass(frozen=True, slots=True)
class _Shown:
    """A page of a ladder as shown to one reader; `hidden` are the players who hide their profiles."""

    game: AnyGame
    guild_id: int
    page: LadderPage
    hidden: frozenset[int]

    @property
    def apart(self) -> LadderPlace | None:
        """The reader's own place, if it is not on the page; otherwise None."""
        own = self.page.own
        return None if own is None or own in self.page.rows else own

    def hides(self, one: LadderPlace) -> bool:
        """Return whether the player at this place hides their profile from the reader."""
        own = self.page.own is not None and one.user_id == self.page.own.user_id
        return one.user_id in self.hidden and not own


async def show(
    interaction: Interaction, game: AnyGame, page: int = 0, *, everywhere: bool, in_words: bool | None = None
) -> None:
    """Show a page of a ladder, as a picture or as text.

    If `in_words` is None, the person's preference decides.
    """
    bot, user_id, reader = interaction.client, interaction.user.id, await reader_for(interaction)
    guild_id = EVERYWHERE if everywhere else interaction.guild_id or EVERYWHERE
    found = await bot.service.part(Ratings).ladder(game.id, guild_id, page, PAGE_SIZE, user_id)
    shown = _Shown(game, guild_id, found, await bot.service.people.profiles_hidden(one.user_id for one in found.rows))
    if not found.people:
        head = await _head(interaction, reader.text, shown)
        buttons = await _buttons(interaction, reader.label, shown, AS_PICTURE)
        await answers.show(interaction, head, buttons, accent=accent_colour(game))
        return
    told = await bot.service.people.in_words(user_id) if in_words is None else in_words
    drawn = None if told else await _picture(bot, reader, shown)
    buttons = await _buttons(interaction, reader.label, shown, AS_TEXT if told else AS_PICTURE)
    head = await _head(interaction, reader.text, shown, drawn=drawn is not None)
    parts = [drawn] if drawn else ["\n".join(_lines(reader.text, shown))]
    await answers.show(interaction, head, *parts, buttons, accent=accent_colour(game))


@on("ladder")
async def turn(press: ComponentInteraction) -> None:
    """Show another page, the other ladder of the game, or the other format."""
    interaction, where, how = press.interaction, press.arg(1), press.arg(2)
    game, page = interaction.client.games.get(press.arg(0)), press.number(3)
    if game is None or where not in (SERVER_LADDER, GLOBAL_LADDER) or how not in (AS_PICTURE, AS_TEXT):
        raise controls.stale_button_error()
    if where == SERVER_LADDER and interaction.guild_id is None:
        raise controls.stale_button_error()
    await show(interaction, game, page, everywhere=where == GLOBAL_LADDER, in_words=how == AS_TEXT)


async def _buttons(interaction: Interaction, say: Translator, shown: _Shown, how: str) -> list[ui.Item[Any]]:
    """Return the buttons for other pages, for the other ladder, and for the other format."""
    page, game = shown.page, shown.game.id
    where, other = (GLOBAL_LADDER, SERVER_LADDER) if shown.guild_id == EVERYWHERE else (SERVER_LADDER, GLOBAL_LADDER)
    items = paging.page_buttons(say, page.page, page.pages - 1, "ladder", game, where, how)
    guild_id = interaction.guild_id
    if other == GLOBAL_LADDER or (guild_id and (await interaction.client.service.servers.settings(guild_id)).ladder):
        label = say.t("Over all servers") if other == GLOBAL_LADDER else say.t("In this server")
        items.append(controls.button(label, "ladder", game, other, how, 0))
    if page.people:
        label, turn_to = (say.t("In words"), AS_TEXT) if how == AS_PICTURE else (say.t("As a picture"), AS_PICTURE)
        items.append(controls.button(label, "ladder", game, where, turn_to, page.page))
    return items


# -- as text --------------------------------------------------------------------------------------------------


async def _head(interaction: Interaction, say: Translator, shown: _Shown, *, drawn: bool = False) -> str:
    """Return the ladder's title, and the reader's place or why they have none.

    The range of the page is added unless a picture shows it.
    """
    page, lines = shown.page, [f"## {_title(say, shown)}", *([] if drawn else [f"-# {_range_title(say, shown)}"])]
    if not page.people:
        told = say.t(
            "Nobody is on this ladder yet. A match counts if its table says so in the lobby, among the options."
        )
        lines.append(told)
    if page.own is not None:
        told = say.t("Your place: {place} of {n}", place=page.own.place, n=page.people)
        lines.append(f"**{told}**")
    elif not await interaction.client.service.part(Ratings).is_on(interaction.user.id, shown.guild_id):
        told = (
            say.t("You are not on it: only those are who have chosen so in `/settings`.")
            if shown.guild_id == EVERYWHERE
            else say.t("You have left it; `/settings` brings you back, with all your matches.")
        )
        lines.append(f"-# {told}")
    elif page.people:
        lines.append(f"-# {say.t('You are not on it yet: no match of yours has counted.')}")
    return "\n".join(lines)


def _title(say: Translator, shown: _Shown) -> str:
    return say.t("{game}: ladder", game=shown.game.title(say))


def _range_title(say: Translator, shown: _Shown) -> str:
    """Return the text about which ladder it is, and which places are on the page."""
    where = say.t("all servers") if shown.guild_id == EVERYWHERE else say.t("this server")
    rows, people = shown.page.rows, shown.page.people
    if not rows:
        return where
    part = say.t("places {first} to {last} of {n}", first=rows[0].place, last=rows[-1].place, n=people)
    return f"{where} · {part}"


def _lines(say: Translator, shown: _Shown) -> list[str]:
    """Return the rows of a page as text, followed by the reader's own row if it is not on the page."""
    every = [*shown.page.rows, *([shown.apart] if shown.apart else [])]
    lines: list[str] = []
    for one in every:
        own = "**" if one == shown.page.own else ""
        lines.append(f"{own}{one.place}\\. {_row_words(say, shown, one)}{own}")
    return [*lines, f"-# {_legend(say, drawn=False)}"]


def _row_words(say: Translator, shown: _Shown, one: LadderPlace) -> str:
    """Return a row as text."""
    if shown.hides(one):
        return say.t("shows nobody what they have played")
    points, most = f"{one.estimate.points:.0f}", f"{one.estimate.upper_bound:.0f}"
    told = say.t("{name}: {points} points, {most} at most", name=names.safe_name(one.name), points=points, most=most)
    gained = round(one.trend)
    trend = [say.t("gained {n}", n=gained) if gained > 0 else say.t("lost {n}", n=-gained)] if gained else []
    return ", ".join([told, *trend, _facts(say, one)])


def _facts(say: Translator, one: LadderPlace) -> str:
    """Return the number of a player's matches, with a note if there are too few for a reliable rating."""
    told = say.n("{n} match, {won} won", "{n} matches, {won} won", one.matches, won=one.won)
    return f"{told}, {say.t('provisional')}" if one.is_provisional else told


def _legend(say: Translator, *, drawn: bool) -> str:
    """Return the explanation of the numbers in a row."""
    days = TREND_PERIOD // DAY
    if drawn:
        return say.t(
            "Points are what somebody is worth at least; the bar goes from there to what they are worth at most. The"
            " arrow: won or lost in {n} days.",
            n=days,
        )
    return say.t(
        "Points are what somebody is worth at least; beside them what at most, and what was gained or lost in {n}"
        " days.",
        n=days,
    )


# -- as a picture ---------------------------------------------------------------------------------------------


async def _picture(bot: Bot, reader: ReaderContext, shown: _Shown) -> Any:
    """Return the picture of a page; None if it can't be drawn."""
    say = reader.label
    return await picture(bot.pictures.ladder(sheet(say, shown)), PICTURE_FILE, _alt(say, shown))


def sheet(say: Translator, shown: _Shown) -> LadderSheet:
    """Return the contents of a page's picture."""
    return LadderSheet(
        title=shown.game.title(say),
        under=f"{say.t('Ladder')}: {_range_title(say, shown)}",
        accent=game_colour(shown.game.id),
        rungs=tuple(_rung(say, shown, one) for one in shown.page.rows),
        apart=_rung(say, shown, shown.apart) if shown.apart else None,
        legend=_legend(say, drawn=True),
    )


def _rung(say: Translator, shown: _Shown, one: LadderPlace) -> Rung:
    if shown.hides(one):
        return Rung(one.place, say.t("shows nobody what they have played"))
    return Rung(
        place=one.place,
        name=drawable(names.clean_name(one.name)) or say.t("Player {n}", n=one.place),
        facts=_facts(say, one),
        least=round(one.estimate.points),
        most=round(one.estimate.upper_bound),
        trend=round(one.trend),
        own=one == shown.page.own,
    )


def _alt(say: Translator, shown: _Shown) -> str:
    """Return a text alternative for the picture, with as many names and points as fit."""
    rows = [
        f"{one.place}. {say.t('hidden')}"
        if shown.hides(one)
        else f"{one.place}. {names.clean_name(one.name)} {one.estimate.points:.0f}"
        for one in shown.page.rows
    ]
    return limits.truncate(f"{_title(say, shown)}, {_range_title(say, shown)}. {'; '.join(rows)}.", limits.ALT_TEXT)
