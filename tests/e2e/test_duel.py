"""A test game with hidden cards, played in the real bot: hidden information reaches only its owner."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

import render.registry
from bot.discord.ui.locale import ReaderContext
from tests.discord.room import Room, components, message_text, open_room, plain_board, private_answer
from tests.e2e.test_full_match import replay_in_engine
from tests.e2e.visibility_checks import Pictures, SentMessages
from tests.kernel import duel

NAMED = re.compile(rf"\b({'|'.join(duel.CARDS)})\b", re.IGNORECASE)
SPARE = re.compile(rf"\b({'|'.join(duel.SPARES)})\b", re.IGNORECASE)


def uneven(seats: int, seed: str | int, options: Any) -> duel.DuelState:
    """Deal a duel where every card of the first seat is higher than every card of the second."""
    state = duel.set_up(seats, seed, options)
    dealt = sorted([*state.hands[0], *state.hands[1], *state.deck])
    state.hands, state.deck = [dealt[8:], dealt[:4]], dealt[4:8]
    return state


GAME = replace(duel.GAME, set_up=uneven)


class Table:
    """A duel between Ana and Bence that Carla watches. Each step checks that no one learns too much."""

    def __init__(self, room: Room, pictures: Pictures) -> None:
        self.room = room
        self.pictures = pictures
        self.watch = SentMessages(room)

    async def check(self) -> None:
        """Assert that cards, spares and pictures in the bot's messages reached only people who may know them."""
        match, info = await self.room.match(), await self.room.info()
        seats = {seat.user_id: seat.seat for seat in info.seats}
        for user_id, text in self.watch.new_messages():
            view = match.view(seats.get(user_id))
            known = {duel.CARDS[card - 1] for card in view.hand + view.aside + view.discards}
            named = {word.capitalize() for word in NAMED.findall(text)}
            assert named <= known, (user_id, named - known, text)
            assert user_id in seats or not SPARE.search(text), text
        self._check_pictures(seats)

    def _check_pictures(self, seats: dict[int, int]) -> None:
        room = self.room
        audiences: dict[int, int | None] = {room.table.id: None}
        audiences |= {person.user.dm_channel.id: seats.get(person.id) for person in room.people}
        for channel_id, messages in room.env.backend.messages.items():
            for message in messages.values():
                if message.flags & 64:
                    continue
                for attachment in message.attachments:
                    kind, viewer = self.pictures.shown[room.env.backend.cdn.get(attachment["url"])]
                    assert viewer == audiences[channel_id], (kind, viewer, channel_id)
                    assert (
                        NAMED.search(attachment.get("description") or "") is None
                        or viewer is not None
                        or ("Discarded" in attachment["description"])
                    )

    async def move(self, who: Any, command: str, **options: Any) -> Any:
        result = await self.room.move(who, command, **options)
        await self.check()
        return result

    async def bid(self, seat: int, place: int) -> int:
        """Bid the card at index `place` of a seat's hand by slash command; return the card."""
        card = (await self.room.match()).state.hands[seat][place]
        await self.move(await self.room.seated(seat), "duel bid", card=card)
        return card

    def public(self) -> list[Any]:
        """Return everything that the channel's posts show: texts, buttons, pictures and their alt texts."""
        blobs = self.room.env.backend.cdn
        return [
            (
                post.id,
                message_text(post),
                components(post),
                [(a.description, blobs.get(a.url)) for a in post.attachments],
            )
            for post in self.room.posts()
        ]


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    pictures = Pictures()
    monkeypatch.setitem(render.registry.GAMES, GAME.id, pictures)
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as room:
        yield Table(room, pictures)


async def test_a_game_with_secrets_from_lobby_to_score(table: Table) -> None:
    with table.room.env.time_context():
        await lobby(table)
        await mulligans(table)
        await sealed_bids(table)
        await what_a_spectator_sees(table)
        await what_a_seat_sees(table)
        await windows(table)
        await to_the_end(table)


async def lobby(table: Table) -> None:
    """Open and start a match of the test game, which no bot code names. Bence accepts no private messages."""
    room = table.room
    ana, bence, carla = room.people[:3]
    room.bot.service.lobby._seed = lambda: "a"
    assert await ana.autocomplete(room.table, "match new", "game", "du") == [{"name": "Duel", "value": "duel"}]
    await room.slash(ana, "match new", game="duel")
    assert "Duel" in message_text(room.lobby())
    assert "exactly 2 players; you have 1" in private_answer(await room.slash(ana, "match start"))
    await room.click(bence, room.lobby(), label="Join")
    closed = f"/channels/{bence.user.dm_channel.id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    await table.check()
    for letter in room.mail(ana):
        seat = (await room.info()).seat_of(ana.id)
        view = (await room.match()).view(seat)
        assert (letter.attachments[0].description or "").startswith(GAME.hand_text(ReaderContext("en").label, view))
    assert room.mail(bence) == []
    answer = (await table.move(bence, "hand")).response
    assert answer.ephemeral
    assert len(NAMED.findall(answer.attachments[0].description)) == 4
    assert "not playing" in private_answer(await table.move(carla, "hand"))
    assert "DUEL-BID.1" in message_text((await table.move(carla, "rules", words="higher bid")).response)
    table.watch.new_messages()


async def mulligans(table: Table) -> None:
    """Assert that a question to one seat and an event for one seat appear only in that seat's panel and log."""
    room = table.room
    first, second = await table.room.seated(0), await table.room.seated(1)
    panel = (await room.click(first, room.last_call(), label="Your move")).response
    label = next(item["label"] for item in components(panel) if "aside" in item.get("label", ""))
    assert NAMED.search(label)
    await room.choose(first, panel, label)
    sure = next(item for item in components(panel) if ":sure:" in item["custom_id"])
    await room.click(first, panel, custom_id=sure["custom_id"])
    await table.check()
    assert "You get" in message_text(panel)
    assert "You get" in message_text((await table.move(first, "match log")).response)
    for other in (second, room.people[2]):
        assert "You get" not in message_text((await table.move(other, "match log")).response)
    letters = room.mail(first)
    assert not letters or "You get" in letters[0].content
    await table.move(second, "duel pass")


async def sealed_bids(table: Table) -> None:
    """Bid in varying order and undo bids before the reveal; assert that the channel looks the same for any cards."""
    room = table.room
    first, second, watcher = await table.room.seated(0), await table.room.seated(1), room.people[2]
    hands = (await room.match()).state.hands
    offered = await second.autocomplete(room.table, "duel bid", "card", "")
    assert sorted(choice["value"] for choice in offered) == sorted(hands[1])
    assert await watcher.autocomplete(room.table, "duel bid", "card", "") == []
    assert "not playing" in private_answer(await table.move(watcher, "duel bid", card=hands[0][0]))

    await table.bid(1, 0)
    before = table.public()
    assert await second.autocomplete(room.table, "duel bid", "card", "") == []
    assert "Taken back." in message_text(await room.undo(second))
    await table.bid(1, 3)
    assert table.public() == before, "the channel shows which card was sealed"
    await room.restart()
    assert (await room.match()).view(0).mine is None
    assert "Bids missing: 1" in message_text((await table.move(watcher, "match text")).response)

    # Any card that isn't the player's own must be refused alike, whether another player has it or no one does.
    match = await room.match()
    foreign = [match.state.hands[1][3], match.state.hands[1][0], match.state.deck[0]]
    told = {private_answer(await table.move(first, "duel bid", card=card)) for card in foreign}
    assert told == {"That is not one of the choices you have now."}

    await table.bid(0, 0)
    assert any("The bids:" in message_text(post) for post in room.posts())
    assert "others must agree" in message_text(await room.undo(first))
    request = next(post for post in reversed(room.posts()) if " asks to " in message_text(post))
    await room.click(second, request, label="Refuse")


async def what_a_spectator_sees(table: Table) -> None:
    """Assert that a spectator sees only the public view and can't open a player's panel."""
    room = table.room
    watcher = room.people[2]
    match, info = await room.match(), await room.info()
    text = message_text((await table.move(watcher, "match text")).response)
    assert plain_board(text) == GAME.board_text(ReaderContext("en", info.names).text, match.view(None))
    for command in ("match status", "match board", "match log", "waiting"):
        await table.move(watcher, command)
    for item in [item for post in room.posts() for item in components(post)]:
        assert re.fullmatch(r"t1:(move:1|board:1|fewer|vote:1:\d+:[01])(~[0-9a-f]{8})?", item["custom_id"])
    # A forged press must not replace the channel's own message with a player's panel.
    player = await room.to_move()
    shown = table.public()
    room.press(player, room.last_call(), "t1:panel:1")
    room.press(watcher, room.last_call(), "t1:move:1")
    await room.settle()
    await table.check()
    assert table.public() == shown


async def what_a_seat_sees(table: Table) -> None:
    """Assert that `/match board` and `/match text` privately show a player their own seat's view."""
    room = table.room
    info, match = await room.info(), await room.match()
    shown = table.public()
    for person in room.people[:3]:
        seat = info.seat_of(person.id)
        answer = (await table.move(person, "match board")).response
        assert answer.ephemeral
        assert table.pictures.shown[room.env.backend.cdn.get(answer.attachments[0].url)] == ("board", seat)
        answer = (await table.move(person, "match text")).response
        assert answer.ephemeral
        assert plain_board(message_text(answer)) == GAME.board_text(
            ReaderContext("en", info.names).text, match.view(seat)
        )
    assert table.public() == shown


async def windows(table: Table) -> None:
    """Assert that the match waits for a reaction even from a player who has none, so no one can tell the difference."""
    room = table.room
    match = await room.match()
    (seat,) = match.decisions()
    who = await table.room.seated(seat)
    twin = GAME.load(match.dump())
    twin.state.keen[seat] = 1 - twin.state.keen[seat]
    assert set(twin.decisions()) == {seat}
    assert twin.view(None) == match.view(None)
    panel = (await table.move(who, "act")).response
    labels = {item["label"] for item in components(panel)}
    assert ("Burn the spare" in labels) == bool(match.state.keen[seat])
    await table.move(who, "duel pass")


async def to_the_end(table: Table) -> None:
    room = table.room
    while not (await room.match()).over:
        who, match = await room.to_move(), await room.match()
        seat = (await room.info()).seat_of(who.id)
        action = match.decisions()[seat].actions[0]
        options = {"card": action.card} if isinstance(action, duel.Bid) else {}
        await table.move(who, f"duel {action.verb}", **options)
    assert await replay_in_engine(room) >= 10
    assert "The match is over" in message_text(room.posts()[-1])
    assert room.posts()[-1].attachments[0].filename == "score.png"
    notices = [message_text(post) for post in room.posts() if "can't send you private messages" in message_text(post)]
    assert notices == [
        "Bence: I can't send you private messages. `/hand` shows you everything here, and only you see it."
    ]
    letters = room.mail(room.people[0])
    assert len(letters) == 1, "one private message a match, edited in place"
    assert isinstance(letters[0], discord.Message)
