"""A person's ratings in their profile, as text and as a chart of how they have changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import discord

from bot.app.clock import DAY
from bot.app.image_cache import game_colour
from bot.discord.bot import Bot
from bot.discord.match_context import picture
from bot.features.ratings.service.ladders import LadderStanding, Ratings
from bot.store.statements.rows import EVERYWHERE
from render.sheets.rating_data import Ladder, Strengths
from rules.kernel.words.translation import Translator

#: File name of the chart.
PICTURE_FILE = "ratings.png"
#: Positions of the dates on the chart's time axis, from 0 to 1. If the axis spans no more than `SHORT_SPAN` seconds,
#: only its middle has a date.
DATE_POSITIONS, SHORT_SPAN = (0.1, 0.5, 0.9), 5 * DAY


async def standings_of(bot: Bot, user_id: int, guild_id: int | None, *, here: bool) -> list[LadderStanding]:
    """Return a person's standings on a server's ladders and, unless `here` is True, also on the global ladders."""
    standings = await bot.service.part(Ratings).standings_of(user_id, guild_id or EVERYWHERE)
    return [
        standing
        for standing in standings
        if standing.game in bot.games and not (here and standing.guild_id == EVERYWHERE)
    ]


def line(say: Translator, rated: LadderStanding) -> str:
    """Return a text about a person's standing on a ladder."""
    ladder_standing = rated.standing
    standing_text = say.t(
        "{points} points, place {place} of {n}",
        points=f"{ladder_standing.estimate.points:.0f}",
        place=ladder_standing.place,
        n=rated.ladder_size,
    )
    where = say.t("all servers") if rated.guild_id == EVERYWHERE else say.t("this server")
    line_text = say.t("ladder of {where}: {standing}", where=where, standing=standing_text)
    return f"{line_text} ({say.t('provisional')})" if ladder_standing.is_provisional else line_text


async def drawn(bot: Bot, user_id: int, standings: Sequence[LadderStanding], say: Translator) -> discord.File | None:
    """Return a chart of how a person's ratings have changed; None if they have no ratings.

    The chart shows one ladder for each game.
    """
    # If a game has both a server's ladder and a global ladder, show the server's.
    standing_by_game = {
        standing.game: standing for standing in sorted(standings, key=lambda standing: standing.guild_id)
    }
    if not standing_by_game:
        return None
    chart = await strengths(bot, user_id, list(standing_by_game.values()), say)
    alt = [f"{ladder.title}: {ladder.least[0]:.0f} → {ladder.least[-1]:.0f}" for ladder in chart.ladders]
    return await picture(bot.charts.draw(chart), PICTURE_FILE, f"{chart.title}. {'; '.join(alt)}.")


async def strengths(bot: Bot, user_id: int, standings: Sequence[LadderStanding], say: Translator) -> Strengths:
    """Return the contents of the chart of a person's ratings."""
    ladders: list[Ladder] = []
    for one in standings:
        estimates = await bot.service.part(Ratings).over_time(user_id, one.game, one.guild_id) or [
            one.standing.estimate
        ]
        title = bot.games[one.game].title(say)
        if one.guild_id == EVERYWHERE:
            title = say.t("{game}, all servers", game=title)
        times, least, most = zip(*((each.at, each.points, each.upper_bound) for each in estimates), strict=True)
        ladders.append(Ladder(title, game_colour(one.game), list(times), list(least), list(most)))
    first, last = min(one.times[0] for one in ladders), max(one.times[-1] for one in ladders)
    return Strengths(
        title=say.t("Ratings"),
        line=say.t("at least this strong"),
        band=say.t("up to this strong"),
        ladders=ladders,
        dates=_dates(first, last),
    )


def _dates(first: int, last: int) -> list[tuple[int, str]]:
    """Return the times that have a label on the time axis, with their labels."""
    places = DATE_POSITIONS if last - first > SHORT_SPAN else (0.5,)
    times = [round(first + (last - first) * place) for place in places]
    return [(at, f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}") for at in times]
