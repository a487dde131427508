"""What the bot posts by itself: calls, boards, private messages, the final scores; words and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord import controls, limits
from bot.discord.controls import Style
from bot.discord.desk import entry_lines, waiting_line
from bot.discord.locale import Voice
from bot.matches import LogEntry, Table
from rules.kernel.game import Game
from rules.kernel.text import Say

#: Log lines under a call; the rest is in `/match log`.
LINES = 8


def current(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries without those that were taken back since.

    Going back among these entries leaves no trace; going back to before the first of them is news.
    """
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "undo" and entry.restores is not None:
            kept = [old for old in kept if old.seq <= entry.restores]
            if entry.restores >= entries[0].seq - 1:
                continue
        kept.append(entry)
    return kept


def short_log(game: Game[Any], say: Say, entries: Sequence[LogEntry]) -> list[str]:
    """Return the last lines of what happened, small, with a pointer to the rest."""
    lines = [line for entry in current(entries) for line in entry_lines(game, say, entry)]
    hidden = len(lines) - LINES
    if hidden > 0:
        more = say.n("{n} more line in `/match log`", "{n} more lines in `/match log`", hidden)
        lines = [f"… {more}", *lines[-LINES:]]
    return [f"-# {line}" for line in lines]


def call(table: Table, voice: Voice, entries: Sequence[LogEntry], users: Sequence[int]) -> str:
    """Return the message that calls those who must act."""
    say = voice.text
    game = table.match.game
    names = say.join([f"<@{user}>" for user in users])
    # The call comes first: it is what a phone shows of the message.
    head = say.t("{names}: your move.", names=names)
    lines = short_log(game, say, entries)
    while lines and len(head) + sum(len(line) + 1 for line in lines) > limits.CONTENT:
        lines = lines[1:]
    return "\n".join([head, *lines])


def board(table: Table, voice: Voice) -> str:
    """Return the words above a live board that stands on its own."""
    say = voice.text
    return f"**{table.match.game.title(say)}**\n{waiting_line(say, table)}"


def news(game: Game[Any], say: Say, entries: Sequence[LogEntry], seat: int) -> list[str]:
    """Return what only this seat and other chosen ones were told since it last acted, that act included."""
    line = current(entries)
    start = max((number for number, entry in enumerate(line) if entry.seat == seat), default=0)
    told = [event for entry in line[start:] for event in entry.events if event.to is not None]
    lines = [words for event in told if (words := game.event_line(say, event))]
    return [f"-# {words}" for words in lines[-LINES:]]


def private(table: Table, voice: Voice, seat: int, told: Sequence[str] = ()) -> str:
    """Return a seat's private message: what it must decide, or whom the match waits for, and what it was told."""
    say = voice.text
    game, info = table.match.game, table.info
    lines = [f"**{game.title(say)}**, <#{info.channel_id}>"]
    decision = table.match.decisions().get(seat) if info.status == "playing" else None
    if decision is not None:
        view = table.match.view(seat)
        lines.append(f"**{game.prompt_line(say, view, decision.prompt)}**")
    else:
        lines.append(waiting_line(say, table))
    return limits.clip_lines([*lines, *told], limits.CONTENT)


def private_buttons(table: Table, voice: Voice, seat: int) -> ui.View:
    """Return the button of a private message, while there is something to decide."""
    waits = table.info.status == "playing" and seat in table.match.decisions()
    return controls.rows([move_button(voice, table.info.id)] if waits else [])


def move_button(voice: Voice, match_id: int) -> ui.Button[Any]:
    """Return the button that opens the panel from a post."""
    return controls.button(voice.label.t("Your move"), "move", match_id, style=Style.primary)


def score(table: Table, voice: Voice, *, pictured: bool) -> str:
    """Return who won and the ranking; the whole table only where no picture shows it, for it is wide."""
    say = voice.text
    result = table.match.result
    assert result is not None
    winners = say.join([say.seat(seat) for seat in result.winners])
    lines = [f"## {say.t('The match is over.')}"]
    if result.winners:
        lines.append(say.n("**{names}** wins!", "**{names}** share the victory!", len(result.winners), names=winners))
    else:
        lines.append(say.t("Nobody has won."))
    if not pictured:
        return "\n".join([*lines, score_table(table, voice)])
    for row in sorted(result.rows, key=lambda row: row.rank):
        lines.append(f"{row.rank}\\. {say.seat(row.seat)}: {row.total:g}")
    lines.append(f"-# {say.t('`/match status` shows the scores in words.')}")
    return limits.clip_lines(lines, limits.CONTENT)


def score_table(table: Table, voice: Voice) -> str:
    """Return the final scores as a table in words."""
    result = table.match.result
    assert result is not None
    # Its columns are aligned, so it stands in a code block, where names need no escaping.
    listing = table.match.game.result_text(voice.label, result).replace("```", "'''")
    return f"```\n{limits.clip_lines(listing.splitlines(), limits.CONTENT - 300)}\n```"


def undo_buttons(voice: Voice, match_id: int, request_id: int) -> ui.View:
    """Return the buttons under a request to go back."""
    say = voice.label
    return controls.rows(
        [
            controls.button(say.t("Agree"), "undo", match_id, request_id, 1, style=Style.success),
            controls.button(say.t("Refuse"), "undo", match_id, request_id, 0, style=Style.danger),
        ]
    )
