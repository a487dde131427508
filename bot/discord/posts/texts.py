"""What the bot posts by itself: calls, boards, private messages, the final scores; words and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.support import controls, limits
from bot.discord.support.context import entry_lines, waiting_line
from bot.discord.support.controls import Style
from bot.discord.support.locale import Voice
from bot.matches import LogEntry, Table
from bot.matches.notices import STORY
from bot.matches.records import SEATING
from rules.kernel.engine.chance import seal
from rules.kernel.engine.parts import AnyParts
from rules.kernel.words.text import Say

#: Log lines under a call; the rest is in `/match log`. A move with more lines than a panel shows is told in steps.
LINES = 8
#: Messages of one story; more would be a flood.
MESSAGES = 5
#: The longest line of a story.
LINE = 900


def current(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries without those that were taken back.

    Going back within these entries leaves no trace; going back to before the first is news.
    """
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.restores is not None:
            kept = [old for old in kept if old.seq <= entry.restores]
            if entry.restores >= entries[0].seq - 1:
                continue
        kept.append(entry)
    return kept


def told(game: AnyParts, say: Say, entries: Sequence[LogEntry]) -> list[list[str]]:
    """Return the lines of each entry that the reader may know of and that was not taken back since."""
    # The channel was told at once who plays a seat.
    shown = (entry for entry in current(entries) if entry.known and entry.kind not in SEATING)
    return [entry_lines(game, say, entry) for entry in shown]


def short_log(game: AnyParts, say: Say, entries: Sequence[LogEntry]) -> list[str]:
    """Return the last log lines, in small print, with a pointer to the rest."""
    lines = [line for lines in told(game, say, entries) for line in lines]
    return [f"-# {line}" for line in [*_more(say, len(lines) - LINES), *lines[-LINES:]]]


def story(game: AnyParts, say: Say, entries: Sequence[LogEntry]) -> list[str]:
    """Return what happened, in small print: long moves step by step, of all short ones the last lines.

    A long move is most often the game's own reply, which nobody has seen happen.
    """
    moves = told(game, say, entries)
    hidden = spare = max(0, sum(len(lines) for lines in moves if len(lines) <= STORY) - LINES)
    kept: list[str] = []
    for lines in moves:
        if len(lines) > STORY:
            kept += [f"{number}. {line}" for number, line in enumerate(lines, 1)]
            continue
        left = min(spare, len(lines))
        spare -= left
        kept += lines[left:]
    return [f"-# {limits.clip(line, LINE)}" for line in [*_more(say, hidden), *kept]]


def _more(say: Say, hidden: int) -> list[str]:
    """Return the pointer to lines that are left out, if there are any."""
    if hidden <= 0:
        return []
    return [f"… {say.n('{n} more line in `/match log`', '{n} more lines in `/match log`', hidden)}"]


def paged(say: Say, head: str, lines: Sequence[str]) -> list[str]:
    """Split a head and lines into messages; the head starts the last one, which has picture and buttons."""
    pages = limits.pages("\n".join(lines), limits.CONTENT - len(head) - 1) if lines else [""]
    if len(pages) > MESSAGES:
        gone = sum(page.count("\n") + 1 for page in pages[:-MESSAGES])
        pages = ["\n".join(f"-# {line}" for line in _more(say, gone)), *pages[-MESSAGES:]]
    *first, last = pages
    return [*first, f"{head}\n{last}" if last else head]


def call(
    table: Table, voice: Voice, entries: Sequence[LogEntry], users: Sequence[int], *, brief: bool = False
) -> list[str]:
    """Return the messages that call those who must act; the last one holds the call. `brief` leaves out the story."""
    say = voice.text
    game = table.match.game
    # The call comes first: phones show the start of a message.
    head = say.t("{names}: your move.", names=say.join([f"<@{user}>" for user in users]))
    opening = _opening(table, say) if any(entry.kind == "start" for entry in entries) else []
    lines = story(game, say, entries)
    if brief:
        # The seal of all chance is posted nowhere else.
        opening, lines = opening[-1:], [f"-# {line}" for line in _more(say, len(lines))]
    return paged(say, "\n".join([head, *opening]), lines)


def _opening(table: Table, say: Say) -> list[str]:
    """Return what is posted once, at the start: the game's opening words, and the seal of all chance."""
    words = table.match.game.opening(say, table.view(None))
    sealed = seal(table.match.state.chance.seed)
    return [
        *([words] if words else []),
        f"-# {say.t('All chance comes from one seed, sealed with SHA-256: {seal}', seal=f'`{sealed}`')}",
    ]


def _unsealed(table: Table, say: Say) -> str:
    """Return the line with the seed of a finished match, so that its chance can be checked."""
    seed = table.match.state.chance.seed
    return f"-# {say.t('The seed was {seed}; its SHA-256 is the seal of the first post.', seed=f'`{seed}`')}"


def report(table: Table, voice: Voice, entries: Sequence[LogEntry]) -> list[str]:
    """Return the messages about a long move that leads to no call; none if there is nothing to tell."""
    lines = story(table.match.game, voice.text, entries)
    return paged(voice.text, waiting_line(voice.text, table), lines) if lines else []


def board(table: Table, voice: Voice) -> str:
    """Return the words above a live board without a call."""
    say = voice.text
    return f"**{table.match.game.title(say)}**\n{waiting_line(say, table)}"


def news(game: AnyParts, say: Say, entries: Sequence[LogEntry], seat: int) -> list[str]:
    """Return the lines of private events for this seat since its last act, that act included."""
    line = current(entries)
    start = max((number for number, entry in enumerate(line) if entry.seat == seat), default=0)
    told = [event for entry in line[start:] for event in entry.events if event.to is not None]
    lines = [words for event in told if (words := game.event_line(say, event))]
    return [f"-# {words}" for words in lines[-LINES:]]


def private(table: Table, voice: Voice, seat: int, told: Sequence[str] = ()) -> str:
    """Return a seat's private message: its decision, or whom the match waits for, and its private news."""
    say = voice.text
    game, info = table.match.game, table.info
    lines = [f"**{game.title(say)}**, <#{info.channel_id}>"]
    decision = table.match.decisions().get(seat) if info.status == "playing" else None
    if decision is not None:
        view = table.view(seat)
        lines.append(f"**{game.question(say, view, decision.prompt)}**")
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
    """Return the winners and the ranking, with the whole (wide) table only if there is no picture."""
    say = voice.text
    result = table.match.result
    assert result is not None
    winners = say.join([say.seat(seat) for seat in result.winners])
    lines = [f"## {say.t('The match is over.')}"]
    seed = _unsealed(table, say)
    if result.winners:
        lines.append(say.n("**{names}** wins!", "**{names}** share the victory!", len(result.winners), names=winners))
    else:
        lines.append(say.t("Nobody has won."))
    if not pictured:
        return "\n".join([*lines, score_table(table, voice), seed])
    for row in sorted(result.rows, key=lambda row: row.rank):
        lines.append(f"{row.rank}\\. {say.seat(row.seat)}: {row.total:g}")
    lines += [f"-# {say.t('`/match status` shows the scores in words.')}", seed]
    return limits.clip_lines(lines, limits.CONTENT)


def score_table(table: Table, voice: Voice) -> str:
    """Return the final scores as a table in words."""
    result = table.match.result
    assert result is not None
    # A code block keeps the columns aligned, and names need no escaping in it.
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
