"""A whole match in Discord, from lobby to score sheet. To save time, `make test` skips Discord in the middle rounds."""

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
from tests.discord.room import GAME, Room, components, message_text, open_room

#: Maximum number of decisions; a match that takes more counts as endless.
MAX_DECISIONS = 3000
#: One in TYPED_EVERY decisions is typed as a slash command; the others are made in the panel.
TYPED_EVERY = 5
#: Number of real pictures of each kind that are drawn before and after the restart. Drawing more would take most of the
#: test's time.
REAL_PICTURES = 1
#: Maximum number of presses for one decision.
MAX_PRESSES = 8
#: The middle rounds, which bring nothing new after the first rounds. Only `make soak` plays them in Discord.
MIDDLE_ROUNDS = range(2, ROUNDS)
#: The test waits for the bot's posts only after this many decisions. In between, players continue before the posts
#: arrive.
WAIT_EVERY = 10


class FewPictures(ImageCache):
    """Draws only the first picture of each kind and then repeats it, because a whole match would need a thousand."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: dict[str, int] = {}
        self.last: dict[str, bytes] = {}

    async def board(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("board", super().board, *args, **kwargs)

    async def chat_board(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("chat board", super().chat_board, *args, **kwargs)

    async def hand(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("hand", super().hand, *args, **kwargs)

    async def choice(self, *args: Any, **kwargs: Any) -> bytes:
        return await self._few("choice", super().choice, *args, **kwargs)

    async def _few(self, kind: str, draw: Any, *args: Any, **kwargs: Any) -> bytes:
        self.drawn[kind] = self.drawn.get(kind, 0) + 1
        if self.drawn[kind] <= REAL_PICTURES or kind not in self.last:
            self.last[kind] = await draw(*args, **kwargs)
        return self.last[kind]


class Player:
    """Makes random moves for all players, in the panel or by slash command."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.panels: dict[int, Any] = {}
        self.moves = 0
        self.typed = 0
        self.pressed = 0
        self.decisions = 0

    async def decide(self) -> None:
        """Make a move for one player who must decide."""
        who = await self.room.to_move()
        before = (await self.room.info()).seq
        if self.decisions % TYPED_EVERY == TYPED_EVERY - 1:
            await self.type(who)
        else:
            await self.press(who)
        self.decisions += 1
        # The journal may have grown by more than one entry, because a standing order may have answered the next
        # question.
        assert (await self.room.info()).seq > before
        if not self.decisions % WAIT_EVERY:
            await self.room.bot.wait_until_idle()

    async def move_without_discord(self) -> None:
        """Make a move for one player directly in the service, without Discord."""
        info, match = await self.room.info(), await self.room.match()
        seat, decision = next(iter(match.decisions().items()))
        action = self.random.choice(decision.actions)
        await self.room.bot.service.play.act(info.id, info.seats[seat].user_id, action)
        self.decisions += 1

    async def type(self, who: Any) -> None:
        """Make a move with a slash command, choosing each option's value from its autocompletion."""
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
        """Make a move in the panel, and answer any questions that the panel asks before the move is made."""
        message = self.panels.get(who.id)
        # The panel may be gone, because a command or another panel has replaced it in the meantime.
        if message is None or message.id not in self.room.env.backend.messages[message.channel_id]:
            result = await self.room.click(who, self.room.live()[-1], label="Your move")
            message = self.panels[who.id] = result.response
        seq = (await self.room.info()).seq
        for _ in range(MAX_PRESSES):
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


async def replay_in_engine(room: Room) -> int:
    """Replay the journal without the bot and compare the result with the stored match; return the number of moves."""
    info = await room.info()
    game = room.bot.games[info.game]
    data = await journal.snapshot(room.store.read, info.id, 1)
    assert data is not None
    match = game.load(data)
    line = sorted(await journal.effective_entries(room.store.read, info.id, info.seq), key=lambda row: row.seq)
    acts = [row for row in line if row.kind in ("act", "order")]
    for row in acts:
        match.apply(row.seat, game.action_from_json(row.action))
    stored = await room.match()
    assert match.dump() == stored.dump()
    assert match.over
    return len(acts)


def presses(items: list[Any]) -> Iterator[tuple[str, list[str] | None]]:
    """Yield each press that may lead to an action, as custom_id and (for a menu) a list with the chosen value."""
    for item in items:
        if item["custom_id"].split(":")[1] in ("act", "pick"):
            for option in item.get("options") or [None]:
                yield item["custom_id"], None if option is None else [option["value"]]


async def click_twice(room: Room, who: Any, panel: Any) -> None:
    """Double-click the buttons that lead to a move, until the move is made."""
    seq = (await room.info()).seq
    for _ in range(MAX_PRESSES):
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
    """Check the effects of a restart in mid-turn, an old button, another player's button and a double click."""
    while True:
        who = await room.to_move()
        panel = (await room.click(who, room.live()[-1], label="Your move")).response
        old = components(panel)
        player.panels[who.id] = panel
        if len(list(presses(old))) > 1:
            break
        await player.decide()  # a decision with a single option leaves no other button
    start = (await room.info()).seq
    await player.decide()
    seq = (await room.info()).seq

    # Press a button of an earlier position, but not the button that was pressed last, since that would be a double
    # click.
    done = [digest(room.bot.games[room.game].action_from_json(row.action)) for row in await moves_by_hand(room, start)]
    custom_id, values = next(press for press in presses(old) if done[0] not in str(press))
    room.press(who, panel, custom_id, values)
    await room.settle()
    assert "moved on" in message_text(panel)
    assert (await room.info()).seq == seq

    # Press a button in another player's panel.
    who = await room.to_move()
    other = next(p for p in room.people[:3] if p.id != who.id)
    panel = (await room.click(who, room.live()[-1], label="Your move")).response
    mine = next(item for item in components(panel) if item["custom_id"].split(":")[1] in ("act", "pick"))
    values = [mine["options"][0]["value"]] if mine["type"] == 3 else None
    result = room.press(other, panel, mine["custom_id"], values)
    await room.settle()
    assert (await room.info()).seq == seq
    assert "out of date" in result.followups[0].content

    # A double click makes one move.
    await click_twice(room, who, panel)
    assert len(await moves_by_hand(room, seq)) == 1


async def moves_by_hand(room: Room, after: int) -> list[JournalRow]:
    """Return the moves since a journal entry that players made themselves, leaving out moves by standing orders."""
    rows = await journal.since(room.store.read, (await room.info()).id, after)
    return [row for row in rows if row.kind == "act"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "hurried", [MIDDLE_ROUNDS, pytest.param((), marks=pytest.mark.soak)], ids=["middle", "nothing"]
)
async def test_full_match(tmp_path: Path, hurried: Container[int]) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        with room.env.time_context():
            await play(room, hurried)


async def play(room: Room, hurried: Container[int]) -> None:
    """Play a match in Discord, except for the rounds in `hurried`, which are played without Discord."""
    ana, bence, carla = room.people[:3]
    room.bot.pictures = FewPictures()
    # The cards are the same in every run; only the seats are drawn at random.
    room.bot.service.lobby._seed = lambda: "a full match"
    await room.slash(ana, "match new", game=GAME)
    await room.click(bence, room.lobby(), label="Join")
    await room.slash(carla, "match join")
    await room.rings(PingMode.BOTH)
    # Carla doesn't accept private messages.
    closed = f"/channels/{(await room.private_channel(carla)).id}/messages"
    room.env.inject_error(
        "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"

    player = Player(room, 7)
    for turn in range(MAX_DECISIONS):
        match = await room.match()
        if match.over:
            break
        if turn == 10:
            await incidents(room, player)
        elif turn == 20:
            # After a restart in the middle of a turn, panels that were opened before it still work.
            await room.restart()
            room.bot.pictures = FewPictures()
        if match.state.round in hurried:
            # Delivery is stopped during these rounds, so Discord then gets all their posts in one burst, as after an
            # outage.
            await room.bot.delivery.stop()
            await player.move_without_discord()
        else:
            if not room.bot.delivery.is_running:
                room.bot.delivery.start()
                await room.bot.wait_until_idle()
            await player.decide()
    else:
        raise AssertionError("the match did not end")
    await room.bot.wait_until_idle()
    assert [post for post in room.posts() if f"<@{carla.id}>: I can't send you private messages" in message_text(post)]
    assert await replay_in_engine(room) > 50
    assert player.typed > 5
    assert player.pressed > 30
    last = room.posts()[-1]
    assert message_text(last).count("The match is over") == 1, "who has won is said once"
    assert last.attachments[0].filename == "score.png"
    status = await room.slash(bence, "match status")
    assert "Ana" in message_text(status.response)
    assert "```" in message_text(status.response)
    print(f"{player.decisions} decisions, {player.typed} typed, {player.pressed} presses")
