"""A whole match, lobby to score sheet, through Discord interactions. `make test` skips the middle rounds in Discord."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.app.image_cache import ImageCache
from bot.notifications.preferences import PingMode
from bot.store.statements import journal
from bot.store.statements.rows import JournalRow
from bot.table.play.action_options import digest
from rules.edge_of_darkness.state.state import ROUNDS
from rules.kernel.data.actions import field_names
from tests.discord.room import GAME, Room, components, open_room, words

#: A match with more decisions than this is endless.
CAP = 3000
#: Decisions between two that are typed as slash commands instead of pressed in the panel.
TYPED = 5
#: Real pictures of each kind before and after the restart; the test's time is for the interactions.
DRAWN = 1
#: The most presses one decision may take.
PRESSES = 8
#: The middle rounds, which resemble the first ones: only `make soak` plays them through Discord.
MIDDLE = range(2, ROUNDS)
#: Players press again before the last post arrives; the posts catch up at intervals.
WAIT = 10


class FewPictures(ImageCache):
    """Draws the first pictures of each kind and repeats the last one, since a whole match has a thousand."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: dict[str, int] = {}
        self.last: dict[str, bytes] = {}

    async def board(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("board", super().board, *args, **kwargs)

    async def hand(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("hand", super().hand, *args, **kwargs)

    async def choice(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("choice", super().choice, *args, **kwargs)

    async def _few(self, kind: str, draw: Any, *args: Any, **kwargs: Any) -> bytes:
        self.drawn[kind] = self.drawn.get(kind, 0) + 1
        if self.drawn[kind] <= DRAWN or kind not in self.last:
            self.last[kind] = await draw(*args, **kwargs)
        return self.last[kind]


class Player:
    """Plays random moves for the deciding player, by panel or slash command; shares no secrets."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.panels: dict[int, Any] = {}
        self.moves = 0
        self.typed = 0
        self.pressed = 0
        self.decisions = 0

    async def decide(self) -> None:
        """Make one move for one player."""
        who = await self.room.to_move()
        before = (await self.room.info()).seq
        if self.decisions % TYPED == TYPED - 1:
            await self.type(who)
        else:
            await self.press(who)
        self.decisions += 1
        # A standing order may have answered the next question immediately.
        assert (await self.room.info()).seq > before
        if not self.decisions % WAIT:
            await self.room.bot.wait_until_idle()

    async def hurry(self) -> None:
        """Make one move for one player without Discord."""
        info, match = await self.room.info(), await self.room.match()
        seat, decision = next(iter(match.decisions().items()))
        action = self.random.choice(decision.actions)
        await self.room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
        self.decisions += 1

    async def type(self, who: Any) -> None:
        """Fill in a slash command from its autocomplete, option by option."""
        match = await self.room.match()
        info = await self.room.info()
        actions = match.decisions()[info.seat_of(who.id)].actions
        kind = type(self.random.choice(actions))
        command = f"{match.game.command} {kind.verb}"
        options: dict[str, Any] = {}
        for field in field_names(kind):
            offered = await who.autocomplete(self.room.table, command, field, "", **options)
            assert offered, (command, field, options)
            options[field] = self.random.choice(offered)["value"]
        result = await self.room.move(who, command, **options)
        self.panels[who.id] = result.response
        self.typed += 1

    async def press(self, who: Any) -> None:
        """Use the panel, and answer the questions on the way."""
        message = self.panels.get(who.id)
        # A panel opened since then by a command or a post has replaced the old one.
        if message is None or message.id not in self.room.env.backend.messages[message.channel_id]:
            result = await self.room.click(who, self.room.live()[-1], label="Your move")
            message = self.panels[who.id] = result.response
        seq = (await self.room.info()).seq
        for _ in range(PRESSES):
            if (await self.room.info()).seq != seq:
                return
            await self._step(who, message)
        raise AssertionError("the panel leads nowhere")

    async def _step(self, who: Any, message: Any) -> None:
        self.pressed += 1
        items = [item for item in components(message) if not item.get("disabled")]
        by_verb: dict[str, list[Any]] = {}
        for item in items:
            by_verb.setdefault(item["custom_id"].split(":")[1], []).append(item)
        if "sure" in by_verb:
            await who.click(message, custom_id=by_verb["sure"][0]["custom_id"])
        elif not {"act", "pick"} & set(by_verb):
            await who.click(message, custom_id=by_verb["panel"][0]["custom_id"])
        else:
            item = self.random.choice(by_verb.get("act", []) + by_verb.get("pick", []))
            if item["type"] == 2:
                await who.click(message, custom_id=item["custom_id"])
            else:
                value = self.random.choice(item["options"])["value"]
                await who.select(message, [value], custom_id=item["custom_id"])


async def same_in_the_bare_engine(room: Room) -> int:
    """Apply the journal's actions to the bare engine; its dump must equal the stored match byte for byte."""
    info = await room.info()
    game = room.bot.games[info.game]
    data = await journal.snapshot(room.store.read, info.id, 1)
    assert data is not None
    match = game.load(data)
    line = sorted(await journal.line(room.store.read, info.id, info.seq), key=lambda row: row.seq)
    acts = [row for row in line if row.kind in ("act", "order")]
    for row in acts:
        match.apply(row.seat, game.action_from_json(row.action))
    stored = await room.match()
    assert match.dump() == stored.dump()
    assert match.over
    return len(acts)


def presses(items: list[Any]) -> Iterator[tuple[str, list[str] | None]]:
    """Yield every press and choice that leads to an action."""
    for item in items:
        if item["custom_id"].split(":")[1] in ("act", "pick"):
            for option in item.get("options") or [None]:
                yield item["custom_id"], None if option is None else [option["value"]]


async def click_twice(room: Room, who: Any, panel: Any) -> None:
    """Double-click each button on the way to a move, until it is made."""
    seq = (await room.info()).seq
    for _ in range(PRESSES):
        items = {item["custom_id"].split(":")[1]: item for item in reversed(components(panel))}
        item = next(items[verb] for verb in ("sure", "act", "pick") if verb in items)
        values = [item["options"][0]["value"]] if item["type"] == 3 else None
        for _ in range(2):
            room.press(who, panel, item["custom_id"], values)
        await room.settle()
        if (await room.info()).seq != seq:
            return
    raise AssertionError("the panel leads nowhere")


async def incidents(room: Room, player: Player) -> None:
    """In the middle of a turn: restart, stale button, another player's click, double click, closed private messages."""
    while True:
        who = await room.to_move()
        panel = (await room.click(who, room.live()[-1], label="Your move")).response
        old = components(panel)
        player.panels[who.id] = panel
        if len(list(presses(old))) > 1:
            break
        await player.decide()  # no real choice
    start = (await room.info()).seq
    await player.decide()
    seq = (await room.info()).seq

    # A button of an earlier position. The one just pressed would count as the second half of a double click.
    done = [digest(room.bot.games[room.game].action_from_json(row.action)) for row in await acts(room, start)]
    custom_id, values = next(press for press in presses(old) if done[0] not in str(press))
    room.press(who, panel, custom_id, values)
    await room.settle()
    assert "moved on" in words(panel)
    assert (await room.info()).seq == seq

    # Another player's button.
    who = await room.to_move()
    other = next(p for p in room.people[:3] if p.id != who.id)
    panel = (await room.click(who, room.live()[-1], label="Your move")).response
    mine = next(item for item in components(panel) if item["custom_id"].split(":")[1] in ("act", "pick"))
    values = [mine["options"][0]["value"]] if mine["type"] == 3 else None
    result = room.press(other, panel, mine["custom_id"], values)
    await room.settle()
    assert (await room.info()).seq == seq
    assert "from an earlier moment" in result.followups[0].content

    # A double click acts once.
    await click_twice(room, who, panel)
    assert len(await acts(room, seq)) == 1


async def acts(room: Room, after: int) -> list[JournalRow]:
    """Return the moves made by hand since a journal entry."""
    rows = await journal.since(room.store.read, (await room.info()).id, after)
    return [row for row in rows if row.kind == "act"]


@pytest.mark.slow
@pytest.mark.parametrize("hurried", [MIDDLE, pytest.param((), marks=pytest.mark.soak)], ids=["middle", "nothing"])
async def test_full_match(tmp_path: Path, hurried: Container[int]) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        with room.env.time_context():
            await play(room, hurried)


async def play(room: Room, hurried: Container[int]) -> None:
    """Play a match; hurried rounds are played without Discord."""
    ana, bence, carla = room.people[:3]
    room.bot.pictures = FewPictures()
    # The same luck in every run; the seats are still drawn by lot.
    room.bot.service.lobby._seed = lambda: "a full match"
    await room.slash(ana, "match new", game=GAME)
    await room.click(bence, room.lobby(), label="Join")
    await room.slash(carla, "match join")
    await room.rings(PingMode.BOTH)
    # Carla's private messages are closed.
    closed = f"/channels/{(await room.private_channel(carla)).id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"

    player = Player(room, 7)
    for turn in range(CAP):
        match = await room.match()
        if match.over:
            break
        if turn == 10:
            await incidents(room, player)
        elif turn == 20:
            # A restart in the middle of a turn: panels opened earlier still work.
            await room.restart()
            room.bot.pictures = FewPictures()
        if match.state.round in hurried:
            # No posts meanwhile: Discord gets these rounds all at once, as after an outage.
            await room.bot.delivery.stop()
            await player.hurry()
        else:
            if not room.bot.delivery.is_running:
                room.bot.delivery.start()
                await room.bot.wait_until_idle()
            await player.decide()
    else:
        raise AssertionError("the match did not end")
    await room.bot.wait_until_idle()
    assert [post for post in room.posts() if f"<@{carla.id}>: I can't write to you privately" in words(post)]
    assert await same_in_the_bare_engine(room) > 50
    assert player.typed > 5
    assert player.pressed > 30
    last = room.posts()[-1]
    assert words(last).count("The match is over") == 1, "who has won is said once"
    assert last.attachments[0].filename == "score.png"
    status = await room.slash(bence, "match status")
    assert "Ana" in words(status.response)
    assert "```" in words(status.response)
    print(f"{player.decisions} decisions, {player.typed} typed, {player.pressed} presses")
