"""A ladder as a message: one page as a picture or as text, with buttons for the other pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.app.clock import DAY
from bot.app.image_cache import game_colour
from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import accent_colour, picture, reader_for
from bot.discord.ui import answers, controls, limits, paging, safe_names
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.locale import ReaderContext
from bot.features.ratings.service.ladders import TREND_PERIOD, LadderPage, LadderPlace, Ratings
from bot.store.statements.rows import EVERYWHERE
from render.sheets.ladder_sheet import LadderSheet, Rung
from render.text.drawable_characters import drawable
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator

#: File name of a ladder's picture, and number of rows on a page, chosen so a page fits on a phone almost without
#: scrolling.
PICTURE_FILE, PAGE_SIZE = "ladder.png", 8
#: Values in buttons that select the ladder (of this server or global) and its format (picture or text).
SERVER_LADDER, GLOBAL_LADDER = "here", "all"
AS_PICTURE, AS_TEXT = "p", "w"


@dataclass(frozen=True, slots=True)
class _Shown:
    """A page of a ladder as shown to one reader; `hidden` contains the players who hide their profiles."""

    game: AnyGame
    guild_id: int
    page: LadderPage
    hidden: frozenset[int]

    @property
    def apart(self) -> LadderPlace | None:
        """The reader's own place if it is not on the page; otherwise None."""
        own_place = self.page.own
        return None if own_place is None or own_place in self.page.rows else own_place

    def hides(self, ladder_place: LadderPlace) -> bool:
        """Return whether the player in this place hides their profile from the reader."""
        is_own = self.page.own is not None and ladder_place.user_id == self.page.own.user_id
        return ladder_place.user_id in self.hidden and not is_own


async def show(
    interaction: Interaction, game: AnyGame, page: int = 0, *, everywhere: bool, in_words: bool | None = None
) -> None:
    """Show a page of a ladder, as a picture or as text.

    If `in_words` is None, the format is the one that the person prefers.
    """
    bot, user_id, reader = interaction.client, interaction.user.id, await reader_for(interaction)
    guild_id = EVERYWHERE if everywhere else interaction.guild_id or EVERYWHERE
    ladder_page = await bot.service.part(Ratings).ladder(game.id, guild_id, page, PAGE_SIZE, user_id)
    ladder_view = _Shown(
        game, guild_id, ladder_page, await bot.service.people.profiles_hidden(one.user_id for one in ladder_page.rows)
    )
    if not ladder_page.people:
        head = await _head(interaction, reader.text, ladder_view)
        buttons = await _buttons(interaction, reader.label, ladder_view, AS_PICTURE)
        await answers.show(interaction, head, buttons, accent=accent_colour(game))
        return
    as_text = await bot.service.people.in_words(user_id) if in_words is None else in_words
    picture_file = None if as_text else await _picture(bot, reader, ladder_view)
    buttons = await _buttons(interaction, reader.label, ladder_view, AS_TEXT if as_text else AS_PICTURE)
    head = await _head(interaction, reader.text, ladder_view, drawn=picture_file is not None)
    parts = [picture_file] if picture_file else ["\n".join(_lines(reader.text, ladder_view))]
    await answers.show(interaction, head, *parts, buttons, accent=accent_colour(game))


async def show_games(interaction: Interaction, *, everywhere: bool) -> None:
    """Show a menu of the games, which leads to the ladder of each of them."""
    label = (await reader_for(interaction)).label
    games = interaction.client.games.values()
    options = [controls.option(game.title(label), game.id) for game in games][: limits.SELECT_OPTIONS]
    menu = controls.select(label.t("Game"), options, "ladderof", GLOBAL_LADDER if everywhere else SERVER_LADDER)
    await answers.show(interaction, label.t("Which game's ladder do you want to see?"), [menu])


@on("ladderof")
async def choose_game(press: ComponentInteraction) -> None:
    """Show the ladder of the game that was chosen in the menu."""
    interaction, where, game = press.interaction, press.arg(0), press.interaction.client.games.get(press.value)
    if game is None or where not in (SERVER_LADDER, GLOBAL_LADDER):
        raise controls.stale_button_error()
    await show(interaction, game, everywhere=where == GLOBAL_LADDER or interaction.guild_id is None)


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


async def _buttons(interaction: Interaction, say: Translator, ladder_view: _Shown, how: str) -> list[ui.Item[Any]]:
    """Return the buttons for the other pages, for the game's other ladder, and for the other format."""
    page, game = ladder_view.page, ladder_view.game.id
    where, other = (
        (GLOBAL_LADDER, SERVER_LADDER) if ladder_view.guild_id == EVERYWHERE else (SERVER_LADDER, GLOBAL_LADDER)
    )
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


async def _head(interaction: Interaction, say: Translator, ladder_view: _Shown, *, drawn: bool = False) -> str:
    """Return the ladder's title, and the reader's place or the reason why they have none.

    If the page isn't shown as a picture, also return the range of places on the page.
    """
    page, lines = (
        ladder_view.page,
        [f"## {_title(say, ladder_view)}", *([] if drawn else [f"-# {_range_title(say, ladder_view)}"])],
    )
    if not page.people:
        told = say.t("No one is on this ladder yet. A match counts if its table chooses so in the lobby's options.")
        lines.append(told)
    if page.own is not None:
        told = say.t("Your place: {place} of {n}", place=page.own.place, n=page.people)
        lines.append(f"**{told}**")
    elif not await interaction.client.service.part(Ratings).is_on(interaction.user.id, ladder_view.guild_id):
        told = (
            say.t("You're not on it; you can join it in `/settings`.")
            if ladder_view.guild_id == EVERYWHERE
            else say.t("You've left it; rejoin it in `/settings`, with all your matches.")
        )
        lines.append(f"-# {told}")
    elif page.people:
        told = say.t("You're not on it yet: none of your matches has counted.")
        lines.append(f"-# {told}")
    return "\n".join(lines)


def _title(say: Translator, ladder_view: _Shown) -> str:
    return say.t("{game}: ladder", game=ladder_view.game.title(say))


def _range_title(say: Translator, ladder_view: _Shown) -> str:
    """Return the text that says which ladder this is, and which places are on the page."""
    where = say.t("all servers") if ladder_view.guild_id == EVERYWHERE else say.t("this server")
    rows, people = ladder_view.page.rows, ladder_view.page.people
    if not rows:
        return where
    part = say.t("places {first} to {last} of {n}", first=rows[0].place, last=rows[-1].place, n=people)
    return f"{where} · {part}"


def _lines(say: Translator, ladder_view: _Shown) -> list[str]:
    """Return the rows of a page as text, followed by the reader's own row if it is not on the page."""
    shown_places = [*ladder_view.page.rows, *([ladder_view.apart] if ladder_view.apart else [])]
    lines: list[str] = []
    for ladder_place in shown_places:
        emphasis = "**" if ladder_place == ladder_view.page.own else ""
        lines.append(f"{emphasis}{ladder_place.place}\\. {_row_words(say, ladder_view, ladder_place)}{emphasis}")
    return [*lines, f"-# {_legend(say, drawn=False)}"]


def _row_words(say: Translator, ladder_view: _Shown, ladder_place: LadderPlace) -> str:
    """Return the text for one row of a ladder."""
    if ladder_view.hides(ladder_place):
        return say.t("private profile")
    points, most = f"{ladder_place.estimate.points:.0f}", f"{ladder_place.estimate.upper_bound:.0f}"
    text = say.t(
        "{name}: {points} points, {most} at most",
        name=safe_names.safe_name(ladder_place.name),
        points=points,
        most=most,
    )
    gained = round(ladder_place.trend)
    trend = [say.t("gained {n}", n=gained) if gained > 0 else say.t("lost {n}", n=-gained)] if gained else []
    return ", ".join([text, *trend, _facts(say, ladder_place)])


def _facts(say: Translator, ladder_place: LadderPlace) -> str:
    """Return the number of a player's matches, with a note if they are too few for a reliable rating."""
    text = say.n("{n} match, {won} won", "{n} matches, {won} won", ladder_place.matches, won=ladder_place.won)
    return f"{text}, {say.t('provisional')}" if ladder_place.is_provisional else text


def _legend(say: Translator, *, drawn: bool) -> str:
    """Return the explanation of the numbers in a ladder's rows."""
    days = TREND_PERIOD // DAY
    if drawn:
        return say.t(
            "Points are a cautious estimate of a player's strength; the bar goes from there to the highest "
            "likely estimate. The arrow: change in {n} days.",
            n=days,
        )
    return say.t(
        "Points are a cautious estimate of a player's strength; next to them are the highest likely estimate "
        "and the change in {n} days.",
        n=days,
    )


# -- as a picture ---------------------------------------------------------------------------------------------


async def _picture(bot: Bot, reader: ReaderContext, ladder_view: _Shown) -> Any:
    """Return the picture of a ladder's page; None if it can't be drawn."""
    say = reader.label
    return await picture(bot.pictures.ladder(sheet(say, ladder_view)), PICTURE_FILE, _alt(say, ladder_view))


def sheet(say: Translator, ladder_view: _Shown) -> LadderSheet:
    """Return the contents of the picture of a ladder's page."""
    return LadderSheet(
        title=ladder_view.game.title(say),
        under=f"{say.t('Ladder')}: {_range_title(say, ladder_view)}",
        accent=game_colour(ladder_view.game.id),
        rungs=tuple(_rung(say, ladder_view, ladder_place) for ladder_place in ladder_view.page.rows),
        apart=_rung(say, ladder_view, ladder_view.apart) if ladder_view.apart else None,
        legend=_legend(say, drawn=True),
    )


def _rung(say: Translator, ladder_view: _Shown, ladder_place: LadderPlace) -> Rung:
    if ladder_view.hides(ladder_place):
        return Rung(ladder_place.place, say.t("private profile"))
    return Rung(
        place=ladder_place.place,
        name=drawable(safe_names.clean_name(ladder_place.name)) or say.t("Player {n}", n=ladder_place.place),
        facts=_facts(say, ladder_place),
        least=round(ladder_place.estimate.points),
        most=round(ladder_place.estimate.upper_bound),
        trend=round(ladder_place.trend),
        own=ladder_place == ladder_view.page.own,
    )


def _alt(say: Translator, ladder_view: _Shown) -> str:
    """Return the alternative text for the picture, with as many names and points as fit."""
    rows = [
        f"{ladder_place.place}. {say.t('hidden')}"
        if ladder_view.hides(ladder_place)
        else f"{ladder_place.place}. {safe_names.clean_name(ladder_place.name)} {ladder_place.estimate.points:.0f}"
        for ladder_place in ladder_view.page.rows
    ]
    return limits.truncate(
        f"{_title(say, ladder_view)}, {_range_title(say, ladder_view)}. {'; '.join(rows)}.", limits.ALT_TEXT
    )
