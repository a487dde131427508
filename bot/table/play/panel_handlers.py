"""The handlers of the panel's buttons and menus."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction, SentPicture
from bot.discord.custom_ids import with_mark
from bot.discord.http import delivery_failures
from bot.discord.http.channel_permissions import PERMISSION_NAMES, missing_permissions
from bot.discord.match_context import MatchContext, awaited_lines, context_at, required_seat, waiting_line
from bot.discord.ui import controls, errors, limits, paging
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.safe_names import escape
from bot.matches.service_results import MoveResult
from bot.matches.waiting_matches import WaitingMatch
from bot.notifications.match_posts import UNDO_VOTE
from bot.notifications.turn_notification_decisions import CallPolicy
from bot.table.lessons import hints_panel
from bot.table.play import choice_controls, event_words, own_points_panel, panel, panel_choices
from bot.table.play.open_panels import OpenPanel
from rules.kernel.data.actions import Action
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Number of seconds during which the URL of an uploaded picture is reused. Discord's signature in the URL is valid for
#: about a day.
ADDRESS_LIFETIME = 12 * 3600
#: The modulus for generating a menu's component id, which must fit in 32 bits and should rarely repeat.
MENU_NUMBER_MODULUS = 10_000_019
#: Maximum number of cards or facts that a confirmation lists as revealed by an action.
MAX_NAMED_ITEMS = 4
#: In the custom_ids of the panel's buttons, the index of the argument with the code of the position.
MARK_ARGUMENT = 2
#: A button press is refused if more moves than this were made after the button was shown. A round of secret choices has
#: fewer moves.
STALE_AFTER_MOVES = 100


async def show(
    interaction: Interaction,
    ctx: MatchContext,
    *,
    note: str = "",
    advice: str = "",
    after: int | None = None,
    asks_back: bool = False,
) -> None:
    """Replace the interaction's message with the first page of the panel.

    Events after journal entry number `after`, usually the last entry before the button press, are shown as news. If
    `asks_back`, the panel offers to take the last move back even if the others must agree to that.
    """
    await _show(interaction, await _take_seat_back(ctx), note, advice=advice, after=after, asks_back=asks_back)


async def renew(stale_panel: OpenPanel) -> None:
    """Update the first page of an open panel to the current state of the match, without a button press."""
    ctx = await context_at(stale_panel.interaction, stale_panel.match_id)
    required_seat(ctx)
    # The news of the last press stays. Otherwise, a computer's quick answer would remove it unread.
    await _show(stale_panel.interaction, ctx, "", stale_panel, after=stale_panel.last_entry)


async def _show(
    interaction: Interaction,
    ctx: MatchContext,
    note: str,
    renewed: OpenPanel | None = None,
    *,
    advice: str = "",
    after: int | None = None,
    asks_back: bool = False,
) -> None:
    """Show the first page of the panel after a button press. If there was none, update the open panel `renewed`."""
    message_id = _message_id(interaction) if renewed is None else renewed.message_id
    shown_after = ctx.bot.open_panels.after(ctx.info.id, ctx.user_id, message_id)
    news = await panel.RecentEvents.for_person(ctx, after, shown=shown_after)
    contents_hash = _contents_hash(ctx, news)
    if renewed is not None and contents_hash == renewed.news_hash:
        # Don't edit a panel without news, because an edit would reveal that someone else has made a secret choice.
        ctx.bot.open_panels.remember(replace(renewed, seq=ctx.table.seq))
        return
    is_here = interaction.channel_id == ctx.info.channel_id
    missing = missing_permissions(interaction) if is_here else []
    if missing:
        # The move counts nevertheless, so only add a note that the bot can't post in the channel.
        say = ctx.reader.text
        lack = say.t("I can't post in this channel because I lack this permission: {names}.", names=", ".join(missing))
        if missing == [PERMISSION_NAMES["attach_files"]]:
            lack = say.t(delivery_failures.NO_ATTACHMENTS)
        note = f"{lack}\n{note}".strip()
    elif trouble := await ctx.bot.delivery_failures.notice(ctx.reader.text, ctx.info, may_post=is_here):
        note = f"{trouble}\n{note}".strip()
    where = "" if is_here else f"**{ctx.game.title(ctx.reader.text)}**, <#{ctx.info.channel_id}>"
    note = "\n".join(filter(None, [note, where]))
    hint_texts = await hints_panel.hint_lines(ctx, advised=bool(advice))
    can_take_back = await ctx.bot.service.undo.can_take_back(ctx.table, ctx.seat)
    following = None if ctx.decision is not None else await _following(ctx)
    awaited_texts = [] if ctx.decision is not None else await awaited_lines(ctx, since=True)
    notes = panel.PanelNotes(
        result=note,
        advice=advice,
        hints=hint_texts,
        reason=hints_panel.move_reason(ctx),
        own_points=await own_points_panel.panel_line(ctx),
        awaited=awaited_texts,
        asks_back=asks_back and ctx.info.status == "playing",
    )
    page = panel.first_page(ctx, news, notes, can_take_back=can_take_back, following=following)
    message = await edit(interaction, page, await ctx.choice(page.alt), message_id)
    pressed_at = ctx.bot.clock.now() if renewed is None else renewed.pressed_at
    after = shown_after if after is None else after
    updated_panel = OpenPanel(
        ctx.info.id, ctx.user_id, message.id, interaction, pressed_at, ctx.table.seq, contents_hash, after
    )
    if (older := ctx.bot.open_panels.remember(updated_panel)) is not None:
        await _remove(ctx, older)


def _contents_hash(ctx: MatchContext, news: panel.RecentEvents) -> int:
    """Return a hash of everything that the panel shows this person except the time of day, for detecting news.

    The decision is part of it: while it is secret who has answered, nothing else may change when their turn comes.
    """
    waiting = waiting_line(ctx.reader.text, ctx.table)
    return hash((ctx.view.model_dump_json(), tuple(news.all_lines), waiting, repr(ctx.decision)))


async def _following(ctx: MatchContext) -> WaitingMatch | None:
    """Return the most urgent other match that waits for this person; None if there is no other."""
    waiting = await ctx.bot.service.matches.waiting_for(ctx.user_id)
    return next((waiting_match for waiting_match in waiting if waiting_match.match_id != ctx.info.id), None)


async def _take_seat_back(ctx: MatchContext) -> MatchContext:
    """If a computer is playing in place of this person, give the seat back to them. Return the new context."""
    seat = ctx.info.seats[required_seat(ctx)]
    if seat.stand_in is None or ctx.info.status != "playing":
        return ctx
    await ctx.bot.service.computers.relieve(ctx.info.id, ctx.user_id)
    return replace(ctx, table=await ctx.bot.service.matches.table(ctx.info.id))


async def _remove(ctx: MatchContext, older: OpenPanel) -> None:
    """Delete this person's older panel of the match. Discord allows this for 15 minutes after the last press on it."""
    ctx.bot.sent_pictures.pop(older.message_id, None)
    # A panel that can't be deleted does no harm, because its buttons report that the match has moved on.
    with contextlib.suppress(discord.HTTPException, *errors.CONNECTION_ERRORS):
        await older.interaction.delete_original_response()


def _message_id(interaction: Interaction) -> int:
    """Return the id of the message that contains the pressed button; 0 if there is no message."""
    return interaction.message.id if interaction.message else 0


async def edit(
    interaction: Interaction,
    page: panel.PanelPage,
    picture_file: discord.File | None = None,
    message_id: int | None = None,
) -> discord.Message:
    """Show a page in the message `message_id` or, if that is None, in the message with the pressed button.

    The picture is uploaded only if it has changed.
    """
    message_id = _message_id(interaction) if message_id is None else message_id
    sent_picture = _shown_picture(interaction, message_id)
    if picture_file is None:
        new_picture, picture = (
            sent_picture,
            None if sent_picture is None else controls.gallery(sent_picture.address, sent_picture.alt),
        )
        message = await _lay_out(interaction, page, picture)
    else:
        new_picture = SentPicture(hash(picture_file.fp.read()), picture_file.description or "")
        picture_file.fp.seek(0)
        if sent_picture is not None and sent_picture.content == new_picture.content:
            message = await _lay_out(interaction, page, controls.gallery(sent_picture.address, new_picture.alt))
        else:
            picture = controls.gallery(picture_file.filename, new_picture.alt)
            message = await _lay_out(interaction, page, picture, attachments=[picture_file])
    if new_picture is not None:
        _remember(interaction, message, new_picture)
    return message


def _shown_picture(interaction: Interaction, panel_message_id: int) -> SentPicture | None:
    """Return the picture that a panel shows if its URL can still be reused; otherwise, None."""
    bot, pressed = interaction.client, interaction.message
    sent_picture, now = bot.sent_pictures.get(panel_message_id), bot.clock.monotonic()
    if sent_picture is None:
        return None
    if pressed is not None and pressed.id == panel_message_id and (fresh := _address(pressed)) is not None:
        return sent_picture._replace(address=fresh, signed_at=now)
    return sent_picture if now - sent_picture.signed_at < ADDRESS_LIFETIME else None


def _remember(interaction: Interaction, message: discord.Message, picture: SentPicture) -> None:
    """Store the latest URL of a panel's picture. If the page shows no picture, keep the stored URL."""
    sent_pictures, address = interaction.client.sent_pictures, _address(message)
    if address is None:
        return
    sent_pictures[message.id] = picture._replace(address=address, signed_at=interaction.client.clock.monotonic())


async def _lay_out(
    interaction: Interaction, page: panel.PanelPage, picture: ui.MediaGallery[Any] | None = None, **extra: Any
) -> discord.Message:
    """Show a page whose menus have new custom_ids and component ids.

    If a menu kept its custom_id, Discord's clients would keep showing the old choice and wouldn't report choosing the
    same value again.
    """
    view, first = page.view(picture), limits.COMPONENTS * (1 + interaction.id % MENU_NUMBER_MODULUS)
    menus = (item for item in view.walk_children() if isinstance(item, ui.Select))
    for number, menu in enumerate(menus, first):
        menu.id, menu.custom_id = number, with_mark(menu.custom_id, f"{number:x}")
    return await respond_with_layout(interaction, view, **extra)


def _address(message: discord.Message) -> str | None:
    """Return the URL of the picture in a panel, which later edits can reuse; None if there is no picture."""
    boxes = (part for part in message.components if isinstance(part, discord.Container))
    parts = (part for box in boxes for part in box.children if isinstance(part, discord.MediaGalleryComponent))
    return next((part.items[0].media.url for part in parts), None)


async def _press_context(press: ComponentInteraction) -> tuple[MatchContext, int, bool]:
    """Return the match of a button press, the number of the button's position, and whether the button is outdated.

    A button isn't outdated if only other players have acted since then. The service checks this again when the person
    acts. Raises Refusal for another person's button.
    """
    match_id, seat = press.numbers(2)
    ctx = await context_at(press.interaction, match_id)
    if required_seat(ctx) != seat:
        raise Refusal(N_("That button belongs to another player."))
    seq = ctx.position(press.arg(MARK_ARGUMENT), STALE_AFTER_MOVES)
    if seq is None:
        return ctx, 0, True
    return ctx, seq, not await ctx.bot.service.play.is_still_valid(ctx.table, seat, seq)


async def show_present(press: ComponentInteraction, ctx: MatchContext) -> None:
    """Answer the press of an outdated button: take no action, and show the panel of the current position."""
    say = ctx.reader.text
    note = say.t("The match has moved on, so nothing was done. Here's where it is now.")
    await show(press.interaction, ctx, note=note)


async def perform(
    press: ComponentInteraction,
    ctx: MatchContext,
    seq: int,
    choice: panel_choices.PanelChoice,
    *,
    in_call: bool = False,
) -> None:
    """Perform an action and show the next decision. Ignore the second press of a double click.

    If `in_call`, the action answers a call, so the panel is a reply to it: it says what was done and how to undo it.
    """
    outcome = await _act(press, ctx, seq, choice, CallPolicy.AFTER_ANSWER if in_call else CallPolicy.NEW)
    if outcome is not None:
        note = ctx.reader.text.t("Your answer: {answer}.", answer=escape(choice.text.label)) if in_call else ""
        await show(press.interaction, replace(ctx, table=outcome.table), note=note, after=seq, asks_back=in_call)


async def _act(
    press: ComponentInteraction,
    ctx: MatchContext,
    seq: int,
    choice: panel_choices.PanelChoice,
    calls: CallPolicy = CallPolicy.NEW,
    along: Sequence[Action] = (),
) -> MoveResult | None:
    """Perform an action, and the actions that were chosen `along` with it, as far as the player needn't be asked.

    Return None if this is the second press of a double click or if the action was refused.
    """
    bot, info = ctx.bot, ctx.info
    if is_second_press(press, ctx, seq, choice.token):
        return None
    key, mark = (info.id, ctx.user_id, ctx.mark(seq)), _double_click_key(press, choice.token)
    bot.recent_decisions.setdefault(key, mark)
    try:
        return await bot.service.play.act(info.id, ctx.user_id, choice.action, seq=seq, calls=calls, along=along)
    except Refusal as error:
        if bot.recent_decisions.get(key) == mark:
            del bot.recent_decisions[key]
        now = await context_at(press.interaction, info.id)
        await show(press.interaction, now, note=errors.error_sentence(error, ctx.reader.text) or "")
        return None
    except BaseException:
        bot.recent_decisions.pop(key, None)
        raise


async def confirm_first(interaction: Interaction, ctx: MatchContext, choice: panel_choices.PanelChoice) -> bool:
    """Ask for confirmation and return True if the game warns about an action or the action reveals something."""
    warning, uncovers = ctx.game.warning(ctx.reader.text, ctx.view, choice.action), await _revealed_facts(ctx, choice)
    if warning or uncovers:
        await edit(interaction, panel.confirm(ctx, choice, warning, uncovers))
    return bool(warning or uncovers)


async def _revealed_facts(ctx: MatchContext, choice: panel_choices.PanelChoice) -> list[str]:
    """Return sentences that name the facts revealed by an action; empty if nothing unexpected is revealed."""
    if ctx.game.foreseen(ctx.table.match, choice.action):
        return []
    events = await ctx.bot.service.play.reveals_hidden_information(ctx.table, required_seat(ctx), choice.action)
    if events is None:
        return []
    say = ctx.reader.text
    fact_texts = [ctx.game.uncovers(say, ctx.view, event.body) for event in events]
    return list(dict.fromkeys(filter(None, fact_texts)))[:MAX_NAMED_ITEMS] or [say.t("This may reveal something.")]


async def ask_to_take_back(interaction: Interaction, ctx: MatchContext) -> None:
    """Show the moves that an undo of the person's last move would reverse, and ask for confirmation."""
    undo_effect = await ctx.bot.service.undo.preview(ctx.info.id, ctx.user_id)
    undone_lines: list[str] = []
    if undo_effect.restores is not None:
        entries = await ctx.bot.service.history.log(
            ctx.info, limit=ctx.info.seq - undo_effect.restores, viewer=ctx.seat
        )
        undone_lines = event_words.undone_lines(
            ctx.game, ctx.reader.signed, entries, undo_effect.restores, event_words.MAX_UNDO_LENGTH
        )
    await edit(interaction, panel.undo_page(ctx, undo_effect, undone_lines))


@on("askback")
async def open_undo_page(press: ComponentInteraction) -> None:
    """Show the moves that an undo would reverse, and ask for confirmation."""
    ctx, _, late = await _press_context(press)
    if late:
        await show_present(press, ctx)
    else:
        await ask_to_take_back(press.interaction, ctx)


@on("goback")
async def go_back(press: ComponentInteraction) -> None:
    """Start a vote on undoing this person's last move. If no other player is human, undo the move immediately."""
    ctx, _, late = await _press_context(press)
    if late:
        await show_present(press, ctx)
        return
    say = ctx.reader.text
    result = await ctx.bot.service.votes.ask(ctx.info.id, ctx.user_id, UNDO_VOTE)
    if isinstance(result, MoveResult):
        await show(press.interaction, replace(ctx, table=result.table), note=say.t("Taken back."))
    else:
        note = say.t("The others must agree to that. I've asked them in the channel.")
        await show(press.interaction, ctx, note=note)


@on("move", opens=True)
async def open_panel(press: ComponentInteraction) -> None:
    """Open the panel of a match from a public or private post."""
    await show(press.interaction, await context_at(press.interaction, press.numbers(1)[0]))


@on("panel")
async def refresh(press: ComponentInteraction) -> None:
    """Return to the first page of the panel, brought up to date."""
    await show(press.interaction, await context_at(press.interaction, press.numbers(1)[0]))


@on("hint")
async def hint(press: ComponentInteraction) -> None:
    """Show the move that a computer would make for this seat, and why.

    All players can see how many hints a player has requested.
    """
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    if not panel.can_ask_hint(ctx):
        raise controls.stale_button_error()
    advice, say = await _computers_hint(press, ctx), ctx.reader.text
    if ctx.bot.open_panels.is_left(_message_id(press.interaction)):
        return  # The person looks at another page by now. Asking again is quick and isn't counted twice.
    # The computer needs time, so others may have moved in the meantime.
    now = await context_at(press.interaction, ctx.info.id)
    if now.view != ctx.view:
        await show_present(press, now)
        return
    if advice:
        info = await ctx.bot.service.hints.count_hint(now.table, ctx.user_id)
        now = replace(now, table=replace(now.table, info=info))
    nothing = say.t("All these choices look equally good to me.")
    await show(press.interaction, now, advice=advice or nothing)


async def _computers_hint(press: ComponentInteraction, ctx: MatchContext) -> str:
    """Return the text of a hint. Until the computer has found it, the panel says that it is thinking."""
    search = asyncio.create_task(hints_panel.requested_hint(ctx))
    try:
        await show(press.interaction, ctx, advice=ctx.reader.text.t("I'm thinking. Your hint is on its way."))
        return await search
    finally:
        search.cancel()


@on("more")
async def show_tools(press: ComponentInteraction) -> None:
    """Show the page with all tools of the panel."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    can_take_back = await ctx.bot.service.undo.can_take_back(ctx.table, required_seat(ctx))
    await edit(press.interaction, panel.tools_page(ctx, can_take_back=can_take_back))


@on("standing")
async def show_own_points(press: ComponentInteraction) -> None:
    """Show the player's own points in place of the panel."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    if not own_points_panel.are_possible(ctx):
        raise controls.stale_button_error()
    await edit(press.interaction, await own_points_panel.page(ctx))


@on("told")
async def tell_everything(press: ComponentInteraction) -> None:
    """Show every line of the log since this person's last moves."""
    match_id, page = press.numbers(2)
    ctx = await context_at(press.interaction, match_id)
    required_seat(ctx)
    await edit(press.interaction, panel.everything_page(ctx, await panel.RecentEvents.for_person(ctx), page))


@on("act")
async def act(press: ComponentInteraction) -> None:
    """Perform the action of the pressed button. If necessary, ask for confirmation first."""
    await _choose(press, press.last)


@on("sure")
async def sure(press: ComponentInteraction) -> None:
    """Perform an action that the person has confirmed."""
    ctx, seq, late = await _press_context(press)
    if late:
        await _answer_outdated(press, ctx, seq, press.last)
    else:
        await perform(press, ctx, seq, panel_choices.find_choice(ctx, press.last))


@on("pick")
async def pick(press: ComponentInteraction) -> None:
    """Perform the actions chosen in a menu, or open the group of actions that was chosen."""
    opened = next((value for value in press.values if value == paging.MORE or value.startswith("g")), None)
    if opened is not None:
        ctx, _, late = await _press_context(press)
        if late:
            await show_present(press, ctx)
            return
        group = press.args[3] if opened == paging.MORE and len(press.args) > 3 else opened[1:]
        await edit(press.interaction, panel.group_page(ctx, controls.number(group), 0))
    elif panel_choices.split_values(press.values)[1]:
        await _choose_with_answer(press)
    elif len(press.values) > 1:
        await _choose_all(press)
    else:
        await _choose(press, press.value)


@on("group")
async def turn_page(press: ComponentInteraction) -> None:
    """Show another page of a long group of choices."""
    ctx, _, late = await _press_context(press)
    if late:
        await show_present(press, ctx)
    else:
        await edit(press.interaction, panel.group_page(ctx, press.number(3), press.number(4)))


@on("back")
async def take_back(press: ComponentInteraction) -> None:
    """Undo the person's last action."""
    ctx, _, late = await _press_context(press)
    if late:
        await show_present(press, ctx)
        return
    outcome = await ctx.bot.service.undo.take_back(ctx.info.id, ctx.user_id)
    await show(press.interaction, replace(ctx, table=outcome.table), note=ctx.reader.text.t("Taken back."))


async def _choose(press: ComponentInteraction, token: str) -> None:
    ctx, seq, late = await _press_context(press)
    if late:
        await _answer_outdated(press, ctx, seq, token)
        return
    choice = panel_choices.find_choice(ctx, token)
    if not await confirm_first(press.interaction, ctx, choice):
        await perform(press, ctx, seq, choice)


@on("gains")
async def gain(press: ComponentInteraction) -> None:
    """Perform all actions that gain something and cost nothing."""
    ctx, seq, late = await _press_context(press)
    free_gains = [] if late else choice_controls.free_gains(ctx)
    if free_gains:
        await _take_all(press, ctx, seq, free_gains)
    else:
        await show_present(press, ctx)


async def _choose_all(press: ComponentInteraction) -> None:
    """Perform the actions that were chosen together in a menu."""
    ctx, seq, late = await _press_context(press)
    if late:
        await _answer_outdated(press, ctx, seq, press.values[0])
        return
    choices = [panel_choices.find_choice(ctx, token) for token in press.values]
    if any(type(choice.action) not in ctx.game.several for choice in choices):
        await _show_too_many(press, ctx)
    else:
        await _take_all(press, ctx, seq, choices)


async def _show_too_many(press: ComponentInteraction, ctx: MatchContext) -> None:
    """Answer a choice of entries that can't be chosen together: take no action, and show the panel again."""
    note = ctx.reader.text.t("Nothing was done. Choose one entry without “+”, and at most one with “+”.")
    await show(press.interaction, ctx, note=note)


async def _choose_with_answer(press: ComponentInteraction) -> None:
    """Perform an action that was chosen in a menu together with the answer to the question that follows it."""
    ctx, seq, late = await _press_context(press)
    tokens, answers = panel_choices.split_values(press.values)
    if late:
        await _answer_outdated(press, ctx, seq, (tokens or answers)[0])
        return
    if len(tokens) != 1 or len(answers) != 1:
        await _show_too_many(press, ctx)
        return
    choice = panel_choices.find_choice(ctx, tokens[0])
    answer = panel_choices.find_follow_up(ctx, choice, answers[0])
    if answer is None:
        raise controls.stale_button_error()
    await _take_all(press, ctx, seq, [choice, answer])


async def _take_all(
    press: ComponentInteraction, ctx: MatchContext, seq: int, choices: Sequence[panel_choices.PanelChoice]
) -> None:
    """Perform several actions together. Stop at an action that is no longer legal or needs confirmation."""
    before, open_choices = seq, list(choices)
    while open_choices:
        # The button that confirms the action needs the action's token in the current list of choices.
        is_first = len(open_choices) == len(choices)
        choice = open_choices[0] if is_first else panel_choices.choice_of(ctx, open_choices[0].action)
        if choice is None:
            untaken_labels = ctx.reader.text.join([one.text.label for one in open_choices])
            note = ctx.reader.text.t("No longer possible, so I didn't do it: {choices}.", choices=untaken_labels)
            await show(press.interaction, ctx, note=note, after=before)
            return
        if await confirm_first(press.interaction, ctx, choice):
            return
        outcome = await _act(press, ctx, seq, choice, along=[one.action for one in open_choices[1:]])
        if outcome is None:
            return
        ctx = replace(ctx, table=outcome.table)
        seq = ctx.table.seq
        open_choices = open_choices[len(open_choices) - len(outcome.untaken) :]
    await show(press.interaction, ctx, after=before)


def is_second_press(press: ComponentInteraction, ctx: MatchContext, seq: int, token: str) -> bool:
    """Return whether this is the second press of a double click on a button of position `seq`."""
    key = (ctx.info.id, ctx.user_id, ctx.mark(seq))
    return ctx.bot.recent_decisions.get(key) == _double_click_key(press, token)


def _double_click_key(press: ComponentInteraction, token: str) -> tuple[int, str]:
    """Return a key that is the same for both presses of a double click but different for all other presses."""
    message = press.interaction.message
    return (message.id if message else 0, token)


async def _answer_outdated(press: ComponentInteraction, ctx: MatchContext, seq: int, token: str) -> None:
    """Answer the press of an outdated button. If it is the second press of a double click, just show the panel."""
    if ctx.bot.recent_decisions.get((ctx.info.id, ctx.user_id, press.arg(MARK_ARGUMENT))) == _double_click_key(
        press, token
    ):
        await show(press.interaction, ctx, after=seq)
    else:
        await show_present(press, ctx)
