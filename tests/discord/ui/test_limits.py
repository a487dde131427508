"""Every command, panel, post and choice of the bot fits Discord's limits in every language."""

from __future__ import annotations

import io
import itertools
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.pofile import read_po

import rules
from bot.discord.delivery import post_texts
from bot.discord.emoji import NO_ICONS
from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import CommandTranslator, ReaderContext
from bot.features.notes.service import MAX_NOTE_LENGTH
from bot.features.rulebook.panel import rule as rule_panel
from bot.matches.clocks.time_control import DEFAULT_BANK, DEFAULT_INCREMENT, OnTimeout, TimeControl, TimeControlKind
from bot.matches.history.score_timeline import MAX_TURNING_POINTS
from bot.matches.service_options import new_seed
from bot.matches.service_results import LogEntry, MatchInfo, Position, SeatInfo, Table, Vote
from bot.matches.votes.vote_kinds import GoBack
from bot.table.lobby import options_panel
from bot.table.lobby import panel as lobby_panel
from bot.table.play import (
    action_options,
    choice_controls,
    closing_panel,
    closing_posts,
    event_words,
    lookup_menus,
    lookup_panel,
    orders_panel,
    panel,
    panel_choices,
    panel_handlers,
)
from bot.table.play.game_commands import description
from bot.table.votes import panel as votes
from rules.kernel.data.actions import field_names
from rules.kernel.words.translation import LOCALES, Translator, width
from tests.discord import emojis, limit_faults
from tests.discord.room import Room
from tests.sockets import layouts

#: The largest possible Discord id.
BIG = 2**63 - 1
LOCALE = Path(__file__).parents[3] / "data" / "locale"
#: The tests check every EVERY-th position of a match, and the first MENUS positions whose choices don't fit into one
#: menu.
EVERY, MENUS = 13, 18
#: Names of maximum length with many characters that need escaping.
NAMES = ("*" * 32, "_Á" * 16, "~`" * 16, "Ő" * 32, "||" * 16)


def info_of(game: Any, seats: int, locale: str, status: str = "playing") -> MatchInfo:
    people = tuple(SeatInfo(seat, BIG - seat, NAMES[seat]) for seat in range(seats))
    return MatchInfo(
        id=BIG, game=game.id, guild_id=BIG, channel_id=BIG, status=status, host_id=BIG, locale=locale,  # type: ignore[arg-type]
        options=game.options().model_dump(), seq=100_000, lobby_message_id=None, board_message_id=None, error_id=None,
        created_at=0, started_at=1, ended_at=None, seats=people,
    )  # fmt: skip


def check(content: str, view: Any = None) -> None:
    payload = {"content": content, "components": view.to_components() if view else []}
    check_signs(payload)
    assert list(limit_faults.message_faults(payload)) == []


def check_signs(payload: Any) -> None:
    """Assert that custom emojis are complete and appear only in texts, because Discord doesn't show them in labels."""
    if isinstance(payload, dict):
        for name, part in payload.items():
            if not isinstance(part, str):
                check_signs(part)
            elif name == "content":
                assert "<:" not in re.sub(r"<:[a-z_]+_[0-9a-f]{6}:\d{19}>", "", part), part
            else:
                assert "<:" not in part, part
    elif isinstance(payload, list):
        for part in payload:
            check_signs(part)


def check_layout(page: panel.PanelPage) -> None:
    """Assert that a page of the panel fits Discord's limits when it also has a picture."""
    view = page.view(controls.gallery("hand.png", "x" * limits.ALT_TEXT))
    payload = {"flags": layouts.LAYOUT, "components": view.to_components()}
    check_signs(payload)
    assert list(limit_faults.message_faults(payload)) == []


def check_panel(ctx: MatchContext, log: list[LogEntry]) -> None:
    offered = panel_choices.choices(ctx)
    news = panel.RecentEvents.from_log(ctx, log)
    assert len(news.lines) <= event_words.MAX_PANEL_TURNS
    assert all(width(line.removeprefix("-# ")) <= event_words.MAX_TURN_LENGTH for line in news.lines)
    page = panel.first_page(ctx, news, panel.PanelNotes("x" * 300), can_take_back=True)
    check_layout(page)
    check_layout(panel.tools_page(ctx, can_take_back=True))
    for number in range(3):
        told = panel.everything_page(ctx, news, number)
        check_layout(told)
    reachable = {item.custom_id for item in page.view().walk_children() if hasattr(item, "custom_id")}
    assert reachable
    for number, (_, members) in enumerate(
        choice_controls.arrange_choices(ctx, offered, choice_controls.free_gains(ctx)).groups
    ):
        for at in range(-(-len(members) // limits.SELECT_OPTIONS)):
            group = panel.group_page(ctx, number, at)
            check_layout(group)
    for choice in offered[:5]:
        asked = panel.confirm(ctx, choice, "x" * 300, ["x" * 100] * panel_handlers.MAX_NAMED_ITEMS)
        check_layout(asked)


def check_orders(ctx: MatchContext) -> None:
    """Assert that every page of standing orders fits, and that no two orders of the same kind have the same text."""
    offered = orders_panel.groups(ctx, ctx.reader.label)
    if offered:  # in a game without orders, the overview refuses to open
        check_box(*orders_panel.overview(ctx))
    for group in offered:
        for page in range(-(-len(group.choices) // orders_panel.PAGE_SIZE)):
            check_box(
                *orders_panel.group_page(ctx, group.id, page, note="x" * 100, events=ctx.table.position.events * 5)
            )
        assert len({text for _, text in group.choices}) == len(group.choices), group.id


def check_words(ctx: MatchContext, log: list[LogEntry]) -> None:
    """Assert that all messages about a position fit: those for a seat that must act, and those for the channel."""
    reader, seat = ctx.reader, ctx.seat
    assert seat is not None
    check_panel(ctx, log[-80:])
    check_choices(ctx)
    check_orders(ctx)
    call = post_texts.turn_notification(
        ctx.table, reader, log[:-60], log[-60:], [BIG - n for n in range(len(ctx.info.seats))]
    )
    check(call)
    letter = post_texts.private(ctx.table, reader, seat)
    # The first line has no emoji, because a phone's notification would show the emoji's name instead.
    assert not any("<:" in pushed.splitlines()[0] for pushed in (call, letter))
    check(post_texts.board(ctx.table, reader))
    check(letter, post_texts.private_buttons(ctx.table, reader, seat))
    check_look_ups(ctx)
    for text in limits.pages(ctx.game.board_text(reader.text, ctx.table.position.match.view(None))):
        check(text)
    assert ctx.game.alt_text(reader.label, ctx.view)


def check_look_ups(ctx: MatchContext) -> None:
    """Assert that the look-up menu fits, and that every look-up page fits with the part's longest text and a note."""
    known = lookup_menus.entries(ctx.game, ctx.reader.locale)
    check("x", controls.rows(lookup_menus.menu(ctx.reader, ctx.game, BIG, ctx.table.view(None))))
    for part, shelf in enumerate(lookup_menus.zones_of(ctx.game, ctx.reader, ctx.view)):
        longest = max((known[one] for one in shelf.ids), key=lambda entry: len(entry.text))
        for number in range(-(-len(shelf.ids) // limits.SELECT_OPTIONS)):
            check_layout(
                lookup_panel.page_of(ctx, part, number, longest, ["n" * (MAX_NOTE_LENGTH + len("**Your note**\n"))])
            )


def check_choices(ctx: MatchContext) -> None:
    decision = ctx.decision
    assert decision is not None
    view, say = ctx.view, ctx.reader.label
    for kind in {type(action) for action in decision.actions}:
        fitting = action_options.resolve(decision.actions, kind, {}, lambda *_: "")
        for field in field_names(kind):
            labels = {
                text: ctx.game.option_text(say, view, kind, field, value)
                for text, value in action_options.values(fitting, field).items()
            }
            shown = [
                {"name": limits.truncate(label, limits.CHOICE_NAME), "value": value}
                for label, value in action_options.suggest(labels, "")
            ]
            assert list(limit_faults.choice_faults(shown, f"{kind.verb} {field}")) == []
            assert len(set(labels.values())) == len(labels), (kind.verb, field, "two values with one label")


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
async def test_whatever_can_be_said_in_play_fits(game: Any) -> None:
    pick, turns = random.Random(3), itertools.cycle(itertools.product((emojis.uploaded_icons(), NO_ICONS), LOCALES))
    seats = game.seats[-1]
    match = game.new(seats, "limits", None)
    log: list[LogEntry] = []
    moves = menus = 0
    while not match.over:
        seat, decision = pick.choice(sorted(match.decisions().items()))
        long_menu = len(decision.actions) > limits.SELECT_OPTIONS
        if moves % EVERY == 0 or (long_menu and (menus := menus + 1) <= MENUS):
            signs, locale = next(turns)
            info = info_of(game, seats, locale)
            table = Table(info, Position.from_match(match, 100_000, tuple(log[-1].events) if log else ()))
            reader = ReaderContext(locale, info.names, signs)
            check_words(MatchContext(None, table, BIG, seat, reader), log)  # type: ignore[arg-type]
        moves += 1
        log.append(LogEntry(moves, BIG, seat, match.apply(seat, pick.choice(decision.actions))))
    for locale, pictured in itertools.product(LOCALES, (True, False)):
        info = info_of(game, seats, locale)
        table = Table(info, Position.from_match(match, 100_000, ()))
        reader, told = ReaderContext(locale, info.names, emojis.uploaded_icons()), (log[:-60], log[-60:])
        files = [discord.File(io.BytesIO(), name) for name in (closing_posts.SCORE_FILE, closing_posts.CHART_FILE)]
        story = closing_posts.ClosingStory(["-# " + "a turn " * 20] * MAX_TURNING_POINTS, None)
        post = closing_posts.view(table, reader, told, story, files if pictured else [], again=True)
        assert list(limit_faults.message_faults({"flags": 1 << 15, "components": post.to_components()})) == []
        for seeds in ([new_seed()], [new_seed() for _ in range(40)]):
            check("\n".join(closing_panel.proof(reader.text, seeds)))


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_a_panel_has_as_many_buttons_as_fit_and_the_first_of_them(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pick, seats = random.Random(5), game.seats[-1]
    match, info = game.new(seats, "buttons", None), replace(info_of(game, seats, "en"), paused_at=1, hints=1)
    many = [controls.button(str(number), "table", 1, number) for number in range(9)]
    for tools in (panel.QUESTION_TOOLS, panel.IDLE_TOOLS):
        makers = [(lambda _: many) if made is votes.buttons else made for made in tools._makers]
        monkeypatch.setattr(tools._makers, "_items", tuple(makers))
    most = moves = 0
    shown: list[str | None] = []
    while not match.over and (moves := moves + 1) < 120:
        seat, decision = pick.choice(sorted(match.decisions().items()))
        table = Table(info, Position.from_match(match, 100_000, ()))
        ctx = MatchContext(None, table, BIG - seat, seat, ReaderContext("en", info.names))  # type: ignore[arg-type]
        page = panel.first_page(ctx, panel.RecentEvents(["a"], ["a", "b"]), can_take_back=True)
        check_layout(page)
        shown = [item.label for item in page.view().walk_children() if isinstance(item, discord.ui.Button)]
        most = max(most, len(list(page.view().walk_children())))
        assert "Take back" in shown
        match.apply(seat, pick.choice(decision.actions))
    # The fullest panel has a text, the news, a choice and a row of tools that ends with "More…".
    assert most > 8
    assert "More…" in shown


@pytest.mark.parametrize("status", ["open", "done"])
@pytest.mark.parametrize("locale", LOCALES)
def test_votes_fit(locale: str, status: str) -> None:
    """The post of a vote fits even if the vote would undo many moves and lists many events."""
    game = rules.GAMES["dark_providence"]
    info = info_of(game, game.seats[-1], locale)
    data = {"moves": BIG, "round": BIG, "seen": [1]}
    asked = Vote(BIG, BIG, "undo", 0, 1, data, (0, 1), status, 0, BIG, voters=(1, 2, 3, 4))
    going = [f"> {NAMES[0]}", *["-# " + "x" * 250] * 60]
    for pressable in (False, True):
        view = post_texts.vote(
            game, GoBack(None), ReaderContext(locale, info.names), info, asked, going, pressable=pressable
        )  # type: ignore[arg-type]
        laid_out = {"flags": 1 << 15, "components": view.to_components()}
        assert list(limit_faults.message_faults(laid_out)) == []
        assert any(isinstance(item, discord.ui.Button) for item in view.walk_children()) == (
            pressable or status == "open"
        )


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
async def test_lobbies_fit(game: Any, locale: str) -> None:
    for seats in range(game.seats[-1] + 1):
        info = info_of(game, seats, locale, "lobby")
        for shown in (lobby_panel.view(game, info), lobby_panel.view(game, replace(info, status="playing"))):
            laid_out = {"flags": 1 << 15, "components": shown.to_components()}
            assert list(limit_faults.message_faults(laid_out)) == []
        assert len(lobby_panel.content(game, info)) <= limits.CONTENT
    reader = ReaderContext(locale, info.names)
    for page, pace in itertools.product(
        range(6), ({}, TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT, OnTimeout.TURN).to_json())
    ):
        shown = options_panel.option_page(game, replace(info, pace=pace), reader, page)
        laid_out = {"flags": 1 << 15, "components": shown.to_components()}
        assert list(limit_faults.message_faults(laid_out)) == []


def check_box(*parts: controls.Part) -> None:
    """Assert that an answer with these components fits Discord's limits."""
    payload = {"flags": layouts.LAYOUT, "components": controls.box(*parts).to_components()}
    check_signs(payload)
    assert list(limit_faults.message_faults(payload)) == []


def test_a_box_takes_of_words_that_are_too_long_as_many_as_there_is_room_for() -> None:
    picture = discord.File(io.BytesIO(), "card.png", description="x" * limits.ALT_TEXT)
    buttons = [controls.button(str(number), "table", 1, number) for number in range(12)]
    menus = [controls.select("?", [controls.option("a", "a")], "table", number) for number in range(3)]
    check_box("word " * 500, picture, "word " * 400, None, "x" * limits.LAYOUT, "no room", buttons, "", menus)
    box = controls.box("word " * 500, "", "end", buttons, menus).to_components()[0]["components"]
    assert [item["type"] for item in box] == [10, 14, 10, *[1] * 6]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_the_longest_rules_fit(game: Any, locale: str) -> None:
    longest = sorted(game.book(locale).rules, key=lambda rule: len(rule.text))[-6:]
    check_box(*rule_panel.page(game, ReaderContext(locale), longest[::-1]))
    assert longest[-1].text in str(rule_panel.page(game, ReaderContext(locale), longest[::-1])[0])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_look_ups_fit(game: Any, locale: str) -> None:
    entries = game.look_up(Translator(locale))
    assert len({entry.id for entry in entries}) == len(entries)
    for entry in entries:
        assert 1 <= len(entry.id) <= limits.CHOICE_VALUE
        assert len(f"**{entry.name}** — {entry.kind}\n{entry.text}") <= limits.CONTENT


async def test_every_command_fits_in_every_language(room: Room) -> None:
    payloads = [
        await command.get_translated_payload(room.bot.tree, CommandTranslator())
        for command in room.bot.tree.get_commands()
    ]
    assert len(payloads) <= limits.COMMANDS
    assert [fault for payload in payloads for fault in limit_faults.command_faults(payload)] == []
    names = {payload["name"] for payload in payloads}
    assert {"match", "act", "hand", "rules", "card", "waiting", "undo", "settings"} < names


def test_the_checks_find_what_is_wrong() -> None:
    long = {"name": "Bad Name", "type": 1, "description": "x" * 101, "options": [
        {"name": "a", "type": 3, "description": "", "required": False},
        {"name": "a", "type": 3, "description": "b", "required": True,
         "choices": [{"name": "n" * 101, "value": ""}] * 26}]}  # fmt: skip
    assert len(list(limit_faults.command_faults(long))) >= 7
    button = {"type": 2, "custom_id": "x" * 101, "label": ""}
    message = {"content": "x" * 2001, "components": [{"type": 1, "components": [button] * 6}] * 6}
    assert len(list(limit_faults.message_faults(message))) >= 4
    assert list(limit_faults.message_faults({"content": " "})) == ["an empty message"]
    form = {"title": "x" * 46, "custom_id": "", "components": [{"type": 18, "label": ""}]}
    assert len(list(limit_faults.form_faults(form))) == 3


def test_sentences() -> None:
    assert limits.sentences("To St. Claire in Washington D.C. Then? ¡Sí! a 2. Fejezet") == [
        "To St. Claire in Washington D.C. Then?", "¡Sí! a 2. Fejezet"
    ]  # fmt: skip


def test_clipping() -> None:
    assert limits.truncate("short", 10) == "short"
    assert limits.truncate("the first word of many", 17) == "the first word…"
    assert (
        limits.truncate("You gain 3 points. You get the card. It goes", 40) == "You gain 3 points. You get the card. …"
    )
    assert (
        limits.truncate("From the 6. place to Washington D.C. To you all", 40) == "From the 6. place to Washington D.C…"
    )
    assert len(limits.truncate("x" * 500, 100)) == 100
    assert limits.truncate_lines(["a" * 50] * 10, 120).endswith("…")
    assert len(limits.truncate_lines(["a" * 50] * 10, 120)) <= 120
    assert "".join(limits.pages("line\n" * 1000, 100)).count("line") == 1000
    assert all(len(page) <= 100 for page in limits.pages("y" * 1000 + "\n" + "z " * 400, 100))


class Recorder(CommandTranslator):
    """A command translator that records the English text of every description that is sent to Discord."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    async def translate(self, string: Any, locale: discord.Locale, context: Any) -> str | None:
        if context.location.name in ("command_description", "group_description", "parameter_description"):
            self.found.add(str(string.extras.get("msgid", string.message)))
        return await super().translate(string, locale, context)


async def test_every_description_can_be_translated(room: Room) -> None:
    recorder = Recorder()
    for command in room.bot.tree.get_commands():
        await command.get_translated_payload(room.bot.tree, recorder)
    assert len(recorder.found) > 30
    for locale in {*LOCALES} - {"en"}:
        with (LOCALE / locale / "LC_MESSAGES" / "tenebrae.po").open("rb") as file:
            known = {message.id for message in read_po(file) if message.string}
        assert recorder.found - known == set(), locale


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_descriptions_of_actions_are_plain_sentences(game: Any) -> None:
    for kind in game.actions:
        text = description(kind)
        assert text.endswith((".", "!")), text
        assert "(" not in text or ")" in text
        assert game.id.upper()[:3] not in text
        assert len(text) <= limits.COMMAND_DESCRIPTION, (kind, len(text))
    assert isinstance(discord.Locale.hungarian, discord.Locale)
