"""The messages that show a cup: its public post, and a private page for each person with their available actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.computers.policies import LEVELS
from bot.discord.bot import Bot, Interaction
from bot.discord.custom_ids import custom_id, with_mark
from bot.discord.http.channel_permissions import is_admin
from bot.discord.match_context import accent_colour, picture, reader_for
from bot.discord.ui import answers, controls, limits, paging, safe_names
from bot.discord.ui.answers import respond_with_layout
from bot.discord.ui.controls import Style
from bot.discord.ui.locale import ReaderContext
from bot.features.cups import words
from bot.features.cups.model import CupView, Fixture
from bot.features.cups.service.actions import Cups
from bot.matches.lobby.brought_decks import builds_decks
from bot.table.seats.computer_panel import REMOVE_COMPUTER, level_name
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: File name of the picture of a cup's standings.
PICTURE_FILE = "cup.png"
#: Number of cups on a page of `/cup list`, and maximum number of characters in a cup's entry on that page.
PAGE_SIZE, MAX_CUP_LENGTH = 8, 330
#: Verb of the button under every cup's post. The verb also identifies posts whose ids were not saved because the bot
#: crashed.
SHOW_VERB = "cup"
#: Maximum number of characters in each part of a post, so that the whole post fits into a message.
MAX_PART_LENGTH = limits.LAYOUT // 3
#: Number of characters reserved for the heading and the random seed when a cup is shown as text.
MAX_HEAD_LENGTH = 800
#: Menu value that awards a draw.
DRAW_VALUE = "draw"

# -- the public post --------------------------------------------------------------------------------------------------


async def post(bot: Bot, reader: ReaderContext, cup: CupView) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the public post of a cup, and the file with its picture."""
    say, label, game = reader.text, reader.label, bot.games[cup.game]
    standings_file = await standings_picture(bot, label, cup)
    parts: list[controls.Part] = [_head(say, game, cup), standings_file]
    if cup.status == "entry":
        parts.append(_entry(say, game, cup))
    elif cup.status == "playing":
        parts.append(_running(say, cup))
    else:
        parts.append(_ending(say, cup, in_words=standings_file is None))
    buttons = (
        [controls.button(label.t("Join"), "cupjoin", cup.id, style=Style.success)] if cup.status == "entry" else []
    )
    buttons.append(controls.button(label.t("Show the cup"), SHOW_VERB, cup.id))
    if cup.status != "entry":
        buttons.append(controls.button(label.t("In words"), "cupwords", cup.id, 0))
    view = controls.box(*parts, buttons, accent=accent_colour(game))
    return view, [standings_file] if standings_file is not None else []


async def standings_picture(bot: Bot, label: Translator, cup: CupView) -> discord.File | None:
    """Return the picture of a cup's standings; None if the cup has not begun."""
    if not cup.round:
        return None
    game = bot.games[cup.game]
    return await picture(
        bot.pictures.standings(words.sheet(label, game, cup)), PICTURE_FILE, words.alt_text(label, game, cup)
    )


def is_post(message: discord.Message, cup_id: int) -> bool:
    """Return whether this message is the bot's public post of this cup."""
    items = ui.LayoutView.from_message(message).walk_children()
    return any(isinstance(item, ui.Button) and item.custom_id == custom_id(SHOW_VERB, cup_id) for item in items)


def title(cup: CupView) -> str:
    """Return a cup's name, escaped for use in a message."""
    return safe_names.safe_name(cup.name, limits.THREAD_NAME)


def _head(say: Translator, game: AnyGame, cup: CupView) -> str:
    return f"## {title(cup)}\n-# {words.format_line(say, game, cup)}"


def _entry(say: Translator, game: AnyGame, cup: CupView) -> str:
    """Return the text shown before a cup begins: its entrants, and how to enter."""
    lines = [words.entrants(say, cup)]
    hint = say.t(
        "Press *Join* to enter. You play by these rules, against opponents drawn by lot. {host} starts the "
        "cup; from then on, its tables open automatically.",
        host=f"<@{cup.host_id}>",
    )
    lines.append(f"-# {hint}")
    if cup.rules.sealed:
        sealed = say.t("Everyone brings a deck and plays it to the end; the lists stay sealed until the cup is over.")
        lines.append(f"-# {sealed}")
    if note := words.deck_note(say, game, cup.rules):
        lines.append(f"-# {note}")
    lines += words.seed_line(say, cup)
    return limits.truncate_lines(lines, MAX_PART_LENGTH)


def _running(say: Translator, cup: CupView) -> str:
    lines = [f"**{words.round_title(say, cup, cup.round)}**", *words.running_fixtures(say, cup)]
    if len(lines) == 1:
        lines.append(say.t("This round is finished; I'll draw the next one shortly."))
    return limits.truncate_lines(lines, MAX_PART_LENGTH)


def _ending(say: Translator, cup: CupView, *, in_words: bool) -> str:
    lines: list[str] = []
    if (champion := cup.champion) is not None:
        lines.append(say.t("**{name}** has won the cup.", name=safe_names.safe_name(champion.name)))
    elif cup.status == "ended":
        lines.append(say.t("The cup ended early, without a winner."))
    best = words.standings(say, cup) if in_words else words.standings(say, cup)[:3]
    return limits.truncate_lines([*lines, *best], MAX_PART_LENGTH)


# -- the private page -------------------------------------------------------------------------------------------------


async def show(interaction: Interaction, cup: CupView, told: str = "") -> None:
    """Show a cup privately to a person, with the actions that they can take."""
    bot, reader = interaction.client, await reader_for(interaction)
    standings_file = await standings_picture(bot, reader.label, cup)
    manages = interaction.user.id == cup.host_id or is_admin(interaction, cup.guild_id)
    game = bot.games[cup.game]
    parts = page(reader, game, cup, interaction.user.id, standings_file, manages=manages, told=told)
    await answers.show(interaction, *parts, accent=accent_colour(game))


def page(
    reader: ReaderContext, game: AnyGame, cup: CupView, user_id: int, standings_file: discord.File | None, *,
    manages: bool, told: str = "",
) -> list[controls.Part]:  # fmt: skip
    """Return the components of a person's private page of a cup, from top to bottom."""
    say = reader.text
    head = _head(say, game, cup)
    if cup.status != "playing":
        head += f"\n**{words.progress_line(say, cup)}**"
    parts: list[controls.Part] = [told or None, head, standings_file]
    if cup.status == "playing":
        parts.append(_running(say, cup))
    elif cup.status == "entry":
        parts.append(words.entrants(say, cup))
    else:
        parts.append(_ending(say, cup, in_words=standings_file is None))
    parts.append(_own_status(say, cup, user_id) or None)
    parts.append(_controls(reader.label, cup, user_id, manages=manages, decks=players_bring_decks(game, cup)))
    return parts


def _own_status(say: Translator, cup: CupView, user_id: int) -> str:
    """Return a sentence about the person's own place or tie in a cup; "" if they have not entered the cup."""
    entrant, fixture = cup.entrant(user_id), cup.fixture_of(user_id)
    if entrant is None:
        return ""
    if not entrant.plays:
        return say.t("You've dropped out.")
    if cup.status == "entry":
        if entrant.has_deck and cup.rules.sealed:
            return say.t("You've entered; your deck is sealed, and no one learns which it is.")
        return say.t("You've entered.")
    if cup.status != "playing":
        return ""
    if fixture is None:
        return say.t("You're out of the cup.")
    if len(fixture.people) == 1:
        return say.t("You have a bye: you advance without playing this round.")
    label = say.t("Your table") if cup.rules.kind == "groups" else say.t("Your tie")
    return f"{label}: {words.fixture_line(say, cup, fixture)}"


def _controls(label: Translator, cup: CupView, user_id: int, *, manages: bool, decks: bool) -> list[ui.Item[Any]]:
    """Return the buttons and menus that a person can use in a cup."""
    items = _entry_buttons(label, cup, user_id, decks=decks)
    if cup.status == "entry" and manages:
        few = sum(entrant.plays for entrant in cup.entrants) < 2
        begin = controls.button(label.t("Begin now"), "cupbegin", cup.id, style=Style.primary, disabled=few)
        items.insert(0, begin)
    if cup.round:
        items.append(controls.button(label.t("In words"), "cupwords", cup.id, 0))
    if cup.rules.sealed and cup.status == "over":
        items.append(controls.button(label.t("Decks"), "cupdecks", cup.id))
    if manages and cup.status in ("entry", "playing"):
        items.append(controls.button(label.t("End the cup"), "cupend", cup.id, style=Style.danger))
        items += _host_menus(label, cup)
    return items


def _entry_buttons(label: Translator, cup: CupView, user_id: int, *, decks: bool) -> list[ui.Item[Any]]:
    """Return the buttons for a person's own entry, which join the cup, leave it, or change the deck."""
    entrant = cup.entrant(user_id)
    if entrant is None:
        join = controls.button(label.t("Join"), "cupjoin", cup.id, style=Style.success)
        return [join] if cup.status == "entry" else []
    items: list[ui.Item[Any]] = []
    if entrant.plays and cup.status in ("entry", "playing"):
        leave = label.t("Leave") if cup.status == "entry" else label.t("Drop out")
        items.append(controls.button(leave, "cupleave", cup.id))
    if entrant.plays and decks and may_change_deck(cup):
        items.append(controls.button(label.t("Deck"), "cupask", cup.id))
    return items


def _host_menus(label: Translator, cup: CupView) -> list[ui.Item[Any]]:
    """Return the host's and managers' menus: computer players before the cup begins, and ties that need a decision."""
    if cup.status == "entry":
        tie_options = [
            controls.option(label.t("Add a computer: {level}", level=level_name(label, level)), level)
            for level in LEVELS
        ]
        if any(one.computer is not None for one in cup.entrants):
            tie_options.append(controls.option(label.t("Remove a computer"), REMOVE_COMPUTER))
        menu = controls.select(label.t("Add a computer"), tie_options, "cupcomputer", cup.id)
        # Vary the custom_id, because Discord keeps showing the old choice while a menu's custom_id stays the same.
        menu.custom_id = with_mark(menu.custom_id, f"{len(cup.entrants):x}")
        return [menu]
    fixtures = cup.fixtures_of(cup.round)
    # First list undecided ties that need the host. Then list awarded ties, because the host may still change an award.
    tie_options = [
        *(
            option
            for fixture in fixtures
            if fixture.awaited == "award"
            for option in award_options(label, cup, fixture)
        ),
        *(option for tie in fixtures if tie.how == "awarded" for option in award_options(label, cup, tie)),
    ]
    shown_options = tie_options[: limits.SELECT_OPTIONS]
    return [controls.select(label.t("Award a tie to"), shown_options, "cupaward", cup.id)] if shown_options else []


def may_be_awarded(fixture: Fixture) -> bool:
    """Return whether the host can award a tie of this round: it must be undecided, or already awarded by the host."""
    return not fixture.is_settled or fixture.how == "awarded"


def remaining_players(cup: CupView, fixture: Fixture) -> list[int]:
    """Return the players of a tie who have not dropped out."""
    return [user for user in fixture.people if (entrant := cup.entrant(user)) is not None and entrant.plays]


def award_options(
    label: Translator, cup: CupView, fixture: Fixture, ranked_players: Sequence[int] = ()
) -> list[discord.SelectOption]:
    """Return the menu options for awarding a tie: one for each player and, in cups that allow it, a draw.

    `ranked_players` lists the players already ranked by the host in a group's match.
    """
    options: list[discord.SelectOption] = []
    for user in remaining_players(cup, fixture):
        if user not in ranked_players:
            name, others = _name_and_rivals(cup, fixture, user)
            value = _award_value(fixture, [*ranked_players, user])
            options.append(controls.option(name, value, label.t("against {names}", names=others)))
    if cup.rules.kind == "round_robin":
        both = " – ".join(safe_names.clean_name(name) for name in cup.names(fixture.people))
        options.append(controls.option(label.t("A draw"), f"{fixture.round}.{fixture.number}.{DRAW_VALUE}", both))
    return options


def _award_value(fixture: Fixture, order: Sequence[int]) -> str:
    """Return the menu value for an order of a tie's players.

    The value contains the players' indices within the tie, because their user ids would make it too long.
    """
    return ".".join(map(str, [fixture.round, fixture.number, *map(fixture.people.index, order)]))


def _name_and_rivals(cup: CupView, fixture: Fixture, user: int) -> tuple[str, str]:
    """Return the name of a player in a tie, and the names of their opponents."""
    name, *others = (
        safe_names.clean_name(one) for one in cup.names([user, *(one for one in fixture.people if one != user)])
    )
    return name, ", ".join(others)


def parse_award(cup: CupView, value: str) -> tuple[Fixture, list[int]]:
    """Parse a menu value into the tie and the players who get the first places, in order (no players for a draw).

    Raises Refusal if the tie can't be awarded or doesn't belong to the current round.
    """
    *which, order_text = ["", "", *value.split(".", 2)][-3:]
    for fixture in cup.fixtures_of(cup.round):
        if not may_be_awarded(fixture) or which != [str(fixture.round), str(fixture.number)]:
            continue
        if order_text == DRAW_VALUE and cup.rules.kind == "round_robin":
            return fixture, []
        user_by_index = {str(fixture.people.index(user)): user for user in remaining_players(cup, fixture)}
        chosen = order_text.split(".")
        if user_by_index.keys() >= set(chosen) and len(set(chosen)) == len(chosen):
            return fixture, [user_by_index[index] for index in chosen]
    raise Refusal(N_("That tie is already settled or isn't in this round."))


async def show_all(interaction: Interaction, page: int) -> None:
    """Show a person one page of the server's cups."""
    reader = await reader_for(interaction)
    say, server_cups = reader.text, await interaction.client.service.part(Cups).of_server(interaction.guild_id or 0)
    cups_on_page, page, last = paging.page_of(server_cups, page, PAGE_SIZE)
    items: list[ui.Item[Any]] = [controls.text(f"## {say.t('Cups')}")]
    for cup in cups_on_page:
        game = interaction.client.games[cup.game]
        lines = [f"**{title(cup)}**", f"**{words.progress_line(say, cup)}** · {words.entrants(say, cup, 4)}"]
        lines.append(f"-# {words.format_line(say, game, cup)}")
        show_button = controls.button(reader.label.t("Show"), SHOW_VERB, cup.id)
        items += [ui.Separator(), controls.section(limits.truncate_lines(lines, MAX_CUP_LENGTH), show_button)]
    if not server_cups:
        items.append(controls.text(say.t("This server has no cups yet. `/cup open` opens one.")))
    if turning := paging.page_buttons(reader.label, page, last, "cuppage"):
        items.append(controls.row(*turning))
    await respond_with_layout(interaction, controls.layout(ui.Container(*items)))


async def show_words(interaction: Interaction, cup: CupView, page: int) -> None:
    """Show a cup's standings and all its rounds as text, split into pages."""
    reader = await reader_for(interaction)
    say, game = reader.text, interaction.client.games[cup.game]
    standings = [f"### {say.t('Standings')}", *words.standings(say, cup)]
    lines = [*standings, *words.rounds(say, cup)]
    text_pages = limits.pages("\n".join(lines), limits.LAYOUT - MAX_HEAD_LENGTH)
    page_texts, page, last = paging.page_of(text_pages, page, 1)
    turning = paging.page_buttons(reader.label, page, last, "cupwords", cup.id)
    # Put the seed last, so screen readers don't read its long numbers before the rest. The seed is a separate component
    # because small print directly after a list would be shown as part of the list.
    luck = "\n".join(words.seed_line(say, cup)) if page == last else None
    await answers.show(interaction, _head(say, game, cup), *page_texts, luck, turning, accent=accent_colour(game))


def players_bring_decks(game: AnyGame, cup: CupView) -> bool:
    """Return whether players choose their own decks for a cup."""
    return game.decks is not None and not builds_decks(game, cup.rules.options)


def may_change_deck(cup: CupView) -> bool:
    """Return whether a cup's players may still choose another deck."""
    return cup.status == "entry" or (cup.status == "playing" and not cup.rules.sealed)
