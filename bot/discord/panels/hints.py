"""What a newcomer is told in the panel: once what a panel is, and at the first turn of a phase what to do in it."""

from __future__ import annotations

from bot.discord.panels import panel
from bot.discord.support.context import MatchContext
from bot.discord.support.names import plain

#: A sentence of fewer characters says too little alone.
SHORT = 25


async def lines(ctx: MatchContext) -> list[str]:
    """Return the sentences above the panel's question; most often there are none."""
    say, people = ctx.audience.text, ctx.bot.service.people
    told: list[str] = []
    if await people.is_first_panel(ctx.user_id):
        told.append("-# " + say.t("Only you see this. If it disappears, press Your move again; nothing is lost."))
    if ctx.decision is None or ctx.seat is None:
        return told
    words = ctx.game.hint(say, ctx.view, ctx.decision.prompt)
    if words and not await ctx.bot.service.matches.has_finished(ctx.user_id, ctx.info.game):
        told.append(" ".join(filter(None, [words, await suggested(ctx)])))
    return told


async def suggested(ctx: MatchContext) -> str:
    """Return a move that a computer would make who knows what this person knows, or ""."""
    assert ctx.seat is not None
    action = await ctx.bot.bots.suggestion(ctx.table, ctx.seat)
    choice = None if action is None else panel.choice_of(ctx, action)
    if choice is None:
        return ""
    # A sentence or two are enough: the panel tells the rest.
    what, detail = plain(choice.text.label), beginning(plain(choice.text.detail))
    if not detail or repeats(what, detail):
        return ctx.audience.text.t("Try **{what}**.", what=what.rstrip("."))
    return ctx.audience.text.t("Try **{what}**: {detail}.", what=what, detail=detail)


def beginning(detail: str) -> str:
    """Return the first sentence without its full stop, or two when the first is short."""
    first, *rest = detail.rstrip(".").split(". ")
    return ". ".join([first, *rest[: len(first) < SHORT]])


def repeats(what: str, detail: str) -> bool:
    """Tell whether the detail has all words of the button but the first, such as "Draft"."""
    _, *names = what.split()
    return what == detail or bool(names and set(names) <= set(detail.split()))
