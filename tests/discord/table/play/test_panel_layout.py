"""The panel shows the news, the picture, the question, the choices and a row of tools, and fits a phone's window."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

import rules
from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.safe_names import escape
from bot.matches.service_results import LogEntry, Position, Table
from bot.table.lessons import hints_panel
from bot.table.play import choice_controls, choice_menus, event_words, panel, panel_choices, phone_layout
from bot.table.play.panel_choices import PanelChoice
from rules.dark_providence.examples import position_builder
from rules.dark_providence.state.actions import AcquireTarget, PlaceInfluence
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import LOCALES, width
from tests.discord.ui.test_limits import check_layout, info_of
from tests.matches.tiny_game import TINY, Done, Take

NAMES = ("Ana", "Bence", "Carla", "Dora", "Emil")
NEWS = panel.RecentEvents(["-# Ana: passed."], ["Ana passed.", "Bence passed."])
#: Number of moves between two positions of a match that are checked.
EVERY = 16
#: Number of tenths of the positions whose panel must fit a phone's window. A choice among long texts may be taller.
TYPICAL_TENTHS = 8
#: A menu entry shows all of a choice's effect if label and effect have at most this many characters, which is less than
#: Discord's limits for an option together, because a text is divided between two words.
WHOLE_ENTRY = limits.OPTION_LABEL + limits.OPTION_DESCRIPTION - 35


@dataclass(frozen=True)
class Moment:
    """A position of a match, with a seat that must act."""

    match: Match[Any]
    seat: int

    def context(self, locale: str, seat: int | None = None) -> MatchContext:
        seats = self.match.state.seats
        info = info_of(self.match.game, seats, locale)
        position = Position.from_match(self.match, 1, ())
        reader = ReaderContext(locale, NAMES[:seats])
        bot: Any = SimpleNamespace(clock=SimpleNamespace(now=lambda: 0))
        return MatchContext(bot, Table(info, position), 1, self.seat if seat is None else seat, reader)


@cache
def moments(game: str) -> list[Moment]:
    """Return some positions of a random match of a game."""
    pick, found = random.Random(game), list[Moment]()
    seats = rules.GAMES[game].seats
    match = rules.GAMES[game].new(seats[len(seats) // 2], f"layout {game}", None)
    for number in range(10_000):
        if match.over:
            break
        seat, decision = pick.choice(sorted(match.decisions().items()))
        if number % EVERY == 0:
            found.append(Moment(match.copy(), seat))
        match.apply(seat, pick.choice(decision.actions))
    return found


def everywhere() -> Iterator[tuple[str, str, Moment]]:
    """Yield each game's positions in one language each."""
    for game in rules.GAMES:
        for number, moment in enumerate(moments(game)):
            yield game, LOCALES[number % len(LOCALES)], moment


def arranged(ctx: MatchContext) -> choice_controls.Arrangement:
    return choice_controls.arrange_choices(ctx, panel_choices.choices(ctx), choice_controls.free_gains(ctx))


def verbs(item: ui.Item[Any]) -> list[str]:
    """Return the verbs of the buttons and menus in a row."""
    return [part.custom_id.split(":")[1] for part in getattr(item, "children", ())]


def tool_verbs(ctx: MatchContext) -> set[str]:
    return {part for tool in panel.tools(ctx, can_take_back=True) for part in [tool.custom_id.split(":")[1]]}  # type: ignore[attr-defined]


def test_the_parts_of_the_panel_are_in_order() -> None:
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        page = panel.first_page(ctx, NEWS, can_take_back=True)
        news, log, *whole_texts = page.items[: page.picture_at]
        question, *choices, tools = page.items[page.picture_at :]
        assert isinstance(news, ui.TextDisplay)
        assert news.content.startswith(NEWS.lines[0])
        assert verbs(log) == ["told"]
        assert len(whole_texts) <= 1
        assert isinstance(question, ui.TextDisplay)
        assert re.search(r"^### ", question.content, re.MULTILINE)
        assert {verb for item in choices for verb in verbs(item)} <= {"act", "pick", "gains"}
        assert verbs(tools)[0] == "back"
        assert {*verbs(tools)} <= {*tool_verbs(ctx), "more"}


def test_the_row_of_tools_fits_a_phone_and_more_has_all_tools() -> None:
    for _, locale, moment in everywhere():
        # The next seat is usually one that has nothing to decide.
        for seat in (moment.seat, (moment.seat + 1) % moment.match.state.seats):
            ctx = moment.context(locale, seat)
            row = panel.first_page(ctx, NEWS, can_take_back=True).items[-1]
            assert isinstance(row, ui.ActionRow)
            assert len(row.children) <= limits.BUTTONS_PER_ROW
            assert phone_layout._tools_width(row.children) <= phone_layout.TOOLS_WIDTH
            shown, wanted = verbs(row), tool_verbs(ctx)
            more = panel.tools_page(ctx, can_take_back=True)
            check_layout(more)
            on_page = {verb for item in more.items for verb in verbs(item)}
            # "Back" on the page with all tools also refreshes the panel.
            assert on_page == {*wanted, "panel"}
            assert {*shown} >= wanted or shown[-1] == "more"


def test_a_tool_that_is_too_wide_does_not_keep_narrower_ones_out() -> None:
    ctx = moments("aevum_haeresis")[0].context("es")
    named = (
        ("Deshacer", "back"),
        ("Responde por mí a partir de ahora", "answers"),
        ("¿Por qué?", "why"),
        ("Pista", "hint"),
    )
    row = phone_layout.tool_row(ctx, [controls.button(label, verb, 1) for label, verb in named])
    assert verbs(ui.ActionRow(*row)) == ["back", "why", "more"]
    assert verbs(ui.ActionRow(*phone_layout.tool_row(ctx, row[:2]))) == ["back", "why"]


def concluding_choice(ctx: MatchContext) -> PanelChoice | None:
    """Return the choice that ends the turn or answers with nothing; None unless there is exactly one."""
    found = [choice for choice in panel_choices.choices(ctx) if type(choice.action) in ctx.game.concluding]
    return found[0] if len(found) == 1 else None


def distance_from_end(ctx: MatchContext, choice: PanelChoice, *, can_take_back: bool) -> tuple[int, int]:
    """Return the number of components below the row of a choice's button, and of buttons after it in the row."""
    items = panel.first_page(ctx, NEWS, can_take_back=can_take_back).items
    for below, item in enumerate(reversed(items)):
        for after, button in enumerate(reversed(getattr(item, "children", ()))):
            if isinstance(button, ui.Button) and (button.custom_id or "").endswith(f":{choice.token}"):
                return below, after
    raise AssertionError(f"{choice.text.label} has no button")


@pytest.mark.parametrize("game", rules.GAMES)
def test_an_action_that_ends_the_turn_is_last_and_stays_in_its_place(game: str) -> None:
    stayed = 0
    for moment in moments(game):
        ctx = moment.context("en")
        choice = concluding_choice(ctx)
        if choice is None:
            continue
        # Only the row of tools is below its button.
        assert distance_from_end(ctx, choice, can_take_back=False) == (1, 0)
        others = [action for action in moment.match.decisions()[moment.seat].actions if action != choice.action]
        for action in others[:2]:
            later = Moment(moment.match.copy(), moment.seat)
            later.match.apply(moment.seat, action)
            if moment.seat in later.match.decisions():
                next_ctx = later.context("en")
                if (again := concluding_choice(next_ctx)) is not None:
                    stayed += 1
                    assert distance_from_end(next_ctx, again, can_take_back=True) == (1, 0)
    has_such_actions = any(kind in rules.GAMES[game].actions for kind in rules.GAMES[game].concluding)
    assert stayed or not has_such_actions


def shown_in_menus(arrangement: choice_controls.Arrangement, ctx: MatchContext) -> Iterator[tuple[PanelChoice, str]]:
    """Yield each choice in a menu, with the text of its entry."""
    for number, (title, members) in enumerate(arrangement.groups):
        for start in range(0, len(members), limits.SELECT_OPTIONS):
            page = members[start : start + limits.SELECT_OPTIONS]
            options = choice_menus.menu(ctx, number, title, page).options
            for choice, option in zip(page, options, strict=True):
                yield choice, f"{option.label} {option.description or ''}"


def test_no_effect_of_a_choice_is_cut_if_discord_has_room_for_it() -> None:
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        arrangement = arranged(ctx)
        for choice, text in shown_in_menus(arrangement, ctx):
            if len(f"{choice.text.label}: {choice.text.detail}") <= WHOLE_ENTRY:
                missing = [part for part in limits.sentences(choice.text.detail) if part not in text]
                assert not missing, text
        question = ctx.game.question(ctx.reader.text, ctx.view, ctx.decision.prompt)  # type: ignore[union-attr]
        items = choice_controls.choice_controls(ctx, arrangement, question)
        texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
        buttons = [choice.text.label for choice in arrangement.sentences]
        told = " ".join([*texts, escape(question), *map(escape, buttons)])
        for choice in arrangement.sentences:
            missing = [part for part in limits.sentences(escape(choice.text.detail)) if part.rstrip(".") not in told]
            assert not missing, told


def test_the_end_of_a_long_effect_is_in_the_description_and_its_start_in_the_label() -> None:
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        for choice in panel_choices.choices(ctx):
            option = choice_menus.entry(ctx, choice)
            assert option.label.startswith(choice.text.label[: limits.OPTION_LABEL - 1].rstrip("."))
            shown = f"{option.label} {option.description or ''}".rstrip("… ")
            whole = f"{choice.text.label.rstrip('.')}: {choice.text.detail}"
            if len(choice.text.detail) > limits.OPTION_DESCRIPTION and shown.startswith(f"{choice.text.label}: "):
                assert whole.startswith(shown)


def test_the_panel_of_a_typical_turn_fits_a_phone() -> None:
    for game in rules.GAMES:
        for locale in LOCALES:
            contexts = [moment.context(locale) for moment in moments(game)]
            heights = [choice_controls.height(ctx, arranged(ctx), choice_controls.free_gains(ctx)) for ctx in contexts]
            fitting = sum(height <= phone_layout.MAX_HEIGHT for height in heights)
            assert fitting * 10 >= len(heights) * TYPICAL_TENTHS, (game, locale, sorted(heights)[-5:])


def test_a_menu_of_a_single_other_action_has_its_name() -> None:
    match = position_builder.turn(3)
    hand = ("monday_contacts_1", "monday_favour", "monday_warding_rite", "monday_skeleton_key", "monday_forbidden_rite")
    position_builder.hold(match, 0, *hand)
    match.forget()
    ctx = Moment(match, 0).context("en")
    single = [
        choice
        for choice in panel_choices.choices(ctx)
        if type(choice.action) not in (PlaceInfluence, *ctx.game.several, *ctx.game.concluding)
    ][:1]
    rest = [
        choice
        for choice in panel_choices.choices(ctx)
        if type(choice.action) in (PlaceInfluence, *ctx.game.several, *ctx.game.concluding)
    ]
    titles = [title for title, _ in choice_controls.arrange_choices(ctx, [*rest, *single]).groups]
    assert "Other actions" not in titles


def test_a_menu_of_one_group_has_its_title() -> None:
    """The manoeuvres of Aevum Haeresis, the main actions of their phase, would be "Other actions"."""
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        for title, members in arranged(ctx).groups:
            if len({choice.text.group for choice in members}) == 1 and members[0].text.group:
                assert title != ctx.reader.label.t("Other actions")


def test_an_effect_below_menus_has_its_label_where_a_line_more_fits() -> None:
    cost_a_line = 0
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        assert ctx.decision is not None
        question = ctx.game.question(ctx.reader.text, ctx.view, ctx.decision.prompt)
        arrangement = arranged(ctx)
        told, unnamed = (
            choice_controls._sentences_text(ctx, form, question)
            for form in (arrangement, replace(arrangement, is_named=False))
        )
        if told != unnamed:
            cost_a_line += 1
            label = arrangement.sentences[0].text.label.rstrip(".")
            assert told.removeprefix("-# ").startswith(f"**{label}**: ")
            gains = choice_controls.free_gains(ctx)
            assert choice_controls.height(ctx, arrangement, gains) <= phone_layout.MAX_HEIGHT
    assert cost_a_line


@pytest.mark.parametrize("locale", LOCALES)
def test_a_single_acquisition_keeps_its_menu_beside_the_menus_of_cities_and_cards(locale: str) -> None:
    match = position_builder.turn(3)
    position_builder.mark(match, 0, "chicago", 3)
    hand = ("monday_contacts_1", "monday_favour", "monday_petty_cash", "monday_skeleton_key", "monday_forbidden_rite")
    position_builder.hold(match, 0, *hand)
    match.forget()
    first, *others = arranged(Moment(match, 0).context(locale)).groups
    assert {type(choice.action) for choice in first[1]} == {AcquireTarget}
    assert [len(members) for _, members in others if {type(one.action) for one in members} == {PlaceInfluence}] == [
        12,
        15,
    ]


def test_a_confirmation_speaks_of_agreement_only_if_other_people_play() -> None:
    ctx = moments("dark_providence")[0].context("en")
    choice = panel_choices.choices(ctx)[0]
    seats = ctx.info.seats
    computers = [replace(seat, user_id=-number, computer="easy") for number, seat in enumerate(seats[1:], 1)]
    alone = replace(ctx, table=replace(ctx.table, info=replace(ctx.info, seats=(seats[0], *computers))))
    with_people, with_computers = (
        panel.confirm(each, choice, "", ["You draw a card."]).items[0].content  # type: ignore[attr-defined]
        for each in (ctx, alone)
    )
    assert "unless everyone agrees" in with_people
    assert "agrees" not in with_computers


def test_a_text_is_not_divided_after_an_ordinal_number() -> None:
    detail = (
        "Rituálé: a 2. mezőről legfeljebb a 4. mezőre; ott 4 GyP a szektatagoknak és a szakadár szektatagoknak, a "
        "nyomozóknak pedig semmi sem jár."
    )
    ctx = moments("dark_providence")[0].context("hu")
    choice = panel_choices.choices(ctx)[0]
    option = choice_menus.entry(ctx, replace(choice, text=replace(choice.text, label="Rituálé előre", detail=detail)))
    assert not option.label.endswith(("2.", "4."))


@pytest.mark.parametrize(("turns", "button"), [(1, "What happened"), (3, "What happened"), (4, "1 earlier turn"),
                                               (9, "6 earlier turns")])  # fmt: skip
def test_the_three_latest_turns_are_told_and_the_earlier_ones_counted(turns: int, button: str) -> None:
    game = replace(TINY, event_line=lambda say, event: f"{say.seat(event.body.seat)} takes {event.body.count}.")
    match = game.new(3, "turns", {"turns": 20})
    log: list[LogEntry] = []
    for number in range(turns):
        seat = min(match.decisions())
        events = [*match.apply(seat, Take(1)), *match.apply(seat, Take(2)), *match.apply(seat, Done())]
        # Seat 0 moves by standing orders, so its moves are news to its player.
        log.append(LogEntry(number + 1, 1, seat, events, kind="order" if seat == 0 else "act"))
    ctx = Moment(match, 0).context("en")
    news = panel.RecentEvents.from_log(ctx, log)
    # The reader's own turn comes first.
    latest = sorted(log[-event_words.MAX_PANEL_TURNS :], key=lambda entry: entry.seat != 0)
    assert all(f"-# {NAMES[entry.seat or 0]}" in line for entry, line in zip(latest, news.lines, strict=True))
    told = panel.first_page(ctx, news).items[1]
    assert told.children[-1].label == button  # type: ignore[attr-defined]
    page = panel.everything_page(ctx, news, 0).items[0]
    assert isinstance(page, ui.TextDisplay)
    assert page.content == "\n".join(["### What happened", *news.all_lines])
    assert len(news.all_lines) == 2 * turns


def test_a_turn_takes_at_most_two_lines_of_small_print() -> None:
    long = 0
    for game in rules.GAMES.values():
        match, pick = game.new(game.seats[-1], f"lines {game.id}", None), random.Random(7)
        ctx = Moment(match, 0).context("hu")
        events = [list[Any]()]
        for _ in range(80):
            if match.over:
                break
            seat, decision = pick.choice(sorted(match.decisions().items()))
            events.append(match.apply(seat, pick.choice(decision.actions)))
        entries = [LogEntry(number, 1, 0, told) for number, told in enumerate(events, 1)]
        latest = event_words.latest_turns(game, ctx.reader.text, [], entries)
        assert len(latest.lines) == event_words.MAX_PANEL_TURNS
        assert latest.earlier_turns > 0
        for line in latest.lines:
            long += width(line) > event_words.MAX_TURN_LENGTH // 2
            assert width(line.removeprefix("-# ")) <= event_words.MAX_TURN_LENGTH
            assert phone_layout.of_text(line) <= 3 * phone_layout.SMALL_PRINT
    assert long


def test_the_reason_for_a_move_pushes_no_choice_out_of_the_window() -> None:
    below = above = 0
    for _, locale, moment in everywhere():
        ctx = moment.context(locale)
        reason = hints_panel.reason_line(
            ctx.reader.text,
            ctx.game.move_reason(ctx.reader.text, ctx.view, ctx.decision.actions),  # type: ignore[union-attr]
        )
        if not reason:
            continue
        page = panel.first_page(ctx, NEWS, panel.PanelNotes(reason=reason))
        texts = [item.content for item in page.items if isinstance(item, ui.TextDisplay)]
        assert sum(reason in text for text in texts) == 1
        question = page.items[page.picture_at or 0]
        assert isinstance(question, ui.TextDisplay)
        if reason in question.content:
            below += 1
            tall = choice_controls.height(ctx, arranged(ctx), choice_controls.free_gains(ctx))
            assert tall + phone_layout.of_text(reason) <= phone_layout.MAX_HEIGHT
        else:
            above += 1
    assert below
    assert above


def test_a_players_own_points_stand_with_the_news() -> None:
    for _, locale, moment in everywhere():
        page = panel.first_page(moment.context(locale), NEWS, panel.PanelNotes(own_points="-# Points: 3"))
        news = page.items[0]
        assert isinstance(news, ui.TextDisplay)
        assert news.content.splitlines()[-1] == "-# Points: 3"
