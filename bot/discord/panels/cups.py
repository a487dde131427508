"""Cups: the post that everybody sees, what somebody may do there, and the decks that are sealed at the entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.computers.levels import LEVELS
from bot.discord.panels import cup_words as words
from bot.discord.panels import deck_lists, decks
from bot.discord.panels.computers import AWAY, level_name
from bot.discord.support import answers, controls, limits, names, paging
from bot.discord.support.answers import lay_out
from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.context import audience_for, colour_of, picture
from bot.discord.support.controls import Press, Style, on
from bot.discord.support.custom_ids import custom_id, marked
from bot.discord.support.locale import Audience
from bot.discord.support.permissions import is_admin
from bot.matches.cups import CupView, Tie
from bot.matches.decks import LONGEST_NAME, decks_of
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.text import N_, Say

#: The name of the picture.
FILE = "cup.png"
#: Cups of a page of `/cup list`, and characters of one of them.
PAGE, ROOM = 8, 330
#: The verb of the button that every cup's post has: a post by a process which died is known by it.
SHOW = "cup"
#: Characters of each part in words: with the head and the buttons it fits into a message.
PART = limits.LAYOUT // 3
#: Characters that are left to the head of a cup in words, and to the luck below it.
WORDS_HEAD = 800
#: What becomes of the matches of whoever drops out, by the kind of cup.
_LEFT = {
    "knockout": N_("A match that is being played ends, and the rival goes on."),
    "round_robin": N_(
        "A match that is being played ends, and the rivals win this tie and the ones to come; before half of the ties"
        " all of them are annulled."
    ),
    "groups": N_("A computer plays on at the table, and can't go on to the next round."),
}
_FOR_GOOD = N_("It can't be undone.")
#: The value of an award that is a draw.
DRAW = "draw"


# -- what everybody sees ----------------------------------------------------------------------------------------------


async def post(bot: Bot, audience: Audience, cup: CupView) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the message that shows a cup to everybody, and its picture."""
    say, label, game = audience.text, audience.label, bot.games[cup.game]
    drawn = await drawing(bot, label, cup)
    parts: list[controls.Part] = [_head(say, game, cup), drawn]
    if cup.status == "entry":
        parts.append(_entry(say, cup))
    elif cup.status == "playing":
        parts.append(_running(say, cup))
    else:
        parts.append(_ending(say, cup, in_words=drawn is None))
    buttons = (
        [controls.button(label.t("Join"), "cupjoin", cup.id, style=Style.success)] if cup.status == "entry" else []
    )
    buttons.append(controls.button(label.t("Show the cup"), SHOW, cup.id))
    if cup.status != "entry":
        buttons.append(controls.button(label.t("In words"), "cupwords", cup.id, 0))
    view = controls.boxed(*parts, buttons, accent=colour_of(game))
    return view, [drawn] if drawn is not None else []


async def drawing(bot: Bot, label: Say, cup: CupView) -> discord.File | None:
    """Return the picture of how a cup stands; None before it has begun."""
    if not cup.round:
        return None
    game = bot.games[cup.game]
    return await picture(bot.pictures.standings(words.sheet(label, game, cup)), FILE, words.alt(label, game, cup))


def is_post(message: discord.Message, cup_id: int) -> bool:
    """Tell whether a message of ours is a cup's."""
    items = ui.LayoutView.from_message(message).walk_children()
    return any(isinstance(item, ui.Button) and item.custom_id == custom_id(SHOW, cup_id) for item in items)


def title(cup: CupView) -> str:
    """Return a cup's name for message text."""
    return names.safe(cup.name, limits.THREAD_NAME)


def _head(say: Say, game: AnyGame, cup: CupView) -> str:
    return f"## {title(cup)}\n-# {words.about(say, game, cup)}"


def _entry(say: Say, cup: CupView) -> str:
    """Return who has entered, and how one does."""
    lines = [words.entrants(say, cup)]
    told = say.t(
        "*Join* enters you: you play by these rules, against whoever is drawn. {host} begins the cup; its tables are"
        " opened by themselves then.",
        host=f"<@{cup.host_id}>",
    )
    lines.append(f"-# {told}")
    if cup.rules.sealed:
        sealed = say.t("Everybody brings a deck and plays it to the end; the lists stay sealed until the cup is over.")
        lines.append(f"-# {sealed}")
    lines += words.luck(say, cup)
    return limits.clip_lines(lines, PART)


def _running(say: Say, cup: CupView) -> str:
    lines = [f"**{words.round_title(say, cup, cup.round)}**", *words.running(say, cup)]
    if len(lines) == 1:
        lines.append(say.t("All of this round is played; the next one is drawn shortly."))
    return limits.clip_lines(lines, PART)


def _ending(say: Say, cup: CupView, *, in_words: bool) -> str:
    lines: list[str] = []
    if (champion := cup.champion) is not None:
        lines.append(say.t("**{name}** has won the cup.", name=names.safe(champion.name)))
    elif cup.status == "ended":
        lines.append(say.t("The cup was ended before anybody had won it."))
    best = words.standings(say, cup) if in_words else words.standings(say, cup)[:3]
    return limits.clip_lines([*lines, *best], PART)


# -- what one person sees ---------------------------------------------------------------------------------------------


async def show(interaction: Interaction, cup: CupView, told: str = "") -> None:
    """Show a person a cup, with what they may do there."""
    bot, audience = interaction.client, await audience_for(interaction)
    drawn = await drawing(bot, audience.label, cup)
    manages = interaction.user.id == cup.host_id or is_admin(interaction, cup.guild_id)
    game = bot.games[cup.game]
    parts = page(audience, game, cup, interaction.user.id, drawn, manages=manages, told=told)
    await answers.show(interaction, *parts, accent=colour_of(game))


def page(
    audience: Audience, game: AnyGame, cup: CupView, user_id: int, drawn: discord.File | None, *, manages: bool,
    told: str = "",
) -> list[controls.Part]:  # fmt: skip
    """Return what a person sees of a cup, from top to bottom."""
    say = audience.text
    head = _head(say, game, cup)
    if cup.status != "playing":
        head += f"\n**{words.stage(say, cup)}**"
    parts: list[controls.Part] = [told or None, head, drawn]
    if cup.status == "playing":
        parts.append(_running(say, cup))
    elif cup.status == "entry":
        parts.append(words.entrants(say, cup))
    else:
        parts.append(_ending(say, cup, in_words=drawn is None))
    parts.append(_own(say, cup, user_id) or None)
    parts.append(_choices(audience.label, cup, user_id, manages=manages, decks=game.decks is not None))
    return parts


def _own(say: Say, cup: CupView, user_id: int) -> str:
    """Return what a person's own part in a cup is."""
    one, tie = cup.entrant(user_id), cup.tie_of(user_id)
    if one is None:
        return ""
    if not one.plays:
        return say.t("You have dropped out.")
    if cup.status == "entry":
        if one.has_deck and cup.rules.sealed:
            return say.t("You have entered; your deck is sealed, and nobody is told which it is.")
        return say.t("You have entered.")
    if cup.status != "playing":
        return ""
    if tie is None:
        return say.t("You are out of the cup.")
    if len(tie.people) == 1:
        return say.t("You have a bye: you go on without playing this round.")
    called = say.t("Your table") if cup.rules.kind == "groups" else say.t("Your tie")
    return f"{called}: {words.tie_line(say, cup, tie)}"


def _choices(label: Say, cup: CupView, user_id: int, *, manages: bool, decks: bool) -> list[ui.Item[Any]]:
    """Return what a person may do about a cup."""
    one = cup.entrant(user_id)
    items: list[ui.Item[Any]] = []
    if cup.status == "entry" and one is None:
        items.append(controls.button(label.t("Join"), "cupjoin", cup.id, style=Style.success))
    if cup.status in ("entry", "playing") and one is not None and one.plays:
        leave = label.t("Leave") if cup.status == "entry" else label.t("Drop out")
        items.append(controls.button(leave, "cupleave", cup.id))
    if cup.status == "entry" and manages:
        few = sum(entrant.plays for entrant in cup.entrants) < 2
        begin = controls.button(label.t("Begin now"), "cupbegin", cup.id, style=Style.primary, disabled=few)
        items.insert(0, begin)
    if decks and one is not None and one.plays and may_change_deck(cup):
        items.append(controls.button(label.t("Deck"), "cupask", cup.id))
    if cup.round:
        items.append(controls.button(label.t("In words"), "cupwords", cup.id, 0))
    if cup.rules.sealed and cup.status == "over":
        items.append(controls.button(label.t("Decks"), "cupdecks", cup.id))
    if manages and cup.status in ("entry", "playing"):
        items.append(controls.button(label.t("End the cup"), "cupend", cup.id, style=Style.danger))
        items += _managing(label, cup)
    return items


def _managing(label: Say, cup: CupView) -> list[ui.Item[Any]]:
    """Return the menus of whoever runs a cup: computers before it begins, and ties that need a word from them."""
    if cup.status == "entry":
        offered = [
            controls.option(label.t("Add a computer: {level}", level=level_name(label, level)), level)
            for level in LEVELS
        ]
        if any(one.computer is not None for one in cup.entrants):
            offered.append(controls.option(label.t("Send a computer away"), AWAY))
        menu = controls.select(label.t("Add a computer"), offered, "cupcomputer", cup.id)
        # In a menu whose custom_id it knows, Discord goes on showing what was chosen.
        menu.custom_id = marked(menu.custom_id, f"{len(cup.entrants):x}")
        return [menu]
    ties = cup.ties_of(cup.round)
    # Those that wait for the host, and those that were awarded and may be awarded otherwise.
    offered = [
        *(option for tie in ties if tie.awaited == "award" for option in award_options(label, cup, tie)),
        *(option for tie in ties if tie.how == "awarded" for option in award_options(label, cup, tie)),
    ]
    shown = offered[: limits.SELECT_OPTIONS]
    return [controls.select(label.t("Award a tie to"), shown, "cupaward", cup.id)] if shown else []


def may_be_awarded(tie: Tie) -> bool:
    """Tell whether a tie of this round can be awarded: one that is not settled, or was by the host's word alone."""
    return not tie.is_settled or tie.how == "awarded"


def _there(cup: CupView, tie: Tie) -> list[int]:
    """Return who of a tie has not dropped out."""
    return [user for user in tie.people if (one := cup.entrant(user)) is not None and one.plays]


def award_options(label: Say, cup: CupView, tie: Tie, before: Sequence[int] = ()) -> list[discord.SelectOption]:
    """Return the entries of a menu by which a tie is awarded: to each of its people, or as a draw where that counts.

    `before` are those of a group's table who are ahead of whoever is chosen.
    """
    found: list[discord.SelectOption] = []
    for user in _there(cup, tie):
        if user not in before:
            name, others = _and_others(cup, tie, user)
            value = _award_value(tie, [*before, user])
            found.append(controls.option(name, value, label.t("against {names}", names=others)))
    if cup.rules.kind == "round_robin":
        both = " – ".join(names.clean(name) for name in cup.names(tie.people))
        found.append(controls.option(label.t("A draw"), f"{tie.round}.{tie.number}.{DRAW}", both))
    return found


def _award_value(tie: Tie, order: Sequence[int]) -> str:
    """Return what stands for an order of a tie's people in a menu: their places in it, as ids are too long for six."""
    return ".".join(map(str, [tie.round, tie.number, *map(tie.people.index, order)]))


def _and_others(cup: CupView, tie: Tie, user: int) -> tuple[str, str]:
    """Return what somebody of a tie is called, and their rivals."""
    name, *others = (names.clean(one) for one in cup.names([user, *(one for one in tie.people if one != user)]))
    return name, ", ".join(others)


def awarded(cup: CupView, value: str) -> tuple[Tie, list[int]]:
    """Return the tie and who is first in it and next, nobody for a draw; raises Refusal for one that is settled."""
    *which, told = ["", "", *value.split(".", 2)][-3:]
    for tie in cup.ties_of(cup.round):
        if not may_be_awarded(tie) or which != [str(tie.round), str(tie.number)]:
            continue
        if told == DRAW and cup.rules.kind == "round_robin":
            return tie, []
        there = {str(tie.people.index(user)): user for user in _there(cup, tie)}
        chosen = told.split(".")
        if there.keys() >= set(chosen) and len(set(chosen)) == len(chosen):
            return tie, [there[one] for one in chosen]
    raise Refusal(N_("That tie is settled already, or is not one of this round."))


async def show_all(interaction: Interaction, page: int) -> None:
    """Show a person a page of the server's cups."""
    audience = await audience_for(interaction)
    say, found = audience.text, await interaction.client.service.cups.of_server(interaction.guild_id or 0)
    shown, page, last = paging.page_of(found, page, PAGE)
    items: list[ui.Item[Any]] = [controls.text(f"## {say.t('Cups')}")]
    for cup in shown:
        game = interaction.client.games[cup.game]
        lines = [f"**{title(cup)}**", f"**{words.stage(say, cup)}** · {words.entrants(say, cup, 4)}"]
        lines.append(f"-# {words.about(say, game, cup)}")
        beside = controls.button(audience.label.t("Show"), SHOW, cup.id)
        items += [ui.Separator(), controls.section(limits.clip_lines(lines, ROOM), beside)]
    if not found:
        items.append(controls.text(say.t("There is no cup in this server yet. `/cup open` opens one.")))
    if turning := paging.turning(audience.label, page, last, "cuppage"):
        items.append(controls.row(*turning))
    await lay_out(interaction, controls.layout(ui.Container(*items)))


async def show_words(interaction: Interaction, cup: CupView, page: int) -> None:
    """Show a cup in words: its standings and all its rounds, in pages."""
    audience = await audience_for(interaction)
    say, game = audience.text, interaction.client.games[cup.game]
    standings = [f"### {say.t('Standings')}", *words.standings(say, cup)]
    lines = [*standings, *words.rounds(say, cup)]
    told = limits.pages("\n".join(lines), limits.LAYOUT - WORDS_HEAD)
    shown, page, last = paging.page_of(told, page, 1)
    turning = paging.turning(audience.label, page, last, "cupwords", cup.id)
    # Whoever has it read aloud hears the long numbers last. Within a list Discord takes small print for a part of it.
    luck = "\n".join(words.luck(say, cup)) if page == last else None
    await answers.show(interaction, _head(say, game, cup), *shown, luck, turning, accent=colour_of(game))


# -- pressed ----------------------------------------------------------------------------------------------------------


async def cup_of(press: Press) -> CupView:
    """Return the cup that a press is about, in the server where it is played; raises Refusal."""
    cup = await press.interaction.client.service.cups.view(press.numbers(1)[0])
    if press.interaction.guild_id != cup.guild_id:
        raise controls.stale()
    return cup


def _manages(interaction: Interaction, cup: CupView) -> bool:
    return is_admin(interaction, cup.guild_id)


def check_host(interaction: Interaction, cup: CupView) -> None:
    """Raise Refusal for whoever neither hosts a cup nor manages the server, before they are asked anything."""
    if interaction.user.id != cup.host_id and not _manages(interaction, cup):
        raise Refusal(N_("Only the host of the cup, or whoever manages the server, may do this."))


def check_under_way(cup: CupView) -> None:
    """Raise Refusal for a cup that is over, before anybody is asked anything about it."""
    if cup.status in ("over", "ended"):
        raise Refusal(N_("This cup is over."))


@on(SHOW, opens=True)
async def open_cup(press: Press) -> None:
    """Show a cup to whoever pressed."""
    await show(press.interaction, await cup_of(press))


@on("cuppage")
async def turn(press: Press) -> None:
    """Turn to another page of the cups."""
    await show_all(press.interaction, press.numbers(1)[0])


@on("cupwords", opens=True)
async def open_words(press: Press) -> None:
    """Show a cup in words."""
    await show_words(press.interaction, await cup_of(press), press.number(1))


@on("cupjoin", opens=True)
async def join(press: Press) -> None:
    """Enter a cup; where decks are sealed, choose one first."""
    await enter(press.interaction, await cup_of(press))


async def enter(interaction: Interaction, cup: CupView, deck: str | None = None) -> None:
    """Enter a cup with a deck, if it seals decks; whoever has entered sees it, or changes the deck."""
    user, bot = interaction.user, interaction.client
    audience, game = await audience_for(interaction), bot.games[cup.game]
    known = cup.entrant(user.id)
    if known is not None and deck is None:
        await show(interaction, cup)
        return
    offered = await decks.fitting(bot, user.id, game, cup.rules.options, audience.label) if game.decks else {}
    if deck is None and cup.rules.sealed and cup.status == "entry":
        await _ask_for_deck(interaction, audience, cup, offered)
        return
    found = None if deck is None else deck_lists.named(offered, deck)
    brings = None if found is None else found.deck
    if known is None or cup.rules.sealed:
        cup = await bot.service.cups.enter(cup.id, user.id, user.display_name, brings)
    else:
        cup = await bot.service.cups.bring_deck(cup.id, user.id, brings)
    bot.dispatch("cups_changed")
    await show(interaction, cup, entered(audience.text, cup, found))


def may_change_deck(cup: CupView) -> bool:
    """Tell whether those who have entered a cup may choose another deck."""
    return cup.status == "entry" or (cup.status == "playing" and not cup.rules.sealed)


def entered(say: Say, cup: CupView, found: deck_lists.Found | None) -> str:
    """Return what somebody is told who has just entered, or chosen another deck."""
    told: list[str] = []
    if cup.status == "entry":
        told.append(
            say.t(
                "You have entered. When the cup begins, your matches are opened in threads, and you are called there."
            )
        )
    if found is not None and cup.rules.sealed:
        told.append(
            say.t(
                "You play **{name}** as it is now, in every match; it stays sealed until the cup is over.",
                name=found.title,
            )
        )
    elif found is not None:
        told.append(say.t("You play **{name}** as it is now, in your coming ties.", name=found.title))
    return " ".join(told)


async def _ask_for_deck(
    interaction: Interaction, audience: Audience, cup: CupView, offered: Mapping[str, deck_lists.Found]
) -> None:
    """Ask with which deck somebody enters."""
    say, label, game = audience.text, audience.label, interaction.client.games[cup.game]
    told = (
        say.t(
            "It is sealed as it is now: you play it in every match of the cup, nobody else is told which it is before"
            " the cup is over, and until the cup begins you can choose another."
        )
        if cup.rules.sealed
        else say.t(
            "You play it as it is now in your coming ties, until you choose another. Nobody else is told which it is."
        )
    )
    lines = [say.t("Which deck do you bring to **{cup}**?", cup=title(cup)), told]
    options = decks.entries(game, label, offered)
    if len(options) > limits.SELECT_OPTIONS:
        lines.append(say.t("`/cup enter` knows all your decks."))
    menu = controls.select(label.t("Which deck do you bring?"), options[: limits.SELECT_OPTIONS], "cupdeck", cup.id)
    await answers.show(interaction, "\n".join(lines), [menu], accent=colour_of(game))


@on("cupask")
async def ask_for_deck(press: Press) -> None:
    """Ask which deck somebody brings who has entered already."""
    interaction, cup = press.interaction, await cup_of(press)
    audience, game = await audience_for(interaction), interaction.client.games[cup.game]
    offered = await decks.fitting(interaction.client, interaction.user.id, game, cup.rules.options, audience.label)
    await _ask_for_deck(interaction, audience, cup, offered)


@on("cupdeck")
async def choose_deck(press: Press) -> None:
    """Enter a cup with the chosen deck, or bring it to one's coming ties where decks are not sealed."""
    await enter(press.interaction, await cup_of(press), press.value)


@on("cupleave")
async def ask_to_leave(press: Press) -> None:
    """Ask before somebody leaves a cup or drops out."""
    await leaving(press.interaction, await cup_of(press))


async def leaving(interaction: Interaction, cup: CupView) -> None:
    """Ask whether somebody means to leave a cup."""
    audience = await audience_for(interaction)
    say, one = audience.text, cup.entrant(interaction.user.id)
    if one is None or not one.plays:
        raise Refusal(N_("You are not in this cup."))
    check_under_way(cup)
    if cup.status == "entry":
        question = say.t("Leave **{cup}**? You can enter again as long as it has not begun.", cup=title(cup))
        yes = controls.button(audience.label.t("Leave"), "cupgone", cup.id, cup.status, style=Style.danger)
    else:
        question = " ".join(
            [say.t("Drop out of **{cup}**?", cup=title(cup)), say.t(_LEFT[cup.rules.kind]), say.t(_FOR_GOOD)]
        )
        yes = controls.button(audience.label.t("Drop out"), "cupgone", cup.id, cup.status, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(audience.label.t("Back"), "cupback", cup.id)])


@on("cupback")
async def back(press: Press) -> None:
    """Go back to the cup without doing anything."""
    await show(press.interaction, await cup_of(press))


@on("cupgone")
async def leave(press: Press) -> None:
    """Leave a cup, or drop out of it if it has begun: as it was asked."""
    interaction, cup, asked = press.interaction, await cup_of(press), press.arg(1)
    cups, user_id, say = interaction.client.service.cups, interaction.user.id, (await audience_for(interaction)).text
    if cup.status != asked:
        await show(interaction, cup, say.t("The cup has moved on meanwhile."))
        return
    if asked == "entry":
        cup, told = await cups.leave(cup.id, user_id), say.t("You have left the cup.")
    else:
        cup, told = await cups.drop(cup.id, user_id), say.t("You have dropped out of the cup.")
    interaction.client.dispatch("cups_changed")
    await show(interaction, cup, told)


async def removing(interaction: Interaction, cup: CupView, user_id: int) -> None:
    """Take somebody out of a cup, after a question."""
    check_host(interaction, cup)
    check_under_way(cup)
    audience, name = await audience_for(interaction), names.safe(cup.names([user_id])[0])
    say = audience.text
    if cup.status == "entry":
        question = say.t("Take **{name}** out of **{cup}**?", name=name, cup=title(cup))
    else:
        taken = say.t("Take **{name}** out of **{cup}**?", name=name, cup=title(cup))
        question = " ".join([taken, say.t(_LEFT[cup.rules.kind]), say.t(_FOR_GOOD)])
    yes = controls.button(audience.label.t("Take them out"), "cupout", cup.id, user_id, cup.status, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(audience.label.t("Back"), "cupback", cup.id)])


@on("cupout")
async def remove(press: Press) -> None:
    """Take somebody out of a cup, as it was asked."""
    interaction, cup = press.interaction, await cup_of(press)
    cups, say = interaction.client.service.cups, (await audience_for(interaction)).text
    user_id, asked = press.number(1), press.arg(2)
    if cup.status != asked:
        await show(interaction, cup, say.t("The cup has moved on meanwhile."))
        return
    manages = _manages(interaction, cup)
    if asked == "entry":
        cup = await cups.remove(cup.id, interaction.user.id, user_id, is_admin=manages)
    else:
        cup = await cups.drop(cup.id, interaction.user.id, user_id, is_admin=manages)
    interaction.client.dispatch("cups_changed")
    await show(interaction, cup, say.t("They are out of the cup."))


@on("cupbegin")
async def press_begin(press: Press) -> None:
    """Begin a cup with those who have entered."""
    await begin(press.interaction, await cup_of(press))


async def begin(interaction: Interaction, cup: CupView) -> None:
    """Begin a cup, and say what comes."""
    cup = await interaction.client.service.cups.begin(cup.id, interaction.user.id, is_admin=_manages(interaction, cup))
    interaction.client.dispatch("cups_changed")
    say = (await audience_for(interaction)).text
    told = say.t("The cup begins: the first round is drawn. Its tables are opened in threads, where people are called.")
    await show(interaction, cup, told)


@on("cupcomputer")
async def computer(press: Press) -> None:
    """Enter a computer, or send the last one away."""
    interaction, cup = press.interaction, await cup_of(press)
    cups, manages = interaction.client.service.cups, _manages(interaction, cup)
    if press.value == AWAY:
        last = min((one.user_id for one in cup.entrants if one.computer is not None), default=0)
        cup = await cups.remove(cup.id, interaction.user.id, last, is_admin=manages)
    else:
        cup = await cups.enter_computer(cup.id, interaction.user.id, press.value, is_admin=manages)
    interaction.client.dispatch("cups_changed")
    await show(interaction, cup)


@on("cupaward")
async def ask_to_award(press: Press) -> None:
    """Ask before a tie is awarded."""
    await awarding(press.interaction, await cup_of(press), press.value)


async def awarding(interaction: Interaction, cup: CupView, value: str) -> None:
    """Ask whether a tie is to be awarded as chosen; at a group's table first who comes next, as far as it matters."""
    audience, (tie, first) = await audience_for(interaction), awarded(cup, value)
    check_host(interaction, cup)
    say, called = audience.text, [names.safe(one) for one in cup.names(first)]
    others = [user for user in _there(cup, tie) if user not in first]
    if first and len(others) > 1 and len(first) < max(2, cup.rules.onward):
        told = say.t("In this order so far: {names}. Who comes next?", names=", ".join(called))
        offered = award_options(audience.label, cup, tie, first)
        menu = controls.select(audience.label.t("Who comes next?"), offered, "cupaward", cup.id)
        await answers.show(interaction, told, [menu, controls.button(audience.label.t("Back"), "cupback", cup.id)])
        return
    question = _award_question(say, cup, tie, first) + " " + say.t("A match of it that still runs is ended.")
    yes = controls.button(audience.label.t("Award it"), "cupgive", cup.id, value, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(audience.label.t("Back"), "cupback", cup.id)])


def _award_question(say: Say, cup: CupView, tie: Tie, first: Sequence[int]) -> str:
    rivals = ", ".join(names.safe(one) for one in cup.names([user for user in tie.people if user not in first]))
    if not first:
        both = " – ".join(names.safe(name) for name in cup.names(tie.people))
        return say.t("Settle the tie {names} as a draw?", names=both)
    called = [names.safe(one) for one in cup.names(first)]
    if len(called) == 1:
        return say.t("Award the tie to **{name}** (against {others})?", name=called[0], others=rivals)
    return say.t("Award the tie in this order: {names}, then {others}?", names=", ".join(called), others=rivals)


@on("cupgive")
async def award(press: Press) -> None:
    """Award a tie to somebody; in a group's table those who were not named follow as they were drawn."""
    interaction, cup = press.interaction, await cup_of(press)
    tie, first = awarded(cup, press.arg(1))
    order = [*first, *(user for user in _there(cup, tie) if user not in first)] if first else []
    cup = await interaction.client.service.cups.award(
        cup.id, interaction.user.id, (tie.round, tie.number), order, is_admin=_manages(interaction, cup)
    )
    interaction.client.dispatch("cups_changed")
    await show(interaction, cup, (await audience_for(interaction)).text.t("The tie is awarded."))


@on("cupend")
async def ask_to_end(press: Press) -> None:
    """Ask before a cup is ended."""
    await ending(press.interaction, await cup_of(press))


async def ending(interaction: Interaction, cup: CupView) -> None:
    """Ask whether a cup is to be ended."""
    audience = await audience_for(interaction)
    check_host(interaction, cup)
    check_under_way(cup)
    question = audience.text.t(
        "End **{cup}** before its end? Nobody wins it, and it can't be taken up again; its matches that run go on as"
        " ordinary ones.",
        cup=title(cup),
    )
    yes = controls.button(audience.label.t("End the cup"), "cupstop", cup.id, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(audience.label.t("Back"), "cupback", cup.id)])


@on("cupstop")
async def end(press: Press) -> None:
    """End a cup early."""
    interaction, cup = press.interaction, await cup_of(press)
    cup = await interaction.client.service.cups.end(cup.id, interaction.user.id, is_admin=_manages(interaction, cup))
    interaction.client.dispatch("cups_changed")
    await show(interaction, cup, (await audience_for(interaction)).text.t("The cup is ended."))


@on("cupdecks", opens=True)
async def show_decks(press: Press) -> None:
    """Show with which decks a cup was played that is over."""
    interaction, cup = press.interaction, await cup_of(press)
    say, game = (await audience_for(interaction)).text, interaction.client.games[cup.game]
    found = await interaction.client.service.cups.decks(cup.id)
    lines = [f"## {say.t('Decks of {cup}', cup=title(cup))}"]
    for user, deck in found.items():
        lines.append(f"### {names.safe(cup.names([user])[0])}: {names.safe(deck.name, LONGEST_NAME)}")
        lines.append(decks_of(game).describe(say, deck))
    await answers.show_long(interaction, "\n".join(lines), accent=colour_of(game))
