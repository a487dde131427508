"""`/deck`: build decks and use them in matches. All replies are visible only to the person who used the command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, required_game
from bot.discord.commands.slash import ANYWHERE, OPENS_FORM
from bot.discord.match_context import accent_colour, match_here, reader_for
from bot.discord.ui import answers, limits, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.errors import reports_errors
from bot.discord.ui.locale import described
from bot.features.decks.panel import forms as deck_forms
from bot.features.decks.panel import match_deck_building as deck_drafts
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.features.decks.panel.personal_decks import FoundDeck
from bot.features.decks.service import MAX_NAME_LENGTH, PersonalDecks
from bot.matches.lobby.brought_decks import builds_decks, decks_of
from bot.table.lobby import pack_words
from rules.kernel.content.deck_lines import MOST_BYTES
from rules.kernel.content.decks import Deck
from rules.kernel.data.actions import OPTION
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_

#: Descriptions of the commands' options. The keys are the option names followed by a colon, as in the message
#: catalogues.
_OPTIONS = {
    N_("deck:"): N_("Which deck: one of yours or one of the game's."),
    N_("name:"): N_("The deck's name."),
    N_("start:"): N_("A deck to start from; by default the new deck is empty."),
    N_("file:"): N_("A text file with one card per line, like “4x Card name”; without it, a form opens."),
    N_("game:"): N_("Which game; by default the one being played in this channel."),
}


async def game_here(interaction: Interaction, name: str | None) -> AnyGame:
    """Return the chosen game or, if none was chosen, the game of this channel's match or the only game with decks.

    Raises Refusal if the game has no decks.
    """
    deck_games = [game for game in interaction.client.games.values() if game.decks is not None]
    game = deck_games[0] if len(deck_games) == 1 else await required_game(interaction, name)
    decks_of(game)
    return game


async def _find(interaction: Interaction, words: str, game: str | None) -> FoundDeck:
    """Return the deck that `words` names, which is the person's own or a ready-made deck; raises Refusal."""
    found_game = await game_here(interaction, game)
    say = (await reader_for(interaction)).label.for_pack(await pack_words.pack_in_channel(interaction, found_game))
    deck_by_choice = await deck_parsing.all_decks(interaction.client, interaction.user.id, found_game, say)
    return deck_parsing.find_named(deck_by_choice, words)


@reports_errors
async def list_decks(interaction: Interaction, game: str | None = None) -> None:
    """List a person's decks and the game's ready-made decks."""
    found_game = await game_here(interaction, game)
    say = (await reader_for(interaction)).text.for_pack(await pack_words.pack_in_channel(interaction, found_game))
    deck_by_choice = await deck_parsing.all_decks(interaction.client, interaction.user.id, found_game, say)
    lines: list[str] = []
    for found in deck_by_choice.values():
        if found.own is not None:
            state = say.t("can be played") if deck_parsing.is_legal(found) else say.t("not legal yet")
            cards = say.n("{n} card", "{n} cards", deck_parsing.count(found.deck))
            lines.append(f"- **{found.title}** — {cards}, {state}")
    if not lines:
        lines.append(say.t("None yet: `/deck new` starts one, `/deck import` loads a list."))
    ready = [f"- **{ready.name}** — {ready.blurb}" for ready in decks_of(found_game).ready(say)]
    parts = [[f"### {say.t('Your decks')}", *lines], [f"### {say.t('Ready to play')}", *ready]]
    truncated_parts = [limits.truncate_lines(part, limits.LAYOUT // 2) for part in parts]
    await answers.show(interaction, *truncated_parts, accent=accent_colour(found_game))


@reports_errors
async def show(interaction: Interaction, deck: str, game: str | None = None) -> None:
    """Show a deck as text and as a picture."""
    await deck_forms.show(interaction, await _find(interaction, deck, game))


@reports_errors
async def new(interaction: Interaction, name: str, start: str | None = None, game: str | None = None) -> None:
    """Create a deck that is empty or a copy of another deck."""
    found_game = await game_here(interaction, game)
    source = (await _find(interaction, start, game)).deck if start else Deck()
    deck = Deck(source.cards, deck_parsing.clean_name(name), source.pack)
    saved_deck = await interaction.client.service.part(PersonalDecks).create(interaction.user.id, found_game.id, deck)
    say = (await reader_for(interaction)).text
    await deck_forms.show(interaction, FoundDeck(found_game, deck, saved_deck), say.t("I've saved your deck."))


@reports_errors
async def import_deck(
    interaction: Interaction, file: discord.Attachment | None = None, name: str = "", game: str | None = None
) -> None:
    """Save the deck listed in a file or, if there is no file, open a form to paste the list into."""
    if file is None:
        await deck_forms.ask_for_list(interaction, await game_here(interaction, game), name)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    found_game = await game_here(interaction, game)
    text = await deck_parsing.read_file(file, MOST_BYTES)
    await deck_forms.save_text(interaction, found_game, text, name)


@reports_errors
async def export(interaction: Interaction, deck: str, game: str | None = None) -> None:
    """Return a deck as a text file that can be edited and imported again."""
    saved_deck = await _find(interaction, deck, game)
    say = (await reader_for(interaction)).text
    text = decks_of(saved_deck.game).write(say, saved_deck.deck)
    message = say.t("The list of **{name}**; `/deck import` loads it again.", name=saved_deck.title)
    await respond(interaction, message, deck_parsing.text_file(text))


@reports_errors
async def validate(interaction: Interaction, deck: str, game: str | None = None) -> None:
    """Show every rule that a deck breaks."""
    saved_deck = await _find(interaction, deck, game)
    say = (await reader_for(interaction)).text
    lines = deck_parsing.fault_lines(say, saved_deck)
    verdict = say.t("This deck breaks these rules:") if lines else say.t("You can play with this deck.")
    words = limits.truncate_lines([f"## {saved_deck.title}", verdict, *lines], limits.LAYOUT)
    await answers.show(interaction, words, accent=accent_colour(saved_deck.game))


@reports_errors
async def delete(interaction: Interaction, deck: str, game: str | None = None) -> None:
    """Ask for confirmation before deleting a deck."""
    saved_deck = await _find(interaction, deck, game)
    if saved_deck.own is None:
        raise Refusal(N_("That deck comes with the game; you can't delete it."))
    await deck_forms.ask_to_delete(interaction, saved_deck)


@reports_errors
async def use(interaction: Interaction, deck: str | None = None) -> None:
    """Bring a deck to this channel's match before it begins.

    If decks are built during the match, use the deck's cards for the person's deck in progress.
    """
    info = await match_here(interaction)
    game = interaction.client.games[info.game]
    if info.status == "playing" and deck and builds_decks(game, info.options):
        await deck_drafts.use(interaction, deck)
    else:
        await deck_forms.use(interaction, info, deck)


_COMMANDS: tuple[tuple[str, Callable[..., Any], str], ...] = (
    (N_("/list"), list_decks, N_("List your decks and the game's own.")),
    (N_("/show"), show, N_("Show a deck: its cards, their costs, and whether you can play it.")),
    (N_("/new"), new, N_("Start a deck, empty or as a copy of another.")),
    (N_("/import"), import_deck, N_("Save a deck from a text file, or paste its list.")),
    (N_("/export"), export, N_("Get a deck as a text file.")),
    (N_("/validate"), validate, N_("List every rule that a deck breaks.")),
    (N_("/delete"), delete, N_("Delete one of your decks.")),
    (N_("/use"), use, N_("Secretly choose your deck for this channel's match; without one, you get a ready-made one.")),
)


def groups(games: Mapping[str, AnyGame]) -> list[app_commands.Group]:
    """Return a list with the command group `/deck`; empty if none of these games has decks."""
    command_group = group(games)
    return [] if command_group is None else [command_group]


def group(games: Mapping[str, AnyGame]) -> app_commands.Group | None:
    """Return the command group `/deck` for the games with decks; None if there are no such games."""
    count = sum(game.decks is not None for game in games.values())
    if not count:
        return None
    command_group = app_commands.Group(
        name="deck",
        description=described(N_("Build your own decks and play with them.")),
        allowed_contexts=ANYWHERE,
    )
    for name, callback, words in _COMMANDS:
        command_group.add_command(_command(name.strip("/"), callback, words, several=count > 1))
    return command_group


def _command(
    name: str, callback: Callable[..., Any], words: str, *, several: bool
) -> app_commands.Command[Any, Any, Any]:
    """Return a `/deck` command, with the option `game` only if several games have decks."""

    async def call(interaction: Interaction, **options: Any) -> None:
        await callback(interaction, **options)

    signature = inspect.signature(callback)
    parameters = [one for one in signature.parameters.values() if several or one.name != "game"]
    # discord.py reads a command's options from the signature of its callback.
    call.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    extras = {OPENS_FORM: True} if callback is import_deck else {}
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=name, description=described(words), callback=call, extras=extras
    )
    options = [one.name for one in parameters if OPTION.format(one.name) in _OPTIONS]
    app_commands.describe(**{option: described(_OPTIONS[OPTION.format(option)]) for option in options})(command)
    for option in options:
        if option == "game":
            command.autocomplete(option)(complete_game)
        elif option in ("deck", "start"):
            command.autocomplete(option)(_complete_own if name == "delete" else _complete)
    return command


async def _complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the person's own decks and ready-made decks."""
    return await _suggest(interaction, current, ready=True)


async def _complete_own(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the person's own decks."""
    return await _suggest(interaction, current, ready=False)


async def _suggest(interaction: Interaction, current: str, *, ready: bool) -> list[app_commands.Choice[str]]:
    try:
        game = await game_here(interaction, getattr(interaction.namespace, "game", None))
    except Refusal:
        return []
    say = (await reader_for(interaction)).label.for_pack(await pack_words.pack_in_channel(interaction, game))
    deck_by_choice = await deck_parsing.all_decks(interaction.client, interaction.user.id, game, say, ready=ready)
    query = safe_names.clean_name(current, MAX_NAME_LENGTH).casefold() if current.strip() else ""
    labels = ((choice, deck_parsing.label(say, saved_deck)) for choice, saved_deck in deck_by_choice.items())
    return [
        app_commands.Choice(name=limits.truncate(text, limits.CHOICE_NAME), value=choice)
        for choice, text in labels
        if query in text.casefold()
    ][: limits.CHOICES]
