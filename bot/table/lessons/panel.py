"""The private pages of a game's lessons. They look like the panel of a match, but no match exists in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import event_lines, picture, reader_for
from bot.discord.ui import controls, limits, paging
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import ReaderContext
from bot.table.lessons import hints_panel
from bot.table.play import choice_controls, choice_menus, panel, panel_choices, panel_handlers, whole_texts
from rules.kernel.data.actions import Action
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.engine import lesson as lessons
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.engine.lesson import Answer, Lesson, Progress
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.results import places
from rules.kernel.words.translation import N_, Translator

#: Names for the learner's opponents in a lesson.
OTHER_PLAYERS = ("Bruno", "Clara", "David")
#: Maximum length of the teacher's text with the question, and maximum length of the text about events.
MAX_HEAD_LENGTH, MAX_EVENTS_LENGTH = 1600, 700
#: Maximum length of the text about each game in the list of games, and maximum number of games in it.
MAX_GAME_LENGTH, MAX_GAMES = 300, 10


def buttons(say: Translator, game: AnyParts, _seats: int) -> list[ui.Item[Any]]:
    """Return the button that opens a game's lessons; empty if the game has no lessons."""
    if lessons.course(game) is None:
        return []
    return [controls.button(say.t("Learn by playing, 10 minutes"), "learn", game.id)]


@dataclass(frozen=True)
class Learner:
    """A person at one step of a game's lessons, with all data needed for showing the step in a panel."""

    bot: Bot
    user_id: int
    reader: ReaderContext
    game: AnyGame
    lesson: Lesson
    #: The verbs in the custom_ids of the buttons and of the menus that make a choice in a lesson.
    act: str = "lact"
    pick: str = "lpick"

    @property
    def view(self) -> View:
        """The match of the lesson as seen from the learner's seat."""
        return self.lesson.match.view(self.lesson.seat)

    @property
    def decision(self) -> Decision | None:
        """The decision that the learner has to make in this step."""
        return self.lesson.decision

    @property
    def where(self) -> tuple[int | str, ...]:
        """The first arguments of a choice button's custom_id: the game, the step, and the number of remaining moves."""
        return self.game.id, self.lesson.progress.step, len(self.lesson.left)

    async def picture(self, question: str) -> discord.File | None:
        """Return a picture of the learner's choices.

        If the game doesn't draw choices, return a picture of the hand or the board instead; None if that can't be drawn
        either.
        """
        view, label, locale, pictures = self.view, self.reader.label, self.reader.locale, self.bot.pictures
        assert self.decision is not None
        choice_picture = await picture(
            pictures.choice(view, self.decision, locale, label.names), "choice.png", question
        )
        if choice_picture is not None:
            return choice_picture
        if self.lesson.step.picture == "hand":
            return await picture(pictures.hand(view, locale, label.names), "hand.png", self.game.hand_text(label, view))
        return await picture(pictures.board(view, locale, label.names), "board.png", self.game.alt_text(label, view))


async def show(
    interaction: Interaction, game: AnyGame, note: str = "", told: Sequence[str] = (), *, wrong: bool = False
) -> None:
    """Show the page of a person's current step, or the page after the last step. Set `wrong` after a wrong move."""
    course = lessons.course(game)
    if course is None:
        raise Refusal(N_("This game has no lessons yet. `/rules summary` explains how to play."))
    progress = await interaction.client.service.people.progress(interaction.user.id, game.id)
    if progress.step >= len(course.steps):
        await panel_handlers.edit(interaction, await _end_page(interaction, game, note, told))
        return
    learner = await _learner(interaction, game, progress)
    assert learner.decision is not None
    question = game.question(learner.reader.text, learner.view, learner.decision.prompt)
    await panel_handlers.edit(
        interaction, _page(learner, question, note, told, wrong=wrong), await learner.picture(question)
    )


async def offer(interaction: Interaction) -> None:
    """Show all games with lessons, and the person's progress in each."""
    bot, reader = interaction.client, await reader_for(interaction)
    say, label = reader.text, reader.label
    items: list[ui.Item[Any]] = [controls.text(f"### {say.t('Which game do you want to learn?')}")]
    for game in bot.games.values():
        course = lessons.course(game)
        if course is None:
            continue
        completed_steps, steps = (
            (await bot.service.people.progress(interaction.user.id, game.id)).step,
            len(course.steps),
        )
        words = [f"**{game.title(say)}**", game.blurb(say)]
        begin = controls.button(label.t("Begin"), "lpanel", game.id, style=Style.primary)
        if completed_steps >= steps:
            words.append("-# " + say.t("You've completed all {n} lessons.", n=steps))
            begin = controls.button(label.t("From the beginning"), "lagain", game.id)
        elif completed_steps:
            words.append(f"-# {say.t('Lesson {n} of {of}', n=completed_steps + 1, of=steps)}")
            begin = controls.button(label.t("Continue"), "lpanel", game.id, style=Style.primary)
        items.append(controls.section(limits.truncate("\n".join(words), MAX_GAME_LENGTH), begin))
    await panel_handlers.edit(interaction, panel.PanelPage(items[: 1 + MAX_GAMES]))


async def _learner(interaction: Interaction, game: AnyGame, progress: Progress) -> Learner:
    course = lessons.course(game)
    if course is None:
        raise controls.stale_button_error()
    lesson = await asyncio.to_thread(lessons.lesson, game, course, progress)
    reader = await reader_for(interaction)
    players = (interaction.user.display_name, *OTHER_PLAYERS)[: lesson.match.state.seats]
    named_reader = ReaderContext(reader.locale, players, reader.icons)
    return Learner(interaction.client, interaction.user.id, named_reader, game, lesson)


def _page(learner: Learner, question: str, note: str, outcome_lines: Sequence[str], *, wrong: bool) -> panel.PanelPage:
    """Return a step's page: the result of the last move, the teacher's text, the question and the choices.

    After a wrong move, the result is shown below the choices instead, because phones then show the end of the page.
    """
    say, lesson = learner.reader.text, learner.lesson
    number = say.t("Lesson {n} of {of}", n=lesson.progress.step + 1, of=len(lesson.course.steps))
    # Show the result of the last move as a quote, which sets it apart from the next task.
    result_lines = limits.truncate_lines(
        [*filter(None, note.splitlines()), *(f"-# {line}" for line in outcome_lines)], MAX_EVENTS_LENGTH
    ).splitlines()
    title, set_apart = f"-# {learner.game.title(say)} · {number}", "\n".join(f"> {line}" for line in result_lines)
    top = title if wrong or not result_lines else f"{title}\n{set_apart}"
    head: list[str] = []
    has_begun = len(lesson.left) < len(lesson.step.do)
    if lesson.step.position and lesson.progress.step and not wrong and not has_begun:
        head.append(f"-# {say.t('The table now shows another position.')}")
    assert learner.decision is not None
    question_text = learner.game.question(learner.reader.signed, learner.view, learner.decision.prompt)
    arrangement = choice_controls.arrange_choices(learner, panel_choices.choices(learner))
    head += [say.name(lesson.step.words), *choice_controls.heading(question_text, is_split=arrangement.is_split)]
    choice_items = choice_controls.choice_controls(learner, arrangement, question)
    items: list[ui.Item[Any]] = [
        controls.text(top), controls.text(limits.truncate_lines(head, MAX_HEAD_LENGTH)), *choice_items,
        ui.Separator[Any](), *([controls.text(set_apart)] if wrong else []), _buttons(learner),
    ]  # fmt: skip
    # The whole texts of other cards would stand between the last move and the teacher's text.
    above = whole_texts.above_picture(learner, arrangement, question_text, items, [lesson.shown])
    return panel.PanelPage([items[0], *above, *items[1:]], None, 2 + len(above))


def _buttons(learner: Learner) -> ui.ActionRow[Any]:
    label = learner.reader.label
    at_start = not learner.lesson.progress.step and len(learner.lesson.left) == len(learner.lesson.step.do)
    return controls.row(
        controls.button(label.t("Show me"), "lshow", *learner.where),
        controls.button(label.t("Back"), "lback", *learner.where, disabled=at_start),
        controls.button(label.t("Leave"), "lleave", learner.game.id),
    )


async def _end_page(
    interaction: Interaction, game: AnyGame, note: str, outcome_lines: Sequence[str]
) -> panel.PanelPage:
    """Return the page that follows the last step of the lessons."""
    reader, course = await reader_for(interaction), lessons.course(game)
    assert course is not None
    say = reader.text
    happened = limits.truncate_lines([f"-# {line}" for line in outcome_lines], MAX_EVENTS_LENGTH)
    head = [f"### {say.t('That was the last lesson.')}", *filter(None, [note, happened]), say.name(course.end)]
    buttons = [controls.button(reader.label.t("From the beginning"), "lagain", game.id)]
    if interaction.guild_id is None:
        head.append(say.t("Ready for a first match? Type `/match new` in a channel of a server where I am."))
    else:
        head.append(say.t("Ready for a first match? The lobby opens here, and you can add computers."))
        begin = controls.button(reader.label.t("First match"), "newmatch", game.id, "first", style=Style.primary)
        buttons.insert(0, begin)
    return panel.PanelPage([controls.text(limits.truncate_lines(head, MAX_HEAD_LENGTH)), controls.row(*buttons)])


def _game(press: ComponentInteraction) -> AnyGame:
    game = press.interaction.client.games.get(press.arg(0))
    if game is None or lessons.course(game) is None:
        raise controls.stale_button_error()
    return game


async def _current_learner(press: ComponentInteraction) -> Learner | None:
    """Return the learner if the button belongs to the current step; if not, show the current step and return None."""
    game = _game(press)
    progress = await press.interaction.client.service.people.progress(press.interaction.user.id, game.id)
    course = lessons.course(game)
    if course is not None and progress.step < len(course.steps):
        learner = await _learner(press.interaction, game, progress)
        if tuple(map(str, learner.where)) == press.args[:3]:
            return learner
    await show(press.interaction, game)
    return None


def _with_reason(learner: Learner, action: Action, note: str) -> str:
    """Return a note followed by a sentence with the reason for the action, which completes a step."""
    say = learner.reader.text
    reason = learner.game.move_reason(say, learner.view, [action])
    return "\n".join(filter(None, [note, hints_panel.reason_line(say.t("Why it's good:"), reason)]))


def _outcome_lines(learner: Learner, answer: Answer) -> list[str]:
    """Return a line for each event that an action caused and, if the match is over, a line with the final scores."""
    lines = list(event_lines(learner.game, learner.reader.signed, answer.events, learner.lesson.seat))
    if answer.result is not None:
        lines.append(" · ".join(places(learner.reader.text, answer.result)))
    return lines


async def _show_result(press: ComponentInteraction, learner: Learner, action: Action, answer: Answer) -> None:
    """After a right move, save the progress and show the next page; after a wrong move, undo it and explain why."""
    say, lesson = learner.reader.text, learner.lesson
    outcome_lines = _outcome_lines(learner, answer)
    if answer.right:
        await learner.bot.service.people.save_progress(learner.user_id, learner.game.id, answer.progress)
        note = f"**{say.t('Well done.')}**"
        if answer.progress.step != lesson.progress.step:
            note = _with_reason(learner, action, note)
        await show(press.interaction, learner.game, note, outcome_lines)
        return
    general = say.t("The rules allow it, but this step is about something else.")
    words = say.name(answer.words) if answer.words is not None else general
    put_back = say.t("I've put everything back.")
    note = f"**{words}** {put_back}"
    undone_lines = [say.t("This would have happened:"), *outcome_lines] if outcome_lines else []
    await show(press.interaction, learner.game, note, undone_lines, wrong=True)


async def _make_moves(press: ComponentInteraction, tokens: Sequence[str]) -> None:
    """Make the chosen moves in order. Stop after the first that is wrong or completes the step."""
    learner = await _current_learner(press)
    if learner is None:
        return
    actions = [panel_choices.find_choice(learner, token).action for token in tokens]
    events: list[Event] = []
    for place, action in enumerate(actions):
        answer = await asyncio.to_thread(lessons.judge, learner.lesson, action)
        if answer.right:
            events += answer.events
            answer = answer._replace(events=events)
        if not answer.right or answer.progress.step != learner.lesson.progress.step or action is actions[-1]:
            await _show_result(press, learner, action, answer)
            return
        game, course = learner.game, learner.lesson.course
        await learner.bot.service.people.save_progress(learner.user_id, game.id, answer.progress)
        lesson = await asyncio.to_thread(lessons.lesson, game, course, answer.progress)
        learner = replace(learner, lesson=lesson)
        if panel_choices.choice_of(learner, actions[place + 1]) is None:
            outcome_lines = event_lines(game, learner.reader.signed, events, lesson.seat)
            await show(press.interaction, game, told=outcome_lines)
            return


@on("learn", opens=True, begins=True)
async def learn(press: ComponentInteraction) -> None:
    """Start or continue a game's lessons."""
    await show(press.interaction, _game(press))


@on("lagain", begins=True)
async def begin_again(press: ComponentInteraction) -> None:
    """Start a game's lessons from the beginning."""
    game = _game(press)
    await press.interaction.client.service.people.save_progress(press.interaction.user.id, game.id, Progress())
    await show(press.interaction, game)


@on("lpanel")
async def look_again(press: ComponentInteraction) -> None:
    """Show the page of the current step."""
    await show(press.interaction, _game(press))


@on("lact")
async def act(press: ComponentInteraction) -> None:
    """Make the move that the pressed button stands for."""
    await _make_moves(press, [press.last])


@on("lpick")
async def pick(press: ComponentInteraction) -> None:
    """Make the moves chosen in a menu, or open the group of moves that was chosen."""
    opened = next((value for value in press.values if value == paging.MORE or value.startswith("g")), None)
    if opened is None:
        await _make_moves(press, press.values)
    else:
        await _turn(press, press.arg(3) if opened == paging.MORE else opened[1:], "0")


@on("lgroup")
async def turn_page(press: ComponentInteraction) -> None:
    """Show another page of a long group of moves."""
    await _turn(press, press.arg(3), press.arg(4))


async def _turn(press: ComponentInteraction, number: str, page: str) -> None:
    learner = await _current_learner(press)
    if learner is None:
        return
    place = controls.number(number)
    groups = choice_controls.arrange_choices(learner, panel_choices.choices(learner)).groups
    part = choice_menus.group_part(learner, groups, place, controls.number(page))
    menu = choice_menus.menu(learner, place, part.title, part.choices, part.page)
    say = learner.reader.label
    nav = [controls.button(say.t("Back"), "lpanel", learner.game.id)]
    nav += paging.page_buttons(say, part.page, part.last_page, "lgroup", *learner.where, place)
    items = [controls.text(f"### {part.title}"), controls.row(menu), controls.row(*nav)]
    await panel_handlers.edit(press.interaction, panel.PanelPage(items, None, 1))


@on("lshow")
async def show_move(press: ComponentInteraction) -> None:
    """Make the right move of the current step for the learner."""
    learner = await _current_learner(press)
    if learner is not None:
        answer = await asyncio.to_thread(lessons.judge, learner.lesson, learner.lesson.shown)
        say, game = learner.reader.text, learner.game
        await learner.bot.service.people.save_progress(learner.user_id, game.id, answer.progress)
        move_label = game.action_text(learner.reader.label, learner.view, learner.lesson.shown).label
        note = _with_reason(learner, learner.lesson.shown, say.t("The move was: **{move}**", move=move_label))
        await show(press.interaction, game, note, _outcome_lines(learner, answer))


@on("lback")
async def go_back(press: ComponentInteraction) -> None:
    """Return to the start of the current step or, from there, to the previous step."""
    learner = await _current_learner(press)
    if learner is not None:
        progress = lessons.previous_progress(learner.lesson)
        await learner.bot.service.people.save_progress(learner.user_id, learner.game.id, progress)
        await show(press.interaction, learner.game)


@on("lleave")
async def leave(press: ComponentInteraction) -> None:
    """Close the lessons, and show a button for continuing them later."""
    game = _game(press)
    reader = await reader_for(press.interaction)
    words = reader.text.t("I've saved your place. `/learn` continues where you left off.")
    go_on = controls.button(reader.label.t("Continue"), "lpanel", game.id, style=Style.primary)
    await panel_handlers.edit(press.interaction, panel.PanelPage([controls.text(words), controls.row(go_on)]))
