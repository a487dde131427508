"""`/table pace`: choose a match's clock, and what happens when a player's time runs out."""

from __future__ import annotations

from discord import app_commands

from bot.app.clock import HOUR
from bot.discord.bot import Interaction
from bot.discord.commands.slash import slash
from bot.discord.match_context import match_here, reader_for
from bot.discord.ui.answers import respond
from bot.discord.ui.locale import described
from bot.matches.clocks.time_control import (
    DEFAULT_BANK,
    DEFAULT_INCREMENT,
    DEFAULT_TURN,
    OnTimeout,
    TimeControl,
    TimeControlKind,
)
from bot.table.clocks import words as clock_words
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

_KINDS = {
    TimeControlKind.FRIENDLY: N_("Friendly: no clock"),
    TimeControlKind.STEADY: N_("Steady: a fixed time for each turn"),
    TimeControlKind.BANK: N_("Bank: a total time, with some back each turn"),
}
#: The default number of hours for each kind of clock.
_PRESETS = {TimeControlKind.FRIENDLY: 0, TimeControlKind.STEADY: DEFAULT_TURN, TimeControlKind.BANK: DEFAULT_BANK}


@slash("pace", N_("Choose this match's clock before it begins."))
@app_commands.describe(
    clock=described(N_("The clock you play with.")),
    hours=described(N_("Hours per turn or in the bank, 6 to 336; 48 by default, 120 for a bank.")),
    end=described(N_("What happens when a player's time runs out.")),
)
@app_commands.choices(
    clock=[app_commands.Choice(name=described(words), value=kind.value) for kind, words in _KINDS.items()],
    end=[
        app_commands.Choice(name=described(words), value=end.value) for end, words in clock_words.TIMEOUT_WORDS.items()
    ],
)
async def pace(
    interaction: Interaction, clock: str, hours: app_commands.Range[int, 6, 336] | None = None, end: str | None = None
) -> None:
    """Choose the clock of the match in this channel's lobby. Only the host may do so."""
    if clock not in set(TimeControlKind) or end not in {None, *OnTimeout}:
        raise Refusal(N_("There's no such clock. Choose one that `/table pace` offers."))
    info, kind = await match_here(interaction), TimeControlKind(clock)
    seconds = _PRESETS[kind] if hours is None else hours * HOUR
    time_control = TimeControl.from_json(
        {
            "kind": kind,
            "seconds": seconds,
            "back": DEFAULT_INCREMENT,
            "end": OnTimeout.LATE if end is None else OnTimeout(end),
        }
    )
    info = await interaction.client.service.lobby.set_pace(info.id, interaction.user.id, time_control)
    say = (await reader_for(interaction, info)).text
    await respond(interaction, "\n".join(clock_words.pace_lines(say, info)))
