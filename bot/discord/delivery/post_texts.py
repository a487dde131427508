"""The texts and buttons of the bot's posts: turn notifications, boards and private messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from discord import ui

from bot.discord.match_context import accent_colour, clock_lines, waiting_line
from bot.discord.ui import controls, limits
from bot.discord.ui.controls import Style
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.toolbar import Toolbar
from bot.matches.clocks.pausing import PAUSE_VOTE
from bot.matches.clocks.time_control import TimeControl
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.service_results import LogEntry, MatchInfo, SeatInfo, Table, Vote, last_of_several, without_undone
from bot.matches.votes.vote_kinds import VoteKind
from bot.matches.waiting_matches import WaitingMatch
from bot.notifications.reminder_times import last_reminder
from bot.notifications.turn_notification_decisions import MIN_STORY_EVENTS
from bot.table.clocks.durations import duration_words
from bot.table.play.event_words import MAX_POST_LINES as RECAP_LINES
from bot.table.play.event_words import all_lines, recap_lines
from bot.table.votes import panel as votes_panel
from rules.kernel.engine.chance import seal
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.translation import Translator

#: Maximum number of log lines about private events in a message.
MAX_NEWS_LINES = 8
#: Buttons that answer for the called seats without opening the panel.
CALL_ANSWERS = Toolbar[[ReaderContext, Table, Collection[int]]]("a call, for the seats that it calls")


def event_lines(
    game: AnyParts, say: Translator, before: Sequence[LogEntry], entries: Sequence[LogEntry], room: int
) -> list[str]:
    """Return lines in small print that sum up the events, one line per player's turn.

    If the last entry is a long turn of the game itself, its steps are listed one by one, if they fit, because no player
    has seen them.
    """
    steps = all_lines(game, say, entries[-1:])
    if len(steps) > MIN_STORY_EVENTS:
        earlier = recap_lines(game, say, before, entries[:-1], room // 2, RECAP_LINES // 2) if entries[:-1] else []
        lines = [*earlier, *[f"-# {number}. {line}" for number, line in enumerate(steps, 1)]]
        if len("\n".join(lines)) < room:
            return lines
    return recap_lines(game, say, before, entries, room)


def turn_notification(
    table: Table,
    reader: ReaderContext,
    before: Sequence[LogEntry],
    entries: Sequence[LogEntry],
    users: Sequence[int],
    seed: str = "",
    *,
    brief: bool = False,
) -> str:
    """Return the message that tells players that it's their turn.

    If `brief`, leave out the events since the last such message. `seed` is the match's first random seed; its hash
    belongs in the match's first post.
    """
    say = reader.text
    game = table.match.game
    head = " ".join([_turn_line(table, say, users), *clock_lines(say, table), *_last_player_line(table, say, users)])
    opening = _opening(table, say, seed) if is_first_post(entries) else []
    if brief:
        # A brief message also contains the hash, because no other post does.
        lines = [head, *opening[-1:], *_omitted_line(say, len(all_lines(game, say, entries)))]
    else:
        room = limits.CONTENT - len("\n".join([head, *opening])) - 2
        # The hash comes last because it doesn't describe the game.
        lines = [head, *opening[:-1], *recap_lines(game, reader.signed, before, entries, room), *opening[-1:]]
    return limits.truncate_lines(lines, limits.CONTENT)


def _turn_line(table: Table, say: Translator, users: Sequence[int]) -> str:
    """Return the first line of a turn notification: the pinged players, the match, and what the players must do.

    The line must make sense by itself because phones show only the start of a message. It contains only public facts.
    While it is secret who has answered, it names the players but not what they must do.
    """
    names, game, view = say.join([f"<@{user}>" for user in users]), table.match.game, table.view(None)
    if find_hidden_hold(table.match) is not None:
        return say.t("{names}: your move.", names=names)
    tasks = {game.task(say, view, seat.seat) for seat in table.info.seats if seat.user_id in users}
    task = tasks.pop() if len(tasks) == 1 else ""
    if not task:
        return say.t("{names} {match}: your move.", names=names, match=game.heading(say, view))
    return say.t("{names} {match}: {task}.", names=names, match=game.heading(say, view), task=task)


def _last_player_line(table: Table, say: Translator, users: Sequence[int]) -> list[str]:
    """Return a line that tells the last awaited player that the others wait, or [] if that isn't public."""
    last = last_of_several(table.info.seats)
    if last is None or last.user_id not in users or find_hidden_hold(table.match) is not None:
        return []
    return [say.t("{who}, you're the last one: the others are waiting for you.", who=say.seat(last.seat))]


def reminder(
    table: Table, reader: ReaderContext, users: Sequence[int], since: int, stands_in: int | None = None
) -> str:
    """Return the message that pings players again. `since` is the time when the match started to wait for them.

    `stands_in` is the time when a computer will take their turn, or None if no computer will.
    """
    say = reader.text
    waiting_text = _waiting_since(say, since)
    stand_in_lines = [] if stands_in is None else [_stand_in_line(say, stands_in)]
    return " ".join([_turn_line(table, say, users), waiting_text, *stand_in_lines, *clock_lines(say, table)])


def _waiting_since(say: Translator, since: int) -> str:
    return say.t("The match has been waiting for you since {time}.", time=f"<t:{since}:f>")


def _stand_in_line(say: Translator, at: int) -> str:
    return say.t("If you don't move, a computer plays this turn {time}.", time=f"<t:{at}:R>")


def nudge(table: Table, reader: ReaderContext, seat: SeatInfo, asker: int, now: int) -> str:
    """Return the text of a nudge from the player at the seat `asker`, who asks another player whether they can move."""
    say, game = reader.text, table.match.game
    request_text = say.t(
        "{who} asks if you can move in {game} ({channel}).",
        who=say.seat(asker), game=(game.short or game.title)(say), channel=f"<#{table.info.channel_id}>",
    )  # fmt: skip
    waiting_text = say.t(
        "You've kept the others waiting for {time}.", time=duration_words(say, now - (seat.waiting_since or now))
    )
    return f"{request_text} {waiting_text}"


def nudge_buttons(reader: ReaderContext, match_id: int) -> ui.View:
    """Return the buttons of a nudge."""
    return controls.rows([move_button(reader, match_id), until_button(reader, match_id), fewer_button(reader)])


def until_button(reader: ReaderContext, match_id: int) -> ui.Button[Any]:
    """Return the button that lets a player tell the others how long they need."""
    return controls.button(reader.label.t("I need until…"), "until", match_id)


def _omitted_line(say: Translator, hidden: int) -> list[str]:
    """Return a line that says how many lines were omitted, or an empty list if none were omitted."""
    if hidden <= 0:
        return []
    return [f"-# … {say.n('{n} more line in `/match log`', '{n} more lines in `/match log`', hidden)}"]


def is_first_post(entries: Sequence[LogEntry]) -> bool:
    """Return whether the post about these journal entries is the match's first post."""
    return any(entry.kind == "start" for entry in entries)


def _opening(table: Table, say: Translator, seed: str) -> list[str]:
    """Return the first lines of a match's first post: a short description, an opening text, and the seed's hash."""
    game = table.match.game
    words = game.opening(say, table.view(None))
    return [
        *game.in_short(say, table.match.state.seats, table.info.options),
        *([words] if words else []),
        f"-# {_seed_hash_line(say, seed)}",
    ]


def _seed_hash_line(say: Translator, seed: str) -> str:
    # On a phone, the first post is higher than the window. So this line is short.
    return say.t("Seal of all randomness, to check at the end: {seal}", seal=f"`{seal(seed)}`")


def report(
    table: Table, reader: ReaderContext, before: Sequence[LogEntry], entries: Sequence[LogEntry], seed: str = ""
) -> str:
    """Return the message about events that don't notify any player, or "" if there is nothing to report.

    `seed` has the same meaning as in `turn_notification`.
    """
    say, game = reader.text, table.match.game
    head, opening = waiting_line(say, table), _opening(table, say, seed) if is_first_post(entries) else []
    room = limits.CONTENT - len("\n".join([head, *opening])) - 1
    if len(table.info.seats) > 1:
        lines = recap_lines(game, reader.signed, before, entries, room)
    else:
        lines = event_lines(game, reader.signed, before, entries, room)
    # The hash comes last because it doesn't describe the game.
    body = [*opening[:-1], *lines, *opening[-1:]]
    return limits.truncate_lines([head, *body], limits.CONTENT) if body else ""


def board(table: Table, reader: ReaderContext) -> str:
    """Return the text of the message with the live board, which pings no one."""
    say = reader.text
    return f"**{table.match.game.title(say)}**\n{waiting_line(say, table)}"


def private_event_lines(game: AnyParts, say: Translator, entries: Sequence[LogEntry], seat: int) -> list[str]:
    """Return the lines about the seat's private events since its last action, including those of that action."""
    kept_entries = without_undone(entries)
    start = max((number for number, entry in enumerate(kept_entries) if entry.seat == seat), default=0)
    events = [event for entry in kept_entries[start:] for event in entry.events if event.to is not None]
    lines = [words for event in events if (words := game.event_line(say, event))]
    return [f"-# {words}" for words in lines[-MAX_NEWS_LINES:]]


def private(table: Table, reader: ReaderContext, seat: int, extra_lines: Sequence[str] = ()) -> str:
    """Return the text of a seat's private message: its decision or state, followed by the lines in `extra_lines`."""
    say = reader.text
    game, info = table.match.game, table.info
    place = f"<#{info.channel_id}>"
    lines = [f"**{game.title(say)}**, {place}"]
    if info.status == "playing" and seat in info.computers:
        lines.append(f"**{say.t('A computer plays for you.')}**")
        if info.seats[seat].stand_in is None:
            lines.append(say.t("`/match return` gives you your seat back."))
        else:
            lines.append(say.t("*Your move* gives you your seat back."))
    elif info.status == "playing" and info.seats[seat].open_since is not None:
        lines.append(f"**{say.t('Your seat is open to a new player.')}**")
        lines.append(say.t("Until someone takes it, you can get it back by making a move."))
    elif waits_for(table, seat):
        view, decision = table.view(seat), table.match.decisions()[seat]
        # The question comes first because phones show only the start of a message.
        question = game.question(say, view, decision.prompt)
        clock = clock_lines(say, table, seat)
        lines = [f"{game.heading(say, table.view(None))}: **{question}**", " ".join([place, *clock])]
        last = last_of_several(info.seats)
        if last is not None and last.seat == seat and find_hidden_hold(table.match) is None:
            lines.append(say.t("You're the last one: the others are waiting for you."))
        lines += _reminder_line(say, info, info.seats[seat])
        if (stand_in_at := info.seats[seat].stand_in_at) is not None:
            lines.append(_stand_in_line(say, stand_in_at))
        if (until := info.seats[seat].away_until) is not None:
            lines.append(say.t("You're away until {time}; your next move ends that.", time=f"<t:{until}:f>"))
    elif info.status != "playing" or find_hidden_hold(table.match) is not None:
        lines.append(waiting_line(say, table))
    else:
        # Don't name the awaited players, because this message would then have to be edited after every move.
        lines.append(say.t("It's not your turn."))
    return limits.truncate_lines([*lines, *extra_lines], limits.CONTENT)


def _reminder_line(say: Translator, info: MatchInfo, seat: SeatInfo) -> list[str]:
    """Return the line that distinguishes a private reminder from the first call; empty if it isn't a reminder.

    With a clock, the call shows the deadline instead. A nudge says how long the player has been awaited.
    """
    was_reminded = last_reminder(seat, TimeControl.from_json(info.pace)) is not None
    if not was_reminded or seat.nudged_at is not None or seat.waiting_since is None:
        return []
    return [_waiting_since(say, seat.waiting_since)]


def digest(
    reader: ReaderContext, games: Mapping[str, AnyParts], waiting: Sequence[WaitingMatch], total: int
) -> tuple[str, ui.View]:
    """Return the daily message about all matches that wait for a person, with a button for each listed match."""
    say, label = reader.text, reader.label
    count_text = say.n("It's your turn in {n} match.", "It's your turn in {n} matches.", total)
    lines = [f"**{count_text}**"]
    buttons: list[ui.Item[Any]] = []
    for number, waiting_match in enumerate(waiting, 1):
        lines.append(f"{number}. {awaited_line(say, games[waiting_match.game], waiting_match)}")
        words = label.t("Your move") if len(waiting) == 1 else f"{label.t('Your move')}: {number}"
        buttons.append(controls.button(words, "move", waiting_match.match_id, style=Style.primary))
    if total > len(waiting):
        lines.append(say.t("`/waiting` shows them all."))
    return limits.truncate_lines(lines, limits.CONTENT), controls.rows(buttons, [fewer_button(reader)])


def awaited_line(say: Translator, game: AnyParts, waiting_match: WaitingMatch) -> str:
    """Return the line about a match that waits for a person: a link and the deadline or the start of the wait."""
    address = message_link(waiting_match.guild_id, waiting_match.channel_id, waiting_match.board_message_id)
    fields = {"game": f"[{game.title(say)}]({address})", "channel": f"<#{waiting_match.channel_id}>"}
    if waiting_match.ends_at is None:
        line = say.t("{game} in {channel}, since {time}", **fields, time=f"<t:{waiting_match.since}:f>")
    else:
        line = say.t("{game} in {channel}: until {time}", **fields, time=f"<t:{waiting_match.ends_at}:f>")
    return line if waiting_match.nudged_at is None else f"{line}; {say.t('you were asked if you can move')}"


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Return the URL of a message or, if there is no message, of the channel."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def private_buttons(table: Table, reader: ReaderContext, seat: int) -> ui.View:
    """Return a private message's buttons: none unless the player has a decision or can take back their seat."""
    match_id = table.info.id
    if table.info.status == "playing" and table.info.seats[seat].stand_in is not None:
        return controls.rows([move_button(reader, match_id)])
    if not waits_for(table, seat):
        return controls.rows()
    if table.info.seats[seat].nudged_at is not None:
        return nudge_buttons(reader, match_id)
    answers = CALL_ANSWERS.buttons(reader, table, [seat])
    return controls.rows([move_button(reader, match_id), *answers, fewer_button(reader)])


def waits_for(table: Table, seat: int) -> bool:
    """Return whether the match waits for this seat's player."""
    return table.info.status == "playing" and seat in table.match.decisions() and seat not in table.info.computers


def waits_for_people(table: Table) -> bool:
    """Return whether the match may be waiting for a person. Of a secret decision, this is always assumed."""
    if find_hidden_hold(table.match) is not None:
        return True
    return any(seat not in table.info.computers for seat in table.match.decisions())


def move_button(reader: ReaderContext, match_id: int, *, pressing: bool = True) -> ui.Button[Any]:
    """Return the button that opens the panel from a post. It is blue only if the post is about a move to make."""
    style = Style.primary if pressing else Style.secondary
    return controls.button(reader.label.t("Your move"), "move", match_id, style=style)


def fewer_button(reader: ReaderContext) -> ui.Button[Any]:
    """Return the button "Fewer messages", which lets a person choose where to be pinged."""
    return controls.button(reader.label.t("Fewer messages"), "fewer")


def score_table(table: Table, reader: ReaderContext) -> str:
    """Return the final scores as a text table in a code block."""
    result = table.match.result
    assert result is not None
    # The code block keeps the columns aligned, and names inside need no escaping.
    listing = table.match.game.result_text(reader.label, result).replace("```", "'''")
    return f"```\n{limits.truncate_lines(listing.splitlines(), limits.CONTENT - 300)}\n```"


def vote(
    game: AnyParts,
    kind: VoteKind,
    reader: ReaderContext,
    info: MatchInfo,
    vote_record: Vote,
    lines: Sequence[str] = (),
    *,
    pressable: bool = False,
) -> ui.LayoutView:
    """Return the post about a vote: the question, its effect, and the answers so far or, after the vote, the result.

    `lines` lists the moves that would be undone. People who must still answer are mentioned. If `pressable`, even a
    closed vote has the buttons of an open one.
    """
    say = reader.text
    head = " ".join(filter(None, [f"**{kind.sentence(say, vote_record)}**", kind.details(say, vote_record)]))
    last = (
        _answer_lines(say, info, kind, vote_record)
        if vote_record.status == "open"
        else f"**{_vote_result(say, vote_record)}**"
    )
    items: list[ui.Item[Any]] = [
        controls.text(limits.truncate_lines([head, *lines], limits.CONTENT)),
        ui.Separator(),
        controls.text(last),
    ]
    if buttons := _vote_buttons(reader, info, vote_record, pressable=pressable):
        items.append(controls.row(*buttons))
    return controls.layout(ui.Container(*items, accent_colour=accent_colour(game)))


def _answer_lines(say: Translator, info: MatchInfo, kind: VoteKind, vote_record: Vote) -> str:
    """Return the lines that say who agrees, who must still answer, and how a missing answer counts."""
    agreed = [say.seat(seat) for seat in vote_record.voters if seat in vote_record.agreed]
    mentions = ", ".join(f"<@{info.seats[seat].user_id}>" for seat in vote_record.missing)
    until = f"<t:{vote_record.ends_at}:f>"
    if kind.silence_means_yes:
        silence = say.t("If you don't answer by {time}, you agree.", time=until)
    else:
        silence = say.t("Open until {time}. No answer means no.", time=until)
    if not agreed:
        return f"{mentions}?\n-# {silence}"
    words = say.n("{names} agrees;", "{names} agree;", len(agreed), names=say.join(agreed))
    return f"{words} {mentions}?\n-# {silence}"


def _vote_result(say: Translator, vote_record: Vote) -> str:
    """Return the sentence that states the result of a closed vote."""
    match vote_record.status, vote_record.data.get("by"), vote_record.data.get("why"):
        case "done", _, _:
            return say.t("Agreed.")
        case "refused", int(seat), _ if seat == vote_record.asker:
            return say.t("{who} has withdrawn the request.", who=say.seat(seat))
        case "refused", int(seat), _:
            return say.t("{who} doesn't agree.", who=say.seat(seat))
        case _, _, "moved":
            return say.t("The match has moved on.")
        case _, _, "time":
            return say.t("Not everyone has answered.")
        case _:
            return say.t("That vote is no longer open.")


def _vote_buttons(reader: ReaderContext, info: MatchInfo, vote_record: Vote, *, pressable: bool) -> list[ui.Item[Any]]:
    """Return the buttons below a vote. A closed vote has none, or one that ends the agreed pause."""
    say, about = reader.label, (vote_record.match_id, vote_record.id)
    if vote_record.status == "open" or pressable:
        return [
            controls.button(say.t("Agree"), "vote", *about, 1, style=Style.success),
            controls.button(say.t("Refuse"), "vote", *about, 0, style=Style.danger),
            fewer_button(reader),
        ]
    if (
        vote_record.status == "done"
        and vote_record.kind == PAUSE_VOTE
        and info.status == "playing"
        and info.paused_at is not None
    ):
        return [votes_panel.resume_button(say, info.id)]
    return []
