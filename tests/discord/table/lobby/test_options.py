"""Hosts can set every kind of match option: numbers with menus and forms, long lists page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pydantic import BaseModel, Field, model_validator

import render.registry
from bot.table.lobby import option_values
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import Translator
from tests.discord import wide_game
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures

PLACES = [(f"place_{number}", f"Place {number}") for number in range(60)]


class Options(BaseModel):
    """Match options with at least one field of every kind."""

    place: str = Field(default="place_0", title="Place")
    rounds: int = Field(default=3, ge=1, le=6, title="Rounds")
    even: int = Field(default=4, ge=2, le=8, multiple_of=2, title="Even")
    coins: int = Field(default=100, ge=10, le=1000, title="Coins")
    extra: int | None = Field(default=None, gt=0, lt=4, title="Extra")
    seed: int = Field(default=0, title="Luck")
    #: `set_up` refuses more captains than players.
    captains: int = Field(default=1, ge=1, le=5, title="Captains")
    note: str = Field(default="", title="Note")
    strict: bool = Field(default=False, title="Strict")

    @model_validator(mode="after")
    def _even_luck(self) -> Options:
        if self.strict and self.seed % 2:
            raise ValueError("strict luck is even")
        return self


def set_up(seats: int, seed: Any, chosen: Options) -> Any:
    if chosen.captains > seats:
        raise IllegalAction("There are more captains than players.")
    if chosen.strict:
        Options.model_validate({"rounds": seats * 100})
    return wide_game.set_up(seats, seed, chosen)


def places(_say: Translator, option: str) -> list[tuple[str, str]] | None:
    return PLACES if option == "place" else None


#: A game with these options.
GAME = replace(wide_game.GAME, id="choosy", command="choosy", options=Options, set_up=set_up, option_choices=places)


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


def test_what_is_offered() -> None:
    found = {option.field: option for option in option_values.options(GAME, Translator(), {})}
    assert list(found) == ["place", "rounds", "even", "coins", "extra", "seed", "captains", "strict"]
    assert [value for value, _ in found["rounds"].values] == [3, 1, 2, 4, 5, 6]
    assert [value for value, _ in found["even"].values] == [4, 2, 6, 8]
    assert [value for value, _ in found["extra"].values] == [None, 1, 2, 3]
    assert found["extra"].current_text == "By the rules"
    assert found["coins"].typed == option_values.Bounds(10, 1000)
    assert [value for value, _ in found["coins"].values] == [100, 10, 1000]
    assert found["seed"].typed == option_values.Bounds(None, None)
    assert len(found["place"].values) == 60
    assert not any(option.changed for option in found.values())
    changed = {
        option.field: option for option in option_values.options(GAME, Translator(), {"coins": 55, "place": "place_59"})
    }
    assert (changed["coins"].current_text, changed["place"].current_text) == ("55", "Place 59")
    for option in found.values():
        for value, _ in option.values:
            Options.model_validate({option.field: value})


def amounts(_say: Translator, option: str) -> list[tuple[str, str]] | None:
    return {"rounds": [("3", "Three"), ("6", "Six")], "coins": [("50", "Few"), ("900", "Many")]}.get(option)


#: A variant of GAME that offers only a few named values for two of its numeric options.
NAMED = replace(GAME, option_choices=amounts)


def test_a_game_may_name_the_values_of_a_number() -> None:
    found = {option.field: option for option in option_values.options(NAMED, Translator(), {"coins": 900})}
    assert found["rounds"].values == [(3, "Three"), (6, "Six")]
    assert found["coins"].values == [(50, "Few"), (900, "Many")]
    assert found["coins"].typed is None
    assert found["coins"].current_text == "Many"
    assert "place" not in found


async def panel_with(room: Room, field: str) -> tuple[Any, dict[str, Any]]:
    """Open the option panel and turn to an option's page; return the panel and the menu or button for the option."""
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    for _ in range(4):
        for item in components(panel):
            if item["custom_id"].split(":")[3:4] == [field]:
                return panel, item
        await room.click(room.people[0], panel, label="Next")
    raise AssertionError(field)


async def test_a_number_from_a_menu(room: Room) -> None:
    await room.open_lobby(2)
    panel, menu = await panel_with(room, "rounds")
    assert len(menu["options"]) == 6
    six = next(option for option in menu["options"] if option["label"] == "6")
    await room.select(room.people[0], panel, [six["value"]], menu["custom_id"])
    assert (await room.info()).options["rounds"] == 6
    assert "**Rounds:** 6" in message_text(room.lobby())


async def test_a_number_from_a_form(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel, button = await panel_with(room, "coins")
    assert button["label"] == "Coins: 100"
    shown = await room.click(ana, panel, custom_id=button["custom_id"])
    assert shown.modal["title"] == "Coins"
    assert "10 to 1000" in str(shown.modal)
    await ana.submit_modal(shown, {"value": "250"})
    await room.bot.wait_until_idle()
    assert (await room.info()).options["coins"] == 250
    assert any(item.get("label") == "Coins: 250" for item in components(panel))
    for wrong in ("many", "--5", "", "5000", "1e3"):
        shown = await room.click(ana, panel, custom_id=button["custom_id"])
        if wrong:
            result = await ana.submit_modal(shown, {"value": wrong})
            assert private_answer(result).endswith(".")
    assert (await room.info()).options["coins"] == 250


async def test_a_form_outlives_a_restart_and_is_the_hosts(room: Room) -> None:
    await room.open_lobby(2)
    ana, bence = room.people[:2]
    panel, button = await panel_with(room, "seed")
    shown = await room.click(ana, panel, custom_id=button["custom_id"])
    await room.restart()
    await ana.submit_modal(shown, {"value": "-7"})
    assert (await room.info()).options["seed"] == -7
    panel = (await room.click(bence, room.lobby(), label="Options")).response
    shown = room.press(bence, panel, button["custom_id"])
    await room.settle()
    assert "Only the player who opened" in private_answer(await bence.submit_modal(shown, {"value": "8"}))
    assert (await room.info()).options["seed"] == -7


async def test_a_long_list_is_turned_page_by_page(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel, menu = await panel_with(room, "place")
    assert len(menu["options"]) == 25
    assert menu["options"][-1]["label"] == "36 more…"
    await room.select(ana, panel, ["more"], menu["custom_id"])
    seen: set[str] = set()
    for _ in range(3):
        (menu,) = [item for item in components(panel) if item["type"] == 3]
        seen |= {option["value"] for option in menu["options"]}
        if not next(item for item in components(panel) if item.get("label") == "Next")["disabled"]:
            await room.click(ana, panel, label="Next")
    assert len(seen) == 60
    await room.select(ana, panel, [menu["options"][-1]["value"]], menu["custom_id"])
    assert (await room.info()).options["place"] == "place_59"
    assert "**Place:** Place 59" in message_text(room.lobby())
    panel, menu = await panel_with(room, "place")
    assert menu["placeholder"] == "Place 59"


async def test_options_that_contradict_each_other_are_refused(room: Room) -> None:
    await room.open_lobby(1)
    info = await room.info()
    await room.bot.service.lobby.set_options(info.id, room.people[0].id, {"seed": 7})
    panel, menu = await panel_with(room, "strict")
    result = await room.select(room.people[0], panel, ["1"], menu["custom_id"])
    assert private_answer(result) == "These options don't go together."
    assert not (await room.info()).options["strict"]


async def test_options_that_do_not_fit_the_players_are_told_and_leave_the_lobby_open(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    for changed, told in (
        ({"captains": 3}, "more captains than players"),
        ({"captains": 1, "strict": True}, "don't go together"),
    ):
        await room.bot.service.lobby.set_options((await room.info()).id, ana.id, changed)
        assert told in private_answer(await room.click(ana, room.lobby(), label="Start"))
        assert (await room.info()).status == "lobby"
    await room.bot.service.lobby.set_options((await room.info()).id, ana.id, {"captains": 3, "strict": False})
    await room.click(room.people[2], room.lobby(), label="Join")
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
