"""Solo play against a Great Old One, from lobby to score sheet, with real pictures.

The turns of the Great Old One are posted step by step.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.cli.lab.simulation import random_policy
from bot.discord.ui.locale import ReaderContext
from bot.notifications.turn_notification_decisions import MIN_STORY_EVENTS
from bot.store.statements import journal
from tests.discord.delivery.test_answers_to_posts import pinged_users
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.dark_providence_leaks import GAME
from tests.e2e.test_full_match import FewPictures, Player, click_twice, moves_by_hand, replay_in_engine

SEED = "e2e"
OLD_ONE = "Cthulhu"


@pytest.mark.slow
async def test_alone_from_lobby_to_score(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        with room.env.time_context():
            room.game = GAME
            room.bot.pictures = FewPictures()
            await lobby(room)
            await the_first_turn(room)
            await double_clicks_and_stale_buttons(room)
            await room.restart()
            room.bot.pictures = FewPictures()
            await looking(room)
            await clicking_on(room)
            await to_the_end(room)


async def lobby(room: Room) -> None:
    """Open a lobby, choose the opponent and start alone, as a player who accepts no private messages."""
    ana = room.people[0]
    room.bot.service.lobby._seed = lambda: SEED
    await room.slash(ana, "match new", game=GAME)
    assert "start alone" in message_text(room.lobby())
    panel, menu = await room.option_menu("old_one")
    chosen = next(option for option in menu["options"] if OLD_ONE in option["label"])
    await room.select(ana, panel, [chosen["value"]], menu["custom_id"])
    assert f"**Great Old One:** {OLD_ONE}" in message_text(room.lobby())
    closed = f"/channels/{ana.user.dm_channel.id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    assert [post for post in room.posts() if "Ana: I can't send you private messages" in message_text(post)]
    assert room.last_call().attachments[0].filename == "board.png"
    assert "The Great Old One is Cthulhu: it wins as soon as" in room.last_call().content
    assert pinged_users(room) == [str(ana.id)]


async def the_first_turn(room: Room) -> None:
    """Choose a lead agent and a city, discard a card and undo the discard; check the Great Old One's turn."""
    ana = room.people[0]
    panel = (await room.click(ana, room.last_call(), label="Your move")).response
    assert "Which lead agent do you take" in message_text(panel)
    await room.choose(ana, panel, "Agent Tuesday")
    assert "You draw 5 cards from your deck." in message_text(panel)
    await room.click(ana, panel, label="Do it")
    assert "Where does your lead agent start?" in message_text(panel)
    await room.move(ana, "providence start_in", city="Chicago")
    answer = (await room.slash(ana, "hand")).response
    assert answer.ephemeral
    assert "You hold 5 cards:" in answer.attachments[0].description
    offered = await ana.autocomplete(room.table, "providence discard", "card", "")
    seq = (await room.info()).seq
    await room.move(ana, "providence discard", card=offered[0]["value"])
    assert (await room.info()).seq > seq
    assert "Taken back." in message_text(await room.undo(ana))
    view = (await room.match()).view(None)
    assert view.turn is not None
    assert (view.turn.actions, view.phase) == (2, "play")
    before = len(room.posts())
    panel = (await room.move(ana, "providence pass")).response
    assert "Your turn: 2 actions left." in message_text(panel)
    await check_story(room, before)


async def check_story(room: Room, before: int) -> list[str]:
    """Assert that the latest posts report each step once, in order (numbered if many), with one picture and no ping."""
    info, ana = await room.info(), room.people[0]
    told = room.posts()[before:]
    (entry,) = await room.bot.service.history.log(info, None, 1)
    reader, game = ReaderContext(info.locale, info.names), room.bot.games[info.game]
    steps = [line for event in entry.events if (line := game.event_line(reader.text, event))]
    shown = [
        line.removeprefix("-# ") for post in told for line in message_text(post).splitlines() if line.startswith("-# ")
    ]
    numbered = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    assert shown[-len(steps) :] == (numbered if len(steps) > MIN_STORY_EVENTS else steps)
    assert sum("The Great Old One takes a turn." in line for line in shown) == 1
    assert [len(post.attachments) for post in told] == [0] * (len(told) - 1) + [1]
    assert "Waiting for Ana." in told[-1].content
    assert pinged_users(room) == [str(ana.id)]
    assert info.board_message_id == told[-1].id
    return steps


async def double_clicks_and_stale_buttons(room: Room) -> None:
    """Assert that a second click does nothing, and that a press of an outdated button is answered as outdated."""
    ana = room.people[0]
    panel = (await room.slash(ana, "act")).response
    stale = next(item for item in components(panel) if item["custom_id"].split(":")[1] == "act")
    offered = await ana.autocomplete(room.table, "providence discard", "card", "")
    await room.move(ana, "providence discard", card=offered[0]["value"])
    panel = (await room.slash(ana, "act")).response
    seq = (await room.info()).seq
    room.press(ana, panel, stale["custom_id"])
    await room.settle()
    assert "moved on" in message_text(panel)
    assert (await room.info()).seq == seq
    await click_twice(room, ana, panel)
    assert len(await moves_by_hand(room, seq)) == 1


async def looking(room: Room) -> None:
    """Check the pictures and texts that the player and a spectator see."""
    ana, bence = room.people[:2]
    for who in (ana, bence):
        answer = (await room.slash(who, "match board")).response
        assert answer.attachments[0].filename == "board.png"
        result = await room.slash(who, "match text")
        text = "\n".join(message_text(part) for part in (result.response, *result.followups))
        assert f"{OLD_ONE}:" in text
        assert ("Investigator" in text) == (who is ana)
        card = (await room.slash(who, "card", name=OLD_ONE)).response
        assert card.attachments[0].filename == "card.png"
        assert "DP-SOLO.26" in message_text((await room.slash(who, "rules", words="DP-SOLO.26")).response)
    assert "Cthulhu: Dark Providence" in private_answer(await room.slash(ana, "waiting"))
    assert private_answer(await room.slash(bence, "waiting")) == "It's not your turn in any match."
    assert "not playing" in private_answer(await room.slash(bence, "act"))
    icons = (await room.slash(bence, "rules", words="icons")).response
    assert icons.attachments[0].filename == "icons.png"


async def clicking_on(room: Room) -> None:
    """Play two more turns by panel and commands; check the posts about each turn of the Great Old One."""
    player = Player(room, 5)
    stories = 0
    while stories < 2:
        before = len(room.posts())
        await player.decide()
        await room.settle()
        match = await room.match()
        if any(event.kind == "control_drawn" for event in await last_events(room)) and match.view(0).phase == "play":
            await check_story(room, before)
            stories += 1


async def last_events(room: Room) -> list[Any]:
    (entry,) = await room.bot.service.history.log(await room.info(), None, 1)
    return [event.body for event in entry.events]


async def to_the_end(room: Room) -> None:
    """Play random moves to the end; assert that the scores are posted and the player was never pinged."""
    ana, rng = room.people[0], random.Random(SEED)
    info = await room.info()
    while not (match := await room.match()).over:
        action = random_policy(match, 0, match.decisions()[0], rng)
        await room.bot.service.play.act(info.id, ana.id, action)
        await room.settle()
    assert pinged_users(room) == [str(ana.id)]
    assert await replay_in_engine(room) > 20
    rows = await journal.since(room.store.read, info.id, 0)
    assert any(row.kind == "undo" for row in rows)
    last = room.posts()[-1]
    assert "The match is over" in message_text(last)
    assert last.attachments[0].filename == "score.png"
    status = message_text((await room.slash(room.people[1], "match status")).response)
    assert "Great Old One" in status
