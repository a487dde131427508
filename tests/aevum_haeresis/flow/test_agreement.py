"""A value of the option `pace` that reveals something about a hand needs the consent of both players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.lobby.presets import preset_options
from bot.store.store import Store
from rules.aevum_haeresis.game import GAME
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import LOCALES, Translator
from tests.aevum_haeresis.postal_match import PostalMatch
from tests.game_helpers import rule
from tests.matches.room import ANNA, BELA, CILI

PACES = ("stops", "ask_all", "uniform", "trust")


@pytest_asyncio.fixture
async def post(tmp_path: Path) -> AsyncIterator[PostalMatch]:
    async with await Store.open(tmp_path / "post.sqlite") as store:
        yield PostalMatch(store)


@rule("AH-PBP.34", "AH-PBP.12")
async def test_a_match_at_that_pace_waits_until_both_have_agreed(post: PostalMatch):
    lobby = post.service.lobby
    info = await lobby.open(
        LobbyRequest(game=GAME.id, guild_id=1, channel_id=1, locale="en", options={"pace": "trust"}),
        user_id=ANNA,
        name="Anna",
    )
    await lobby.join(info.id, BELA, "Béla")
    with pytest.raises(Refusal, match="in the lobby first"):
        await lobby.start(info.id, ANNA)
    await lobby.agree(info.id, ANNA)
    with pytest.raises(Refusal) as caught:
        await lobby.start(info.id, ANNA)
    assert "Still missing: Béla." in Translator().error(caught.value)
    with pytest.raises(Refusal, match="You don't have a seat"):
        await lobby.agree(info.id, CILI)
    info = await lobby.agree(info.id, BELA)
    assert await lobby.agreed(info) == {ANNA, BELA}
    assert (await lobby.start(info.id, ANNA)).status == "playing"


@rule("AH-PBP.34")
async def test_another_pace_needs_no_agreement(post: PostalMatch):
    lobby = post.service.lobby
    info = await lobby.open(
        LobbyRequest(game=GAME.id, guild_id=1, channel_id=1, locale="en", options={"pace": "trust"}),
        user_id=ANNA,
        name="Anna",
    )
    await lobby.join(info.id, BELA, "Béla")
    info = await lobby.set_options(info.id, ANNA, {"pace": "stops"})
    assert await lobby.agreed(info) == frozenset()
    with pytest.raises(Refusal, match="No one has to agree"):
        await lobby.agree(info.id, ANNA)
    assert (await lobby.start(info.id, ANNA)).status == "playing"


@rule("AH-PBP.34")
def test_every_pace_says_in_a_sentence_what_it_means_and_one_needs_agreement():
    for locale in LOCALES:
        said = {pace: GAME.option_note(Translator(locale), "pace", {"pace": pace}) for pace in PACES}
        assert len({*said.values()}) == len(PACES)
        assert all(text.endswith(".") and "\n" not in text for text in said.values())
    assert [pace for pace in PACES if GAME.consent(Translator(), {"pace": pace})] == ["trust"]
    assert not GAME.consent(Translator(), preset_options(GAME, "first", {}))
