"""Asking the table, and the answers: what the buttons under a vote do."""

from __future__ import annotations

from bot.discord.support.answers import answer
from bot.discord.support.bot import Interaction
from bot.discord.support.context import audience_for
from bot.discord.support.controls import Press, on
from bot.matches import Outcome


async def told(interaction: Interaction) -> None:
    """Say that the others have been asked."""
    say = (await audience_for(interaction)).text
    await answer(interaction, say.t("The others must agree to that; they have been asked in the channel."))


@on("undo", opens=True)
@on("vote", opens=True)
async def answer_vote(press: Press) -> None:
    """Agree or refuse; requests to go back of the release before have the first verb, and the same numbers."""
    match_id, vote_id, yes = press.numbers(3)
    bot, user = press.interaction.client, press.interaction.user
    found = await bot.service.votes.answer(match_id, user.id, bool(yes), vote_id)
    say = (await audience_for(press.interaction)).text
    if isinstance(found, Outcome):
        text = say.t("Everyone agreed; the match has gone back.")
    elif found.status == "done":
        text = say.t("Everyone agreed.")
    elif yes:
        text = say.t("You agreed; the others are still to answer.")
    else:
        text = say.t("You refused; the match goes on as it stands.")
    await answer(press.interaction, text)
