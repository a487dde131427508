"""A private replay of a match, board by board, with buttons for stepping and menus for jumping or switching viewers."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import ui

from bot.app.image_cache import seat_colour
from bot.discord.bot import Interaction
from bot.discord.match_context import accent_colour, context_of, picture, reader_for
from bot.discord.match_visibility import seen_match
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, Part, on
from bot.features.replays import words
from bot.features.replays.panel.step_page import (
    ENDED_STATUSES,
    MAX_EVENTS_LENGTH,
    ReplayPage,
    event_lines,
    step_controls,
)
from bot.features.replays.panel.viewer_codes import viewer_of
from bot.features.replays.service.replay_cache import Replays, ReplayView
from bot.features.replays.service.replay_steps import OPEN_VIEWER, ReplayStep, Viewer, viewers
from bot.matches.service_results import MatchInfo
from bot.table.history import log_panel
from bot.table.lobby import pack_words
from rules.kernel.words.translation import Translator, capital


def buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button that opens the replay of a match."""
    return [controls.button(label.t("Replay"), "openreplay", info.id)]


def default_viewer(info: MatchInfo, user_id: int) -> Viewer:
    """Return the viewer whose point of view a replay shows first.

    This is a spectator if the game is over; otherwise, it is the person's own seat if they have one.
    """
    return None if info.status == "over" else viewers(info, user_id)[-1]


# -- one step -------------------------------------------------------------------------------------------------


async def open_at(interaction: Interaction, info: MatchInfo) -> None:
    """Open the replay of a match: a finished match at its start, a running match at its current position."""
    replay_view = await interaction.client.part(Replays).view_for(
        info, default_viewer(info, interaction.user.id), interaction.user.id
    )
    await show(interaction, info, replay_view, replay_view.steps[0 if info.status in ENDED_STATUSES else -1])


async def show(interaction: Interaction, info: MatchInfo, replay_view: ReplayView, step: ReplayStep) -> None:
    """Show a step of a replay, with buttons and menus that lead to the other steps."""
    reader = await reader_for(interaction, info)
    page = ReplayPage(
        interaction.client, info, reader, interaction.user.id, replay_view, await replay_view.render_step(step)
    )
    files = [file for file in await _pictures(page) if file is not None]
    # Show several hands side by side, because stacked hands would be far longer than a phone's screen.
    boards: list[Part] = [*files] if len(files) < 3 else [files[0], controls.pictures(files[1:])]
    parts: list[Part] = [
        "\n".join(_head(page)),
        *boards,
        limits.truncate_lines(event_lines(page), MAX_EVENTS_LENGTH),
        await step_controls(page),
    ]
    await answers.respond_with_layout(interaction, controls.box(*parts, accent=_accent(page)), attachments=files)


def _accent(page: ReplayPage) -> discord.Colour:
    viewer = page.replay_view.viewer
    if isinstance(viewer, int):
        return discord.Colour.from_rgb(*seat_colour(page.rendered_step.view, viewer))
    return accent_colour(page.game)


def _head(page: ReplayPage) -> list[str]:
    """Return the heading of a replay: the match, the position of the step, and the viewer."""
    say, step = page.text, page.rendered_step.step
    turn = words.turn_named(say, page.game, step)
    turn = turn if step.seat is None else f"{turn}: {say.seat(step.seat)}"
    when = capital(", ".join(filter(None, [words.round_named(say, page.game, step), turn])))
    place = say.t("Board {n} of {all}", n=step.number + 1, all=len(page.replay_view.steps))
    running = [] if page.ended else [say.t("it is still being played")]
    details = [capital(words.viewer_words(say, page.replay_view.viewer)), *running, f"<t:{step.at}:f>"]
    match = say.t("match {n}", n=page.info.id)
    return [
        f"### {page.game.title(say)} · {say.t('Replay')}",
        f"**{when}** · {place}",
        f"-# {' · '.join([*details, match])}",
        *pack_words.lines(say, page.game, page.info.pack),
    ]


async def _pictures(page: ReplayPage) -> list[discord.File | None]:
    """Return the pictures of the board and of the hands that the viewer may see.

    None takes the place of a picture that can't be drawn.
    """
    rendered_step, label, pictures = page.rendered_step, page.label, page.bot.pictures
    board = pictures.board(rendered_step.view, page.reader.locale, label.names, rendered_step.marked_events)
    drawing = [picture(board, "board.png", page.game.alt_text(label, rendered_step.view))]
    for seat in rendered_step.secrets:
        seat_view = rendered_step.view.model_copy(update={"viewer": seat})
        name = "hand.png" if seat == page.replay_view.viewer else f"hand-{seat + 1}.png"
        alt = page.game.hand_text(label, seat_view)
        if page.replay_view.viewer == OPEN_VIEWER:
            alt = f"{label.seat(seat)}: {alt}"
        drawing.append(picture(pictures.hand(seat_view, page.reader.locale, label.names), name, alt))
    return list(await asyncio.gather(*drawing))


# -- button handlers ------------------------------------------------------------------------------------------


async def _step_of_press(press: ComponentInteraction) -> tuple[MatchInfo, ReplayView, ReplayStep]:
    """Return the match, replay and step that a button belongs to; raises Refusal if the person may not see them now."""
    info, viewer = await seen_match(press.interaction, press.number(0)), viewer_of(press.arg(1))
    replay_view = await press.interaction.client.part(Replays).view_for(info, viewer, press.interaction.user.id)
    return info, replay_view, replay_view.nearest(press.number(2))


@on("openreplay", opens=True)
async def open_replay(press: ComponentInteraction) -> None:
    """Open the replay of a match from a post or another panel."""
    await open_at(press.interaction, await seen_match(press.interaction, press.number(0)))


@on("replay")
async def turn(press: ComponentInteraction) -> None:
    """Show another step, or the step of another viewer's replay that corresponds to the same moment."""
    info, replay_view, step = await _step_of_press(press)
    match press.last:
        case "first" | "last":
            step = replay_view.steps[0 if press.last == "first" else -1]
        case "back" | "on":
            step = replay_view.nearest(step.number + (1 if press.last == "on" else -1))
        case "round" | "point":
            step = replay_view.nearest(controls.number(press.value))
        case "eyes":
            other = viewer_of(press.value)
            replay_view = await press.interaction.client.part(Replays).view_for(info, other, press.interaction.user.id)
            step = replay_view.at_the_time(step)
        case _:
            raise controls.stale_button_error()
    await show(press.interaction, info, replay_view, step)


@on("replaylog", opens=True)
async def open_from_log(press: ComponentInteraction) -> None:
    """Show the board after the chosen line of the log, as the person who opened the log saw it."""
    interaction, (match_id, after) = press.interaction, press.numbers(2)
    line_index = controls.number(press.value)
    info = await seen_match(interaction, match_id)
    ctx = await context_of(interaction, info)
    entry = await log_panel.entry_of(ctx, after, line_index)
    replay_view = await interaction.client.part(Replays).view_for(info, ctx.seat, ctx.user_id)
    await show(interaction, info, replay_view, replay_view.of_entry(entry.seq))


@on("replaywords", opens=True)
async def tell(press: ComponentInteraction) -> None:
    """Show the board of a step, and the hands that the viewer may see, as text."""
    info, replay_view, step = await _step_of_press(press)
    rendered_step, reader = await replay_view.render_step(step), await reader_for(press.interaction, info)
    page = ReplayPage(press.interaction.client, info, reader, press.interaction.user.id, replay_view, rendered_step)
    text = page.game.board_text(page.text, rendered_step.view)
    await answers.show_long(press.interaction, "\n".join([*_head(page), text]), accent=_accent(page))
