"""Hints in the panel.

Newcomers see an explanation of the panel and of each phase of the game. Anyone who may request hints can see a
suggested move.
"""

from __future__ import annotations

import re

from bot.discord.match_context import MatchContext
from bot.discord.ui.safe_names import escape
from bot.matches.hint_allowance import are_hints_allowed, is_first_match
from bot.table.play import panel, panel_choices
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator

#: If the first sentence of an explanation has fewer characters than this, the second sentence is added.
MIN_SENTENCE_LENGTH = 25
#: The end of a sentence. A full stop after a single letter doesn't count, such as the one after D in "Washington D.C.
#: is", nor does one before a small letter, such as that of an ordinal number.
SENTENCE_END = re.compile(r"(?<!\b[A-Z])\. (?![a-záéíñóöőúüű])")


async def hint_lines(ctx: MatchContext, *, advised: bool = False) -> list[str]:
    """Return hints for a newcomer, shown above the panel's question; usually empty.

    If the person has requested a hint (`advised`), the panel already shows the suggested move, so the hints don't
    repeat it.
    """
    say, people = ctx.reader.text, ctx.bot.service.people
    lines: list[str] = []
    if ctx.info.status == "playing" and await people.is_first_panel(ctx.user_id):
        # The button is in a post, in the channel's language.
        your_move = Translator(ctx.info.locale).t("Your move")
        note = say.t("Only you see this. If it disappears, press *{button}* again; nothing is lost.", button=your_move)
        lines.append(f"-# {note}")
    if ctx.decision is None or ctx.seat is None:
        return lines
    words = ctx.game.hint(say, ctx.view, ctx.decision.prompt)
    if words and not await ctx.bot.service.matches.has_finished(ctx.user_id, ctx.info.game):
        hinted = not advised and panel.can_ask_hint(ctx)
        move = await ctx.bot.computer_moves.suggestion(ctx.table, ctx.seat) if hinted else None
        lines.append("-# " + " ".join(filter(None, [words, _suggested(ctx, move)])))
    return lines


def move_reason(ctx: MatchContext) -> str:
    """Return a line that explains what a move is good for, in a first match where hints are allowed; usually "".

    It is chosen from the moves that are possible now, whatever a computer would do, so it isn't a hint that counts.
    """
    if ctx.decision is None or not is_first_match(ctx.game, ctx.info) or not are_hints_allowed(ctx.game, ctx.info):
        return ""
    say = ctx.reader.text
    # No move has been chosen yet, so the line doesn't call one good.
    return reason_line(say.t("Good to know:"), ctx.game.move_reason(say, ctx.view, ctx.decision.actions))


def reason_line(title: str, reason: str) -> str:
    """Return the line with the reason for a move, in small print; "" if there is no reason."""
    return f"-# **{title}** {escape(reason)}" if reason else ""


async def requested_hint(ctx: MatchContext) -> str:
    """Return the move that a computer would make with this person's knowledge, and the reason; "" if there is none."""
    assert ctx.seat is not None
    advice, say = await ctx.bot.computer_moves.advice(ctx.table, ctx.seat), ctx.reader.text
    if advice is None:
        return ""
    why = say.t(advice.why) if advice.why else say.t("This is a rule of thumb; I don't calculate further here.")
    return " ".join(filter(None, [_suggested(ctx, advice.action), why]))


def _suggested(ctx: MatchContext, action: Action | None) -> str:
    """Return the suggestion of a move in one or two sentences; "" if there is no move to suggest."""
    choice = None if action is None else panel_choices.choice_of(ctx, action)
    if choice is None:
        return ""
    # Keep the suggestion short, because the panel contains the full explanation of the move.
    what, detail = escape(choice.text.label), first_sentence(escape(choice.text.detail))
    if not detail or repeats_label(what, detail):
        return ctx.reader.text.t("Try **{what}**.", what=what.rstrip("."))
    return ctx.reader.text.t("Try **{what}**. {detail}.", what=what.rstrip("."), detail=detail)


def first_sentence(detail: str, least: int = MIN_SENTENCE_LENGTH) -> str:
    """Return the first sentence of an explanation without its full stop.

    If it has fewer characters than `least`, append the second sentence.
    """
    first, *other_sentences = SENTENCE_END.split(detail.rstrip("."))
    return ". ".join([first, *other_sentences[: len(first) < least]])


def repeats_label(what: str, detail: str) -> bool:
    """Return whether an explanation contains all words of a button's label except the first, such as "Draft"."""
    _, *names = what.split()
    return what == detail or bool(names and set(names) <= set(detail.split()))
