"""Checks for leaked card names in Aevum Haeresis, and plays for all players by looking one action ahead."""

from __future__ import annotations

import random
from typing import Any

from bot.cli.lab.simulation import greedy_policy
from bot.table.play.action_options import digest, encode
from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.load import pack
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.content.packs import BASE
from rules.kernel.data.actions import Action, field_names
from rules.kernel.engine.decisions import Decision
from tests.discord.room import Room, components
from tests.e2e.visibility_checks import LeakCheck, pattern, strings

GAME = "aevum_haeresis"
CARDS: dict[str, set[str]] = {}
for _card in pack(BASE).cards.values():
    CARDS.setdefault(_card.name.en, set()).add(_card.id)
STORIES = {card.name.en for card in pack(BASE).cards.values() if card.type == "story"}
#: One in TYPED_EVERY decisions is typed as a slash command; the others are made in the panel.
TYPED_EVERY = 4
#: The action verbs preferred by a player who does as little as possible.
MINIMAL_VERBS = ("pass", "done", "waive", "decline")
#: Maximum number of presses for one decision.
MAX_PRESSES = 5


class HaeresisLeakCheck(LeakCheck):
    """Checks that no one reads the name of a card hidden from them in a hand, a face-down row or a deck."""

    cards = CARDS
    named = pattern(CARDS)

    def visible(self, view: HaeresisView) -> set[str]:
        """Return the ids of all cards that appear in this view, without their copy numbers."""
        return {kind(word) for word in strings(view.model_dump())}


class GreedyPlayer:
    """Makes moves for whichever seat must decide, in the panel or by slash command, looking one action ahead."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.panels: dict[int, Any] = {}
        self.decisions = 0
        self.typed = 0
        self.pressed = 0
        #: Seats that do as little as possible from now on.
        self.weary: set[int] = set()
        #: The questions that the match has asked so far, as (round, seat, question, reaction window).
        self.asked: list[tuple[int, int, str, str]] = []

    async def decide(self) -> None:
        """Make one move for the player who must decide."""
        room = self.room
        match, info = await room.match(), await room.info()
        seat, decision = next(iter(match.decisions().items()))
        prompt = decision.prompt
        self.asked.append((match.state.round, seat, prompt.key, prompt.args.get("window", "")))
        action = self._choice(match, seat, decision)
        who = room.person(info.seats[seat].user_id)
        if self.decisions % TYPED_EVERY == TYPED_EVERY - 1:
            await self._type(who, match, seat, action)
        else:
            await self._press(who, action)
        self.decisions += 1
        assert (await room.info()).seq > info.seq

    def _choice(self, match: Any, seat: int, decision: Decision) -> Action:
        little = [action for action in decision.actions if action.verb in MINIMAL_VERBS]
        return little[0] if seat in self.weary and little else greedy_policy(match, seat, decision, self.random)

    async def _type(self, who: Any, match: Any, seat: int, action: Action) -> None:
        """Make the move with a slash command, choosing each option's value from its autocompletion."""
        command = f"{match.game.command} {action.verb}"
        options: dict[str, Any] = {}
        for field in field_names(type(action)):
            offered = await who.autocomplete(self.room.table, command, field, "", **options)
            assert encode(getattr(action, field), action) in [choice["value"] for choice in offered]
            options[field] = encode(getattr(action, field), action)
        self.panels[who.id] = (await self.room.move(who, command, **options)).response
        self.typed += 1

    async def _press(self, who: Any, action: Action) -> None:
        """Make the move in the panel, and answer any questions that the panel asks before the move is made."""
        message = self.panels.get(who.id)
        # The panel may be gone, because a command or another panel has replaced it in the meantime.
        if message is None or message.id not in self.room.env.backend.messages[message.channel_id]:
            message = self.panels[who.id] = (await self.room.slash(who, "act")).response
        else:
            stale = next(iter(components(message)), None)
            if stale is not None and stale["custom_id"].split(":")[1] == "panel":
                await self.room.click(who, message, custom_id=stale["custom_id"])
        seq, wanted = (await self.room.info()).seq, f".{digest(action)}"
        for _ in range(MAX_PRESSES):
            await self._step(who, message, wanted)
            if (await self.room.info()).seq != seq:
                return
        raise AssertionError("the panel leads nowhere")

    async def _step(self, who: Any, message: Any, wanted: str) -> None:
        """Press the wanted action if the panel has it, else the entry for more choices, else the button to go back."""
        self.pressed += 1
        items = components(message)
        for item in items:
            if item["custom_id"].endswith(wanted):
                await self.room.click(who, message, custom_id=item["custom_id"])
                return
            values = [option["value"] for option in item.get("options", [])]
            found = [value for value in values if value.endswith(wanted)] or [v for v in values if v == "more"]
            if found:
                await self.room.select(who, message, found[:1], item["custom_id"])
                return
        (again,) = [item for item in items if item["custom_id"].split(":")[1] == "panel"]
        await self.room.click(who, message, custom_id=again["custom_id"])
