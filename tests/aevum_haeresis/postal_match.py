"""A match by post, played through the real service with a manual clock, and a helper that counts pings per Round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from bot.cli.lab.simulation import Policy
from bot.matches import match_files
from bot.matches.clocks import seat_clock
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.service import save_running
from bot.matches.clocks.time_control import TimeControl
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo
from bot.notifications.delivery import DeliveryWorker
from bot.store.statements import journal, matches
from bot.store.store import Store
from rules.aevum_haeresis.board.card_lookup import record
from rules.aevum_haeresis.content.ops import WINDOWS
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, new
from rules.aevum_haeresis.flow.windows import in_hand
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from tests.aevum_haeresis.table import exchange
from tests.aevum_haeresis.window_helpers import minimal_action
from tests.game_helpers import act, asked
from tests.matches.room import ANNA as ANNAS_ID
from tests.matches.room import BELA as BELAS_ID
from tests.matches.room import HOUR, ManualClock, Messenger, reached_hourly

USERS = {ANNA: ANNAS_ID, BELA: BELAS_ID}


class PostalMatch:
    """A match service for one channel with two players.

    A new instance on the same store behaves like the bot after a restart.
    """

    def __init__(self, store: Store, clock: ManualClock | None = None, seed: str = "seed") -> None:
        self.store = store
        self.clock = clock or ManualClock()
        self.messenger = Messenger()
        self.service = MatchService(store, self.clock, {GAME.id: GAME}, ServiceOptions(seed=lambda: seed))
        self.keeper = DeadlineScheduler(self.service, self.clock)
        self.worker = DeliveryWorker(store, self.messenger, self.clock)

    async def adopt(self, match: Haeresis, time_control: TimeControl | None = None) -> MatchInfo:
        """Start a match from a position that a test has set up.

        Unlike an ordinary import, the position isn't checked. If there is a time control, the clocks run.
        """
        players = [(USERS[ANNA], "Anna"), (USERS[BELA], "Béla")]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(match_files, "TRIAL_GAMES", 0)
            info = await self.service.transfer.adopt(match.dump(), guild_id=1, channel_id=1, players=players)
        if time_control is not None:
            async with self.store.lock_match(info.id) as tx:
                await matches.set_pace(tx, info.id, time_control.to_json())
                info = await self.service.matches.get(info.id)
                begun = [
                    seat_clock.started_clock(seat, time_control)
                    for seat in info.seats
                    if seat.waiting_since is not None
                ]
                await save_running(
                    tx, info, [seat_clock.restarted_clock(seat, self.clock.time) for seat in begun], self.clock.time
                )
        return info

    async def begin(self, **options: Any) -> MatchInfo:
        """Start a match from a lobby."""
        info = await self.service.lobby.open(
            LobbyRequest(game=GAME.id, guild_id=1, channel_id=1, locale="en", options=options),
            user_id=ANNAS_ID,
            name="Anna",
        )
        await self.service.lobby.join(info.id, BELAS_ID, "Béla")
        return await self.service.lobby.start(info.id, ANNAS_ID)

    async def act(self, seat: int, action: Action) -> Any:
        info = await self.service.matches.get(1)
        return await self.service.play.act(1, info.seats[seat].user_id, action)

    async def order(self, seat: int, *orders: str) -> Any:
        info = await self.service.matches.get(1)
        return await self.service.play.set_orders(1, info.seats[seat].user_id, orders)

    async def match(self) -> Any:
        return (await self.service.matches.table(1)).match

    async def asked(self) -> tuple[int, str]:
        """Return the only seat that must decide, and the key of its question."""
        ((seat, decision),) = (await self.match()).decisions().items()
        return seat, decision.prompt.key

    async def asked_first(self) -> tuple[int, str]:
        """Return the first seat that must decide, and the key of its question."""
        decisions = (await self.match()).decisions()
        seat = min(decisions)
        return seat, decisions[seat].prompt.key

    async def later(self, seconds: int) -> None:
        self.clock.time += seconds
        await self.keeper.drain()

    async def pass_time(self, seconds: int) -> None:
        """Let time pass in steps of an hour while the bot runs.

        A longer step would count as downtime and stop the clocks.
        """
        with reached_hourly():
            for _ in range(seconds // HOUR):
                await self.later(HOUR)
            await self.later(seconds % HOUR)

    async def public(self) -> list[tuple[Any, ...]]:
        """Deliver the pending posts. Return the time, kind, journal number and seats of each public post among them."""
        self.messenger.clear()
        await self.worker.drain()
        return [
            (self.clock.time, row.kind, row.payload.get("seq"), row.payload.get("seats"))
            for row in self.messenger.rows
            if row.kind not in ("hand", "ring")
        ]

    async def entries(self, after: int = 0) -> list[tuple[Any, ...]]:
        """Return the journal entries after the entry with this number, without secrets."""
        rows = await journal.since(self.store.read, 1, after)
        # The action of an import is left out, because it contains a hash of the file, which includes the hands.
        told = [(row, None if row.kind == "import" else row.action) for row in rows]
        return [(row.seq, row.at, row.kind, row.seat, action, row.events) for row, action in told]


def match_before_pass(reacts: bool, window: str = "pass_declared", **options: Any) -> Haeresis:
    """Return a match where Anna must act and Béla has nine cards in hand.

    Béla can play one of the cards in the named window only if `reacts`. The match has no made-up cards, so it can be
    saved.
    """
    match = new(**options)
    while asked(match)[1] != "act":
        act(match, minimal_action(match))
    player = match.state.players[BELA]
    able = [card for card in (*player.hand, *player.plot) if can_react(match, card)]
    calm = [card for card in player.plot if card not in able]
    for card in [card for card in player.hand if card in able]:
        exchange(match, BELA, card, calm.pop())
    given = next(card for card in player.hand if record(match, card).type != "heretic")
    for card in able if reacts else []:
        exchange(match, BELA, given, card)
        if in_hand(match, BELA, next(name for name in WINDOWS if name == window)):
            return match
        exchange(match, BELA, card, given)
    assert not reacts, "no card of this deck fits the window"
    return match


def can_react(match: Haeresis, card: str) -> bool:
    kept = record(match, card)
    return kept.type == "hunter" or kept.dem is not None


async def messages(post: PostalMatch, policy: Policy, seed: int, rounds: int) -> Mapping[int, Counter[int]]:
    """Play this many Rounds. Return the number of messages with pings in each Round.

    Each Round's counter has the number of messages that pinged each seat, and the total under the key -1.
    """
    rng = random.Random(seed)
    found: dict[int, Counter[int]] = {}
    await post.public()
    while (match := await post.match()).state.round <= rounds:
        decisions = match.decisions()
        seat = min(decisions)
        counts = found.setdefault(match.state.round, Counter({-1: 0, ANNA: 0, BELA: 0}))
        await post.act(seat, policy(match, seat, decisions[seat], rng))
        for _, kind, _, seats in await post.public():
            if kind == "turn":
                counts[-1] += 1
                counts.update(seats)
    return found
