"""Two buttons below a match's closing post: for a rematch, and for the proof of the random draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.bot import Interaction
from bot.discord.http.channel_permissions import may_post
from bot.discord.match_context import accent_colour, reader_for
from bot.discord.ui import answers, controls, limits
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.matches.service_results import MatchInfo
from bot.table.lobby import pack_words
from bot.table.lobby.player_welcome import greet
from rules.kernel.content.packs import BASE
from rules.kernel.engine.chance import seal
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import N_, Translator

#: Maximum number of seeds shown in the proof. A match gets a new seed whenever an undo reverses a random draw.
MAX_SEEDS = 12


def rematch_button(say: Translator, info: MatchInfo) -> ui.Button[Any]:
    """Return the button that opens a lobby for a rematch of the same players."""
    return controls.button(say.t("Rematch"), "rematch", info.id, style=Style.primary)


def proof_button(say: Translator, info: MatchInfo) -> ui.Button[Any]:
    """Return the button that shows the proof that the seeds determined all random draws."""
    return controls.button(say.t("The luck"), "luck", info.id)


@on("rematch", opens=True, begins=True)
async def open_rematch(press: ComponentInteraction) -> None:
    """Open a lobby for a rematch, with the options of the finished match."""
    await rematch_of(press.interaction, press.numbers(1)[0])


async def rematch_of(interaction: Interaction, match_id: int) -> None:
    """Open a lobby with the options of this finished match, and invite its players."""
    may_post(interaction)
    user = interaction.user
    service = interaction.client.service
    old = await service.matches.get(match_id)
    info = await service.lobby.rematch(match_id, user.id, user.display_name)
    say = (await reader_for(interaction)).text
    if any(seat.is_human and seat.user_id != user.id for seat in old.seats):
        opened = say.t("The lobby is open, and I've asked the others to join again.")
    else:
        opened = say.t(
            "The lobby is open. Start alone, or wait until others press *{join}* or type `/match join`.",
            join=Translator(info.locale).t("Join"),
        )
    await greet(interaction, info, [opened, _other_cards(say, interaction.client.games[old.game], old.pack, info.pack)])


def _other_cards(say: Translator, game: AnyGame, before: str, now: str) -> str | None:
    """Return a note if a rematch uses different cards from the finished match; otherwise, None."""
    if before == now:
        return None
    if now == BASE:
        words = N_("This server no longer has the content pack “{name}”, so the lobby uses the game's own cards.")
    else:
        words = N_("The content pack “{name}” has changed since then; the rematch uses the new version.")
    return say.t(words, name=pack_words.title(say, game, before))


@on("luck", opens=True)
async def show_luck(press: ComponentInteraction) -> None:
    """Show the random seeds of a finished match, and the hashes posted before the seeds were used."""
    interaction = press.interaction
    service = interaction.client.service
    info = await service.matches.get(press.numbers(1)[0])
    if info.guild_id != interaction.guild_id:
        raise controls.stale_button_error()
    table = await service.matches.table_of(info)
    if not table.match.over:
        raise Refusal(N_("You can check the luck when the match is over."))
    say = (await reader_for(interaction)).text
    words = limits.truncate_lines(proof(say, await service.history.seeds(table)), limits.LAYOUT)
    await answers.show(interaction, words, accent=accent_colour(table.match.game))


def proof(say: Translator, seeds: Sequence[str]) -> list[str]:
    """Return lines with a finished match's seeds, their hashes, and an explanation of the proof."""
    last = seeds[-MAX_SEEDS:]
    if len(seeds) == 1:
        lines = [say.t("The seed was {seed}; its SHA-256 is the seal in the first post.", seed=f"`{seeds[0]}`")]
    else:
        seed_list = ", ".join([*(["…"] if len(seeds) > len(last) else []), *(f"`{seed}`" for seed in last)])
        lines = [say.t("The seeds were {seeds}; their SHA-256 hashes are the seals I posted.", seeds=seed_list)]
    lines += [f"-# {seal(seed)}" for seed in last]
    lines.append(
        say.t(
            "All randomness in the match came from this seed. The seal was posted before the first draw. It "
            "doesn't give the seed away, and no one could change the seed after that."
        )
    )
    return lines
