"""Players move and undo with the panel and slash commands; outdated, repeated and forged presses have no effect."""

from __future__ import annotations

from typing import Any

import discord
import pytest

import render
from render.pen import theme
from rules.kernel.data.actions import field_names
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, is_called, message_text, private_answer
from tests.edge_of_darkness.table import after_prologue


def verbs(message: Any) -> list[str]:
    return [item["custom_id"].split(":")[1] for item in components(message)]


async def open_panel(room: Room) -> tuple[Any, Any]:
    """Open the panel of the player whose turn it is; return the player and the panel."""
    who = await room.to_move()
    return who, (await room.slash(who, "act")).response


def first_choice_press(message: Any, number: int = 0) -> tuple[str, list[str] | None]:
    """Return the custom_id of the panel's first choice and, if it's a menu, a list with entry `number`'s value."""
    item = next(item for item in components(message) if item["custom_id"].split(":")[1] in ("act", "pick"))
    return item["custom_id"], [item["options"][number]["value"]] if item["type"] == 3 else None


async def choose(room: Room, who: Any, message: Any, number: int = 0) -> None:
    custom_id, values = first_choice_press(message, number)
    if values is None:
        await room.click(who, message, custom_id=custom_id)
    else:
        await room.select(who, message, values, custom_id)


async def seq(room: Room) -> int:
    return (await room.info()).seq


async def test_the_panel_acts_and_walks_on(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    assert panel.ephemeral
    assert message_text(panel)
    before = message_text(panel)
    await choose(room, who, panel, 1)
    assert await seq(room) == 2
    assert message_text(panel) != before
    while not message_text(panel).startswith("-# "):
        await choose(room, who, panel)
    # The latest turns are above the question, because Discord opens a message at its end.
    lines = message_text(panel).splitlines()
    assert lines[0].startswith("-# ")
    assert any(line.startswith("### ") for line in lines[1:])


@pytest.mark.painted
async def test_the_panel_shows_what_one_chooses_from_and_says_it_in_words(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    (picture,) = panel.attachments
    assert picture.filename == "choice.png"
    match, seat = await room.match(), (await room.info()).seat_of(who.id)
    actions = match.decisions()[seat].actions
    labels = [match.game.action_text(Translator(), match.view(seat), action).label for action in actions]
    assert all(label.rstrip(".") in picture.description for label in labels)
    # A menu entry may continue with the start of its effect.
    menu = next(item for item in components(panel) if item["type"] == 3)
    assert all(any(is_called(option, label) for label in labels) for option in menu["options"])
    held = (await room.slash(who, "hand")).response
    assert [file.filename for file in held.attachments] == ["hand.png"]


async def test_the_button_under_the_call_opens_the_panel(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    result = await room.click(who, room.last_call(), label="Your move")
    assert result.response.ephemeral
    assert {"act", "pick"} & set(verbs(result.response))


async def test_spectators_and_waiting_players_are_told_in_a_sentence(room: Room) -> None:
    await room.start()
    spectator = room.people[4]
    for command in ("act", "hand", "undo"):
        result = await room.slash(spectator, command)
        assert "You're not playing in this match" in private_answer(result)
    result = await room.click(spectator, room.last_call(), label="Your move")
    assert "You're not playing in this match" in private_answer(result)
    waiting = await room.not_to_move()
    result = await room.slash(waiting, "act")
    assert "It's not your turn" in private_answer(result)
    assert not {"act", "pick"} & set(verbs(result.response))


async def test_spectators_see_what_is_public(room: Room) -> None:
    await room.start()
    spectator = room.people[4]
    assert (await room.slash(spectator, "match board")).response.attachments
    for command in ("match text", "match log", "match status"):
        assert private_answer(await room.slash(spectator, command))


async def test_a_stale_press_changes_nothing_and_says_so(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    custom_id, values = first_choice_press(panel)
    info, seat = await room.info(), (await room.info()).seat_of(who.id)
    await room.bot.service.play.act(info.id, who.id, (await room.match()).decisions()[seat].actions[-1])
    now = await seq(room)
    room.press(who, panel, custom_id, values)
    await room.settle()
    assert await seq(room) == now
    assert "moved on" in message_text(panel)


async def test_a_menu_that_is_shown_again_has_another_name_and_any_of_them_acts(room: Room) -> None:
    """If the menu kept its custom_id, Discord would show the previous choice and not send the same choice once more."""
    await room.start()
    who, panel = await open_panel(room)
    (first, values), before = first_choice_press(panel), await seq(room)
    numbers = {item["id"] for item in components(panel) if "options" in item}
    room.press(who, panel, f"t1:panel:{(await room.info()).id}")
    await room.settle()
    again, same = first_choice_press(panel)
    assert not numbers & {item["id"] for item in components(panel) if "options" in item}
    assert first != again
    bare = first.partition("~")[0]
    assert (bare, values) == (again.partition("~")[0], same)
    room.press(who, panel, bare, values)
    await room.settle()
    assert await seq(room) == before + 1


async def test_a_new_panel_replaces_the_older_one(room: Room) -> None:
    await room.start()
    who, first = await open_panel(room)
    await choose(room, who, first)
    hand = (await room.slash(who, "hand")).response
    second = (await room.slash(who, "act")).response
    left = {message.id for message in room.table.history(viewer=who)}
    assert first.id not in left
    assert {hand.id, second.id} <= left
    # A press in the new panel leaves that panel open.
    await choose(room, who, second)
    assert second.id in {message.id for message in room.table.history(viewer=who)}


async def test_a_foreign_press_changes_nothing_and_says_so(room: Room) -> None:
    """Only its user sees a panel, so another user's press is forged; it is answered like a press of an old button."""
    await room.start()
    _, panel = await open_panel(room)
    thief = await room.not_to_move()
    now = await seq(room)
    for person in (thief, room.people[4]):
        result = room.press(person, panel, *first_choice_press(panel))
        await room.settle()
        assert "out of date" in private_answer(result)
    assert await seq(room) == now


async def test_a_double_click_acts_once(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    custom_id, values = first_choice_press(panel)
    now = await seq(room)
    room.press(who, panel, custom_id, values)
    room.press(who, panel, custom_id, values)
    await room.settle()
    assert await seq(room) == now + 1
    assert "moved on" not in message_text(panel)
    told = message_text(panel)
    # A double press does nothing even if the second press comes much later.
    room.press(who, panel, custom_id, values)
    await room.settle()
    assert await seq(room) == now + 1
    assert message_text(panel) == told


async def test_forged_and_outdated_buttons_are_refused(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    now = await seq(room)
    mark = first_choice_press(panel)[0].split(":")[4]
    mine = f"t1:act:1:{(await room.info()).seat_of(who.id)}:{mark}"
    forged = (
        *("t1:nonsense", "t1:act:x:y:z", "t1:act:1", "t1:move:999999", "t1:set:1:nothing:0", "t1:panel", "t1:pick"),
        *(f"{mine}:0.00000000", "t1:move:99999999999999999999", "t1:group:1:0:1:99:99", "t1:optpage:1:x", "t1:join"),
        *("t1:undo:1:5:1", "t1:end:7", "t1:log:1", "t1:log:1:-5", "t1:sure:1:1:1", "t1:back", "t1:set"),
        *(f"t1:group:1:{seat}:{mark}" for seat in (0, 1, 2)),
        f"t1:back:1:0:{now}",
        f"t1:log:1:1:{10**30}",
    )
    for custom_id in forged:
        result = room.press(who, panel, custom_id)
        await room.settle()
        assert (result.followups or [result.response])[-1].ephemeral, custom_id
    assert await seq(room) == now


async def test_taking_back(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    before = await view_of(room, who)
    await choose(room, who, panel)
    if "back" not in verbs(panel):
        result = await room.slash(who, "undo")
        assert private_answer(result)
        return
    await room.click(who, panel, label="Take back")
    assert "Taken back" in message_text(panel)
    assert await view_of(room, who) == before


async def view_of(room: Room, who: Any) -> str:
    """Return this player's view of the match as JSON."""
    seat = (await room.info()).seat_of(who.id)
    return (await room.match()).view(seat).model_dump_json()


async def test_slash_commands_with_autocomplete(room: Room) -> None:
    await room.start()
    for _ in range(6):
        who = await room.to_move()
        match = await room.match()
        seat = (await room.info()).seat_of(who.id)
        action = match.decisions()[seat].actions[-1]
        options: dict[str, Any] = {}
        for field in field_names(type(action)):
            offered = await who.autocomplete(room.table, f"edge {action.verb}", field, "", **options)
            assert 1 <= len(offered) <= 25
            options[field] = offered[0]["value"]
            # Autocomplete offers only choices that contain the typed text.
            word = offered[-1]["name"][:6]
            for choice in await who.autocomplete(
                room.table, f"edge {action.verb}", field, word, **options | {field: None}
            ):
                assert word.casefold() in choice["name"].casefold()
        now = await seq(room)
        result = await room.move(who, f"edge {action.verb}", **options)
        assert await seq(room) == now + 1, private_answer(result)


async def test_typing_a_label_instead_of_choosing_works(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    field = field_names(kind_of(room, "pick"))[0]
    offered = await who.autocomplete(room.table, "edge pick", field, "")
    await room.move(who, "edge pick", **{field: offered[3]["name"].lower()})
    assert await seq(room) == 2


async def test_an_unknown_card_is_refused(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    options = dict.fromkeys(field_names(kind_of(room, "pick")), "no such thing at all")
    result = await room.move(who, "edge pick", **options)
    assert private_answer(result)
    assert await seq(room) == 1


async def test_out_of_turn_and_out_of_place(room: Room) -> None:
    await room.start()
    waiting = await room.not_to_move()
    assert "nothing for you to do right now" in private_answer(await room.move(waiting, "edge end"))
    field = field_names(kind_of(room, "pick"))[0]
    assert await waiting.autocomplete(room.table, "edge pick", field, "") == []
    who = await room.to_move()
    assert private_answer(await room.move(who, "edge end"))
    assert "not playing" in private_answer(await room.slash(room.people[4], "edge end"))
    assert await seq(room) == 1


def kind_of(room: Room, verb: str) -> Any:
    game = next(iter(room.bot.games.values()))
    return next(kind for kind in game.actions if kind.verb == verb)


async def test_waiting_lists_what_waits(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    assert f"<#{room.table.id}>" in private_answer(await room.slash(who, "waiting"))
    assert "It's not your turn" in private_answer(await room.slash(await room.not_to_move(), "waiting"))


async def test_undo_by_consent(room: Room) -> None:
    await room.start(2)
    first = await room.to_move()
    panel = (await room.slash(first, "act")).response
    while (await room.to_move()).id == first.id:
        await choose(room, first, panel)
        sure = [i for i in components(panel) if i["custom_id"].split(":")[1] == "sure"]
        if sure:
            await room.click(first, panel, custom_id=sure[0]["custom_id"])
    second = await room.to_move()
    panel = (await room.slash(second, "act")).response
    await choose(room, second, panel)
    assert "others must agree" in message_text(await room.undo(first))
    post = room.posts()[-1]
    now = await seq(room)
    assert "asks" in private_answer(await room.click(room.people[4], post, label="Agree")) or True
    assert await seq(room) == now
    result = await room.click(second, post, label="Agree")
    assert "gone back" in private_answer(result)
    assert (await room.to_move()).id == first.id
    assert not components(post_now(room, post))
    late = room.press(second, post, f"t1:undo:{(await room.info()).id}:1:0")
    await room.settle()
    assert "no longer open" in private_answer(late)


def post_now(room: Room, post: Any) -> Any:
    return next(message for message in room.posts() if message.id == post.id)


async def first_choice(room: Room) -> None:
    """Let the player whose turn it is make the first legal move."""
    info, who = await room.info(), await room.to_move()
    offered = (await room.match()).decisions()[info.seat_of(who.id)].actions
    await room.bot.service.play.act(info.id, who.id, offered[0])
    await room.settle()


@pytest.mark.parametrize("how", ["refused", "moved on", "ended"])
async def test_a_request_to_go_back_that_is_closed_has_no_buttons(room: Room, how: str) -> None:
    await room.start(2)
    info, first = await room.info(), await room.to_move()
    while (await room.to_move()).id == first.id:
        await first_choice(room)
    second = await room.to_move()
    await first_choice(room)
    await room.bot.service.votes.ask(info.id, first.id, "undo")
    await room.settle()
    (post,) = [message for message in room.posts() if " asks to " in message_text(message)]
    assert {item["custom_id"].split(":")[1] for item in components(post)} == {"vote", "fewer"}
    if how == "refused":
        await room.click(second, post, label="Refuse")
    elif how == "ended":
        await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
        await room.settle()
    else:
        await first_choice(room)
    assert not components(post_now(room, post))
    assert " asks to " in message_text(post_now(room, post))


async def test_the_panel_has_the_colour_that_its_seat_has_on_the_board(room: Room) -> None:
    await room.adopt(after_prologue(3, guilds="random"))
    match, who = await room.match(), await room.to_move()
    mark = render.marks(match.view(None))[(await room.info()).seat_of(who.id)]
    assert mark not in theme.SEATS[:3]
    for command in ("act", "orders"):
        (box,) = (await room.slash(who, command)).response.components
        assert box["accent_color"] == discord.Colour.from_rgb(*mark.colour).value
