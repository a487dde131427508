"""The handlers of a cup's buttons and menus, including the choice of a deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.bot import Bot, Interaction
from bot.discord.http.channel_permissions import is_admin
from bot.discord.match_context import accent_colour, reader_for
from bot.discord.ui import answers, controls, limits, safe_names
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.discord.ui.locale import ReaderContext
from bot.features.cups.model import CupView, Fixture
from bot.features.cups.panel import pages
from bot.features.cups.service.actions import Cups
from bot.features.decks.panel import forms as deck_forms
from bot.features.decks.panel import personal_decks as deck_parsing
from bot.features.decks.service import MAX_NAME_LENGTH
from bot.matches.lobby.brought_decks import check_brought, decks_of
from bot.table.seats.computer_panel import REMOVE_COMPUTER
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The consequences for a player's matches if the player drops out, for each kind of cup.
_DROP_OUT_EFFECTS = {
    "knockout": N_("Any match in progress ends, and the rival advances."),
    "round_robin": N_(
        "Any match in progress ends, and the rivals win this tie and all later ones. If fewer than half of "
        "the ties have been played, all of them are annulled."
    ),
    "groups": N_("A computer takes over at the table, and can't advance to the next round."),
}
_FOR_GOOD = N_("It can't be undone.")


async def cup_of(press: ComponentInteraction) -> CupView:
    """Return the cup whose button was pressed; raises Refusal if the button was pressed outside the cup's server."""
    cup = await press.interaction.client.service.part(Cups).view(press.numbers(1)[0])
    if press.interaction.guild_id != cup.guild_id:
        raise controls.stale_button_error()
    return cup


def _is_manager(interaction: Interaction, cup: CupView) -> bool:
    return is_admin(interaction, cup.guild_id)


def check_host(interaction: Interaction, cup: CupView) -> None:
    """Raise Refusal unless the person hosts the cup or manages the server; call this before asking for confirmation."""
    if interaction.user.id != cup.host_id and not _is_manager(interaction, cup):
        raise Refusal(N_("Only the cup's host or a server manager can do this."))


def check_under_way(cup: CupView) -> None:
    """Raise Refusal if the cup is finished; call this before asking for confirmation."""
    if cup.status in ("over", "ended"):
        raise Refusal(N_("This cup is over."))


@on(pages.SHOW_VERB, opens=True)
async def open_cup(press: ComponentInteraction) -> None:
    """Show a cup to the person who pressed the button."""
    await pages.show(press.interaction, await cup_of(press))


@on("cuppage")
async def turn(press: ComponentInteraction) -> None:
    """Turn to another page of the list of cups."""
    await pages.show_all(press.interaction, press.numbers(1)[0])


@on("cupwords", opens=True)
async def open_words(press: ComponentInteraction) -> None:
    """Show a cup's standings and rounds as text."""
    await pages.show_words(press.interaction, await cup_of(press), press.number(1))


@on("cupjoin", opens=True)
async def join(press: ComponentInteraction) -> None:
    """Enter a cup. If the cup seals decks, ask the person to choose a deck first."""
    await enter(press.interaction, await cup_of(press))


async def enter(interaction: Interaction, cup: CupView, deck: str | None = None) -> None:
    """Enter a cup.

    If the person has already entered, change their deck to `deck`; if `deck` isn't given, just show the cup.
    """
    user, bot = interaction.user, interaction.client
    reader, game = await reader_for(interaction), bot.games[cup.game]
    existing_entry = cup.entrant(user.id)
    if existing_entry is not None and deck is None:
        await pages.show(interaction, cup)
        return
    if deck is not None:
        check_brought(game, cup.rules.options)
    deck_by_choice = await own_decks(bot, user.id, cup, reader.label) if pages.players_bring_decks(game, cup) else {}
    if deck is None and cup.rules.sealed and cup.status == "entry":
        await _ask_for_deck(interaction, reader, cup, deck_by_choice)
        return
    named_deck = None if deck is None else deck_parsing.find_named(deck_by_choice, deck)
    brings = None if named_deck is None else named_deck.deck
    if existing_entry is None or cup.rules.sealed:
        cup = await bot.service.part(Cups).enter(cup.id, user.id, user.display_name, brings)
    else:
        cup = await bot.service.part(Cups).bring_deck(cup.id, user.id, brings)
    bot.dispatch("cups_changed")
    await pages.show(interaction, cup, entry_confirmation(reader.text, cup, named_deck))


async def own_decks(bot: Bot, user_id: int, cup: CupView, say: Translator) -> dict[str, deck_parsing.FoundDeck]:
    """Return the saved decks that a person can bring to a cup."""
    _held = await bot.service.part(Cups).content(cup.id)
    return await deck_forms.decks_for_match(
        bot, user_id, bot.games[cup.game], cup.rules.options, say.for_pack(cup.rules.pack)
    )


def entry_confirmation(say: Translator, cup: CupView, found: deck_parsing.FoundDeck | None) -> str:
    """Return the message that confirms an entry or a change of deck."""
    sentences: list[str] = []
    if cup.status == "entry":
        sentences.append(
            say.t("You've entered. When the cup begins, your matches open in threads, and I ping you there.")
        )
    if found is not None and cup.rules.sealed:
        sentences.append(
            say.t(
                "You play **{name}** as it is now, in every match; it stays sealed until the cup is over.",
                name=found.title,
            )
        )
    elif found is not None:
        sentences.append(say.t("You play **{name}** as it is now, in your coming ties.", name=found.title))
    return " ".join(sentences)


async def _ask_for_deck(
    interaction: Interaction, reader: ReaderContext, cup: CupView, deck_by_choice: Mapping[str, deck_parsing.FoundDeck]
) -> None:
    """Ask a person to choose the deck that they will play in the cup."""
    say, label, game = reader.text, reader.label, interaction.client.games[cup.game]
    explanation = (
        say.t(
            "It's sealed as it is now: you play it in every match of the cup, and no one else learns which "
            "deck it is until the cup is over. You can choose another one until the cup begins."
        )
        if cup.rules.sealed
        else say.t(
            "You play it as it is now in your coming ties, until you choose another one. No one else learns "
            "which deck it is."
        )
    )
    lines = [say.t("Which deck do you bring to **{cup}**?", cup=pages.title(cup)), explanation]
    options = deck_forms.menu_entries(game, label.for_pack(cup.rules.pack), deck_by_choice)
    if len(options) > limits.SELECT_OPTIONS:
        lines.append(say.t("`/cup enter` offers all your decks."))
    menu = controls.select(label.t("Which deck do you bring?"), options[: limits.SELECT_OPTIONS], "cupdeck", cup.id)
    await answers.show(interaction, "\n".join(lines), [menu], accent=accent_colour(game))


@on("cupask")
async def ask_for_deck(press: ComponentInteraction) -> None:
    """Ask an entrant to choose another deck."""
    interaction, cup = press.interaction, await cup_of(press)
    reader, game = await reader_for(interaction), interaction.client.games[cup.game]
    check_brought(game, cup.rules.options)
    deck_by_choice = await own_decks(interaction.client, interaction.user.id, cup, reader.label)
    await _ask_for_deck(interaction, reader, cup, deck_by_choice)


@on("cupdeck")
async def choose_deck(press: ComponentInteraction) -> None:
    """Enter a cup with the chosen deck or, if decks are not sealed, use it in the person's coming ties."""
    await enter(press.interaction, await cup_of(press), press.value)


@on("cupleave")
async def ask_to_leave(press: ComponentInteraction) -> None:
    """Ask for confirmation before leaving a cup or dropping out."""
    await confirm_leaving(press.interaction, await cup_of(press))


async def confirm_leaving(interaction: Interaction, cup: CupView) -> None:
    """Ask a person to confirm that they want to leave the cup or, once it has begun, drop out. Raises Refusal."""
    reader = await reader_for(interaction)
    say, entrant = reader.text, cup.entrant(interaction.user.id)
    if entrant is None or not entrant.plays:
        raise Refusal(N_("You're not in this cup."))
    check_under_way(cup)
    if cup.status == "entry":
        question = say.t("Leave **{cup}**? You can enter again until it begins.", cup=pages.title(cup))
        yes = controls.button(reader.label.t("Leave"), "cupgone", cup.id, cup.status, style=Style.danger)
    else:
        question = " ".join(
            [
                say.t("Drop out of **{cup}**?", cup=pages.title(cup)),
                say.t(_DROP_OUT_EFFECTS[cup.rules.kind]),
                say.t(_FOR_GOOD),
            ]
        )
        yes = controls.button(reader.label.t("Drop out"), "cupgone", cup.id, cup.status, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(reader.label.t("Back"), "cupback", cup.id)])


@on("cupback")
async def back(press: ComponentInteraction) -> None:
    """Cancel a question about the cup, and show the cup again."""
    await pages.show(press.interaction, await cup_of(press))


@on("cupgone")
async def leave(press: ComponentInteraction) -> None:
    """After confirmation, leave a cup or, if it has begun, drop out."""
    interaction, cup, confirmed_status = press.interaction, await cup_of(press), press.arg(1)
    cups, user_id, say = (
        interaction.client.service.part(Cups),
        interaction.user.id,
        (await reader_for(interaction)).text,
    )
    if cup.status != confirmed_status:
        await pages.show(interaction, cup, say.t("The cup has moved on meanwhile."))
        return
    if confirmed_status == "entry":
        cup, note = await cups.leave(cup.id, user_id), say.t("You've left the cup.")
    else:
        cup, note = await cups.drop(cup.id, user_id), say.t("You've dropped out of the cup.")
    interaction.client.dispatch("cups_changed")
    await pages.show(interaction, cup, note)


async def confirm_removal(interaction: Interaction, cup: CupView, user_id: int) -> None:
    """Ask the host to confirm that a player should be removed from a cup. Raises Refusal."""
    check_host(interaction, cup)
    check_under_way(cup)
    reader, name = await reader_for(interaction), safe_names.safe_name(cup.names([user_id])[0])
    say = reader.text
    if cup.status == "entry":
        question = say.t("Remove **{name}** from **{cup}**?", name=name, cup=pages.title(cup))
    else:
        taken = say.t("Remove **{name}** from **{cup}**?", name=name, cup=pages.title(cup))
        question = " ".join([taken, say.t(_DROP_OUT_EFFECTS[cup.rules.kind]), say.t(_FOR_GOOD)])
    yes = controls.button(reader.label.t("Remove"), "cupout", cup.id, user_id, cup.status, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(reader.label.t("Back"), "cupback", cup.id)])


@on("cupout")
async def remove(press: ComponentInteraction) -> None:
    """After confirmation by the host, remove a player from a cup."""
    interaction, cup = press.interaction, await cup_of(press)
    cups, say = interaction.client.service.part(Cups), (await reader_for(interaction)).text
    user_id, expected_status = press.number(1), press.arg(2)
    if cup.status != expected_status:
        await pages.show(interaction, cup, say.t("The cup has moved on meanwhile."))
        return
    manages = _is_manager(interaction, cup)
    if expected_status == "entry":
        cup = await cups.remove(cup.id, interaction.user.id, user_id, is_admin=manages)
    else:
        cup = await cups.drop(cup.id, interaction.user.id, user_id, is_admin=manages)
    interaction.client.dispatch("cups_changed")
    await pages.show(interaction, cup, say.t("They're out of the cup."))


@on("cupbegin", begins=True)
async def press_begin(press: ComponentInteraction) -> None:
    """Start a cup with its entrants."""
    await begin(press.interaction, await cup_of(press))


async def begin(interaction: Interaction, cup: CupView) -> None:
    """Start a cup with its entrants, and tell the host what happens next."""
    cup = await interaction.client.service.part(Cups).begin(
        cup.id, interaction.user.id, is_admin=_is_manager(interaction, cup)
    )
    interaction.client.dispatch("cups_changed")
    say = (await reader_for(interaction)).text
    note = say.t("The cup begins: the first round is drawn. Its tables open in threads, where I ping the players.")
    await pages.show(interaction, cup, note)


@on("cupcomputer")
async def computer(press: ComponentInteraction) -> None:
    """Enter a computer player, or remove the computer player that was added last."""
    interaction, cup = press.interaction, await cup_of(press)
    cups, manages = interaction.client.service.part(Cups), _is_manager(interaction, cup)
    if press.value == REMOVE_COMPUTER:
        last = min((entrant.user_id for entrant in cup.entrants if entrant.computer is not None), default=0)
        cup = await cups.remove(cup.id, interaction.user.id, last, is_admin=manages)
    else:
        cup = await cups.enter_computer(cup.id, interaction.user.id, press.value, is_admin=manages)
    interaction.client.dispatch("cups_changed")
    await pages.show(interaction, cup)


@on("cupaward")
async def ask_to_award(press: ComponentInteraction) -> None:
    """Ask for confirmation before awarding a tie to a player."""
    await confirm_award(press.interaction, await cup_of(press), press.value)


async def confirm_award(interaction: Interaction, cup: CupView, value: str) -> None:
    """Ask the host to confirm an award. In a group's match, first ask for the other places if they count."""
    reader, (fixture, first) = await reader_for(interaction), pages.parse_award(cup, value)
    check_host(interaction, cup)
    say, ranked_names = reader.text, [safe_names.safe_name(name) for name in cup.names(first)]
    remaining_players = [user for user in pages.remaining_players(cup, fixture) if user not in first]
    if first and len(remaining_players) > 1 and len(first) < max(2, cup.rules.onward):
        question_text = say.t("The order so far: {names}. Who comes next?", names=", ".join(ranked_names))
        award_options = pages.award_options(reader.label, cup, fixture, first)
        menu = controls.select(reader.label.t("Who comes next?"), award_options, "cupaward", cup.id)
        await answers.show(
            interaction, question_text, [menu, controls.button(reader.label.t("Back"), "cupback", cup.id)]
        )
        return
    question = _award_question(say, cup, fixture, first) + " " + say.t("If a match in it is in progress, it ends.")
    yes = controls.button(reader.label.t("Award it"), "cupgive", cup.id, value, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(reader.label.t("Back"), "cupback", cup.id)])


def _award_question(say: Translator, cup: CupView, fixture: Fixture, first: Sequence[int]) -> str:
    rivals = ", ".join(
        safe_names.safe_name(player_name)
        for player_name in cup.names([user for user in fixture.people if user not in first])
    )
    if not first:
        both = " – ".join(safe_names.safe_name(name) for name in cup.names(fixture.people))
        return say.t("Settle the tie {names} as a draw?", names=both)
    ranked_names = [safe_names.safe_name(player_name) for player_name in cup.names(first)]
    if len(ranked_names) == 1:
        return say.t("Award the tie to **{name}** (against {others})?", name=ranked_names[0], others=rivals)
    return say.t("Award the tie in this order: {names}, then {others}?", names=", ".join(ranked_names), others=rivals)


@on("cupgive")
async def award(press: ComponentInteraction) -> None:
    """Award a tie to a player. In a group's match, players without a chosen place rank in the order of the draw."""
    interaction, cup = press.interaction, await cup_of(press)
    fixture, first = pages.parse_award(cup, press.arg(1))
    order = [*first, *(user for user in pages.remaining_players(cup, fixture) if user not in first)] if first else []
    cup = await interaction.client.service.part(Cups).award(
        cup.id, interaction.user.id, (fixture.round, fixture.number), order, is_admin=_is_manager(interaction, cup)
    )
    interaction.client.dispatch("cups_changed")
    await pages.show(interaction, cup, (await reader_for(interaction)).text.t("The tie is awarded."))


@on("cupend")
async def ask_to_end(press: ComponentInteraction) -> None:
    """Ask for confirmation before ending a cup."""
    await confirm_end(press.interaction, await cup_of(press))


async def confirm_end(interaction: Interaction, cup: CupView) -> None:
    """Ask the host to confirm that a cup should end early. Raises Refusal."""
    reader = await reader_for(interaction)
    check_host(interaction, cup)
    check_under_way(cup)
    question = reader.text.t(
        "End **{cup}** early? It will have no winner, and you can't resume it. Matches in progress continue "
        "as ordinary ones.",
        cup=pages.title(cup),
    )
    yes = controls.button(reader.label.t("End the cup"), "cupstop", cup.id, style=Style.danger)
    await answers.show(interaction, question, [yes, controls.button(reader.label.t("Back"), "cupback", cup.id)])


@on("cupstop")
async def end(press: ComponentInteraction) -> None:
    """After confirmation by the host, end a cup early."""
    interaction, cup = press.interaction, await cup_of(press)
    cup = await interaction.client.service.part(Cups).end(
        cup.id, interaction.user.id, is_admin=_is_manager(interaction, cup)
    )
    interaction.client.dispatch("cups_changed")
    await pages.show(interaction, cup, (await reader_for(interaction)).text.t("The cup has ended."))


@on("cupdecks", opens=True)
async def show_decks(press: ComponentInteraction) -> None:
    """Show the entrants' decks after a cup is over."""
    interaction, cup = press.interaction, await cup_of(press)
    say, game = (await reader_for(interaction)).text, interaction.client.games[cup.game]
    _held = await interaction.client.service.part(Cups).content(cup.id)
    found = await interaction.client.service.part(Cups).decks(cup.id)
    lines = [f"## {say.t('Decks of {cup}', cup=pages.title(cup))}"]
    for user, deck in found.items():
        lines.append(
            f"### {safe_names.safe_name(cup.names([user])[0])}: {safe_names.safe_name(deck.name, MAX_NAME_LENGTH)}"
        )
        lines.append(decks_of(game).describe(say, deck))
    await answers.show_long(interaction, "\n".join(lines), accent=accent_colour(game))
