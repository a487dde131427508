"""Standing orders are answers that a player gives privately in advance, and that the bot plays for them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rules
from bot.matches.service import MatchService
from bot.store.statements import journal
from bot.store.store import Store
from rules.edge_of_darkness.state.actions import EndTurn
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.scenes import besieged
from tests.game_helpers import asked
from tests.matches.room import ANNA, BELA, ManualClock


async def attacked(store: Store) -> tuple[MatchService, int]:
    """Import a match where Béla attacks Anna on his turn; return the service and the match id."""
    service = MatchService(store, ManualClock())
    players = [(ANNA, "Anna"), (BELA, "Béla")]
    info = await service.transfer.adopt(besieged().dump(), guild_id=1, channel_id=1, players=players)
    return service, info.id


async def play_on(service: MatchService, match_id: int, number: int) -> set[str]:
    """Play up to 60 random moves through the service; return the keys of the questions that players were asked."""
    rng = random.Random(number)
    keys = set()
    for _ in range(60):
        table = await service.matches.table(match_id)
        seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda item: item[0]))
        keys.add(decision.prompt.key)
        user = table.info.seats[seat].user_id
        await service.play.act(match_id, user, rng.choice(decision.actions), table.seq)
    return keys


@pytest.mark.rule("EOD-PBP.5")
@pytest.mark.parametrize("order", ["defend", "let_through"])
async def test_a_player_with_a_standing_answer_is_never_asked_about_attacks(tmp_path: Path, order: str):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service, match_id = await attacked(store)
        for user in (ANNA, BELA):
            await service.play.set_orders(match_id, user, [order])
        await service.play.act(match_id, BELA, EndTurn())
        assert "defend" not in await play_on(service, match_id, 4)
        rows = await journal.effective_entries(store.read, match_id, (await service.matches.get(match_id)).seq)
        ordered = [row for row in rows if row.kind == "order"]
        assert ordered
        bare = besieged()
        for row in sorted(rows, key=lambda row: row.seq):
            if row.kind in ("act", "order"):
                bare.apply(row.seat, bare.game.action_from_json(row.action))
        assert bare.dump() == (await service.matches.table(match_id)).match.dump()


async def test_without_an_order_the_player_is_asked(tmp_path: Path):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service, match_id = await attacked(store)
        await service.play.set_orders(match_id, ANNA, ["defend"])
        await service.play.set_orders(match_id, ANNA, [])
        outcome = await service.play.act(match_id, BELA, EndTurn())
        assert asked(outcome.table.match) == (0, "defend")


async def test_an_order_answers_what_waits_already(tmp_path: Path):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service, match_id = await attacked(store)
        table = (await service.play.act(match_id, BELA, EndTurn())).table
        outcome = await service.play.set_orders(match_id, ANNA, ["let_through"])
        assert outcome is not None
        assert outcome.table.seq > table.seq
        assert any(event.body.kind == "defended" for event in outcome.events)


async def test_an_unknown_order_and_a_strangers_order_are_refused(tmp_path: Path):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service, match_id = await attacked(store)
        with pytest.raises(Refusal, match="no such standing order"):
            await service.play.set_orders(match_id, ANNA, ["win"])
        with pytest.raises(Refusal):
            await service.play.set_orders(match_id, 999, ["defend"])


@pytest.mark.parametrize("locale", ["en", "hu", "es"])
def test_every_order_has_a_sentence(locale: str):
    say = Translator(locale)
    for game in rules.GAMES.values():
        sentences = [say.t(text) for text in game.orders.values()]
        assert len(set(sentences)) == len(sentences)
