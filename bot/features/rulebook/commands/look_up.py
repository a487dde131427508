"""`/rules` and `/card`: look up rules and cards, even if their names are misspelt."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands
from rapidfuzz import fuzz, process, utils

from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.match_context import MatchContext, accent_colour, context_of, picture, reader_for, waiting_line
from bot.discord.ui import answers, limits
from bot.discord.ui import safe_names as names
from bot.discord.ui.answers import respond
from bot.discord.ui.locale import described
from bot.discord.ui.person_lookup import locale_for
from bot.features.rulebook.panel import guide
from bot.features.rulebook.panel import rule as rule_panel
from bot.features.rulebook.service.word_stems import content_words, folded
from bot.matches.service_results import MatchInfo
from bot.table.lobby import pack_words
from bot.table.play import lookup_menus
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.rule_conditions import Table
from rules.kernel.words.rulebook import Rule
from rules.kernel.words.translation import LOCALES, N_, Entry, Translator

#: The keywords that make `/rules` show the legend of icons, or the summary of turns and of the game's end.
ICONS = N_("icons")
SUMMARY = N_("summary")
#: Minimum similarity (out of 100) between a typed name and the name of an entry.
MIN_SIMILARITY = 60
#: Maximum number of rules shown in a reply.
MAX_RULES = 5


async def _played(interaction: Interaction, game: AnyGame) -> MatchInfo | None:
    """Return the channel's match if it is a running match of this game; otherwise, None."""
    if interaction.channel_id is None:
        return None
    info = await interaction.client.service.matches.in_channel(interaction.channel_id)
    return info if info is not None and info.game == game.id and info.status == "playing" else None


async def _match_here(interaction: Interaction, game: AnyGame) -> MatchContext | None:
    """Return the channel's match from this person's point of view if it is a running match of this game."""
    info = await _played(interaction, game)
    return None if info is None else await context_of(interaction, info)


def _is_word(say: Translator, words: str, keyword: str) -> bool:
    """Return whether the typed text is a keyword, in English or the person's language, with or without accents."""
    return folded(words.strip()) in (folded(keyword), folded(say.t(keyword)))


@slash(
    "rules",
    N_("Find a rule by number or words; “icons” explains them, “summary” a turn and the end."),
    anywhere=True,
)
@app_commands.describe(
    words=described(N_("A rule's number or a few words; “icons” for the legend, “summary” for the turn.")),
    game=described(N_("Which game; by default the one being played in this channel.")),
)
@app_commands.autocomplete(game=complete_game)
async def rules_command(interaction: Interaction, words: str, game: str | None = None) -> None:
    """Show the rules that best match the typed words, the legend of icons, or the summary of a game."""
    selected_game = await required_game(interaction, game)
    reader = await reader_for(interaction)
    say = reader.text
    if _is_word(say, words, SUMMARY):
        info = await _played(interaction, selected_game)
        if await guide.summarize(interaction, selected_game, len(info.seats) if info else 0):
            return
    if _is_word(say, words, ICONS):
        title = say.t("{game}: what the icons mean", game=selected_game.title(say))
        legend = interaction.client.pictures.legend(selected_game.id, reader.locale)
        legend_picture = await picture(legend, "icons.png", title)
        await answers.show(interaction, f"### {title}", legend_picture, accent=accent_colour(selected_game))
        return
    ctx = await _match_here(interaction, selected_game)
    matching_rules = await _rules_about(selected_game, reader.locale, words, ctx, MAX_RULES)
    if not matching_rules and ctx and not content_words(reader.locale, words):
        nothing_to_do = say.t("There's nothing for you to do right now.")
        await respond(interaction, f"{nothing_to_do} {waiting_line(say, ctx.table)}")
        return
    if not matching_rules and find(selected_game, say, words) is not None:
        raise Refusal(N_("I found no rule about “{words}”, but `/card` shows it."), words=names.quote(words))
    if not matching_rules:
        raise Refusal(N_("I found no rule about “{words}”; try other words or a number."), words=names.quote(words))
    await rule_panel.show(interaction, selected_game, reader, matching_rules)


async def _rules_about(game: AnyGame, locale: str, words: str, ctx: MatchContext | None, limit: int) -> list[Rule]:
    """Return the rules that best match the typed words; those for the channel's match come first."""
    now = rule_panel.current_rules(ctx) if ctx else ()
    table = Table(len(ctx.info.seats), ctx.info.options) if ctx else None
    return await asyncio.to_thread(_search, game, locale, words, limit, now, table)


def _search(game: AnyGame, locale: str, words: str, limit: int, now: Sequence[str], table: Table | None) -> list[Rule]:
    """Search the rules. This is slow, so call it in a thread."""
    # Importing this loads numpy, which must not delay the start of the bot.
    from bot.features.rulebook.service.search import search as search_rules

    return search_rules(game, locale, words, limit, now, table)


@rules_command.autocomplete("words")
async def complete_rule(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest rules that match the typed text."""
    try:
        game = await required_game(interaction, getattr(interaction.namespace, "game", None))
    except Refusal:
        return []
    locale = await locale_for(interaction)
    say, typed = Translator(locale), folded(current.strip())
    words = ((ICONS, say.t("icons")), (SUMMARY, say.t("summary")))
    offered = [app_commands.Choice(name=name, value=value) for value, name in words if folded(name).startswith(typed)]
    if not typed:
        return offered
    ctx = await _match_here(interaction, game)
    found = await _rules_about(game, locale, current, ctx, limits.CHOICES)
    offered += [
        app_commands.Choice(name=limits.truncate(f"{rule.id}: {rule.text}", limits.CHOICE_NAME), value=rule.id)
        for rule in found
    ]
    return offered[: limits.CHOICES]


@slash("card", N_("Show a card, place or other thing in a game, by its name."), anywhere=True)
@app_commands.describe(
    name=described(N_("Its name, or something like it.")),
    game=described(N_("Which game; by default the one being played in this channel.")),
)
@app_commands.autocomplete(game=complete_game)
async def card(interaction: Interaction, name: str, game: str | None = None) -> None:
    """Show the picture and the text of a card or of another entry of the game."""
    selected_game = await required_game(interaction, game)
    reader = replace(await reader_for(interaction), pack=await pack_words.pack_in_channel(interaction, selected_game))
    say = reader.text
    entry = find(selected_game, say, name)
    if entry is None and not selected_game.look_up(say):
        raise Refusal(N_("In this game, you can't look up anything by name; `/rules` finds its rules."))
    if entry is None:
        raise Refusal(N_("I don't know “{words}”; the list shows what there is."), words=names.quote(name))
    drawing = interaction.client.pictures.card(selected_game.id, entry.id, reader.locale, reader.pack)
    card_picture = await picture(drawing, "card.png", lookup_menus.alt_text(entry))
    await answers.show(
        interaction,
        lookup_menus.entry_text(selected_game, say, entry),
        card_picture,
        accent=accent_colour(selected_game),
    )


def find(game: AnyGame, say: Translator, name: str) -> Entry | None:
    """Return the entry with this name, which may be in any language; None if there is no entry with this name.

    The returned entry is in the reader's language.
    """
    entries = game.look_up(say)
    entries_found = search(entries, name, 1)
    for locale in LOCALES:
        if not entries_found and locale != say.locale:
            by_id = {entry.id: entry for entry in entries}
            entries_found = [
                by_id[entry.id]
                for entry in search(game.look_up(Translator(locale, pack=say.pack)), name, 1)
                if entry.id in by_id
            ]
    return entries_found[0] if entries_found else None


@card.autocomplete("name")
async def complete_card(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest cards and other entries that match the typed text."""
    try:
        game = await required_game(interaction, getattr(interaction.namespace, "game", None))
    except Refusal:
        return []
    say = (await reader_for(interaction)).label
    entries = game.look_up(say.for_pack(await pack_words.pack_in_channel(interaction, game)))
    return [
        app_commands.Choice(
            name=limits.truncate(f"{entry.name} ({entry.kind})", limits.CHOICE_NAME),
            value=entry.id[: limits.CHOICE_VALUE],
        )
        for entry in search(entries, current, limits.CHOICES)
    ]


def search(entries: list[Entry], words: str, limit: int) -> list[Entry]:
    """Return the entries whose names resemble the typed words, best match first; all entries if no words are typed."""
    query = words.strip().casefold()[: limits.SEARCH_TEXT]
    if not query:
        return entries[:limit]
    exact_matches = [entry for entry in entries if query in (entry.id.casefold(), entry.name.casefold())]
    if exact_matches and limit == 1:
        return exact_matches[:1]
    within = [entry for entry in entries if query in entry.name.casefold() and entry not in exact_matches]
    names = {index: entry.name for index, entry in enumerate(entries)}
    hits = process.extract(
        query, names, scorer=fuzz.WRatio, processor=utils.default_process, limit=limit, score_cutoff=MIN_SIMILARITY
    )
    similar_entries = [entries[index] for _, _, index in hits]
    exact_or_partial = exact_matches + within
    return [*exact_or_partial, *(entry for entry in similar_entries if entry not in exact_or_partial)][:limit]
