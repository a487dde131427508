"""A whole two-player match, from choosing decks to victory. After every step, checks that no hidden card was leaked."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from bot.discord.ui.locale import ReaderContext
from bot.matches.play.move_batch import orders_of
from bot.store.statements import journal
from rules.aevum_haeresis.board.card_lookup import kind
from tests.discord.room import components, message_text, open_room, plain_board, private_answer
from tests.e2e.aevum_haeresis_leaks import GAME, STORIES, GreedyPlayer, HaeresisLeakCheck
from tests.e2e.test_full_match import incidents, replay_in_engine
from tests.e2e.visibility_checks import Pictures

SEED = "e2e heresy"
OWN = "Ashes and Eels"
#: The standing orders that every player has at the start of a match.
USUAL = (
    "Where I move next anyway, at the start of a manoeuvre or phase",
    "Pay for my cards, but ask me if one costs souls or a sacrifice",
    "otherwise draw from the Heretic deck",
    "otherwise discard nothing",
)


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HaeresisLeakCheck]:
    pictures = Pictures()
    monkeypatch.setitem(render.registry.GAMES, GAME, pictures)
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        room.game = GAME
        yield HaeresisLeakCheck(room, pictures)


@pytest.mark.slow
@pytest.mark.rule("AH-PBP.28")
async def test_from_the_choice_of_decks_to_victory(table: HaeresisLeakCheck) -> None:
    with table.room.env.time_context():
        await decks(table)
        await lobby(table)
        player = GreedyPlayer(table.room, 3)
        await setting_up(table, player)
        await looking(table)
        await standing_orders(table)
        player.decisions = 0  # so that the next decision is made in the panel, not typed
        await incidents(table.room, player)  # type: ignore[arg-type]
        await table.check()
        await first_rounds(table, player)
        await table.room.restart()
        await to_victory(table, player)
    assert table.lines > 1000
    assert table.names > 100
    assert player.typed
    assert player.pressed
    print(f"{player.decisions} decisions, {player.typed} typed, {table.lines} lines, {table.names} names")


async def decks(table: HaeresisLeakCheck) -> None:
    """Let Ana upload a ready-made deck with one card changed; assert that only she can see the deck."""
    room = table.room
    ana, bence, carla = room.people[:3]
    offered = await ana.autocomplete(room.table, "deck export", "deck", "drowned")
    listed = (await room.slash(ana, "deck export", deck=offered[0]["value"])).response
    text = (await listed.attachments[0].read()).decode()
    own = _own(text)
    broken = (await room.slash(ana, "deck import", file=("a.txt", f"{own}\n4x Warm Hends".encode()))).response
    assert "Warm Hends" in message_text(broken)
    await room.slash(ana, "deck import", file=("a.txt", own.encode()), name=OWN)
    assert "You can play with this deck" in message_text((await room.slash(ana, "deck validate", deck=OWN)).response)
    for other in (bence, carla):
        for command in ("deck show", "deck use", "deck export", "deck delete"):
            assert await other.autocomplete(room.table, command, "deck", OWN) == []
        assert OWN not in message_text((await room.slash(other, "deck list")).response)


def _own(text: str) -> str:
    """Return the list of a ready-made deck with one copy of a Story replaced by another Story."""
    found = [(int(line[1]), line[2], line[0]) for line in re.finditer(r"(\d)x (.+)", text) if line[2] in STORIES]
    fewer = next(line for count, _, line in found if count > 2)
    more = next(line for count, _, line in found if count < 3)
    return text.replace(fewer, f"{int(fewer[0]) - 1}{fewer[1:]}").replace(more, f"{int(more[0]) + 1}{more[1:]}")


async def lobby(table: HaeresisLeakCheck) -> None:
    """Open a lobby; let both players bring secret decks. Bence accepts no private messages and double-clicks Join."""
    room = table.room
    ana, bence, carla = room.people[:3]
    room.bot.service.lobby._seed = lambda: SEED
    (offered,) = await ana.autocomplete(room.table, "match new", "game", "aevum")
    assert offered["value"] == GAME
    await room.slash(ana, "match new", game=GAME)
    join = next(item for item in components(room.lobby()) if item["label"] == "Join")
    for _ in range(2):
        room.press(bence, room.lobby(), join["custom_id"])
    await room.settle()
    assert len((await room.info()).seats) == 2
    assert "full" in private_answer(await room.slash(carla, "match join"))
    await room.slash(ana, "deck use", deck=OWN)
    (choice,) = await bence.autocomplete(room.table, "deck use", "deck", "hetman")
    await room.slash(bence, "deck use", deck=choice["value"])
    shown = message_text(room.lobby())
    assert "Hetman" not in shown
    assert OWN not in shown
    closed = f"/channels/{bence.user.dm_channel.id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert room.mail(bence) == []
    kinds = await brought(table)
    assert {"anchoress_of_saltmarsh", "one_eyed_hetman"} == {kinds[ana.id], kinds[bence.id]}
    table.watch.new_messages()
    await table.check()


async def brought(table: HaeresisLeakCheck) -> dict[int, str]:
    """Return the Damned of the deck that each player has brought."""
    info, match = await table.room.info(), await table.room.match()
    return {seat.user_id: kind(match.state.players[seat.seat].damned) for seat in info.seats}


async def setting_up(table: HaeresisLeakCheck, player: GreedyPlayer) -> None:
    """Play the set-up, with mulligans and the first Location. The very first choice may need a confirmation."""
    room = table.room
    who = await room.to_move()
    panel = (await table.slash(who, "act")).response
    first = components(panel)[0]
    await table.click(who, panel, custom_id=first["custom_id"])
    sure = [item for item in components(panel) if item["custom_id"].split(":")[1] == "sure"]
    if sure:
        await table.click(who, panel, custom_id=sure[0]["custom_id"])
    while (await room.match()).state.phase == "setup":
        await player.decide()
        await table.check()
    assert {key for _, _, key, _ in player.asked} >= {"mulligan", "location"}


async def looking(table: HaeresisLeakCheck) -> None:
    """Assert that players see their own cards, the channel shows no hand, and spectators are offered no actions."""
    room = table.room
    info, match = await room.info(), await room.match()
    reader = ReaderContext(info.locale, info.names)
    posts = [(post.id, message_text(post)) for post in room.posts()]
    seats = {seat.user_id: seat.seat for seat in info.seats}
    for person in room.people[:3]:
        seat = seats.get(person.id)
        answer = (await table.slash(person, "match board")).response
        assert table.pictures.shown[room.env.backend.cdn.get(answer.attachments[0].url)] == ("board", seat)
        result = await table.slash(person, "match text")
        text = "\n".join(message_text(part) for part in (result.response, *result.followups))
        assert plain_board(text) == match.game.board_text(reader.text, match.view(seat))
        waits = private_answer(await table.slash(person, "waiting"))
        assert ("Aevum Haeresis" in waits) == (seat in match.decisions())
        await table.slash(person, "match log")
        if seat is None:
            assert "not playing" in private_answer(await table.slash(person, "hand"))
            assert "not playing" in private_answer(await table.slash(person, "orders"))
            continue
        hand = (await table.slash(person, "hand")).response
        assert hand.ephemeral
        named = {min(table.cards[name]) for name in table.named.findall(str(hand.attachments[0].description))}
        assert len(named & {kind(card) for card in match.state.players[seat].hand}) >= 3
        left = (await table.click(person, hand, label="My decks")).response
        assert [left.ephemeral, left.attachments[0].filename] == [True, "decks.png"]
    assert [(post.id, message_text(post)) for post in room.posts()] == posts
    assert [len(room.mail(person)) for person in room.people[:3]] == [1, 0, 0]
    assert len([post for post in room.posts() if "Bence: I can't send you private messages" in message_text(post)]) == 1
    await only_ones_own_is_offered(table)
    for word in ("Cold Hands", "Recruit"):
        answers = [(await room.slash(person, "card", name=word)).response for person in room.people[:3]]
        assert len({message_text(answer) for answer in answers}) == 1
    assert "AH-DEM.24" in message_text((await room.slash(room.people[2], "rules", words="AH-DEM.24")).response)
    table.watch.new_messages()


async def only_ones_own_is_offered(table: HaeresisLeakCheck) -> None:
    """Assert that autocompletion offers the player to act their own hand, and offers other people nothing."""
    room = table.room
    match, who, other = await room.match(), await room.to_move(), await room.not_to_move()
    seat = (await room.info()).seat_of(who.id)
    assert match.decisions()[seat].prompt.key == "row"
    offered = await who.autocomplete(room.table, "heresy lay", "card", "")
    assert {choice["value"] for choice in offered} <= set(match.state.players[seat].hand)
    for person in (other, room.people[2]):
        assert await person.autocomplete(room.table, "heresy lay", "card", "") == []
    own, theirs = set(map(kind, match.state.players[seat].hand)), match.state.players[1 - seat]
    foreign = [next(card for card in cards if kind(card) not in own) for cards in (theirs.hand, theirs.plot)]
    told = {private_answer(await room.move(who, "heresy lay", card=card)) for card in foreign}
    assert len(told) == 1, told
    table.watch.new_messages()


async def leave(table: HaeresisLeakCheck, who: Any, group: str, *orders: str) -> str:
    """Choose these standing orders on a group's page of `/orders`; return the text that the page then shows."""
    page = (await table.slash(who, "orders")).response
    (menu,) = [item for item in components(page) if item["custom_id"].split(":")[1] == "ordergroup"]
    await table.room.select(who, page, [group], menu["custom_id"])
    (menu,) = [item for item in components(page) if item["custom_id"].split(":")[1] == "order"]
    offered = [option["value"] for option in menu["options"]]
    chosen = [next(value for value in offered if value.startswith(order)) for order in orders]
    await table.room.select(who, page, chosen, menu["custom_id"])
    await table.check()
    assert "Noted." in message_text(page)
    return message_text(page)


async def standing_orders(table: HaeresisLeakCheck) -> None:
    """Set Ana's orders for stops and draws, and Bence's to rest for the Round; assert that no one else sees them."""
    room = table.room
    ana, bence = room.people[:2]
    posts = [(post.id, message_text(post)) for post in room.posts()]
    page = message_text((await table.slash(ana, "orders")).response)
    assert all(order in page for order in USUAL)
    told = await leave(table, ana, "stops", "stop:conflict_end", "stop:manoeuvre_announced")
    assert "Manoeuvre announced" in told
    assert "Draw from the Plot deck" in await leave(table, ana, "draw", "draw:plot")
    assert "Until the end of this Round" in await leave(table, bence, "rest", "rest:round")
    assert [(post.id, message_text(post)) for post in room.posts()] == posts
    for other in (bence, room.people[2]):
        log = message_text((await table.slash(other, "match log")).response)
        assert "Manoeuvre announced" not in log
        assert "order" not in log
    info = await room.info()
    match = await room.match()
    left = {seat.user_id: set(orders_of(match, seat)) for seat in info.seats}
    assert {"stop:manoeuvre_announced", "draw:plot"} <= left[ana.id]
    assert "rest:round@1" in left[bence.id]


async def first_rounds(table: HaeresisLeakCheck, player: GreedyPlayer) -> None:
    """Play to the first manoeuvre after Round 1; assert that Ana's stop works and Bence's rest ends with the Round."""
    room = table.room
    info = await room.info()
    ana, bence = (info.seat_of(person.id) for person in room.people[:2])
    asked: list[tuple[int, int, str]] = []
    while (await room.match()).state.round == 1 or not any(one[1:] == (ana, "manoeuvre_announced") for one in asked):
        await player.decide()
        await table.check()
        asked = [(number, seat, window) for number, seat, key, window in player.asked if key == "window"]
    assert all(seat == ana for number, seat, _ in asked if number == 1)
    page = (await table.slash(room.person(info.seats[bence].user_id), "orders")).response
    assert "Until the end of this Round" not in message_text(page)


async def to_victory(table: HaeresisLeakCheck, player: GreedyPlayer) -> None:
    """Play to the end; check the posted scores, and that the journal has every move that standing orders made."""
    room = table.room
    info = await room.info()
    ana, bence = (info.seat_of(person.id) for person in room.people[:2])
    while not (await room.match()).over:
        if {(ana, "plot"), (bence, "heretic")} <= await drawn(table):
            player.weary.add(bence)  # makes the match end soon
        await player.decide()
        await table.check()
    assert await replay_in_engine(room) > 60
    draws = await drawn(table)
    # If the deck that an order draws from is empty, no card is drawn, and the journal records "none".
    assert draws - {(ana, "none"), (bence, "none")} == {(ana, "plot"), (bence, "heretic")}
    assert not any(key == "conflict_draw" for _, _, key, _ in player.asked)
    last = room.posts()[-1]
    assert "The match is over" in message_text(last)
    assert last.attachments[0].filename == "score.png"
    await sealed(table)
    status = message_text((await table.slash(room.people[2], "match status")).response)
    assert room.people[0].user.name.capitalize() in status
    assert [len(room.mail(person)) for person in room.people[:3]] == [1, 0, 0]
    assert "not your turn" in private_answer(await table.slash(room.people[0], "waiting"))
    await again(table)


async def sealed(table: HaeresisLeakCheck) -> None:
    """Assert that a button of the last post reveals the seed, whose hash was published with the first notification."""
    posts = table.room.posts()
    told = [message_text(post) for post in posts]
    seal = [found[1] for post in told if (found := re.search(r"Seal of all randomness[^`]*`(\w{64})`", post))]
    shown = private_answer(await table.click(table.room.people[2], posts[-1], label="The luck"))
    seed = re.search(r"The seed was `([^`]+)`", shown)
    assert seed is not None
    assert seal == [sha256(seed[1].encode()).hexdigest()]
    assert not any(seed[1] in post for post in told)


async def drawn(table: HaeresisLeakCheck) -> set[tuple[int | None, str]]:
    """Return (seat, deck) for each draw that a standing order made."""
    rows = await journal.since(table.room.store.read, (await table.room.info()).id, 0)
    return {(row.seat, row.action["deck"]) for row in rows if row.kind == "order" and row.action["verb"] == "draw"}


async def again(table: HaeresisLeakCheck) -> None:
    """Assert that a new match can be opened in the channel, and that Ana still has the deck she uploaded."""
    room = table.room
    await room.slash(room.people[0], "match new", game=GAME)
    assert OWN in message_text((await room.slash(room.people[0], "deck list")).response)
    assert (await room.info()).status == "lobby"
    table.watch.new_messages()
