"""A whole five-player match. After every step, checks that no one has seen hidden cards or allegiances."""

from __future__ import annotations

import functools
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from bot.cli.lab.simulation import greedy_policy
from bot.discord.ui.locale import ReaderContext
from bot.store.statements import journal
from bot.table.play.action_options import resolve
from rules.dark_providence.board.piece_placement import last_space
from rules.dark_providence.examples import position_builder as arranged
from rules.dark_providence.state.actions import UseCard
from rules.dark_providence.words.names import ALLEGIANCES
from rules.kernel.engine.match import arrange
from tests.discord.room import components, message_text, open_room, plain_board, private_answer
from tests.e2e.dark_providence_leaks import GAME, SIDES, ProvidenceLeakCheck
from tests.e2e.test_full_match import Player, incidents, replay_in_engine
from tests.e2e.visibility_checks import Pictures

SEED = "e2e"
ORDER = "end_turn"
#: Number of spaces that each of the two track markers has left in the position that is set up near the end.
SOON = 2
#: Number of decisions that are made in Discord. The test makes all other decisions directly in the service.
CLICKED = 20


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ProvidenceLeakCheck]:
    pictures = Pictures()
    monkeypatch.setitem(render.registry.GAMES, GAME, pictures)
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        room.game = GAME
        # The sixth person, Fay, only watches.
        room.people.append(room.guild.add_member(room.env.create_user("fay", global_name="Fay")))
        yield ProvidenceLeakCheck(room, pictures)


@pytest.mark.slow
async def test_five_players_from_the_lobby_on(table: ProvidenceLeakCheck) -> None:
    with table.room.env.time_context():
        await lobby(table)
        await colours_and_leads(table)
        await allegiances(table)
        await starting_cities(table)
        await turns(table)
        await what_each_of_them_sees(table)
    assert table.lines > 1000
    assert table.names > 100


@pytest.mark.slow
async def test_five_players_to_the_scores(table: ProvidenceLeakCheck) -> None:
    with table.room.env.time_context():
        await near_the_end(table)
        await standing_orders(table)
        await to_the_end(table)
    assert table.lines > 500
    assert table.names > 100


async def lobby(table: ProvidenceLeakCheck) -> None:
    """Open the lobby and let the players join. Bence accepts no private messages and double-clicks Join."""
    room = table.room
    ana, bence, carla, dora, emil, fay = room.people
    room.bot.service.lobby._seed = lambda: SEED
    (offered,) = await ana.autocomplete(room.table, "match new", "game", "provid")
    assert offered["value"] == GAME
    await room.slash(ana, "match new", game=GAME)
    join = next(item for item in components(room.lobby()) if item["label"] == "Join")
    room.press(bence, room.lobby(), join["custom_id"])
    room.press(bence, room.lobby(), join["custom_id"])
    await room.settle()
    await room.slash(carla, "match join")
    for person in (dora, emil):
        await room.click(person, room.lobby(), label="Join")
    assert len((await room.info()).seats) == 5
    assert "full" in private_answer(await room.slash(fay, "match join"))
    panel, menu = await room.option_menu("colours")
    chosen = next(option for option in menu["options"] if "players" in option["label"])
    await room.select(ana, panel, [chosen["value"]], menu["custom_id"])
    assert "**Colours:** Chosen by the players" in message_text(room.lobby())
    closed = f"/channels/{carla.user.dm_channel.id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert room.mail(carla) == []
    table.watch.new_messages()


async def colours_and_leads(table: ProvidenceLeakCheck) -> None:
    """Choose colours and lead agents; assert that nothing is offered twice, and that no one can choose for another."""
    room = table.room
    await choose_colour(table)
    first = room.person((await room.info()).seats[(await room.match()).state.first].user_id)
    assert "Taken back." in message_text(await room.undo(first))
    for _ in range(5):
        await choose_colour(table)
    for left in range(5, 0, -1):
        who, other = await room.to_move(), await room.not_to_move()
        assert await other.autocomplete(room.table, "providence lead", "lead", "") == []
        assert "nothing for you to do right now" in private_answer(
            await table.move(other, "providence lead", lead="monday")
        )
        offered = await who.autocomplete(room.table, "providence lead", "lead", "")
        assert len(offered) == left
        await table.move(who, "providence lead", lead=offered[-1]["value"])
    players = (await room.match()).view(None).players
    assert len({player.lead for player in players}) == len({player.colour for player in players}) == 5


async def choose_colour(table: ProvidenceLeakCheck) -> None:
    """Choose the last colour in the panel."""
    room = table.room
    who = await room.to_move()
    panel = (await table.slash(who, "act")).response
    assert "Which colour do you take?" in message_text(panel)
    menu = next(item for item in components(panel) if item["custom_id"].split(":")[1] == "pick")
    await room.select(who, panel, [menu["options"][-1]["value"]], menu["custom_id"])


async def allegiances(table: ProvidenceLeakCheck) -> None:
    """Assert that players learn their own allegiance by private message or `/hand`, and no one else learns it."""
    room = table.room
    info, match = await room.info(), await room.match()
    for person in room.people[:5]:
        seat = info.seat_of(person.id)
        answer = (await table.slash(person, "hand")).response
        assert answer.ephemeral
        own = f"Your allegiance: {ALLEGIANCES[match.state.players[seat].allegiance]}."
        assert str(answer.attachments[0].description).startswith(own)
        for letter in room.mail(person):
            assert str(letter.attachments[0].description).startswith(own)
            assert own in message_text(letter)
    assert [len(room.mail(person)) for person in room.people] == [1, 1, 0, 1, 1, 0]
    assert len([post for post in room.posts() if "Carla: I can't send you private messages" in message_text(post)]) == 1
    assert "not playing" in private_answer(await table.slash(room.people[5], "hand"))
    assert not any(SIDES.search(message_text(post)) for post in room.posts())


async def starting_cities(table: ProvidenceLeakCheck) -> None:
    """Choose starting cities by slash command; assert that a city already taken is refused with that reason."""
    room = table.room
    for city in ("Boston", "New Orl", "arkham", "detroit", "Chicago"):
        who = await room.to_move()
        if city != "Boston":
            assert "an agent in that city already" in private_answer(
                await table.move(who, "providence start_in", city="boston")
            )
        await table.move(who, "providence start_in", city=city)
    agents = (await room.match()).view(None).agents
    assert {agent.city for agent in agents} == {"boston", "new_orleans", "arkham", "detroit", "chicago"}


async def turns(table: ProvidenceLeakCheck) -> None:
    """Play random turns in Discord, with double clicks, presses of old and of other players' buttons, and a restart."""
    room = table.room
    player = Player(room, 3)
    await incidents(room, player)
    await table.check()
    for turn in range(CLICKED):
        if turn == CLICKED // 2:
            await room.restart()
        await player.decide()
        await room.bot.wait_until_idle()
        await table.check()
    assert player.typed
    assert player.pressed


async def near_the_end(table: ProvidenceLeakCheck) -> None:
    """Set up a position close to the end where an agent of Bence may still move after the last action."""
    match = arranged.turn(5, 0, SEED)
    with arrange(match) as state:
        arranged.agent(match, 1, "lillian_la_france", "boston")
        state.ritual = state.investigation = last_space(match.content) - SOON
        for seat, player in enumerate(state.players):
            player.vp = seat
    await table.room.adopt(match)
    await table.check()


async def standing_orders(table: ProvidenceLeakCheck) -> None:
    """Let all players but one set a standing order to end their turns; assert that only they see their orders."""
    room = table.room
    posts = len(room.posts())
    for person in room.people[1:5]:
        menu = (await table.slash(person, "orders")).response
        await room.select(person, menu, [ORDER], components(menu)[0]["custom_id"])
        assert "End my turn once I've used my actions" in message_text(menu)
        await table.check()
    assert len(room.posts()) == posts
    assert "End my turn" not in message_text((await table.slash(room.people[0], "match log")).response)


async def what_each_of_them_sees(table: ProvidenceLeakCheck) -> None:
    """Assert that private answers show each player's own view and leave the public posts unchanged."""
    room = table.room
    info, match = await room.info(), await room.match()
    posts = [(post.id, message_text(post)) for post in room.posts()]
    reader = ReaderContext(info.locale, info.names)
    for person in room.people:
        seat = next((seat.seat for seat in info.seats if seat.user_id == person.id), None)
        answer = (await table.slash(person, "match board")).response
        shown = table.pictures.shown[room.env.backend.cdn.get(answer.attachments[0].url)]
        assert shown == ("board", seat)
        text = await in_words(table, person)
        assert plain_board(text) == match.game.board_text(reader.text, match.view(seat))
        assert ("Allegiance, hidden:" in text) == (seat is not None)
        await table.slash(person, "match log")
        waits = private_answer(await table.slash(person, "waiting"))
        assert ("Cthulhu: Dark Providence" in waits) == (seat in match.decisions())
        if seat is not None:
            await table.slash(person, "act")
    assert [(post.id, message_text(post)) for post in room.posts()] == posts
    await refusals(table)
    await lookups(table)
    assert [len(room.mail(person)) for person in room.people] == [1, 1, 0, 1, 1, 0]


async def in_words(table: ProvidenceLeakCheck, who: Any) -> str:
    """Return the answer to `/match text`, which may take several messages."""
    result = await table.slash(who, "match text")
    return "\n".join(message_text(part) for part in (result.response, *result.followups))


async def refusals(table: ProvidenceLeakCheck) -> None:
    """Assert that using another player's card gets the same refusal whether the card is in a hand or in a deck."""
    room = table.room
    info, match = await room.info(), await room.match()
    who = await room.to_move()
    seat = info.seat_of(who.id)
    actions, say = match.decisions()[seat].actions, ReaderContext(info.locale, info.names).label
    label = functools.partial(match.game.option_text, say, match.view(seat), UseCard)
    told: set[str] = set()
    for other, player in enumerate(match.state.players):
        for card in [*player.hand[:1], *player.deck[:1]] if other != seat else []:
            # A name that also fits one of the player's own cards would be understood as that card.
            if not resolve(actions, UseCard, {"card": card}, label):
                told.add(private_answer(await room.move(who, "providence use", card=card)))
    table.watch.new_messages()
    assert len(told) == 1, told


async def lookups(table: ProvidenceLeakCheck) -> None:
    """Assert that `/card` and `/rules` answer everyone alike."""
    room = table.room
    player, watcher = await room.to_move(), room.people[5]
    asked: list[tuple[str, dict[str, str]]] = [
        ("card", {"name": "wyatt"}),
        ("card", {"name": "boston"}),
        ("card", {"name": "Dissenter, a former cultist"}),
        ("rules", {"words": "DP-WIN.5"}),
        ("rules", {"words": "who wins a tie"}),
        ("rules", {"words": "icons"}),
    ]
    for command, options in asked:
        answers = [(await room.slash(who, command, **options)).response for who in (player, watcher)]
        assert message_text(answers[0]) == message_text(answers[1])
        assert answers[0].ephemeral
        pictured = [[a.filename for a in answer.attachments] for answer in answers]
        assert pictured[0] == pictured[1]
    table.watch.new_messages()


async def to_the_end(table: ProvidenceLeakCheck) -> None:
    """Play to the end, checking for leaks after every move; assert that allegiances and scores are then posted."""
    room, rng = table.room, random.Random(SEED)
    info = await room.info()
    host = info.seat_of(room.people[0].id)
    while not (match := await room.match()).over:
        seat, decision = next(iter(match.decisions().items()))
        action = greedy_policy(match, seat, decision, rng)
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
        await room.settle()
        await table.check()
    assert await replay_in_engine(room) > 20
    rows = await journal.since(room.store.read, info.id, 0)
    ordered = {row.seat for row in rows if row.kind == "order"}
    assert ordered
    assert host not in ordered
    last = room.posts()[-1]
    assert "The match is over" in message_text(last)
    assert last.attachments[0].filename == "score.png"
    for person in room.people:
        text = plain_board(await in_words(table, person))
        assert "Allegiance, hidden:" not in text
        assert text.count("Allegiance: ") == 5
    status = message_text((await table.slash(room.people[5], "match status")).response)
    assert "VP track" in status
    assert [len(room.mail(person)) for person in room.people] == [1, 1, 1, 1, 1, 0]
