"""Players look up cards with the menu under the board, in the panel and by command, and write private notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from bot.discord.ui import limits
from bot.discord.ui.locale import ReaderContext
from bot.features.notes import panel as notes_panel
from bot.features.notes.service import Notes
from bot.features.reports.service import Reports
from bot.store.statements.rows import unpack
from bot.table.play.lookup_menus import entries, menu, name_in, zones_of
from rules.edge_of_darkness.state.actions import HuntThreats
from tests import database_access
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.discord.table.play.test_presses import find_position, kinds
from tests.matches.tiny_game import TINY


def under_board(post: Any) -> dict[str, Any]:
    """Return a post's menu for looking up cards."""
    (found,) = (item for item in components(post) if item["custom_id"].startswith("t1:look:"))
    return found


def menus(page: Any) -> list[dict[str, Any]]:
    return [item for item in components(page) if item.get("options")]


def part_of(page: Any) -> str:
    """Return the name of the part of the playing area whose cards a page lists."""
    (shown,) = (option["label"] for option in menus(page)[0]["options"] if option.get("default"))
    return shown


async def chosen(room: Room, who: Any, page: Any, label: str) -> Any:
    """Choose the menu entry with this label on a page or post, and return the answer."""
    return (await room.choose(who, page, label)).response


async def looked_up(room: Room, who: Any) -> Any:
    """Open a player's panel and press "Look up"; return the answer."""
    return (await room.tool(who, (await room.slash(who, "act")).response, "Look up")).response


async def test_the_menu_under_the_board_shows_a_card_only_to_its_user(room: Room) -> None:
    await room.start(2)
    watcher, table = room.people[4], await room.now()
    game, post = table.match.game, room.last_call()
    laid = zones_of(game, ReaderContext("en", table.info.names), table.view(None))
    offered = under_board(post)["options"]
    assert [option["value"] for option in offered][: len(laid[0].ids)] == list(laid[0].ids)
    first = entries(game, "en")[laid[0].ids[0]]
    page = await chosen(room, watcher, post, name_in(laid[0], first))
    assert page.ephemeral
    # A tower card begins with the side that the tower shows.
    shown = laid[0].sides[first.id]
    assert message_text(page).startswith(f"**{shown.name}** — {shown.kind}\n{shown.text}")
    assert f"**{first.name}** — {first.kind}\n{first.text}" in message_text(page)
    assert [file.filename for file in page.attachments] == ["card.png"]
    # The page contains the text of the answer to `/card`, and has menus for looking up more cards.
    by_name = (await room.slash(watcher, "card", name=first.name)).response
    assert message_text(by_name) in message_text(page)
    page = await chosen(room, watcher, page, f"Locations ({2 * len(table.view(None).locations)})")
    place = entries(game, "en")[table.view(None).locations[0].id]
    assert f"**{place.name}**" in message_text(await chosen(room, watcher, page, place.name))
    assert not [item for item in components(page) if item.get("label") == "Back"]


async def test_the_menu_under_the_board_is_renewed_with_the_board(room: Room) -> None:
    await room.adopt(find_position("edge_of_darkness", 3, lambda _match, _seat, one: "HuntThreats" in kinds(one)))
    (post,), table = room.live(), await room.now()
    before, offered = components(post), under_board(post)["options"]
    seat, decision = next(iter(table.match.decisions().items()))
    hunt = next(action for action in decision.actions if isinstance(action, HuntThreats))
    await room.bot.service.play.act(table.info.id, room.people[seat].id, hunt)
    await room.settle()
    (again,), table = room.live(), await room.now()
    assert again.id == post.id
    (now,) = menu(ReaderContext("en", table.info.names), table.match.game, table.info.id, table.view(None))
    assert under_board(again)["options"] == now.to_component_dict()["options"] != offered
    # The post's other components are unchanged.
    verbs = [[item["custom_id"].split(":")[1] for item in shown] for shown in (before, components(again))]
    assert verbs[0] == verbs[1]


async def test_a_part_of_the_table_under_the_board_opens_as_a_menu(room: Room) -> None:
    await room.start(2)
    post, who = room.last_call(), await room.to_move()
    part = next(option for option in under_board(post)["options"] if option["value"].startswith(":"))
    page = await chosen(room, who, post, part["label"])
    parts, cards = menus(page)
    assert part_of(page) == part["label"]
    assert part["label"].endswith(f"({len(cards['options'])})")
    assert len(parts["options"]) > 1
    # The page has a button that leads a player of the match back to the panel.
    assert "Cards on the table" in message_text(page)
    panel = (await room.choose(who, page, "Back")).response
    assert [item for item in components(panel) if ":pick:" in item["custom_id"]]


async def test_the_panel_looks_up_one_s_own_hand_which_others_do_not_see(tmp_path: Path) -> None:
    game = rules.GAMES["aevum_haeresis"]
    async with open_room(tmp_path / "hand.sqlite", {game.id: game}, luck="a room", painted=False) as room:
        await room.start(2)
        who, table = await room.to_move(), await room.now()
        seat = table.info.seat_of(who.id)
        page = await looked_up(room, who)
        hand = dict.fromkeys(card.partition(".")[0] for card in table.view(seat).players[seat].hand)
        assert part_of(page) == f"Your hand ({len(hand)})"
        assert [option["value"] for option in menus(page)[1]["options"]] == list(hand)
        for other in (table.info.seats[1 - seat].user_id, room.people[4].id):
            seen = (await room.slash(room.person(other), "match cards")).response
            view = table.view(1 - seat if other != room.people[4].id else None)
            laid = zones_of(game, ReaderContext("en", table.info.names), view)
            assert [option["label"] for option in menus(seen)[0]["options"]] == [
                f"{shelf.title} ({len(shelf.ids)})" for shelf in laid
            ]
            assert [option["value"] for option in menus(seen)[1]["options"]] == list(laid[0].ids)
            own = [shelf.title for shelf in laid if shelf.title.startswith("Your")]
            assert bool(own) == (other != room.people[4].id)


async def test_an_open_look_up_is_not_replaced_by_the_panel(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    page = await looked_up(room, other)
    before = message_text(page)
    table = await room.now()
    seat = table.info.seat_of(who.id)
    await room.bot.service.play.act(table.info.id, who.id, table.match.decisions()[seat].actions[0])
    await room.look()
    assert message_text(page) == before


async def test_what_is_forged_or_unknown_is_of_another_moment(room: Room) -> None:
    await room.start(2)
    who, post = await room.to_move(), room.last_call()
    page = await chosen(room, who, post, under_board(post)["options"][0]["label"])
    for value in ("no_such_card", ":x"):
        for message, custom_id in ((post, "t1:look:1"), (page, "t1:cards:1:0:0")):
            result = room.press(who, message, custom_id, [value])
            await room.settle()
            assert "That button is out of date" in private_answer(result)
    # A part or page number that is too high shows the last part or page.
    for part, number in ((99, 0), (0, 99)):
        room.press(who, page, f"t1:cards:1:{part}:{number}", [])
        await room.settle()
        assert menus(page)


async def test_a_game_with_nothing_to_look_up_has_no_menu(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tiny.sqlite", {TINY.id: TINY}, luck="a room", painted=False) as room:
        await room.start(2)
        for shown in (room.last_call(), (await room.slash(await room.to_move(), "act")).response):
            assert not [item for item in components(shown) if item["custom_id"].startswith(("t1:look:", "t1:cards:"))]


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
async def test_the_menu_holds_what_lies_first_whole_and_the_rest_as_parts(game: Any) -> None:
    match, reader = game.new(game.seats[-1], 3), ReaderContext("en", ["Ana"] * game.seats[-1])
    view = match.view(None)
    laid = zones_of(game, reader, view)
    values = [option.value for shown in menu(reader, game, 1, view) for option in shown.options]
    whole, everything = [one for one in values if not one.startswith(":")], [one for shelf in laid for one in shelf.ids]
    assert bool(whole) == bool(laid)
    assert whole == everything[: len(whole)]
    assert values[len(whole) :] == [f":{number}" for number in range(len(laid))][len(laid) - len(values) + len(whole) :]
    assert len(set(values)) == len(values) <= limits.SELECT_OPTIONS


# -- notes ------------------------------------------------------------------------------------------------------

SECRET = "Bence hides *something* @everyone"


async def note(room: Room, who: Any, text: str) -> str:
    """Submit a note with the form of /match note, and return the answer."""
    shown = await room.slash(who, "match note")
    result = await who.submit_modal(shown, {"words": text})
    await room.bot.wait_until_idle()
    return private_answer(result)


def written(shown: Any) -> str | None:
    """Return the text that a form is prefilled with, or None."""
    (field,) = (item["component"] for item in shown.modal["components"])
    assert field["max_length"] == 1000
    return field.get("value")


async def test_a_note_is_shown_only_to_its_author(room: Room) -> None:
    await room.start(2)
    ana, bence = room.people[:2]
    assert "I've saved your note" in await note(room, ana, SECRET)
    await room.restart()
    assert written(await room.slash(ana, "match note")) == SECRET
    assert not written(await room.slash(bence, "match note"))
    page = await looked_up(room, ana)
    assert f"**Your note**\n{SECRET}" in message_text(page)
    assert written(await room.choose(ana, page, "My note")) == SECRET
    for who, commands in ((bence, ("act", "match cards", "match status", "match log")), (ana, ("match log",))):
        for command in commands:
            assert "hides" not in message_text((await room.slash(who, command)).response)
    page = await looked_up(room, bence)
    assert "Your note" not in message_text(page)
    assert not [post for post in room.posts() if "hides" in message_text(post)]


async def test_a_note_is_in_no_file_of_the_match_and_no_report(room: Room) -> None:
    await room.start(2)
    ana = room.people[0]
    await note(room, ana, SECRET)
    service, info = room.bot.service, await room.info()
    await service.part(Reports).make(info.id, ana.id, "It is odd.")
    await room.settle()
    room.errors.found.clear()  # the bot logs an error, because it can't send the owner a private message
    (report,) = await database_access.rows(room.store.read, "SELECT file FROM reports")
    assert report["file"]
    for data in (unpack(report["file"]), await service.transfer.export(info.id), (await room.match()).dump()):
        assert data
        assert b"hides" not in data
    assert "hides" not in repr(await service.history.since(info, 0))


async def test_an_empty_note_is_deleted_and_a_long_one_cut(room: Room) -> None:
    await room.start(2)
    ana, notes = room.people[0], room.bot.service.part(Notes)
    number = (await room.info()).id
    assert await notes.save(number, ana.id, "x" * 2000) == "x" * notes_panel.MAX_NOTE_LENGTH
    assert await notes.save(number, ana.id, "a\0b") == "a b"  # PostgreSQL can't store a NUL character
    assert "I've deleted your note." in await note(room, ana, "  ")
    assert await notes.get(number, ana.id) == ""


async def test_a_match_that_is_gone_takes_its_notes_with_it(room: Room) -> None:
    await room.start(2)
    notes, number = room.bot.service.part(Notes), (await room.info()).id
    await notes.save(number, room.people[0].id, SECRET)
    async with room.store.write() as tx:
        await database_access.run(tx, "DELETE FROM matches WHERE id = :id", id=number)
    assert await notes.get(number, room.people[0].id) == ""
