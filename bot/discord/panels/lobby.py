"""The lobby: one message with the players, and buttons to join, leave and start."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from discord import ui

from bot.discord.panels import computers, decks, guide, options, threads
from bot.discord.panels.welcome import welcome
from bot.discord.support import controls, errors, estimates, limits, match_options, time_left
from bot.discord.support.context import audience_in
from bot.discord.support.controls import Press, Style, on
from bot.discord.support.locale import LANGUAGE_NAMES, Audience
from bot.discord.support.permissions import may_post
from bot.matches import MatchInfo, SeatInfo
from bot.matches.pace import Pace
from bot.matches.presets import preset
from rules.kernel.content.packs import BASE
from rules.kernel.game import AnyGame
from rules.kernel.words.text import Say


def content(game: AnyGame, info: MatchInfo, chosen: Collection[int] = (), agreed: Collection[int] = frozenset()) -> str:
    """Return the lobby's text in the match's language.

    `chosen` are those who have brought a deck, `agreed` those who have agreed to the options.
    """
    audience = audience_in(info.locale, info)
    say = audience.text
    least, most = game.seats.start, game.seats.stop - 1
    lines = [f"## {game.title(say)}", game.blurb(say)]
    if (note := game.set_note(say)) and info.options.get("pack", BASE) == BASE:
        lines.append(f"-# {note}")
    lines.append("")
    count = len(info.seats)
    lines.append(say.t("**Players** ({n} of {most}):", n=count, most=most))
    lines += [f"{seat.seat + 1}. {' — '.join(_seat(say, seat, chosen, agreed))}" for seat in info.seats]
    if not count:
        lines.append(say.t("Nobody yet."))
    # The first option distinguishes matches most; of the others only unusual values are shown, and what has a note.
    every = match_options.options(game, say, info.options, count)
    told = [option for number, option in enumerate(every) if not number or option.changed or option.note]
    if told:
        lines.append("")
    if info.status == "lobby" and preset(game, info.options) == "first":
        lines.append(f"**{say.t('First match')}:** {say.t('the set-up for beginners, with few questions.')}")
    for option in told:
        lines += [f"**{option.title}:** {option.current_text}", *(f"-# {line}" for line in option.note.splitlines())]
    lines.append("")
    if info.status != "lobby":
        lines.append(_closed(say, info))
    else:
        if game.decks is not None:
            lines.append(say.t("Whoever has not chosen a deck, in secret, is dealt a ready one at random."))
        if consent := game.consent(say, info.options):
            lines += [consent, say.t("Start waits until everybody has pressed *I agree*.")]
        lines += [*_time(say, info, max(count, least)), *options.hint_lines(say, info)]
        lines.append(_invitation(say, count, least, most, turned=info.rematch_of is not None))
        if count < most and count < max(least, 2):
            lines.append(say.t("Nobody else here? *Computers at the table* seats a computer."))
    return limits.clip_lines([*lines, *_place(say, info)], limits.CONTENT)


def _time(say: Say, info: MatchInfo, seats: int) -> list[str]:
    """Return by which clock a table plays, if it has one, and how long a match of so many takes."""
    by_clock = Pace.of(info.pace).has_clock
    told = estimates.line(say, info.game, seats, by_clock=by_clock)
    return [*(time_left.pace_lines(say, info) if by_clock else []), *([f"-# {told}"] if told else [])]


def _place(say: Say, info: MatchInfo) -> list[str]:
    """Return the lines on where the match is played: the language there, and where a private table is watched."""
    lines = [f"-# {say.t('Language in this channel: {name}', name=LANGUAGE_NAMES[say.locale])}"]
    if info.watching_channel_id is not None:
        watched = say.t("To watch: {channel}", channel=f"<#{info.watching_channel_id}>")
        lines.insert(0, f"{say.t('This table is private.')} {watched}")
    return lines


def _seat(say: Say, seat: SeatInfo, chosen: Collection[int], agreed: Collection[int]) -> list[str]:
    """Return a player's name and what they have done already."""
    done = [(chosen, say.t("deck chosen")), (agreed, say.t("agrees"))]
    return [say.seat(seat.seat), *(words for people, words in done if seat.user_id in people)]


def _invitation(say: Say, count: int, least: int, most: int, *, turned: bool) -> str:
    """Return the sentence on what people can do in an open lobby."""
    if count < least:
        return say.n(
            "Press Join to sit down; {n} more player is needed.",
            "Press Join to sit down; {n} more players are needed.",
            least - count,
        )
    if count > 1 and turned:
        return say.t("Ready when you are: press Start. The seats are turned by one: whoever sat first sits last.")
    if count > 1:
        return say.t("Ready when you are: press Start. Seats are drawn by lot.")
    if most == 1:
        return say.t("Ready when you are: press Start.")
    return say.t("Press Start to play alone, or wait until others have joined.")


def buttons(game: AnyGame, info: MatchInfo, *, in_thread: bool = False) -> ui.View:
    """Return the lobby's buttons; none once the match has begun."""
    if info.status != "lobby":
        return controls.rows()
    say = Audience(info.locale).label
    count, least, most = len(info.seats), game.seats.start, game.seats.stop - 1
    return controls.rows(
        [
            controls.button(say.t("Join"), "join", info.id, style=Style.success, disabled=count >= most),
            controls.button(say.t("Leave"), "leave", info.id, disabled=not count),
            controls.button(say.t("Start"), "start", info.id, style=Style.primary, disabled=count < least),
            options.button(say, info),
            *([] if game.decks is None else [decks.lobby_button(say, info)]),
        ],
        [controls.button(say.t("I agree"), "agree", info.id)] if game.consent(say, info.options) else [],
        [] if most < 2 or (menu := computers.menu(say, info, most)) is None else [menu],
        [
            *guide.learn(say, game),
            *guide.buttons(say, game, most),
            *([] if in_thread else threads.buttons(say, info.id)),
        ],
    )


def invitation(game: AnyGame, info: MatchInfo) -> tuple[str, ui.View]:
    """Return what stands in the channel where a private table was opened: anyone may join it there while there is a
    free seat, or watch.
    """
    audience = audience_in(info.locale, info)
    say, is_full = audience.text, len(info.seats) >= game.seats.stop - 1
    if info.status == "lobby" and not is_full:
        told = say.t("This table is private: *Join* lets you into its thread.")
        join = [controls.button(audience.label.t("Join"), "join", info.id, style=Style.success)]
    else:
        state = say.t("This table is full.") if info.status == "lobby" else _closed(say, info)
        told, join = f"{say.t('This table is private.')} {state}", list[ui.Button[Any]]()
    watched = say.t("To watch: {channel}", channel=f"<#{info.watching_channel_id}>")
    return "\n".join([f"## {game.title(say)}", told, watched]), controls.rows(join)


def _closed(say: Say, info: MatchInfo) -> str:
    """Return why nobody can join any more."""
    return say.t("The match has begun.") if info.started_at else say.t("This lobby is closed.")


@on("join", public=True)
async def join(press: Press) -> None:
    """Sit down."""
    user = press.interaction.user
    info = await press.interaction.client.service.lobby.join(press.numbers(1)[0], user.id, user.display_name)
    closed = await welcome(press.interaction, info)
    if closed is not None:
        await errors.tell(press.interaction, closed.text, closed.view)


@on("leave", public=True)
async def leave(press: Press) -> None:
    """Stand up."""
    await press.interaction.client.service.lobby.leave(press.numbers(1)[0], press.interaction.user.id)


@on("agree", public=True)
async def agree(press: Press) -> None:
    """Agree to the options."""
    await press.interaction.client.service.lobby.agree(press.numbers(1)[0], press.interaction.user.id)


@on("start", public=True)
async def start(press: Press) -> None:
    """Begin the match."""
    may_post(press.interaction)
    match_id = press.numbers(1)[0]
    await press.interaction.client.service.lobby.start(match_id, press.interaction.user.id)
    await options.close(press.interaction.client, match_id)
