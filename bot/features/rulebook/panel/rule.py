"""A rule as a message: its text, a menu of related rules, and an example with pictures of the board."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, accent_colour, context_at, picture, reader_for, required_seat
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, Part, on
from bot.discord.ui.locale import ReaderContext
from rules.kernel.engine.example import Played, played
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import Book, Rule
from rules.kernel.words.translation import N_, Translator

#: Maximum number of characters in the preview of a rule.
PREVIEW_LENGTH = 160
#: Maximum number of rules shown as previews below the best match.
MAX_PREVIEWS = 4


def line(say: Translator, rule: Rule) -> str:
    """Return a line with a rule's id and text. A prefix marks the project's own rulings."""
    ruling = f"*{say.t('Our ruling:')}* " if rule.ruling else ""
    return f"**{rule.id}** {ruling}{rule.text}"


async def show(interaction: Interaction, game: AnyParts, reader: ReaderContext, matching_rules: Sequence[Rule]) -> None:
    """Show the first of these rules in full, previews of the other rules, and a menu for reading them."""
    await answers.show(interaction, *page(game, reader, matching_rules), accent=accent_colour(game))


def page(game: AnyParts, reader: ReaderContext, matching_rules: Sequence[Rule]) -> list[Part]:
    """Return the components of a page that shows the first of these rules in full and previews of the others."""
    say, book = reader.text, game.book(reader.locale)
    first, *other_rules = matching_rules
    lines = [f"-# {game.title(say)}: {first.chapter}", line(say, first)]
    if book.locale != reader.locale:
        note = say.t("This game's rules are only in English.")
        lines.insert(1, f"-# {note}")
    previews = [limits.truncate(line(say, rule), PREVIEW_LENGTH) for rule in other_rules[:MAX_PREVIEWS]]
    return ["\n".join(lines), "\n".join(previews), _related_controls(game, reader.label, book, first, other_rules)]


def _related_controls(
    game: AnyParts, label: Translator, book: Book, rule: Rule, other_rules: Sequence[Rule]
) -> list[ui.Item[Any]]:
    """Return a menu of related rules and, if this rule has an example, a button that shows it.

    Related rules are the other search results, the rules that this rule mentions, and the rules in its chapter.
    """
    referenced_rules = [book.by_id[one] for one in rule.references if one in book.by_id]
    near = {one.id: one for one in (*other_rules, *referenced_rules, *book.chapters[rule.code])}
    near.pop(rule.id, None)
    items: list[ui.Item[Any]] = []
    example = example_of(game, book, rule)
    if example is not None:
        items.append(controls.button(label.t("Show me"), "showme", game.id, example))
    if near:
        options = [controls.option(f"{one.id}: {one.text}", one.id) for one in near.values()]
        items.append(controls.select(label.t("Read another rule"), options[: limits.SELECT_OPTIONS], "rule", game.id))
    return items


def example_of(game: AnyParts, book: Book, rule: Rule) -> str | None:
    """Return the id of a playable example for this rule or of a rule that mentions it; None if there is no example."""
    if rule.id in game.examples:
        return rule.id
    return next((one for one in book.shown_by.get(rule.id, ()) if one in game.examples), None)


def _game_of_press(press: ComponentInteraction) -> AnyGame:
    game = press.interaction.client.games.get(press.arg(0))
    if game is None:
        raise controls.stale_button_error()
    return game


@on("rule")
async def read_rule(press: ComponentInteraction) -> None:
    """Show in full the rule chosen in the menu."""
    await _show(press, press.value)


@on("whynot", opens=True)
async def explain_refusal(press: ComponentInteraction) -> None:
    """Show the rule that a refused action would have broken."""
    await _show(press, press.last)


async def _show(press: ComponentInteraction, rule_id: str) -> None:
    game, reader = _game_of_press(press), await reader_for(press.interaction)
    rule = game.book(reader.locale).by_id.get(rule_id)
    if rule is None:
        raise controls.stale_button_error()
    await show(press.interaction, game, reader, [rule])


def current_rules(ctx: MatchContext) -> tuple[str, ...]:
    """Return the ids of the rules behind the person's open question; empty if no question is waiting for them."""
    return ctx.game.rests_on(ctx.view, ctx.decision.prompt) if ctx.decision else ()


def why_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the button that shows the rules behind the person's open question; empty if no such rules are known."""
    return [controls.button(ctx.reader.label.t("Why?"), "why", ctx.info.id)] if current_rules(ctx) else []


@on("why", opens=True)
async def explain_question(press: ComponentInteraction) -> None:
    """Show the rules behind the person's open question."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    required_seat(ctx)
    book = ctx.game.book(ctx.reader.locale)
    found = [book.by_id[rule] for rule in current_rules(ctx) if rule in book.by_id]
    if not found:
        raise Refusal(N_("There's nothing for you to do right now."))
    await show(press.interaction, ctx.game, ctx.reader, found)


@on("showme", opens=True)
async def show_example(press: ComponentInteraction) -> None:
    """Play a worked example, and show the boards before and after the moves with the events in between."""
    game, reader = _game_of_press(press), await reader_for(press.interaction)
    example = game.examples.get(press.last)
    rule = game.book(reader.locale).by_id.get(press.last)
    if example is None or rule is None:
        raise controls.stale_button_error()
    played_example = await asyncio.to_thread(played, example)
    say = Translator(reader.locale, game.example_names(reader.text))
    visible_events = [event for event in played_example.events if event.seen_by(example.seat)]
    event_lines = [f"- {words}" for event in visible_events if (words := game.event_line(say, event))]
    parts = ["\n".join([f"-# {game.title(say)}: {rule.chapter}", line(say, rule)])]
    if event_lines:
        parts.append(limits.truncate_lines([f"**{say.t('What happens')}**", *event_lines], limits.CONTENT))
    picture_files = await _pictures(press, game, reader, played_example, example.seat)
    await answers.show(press.interaction, *parts, *picture_files, accent=accent_colour(game))


async def _pictures(
    press: ComponentInteraction, game: AnyGame, reader: ReaderContext, played_example: Played[Any], seat: int | None
) -> list[discord.File]:
    """Draw the boards before and after the moves, and this seat's hand if it matters.

    Pictures that can't be drawn are left out.
    """
    say, pictures = reader.text, press.interaction.client.pictures
    names = game.example_names(say)
    files: list[discord.File | None] = []
    for name, match, events in played_example.moments:
        alt, view = say.t(name), match.view(seat)
        board_image = pictures.board(view, reader.locale, names, events)
        files.append(await picture(board_image, f"{name.lower()}.png", alt))
        if seat is not None:
            files.append(await picture(pictures.hand(view, reader.locale, names), f"{name.lower()}_hand.png", alt))
    return [file for file in files if file is not None]
