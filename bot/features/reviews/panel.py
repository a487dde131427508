"""`/watch review`: a computer's review of a finished match, with the moves that the computer would have made instead.

Only the match's players see the review until one of them shares it in the match's channel.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

import render
from bot.app.job_queue import wait_for_result
from bot.app.subprocesses import WorkerError
from bot.discord.bot import Interaction
from bot.discord.http.channel_permissions import may_write
from bot.discord.match_context import MatchContext, context_of, picture
from bot.discord.match_visibility import may_see, unknown_match
from bot.discord.ui import answers, controls, limits, paging
from bot.discord.ui.controls import ComponentInteraction, Part, on
from bot.discord.ui.safe_names import escape
from bot.features.replays.panel import replay
from bot.features.replays.service.replay_cache import Replays
from bot.features.reviews.service.queue import FinishedMatch, ReviewQueue
from bot.features.reviews.service.reviews import MissedMove, MissedMoveContext, Review, Reviews
from bot.matches.lobby.brought_decks import builds_decks
from bot.matches.refusals import NewerMatch
from bot.matches.service_results import MatchInfo
from bot.table.lessons.hints_panel import first_sentence, repeats_label
from render.sheets.score_data import Curve, Panel
from rules.kernel.data.actions import Action
from rules.kernel.data.view import View
from rules.kernel.errors import Refusal
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.results import points
from rules.kernel.words.translation import N_, Translator, capital

log = logging.getLogger("bot.discord")

#: File name of the picture of a review.
PICTURE_FILE = "review.png"
#: Number of moves on a page, number of moves in the channel's post, and maximum number of characters in a line about a
#: move.
PAGE_SIZE, SHARED_MOVES, MAX_LINE_LENGTH = 4, 3, 280
#: If the first sentence about a move has fewer characters than this, the second is added: the first often says nothing
#: but the cost, such as "Discard two unresolved cards".
MIN_EFFECT_LENGTH = 40
#: Number of moves that are marked with a number in the picture of a review.
NUMBERED_MOVES = 3
#: The value that stands for all seats in the menu of seats.
ALL_SEATS = -1


def buttons(label: Translator, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the button for the review of a match; empty if the match wasn't played to its end."""
    return [controls.button(label.t("Review"), "review", info.id)] if info.status == "over" else []


async def open_review(interaction: Interaction, info: MatchInfo) -> None:
    """Show the review of a match to a reader who may see it.

    The review is created when it is first requested.
    """
    service = interaction.client.service
    service.matches.check(info)
    await _check(interaction, info)
    ctx = await context_of(interaction, info)
    review = await service.part(Reviews).stored(info)
    if review is None:
        try:
            review = await _make_review(interaction, ctx)
        except Refusal as refusal:
            # The message has already become a layout, which can't be replaced by plain text.
            await answers.show(interaction, ctx.reader.text.t(refusal.msgid, **refusal.args_by_name))
            return
    await _show(interaction, ctx, review, ALL_SEATS if ctx.seat is None else ctx.seat, 0)


async def _check(interaction: Interaction, info: MatchInfo) -> None:
    """Raise Refusal unless the person may read the review.

    For a match that the person can't see, the refusal doesn't reveal whether the match exists.
    """
    reviews, user_id = interaction.client.service.part(Reviews), interaction.user.id
    if not await reviews.has_sat(info, user_id) and not await may_see(interaction, info):
        raise unknown_match()
    await reviews.check(info, user_id)


async def _match_of(press: ComponentInteraction) -> MatchInfo:
    """Return the match that a button belongs to.

    Raises Refusal if the person may not read the review, because the match id may be forged.
    """
    try:
        info = await press.interaction.client.service.matches.get(press.number(0))
    except NewerMatch:
        raise
    except Refusal:
        raise unknown_match() from None
    await _check(press.interaction, info)
    return info


async def _make_review(interaction: Interaction, ctx: MatchContext) -> Review:
    """Create the review of a match; meanwhile, show the person its position in the queue. Raises Refusal."""
    bot, info, say = ctx.bot, ctx.info, ctx.reader.text
    finished_match = FinishedMatch(info.id, info.seq)
    task = bot.part(ReviewQueue).submit(finished_match, ctx.user_id)
    queue_position = bot.part(ReviewQueue).queue_position(finished_match) or 0
    # Discord shows this time as a countdown.
    ready_at = bot.clock.now() + bot.part(ReviewQueue).longest_wait(finished_match)
    message = say.t(
        "A computer is reviewing this match. You'll find the review here {time} at the latest.",
        time=f"<t:{ready_at}:R>",
    )
    lines = [message]
    if queue_position:
        queue_note = say.n("{n} other review comes first.", "{n} other reviews come first.", queue_position)
        lines.append(queue_note)
    lines.append(f"-# {say.t('If this message disappears, `/watch review` shows the review again; nothing is lost.')}")
    await answers.show(interaction, "\n".join(lines), accent=ctx.accent)
    try:
        dumped_review = (await wait_for_result(task)).decode()
    except WorkerError as error:
        log.error("a match could not be reviewed: %s", error, extra={"match": info.id})
        raise Refusal(N_("I couldn't make the review; try again in a few minutes.")) from None
    return await bot.service.part(Reviews).store(info, dumped_review)


# -- the private message --------------------------------------------------------------------------------------


async def _show(interaction: Interaction, ctx: MatchContext, review: Review, seat: int, page: int) -> None:
    """Show one page of a review, which lists the moves of one seat or of all seats."""
    label, number, info = ctx.reader.label, ctx.info.id, ctx.info
    if seat not in range(len(info.seats)):
        seat = ALL_SEATS
    moves = review.missed_by(None if seat == ALL_SEATS else seat)
    moves_on_page, page, last = paging.page_of(moves, page, PAGE_SIZE)
    buttons = paging.page_buttons(label, page, last, "reviewpage", number, seat)
    if not review.shared and interaction.guild_id == info.guild_id and await _has_sat(interaction, info):
        buttons.append(controls.button(label.t("Show in the channel"), "sharereview", number))
    await answers.show(
        interaction,
        _head(ctx, review),
        await _picture(ctx, review, moves),
        [_seat_menu(ctx, review, seat)] if len(info.seats) > 1 else None,
        await _move_list(ctx, moves_on_page, page * PAGE_SIZE + 1, seat=seat),
        [_board_menu(ctx, moves_on_page, page * PAGE_SIZE + 1)] if moves_on_page else None,
        buttons,
        accent=ctx.accent,
    )


async def _has_sat(interaction: Interaction, info: MatchInfo) -> bool:
    return await interaction.client.service.part(Reviews).has_sat(info, interaction.user.id)


def _head(ctx: MatchContext, review: Review) -> str:
    """Return the heading of a review, with notes about how many of the moves were reviewed."""
    say, game = ctx.reader.text, ctx.game
    lines = [
        f"## {say.t('Review')}: {game.title(say)}",
        say.n(
            "A computer has checked {n} move that a player chose by hand.",
            "A computer has checked {n} moves that players chose by hand.",
            review.looked_at,
        ),
        f"-# {say.t('It judges each move with only the knowledge that its player had; the lines include everything.')}",
    ]
    if builds_decks(ctx.game, ctx.info.options):
        hint = say.t("It doesn't judge the cards chosen for decks: you see their worth in play.")
        lines.append(f"-# {hint}")
    if review.left:
        hint = say.n("It ran out of time for {n} more move.", "It ran out of time for {n} more moves.", review.left)
        lines.append(f"-# {hint}")
    if review.lost:
        hint = say.n(
            "{n} step of this match can no longer be opened and is left out.",
            "{n} steps of this match can no longer be opened and are left out.",
            review.lost,
        )
        lines.append(f"-# {hint}")
    return "\n".join(lines)


def _seat_menu(ctx: MatchContext, review: Review, seat: int) -> ui.Select[Any]:
    """Return the menu of seats, which shows the number of questionable moves for each seat."""
    label = ctx.reader.label
    names = [
        (ALL_SEATS, label.t("Everyone")),
        *((seat_info.seat, label.seat(seat_info.seat)) for seat_info in ctx.info.seats),
    ]
    options = [
        controls.option(
            f"{name} ({len(review.missed_by(None if value == ALL_SEATS else value))})",
            str(value),
            default=value == seat,
        )
        for value, name in names
    ]
    return controls.select(label.t("Whose moves"), options, "reviewseat", ctx.info.id)


def _board_menu(ctx: MatchContext, moves_on_page: Sequence[MissedMove], first: int) -> ui.Select[Any]:
    """Return the menu that leads from each of these moves to the board before the move, in the match's replay."""
    label = ctx.reader.label
    options = [
        controls.option(f"{number}. {_player_and_round(ctx, label, move)}", f"{move.before}.{move.seat}")
        for number, move in enumerate(moves_on_page, first)
    ]
    return controls.select(label.t("Board before a move"), options, "reviewboard", ctx.info.id)


def _player_and_round(ctx: MatchContext, say: Translator, missed: MissedMove) -> str:
    """Return a text that names the player of a move and its round."""
    who = say.seat(missed.seat)
    return f"{who}, {say.t(ctx.game.round_named, n=missed.round)}" if missed.round else who


async def _move_list(ctx: MatchContext, moves_on_page: Sequence[MissedMove], first: int, *, seat: int | None) -> str:
    """Return the text about these moves, worst first.

    `seat` is the seat chosen in the menu, or None for a public post.
    """
    say = ctx.reader.text
    title = f"### {say.t('Where it would have played differently')}"
    if not moves_on_page:
        return f"{title}\n{say.t('Nowhere, as far as it can tell: well played.')}"
    recalled = await ctx.bot.service.part(Reviews).with_views(ctx.info, moves_on_page)
    lines = [title, f"-# {say.t('The costliest misses come first.')}"]
    for move_context in recalled:
        number = first + moves_on_page.index(move_context.missed)
        first_line, *detail_lines = _move_lines(
            ctx, move_context, why=seat is not None and move_context.missed.seat == ctx.seat
        )
        lines += [limits.truncate(line, MAX_LINE_LENGTH) for line in (f"**{number}.** {first_line}", *detail_lines)]
    return "\n".join(lines)


def _move_lines(ctx: MatchContext, move_context: MissedMoveContext, *, why: bool) -> list[str]:
    """Return lines about a move: the move, the computer's choice, and the difference in value.

    If `why` is True, the lines include the reason for the computer's choice.
    """
    say, missed = ctx.reader.text, move_context.missed
    worth = say.t("it may have decided the match") if missed.decides else _value_words(ctx, missed.by)
    worth, reason = f"{capital(worth)}.", say.t(missed.why) if why and missed.why else ""
    if reason and not missed.decides and not ctx.game.valued_in_points:
        # Without points, the worth of a move is always "nearer to winning". The reason says more.
        worth = ""
    return [
        f"{_player_and_round(ctx, say, missed)}: {_action(ctx, move_context.view, move_context.played)}",
        say.t("The computer: {better}", better=_action(ctx, move_context.view, move_context.better)),
        f"-# {' '.join(filter(None, (worth, reason)))}",
    ]


def _value_words(ctx: MatchContext, by: float) -> str:
    """Return a text about how much more the computer's move would have been worth."""
    say, by = ctx.reader.text, round(by * 4) / 4
    if not ctx.game.valued_in_points:
        return say.t("that would have been a step closer to winning")
    if 0 < by < 1:
        return say.t("worth about {points} point more", points=points(say, by))
    if by.is_integer():
        return say.n("worth about {n} point more", "worth about {n} points more", int(by))
    return say.t("worth about {points} points more", points=points(say, by))


def _action(ctx: MatchContext, view: View, action: Action) -> str:
    """Return an action's name as on its button, with its effect in brackets unless the effect only repeats the name."""
    text = ctx.game.action_text(ctx.reader.text, view, action)
    what, detail = escape(without_full_stop(text.label)), first_sentence(escape(text.detail), MIN_EFFECT_LENGTH)
    return f"**{what}**" if not detail or repeats_label(what, detail) else f"**{what}** ({detail})"


async def _picture(ctx: MatchContext, review: Review, moves: Sequence[MissedMove]) -> discord.File | None:
    """Return the picture that shows how the match developed; None if there are too few turns to show.

    The first `NUMBERED_MOVES` moves are marked in the picture.
    """
    if len(review.places) < 2:
        return None
    chart = curve(ctx, review, moves[:NUMBERED_MOVES], ctx.reader.label)
    return await picture(
        ctx.bot.charts.draw(chart), PICTURE_FILE, f"{chart.title}. {_alt_text(ctx, review, chart.names)}"
    )


def _alt_text(ctx: MatchContext, review: Review, names: Sequence[str]) -> str:
    """Return the alternative text of the picture for screen readers.

    It names the quantity and its first and last values or, if the game isn't valued in points, the players who are
    ahead.
    """
    first, last = review.places[0].standing, review.places[-1].standing
    if not ctx.game.valued_in_points:
        best = [name for name, value in zip(names, last, strict=True) if value == max(last)]
        return ctx.reader.label.t("Ahead at the end: {names}.", names=ctx.reader.label.join(best))
    ends = zip(names, map(_figure, first), map(_figure, last), strict=True)
    values = "; ".join(f"{name}: {start} → {end}" for name, start, end in ends)
    return f"{ctx.reader.label.t(_unit_words(ctx))}. {values}."


def _figure(value: float) -> str:
    """Return a value as a whole number, with a minus sign rather than a hyphen."""
    return f"{round(value)}".replace("-", "−")


def curve(ctx: MatchContext, review: Review, moves: Sequence[MissedMove], say: Translator) -> Curve:
    """Return the contents of the picture: a curve for each player, with a number at the turn of each listed move.

    The higher a player's curve, the better their position.
    """
    seats, marks = ctx.info.seats, render.marks(ctx.table.view(None))
    rounds: dict[int, int] = {}
    for place, one in enumerate(review.places):
        if one.round:
            rounds.setdefault(one.round, place)
    marked = sorted((_turn_index(review, one), number) for number, one in enumerate(moves, 1))
    lines = [[place.standing[seat] for place in review.places] for seat in range(len(seats))]
    last = [_figure(line[-1]) for line in lines]
    return Curve(
        title=say.t("How the computer saw it"),
        round_word=say.t(ctx.game.rounds_heading),
        names=[say.seat(seat.seat) for seat in seats],
        colours=[marks[seat.seat].colour for seat in seats],
        shapes=[marks[seat.seat].shape for seat in seats],
        panels=[Panel(say.t(_unit_words(ctx)), lines, last if ctx.game.valued_in_points else [])],
        rounds=[(place, number) for number, place in rounds.items()],
        points=[place for place, _ in marked],
        numbers=[number for _, number in marked],
    )


def _unit_words(ctx: MatchContext) -> str:
    """Return a text that explains what the curves of the picture measure."""
    if not ctx.game.valued_in_points:
        return N_("How close to winning: higher is better")
    if len(ctx.info.seats) > 1:
        return N_("Points ahead of the table's average")
    return N_("Points, as the computer counts them")


def _turn_index(review: Review, missed: MissedMove) -> int:
    """Return the index of the reviewed turn that includes a move."""
    places = enumerate(review.places)
    return next(
        (number for number, reviewed_turn in places if reviewed_turn.last >= missed.seq), len(review.places) - 1
    )


# -- button handlers ------------------------------------------------------------------------------------------


@on("review", opens=True, begins=True)
async def review_from(press: ComponentInteraction) -> None:
    """Open a review from a post or from the list of the person's finished matches."""
    await open_review(press.interaction, await _match_of(press))


@on("reviewpage")
async def turn(press: ComponentInteraction) -> None:
    """Turn to another page of a review."""
    _, seat, page = press.numbers(3)
    await _show_part(press, seat, page)


@on("reviewseat")
async def choose(press: ComponentInteraction) -> None:
    """Show the questionable moves of another seat."""
    await _show_part(press, _numbers(press.value, 1)[0], 0)


@on("reviewboard", opens=True)
async def look(press: ComponentInteraction) -> None:
    """Show the board before a move, as the player who made the move saw it."""
    before, seat = _numbers(press.value, 2)
    info = await _match_of(press)
    replay_view = await press.interaction.client.part(Replays).view_for(info, seat, press.interaction.user.id)
    await replay.show(press.interaction, info, replay_view, replay_view.of_entry(before))


def _numbers(value: str, count: int) -> list[int]:
    """Parse the numbers in a menu value. Raises Refusal for an invalid value, because the value may be forged."""
    try:
        found = list(map(int, value.split(".")))
    except ValueError:
        raise controls.stale_button_error() from None
    if len(found) != count:
        raise controls.stale_button_error()
    return found


async def _show_part(press: ComponentInteraction, seat: int, page: int) -> None:
    """Show another page or seat of a review; raises Refusal if there is no review of the match's latest end."""
    service, info = press.interaction.client.service, await _match_of(press)
    review = await service.part(Reviews).stored(info)
    if review is None:
        raise controls.stale_button_error()
    await _show(press.interaction, await context_of(press.interaction, info), review, seat, page)


@on("sharereview")
async def share(press: ComponentInteraction) -> None:
    """Share a review in the match's channel. This can be done only once."""
    interaction, service = press.interaction, press.interaction.client.service
    info = await _match_of(press)
    if interaction.channel_id != info.channel_id:
        raise Refusal(N_("A review is shown in the channel where the match was played; share it there."))
    if not may_write(interaction):
        raise Refusal(N_("You can't write in this channel, so I don't post anything there for you."))
    ctx = await context_of(interaction, info)
    review = await service.part(Reviews).share(info, interaction.user.id)
    await _show(interaction, ctx, review, ALL_SEATS if ctx.seat is None else ctx.seat, 0)


async def public_post(ctx: MatchContext, review: Review) -> list[Part]:
    """Return the public post about a review: the picture of how the match developed, and the worst moves."""
    button = controls.button(ctx.reader.label.t("Look through it"), "review", ctx.info.id)
    moves = await _move_list(ctx, review.missed[:SHARED_MOVES], 1, seat=None)
    return [_head(ctx, review), await _picture(ctx, review, review.missed), moves, [button]]
