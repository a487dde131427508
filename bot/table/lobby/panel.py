"""The lobby message, which shows the players and has buttons for joining, starting and choosing options."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from discord import ui

from bot.discord.http.channel_permissions import may_post
from bot.discord.match_context import accent_colour, reader_for, reader_in
from bot.discord.match_visibility import check_sight
from bot.discord.ui import controls, errors, limits, safe_names
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import LANGUAGE_NAMES, ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.clocks.time_control import OnTimeout, TimeControl
from bot.matches.lobby.presets import preset_of
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.table.clocks import words as clock_words
from bot.table.lobby import duration_estimates, option_values, options_panel, own_points_option
from bot.table.lobby import threads_panel as threads
from bot.table.lobby.player_welcome import guide_seats, welcome
from bot.table.seats import computer_panel
from rules.kernel.content.packs import BASE
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum lengths of the text about the game and what the lobby needs next, of the list of players, and of other notes.
MAX_HEAD_LENGTH, MAX_SEATS_LENGTH, MAX_NOTES_LENGTH = 1500, 900, 600
#: Parts that features add to an open lobby: texts with a button above the menu of computers, and buttons in the last
#: row.
SECTIONS = Toolbar[[ReaderContext, AnyGame, MatchInfo]]("the lobby")
GUIDES = Toolbar[[Translator, AnyGame, int]]("the last row of the lobby")


def content(game: AnyGame, info: MatchInfo, chosen: Collection[int] = (), agreed: Collection[int] = frozenset()) -> str:
    """Return the lobby as plain text in the match's language.

    `chosen` contains the ids of players who have chosen a deck, and `agreed` those of players who have agreed to the
    options.
    """
    say = reader_in(info.locale, info).text
    parts = [
        *_head(game, info, say, agreed),
        game.blurb(say),
        *_option_lines(game, info, say),
        *_players(game, info, say, chosen, agreed),
        *_note_lines(game, info, say),
        f"-# {say.t('Channel language: {name}', name=LANGUAGE_NAMES[say.locale])}",
    ]
    return limits.truncate_lines(parts, limits.CONTENT)


def view(
    game: AnyGame,
    info: MatchInfo,
    chosen: Collection[int] = (),
    agreed: Collection[int] = frozenset(),
    *,
    in_thread: bool = False,
    shown: int = 0,
) -> ui.LayoutView:
    """Return the lobby message: what the lobby needs next, the players, and the choices before the match starts.

    Every button has a fixed position, even while it is disabled. `shown` is a number that increases with each change;
    `computer_panel.menu` uses it.
    """
    say = reader_in(info.locale, info).text
    head = _head(game, info, say, agreed)
    if info.status != "lobby" and not info.seats:
        # All players have left the lobby.
        return controls.layout(ui.Container(controls.text("\n".join(head)), accent_colour=accent_colour(game)))
    items: list[ui.Item[Any]] = [
        controls.text(limits.truncate_lines([*head, *_option_lines(game, info, say)], MAX_HEAD_LENGTH))
    ]
    items.append(ui.Separator())
    players = limits.truncate_lines(_players(game, info, say, chosen, agreed), MAX_SEATS_LENGTH)
    if info.status == "lobby":
        items += _choices(game, info, players, shown, in_thread=in_thread)
    else:
        items.append(controls.text(players))
    if note_lines := limits.truncate_lines(_note_lines(game, info, say), MAX_NOTES_LENGTH):
        items.append(controls.text(note_lines))
    return controls.layout(ui.Container(*items, accent_colour=accent_colour(game)))


def _choices(game: AnyGame, info: MatchInfo, players: str, revision: int, *, in_thread: bool) -> list[ui.Item[Any]]:
    """Return the buttons and menus of an open lobby, starting with those used most."""
    reader = reader_in(info.locale, info)
    say, label = reader.text, reader.label
    count, least, most = len(info.seats), game.seats.start, game.seats.stop - 1
    join = controls.button(label.t("Join"), "join", info.id, style=Style.success, disabled=count >= most)
    start = controls.button(label.t("Start"), "start", info.id, style=Style.primary, disabled=count < least)
    items: list[ui.Item[Any]] = [
        controls.section(players, join),
        controls.section(_start_sentence(game, info, say), start),
    ]
    if consent := game.consent(say, info.options):
        items.append(controls.section(consent, controls.button(label.t("I agree"), "agree", info.id)))
    items += SECTIONS.buttons(reader, game, info)
    if (menu := computer_panel.menu(label, info, most, revision) if most > 1 else None) is not None:
        items.append(controls.row(menu))
    leave = controls.button(label.t("Leave"), "leave", info.id, disabled=not count)
    moves = threads.watching_button(label, info) if in_thread else threads.buttons(label, info.id)
    extra_buttons = [options_panel.button(label, info), leave, *moves]
    guides = GUIDES.buttons(label, game, guide_seats(game, info))
    return [*items, controls.row(*extra_buttons), *([controls.row(*guides)] if guides else [])]


def _head(game: AnyGame, info: MatchInfo, say: Translator, agreed: Collection[int]) -> list[str]:
    """Return the game's title as a heading, and a line that says what the lobby needs next, such as more players."""
    needed = _next_need(game, info, say, agreed) if info.status == "lobby" else _closed_sentence(say, info)
    return [f"## {game.title(say)}", f"**{needed}**"]


def _next_need(game: AnyGame, info: MatchInfo, say: Translator, agreed: Collection[int]) -> str:
    """Return a sentence that says what an open lobby needs next, such as more players."""
    count, least, most = len(info.seats), game.seats.start, game.seats.stop - 1
    if count < least:
        return say.n(
            "{n} more player needed. Press Join.",
            "{n} more players needed. Press Join.",
            least - count,
        )
    if game.consent(say, info.options) and any(seat.is_human and seat.user_id not in agreed for seat in info.seats):
        return say.t("You can start once everyone has pressed *I agree*.")
    if count == 1 and most > 1:
        return say.t("The host can start alone or wait for others to join.")
    return say.t("Everything is ready. The host can start.")


def _start_sentence(game: AnyGame, info: MatchInfo, say: Translator) -> str:
    """Return the sentence that explains how the match starts, shown next to the Start button."""
    if game.seats.stop - 1 == 1:
        return say.t("The match begins.")
    if info.rematch_of is not None:
        return say.t("The host starts. Seats move by one; the first seat becomes the last.")
    return say.t("The host starts. Seating is random.")


def _players(
    game: AnyGame, info: MatchInfo, say: Translator, deck_owners: Collection[int], agreed: Collection[int]
) -> list[str]:
    """Return lines that list the players in a lobby."""
    # After the start, no seat is free, so "2 of 5" would be wrong.
    number = say.t("**Players** ({n} of {most}):", n=len(info.seats), most=game.seats.stop - 1)
    lines = [number if info.status == "lobby" else say.t("**Players:**")]
    lines += [f"{seat.seat + 1}. {' — '.join(_seat(info, say, seat, deck_owners, agreed))}" for seat in info.seats]
    return lines if info.seats else [*lines, say.t("No one yet.")]


def _seat(
    info: MatchInfo, say: Translator, seat: SeatInfo, deck_owners: Collection[int], agreed: Collection[int]
) -> list[str]:
    """Return texts about a player: their name, whether they are the host, and their preparations in the lobby."""
    host = [info.host_id] if info.status == "lobby" else []
    status_labels = [(host, say.t("host")), (deck_owners, say.t("deck chosen")), (agreed, say.t("agrees"))]
    return [say.seat(seat.seat), *(words for people, words in status_labels if seat.user_id in people)]


def _option_lines(game: AnyGame, info: MatchInfo, say: Translator) -> list[str]:
    """Return lines about unusual options and, in an open lobby, about how long such a match usually takes."""
    all_options = option_values.options(game, say, info.options, len(info.seats))
    # Always show the first option, because it is the most important one. Show other options if their value is unusual.
    shown_options = [option for number, option in enumerate(all_options) if not number or option.changed]
    lines: list[str] = []
    if info.status == "lobby" and preset_of(game, info.options) == "first":
        setup = say.t("the beginners' set-up, with fewer decisions.")
        lines.append(f"**{say.t('First match')}:** {setup}")
        shown_options = [option for option in shown_options if option.field not in game.first_match]
    if shown_options:
        lines.append(" · ".join(f"**{option.title}:** {option.current_text}" for option in shown_options))
        # Omit a note with several lines here, because the panel of options shows it.
        option = shown_options[0]
        lines += [f"-# {option.note}"] if option is all_options[0] and option.note and "\n" not in option.note else []
    lines += options_panel.rated_lines(say, info)
    return [*lines, *_duration_lines(game, info, say)] if info.status == "lobby" else lines


def _duration_lines(game: AnyGame, info: MatchInfo, say: Translator) -> list[str]:
    """Return lines about hints, the time control, and how long such a match usually takes."""
    pace, computers_there = TimeControl.from_json(info.pace), sum(not seat.is_human for seat in info.seats)
    people = max(len(info.seats), game.seats.start) - computers_there
    estimate_line = duration_estimates.duration_line(say, info.game, people, computers_there, by_clock=pace.has_clock)
    clock, *ends = clock_words.pace_lines(say, info)
    lines = [*([clock] if pace.has_clock else []), *(ends if pace.end is not OnTimeout.LATE else [])]
    return [
        *options_panel.hint_lines(say, info),
        *own_points_option.lines(say, info),
        *lines,
        *([f"-# {estimate_line}"] if estimate_line else []),
    ]


def _note_lines(game: AnyGame, info: MatchInfo, say: Translator) -> list[str]:
    """Return lines about where to watch a private table and, for the built-in pack, about the origin of its cards."""
    lines: list[str] = []
    if info.is_private:
        lines.append(
            f"{say.t('This table is private.')} {_watch_sentence(say, info) or say.t('No one else can watch it.')}"
        )
    if (note := game.set_note(say)) and info.pack == BASE:
        lines.append(f"-# {note}")
    return lines


def _watch_sentence(say: Translator, info: MatchInfo) -> str:
    """Return a sentence about where to watch a private table; "" if watching isn't allowed."""
    place = info.watching_channel_id
    return "" if place is None else say.t("Watch it in {channel}", channel=f"<#{place}>")


def invitation(game: AnyGame, info: MatchInfo) -> ui.LayoutView:
    """Return the public post about a private table: a Join button while seats are free, and where to watch."""
    reader = reader_in(info.locale, info)
    say, is_full = reader.text, len(info.seats) >= game.seats.stop - 1
    watched = _watch_sentence(say, info)
    items: list[ui.Item[Any]] = [controls.text(f"## {game.title(say)}")]
    if info.status == "lobby" and not is_full:
        text = say.t("This table is private. *Join* lets you into its thread.")
        join = controls.button(reader.label.t("Join"), "join", info.id, style=Style.success)
        items.append(controls.section(f"{text}\n{watched}".strip(), join))
    else:
        state = say.t("This table is full.") if info.status == "lobby" else _closed_sentence(say, info)
        items.append(controls.text(f"{say.t('This table is private.')} {state}\n{watched}".strip()))
    return controls.layout(ui.Container(*items, accent_colour=accent_colour(game)))


def _closed_sentence(say: Translator, info: MatchInfo) -> str:
    """Return a sentence that explains why no one can join a lobby any more."""
    return say.t("The match has begun.") if info.started_at else say.t("This lobby is closed.")


def personal_invitation(
    game: AnyGame, info: MatchInfo, locale: str, by: str, user_id: int, *, calls: bool = False
) -> ui.LayoutView:
    """Return the invitation to a lobby for the person `user_id`. If `calls` is True, the invitation pings them."""
    reader = reader_in(locale, info)
    say, label = reader.text, reader.label
    words = say.t(
        "{who} invites you to play {game} in {channel}.",
        who=safe_names.safe_name(by),
        game=game.title(say),
        channel=f"<#{info.channel_id}>",
    )
    head = f"<@{user_id}> {words}" if calls else words
    text = limits.truncate_lines(
        [head, game.blurb(say), *_option_lines(game, info, say), *_players(game, info, say, (), ())], MAX_HEAD_LENGTH
    )
    buttons = [
        controls.button(label.t("Join"), "inviteyes", info.id, user_id, style=Style.success),
        controls.button(label.t("No, thanks"), "inviteno", info.id, user_id),
    ]
    return controls.box(text, buttons, accent=accent_colour(game))


@on("inviteyes", public=True)
async def accept(press: ComponentInteraction) -> None:
    """Accept an invitation and join the lobby."""
    user, service, match_id = press.interaction.user, press.interaction.client.service, await _invited_match(press)
    info = await service.matches.get(match_id)
    await check_sight(press.interaction, info.guild_id, info.public_channel_id)
    info = await service.lobby.join(match_id, user.id, user.display_name)
    say = (await reader_for(press.interaction)).text
    await _show_answer(press, info, say.t("You're at the table in {channel}.", channel=f"<#{info.channel_id}>"))


@on("inviteno", public=True)
async def refuse(press: ComponentInteraction) -> None:
    """Decline an invitation to a lobby."""
    user, service = press.interaction.user, press.interaction.client.service
    info = await service.lobby.decline(await _invited_match(press), user.id, user.display_name)
    say = (await reader_for(press.interaction)).text
    await _show_answer(press, info, say.t("You've declined. I've told the table."))


async def _invited_match(press: ComponentInteraction) -> int:
    """Return the id of the match that an invitation is for.

    Raises Refusal unless the invited person pressed the button.
    """
    match_id, user_id = press.numbers(2)
    if press.interaction.user.id != user_id:
        info = await press.interaction.client.service.matches.get(match_id)
        raise Refusal(
            N_("This invitation is for someone else. To join, press *{join}* in the lobby."),
            join=Translator(info.locale).t("Join"),
        )
    return match_id


async def _show_answer(press: ComponentInteraction, info: MatchInfo, text: str) -> None:
    """Replace an invitation with the reply to it; if the person has joined, also send the welcome message."""
    game = press.interaction.client.games[info.game]
    await respond_with_layout(press.interaction, controls.box(text, accent=accent_colour(game)))
    if info.seat_of(press.interaction.user.id) is not None:
        await welcome(press.interaction, info)


@on("join", public=True)
async def join(press: ComponentInteraction) -> None:
    """Join the lobby."""
    user = press.interaction.user
    info = await press.interaction.client.service.lobby.join(press.numbers(1)[0], user.id, user.display_name)
    undelivered = await welcome(press.interaction, info)
    if undelivered is not None:
        await errors.send_private(press.interaction, undelivered.text, undelivered.view)


@on("leave", public=True)
async def leave(press: ComponentInteraction) -> None:
    """Leave the lobby."""
    await press.interaction.client.service.lobby.leave(press.numbers(1)[0], press.interaction.user.id)


@on("agree", public=True)
async def agree(press: ComponentInteraction) -> None:
    """Agree to the options of the match."""
    await press.interaction.client.service.lobby.agree(press.numbers(1)[0], press.interaction.user.id)


@on("start", public=True, begins=True)
async def start(press: ComponentInteraction) -> None:
    """Start the match in the lobby."""
    may_post(press.interaction)
    match_id = press.numbers(1)[0]
    await press.interaction.client.service.lobby.start(match_id, press.interaction.user.id)
    await options_panel.close(press.interaction.client, match_id)
