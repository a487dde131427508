"""A match's custom set of ten Locations: the host picks them by name, and all players see them before the start."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from bot.matches.lobby.presets import fit_to_seats, with_defaults
from bot.table.lobby import list_option_forms
from bot.table.lobby.option_values import options
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, Entry, Translator
from tests.discord import limit_faults
from tests.discord.room import GAME, Room, components, message_text, private_answer
from tests.discord.ui.test_limits import info_of

GAMES = rules.GAMES
TEN = [
    "Watchtower", "Deephollow, Border Town", "Tallow Market", "gallows bridge", "THE FORGE",
    "War Council", "Capital Hall", "Millhollow, Farm Town", "Guildmark Universty", "The Citywatch",
]  # fmt: skip


def read(text: str, locale: str = "en") -> list[str]:
    game = GAMES[GAME]
    picks = game.option_picks(Translator(locale), "setup", {})
    assert picks is not None
    return list_option_forms.parse_list(game, info_of(game, 2, locale, "lobby"), "setup", picks, text)


@pytest.mark.parametrize("between", ["\n", "; ", ", "])
def test_names_are_found_in_any_case_and_with_a_slip(between: str) -> None:
    found = read(between.join(TEN))
    assert found[1] == "deephollow_border_town"
    assert "guildmark_university" in found
    assert len(found) == 10


def test_names_of_any_language_are_found() -> None:
    content = GAMES[GAME].option_picks(Translator("hu"), "setup", {})
    assert content is not None
    names = {thing.id: thing.name for thing in content.things}
    assert read("\n".join([*TEN[:9], names["the_citywatch"]]))[-1] == "the_citywatch"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n".join(TEN[:9]), "You named 9, but must name exactly 10."),
        ("\n".join([*TEN[:9], TEN[0]]), "You named “Watchtower” twice; name 10 different ones."),
        ("\n".join([*TEN[:9], "Qqqq"]), "I don't know “Qqqq”. `/card` lists everything there is."),
    ],
)
def test_a_fault_is_told_in_one_sentence(text: str, told: str) -> None:
    with pytest.raises(Refusal) as fault:
        read(text)
    assert str(fault.value) == told


async def open_options(room: Room) -> tuple[Any, Any]:
    ana = room.people[0]
    return ana, (await room.click(ana, room.lobby(), label="Options")).response


def boxes(form: Any) -> dict[str, list[dict[str, Any]]]:
    """Return a form's groups of checkboxes, by the custom_id of each group."""
    return {label["component"]["custom_id"]: label["component"]["options"] for label in form.modal["components"]}


def ticks(form: Any, wanted: list[str]) -> dict[str, list[str]]:
    return {name: [box["value"] for box in group if box["label"] in wanted] for name, group in boxes(form).items()}


def things() -> tuple[Entry, ...]:
    content = GAMES[GAME].option_picks(Translator(), "setup", {})
    assert content is not None
    return content.things


def names() -> list[str]:
    return [thing.name for thing in things()]


@pytest.mark.rule("EOD-DEC.2")
async def test_ten_locations_are_ticked_and_shown_before_the_start(room: Room) -> None:
    await room.open_lobby(2)
    ana, panel = await open_options(room)
    form = await room.click(ana, panel, label="Pick ten Locations")
    every = [box for group in boxes(form).values() for box in group]
    assert sorted(box["label"] for box in every) == sorted(names())
    assert sum(box["default"] for box in every) == 10
    # After a choice of only nine Locations, the form can be reopened, with these nine still selected.
    wanted = names()[-10:]
    await ana.submit_modal(form, ticks(form, wanted[:9]))
    await room.bot.wait_until_idle()
    assert "You chose 9, but must choose exactly 10." in message_text(panel)
    assert (await room.info()).options["setup"] == "embers_first_spark"
    form = await room.click(ana, panel, label="Keep choosing")
    assert {box["label"] for group in boxes(form).values() for box in group if box["default"]} == {*wanted[:9]}
    await ana.submit_modal(form, ticks(form, wanted))
    await room.bot.wait_until_idle()
    assert "**Set-up:** Your own ten Locations" in message_text(room.lobby())
    assert all(name in message_text(room.lobby()) for name in wanted)
    await room.click(ana, room.lobby(), label="Start")
    laid = {place.id for place in (await room.match()).view(None).locations}
    assert {thing.name for thing in things() if thing.id in laid} == {*wanted}


async def test_what_fits_no_form_is_typed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_option_forms, "MAX_GROUPS", 3)
    await room.open_lobby(2)
    ana, panel = await open_options(room)
    form = await room.click(ana, panel, label="Pick ten Locations")
    assert "The Forge" in str(form.modal)
    assert (
        private_answer(await ana.submit_modal(form, {"value": "Watchtower"}))
        == "You named 1, but must name exactly 10."
    )
    form = await room.click(ana, panel, label="Pick ten Locations")
    await ana.submit_modal(form, {"value": "\n".join(names()[-10:])})
    await room.bot.wait_until_idle()
    assert all(name in message_text(room.lobby()) for name in names()[-10:])


@pytest.mark.parametrize("forged", ["pickform:{}:setup:0:zz", "pickform:{}:rounds:0", "pickform:{}:setup"])
async def test_a_forged_form_of_a_list_is_refused(room: Room, forged: str) -> None:
    await room.open_lobby(2)
    ana, panel = await open_options(room)
    result = room.press(ana, panel, "t1:" + forged.format((await room.info()).id))
    await room.settle()
    assert result.modal is None
    assert "out of date" in private_answer(result)


@pytest.mark.parametrize("locale", LOCALES)
def test_all_boxes_of_a_form_are_named_whole(locale: str) -> None:
    picks = GAMES[GAME].option_picks(Translator(locale), "setup", {})
    assert picks is not None
    info = info_of(GAMES[GAME], 2, locale, "lobby")
    (option,) = [one for one in options(GAMES[GAME], Translator(locale), {}) if one.field == "setup"]
    sent = list_option_forms.form(Translator(locale), info, option, picks, 0, "fffffffff").to_dict()
    assert list(limit_faults.form_faults(sent)) == []
    assert not any(label["label"].endswith("…") for label in sent["components"])
    assert not sent["title"].endswith("…")


@pytest.mark.rule("EOD-DEC.2")
async def test_ten_locations_are_drawn_and_drawn_again_before_the_start(room: Room) -> None:
    await room.open_lobby(2)
    ana, panel = await open_options(room)
    drawn: set[str] = set()
    for _ in range(3):
        await room.click(ana, panel, label="Draw ten now")
        drawn.add((await room.info()).options["setup"])
    assert len(drawn) > 1
    assert "The ten Locations: " in message_text(room.lobby())
    assert components(panel)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_label_of_an_option_is_cut(locale: str) -> None:
    for game in GAMES.values():
        for option in options(game, Translator(locale), {}):
            for _, text in option.values:
                assert len(text) <= 100, (game.id, option.field, text)
                assert "…" not in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_chosen_set_up_is_told_whole(locale: str) -> None:
    game = GAMES[GAME]
    for value, _ in options(game, Translator(locale), {})[0].values:
        shown = next(o for o in options(game, Translator(locale), {"setup": value}) if o.field == "setup")
        assert shown.note
        assert "…" not in shown.note
        assert shown.note.count(" · ") in (0, 9)


def test_options_are_offered_only_where_they_apply() -> None:
    def offered(game: str, seats: int, **chosen: Any) -> set[str]:
        return {option.field for option in options(GAMES[game], Translator(), chosen, seats)}

    alone, together = offered("dark_providence", 1), offered("dark_providence", 4)
    assert {"old_one", "solo_influence", "solo_agents_defend", "solo_failure_travels"} <= alone
    assert not {name for name in together if name == "old_one" or name.startswith("solo_")}
    assert "tie_elimination" in together - alone
    # The option for the first player is missing, because seats are drawn by lot.
    assert "starting_player" not in alone | together
    assert "half_minutes" not in offered("aevum_haeresis", 2)
    assert "half_minutes" in offered("aevum_haeresis", 2, pace="uniform")


def test_a_value_that_does_not_fit_the_table_gives_way_to_the_usual_one() -> None:
    game = GAMES["dark_providence"]
    chosen = with_defaults(game, {"starting_player": 5, "colours": "chosen"})
    assert fit_to_seats(game, chosen, 4) == with_defaults(game, {"colours": "chosen"})


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.first_match], ids=lambda game: game.id)
def test_a_first_match_is_unlike_others_and_can_be_played(game: Any) -> None:
    assert with_defaults(game, game.first_match) != with_defaults(game, {})
    for seats in game.seats:
        assert not game.new(seats, "seed", game.first_match).over
