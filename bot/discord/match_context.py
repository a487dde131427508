"""A match as one person sees it: the position, the person's seat, and their language."""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord

from bot.app.image_cache import game_colour, seat_colour
from bot.discord import optional_part_timeouts
from bot.discord.bot import Bot, Interaction
from bot.discord.emoji import NO_ICONS, EmojiIcons
from bot.discord.match_visibility import may_watch, unknown_match
from bot.discord.ui import limits
from bot.discord.ui import safe_names as names
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.person_lookup import locale_for
from bot.matches.game_masters.service import Order
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.quotas import MAX_REASON_LENGTH
from bot.matches.seats.computers import player_names
from bot.matches.service_results import ENDING_KINDS, SEATING_KINDS, LogEntry, MatchInfo, SeatInfo, Table
from bot.table.clocks import words as clock_words
from rules.kernel.data.events import Event
from rules.kernel.data.view import BASE, View
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.errors import Refusal
from rules.kernel.words.results import over
from rules.kernel.words.translation import N_, Translator

log = logging.getLogger("bot.discord")


class PromptContext(Protocol):
    """The data that panels need about a person who must answer a question in a match or a lesson."""

    @property
    def reader(self) -> ReaderContext: ...
    @property
    def game(self) -> AnyParts: ...
    @property
    def view(self) -> View: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def where(self) -> tuple[int | str, ...]: ...
    @property
    def act(self) -> str: ...
    @property
    def pick(self) -> str: ...


@dataclass(frozen=True)
class MatchContext:
    """A running or finished match and the person looking at it. `seat` is None for a spectator."""

    bot: Bot
    table: Table
    user_id: int
    seat: int | None
    reader: ReaderContext
    #: The verbs in the custom_ids of buttons and menus that make a choice.
    act: str = "act"
    pick: str = "pick"

    #: The match's database row, including its seats.
    info: MatchInfo = field(init=False, repr=False, compare=False)
    game: AnyParts = field(init=False, repr=False, compare=False)
    #: The match as seen from this person's seat; for a spectator, the public view.
    view: View = field(init=False, repr=False, compare=False)
    #: The decision that the person must make now, or None.
    decision: Decision | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Compute these once, because building a panel reads them dozens of times.
        match, info, seat = self.table.match, self.table.info, self.seat
        can_act = info.status == "playing" and seat not in info.computers
        found = {
            "info": info,
            "game": match.game,
            "view": self.table.view(seat),
            "decision": match.decisions().get(seat) if can_act and seat is not None else None,
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)  # a frozen dataclass allows no other assignment

    @property
    def accent(self) -> discord.Colour:
        """The colour of the person's seat on the board; for a spectator, the game's colour."""
        return (
            accent_colour(self.game)
            if self.seat is None
            else discord.Colour.from_rgb(*seat_colour(self.view, self.seat))
        )

    @property
    def where(self) -> tuple[int | str, ...]:
        """The leading arguments in the custom_id of a choice button: the match, the seat and the position's code."""
        assert self.seat is not None
        return self.info.id, self.seat, self.mark(self.table.seq)

    def mark(self, seq: int) -> str:
        """Return the code for a position in custom_ids, where the position's number would reveal secret actions."""
        return position_code(self.table, self.seat, seq)

    def position(self, mark: str, reach: int) -> int | None:
        """Return the number of the position with this code, or None if it isn't among the last `reach` positions."""
        return position_with_code(self.table, self.seat, mark, reach)

    async def hand(self) -> discord.File | None:
        """Return a picture of this person's hand, or None if it can't be drawn."""
        names = self.reader.label.names
        drawing = self.bot.pictures.hand(self.view, self.reader.locale, names)
        return await picture(drawing, "hand.png", self.alt(self.game.hand_text(self.reader.label, self.view)))

    async def choice(self, alt: str = "") -> discord.File | None:
        """Return a picture of this person's choices with `alt` as its alt text, or None if it can't be drawn.

        If the game doesn't draw choices, return a picture of the person's hand.
        """
        label = self.reader.label
        drawing = self.bot.pictures.choice(self.view, self.decision, self.reader.locale, label.names)
        choice_picture = await picture(drawing, "choice.png", self.alt(alt or self.game.hand_text(label, self.view)))
        return await self.hand() if choice_picture is None else choice_picture

    async def decks(self) -> discord.File | None:
        """Return a picture of this person's piles of cards, or None if it can't be drawn."""
        label = self.reader.label
        drawing = self.bot.pictures.lists(self.view, self.reader.locale, label.names)
        return await picture(drawing, "decks.png", self.alt(self.game.hand_text(label, self.view)))

    async def chat_board(self, events: Sequence[Event] = ()) -> discord.File | None:
        """Return a picture of the public board for a channel, or None if it can't be drawn."""
        visible_events = [event for event in events if event.seen_by(None)]
        view, names = self.table.view(None), self.reader.label.names
        drawing = self.bot.pictures.chat_board(view, self.reader.locale, names, visible_events)
        return await picture(drawing, "board.png", self.alt(self.game.alt_text(self.reader.label, view), public=True))

    async def own_board(self) -> discord.File | None:
        """Return a picture of the whole board as this person sees it, or None if it can't be drawn."""
        events = await self.bot.service.history.last_visible_events(self.table, self.seat)
        visible_events = [event for event in events if event.seen_by(self.seat)]
        drawing = self.bot.pictures.board(self.view, self.reader.locale, self.reader.label.names, visible_events)
        return await picture(drawing, "board.png", self.alt(self.game.alt_text(self.reader.label, self.view)))

    def alt(self, text: str, *, public: bool = False) -> str:
        """Return a picture's alternative text, which fits and ends with the place where everything is in words."""
        label = self.reader.label
        if public or self.seat is None:
            rest = label.t("The whole board in words: `/match text`.")
        else:
            rest = label.t("All of this in words: `/act`, “In words”.")
        return f"{limits.truncate(text, limits.ALT_TEXT - len(rest) - 1)} {rest}"


def position_code(table: Table, seat: int | None, seq: int) -> str:
    """Return the code for a position in the custom_ids of a seat's buttons or, if `seat` is None, of public buttons."""
    key = hashlib.blake2b(table.match.state.chance.seed.encode(), digest_size=32).digest()
    return hashlib.blake2b(f"{seat}:{seq}".encode(), key=key, digest_size=4).hexdigest()


def position_with_code(table: Table, seat: int | None, mark: str, reach: int) -> int | None:
    """Return the number of the position with this code, or None if it isn't among the last `reach` positions."""
    now = table.seq
    return next(
        (seq for seq in range(now, max(0, now - reach - 1), -1) if position_code(table, seat, seq) == mark), None
    )


def accent_colour(game: AnyParts) -> discord.Colour:
    """Return the colour of a game, for messages that don't belong to a seat."""
    return discord.Colour.from_rgb(*game_colour(game.id))


async def picture(drawing: Awaitable[bytes], name: str, alt: str) -> discord.File | None:
    """Return a drawing as an attachment. If it fails, takes too long or is too large, log why and return None."""
    try:
        data = await optional_part_timeouts.wait_for(drawing)
    except TimeoutError:
        log.warning("a picture took too long", extra={"picture": name})
        return None
    except Exception:
        log.exception("a picture could not be drawn", extra={"picture": name})
        return None
    if not data:
        return None
    if len(data) > limits.UPLOAD_BYTES:
        log.error("a picture is too large to post", extra={"picture": name, "bytes": len(data)})
        return None
    return discord.File(io.BytesIO(data), name, description=limits.truncate(alt, limits.ALT_TEXT))


async def match_here(interaction: Interaction, *, live: bool = True) -> MatchInfo:
    """Return the channel's running match or, unless `live`, its most recent match. Raises Refusal if there is none."""
    info = None
    if interaction.channel_id is not None:
        info = await interaction.client.service.matches.in_channel(interaction.channel_id, live=live)
    if info is None:
        raise Refusal(N_("There's no match in this channel. `/match new` opens one."))
    interaction.client.service.matches.check(info)
    return info


async def reader_for(interaction: Interaction, info: MatchInfo | None = None) -> ReaderContext:
    """Return the reader context for a person: their language and icons, and the names of the match's players."""
    locale = await locale_for(interaction)
    return reader_in(locale, info, await interaction.client.icons_for(interaction.user.id))


def reader_in(locale: str, info: MatchInfo | None, icons: EmojiIcons = NO_ICONS) -> ReaderContext:
    """Return the reader context for a language, with the names of the match's players."""
    return (
        ReaderContext(locale, icons=icons)
        if info is None
        else ReaderContext(locale, player_names(info, locale), icons, info.pack)
    )


async def channel_reader(bot: Bot, info: MatchInfo) -> ReaderContext:
    """Return the reader context for posts in a match's channel, with icons if the server wants them."""
    return reader_in(info.locale, info, await bot.icons_in(info.guild_id))


def title_of(bot: Bot, say: Translator, game: str) -> str:
    """Return a game's title, or its id if the game is no longer installed."""
    return bot.games[game].title(say) if game in bot.games else game


async def context_at(interaction: Interaction, match_id: int) -> MatchContext:
    """Return the match as this person sees it; raises Refusal if it hasn't started or is frozen."""
    return await context_of(interaction, await interaction.client.service.matches.get(match_id))


async def context_of(interaction: Interaction, info: MatchInfo) -> MatchContext:
    """Return a match as this person sees it; raises Refusal if it hasn't started or is frozen.

    `info` must be up to date. A match with a server's own content pack is visible only to its players and to people who
    see its channel. This must be checked here because the match number in a custom_id can be forged.
    """
    interaction.client.service.matches.check(info)
    if info.pack != BASE and not await may_watch(interaction, info):
        raise unknown_match()
    if info.parked_at is not None and interaction.channel_id == info.channel_id:
        await interaction.client.delivery_failures.resume_match(info)
    if info.status == "lobby":
        raise Refusal(
            N_("The match hasn't begun yet. Press *{start}* in the lobby when everyone is there."),
            start=Translator(info.locale).t("Start"),
        )
    if info.status == "frozen":
        raise Refusal(
            N_(
                "This match has stopped (error {id}); its position is safe. `/report` tells the bot's owner, "
                "and a game master can repair it with `/gm repair`."
            ),
            id=info.error_id,
        )
    if info.started_at is None:
        raise Refusal(N_("There's no match in this channel. `/match new` opens one."))
    bot, user_id = interaction.client, interaction.user.id
    if interaction.guild_id == info.guild_id:
        # People can change their names, and can have a different name in each server.
        info = await bot.service.lobby.rename(info, user_id, interaction.user.display_name)
    table = await bot.service.matches.table_of(info)
    return MatchContext(bot, table, user_id, info.seat_of(user_id), await reader_for(interaction, info))


async def context_here(interaction: Interaction) -> MatchContext:
    """Return the channel's running or most recent match as this person sees it."""
    return await context_of(interaction, await match_here(interaction, live=False))


def required_seat(ctx: MatchContext) -> int:
    """Return the person's seat; raises Refusal for a spectator."""
    if ctx.seat is None:
        raise Refusal(
            N_("You're not playing in this match. `/match board` and `/match text` show what everyone can see.")
        )
    return ctx.seat


def waiting_line(say: Translator, table: Table) -> str:
    """Return a line about who must decide now and by when, or about how the match ended."""
    match = table.match
    if match.over:
        return over(say, match.result.winners) if match.result is not None else say.t("The match is over.")
    if table.info.status == "ended":
        return _how_it_ended(say, table)
    if find_hidden_hold(match) is not None:
        waiting = say.t("A decision is open. It's secret who has answered.")
    else:
        waiting = say.t(
            "Waiting for {names}.", names=say.join([_awaited_name(say, table, s) for s in sorted(match.decisions())])
        )
    return " ".join([waiting, *clock_lines(say, table)])


async def awaited_lines(ctx: MatchContext, *, since: bool = False) -> list[str]:
    """Return a line for each awaited player with their local time and the time left.

    If `since`, each line also says when the match started to wait.
    """
    info, match = ctx.info, ctx.table.match
    if info.status != "playing" or match.over or find_hidden_hold(match) is not None:
        return []
    all_prefs = await ctx.bot.service.people.prefs_by_id([seat.user_id for seat in info.seats if seat.is_human])
    say, now = ctx.reader.text, ctx.bot.clock.now()
    return clock_words.waiting_lines(say, info, match.decisions(), all_prefs, now, since=since)


def _how_it_ended(say: Translator, table: Table) -> str:
    """Return a line about how a match without a result ended, based on its last journal entry."""
    entry = table.position.entry
    if entry is None or entry.kind not in ENDING_KINDS:
        return say.t("This match was ended early.")
    return _order_sentence(say, entry.action or {}) or _ending_sentence(say, entry.kind, entry.seat)


def _ending_sentence(say: Translator, kind: str, seat: int | None) -> str:
    """Return the sentence that describes a journal entry that ends a match."""
    name = say.seat(seat) if seat is not None else ""
    match kind:
        case "draw":
            return say.t("The match ends in a draw: everyone has agreed.")
        case "agreed":
            return say.t("The match ends without a result: everyone has agreed.")
        case "conceded":
            return say.t("{winner} wins: everyone else has conceded.", winner=name)
        case _ if name:
            return say.t("{who} has ended this match.", who=name)
        case _:
            return say.t("An administrator has ended this match.")


def _awaited_name(say: Translator, table: Table, seat: int) -> str:
    """Return an awaited player's name, followed by the reason if they are absent."""
    why = absence_note(say, table.info.seats[seat])
    return f"{say.seat(seat)} ({why})" if why else say.seat(seat)


def absence_note(say: Translator, seat: SeatInfo) -> str:
    """Return why a seat's player is absent, or "" if they aren't."""
    if seat.open_since is not None:
        return say.t("the seat is open")
    if seat.away_until is not None:
        return say.t("away until {time}", time=f"<t:{seat.away_until}:f>")
    return ""


def clock_lines(say: Translator, table: Table, seat: int | None = None) -> list[str]:
    """Return a line about the end of the pause, the awaited players' deadline, or a secret decision's deadline.

    If `seat` is given and awaited, the line is about that seat's own deadline. Without a clock the list is empty.
    """
    until, info = table.info.deadline, table.info
    if info.status != "playing":
        return []
    if info.paused_until is not None:
        return [say.t("The match is paused until {time}.", time=f"<t:{info.paused_until}:f>")]
    hold = find_hidden_hold(table.match)
    if hold is None:
        decisions = table.match.decisions()
        if seat is not None and seat in decisions:
            return clock_words.own_line(say, info, info.seats[seat])
        return clock_words.clock_line(say, info, decisions)
    if until is None:
        return []
    if hold.ticks:
        # Don't show the next time when the secret decision may close: if it stayed open after that time, the post would
        # be out of date.
        return [
            say.n(
                "It closes once it's answered; decisions close every {n} minute.",
                "It closes once it's answered; decisions close every {n} minutes.",
                hold.seconds // 60,
            )
        ]
    return [say.t("The clock closes it {at}.", at=f"<t:{until}:R>")]


def event_lines(game: AnyParts, say: Translator, events: Sequence[Event], seat: int | None) -> list[str]:
    """Return the log lines of the events that this seat may see. A `seat` of None stands for the public."""
    lines = (game.event_line(say, event) for event in events if event.seen_by(seat))
    return [names.without_list(line) for line in lines if line]


def entry_lines(game: AnyParts, say: Translator, entry: LogEntry) -> list[str]:
    """Return the log lines of a journal entry. The reader must be allowed to see all of its events."""
    lines = (game.event_line(say, event) for event in entry.events)
    return [*entry_notes(say, entry), *[names.without_list(line) for line in lines if line]]


def entry_notes(say: Translator, entry: LogEntry) -> list[str]:
    """Return the log lines of a journal entry that don't describe its events, such as who took over a seat."""
    ordered = _order_sentence(say, entry.order or {})
    return [ordered] if ordered else _notes_of_kind(say, entry)


def _order_sentence(say: Translator, saved: Mapping[str, Any]) -> str:
    """Return the sentence that describes a game master's order in a journal entry, or "" if there is none."""
    order = Order.from_json(saved)
    return "" if order is None else order.as_text(say, lambda words: names.safe_name(words, MAX_REASON_LENGTH))


def _notes_of_kind(say: Translator, entry: LogEntry) -> list[str]:
    name = say.seat(entry.seat) if entry.seat is not None else ""
    if name and entry.kind in SEATING_KINDS:
        return [_seating_note(say, entry, name)]
    if entry.kind in ENDING_KINDS:
        return [_ending_sentence(say, entry.kind, entry.seat)]
    match entry.kind:
        case "undo" if name:
            return [say.t("{name} took back a move.", name=name)]
        case "late" if name:
            return [say.t("{name} ran out of time.", name=name)]
        case "concede" if name and not entry.events:
            return [say.t("{name} concedes.", name=name)]
        case "rewind":
            return [say.t("The bot's owner set the match back.")]
        case "start":
            return [say.t("The match begins.")]
        case _:
            return []


def _seating_note(say: Translator, entry: LogEntry, name: str) -> str:
    """Return the sentence that describes a change in who plays a seat."""
    match entry.kind:
        case "hand" if entry.about.get("for") == "turn":
            return say.t("A computer plays this turn for {name}.", name=name)
        case "hand":
            return say.t("A computer now plays for {name}.", name=name)
        case "back":
            return say.t("{name} takes over from the computer again.", name=name)
        case "open":
            return say.t("{name}'s seat is open to a new player.", name=name)
        case "seat":
            return say.t("{name} takes over for {left}.", name=name, left=names.safe_name(str(entry.about["left"])))
        case "away":
            return say.t("{name} is away until {time}.", name=name, time=f"<t:{entry.about['until']}:f>")
        case _:
            return say.t("{name} is back.", name=name)
