"""`/cup`: open a cup, enter it, see its standings, and run it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.app.clock import DAY
from bot.computers.policies import LEVELS
from bot.discord.bot import Interaction
from bot.discord.commands.game_option import complete_game, find_game, required_game
from bot.discord.commands.slash import slash
from bot.discord.http.channel_permissions import channel_ids, is_admin
from bot.discord.match_context import reader_for
from bot.discord.ui import limits, safe_names
from bot.discord.ui.locale import code_of, described
from bot.features.cups.model import CupKind, CupRules, CupView
from bot.features.cups.panel import buttons as cup_buttons
from bot.features.cups.panel import pages
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.features.decks.service import MAX_NAME_LENGTH
from bot.features.open_tables.commands import LANGUAGES, PACES, check_place, thread_channel
from bot.matches.clocks.time_control import PRESET_TIME_CONTROLS
from bot.matches.lobby.brought_decks import builds_decks
from bot.table.lobby.option_values import PACK_OPTION, deck_choices
from bot.table.play import action_options
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

CUP = app_commands.Group(
    name="cup",
    description=described(N_("Play cups: many matches, one champion; the tables open automatically.")),
)
_WHICH = N_("Which cup? Choose one in the option `cup`; `/cup list` shows them all.")
_NONE = N_("There's no such cup in this server. `/cup list` shows them all.")
#: The kinds of cups, with the labels shown as choices in `/cup open`.
_KINDS = {
    "knockout": N_("Knock-out, one on one: the loser is out"),
    "round_robin": N_("Round robin, one on one: everyone plays everyone"),
    "groups": N_("Groups: bigger tables, the best advance"),
}
_WHICH_CUP = N_("Which cup; by default this channel's.")
Test = Callable[[CupView], bool]


# -- finding the cup --------------------------------------------------------------------------------------------------


def _may_manage(interaction: Interaction, cup: CupView) -> bool:
    return cup.host_id == interaction.user.id or is_admin(interaction, cup.guild_id)


def _is_playing(interaction: Interaction, cup: CupView) -> bool:
    entrant = cup.entrant(interaction.user.id)
    return cup.status in ("entry", "playing") and entrant is not None and entrant.plays


#: For each command, a function that decides whether the command applies to a cup.
_APPLICABLE: dict[str, Callable[[Interaction, CupView], bool]] = {
    "enter": lambda _, cup: cup.status == "entry",
    "leave": _is_playing,
    "start": lambda interaction, cup: cup.status == "entry" and _may_manage(interaction, cup),
    "computer": lambda interaction, cup: cup.status == "entry" and _may_manage(interaction, cup),
    "remove": lambda interaction, cup: cup.status in ("entry", "playing") and _may_manage(interaction, cup),
    "host": lambda interaction, cup: cup.status in ("entry", "playing") and _may_manage(interaction, cup),
    "award": lambda interaction, cup: cup.status == "playing" and _may_manage(interaction, cup),
    "end": lambda interaction, cup: cup.status in ("entry", "playing") and _may_manage(interaction, cup),
}


async def _find(interaction: Interaction, name: str | None) -> CupView:
    """Return the cup with this name.

    If `name` is None, return the cup of this channel's match, or the only cup that the command applies to. Raises
    Refusal.
    """
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    cups = await interaction.client.service.part(Cups).of_server(interaction.guild_id)
    if name:
        labels = {str(cup.id): safe_names.clean_name(cup.name, limits.CHOICE_NAME) for cup in cups}
        if name in labels:
            return next(cup for cup in cups if str(cup.id) == name)
        suggestions = action_options.suggest(labels, name)
        if len(suggestions) == 1:
            return next(cup for cup in cups if str(cup.id) == suggestions[0][1])
        raise Refusal(_WHICH if suggestions else _NONE)
    return await _without_name(interaction, cups)


async def _without_name(interaction: Interaction, cups: Sequence[CupView]) -> CupView:
    """Return the cup of this channel's match, or else the only cup in the channel or server that suits the command.

    Raises Refusal if there is no such cup, or if there are several.
    """
    bot, test = interaction.client, _applicability_test(interaction)
    info = await bot.service.matches.in_channel(interaction.channel_id or 0, live=False)
    table = None if info is None else await bot.service.part(Cups).of_match(info.id)
    suitable = [cup for cup in cups if test(interaction, cup)]
    candidates = [cup for cup in suitable if table is not None and cup.id == table.cup_id] or suitable
    return _only_suitable(cups, candidates, [cup for cup in candidates if cup.channel_id in channel_ids(interaction)])


def _only_suitable(cups: Sequence[CupView], suitable: Sequence[CupView], in_channel: Sequence[CupView]) -> CupView:
    """Return the only suitable cup in the channel or, if the channel has none, in the server.

    `suitable` lists the cups that the command applies to, and `in_channel` the suitable cups in this channel.
    Raises Refusal if there isn't exactly one.
    """
    # If the command applies to no cup but there is only one cup, return that one, so the command can explain why it
    # doesn't apply.
    fallback_cups = [] if suitable else _not_ended(cups) or list(cups)
    for candidates in (in_channel, _not_ended(suitable), suitable, fallback_cups):
        if len(candidates) == 1:
            return candidates[0]
    raise Refusal(_WHICH if suitable or fallback_cups else _NONE)


def _not_ended(cups: Sequence[CupView]) -> list[CupView]:
    """Return the cups that have not ended."""
    return [cup for cup in cups if cup.status in ("entry", "playing")]


def _applicability_test(interaction: Interaction) -> Callable[[Interaction, CupView], bool]:
    """Return the function that decides whether the current command applies to a cup."""
    return _APPLICABLE.get(interaction.command.name if interaction.command else "", lambda _interaction, _cup: True)


async def complete_cup(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the server's cups that the command applies to."""
    test = _applicability_test(interaction)
    cups = await interaction.client.service.part(Cups).of_server(interaction.guild_id or 0)
    labels = {
        str(cup.id): safe_names.clean_name(cup.name, limits.CHOICE_NAME) for cup in cups if test(interaction, cup)
    }
    return _suggest(labels, current)


# -- opening ----------------------------------------------------------------------------------------------------------


@slash(
    "open",
    N_("Open a cup for others to enter; its tables open automatically, round by round."),
    group=CUP,
    begins=True,
)
@app_commands.describe(
    name=described(N_("The cup's name.")),
    game=described(N_("Which game; by default the last one played in this channel.")),
    kind=described(N_("Who plays whom; by default knock-out, or groups in a game for more than two.")),
    size=described(N_("Groups: players per table; by default as many as the game takes, up to four.")),
    onward=described(N_("Groups: how many advance from each table; one by default.")),
    three=described(N_("Whether a tie is the best of three; the loser of a match begins the next.")),
    pace=described(N_("Which clock you play by; by default this server's usual one.")),
    days=described(N_("After how many days I ask the host about a round's unfinished ties.")),
    sealed=described(N_("Whether everyone plays one deck, sealed on entry; yes by default.")),
    decks=described(N_("How everyone gets a deck, if the game has several ways; by default the usual one.")),
    pack=described(N_("The server's content pack to play with; by default the game's own cards.")),
    rated=described(N_("Whether the matches count for ratings, if this server has a ladder.")),
    first=described(N_("Whether to use the set-up for beginners.")),
    language=described(N_("The language of the matches' posts; by default this server's.")),
)
@app_commands.choices(
    kind=[app_commands.Choice(name=described(told), value=kind) for kind, told in _KINDS.items()],
    pace=[app_commands.Choice(name=described(told), value=name) for name, told in PACES.items()],
    language=LANGUAGES,
)
@app_commands.autocomplete(game=complete_game)
async def open_cup(
    interaction: Interaction,
    name: app_commands.Range[str, 1, 60],
    game: str | None = None,
    kind: str | None = None,
    size: app_commands.Range[int, 3, 12] | None = None,
    onward: app_commands.Range[int, 1, 6] | None = None,
    three: bool = False,
    pace: str | None = None,
    days: app_commands.Range[int, 1, 365] | None = None,
    sealed: bool | None = None,
    decks: str | None = None,
    pack: str | None = None,
    rated: bool = False,
    first: bool = False,
    language: str | None = None,
) -> None:
    """Open a new cup in this channel."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise app_commands.NoPrivateMessage
    bot, selected_game = interaction.client, await required_game(interaction, game)
    settings = await bot.service.servers.settings(interaction.guild_id)
    settings.check_channel(channel_ids(interaction))
    check_place(interaction, pace)
    channel, news = await thread_channel(interaction)
    locale = language or settings.language or code_of(interaction.guild_locale, bot.settings.locale)
    of, options = _kind(selected_game, kind), _options(selected_game, decks, pack, first=first)
    rules = CupRules(
        kind=of,
        size=_table_size(selected_game, size) if of == "groups" else 2,
        series=3 if three else 1,
        onward=onward or 1,
        sealed=selected_game.decks is not None and not builds_decks(selected_game, options)
        if sealed is None
        else sealed,
        options=options,
        pace=settings.pace if pace is None else PRESET_TIME_CONTROLS[pace].to_json(),
        locale=locale,
        rated=rated,
        news=news,
        round_lasts=None if days is None else days * DAY,
    )
    request = CupRequest(selected_game.id, interaction.guild_id, channel, name, rules)
    cup = await bot.service.part(Cups).open(request, interaction.user.id)
    bot.dispatch("cups_changed")
    say = (await reader_for(interaction)).text
    told = say.t(
        "The cup is open and shown in {channel}. You're the host; to play too, press *Join*.", channel=f"<#{channel}>"
    )
    await pages.show(interaction, cup, told)


def _kind(game: AnyGame, chosen: str | None) -> CupKind:
    """Return the kind of a new cup: the chosen kind, or else the default kind for the game."""
    if chosen == "round_robin" or chosen == "groups":
        return chosen
    return "knockout" if chosen is not None or 2 in game.seats else "groups"


def _options(game: AnyGame, decks: str | None, pack: str | None, *, first: bool) -> dict[str, Any]:
    """Return the match options that were chosen for a new cup; raises Refusal if the game doesn't support a choice."""
    options = dict(game.first_match) if first else {}
    if decks is not None:
        name_by_value = {value: words.partition(":")[0].casefold() for value, words in deck_choices(game, Translator())}
        deck_choice = next((value for value, name in name_by_value.items() if decks.casefold() in (value, name)), None)
        if game.building is None or deck_choice is None:
            raise Refusal(N_("This game has no such way to get decks; choose one that the option `decks` offers."))
        options[game.building.option] = deck_choice
    if pack is not None:
        if game.packs is None:
            raise Refusal(N_("You can't add content packs to this game."))
        options[PACK_OPTION] = pack
    return options


@open_cup.autocomplete("decks")
async def _complete_decks(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the deck options of the chosen game."""
    game, say = await _game_of(interaction), (await reader_for(interaction)).label
    labels = {} if game is None else dict(deck_choices(game, say))
    return _suggest(labels, current)


@open_cup.autocomplete("pack")
async def _complete_pack(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest this server's content packs for the chosen game."""
    game, say = await _game_of(interaction), (await reader_for(interaction)).label
    if game is None or interaction.guild_id is None:
        return []
    packs = await interaction.client.service.packs.available(interaction.guild_id, game.id)
    return _suggest({one.name: one.label(say.locale) for one in packs}, current)


async def _game_of(interaction: Interaction) -> AnyGame | None:
    """Return the game chosen for the new cup; None if no game is chosen yet."""
    return await find_game(interaction, getattr(interaction.namespace, "game", None))


def _suggest(labels: Mapping[str, str], current: str) -> list[app_commands.Choice[str]]:
    offered = action_options.suggest(
        {value: limits.truncate(words, limits.CHOICE_NAME) for value, words in labels.items()}, current
    )
    return [app_commands.Choice(name=label, value=value) for label, value in offered]


def _table_size(game: AnyGame, size: int | None) -> int:
    """Return the number of seats at each table of a group cup: the chosen number, or else a default for the game."""
    return size or max(3, min(4, game.seats[-1]))


# -- commands for everyone --------------------------------------------------------------------------------------------


@slash("enter", N_("Enter a cup; if decks are sealed, with one of yours."), group=CUP)
@app_commands.describe(
    cup=described(_WHICH_CUP),
    deck=described(N_("Your deck for the whole cup, if decks are sealed; if you leave it out, I ask.")),
)
@app_commands.autocomplete(cup=complete_cup)
async def enter(interaction: Interaction, cup: str | None = None, deck: str | None = None) -> None:
    """Enter a cup, or replace the deck before the cup begins."""
    await cup_buttons.enter(interaction, await _find(interaction, cup), deck)


@enter.autocomplete("deck")
async def _complete_deck(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the decks that the person can bring to the cup."""
    try:
        cup = await _find(interaction, getattr(interaction.namespace, "cup", None))
    except Refusal:
        return []
    if not cup.rules.sealed:
        return []
    say = (await reader_for(interaction)).label
    own_decks = await cup_buttons.own_decks(interaction.client, interaction.user.id, cup, say)
    query = safe_names.clean_name(current, MAX_NAME_LENGTH) if current.strip() else ""
    return _suggest({choice: deck_parsing.label(say, deck) for choice, deck in own_decks.items()}, query)


@slash("leave", N_("Leave a cup before it begins, or drop out during it; I ask first."), group=CUP)
@app_commands.describe(cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def leave(interaction: Interaction, cup: str | None = None) -> None:
    """Ask for confirmation before a person leaves a cup or, once it has begun, drops out of it."""
    await cup_buttons.confirm_leaving(interaction, await _find(interaction, cup))


@slash("show", N_("Show a cup: its standings, pairings, and what you can do."), group=CUP)
@app_commands.describe(cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def show(interaction: Interaction, cup: str | None = None) -> None:
    """Show a cup privately to the person who used the command."""
    await pages.show(interaction, await _find(interaction, cup))


@slash("list", N_("List this server's cups, only for you."), group=CUP)
async def list_cups(interaction: Interaction) -> None:
    """Show the first page of the list of the server's cups."""
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    await pages.show_all(interaction, 0)


# -- commands for the host --------------------------------------------------------------------------------------------


@slash("start", N_("Host: start a cup with the players who have entered."), group=CUP, begins=True)
@app_commands.describe(cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def start(interaction: Interaction, cup: str | None = None) -> None:
    """Start a cup and draw its first round."""
    await cup_buttons.begin(interaction, await _find(interaction, cup))


@slash("computer", N_("Host: add computers to a cup that hasn't begun."), group=CUP)
@app_commands.describe(
    level=described(N_("The computer's level.")),
    number=described(N_("How many; one by default.")),
    cup=described(_WHICH_CUP),
)
@app_commands.choices(level=[app_commands.Choice(name=level, value=level) for level in LEVELS])
@app_commands.autocomplete(cup=complete_cup)
async def computer(
    interaction: Interaction, level: str, number: app_commands.Range[int, 1, 16] = 1, cup: str | None = None
) -> None:
    """Enter one or more computer players of a level."""
    chosen_cup = await _find(interaction, cup)
    cups, manages = interaction.client.service.part(Cups), is_admin(interaction, chosen_cup.guild_id)
    try:
        for _ in range(number):
            chosen_cup = await cups.enter_computer(chosen_cup.id, interaction.user.id, level, is_admin=manages)
    finally:
        interaction.client.dispatch("cups_changed")
    await pages.show(interaction, chosen_cup)


@slash("remove", N_("Host: remove a player who no longer shows up."), group=CUP)
@app_commands.describe(person=described(N_("Who to remove from the cup.")), cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def remove(interaction: Interaction, person: str, cup: str | None = None) -> None:
    """Remove a person from a cup, or drop them from a running cup, after a confirmation."""
    found = await _find(interaction, cup)
    await cup_buttons.confirm_removal(interaction, found, _entrant(found, person))


def _entrant(cup: CupView, words_for: str) -> int:
    """Return the user id of the chosen entrant; raises Refusal if there is no such entrant."""
    labels = {str(one.user_id): safe_names.clean_name(one.name) for one in cup.entrants if one.plays}
    mention = words_for.strip().strip("<@!>")
    for value in (words_for, mention):
        if value in labels:
            return int(value)
    suggestions = action_options.suggest(labels, words_for)
    if len(suggestions) != 1:
        raise Refusal(N_("They're not in this cup."))
    return int(suggestions[0][1])


@remove.autocomplete("person")
async def _complete_entrant(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the players who are still in the cup."""
    try:
        cup = await _find(interaction, getattr(interaction.namespace, "cup", None))
    except Refusal:
        return []
    labels = {str(entrant.user_id): safe_names.clean_name(entrant.name) for entrant in cup.entrants if entrant.plays}
    return _suggest(labels, current)


@slash("host", N_("Host: hand the cup over to someone else."), group=CUP)
@app_commands.describe(person=described(N_("Who runs the cup from now on.")), cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def host(interaction: Interaction, person: discord.Member, cup: str | None = None) -> None:
    """Make another person the host of a cup."""
    if person.bot:
        raise Refusal(N_("A bot can't run a cup; choose a person."))
    chosen_cup = await _find(interaction, cup)
    manages = is_admin(interaction, chosen_cup.guild_id)
    chosen_cup = await interaction.client.service.part(Cups).set_host(
        chosen_cup.id, interaction.user.id, person.id, is_admin=manages
    )
    interaction.client.dispatch("cups_changed")
    say = (await reader_for(interaction)).text
    await pages.show(interaction, chosen_cup, say.t("{who} runs the cup from now on.", who=person.mention))


@slash("award", N_("Host: settle a tie that can't be finished."), group=CUP)
@app_commands.describe(person=described(N_("Who wins the tie.")), cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def award(interaction: Interaction, person: str, cup: str | None = None) -> None:
    """Ask for confirmation before awarding a tie of the current round to a player."""
    chosen_cup = await _find(interaction, cup)
    say = (await reader_for(interaction)).label
    labels = _possible_awards(say, chosen_cup)
    value = person if person in labels else next(iter(dict(action_options.suggest(labels, person)).values()), "")
    await cup_buttons.confirm_award(interaction, chosen_cup, value)


def _possible_awards(say: Translator, cup: CupView) -> dict[str, str]:
    """Return the labels of all awards that are possible in this round's undecided ties, keyed by option value."""
    fixtures = [fixture for fixture in cup.fixtures_of(cup.round) if pages.may_be_awarded(fixture)]
    offered = [option for tie in fixtures for option in pages.award_options(say, cup, tie)]
    return {
        option.value: limits.truncate(f"{option.label} – {option.description}", limits.CHOICE_NAME)
        for option in offered
    }


@award.autocomplete("person")
async def _complete_award(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the players who can be awarded a tie of the current round."""
    try:
        cup = await _find(interaction, getattr(interaction.namespace, "cup", None))
    except Refusal:
        return []
    if not _may_manage(interaction, cup):
        return []
    labels = _possible_awards((await reader_for(interaction)).label, cup)
    return _suggest(labels, current)


@slash("end", N_("Host: end a cup early; I ask first."), group=CUP)
@app_commands.describe(cup=described(_WHICH_CUP))
@app_commands.autocomplete(cup=complete_cup)
async def end(interaction: Interaction, cup: str | None = None) -> None:
    """Ask for confirmation before ending a cup early."""
    await cup_buttons.confirm_end(interaction, await _find(interaction, cup))
