"""In the panel, the texts and labels of choices don't repeat each other, and they start with the part that differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.discord.match_context import MatchContext
from bot.discord.ui.controls import Style
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import Position, Table
from bot.table.play import choice_controls, choice_menus, panel_choices
from rules.dark_providence.examples.position_builder import hold, turn
from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Ability
from rules.edge_of_darkness.examples.lessons import OWN
from rules.edge_of_darkness.examples.position_builder import (
    acting,
    assembling,
    favour,
    send,
    set_player,
    sleeve_slip,
)
from rules.edge_of_darkness.state.actions import Draft, UseAbility
from rules.kernel.engine.match import Match, arrange
from rules.kernel.words.translation import Translator
from tests.discord.table.play.test_presses import find_position, kinds
from tests.discord.ui.test_limits import info_of
from tests.edge_of_darkness.scenes import attacks, fill_tray
from tests.edge_of_darkness.table import clause, effect, free_part, gain, rewrite, sleeving_done
from tests.game_helpers import act


def panel_context(match: Match[Any], locale: str = "en") -> MatchContext:
    """Return the panel's context for the player whose turn it is."""
    seat = next(iter(match.decisions()))
    info = info_of(match.game, match.state.seats, locale)
    reader = ReaderContext(locale, ("Ana", "Bence", "Carla")[: match.state.seats])
    return MatchContext(None, Table(info, Position.from_match(match, 1, ())), 1, seat, reader)  # type: ignore[arg-type]


def offered(ctx: MatchContext) -> Iterator[ui.Item[Any]]:
    """Yield the panel's components that offer the choices, including nested components."""
    assert ctx.decision is not None
    question = ctx.game.question(ctx.reader.text, ctx.view, ctx.decision.prompt)
    arrangement = choice_controls.arrange_choices(ctx, panel_choices.choices(ctx))
    for item in choice_controls.choice_controls(ctx, arrangement, question):
        yield item
        if isinstance(item, ui.Section):
            yield from (item.accessory, *item.children)
        elif isinstance(item, ui.ActionRow):
            yield from item.children


def button_texts(ctx: MatchContext) -> tuple[list[str], list[str]]:
    """Return the texts beside the panel's buttons, and the buttons' labels."""
    items = [*offered(ctx)]
    texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    return texts, [item.label or "" for item in items if isinstance(item, ui.Button)]


def test_what_the_button_says_is_not_said_beside_it() -> None:
    ctx = panel_context(find_position("aevum_haeresis", 2, lambda _match, _seat, one: "BeActive" in kinds(one)))
    assert button_texts(ctx) == ([], ["Ana is Active", "I am Active"])
    spanish = ["Activo: Bertrand", "Yo soy el jugador Activo"]
    assert button_texts(replace(ctx, reader=ReaderContext("es", ("Bertrand", "Bertrand")))) == ([], spanish)
    # The two buttons are in one row.
    assert next(type(item) for item in offered(ctx)) is ui.ActionRow


def test_buttons_name_what_they_choose() -> None:
    texts, labels = button_texts(
        panel_context(find_position("edge_of_darkness", 3, lambda _match, _seat, one: "Draft" in kinds(one)))
    )
    assert labels[-1].startswith("Draft ")
    assert labels[-1].endswith("…")
    assert texts[-1].startswith("**Draft ")


def test_a_draft_with_long_names_keeps_its_button() -> None:
    match = assembling()
    drafted = match.state.street[:3]
    sleeved = (("deephollow_m1", "citywatch_b1"), ("university_m1", "capital_hall_b1"), ("forge_m1", "millhollow_b1"))
    for card, slips in zip(drafted, sleeved, strict=True):
        sleeve_slip(match, card, *slips)
        favour(match, card, 1)
    ctx = panel_context(match)
    menus = [item.placeholder or "" for item in offered(ctx) if isinstance(item, ui.Select)]
    assert [title.partition(" (")[0] for title in menus] == ["Skip"]
    assert button_texts(ctx)[1][-1].startswith("Draft ")


def test_a_detail_with_all_that_the_label_names_stands_for_it() -> None:
    def wanted(match: Match[Any], seat: int, decision: Any) -> bool:
        drafts = [one for one in decision.actions if isinstance(one, Draft)]
        return any(
            match.game.action_text(Translator(), match.view(seat), one).detail.startswith("You draft") for one in drafts
        )

    texts, labels = button_texts(panel_context(find_position("edge_of_darkness", 3, wanted)))
    (text,) = [text for text in texts if "You draft " in text]
    assert text.startswith("You draft ")
    assert any(label.startswith("Draft ") for label in labels)


def test_what_all_entries_of_a_menu_share_stands_last_in_each() -> None:
    price = "Discard two unresolved cards."

    def wanted(_match: Match[Any], _seat: int, decision: Any) -> bool:
        return kinds(decision).count("UseStreet") > 2

    menus = [
        item
        for item in offered(panel_context(find_position("edge_of_darkness", 3, wanted)))
        if isinstance(item, ui.Select)
    ]
    (street,) = [menu for menu in menus if "Street" in (menu.placeholder or "")]
    told = [option.description or "" for option in street.options]
    assert not any(text.startswith(price) for text in told)
    assert any(text.endswith(price) for text in told)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("Which one?", ["### Which one?"]),
        (
            "Your turn: 2 actions left. Only now. Hand: Force 1.",
            ["### Your turn: 2 actions left.", "Only now. Hand: Force 1."],
        ),
        ("Window: Pass. Bence passed. Do you answer?", ["Window: Pass. Bence passed.", "### Do you answer?"]),
        ("1. Fejezet: fizetsz? Van 5 aranyad.", ["### 1. Fejezet: fizetsz?", "Van 5 aranyad."]),
        ("Quedan dos. ¿Cuál? Nadie la ve.", ["Quedan dos.", "### ¿Cuál?", "Nadie la ve."]),
    ],
)
def test_what_is_asked_is_the_heading_and_the_rest_plain(question: str, lines: list[str]) -> None:
    assert choice_controls.heading(question) == lines


def test_a_useless_choice_comes_last_in_its_menu_and_is_not_highlighted() -> None:
    match = turn(1)
    hold(match, 0, "forbidden_library", "police_raid")
    ctx = panel_context(match)
    (menu,) = [item for item in offered(ctx) if isinstance(item, ui.Select) and item.placeholder == "Tracks (2)"]
    assert [option.label.partition(":")[0] for option in menu.options] == ["Investigation up", "Ritual up"]
    up = next(choice for choice in panel_choices.choices(ctx) if choice.text.label == "Ritual up")
    (button,) = [
        item
        for row in choice_controls.choice_controls(ctx, choice_controls.Arrangement([], [up]), "")
        if isinstance(row, ui.ActionRow)
        for item in row.children
        if isinstance(item, ui.Button)
    ]
    assert button.style is Style.secondary


@pytest.mark.parametrize(
    ("agents", "labels"), [(1, ["Take the Damage", "Watchtower"]), (3, ["Watchtower", "Take the Damage"])]
)
def test_a_defence_that_cannot_help_comes_after_taking_the_damage(agents: int, labels: list[str]) -> None:
    match = acting(hand=[OWN])
    sleeve_slip(match, match.state.tower[0], "war_council_t1", "war_council_m1")
    send(match, 0, "watchtower", agents)
    fill_tray(match, 1)
    attacks(match)
    assert [button.label for button in offered(panel_context(match)) if isinstance(button, ui.Button)] == labels


def test_what_a_button_below_menus_does_is_said_with_its_name() -> None:
    match = free_part(hand=["nell_the_lamplighter"])
    sleeving_done(match)
    texts, _ = button_texts(panel_context(match))
    assert texts[-1] == "**End your turn**: You discard your whole hand."


@pytest.mark.parametrize(("locale", "title"), [("en", "Part of the effect (3)"), ("es", "Parte del efecto (3)")])
def test_choices_that_become_a_menu_have_the_name_of_their_group(locale: str, title: str) -> None:
    match = free_part()
    place = match.state.locations[0]
    counts = ("hall_cards", "places_held", "neutral_hand")
    gains = [gain("coins", {"count": count, "plus": 1, "most": 9}) for count in counts]
    parts = [clause(one, gain("influence"), gain("reputation"), gain("goodwill")) for one in gains]
    rewrite(match, place, ability=Ability(effect=Effect(mode="one", clauses=parts)))
    act(match, UseAbility(place))
    menus = [item.placeholder for item in offered(panel_context(match, locale)) if isinstance(item, ui.Select)]
    assert menus == [title]


def test_an_advancement_to_sleeve_says_so_except_in_its_own_menu() -> None:
    ctx = panel_context(free_part(hand=["nell_the_lamplighter"]))
    labels = {choice.text.group: choice.text.label for choice in panel_choices.choices(ctx)}
    assert labels["Sleeve an advancement"].startswith("Sleeve: ")
    menus = [item for item in offered(ctx) if isinstance(item, ui.Select)]
    (sleeving,) = [menu for menu in menus if (menu.placeholder or "").startswith("Sleeve an advancement")]
    assert not any(option.label.startswith("Sleeve: ") for option in sleeving.options)


def test_a_menu_entry_begins_with_a_capital_where_a_shared_start_is_left_out() -> None:
    ctx = panel_context(free_part(hand=["nell_the_lamplighter"]), "hu")
    choice = panel_choices.choices(ctx)[0]
    discard = replace(choice, text=replace(choice.text, label="Kártyadobás: ügynök vissza", detail=""))
    assert choice_menus.entry(ctx, discard, (), "Kártyadobás: ").label == "Ügynök vissza"


@pytest.mark.parametrize(("verb", "count", "most"), [("clear_tray", 2, 2), ("seed_cube", 1, 1), ("move_cube", 3, 1)])
def test_a_menu_of_cubes_takes_no_more_than_the_effect_allows(verb: str, count: int, most: int) -> None:
    match = free_part()
    place = match.state.locations[0]
    rewrite(match, place, ability=Ability(effect=effect({"op": verb, "count": count})))
    with arrange(match) as state:
        for cubes in (*state.trays, state.aside):
            moved = [1 - one for one in cubes]
            state.bag = [left - one for left, one in zip(state.bag, moved, strict=True)]
            cubes[:] = [1] * len(cubes)
    act(match, UseAbility(place))
    (menu,) = [item for item in offered(panel_context(match)) if isinstance(item, ui.Select)]
    assert menu.max_values == most


@pytest.mark.parametrize(("influence", "most"), [(1, 1), (2, 2), (9, 3)])
def test_a_menu_of_cards_to_skip_takes_no_more_than_there_is_influence_for(influence: int, most: int) -> None:
    match = assembling()
    set_player(match, next(iter(match.decisions())), influence=influence)
    (menu,) = [item for item in offered(panel_context(match)) if isinstance(item, ui.Select)]
    assert menu.max_values == most


@pytest.mark.parametrize(
    ("label", "detail", "shown"),
    [
        ("Gain 2 Influence", "Gain 2 Influence.", ("Gain 2 Influence", None)),
        ("Gain 2 Coins, then…", "Gain 2 Coins, then lose 1 Influence.", ("Gain 2 Coins, then lose 1 Influence", None)),
        ("Gain…", f"Gain {'1 Coin and ' * 9}lose it.", ("Gain 1 Coin", f"and {'1 Coin and ' * 8}lose it.")),
        ("Gain 2 Influence", "Now: 3.", ("Gain 2 Influence", "Now: 3.")),
    ],
)
def test_an_entry_does_not_say_its_label_again(label: str, detail: str, shown: tuple[str, str | None]) -> None:
    ctx = panel_context(free_part())
    choice = panel_choices.choices(ctx)[0]
    option = choice_menus.entry(ctx, replace(choice, text=replace(choice.text, label=label, detail=detail)))
    assert (option.label, option.description) == shown
