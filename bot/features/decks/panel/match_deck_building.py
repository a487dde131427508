"""Decks that are built during a match, edited as lists: exported to a file, edited in a form, or copied from a deck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.match_context import MatchContext, context_at, context_here, required_seat
from bot.discord.ui import controls, limits
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.features.decks.panel import forms as deck_forms
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.matches.lobby.brought_decks import decks_of
from bot.table.play import panel_handlers
from rules.kernel.content.decks import Deck, DeckError
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_


def _game(ctx: MatchContext) -> AnyGame:
    return ctx.bot.games[ctx.info.game]


def _deck_in_progress(ctx: MatchContext) -> Deck:
    """Return the deck that this person is building; raises Refusal."""
    building, seat = ctx.game.building, required_seat(ctx)
    deck = None if building is None else building.deck(ctx.table.match, seat)
    if deck is None:
        raise Refusal(N_("You aren't building a deck in this match now."))
    return deck


def list_buttons(ctx: MatchContext) -> list[ui.Item[Any]]:
    """Return the buttons for editing and for exporting the list of the person's deck in progress."""
    building, label = ctx.game.building, ctx.reader.label
    if building is None or ctx.seat is None or building.deck(ctx.table.match, ctx.seat) is None:
        return []
    return [
        controls.button(label.t("Edit as a list"), "poolform", ctx.info.id),
        controls.button(label.t("As a file"), "poolfile", ctx.info.id),
    ]


@on("poolfile", opens=True)
async def export(press: ComponentInteraction) -> None:
    """Export the deck in progress as a text file."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    say = ctx.reader.text
    text = decks_of(_game(ctx)).write(say, _deck_in_progress(ctx))
    message = say.t(
        "Your deck as it is now. You can paste the list back with *Edit as a list*, and save it with `/deck import`."
    )
    await respond(press.interaction, message, deck_parsing.text_file(text))


@on("poolform", asks=True)
async def edit(press: ComponentInteraction) -> None:
    """Show a form that contains the list of the deck in progress."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    say = ctx.reader.label
    text = decks_of(_game(ctx)).write(say, _deck_in_progress(ctx)).strip()
    if len(text) > limits.FORM_TEXT:
        raise Refusal(N_("This list is too long for a form: change cards with the menus."))
    await press.interaction.response.send_modal(
        deck_forms.list_form(say, say.t("Your deck"), text, "poolsave", ctx.info.id)
    )


@on("poolsave")
async def save(press: ComponentInteraction) -> None:
    """Replace the deck in progress with the list entered in the form."""
    ctx = await context_at(press.interaction, press.numbers(1)[0])
    _deck_in_progress(ctx)
    try:
        deck = deck_parsing.parse_deck(_game(ctx), press.value, pack=ctx.reader.pack)
    except DeckError as fault:
        hint = ctx.reader.text.t("Nothing has changed. Your text is in the file: correct it and paste it again.")
        await deck_forms.return_list(press.interaction, fault, press.value, hint)
        return
    await _replace_deck(press.interaction, ctx, deck)


async def use(interaction: Interaction, words: str) -> None:
    """Replace the deck in progress with a saved or ready-made deck."""
    ctx = await context_here(interaction)
    _deck_in_progress(ctx)
    deck_by_choice = await deck_parsing.all_decks(ctx.bot, ctx.user_id, _game(ctx), ctx.reader.label)
    await _replace_deck(interaction, ctx, deck_parsing.find_named(deck_by_choice, words).deck)


async def _replace_deck(interaction: Interaction, ctx: MatchContext, deck: Deck) -> None:
    building, seq = ctx.game.building, ctx.table.seq
    assert building is not None
    outcome = await ctx.bot.service.play.act_all(
        ctx.info.id, ctx.user_id, lambda match, seat: building.toward(match, seat, deck)
    )
    note = ctx.reader.text.t("I've changed your deck.")
    await panel_handlers.show(interaction, replace(ctx, table=outcome.table), note=note, after=seq)
