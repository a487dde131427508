"""Buttons and forms for writing, changing and deleting decks, and the lobby's menu for choosing a deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.match_context import accent_colour, reader_for
from bot.discord.ui import answers, controls, errors, limits, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import ReaderContext
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.features.decks.panel.personal_decks import FoundDeck
from bot.features.decks.service import MAX_NAME_LENGTH, PersonalDecks
from bot.matches.lobby.brought_decks import check_brought, decks_of
from bot.matches.service_results import MatchInfo
from bot.table.lobby import pack_words
from rules.kernel.content.decks import DeckError
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Menu value for a random ready-made deck.
RANDOM_DECK = "-"


# -- one deck -------------------------------------------------------------------------------------------------


async def show(interaction: Interaction, found: FoundDeck, note: str = "") -> None:
    """Show a deck to its owner, as text and as a picture, with buttons to change it."""
    reader = await reader_for(interaction)
    say = reader.text
    lines = [note] if note else []
    lines += [f"## {found.title}", deck_parsing.verdict(say, found), decks_of(found.game).describe(say, found.deck)]
    deck_picture_file = await deck_parsing.deck_picture(interaction.client, reader, found)
    own_deck, label = found.own, reader.label.t("Edit the list")
    edit = None if own_deck is None else [controls.button(label, "deckedit", own_deck.id)]
    await answers.show_long(interaction, "\n".join(lines), deck_picture_file, edit, accent=accent_colour(found.game))


def form(say: Translator, title: str, name: str, text: str, verb: str, *args: int | str) -> ui.Modal:
    """Return the form for a deck's name and the list of its cards."""
    first = ui.TextInput[Any](custom_id="name", default=name or None, max_length=MAX_NAME_LENGTH)
    return controls.fields_form(title, [(say.t("Name"), first), _cards_field(say, text)], verb, *args)


def list_form(say: Translator, title: str, text: str, verb: str, *args: int | str) -> ui.Modal:
    """Return a form that contains only the list of a deck's cards."""
    return controls.fields_form(title, [_cards_field(say, text)], verb, *args)


def _cards_field(say: Translator, text: str) -> tuple[str, ui.TextInput[Any]]:
    return say.t("One card per line, for example: 4x Card name"), controls.paragraph("cards", limits.FORM_TEXT, text)


async def ask_for_list(interaction: Interaction, game: AnyGame, name: str) -> None:
    """Show a form into which a list can be pasted."""
    say = (await reader_for(interaction)).label
    await interaction.response.send_modal(
        form(say, say.t("A new deck"), name[:MAX_NAME_LENGTH], "", "deckpaste", game.id)
    )


@on("deckpaste", opens=True)
async def paste(press: ComponentInteraction) -> None:
    """Save the deck entered in the form as a new deck."""
    bot = press.interaction.client
    game = bot.games.get(press.arg(0))
    if game is None or len(press.values) < 2:
        raise controls.stale_button_error()
    name, text = press.values[:2]
    try:
        await save_text(press.interaction, game, text, name)
    except DeckError as fault:
        await _return_form(press.interaction, fault, name, text)


async def save_text(interaction: Interaction, game: AnyGame, text: str, name: str) -> None:
    """Save the deck listed in `text`, named `name`, and show it."""
    deck = deck_parsing.parse_deck(game, text, name, await pack_words.pack_in_channel(interaction, game))
    own, replaced = await interaction.client.service.part(PersonalDecks).save(interaction.user.id, game.id, deck)
    say = (await reader_for(interaction)).text
    note = say.t("I've replaced your deck of this name.") if replaced else say.t("I've saved your deck.")
    await show(interaction, FoundDeck(game, deck, own), note)


@on("deckedit", asks=True)
async def edit(press: ComponentInteraction) -> None:
    """Show a form for changing a deck's name and list."""
    (deck_id,) = press.numbers(1)
    bot, user_id = press.interaction.client, press.interaction.user.id
    game_id, own = await bot.service.part(PersonalDecks).get(user_id, deck_id)
    say = (await reader_for(press.interaction)).label
    # Omit the name from the list, because the form has a separate field for it.
    here = say.for_pack(await pack_words.pack_in_channel(press.interaction, bot.games[game_id]))
    deck = replace(own.deck, name="", pack=deck_parsing.pack_for_match(own.deck, here))
    text = decks_of(bot.games[game_id]).write(say, deck).strip()
    if len(text) > limits.FORM_TEXT:
        raise Refusal(
            N_("This list is too long for a form: use `/deck export`, edit the file, then use `/deck import`.")
        )
    await press.interaction.response.send_modal(form(say, say.t("Your deck"), own.name, text, "decksave", own.id))


@on("decksave", opens=True)
async def save(press: ComponentInteraction) -> None:
    """Replace a deck with the list entered in the form."""
    (deck_id,) = press.numbers(1)
    if len(press.values) < 2:
        raise controls.stale_button_error()
    name, text = press.values[:2]
    interaction = press.interaction
    personal_decks = interaction.client.service.part(PersonalDecks)
    game_id, _ = await personal_decks.get(interaction.user.id, deck_id)
    game = interaction.client.games[game_id]
    try:
        deck = deck_parsing.parse_deck(game, text, name, await pack_words.pack_in_channel(interaction, game))
    except DeckError as fault:
        await _return_form(interaction, fault, name, text)
        return
    saved_deck = await personal_decks.replace(interaction.user.id, deck_id, deck)
    await show(
        interaction,
        FoundDeck(game, deck, saved_deck),
        (await reader_for(interaction)).text.t("I've changed your deck."),
    )


async def _return_form(interaction: Interaction, fault: DeckError, name: str, text: str) -> None:
    """Report why a deck couldn't be saved, and send its list back as a file."""
    say = (await reader_for(interaction)).text
    hint = say.t("Nothing was saved. Your text is in the file: correct it and load it with `/deck import`.")
    await return_list(interaction, fault, f"Name: {deck_parsing.clean_name(name)}\n\n{text}", hint)


async def return_list(interaction: Interaction, fault: DeckError, text: str, hint: str) -> None:
    """Report what is wrong with a list, and send it back as a file, because Discord discards the form's contents."""
    say = (await reader_for(interaction)).text
    reply = limits.truncate_lines([*errors.deck_faults(fault, say), f"-# {hint}"], limits.CONTENT)
    await respond(interaction, reply, deck_parsing.text_file(text))


async def ask_to_delete(interaction: Interaction, saved_deck: FoundDeck) -> None:
    """Ask for confirmation before deleting a deck."""
    assert saved_deck.own is not None
    reader = await reader_for(interaction)
    yes = controls.button(reader.label.t("Delete the deck"), "deckgone", saved_deck.own.id, style=Style.danger)
    question = reader.text.t("This permanently deletes **{name}**. Are you sure?", name=saved_deck.title)
    await answers.show(interaction, question, [yes], accent=accent_colour(saved_deck.game))


@on("deckgone")
async def delete(press: ComponentInteraction) -> None:
    """Delete a deck after its owner has confirmed it."""
    interaction = press.interaction
    await interaction.client.service.part(PersonalDecks).delete(interaction.user.id, press.numbers(1)[0])
    say = (await reader_for(interaction)).text
    await respond(interaction, say.t("I've deleted the deck."))


# -- decks in the lobby ---------------------------------------------------------------------------------------


def lobby_section(reader: ReaderContext, game: AnyGame, info: MatchInfo) -> list[ui.Item[Any]]:
    """Return the lobby's sentence about decks and a button to choose one; empty if players don't bring decks."""
    if game.decks is None or not game.decks.are_brought(info.options):
        return []
    dealt = reader.text.t("Choose a deck in secret; if you don't, you get a random ready-made one.")
    return [controls.section(dealt, controls.button(reader.label.t("Deck"), "deck", info.id))]


@on("deck", opens=True)
async def open_choice(press: ComponentInteraction) -> None:
    """Show the decks that this person can bring to the match."""
    interaction = press.interaction
    bot, user_id = interaction.client, interaction.user.id
    info = await bot.service.matches.get(press.numbers(1)[0])
    if info.seat_of(user_id) is None:
        raise Refusal(N_("You don't have a seat at this table."))
    check_brought(bot.games[info.game], info.options)
    reader = await reader_for(interaction, info)
    say = reader.text
    brought_deck = await bot.service.brought_decks.brought_by(info.id, user_id)
    lines = [chosen_line(say, brought_deck.name if brought_deck else None)]
    choices = await _deck_menu(bot, user_id, info, reader)
    if len(choices) > limits.SELECT_OPTIONS:
        lines.append(say.t("`/deck use` offers all your decks."))
    menu = controls.select(
        reader.label.t("Which deck do you bring?"), choices[: limits.SELECT_OPTIONS], "deckuse", info.id
    )
    await answers.show(interaction, "\n".join(lines), [menu], accent=accent_colour(bot.games[info.game]))


async def _deck_menu(bot: Bot, user_id: int, info: MatchInfo, reader: ReaderContext) -> list[discord.SelectOption]:
    """Return the menu of decks that a person can bring to a match. Its first option is a random ready-made deck."""
    game, say = bot.games[info.game], reader.label
    offered = await decks_for_match(bot, user_id, game, info.options, say)
    return [controls.option(say.t("A random ready-made deck"), RANDOM_DECK), *menu_entries(game, say, offered)]


async def decks_for_match(
    bot: Bot, user_id: int, game: AnyGame, options: Mapping[str, Any], say: Translator
) -> dict[str, FoundDeck]:
    """Return the legal decks for a match with these options; the person's own decks come first."""
    deck_by_choice = await deck_parsing.all_decks(bot, user_id, game, say)
    pack = decks_of(game).pack_of(options)
    return {
        choice: candidate
        for choice, candidate in deck_by_choice.items()
        if candidate.deck.pack == pack and deck_parsing.is_legal(candidate)
    }


def menu_entries(game: AnyGame, say: Translator, offered: Mapping[str, FoundDeck]) -> list[discord.SelectOption]:
    """Return menu options for these decks."""
    blurbs = {one.id: one.blurb for one in decks_of(game).ready(say)}
    return [
        controls.option(deck_parsing.label(say, one), choice, blurbs.get(choice, "")) for choice, one in offered.items()
    ]


@on("deckuse")
async def choose(press: ComponentInteraction) -> None:
    """Bring the chosen deck to the match."""
    interaction = press.interaction
    info = await interaction.client.service.matches.get(press.numbers(1)[0])
    await use(interaction, info, None if press.value == RANDOM_DECK else press.value)


async def use(interaction: Interaction, info: MatchInfo, words: str | None) -> None:
    """Bring a deck to a match, and confirm it privately.

    If `words` is None, the deck is a random ready-made one.
    """
    bot, user_id = interaction.client, interaction.user.id
    reader = await reader_for(interaction, info)
    game = bot.games[info.game]
    decks_of(game)
    offered = await deck_parsing.all_decks(bot, user_id, game, reader.label) if words else {}
    found = deck_parsing.find_named(offered, words) if words else None
    await bot.service.brought_decks.bring(info.id, user_id, found.deck if found else None)
    await respond(interaction, chosen_line(reader.text, found.deck.name if found else None))


def chosen_line(say: Translator, name: str | None) -> str:
    """Return a sentence that names the deck that a person brings to the match."""
    if name is None:
        return say.t("You haven't chosen a deck, so you get a random ready-made one.")
    return say.t(
        "You play with **{name}** as it is now; if you change it later, use `/deck use` again. No one else "
        "learns which deck it is.",
        name=safe_names.safe_name(name, MAX_NAME_LENGTH),
    )
