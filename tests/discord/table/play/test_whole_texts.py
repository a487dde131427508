"""No part of a decision is lost: what Discord's limits cut from a menu entry stands above the panel's picture."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from discord import ui

import rules
from bot.discord.match_context import MatchContext
from bot.discord.ui import controls, limits
from bot.discord.ui.safe_names import escape
from bot.table.play import choice_controls, choice_menus, panel, phone_layout, whole_texts
from bot.table.play.panel_choices import PanelChoice
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.translation import LOCALES
from tests.discord.table.play.test_panel_layout import WHOLE_ENTRY, Moment, arranged
from tests.discord.ui.test_limits import check_layout

#: Number of decisions of the same kind that are checked in one match.
SAME_KIND = 6


def decisions(game: str) -> Iterator[Moment]:
    """Yield the first positions of every kind of decision of a random match."""
    pick, seen = random.Random(f"whole {game}"), dict[str, int]()
    seats = rules.GAMES[game].seats
    match = rules.GAMES[game].new(seats[len(seats) // 2], f"whole {game}", None)
    while not match.over:
        seat, decision = pick.choice(sorted(match.decisions().items()))
        seen[decision.prompt.key] = seen.get(decision.prompt.key, 0) + 1
        if seen[decision.prompt.key] <= SAME_KIND:
            yield Moment(match, seat)
        match.apply(seat, pick.choice(decision.actions))


def texts_of(page: panel.PanelPage) -> str:
    return "\n".join(item.content for item in page.items if isinstance(item, ui.TextDisplay))


def is_full(page: panel.PanelPage) -> bool:
    """Return whether the texts above the picture end where the room does, so that some are cut or left out."""
    return any(item.content.endswith("…") for item in page.items[: page.picture_at] if isinstance(item, ui.TextDisplay))


def texts_above(page: panel.PanelPage) -> list[str]:
    """Return the texts above the picture."""
    return [item.content for item in page.items[: page.picture_at] if isinstance(item, ui.TextDisplay)]


def menu_pages(ctx: MatchContext) -> Iterator[tuple[panel.PanelPage, Sequence[PanelChoice], Sequence[object]]]:
    """Yield each page with menus, with the choices of each of its menus and their options."""
    first, groups = panel.first_page(ctx, panel.RecentEvents()), arranged(ctx).groups
    for number, (title, members) in enumerate(groups):
        pages = [(first, members)] if len(groups) <= choice_controls.MAX_MENUS else []
        if len(members) > limits.SELECT_OPTIONS or not pages:
            last = -(-len(members) // limits.SELECT_OPTIONS)
            starts = range(0, last * limits.SELECT_OPTIONS, limits.SELECT_OPTIONS)
            pages += [
                (panel.group_page(ctx, number, page), members[start : start + limits.SELECT_OPTIONS])
                for page, start in enumerate(starts)
            ]
        for page, shown in pages:
            yield page, shown, choice_menus.menu(ctx, number, title, shown).options


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_cut_entry_of_a_menu_stands_whole_in_the_panel(game: str) -> None:
    cut, entries = 0, 0
    for moment in decisions(game):
        for locale in LOCALES:
            for page, members, options in menu_pages(moment.context(locale)):
                told = texts_of(page)
                for choice, option in zip(members, options, strict=False):
                    entries += 1
                    text = f"{option.label}\n{option.description or ''}"  # type: ignore[attr-defined]
                    if "…" not in text or option.value == "more":  # type: ignore[attr-defined]
                        continue
                    cut += 1
                    assert len(f"{choice.text.label}: {choice.text.detail}") > WHOLE_ENTRY, text
                    if is_full(page):
                        continue
                    if not texts_above(page):
                        # None of the texts fits, and half a sentence would say nothing.
                        lines = whole_texts.of_cut_entries(moment.context(locale), [members])
                        assert min(map(len, lines)) > whole_texts.room_beside(page.items)
                        continue
                    both = f"{told}\n{escape(text)}".replace("\n", " ")
                    missing = [part for part in limits.sentences(escape(choice.text.detail)) if part not in both]
                    assert not missing, f"{locale}: {text}"
    assert cut * 8 <= entries, f"{cut} of {entries} entries are cut: say the important part in fewer words"


def test_an_entry_that_lacks_only_what_all_entries_share_has_only_that_above() -> None:
    """An Enlistment panel of a first match was 1,267 pixels high on a phone, 230 of them for two whole texts."""
    rests = 0
    for moment in decisions("aevum_haeresis"):
        for locale in LOCALES:
            ctx = moment.context(locale)
            for _, members in arranged(ctx).groups:
                shared = {escape(part) for part in choice_menus.shared_sentences(members)}
                for line in whole_texts.of_cut_entries(ctx, [members]):
                    _, rest, told = line.partition("**: … ")
                    rests += bool(rest)
                    assert not rest or set(limits.sentences(told)) <= shared, line
    assert rests


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_question_that_is_too_tall_leaves_only_its_heading_below_the_picture(game: str) -> None:
    split = 0
    for moment in decisions(game):
        for locale in LOCALES:
            ctx = moment.context(locale)
            arrangement = arranged(ctx)
            page = panel.first_page(ctx, panel.RecentEvents(["-# Ana: passed."], ["Ana passed."]))
            check_layout(page)
            question = ctx.game.question(ctx.reader.signed, ctx.view, ctx.decision.prompt)  # type: ignore[union-attr]
            assert all(part in texts_of(page) for part in choice_controls.heading(question, is_split=True))
            if not arrangement.is_split:
                continue
            split += 1
            above = [item.content for item in page.items[: page.picture_at] if isinstance(item, ui.TextDisplay)]
            below = [item.content for item in page.items[page.picture_at :] if isinstance(item, ui.TextDisplay)]
            assert all(line in above[-1] for line in choice_controls.beside_heading(question))
            assert not any(line in below[0] for line in choice_controls.beside_heading(question))
            assert (
                choice_controls.height(ctx, arrangement, choice_controls.free_gains(ctx))
                <= phone_layout.MAX_HEIGHT + 90
            )
    assert split or game != "aevum_haeresis"


def test_whole_texts_leave_room_for_the_start_of_every_entry() -> None:
    longest = 0
    for moment in decisions("dark_providence"):
        for locale in LOCALES:
            page = panel.first_page(moment.context(locale), panel.RecentEvents())
            longest = max(longest, len(page.alt))
            view = page.view(controls.gallery("choice.png", page.alt))
            # The lengths of options and of the alternative text are cut in the same steps, so one tells the other.
            alts = [
                item.items[0].description or "" for item in view.walk_children() if isinstance(item, ui.MediaGallery)
            ]
            assert all(len(alt) >= min(len(page.alt), whole_texts.ALT_LENGTH // 2) for alt in alts), (locale, alts)
    assert longest > 500


def test_a_full_turn_of_dark_providence_says_what_each_city_is_worth() -> None:
    """Its menus, texts and alternative text are longer than a layout, so some of them must be cut."""
    turns = 0
    for moment in decisions("dark_providence"):
        ctx = moment.context("hu")
        if ctx.decision is None or ctx.decision.prompt.key != "turn":
            continue
        turns += 1
        page = panel.first_page(ctx, panel.RecentEvents(["-# Ana: passed. " * 20], ["Ana passed."]))
        view = page.view(controls.gallery("choice.png", page.alt))
        menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
        entries = {f"{option.label} {option.description}" for menu in menus for option in menu.options}
        cities = [entry for entry in entries if entry.startswith(("Arkham", "Boston", "Chicago", "New Orleans"))]
        assert all("GyP-t ér" in entry for entry in cities), cities
    assert turns


def test_no_text_above_the_picture_is_cut_within_its_first_sentence() -> None:
    seen = 0
    for moment in decisions("dark_providence"):
        for locale in LOCALES:
            for news in (["-# Ana: passed."], ["-# Ana: passed. " * 30, "-# Bence: passed. " * 10]):
                page = panel.first_page(moment.context(locale), panel.RecentEvents(news, ["Ana passed."]))
                for text in texts_above(page)[1:]:
                    seen += 1
                    assert "\n" in text or not text.endswith("…") or text.endswith(". …"), text
                    assert "…" not in text.splitlines(), text
    assert seen


def test_an_abbreviation_keeps_its_full_stop() -> None:
    labels = ("Washington D.C.", "Washington D. C.", "2. Place a lock.", "Pass")
    assert [without_full_stop(label) for label in labels] == [
        "Washington D.C.",
        "Washington D. C.",
        "2. Place a lock",
        "Pass",
    ]
