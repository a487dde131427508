"""A whole match of each game without slash commands: the players open their panels once and only press components."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.cli.lab.simulation import greedy_policy
from bot.table.play.action_options import digest
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from tests.discord.emojis import MAX_ID, uploaded_icons
from tests.discord.room import Room, components, message_text, open_room
from tests.e2e.test_full_match import MAX_DECISIONS, replay_in_engine

#: Maximum number of presses for one move, such as opening a group, choosing and confirming.
MAX_PRESSES = 4


class PressingPlayers:
    """Presses buttons and menus for all players.

    It looks one action ahead, and selects several options together if a menu allows it.
    """

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.panels: dict[int, Any] = {}
        self.presses = 0
        #: How often several options were selected together, how often "take everything that's free" was used, and how
        #: often a question was answered.
        self.together = self.gained = self.confirmed = 0

    async def move(self) -> None:
        """Press buttons and menus for one player who must decide, until the move is made."""
        table = await self.room.now()
        seat = min(table.match.decisions())
        who = self.room.person(table.info.seats[seat].user_id)
        wanted = self._wanted(table.match, seat)
        panel = await self._panel(who)
        for _ in range(MAX_PRESSES):
            await self._press(who, panel, wanted)
            assert "moved on" not in message_text(panel)
            if (await self.room.info()).seq != table.info.seq and not _named(panel, "sure"):
                return
        raise AssertionError(f"the panel leads nowhere: {message_text(panel)}")

    async def _panel(self, who: Any) -> Any:
        """Return the player's panel after a refresh. If none is open, open one with the turn notification's button."""
        if who.id not in self.panels:
            self.panels[who.id] = await self._click(who, self.room.live()[-1], label="Your move")
        await self.room.look()
        return self.panels[who.id]

    def _wanted(self, match: Match[Any], seat: int) -> list[Action]:
        """Return the action to take next, followed by further actions that may be selected in the same menu."""
        offered, ahead = match.decisions()[seat].actions, match.game.load(match.dump())
        found: list[Action] = []
        while (decision := ahead.decisions().get(seat)) is not None:
            action = greedy_policy(ahead, seat, decision, self.random)
            if found and (type(action) is not type(found[0]) or action not in offered):
                break
            found.append(action)
            if type(action) not in match.game.several:
                break
            ahead.apply(seat, action)
        return found

    async def _press(self, who: Any, panel: Any, wanted: list[Action]) -> None:
        """Press the answer to a question, else "take everything that's free", else the wanted action, else "more"."""
        sure, gains = _named(panel, "sure"), _named(panel, "gains")
        if sure or gains:
            self.confirmed += bool(sure)
            self.gained += bool(gains)
            await self._click(who, panel, custom_id=(sure or gains)[0]["custom_id"])
            return
        tokens = [f".{digest(action)}" for action in wanted]
        for item in components(panel):
            if item["custom_id"].endswith(tokens[0]):
                await self._click(who, panel, custom_id=item["custom_id"])
                return
            values = [option["value"] for option in item.get("options", ())]
            chosen = [value for value in values if value.endswith(tuple(tokens[: item.get("max_values", 1)]))]
            if any(value.endswith(tokens[0]) for value in chosen):
                self.together += len(chosen) > 1
                await self._select(who, panel, chosen, item["custom_id"])
                return
        (rest,) = [item["custom_id"] for item in components(panel) if "'more'" in str(item.get("options"))]
        await self._select(who, panel, ["more"], rest)

    async def _click(self, who: Any, message: Any, **which: Any) -> Any:
        self.presses += 1
        return self._answered(await self.room.click(who, message, **which))

    async def _select(self, who: Any, panel: Any, values: list[str], custom_id: str) -> None:
        self.presses += 1
        self._answered(await self.room.select(who, panel, values, custom_id))

    def _answered(self, result: Any) -> Any:
        """Return the panel after a press. A separate message would be a refusal or an error, so it fails the test."""
        assert not result.followups, [message_text(one) for one in result.followups]
        return result.response


def _named(panel: Any, verb: str) -> list[dict[str, Any]]:
    return [item for item in components(panel) if item["custom_id"].split(":")[1] == verb]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "seed"), [("edge_of_darkness", 2, 2), ("dark_providence", 3, 4), ("aevum_haeresis", 2, 4)]
)
async def test_a_whole_match_by_presses(tmp_path: Path, game: str, seats: int, seed: int) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite", luck=f"by presses {seed}", painted=False) as room:
        room.bot.icons = uploaded_icons()  # makes the bot use its icons as if they were uploaded
        room.env.strict.emojis.update(MAX_ID - number for number in range(len(room.bot.icons.names)))
        room.game = game
        with room.env.time_context():
            await room.start(seats)
            hands = PressingPlayers(room, seed)
            for _ in range(MAX_DECISIONS):
                if (await room.match()).over:
                    break
                await hands.move()
            await the_end(room, hands)
            assert hands.presses < await replay_in_engine(room) * 5 // 4
            assert hands.confirmed
            assert hands.together or game == "dark_providence"
            assert hands.gained or game != "edge_of_darkness"


async def the_end(room: Room, hands: PressingPlayers) -> None:
    """Assert that the channel shows the winner and the course of the match, and that no panel offers a move."""
    info, result = await room.info(), (await room.match()).result
    assert info.status == "over"
    last = room.posts()[-1]
    assert [post for post in room.posts() if "## The match is over" in message_text(post)] == [last]
    assert all(f"**{info.seats[seat].name}**" in message_text(last) for seat in result.winners)
    assert all(f"{info.seats[row.seat].name}: " in message_text(last) for row in result.rows)
    assert [file.filename for file in last.attachments] == ["score.png", "curve.png"]
    turns = message_text(last).splitlines()[-3:]
    assert [line[:6] for line in turns] == ["-# **1", "-# **2", "-# **3"]
    assert "…" not in turns, "a turning point is told whole or not at all"
    assert "Rematch" in [button["label"] for button in components(last)]
    assert room.live() == []
    await room.look()
    for panel in hands.panels.values():
        assert not any(_named(panel, verb) for verb in ("act", "pick", "sure", "gains"))
